//! Boards of points joined by lines, with the men of two players: what the morris family and its kin share.

use super::Player;
use crate::fault::{Fault, quote, quote_text, rows};

/// The men of both players on a board of at most 16 points, a bit a point.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Men {
    /// Left's men.
    pub left: u16,
    /// Right's men.
    pub right: u16,
}

impl Men {
    /// The men of one player.
    pub fn of(self, player: Player) -> u16 {
        match player {
            Player::Left => self.left,
            Player::Right => self.right,
        }
    }

    /// The same board with these men for one player.
    pub fn with(self, player: Player, men: u16) -> Men {
        match player {
            Player::Left => Men { left: men, ..self },
            Player::Right => Men { right: men, ..self },
        }
    }

    /// The same board with the players exchanged.
    pub fn swapped(self) -> Men {
        Men { left: self.right, right: self.left }
    }

    /// The points with a man.
    pub fn all(self) -> u16 {
        self.left | self.right
    }

    /// The word of this board with a player to move.
    pub fn key(self, mover: Player) -> u64 {
        u64::from(self.left) | u64::from(self.right) << 16 | (mover as u64) << 32
    }

    /// The board and the player to move from their word, whose bits above the lowest 33 are not looked at.
    pub fn unkey(key: u64) -> (Men, Player) {
        let men = Men { left: key as u16, right: (key >> 16) as u16 };
        (men, Player::BOTH[(key >> 32 & 1) as usize])
    }
}

/// The men of both players on a board, and those that they have in hand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Stock {
    /// The men on the board.
    pub men: Men,
    /// The men that Left and that Right have in hand.
    pub hands: [u8; 2],
}

impl Stock {
    /// The same with the players exchanged.
    pub fn swapped(self) -> Stock {
        Stock { men: self.men.swapped(), hands: [self.hands[1], self.hands[0]] }
    }

    /// Whose turn it is while men are dropped one by one, Left first.
    pub fn turn(self) -> Option<Player> {
        let [left, right] = self.hands;
        match left.checked_sub(right) {
            Some(0) if left > 0 => Some(Player::Left),
            None if right - left == 1 => Some(Player::Right),
            _ => None,
        }
    }

    /// The word of these men with a player to move.
    pub fn key(self, mover: Player) -> u64 {
        let [left, right] = self.hands.map(u64::from);
        self.men.key(mover) | left << 33 | right << 41
    }

    /// The men and the player to move from their word.
    pub fn unkey(key: u64) -> (Stock, Player) {
        let (men, mover) = Men::unkey(key);
        (Stock { men, hands: [33, 41].map(|place| (key >> place) as u8) }, mover)
    }

    /// How many men a player has in all.
    pub fn total(self, player: Player) -> u32 {
        self.men.of(player).count_ones() + u32::from(self.hands[player as usize])
    }
}

/// The points of a set, from the first.
pub fn each(mut set: u16) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let point = (set != 0).then(|| set.trailing_zeros() as usize);
        set &= set.wrapping_sub(1);
        point
    })
}

/// Whether one of the rows is full of these men.
pub fn has_row(men: u16, rows: &[u16]) -> bool {
    rows.iter().any(|&row| row & !men == 0)
}

/// A board: how its points are written, and which are neighbours.
#[derive(Clone, Copy, Debug)]
pub struct Points {
    rows: &'static [usize],
    letters: [char; 2],
    count: usize,
    adjacent: [u16; 16],
    symmetries: &'static [Symmetry],
}

/// A symmetry of a board: by half of the points, the image of each set of them.
#[derive(Clone, Copy, Debug)]
pub struct Symmetry([[u16; 256]; 2]);

/// By point, the point that it goes to.
type Turn = [u8; 16];

/// The points in their order, each going to itself.
const IDENTITY: Turn = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15];

impl Symmetry {
    const fn of(turn: &Turn) -> Self {
        let mut halves = [[0; 256]; 2];
        let mut set = 1;
        while set < 256usize {
            // The image of its first point beside that of the others.
            let (first, others) = (set.trailing_zeros() as usize, set & (set - 1));
            halves[0][set] = halves[0][others] | 1 << turn[first];
            halves[1][set] = halves[1][others] | 1 << turn[first + 8];
            set += 1;
        }
        Symmetry(halves)
    }

    /// The points that a set of points goes to.
    fn image(&self, set: u16) -> u16 {
        let [low, high] = set.to_le_bytes();
        self.0[0][low as usize] | self.0[1][high as usize]
    }
}

/// The symmetries of a board of which none are known.
const NONE: [Symmetry; 1] = symmetries(&[]);

/// All `N` symmetries that these generate, the identity first.
///
/// A generator says for each point of the board where it goes.
///
/// # Panics
/// If they are not `N`.
pub const fn symmetries<const N: usize>(generators: &[&[u8]]) -> [Symmetry; N] {
    let mut group = [IDENTITY; N];
    let mut known = 1;
    let mut i = 0;
    while i < known {
        let mut g = 0;
        while g < generators.len() {
            let mut next = IDENTITY;
            let mut point = 0;
            while point < generators[g].len() {
                next[point] = generators[g][group[i][point] as usize];
                point += 1;
            }
            let mut j = 0;
            while j < known && !same(&group[j], &next) {
                j += 1;
            }
            if j == known {
                group[known] = next;
                known += 1;
            }
            g += 1;
        }
        i += 1;
    }
    assert!(known == N, "the symmetries are as many as their type says");
    let mut symmetries = [Symmetry::of(&IDENTITY); N];
    let mut i = 0;
    while i < N {
        symmetries[i] = Symmetry::of(&group[i]);
        i += 1;
    }
    symmetries
}

