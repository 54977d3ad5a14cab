//! `partizan odds`.

use crate::common::Common;
use crate::failure::Failure;
use crate::input::Input;
use crate::show::{Rows, Shown, heading, seconds, shortened, shortened_fraction};
use partizan::question::Answer;
use partizan::question::odds::{Ask, HexAnswer, Request, odds};
use partizan::ruleset::{Player, Variant};
use std::fmt::Write as _;

/// How often each side wins when both move at random, exactly
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  partizan odds hex 'W./.B'
  partizan odds hex 11x11 --first black --json")]
pub struct Args {
    /// The ruleset
    #[arg(value_name = "RULESET")]
    ruleset: String,
    #[command(flatten)]
    input: Input,
    /// The ruleset's settings, as name=value,...
    #[arg(long, value_name = "SETTINGS", default_value = "")]
    variant: Variant,
    /// Who moves first: white or left (if silent), black or right
    #[arg(long, value_name = "PLAYER", value_parser = parse_player, default_value = "white", hide_default_value = true)]
    first: Player,
    #[command(flatten)]
    common: Common,
}

fn parse_player(text: &str) -> Result<Player, String> {
    match text.to_ascii_lowercase().as_str() {
        "white" | "left" => Ok(Player::Left),
        "black" | "right" => Ok(Player::Right),
        _ => Err("expected white or left, black or right".into()),
    }
}

impl Args {
    pub fn run(&self) -> Result<(), Failure> {
        let budget = self.common.budget();
        self.input.answer(&self.common, |position| {
            let request = Request {
                ruleset: self.ruleset.clone(),
                variant: self.variant.clone(),
                position: position.map(String::from),
                first: self.first,
                digits: self.common.digits(),
            };
            let answer = odds(&request, &budget)?;
            Ok(Shown::new(&answer, hex_text(&answer)))
        })
    }
}

fn hex_text(Answer { ask, answer, method, work }: &Answer<Ask, HexAnswer>) -> String {
    let side = |exact: &partizan::question::exact::Exact| {
        format!("{}  =  {}", exact.decimal, shortened_fraction(&exact.fraction, 40))
    };
    let (first, second) = if ask.first == "white" { ("White", "Black") } else { ("Black", "White") };
    let mut text = heading(&format!(
        "Hex {}x{}, both sides at random, {first} moves first",
        answer.rows, answer.columns
    ));
    for (row, line) in ask.position.split('/').enumerate() {
        let cells: Vec<String> = line.chars().map(String::from).collect();
        let _ = writeln!(text, "  {}{}", " ".repeat(row), cells.join(" "));
    }
    let mut rows = Rows::default();
    rows.row("White wins", side(&answer.white));
    rows.row("Black wins", side(&answer.black));
    match answer.decided {
        Some("white") => rows.row("decided", "White has already joined top and bottom"),
        Some(_) => rows.row("decided", "Black has already joined left and right"),
        None => rows.row("decided", "no"),
    };
    rows.row(
        "empty cells",
        format!(
            "{}: {} for White, {} for Black{}",
            answer.empty,
            answer.white_to_place,
            answer.black_to_place,
            if answer.white_to_place == answer.black_to_place {
                String::new()
            } else {
                format!(" ({first} has one more than {second})")
            }
        ),
    );
    rows.row("fillings", shortened(&answer.fillings.to_string(), 60));
    rows.row("won by White", shortened(&answer.white_fillings.to_string(), 60));
    rows.row("method", method.as_str());
    if let Some(time) = work.get("seconds").and_then(serde_json::Value::as_f64) {
        rows.row("time", seconds(time));
    }
    text + &rows.text()
}
