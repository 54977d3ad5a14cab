//! All boards of a family: what a person is shown, the table as CSV, the histogram of means.

use super::distribution::time;
use super::values;
use crate::show::{Rows, heading};
use partizan::question::Answer;
use partizan::question::census::{Positions, PositionsAsk};

/// What a person is shown.
pub fn text(answer: &Answer<PositionsAsk, Positions>) -> String {
    let found = &answer.answer;
    let mut text = heading(&title(&answer.ask));
    let mut rows = Rows::default();
    values::summary(&mut rows, "boards", &found.table);
    time(&mut rows, &answer.work);
    text.push_str(&rows.text());
    if let Some(sum) = &found.sum {
        text.push('\n');
        text.push_str(&heading(&sum_title(&answer.ask)));
        let mut rows = Rows::default();
        values::chances(&mut rows, sum);
        text.push_str(&rows.text());
        if let Some(table) = &sum.values {
            text.push('\n');
            values::table(&mut text, "outcomes", table);
        }
    }
    text.push('\n');
    values::table(&mut text, "boards", &found.table);
    text
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

fn sum_title(ask: &PositionsAsk) -> String {
    match ask.draws {
        1 => "One such board, drawn at random".into(),
        draws => format!("The sum of {draws} such boards, drawn independently"),
    }
}

/// Every value with what is known of it; of the sum, where its values are asked for.
pub fn csv(answer: &Positions) -> String {
    let mut text = format!("{}\n", values::COLUMNS);
    values::rows(
        &mut text,
        "",
        answer.sum.as_ref().and_then(|sum| sum.values.as_ref()).unwrap_or(&answer.table),
    );
    text
}

/// How the means are spread: of the sum, where its values are asked for.
pub fn svg(answer: &Answer<PositionsAsk, Positions>) -> String {
    match answer.answer.sum.as_ref().and_then(|sum| sum.values.as_ref()) {
        Some(table) => {
            let title = format!("{}: {}", title(&answer.ask), sum_title(&answer.ask).to_lowercase());
            values::svg(title, table)
        }
        None => values::svg(title(&answer.ask), &answer.answer.table),
    }
}
