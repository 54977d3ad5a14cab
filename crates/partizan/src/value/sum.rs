//! Sums.

use super::id::Id;
use super::store::{Ids, Options, Store};
use crate::budget::Stop;
use crate::player::Player;
use hashbrown::HashMap;
use num_bigint::{BigInt, Sign};
use num_traits::One;
use smallvec::SmallVec;

/// A sum that is under way: the left options of g and of h, then the right ones, each added to the other summand.
struct Frame {
    g: Id,
    h: Id,
    /// Which of the four lists, and how far in it.
    list: usize,
    at: u64,
    /// Where its sums begin.
    base: usize,
    /// How many sums each list has given.
    counts: [usize; 4],
}

/// Beside the comparisons of more options than this, asking the budget costs nothing.
const MANY: usize = 64;
/// The sums of a list of this many steps are all remembered from there on.
const LONG: u64 = 1 << 12;
/// But no more than this.
const REMEMBERED: usize = 1 << 22;

impl Store {
    /// The negative. The same as [`Id::neg`]; here for symmetry with [`Store::add`].
    #[inline]
    #[allow(clippy::unused_self)]
    pub fn neg(&self, g: Id) -> Id {
        g.neg()
    }

    /// The sum g + h.
    ///
    /// # Errors
    /// [`Stop`] if the budget is spent.
    pub fn add(&self, g: Id, h: Id) -> Result<Id, Stop> {
        match self.settled_sum(g, h)? {
            Some(sum) => Ok(sum),
            None => self.general_sum(g, h),
        }
    }

    /// The difference g - h.
    ///
    /// # Errors
    /// [`Stop`] if the budget is spent.
    pub fn sub(&self, g: Id, h: Id) -> Result<Id, Stop> {
        self.add(g, h.neg())
    }

    /// The sum of so many copies of g; copies of -g for a negative number.
    ///
    /// # Errors
    /// [`Stop`] if the budget is spent.
    ///
    /// # Complexity
    /// A closed form for number-up-star values; about 2 log2 n sums for others.
    pub fn times(&self, n: &BigInt, g: Id) -> Result<Id, Stop> {
        if let Some(value) = self.as_number_up_star(g) {
            return self.number_up_star(value.times(n));
        }
        let g = if n.sign() == Sign::Minus { g.neg() } else { g };
        let n = n.magnitude();
        if g.is_own_negative() {
            return Ok(if n.bit(0) { g } else { Id::ZERO });
        }
        let mut sum = Id::ZERO;
        for bit in (0..n.bits()).rev() {
            sum = self.add(sum, sum)?;
            if n.bit(bit) {
                sum = self.add(sum, g)?;
            }
        }
        debug_assert!(!n.is_one() || sum == g);
        Ok(sum)
    }

    /// The sum of all these games.
    ///
    /// # Errors
    /// [`Stop`] if the budget is spent.
    pub fn sum(&self, games: impl IntoIterator<Item = Id>) -> Result<Id, Stop> {
        games.into_iter().try_fold(Id::ZERO, |sum, game| self.add(sum, game))
    }

    /// The sum, if it takes no sum of options.
    #[inline]
    fn settled_sum(&self, g: Id, h: Id) -> Result<Option<Id>, Stop> {
        if g == Id::ZERO {
            return Ok(Some(h));
        }
        if h == Id::ZERO {
            return Ok(Some(g));
        }
        if g == h.neg() {
            return Ok(Some(Id::ZERO));
        }
        let (a, b, negated) = folded(g, h);
        if let Some(sum) = self.sums.get(a, b) {
            return Ok(Some(if negated { sum.neg() } else { sum }));
        }
        if self.is_number_up_star(g)
            && self.is_number_up_star(h)
            && let (Some(of_g), Some(of_h)) = (self.as_number_up_star(g), self.as_number_up_star(h))
        {
            let sum = self.number_up_star(of_g.plus(&of_h))?;
            self.sums.set(a, b, if negated { sum.neg() } else { sum });
            return Ok(Some(sum));
        }
        Ok(None)
    }

    #[inline(never)]
    fn general_sum(&self, g: Id, h: Id) -> Result<Id, Stop> {
        let start = |g, h, base| Frame { g, h, list: 0, at: 0, base, counts: [0; 4] };
        let mut stack: SmallVec<[Frame; 4]> = SmallVec::new();
        let mut sums: SmallVec<[Id; 32]> = SmallVec::new();
        // The memo may forget; a long sum remembers.
        let mut long: HashMap<(Id, Id), Id, foldhash::fast::RandomState> = HashMap::default();
        let mut steps = 0u64;
        stack.push(start(g, h, 0));
        'frames: loop {
            let frame = stack.last_mut().expect("the first sum ends the loop");
            // A number moves along (number translation): only the other summand has moves that count.
            let translated = self.is_number(frame.g) || self.is_number(frame.h);
            while frame.list < 4 {
                let (mover, other) =
                    if frame.list.is_multiple_of(2) { (frame.g, frame.h) } else { (frame.h, frame.g) };
                if self.is_number(mover) {
                    frame.list += 1;
                    continue;
                }
                let player = if frame.list < 2 { Player::Left } else { Player::Right };
                let options = self.options(mover)?;
                let count = options.count(player);
                let mut each = match options {
                    Options::Listed(both) => Some(both.of(player).skip(frame.at as usize)),
                    Options::Nimbers { .. } => None,
                };
                while frame.at < count {
                    let option = match &mut each {
                        Some(each) => each.next().expect("there are as many options as counted"),
                        None => options.at(self, player, frame.at)?,
                    };
                    let part = || {
                        let (a, b, negated) = folded(option, other);
                        long.get(&(a, b)).map(|&sum| if negated { sum.neg() } else { sum })
                    };
                    let Some(sum) = self.settled_sum(option, other)?.or_else(part) else {
                        let base = sums.len();
                        stack.push(start(option, other, base));
                        if stack.len().is_multiple_of(1024) {
                            self.budget.check()?;
                        }
                        continue 'frames;
                    };
                    sums.push(sum);
                    frame.counts[frame.list] += 1;
                    frame.at += 1;
                }
                frame.list += 1;
                frame.at = 0;
            }
            let [a, b, c, d] = frame.counts;
            let (left, right) = sums[frame.base..].split_at(a + b);
            debug_assert_eq!(right.len(), c + d);
            let sum = if translated {
                self.translated(Ids::from(left), Ids::from(right))?
            } else {
                self.canonical_of_sum([&left[..a], &left[a..]], [&right[..c], &right[c..]])?
            };
            let (g, h, negated) = folded(frame.g, frame.h);
            let folded_sum = if negated { sum.neg() } else { sum };
            self.sums.set(g, h, folded_sum);
            steps += 1;
            if steps > LONG && long.len() < REMEMBERED {
                long.insert((g, h), folded_sum);
            }
            if steps.is_multiple_of(1024) || sums.len() - frame.base > MANY {
                self.budget.check()?;
            }
            sums.truncate(frame.base);
            stack.pop();
            if stack.is_empty() {
                return Ok(sum);
            }
        }
    }
}

/// g + h, h + g and -((-g) + (-h)) are one question: the one that is asked in the memo, and whether it is the negated.
#[inline]
fn folded(g: Id, h: Id) -> (Id, Id, bool) {
    let sorted = |g: Id, h: Id| if h < g { (h, g) } else { (g, h) };
    let (plain, negated) = (sorted(g, h), sorted(g.neg(), h.neg()));
    if negated < plain { (negated.0, negated.1, true) } else { (plain.0, plain.1, false) }
}
