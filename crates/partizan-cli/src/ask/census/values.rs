//! Tables of values that are games: what a person is shown, as CSV, the histogram of means.

use super::distribution::float;
use super::histogram::{self, Histogram, place};
use crate::show::{Rows, heading, shortened, shortened_fraction, thousands};
use partizan::question::census::{GameSum, ValueRow, ValueTable};
use std::fmt::Write as _;

/// How many values a person is shown.
const ROWS: usize = 20;

fn number(number: &impl ToString) -> String {
    shortened(&number.to_string(), 30)
}

/// What the values have in common; `of` says what the positions are.
pub fn summary(rows: &mut Rows, of: &str, found: &ValueTable) {
    rows.row(of, number(&found.positions));
    rows.row("different values", thousands(&found.different_values.to_string()));
    rows.row("Left wins", number(&found.outcomes.left));
    rows.row("Right wins", number(&found.outcomes.right));
    rows.row("first player wins", number(&found.outcomes.first_player));
    rows.row("second player wins", number(&found.outcomes.second_player));
    rows.row("numbers", number(&found.numbers));
    let nimbers: Vec<String> =
        found.nimbers.iter().map(|&k| if k == 0 { "0".into() } else { format!("*{k}") }).collect();
    rows.row("nimbers", if nimbers.is_empty() { "none".into() } else { nimbers.join(", ") });
    rows.row("greatest temperature", found.hottest.clone());
}

/// Who wins a sum of draws.
pub fn chances(rows: &mut Rows, sum: &GameSum) {
    for (label, chance) in [
        ("Left wins", &sum.left_wins),
        ("Right wins", &sum.right_wins),
        ("first player wins", &sum.first_player_wins),
        ("second player wins", &sum.second_player_wins),
    ] {
        rows.row(label, format!("{}  =  {}", chance.decimal, shortened_fraction(&chance.fraction, 40)));
    }
    rows.row("outcomes", format!("{}, equally likely", number(&sum.total)));
}

/// The values, the most frequent first; `of` says what is counted.
pub fn table(text: &mut String, of: &str, found: &ValueTable) {
    let first = if found.values.iter().any(|row| row.first.is_some()) { " the first," } else { "" };
    text.push_str(&heading(&format!("Values, the most frequent first: {of},{first} temperature")));
    let most = found.values.first().map_or(1.0, |row| float(&row.count));
    let width = found.values.first().map_or(0, |row| number(&row.count).len());
    let wide = found.values.iter().take(ROWS).map(|row| short(row).chars().count()).max().unwrap_or(0);
    for row in found.values.iter().take(ROWS) {
        let first = row.first.as_ref().map_or(String::new(), |first| format!("{first}  "));
        let tail = format!("{first}at {}", row.temperature);
        let part = float(&row.count) / most;
        histogram::row(text, (&short(row), wide), (&number(&row.count), width), part, &tail);
    }
    if found.values.len() > ROWS {
        let more = found.values.len() - ROWS;
        let _ = writeln!(text, "       ...  {more} more values; --json or --csv has them all");
    }
}

/// A value that fits its column.
fn short(row: &ValueRow) -> String {
    let value: Vec<char> = row.value.chars().collect();
    if value.len() <= 24 {
        row.value.clone()
    } else {
        format!("{}...", value[..21].iter().collect::<String>())
    }
}

/// The columns of [`rows`].
pub const COLUMNS: &str = "value,count,first,outcome,mean,temperature";

/// Every value with what is known of it, each row after this text.
pub fn rows(text: &mut String, before: &str, found: &ValueTable) {
    for row in &found.values {
        // Values have commas in them, and trees blanks.
        let _ = writeln!(
            text,
            "{before}\"{}\",{},{},{},{},{}",
            row.value,
            row.count,
            row.first.as_deref().unwrap_or_default(),
            row.outcome,
            row.mean,
            row.temperature
        );
    }
}

/// How the means are spread.
pub fn svg(title: String, found: &ValueTable) -> String {
    let mut bars: Vec<(f64, f64)> = Vec::new();
    let mut means: Vec<(f64, f64)> =
        found.values.iter().map(|row| (place(&row.mean), float(&row.count))).collect();
    means.sort_by(|a, b| a.0.total_cmp(&b.0));
    let all = float(&found.positions);
    for (mean, count) in means {
        let chance = count / all;
        match bars.last_mut() {
            Some(bar) if bar.0 == mean => bar.1 += chance,
            _ => bars.push((mean, chance)),
        }
    }
    Histogram {
        title,
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
