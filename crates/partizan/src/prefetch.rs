//! Asking for memory ahead of its use.
//!
//! The one unsafe call is sound for any place: a prefetch reads nothing and cannot fail. A plain load instead would hold
//! up everything after it until the memory has come.
#![allow(unsafe_code)]

/// Brings the line of a place near the processor, and does not wait for it.
#[inline]
pub(crate) fn prefetch<T>(place: &T) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: the instruction is part of every x86-64 processor, and has no effect but on the caches.
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(place).cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = place;
}
