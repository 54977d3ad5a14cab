//! The same work on several threads.

use crate::budget::Stop;

/// Does the work on so many threads at the same time, on this one alone if there is to be one.
///
/// # Errors
/// The first that a thread ends with.
pub(super) fn on_threads(threads: usize, work: impl Fn() -> Result<(), Stop> + Sync) -> Result<(), Stop> {
    if threads <= 1 {
        return work();
    }
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..threads).map(|_| scope.spawn(&work)).collect();
        threads.into_iter().try_for_each(|thread| thread.join().expect("no thread panics"))
    })
}
