//! Hex odds against methods that share nothing with the engine: all fillings with union-find, the literal game tree.

use num_bigint::BigUint;
use num_rational::BigRational;
use num_traits::{One, Zero};
use partizan::question::odds::hex::{Boards, odds};
use partizan::ruleset::board::Board;
use partizan::ruleset::hex::{Cell, Hex, Position};
use partizan::ruleset::{Player, Ruleset, Verdict};
use partizan::{Budget, Stop};
use proptest::prelude::*;

fn hex(text: &str) -> Position {
    Hex::default().parse(text).unwrap()
}

/// Whose cluster a stone is in.
fn find(parent: &mut [usize], mut x: usize) -> usize {
    while parent[x] != x {
        parent[x] = parent[parent[x]];
        x = parent[x];
    }
    x
}

/// The winning fillings and all fillings, by trying every one: union-find over the white stones.
fn by_fillings(board: &Position, first: Player) -> (u64, u64) {
    let (rows, columns) = (board.rows(), board.columns());
    let empty: Vec<usize> = (0..rows * columns).filter(|&i| board.cells()[i] == Cell::Empty).collect();
    let white = if first == Player::Left { empty.len().div_ceil(2) } else { empty.len() / 2 };
    let (mut wins, mut all) = (0, 0);
    for filling in 0u64..1 << empty.len() {
        if filling.count_ones() as usize != white {
            continue;
        }
        all += 1;
        let mut stones: Vec<bool> = board.cells().iter().map(|&cell| cell == Cell::White).collect();
        for (bit, &cell) in empty.iter().enumerate() {
            stones[cell] = filling >> bit & 1 == 1;
        }
        let (top, bottom) = (rows * columns, rows * columns + 1);
        let mut parent: Vec<usize> = (0..rows * columns + 2).collect();
        for r in 0..rows {
            for c in 0..columns {
                let i = r * columns + c;
                if !stones[i] {
                    continue;
                }
                let mut join = |j: usize| {
                    let (a, b) = (find(&mut parent, i), find(&mut parent, j));
                    parent[a] = b;
                };
                if r == 0 {
                    join(top);
                }
                if r + 1 == rows {
                    join(bottom);
                }
                if c + 1 < columns && stones[i + 1] {
                    join(i + 1);
                }
                if r + 1 < rows && stones[i + columns] {
                    join(i + columns);
                }
                if r + 1 < rows && c > 0 && stones[i + columns - 1] {
                    join(i + columns - 1);
                }
            }
        }
        wins += u64::from(find(&mut parent, top) == find(&mut parent, bottom));
    }
    (wins, all)
}

/// White's chance by the rules alone: every game, move by move, stopped when somebody has joined.
fn by_game_tree(ruleset: &Hex, board: &Position, mover: Player) -> BigRational {
    if let Some(Verdict::Win(winner)) = ruleset.verdict(board, mover) {
        return if winner == Player::Left { BigRational::one() } else { BigRational::zero() };
    }
    let (mut sum, mut moves) = (BigRational::zero(), 0u32);
    ruleset.options(board, mover, &mut |after| {
        sum += by_game_tree(ruleset, &after, mover.other());
        moves += 1;
    });
    sum / BigRational::from_integer(moves.into())
}

fn assert_fillings(board: &Position, first: Player) {
    let (wins, all) = by_fillings(board, first);
    let found = odds(board, first, &Budget::unlimited()).unwrap();
    assert_eq!(
        (found.white_fillings, found.fillings),
        (wins.into(), all.into()),
        "{} {first}",
        Hex::default().print(board)
    );
}

fn board(
    rows: std::ops::RangeInclusive<usize>,
    columns: std::ops::RangeInclusive<usize>,
) -> impl Strategy<Value = Position> {
    (rows, columns, 1u32..8).prop_flat_map(|(rows, columns, empty)| {
        let cell = prop_oneof![
            empty => Just(Cell::Empty),
            1 => Just(Cell::White),
            1 => Just(Cell::Black),
        ];
        prop::collection::vec(cell, rows * columns).prop_map(move |cells| {
            let mut board = Board::filled(rows, columns, Cell::Empty);
            board.cells_mut().copy_from_slice(&cells);
            board
        })
    })
}

fn player() -> impl Strategy<Value = Player> {
    prop_oneof![Just(Player::Left), Just(Player::Right)]
}

/// Reflected in the diagonal of rows and columns, with the colours changed.
fn reflected(board: &Position) -> Position {
    let mut after = Board::filled(board.columns(), board.rows(), Cell::Empty);
    for row in 0..board.rows() {
        for column in 0..board.columns() {
            let cell = match board.get(row, column) {
                Cell::Empty => Cell::Empty,
                Cell::White => Cell::Black,
                Cell::Black => Cell::White,
            };
            after.set(column, row, cell);
        }
    }
    after
}

