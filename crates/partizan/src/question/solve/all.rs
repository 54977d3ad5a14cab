//! Every position of a ruleset at once: counts by value and distance, the longest win, and what else stands out.

use super::tally::{Count, Tally};
use super::{Book, Convention, Reached, Request, Table, Value, Wanted, Worth, best_move, find, locate, work};
use crate::budget::Budget;
use crate::fault::Fault;
use crate::question::{Answer, Error, exact::as_text};
use crate::ruleset::{
    Finite, FiniteVisitor, Index, Keyed, KeyedVisitor, Lookup, Player, Ruleset, Variant, Visitor,
    with_finite, with_keyed, with_ruleset,
};
use serde::Serialize;
use std::time::Instant;

/// The question as an answer repeats it.
#[derive(Clone, Debug, Serialize)]
pub struct AskAll {
    /// `solve`.
    pub question: &'static str,
    /// The ruleset.
    pub ruleset: &'static str,
    /// Its variant, every setting said.
    pub variant: Variant,
    /// What is counted: `every position as its mover sees it`, or `every position that play from here can reach`, perhaps
    /// `without` some that the page of the ruleset names.
    pub positions: String,
    /// Where play begins, if that is what decides which positions there are.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// Who moves first there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mover: Option<Player>,
    /// What having no move means where the rules have no verdict.
    pub convention: Convention,
}

/// A number of positions.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Positions {
    /// Each image of a position by itself.
    #[serde(serialize_with = "as_text")]
    pub labelled: u64,
    /// All images as one; absent where the ruleset has no symmetries or they were not asked.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "some_as_text")]
    pub up_to_symmetry: Option<u64>,
}

#[allow(clippy::ref_option)] // the serialiser passes the field by reference
fn some_as_text<S: serde::Serializer>(number: &Option<u64>, serializer: S) -> Result<S::Ok, S::Error> {
    match number {
        Some(number) => as_text(number, serializer),
        None => serializer.serialize_none(),
    }
}

/// How many positions have a value.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct ByValue {
    /// The value.
    pub value: Value,
    /// How many positions.
    #[serde(flatten)]
    pub count: Positions,
}

/// How many positions have a value at a distance.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct ByWorth {
    /// The value and the distance.
    #[serde(flatten)]
    pub worth: Worth,
    /// How many positions.
    #[serde(flatten)]
    pub count: Positions,
}

/// A win with a line of best play.
#[derive(Clone, Debug, Serialize)]
pub struct Line {
    /// The position.
    pub position: String,
    /// Who moves there.
    pub mover: Player,
    /// How many plies it takes.
    pub distance: u32,
    /// The position after each ply of best play on both sides.
    pub line: Vec<String>,
}

/// What is known of all positions together.
#[derive(Clone, Debug, Serialize)]
pub struct All {
    /// How many there are.
    pub positions: Positions,
    /// How many of each value, those that occur.
    pub values: Vec<ByValue>,
    /// How many of each value at each distance.
    pub histogram: Vec<ByWorth>,
    /// What the usual start is worth, where there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start: Option<Worth>,
    /// The first of the longest wins, where there are wins.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub longest_win: Option<Line>,
    /// The greatest number of moves in a position.
    pub most_moves: u32,
    /// Positions with exactly one winning move.
    pub one_winning_move: Positions,
}

/// Solves every position of a ruleset by name: every one that its index has or, without an index, every one that can be
/// reached from the position of the request.
///
/// # Errors
/// A fault in the request; a stop when the budget is spent.
pub fn solve_all(request: &Request, budget: &Budget) -> Result<Answer<AskAll, All>, Error> {
    let (name, variant, every) = (&request.ruleset, &request.variant, Every { request, budget });
    match with_finite(name, variant, every) {
        Err(Lookup::Missing { .. }) => {}
        answer => return answer?,
    }
    match with_keyed(name, variant, every) {
        Err(Lookup::Missing { .. }) => with_ruleset(name, variant, every)?,
        answer => answer?,
    }
}

#[derive(Clone, Copy)]
struct Every<'a> {
    request: &'a Request,
    budget: &'a Budget,
}

impl FiniteVisitor for Every<'_> {
    type Out = Result<Answer<AskAll, All>, Error>;

    fn visit<R: Finite>(self, ruleset: R) -> Self::Out {
        let begun = Instant::now();
        if self.request.position.is_some() {
            let expected = format!("none: every position of {} is solved", R::NAME);
            return Err(Fault::new("a position", expected).into());
        }
        let index = ruleset.numbered(self.request.symmetry);
        let (mut table, tally, longest) = Table::survey(index, self.request.convention, self.budget)?;
        let state = longest.and_then(|number| table.index().state(number));
        let start =
            ruleset.start().map(|position| (ruleset.turn(&position).unwrap_or(Player::Left), position));
        let start = start.map(|(mover, position)| {
            Book::know(&mut table, &ruleset, &position, mover, self.budget)?;
            Ok::<_, Error>(table.look(&ruleset, &position, mover))
        });
        let (start, symmetric, most_moves) =
            (start.transpose()?.flatten(), table.index().symmetric(), table.counts().most_moves);
        let answer =
            All::new(&ruleset, &mut table, &tally, symmetric, state, start, most_moves, self.budget)?;
        let counts = table.counts();
        Ok(Answer {
            ask: AskAll {
                question: "solve",
                ruleset: R::NAME,
                variant: ruleset.variant(),
                positions: "every position as its mover sees it".into(),
                from: None,
                mover: None,
                convention: self.request.convention,
            },
            answer,
            method: super::DENSE.into(),
            work: work(begun, self.budget, table.index().size(), counts.edges, counts.bytes),
        })
    }
}

