//! Interface words: what the part of a board that is filled already means for the rest.
//!
//! The filled part ends in a row of frontier cells, one a column. Between two neighbours of that row, and between its
//! ends and the two walls (of which the left one is black), stands a letter: nothing where both have one colour, else one
//! strand of the border between white and black stones. Strands pair up like parentheses where the filled part joins
//! their ends; those that come from a corner or a side of the board are marked `|`. The word tells how the frontier cells
//! hang together, which is all that the rest of the board can notice.
//!
//! These are the words of the dilute Temperley-Lieb algebra, with every loop worth 1.

/// A letter: nothing.
const NONE: u64 = 0;
/// A letter: a strand whose other end is to the right.
const OPEN: u64 = 1;
/// A letter: a strand whose other end is to the left.
const CLOSE: u64 = 2;
/// A letter: a strand from a corner or a side of the board.
const CORNER: u64 = 3;
/// The low bit of every letter.
const LOW: u64 = 0x5555_5555_5555_5555;

/// The most columns that a word has room for.
pub const MAX_COLUMNS: usize = 31;

/// A word: letter i, which stands left of column i, in bits 2i and 2i + 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Word(pub u64);

impl Word {
    /// The word of the empty rhombus: the frontier is a white row above the top, between black walls.
    pub fn top(columns: usize) -> Word {
        debug_assert!(columns <= MAX_COLUMNS);
        Word(CORNER | CORNER << (2 * columns))
    }

    /// The word of the empty triangle: the frontier is a white row to the right of a black wall.
    pub fn corner() -> Word {
        Word(CORNER)
    }

    fn letter(self, i: usize) -> u64 {
        (self.0 >> (2 * i)) & 3
    }

    /// Whether the strand from the upper left corner stands at the left wall: if the bottom cell of column 0 is placed,
    /// White has joined the top and the bottom.
    pub fn is_white_win(self) -> bool {
        self.letter(0) == CORNER
    }

    /// Whether the strand at letter i comes from a corner or a side of the board.
    pub fn ends_at_side(self, i: usize) -> bool {
        self.letter(i) == CORNER
    }

    /// How many strands from corners and sides stand left of letter i.
    pub fn corners_before(self, i: usize) -> u32 {
        (self.0 & self.0 >> 1 & LOW & ((1u64 << (2 * i)) - 1)).count_ones()
    }

    /// The word where a strand whose end is at letter i has been cut by a side of the board: both of its ends come from
    /// there.
    pub fn cut(self, i: usize) -> Word {
        let other = if self.letter(i) == OPEN { self.close_of(i) } else { self.open_of(i) };
        self.relabelled(i, CORNER).relabelled(other, CORNER)
    }

    /// The word without the two letters beside a column.
    pub fn without(self, column: usize) -> Word {
        Word(self.0 & !(0b1111 << (2 * column)))
    }

    /// The frontier cells that no pair of strands encloses, each as its column and the number of strands from corners
    /// and sides left of it.
    pub fn outer_cells(self, columns: usize) -> impl Iterator<Item = (usize, u32)> {
        let mut depth = 0;
        let mut corners = 0;
        (0..columns).filter_map(move |column| {
            match self.letter(column) {
                OPEN => depth += 1,
                CLOSE => depth -= 1,
                CORNER => corners += 1,
                _ => {}
            }
            (depth == 0).then_some((column, corners))
        })
    }

