//! Progress of long work, on standard error where that is a terminal.

use indicatif::{ProgressBar, ProgressStyle};
use partizan::budget::Progress;
use std::io::IsTerminal;
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// A bar that appears when the work has taken a second.
#[derive(Debug)]
pub struct Bar {
    start: Instant,
    shown: Mutex<Option<Shown>>,
}

/// A bar on the terminal, and the end of the work as it was told last.
#[derive(Debug)]
struct Shown {
    bar: ProgressBar,
    total: Option<u64>,
}

impl Bar {
    /// A bar, if standard error is a terminal.
    pub fn on_terminal() -> Option<Bar> {
        std::io::stderr().is_terminal().then(|| Bar { start: Instant::now(), shown: Mutex::new(None) })
    }
}

impl Shown {
    fn new(total: Option<u64>) -> Shown {
        let mut shown = Shown { bar: ProgressBar::no_length(), total };
        shown.part(total);
        shown
    }

    /// Begins another part of the work, which ends at `total` if that is known.
    fn part(&mut self, total: Option<u64>) {
        let style = match total {
            Some(total) => {
                self.bar.set_length(total);
                "{elapsed_precise} {bar:30} {percent}% ({per_sec}, {eta} left) {msg}"
            }
            None => "{elapsed_precise} {spinner} {human_pos} ({per_sec}) {msg}",
        };
        if let Ok(style) = ProgressStyle::with_template(style) {
            self.bar.set_style(style);
        }
        // What is left is told by the speed of this part alone.
        self.bar.reset_eta();
        self.total = total;
    }
}

impl Progress for Bar {
    fn report(&self, done: u64, total: Option<u64>, what: &str) {
        if self.start.elapsed() < Duration::from_secs(1) {
            return;
        }
        let Ok(mut shown) = self.shown.lock() else { return };
        let shown = shown.get_or_insert_with(|| Shown::new(total));
        if shown.total != total {
            shown.part(total);
        }
        shown.bar.set_position(done);
        shown.bar.set_message(what.to_string());
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        if let Ok(Some(shown)) = self.shown.get_mut().map(Option::take) {
            shown.bar.finish_and_clear();
        }
    }
}
