//! What the pictures and tables of all distributions have in common.

use super::histogram;
use crate::show::{Rows, seconds};
use partizan::question::Work;
use std::fmt::Write as _;

/// How many rows of a distribution a person is shown.
const ROWS: usize = 16;

/// One value of a distribution as a person is shown it.
pub struct Row {
    /// The value.
    pub value: String,
    /// Its chance as a decimal.
    pub chance: String,
    /// What follows the bar.
    pub tail: String,
}

/// The first rows, with bars.
pub fn table(text: &mut String, rows: &[Row]) {
    let shown = if rows.len() <= ROWS { rows.len() } else { ROWS - 1 };
    let width = rows.first().map_or(0, |row| row.chance.len()).max(6);
    let most = rows.iter().map(|row| part(&row.chance)).fold(f64::MIN_POSITIVE, f64::max);
    for Row { value, chance, tail } in &rows[..shown] {
        histogram::row(text, (value, 0), (chance, width), part(chance) / most, tail);
    }
    if let (Some(last), true) = (rows.last(), shown < rows.len()) {
        let more = rows.len() - shown;
        let _ = writeln!(
            text,
            "       ...  {more} more values, up to {}; --json or --csv has them all",
            last.value
        );
    }
}

/// The length of a bar only: the exact chance is printed beside it.
pub fn part(decimal: &str) -> f64 {
    decimal.parse().unwrap_or(0.0)
}

/// A count as the length of a bar.
pub fn float(count: &impl ToString) -> f64 {
    count.to_string().parse().unwrap_or(1.0)
}

/// `5, 6 and 100`, cut when there are many.
pub fn list(sizes: &[u64]) -> String {
    let words: Vec<String> = sizes.iter().map(ToString::to_string).collect();
    match words.as_slice() {
        [one] => one.clone(),
        many if many.len() > 12 => format!("{}, ... ({} in all)", many[..8].join(", "), many.len()),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
        [] => String::new(),
    }
}

/// The time that it took.
pub fn time(rows: &mut Rows, work: &Work) {
    if let Some(spent) = work.get("seconds").and_then(serde_json::Value::as_f64) {
        rows.row("time", seconds(spent));
    }
}
