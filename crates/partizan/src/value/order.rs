//! The order of games: G <= H if and only if Right, moving first, cannot win H - G.

use super::Dyadic;
use super::id::Id;
use super::number_up_star::NumberUpStar;
use super::signature::{Signature, ZERO_BIT};
use super::store::{Options, Store, View};
use crate::budget::Stop;
use crate::player::Player;
use hashbrown::HashMap;
use smallvec::SmallVec;
use std::cell::RefCell;
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

/// A comparison `g <= h` that is under way: the left options of g, then the right options of h.
struct Frame<'s> {
    g: Id,
    h: Id,
    left: Side<'s>,
    right: Side<'s>,
}

/// The options that a comparison still has to look at.
#[derive(Clone)]
enum Side<'s> {
    Stored(View<'s>),
    Pending(&'s [Id]),
    /// The options x + *j, from j = `at` on.
    Nimbers {
        number: Dyadic,
        at: u64,
        star: u64,
    },
}

/// How far a look at the options came.
enum Look {
    /// No option refutes the comparison.
    Passed,
    /// One does.
    Refuted,
    /// This comparison must be searched first.
    Search(Id, Id),
}

impl Side<'_> {
    const NONE: Side<'static> = Side::Pending(&[]);

    /// Asks about each option in turn, up to one that refutes or is not settled.
    #[inline]
    fn look(
        &mut self,
        store: &Store,
        mut ask: impl FnMut(Id) -> Option<bool>,
        pair: impl Fn(Id) -> (Id, Id),
    ) -> Result<Look, Stop> {
        let mut asked = |option: Id| match ask(option) {
            Some(false) => None,
            Some(true) => Some(Look::Refuted),
            None => {
                let (g, h) = pair(option);
                Some(Look::Search(g, h))
            }
        };
        let found = match self {
            Side::Stored(view) => view.by_ref().find_map(&mut asked),
            Side::Pending(ids) => loop {
                let Some((&option, rest)) = ids.split_first() else { break None };
                *ids = rest;
                if let Some(look) = asked(option) {
                    break Some(look);
                }
            },
            Side::Nimbers { number, at, star } => loop {
                if at == star {
                    break None;
                }
                let option = NumberUpStar { number: number.clone(), ups: Dyadic::ZERO, star: *at };
                *at += 1;
                if let Some(look) = asked(store.number_up_star(option)?) {
                    break Some(look);
                }
            },
        };
        Ok(found.unwrap_or(Look::Passed))
    }
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
        if let Some(of_g) = self.stored_number_up_star(g)
            && let Some(of_h) = self.stored_number_up_star(h)
        {
            return Some(NumberUpStar::signed_is_at_most(of_g, g.is_flipped(), of_h, h.is_flipped()));
        }
        if let Some(settled) = settled_by_stops(self.stops(g), self.stops(h)) {
            return Some(settled);
        }
        let (g, h) = folded(g, h);
        self.orders.get(g, h)
    }

    #[inline]
    fn settled_pending(&self, g: Id, h: Id, pending: &Pending<'_>) -> Option<bool> {
        let signature = |id: Id| if id == Id::PENDING { pending.signature } else { self.signature(id) };
        let stops = |id: Id| if id == Id::PENDING { pending.stops } else { self.stops(id) };
        signature(g)
            .settles(signature(h))
            .or_else(|| settled_by_stops(stops(g), stops(h)))
            .or_else(|| pending.known.borrow().get(g, h))
    }

    fn frame<'s>(&'s self, g: Id, h: Id, pending: Option<&'s Pending<'_>>) -> Result<Frame<'s>, Stop> {
        // If one side is a number, a move in it is never better than one in the other (number avoidance).
        let side = |id: Id, player: Player| {
            Ok(match pending {
                Some(pending) if id == Id::PENDING => {
                    Side::Pending(if player == Player::Left { pending.left } else { pending.right })
                }
                _ if self.is_number(id) => Side::NONE,
                _ => match self.options(id)? {
                    Options::Listed(both) => Side::Stored(both.of(player)),
                    Options::Nimbers { number, star } => Side::Nimbers { number, at: 0, star },
                },
            })
        };
        Ok(Frame { g, h, left: side(g, Player::Left)?, right: side(h, Player::Right)? })
    }

    /// `g <= h`: no left option of g is at least h, and no right option of h is at most g.
    #[inline(never)]
    fn search(&self, g: Id, h: Id, pending: Option<&Pending<'_>>) -> Result<bool, Stop> {
        let mut stack: SmallVec<[Frame<'_>; 4]> = SmallVec::new();
        let mut steps = 0u32;
        // The memo may forget; a long search remembers.
        let mut long: HashMap<(Id, Id), bool, foldhash::fast::RandomState> = HashMap::default();
        stack.push(self.frame(g, h, pending)?);
        loop {
            let frame = stack.last_mut().expect("the first comparison ends the search");
            let (frame_g, frame_h) = (frame.g, frame.h);
            let ask = |g: Id, h: Id| match pending {
                Some(pending) if g == Id::PENDING || h == Id::PENDING => self.settled_pending(g, h, pending),
                _ if long.is_empty() => self.settled(g, h),
                _ => self.settled(g, h).or_else(|| long.get(&folded(g, h)).copied()),
            };
            let mut look =
                frame.left.look(self, |option| ask(frame_h, option), |option| (frame_h, option))?;
            if matches!(look, Look::Passed) {
                look = frame.right.look(self, |option| ask(option, frame_g), |option| (option, frame_g))?;
            }
            let mut result = match look {
                Look::Passed => true,
                Look::Refuted => false,
                Look::Search(g, h) => {
                    steps = steps.wrapping_add(1);
                    if steps.is_multiple_of(LONG) {
                        self.budget.check()?;
                    }
                    let next = self.frame(g, h, pending)?;
                    stack.push(next);
                    continue;
                }
            };
            // A comparison that holds refutes the one that asked for it.
            while let Some(done) = stack.pop() {
                match pending {
                    Some(pending) if done.g == Id::PENDING || done.h == Id::PENDING => {
                        pending.known.borrow_mut().set(done.g, done.h, result);
                    }
                    _ => {
                        let (g, h) = folded(done.g, done.h);
                        self.orders.set(g, h, result);
                        if steps >= LONG && long.len() < REMEMBERED {
                            long.insert((g, h), result);
                        }
                    }
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
    }
}

/// g <= h and -h <= -g are one question: the one that is asked in the memo.
#[inline]
fn folded(g: Id, h: Id) -> (Id, Id) {
    let (minus_g, minus_h) = (g.neg(), h.neg());
    if (minus_h, minus_g) < (g, h) { (minus_h, minus_g) } else { (g, h) }
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
