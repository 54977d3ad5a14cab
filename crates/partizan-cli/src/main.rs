//! The command `partizan`: arguments in; answers, tables, pictures and JSON out. No engine lives here.

mod ask;
mod common;
mod contest;
mod failure;
mod input;
mod papers;
mod progress;
mod rules;
mod show;
mod tour;

use clap::{Parser, Subcommand};
use std::process::ExitCode;

/// Exact answers about two-player games: what a position is worth, who wins, with which move, and how often.
#[derive(Parser, Debug)]
#[command(
    name = "partizan",
    version,
    propagate_version = true,
    arg_required_else_help = true,
    max_term_width = 110
)]
#[command(after_help = "Examples:
  partizan value domineering '..../..../..../....'
  partizan odds hex 'W./.B'
  partizan solve l-game 'x##./.#*./.#*./.**x'

Rulesets are nouns, questions are verbs: `partizan rules` lists the rulesets and what each can be asked.
`partizan tour` asks every question once.

Exit status: 0 answered; 1 a check failed or an internal fault; 2 bad input or usage; 3 too large or budget spent; 130 interrupted.")]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    Value(ask::value::Args),
    Odds(Box<ask::odds::Args>),
    Solve(ask::solve::Args),
    Census(ask::census::Args),
    Fair(ask::fair::Args),
    Eval(ask::eval::Args),
    Repl(ask::repl::Args),
    Rules(rules::Args),
    Tour(tour::Args),
    Contest(contest::Args),
    Completions(papers::Completions),
    Man(papers::Man),
}

impl Command {
    fn run(&self) -> Result<(), failure::Failure> {
        match self {
            Command::Value(args) => args.run(),
            Command::Odds(args) => args.run(),
            Command::Solve(args) => args.run(),
            Command::Census(args) => args.run(),
            Command::Fair(args) => args.run(),
            Command::Eval(args) => args.run(),
            Command::Repl(args) => args.run(),
            Command::Rules(args) => args.run(),
            Command::Tour(args) => args.run(),
            Command::Contest(args) => args.run(),
            Command::Completions(args) => args.run(),
            Command::Man(args) => args.run(),
        }
    }
}

fn main() -> ExitCode {
    failure::install_panic_hook();
    let cli = Cli::parse();
    match cli.command.run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    #[test]
    fn the_arguments_are_consistent() {
        super::Cli::command().debug_assert();
    }
}
