//! The id of a game in a store.

/// The name of a game within one store: equal ids are equal values.
///
/// A game and its negative share one record, so negation is arithmetic on the id. Ids are given out as games turn up:
/// their order means nothing and changes from run to run, so nothing that is shown may depend on it. An id means
/// nothing to any other store; [`Game`](super::Game) carries its store along. A thread that gets an id from another
/// must get it by a synchronising way (a lock, a channel, an atomic with release and acquire).
///
/// No id has the bits 0, so tables may use them for "none".
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Id(u32);

/// The bit of a game that is its own negative.
const OWN_NEGATIVE: u32 = 1 << 31;

impl Id {
    /// The game 0, in every store.
    pub const ZERO: Id = Id(OWN_NEGATIVE);
    /// A game that is being made and has no record yet.
    pub(super) const PENDING: Id = Id(u32::MAX);
    /// How many records a store can name.
    pub(super) const RECORDS: usize = (1 << 30) - 1;

    pub(super) fn new(index: usize, own_negative: bool) -> Id {
        debug_assert!(index < Id::RECORDS);
        Id((index as u32) << 1 | if own_negative { OWN_NEGATIVE } else { 0 })
    }

    /// The id of the negative.
    #[inline]
    #[allow(clippy::should_implement_trait)] // an id is no group element: the store adds and negates
    pub const fn neg(self) -> Id {
        Id(self.0 ^ (1 ^ (self.0 >> 31)))
    }

    /// Whether the game is its own negative, as nimbers and 0 are.
    #[inline]
    pub const fn is_own_negative(self) -> bool {
        self.0 & OWN_NEGATIVE != 0
    }

    /// The id as a number, never 0.
    #[inline]
    pub const fn to_bits(self) -> u32 {
        self.0
    }

    /// The id of which [`Id::to_bits`] gave these bits; `None` for 0. Bits that no store gave name no game.
    #[inline]
    pub(crate) const fn from_bits(bits: u32) -> Option<Id> {
        if bits == 0 { None } else { Some(Id(bits)) }
    }

    /// The same as [`Id::from_bits`] where the bits are known to be an id's.
    #[inline]
    pub(super) const fn raw(bits: u32) -> Id {
        Id(bits)
    }

    /// The number of the record.
    #[inline]
    pub(super) const fn index(self) -> usize {
        ((self.0 & !OWN_NEGATIVE) >> 1) as usize
    }

    /// Whether the id is that of the negative of what its record holds.
    #[inline]
    pub(super) const fn is_flipped(self) -> bool {
        self.0 & 1 != 0
    }
}
