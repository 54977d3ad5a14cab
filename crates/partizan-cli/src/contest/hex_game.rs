//! `partizan contest hex-game`: the number of boards, then n and n rows each; a line of chances per board.

use super::read::Lines;
use crate::failure::Failure;
use partizan::fault::quote;
use partizan::question::exact::decimal;
use partizan::question::odds::connection::Boards;
use partizan::ruleset::Player;
use partizan::ruleset::board::{Board, MAX_SIDE};
use partizan::ruleset::hex::{Cell, Position};
use partizan::{Budget, Error, Fault, Stop};
use std::fmt::Write as _;

/// The output for an input.
pub fn run(text: &str, budget: &Budget) -> Result<String, Failure> {
    let boards = parse(text)?;
    let mut shared = Boards::default();
    let mut output = String::with_capacity(boards.len() * 32);
    for (i, board) in boards.iter().enumerate() {
        let odds = shared.odds(board, Player::Left, budget).map_err(|stop| in_board(stop, i + 1))?;
        let chances = odds.chances();
        let _ = writeln!(output, "White {} Black {}", decimal(&chances.left, 6), decimal(&chances.right, 6));
    }
    Ok(output)
}

fn parse(text: &str) -> Result<Vec<Position>, Fault> {
    let mut lines = Lines::new(text);
    let count = lines.count("the number of boards", 0, u64::MAX)?;
    let mut boards = Vec::new();
    for i in 1..=count {
        if lines.left() == 0 {
            let (found, were) = (i - 1, if i == 2 { "board" } else { "boards" });
            return Err(Fault::new(
                format!("the end of the input after {found} {were}"),
                format!("{count} boards, as line 1 says"),
            )
            .at(lines.number(), 1));
        }
        boards.push(board(&mut lines).map_err(|fault| fault.within(format!("board {i}")))?);
    }
    lines.end(&format!("the end of the input after {count} boards"))?;
    Ok(boards)
}

fn board(lines: &mut Lines) -> Result<Position, Fault> {
    let size = lines.count("the size of the board", 1, MAX_SIDE as u64)? as usize;
    let mut board = Board::filled(size, size, Cell::Empty);
    for row in 0..size {
        let number = lines.number();
        let line = lines.expect(&format!("row {} of {size}", row + 1))?;
        let mut length = 0;
        for (column, c) in line.chars().enumerate() {
            let Some(cell) = Cell::read(c) else {
                let fault = Fault::new(quote(c), "'.', 'W' or 'B'").at(number, column + 1);
                let upper = c.to_ascii_uppercase();
                return Err(match Cell::read(upper) {
                    Some(_) => fault.hint(format!("did you mean '{upper}'?")),
                    None => fault,
                });
            };
            if column < size {
                board.set(row, column, cell);
            }
            length += 1;
        }
        if length != size {
            let cells = |n: usize| format!("{n} cell{}", if n == 1 { "" } else { "s" });
            return Err(Fault::new(format!("a row of {}", cells(length)), cells(size))
                .at(number, length.min(size) + 1));
        }
    }
    Ok(board)
}

fn in_board(stop: Stop, number: usize) -> Error {
    match stop {
        Stop::TooLarge { size, limit, advice, .. } => {
            Stop::TooLarge { what: format!("board {number}"), size, limit, advice }.into()
        }
        other => other.into(),
    }
}
