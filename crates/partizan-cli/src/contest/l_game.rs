//! The L game: four rows; the board after any winning move of `#`, else whether it is a draw or lost.

use crate::failure::Failure;
use crate::show::block;
use partizan::fault::quote;
use partizan::question::solve::{Request, Value, solve};
use partizan::{Budget, Fault};

/// The output for an input.
pub fn output(text: &str) -> Result<String, Failure> {
    // The question reads `/` and `|` as ends of rows, the original problem does not.
    for (i, line) in text.lines().enumerate() {
        if let Some(column) = line.chars().position(|c| c == '/' || c == '|') {
            let found = quote(line.chars().nth(column).unwrap_or('/'));
            return Err(Fault::new(found, "'.', 'x', '#' or '*'").at(i + 1, column + 1).into());
        }
    }
    let solved = solve(&Request::new("l-game").at(text), &Budget::unlimited())?.answer;
    Ok(match solved.worth.value() {
        Value::Win => format!("{}\n", block(&solved.best_moves[0])),
        Value::Draw | Value::Tie => "No winning move\nDraw\n".into(),
        Value::Lose => "No winning move\nLosing\n".into(),
    })
}
