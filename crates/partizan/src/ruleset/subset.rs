//! Sets of up to 26 cells as bits, numbered among the sets of their size: the groundwork of dense indices.

/// How many of the lowest cells one look-up takes in.
const LOW: u32 = 11;
/// How many cells there can be above them.
const HIGH: u32 = 15;

/// The sets of each size from 0 to a greatest one, numbered within their size.
///
/// The order is the colexicographic one (that of the sets as binary numbers), so that the number of a set does not
/// depend on how many cells the board has.
#[derive(Clone, Debug)]
pub(super) struct Subsets {
    /// By the lowest cells: what they add to the number in 12 bits, and how many they are in the other 4.
    low: Box<[u16; 1 << LOW]>,
    /// By how many the lowest cells are (4 bits) and by the other cells (15 bits): what these add.
    high: Box<[u16; 1 << (4 + HIGH)]>,
    /// By size, the sets in order.
    sets: Vec<Vec<u32>>,
}

/// The number of ways to choose `k` of `n`; `n` is at most 26.
pub(super) fn choose(n: u32, k: u32) -> u32 {
    if k > n {
        0
    } else {
        (0..k).fold(1u64, |product, i| product * u64::from(n - i) / u64::from(i + 1)) as u32
    }
}

/// The cells of a set, from the lowest.
#[inline]
pub(super) fn cells(mut set: u32) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let cell = set.trailing_zeros();
            set &= set - 1;
            cell
        })
    })
}

impl Subsets {
    /// The sets of at most `most` of so many cells.
    ///
    /// # Panics
    /// If there are more than 26 cells, or sets of more than 4.
    pub(super) fn new(board: u32, most: u32) -> Self {
        assert!(board <= LOW + HIGH && most <= 4, "sets of at most 4 of 26 cells are numbered in 16 bits");
        let part = |set: u32, first: u32, before: u32| -> u16 {
            cells(set).zip(before + 1..).map(|(cell, k)| choose(first + cell, k) as u16).sum()
        };
        let mut low = Box::new([0; 1 << LOW]);
        for set in (0..1u32 << LOW.min(board)).filter(|set| set.count_ones() <= most) {
            low[set as usize] = part(set, 0, 0) | (set.count_ones() as u16) << 12;
        }
        let mut high: Box<[u16; 1 << (4 + HIGH)]> =
            vec![0; 1 << (4 + HIGH)].try_into().expect("the table has this length");
        for before in 0..=most {
            for set in (0..1u32 << board.saturating_sub(LOW)).filter(|set| set.count_ones() <= most - before)
            {
                high[(before << HIGH | set) as usize] = part(set, LOW, before);
            }
        }
        let sets = (0..=most)
            .map(|size| {
                let mut all: Vec<u32> = Vec::with_capacity(choose(board, size) as usize);
                let mut set = (1u64 << size) - 1;
                while set < 1 << board {
                    all.push(set as u32);
                    if set == 0 {
                        break;
                    }
                    // The next number with as many bits: the lowest run moves up by one, what is left of it down.
                    let run = set & set.wrapping_neg();
                    let up = set + run;
                    set = up | ((set ^ up) / run) >> 2;
                }
                all
            })
            .collect();
        Subsets { low, high, sets }
    }

    /// The number of a set among those of its size, which is at most the greatest.
    #[inline]
    pub(super) fn rank(&self, set: u32) -> u32 {
        let low = self.low[(set & ((1 << LOW) - 1)) as usize];
        let high = u32::from(low >> 12) << HIGH | (set >> LOW & ((1 << HIGH) - 1));
        u32::from(low & 0xFFF) + u32::from(self.high[high as usize])
    }

    /// The set of this size with this number.
    #[inline]
    pub(super) fn set(&self, size: u32, rank: u32) -> u32 {
        self.sets[size as usize][rank as usize]
    }

