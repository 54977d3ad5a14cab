//! `partizan solve`.

use crate::common::Common;
use crate::failure::Failure;
use crate::input::Input;
use crate::show::{Rows, Shown, block, heading, side_by_side, thousands};
use partizan::Budget;
use partizan::question::Answer;
use partizan::question::solve::{self, All, AskAll, Convention, Move, Positions, Request, Solved, Value};
use partizan::ruleset::{Player, Variant};
use std::fmt::Write as _;

/// The memory that tables may take if `--memory` is silent.
const MEMORY: u64 = 4_000_000_000;

/// Who wins, in how many plies, and with which moves; cycles are allowed
///
/// Win, lose, tie or draw for the side to move when both play their best, the distance in plies (the winner hurries, the
/// loser delays), and every winning move; where there is none, every move that keeps the best result. A tie is a game
/// that ended level, a draw one that nobody can force to an end. Tables take at most 4 GB if --memory is silent.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  partizan solve l-game 'x**./.#*./.#*./.##x'
  partizan solve l-game --all
  printf '.x**\\n..#*\\n###*\\n..x.\\n' | partizan solve l-game - --json")]
pub struct Args {
    /// The ruleset, see `partizan rules`
    #[arg(value_name = "RULESET")]
    ruleset: String,
    #[command(flatten)]
    input: Input,
    /// Settings of the ruleset, as name=value
    #[arg(long, value_name = "NAME=VALUE,...", default_value = "", hide_default_value = true)]
    variant: Variant,
    /// Who moves; if silent the side whose turn the position tells, else Left (`#` in the L game)
    #[arg(long, value_enum)]
    mover: Option<Side>,
    /// What it means to have no move, where the rules do not say
    #[arg(long, value_enum, default_value_t = Play::Normal)]
    play: Play,
    /// Count all positions by value and distance: every position where the ruleset numbers them, else all that play
    /// from POSITION or the usual start can reach
    #[arg(long, conflicts_with = "lines")]
    all: bool,
    /// Give every image of a position a place of its own in the table
    #[arg(long)]
    no_symmetry: bool,
    #[command(flatten)]
    common: Common,
}

#[derive(clap::ValueEnum, Clone, Copy, Debug)]
enum Side {
    Left,
    Right,
}

#[derive(clap::ValueEnum, Clone, Copy, Debug)]
enum Play {
    /// Who cannot move loses
    Normal,
    /// Who cannot move wins
    Misere,
}

impl Args {
    pub fn run(&self) -> Result<(), Failure> {
        if self.all {
            return self.input.answer(&self.common, |text| {
                let answer = solve::solve_all(&self.request(text), &self.budget())?;
                let text = all_text(&answer);
                Ok(Shown::new(&answer, text))
            });
        }
        self.input.answer(&self.common, |text| {
            let request = self.request(text);
            let answer = solve::solve(&request, &self.budget())?;
            let text = self.text(&answer.ask.position, answer.ask.mover, &answer.answer);
            Ok(Shown::new(&answer, text))
        })
    }

    /// The budget; where no memory was named [`MEMORY`], so that a game without bounds cannot take the whole machine.
    fn budget(&self) -> Budget {
        let budget = self.common.budget();
        if self.common.memory.is_none() { budget.with_memory(MEMORY) } else { budget }
    }

    fn request(&self, text: Option<&str>) -> Request {
        Request {
            ruleset: self.ruleset.clone(),
            variant: self.variant.clone(),
            position: text.map(String::from),
            mover: self.mover.map(|side| match side {
                Side::Left => Player::Left,
                Side::Right => Player::Right,
            }),
            convention: match self.play {
                Play::Normal => Convention::Normal,
                Play::Misere => Convention::Misere,
            },
            symmetry: !self.no_symmetry,
        }
    }

    fn text(&self, position: &str, mover: Player, solved: &Solved) -> String {
        let name = partizan::ruleset::pages()
            .into_iter()
            .find(|page| page.name == self.ruleset)
            .map_or("", |page| page.players[usize::from(mover == Player::Right)]);
        let mut text = heading(&format!("{}, {mover} ({name}) to move", self.ruleset));
        let mut rows = Rows::default();
        rows.row("position", block(position));
        rows.row("value", said(solved));
        rows.row("moves", counted(solved));
        text.push_str(&rows.text());
        text.push_str(&boards(&solved.moves[..solved.best_moves.len()]));
        text
    }
}