const fn same(a: &Turn, b: &Turn) -> bool {
    let mut i = 0;
    while i < a.len() {
        if a[i] != b[i] {
            return false;
        }
        i += 1;
    }
    true
}

impl Points {
    /// A board whose text has rows of these lengths, its points numbered row by row; along each of `lines` a point is
    /// the neighbour of the next.
    ///
    /// # Panics
    /// If there are more than 16 points, or a line has a point that is not on the board.
    pub const fn new(rows: &'static [usize], lines: &[&[usize]]) -> Self {
        let mut count = 0;
        let mut i = 0;
        while i < rows.len() {
            count += rows[i];
            i += 1;
        }
        assert!(count <= 16, "a board has at most 16 points");
        let mut adjacent = [0; 16];
        let mut i = 0;
        while i < lines.len() {
            let mut j = 1;
            while j < lines[i].len() {
                let (a, b) = (lines[i][j - 1], lines[i][j]);
                assert!(a < count && b < count, "a line leaves the board");
                adjacent[a] |= 1 << b;
                adjacent[b] |= 1 << a;
                j += 1;
            }
            i += 1;
        }
        Points { rows, letters: ['X', 'O'], count, adjacent, symmetries: &NONE }
    }

    /// The same board with other letters for the men of Left and Right.
    pub const fn with_letters(self, left: char, right: char) -> Self {
        Points { letters: [left, right], ..self }
    }

    /// The same board with its symmetries, the identity first.
    pub const fn with_symmetries(self, symmetries: &'static [Symmetry]) -> Self {
        Points { symmetries, ..self }
    }

    /// Visits the images of a board with men, itself first.
    pub fn images(&self, men: Men, visit: &mut impl FnMut(Men)) {
        for symmetry in self.symmetries {
            visit(Men { left: symmetry.image(men.left), right: symmetry.image(men.right) });
        }
    }

    /// The number of points.
    pub const fn count(&self) -> usize {
        self.count
    }

    /// The set of all points.
    pub const fn all(&self) -> u16 {
        (((1u32) << self.count) - 1) as u16
    }

    /// The neighbours of a point.
    pub const fn adjacent(&self, point: usize) -> u16 {
        self.adjacent[point]
    }

    /// Whether a player has a man beside an empty point.
    pub fn can_slide(&self, men: Men, player: Player) -> bool {
        let empty = self.all() & !men.all();
        each(men.of(player)).any(|from| self.adjacent[from] & empty != 0)
    }

    /// Visits the board after each move of one man to an empty neighbour.
    pub fn slides(&self, men: Men, player: Player, visit: &mut impl FnMut(Men)) {
        let (own, empty) = (men.of(player), self.all() & !men.all());
        for from in each(own) {
            for to in each(self.adjacent[from] & empty) {
                visit(men.with(player, own ^ (1 << from) ^ (1 << to)));
            }
        }
    }

    /// Reads a board: `X` (or `x`) for Left's men, `O` (or `o`) for Right's, unless it has other letters, `.` for an
    /// empty point; rows separated by newlines, `/` or `|`.
    ///
    /// # Errors
    /// A fault at the first character that is none of these, and at the first row of another length.
    pub fn parse(&self, text: &str) -> Result<Men, Fault> {
        let mut men = Men::default();
        let mut point = 0;
        let all = rows(text);
        let Some(last) = all.last() else {
            return Err(Fault::new("no rows", plural(self.rows.len(), "row")).at(1, 1).cell(1, 1));
        };
        for (i, row) in all.iter().enumerate() {
            let Some(&length) = self.rows.get(i) else {
                return Err(row.fault(1, "another row", format!("{} rows", self.rows.len())));
            };
            for (j, c) in row.text.chars().enumerate() {
                let bit = if j < length { 1 << (point + j) } else { 0 };
                let upper = c.to_ascii_uppercase();
                if upper == self.letters[0] {
                    men.left |= bit;
                } else if upper == self.letters[1] {
                    men.right |= bit;
                } else if c != '.' {
                    let [left, right] = self.letters;
                    let fault = row.fault(j + 1, quote(c), format!("'{left}', '{right}' or '.'"));
                    return Err(if c == '0' && right == 'O' {
                        fault.hint("did you mean 'O'?")
                    } else {
                        fault
                    });
                }
            }
            let found = row.text.chars().count();
            if found != length {
                return Err(row.fault(
                    found.min(length) + 1,
                    format!("a row of {}", plural(found, "point")),
                    plural(length, "point"),
                ));
            }
            point += length;
        }
        if all.len() < self.rows.len() {
            return Err(last.fault(
                last.text.chars().count() + 1,
                plural(all.len(), "row"),
                plural(self.rows.len(), "row"),
            ));
        }
        Ok(men)
    }

