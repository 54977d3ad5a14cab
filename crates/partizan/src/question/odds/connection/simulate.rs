//! Monte Carlo of the same question, to be held against the exact answer.

use super::{ConnectionBoard, Opening};
use crate::budget::{Budget, Stop};
use crate::ruleset::Player;
use crate::ruleset::hex::Cell;
use num_bigint::{BigInt, BigUint};
use num_rational::BigRational;
use num_traits::{One, Zero};
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

/// What playouts at random gave.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Simulation {
    /// How many playouts there were.
    pub playouts: u64,
    /// How many White won.
    pub white_wins: u64,
}

impl Simulation {
    /// White's share of the wins.
    pub fn share(&self) -> BigRational {
        BigRational::new(self.white_wins.into(), self.playouts.max(1).into())
    }

    /// The standard error of the share, cut after so many digits.
    pub fn standard_error(&self, digits: usize) -> BigRational {
        let n = BigUint::from(self.playouts.max(1));
        let scale = num_traits::pow(BigUint::from(10u32), digits);
        let spread = BigUint::from(self.white_wins) * (self.playouts - self.white_wins);
        let square = spread * &scale * &scale / (&n * &n * &n);
        BigRational::new(BigInt::from(square.sqrt()), BigInt::from(scale))
    }
}

/// Plays `playouts` games at random on a board: `ChaCha8` from `seed`, so that everybody gets the same.
///
/// # Errors
/// [`Stop`] when the budget is spent.
pub fn simulate(
    board: &impl ConnectionBoard,
    first: Player,
    playouts: u64,
    seed: u64,
    budget: &Budget,
) -> Result<Simulation, Stop> {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut empty: Vec<usize> =
        (0..board.cells().len()).filter(|&i| board.cells()[i] == Cell::Empty).collect();
    let white = if first == Player::Left { empty.len().div_ceil(2) } else { empty.len() / 2 };
    let mut board = board.clone();
    let mut white_wins = 0;
    for playout in 0..playouts {
        if playout % 4096 == 0 {
            budget.check()?;
            budget.report(playout, Some(playouts), "playouts");
        }
        empty.shuffle(&mut random);
        for (i, &cell) in empty.iter().enumerate() {
            board.cells_mut()[cell] = if i < white { Cell::White } else { Cell::Black };
        }
        white_wins += u64::from(board.winner() == Some(Player::Left));
    }
    Ok(Simulation { playouts, white_wins })
}

/// How many playouts of each of the two best moves separate them by two standard errors of the difference, if there
/// are two with different chances.
pub fn separating(openings: &[Opening]) -> Option<BigUint> {
    let best = openings.iter().map(|opening| &opening.chance).max()?;
    let second = openings.iter().map(|opening| &opening.chance).filter(|chance| *chance < best).max()?;
    let spread = |p: &BigRational| p * (BigRational::one() - p);
    let gap = best - second;
    let playouts = BigRational::from_integer(4.into()) * (spread(best) + spread(second)) / (&gap * &gap);
    let playouts = playouts.ceil().to_integer();
    Some(playouts.to_biguint().unwrap_or_else(BigUint::zero))
}
