//! The same work on several threads.

/// Does the work on so many threads at the same time, this one among them, and gives what each made of it.
///
/// # Panics
/// If the work does.
pub(super) fn on_threads<T: Send>(threads: usize, work: impl Fn() -> T + Sync) -> Vec<T> {
    std::thread::scope(|scope| {
        let others: Vec<_> = (1..threads).map(|_| scope.spawn(&work)).collect();
        let mut made = vec![work()];
        made.extend(others.into_iter().map(|thread| thread.join().expect("no thread panics")));
        made
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

    #[test]
    fn each_thread_does_its_part_once() {
        for threads in 0..4 {
            let next = AtomicUsize::new(0);
            let mut parts = on_threads(threads, || next.fetch_add(1, Relaxed));
            parts.sort_unstable();
            assert_eq!(parts, (0..threads.max(1)).collect::<Vec<_>>());
        }
    }
}
