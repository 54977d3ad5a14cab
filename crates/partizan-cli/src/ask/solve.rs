//! `partizan solve`.

use crate::common::Common;
use crate::failure::Failure;
use crate::input::Input;
use crate::show::{Rows, Shown, block, heading, side_by_side, thousands};
use partizan::question::solve::{self, Convention, Move, Request, Solved, Value};
use partizan::ruleset::{Player, Variant};
use std::fmt::Write as _;

/// Who wins, in how many plies, and with which moves; cycles are allowed
///
/// Win, lose, tie or draw for the side to move when both play their best, the distance in plies (the winner hurries, the
/// loser delays), and every winning move; where there is none, every move that keeps the best result. A tie is a game
/// that ended level, a draw one that nobody can force to an end.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  partizan solve l-game 'x**./.#*./.#*./.##x'
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
        self.input.answer(&self.common, |text| {
            let request = self.request(text);
            let answer = solve::solve(&request, &self.common.budget())?;
            let text = self.text(&answer.ask.position, answer.ask.mover, &answer.answer);
            Ok(Shown::new(&answer, text))
        })
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
