//! The order of games up to infinitesimals, without sums: only the options of both games are looked at.

use super::id::Id;
use super::store::Store;
use crate::budget::Stop;
use crate::player::Player;
use hashbrown::HashMap;

/// Comparisons up to infinitesimals, and what they have found out.
///
/// Let ε be a positive number smaller than all that the games tell apart. A number moves along with a game that is none
/// (number translation), so the options of h + ε are those of h, each plus ε; and two numbers, or a game and a number,
/// compare as their stops do. So two questions call each other: whether g <= h + ε, and whether h + ε <= g.
pub(super) struct Closeness<'s> {
    store: &'s Store,
    known: HashMap<Question, bool, foldhash::fast::RandomState>,
    stack: Vec<Frame>,
    steps: u32,
}

/// `at_most`: whether the first game is at most the second plus ε. Else: whether the first plus ε is at most the second.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Question {
    at_most: bool,
    first: Id,
    second: Id,
}

struct Frame {
    question: Question,
    /// The options that refute it: left ones of the first game, then right ones of the second.
    side: Player,
    next: u64,
}

/// How often the budget is asked.
const STEPS: u32 = 1 << 10;
/// No more than so many comparisons are remembered.
const REMEMBERED: usize = 1 << 22;

impl<'s> Closeness<'s> {
    pub(super) fn new(store: &'s Store) -> Self {
        Closeness { store, known: HashMap::default(), stack: Vec::new(), steps: 0 }
    }

    /// Whether g is less than or infinitesimally close to h.
    pub(super) fn is_about_at_most(&mut self, g: Id, h: Id) -> Result<bool, Stop> {
        self.ask(Question { at_most: true, first: g, second: h })
    }

    fn ask(&mut self, question: Question) -> Result<bool, Stop> {
        if let Some(settled) = self.settled(question) {
            return Ok(settled);
        }
        self.stack.clear();
        self.stack.push(Frame::new(question));
        loop {
            self.steps = self.steps.wrapping_add(1);
            if self.steps.is_multiple_of(STEPS) {
                self.store.budget().check()?;
            }
            let mut holds = match self.open()? {
                Some(open) => {
                    self.stack.push(Frame::new(open));
                    continue;
                }
                None => !self.stack.last().is_some_and(Frame::is_refuted),
            };
            // What holds refutes the question that asked for it; what does not leaves it open.
            loop {
                let done = self.stack.pop().expect("the question that is settled");
                if self.known.len() < REMEMBERED {
                    self.known.insert(done.question, holds);
                }
                let Some(frame) = self.stack.last_mut() else { return Ok(holds) };
                if !holds {
                    break;
                }
                frame.next = Frame::REFUTED;
                holds = false;
            }
        }
    }

    /// The next question that the top one depends on and that is not settled; none if all are, or one refutes it.
    fn open(&mut self) -> Result<Option<Question>, Stop> {
        let Some(mut frame) = self.stack.pop() else { return Ok(None) };
        let mut open = None;
        'sides: while !frame.is_refuted() {
            let Question { at_most, first, second } = frame.question;
            let mover = if frame.side == Player::Left { first } else { second };
            let count = self.store.option_count(mover, frame.side);
            while frame.next < count {
                let option = self.store.option(mover, frame.side, frame.next)?;
                frame.next += 1;
                let (first, second) = match frame.side {
                    Player::Left => (second, option),
                    Player::Right => (option, first),
                };
                let question = Question { at_most: !at_most, first, second };
                match self.settled(question) {
                    Some(true) => {
                        frame.next = Frame::REFUTED;
                        break 'sides;
                    }
                    Some(false) => {}
                    None => {
                        open = Some(question);
                        break 'sides;
                    }
                }
            }
            if frame.side == Player::Right {
                break;
            }
            (frame.side, frame.next) = (Player::Right, 0);
        }
        self.stack.push(frame);
        Ok(open)
    }

    /// The answer, if the stops or what is known give it. They do where one of the games is a number, or close to one.
    fn settled(&self, question: Question) -> Option<bool> {
        let Question { at_most, first, second } = question;
        let ([left, right], [other_left, other_right]) = (self.store.stops(first), self.store.stops(second));
        if at_most {
            if left > other_left || right > other_right {
                return Some(false);
            }
            if left <= other_right {
                return Some(true);
            }
        } else {
            if left >= other_left || right >= other_right {
                return Some(false);
            }
            if left < other_right {
                return Some(true);
            }
        }
        self.known.get(&question).copied()
    }
}

impl Frame {
    const REFUTED: u64 = u64::MAX;

    fn new(question: Question) -> Frame {
        Frame { question, side: Player::Left, next: 0 }
    }

    fn is_refuted(&self) -> bool {
        self.next == Frame::REFUTED
    }
}
