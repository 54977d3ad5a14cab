//! Red-blue stalks and trees, whose values are numbers: what a person is shown, the table as CSV, the histogram.

use super::distribution::{float, list, time};
use super::histogram::{self, Histogram, place};
use crate::show::{Rows, heading, shortened, shortened_fraction};
use num_rational::BigRational;
use partizan::question::Answer;
use partizan::question::census::{Ask, Numbers};
use partizan::question::exact::decimal;
use std::fmt::Write as _;

/// How many values a person is shown, from the middle.
const ROWS: usize = 21;

/// What a person is shown.
pub fn text(answer: &Answer<Ask, Numbers>, digits: usize) -> String {
    let found = &answer.answer;
    let mut text = heading(&title(&answer.ask));
    let mut rows = Rows::default();
    for (label, chance) in [
        ("Left wins", &found.left_wins),
        ("Right wins", &found.right_wins),
        ("second player wins", &found.second_player_wins),
    ] {
        rows.row(label, format!("{}  =  {}", chance.decimal, shortened_fraction(&chance.fraction, 40)));
    }
    rows.row("different values", found.values.len().to_string());
    time(&mut rows, &answer.work);
    text.push_str(&rows.text());
    text.push('\n');
    text.push_str(&heading("Value of the sum"));
    let skip = found.values.len().saturating_sub(ROWS) / 2;
    let shown = &found.values[skip..(skip + ROWS).min(found.values.len())];
    let most = found.values.iter().map(|row| &row.count).max().map_or(1.0, float);
    for row in shown {
        let chance = BigRational::new_raw(row.count.clone().into(), found.total.clone().into());
        let count = shortened(&row.count.to_string(), 30);
        histogram::row(
            &mut text,
            (&row.value.to_string(), 0),
            (&decimal(&chance, digits), digits + 2),
            float(&row.count) / most,
            &count,
        );
    }
    if shown.len() < found.values.len() {
        let (first, last) = (&found.values[0].value, &found.values[found.values.len() - 1].value);
        let _ = writeln!(
            text,
            "       ...  these are those in the middle, from {first} to {last}; --json or --csv has them all"
        );
    }
    let _ = writeln!(text, "  of {} equally likely outcomes", shortened(&found.total.to_string(), 30));
    text
}

fn title(ask: &Ask) -> String {
    let sizes = list(&ask.sizes);
    if ask.ruleset == "stalks" {
        format!("Random red-blue stalks of {sizes} segments")
    } else {
        format!("Random {} trees of {sizes} nodes with red and blue edges", ask.family)
    }
}

/// Every value with its count.
pub fn csv(answer: &Numbers) -> String {
    let mut text = String::from("value,count\n");
    for row in &answer.values {
        let _ = writeln!(text, "{},{}", row.value, row.count);
    }
    text
}

/// The distribution as a picture.
pub fn svg(answer: &Answer<Ask, Numbers>) -> String {
    let found = &answer.answer;
    let total = float(&found.total);
    Histogram {
        title: title(&answer.ask),
        subtitle: format!(
            "value of the sum; Left wins: {}, second player wins: {}",
            found.left_wins.decimal, found.second_player_wins.decimal
        ),
        axis: "value",
        bars: found
            .values
            .iter()
            .map(|row| (place(&row.value.to_string()), float(&row.count) / total))
            .collect(),
    }
    .svg()
}
