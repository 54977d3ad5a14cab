//! Large pages for large tables.
//!
//! A table of gigabytes that is read all over spends most of its time on finding out where a page is; with pages of
//! two megabytes the processor remembers. The one unsafe call is a hint that changes no content.
#![allow(unsafe_code)]

/// A large page.
#[cfg(target_os = "linux")]
const LARGE: usize = 1 << 21;

/// An empty vector with room for `length` items, in large pages where the system has them to give.
///
/// No more memory is taken than that of the room itself.
pub(crate) fn reserve<T>(length: usize) -> Vec<T> {
    let room = Vec::<T>::with_capacity(length);
    #[cfg(target_os = "linux")]
    {
        // Whole large pages within the room.
        let (start, bytes) = (room.as_ptr().addr(), length * size_of::<T>());
        let (first, end) = (start.next_multiple_of(LARGE), (start + bytes) / LARGE * LARGE);
        if first < end {
            let place = room.as_ptr().cast::<libc::c_void>().wrapping_byte_add(first - start);
            // SAFETY: the stretch lies within the room that the vector owns, and the advice does not change what is in
            // it; if it is refused, pages stay small.
            unsafe { libc::madvise(place.cast_mut(), end - first, libc::MADV_HUGEPAGE) };
        }
    }
    room
}

/// So many items, each the default, in large pages where the system has them to give.
pub(crate) fn filled<T: Default>(length: usize) -> Vec<T> {
    let mut items = reserve(length);
    items.resize_with(length, T::default);
    items
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn room_is_room() {
        for length in [0, 1, 1000, LENGTH] {
            let mut items = reserve::<u64>(length);
            assert_eq!((items.len(), items.capacity() >= length), (0, true));
            items.extend(0..length as u64);
            assert!(items.iter().copied().eq(0..length as u64));
            assert_eq!(filled::<u16>(length), vec![0; length]);
        }
    }

    /// Some large pages, the first and the last not whole.
    const LENGTH: usize = 1_500_000;
}
