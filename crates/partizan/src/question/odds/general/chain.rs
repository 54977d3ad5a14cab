//! The random walk over the states of a game, exactly: component by component, each after those it leads to.
//!
//! Let P be the matrix of the walk on a component, from one mover's view to the other's. With z = win - lose the change
//! of views is a change of sign: (I + P) z = -(what leads out); ties, endless play and the number of plies solve
//! (I - P) x = (what leads out). Whoever is alone in its component needs no system, only a sum.

use super::graph::{End, Graph};
use super::lifting::{System, solve};
use crate::budget::{Budget, Stop};
use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Zero};

/// What random play from a state comes to, from the mover's side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Walk {
    /// The chance that the mover wins.
    pub win: BigRational,
    /// The chance that the mover loses.
    pub lose: BigRational,
    /// The chance that the game ends level.
    pub tie: BigRational,
    /// The chance that it never ends.
    pub never: BigRational,
    /// The mean number of moves to the end, where play ends with certainty.
    pub plies: Option<BigRational>,
}

/// The most states of a component with cycles that are solved exactly.
pub const MOST_IN_COMPONENT: usize = 6000;

/// Solves for the state that was asked. Also tells the size of the largest component.
///
/// # Errors
/// [`Stop`] when the budget is spent or a component is too large, before its system takes memory.
pub fn walk(graph: &Graph, budget: &Budget) -> Result<(Walk, usize), Stop> {
    let components = graph.components();
    let mut component_of = vec![0u32; graph.len()];
    for (i, component) in components.iter().enumerate() {
        for &state in component {
            component_of[state as usize] = i as u32;
        }
    }
    // The states whose values are needed outside of their components.
    let mut needed = vec![false; graph.len()];
    needed[graph.start as usize] = true;
    for from in 0..graph.len() {
        for &(to, _) in graph.after(from) {
            needed[to as usize] |= component_of[from] != component_of[to as usize];
        }
    }
    let largest = components.iter().map(Vec::len).max().unwrap_or(0);
    if largest > MOST_IN_COMPONENT {
        return Err(Stop::TooLarge {
            what: "the part of the game in which play can return".into(),
            size: format!("{largest} positions"),
            limit: format!("{MOST_IN_COMPONENT} for exact odds"),
            advice: Some("ask for certified approximate odds (--approximate)".into()),
        });
    }
    let mut walks: Vec<Option<Walk>> = vec![None; graph.len()];
    for (i, component) in components.iter().enumerate() {
        if i % 1024 == 0 {
            budget.check()?;
            budget.report(i as u64, Some(components.len() as u64), "components of the game");
        }
        let state = component[0] as usize;
        let alone = component.len() == 1 && graph.after(state).iter().all(|&(to, _)| to as usize != state);
        if alone {
            walks[state] = Some(sum(graph, state, &walks));
        } else {
            cycle(graph, component, &needed, &mut walks, budget)?;
        }
    }
    let start = walks[graph.start as usize].take();
    Ok((start.expect("the state that was asked is needed"), largest))
}

fn integer(number: u64) -> BigRational {
    BigRational::from_integer(number.into())
}

fn ended(end: End) -> Walk {
    let (zero, one) = (BigRational::zero, BigRational::one);
    let (win, lose, tie) = match end {
        End::Won => (one(), zero(), zero()),
        End::Lost => (zero(), one(), zero()),
        End::Tied => (zero(), zero(), one()),
        End::Open => unreachable!("the game goes on"),
    };
    Walk { win, lose, tie, never: zero(), plies: Some(zero()) }
}

/// A state that play does not return to.
fn sum(graph: &Graph, state: usize, walks: &[Option<Walk>]) -> Walk {
    if graph.ends[state] != End::Open || graph.after(state).is_empty() {
        return ended(graph.ends[state]);
    }
    let mut walk = Walk {
        win: BigRational::zero(),
        lose: BigRational::zero(),
        tie: BigRational::zero(),
        never: BigRational::zero(),
        plies: Some(BigRational::zero()),
    };
    for &(to, count) in graph.after(state) {
        let next = walks[to as usize].as_ref().expect("what a move leads to is solved before");
        let count = integer(count.into());
        walk.win += &next.lose * &count;
        walk.lose += &next.win * &count;
        walk.tie += &next.tie * &count;
        walk.never += &next.never * &count;
        walk.plies = walk.plies.zip(next.plies.as_ref()).map(|(sum, plies)| sum + plies * &count);
    }
    let moves = integer(graph.degree(state));
    Walk {
        win: walk.win / &moves,
        lose: walk.lose / &moves,
        tie: walk.tie / &moves,
        never: walk.never / &moves,
        plies: walk.plies.map(|sum| sum / &moves + BigRational::one()),
    }
}