    /// By the number of a set of one cell less than the greatest have, and by a cell that is not in it: the number of the
    /// two together. What stands at other cells means nothing.
    pub(super) fn with_one_more(&self) -> Vec<[u16; 32]> {
        let smaller = &self.sets[self.sets.len().saturating_sub(2)];
        smaller.iter().map(|set| std::array::from_fn(|cell| self.rank(set | 1 << cell) as u16)).collect()
    }

    /// The sets of this size in order.
    pub(super) fn of_size(&self, size: u32) -> &[u32] {
        &self.sets[size as usize]
    }
}

/// By cell, how many of the cells that a set leaves free are below it: the number of a free cell among them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pack([u8; 32]);

/// By number, the cell among those that a set leaves free.
#[derive(Clone, Copy, Debug)]
pub(super) struct Unpack([u8; 32]);

/// What a set leaves free of so many cells, numbered from the lowest.
pub(super) fn rest(set: u32, board: u32) -> (Pack, Unpack) {
    let (mut pack, mut unpack) = (Pack([0; 32]), Unpack([0; 32]));
    let mut free = 0;
    for cell in 0..32 {
        pack.0[cell as usize] = free;
        if cell < board && set >> cell & 1 == 0 {
            unpack.0[usize::from(free)] = cell as u8;
            free += 1;
        }
    }
    (pack, unpack)
}

impl Pack {
    /// How many free cells are below this one.
    #[inline]
    pub(super) fn below(&self, cell: u32) -> u32 {
        self.0[(cell & 31) as usize].into()
    }

    /// The bit of a free cell among the free cells.
    #[inline]
    pub(super) fn bit(&self, cell: u32) -> u32 {
        1 << (self.0[(cell & 31) as usize] & 31)
    }

    /// A set of free cells as a set of their numbers.
    #[inline]
    pub(super) fn pack(&self, set: u32) -> u32 {
        cells(set).fold(0, |packed, cell| packed | self.bit(cell))
    }
}

impl Unpack {
    /// The free cell with this number.
    #[inline]
    pub(super) fn cell(&self, number: u32) -> u32 {
        self.0[(number & 31) as usize].into()
    }

    /// A set of numbers as the set of free cells.
    #[inline]
    pub(super) fn unpack(&self, packed: u32) -> u32 {
        cells(packed).fold(0, |set, number| set | 1 << (self.0[(number & 31) as usize] & 31))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_count_the_sets_in_order() {
        for (board, most) in [(9, 3), (16, 4), (25, 4)] {
            let sets = Subsets::new(board, most);
            for size in 0..=most {
                assert_eq!(sets.of_size(size).len() as u32, choose(board, size));
                for (rank, &set) in sets.of_size(size).iter().enumerate() {
                    assert_eq!(set.count_ones(), size);
                    assert_eq!((sets.rank(set) as usize, sets.set(size, rank as u32)), (rank, set));
                }
            }
        }
        let sets = Subsets::new(25, 4);
        let more = sets.with_one_more();
        assert_eq!(more.len() as u32, choose(25, 3));
        for (&set, more) in sets.of_size(3).iter().zip(&more) {
            for cell in (0..25).filter(|cell| set >> cell & 1 == 0) {
                assert_eq!(sets.set(4, more[cell as usize].into()), set | 1 << cell);
            }
        }
        assert_eq!((choose(25, 4), choose(21, 4), choose(3, 4)), (12_650, 5_985, 0));
    }

    #[test]
    fn the_rest_packs_and_unpacks() {
        let (pack, unpack) = rest(0b10_0110, 7);
        assert_eq!(pack.pack(0b101_1001), 0b1111);
        assert_eq!([0, 1, 2, 5, 6, 7, 31].map(|cell| pack.below(cell)), [0, 1, 1, 3, 3, 4, 4]);
        assert_eq!(unpack.unpack(0b1010), 0b100_1000);
        assert_eq!([0, 1, 2, 3].map(|number| unpack.cell(number)), [0, 3, 4, 6]);
    }
}
