//! Heaps: what a person is shown, the table as CSV, the histogram.

use super::histogram::{self, Histogram};
use crate::show::{Rows, heading, seconds, shortened, shortened_fraction, thousands};
use partizan::question::Answer;
use partizan::question::census::{Ask, HeapCensus, HeapSpread};
use std::fmt::Write as _;

/// How many rows of a distribution a person is shown.
const ROWS: usize = 16;

/// What a person is shown.
pub fn text(answer: &Answer<Ask, HeapCensus>) -> String {
    let found = &answer.answer;
    let mut text = heading(&title(&answer.ask));
    let mut rows = Rows::default();
    rows.row("first player wins", &found.first_player_wins.decimal);
    rows.row("exactly", shortened_fraction(&found.first_player_wins.fraction, 60));
    if let Some(period) = found.period {
        rows.row("period", format!("{}, from heap {} on, proved", period.length, period.from));
    }
    if let Some(spent) = answer.work.get("seconds").and_then(serde_json::Value::as_f64) {
        rows.row("time", seconds(spent));
    }
    text.push_str(&rows.text());
    for spread in &found.heaps {
        text.push('\n');
        text.push_str(&heading(&of(spread)));
        let rows = spread.values.iter().map(|row| {
            let tail = format!("{}  first {}", thousands(&row.count.to_string()), row.first);
            (row.value, row.decimal.as_str(), tail)
        });
        table(&mut text, &rows.collect::<Vec<_>>());
    }
    if answer.ask.sizes.len() > 1 {
        text.push('\n');
        text.push_str(&heading("Nimber of all together: chance, outcomes"));
        let rows =
            found.sum.values.iter().map(|row| {
                (row.value, row.decimal.as_str(), shortened(&thousands(&row.count.to_string()), 30))
            });
        table(&mut text, &rows.collect::<Vec<_>>());
    }
    text
}

fn table(text: &mut String, rows: &[(u64, &str, String)]) {
    let shown = if rows.len() <= ROWS { rows.len() } else { ROWS - 1 };
    let width = rows.first().map_or(0, |row| row.1.len()).max(6);
    let most = rows.iter().map(|row| part(row.1)).fold(f64::MIN_POSITIVE, f64::max);
    for (value, decimal, tail) in &rows[..shown] {
        histogram::row(text, &value.to_string(), decimal, width, part(decimal) / most, tail);
    }
    if let (Some(last), true) = (rows.last(), shown < rows.len()) {
        let more = rows.len() - shown;
        let _ =
            writeln!(text, "       ...  {more} more values, up to {}; --json or --csv has them all", last.0);
    }
}

/// The length of a bar only: the exact chance is printed beside it.
fn part(decimal: &str) -> f64 {
    decimal.parse().unwrap_or(0.0)
}

fn title(ask: &Ask) -> String {
    let sizes: Vec<String> = ask.sizes.iter().map(|size| thousands(&size.to_string())).collect();
    let code = ask.variant.get("code").unwrap_or("nim");
    format!("Heaps under {code}: one of 1 to {}", sizes.join(", one of 1 to "))
}

fn of(spread: &HeapSpread) -> String {
    let times = if spread.times > 1 { format!(" ({} times)", spread.times) } else { String::new() };
    format!("Nimber of a heap of 1 to {}{times}: chance, heaps", thousands(&spread.largest.to_string()))
}

/// Every row of every distribution: the largest heap (`all` for all together), value, count, chance, first heap.
pub fn csv(answer: &HeapCensus) -> String {
    let mut text = String::from("largest,value,count,chance,first\n");
    for spread in &answer.heaps {
        for row in &spread.values {
            let _ = writeln!(
                text,
                "{},{},{},{},{}",
                spread.largest, row.value, row.count, row.decimal, row.first
            );
        }
    }
    for row in &answer.sum.values {
        let _ = writeln!(text, "all,{},{},{},", row.value, row.count, row.decimal);
    }
    text
}

/// The nimber of all together.
pub fn svg(answer: &Answer<Ask, HeapCensus>) -> String {
    let found = &answer.answer;
    Histogram {
        title: title(&answer.ask),
        subtitle: format!("first player wins: {}", found.first_player_wins.decimal),
        axis: "nimber",
        bars: found.sum.values.iter().map(|row| (row.value as f64, part(&row.decimal))).collect(),
    }
    .svg()
}
