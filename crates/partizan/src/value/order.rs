//! The order of games: G <= H if and only if Right, moving first, cannot win H - G.

use super::Dyadic;
use super::id::Id;
use super::number_up_star::NumberUpStar;
use super::rough::Rough;
use super::signature::{Signature, ZERO_BIT};
use super::store::{Options, Store};
use crate::budget::Stop;
use crate::player::Player;
use hashbrown::HashMap;
use smallvec::SmallVec;
use std::cell::RefCell;
use std::cmp::Ordering;
use std::fmt;

/// How one game compares with another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Comparison {
    /// It is less: Right wins the difference, whoever begins.
    Less,
    /// They are equal: whoever begins loses the difference.
    Equal,
    /// It is greater: Left wins the difference, whoever begins.
    Greater,
    /// Neither: whoever begins wins the difference.
    Confused,
}

impl Comparison {
    /// From "at most" and "at least".
    pub(super) fn from_both(at_most: bool, at_least: bool) -> Self {
        match (at_most, at_least) {
            (true, true) => Comparison::Equal,
            (true, false) => Comparison::Less,
            (false, true) => Comparison::Greater,
            (false, false) => Comparison::Confused,
        }
    }
}

/// Who wins a game under normal play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// N: the player who moves next.
    Next,
    /// P: the player who has moved before, that is the one who moves second.
    Previous,
    /// L: Left, whoever begins.
    Left,
    /// R: Right, whoever begins.
    Right,
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Outcome::Next => "N",
            Outcome::Previous => "P",
            Outcome::Left => "L",
            Outcome::Right => "R",
        })
    }
}

/// A game that has no id yet, and is no number: its options, stops and signature.
pub(super) struct Pending<'a> {
    pub(super) left: &'a [Id],
    pub(super) right: &'a [Id],
    pub(super) stops: &'a [Dyadic; 2],
    pub(super) rough: [Rough; 2],
    pub(super) signature: Signature,
    /// What is known of it by looking at options.
    pub(super) known: RefCell<Known>,
}

/// Comparisons by their two sides: a list while they are few.
#[derive(Default)]
pub(super) struct Known {
    few: SmallVec<[(Id, Id, bool); 8]>,
    many: HashMap<(Id, Id), bool, foldhash::fast::RandomState>,
}

impl Known {
    const FEW: usize = 32;

    fn get(&self, g: Id, h: Id) -> Option<bool> {
        let few = self.few.iter().find(|known| known.0 == g && known.1 == h).map(|known| known.2);
        few.or_else(|| if self.many.is_empty() { None } else { self.many.get(&(g, h)).copied() })
    }

    fn set(&mut self, g: Id, h: Id, result: bool) {
        if self.few.len() < Self::FEW {
            self.few.push((g, h, result));
        } else {
            self.many.insert((g, h), result);
        }
    }
}

/// A comparison `g <= h` that is under way.
struct Frame {
    g: Id,
    h: Id,
    /// Where its open comparisons begin.
    open: usize,
}

/// Searches remember all that they find out from this many steps on, and the budget is asked as often.
const LONG: u32 = 1 << 12;
/// But no more than this.
const REMEMBERED: usize = 1 << 22;

impl Store {
    /// Whether `g <= h`: Left, moving second, wins h - g.
    ///
    /// # Errors
    /// [`Stop`] if the budget is spent.
    #[inline]
    pub fn le(&self, g: Id, h: Id) -> Result<bool, Stop> {
        match self.settled(g, h) {
            Some(settled) => Ok(settled),
            None => self.search(g, h, None),
        }
    }

    /// `g <= h` for different games whose signatures are at hand.
    #[inline]
    pub(super) fn le_with(&self, g: Id, of_g: Signature, h: Id, of_h: Signature) -> Result<bool, Stop> {
        if g == h {
            return Ok(true);
        }
        match of_g.settles(of_h).or_else(|| self.settled_otherwise(g, h)) {
            Some(settled) => Ok(settled),
            None => self.search(g, h, None),
        }
    }

