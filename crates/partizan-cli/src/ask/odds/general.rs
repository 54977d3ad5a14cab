//! How the odds of any game look in a terminal.

use crate::show::{Rows, block, heading, seconds, shortened_fraction, thousands};
use partizan::question::Answer;
use partizan::question::exact::Exact;
use partizan::question::odds::general::{ApproximateOdds, Bounded, PlayOdds};
use partizan::question::odds::{Ask, Odds};
use std::fmt::Write as _;

/// Exact odds for a person.
pub fn exact(answer: &Answer<Ask, Odds>, odds: &PlayOdds) -> String {
    let says = |exact: &Exact| format!("{}  =  {}", exact.decimal, shortened_fraction(&exact.fraction, 40));
    let mut rows = Rows::default();
    rows.row("Left wins", says(&odds.left));
    rows.row("Right wins", says(&odds.right));
    for (label, chance) in [("tie", &odds.tie), ("never ends", &odds.never)] {
        if chance.fraction != "0/1" {
            rows.row(label, says(chance));
        }
    }
    match &odds.plies {
        Some(plies) => rows.row("moves to the end", format!("{} in the mean", says(plies))),
        None => rows.row("moves to the end", "without bound: play may never end"),
    };
    frame(answer, rows)
}

/// Approximate odds for a person.
pub fn approximate(answer: &Answer<Ask, Odds>, odds: &ApproximateOdds) -> String {
    let says = |bounded: &Bounded| format!("{}  ±  {}", bounded.decimal, bounded.error);
    let mut rows = Rows::default();
    rows.row("Left wins", says(&odds.left));
    rows.row("Right wins", says(&odds.right));
    for (label, chance) in [("tie", &odds.tie), ("never ends", &odds.never)] {
        if chance.error != "0" || chance.decimal.bytes().any(|b| (b'1'..=b'9').contains(&b)) {
            rows.row(label, says(chance));
        }
    }
    match &odds.plies {
        Some(plies) => rows.row("moves to the end", format!("{} in the mean", says(plies))),
        None => rows.row("moves to the end", "without bound: play may never end"),
    };
    rows.row("error", format!("before rounding at most {} in every position reached", odds.error_everywhere));
    frame(answer, rows)
}

fn frame(Answer { ask, method, work, .. }: &Answer<Ask, Odds>, mut rows: Rows) -> String {
    let first = if ask.first == "left" { "Left" } else { "Right" };
    let variant = if ask.variant.is_empty() { String::new() } else { format!(" ({})", ask.variant) };
    let mut text = heading(&format!("{}{variant}, both sides at random, {first} moves first", ask.ruleset));
    for line in block(&ask.position).lines() {
        let _ = writeln!(text, "  {line}");
    }
    rows.row("random", ask.random);
    rows.row("method", method.as_str());
    if let Some(positions) = work.get("positions").and_then(serde_json::Value::as_u64) {
        rows.row("positions", thousands(&positions.to_string()));
    }
    if let Some(time) = work.get("seconds").and_then(serde_json::Value::as_f64) {
        rows.row("time", seconds(time));
    }
    text + &rows.text()
}
