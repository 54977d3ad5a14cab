//! Sets of cells as 64-bit words, with the shifts, floods and symmetries that rulesets on boards share.

use super::board::Board;
use super::short::Normal;
use std::cmp::Ordering;

/// What turns a piece of a board into its negative.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Negates {
    /// A quarter turn (and the reflection in a diagonal).
    Turn,
    /// The swap of the first two layers, which are Left's and Right's.
    Swap,
}

fn swapped<const N: usize>(mut layers: [u64; N]) -> [u64; N] {
    layers.swap(0, 1);
    layers
}

fn least<T: Ord>(best: Option<T>, other: T) -> Option<T> {
    Some(match best {
        Some(best) => best.min(other),
        None => other,
    })
}

/// How the cells of a board lie in a word: cell (row, column) is bit `row * stride + column`.
///
/// Boards of at most 8 by 8 all lie in the same square, so that their pieces can be told by their cells alone; longer
/// ones of at most 64 cells have the stride of their own width.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Frame {
    stride: u32,
    /// All cells of the first column.
    first: u64,
    /// All cells of the last column.
    last: u64,
}

impl Frame {
    /// The frame of all boards of at most 8 by 8.
    pub const SQUARE: Frame = Frame { stride: 8, first: 0x0101_0101_0101_0101, last: 0x8080_8080_8080_8080 };

    /// The frame of boards with so many rows and columns, if there is one.
    pub fn of(rows: usize, columns: usize) -> Option<Frame> {
        if rows <= 8 && columns <= 8 {
            return Some(Frame::SQUARE);
        }
        if rows * columns > 64 {
            return None;
        }
        let first = (0..rows).fold(0, |mask, row| mask | 1 << (row * columns));
        Some(Frame { stride: columns as u32, first, last: first << (columns - 1) })
    }

    /// The cells of a board for which `is` holds.
    pub fn cells<C: Copy>(&self, board: &Board<C>, is: impl Fn(C) -> bool) -> u64 {
        let mut mask = 0;
        for (i, &cell) in board.cells().iter().enumerate() {
            if is(cell) {
                mask |= 1 << (i / board.columns() * self.stride as usize + i % board.columns());
            }
        }
        mask
    }

    /// How far apart two cells of one column in neighbouring rows are.
    pub fn stride(&self) -> u32 {
        self.stride
    }

    /// Each cell moved one row up.
    pub fn up(&self, cells: u64) -> u64 {
        if self.stride < 64 { cells >> self.stride } else { 0 }
    }

    /// Each cell moved one row down; those of the last row are no cells of the board any more.
    pub fn down(&self, cells: u64) -> u64 {
        if self.stride < 64 { cells << self.stride } else { 0 }
    }

    /// Each cell moved one column to the left; those of the first column drop out.
    pub fn left(&self, cells: u64) -> u64 {
        (cells & !self.first) >> 1
    }

    /// Each cell moved one column to the right; those of the last column drop out.
    pub fn right(&self, cells: u64) -> u64 {
        (cells & !self.last) << 1
    }

    /// The four neighbours of each cell (some may lie outside the board).
    pub fn beside(&self, cells: u64) -> u64 {
        self.up(cells) | self.down(cells) | self.left(cells) | self.right(cells)
    }

    /// The cells and their eight neighbours (some may lie outside the board).
    pub fn around(&self, cells: u64) -> u64 {
        let row = cells | self.left(cells) | self.right(cells);
        row | self.up(row) | self.down(row)
    }

    /// The cells of `within` that are connected to `seed` by sides.
    pub fn flood(&self, seed: u64, within: u64) -> u64 {
        let mut reached = seed;
        loop {
            // The whole column first, then the row: two steps at a time, most pieces take few.
            let column = (reached | self.up(reached) | self.down(reached)) & within;
            let row = (column | self.left(column) | self.right(column)) & within;
            let column = (row | self.up(row) | self.down(row)) & within;
            let next = (column | self.left(column) | self.right(column)) & within;
            // Most often all is connected: then no further step is needed to see that nothing is added.
            if next == reached || next == within {
                return next;
            }
            reached = next;
        }
    }

