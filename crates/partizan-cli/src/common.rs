//! The options that every question takes.

use crate::progress::Bar;
use partizan::Budget;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// The memory that an expression may take if nothing else is said: a short one can ask for a game larger than any machine.
const EXPRESSION_MEMORY: u64 = 4_000_000_000;

/// The options that every question takes.
#[derive(clap::Args, Debug, Clone)]
#[command(next_help_heading = "Common options")]
pub struct Common {
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
    /// Use so many threads (all processors if silent); the answer is the same for every number
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// Let the engine's tables take at most this much memory, such as 64MB or 2GB
    #[arg(long, value_name = "SIZE", value_parser = parse_size)]
    pub memory: Option<u64>,
    /// Stop after this time, such as 500ms, 10s, 5m or 1h
    #[arg(long, value_name = "DURATION", value_parser = parse_duration)]
    pub time: Option<Duration>,
    /// Digits after the point of each decimal
    #[arg(long, value_name = "N", default_value_t = 6, value_parser = clap::value_parser!(u16).range(0..=10_000))]
    pub digits: u16,
}

impl Common {
    /// The budget that the options say, stopped by Ctrl-C, with progress on standard error where that is a terminal.
    pub fn budget(&self) -> Budget {
        let threads = self.threads.map_or_else(
            || std::thread::available_parallelism().map_or(1, std::num::NonZero::get),
            usize::from,
        );
        let mut budget = Budget::unlimited().with_threads(threads).with_cancel(interrupt());
        if let Some(memory) = self.memory {
            budget = budget.with_memory(memory);
        }
        if let Some(time) = self.time {
            budget = budget.with_time(time);
        }
        match Bar::on_terminal() {
            Some(bar) => budget.with_progress(Arc::new(bar)),
            None => budget,
        }
    }

    /// The same for an expression, of which one cannot see how large a game it makes: 4 GB of memory if the options say none.
    pub fn expression_budget(&self) -> Budget {
        let budget = self.budget();
        if self.memory.is_none() { budget.with_memory(EXPRESSION_MEMORY) } else { budget }
    }

    /// The digits after the point.
    pub fn digits(&self) -> usize {
        usize::from(self.digits)
    }
}

/// Takes an interrupt as done with: what is asked next is not stopped by it.
pub fn lower_interrupt() {
    interrupt().store(false, Ordering::Relaxed);
}

/// The flag that Ctrl-C raises. A second Ctrl-C ends the process at once.
fn interrupt() -> Arc<AtomicBool> {
    static FLAG: std::sync::OnceLock<Arc<AtomicBool>> = std::sync::OnceLock::new();
    FLAG.get_or_init(|| {
        let flag = Arc::new(AtomicBool::new(false));
        let raised = Arc::clone(&flag);
        // Without a handler Ctrl-C still ends the process; there is nothing better to do about it.
        let _ = ctrlc::set_handler(move || {
            if raised.swap(true, Ordering::Relaxed) {
                std::process::exit(130);
            }
        });
        flag
    })
    .clone()
}

fn parse_size(text: &str) -> Result<u64, String> {
    let expected = "expected a size such as 500MB, 2GB or 1GiB";
    let split = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let number: u64 = text[..split].parse().map_err(|_| expected.to_string())?;
    let unit: u64 = match text[split..].trim().to_ascii_lowercase().as_str() {
        "" | "b" => 1,
        "k" | "kb" => 1_000,
        "m" | "mb" => 1_000_000,
        "g" | "gb" => 1_000_000_000,
        "t" | "tb" => 1_000_000_000_000,
        "kib" => 1 << 10,
        "mib" => 1 << 20,
        "gib" => 1 << 30,
        "tib" => 1 << 40,
        _ => return Err(expected.to_string()),
    };
    number.checked_mul(unit).ok_or_else(|| "that is more than any machine has".to_string())
}

fn parse_duration(text: &str) -> Result<Duration, String> {
    let expected = "expected a duration such as 500ms, 10s, 5m or 1h";
    let split = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let number: u64 = text[..split].parse().map_err(|_| expected.to_string())?;
    let millis: u64 = match text[split..].trim() {
        "ms" => 1,
        "" | "s" => 1_000,
        "m" | "min" => 60_000,
        "h" => 3_600_000,
        _ => return Err(expected.to_string()),
    };
    number.checked_mul(millis).map(Duration::from_millis).ok_or_else(|| "that is too long".to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_and_durations() {
        assert_eq!(parse_size("64MB"), Ok(64_000_000));
        assert_eq!(parse_size("1GiB"), Ok(1 << 30));
        assert!(parse_size("MB").is_err() && parse_size("1 parsec").is_err());
        assert!(parse_size("99999999999TB").is_err());
        assert_eq!(parse_duration("5m"), Ok(Duration::from_mins(5)));
        assert_eq!(parse_duration("500ms"), Ok(Duration::from_millis(500)));
        assert!(parse_duration("soon").is_err());
    }
}
