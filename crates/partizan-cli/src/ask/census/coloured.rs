//! Trees with edges of any colours: what a person is shown, the tables as CSV, the histogram of means.

use super::distribution::{list, time};
use super::values;
use crate::show::{Rows, heading};
use partizan::question::Answer;
use partizan::question::census::{ColouredAsk, ColouredCensus, TreeValues};

/// What a person is shown.
pub fn text(answer: &Answer<ColouredAsk, ColouredCensus>) -> String {
    let found = &answer.answer;
    let mut text = heading(&title(&answer.ask));
    let mut rows = Rows::default();
    values::chances(&mut rows, &found.sum);
    time(&mut rows, &answer.work);
    text.push_str(&rows.text());
    for tree in &found.trees {
        text.push('\n');
        text.push_str(&heading(&of(tree)));
        let mut rows = Rows::default();
        values::summary(&mut rows, "trees", &tree.table);
        text.push_str(&rows.text());
        values::table(&mut text, "trees", &tree.table);
    }
    if let Some(table) = &found.sum.values {
        text.push('\n');
        text.push_str(&heading("All together"));
        let mut rows = Rows::default();
        values::summary(&mut rows, "outcomes", table);
        text.push_str(&rows.text());
        values::table(&mut text, "outcomes", table);
    }
    text
}

fn title(ask: &ColouredAsk) -> String {
    let names: Vec<&str> = ask
        .colours
        .chars()
        .map(|letter| match letter {
            'B' => "blue",
            'R' => "red",
            _ => "green",
        })
        .collect();
    let edges = match names.as_slice() {
        [one] => (*one).to_string(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
        [] => String::new(),
    };
    format!("Random {} trees of {} nodes, every edge {edges}", ask.family, list(&ask.sizes))
}

fn of(tree: &TreeValues) -> String {
    let times = if tree.times == 1 { String::new() } else { format!(" ({} such trees)", tree.times) };
    format!("A tree of {} node{}{times}", tree.nodes, if tree.nodes == 1 { "" } else { "s" })
}

/// Every value of every distribution: nodes (`all` for all together, where that was asked), then what is known of it.
pub fn csv(answer: &ColouredCensus) -> String {
    let mut text = format!("nodes,{}\n", values::COLUMNS);
    for tree in &answer.trees {
        values::rows(&mut text, &format!("{},", tree.nodes), &tree.table);
    }
    if let Some(table) = &answer.sum.values {
        values::rows(&mut text, "all,", table);
    }
    text
}

/// How the means are spread: of all together where that was asked, else of the largest tree.
pub fn svg(answer: &Answer<ColouredAsk, ColouredCensus>) -> String {
    let found = &answer.answer;
    match (&found.sum.values, found.trees.last()) {
        (Some(table), _) => values::svg(format!("{}, together", title(&answer.ask)), table),
        (None, Some(tree)) => {
            let ask = ColouredAsk { sizes: vec![tree.nodes], ..answer.ask.clone() };
            values::svg(title(&ask), &tree.table)
        }
        (None, None) => String::new(),
    }
}
