//! Small memos of fixed size that any number of threads share without a lock.
//!
//! Each entry carries what is left of its key once the place is taken out, in every word. A torn or overwritten entry
//! can only miss: it can never answer for another key.

use super::id::Id;
use std::sync::atomic::{AtomicU64, Ordering};
use zerocopy::FromZeros;

/// A pair of ids as one number, mixed so that every bit depends on every other. One to one.
#[inline]
fn mixed(g: Id, h: Id) -> u64 {
    let mut key = u64::from(g.to_bits()) << 32 | u64::from(h.to_bits());
    key ^= key >> 32;
    key = key.wrapping_mul(0xd6e8_feb8_6659_fd93);
    key ^= key >> 32;
    key = key.wrapping_mul(0xd6e8_feb8_6659_fd93);
    key ^ key >> 32
}

fn zeroed(length: usize) -> Box<[AtomicU64]> {
    <[AtomicU64]>::new_box_zeroed_with_elems(length).unwrap_or_default()
}

const ORDER_BITS: u32 = 13;

/// Results of `g <= h`.
pub(super) struct OrderMemo(Box<[AtomicU64]>);

impl OrderMemo {
    pub(super) fn new() -> Self {
        OrderMemo(zeroed(1 << ORDER_BITS))
    }

    /// The place, and the entry for "yes" without its last bit.
    #[inline]
    fn entry(g: Id, h: Id) -> (usize, u64) {
        let key = mixed(g, h);
        ((key >> (64 - ORDER_BITS)) as usize, key << ORDER_BITS | 2)
    }

    #[inline]
    pub(super) fn get(&self, g: Id, h: Id) -> Option<bool> {
        let (place, entry) = Self::entry(g, h);
        let found = self.0.get(place)?.load(Ordering::Relaxed);
        (found & !1 == entry).then_some(found & 1 == 1)
    }

    #[inline]
    pub(super) fn set(&self, g: Id, h: Id, result: bool) {
        let (place, entry) = Self::entry(g, h);
        if let Some(slot) = self.0.get(place) {
            slot.store(entry | u64::from(result), Ordering::Relaxed);
        }
    }
}

const SUM_BITS: u32 = 16;

/// Results of `g + h`: two words an entry, each with the rest of the key and half of the result.
pub(super) struct SumMemo(Box<[AtomicU64]>);

impl SumMemo {
    pub(super) fn new() -> Self {
        SumMemo(zeroed(2 << SUM_BITS))
    }

    #[inline]
    fn entry(g: Id, h: Id) -> (usize, u64) {
        let key = mixed(g, h);
        (2 * (key >> (64 - SUM_BITS)) as usize, key << SUM_BITS)
    }

    #[inline]
    pub(super) fn get(&self, g: Id, h: Id) -> Option<Id> {
        let (place, rest) = Self::entry(g, h);
        let [upper, lower] = self.0.get(place..place + 2)? else { return None };
        // Acquire: who finds an id here may read its record.
        let (upper, lower) = (upper.load(Ordering::Acquire), lower.load(Ordering::Acquire));
        if (upper ^ rest) >> SUM_BITS != 0 || (lower ^ rest) >> SUM_BITS != 0 {
            return None;
        }
        Id::from_bits(((upper & 0xffff) as u32) << 16 | (lower & 0xffff) as u32)
    }

    #[inline]
    pub(super) fn set(&self, g: Id, h: Id, sum: Id) {
        let (place, rest) = Self::entry(g, h);
        if let Some([upper, lower]) = self.0.get(place..place + 2) {
            let bits = u64::from(sum.to_bits());
            upper.store(rest | bits >> 16, Ordering::Release);
            lower.store(rest | bits & 0xffff, Ordering::Release);
        }
    }
}
