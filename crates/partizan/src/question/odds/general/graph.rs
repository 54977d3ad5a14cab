//! The positions that play can reach, and the moves between them.

use super::{Convention, Moves};
use crate::budget::{Budget, Stop};
use crate::ruleset::{Player, Ruleset, Verdict};
use foldhash::quality::FixedState;
use hashbrown::HashMap;

/// How a state stands for the player who is to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The game goes on.
    Open,
    /// The mover has won.
    Won,
    /// The mover has lost.
    Lost,
    /// The game has ended level.
    Tied,
}

/// States are positions with their movers; images under symmetries, and under the exchange of the players where the
/// rules treat both alike, are one state. All is told from the mover's side, and the mover changes with each move.
#[derive(Debug)]
pub struct Graph {
    /// How each state stands.
    pub ends: Vec<End>,
    /// Where the moves of each state begin among `moves`, and the end of the last.
    starts: Vec<usize>,
    /// For each state the states after it, each with how many moves lead there.
    moves: Vec<(u32, u32)>,
    /// The state that was asked.
    pub start: u32,
    /// How many moves were visited.
    pub visited: u64,
}

/// The most states.
const MOST: usize = 1 << 27;

impl Graph {
    /// Finds every state that play can reach from a position.
    ///
    /// # Errors
    /// [`Stop`] when the budget is spent, or there are too many states.
    pub fn find<R: Ruleset>(
        ruleset: &R,
        position: &R::Position,
        mover: Player,
        moves: Moves,
        convention: Convention,
        budget: &Budget,
    ) -> Result<Graph, Stop> {
        let mut numbers: HashMap<(R::Position, Player), u32, FixedState> =
            HashMap::with_hasher(FixedState::with_seed(0x6f64_6473));
        let mut states = vec![(position.clone(), mover)];
        numbers.insert((position.clone(), mover), 0);
        let mut graph = Graph { ends: Vec::new(), starts: vec![0], moves: Vec::new(), start: 0, visited: 0 };
        let mut after: Vec<R::Position> = Vec::new();
        let mut targets: Vec<u32> = Vec::new();
        let mut at = 0;
        // A state, its two entries and some room of tables that grow by doubling.
        let each = (size_of::<(R::Position, Player)>() * 4 + 64) as u128;
        while at < states.len() {
            if at % 1024 == 0 {
                budget.check()?;
                budget.claim(1024 * each)?;
                budget.report(at as u64, None, "positions found");
            }
            let (position, mover) = states[at].clone();
            at += 1;
            let end = match ruleset.verdict(&position, mover) {
                Some(Verdict::Win(winner)) if winner == mover => End::Won,
                Some(Verdict::Win(_)) => End::Lost,
                Some(Verdict::Tie) => End::Tied,
                None => End::Open,
            };
            after.clear();
            if end == End::Open {
                ruleset.options(&position, mover, &mut |option| after.push(option));
            }
            if end == End::Open && after.is_empty() {
                graph.ends.push(if convention == Convention::Normal { End::Lost } else { End::Won });
            } else {
                graph.ends.push(end);
            }
            graph.visited += after.len() as u64;
            if moves == Moves::Results {
                let mut seen = hashbrown::HashSet::with_hasher(FixedState::with_seed(1));
                after.retain(|position| seen.insert(position.clone()));
            }
            targets.clear();
            for position in &after {
                let next = mover.other();
                let number = find(ruleset, &numbers, position, next).unwrap_or_else(|| {
                    let number = states.len() as u32;
                    numbers.insert((position.clone(), next), number);
                    states.push((position.clone(), next));
                    number
                });
                targets.push(number);
            }
            if states.len() > MOST {
                return Err(Stop::TooLarge {
                    what: "the game".into(),
                    size: format!("more than {MOST} positions"),
                    limit: format!("{MOST} positions that play can reach"),
                    advice: Some("ask a later position".into()),
                });
            }
            targets.sort_unstable();
            budget.claim(targets.len() as u128 * 16)?;
            for group in targets.chunk_by(|a, b| a == b) {
                graph.moves.push((group[0], group.len() as u32));
            }
            graph.starts.push(graph.moves.len());
        }
        Ok(graph)
    }