    /// How `g` compares with `h`.
    ///
    /// # Errors
    /// [`Stop`] if the budget is spent.
    pub fn compare(&self, g: Id, h: Id) -> Result<Comparison, Stop> {
        Ok(Comparison::from_both(self.le(g, h)?, self.le(h, g)?))
    }

    /// Who wins.
    pub fn outcome(&self, g: Id) -> Outcome {
        let signature = self.signature(g);
        match (signature.at_least & ZERO_BIT != 0, signature.at_most & ZERO_BIT != 0) {
            (true, true) => Outcome::Previous,
            (true, false) => Outcome::Left,
            (false, true) => Outcome::Right,
            (false, false) => Outcome::Next,
        }
    }

    /// Whether `g <= pending`, or `pending <= h`: [`Id::PENDING`] stands for the pending game.
    #[inline]
    pub(super) fn le_pending(&self, g: Id, h: Id, pending: &Pending<'_>) -> Result<bool, Stop> {
        match self.settled_pending(g, h, pending) {
            Some(settled) => Ok(settled),
            None => self.search(g, h, Some(pending)),
        }
    }

    /// `g <= h`, if it can be told without looking at options.
    #[inline]
    fn settled(&self, g: Id, h: Id) -> Option<bool> {
        if g == h {
            return Some(true);
        }
        if let Some(settled) = self.signature(g).settles(self.signature(h)) {
            return Some(settled);
        }
        self.settled_otherwise(g, h)
    }

    fn settled_otherwise(&self, g: Id, h: Id) -> Option<bool> {
        match settled_by_rough(self.rough_stops(g), self.rough_stops(h)) {
            Told::Settled(settled) => return Some(settled),
            Told::Open => {}
            Told::Close => {
                if let Some(settled) = settled_by_stops(self.stops(g), self.stops(h)) {
                    return Some(settled);
                }
            }
        }
        if self.is_number_up_star(g)
            && self.is_number_up_star(h)
            && let Some(of_g) = self.stored_number_up_star(g)
            && let Some(of_h) = self.stored_number_up_star(h)
        {
            return Some(NumberUpStar::signed_is_at_most(of_g, g.is_flipped(), of_h, h.is_flipped()));
        }
        let (g, h) = folded(g, h);
        self.orders.get(g, h)
    }

    #[inline]
    fn settled_pending(&self, g: Id, h: Id, pending: &Pending<'_>) -> Option<bool> {
        let signature = |id: Id| if id == Id::PENDING { pending.signature } else { self.signature(id) };
        let rough = |id: Id| if id == Id::PENDING { pending.rough } else { self.rough_stops(id) };
        let stops = |id: Id| if id == Id::PENDING { pending.stops } else { self.stops(id) };
        let by_stops = || match settled_by_rough(rough(g), rough(h)) {
            Told::Settled(settled) => Some(settled),
            Told::Open => None,
            Told::Close => settled_by_stops(stops(g), stops(h)),
        };
        signature(g).settles(signature(h)).or_else(by_stops).or_else(|| pending.known.borrow().get(g, h))
    }

    /// Asks whether `g <= h` by looking at the options: no left option of g is at least h, and no right option of h is at
    /// most g. Puts the comparisons that are not settled on the list; whether one is settled that refutes it.
    fn refuted(
        &self,
        (g, h): (Id, Id),
        pending: Option<&Pending<'_>>,
        open: &mut SmallVec<[(Id, Id); 16]>,
        ask: impl Fn(Id, Id) -> Option<bool>,
    ) -> Result<bool, Stop> {
        let mut refutes = |g: Id, h: Id| {
            let settled = ask(g, h);
            if settled.is_none() {
                open.push((g, h));
            }
            settled == Some(true)
        };
        for (id, player) in [(g, Player::Left), (h, Player::Right)] {
            let mut refutes =
                |option: Id| if player == Player::Left { refutes(h, option) } else { refutes(option, g) };
            match pending {
                Some(pending) if id == Id::PENDING => {
                    let options = if player == Player::Left { pending.left } else { pending.right };
                    if options.iter().any(|&option| refutes(option)) {
                        return Ok(true);
                    }
                    continue;
                }
                // If one side is a number, a move in it is never better than one in the other (number avoidance).
                _ if self.is_number(id) => continue,
                _ => {}
            }
            let options = self.options(id)?;
            if let Options::Listed(both) = options {
                if both.of(player).any(refutes) {
                    return Ok(true);
                }
            } else {
                for number in 0..options.count(player) {
                    if refutes(options.at(self, player, number)?) {
                        return Ok(true);
                    }
                }
            }
        }
        Ok(false)
    }

