//! What a board answers, with everything that can be asked beside the odds.

use super::{
    ConnectionBoard, Opening, Shape, Study, cell_name, chance_at, mean_length, odds, over_by, separating,
    simulate,
};
use crate::budget::{Budget, Stop};
use crate::fault::Fault;
use crate::question::exact::{Exact, as_text};
use crate::ruleset::Player;
use num_bigint::BigUint;
use num_rational::BigRational;
use num_traits::{One, Zero};
use serde::Serialize;

/// What is asked of a board beside the odds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[allow(clippy::struct_excessive_bools)] // a list of wishes, each independent of the others
pub struct Extras {
    /// The chance after every first move.
    pub moves: bool,
    /// The winning fillings by number of white stones.
    pub polynomial: bool,
    /// White's chance when each empty cell is white with this chance.
    pub p: Option<BigRational>,
    /// Random-turn play.
    pub random_turn: bool,
    /// How long a game takes.
    pub length: bool,
    /// Monte Carlo: how many playouts, and the seed.
    pub simulate: Option<(u64, u64)>,
}

impl Extras {
    fn need_study(&self) -> bool {
        self.moves || self.polynomial || self.p.is_some() || self.random_turn || self.length
    }
}

/// What a board answers.
#[derive(Clone, Debug, Serialize)]
pub struct ConnectionOdds {
    /// White's chance.
    pub white: Exact,
    /// Black's chance.
    pub black: Exact,
    /// Who has won already, if anybody has.
    pub decided: Option<&'static str>,
    /// The shape of the board.
    #[serde(flatten)]
    pub shape: Shape,
    /// The number of empty cells.
    pub empty: usize,
    /// How many of them White fills.
    pub white_to_place: usize,
    /// How many of them Black fills.
    pub black_to_place: usize,
    /// How many fillings White wins.
    #[serde(serialize_with = "as_text")]
    pub white_fillings: BigUint,
    /// How many fillings there are.
    #[serde(serialize_with = "as_text")]
    pub fillings: BigUint,
    /// The first moves of the player who moves first, by their chance to win after it, the best first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves: Option<Vec<Ranked>>,
    /// For k = 0, 1, ... the number of fillings with k white stones that White wins.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub polynomial: Option<Vec<String>>,
    /// White's chance when each empty cell is white with chance `p`, independently.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at_p: Option<AtP>,
    /// Random-turn play.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub random_turn: Option<RandomTurnOdds>,
    /// How long a game takes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub length: Option<Length>,
    /// Monte Carlo.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub simulation: Option<Simulated>,
}

/// A cell with its chance and its rank; cells of equal chance have the same rank.
#[derive(Clone, Debug, Serialize)]
pub struct Ranked {
    /// The rank, from 1.
    pub rank: usize,
    /// The cell, column letter and row number.
    pub cell: String,
    /// The row, from 1.
    pub row: usize,
    /// The column, from 1.
    pub column: usize,
    /// The chance.
    pub chance: Exact,
}

/// White's chance when coins decide the colours.
#[derive(Clone, Debug, Serialize)]
pub struct AtP {
    /// The chance of a cell to be white.
    pub p: Exact,
    /// White's chance to win.
    pub white: Exact,
}

/// Random-turn play.
#[derive(Clone, Debug, Serialize)]
pub struct RandomTurnOdds {
    /// The chance that White wins when both play well.
    pub white: Exact,
    /// The empty cells by the chance that the outcome hangs on them. The first is the best move, for both players.
    pub pivots: Vec<Ranked>,
}

/// How long a game takes when both move at random, counted in moves from the position on.
#[derive(Clone, Debug, Serialize)]
pub struct Length {
    /// The mean.
    pub mean: Exact,
    /// For t = 0, 1, ... the chance that the game ends with move t.
    pub ends_with: Vec<Exact>,
}

/// Monte Carlo beside the exact answer.
#[derive(Clone, Debug, Serialize)]
pub struct Simulated {
    /// How many playouts.
    #[serde(serialize_with = "as_text")]
    pub playouts: u64,
    /// The seed of `ChaCha8`.
    #[serde(serialize_with = "as_text")]
    pub seed: u64,
    /// How many White won.
    #[serde(serialize_with = "as_text")]
    pub white_wins: u64,
    /// White's share of the wins.
    pub white: Exact,
    /// The standard error of the share.
    pub standard_error: Exact,
    /// How many playouts of each of the two best moves would separate them by two standard errors, where the moves are
    /// asked and two of them have different chances.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to_separate_two_best: Option<String>,
}

