//! All boards of a family: what a person is shown, the table as CSV, the histogram of means.

use super::histogram::{self, Histogram, place};
use crate::show::{Rows, heading, seconds, thousands};
use partizan::question::Answer;
use partizan::question::census::{BoardValue, Positions, PositionsAsk};
use std::fmt::Write as _;

/// How many values a person is shown.
const ROWS: usize = 20;

/// What a person is shown.
pub fn text(answer: &Answer<PositionsAsk, Positions>) -> String {
    let found = &answer.answer;
    let mut text = heading(&title(&answer.ask));
    let number = |number: u64| thousands(&number.to_string());
    let mut rows = Rows::default();
    rows.row("boards", number(found.positions));
    rows.row("different values", number(found.different_values));
    rows.row("Left wins", number(found.outcomes.left));
    rows.row("Right wins", number(found.outcomes.right));
    rows.row("first player wins", number(found.outcomes.first_player));
    rows.row("second player wins", number(found.outcomes.second_player));
    rows.row("numbers", number(found.numbers));
    let nimbers: Vec<String> =
        found.nimbers.iter().map(|&k| if k == 0 { "0".into() } else { format!("*{k}") }).collect();
    rows.row("nimbers", nimbers.join(", "));
    rows.row("greatest temperature", found.hottest.clone());
    if let Some(spent) = answer.work.get("seconds").and_then(serde_json::Value::as_f64) {
        rows.row("time", seconds(spent));
    }
    text.push_str(&rows.text());
    text.push('\n');
    text.push_str(&heading("Values, the most frequent first: boards, first board, temperature"));
    let most = found.values.first().map_or(1, |row| row.count);
    let width = number(most).len();
    for row in found.values.iter().take(ROWS) {
        let tail = format!("{}  at {}", row.first, row.temperature);
        histogram::row(
            &mut text,
            &short(row),
            &number(row.count),
            width,
            row.count as f64 / most as f64,
            &tail,
        );
    }
    if found.values.len() > ROWS {
        let more = found.values.len() - ROWS;
        let _ = writeln!(text, "       ...  {more} more values; --json or --csv has them all");
    }
    text
}

/// A value that fits its column.
fn short(row: &BoardValue) -> String {
    let value: Vec<char> = row.value.chars().collect();
    if value.len() <= 24 {
        row.value.clone()
    } else {
        format!("{}...", value[..21].iter().collect::<String>())
    }
}

fn title(ask: &PositionsAsk) -> String {
    let letters: Vec<String> = ask.letters.chars().map(|letter| format!("'{letter}'")).collect();
    format!(
        "{} {} on {} x {}: every cell one of {}",
        ask.ruleset,
        ask.family,
        ask.sizes[0],
        ask.sizes[1],
        letters.join(" ")
    )
}

/// Every value with what is known of it.
pub fn csv(answer: &Positions) -> String {
    let mut text = String::from("value,count,first,outcome,mean,temperature\n");
    for row in &answer.values {
        // Values have commas in them.
        let _ = writeln!(
            text,
            "\"{}\",{},{},{},{},{}",
            row.value, row.count, row.first, row.outcome, row.mean, row.temperature
        );
    }
    text
}

/// How the means are spread.
pub fn svg(answer: &Answer<PositionsAsk, Positions>) -> String {
    let found = &answer.answer;
    let mut bars: Vec<(f64, f64)> = Vec::new();
    let mut means: Vec<(f64, u64)> = found.values.iter().map(|row| (place(&row.mean), row.count)).collect();
    means.sort_by(|a, b| a.0.total_cmp(&b.0));
    for (mean, count) in means {
        let chance = count as f64 / found.positions as f64;
        match bars.last_mut() {
            Some(bar) if bar.0 == mean => bar.1 += chance,
            _ => bars.push((mean, chance)),
        }
    }
    Histogram {
        title: title(&answer.ask),
        subtitle: format!(
            "mean of the value; {} different values, greatest temperature {}",
            thousands(&found.different_values.to_string()),
            found.hottest
        ),
        axis: "mean",
        bars,
    }
    .svg()
}