    /// The cells of `within` that are connected to `seed` by sides or corners.
    pub fn flood_around(&self, seed: u64, within: u64) -> u64 {
        let mut reached = seed;
        loop {
            let next = self.around(reached) & within;
            if next == reached {
                return reached;
            }
            reached = next;
        }
    }

    /// How far up and left a set of cells can be moved, as one shift; and its height and width.
    ///
    /// # Panics
    /// If the set is empty.
    fn corner(&self, cells: u64) -> (u32, u32, u32) {
        assert!(cells != 0, "no cells");
        if self.stride == 8 {
            let rows_above = cells.trailing_zeros() / 8;
            let below = cells.leading_zeros() / 8;
            let mut columns = cells | cells >> 32;
            columns |= columns >> 16;
            columns = (columns | columns >> 8) & 0xFF;
            let before = columns.trailing_zeros();
            let width = 64 - columns.leading_zeros() - before;
            return (rows_above * 8 + before, 8 - below - rows_above, width);
        }
        let rows_above = cells.trailing_zeros() / self.stride;
        let height = cells.ilog2() / self.stride + 1 - rows_above;
        let mut columns = 0;
        let mut rest = cells;
        while rest != 0 {
            columns |= rest & self.row();
            rest = rest.checked_shr(self.stride).unwrap_or(0);
        }
        let before = columns.trailing_zeros();
        let width = 64 - columns.leading_zeros() - before;
        (rows_above * self.stride + before, height, width)
    }

    /// The cells of the first row.
    fn row(&self) -> u64 {
        u64::MAX >> (64 - self.stride)
    }

    /// A set in the upper left corner turned upside down, in the same corner.
    fn upside_down(&self, cells: u64, height: u32) -> u64 {
        if self.stride == 8 {
            return cells.swap_bytes() >> (8 * (8 - height));
        }
        let mut turned = 0;
        for row in 0..height {
            let line = cells >> (row * self.stride) & self.row();
            turned |= line << ((height - 1 - row) * self.stride);
        }
        turned
    }

    /// A set in the upper left corner in the mirror, left for right, in the same corner.
    fn mirrored(&self, cells: u64, width: u32) -> u64 {
        if self.stride == 8 {
            return cells.reverse_bits().swap_bytes() >> (8 - width);
        }
        let mut turned = 0;
        let mut rest = cells;
        let mut at = 0;
        while rest != 0 {
            turned |= ((rest & self.row()).reverse_bits() >> (64 - width)) << at;
            rest = rest.checked_shr(self.stride).unwrap_or(0);
            at += self.stride;
        }
        turned
    }

    /// Rows for columns, in the square frame.
    fn transposed(cells: u64) -> u64 {
        let swap = |cells: u64, mask: u64, by: u32| {
            let bits = (cells ^ cells >> by) & mask;
            cells ^ bits ^ bits << by
        };
        let cells = swap(cells, 0x00AA_00AA_00AA_00AA, 7);
        let cells = swap(cells, 0x0000_CCCC_0000_CCCC, 14);
        swap(cells, 0x0000_0000_F0F0_F0F0, 28)
    }