    /// Writes a board on one line, rows separated by `/`.
    pub fn print(&self, men: Men) -> String {
        let mut text = String::with_capacity(self.count + self.rows.len());
        let mut point = 0;
        for (i, &length) in self.rows.iter().enumerate() {
            if i > 0 {
                text.push('/');
            }
            for bit in (point..point + length).map(|point| 1 << point) {
                text.push(match (men.left & bit != 0, men.right & bit != 0) {
                    (true, _) => self.letters[0],
                    (_, true) => self.letters[1],
                    _ => '.',
                });
            }
            point += length;
        }
        text
    }
}

impl Points {
    /// Reads a board and after it, each after a blank, the men that Left and that Right have in hand; nobody has more
    /// than `most` men in all.
    ///
    /// # Errors
    /// A fault at the first thing that is none of these.
    pub fn parse_stock(&self, text: &str, most: u8) -> Result<Stock, Fault> {
        let text = text.trim_end_matches('\n');
        let mut words = text.rsplitn(3, [' ', '\n']);
        let (right, left, board) = (words.next(), words.next(), words.next());
        let (Some(right), Some(left), Some(board)) = (right, left, board) else {
            return Err(Fault::new(
                quote_text(text),
                format!("a board and two numbers of men in hand, as '{} 1 1'", self.print(Men::default())),
            ));
        };
        let men = self.parse(board)?;
        let mut hands = [0; 2];
        for (hand, word) in hands.iter_mut().zip([left, right]) {
            let count = word.parse().ok().filter(|count: &u8| *count <= most && count.to_string() == word);
            *hand = count.ok_or_else(|| Fault::new(quote_text(word), format!("0 to {most} men in hand")))?;
        }
        let stock = Stock { men, hands };
        for player in Player::BOTH {
            if stock.total(player) > u32::from(most) {
                return Err(Fault::new(
                    format!(
                        "{} of '{}', in hand and on the board",
                        stock.total(player),
                        self.letters[player as usize]
                    ),
                    format!("at most {most}"),
                ));
            }
        }
        Ok(stock)
    }

    /// Writes a board and the men in hand on one line.
    pub fn print_stock(&self, stock: Stock) -> String {
        let [left, right] = stock.hands;
        format!("{} {left} {right}", self.print(stock.men))
    }
}

/// A count with its noun: `1 row`, `3 rows`.
pub(super) fn plural(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

/// A fault if a player has not a number of men in the range for Left or for Right.
///
/// # Errors
/// That fault, in the ruleset's letters.
pub(super) fn count_men(
    board: &Points,
    men: Men,
    ranges: [std::ops::RangeInclusive<u32>; 2],
) -> Result<(), Fault> {
    for ((letter, men), range) in board.letters.into_iter().zip([men.left, men.right]).zip(ranges) {
        let found = men.count_ones();
        if !range.contains(&found) {
            let expected = if range.start() == range.end() {
                format!("{}", range.start())
            } else {
                format!("{} to {}", range.start(), range.end())
            };
            return Err(Fault::new(format!("{found} '{letter}'"), expected));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOARD: Points = Points::new(&[1, 2], &[&[0, 1, 2]]);

    #[test]
    fn neighbours_are_neighbours_both_ways() {
        assert_eq!((0..3).map(|point| BOARD.adjacent(point)).collect::<Vec<_>>(), [0b010, 0b101, 0b010]);
        assert_eq!(BOARD.all(), 0b111);
    }

    #[test]
    fn generators_give_the_whole_group() {
        let group: [Symmetry; 6] = symmetries(&[&[1, 2, 0], &[1, 0, 2]]);
        assert_eq!((0..8).map(|set| group[0].image(set)).collect::<Vec<_>>(), (0..8).collect::<Vec<_>>());
        let images: std::collections::BTreeSet<u16> = group.iter().map(|turn| turn.image(0b001)).collect();
        assert_eq!(images.into_iter().collect::<Vec<_>>(), [0b001, 0b010, 0b100]);
    }

    #[test]
    fn sixteen_points_are_a_board() {
        assert_eq!(Points::new(&[16], &[]).all(), u16::MAX);
    }

    #[test]
    fn texts_of_another_shape_are_refused_where_they_go_wrong() {
        let shown = |text| BOARD.parse(text).map_or_else(|f| f.to_string(), |men| BOARD.print(men));
        assert_eq!(shown("X\nO.\n"), "X/O.");
        assert_eq!(shown("x/.o"), "X/.O");
        assert_eq!(shown("X/.0"), "line 1, column 4: found '0', expected 'X', 'O' or '.'; did you mean 'O'?");
        assert_eq!(shown("X/..."), "line 1, column 5: found a row of 3 points, expected 2 points");
        assert_eq!(shown("X"), "line 1, column 2: found 1 row, expected 2 rows");
        assert_eq!(shown("X/../."), "line 1, column 6: found another row, expected 2 rows");
        assert_eq!(shown(""), "line 1, column 1: found no rows, expected 2 rows");
    }
}