#[test]
fn every_small_empty_board_agrees_with_all_fillings() {
    for rows in 1..=4 {
        for columns in 1..=5 {
            if rows * columns <= 16 {
                for first in Player::BOTH {
                    assert_fillings(&Board::filled(rows, columns, Cell::Empty), first);
                    assert_fillings(&Board::filled(columns, rows, Cell::Empty), first);
                }
            }
        }
    }
}

#[test]
fn every_position_of_2x3_agrees_with_the_game_tree() {
    let ruleset = Hex::default();
    for code in 0..3usize.pow(6) {
        let mut board = Board::filled(2, 3, Cell::Empty);
        for (i, cell) in board.cells_mut().iter_mut().enumerate() {
            *cell = [Cell::Empty, Cell::White, Cell::Black][code / 3usize.pow(i as u32) % 3];
        }
        for first in Player::BOTH {
            let found = odds(&board, first, &Budget::unlimited()).unwrap();
            assert_eq!(
                found.chances().left,
                by_game_tree(&ruleset, &board, first),
                "{}",
                ruleset.print(&board)
            );
        }
    }
}

#[test]
fn the_game_tree_of_3x3_agrees() {
    let ruleset = Hex::default();
    for (text, first) in [
        ("W../.../...", Player::Right),
        (".B./.../...", Player::Left),
        (".../.W./..B", Player::Left),
        (".../B../..W", Player::Right),
    ] {
        let board = hex(text);
        let found = odds(&board, first, &Budget::unlimited()).unwrap();
        assert_eq!(found.chances().left, by_game_tree(&ruleset, &board, first), "{text}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn boards_with_stones_agree_with_all_fillings(board in board(1..=4, 1..=4), first in player()) {
        assert_fillings(&board, first);
    }

    #[test]
    fn colours_change_with_a_reflection(board in board(1..=7, 1..=7), first in player()) {
        let budget = Budget::unlimited();
        let one = odds(&board, first, &budget).unwrap();
        let other = odds(&reflected(&board), first.other(), &budget).unwrap();
        prop_assert_eq!(&one.white_fillings + &other.white_fillings, one.fillings);
    }

    #[test]
    fn half_a_turn_changes_nothing(board in board(1..=8, 1..=8), first in player()) {
        let mut turned = board.clone();
        turned.cells_mut().reverse();
        let budget = Budget::unlimited();
        prop_assert_eq!(odds(&board, first, &budget).unwrap(), odds(&turned, first, &budget).unwrap());
    }

    #[test]
    fn winning_fillings_with_each_cell_white_add_up(board in board(2..=5, 2..=6)) {
        // A winning filling with k white stones is counted once for each of them. After White has moved, Black is first.
        let budget = Budget::unlimited();
        let whole = odds(&board, Player::Left, &budget).unwrap();
        let mut sum = BigUint::zero();
        for i in (0..board.cells().len()).filter(|&i| board.cells()[i] == Cell::Empty) {
            let mut after = board.clone();
            after.cells_mut()[i] = Cell::White;
            sum += odds(&after, Player::Right, &budget).unwrap().white_fillings;
        }
        prop_assert_eq!(sum, whole.white_fillings * whole.white_to_place);
    }

    #[test]
    fn shared_diagrams_give_the_same(boards in prop::collection::vec(board(1..=6, 1..=6), 1..6), first in player()) {
        let budget = Budget::unlimited();
        let mut shared = Boards::default();
        for board in &boards {
            prop_assert_eq!(shared.odds(board, first, &budget).unwrap(), odds(board, first, &budget).unwrap());
        }
    }
}

#[test]
fn boards_beyond_the_limit_are_refused_and_decided_ones_are_not() {
    let large = Board::filled(40, 40, Cell::Empty);
    assert!(matches!(odds(&large, Player::Left, &Budget::unlimited()), Err(Stop::TooLarge { .. })));
    let mut decided = Board::filled(40, 40, Cell::Empty);
    for row in 0..40 {
        decided.set(row, 7, Cell::White);
    }
    let found = odds(&decided, Player::Left, &Budget::unlimited()).unwrap();
    assert_eq!((found.decided, found.white_fillings == found.fillings), (Some(Player::Left), true));
    let tight = Budget::unlimited().with_memory(100_000);
    let board = Board::filled(9, 9, Cell::Empty);
    assert!(matches!(odds(&board, Player::Left, &tight), Err(Stop::Memory { .. })));
}
