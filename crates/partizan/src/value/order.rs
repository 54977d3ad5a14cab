//! The order of games: G <= H if and only if Right, moving first, cannot win H - G.

use super::Dyadic;
use super::id::Id;
use super::signature::{Signature, ZERO_BIT};
use super::store::{Options, Store};
use crate::budget::Stop;
use crate::player::Player;
use smallvec::SmallVec;
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
    pub(super) signature: Signature,
}

/// A comparison `g <= h` that is under way: the left options of g, then the right options of h, up to `at`.
struct Frame<'s> {
    g: Id,
    h: Id,
    left: Side<'s>,
    right: Side<'s>,
    at: u64,
}

/// The options that a comparison runs over.
enum Side<'s> {
    None,
    Stored(Options<'s>, Player),
    Pending(&'s [Id]),
}

impl Side<'_> {
    fn count(&self) -> u64 {
        match self {
            Side::None => 0,
            Side::Stored(options, player) => options.count(*player),
            Side::Pending(ids) => ids.len() as u64,
        }
    }

    fn at(&self, store: &Store, number: u64) -> Result<Id, Stop> {
        match self {
            Side::None => unreachable!("an empty side has no option"),
            Side::Stored(options, player) => options.at(store, *player, number),
            Side::Pending(ids) => Ok(ids[number as usize]),
        }
    }
}

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
        if self.is_number_up_star(g) && self.is_number_up_star(h) {
            return Some(self.as_number_up_star(g)?.is_at_most(&self.as_number_up_star(h)?));
        }
        if let Some(settled) = settled_by_stops(&self.stops(g), &self.stops(h)) {
            return Some(settled);
        }
        let (g, h) = folded(g, h);
        self.orders.get(g, h)
    }

    fn settled_pending(&self, g: Id, h: Id, pending: &Pending<'_>) -> Option<bool> {
        let facts = |id: Id| {
            if id == Id::PENDING {
                (pending.signature, pending.stops.clone())
            } else {
                (self.signature(id), self.stops(id))
            }
        };
        let ((g_signature, g_stops), (h_signature, h_stops)) = (facts(g), facts(h));
        g_signature.settles(h_signature).or_else(|| settled_by_stops(&g_stops, &h_stops))
    }

    fn stops(&self, id: Id) -> [Dyadic; 2] {
        [self.left_stop(id), self.right_stop(id)]
    }

    fn frame<'s>(&'s self, g: Id, h: Id, pending: Option<&'s Pending<'_>>) -> Result<Frame<'s>, Stop> {
        // If one side is a number, a move in it is never better than one in the other (number avoidance).
        let side = |id: Id, player: Player| {
            Ok(match pending {
                Some(pending) if id == Id::PENDING => {
                    Side::Pending(if player == Player::Left { pending.left } else { pending.right })
                }
                _ if self.is_number(id) => Side::None,
                _ => Side::Stored(self.options(id)?, player),
            })
        };
        Ok(Frame { g, h, left: side(g, Player::Left)?, right: side(h, Player::Right)?, at: 0 })
    }

    /// `g <= h`: no left option of g is at least h, and no right option of h is at most g.
    #[cold]
    fn search(&self, g: Id, h: Id, pending: Option<&Pending<'_>>) -> Result<bool, Stop> {
        let mut stack: SmallVec<[Frame<'_>; 4]> = SmallVec::new();
        let mut steps = 0u32;
        stack.push(self.frame(g, h, pending)?);
        'frames: while let Some(frame) = stack.last_mut() {
            let (lefts, rights) = (frame.left.count(), frame.right.count());
            let mut result = true;
            while frame.at < lefts + rights {
                let (g, h) = if frame.at < lefts {
                    (frame.h, frame.left.at(self, frame.at)?)
                } else {
                    (frame.right.at(self, frame.at - lefts)?, frame.g)
                };
                frame.at += 1;
                let settled = match pending {
                    Some(pending) if g == Id::PENDING || h == Id::PENDING => {
                        self.settled_pending(g, h, pending)
                    }
                    _ => self.settled(g, h),
                };
                match settled {
                    Some(true) => {
                        result = false;
                        break;
                    }
                    Some(false) => {}
                    None => {
                        steps = steps.wrapping_add(1);
                        if steps.is_multiple_of(1 << 14) {
                            self.budget.check()?;
                        }
                        let next = self.frame(g, h, pending)?;
                        stack.push(next);
                        continue 'frames;
                    }
                }
            }
            // Done; a comparison that holds refutes the one above it.
            loop {
                let Some(done) = stack.pop() else { return Ok(result) };
                if done.g != Id::PENDING && done.h != Id::PENDING {
                    let (g, h) = folded(done.g, done.h);
                    self.orders.set(g, h, result);
                }
                if stack.is_empty() {
                    return Ok(result);
                }
                if !result {
                    break;
                }
                result = false;
            }
        }
        unreachable!("the first comparison ends the search")
    }
}

/// g <= h and -h <= -g are one question: the one that is asked in the memo.
#[inline]
fn folded(g: Id, h: Id) -> (Id, Id) {
    let (minus_g, minus_h) = (g.neg(), h.neg());
    if (minus_h, minus_g) < (g, h) { (minus_h, minus_g) } else { (g, h) }
}

fn settled_by_stops(g: &[Dyadic; 2], h: &[Dyadic; 2]) -> Option<bool> {
    if g[0] > h[0] || g[1] > h[1] {
        Some(false)
    } else if g[0] < h[1] {
        Some(true)
    } else {
        None
    }
}
