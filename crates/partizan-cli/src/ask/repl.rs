//! `partizan repl`: expressions one after the other, with variables.

use super::eval::shown;
use crate::common::{Common, lower_interrupt};
use crate::failure::Failure;
use crate::show::print;
use partizan::question::value::eval::Session;
use partizan::value::Function;
use rustyline::completion::{Completer, Pair};
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::DefaultHistory;
use rustyline::validate::{ValidationContext, ValidationResult, Validator};
use rustyline::{Context, Editor, Helper};
use std::fmt::Write as _;
use std::io::{BufRead, IsTerminal};
use std::path::PathBuf;

/// Evaluate expressions one after the other, with variables, history and completion
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  partizan repl
  printf 'let g = {2|0}\\ncool(g, 1/2)\\n' | partizan repl

Type `help` inside for the notation and all functions, `help NAME` for one. An open bracket goes on in the next line.
Without --memory the games of a session may take 4 GB.")]
pub struct Args {
    #[command(flatten)]
    common: Common,
}

/// Words that are no expressions.
const WORDS: [&str; 5] = ["help", "variables", "quit", "exit", "let"];

impl Args {
    pub fn run(&self) -> Result<(), Failure> {
        let session = Session::new(&self.common.expression_budget(), self.common.digits())?;
        if std::io::stdin().is_terminal() { self.converse(session) } else { self.read_all(session) }
    }

    /// At a terminal: with history, completion and editing.
    fn converse(&self, mut session: Session) -> Result<(), Failure> {
        let trouble =
            |error: ReadlineError| Failure::Usage(format!("cannot read from the terminal: {error}"));
        let mut editor: Editor<Words, DefaultHistory> = Editor::new().map_err(trouble)?;
        editor.set_helper(Some(Words { names: names(&session) }));
        let history = history_file();
        if let Some(path) = &history {
            // There is none at first; and a session without one is still a session.
            let _ = editor.load_history(path);
        }
        print("Exact values of games. `help` shows the notation, `quit` ends.\n");
        loop {
            match editor.readline("> ") {
                Ok(line) => {
                    let _ = editor.add_history_entry(line.as_str());
                    match self.line(&mut session, &line) {
                        Ok(Some(text)) => print(&text),
                        Ok(None) => break,
                        Err(failure) => {
                            failure.report();
                            lower_interrupt();
                        }
                    }
                    if let Some(helper) = editor.helper_mut() {
                        helper.names = names(&session);
                    }
                }
                Err(ReadlineError::Interrupted) => {}
                Err(ReadlineError::Eof) => break,
                Err(error) => return Err(trouble(error)),
            }
        }
        if let Some(path) = &history {
            let _ = path.parent().map(std::fs::create_dir_all);
            let _ = editor.save_history(path);
        }
        Ok(())
    }

    /// From a pipe or a file: faults are told with their line, and the rest is read all the same.
    fn read_all(&self, mut session: Session) -> Result<(), Failure> {
        let mut worst = 0;
        let mut open = String::new();
        let mut first = 0;
        let mut lines = std::io::stdin().lock().split(b'\n').enumerate();
        loop {
            let next = lines.next();
            let ended = next.is_none();
            if let Some((number, bytes)) = next {
                let bytes =
                    bytes.map_err(|error| Failure::Usage(format!("cannot read standard input: {error}")))?;
                let mut line = partizan::fault::clean(&bytes).map_err(|fault| fault.from_line(number + 1))?;
                line.truncate(line.trim_end_matches('\r').len());
                if open.is_empty() {
                    first = number + 1;
                } else {
                    open.push('\n');
                }
                open.push_str(&line);
            }
            if ended || brackets(&open) <= 0 {
                match self.line(&mut session, &std::mem::take(&mut open)) {
                    Ok(Some(text)) => print(&text),
                    Ok(None) => break,
                    Err(failure) => {
                        let failure = match failure {
                            Failure::Ask(partizan::Error::Fault(fault)) => {
                                Failure::from(fault.from_line(first))
                            }
                            other => other,
                        };
                        worst = worst.max(failure.status());
                        failure.report();
                    }
                }
            }
            if ended || worst == 130 {
                break;
            }
        }
        if worst == 0 { Ok(()) } else { Err(Failure::Lines { status: worst }) }
    }

    /// Answers one line; `None` if it ends the session.
    fn line(&self, session: &mut Session, line: &str) -> Result<Option<String>, Failure> {
        let mut words = line.split_whitespace();
        Ok(Some(match (words.next(), words.next(), words.next()) {
            (None, ..) => String::new(),
            (Some("quit" | "exit"), None, _) => return Ok(None),
            (Some("help"), None, _) => help(),
            (Some("help"), Some(name), None) => help_on(name),
            (Some("variables"), None, _) => {
                let mut text = String::new();
                for (name, id) in session.variables() {
                    let _ = writeln!(text, "{name} = {}", session.store().text(*id)?);
                }
                text
            }
            _ => {
                let line = session.run(line)?;
                if self.common.json {
                    let json = serde_json::to_value(&line.answer).expect("every answer has a JSON form");
                    format!("{json}\n")
                } else {
                    shown(&line, false)
                }
            }
        }))
    }
}

