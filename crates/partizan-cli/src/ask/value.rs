//! `partizan value`.

use crate::common::Common;
use crate::failure::Failure;
use crate::input::Input;
use crate::show::{Rows, Shown, block, heading, seconds, side_by_side, thousands};
use partizan::question::value::{Fate, Move, OptionSays, PositionSays, Request, Valued, Why, value};
use partizan::question::{Answer, exact::Exact, value::Ask};
use partizan::ruleset::Variant;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// What a position is worth: canonical form, outcome, temperature, and every winning first move
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  partizan value domineering '..../..../..../....'
  partizan value hackenbush '0-1 B, 1-2 R, 1-3 R' --explain
  partizan value amazons 'x.../..../...o' --svg thermograph.svg --picture board.svg")]
pub struct Args {
    /// The ruleset
    #[arg(value_name = "RULESET")]
    ruleset: String,
    #[command(flatten)]
    input: Input,
    /// The ruleset's settings, as name=value,...
    #[arg(long, value_name = "SETTINGS", default_value = "")]
    variant: Variant,
    /// Say why: the components, what becomes of each option, which theorem settled it
    #[arg(long)]
    explain: bool,
    /// Draw the thermograph to an SVG file
    #[arg(long, value_name = "FILE", conflicts_with = "lines")]
    svg: Option<PathBuf>,
    /// Draw the position to an SVG file, as books draw it
    #[arg(long, value_name = "FILE", conflicts_with = "lines")]
    picture: Option<PathBuf>,
    #[command(flatten)]
    common: Common,
}

impl Args {
    pub fn run(&self) -> Result<(), Failure> {
        let drawings = std::cell::RefCell::new(Vec::new());
        self.input.answer(&self.common, |position| {
            let request = Request {
                ruleset: self.ruleset.clone(),
                variant: self.variant.clone(),
                position: position.map(String::from),
                digits: self.common.digits(),
                explain: self.explain,
                picture: self.picture.is_some(),
            };
            let valued = value(&request, &self.common.budget())?;
            let mut drawings = drawings.borrow_mut();
            if let Some(path) = &self.svg {
                let title = shortened(&valued.answer.answer.game.value, 60);
                drawings.push((path.clone(), valued.thermograph.svg(&title)));
            }
            if let (Some(path), Some(picture)) = (&self.picture, &valued.picture) {
                drawings.push((path.clone(), picture.clone()));
            }
            Ok(Shown::new(&valued.answer, text(&valued)))
        })?;
        drawings.into_inner().iter().try_for_each(|(path, drawing)| write(path, drawing))
    }
}

fn write(path: &Path, drawing: &str) -> Result<(), Failure> {
    std::fs::write(path, drawing)
        .map_err(|error| Failure::Usage(format!("cannot write to {}: {error}", path.display())))
}

/// A text cut in the middle when it is long, with how long it is.
fn shortened(text: &str, width: usize) -> String {
    let count = text.chars().count();
    if count <= width {
        return text.to_string();
    }
    let keep = width / 2;
    let head: String = text.chars().take(keep).collect();
    let tail: String = text.chars().skip(count - keep).collect();
    format!("{head} ... {tail} ({count} characters; --json has them all)")
}

/// Values of positions can be very long; a person reads so many characters of one.
const WIDE: usize = 600;

fn number(exact: &Exact) -> String {
    let fraction = exact.fraction.strip_suffix("/1").unwrap_or(&exact.fraction);
    if fraction.contains('/') { format!("{fraction} = {}", exact.decimal) } else { fraction.to_string() }
}

