//! `partizan eval`: the value of an expression.

use crate::common::Common;
use crate::failure::Failure;
use crate::input::{Input, Text};
use crate::show::{Rows, Shown, print};
use partizan::question::exact::Exact;
use partizan::question::value::eval::{GameSays, Line, Says, Session, eval};
use partizan::value::{Evaluated, Store};
use partizan::{Error, Fault};
use std::path::PathBuf;

/// The value of an expression of games, with everything that one asks of it
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  partizan eval '{1|-1} + * + ^'
  partizan eval 'cool({4||2|1}, 1/2)'
  partizan eval 'tiny(2) < ^'
  partizan eval --svg switch.svg '{5|3||-1|-4}'

Games: {2|0||0}, 1/2, ^, ^^*, ^3*2, v, *4, 2^* (2 + ^ + *), +-1, +-{1|0}, tiny(2), miny(3/2), ^<2>, ^[2].
Operators: G + H, G - H, -G, 3.G (copies), G:H (ordinal sum), +-G (switch; 3+-1 is {4|2}, 3 + -1 is 2).
Comparisons: < <= = >= >, and <> or || for confused. `partizan repl` has `help` with all functions.

Without --memory an expression may take 4 GB.")]
pub struct Args {
    /// The expression; `-` reads it from standard input
    #[arg(value_name = "EXPRESSION", conflicts_with = "file", allow_hyphen_values = true)]
    expression: Option<String>,
    /// Read the expression from a file
    #[arg(long, value_name = "FILE")]
    file: Option<PathBuf>,
    /// One expression a line from standard input or the file: one line of JSON each, faults reported by line
    #[arg(long)]
    lines: bool,
    /// Print the value in LaTeX, and nothing else
    #[arg(long, conflicts_with_all = ["json", "lines", "long"])]
    latex: bool,
    /// Print the value with braces, bars and numbers alone, and nothing else
    #[arg(long, conflicts_with_all = ["json", "lines"])]
    long: bool,
    /// Draw the thermograph into this file
    #[arg(long, value_name = "FILE", conflicts_with = "lines")]
    svg: Option<PathBuf>,
    #[command(flatten)]
    common: Common,
}

impl Args {
    pub fn run(&self) -> Result<(), Failure> {
        let input = Input { position: self.expression.clone(), file: self.file.clone(), lines: self.lines };
        let budget = self.common.expression_budget();
        if !(self.latex || self.long || self.svg.is_some()) {
            return input.answer(&self.common, |text| {
                let line = eval(text.ok_or_else(missing)?, &budget, self.common.digits())?;
                Ok(Shown::new(&line.answer, shown(&line, true)))
            });
        }
        let text: Text = input.read()?.ok_or_else(|| Error::Fault(missing()))?;
        let mut session = Session::new(&budget, self.common.digits())?;
        let line = session.run(&text.text).map_err(|error| text.error(error))?;
        if let Some(path) = &self.svg {
            let picture = picture(session.store(), &line)?;
            std::fs::write(path, picture)
                .map_err(|error| Failure::Usage(format!("cannot write {}: {error}", path.display())))?;
        }
        if self.latex || self.long {
            print(&written(session.store(), &line, self.latex)?);
        } else {
            crate::input::emit(&self.common, &Shown::new(&line.answer, shown(&line, true)));
        }
        Ok(())
    }
}

fn missing() -> Fault {
    Fault::new("no expression", "a game such as '{2|0} + ^'")
}

/// The thermograph of what a line says, in SVG.
fn picture(store: &Store, line: &Line) -> Result<String, Failure> {
    let title = match &line.evaluated {
        Evaluated::Game(id) => store.text(*id)?,
        _ => String::new(),
    };
    match &line.thermograph {
        Some(thermograph) => Ok(thermograph.svg(&title)),
        None => Err(Failure::Usage("a picture is drawn of a game or of thermograph(G)".into())),
    }
}

/// The games that a line says, in LaTeX or in the long form, one a line.
fn written(store: &Store, line: &Line, latex: bool) -> Result<String, Failure> {
    let games = match &line.evaluated {
        Evaluated::Game(id) => vec![*id],
        Evaluated::Games(games) => games.clone(),
        _ => return Err(Failure::Usage("--latex and --long write games".into())),
    };
    let mut text = String::new();
    for id in games {
        text += &if latex { store.latex(id)? } else { store.long_text(id)? };
        text.push('\n');
    }
    Ok(text)
}

/// What a line says, for a person; games with a drawing of their thermograph if `drawn`.
pub fn shown(line: &Line, drawn: bool) -> String {
    let set = line.set.as_ref().map(|name| format!("{name} = ")).unwrap_or_default();
    match &line.answer.answer {
        Says::Game(game) => {
            let mut text = format!("{set}{}\n", game.value);
            if line.set.is_none() {
                text.push('\n');
                text.push_str(&rows(game).text());
                if drawn {
                    text.push('\n');
                    text.push_str(&drawing(line));
                }
            }
            text
        }
        Says::Games { values } => values.iter().flat_map(|value| [value.as_str(), "\n"]).collect(),
        Says::Comparison { holds, left, relation, right } => {
            let confused =
                if *relation == "<>" { "  (confused: whoever begins wins the difference)" } else { "" };
            format!("{holds}\n  {left} {relation} {right}{confused}\n")
        }
        Says::Outcome { outcome } => format!("{outcome}: {}\n", winner(outcome)),
        Says::Confusion { confusion } => format!("{confusion}\n"),
        Says::Thermograph { .. } => drawing(line),
        Says::Uptimal { uptimal, .. } => format!("{uptimal}\n"),
        Says::None { what } => format!("none: it has no {what}\n"),
    }
}

fn drawing(line: &Line) -> String {
    line.thermograph
        .as_ref()
        .map(|thermograph| format!("{}\n{}\n", thermograph.drawn(), thermograph.told()))
        .unwrap_or_default()
}

fn winner(outcome: &str) -> &'static str {
    match outcome {
        "L" => "Left wins, whoever begins",
        "R" => "Right wins, whoever begins",
        "N" => "the player who begins wins",
        _ => "the player who begins loses",
    }
}

fn rows(game: &GameSays) -> Rows {
    let number = |exact: &Exact| match exact.fraction.strip_suffix("/1") {
        Some(integer) => integer.to_string(),
        None => format!("{}  ({})", exact.fraction, exact.decimal),
    };
    let mut rows = Rows::default();
    rows.row("outcome", format!("{}: {}", game.outcome, winner(&game.outcome)))
        .row("left stop", number(&game.left_stop))
        .row("right stop", number(&game.right_stop))
        .row("mean", number(&game.mean))
        .row("temperature", number(&game.temperature))
        .row("confused with", &game.confusion)
        .row("atomic weight", game.atomic_weight.as_deref().unwrap_or("none"))
        .row("reduced form", &game.reduced)
        .row("birthday", &game.birthday);
    rows
}
