//! `partizan rules`: the rulesets, their notation, their conventions and what each can be asked.

use crate::failure::Failure;
use crate::show::{Rows, heading, print};
use partizan::question::{self, census};
use partizan::ruleset::{Page, pages, unknown};
use serde_json::{Value, json};

/// List the rulesets, or show one in full
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:\n  partizan rules\n  partizan rules hex")]
pub struct Args {
    /// The ruleset to show in full
    #[arg(value_name = "RULESET")]
    name: Option<String>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Args {
    pub fn run(&self) -> Result<(), Failure> {
        let all = pages();
        match &self.name {
            None if self.json => print(&format!("{}\n", all.iter().map(json_of).collect::<Value>())),
            None => print(&list(&all)),
            Some(name) => {
                let page = all.iter().find(|page| page.name == name).ok_or_else(|| unknown(name))?;
                if self.json {
                    print(&format!("{}\n", json_of(page)));
                } else {
                    print(&full(page));
                }
            }
        }
        Ok(())
    }
}

fn json_of(page: &Page) -> Value {
    let settings: Vec<Value> = page
        .settings
        .iter()
        .map(|s| json!({"name": s.name, "meaning": s.meaning, "values": s.values}))
        .collect();
    json!({
        "ruleset": page.name,
        "title": page.title,
        "notation": page.notation,
        "left": page.players[0],
        "right": page.players[1],
        "settings": settings,
        "questions": question::askable(page.name),
        "census": census::families(page.name),
        "page": page.text,
    })
}

fn list(pages: &[Page]) -> String {
    let mut text = String::new();
    for page in pages {
        text.push_str(&heading(page.name));
        let mut rows = Rows::default();
        rows.row("", page.title);
        rows.row("notation", page.notation);
        rows.row("players", format!("Left is {}, Right is {}", page.players[0], page.players[1]));
        for setting in page.settings {
            rows.row(
                "variants",
                format!("{}={}: {}", setting.name, setting.values.join("|"), setting.meaning),
            );
        }
        rows.row("questions", question::askable(page.name).join(", "));
        text.push_str(&rows.text());
        text.push('\n');
    }
    text.push_str("`partizan rules NAME` shows one in full.\n");
    text
}

fn full(page: &Page) -> String {
    let questions = question::askable(page.name).join(", ");
    let mut text = format!("{}\n\nIt can be asked: {questions}.\n", page.text.trim_end());
    let families = census::families(page.name);
    if !families.is_empty() {
        text.push_str("\nFamilies of `census`, the first where `--family` names none:\n");
        let mut rows = Rows::default();
        for family in families {
            rows.row(family.family, family.meaning);
        }
        text.push_str(&rows.text());
    }
    text
}
