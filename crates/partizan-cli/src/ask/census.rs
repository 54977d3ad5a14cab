//! `partizan census`.

use crate::common::Common;
use crate::failure::Failure;
use crate::input::emit;
use crate::show::{Rows, Shown, heading, seconds, shortened, shortened_fraction};
use partizan::fault::quote_text;
use partizan::question::Answer;
use partizan::question::census::{self, Family, GreenTrees, SumSpread};
use partizan::ruleset::{green_hackenbush::GreenHackenbush, pages, unknown};
use partizan::{Error, Fault, Ruleset, Stop};
use std::fmt::Write as _;

/// How values are spread over a whole family of positions, and over sums drawn from families
///
/// `census green-hackenbush SIZES` draws a random tree of each number of nodes: the exact distribution of the Grundy
/// value of each and of their sum, and the exact chance that the first player wins.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  partizan census green-hackenbush 5 6 100
  partizan census green-hackenbush 31 --family binary --digits 40 --json")]
pub struct Args {
    /// The ruleset
    #[arg(value_name = "RULESET")]
    ruleset: String,
    /// The sizes: for green-hackenbush the number of nodes of each tree
    #[arg(value_name = "SIZE", required = true, allow_negative_numbers = true)]
    sizes: Vec<String>,
    /// The family that the trees are drawn from
    #[arg(long, value_name = "FAMILY", default_value = Family::Binary.name())]
    family: String,
    #[command(flatten)]
    common: Common,
}

impl Args {
    pub fn run(&self) -> Result<(), Failure> {
        if self.ruleset != GreenHackenbush::NAME {
            return Err(if pages().iter().any(|page| page.name == self.ruleset) {
                let message = format!(
                    "{} has no family that can be enumerated or counted; rulesets that have: {}",
                    self.ruleset,
                    census::RULESETS.join(", ")
                );
                Error::Cannot(message).into()
            } else {
                unknown(&self.ruleset).into()
            });
        }
        let sizes = self
            .sizes
            .iter()
            .enumerate()
            .map(|(i, text)| size(text, &format!("tree {}", i + 1)))
            .collect::<Result<Vec<u64>, Error>>()?;
        let answer =
            census::green_trees(family(&self.family)?, &sizes, self.common.digits(), &self.common.budget())?;
        let text = if self.common.json { String::new() } else { green_trees(&answer) };
        emit(&self.common, &Shown::new(&answer, text));
        Ok(())
    }
}

/// The family of this name.
fn family(name: &str) -> Result<Family, Fault> {
    Family::by_name(name).ok_or_else(|| {
        let names: Vec<&str> = Family::ALL.iter().map(|family| family.name()).collect();
        let fault =
            Fault::new(format!("the family {}", quote_text(name)), format!("one of {}", names.join(", ")));
        match partizan::ruleset::nearest(name, &names) {
            Some(near) => fault.hint(format!("did you mean {near}?")),
            None => fault,
        }
    })
}

/// A number of nodes; one that no machine word holds is too large, not malformed.
pub fn size(text: &str, what: &str) -> Result<u64, Error> {
    let word = text.trim();
    if word.is_empty() || !word.bytes().all(|b| b.is_ascii_digit()) {
        let fault = Fault::new(quote_text(word), "a number of nodes, 1 or more, in digits");
        return Err(fault.within(what).into());
    }
    word.parse().map_err(|_| {
        Stop::TooLarge {
            what: what.into(),
            size: format!("{} nodes", shortened(word, 24)),
            limit: format!("{} nodes", census::MAX_NODES),
            advice: None,
        }
        .into()
    })
}

/// How many rows of a distribution a person is shown.
const ROWS: usize = 16;

fn green_trees(answer: &Answer<census::Ask, GreenTrees>) -> String {
    let (ask, found) = (&answer.ask, &answer.answer);
    let nodes = list(&ask.sizes);
    let several = ask.sizes.len() > 1;
    let mut text = heading(&format!("Green Hackenbush on random {} trees of {nodes} nodes", ask.family));
    let mut rows = Rows::default();
    rows.row("first player wins", &found.first_player_wins.decimal);
    rows.row("exactly", shortened_fraction(&found.first_player_wins.fraction, 60));
    if let Some(seconds_spent) = answer.work.get("seconds").and_then(serde_json::Value::as_f64) {
        rows.row("time", seconds(seconds_spent));
    }
    text.push_str(&rows.text());
    let alone = found.trees.iter().map(|tree| {
        let times = if tree.times == 1 { String::new() } else { format!(" ({} such trees)", tree.times) };
        (format!("Grundy value of a tree of {} nodes{times}", tree.nodes), &tree.spread)
    });
    let sum = several.then(|| ("Grundy value of all together".to_string(), &found.sum));
    for (title, spread) in alone.chain(sum) {
        text.push('\n');
        text.push_str(&heading(&title));
        text.push_str(&distribution(spread));
    }
    text
}

/// A distribution as a table with bars: value, chance, count.
fn distribution(spread: &SumSpread) -> String {
    let shown = if spread.values.len() <= ROWS { spread.values.len() } else { ROWS - 1 };
    let digits = spread.values.first().map_or(0, |value| value.decimal.len());
    let most = spread.values.iter().map(|value| part(&value.decimal)).fold(0.0, f64::max);
    let mut text = format!("  {:>6}  {:digits$}  {:BAR$}  count\n", "value", "chance", "");
    for value in &spread.values[..shown] {
        let bar = bar(part(&value.decimal) / most.max(f64::MIN_POSITIVE));
        let count = shortened(&value.count.to_string(), 30);
        let _ = writeln!(text, "  {:>6}  {:>digits$}  {bar:BAR$}  {count}", value.value, value.decimal);
    }
    if let (Some(last), true) = (spread.values.last(), shown < spread.values.len()) {
        let more = spread.values.len() - shown;
        let _ = writeln!(text, "     ...  {more} more values, up to {}; --json has them all", last.value);
    }
    let _ = writeln!(
        text,
        "  {:>6}  {:digits$}  {:BAR$}  {}",
        "total",
        "",
        "",
        shortened(&spread.total.to_string(), 30)
    );
    text
}

const BAR: usize = 20;

/// A bar of so much of the full length, in eighths of a character.
fn bar(part: f64) -> String {
    const EIGHTHS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
    let eighths = (part * (8 * BAR) as f64).round() as usize;
    format!("{}{}", "█".repeat(eighths / 8), EIGHTHS[eighths % 8])
}

/// The length of a bar only: the exact chance is printed beside it.
fn part(decimal: &str) -> f64 {
    decimal.parse().unwrap_or(0.0)
}

/// `5, 6 and 100`, cut when there are many.
fn list(sizes: &[u64]) -> String {
    let words: Vec<String> = sizes.iter().map(ToString::to_string).collect();
    match words.as_slice() {
        [one] => one.clone(),
        many if many.len() > 12 => format!("{}, ... ({} trees)", many[..8].join(", "), many.len()),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
        [] => String::new(),
    }
}