    /// The normal form of a piece of `N` layers of cells under the symmetries of the board and what negates it.
    ///
    /// Pieces are moved to the upper left corner. Quarter turns are used in the square frame only.
    pub fn normal<const N: usize>(&self, layers: [u64; N], negates: Negates) -> Normal<[u64; N]> {
        let all = layers.iter().fold(0, |all, layer| all | layer);
        if all == 0 {
            return Normal { piece: layers, negated: false, symmetric: true };
        }
        let (shift, mut height, mut width) = self.corner(all);
        let mut piece = layers.map(|layer| layer >> shift);
        let turn_negates = negates == Negates::Turn;
        // Whether `piece` is a negative, and whether its swapped images count as well.
        let (mut negated, mut swaps) = (false, false);
        if negates == Negates::Swap {
            match piece[0].count_ones().cmp(&piece[1].count_ones()) {
                Ordering::Greater => {}
                Ordering::Less => {
                    piece.swap(0, 1);
                    negated = true;
                }
                Ordering::Equal => swaps = true,
            }
        }
        if self.stride == 8 && height > width {
            piece = piece.map(Frame::transposed);
            (height, width) = (width, height);
            negated ^= turn_negates;
        }
        // The least image among those that are as `piece` is, and among those that are its negative.
        let mut same = piece;
        let mut other: Option<[u64; N]> = None;
        let four = |piece: [u64; N]| {
            let down = piece.map(|layer| self.upside_down(layer, height));
            let mirror = piece.map(|layer| self.mirrored(layer, width));
            let both = down.map(|layer| self.mirrored(layer, width));
            [piece, down, mirror, both]
        };
        for image in four(piece) {
            same = same.min(image);
            if swaps {
                other = least(other, swapped(image));
            }
        }
        if self.stride == 8 && height == width {
            for image in four(piece.map(Frame::transposed)) {
                if turn_negates {
                    other = least(other, image);
                } else {
                    same = same.min(image);
                    if swaps {
                        other = least(other, swapped(image));
                    }
                }
            }
        }
        match other {
            Some(other) if other < same => Normal { piece: other, negated: !negated, symmetric: false },
            Some(other) if other == same => Normal { piece: same, negated: false, symmetric: true },
            _ => Normal { piece: same, negated, symmetric: false },
        }
    }

    /// The cells of a set in the square frame's upper left corner closed up to a stride of `width`.
    pub fn packed(cells: u64, height: u32, width: u32) -> u64 {
        let mut packed = 0;
        for row in 0..height {
            packed |= (cells >> (8 * row) & 0xFF) << (row * width);
        }
        packed
    }

    /// The height and width of a set of cells; (0, 0) of none.
    pub fn extent(&self, cells: u64) -> (u32, u32) {
        if cells == 0 {
            return (0, 0);
        }
        let (_, height, width) = self.corner(cells);
        (height, width)
    }
}

/// How the keys of pieces of two layers are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TwoLayers {
    frame: Frame,
    /// Whether the pieces of the board fit 64 bits: those in the square are closed up, those of a long board have both layers side by side.
    close: bool,
}

impl TwoLayers {
    /// The keys of a board with so many rows and columns in this frame.
    pub fn of(frame: Frame, rows: usize, columns: usize) -> Self {
        let most = if frame == Frame::SQUARE { 29 } else { 32 };
        TwoLayers { frame, close: rows * columns <= most }
    }

    /// The bits of a key.
    pub fn bits(&self) -> u32 {
        if self.close { 64 } else { 128 }
    }

    /// The key of a piece in normal position.
    pub fn key(&self, [a, b]: [u64; 2]) -> u128 {
        if !self.close {
            return u128::from(a) | u128::from(b) << 64;
        }
        if self.frame != Frame::SQUARE {
            return u128::from(a | b << 32);
        }
        // Height and width take 3 bits each, the layers at most 29 each.
        let (height, width) = self.frame.extent(a | b);
        let size = height * width;
        let layers = Frame::packed(a, height, width) | Frame::packed(b, height, width) << size;
        u128::from(layers << 6 | u64::from((height.wrapping_sub(1) & 7) << 3 | width.wrapping_sub(1) & 7))
    }
}

