//! `partizan tour`: each question once, on positions that are shipped in `examples/`.

use crate::failure::Failure;
use crate::show::{heading, print};
use clap::Parser;
use std::path::Path;

/// Ask each question once, with the command that asks it
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:\n  partizan tour\n  partizan tour --json")]
pub struct Args {
    /// Print one line of JSON an answer
    #[arg(long)]
    json: bool,
}

/// What the tour asks: a line that says it, and the command.
const STOPS: &[(&str, &str)] = &[
    (
        "What is the 4 by 4 Domineering board worth, and which first moves win?",
        "partizan value domineering --file examples/domineering.txt",
    ),
    (
        "How often does White win this Hex board when both sides move at random?",
        "partizan odds hex --file examples/hex-8x8.txt",
    ),
    ("And in the game of Y, on the empty triangle with six cells on a side?", "partizan odds y 6"),
    ("Who wins this L game, and with which move?", "partizan solve l-game --file examples/l-game.txt"),
    ("Which of these stalks make a fair game?", "partizan fair stalks --file examples/stalks.txt"),
    (
        "How is the Grundy value of random trees spread, and how often does the first player win?",
        "partizan census green-hackenbush 5 6 100",
    ),
    (
        "What are the nimbers of the first million heaps of Kayles, and how often does the first player win two of them?",
        "partizan census heaps 1000000 1000000 --variant code=0.77",
    ),
];

/// The positions of `examples/`, so that the tour works from any folder.
const SHIPPED: &[(&str, &str)] = &[
    ("examples/domineering.txt", include_str!("../../../examples/domineering.txt")),
    ("examples/hex-8x8.txt", include_str!("../../../examples/hex-8x8.txt")),
    ("examples/l-game.txt", include_str!("../../../examples/l-game.txt")),
    ("examples/stalks.txt", include_str!("../../../examples/stalks.txt")),
];

/// The text of a shipped position, if the path is one and there is no such file here.
pub fn shipped(path: &Path) -> Option<&'static str> {
    let name = path.to_str()?;
    SHIPPED.iter().find(|(shipped, _)| *shipped == name && !path.exists()).map(|(_, text)| *text)
}

impl Args {
    pub fn run(&self) -> Result<(), Failure> {
        for (i, (says, command)) in STOPS.iter().enumerate() {
            if !self.json {
                let gap = if i == 0 { "" } else { "\n" };
                print(&format!("{gap}{}$ {command}\n", heading(says)));
            }
            let mut words = split(command);
            if self.json {
                words.push("--json".into());
            }
            let cli = crate::Cli::try_parse_from(words)
                .map_err(|error| Failure::Check(format!("the tour's own command is wrong: {error}")))?;
            cli.command.run()?;
        }
        Ok(())
    }
}

/// A command's words as a shell splits them, single quotes only.
fn split(command: &str) -> Vec<String> {
    let mut words = Vec::new();
    for (i, part) in command.split('\'').enumerate() {
        if i % 2 == 1 {
            words.push(part.to_string());
        } else {
            words.extend(part.split_whitespace().map(String::from));
        }
    }
    words
}

#[cfg(test)]
mod tests {
    #[test]
    fn commands_are_split_as_a_shell_does() {
        assert_eq!(
            super::split("partizan odds hex 'W. / .B' --json"),
            ["partizan", "odds", "hex", "W. / .B", "--json"]
        );
    }
}
