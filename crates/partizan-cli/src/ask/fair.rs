//! `partizan fair`.

use crate::common::Common;
use crate::failure::Failure;
use crate::input::Input;
use crate::show::{Rows, Shown, heading, seconds, thousands};
use partizan::question::fair::{self, Ask, Collection, Component, Estimate, Fairest, Request, Weigh, Why};
use partizan::ruleset::Variant;
use partizan::{Answer, Error, Fault};
use std::fmt::Write as _;

/// Which components together make a fair game: the heaviest collection whose values sum to zero
///
/// A sum of games is fair to the second player exactly when its value is zero. The empty collection is fair. Of several
/// best collections the answer is always the same one, whatever the order of the components.
///
/// Stalks and numbers are words separated by blanks. Positions and value expressions are separated by `;` (outside
/// brackets) or by newlines; the rows of a board by `/`.
///
/// Where the budget ends first, the best collection found is said and a bound on all of them. `--explain` shows what is left
/// to search when the hopeless components are out, and for each method the steps (of about a nanosecond) and bytes that
/// it was expected to take, or the steps that were spent on trying it.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  partizan fair stalks 'BWW BWB B B B W'
  partizan fair numbers '1 3/16 -2 1/4 1/2 1 -1' --all --limit 3 --near 5
  partizan fair values '{1|-1}; {2|-1}; {1|-2}; *; ^; v*; 1/2; -1/2' --all --limit 7
  partizan fair domineering './.; ..; ../..; ../..'
  partizan fair numbers '1 3/16 -2 1/4 1/2 1 -1' --explain")]
pub struct Args {
    /// What the components are: a ruleset with values such as stalks or domineering, or numbers, or values
    #[arg(value_name = "RULESET")]
    ruleset: String,
    #[command(flatten)]
    input: Input,
    /// The ruleset's settings, as name=value,...
    #[arg(long, value_name = "SETTINGS", default_value = "")]
    variant: Variant,
    /// What is to be as great as possible: the pieces (segments of stalks) or the number of components
    #[arg(long, value_name = "WHAT", value_parser = ["pieces", "components"], default_value = "pieces")]
    weigh: String,
    /// Weights of your own, one for each component: 3,1,2
    #[arg(long, value_name = "WEIGHTS", value_delimiter = ',', conflicts_with = "weigh")]
    weights: Option<Vec<u64>>,
    /// Count all fair collections, too
    #[arg(long)]
    all: bool,
    /// List so many fair collections, the heaviest first
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    limit: Option<u32>,
    /// Find the N sums closest to zero, of numbers only
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    near: Option<u32>,
    /// Say why the method was chosen: what each was expected to cost, in steps of about a nanosecond
    #[arg(long)]
    explain: bool,
    #[command(flatten)]
    common: Common,
}

impl Args {
    pub fn run(&self) -> Result<(), Failure> {
        let budget = self.common.budget();
        let request = Request {
            weigh: match (&self.weights, self.weigh.as_str()) {
                (Some(weights), _) => Weigh::Given(weights.clone()),
                (None, "components") => Weigh::Components,
                _ => Weigh::Pieces,
            },
            all: self.all,
            limit: self.limit.unwrap_or(0) as usize,
            near: self.near.unwrap_or(0) as usize,
            explain: self.explain,
        };
        self.known()?;
        self.input.answer(&self.common, |text| {
            let text = text.ok_or_else(|| Fault::new("no components", "the components as text"))?;
            let collection = Collection::read(&self.ruleset, &self.variant, text, &budget)?;
            let answer = fair::ask(&collection, &request, &budget)?;
            let text = text_of(&answer);
            Ok(Shown::new(&answer, text))
        })
    }

    /// Refuses what has no components with values.
    fn known(&self) -> Result<(), Failure> {
        if fair::kinds().contains(&self.ruleset.as_str()) {
            return Ok(());
        }
        if partizan::ruleset::pages().iter().any(|page| page.name == self.ruleset) {
            return Err(Error::Cannot(format!(
                "the components of {} have no values that can be added; what has: {}",
                self.ruleset,
                fair::kinds().join(", ")
            ))
            .into());
        }
        let fault = Fault::new(
            partizan::fault::quote_text(&self.ruleset),
            format!("what the components are: {}", fair::kinds().join(", ")),
        );
        Err(match partizan::ruleset::nearest(&self.ruleset, &fair::kinds()) {
            Some(near) => fault.hint(format!("did you mean {near}?")).into(),
            None => fault.into(),
        })
    }
}

