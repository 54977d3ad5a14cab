//! The original problems: their input from standard input, exactly their output.

mod read;

use crate::failure::Failure;
use crate::input;
use crate::show::print;

/// Read an original problem's input from standard input and print exactly its output
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  printf '1\\n2\\n..\\n..\\n' | partizan contest hex-game
  printf '2\\nW\\nB\\n' | partizan contest boxes")]
pub struct Args {
    #[command(subcommand)]
    problem: Problem,
}

#[derive(clap::Subcommand, Debug)]
enum Problem {}

impl Args {
    pub fn run(&self) -> Result<(), Failure> {
        let text = input::stdin()?.text;
        let _ = text;
        print("");
        match self.problem {}
    }
}
