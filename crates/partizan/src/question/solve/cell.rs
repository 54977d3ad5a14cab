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
    ($cell:ty, $shared:ty) => {
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
cell!(u8, AtomicU8);
cell!(u16, AtomicU16);

#[cfg(test)]
mod tests {
    use super::*;

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