/// The value in a sentence.
fn said(solved: &Solved) -> String {
    let plies = |distance: u32| match distance {
        1 => "1 ply".to_string(),
        distance => format!("{} plies", thousands(&distance.to_string())),
    };
    match (solved.worth.value(), solved.worth.distance()) {
        (Value::Win, Some(0)) => "win: the game is over".into(),
        (Value::Lose, Some(0)) => "lose: the game is over".into(),
        (Value::Tie, Some(0)) => "tie: the game has ended level".into(),
        (value, Some(distance)) => format!("{value} in {}", plies(distance)),
        (_, None) => "draw: nobody can force an end".into(),
    }
}

/// How many moves there are and how many keep the value.
fn counted(solved: &Solved) -> String {
    let all = thousands(&solved.moves.len().to_string());
    let keep = thousands(&solved.best_moves.len().to_string());
    match solved.worth.value() {
        _ if solved.moves.is_empty() => "none".into(),
        Value::Win => format!("{keep} of {all} win"),
        Value::Tie => format!("{keep} of {all} tie, none wins"),
        Value::Draw => format!("{keep} of {all} draw, none wins"),
        Value::Lose => format!("all {all} lose"),
    }
}

/// The moves by worth: boards side by side, other positions one a line.
fn boards(moves: &[Move]) -> String {
    let mut text = String::new();
    for group in moves.chunk_by(|a, b| a.worth == b.worth) {
        let _ = write!(text, "\n  {}\n", group[0].worth);
        let shown = |each: &Move| if each.to.is_empty() { "(nothing)".into() } else { block(&each.to) };
        let blocks: Vec<String> = group.iter().map(shown).collect();
        let all = if blocks.iter().any(|block| block.contains('\n')) {
            side_by_side(&blocks, 3, 100)
        } else {
            blocks.join("\n")
        };
        for line in all.lines() {
            let _ = writeln!(text, "{}", format!("    {line}").trim_end());
        }
    }
    text
}

/// A count for people, with the count up to symmetry behind it.
fn number(count: Positions) -> String {
    let labelled = thousands(&count.labelled.to_string());
    match count.up_to_symmetry {
        Some(up_to) => format!("{labelled} ({})", thousands(&up_to.to_string())),
        None => labelled,
    }
}

/// The text of what is known of all positions.
fn all_text(answer: &Answer<AskAll, All>) -> String {
    let (ask, all) = (&answer.ask, &answer.answer);
    let variant = if ask.variant.is_empty() { String::new() } else { format!(", {}", ask.variant) };
    let mut text = heading(&format!("{}{variant}, {}", ask.ruleset, ask.positions));
    let mut rows = Rows::default();
    if let Some(from) = &ask.from {
        rows.row("from", block(from));
    }
    rows.row("positions", number(all.positions));
    for each in &all.values {
        rows.row(each.value.to_string(), number(each.count));
    }
    if let Some(start) = all.start {
        rows.row("start", start.to_string());
    }
    rows.row("one winning move", number(all.one_winning_move));
    rows.row("most moves", all.most_moves.to_string());
    text.push_str(&rows.text());
    if all.positions.up_to_symmetry.is_some() {
        text.push_str("  In brackets: up to symmetry.\n");
    }
    text.push('\n');
    text.push_str(&histogram(all));
    if let Some(win) = &all.longest_win {
        let _ = write!(
            text,
            "\n  A longest win, {} plies, {} to move, and a line of best play\n",
            win.distance, win.mover
        );
        let blocks: Vec<String> =
            std::iter::once(&win.position).chain(&win.line).map(|each| block(each)).collect();
        for line in side_by_side(&blocks, 3, 100).lines() {
            let _ = writeln!(text, "{}", format!("    {line}").trim_end());
        }
    }
    text
}

/// The counts by distance, a column a value.
fn histogram(all: &All) -> String {
    let values: Vec<Value> =
        all.values.iter().map(|each| each.value).filter(|value| *value != Value::Draw).collect();
    let furthest = all.histogram.iter().filter_map(|each| each.worth.distance()).max();
    let mut table: Vec<Vec<String>> =
        vec![std::iter::once("plies".to_string()).chain(values.iter().map(Value::to_string)).collect()];
    for distance in 0..=furthest.unwrap_or(0) {
        let cell = |value: &Value| {
            let row = all
                .histogram
                .iter()
                .find(|each| each.worth.value() == *value && each.worth.distance() == Some(distance));
            row.map_or_else(|| "-".into(), |row| number(row.count))
        };
        table.push(std::iter::once(distance.to_string()).chain(values.iter().map(cell)).collect());
    }
    let width = |column: usize| table.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..=values.len()).map(width).collect();
    let mut text = String::new();
    for row in &table {
        for (cell, width) in row.iter().zip(&widths) {
            let _ = write!(text, "  {cell:>width$}");
        }
        text.push('\n');
    }
    text
}
