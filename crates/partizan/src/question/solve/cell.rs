//! The cells of a table: one byte a position where distances allow, two where they do not.
//!
//! While a tier is being solved a cell's number says what is known of its position:
//!
//! | number | meaning |
//! |---|---|
//! | `2 d` below the base | lost at distance `d` |
//! | `2 d + 1` below the base | won at distance `d` |
//! | the base | ended level |
//! | the base + `n` | undecided, `n` moves are not yet known to lose |
//! | the greatest | no position |
//!
//! Afterwards the counts are gone, and the numbers from the tie mark on are ties by distance, the greatest but one draws.

use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicU8, AtomicU16};

/// The number of a cell: a byte or two.
pub(super) trait Cell: Copy + Eq + Send + Sync + 'static {
    /// The same as threads share it.
    type Shared: Sync;
    /// The greatest number: no position.
    const NONE: u32;
    /// A cell with this number, which is at most `NONE`.
    fn new(number: u32) -> Self;
    /// Its number.
    fn get(self) -> u32;
    /// Which of eight cells are equal to one, a bit each from the lowest.
    fn equal(cells: &[Self; 8], to: Self) -> u32;
    /// Lets threads share cells that nobody else can see meanwhile.
    fn share(cells: &mut [Self]) -> &[Self::Shared];
    /// The number now.
    fn load(shared: &Self::Shared) -> u32;
    /// Writes a number.
    fn store(shared: &Self::Shared, number: u32);
    /// Writes a number and gives the one before.
    fn swap(shared: &Self::Shared, number: u32) -> u32;
    /// Takes one off and gives the number before.
    fn take_one(shared: &Self::Shared) -> u32;
}

macro_rules! cell {
    ($cell:ty, $shared:ty, $equal:expr) => {
        impl Cell for $cell {
            type Shared = $shared;
            const NONE: u32 = <$cell>::MAX as u32;
            fn new(number: u32) -> Self {
                debug_assert!(number <= Self::NONE, "a number is too large for its cell");
                number as $cell
            }
            fn get(self) -> u32 {
                u32::from(self)
            }
            #[inline]
            fn equal(cells: &[Self; 8], to: Self) -> u32 {
                $equal(*cells, to)
            }
            #[allow(unsafe_code)]
            fn share(cells: &mut [Self]) -> &[$shared] {
                // SAFETY: the atomic type has the size and bit validity of the plain one, and here the same alignment
                // (asserted below); the exclusive borrow lasts as long as the shared one, so that all access meanwhile
                // goes through atomics. `from_mut_slice` of the standard library does the same but is not stable.
                unsafe { &*(std::ptr::from_mut::<[Self]>(cells) as *const [$shared]) }
            }
            fn load(shared: &$shared) -> u32 {
                u32::from(shared.load(Relaxed))
            }
            fn store(shared: &$shared, number: u32) {
                shared.store(number as $cell, Relaxed);
            }
            fn swap(shared: &$shared, number: u32) -> u32 {
                u32::from(shared.swap(number as $cell, Relaxed))
            }
            fn take_one(shared: &$shared) -> u32 {
                u32::from(shared.fetch_sub(1, Relaxed))
            }
        }
        const _: () = assert!(align_of::<$cell>() == align_of::<$shared>());
        const _: () = assert!(size_of::<$cell>() == size_of::<$shared>());
    };
}
cell!(u8, AtomicU8, equal_bytes);
cell!(u16, AtomicU16, equal_words);

/// Compares eight bytes at once, as one number.
#[inline]
fn equal_bytes(cells: [u8; 8], to: u8) -> u32 {
    const LOW: u64 = u64::MAX / 255 * 127;
    let differ = u64::from_le_bytes(cells) ^ u64::from_le_bytes([to; 8]);
    // The highest bit of each byte: whether it is 0, which is whether no bit of it is set.
    let equal = !(((differ & LOW) + LOW) | differ | LOW);
    // Each of these bits is brought to its place in the highest byte; no two sums meet.
    ((equal >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56) as u32
}

fn equal_words(cells: [u16; 8], to: u16) -> u32 {
    (0..8).fold(0, |mask, i| mask | u32::from(cells[i] == to) << i)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn eight_cells_are_compared_at_once() {
        for to in 0..=255 {
            for other in [0, 1, 127, 128, 254, 255, u8::wrapping_add(to, 1), to ^ 128, to] {
                for mask in 0..256 {
                    let bytes: [u8; 8] = std::array::from_fn(|i| if mask >> i & 1 == 1 { to } else { other });
                    let expected = if other == to { 255 } else { mask };
                    assert_eq!(Cell::equal(&bytes, to), expected, "{to} and {other}");
                    assert_eq!(Cell::equal(&bytes.map(u16::from), to.into()), expected, "{to} and {other}");
                }
            }
        }
    }

    #[test]
    fn shared_cells_are_the_cells() {
        let mut cells = [7u8, 9, 255];
        let shared = Cell::share(&mut cells);
        std::thread::scope(|scope| {
            for _ in 0..3 {
                scope.spawn(|| <u8 as Cell>::take_one(&shared[1]));
            }
        });
        assert_eq!(<u8 as Cell>::swap(&shared[0], 1), 7);
        assert_eq!(cells, [1, 6, 255]);
        let mut words = [500u16, 2];
        <u16 as Cell>::store(&<u16 as Cell>::share(&mut words)[1], 65_535);
        assert_eq!(words, [500, 65_535]);
    }
}