/// How many brackets are open at the end of a text.
fn brackets(text: &str) -> i64 {
    text.chars()
        .map(|c| match c {
            '{' | '(' => 1,
            '}' | ')' => -1,
            _ => 0,
        })
        .sum()
}

fn history_file() -> Option<PathBuf> {
    let state = std::env::var_os("XDG_STATE_HOME").map(PathBuf::from);
    let home = || std::env::var_os("HOME").map(|home| PathBuf::from(home).join(".local/state"));
    Some(state.filter(|path| path.is_absolute()).or_else(home)?.join("partizan").join("history"))
}

fn names(session: &Session) -> Vec<String> {
    let functions = Function::ALL.iter().map(|function| format!("{}(", function.name()));
    let variables = session.variables().keys().cloned();
    functions.chain(variables).chain(WORDS.map(String::from)).collect()
}

fn help() -> String {
    let mut text = String::from(
        "Games       {2|0||0}  1/2  ^  ^^*  ^3*2  v  *4  2^* (2 + ^ + *)  +-1  +-{1|0}  tiny(2)  miny(3/2)  ^<2>  ^[2]
Operators   G + H  G - H  -G  3.G (copies)  G:H (ordinal sum)  '{*|*}':3 (of the form as written)
Switches    +- without a blank: 3+-1 is {4|2}, 3 + -1 is 2
Questions   G < H  <=  =  >=  >  and <> or || for confused
Variables   let g = {1|0}   it (the last game)   variables (all of them)

Functions
",
    );
    let calls: Vec<String> = Function::ALL.iter().map(|&function| call(function)).collect();
    let width = calls.iter().map(String::len).max().unwrap_or(0);
    for (call, function) in calls.iter().zip(Function::ALL) {
        let _ = writeln!(text, "  {call:width$}  {}", function.meaning());
    }
    text
}

fn call(function: Function) -> String {
    format!("{}({})", function.name(), function.parameters().join(", "))
}

fn help_on(name: &str) -> String {
    if let Some(function) = Function::named(name.trim_end_matches('(')) {
        return format!("{}: {}\n", call(function), function.meaning());
    }
    let names: Vec<&str> = Function::ALL.iter().map(|function| function.name()).collect();
    let near = partizan::fault::nearest(name, &names);
    let hint = near.map(|near| format!("; did you mean {near}?")).unwrap_or_default();
    format!("There is no function {name}{hint}\n")
}

/// What the editor knows: the names to complete, and when a line goes on.
struct Words {
    names: Vec<String>,
}

impl Completer for Words {
    type Candidate = Pair;

    fn complete(&self, line: &str, at: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<Pair>)> {
        let before = &line[..at];
        let start = before
            .rfind(|c: char| !c.is_ascii_alphanumeric() && c != '_')
            .map_or(0, |i| i + before[i..].chars().next().map_or(1, char::len_utf8));
        let word = &before[start..];
        let fits = |name: &&String| !word.is_empty() && name.starts_with(word);
        let pair = |name: &String| Pair { display: name.clone(), replacement: name.clone() };
        Ok((start, self.names.iter().filter(fits).map(pair).collect()))
    }
}

impl Validator for Words {
    fn validate(&self, context: &mut ValidationContext<'_>) -> rustyline::Result<ValidationResult> {
        let open = brackets(context.input()) > 0;
        Ok(if open { ValidationResult::Incomplete } else { ValidationResult::Valid(None) })
    }
}

impl Hinter for Words {
    type Hint = String;
}

impl Highlighter for Words {}

impl Helper for Words {}

#[cfg(test)]
mod tests {
    use super::*;

    fn completions(line: &str) -> Vec<String> {
        let history = DefaultHistory::new();
        let words = Words { names: names(&Session::new(&partizan::Budget::unlimited(), 6).unwrap()) };
        let (_, pairs) = words.complete(line, line.len(), &Context::new(&history)).unwrap();
        pairs.into_iter().map(|pair| pair.replacement).collect()
    }

    #[test]
    fn names_are_completed_from_their_beginning() {
        assert_eq!(completions("1 + atom"), ["atomic_weight("]);
        assert_eq!(completions("nim_"), ["nim_sum(", "nim_product(", "nim_inverse("]);
        assert!(completions("1 + ").is_empty());
    }

    #[test]
    fn a_line_goes_on_while_a_bracket_is_open() {
        assert_eq!((brackets("{1|{2"), brackets("cool({1|0}, 1)")), (2, 0));
    }
}
