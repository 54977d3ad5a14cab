//! The same work on several threads.

use crate::budget::{Budget, Stop};
use std::sync::Mutex;

/// Does the work on so many threads at the same time, this one among them, and gives what each made of it.
///
/// # Panics
/// If the work does.
pub(super) fn on_threads<T: Send>(threads: usize, work: impl Fn() -> T + Sync) -> Vec<T> {
    one_each(0..threads.max(1), |_| work())
}

/// Does the work on each part, at the same time in a thread for each, the first in this one: a thread that only waited for
/// the others would have them begin where it is.
///
/// # Panics
/// If the work does.
pub(super) fn one_each<P: Send, T: Send>(
    parts: impl IntoIterator<Item = P>,
    work: impl Fn(P) -> T + Sync,
) -> Vec<T> {
    let (mut parts, work) = (parts.into_iter(), &work);
    let Some(first) = parts.next() else { return Vec::new() };
    std::thread::scope(|scope| {
        let others: Vec<_> = parts.map(|part| scope.spawn(move || work(part))).collect();
        let mut made = vec![work(first)];
        made.extend(others.into_iter().map(|thread| thread.join().expect("no thread panics")));
        made
    })
}

/// Calls `each` with every chunk of the items and where it begins, in as many threads as the budget has.
pub(super) fn in_chunks<T: Send, O: Send>(
    budget: &Budget,
    items: &mut [T],
    size: usize,
    each: impl Fn(u64, &mut [T]) -> O + Sync,
) -> Result<Vec<O>, Stop> {
    if budget.threads() == 1 || items.len() <= 4 * size {
        let chunks = items.chunks_mut(size).enumerate();
        return chunks
            .map(|(i, chunk)| {
                budget.check()?;
                Ok(each((i * size) as u64, chunk))
            })
            .collect();
    }
    let chunks = Mutex::new(items.chunks_mut(size).enumerate());
    let (chunks, each) = (&chunks, &each);
    let lists = on_threads(budget.threads(), || {
        let mut out = Vec::new();
        loop {
            let next = chunks.lock().expect("no thread of the engine panics").next();
            let Some((i, chunk)) = next else { return Ok(out) };
            budget.check()?;
            out.push(each((i * size) as u64, chunk));
        }
    });
    let mut all = Vec::new();
    for list in lists {
        all.extend(list?);
    }
    Ok(all)
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