fn text(valued: &Valued) -> String {
    let Answer { ask, answer, method, work } = &valued.answer;
    let PositionSays { game, nimber, left_wins_with, right_wins_with, why } = answer;
    let named = [ask.left, ask.right] != ["Left", "Right"];
    let players =
        if named { format!(": Left is {}, Right is {}", ask.left, ask.right) } else { String::new() };
    let mut text = heading(&format!("{}{players}", ask.ruleset));
    for line in block(&ask.position).lines() {
        let _ = writeln!(text, "  {line}");
    }
    let mut rows = Rows::default();
    rows.row("value", shortened(&game.value, WIDE));
    let wins = match game.outcome.as_str() {
        "L" => "L: Left wins, whoever moves first",
        "R" => "R: Right wins, whoever moves first",
        "N" => "N: whoever moves first wins",
        _ => "P: whoever moves second wins",
    };
    rows.row("outcome", wins);
    rows.row(
        "stops",
        format!("{} if Left begins, {} if Right begins", number(&game.left_stop), number(&game.right_stop)),
    );
    rows.row("mean", number(&game.mean));
    rows.row("temperature", number(&game.temperature));
    if let Some(nimber) = nimber {
        rows.row("nimber", format!("*{nimber}"));
    }
    if let Some(weight) = &game.atomic_weight {
        rows.row("atomic weight", shortened(weight, WIDE));
    }
    rows.row("Left wins with", wins_with(ask, left_wins_with));
    rows.row("Right wins with", wins_with(ask, right_wins_with));
    rows.row("method", method.as_str());
    let count = |name: &str| work.get(name).map_or(String::new(), |figure| thousands(&figure.to_string()));
    rows.row("positions", format!("{} valued, {} games", count("positions"), count("games")));
    if let Some(time) = work.get("seconds").and_then(serde_json::Value::as_f64) {
        rows.row("time", seconds(time));
    }
    text.push_str(&rows.text());
    text.push_str(&heading("thermograph"));
    for line in valued.thermograph.drawn().lines().chain(valued.thermograph.told().lines()) {
        let _ = writeln!(text, "  {line}");
    }
    if let Some(why) = why {
        text.push_str(&explained(ask, why));
    }
    text
}

/// At most so many moves are shown to a person.
const MANY: usize = 24;

fn wins_with(ask: &Ask, moves: &[Move]) -> String {
    if moves.is_empty() {
        return "no first move".into();
    }
    let count = moves.len();
    let mut text = format!("{count} first move{}\n", if count == 1 { "" } else { "s" });
    if moves.iter().any(|m| m.name.is_some()) || !ask.position.contains('/') {
        for option in moves.iter().take(MANY) {
            let name = option
                .name
                .as_ref()
                .map_or_else(|| option.to.clone(), |name| format!("{name}, leaves {}", option.to));
            let _ = writeln!(text, "{name}  =  {}", shortened(&option.value, 100));
        }
    } else {
        let blocks: Vec<String> = moves
            .iter()
            .take(MANY)
            .map(|option| {
                format!(
                    "{}\n= {}",
                    block(&option.to),
                    shortened(&option.value, 24).split(" (").next().unwrap_or("")
                )
            })
            .collect();
        text.push_str(&side_by_side(&blocks, 3, 76));
    }
    if count > MANY {
        let _ = writeln!(text, "... and {} more; --json has them all", count - MANY);
    }
    text
}

fn explained(ask: &Ask, why: &Why) -> String {
    let mut text = heading("components");
    if why.components.is_empty() {
        text.push_str("  none in which anybody can move\n");
    }
    for component in &why.components {
        let _ = writeln!(
            text,
            "  {}  =  {}   by {}",
            component.position,
            shortened(&component.value, 200),
            component.by
        );
    }
    for (player, name, options) in [("Left", ask.left, &why.left), ("Right", ask.right, &why.right)] {
        text.push_str(&heading(&format!("options of {player}, {name}")));
        if options.is_empty() {
            text.push_str("  none\n");
        }
        for OptionSays { value, fate, moves } in options {
            let fate = match fate {
                Fate::Canonical => "is in the canonical form".to_string(),
                Fate::Dominated(by) => format!("is dominated by {}", shortened(by, 100)),
                Fate::Reversible(by) => format!("is reversible through {}", shortened(by, 100)),
                Fate::Unneeded => "is not needed: the value is a number".to_string(),
            };
            let _ = writeln!(text, "  {} {fate}", shortened(value, 200));
            let shown: Vec<&str> = moves.iter().take(MANY).map(String::as_str).collect();
            let more = if moves.len() > MANY { ", ..." } else { "" };
            let _ = writeln!(text, "      by {}{more}", shown.join(" | "));
        }
    }
    text
}
