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

/// The test games that have this one as a left option, and as a right option, as bits.
const fn with_option(option: usize) -> (u64, u64) {
    let mut with = (0, 0);
    let mut test = 0;
    while test < 64 {
        let (left, right) = FAMILY[test];
        let mut i = 0;
        while i < left.len() {
            assert!((left[i] as usize) < test, "options come first");
            with.0 |= ((left[i] as usize == option) as u64) << test;
            i += 1;
        }
        i = 0;
        while i < right.len() {
            assert!((right[i] as usize) < test, "options come first");
            with.1 |= ((right[i] as usize == option) as u64) << test;
            i += 1;
        }
        test += 1;
    }
    with
}

/// How many test games are options of others.
const INNER: usize = {
    let mut count = 0;
    let mut option = 0;
    while option < 64 {
        let (left, right) = with_option(option);
        count += (left | right != 0) as usize;
        option += 1;
    }
    count
};

/// The test games that are options of others, in order, each with those that have it as a left and as a right option.
const INNER_TESTS: [(u32, u64, u64); INNER] = {
    let mut inner = [(0, 0, 0); INNER];
    let mut count = 0;
    let mut option = 0;
    while option < 64 {
        let (left, right) = with_option(option);
        if left | right != 0 {
            inner[count] = (option as u32, left, right);
            count += 1;
        }
        option += 1;
    }
    inner
};

/// The test games that are their own negatives.
const OWN_NEGATIVE: u64 = {
    let mut own = 0;
    let mut test = 0;
    while test < 64 {
        if negated_where(mask(FAMILY[test].1), own) == mask(FAMILY[test].0) {
            own |= 1 << test;
        }
        test += 1;
    }
    own
};

/// These test games as bits.
const fn mask(tests: &[u8]) -> u64 {
    let mut bits = 0;
    let mut i = 0;
    while i < tests.len() {
        bits |= 1 << tests[i];
        i += 1;
    }
    bits
}

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
        let mut at_most = !left.fold(0, |bits, s| bits | s.at_least);
        let mut at_least = !right.fold(0, |bits, s| bits | s.at_most);
        // Options come first: what is told of an inner test game is final when its turn comes.
        for (option, as_left, as_right) in INNER_TESTS {
            let (below, above) = (at_most >> option & 1, at_least >> option & 1);
            at_least &= !(as_left & below.wrapping_neg());
            at_most &= !(as_right & above.wrapping_neg());
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

#[cfg(test)]
mod tests {
    use super::super::{Dyadic, Id, NumberUpStar, Store};
    use super::*;
    use crate::player::Player;
    use proptest::prelude::*;
    use std::collections::HashMap;

    /// The test games in a store.
    fn family(store: &Store) -> Vec<Id> {
        let mut games: Vec<Id> = Vec::new();
        for (left, right) in FAMILY {
            let side = |side: &[u8]| side.iter().map(|&test| games[usize::from(test)]).collect::<Vec<_>>();
            games.push(store.canonical(&side(left), &side(right)).unwrap());
        }
        games
    }

    /// `g <= h` by definition, over the options of the canonical forms.
    fn plain_le(store: &Store, g: Id, h: Id, known: &mut HashMap<(Id, Id), bool>) -> bool {
        if let Some(&result) = known.get(&(g, h)) {
            return result;
        }
        let options = |id, player| {
            (0..store.option_count(id, player))
                .map(|n| store.option(id, player, n).unwrap())
                .collect::<Vec<_>>()
        };
        let result = !options(g, Player::Left).into_iter().any(|gl| plain_le(store, h, gl, known))
            && !options(h, Player::Right).into_iter().any(|hr| plain_le(store, hr, g, known));
        known.insert((g, h), result);
        result
    }

    fn check(store: &Store, games: &[Id]) {
        let mut known = HashMap::new();
        for &game in games {
            let signature = store.signature(game);
            for (test, &other) in family(store).iter().enumerate() {
                let (at_least, at_most) =
                    (signature.at_least >> test & 1 == 1, signature.at_most >> test & 1 == 1);
                assert_eq!(at_least, plain_le(store, other, game, &mut known), "test game {test}, {game:?}");
                assert_eq!(at_most, plain_le(store, game, other, &mut known), "test game {test}, {game:?}");
            }
        }
    }

    #[test]
    fn the_family_is_closed_canonical_and_of_different_games() {
        let store = Store::new();
        let games = family(&store);
        for (test, &game) in games.iter().enumerate() {
            for (side, player) in [FAMILY[test].0, FAMILY[test].1].into_iter().zip(Player::BOTH) {
                assert_eq!(store.option_count(game, player), side.len() as u64, "test game {test}");
            }
            assert_eq!(games.iter().filter(|&&other| other == game).count(), 1, "test game {test}");
            assert_eq!(OWN_NEGATIVE >> test & 1 == 1, game.is_own_negative());
            assert!(game.is_own_negative() || games[test ^ 1] == game.neg());
            // What `near_the_tests` relies on.
            assert!(store.birthday(game) <= 5u32.into());
            for stop in [store.left_stop(game), store.right_stop(game)] {
                assert!(stop.exponent() <= 2 && stop.abs() <= Dyadic::from(3));
            }
        }
        check(&store, &games);
    }

    #[test]
    fn the_signatures_of_day_2_and_its_sums_are_comparisons() {
        let store = Store::new();
        let day = store.day(2).unwrap();
        let sums: Vec<_> =
            day.iter().zip(day.iter().rev()).map(|(&g, &h)| store.add(g, h).unwrap()).collect();
        check(&store, &day);
        check(&store, &sums);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(48))]

        #[test]
        fn the_signatures_of_number_up_star_values_are_comparisons(
            num in -40i64..41, exp in 0u32..6, ups in -18i64..19, star in 0u64..36,
        ) {
            let store = Store::new();
            let value = NumberUpStar::new(Dyadic::new(num, exp), ups.into(), star);
            check(&store, &[store.number_up_star(value).unwrap()]);
        }
    }
}
