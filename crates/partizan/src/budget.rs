//! Limits, cancellation and progress: what every long computation is given, and nothing else.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Why a computation stopped before it had its answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Stop {
    /// Somebody asked for it to stop.
    #[error("interrupted")]
    Cancelled,
    /// The time that it was given is spent.
    #[error("the time budget of {} is spent", seconds(.0))]
    Time(Duration),
    /// It would need more memory than it was given.
    #[error("this needs {} of memory, the budget is {}", bytes(.needed), bytes(.limit))]
    Memory {
        /// The bytes that it would need, as far as known.
        needed: u128,
        /// The bytes that it may take.
        limit: u64,
    },
    /// The instance is beyond a limit of the method, named before any memory is taken.
    #[error("{what} is too large: {size}, the limit is {limit}{}", .advice.as_deref().map(|a| format!("; {a}")).unwrap_or_default())]
    TooLarge {
        /// What is too large, such as `the board`.
        what: String,
        /// Its size, with the unit.
        size: String,
        /// The greatest size, with the unit.
        limit: String,
        /// What to do instead, if there is something.
        advice: Option<String>,
    },
}

fn seconds(duration: &Duration) -> String {
    format!("{} s", duration.as_secs_f64())
}

/// A number of bytes as a person reads it: `64 MB`, with powers of 1000.
///
/// ```
/// assert_eq!(partizan::budget::bytes(&1_500_000u64), "1.5 MB");
/// ```
pub fn bytes<T: Copy + Into<u128>>(count: &T) -> String {
    let count: u128 = (*count).into();
    let mut unit = 1u128;
    let mut name = "B";
    for (size, larger) in [(1_000, "kB"), (1_000_000, "MB"), (1_000_000_000, "GB"), (1_000_000_000_000, "TB")]
    {
        if count >= size {
            (unit, name) = (size, larger);
        }
    }
    let tenths = (count / (unit / 10).max(1)) % 10;
    if unit == 1 || tenths == 0 || count / unit >= 100 {
        format!("{} {name}", count / unit)
    } else {
        format!("{}.{tenths} {name}", count / unit)
    }
}

/// Who is told how far a computation is. Called seldom, from any thread.
pub trait Progress: Send + Sync {
    /// `done` of `total` units (`None` where the end is not known), in words such as `level 7`.
    fn report(&self, done: u64, total: Option<u64>, what: &str);
}

/// The limits of one computation, shared by all of its threads. Cloning shares: it stays the same budget.
///
/// ```
/// use partizan::{Budget, Stop};
/// use std::time::Duration;
///
/// let budget = Budget::unlimited().with_time(Duration::ZERO);
/// assert!(matches!(budget.check(), Err(Stop::Time(_))));
/// ```
#[derive(Clone)]
pub struct Budget {
    threads: usize,
    memory: u64,
    time: Option<(Duration, Instant)>,
    cancel: Arc<AtomicBool>,
    claimed: Arc<AtomicU64>,
    progress: Option<Arc<dyn Progress>>,
}

impl Budget {
    /// One thread, no limits, no progress.
    pub fn unlimited() -> Self {
        Budget {
            threads: 1,
            memory: u64::MAX,
            time: None,
            cancel: Arc::default(),
            claimed: Arc::default(),
            progress: None,
        }
    }

    /// As many threads as this; 0 counts as 1.
    pub fn with_threads(mut self, threads: usize) -> Self {
        self.threads = threads.max(1);
        self
    }

    /// At most this many bytes of memory for the engine's tables.
    pub fn with_memory(mut self, bytes: u64) -> Self {
        self.memory = bytes;
        self
    }

    /// At most this long from now.
    pub fn with_time(mut self, time: Duration) -> Self {
        self.time = Some((time, Instant::now()));
        self
    }

    /// Stops when the flag becomes true.
    pub fn with_cancel(mut self, cancel: Arc<AtomicBool>) -> Self {
        self.cancel = cancel;
        self
    }

    /// Tells this listener how far it is.
    pub fn with_progress(mut self, progress: Arc<dyn Progress>) -> Self {
        self.progress = Some(progress);
        self
    }

    /// How many threads may run.
    pub fn threads(&self) -> usize {
        self.threads
    }

    /// How many bytes the engine's tables may take (`u64::MAX` without a limit).
    pub fn memory(&self) -> u64 {
        self.memory
    }

    /// Whether the computation may go on. Cheap enough to ask every few thousand steps.
    ///
    /// # Errors
    /// [`Stop::Cancelled`] or [`Stop::Time`].
    pub fn check(&self) -> Result<(), Stop> {
        if self.cancel.load(Ordering::Relaxed) {
            return Err(Stop::Cancelled);
        }
        match self.time {
            Some((time, start)) if start.elapsed() >= time => Err(Stop::Time(time)),
            _ => Ok(()),
        }
    }

    /// Takes bytes of the memory budget, before the memory itself is taken.
    ///
    /// # Errors
    /// [`Stop::Memory`], and nothing is taken, if that would pass the limit.
    pub fn claim(&self, bytes: u128) -> Result<(), Stop> {
        let before = self.claimed.load(Ordering::Relaxed);
        let refused = |before: u64| Stop::Memory { needed: u128::from(before) + bytes, limit: self.memory };
        let bytes = u64::try_from(bytes).map_err(|_| refused(before))?;
        self.claimed
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |claimed| {
                claimed.checked_add(bytes).filter(|&sum| sum <= self.memory)
            })
            .map(|_| ())
            .map_err(refused)
    }

    /// Gives claimed bytes back.
    pub fn release(&self, bytes: u64) {
        self.claimed.fetch_sub(bytes, Ordering::Relaxed);
    }

    /// How many bytes are claimed now.
    pub fn claimed(&self) -> u64 {
        self.claimed.load(Ordering::Relaxed)
    }

    /// Tells the listener, if there is one. Call it seldom: a few times a second at the most.
    pub fn report(&self, done: u64, total: Option<u64>, what: &str) {
        if let Some(progress) = &self.progress {
            progress.report(done, total, what);
        }
    }
}

impl Default for Budget {
    fn default() -> Self {
        Budget::unlimited()
    }
}

impl fmt::Debug for Budget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Budget")
            .field("threads", &self.threads)
            .field("memory", &self.memory)
            .field("time", &self.time)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn claims_add_up_to_the_limit_and_no_further() {
        let budget = Budget::unlimited().with_memory(100);
        budget.claim(60).unwrap();
        assert_eq!(budget.claim(41), Err(Stop::Memory { needed: 101, limit: 100 }));
        budget.claim(40).unwrap();
        budget.release(100);
        assert_eq!(budget.claimed(), 0);
        assert_eq!(
            budget.claim(u128::MAX / 2).unwrap_err(),
            Stop::Memory { needed: u128::MAX / 2, limit: 100 }
        );
    }

    #[test]
    fn bytes_read_well() {
        let shown: Vec<_> = [0u64, 999, 1_000, 64_000_000, 1_250_000_000].iter().map(bytes).collect();
        assert_eq!(shown, ["0 B", "999 B", "1 kB", "64 MB", "1.2 GB"]);
    }
}
