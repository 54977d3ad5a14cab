//! The random walk over the states of a game in floating point, with an error bound that rests on integers alone.
//!
//! Floating point finds a solution x of A x = b and a vector y (the mean numbers of plies, a little enlarged); both are
//! rounded to fixed point. Integer arithmetic then computes the residual of x exactly, and checks (I - P) y >= 1. As A
//! is I - P or I + P with P >= 0, no entry of A x = r exceeds max y times max |r| per move: that bounds the error of
//! every entry of x, whatever rounding did before.

use super::graph::{End, Graph};
use crate::budget::{Budget, Stop};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::Zero;

/// Binary digits after the point of solutions.
const POINT: u32 = 60;
/// Binary digits after the point of the vector y.
const COARSE: u32 = 20;

/// A number with a bound on its error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certified {
    /// The number.
    pub value: BigRational,
    /// The most by which it can be wrong.
    pub error: BigRational,
}

impl Certified {
    fn exactly(value: i64) -> Certified {
        Certified { value: BigRational::from_integer(value.into()), error: BigRational::zero() }
    }

    fn plus(&self, other: &Certified) -> Certified {
        Certified { value: &self.value + &other.value, error: &self.error + &other.error }
    }

    fn times(&self, factor: &BigRational) -> Certified {
        Certified { value: &self.value * factor, error: &self.error * factor }
    }
}

/// What random play from a state comes to, from the mover's side.
#[derive(Clone, Debug)]
pub struct Walk {
    /// The chance that the mover wins.
    pub win: Certified,
    /// The chance that the mover loses.
    pub lose: Certified,
    /// The chance that the game ends level.
    pub tie: Certified,
    /// The chance that it never ends.
    pub never: Certified,
    /// The mean number of moves to the end, where play ends with certainty.
    pub plies: Option<Certified>,
    /// A bound on the error of a win chance of any state that was reached.
    pub everywhere: BigRational,
}

/// The rows of I - P and I + P times the number of moves, over the states from which play can end and has not.
struct Rows<'a> {
    graph: &'a Graph,
    /// The states in an order in which most moves lead back.
    states: Vec<u32>,
    /// The place of each state in that order; `u32::MAX` for the others.
    place: Vec<u32>,
    degrees: Vec<i64>,
}