    /// The number of states.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// The states after a state, each with how many moves lead there.
    pub fn after(&self, state: usize) -> &[(u32, u32)] {
        &self.moves[self.starts[state]..self.starts[state + 1]]
    }

    /// How many moves a state has.
    pub fn degree(&self, state: usize) -> u64 {
        self.after(state).iter().map(|&(_, count)| u64::from(count)).sum()
    }

    /// For each state whether play from it can end at all.
    pub fn can_end(&self) -> Vec<bool> {
        let mut starts = vec![0usize; self.len() + 1];
        for &(to, _) in &self.moves {
            starts[to as usize + 1] += 1;
        }
        for i in 0..self.len() {
            starts[i + 1] += starts[i];
        }
        let mut before = vec![0u32; self.moves.len()];
        let mut fill = starts.clone();
        for from in 0..self.len() {
            for &(to, _) in self.after(from) {
                before[fill[to as usize]] = from as u32;
                fill[to as usize] += 1;
            }
        }
        let mut can: Vec<bool> = self.ends.iter().map(|&end| end != End::Open).collect();
        let mut open: Vec<usize> = (0..self.len()).filter(|&state| can[state]).collect();
        while let Some(state) = open.pop() {
            for &from in &before[starts[state]..starts[state + 1]] {
                if !std::mem::replace(&mut can[from as usize], true) {
                    open.push(from as usize);
                }
            }
        }
        can
    }

    /// The strongly connected components, each after those that its moves lead to (Tarjan's algorithm, with a stack of
    /// its own).
    pub fn components(&self) -> Vec<Vec<u32>> {
        const NEW: u32 = u32::MAX;
        let n = self.len();
        let (mut order, mut low) = (vec![NEW; n], vec![0u32; n]);
        let mut on_stack = vec![false; n];
        let (mut stack, mut calls): (Vec<u32>, Vec<(u32, usize)>) = (Vec::new(), Vec::new());
        let mut components = Vec::new();
        let mut next = 0;
        for root in 0..n as u32 {
            if order[root as usize] != NEW {
                continue;
            }
            calls.push((root, 0));
            while let Some(&mut (state, ref mut at)) = calls.last_mut() {
                let s = state as usize;
                if *at == 0 {
                    order[s] = next;
                    low[s] = next;
                    next += 1;
                    stack.push(state);
                    on_stack[s] = true;
                }
                if let Some(&(to, _)) = self.after(s).get(*at) {
                    *at += 1;
                    let t = to as usize;
                    if order[t] == NEW {
                        calls.push((to, 0));
                    } else if on_stack[t] {
                        low[s] = low[s].min(order[t]);
                    }
                    continue;
                }
                calls.pop();
                if let Some(&(from, _)) = calls.last() {
                    low[from as usize] = low[from as usize].min(low[s]);
                }
                if low[s] == order[s] {
                    let begin = stack.iter().rposition(|&other| other == state).unwrap_or(0);
                    let component = stack.split_off(begin);
                    for &member in &component {
                        on_stack[member as usize] = false;
                    }
                    components.push(component);
                }
            }
        }
        components
    }
}

/// The number of the state that a position and its mover, or an image of them, has already.
fn find<R: Ruleset>(
    ruleset: &R,
    numbers: &HashMap<(R::Position, Player), u32, FixedState>,
    position: &R::Position,
    mover: Player,
) -> Option<u32> {
    let mut found = numbers.get(&(position.clone(), mover)).copied();
    if found.is_none() {
        ruleset.images(position, &mut |image| {
            if found.is_none() {
                let swapped = ruleset.swap(&image);
                found = numbers.get(&(image, mover)).copied();
                if let (None, Some(swapped)) = (found, swapped) {
                    found = numbers.get(&(swapped, mover.other())).copied();
                }
            }
        });
    }
    found
}
