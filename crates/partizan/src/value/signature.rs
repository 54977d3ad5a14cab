//! Signatures: how a game compares with 64 fixed test games, as two words of bits.
//!
//! Bit i of the first word says that test game i is at most G, bit i of the second that G is at most test game i. The
//! family is closed under options and negation, so the words of a game follow from those of its options in one pass
//! without recursion. Then G <= H is refused where a test game is at most G and not at most H, or at least H and not at
//! least G; and it holds where a test game lies between.

/// The options of the test games, as numbers of test games, in an order in which options come first.
///
/// Test games 2m and 2m + 1 are negatives of each other, or each is its own negative.
const FAMILY: [(&[u8], &[u8]); 64] = [
    (&[], &[]),               // 0
    (&[0], &[0]),             // *
    (&[0], &[]),              // 1
    (&[], &[0]),              //
    (&[0, 1], &[0, 1]),       // *2
    (&[2], &[3]),             // +-1
    (&[0], &[1]),             // ^
    (&[1], &[0]),             //
    (&[0, 1], &[0]),          // ^*
    (&[0], &[0, 1]),          //
    (&[2], &[]),              // 2
    (&[], &[3]),              //
    (&[0], &[2]),             // 1/2
    (&[3], &[0]),             //
    (&[2], &[0]),             // {1|0}
    (&[0], &[3]),             //
    (&[2], &[1]),             // {1|*}
    (&[1], &[3]),             //
    (&[2], &[2]),             // 1*
    (&[3], &[3]),             //
    (&[2], &[0, 1]),          // {1|0,*}
    (&[0, 1], &[3]),          //
    (&[0], &[8]),             // ^^
    (&[9], &[0]),             //
    (&[0], &[6]),             // ^^*
    (&[7], &[0]),             //
    (&[1, 6], &[1, 7]),       // +-{*,^}
    (&[0, 1, 4], &[0, 1, 4]), // *3
    (&[0], &[27]),            // ^*2
    (&[27], &[0]),            //
    (&[0], &[4]),             // ^*3
    (&[4], &[0]),             //
    (&[0], &[15]),            // tiny(1)
    (&[14], &[0]),            //
    (&[0], &[9]),             // {0|v*}
    (&[8], &[0]),             //
    (&[6], &[1]),             // {^|*}
    (&[1], &[7]),             //
    (&[10], &[11]),           // +-2
    (&[12], &[13]),           // +-1/2
    (&[0], &[24]),            // ^3
    (&[25], &[0]),            //
    (&[0], &[22]),            // ^3*
    (&[23], &[0]),            //
    (&[10], &[0]),            // {2|0}
    (&[0], &[11]),            //
    (&[10], &[2]),            // {2|1}
    (&[3], &[11]),            //
    (&[12], &[0]),            // {1/2|0}
    (&[0], &[13]),            //
    (&[0], &[12]),            // 1/4
    (&[13], &[0]),            //
    (&[12], &[2]),            // 3/4
    (&[3], &[13]),            //
    (&[2], &[6]),             // {1|^}
    (&[7], &[3]),             //
    (&[12], &[3]),            // {1/2|-1}
    (&[2], &[13]),            //
    (&[10], &[]),             // 3
    (&[], &[11]),             //
    (&[0, 8], &[0, 9]),       // +-{0,^*}
    (&[18], &[19]),           // +-(1*)
    (&[2], &[18]),            // 1^
    (&[19], &[3]),            //
];

/// The left and the right options of each test game as bits.
const MASKS: [(u64, u64); 64] = {
    let mut masks = [(0, 0); 64];
    let mut test = 0;
    while test < 64 {
        let (left, right) = FAMILY[test];
        let mut i = 0;
        while i < left.len() {
            assert!((left[i] as usize) < test, "options come first");
            masks[test].0 |= 1 << left[i];
            i += 1;
        }
        i = 0;
        while i < right.len() {
            assert!((right[i] as usize) < test, "options come first");
            masks[test].1 |= 1 << right[i];
            i += 1;
        }
        test += 1;
    }
    masks
};

/// The test games that are their own negatives.
const OWN_NEGATIVE: u64 = {
    let mut own = 0;
    let mut test = 0;
    while test < 64 {
        if negated_where(MASKS[test].1, own) == MASKS[test].0 {
            own |= 1 << test;
        }
        test += 1;
    }
    own
};

const EVEN: u64 = 0x5555_5555_5555_5555;

/// The bits of the negatives, given which of the test games up to the last one set are their own negatives.
const fn negated_where(bits: u64, own: u64) -> u64 {
    bits & own | (bits & !own & EVEN) << 1 | (bits & !own) >> 1 & EVEN
}

/// How a game compares with the test games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Signature {
    /// Bit i: test game i is at most the game.
    pub(super) at_least: u64,
    /// Bit i: the game is at most test game i.
    pub(super) at_most: u64,
}

/// The bit of the test game 0.
pub(super) const ZERO_BIT: u64 = 1;

impl Signature {
    /// The signature of the negative.
    #[inline]
    pub(super) const fn negated(self) -> Self {
        Signature {
            at_least: negated_where(self.at_most, OWN_NEGATIVE),
            at_most: negated_where(self.at_least, OWN_NEGATIVE),
        }
    }

    /// The signature of a game from those of its options.
    #[inline]
    pub(super) fn of(left: impl Iterator<Item = Signature>, right: impl Iterator<Item = Signature>) -> Self {
        // A left option that is at least T spoils G <= T; so does T's right option that is at most G.
        let spoilt_at_most = left.fold(0, |bits, s| bits | s.at_least);
        let spoilt_at_least = right.fold(0, |bits, s| bits | s.at_most);
        let (mut at_least, mut at_most) = (0u64, 0u64);
        for (test, (left, right)) in MASKS.iter().enumerate() {
            let (below, above) = (at_most & left, at_least & right);
            at_least |= u64::from(below == 0) << test;
            at_most |= u64::from(above == 0) << test;
            at_least &= !(spoilt_at_least & 1 << test);
            at_most &= !(spoilt_at_most & 1 << test);
        }
        Signature { at_least, at_most }
    }

    /// Whether `self <= other`, where the test games settle it.
    #[inline]
    pub(super) fn settles(self, other: Self) -> Option<bool> {
        if self.at_least & !other.at_least | other.at_most & !self.at_most != 0 {
            Some(false)
        } else if self.at_most & other.at_least != 0 {
            Some(true)
        } else {
            None
        }
    }
}
