//! Heaps: what a person is shown, the table as CSV, the histogram.

use super::distribution::{Row, part, table, time};
use super::histogram::Histogram;
use crate::show::{Rows, heading, shortened, shortened_fraction, thousands};
use partizan::question::Answer;
use partizan::question::census::{Ask, HeapCensus, HeapSpread};
use std::fmt::Write as _;

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
    time(&mut rows, &answer.work);
    text.push_str(&rows.text());
    for spread in &found.heaps {
        text.push('\n');
        text.push_str(&heading(&of(spread)));
        let rows = spread.values.iter().map(|row| Row {
            value: row.value.to_string(),
            chance: row.decimal.clone(),
            tail: format!("{}  first {}", thousands(&row.count.to_string()), row.first),
        });
        table(&mut text, &rows.collect::<Vec<_>>());
    }
    if answer.ask.sizes.len() > 1 {
        text.push('\n');
        text.push_str(&heading("Nimber of all together: chance, outcomes"));
        let rows = found.sum.values.iter().map(|row| Row {
            value: row.value.to_string(),
            chance: row.decimal.clone(),
            tail: shortened(&row.count.to_string(), 30),
        });
        table(&mut text, &rows.collect::<Vec<_>>());
    }
    text
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
