//! What is kept of all the choices that have the same sum: the heaviest, the heaviest few, or how many they are.

use num_bigint::BigUint;
use smallvec::{SmallVec, smallvec};
use std::fmt::Debug;

/// How choices of items are summed up.
///
/// `join` is commutative and associative, and `pair` distributes over it, so the order of the work does not show.
pub(super) trait Tally: Sync {
    /// What is kept of the choices with one sum.
    type Kept: Clone + Debug + Send + Sync;

    /// The empty choice alone.
    fn empty(&self) -> Self::Kept;
    /// The same choices, each with the item at `place` more.
    fn with(&self, kept: &Self::Kept, place: usize, weight: u32) -> Self::Kept;
    /// Both kinds of choice.
    fn join(&self, kept: &mut Self::Kept, other: Self::Kept);
    /// Each of the one with each of the other; they choose among different items.
    fn pair(&self, one: &Self::Kept, other: &Self::Kept) -> Self::Kept;
    /// The bytes that it holds apart from itself.
    fn heap(&self, _: &Self::Kept) -> usize {
        0
    }
}

/// The heaviest choice, and of equally heavy ones the first. For at most 128 items.
#[derive(Clone, Copy, Debug)]
pub(super) struct Heaviest {
    /// How many items there are.
    pub items: usize,
}

/// A choice with its weight. Of two, the greater is the heavier, or as heavy and earlier in the one order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Choice {
    /// The sum of the weights.
    pub weight: u32,
    /// The items, the first the highest bit.
    pub mask: u128,
}

impl Tally for Heaviest {
    type Kept = Choice;

    fn empty(&self) -> Choice {
        Choice { weight: 0, mask: 0 }
    }

    fn with(&self, kept: &Choice, place: usize, weight: u32) -> Choice {
        Choice { weight: kept.weight + weight, mask: kept.mask | 1 << (self.items - 1 - place) }
    }

    fn join(&self, kept: &mut Choice, other: Choice) {
        *kept = other.max(*kept);
    }

    fn pair(&self, one: &Choice, other: &Choice) -> Choice {
        Choice { weight: one.weight + other.weight, mask: one.mask | other.mask }
    }
}

/// How many choices there are.
#[derive(Clone, Copy, Debug)]
pub(super) struct Counting;

/// A number of choices: most are small.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Count {
    Small(u64),
    Big(Box<BigUint>),
}

impl Count {
    /// The number.
    pub fn number(&self) -> BigUint {
        match self {
            Count::Small(count) => BigUint::from(*count),
            Count::Big(count) => (**count).clone(),
        }
    }
}

impl Tally for Counting {
    type Kept = Count;

    fn empty(&self) -> Count {
        Count::Small(1)
    }

    fn with(&self, kept: &Count, _: usize, _: u32) -> Count {
        kept.clone()
    }

    fn join(&self, kept: &mut Count, other: Count) {
        if let (Count::Small(a), Count::Small(b)) = (&kept, &other)
            && let Some(sum) = a.checked_add(*b)
        {
            *kept = Count::Small(sum);
        } else {
            *kept = Count::Big(Box::new(kept.number() + other.number()));
        }
    }

    fn pair(&self, one: &Count, other: &Count) -> Count {
        if let (Count::Small(a), Count::Small(b)) = (one, other)
            && let Some(product) = a.checked_mul(*b)
        {
            return Count::Small(product);
        }
        Count::Big(Box::new(one.number() * other.number()))
    }
}

/// The heaviest few choices, the heaviest first, equally heavy ones in the one order. For any number of items.
#[derive(Clone, Copy, Debug)]
pub(super) struct Few {
    /// How many items there are.
    pub items: usize,
    /// How many choices are kept.
    pub keep: usize,
}

/// A choice of any number of items with its weight; ordered as [`Choice`] is.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Picked {
    /// The sum of the weights.
    pub weight: u32,
    /// The items, the first the highest bit of the first word.
    words: SmallVec<[u64; 2]>,
}

impl Picked {
    /// Whether the item at `place` is chosen.
    pub fn has(&self, place: usize) -> bool {
        self.words[place / 64] >> (63 - place % 64) & 1 == 1
    }

    /// Whether nothing is chosen.
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|&word| word == 0)
    }
}

impl Few {
    /// The choice of these items.
    pub fn picked(&self, items: &[usize], weight: u32) -> Picked {
        let mut words = smallvec![0; self.items.div_ceil(64)];
        for place in items {
            words[place / 64] |= 1 << (63 - place % 64);
        }
        Picked { weight, words }
    }

    /// The heaviest `keep` of both, each sorted.
    fn merged(&self, one: Vec<Picked>, other: Vec<Picked>) -> Vec<Picked> {
        let (mut one, mut other) = (one.into_iter().peekable(), other.into_iter().peekable());
        let mut merged = Vec::with_capacity(self.keep.min(one.len() + other.len()));
        while merged.len() < self.keep {
            let next = match (one.peek(), other.peek()) {
                (Some(a), Some(b)) if a >= b => one.next(),
                (Some(_), None) => one.next(),
                _ => other.next(),
            };
            let Some(next) = next else { break };
            merged.push(next);
        }
        merged
    }
}

impl Tally for Few {
    type Kept = Vec<Picked>;

    fn empty(&self) -> Vec<Picked> {
        vec![Picked { weight: 0, words: smallvec![0; self.items.div_ceil(64)] }]
    }

    fn with(&self, kept: &Vec<Picked>, place: usize, weight: u32) -> Vec<Picked> {
        let mut with = kept.clone();
        for picked in &mut with {
            picked.weight += weight;
            picked.words[place / 64] |= 1 << (63 - place % 64);
        }
        with
    }

    fn heap(&self, kept: &Vec<Picked>) -> usize {
        let wide = if self.items > 128 { self.items / 8 } else { 0 };
        kept.capacity() * (size_of::<Picked>() + wide)
    }

    fn join(&self, kept: &mut Vec<Picked>, other: Vec<Picked>) {
        *kept = self.merged(std::mem::take(kept), other);
    }

    fn pair(&self, one: &Vec<Picked>, other: &Vec<Picked>) -> Vec<Picked> {
        let mut pairs = Vec::new();
        for (i, a) in one.iter().enumerate() {
            // The pair (i, j) has at least (i + 1)(j + 1) - 1 pairs before it.
            for b in other.iter().take(self.keep / (i + 1)) {
                let words = a.words.iter().zip(&b.words).map(|(a, b)| a | b).collect();
                pairs.push(Picked { weight: a.weight + b.weight, words });
            }
        }
        pairs.sort_unstable_by(|a, b| b.cmp(a));
        pairs.truncate(self.keep);
        pairs
    }
}