impl Rows<'_> {
    fn len(&self) -> usize {
        self.states.len()
    }

    /// The moves of a row to other rows: place and count.
    fn inner(&self, row: usize) -> impl Iterator<Item = (usize, i64)> + '_ {
        self.graph.after(self.states[row] as usize).iter().filter_map(|&(to, count)| {
            let place = self.place[to as usize];
            (place != u32::MAX).then_some((place as usize, i64::from(count)))
        })
    }

    /// The moves of a row to states whose value is known.
    fn outer(&self, row: usize) -> impl Iterator<Item = (u32, i64)> + '_ {
        self.graph.after(self.states[row] as usize).iter().filter_map(|&(to, count)| {
            (self.place[to as usize] == u32::MAX).then_some((to, i64::from(count)))
        })
    }

    /// (I + sign P) x.
    fn multiply(&self, sign: f64, x: &[f64], product: &mut [f64]) {
        for (row, value) in product.iter_mut().enumerate() {
            let sum: f64 = self.inner(row).map(|(to, count)| count as f64 * x[to]).sum();
            *value = x[row] + sign * sum / self.degrees[row] as f64;
        }
    }

    /// Solves with the lower triangle alone, in place.
    fn sweep(&self, sign: f64, x: &mut [f64]) {
        for row in 0..self.len() {
            let sum: f64 =
                self.inner(row).filter(|&(to, _)| to < row).map(|(to, count)| count as f64 * x[to]).sum();
            x[row] -= sign * sum / self.degrees[row] as f64;
        }
    }

    /// An approximate solution of (I + sign P) x = b: stabilised biconjugate gradients after a sweep.
    fn guess(&self, sign: f64, b: &[f64], budget: &Budget) -> Result<Vec<f64>, Stop> {
        let n = self.len();
        let dot = |a: &[f64], b: &[f64]| -> f64 { a.iter().zip(b).map(|(a, b)| a * b).sum() };
        let mut x = vec![0.0; n];
        let mut residual = b.to_vec();
        let goal = dot(b, b).sqrt() * 1e-15;
        let shadow = residual.clone();
        let (mut rho, mut alpha, mut omega) = (1.0, 1.0, 1.0);
        let (mut direction, mut image) = (vec![0.0; n], vec![0.0; n]);
        let (mut swept, mut swept_rest, mut image_rest) = (vec![0.0; n], vec![0.0; n], vec![0.0; n]);
        for _ in 0..2000 {
            budget.check()?;
            let norm = dot(&residual, &residual).sqrt();
            let next = dot(&shadow, &residual);
            if !norm.is_finite() || norm <= goal || next == 0.0 || omega == 0.0 {
                break;
            }
            let beta = (next / rho) * (alpha / omega);
            rho = next;
            for i in 0..n {
                direction[i] = residual[i] + beta * (direction[i] - omega * image[i]);
            }
            swept.copy_from_slice(&direction);
            self.sweep(sign, &mut swept);
            self.multiply(sign, &swept, &mut image);
            alpha = rho / dot(&shadow, &image);
            for i in 0..n {
                residual[i] -= alpha * image[i];
            }
            swept_rest.copy_from_slice(&residual);
            self.sweep(sign, &mut swept_rest);
            self.multiply(sign, &swept_rest, &mut image_rest);
            let square = dot(&image_rest, &image_rest);
            omega = if square > 0.0 { dot(&image_rest, &residual) / square } else { 0.0 };
            for i in 0..n {
                x[i] += alpha * swept[i] + omega * swept_rest[i];
                residual[i] -= omega * image_rest[i];
            }
        }
        Ok(x)
    }

    /// A solution of (D + sign M) x = b in fixed point, and the largest exact residual per move, in the same unit.
    fn solve(&self, sign: i64, b: &[i64], budget: &Budget) -> Result<(Vec<i128>, BigRational), Stop> {
        let n = self.len();
        let mut best = vec![0i128; n];
        let mut least: Option<BigRational> = None;
        let mut x = best.clone();
        for _ in 0..6 {
            // Exact: every term is a whole number of units.
            let residual: Vec<i128> = (0..n)
                .map(|row| {
                    let sum: i128 = self.inner(row).map(|(to, count)| i128::from(count) * x[to]).sum();
                    (i128::from(b[row]) << POINT)
                        - i128::from(self.degrees[row]) * x[row]
                        - i128::from(sign) * sum
                })
                .collect();
            let worst = residual
                .iter()
                .zip(&self.degrees)
                .map(|(&rest, &degree)| (rest.abs() / i128::from(degree)) + 1)
                .max()
                .unwrap_or(0);
            let worst = BigRational::from_integer(BigInt::from(worst));
            if least.as_ref().is_some_and(|least| worst >= *least) {
                break;
            }
            best.clone_from(&x);
            least = Some(worst);
            let scale = 2f64.powi(-(POINT as i32));
            let right: Vec<f64> = residual
                .iter()
                .zip(&self.degrees)
                .map(|(&rest, &degree)| rest as f64 * scale / degree as f64)
                .collect();
            let change = self.guess(sign as f64, &right, budget)?;
            for (value, change) in x.iter_mut().zip(change) {
                // What is out of range or no number is no use as a guess; the residual will say so.
                let change = change / scale;
                *value += if change.abs() < 1e30 { change.round() as i128 } else { 0 };
            }
        }
        Ok((best, least.unwrap_or_else(BigRational::zero)))
    }
}

fn fixed(number: i128) -> BigRational {
    BigRational::new(number.into(), BigInt::from(1) << POINT)
}

