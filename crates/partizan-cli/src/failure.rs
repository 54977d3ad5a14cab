//! What can go wrong at this door, and the exit status of each.

use partizan::{Error, Fault, Stop};
use std::fmt::Write as _;
use std::process::ExitCode;

/// Why the command did not do what it was asked.
#[derive(Debug)]
pub enum Failure {
    /// The question has no answer.
    Ask(Error),
    /// The arguments do not go together, or a file cannot be read.
    Usage(String),
    /// A check failed.
    Check(String),
    /// Some of many lines had faults, each already reported: how many, and the worst of their statuses.
    Lines {
        /// The exit status.
        status: u8,
    },
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Failure::Ask(error)
    }
}

impl From<Fault> for Failure {
    fn from(fault: Fault) -> Self {
        Failure::Ask(Error::Fault(fault))
    }
}

impl From<Stop> for Failure {
    fn from(stop: Stop) -> Self {
        Failure::Ask(stop.into())
    }
}

impl Failure {
    /// The exit status: 1 a check failed, 2 bad input or usage, 3 too large or budget spent, 130 interrupted.
    pub fn status(&self) -> u8 {
        match self {
            Failure::Check(_) => 1,
            Failure::Usage(_) | Failure::Ask(Error::Fault(_) | Error::Cannot(_)) => 2,
            Failure::Ask(Error::Stopped { stop, .. }) if **stop == Stop::Cancelled => 130,
            Failure::Ask(Error::Stopped { .. }) => 3,
            Failure::Lines { status } => *status,
        }
    }

    /// The message, without the word before it; empty where everything has been said.
    pub fn message(&self) -> String {
        match self {
            Failure::Ask(error) => error.to_string(),
            Failure::Usage(message) | Failure::Check(message) => message.clone(),
            Failure::Lines { .. } => String::new(),
        }
    }

    /// Says it: what is proved on standard output, the reason on standard error.
    pub fn report(&self) -> ExitCode {
        if let Failure::Ask(Error::Stopped { proved: Some(proved), .. }) = self {
            crate::show::print(&format!("{proved:#}\n"));
        }
        let message = self.message();
        if !message.is_empty() {
            let mut line = String::new();
            let style = anstyle::AnsiColor::Red.on_default().bold();
            let _ = write!(line, "{style}error:{style:#} {message}");
            anstream::eprintln!("{line}");
        }
        ExitCode::from(self.status())
    }
}

/// An internal fault is one message and exit status 1.
pub fn install_panic_hook() {
    std::panic::set_hook(Box::new(|info| {
        let place = info.location().map(|place| format!(" ({}:{})", place.file(), place.line()));
        let what = info.payload_as_str().unwrap_or("no message");
        anstream::eprintln!("error: an internal fault: {what}{}", place.unwrap_or_default());
        anstream::eprintln!("Please report it with the command that led to it; no answer has been given.");
        std::process::exit(1);
    }));
}
