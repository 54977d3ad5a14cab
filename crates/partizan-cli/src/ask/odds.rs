//! `partizan odds`.

mod connection;
mod general;

use crate::common::Common;
use crate::failure::Failure;
use crate::input::Input;
use crate::show::Shown;
use num_rational::BigRational;
use partizan::question::odds::connection::{Extras, parse_chance};
use partizan::question::odds::general::Moves;
use partizan::question::odds::{Odds, Request, odds};
use partizan::question::solve::Convention;
use partizan::ruleset::hex::Hex;
use partizan::ruleset::y::Y;
use partizan::ruleset::{Player, Ruleset, Variant};
use std::path::PathBuf;

/// How often each side wins when both move at random, exactly
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  partizan odds hex 'W./.B'
  partizan odds hex 11x11 --first black --moves
  partizan odds y 9 --moves")]
pub struct Args {
    /// The ruleset
    #[arg(value_name = "RULESET")]
    ruleset: String,
    #[command(flatten)]
    input: Input,
    /// The ruleset's settings, as name=value,...
    #[arg(long, value_name = "SETTINGS", default_value = "", hide_default_value = true)]
    variant: Variant,
    /// Who moves first: white or left, black or right; if silent White in Hex and Y, in others the side whose turn the
    /// position tells, else Left
    #[arg(long, value_name = "PLAYER", value_parser = parse_player)]
    first: Option<Player>,
    /// What random is uniform over
    #[arg(long, value_enum, default_value_t = Model::Moves)]
    random: Model,
    /// What it means to have no move, where the rules do not say
    #[arg(long, value_enum, default_value_t = Play::Normal)]
    play: Play,
    /// Floating point with a certified bound in place of exact fractions: for games with large cycles
    #[arg(long)]
    approximate: bool,
    #[command(flatten)]
    board: BoardArgs,
    #[command(flatten)]
    common: Common,
}

/// What can be asked of a board of Hex or Y beside the odds.
#[derive(clap::Args, Debug)]
#[command(next_help_heading = "Hex and Y")]
#[allow(clippy::struct_excessive_bools)] // a list of wishes, each independent of the others
struct BoardArgs {
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
    /// Random-turn play, played well: a coin says who moves; its value, and the cells on which most hangs
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

#[derive(clap::ValueEnum, Clone, Copy, Debug)]
enum Model {
    /// The legal moves
    Moves,
    /// The distinct positions that legal moves lead to
    Results,
}

#[derive(clap::ValueEnum, Clone, Copy, Debug)]
enum Play {
    /// Who cannot move loses
    Normal,
    /// Who cannot move wins
    Misere,
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
        if self.board.svg.is_some() && self.input.lines {
            return Err(Failure::Usage("--svg draws one board: it does not go with --lines".into()));
        }
        let board_only = [
            (self.board.moves, "--moves"),
            (self.board.svg.is_some(), "--svg"),
            (self.board.polynomial, "--polynomial"),
            (self.board.p.is_some(), "--p"),
            (self.board.random_turn, "--random-turn"),
            (self.board.length, "--length"),
            (self.board.simulate.is_some(), "--simulate"),
        ];
        let connection = matches!(self.ruleset.as_str(), Hex::NAME | Y::NAME);
        let general = !connection || self.approximate || matches!(self.play, Play::Misere);
        if general && let Some((_, option)) = board_only.iter().find(|(asked, _)| *asked) {
            return Err(Failure::Usage(format!(
                "{option} can be asked of hex and y alone, exactly and in normal play"
            )));
        }
        let budget = self.common.budget();
        let extras = Extras {
            // A picture without anything said shows the moves.
            moves: self.board.moves || (self.board.svg.is_some() && !self.board.random_turn),
            polynomial: self.board.polynomial,
            p: self.board.p.clone(),
            random_turn: self.board.random_turn,
            length: self.board.length,
            simulate: self.board.simulate.map(|playouts| (playouts, self.board.seed)),
        };
        let picture = std::cell::RefCell::new(None);
        self.input.answer(&self.common, |position| {
            let request = Request {
                ruleset: self.ruleset.clone(),
                variant: self.variant.clone(),
                position: position.map(String::from),
                first: self.first,
                moves: match self.random {
                    Model::Moves => Moves::All,
                    Model::Results => Moves::Results,
                },
                convention: match self.play {
                    Play::Normal => Convention::Normal,
                    Play::Misere => Convention::Misere,
                },
                approximate: self.approximate,
                digits: self.common.digits(),
                board: extras.clone(),
            };
            let answer = odds(&request, &budget)?;
            let text = match &answer.answer {
                Odds::Connection(board) => {
                    if self.board.svg.is_some() {
                        *picture.borrow_mut() = connection::picture(&answer.ask, board, self.common.digits());
                    }
                    connection::text(&answer, board)
                }
                Odds::Play(play) => general::exact(&answer, play),
                Odds::Approximate(play) => general::approximate(&answer, play),
            };
            Ok(Shown::new(&answer, text))
        })?;
        if let (Some(path), Some(picture)) = (&self.board.svg, picture.take()) {
            std::fs::write(path, picture)
                .map_err(|error| Failure::Usage(format!("cannot write {}: {error}", path.display())))?;
        }
        Ok(())
    }
}