/// Solves for the state that was asked, and bounds the error of all.
///
/// # Errors
/// [`Stop`] when the budget is spent, or where no bound can be certified.
pub fn walk(graph: &Graph, budget: &Budget) -> Result<Walk, Stop> {
    let can_end = graph.can_end();
    let start = graph.start as usize;
    let zero = || Certified::exactly(0);
    let known = |state: usize| -> (i64, i64, i64) {
        match graph.ends[state] {
            End::Won => (1, 0, 0),
            End::Lost => (-1, 0, 0),
            End::Tied => (0, 1, 0),
            End::Open => (0, 0, 1),
        }
    };
    if graph.ends[start] != End::Open || !can_end[start] {
        let (swing, tie, never) = known(start);
        let exactly = |yes: bool| Certified::exactly(i64::from(yes));
        return Ok(Walk {
            win: exactly(swing == 1),
            lose: exactly(swing == -1),
            tie: exactly(tie == 1),
            never: exactly(never == 1),
            plies: (never == 0).then(zero),
            everywhere: BigRational::zero(),
        });
    }
    budget.claim(graph.len() as u128 * 200)?;
    let mut rows =
        Rows { graph, states: Vec::new(), place: vec![u32::MAX; graph.len()], degrees: Vec::new() };
    for component in graph.components() {
        for &state in &component {
            if graph.ends[state as usize] == End::Open && can_end[state as usize] {
                rows.place[state as usize] = rows.states.len() as u32;
                rows.states.push(state);
                rows.degrees.push(graph.degree(state as usize) as i64);
            }
        }
    }
    let n = rows.len();
    let outside = |value: &dyn Fn((i64, i64, i64)) -> i64| -> Vec<i64> {
        (0..n).map(|row| rows.outer(row).map(|(to, count)| count * value(known(to as usize))).sum()).collect()
    };
    let at = rows.place[start] as usize;

    // The vector y, enlarged until (I - P) y >= 1 holds in whole numbers.
    let (plies, plies_worst) = rows.solve(-1, &rows.degrees, budget)?;
    let mut norm = None;
    for enlarge in [1, 64, 4096, 1 << 18] {
        // y = plies (1 + enlarge / 2^20) + enlarge / 2^20.
        let y: Vec<i128> = plies
            .iter()
            .map(|&plies| {
                let coarse = plies >> (POINT - COARSE);
                coarse + ((coarse * enlarge) >> COARSE) + enlarge
            })
            .collect();
        let holds = (0..n).all(|row| {
            let sum: i128 = rows.inner(row).map(|(to, count)| i128::from(count) * y[to]).sum();
            let degree = i128::from(rows.degrees[row]);
            y[row] > 0 && degree * y[row] - sum >= degree << COARSE
        });
        if holds {
            norm = y.into_iter().max();
            break;
        }
    }
    let Some(norm) = norm else {
        return Err(Stop::TooLarge {
            what: "the game".into(),
            size: format!("{n} positions in play"),
            limit: "what floating point can certify; play is too long here".into(),
            advice: Some("ask for exact odds".into()),
        });
    };
    let norm = BigRational::new(norm.into(), BigInt::from(1) << COARSE);
    let unit = fixed(1);
    let certified = |(x, worst): (Vec<i128>, BigRational)| Certified {
        value: fixed(x[at]),
        error: worst * &unit * &norm,
    };
    let swing = certified(rows.solve(1, &outside(&|(swing, _, _)| -swing), budget)?);
    let ties = outside(&|(_, tie, _)| tie);
    let endless = outside(&|(_, _, never)| never);
    let tie =
        if ties.iter().all(|&tie| tie == 0) { zero() } else { certified(rows.solve(-1, &ties, budget)?) };
    let sure = endless.iter().all(|&never| never == 0);
    let never = if sure { zero() } else { certified(rows.solve(-1, &endless, budget)?) };
    let half = BigRational::new(1.into(), 2.into());
    let minus = |c: &Certified| Certified { value: -&c.value, error: c.error.clone() };
    let decided = Certified::exactly(1).plus(&minus(&tie)).plus(&minus(&never));
    let everywhere = (&swing.error + &tie.error + &never.error) * &half;
    Ok(Walk {
        win: decided.plus(&swing).times(&half),
        lose: decided.plus(&minus(&swing)).times(&half),
        plies: sure.then(|| certified((plies, plies_worst))),
        tie,
        never,
        everywhere,
    })
}
