//! Where a position comes from, and what becomes of its faults: one for every question.

use crate::common::Common;
use crate::failure::Failure;
use crate::show::{Shown, print};
use partizan::{Error, Fault, fault};
use std::io::Read;

/// Where the position comes from.
#[derive(clap::Args, Debug, Clone, Default)]
pub struct Input {
    /// The position, rows separated by `/`; `-` reads it from standard input
    #[arg(value_name = "POSITION", conflicts_with = "file", allow_hyphen_values = true)]
    pub position: Option<String>,
    /// Read the position from a file
    #[arg(long, value_name = "FILE")]
    pub file: Option<std::path::PathBuf>,
    /// One position a line from standard input or the file: one line of JSON each, faults reported by line
    #[arg(long)]
    pub lines: bool,
}

/// A position's text and whether it was an argument.
#[derive(Debug, Clone)]
pub struct Text {
    /// The text.
    pub text: String,
    /// Whether it was an argument: its faults are told by row and column, others by line and column.
    pub argument: bool,
}

impl Text {
    /// The fault as it is told for this text.
    pub fn fault(&self, fault: Fault) -> Fault {
        if self.argument { fault.in_argument() } else { fault }
    }

    /// The error as it is told for this text.
    pub fn error(&self, error: Error) -> Failure {
        match error {
            Error::Fault(fault) => Failure::from(self.fault(fault)),
            other => other.into(),
        }
    }
}

impl Input {
    /// Reads the whole text; `None` where no position was given.
    pub fn read(&self) -> Result<Option<Text>, Failure> {
        if let Some(path) = &self.file {
            if let Some(text) = crate::tour::shipped(path) {
                return Ok(Some(Text { text: text.to_string(), argument: false }));
            }
            let bytes = std::fs::read(path)
                .map_err(|error| Failure::Usage(format!("cannot read {}: {error}", path.display())))?;
            return Ok(Some(Text { text: fault::clean(&bytes)?, argument: false }));
        }
        match self.position.as_deref() {
            Some("-") => Ok(Some(stdin()?)),
            Some(text) => Ok(Some(Text { text: text.to_string(), argument: true })),
            None if self.lines => Ok(Some(stdin()?)),
            None => Ok(None),
        }
    }

    /// Answers one position, or with `--lines` each of many, and prints what the answers show.
    ///
    /// `ask` is given the text of one position, `None` where none was given.
    pub fn answer(
        &self,
        common: &Common,
        ask: impl Fn(Option<&str>) -> Result<Shown, Error>,
    ) -> Result<(), Failure> {
        let text = self.read()?;
        match text {
            Some(text) if self.lines => answer_lines(&text, ask),
            Some(text) => {
                let shown = ask(Some(&text.text)).map_err(|error| text.error(error))?;
                emit(common, &shown);
                Ok(())
            }
            None => {
                emit(common, &ask(None)?);
                Ok(())
            }
        }
    }
}

/// Prints an answer as the options say.
pub fn emit(common: &Common, shown: &Shown) {
    if common.json {
        print(&format!("{}\n", shown.json));
    } else {
        print(&shown.text);
    }
}

fn answer_lines(text: &Text, ask: impl Fn(Option<&str>) -> Result<Shown, Error>) -> Result<(), Failure> {
    let mut worst = 0;
    for (i, line) in text.text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        match ask(Some(line)) {
            Ok(shown) => print(&format!("{}\n", shown.json)),
            Err(error) => {
                let failure = match error {
                    Error::Fault(fault) => Failure::from(fault.from_line(i + 1)),
                    other => other.into(),
                };
                anstream::eprintln!("error: {}", in_line(&failure, i + 1));
                worst = worst.max(failure.status());
                if failure.status() == 130 {
                    break;
                }
            }
        }
    }
    if worst == 0 { Ok(()) } else { Err(Failure::Lines { status: worst }) }
}

/// The message, with its line if it does not say one itself.
fn in_line(failure: &Failure, line: usize) -> String {
    match failure {
        Failure::Ask(Error::Fault(fault)) if fault.place().is_some() => failure.message(),
        _ => format!("line {line}: {}", failure.message()),
    }
}

/// All of standard input.
pub fn stdin() -> Result<Text, Failure> {
    let mut bytes = Vec::new();
    std::io::stdin()
        .lock()
        .read_to_end(&mut bytes)
        .map_err(|error| Failure::Usage(format!("cannot read standard input: {error}")))?;
    Ok(Text { text: fault::clean(&bytes)?, argument: false })
}
