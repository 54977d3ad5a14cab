//! The moves of a tier turned round, where the index does not know them backwards.

use super::super::claim::Claim;
use crate::budget::{Budget, Stop};
use crate::ruleset::{Index, Opening, Ruleset};

/// The moves of a tier turned round: for each position that they lead to, where they come from.
#[derive(Debug)]
pub(super) struct Turned {
    /// The first number that a move can lead to.
    first: u64,
    /// By number that a move leads to, where its list begins; one more at the end.
    starts: Vec<u32>,
    /// Places in the tier.
    sources: Vec<u32>,
}

impl Turned {
    pub(super) fn of<I: Index>(
        index: &I,
        tier: usize,
        budget: &Budget,
        claim: &Claim,
    ) -> Result<Turned, Stop> {
        let (numbers, reached) = (index.tier(tier), index.reaches(tier));
        if reached.is_empty() {
            return Ok(Turned { first: 0, starts: vec![0], sources: Vec::new() });
        }
        let (first, end) = (index.tier(reached.start).start, index.tier(reached.end - 1).end);
        let most = u64::from(u32::MAX);
        if end - first > most || numbers.end - numbers.start > most {
            return Err(too_many(index.size()));
        }
        claim.more(4 * u128::from(end - first + 1))?;
        let mut starts = vec![0u32; (end - first + 1) as usize];
        let mut edges = 0u64;
        let each = |visit: &mut dyn FnMut(u32, usize)| -> Result<(), Stop> {
            for number in numbers.clone() {
                let place = (number - numbers.start) as u32;
                if place.is_multiple_of(4096) {
                    budget.check()?;
                }
                if !matches!(index.opening(number), Opening::Moves(_)) {
                    continue;
                }
                let Some((position, mover)) = index.state(number) else { continue };
                index.ruleset().options(&position, mover, &mut |option| {
                    visit(place, (index.index(&option, mover.other()) - first) as usize);
                });
            }
            Ok(())
        };
        each(&mut |_, to| {
            edges += 1;
            starts[to] = starts[to].saturating_add(1);
        })?;
        claim.more(4 * u128::from(edges))?;
        if edges > most {
            return Err(Stop::TooLarge {
                what: "the number of moves in all positions together".into(),
                size: edges.to_string(),
                limit: most.to_string(),
                advice: None,
            });
        }
        // Each list is filled from its end, after which its start is where it begins.
        let mut sum = 0;
        for start in &mut starts {
            sum += *start;
            *start = sum;
        }
        let mut sources = vec![0u32; edges as usize];
        each(&mut |place, to| {
            starts[to] -= 1;
            sources[starts[to] as usize] = place;
        })?;
        Ok(Turned { first, starts, sources })
    }

    pub(super) fn before(&self, number: u64) -> &[u32] {
        let place = (number - self.first) as usize;
        &self.sources[self.starts[place] as usize..self.starts[place + 1] as usize]
    }

    pub(super) fn bytes(&self) -> u64 {
        4 * (self.starts.len() + self.sources.len()) as u64
    }
}

pub(super) fn too_many(count: u64) -> Stop {
    Stop::TooLarge {
        what: "the number of positions".into(),
        size: count.to_string(),
        limit: usize::MAX.to_string(),
        advice: None,
    }
}
