//! `partizan odds`.

mod hex;

use crate::common::Common;
use crate::failure::Failure;
use crate::input::Input;
use crate::show::Shown;
use num_rational::BigRational;
use partizan::question::odds::hex::{Extras, parse_chance};
use partizan::question::odds::{Odds, Request, odds};
use partizan::ruleset::{Player, Variant};
use std::path::PathBuf;

/// How often each side wins when both move at random, exactly
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  partizan odds hex 'W./.B'
  partizan odds hex 11x11 --first black --moves")]
pub struct Args {
    /// The ruleset
    #[arg(value_name = "RULESET")]
    ruleset: String,
    #[command(flatten)]
    input: Input,
    /// The ruleset's settings, as name=value,...
    #[arg(long, value_name = "SETTINGS", default_value = "", hide_default_value = true)]
    variant: Variant,
    /// Who moves first: white or left (if silent), black or right
    #[arg(long, value_name = "PLAYER", value_parser = parse_player, default_value = "white", hide_default_value = true)]
    first: Player,
    #[command(flatten)]
    hex: HexArgs,
    #[command(flatten)]
    common: Common,
}

/// What can be asked of a Hex board beside the odds.
#[derive(clap::Args, Debug)]
#[command(next_help_heading = "Hex")]
#[allow(clippy::struct_excessive_bools)] // a list of wishes, each independent of the others
struct HexArgs {
    /// The chance after every first move: a ranking and a heat map
    #[arg(long)]
    moves: bool,
    /// Draw the board with the chances of --moves (of --random-turn, if only that is asked) as SVG
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// The winning fillings by number of white stones
    #[arg(long)]
    polynomial: bool,
    /// White's chance when each empty cell is white with chance P, such as 3/7 or 0.25
    #[arg(long, value_name = "P", value_parser = |text: &str| parse_chance(text).map_err(|fault| fault.to_string()))]
    p: Option<BigRational>,
    /// Random-turn Hex, played well: a coin says who moves; its value, and the cells on which most hangs
    #[arg(long)]
    random_turn: bool,
    /// How long a game takes: the mean and the distribution
    #[arg(long)]
    length: bool,
    /// Play so many games at random beside the exact answer
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    simulate: Option<u64>,
    /// The seed of the simulation's random numbers (`ChaCha8`)
    #[arg(long, value_name = "S", default_value_t = 1, requires = "simulate")]
    seed: u64,
}

fn parse_player(text: &str) -> Result<Player, String> {
    match text.to_ascii_lowercase().as_str() {
        "white" | "left" => Ok(Player::Left),
        "black" | "right" => Ok(Player::Right),
        _ => Err("expected white or left, black or right".into()),
    }
}

impl Args {
    pub fn run(&self) -> Result<(), Failure> {
        if self.hex.svg.is_some() && self.input.lines {
            return Err(Failure::Usage("--svg draws one board: it does not go with --lines".into()));
        }
        let budget = self.common.budget();
        let extras = Extras {
            // A picture without anything said shows the moves.
            moves: self.hex.moves || (self.hex.svg.is_some() && !self.hex.random_turn),
            polynomial: self.hex.polynomial,
            p: self.hex.p.clone(),
            random_turn: self.hex.random_turn,
            length: self.hex.length,
            simulate: self.hex.simulate.map(|playouts| (playouts, self.hex.seed)),
        };
        let picture = std::cell::RefCell::new(None);
        self.input.answer(&self.common, |position| {
            let request = Request {
                ruleset: self.ruleset.clone(),
                variant: self.variant.clone(),
                position: position.map(String::from),
                first: self.first,
                digits: self.common.digits(),
                hex: extras.clone(),
            };
            let answer = odds(&request, &budget)?;
            let text = match &answer.answer {
                Odds::Hex(board) => {
                    if self.hex.svg.is_some() {
                        *picture.borrow_mut() = hex::picture(&answer.ask, board, self.common.digits());
                    }
                    hex::text(&answer, board)
                }
            };
            Ok(Shown::new(&answer, text))
        })?;
        if let (Some(path), Some(picture)) = (&self.hex.svg, picture.take()) {
            std::fs::write(path, picture)
                .map_err(|error| Failure::Usage(format!("cannot write {}: {error}", path.display())))?;
        }
        Ok(())
    }
}
