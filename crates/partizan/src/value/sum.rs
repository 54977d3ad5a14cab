//! Sums.

use super::id::Id;
use super::store::{Ids, Options, Store};
use crate::budget::Stop;
use crate::player::Player;
use hashbrown::HashMap;
use num_bigint::{BigInt, Sign};
use num_traits::One;

/// A sum that is under way: the options of g, then those of h, each added to the other; left ones, then right ones.
struct Frame<'s> {
    g: Id,
    h: Id,
    moves: [(Option<Options<'s>>, Id, Player); 4],
    /// Which of the four lists, and how far in it.
    list: usize,
    at: u64,
    sums: [Ids; 2],
}

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
        if self.is_number_up_star(g)
            && self.is_number_up_star(h)
            && let (Some(g), Some(h)) = (self.as_number_up_star(g), self.as_number_up_star(h))
        {
            return self.number_up_star(g.plus(&h)).map(Some);
        }
        let (g, h, negated) = folded(g, h);
        Ok(self.sums.get(g, h).map(|sum| if negated { sum.neg() } else { sum }))
    }

    fn sum_frame(&self, g: Id, h: Id) -> Result<Frame<'_>, Stop> {
        // A number moves along (number translation): only the other summand has moves that count.
        let moves = |id: Id| if self.is_number(id) { Ok(None) } else { self.options(id).map(Some) };
        let (of_g, of_h) = (moves(g)?, moves(h)?);
        let moves = [
            (of_g.clone(), h, Player::Left),
            (of_h.clone(), g, Player::Left),
            (of_g, h, Player::Right),
            (of_h, g, Player::Right),
        ];
        Ok(Frame { g, h, moves, list: 0, at: 0, sums: Default::default() })
    }

    #[cold]
    fn general_sum(&self, g: Id, h: Id) -> Result<Id, Stop> {
        let mut stack = vec![self.sum_frame(g, h)?];
        // The memo may forget; a long sum remembers its own parts.
        let mut parts: HashMap<(Id, Id), Id, foldhash::fast::RandomState> = HashMap::default();
        let mut steps = 0u64;
        'frames: loop {
            let frame = stack.last_mut().expect("the first sum ends the loop");
            while frame.list < 4 {
                let (options, other, player) = &frame.moves[frame.list];
                let Some(options) = options.as_ref().filter(|options| frame.at < options.count(*player))
                else {
                    frame.list += 1;
                    frame.at = 0;
                    continue;
                };
                let (g, h) = (options.at(self, *player, frame.at)?, *other);
                let (a, b, negated) = folded(g, h);
                let part = || parts.get(&(a, b)).map(|&sum| if negated { sum.neg() } else { sum });
                let Some(sum) = self.settled_sum(g, h)?.or_else(part) else {
                    stack.push(self.sum_frame(g, h)?);
                    continue 'frames;
                };
                frame.sums[frame.list / 2].push(sum);
                frame.at += 1;
            }
            let frame = stack.pop().expect("the frame that ended");
            let sum = self.canonical(&frame.sums[0], &frame.sums[1])?;
            let (g, h, negated) = folded(frame.g, frame.h);
            let folded_sum = if negated { sum.neg() } else { sum };
            self.sums.set(g, h, folded_sum);
            steps += 1;
            if steps > 4096 {
                parts.insert((g, h), folded_sum);
            }
            if steps.is_multiple_of(1024) {
                self.budget.check()?;
            }
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