impl Every<'_> {
    /// The question about all that play from a position can reach, but for those left out.
    fn ask<R: Ruleset>(self, ruleset: &R, position: &R::Position, mover: Player, left_out: &str) -> AskAll {
        AskAll {
            question: "solve",
            ruleset: R::NAME,
            variant: ruleset.variant(),
            positions: match left_out {
                "" => "every position that play from here can reach".into(),
                _ => format!("every position that play from here can reach, without {left_out}"),
            },
            from: Some(ruleset.print(position)),
            mover: Some(mover),
            convention: self.request.convention,
        }
    }
}

impl KeyedVisitor for Every<'_> {
    type Out = Result<Answer<AskAll, All>, Error>;

    fn visit<R: Keyed>(self, ruleset: R) -> Self::Out {
        let begun = Instant::now();
        let (position, mover) = locate(&ruleset, self.request)?;
        let found = find(&ruleset, &position, mover, self.request, Wanted::Counts, self.budget)?;
        let Some(found) = found else { return Visitor::visit(self, ruleset) };
        let (mut table, tally, longest) = Table::survey(found, self.request.convention, self.budget)?;
        let start = ruleset.start().filter(|start| *start == position);
        let start = start.and_then(|start| table.look(&ruleset, &start, mover));
        let state = longest.and_then(|number| table.index().state(number));
        let (symmetric, most_moves) = (table.index().symmetric(), table.counts().most_moves);
        let answer =
            All::new(&ruleset, &mut table, &tally, symmetric, state, start, most_moves, self.budget)?;
        let (index, counts) = (table.index(), table.counts());
        let bytes = counts.bytes + index.bytes();
        Ok(Answer {
            ask: self.ask(&ruleset, &position, mover, index.left_out()),
            answer,
            method: super::FOUND.into(),
            work: work(begun, self.budget, index.count(), counts.edges, bytes),
        })
    }
}

impl Visitor for Every<'_> {
    type Out = Result<Answer<AskAll, All>, Error>;

    fn visit<R: Ruleset>(self, ruleset: R) -> Self::Out {
        let begun = Instant::now();
        let (position, mover) = locate(&ruleset, self.request)?;
        let convention = self.request.convention;
        let mut table = Reached::solve(ruleset.clone(), &position, mover, convention, self.budget)?;
        let (tally, symmetric, longest) = table.tally(self.request.symmetry, self.budget)?;
        let state = longest.map(|number| table.states()[number as usize].clone());
        let start = ruleset.start().filter(|start| *start == position);
        let (start, most_moves) = (start.and_then(|start| table.worth(&start, mover)), table.most_moves());
        let answer =
            All::new(&ruleset, &mut table, &tally, symmetric, state, start, most_moves, self.budget)?;
        Ok(Answer {
            ask: self.ask(&ruleset, &position, mover, ""),
            answer,
            method: super::REACHED.into(),
            work: work(begun, self.budget, table.states().len() as u64, table.edges(), table.bytes()),
        })
    }
}

impl All {
    #[allow(clippy::too_many_arguments)] // what is known of all positions has so many parts
    fn new<R: Ruleset>(
        ruleset: &R,
        book: &mut impl Book<R>,
        tally: &Tally,
        symmetric: bool,
        longest: Option<(R::Position, Player)>,
        start: Option<Worth>,
        most_moves: u32,
        budget: &Budget,
    ) -> Result<All, Error> {
        let shown = |count: Count| Positions {
            labelled: count.labelled,
            up_to_symmetry: symmetric.then_some(count.up_to_symmetry),
        };
        let values = Value::ALL.into_iter().map(|value| (value, tally.of(value)));
        let line = longest.map(|(position, mover)| {
            book.know(ruleset, &position, mover, budget)?;
            let worth = book.look(ruleset, &position, mover).expect("the table has the position");
            let (mut now, mut player, mut line) = (position.clone(), mover, Vec::new());
            while let Some(next) = best_move(ruleset, book, &now, player) {
                line.push(ruleset.print(&next));
                (now, player) = (next, player.other());
                book.know(ruleset, &now, player, budget)?;
            }
            let distance = worth.distance().unwrap_or(0);
            debug_assert_eq!(line.len() as u64, u64::from(distance), "best play takes as long as it says");
            Ok::<_, Error>(Line { position: ruleset.print(&position), mover, distance, line })
        });
        Ok(All {
            positions: shown(tally.all()),
            values: values
                .filter(|(_, count)| count.labelled > 0)
                .map(|(value, count)| ByValue { value, count: shown(count) })
                .collect(),
            histogram: tally.rows().map(|(worth, count)| ByWorth { worth, count: shown(count) }).collect(),
            start,
            longest_win: line.transpose()?,
            most_moves,
            one_winning_move: shown(tally.one_winning),
        })
    }
}