/// A component in which play can go round.
fn cycle(
    graph: &Graph,
    component: &[u32],
    needed: &[bool],
    walks: &mut [Option<Walk>],
    budget: &Budget,
) -> Result<(), Stop> {
    let mut place = hashbrown::HashMap::new();
    for (i, &state) in component.iter().enumerate() {
        place.insert(state, i as u32);
    }
    let exits = |state: u32| graph.after(state as usize).iter().filter(|(to, _)| !place.contains_key(to));
    let next = |to: u32| walks[to as usize].as_ref().expect("what a move leads to is solved before");
    let wanted: Vec<usize> = (0..component.len()).filter(|&i| needed[component[i] as usize]).collect();
    if component.iter().all(|&state| exits(state).next().is_none()) {
        for &i in &wanted {
            walks[component[i] as usize] = Some(Walk {
                win: BigRational::zero(),
                lose: BigRational::zero(),
                tie: BigRational::zero(),
                never: BigRational::one(),
                plies: None,
            });
        }
        return Ok(());
    }
    let all = || component.iter().flat_map(|&state| exits(state)).map(|&(to, _)| next(to));
    let ties = all().any(|walk| !walk.tie.is_zero());
    let endless = all().any(|walk| !walk.never.is_zero());
    let sure = all().all(|walk| walk.plies.is_some());

    let system = |sign: i64| System {
        rows: component
            .iter()
            .map(|&state| {
                let mut row: Vec<(u32, i64)> = Vec::new();
                let mut own = graph.degree(state as usize) as i64;
                for &(to, count) in graph.after(state as usize) {
                    match place.get(&to) {
                        Some(_) if to == state => own += sign * i64::from(count),
                        Some(&column) => row.push((column, sign * i64::from(count))),
                        None => {}
                    }
                }
                row.push((place[&state], own));
                row
            })
            .collect(),
    };
    // A right-hand side of fractions, times their common denominator.
    let right = |constant: bool, value: &dyn Fn(&Walk) -> BigRational| {
        let sums: Vec<BigRational> = component
            .iter()
            .map(|&state| {
                let start =
                    if constant { integer(graph.degree(state as usize)) } else { BigRational::zero() };
                exits(state).fold(start, |sum, &(to, count)| sum + value(next(to)) * integer(count.into()))
            })
            .collect();
        let common = sums.iter().fold(BigInt::one(), |common, sum| common.lcm(sum.denom()));
        let whole: Vec<BigInt> = sums.iter().map(|sum| sum.numer() * (&common / sum.denom())).collect();
        (whole, BigRational::from_integer(common))
    };
    let plies = |walk: &Walk| walk.plies.clone().unwrap_or_else(BigRational::zero);
    let swings = [right(false, &|walk| &walk.lose - &walk.win)];
    let mut others = Vec::new();
    if ties {
        others.push(right(false, &|walk| walk.tie.clone()));
    }
    if endless {
        others.push(right(false, &|walk| walk.never.clone()));
    }
    if sure {
        others.push(right(true, &plies));
    }
    let solve_all = |sign: i64, rights: &[(Vec<BigInt>, BigRational)]| {
        let whole: Vec<Vec<BigInt>> = rights.iter().map(|(whole, _)| whole.clone()).collect();
        let mut found = solve(&system(sign), &whole, &wanted, budget)?;
        for (found, (_, common)) in found.iter_mut().zip(rights) {
            for value in found {
                *value /= common;
            }
        }
        Ok::<_, Stop>(found)
    };
    let (swings, others) = if budget.threads() > 1 {
        std::thread::scope(|scope| {
            let other = scope.spawn(|| solve_all(-1, &others));
            (solve_all(1, &swings), other.join().expect("the solver does not panic"))
        })
    } else {
        (solve_all(1, &swings), solve_all(-1, &others))
    };
    let swing = swings?.remove(0);
    let mut others = others?.into_iter();
    let zeros = || vec![BigRational::zero(); wanted.len()];
    let tie = if ties { others.next() } else { None }.unwrap_or_else(zeros);
    let never = if endless { others.next() } else { None }.unwrap_or_else(zeros);
    let plies = if sure { others.next() } else { None };
    let half = BigRational::new(1.into(), 2.into());
    for (k, &i) in wanted.iter().enumerate() {
        let decided = BigRational::one() - &tie[k] - &never[k];
        walks[component[i] as usize] = Some(Walk {
            win: (&decided + &swing[k]) * &half,
            lose: (&decided - &swing[k]) * &half,
            tie: tie[k].clone(),
            never: never[k].clone(),
            plies: plies.as_ref().map(|plies| plies[k].clone()),
        });
    }
    Ok(())
}