    /// Places a stone upon the frontier cell of a column; `None` if two strands from corners or sides meet there: the
    /// chain between them does not go on. In a rhombus Black has then joined the left and the right wall.
    pub fn place(self, column: usize, white: bool) -> Option<Word> {
        let shift = 2 * column;
        let (a, b) = (self.letter(column), self.letter(column + 1));
        // The colour of a cell is the parity of the strands to its left.
        let before = (self.0 | self.0 >> 1) & LOW & ((1u64 << shift) - 1);
        let left_white = before.count_ones() & 1 == 1;
        let differs = white != left_white;
        let rest = self.without(column).0;
        let pair = |a: u64, b: u64| Some(Word(rest | a << shift | b << (shift + 2)));
        match (a, b) {
            (NONE, NONE) if differs => pair(OPEN, CLOSE),
            (NONE, NONE) => Some(self),
            (strand, NONE) | (NONE, strand) if differs => pair(strand, NONE),
            (strand, NONE) | (NONE, strand) => pair(NONE, strand),
            _ if differs => Some(self),
            // The covered cell's cluster no longer touches this place: the two strands become one.
            (OPEN, CLOSE) | (CLOSE, OPEN) => Some(Word(rest)),
            (OPEN, OPEN) => Some(Word(rest).relabelled(self.close_of(column + 1), OPEN)),
            (CLOSE, CLOSE) => Some(Word(rest).relabelled(self.open_of(column), CLOSE)),
            (CORNER, OPEN) => Some(Word(rest).relabelled(self.close_of(column + 1), CORNER)),
            (CLOSE, CORNER) => Some(Word(rest).relabelled(self.open_of(column), CORNER)),
            (CORNER, CORNER) => None,
            _ => unreachable!("no strand encloses one from a corner"),
        }
    }

    fn relabelled(self, i: usize, letter: u64) -> Word {
        Word(self.0 & !(3 << (2 * i)) | letter << (2 * i))
    }

    /// The place of the other end of the strand that opens at letter i.
    fn close_of(self, i: usize) -> usize {
        let mut depth = 1;
        let mut at = i;
        while depth > 0 {
            at += 1;
            match self.letter(at) {
                OPEN => depth += 1,
                CLOSE => depth -= 1,
                _ => {}
            }
        }
        at
    }

    /// The place of the other end of the strand that closes at letter i.
    fn open_of(self, i: usize) -> usize {
        let mut depth = 1;
        let mut at = i;
        while depth > 0 {
            at -= 1;
            match self.letter(at) {
                CLOSE => depth += 1,
                OPEN => depth -= 1,
                _ => {}
            }
        }
        at
    }

    /// Forgets what the rest of the board cannot notice.
    pub fn reduced(self, rule: &Reduction) -> Word {
        self.without_dead(rule.dead).shifted(rule.covered, rule.shift_left).without_dead(rule.dead)
    }

    /// A cell that is alone in its cluster, enclosed, and has at most two neighbours to come: its colour joins nothing
    /// that is not joined without it, so it may take that of its neighbours. `dead` has bit 2c for each such column c.
    fn without_dead(self, dead: u64) -> Word {
        let open = self.0 & !(self.0 >> 1) & LOW;
        let close = (self.0 >> 1) & !self.0 & LOW;
        let alone = open & (close >> 2) & dead;
        Word(self.0 & !(alone * 0b1111))
    }

    /// The cell that is covered next, by a cell that touches both of its neighbours: if these have different colours,
    /// it joins nothing to come that is not joined without it, so it may have either colour.
    fn shifted(self, covered: usize, left: bool) -> Word {
        let shift = 2 * covered;
        let (a, b) = (self.letter(covered), self.letter(covered + 1));
        let rest = self.0 & !(0b1111 << shift);
        match (a, b, left) {
            (NONE, strand, true) => Word(rest | strand << shift),
            (strand, NONE, false) => Word(rest | strand << (shift + 2)),
            _ => self,
        }
    }
}

/// What may be forgotten after a stone is placed.
#[derive(Clone, Copy, Debug)]
pub struct Reduction {
    /// Bit 2c for each column c whose frontier cell has at most two neighbours to come.
    pub dead: u64,
    /// The column that is covered next.
    pub covered: usize,
    /// Whether a strand beside the cell to be covered is moved to its left side, else to its right side.
    pub shift_left: bool,
}
