//! Odds of Y against methods that share nothing with the engine: all fillings with union-find, the literal game tree.

use num_bigint::BigUint;
use num_rational::BigRational;
use num_traits::{One, Zero};
use partizan::question::odds::connection::{Boards, Study, chance_at, mean_length, odds, over_by, simulate};
use partizan::ruleset::hex::Cell;
use partizan::ruleset::y::{Position, Y};
use partizan::ruleset::{Player, Ruleset, Verdict};
use partizan::{Budget, Stop};
use proptest::prelude::*;

fn y(text: &str) -> Position {
    Y::default().parse(text).unwrap()
}

fn find(parent: &mut [usize], mut x: usize) -> usize {
    while parent[x] != x {
        parent[x] = parent[parent[x]];
        x = parent[x];
    }
    x
}

/// Whether the white stones of a full board join the three sides: union-find, with the sides that a chain touches as
/// three bits at its root.
fn white_wins(side: usize, white: &[bool]) -> bool {
    let at = |row: usize, column: usize| row * (row + 1) / 2 + column;
    let mut parent: Vec<usize> = (0..white.len()).collect();
    let mut touches = vec![0u8; white.len()];
    for row in 0..side {
        for column in 0..=row {
            touches[at(row, column)] =
                u8::from(column == 0) | u8::from(column == row) << 1 | u8::from(row + 1 == side) << 2;
        }
    }
    for row in 0..side {
        for column in 0..=row {
            // The cells to the left, and above to the left and to the right.
            let mut before = Vec::new();
            if column > 0 {
                before.push(at(row, column - 1));
                before.push(at(row - 1, column - 1));
            }
            if column < row {
                before.push(at(row - 1, column));
            }
            for other in before {
                if white[at(row, column)] && white[other] {
                    let (a, b) = (find(&mut parent, at(row, column)), find(&mut parent, other));
                    parent[a] = b;
                    touches[b] |= touches[a];
                }
            }
        }
    }
    (0..white.len()).any(|i| white[i] && parent[i] == i && touches[i] == 7)
}

/// For each k the fillings of the empty cells with k white stones that White wins, by trying every one.
fn by_fillings(board: &Position) -> Vec<u64> {
    let empty: Vec<usize> = (0..board.cells().len()).filter(|&i| board.cells()[i] == Cell::Empty).collect();
    let mut white: Vec<bool> = board.cells().iter().map(|&cell| cell == Cell::White).collect();
    let mut wins = vec![0; empty.len() + 1];
    for filling in 0u64..1 << empty.len() {
        for (bit, &cell) in empty.iter().enumerate() {
            white[cell] = filling >> bit & 1 == 1;
        }
        wins[filling.count_ones() as usize] += u64::from(white_wins(board.side(), &white));
    }
    wins
}

/// White's chance and the mean number of moves by the rules alone: every game, move by move, stopped when somebody has
/// won.
fn by_game_tree(board: &Position, mover: Player) -> (BigRational, BigRational) {
    let ruleset = Y::default();
    if let Some(Verdict::Win(winner)) = ruleset.verdict(board, mover) {
        let chance = if winner == Player::Left { BigRational::one() } else { BigRational::zero() };
        return (chance, BigRational::zero());
    }
    let (mut chance, mut length, mut moves) = (BigRational::zero(), BigRational::zero(), 0u32);
    ruleset.options(board, mover, &mut |after| {
        let (c, l) = by_game_tree(&after, mover.other());
        chance += c;
        length += l;
        moves += 1;
    });
    let moves = BigRational::from_integer(moves.into());
    (chance / &moves, BigRational::one() + length / moves)
}

fn assert_fillings(board: &Position) {
    let wins: Vec<BigUint> = by_fillings(board).into_iter().map(BigUint::from).collect();
    let budget = Budget::unlimited();
    let text = Y::default().print(board);
    for first in Player::BOTH {
        let found = odds(board, first, &budget).unwrap();
        assert_eq!(found.white_fillings, wins[found.white_to_place], "{text} {first}");
    }
    assert_eq!(Study::new(board, &budget).unwrap().polynomial(&budget).unwrap(), wins, "{text}");
}

fn board(sides: std::ops::RangeInclusive<usize>) -> impl Strategy<Value = Position> {
    (sides, 1u32..8).prop_flat_map(|(side, empty)| {
        let cell = prop_oneof![
            empty => Just(Cell::Empty),
            1 => Just(Cell::White),
            1 => Just(Cell::Black),
        ];
        prop::collection::vec(cell, side * (side + 1) / 2).prop_map(move |cells| {
            let mut board = Position::empty(side);
            board.cells_mut().copy_from_slice(&cells);
            board
        })
    })
}

