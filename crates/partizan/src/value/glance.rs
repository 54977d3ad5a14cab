//! What is told of a game at a glance, without a look at its options: its signature and its stops, rounded.

use super::rough::Rough;
use super::signature::Signature;
use std::cmp::Ordering;

/// The signature and the rounded stops, the left one first.
#[derive(Clone, Copy)]
pub(super) struct Glance {
    pub(super) signature: Signature,
    pub(super) stops: [Rough; 2],
}

/// What two glances tell of whether one game is at most another.
pub(super) enum Told {
    Settled(bool),
    /// Neither the signatures nor the stops settle it.
    Open,
    /// The signatures do not, and the stops are too close for their rounded values.
    Close,
}

impl Glance {
    /// Whether this game is at most the other.
    #[inline]
    pub(super) fn at_most(&self, other: &Glance) -> Told {
        if let Some(settled) = self.signature.settles(other.signature) {
            return Told::Settled(settled);
        }
        let compare = |side: usize, of_other: usize| self.stops[side].compare(other.stops[of_other]);
        let [left, right, across] = [compare(0, 0), compare(1, 1), compare(0, 1)];
        if left == Some(Ordering::Greater) || right == Some(Ordering::Greater) {
            Told::Settled(false)
        } else if across == Some(Ordering::Less) {
            Told::Settled(true)
        } else if left.is_none() || right.is_none() || across.is_none() {
            Told::Close
        } else {
            Told::Open
        }
    }

    /// A number that tends to be greater for the better game from Left's side: about the middle between the stops.
    #[inline]
    pub(super) fn middle(&self) -> i64 {
        self.stops.iter().map(|stop| i64::from(stop.to_bits().cast_signed())).sum()
    }
}
