//! `partizan fair`.

use crate::common::Common;
use crate::failure::Failure;
use crate::input::Input;
use crate::show::{Rows, Shown, heading, seconds, thousands};
use partizan::question::fair::{self, Ask, Fairest};
use partizan::ruleset::stalks::Stalks;
use partizan::{Answer, Error, Ruleset, fault::Fault};
use std::fmt::Write as _;

/// Which components together make a fair game: the most pieces whose values sum to zero
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  partizan fair stalks 'BWW BWB B'
  printf 'BWW\\nBWB\\nW\\n' | partizan fair stalks - --json

A sum of games is fair to the second player exactly when its value is zero. The empty collection is fair.
Of several best collections the answer is always the same one, whatever the order of the components.")]
pub struct Args {
    /// What the components are: stalks
    #[arg(value_name = "RULESET")]
    ruleset: String,
    #[command(flatten)]
    input: Input,
    #[command(flatten)]
    common: Common,
}

impl Args {
    pub fn run(&self) -> Result<(), Failure> {
        if self.ruleset != Stalks::NAME {
            partizan::ruleset::pages()
                .iter()
                .find(|page| page.name == self.ruleset)
                .ok_or_else(|| partizan::ruleset::unknown(&self.ruleset))?;
            return Err(Error::Cannot(format!(
                "{} has no components with values that can be chosen from; rulesets that have: {}",
                self.ruleset,
                fair::RULESETS.join(", ")
            ))
            .into());
        }
        let budget = self.common.budget();
        self.input.answer(&self.common, |text| {
            let stalks =
                Stalks.parse(text.ok_or_else(|| Fault::new("no components", "words over B and W"))?)?;
            let answer = fair::stalks(&stalks, &budget)?;
            let text = text_of(&answer);
            Ok(Shown::new(&answer, text))
        })
    }
}

fn text_of(answer: &Answer<Ask, Fairest>) -> String {
    let fairest = &answer.answer;
    let mut text = heading(&format!("The largest fair collection of {} stalks", fairest.components.len()));
    let width = |column: fn(&fair::Component) -> &str| {
        fairest.components.iter().map(|c| column(c).len()).max().unwrap_or(0)
    };
    let (words, values) = (width(|c| &c.text), width(|c| &c.value));
    let numbers = fairest.components.len().to_string().len();
    for component in &fairest.components {
        let mark = if fairest.chosen.binary_search(&component.number).is_ok() { '+' } else { ' ' };
        let (number, word, value) = (component.number, &component.text, &component.value);
        let _ = writeln!(text, "  {mark} {number:>numbers$}  {word:words$}  {value:>values$}");
    }
    let chosen: Vec<String> = fairest.chosen.iter().map(usize::to_string).collect();
    let mut rows = Rows::default();
    if chosen.is_empty() {
        rows.row("fair", "only the empty collection");
    } else {
        rows.row("fair", format!("{} (marked +): the values sum to 0", chosen.join(" ")));
    }
    rows.row("pieces", thousands(&fairest.total.to_string()));
    rows.row("method", format!("{}, so nothing larger is fair", answer.method));
    if let Some(time) = answer.work.get("seconds").and_then(serde_json::Value::as_f64) {
        rows.row("time", seconds(time));
    }
    text + &rows.text()
}