/// The single cells of a set.
pub fn each(mut cells: u64) -> impl Iterator<Item = u64> {
    std::iter::from_fn(move || {
        let cell = cells & cells.wrapping_neg();
        cells ^= cell;
        (cell != 0).then_some(cell)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The images of a set of (row, column) under the symmetries of the square, by coordinates; with whether it was turned.
    fn images(cells: &[(i32, i32)]) -> Vec<(Vec<(i32, i32)>, bool)> {
        let mut all = Vec::new();
        for k in 0..8 {
            let mut image: Vec<(i32, i32)> = cells
                .iter()
                .map(|&(r, c)| {
                    let (r, c) = if k & 1 == 0 { (r, c) } else { (-r, c) };
                    let (r, c) = if k & 2 == 0 { (r, c) } else { (r, -c) };
                    if k & 4 == 0 { (r, c) } else { (c, r) }
                })
                .collect();
            let (top, left) =
                (image.iter().map(|c| c.0).min().unwrap(), image.iter().map(|c| c.1).min().unwrap());
            for cell in &mut image {
                *cell = (cell.0 - top, cell.1 - left);
            }
            image.sort_unstable();
            all.push((image, k & 4 != 0));
        }
        all
    }

    fn coordinates(mask: u64, stride: u32) -> Vec<(i32, i32)> {
        (0..64).filter(|i| mask >> i & 1 == 1).map(|i| (i / stride as i32, i % stride as i32)).collect()
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(512))]
        #[test]
        fn normal_forms_in_the_square_are_images_and_the_same_for_all_images(
            mask in prop_oneof![any::<u64>(), any::<u64>().prop_map(|m| m & 0x0303_0707), (0u32..64).prop_map(|b| 1 << b)]
                .prop_filter("no cells", |m| *m != 0)
        ) {
            let frame = Frame::SQUARE;
            let normal = frame.normal([mask], Negates::Turn);
            let images = images(&coordinates(mask, 8));
            let form = coordinates(normal.piece[0], 8);
            let ways: Vec<bool> = images.iter().filter(|(image, _)| *image == form).map(|(_, t)| *t).collect();
            prop_assert!(ways.contains(&normal.negated));
            let both = images.iter().any(|(a, t)| images.iter().any(|(b, u)| a == b && t != u));
            prop_assert_eq!(normal.symmetric, both);
            for (image, turned) in images {
                let mask = image.iter().fold(0u64, |mask, (r, c)| mask | 1 << (r * 8 + c));
                let again = frame.normal([mask], Negates::Turn);
                prop_assert_eq!(again.piece, normal.piece);
                prop_assert!(both || again.negated == (normal.negated != turned));
            }
        }

        #[test]
        fn long_boards_have_four_images(rows in 1usize..6, columns in 9usize..13, seed in any::<u64>()) {
            let frame = Frame::of(rows, columns).unwrap();
            let board = u64::MAX >> (64 - rows * columns);
            let mask = seed & board;
            prop_assume!(mask != 0);
            let normal = frame.normal([mask], Negates::Turn);
            let form = coordinates(normal.piece[0], columns as u32);
            let images = images(&coordinates(mask, columns as u32));
            prop_assert!(images.iter().any(|(image, turned)| !turned && *image == form));
            for (image, _) in images.into_iter().filter(|(_, turned)| !turned) {
                let mask = image.iter().fold(0u64, |mask, (r, c)| mask | 1 << (*r as usize * columns + *c as usize));
                prop_assert_eq!(frame.normal([mask], Negates::Turn).piece, normal.piece);
            }
        }

        #[test]
        fn floods_are_connected_components(mask in any::<u64>()) {
            // By repeated pairwise union of cells that touch.
            let frame = Frame::SQUARE;
            let cells = coordinates(mask, 8);
            let mut label: Vec<usize> = (0..cells.len()).collect();
            for _ in 0..cells.len() {
                for i in 0..cells.len() {
                    for j in 0..cells.len() {
                        if (cells[i].0 - cells[j].0).abs() + (cells[i].1 - cells[j].1).abs() == 1 {
                            label[i] = label[i].min(label[j]);
                        }
                    }
                }
            }
            for (i, cell) in cells.iter().enumerate() {
                let flood = frame.flood(1 << (cell.0 * 8 + cell.1), mask);
                let expected: Vec<_> =
                    cells.iter().zip(&label).filter(|(_, l)| **l == label[i]).map(|(c, _)| *c).collect();
                prop_assert_eq!(coordinates(flood, 8), expected);
            }
        }

        #[test]
        fn close_keys_tell_pieces_apart(a in any::<u64>(), b in any::<u64>(), c in any::<u64>(), d in any::<u64>()) {
            let frame = Frame::SQUARE;
            let keys = TwoLayers::of(frame, 5, 5);
            let board = 0x1F_1F1F_1F1F;
            let normal = |x: u64, y: u64| frame.normal([x & board & !y, y & board], Negates::Swap).piece;
            let (p, q) = (normal(a & c, b & d), normal(a & d, b & c));
            prop_assert_eq!(p == q, keys.key(p) == keys.key(q));
        }
    }
}
