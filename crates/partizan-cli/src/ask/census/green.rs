//! Green trees: what a person is shown, the table as CSV, the histogram.

use super::distribution::{Row, list, part, table, time};
use super::histogram::Histogram;
use crate::show::{Rows, heading, shortened, shortened_fraction};
use partizan::question::Answer;
use partizan::question::census::{ApproximateTrees, Ask, GreenTrees};
use std::fmt::Write as _;

/// A distribution, exact or not, as it is shown.
struct Table {
    title: String,
    nodes: Option<u64>,
    /// The value, its decimal, and its count.
    rows: Vec<(u64, String, String)>,
    /// What stands under it: the total, or the bound.
    last: String,
}

impl Table {
    fn text(&self) -> String {
        let mut text = heading(&self.title);
        let row = |(value, chance, count): &(u64, String, String)| Row {
            value: value.to_string(),
            chance: chance.clone(),
            tail: shortened(count, 30),
        };
        table(&mut text, &self.rows.iter().map(row).collect::<Vec<_>>());
        let _ = writeln!(text, "  {}", self.last);
        text
    }
}

/// Everything about an answer that is not in its JSON.
pub struct View {
    head: String,
    subtitle: String,
    tables: Vec<Table>,
}

impl View {
    /// Of exact distributions.
    pub fn exact(answer: &Answer<Ask, GreenTrees>) -> View {
        let found = &answer.answer;
        let of = |title, nodes, spread: &partizan::question::census::SumSpread| Table {
            title,
            nodes,
            rows: spread
                .values
                .iter()
                .map(|row| (row.value, row.decimal.clone(), row.count.to_string()))
                .collect(),
            last: format!("of {} equally likely outcomes", shortened(&spread.total.to_string(), 30)),
        };
        let mut tables: Vec<Table> = found
            .trees
            .iter()
            .map(|tree| of(title(tree.nodes, tree.times), Some(tree.nodes), &tree.spread))
            .collect();
        if answer.ask.sizes.len() > 1 {
            tables.push(of("Grundy value of all together".into(), None, &found.sum));
        }
        let wins = &found.first_player_wins;
        let mut rows = Rows::default();
        rows.row("first player wins", &wins.decimal);
        rows.row("exactly", shortened_fraction(&wins.fraction, 60));
        View::new(answer, rows, &format!("first player wins: {}", wins.decimal), tables)
    }

    /// Of approximate ones.
    pub fn approximate(answer: &Answer<Ask, ApproximateTrees>) -> View {
        let found = &answer.answer;
        let of = |title, nodes, spread: &partizan::question::census::RoughSpread| Table {
            title,
            nodes,
            rows: spread.values.iter().map(|row| (row.value, row.decimal.clone(), String::new())).collect(),
            last: format!("each chance within {} of the exact one, certified", spread.bound),
        };
        let mut tables: Vec<Table> = found
            .trees
            .iter()
            .map(|tree| of(title(tree.nodes, tree.times), Some(tree.nodes), &tree.spread))
            .collect();
        if answer.ask.sizes.len() > 1 {
            tables.push(of("Grundy value of all together".into(), None, &found.sum));
        }
        let wins = &found.first_player_wins;
        let mut rows = Rows::default();
        rows.row("first player wins", &wins.decimal);
        rows.row("approximate", format!("within {} of the exact chance, certified", wins.bound));
        View::new(
            answer,
            rows,
            &format!("first player wins: {} (within {})", wins.decimal, wins.bound),
            tables,
        )
    }

    fn new<A>(answer: &Answer<Ask, A>, mut rows: Rows, subtitle: &str, tables: Vec<Table>) -> View {
        let ask = &answer.ask;
        let title = format!("Green Hackenbush on random {} trees of {} nodes", ask.family, list(&ask.sizes));
        time(&mut rows, &answer.work);
        let head = format!("{}{}", heading(&title), rows.text());
        View { head, subtitle: format!("{title}; {subtitle}"), tables }
    }

    /// What a person is shown.
    pub fn text(&self) -> String {
        let mut text = self.head.clone();
        for table in &self.tables {
            text.push('\n');
            text.push_str(&table.text());
        }
        text
    }

    /// Every row of every distribution: nodes (empty for all together), value, count (empty where approximate), chance.
    pub fn csv(&self) -> String {
        let mut text = String::from("nodes,value,count,chance\n");
        for table in &self.tables {
            let nodes = table.nodes.map_or("all".into(), |nodes| nodes.to_string());
            for (value, decimal, count) in &table.rows {
                let _ = writeln!(text, "{nodes},{value},{count},{decimal}");
            }
        }
        text
    }

    /// The last distribution: that of all together, or of the only tree.
    pub fn svg(&self) -> String {
        let table = self.tables.last();
        Histogram {
            title: table.map_or(String::new(), |table| table.title.clone()),
            subtitle: self.subtitle.clone(),
            axis: "Grundy value",
            bars: table
                .map(|table| table.rows.iter().map(|row| (row.0 as f64, part(&row.1))).collect())
                .unwrap_or_default(),
        }
        .svg()
    }
}

fn title(nodes: u64, times: u64) -> String {
    let times = if times == 1 { String::new() } else { format!(" ({times} such trees)") };
    format!("Grundy value of a tree of {nodes} node{}{times}", if nodes == 1 { "" } else { "s" })
}