fn player() -> impl Strategy<Value = Player> {
    prop_oneof![Just(Player::Left), Just(Player::Right)]
}

#[test]
fn small_boards_by_hand() {
    let budget = Budget::unlimited();
    let polynomial = |text: &str| -> Vec<u64> {
        let found = Study::new(&y(text), &budget).unwrap().polynomial(&budget).unwrap();
        found.iter().map(|count| count.try_into().unwrap()).collect()
    };
    assert_eq!(polynomial("1"), [0, 1]);
    // Any two of the three corners.
    assert_eq!(polynomial("2"), [0, 0, 3, 1]);
    // No two stones: neighbours are a corner and a middle of one of its sides, which miss the third side, or two middles.
    // Three: a whole side (3), the three middles (1), two middles with a corner of the third side (6). The others are by
    // the exchange of the players.
    assert_eq!(polynomial("3"), [0, 0, 0, 10, 15, 6, 1]);
    // The last cell of three corners decides; here it joins White's two sides to the third, or Black's.
    assert_eq!(polynomial("./WB"), [0, 1]);
}

#[test]
fn empty_boards_agree_with_all_fillings() {
    for side in 1..=5 {
        assert_fillings(&Position::empty(side));
    }
}

#[test]
#[ignore = "long"]
fn the_empty_board_of_side_6_agrees_with_all_fillings() {
    assert_fillings(&Position::empty(6));
}

#[test]
fn every_position_of_side_3_agrees_with_the_game_tree() {
    let budget = Budget::unlimited();
    for code in 0..3usize.pow(6) {
        let mut board = Position::empty(3);
        for (i, cell) in board.cells_mut().iter_mut().enumerate() {
            *cell = [Cell::Empty, Cell::White, Cell::Black][code / 3usize.pow(i as u32) % 3];
        }
        let study = Study::new(&board, &budget).unwrap();
        let polynomial = study.polynomial(&budget).unwrap();
        for first in Player::BOTH {
            let (chance, length) = by_game_tree(&board, first);
            assert_eq!(study.odds(first, &budget).unwrap().chances().left, chance, "{board:?}");
            assert_eq!(mean_length(&over_by(&polynomial, first)), length, "{board:?}");
        }
    }
}

#[test]
fn empty_boards_are_the_same_for_both_players() {
    let budget = Budget::unlimited();
    for side in 1..=10 {
        let study = Study::new(&Position::empty(side), &budget).unwrap();
        let wins = study.polynomial(&budget).unwrap();
        let cells = side * (side + 1) / 2;
        let mut choices = BigUint::one();
        for k in 0..=cells {
            assert_eq!(&wins[k] + &wins[cells - k], choices, "side {side}, {k} stones");
            choices = choices * (cells - k) / (k + 1);
        }
        let half = BigRational::new(1.into(), 2.into());
        assert_eq!(chance_at(&wins, &half), half);
        assert_eq!(study.random_turn(&budget).unwrap().white, half);
    }
}

