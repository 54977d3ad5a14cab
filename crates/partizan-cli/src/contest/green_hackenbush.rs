//! Green Hackenbush on random binary trees: n, then n sizes; the first player's chance to win.

use super::read::{Lines, count};
use crate::ask::census::size;
use crate::failure::Failure;
use partizan::fault::quote_text;
use partizan::question::census::{self, Family};
use partizan::question::exact::decimal;
use partizan::{Budget, Error, Fault, Stop};

/// The answer to an input.
pub fn answer(text: &str, budget: &Budget) -> Result<String, Failure> {
    let mut lines = Lines::new(text);
    let trees = lines.count("the number of trees", 0, u64::MAX)?;
    let mut sizes = Vec::new();
    while (sizes.len() as u64) < trees {
        let number = lines.number();
        let tree = sizes.len() + 1;
        let line = lines.expect(&format!("the size of tree {tree} of {trees}"))?;
        let at = format!("line {number}, column 1: tree {tree}");
        let nodes = match size(line, &at) {
            // The place and what is wrong, told as for every other count.
            Err(Error::Fault(_)) => {
                return Err(match count(line, &format!("the size of tree {tree}"), 1, u64::MAX) {
                    Err(fault) => fault.from_line(number).into(),
                    Ok(_) => Fault::new(quote_text(line), "a size in digits alone").at(number, 1).into(),
                });
            }
            other => other?,
        };
        if nodes == 0 {
            let fault = Fault::new("a tree of 0 nodes", "a size of at least 1");
            return Err(fault.at(number, 1).within(format!("tree {tree}")).into());
        }
        if nodes > census::MAX_NODES {
            let stop = Stop::TooLarge {
                what: at,
                size: format!("{nodes} nodes"),
                limit: format!("{} nodes", census::MAX_NODES),
                advice: None,
            };
            return Err(stop.into());
        }
        sizes.push(nodes);
    }
    lines.end(&format!("no more lines after {trees} sizes"))?;
    let chance = census::green_trees_first_wins(Family::Binary, &sizes, budget)?;
    Ok(format!("{}\n", decimal(&chance, 6)))
}