/// A chance p as it is written: `3/7`, `0.25` or `1`.
///
/// # Errors
/// A fault, if it is none or not from 0 to 1.
pub fn parse_chance(text: &str) -> Result<BigRational, Fault> {
    let fault = || Fault::new(crate::fault::quote_text(text), "a chance from 0 to 1, such as 3/7 or 0.25");
    let number = |digits: &str| {
        let plain = !digits.is_empty() && digits.len() <= 1000 && digits.bytes().all(|b| b.is_ascii_digit());
        plain.then(|| digits.parse::<num_bigint::BigInt>().ok()).flatten().ok_or_else(fault)
    };
    let p = if let Some((num, den)) = text.split_once('/') {
        let den = number(den)?;
        if den.is_zero() {
            return Err(fault());
        }
        BigRational::new(number(num)?, den)
    } else if let Some((whole, part)) = text.split_once('.') {
        let scale = num_traits::pow(num_bigint::BigInt::from(10), part.len());
        BigRational::new(number(whole)? * &scale + number(part)?, scale)
    } else {
        BigRational::from_integer(number(text)?)
    };
    if p > BigRational::one() { Err(fault()) } else { Ok(p) }
}

/// What a board answers.
///
/// # Errors
/// [`Stop::TooLarge`] before memory is taken, or when the budget is spent.
pub(in crate::question::odds) fn answer(
    board: &impl ConnectionBoard,
    first: Player,
    extras: &Extras,
    digits: usize,
    budget: &Budget,
) -> Result<ConnectionOdds, Stop> {
    let exact = |number: &BigRational| Exact::new(number, digits);
    let study = if extras.need_study() { Some(Study::new(board, budget)?) } else { None };
    let odds = match &study {
        Some(study) => study.odds(first, budget)?,
        None => odds(board, first, budget)?,
    };
    let chances = odds.chances();
    let mut answer = ConnectionOdds {
        white: exact(&chances.left),
        black: exact(&chances.right),
        decided: odds.decided.map(super::player_name),
        shape: board.shape(),
        empty: odds.white_to_place + odds.black_to_place,
        white_to_place: odds.white_to_place,
        black_to_place: odds.black_to_place,
        white_fillings: odds.white_fillings,
        fillings: odds.fillings,
        moves: None,
        polynomial: None,
        at_p: None,
        random_turn: None,
        length: None,
        simulation: None,
    };
    let mut openings = Vec::new();
    if let Some(study) = &study {
        if extras.moves {
            openings = study.openings(first, budget)?;
            answer.moves = Some(ranked(&openings, digits));
        }
        if extras.random_turn {
            let random_turn = study.random_turn(budget)?;
            answer.random_turn = Some(RandomTurnOdds {
                white: exact(&random_turn.white),
                pivots: ranked(&random_turn.pivots, digits),
            });
        }
        if extras.polynomial || extras.length || extras.p.is_some() {
            let polynomial = study.polynomial(budget)?;
            if let Some(p) = &extras.p {
                answer.at_p = Some(AtP { p: exact(p), white: exact(&chance_at(&polynomial, p)) });
            }
            if extras.length {
                let over = over_by(&polynomial, first);
                let mut before = BigRational::zero();
                let mut ends_with = Vec::with_capacity(over.len());
                for over in &over {
                    ends_with.push(exact(&(over - &before)));
                    before = over.clone();
                }
                answer.length = Some(Length { mean: exact(&mean_length(&over)), ends_with });
            }
            if extras.polynomial {
                answer.polynomial = Some(polynomial.iter().map(BigUint::to_string).collect());
            }
        }
    }
    if let Some((playouts, seed)) = extras.simulate {
        let found = simulate(board, first, playouts, seed, budget)?;
        answer.simulation = Some(Simulated {
            playouts,
            seed,
            white_wins: found.white_wins,
            white: exact(&found.share()),
            standard_error: exact(&found.standard_error(digits)),
            to_separate_two_best: separating(&openings).map(|playouts| playouts.to_string()),
        });
    }
    Ok(answer)
}

/// Cells by their chances, the best first, equal ones in the order of the board.
fn ranked(openings: &[Opening], digits: usize) -> Vec<Ranked> {
    let mut sorted: Vec<&Opening> = openings.iter().collect();
    sorted.sort_by(|a, b| b.chance.cmp(&a.chance));
    let mut ranked: Vec<Ranked> = Vec::with_capacity(sorted.len());
    for (i, opening) in sorted.iter().enumerate() {
        let tie = i > 0 && sorted[i - 1].chance == opening.chance;
        ranked.push(Ranked {
            rank: if tie { ranked[i - 1].rank } else { i + 1 },
            cell: cell_name(opening.row, opening.column),
            row: opening.row + 1,
            column: opening.column + 1,
            chance: Exact::new(&opening.chance, digits),
        });
    }
    ranked
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_are_read() {
        let shown = |text: &str| parse_chance(text).map(|p| p.to_string());
        assert_eq!(shown("3/7").unwrap(), "3/7");
        assert_eq!(shown("0.25").unwrap(), "1/4");
        assert_eq!(shown("1").unwrap(), "1");
        for bad in ["", "-1/2", "3/2", "1/0", "1.5", "x", "0.", "1e-3", "/3"] {
            assert!(parse_chance(bad).is_err(), "{bad}");
        }
    }
}
