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
    bar: Mutex<Option<ProgressBar>>,
}

impl Bar {
    /// A bar, if standard error is a terminal.
    pub fn on_terminal() -> Option<Bar> {
        std::io::stderr().is_terminal().then(|| Bar { start: Instant::now(), bar: Mutex::new(None) })
    }
}

impl Progress for Bar {
    fn report(&self, done: u64, total: Option<u64>, what: &str) {
        if self.start.elapsed() < Duration::from_secs(1) {
            return;
        }
        let Ok(mut bar) = self.bar.lock() else { return };
        let bar = bar.get_or_insert_with(|| {
            let bar = ProgressBar::new(total.unwrap_or(0));
            let style = if total.is_some() {
                "{elapsed_precise} {bar:30} {percent}% ({per_sec}, {eta} left) {msg}"
            } else {
                "{elapsed_precise} {spinner} {human_pos} ({per_sec}) {msg}"
            };
            if let Ok(style) = ProgressStyle::with_template(style) {
                bar.set_style(style);
            }
            bar
        });
        bar.set_position(done);
        bar.set_message(what.to_string());
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        if let Ok(Some(bar)) = self.bar.get_mut().map(Option::take) {
            bar.finish_and_clear();
        }
    }
}
