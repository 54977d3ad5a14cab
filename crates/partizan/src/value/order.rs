//! The order of games: G <= H if and only if Right, moving first, cannot win H - G.

use super::Dyadic;
use super::glance::{Glance, Told};
use super::id::Id;
use super::number_up_star::NumberUpStar;
use super::signature::ZERO_BIT;
use super::store::{Options, Seen, Store};
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

/// A game that has no id yet, and is no number: its options, its stops and what they tell.
pub(super) struct Pending<'a> {
    pub(super) left: &'a [Id],
    pub(super) right: &'a [Id],
    pub(super) stops: &'a [Dyadic; 2],
    pub(super) glance: Glance,
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

/// A comparison `g <= h` that is to be made.
struct Open {
    /// How likely it holds: then it is made early, for it settles the one that asks.
    hope: i64,
    g: Id,
    h: Id,
}

/// What a long search has found out.
type Long = HashMap<(Id, Id), bool, foldhash::fast::RandomState>;

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
        let (g, h) = (self.seen(g), self.seen(h));
        self.le_at(g, &g.glance(), h, &h.glance())
    }

    /// `g <= h` for games whose glances are at hand.
    #[inline]
    pub(super) fn le_at(&self, g: Seen<'_>, of_g: &Glance, h: Seen<'_>, of_h: &Glance) -> Result<bool, Stop> {
        match self.settled(g, of_g, h, of_h) {
            Some(settled) => Ok(settled),
            None => self.search(g.id, h.id, None),
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
        let glance = |id: Id| if id == Id::PENDING { pending.glance } else { self.glance(id) };
        match self.settled_pending(g, &glance(g), h, &glance(h), pending) {
            Some(settled) => Ok(settled),
            None => self.search(g, h, Some(pending)),
        }
    }

    /// `g <= h`, if it can be told without looking at options.
    #[inline]
    fn settled(&self, g: Seen<'_>, of_g: &Glance, h: Seen<'_>, of_h: &Glance) -> Option<bool> {
        if g.id == h.id {
            return Some(true);
        }
        match of_g.at_most(of_h) {
            Told::Settled(settled) => return Some(settled),
            Told::Open => {}
            Told::Close => {
                if let Some(settled) = settled_by_stops(self.stops(g.id), self.stops(h.id)) {
                    return Some(settled);
                }
            }
        }
        if g.is_number_up_star()
            && h.is_number_up_star()
            && let Some(of_g) = self.stored_number_up_star(g.id)
            && let Some(of_h) = self.stored_number_up_star(h.id)
        {
            return Some(NumberUpStar::signed_is_at_most(of_g, g.id.is_flipped(), of_h, h.id.is_flipped()));
        }
        let (g, h) = folded(g.id, h.id);
        self.orders.get(g, h)
    }

    /// The same where one of the two is the pending game.
    #[inline]
    fn settled_pending(
        &self,
        g: Id,
        of_g: &Glance,
        h: Id,
        of_h: &Glance,
        pending: &Pending<'_>,
    ) -> Option<bool> {
        match of_g.at_most(of_h) {
            Told::Settled(settled) => return Some(settled),
            Told::Open => {}
            Told::Close => {
                let stops = |id: Id| if id == Id::PENDING { pending.stops } else { self.stops(id) };
                if let Some(settled) = settled_by_stops(stops(g), stops(h)) {
                    return Some(settled);
                }
            }
        }
        pending.known.borrow().get(g, h)
    }

    /// Asks whether `g <= h` by looking at the options: no left option of g is at least h, and no right option of h is at
    /// most g. Puts the comparisons that are not settled on the list, the most hopeful last; whether one is settled that
    /// refutes it.
    fn refuted(
        &self,
        (g, h): (Id, Id),
        pending: Option<&Pending<'_>>,
        open: &mut SmallVec<[Open; 16]>,
        long: &Long,
    ) -> Result<bool, Stop> {
        let start = open.len();
        let seen = |id: Id| if id == Id::PENDING { None } else { Some(self.seen(id)) };
        let seen = [seen(g), seen(h)];
        let glance = |seen: Option<Seen<'_>>| match (seen, pending) {
            (None, Some(pending)) => pending.glance,
            (seen, _) => seen.expect("only a pending game has no record").glance(),
        };
        let glances = [glance(seen[0]), glance(seen[1])];
        // Left's moves in g are answered in h, Right's in h are answered in g.
        for (player, mover, other) in [(Player::Left, 0, 1), (Player::Right, 1, 0)] {
            let mut refutes = |option: Id| {
                let option = self.seen(option);
                let (of_option, of_other) = (&option.glance(), &glances[other]);
                let [of_g, of_h] = in_order(player, of_other, of_option);
                let [g, h] = in_order(player, [g, h][other], option.id);
                let settled = match (seen[other], pending) {
                    (None, Some(pending)) => self.settled_pending(g, of_g, h, of_h, pending),
                    (other, _) => {
                        let [seen_g, seen_h] = in_order(player, other.unwrap_or(option), option);
                        let settled = self.settled(seen_g, of_g, seen_h, of_h);
                        if long.is_empty() {
                            settled
                        } else {
                            settled.or_else(|| long.get(&folded(g, h)).copied())
                        }
                    }
                };
                if settled.is_none() {
                    open.push(Open { hope: of_h.middle() - of_g.middle(), g, h });
                }
                settled == Some(true)
            };
            let options = match (seen[mover], pending) {
                (None, Some(pending)) => {
                    let options = if player == Player::Left { pending.left } else { pending.right };
                    if options.iter().any(|&option| refutes(option)) {
                        return Ok(true);
                    }
                    continue;
                }
                // If one side is a number, a move in it is never better than one in the other (number avoidance).
                (Some(mover), _) if !mover.is_number() => mover.options(self)?,
                _ => continue,
            };
            if let Options::Listed(both) = options {
                for option in both.of(player) {
                    self.touch(option);
                }
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
        open[start..].sort_unstable_by_key(|open| open.hope);
        Ok(false)
    }

    /// `g <= h`, by the options, their options and so on.
    #[inline(never)]
    fn search(&self, g: Id, h: Id, pending: Option<&Pending<'_>>) -> Result<bool, Stop> {
        let mut stack: SmallVec<[Frame; 8]> = SmallVec::new();
        let mut open: SmallVec<[Open; 16]> = SmallVec::new();
        let mut steps = 0u32;
        // The memo may forget; a long search remembers.
        let mut long = Long::default();
        let mut next = Some((g, h));
        loop {
            // Where there is a comparison to begin, its options are all asked about before one of them is searched.
            let mut result = if let Some((g, h)) = next.take() {
                stack.push(Frame { g, h, open: open.len() });
                steps = steps.wrapping_add(1);
                if steps.is_multiple_of(LONG) {
                    self.budget.check()?;
                }
                !self.refuted((g, h), pending, &mut open, &long)?
            } else {
                true
            };
            // A comparison that holds refutes the one that asked for it; else that one goes on with what is open.
            while let Some(frame) = stack.last() {
                if result && open.len() > frame.open {
                    next = open.pop().map(|open| (open.g, open.h));
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

/// The two sides of the comparison that a player's option is in: Left's option is to be at least the other side.
#[inline]
fn in_order<T>(player: Player, other: T, option: T) -> [T; 2] {
    match player {
        Player::Left => [other, option],
        Player::Right => [option, other],
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