fn text_of(answer: &Answer<Ask, Fairest>) -> String {
    let fairest = &answer.answer;
    let count = fairest.components.len();
    let mut text = heading(&format!("The largest fair collection of {count} {}", noun(&answer.ask, count)));
    let width = |column: fn(&Component) -> usize| fairest.components.iter().map(column).max().unwrap_or(0);
    let (words, values) = (width(|c| c.text.chars().count()), width(|c| c.value.chars().count()));
    let (numbers, weights) = (count.to_string().len(), width(|c| c.weight.to_string().len()));
    for component in &fairest.components {
        let mark = if fairest.chosen.binary_search(&component.number).is_ok() { '+' } else { ' ' };
        let Component { number, text: word, value, weight } = component;
        let _ = write!(text, "  {mark} {number:>numbers$}  {word:words$}  {value:>values$}");
        let _ = match answer.ask.weigh {
            "given" => writeln!(text, "  {weight:>weights$}"),
            _ => writeln!(text),
        };
    }
    let mut rows = Rows::default();
    let list = |chosen: &[usize]| chosen.iter().map(usize::to_string).collect::<Vec<_>>().join(" ");
    if fairest.chosen.is_empty() {
        rows.row("fair", "only the empty collection");
    } else {
        rows.row("fair", format!("{} (marked +): the values sum to 0", list(&fairest.chosen)));
    }
    let weighed = if answer.ask.weigh == "given" { "weight" } else { answer.ask.weigh };
    rows.row(weighed, thousands(&fairest.total.to_string()));
    if let Some(count) = &fairest.fair_collections {
        rows.row("in all", format!("{} fair collections besides the empty one", thousands(count)));
    }
    for (i, listed) in fairest.listed.iter().flatten().enumerate() {
        let label = if i == 0 { "listed" } else { "" };
        rows.row(label, format!("{weighed} {}: {}", listed.total, list(&listed.chosen)));
    }
    for (i, near) in fairest.nearest.iter().flatten().enumerate() {
        let label = if i == 0 { "near 0" } else { "" };
        rows.row(label, format!("{}: {} ({weighed} {})", near.sum, list(&near.chosen), near.total));
    }
    rows.row("method", format!("{}: nothing larger is fair", answer.method));
    if let Some(time) = answer.work.get("seconds").and_then(serde_json::Value::as_f64) {
        rows.row("time", seconds(time));
    }
    text + &rows.text() + &fairest.why.as_ref().map_or(String::new(), explained)
}

/// Why the method was chosen.
fn explained(why: &Why) -> String {
    let mut text = heading("why this method");
    let mut rows = Rows::default();
    let number = |number: u64| thousands(&number.to_string());
    let bits = why.bits.map_or(String::new(), |bits| format!(", sums of {bits} bits"));
    rows.row(
        "left to search",
        format!("{} components that weigh {}{bits}", number(why.usable), number(why.usable_weight)),
    );
    for Estimate { method, steps, bytes, fate } in &why.methods {
        let mut says = fate.clone();
        if let Some(steps) = steps {
            let _ = write!(says, ", {} steps", number(*steps));
        }
        if let Some(bytes) = bytes {
            let _ = write!(says, ", {}", partizan::budget::bytes(bytes));
        }
        rows.row(*method, says);
    }
    text.push_str(&rows.text());
    text
}

/// What so many components are called.
fn noun(ask: &Ask, count: usize) -> &'static str {
    match (ask.ruleset.as_str(), count) {
        ("stalks", 1) => "stalk",
        ("stalks", _) => "stalks",
        ("numbers", 1) => "number",
        ("numbers", _) => "numbers",
        (_, 1) => "game",
        _ => "games",
    }
}
