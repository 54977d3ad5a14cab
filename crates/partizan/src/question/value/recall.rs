//! What one thread has just met: values of components as they came, before they are brought into normal form.
//!
//! Plays reach the same component by many orders of moves, mostly soon after each other. Finding it here costs less than
//! its normal form and a look into the table of all positions.

use crate::value::Id;
use foldhash::fast::FixedState;
use std::hash::{BuildHasher, Hash};

/// A small memo, each component in one place. It starts small and grows to a fixed size as more is asked.
pub struct Recall<P> {
    entries: Vec<Option<Entry<P>>>,
    entered: u64,
    hasher: FixedState,
}

struct Entry<P> {
    component: P,
    /// Which entry this is, for who brings its value later.
    ticket: Ticket,
    value: Option<Id>,
}

/// The place of an entry in the lowest bits, and above them how many entries were made before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ticket(u64);

impl Ticket {
    /// The ticket of no entry.
    pub const NONE: Ticket = Ticket(0);

    fn place(self) -> usize {
        self.0 as usize & (MOST - 1)
    }
}

const FEW: usize = 1 << 6;
const MOST: usize = 1 << 11;

impl<P: Clone + Eq + Hash> Recall<P> {
    pub fn new() -> Self {
        Recall {
            entries: std::iter::repeat_with(|| None).take(FEW).collect(),
            entered: 0,
            hasher: FixedState::default(),
        }
    }

    /// The value of a component, if it was met before; else the ticket with which to bring it.
    #[inline]
    pub fn get(&mut self, component: &P) -> Result<Id, Ticket> {
        let place = (self.hasher.hash_one(component) >> 48) as usize & (self.entries.len() - 1);
        let entry = &mut self.entries[place];
        if let Some(Entry { component: known, value: Some(value), .. }) = entry
            && known == component
        {
            return Ok(*value);
        }
        self.entered += 1;
        let ticket = Ticket((self.entered * MOST as u64) | place as u64);
        *entry = Some(Entry { component: component.clone(), ticket, value: None });
        if self.entries.len() < MOST && self.entered as usize > 4 * self.entries.len() {
            // What was known is forgotten: it is little.
            self.entries.clear();
            self.entries.resize_with(MOST, || None);
        }
        Err(ticket)
    }

    /// Brings the value for a ticket. It is forgotten if the place has been given to another component.
    #[inline]
    pub fn set(&mut self, ticket: Ticket, value: Id) {
        if let Some(Some(entry)) = self.entries.get_mut(ticket.place())
            && entry.ticket == ticket
        {
            entry.value = Some(value);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_that_of_its_own_component() {
        let mut recall = Recall::new();
        let value = |key: u128| Id::from_bits(((key >> 64) as u32 * 7001 + key as u32) * 2 + 2).unwrap();
        let mut known = 0;
        let mut late = Vec::new();
        for round in 0..3u128 {
            for n in 0..20_000u128 {
                let key = ((n * n % 5003) << 64) | (n % 7001);
                match recall.get(&key) {
                    Ok(found) => {
                        assert_eq!(found, value(key));
                        known += 1;
                    }
                    Err(ticket) if n % 3 == round => late.push((ticket, key)),
                    Err(ticket) => recall.set(ticket, value(key)),
                }
                if n % 11 == 0
                    && let Some((ticket, key)) = late.pop()
                {
                    recall.set(ticket, value(key));
                }
            }
        }
        assert!(known > 0);
    }
}