    /// `g <= h`, by the options, their options and so on.
    #[inline(never)]
    fn search(&self, g: Id, h: Id, pending: Option<&Pending<'_>>) -> Result<bool, Stop> {
        let mut stack: SmallVec<[Frame; 8]> = SmallVec::new();
        let mut open: SmallVec<[(Id, Id); 16]> = SmallVec::new();
        let mut steps = 0u32;
        // The memo may forget; a long search remembers.
        let mut long: HashMap<(Id, Id), bool, foldhash::fast::RandomState> = HashMap::default();
        let mut next = Some((g, h));
        loop {
            // Where there is a comparison to begin, its options are all asked about before one of them is searched.
            let mut result = if let Some((g, h)) = next.take() {
                let ask = |g: Id, h: Id| match pending {
                    Some(pending) if g == Id::PENDING || h == Id::PENDING => {
                        self.settled_pending(g, h, pending)
                    }
                    _ if long.is_empty() => self.settled(g, h),
                    _ => self.settled(g, h).or_else(|| long.get(&folded(g, h)).copied()),
                };
                stack.push(Frame { g, h, open: open.len() });
                steps = steps.wrapping_add(1);
                if steps.is_multiple_of(LONG) {
                    self.budget.check()?;
                }
                !self.refuted((g, h), pending, &mut open, ask)?
            } else {
                true
            };
            // A comparison that holds refutes the one that asked for it; else that one goes on with what is open.
            while let Some(frame) = stack.last() {
                if result && open.len() > frame.open {
                    next = open.pop();
                    break;
                }
                open.truncate(frame.open);
                match pending {
                    Some(pending) if frame.g == Id::PENDING || frame.h == Id::PENDING => {
                        pending.known.borrow_mut().set(frame.g, frame.h, result);
                    }
                    _ => {
                        let (g, h) = folded(frame.g, frame.h);
                        self.orders.set(g, h, result);
                        if steps >= LONG && long.len() < REMEMBERED {
                            long.insert((g, h), result);
                        }
                    }
                }
                stack.pop();
                if stack.is_empty() {
                    return Ok(result);
                }
                result = !result;
            }
        }
    }
}

/// g <= h and -h <= -g are one question: the one that is asked in the memo.
#[inline]
fn folded(g: Id, h: Id) -> (Id, Id) {
    let (minus_g, minus_h) = (g.neg(), h.neg());
    if (minus_h, minus_g) < (g, h) { (minus_h, minus_g) } else { (g, h) }
}

/// What the rounded stops tell.
enum Told {
    Settled(bool),
    /// The stops do not settle it.
    Open,
    /// They are too close for what is known of them.
    Close,
}

#[inline]
fn settled_by_rough(g: [Rough; 2], h: [Rough; 2]) -> Told {
    let [left, right, across] = [g[0].compare(h[0]), g[1].compare(h[1]), g[0].compare(h[1])];
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

#[inline]
fn settled_by_stops(g: &[Dyadic; 2], h: &[Dyadic; 2]) -> Option<bool> {
    if std::ptr::eq(g, h) {
        return None;
    }
    if g[0] > h[0] || g[1] > h[1] {
        Some(false)
    } else if g[0] < h[1] {
        Some(true)
    } else {
        None
    }
}
