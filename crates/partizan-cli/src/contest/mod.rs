//! The original problems: their input from standard input, exactly their output.

mod boxes;
mod green_hackenbush;
mod hex_game;
mod l_game;
mod read;

use crate::failure::Failure;
use crate::input;
use crate::show::print;
use partizan::Budget;

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
enum Problem {
    /// Hex Game: the chances of both sides in random play on each board
    HexGame,
    /// Black and White Boxes: the greatest number of boxes in a fair collection of piles
    Boxes,
    /// The L game: four rows of `.`, `x`, `#` (to move) and `*`
    LGame,
    /// Green Hackenbush: the chance that the first player wins on random binary trees
    GreenHackenbush,
}

impl Args {
    pub fn run(&self) -> Result<(), Failure> {
        let text = input::stdin()?.text;
        let threads = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        let budget = Budget::unlimited().with_threads(threads);
        let output = match self.problem {
            Problem::HexGame => hex_game::run(&text, &budget)?,
            Problem::LGame => l_game::output(&text)?,
            Problem::GreenHackenbush => green_hackenbush::run(&text, &budget)?,
            Problem::Boxes => boxes::run(&text, &budget)?,
        };
        print(&output);
        Ok(())
    }
}
