//! Hex odds against methods that share nothing with the engine: all fillings with union-find, the literal game tree.

use num_bigint::BigUint;
use num_rational::BigRational;
use num_traits::{One, Zero};
use partizan::question::odds::connection::{
    Boards, Opening, Study, chance_at, mean_length, odds, over_by, separating, simulate,
};
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

/// For every set of white stones on the empty cells: how many there are, whether White wins, and which cells are white.
fn every_filling(board: &Position, mut visit: impl FnMut(u32, bool, u64)) {
    let empty: Vec<usize> = (0..board.cells().len()).filter(|&i| board.cells()[i] == Cell::Empty).collect();
    for filling in 0u64..1 << empty.len() {
        let mut full = board.clone();
        for (bit, &cell) in empty.iter().enumerate() {
            full.cells_mut()[cell] = if filling >> bit & 1 == 1 { Cell::White } else { Cell::Black };
        }
        // On a full board there is nothing to place: the one filling that is left decides.
        let wins = by_fillings(&full, Player::Left).0 == 1;
        visit(filling.count_ones(), wins, filling);
    }
}

/// The moves that a game takes in the mean, by the rules alone.
fn length_by_game_tree(ruleset: &Hex, board: &Position, mover: Player) -> BigRational {
    if ruleset.verdict(board, mover).is_some() {
        return BigRational::zero();
    }
    let (mut sum, mut moves) = (BigRational::zero(), 0u32);
    ruleset.options(board, mover, &mut |after| {
        sum += length_by_game_tree(ruleset, &after, mover.other());
        moves += 1;
    });
    BigRational::one() + sum / BigRational::from_integer(moves.into())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn every_first_move_has_the_chance_of_the_board_after_it(board in board(1..=6, 1..=6), first in player()) {
        let budget = Budget::unlimited();
        let openings = Study::new(&board, &budget).unwrap().openings(first, &budget).unwrap();
        let empty: Vec<(usize, usize)> = (0..board.rows())
            .flat_map(|r| (0..board.columns()).map(move |c| (r, c)))
            .filter(|&(r, c)| board.get(r, c) == Cell::Empty)
            .collect();
        prop_assert_eq!(openings.iter().map(|o| (o.row, o.column)).collect::<Vec<_>>(), empty);
        for opening in openings {
            let mut after = board.clone();
            after.set(opening.row, opening.column, Cell::of(first));
            let chances = odds(&after, first.other(), &budget).unwrap().chances();
            let chance = if first == Player::Left { chances.left } else { chances.right };
            prop_assert_eq!(opening.chance, chance);
        }
    }

    #[test]
    fn polynomials_and_pivots_agree_with_all_fillings(board in board(1..=4, 1..=3)) {
        let budget = Budget::unlimited();
        let study = Study::new(&board, &budget).unwrap();
        let empty = board.cells().iter().filter(|cell| **cell == Cell::Empty).count();
        let mut wins = vec![0u64; empty + 1];
        let mut won = vec![false; 1 << empty];
        every_filling(&board, |white, win, filling| {
            wins[white as usize] += u64::from(win);
            won[filling as usize] = win;
        });
        let polynomial = study.polynomial(&budget).unwrap();
        prop_assert_eq!(&polynomial, &wins.iter().map(|&n| n.into()).collect::<Vec<BigUint>>());
        let random_turn = study.random_turn(&budget).unwrap();
        prop_assert_eq!(random_turn.pivots.len(), empty);
        for (bit, pivot) in random_turn.pivots.iter().enumerate() {
            let hangs = (0..1usize << empty)
                .filter(|filling| filling >> bit & 1 == 0 && won[*filling] != won[filling | 1 << bit])
                .count();
            prop_assert_eq!(&pivot.chance, &BigRational::new(hangs.into(), (1u64 << (empty - 1)).into()));
        }
        let half = BigRational::new(1.into(), 2.into());
        prop_assert_eq!(chance_at(&polynomial, &half), random_turn.white);
        let p = BigRational::new(3.into(), 7.into());
        let q = BigRational::one() - &p;
        let by_hand: BigRational = wins
            .iter()
            .enumerate()
            .map(|(k, &n)| BigRational::from_integer(n.into()) * num_traits::pow(p.clone(), k) * num_traits::pow(q.clone(), empty - k))
            .sum();
        prop_assert_eq!(chance_at(&polynomial, &p), by_hand);
    }
}

#[test]
fn the_length_of_a_game_agrees_with_the_game_tree() {
    let ruleset = Hex::default();
    let budget = Budget::unlimited();
    for text in ["2x2", "2x3", "3x2", "1x5", "W../.../..B", "B./../.W", "B../.../.W.", "WW/BB"] {
        let board = hex(text);
        let polynomial = Study::new(&board, &budget).unwrap().polynomial(&budget).unwrap();
        for first in Player::BOTH {
            let over = over_by(&polynomial, first);
            assert!(over.is_sorted() && over.last() == Some(&BigRational::one()), "{text}");
            assert_eq!(mean_length(&over), length_by_game_tree(&ruleset, &board, first), "{text} {first}");
        }
    }
}

#[test]
fn simulations_are_repeatable_and_near_the_exact_chance() {
    let board = hex("W..../...B./...../.W.../....B");
    let budget = Budget::unlimited();
    let exact = odds(&board, Player::Right, &budget).unwrap().chances().left;
    let found = simulate(&board, Player::Right, 20_000, 7, &budget).unwrap();
    assert_eq!(found, simulate(&board, Player::Right, 20_000, 7, &budget).unwrap());
    assert_ne!(found, simulate(&board, Player::Right, 20_000, 8, &budget).unwrap());
    let error = found.standard_error(9);
    let off = found.share() - exact;
    let limit = &error * BigRational::from_integer(5.into());
    assert!(off <= limit && -off <= limit);
    // sqrt(p (1 - p) / n), squared back.
    let variance =
        found.share() * (BigRational::one() - found.share()) / BigRational::from_integer(20_000.into());
    let above = &error + BigRational::new(1.into(), 1_000_000_000.into());
    assert!(&error * &error <= variance && variance < &above * &above);
}

#[test]
fn playouts_that_separate_two_moves() {
    let opening =
        |column, num: i64| Opening { row: 0, column, chance: BigRational::new(num.into(), 10.into()) };
    // 4 (0.6 0.4 + 0.5 0.5) / 0.1^2 = 196.
    assert_eq!(separating(&[opening(0, 5), opening(1, 6), opening(2, 6)]), Some(196u32.into()));
    assert_eq!(separating(&[opening(0, 5), opening(1, 5)]), None);
}