#[test]
fn a_rhombus_of_hex_is_a_triangle_with_two_corners_filled() {
    // White stones on the corner below the bottom row, black ones on the corner beyond the right column: the two big
    // chains miss one side each, White's the left one, which is the top of the rhombus, and Black's the right one, which
    // is its left column.
    use partizan::ruleset::hex::Hex;
    let budget = Budget::unlimited();
    for (rows, columns) in [(2, 2), (3, 3), (3, 4), (4, 3), (4, 4), (5, 5)] {
        let hex = Hex::default().parse(&format!("{rows}x{columns}")).unwrap();
        // Row r + column c of Hex is the row of Y, and r its column: the top is the left side, the left the right side.
        let side = rows + columns - 1;
        let mut inside = Position::empty(side);
        for (row, column) in inside.places().collect::<Vec<_>>() {
            let (r, c) = (column, row - column);
            if r >= rows {
                inside.set(row, column, Cell::White);
            } else if c >= columns {
                inside.set(row, column, Cell::Black);
            }
        }
        let of_hex = Study::new(&hex, &budget).unwrap().polynomial(&budget).unwrap();
        let of_y = Study::new(&inside, &budget).unwrap().polynomial(&budget).unwrap();
        assert_eq!(of_hex, of_y, "{rows}x{columns}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn boards_with_stones_agree_with_all_fillings(board in board(1..=5)) {
        let empty = board.cells().iter().filter(|cell| **cell == Cell::Empty).count();
        prop_assume!(empty <= 13);
        assert_fillings(&board);
    }

    #[test]
    fn colours_change(board in board(1..=8), first in player()) {
        let budget = Budget::unlimited();
        let one = odds(&board, first, &budget).unwrap();
        let swapped = Y::default().swap(&board).unwrap();
        let other = odds(&swapped, first.other(), &budget).unwrap();
        prop_assert_eq!(&one.white_fillings + &other.white_fillings, one.fillings);
    }

    #[test]
    fn turns_and_reflections_change_nothing(board in board(1..=8), first in player()) {
        let budget = Budget::unlimited();
        let one = odds(&board, first, &budget).unwrap();
        let mut images = Vec::new();
        Y::default().images(&board, &mut |image| images.push(image));
        for image in images {
            prop_assert_eq!(&odds(&image, first, &budget).unwrap(), &one);
        }
    }

    #[test]
    fn shared_diagrams_give_the_same(boards in prop::collection::vec(board(1..=7), 1..6), first in player()) {
        let budget = Budget::unlimited();
        let mut shared = Boards::default();
        for board in &boards {
            prop_assert_eq!(shared.odds(board, first, &budget).unwrap(), odds(board, first, &budget).unwrap());
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn every_first_move_has_the_chance_of_the_board_after_it(board in board(1..=7), first in player()) {
        let budget = Budget::unlimited();
        let study = Study::new(&board, &budget).unwrap();
        let openings = study.openings(first, &budget).unwrap();
        let empty: Vec<(usize, usize)> =
            board.places().filter(|&(row, column)| board.get(row, column) == Cell::Empty).collect();
        prop_assert_eq!(openings.iter().map(|o| (o.row, o.column)).collect::<Vec<_>>(), empty);
        for opening in &openings {
            let mut after = board.clone();
            after.set(opening.row, opening.column, Cell::of(first));
            let chances = odds(&after, first.other(), &budget).unwrap().chances();
            prop_assert_eq!(&opening.chance, if first == Player::Left { &chances.left } else { &chances.right });
        }
        // By how much a white stone in place of a black one is better for White when coins decide the others.
        let half = BigRational::new(1.into(), 2.into());
        for pivot in study.random_turn(&budget).unwrap().pivots {
            let at_half = |cell| {
                let mut after = board.clone();
                after.set(pivot.row, pivot.column, cell);
                chance_at(&Study::new(&after, &budget).unwrap().polynomial(&budget).unwrap(), &half)
            };
            prop_assert_eq!(&pivot.chance, &(at_half(Cell::White) - at_half(Cell::Black)));
        }
    }
}

#[test]
fn simulations_are_near_the_exact_chance() {
    let board = y("./../W../.B../...../W....B");
    let budget = Budget::unlimited();
    let exact = odds(&board, Player::Right, &budget).unwrap().chances().left;
    let found = simulate(&board, Player::Right, 20_000, 7, &budget).unwrap();
    let off = found.share() - exact;
    let limit = found.standard_error(9) * BigRational::from_integer(5.into());
    assert!(off <= limit && -off <= limit);
}

#[test]
fn boards_beyond_the_limit_are_refused_and_decided_ones_are_not() {
    let budget = Budget::unlimited();
    for side in [25, 31, 32, 255] {
        assert!(
            matches!(odds(&Position::empty(side), Player::Left, &budget), Err(Stop::TooLarge { .. })),
            "{side}"
        );
    }
    let mut decided = Position::empty(40);
    for column in 0..40 {
        decided.set(39, column, Cell::Black);
    }
    let found = odds(&decided, Player::Left, &budget).unwrap();
    assert_eq!((found.decided, found.white_fillings), (Some(Player::Right), BigUint::zero()));
    // The widest board, with few empty cells.
    let mut nearly = Position::empty(31);
    for (i, cell) in nearly.cells_mut().iter_mut().enumerate() {
        *cell = if i % 40 == 7 { Cell::Empty } else { [Cell::White, Cell::Black][i * i / 3 % 2] };
    }
    assert!(nearly.cells().iter().filter(|cell| **cell == Cell::Empty).count() <= 13);
    assert_fillings(&nearly);
}
