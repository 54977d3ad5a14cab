//! Bytes of a budget that are given back by themselves.

use crate::budget::{Budget, Stop};

/// Bytes claimed from a budget, given back in the end.
#[derive(Debug)]
pub(super) struct Claim<'a> {
    budget: &'a Budget,
    bytes: u64,
}

impl<'a> Claim<'a> {
    /// Nothing yet.
    pub fn new(budget: &'a Budget) -> Self {
        Claim { budget, bytes: 0 }
    }

    /// The budget.
    pub fn budget(&self) -> &'a Budget {
        self.budget
    }

    /// What is claimed.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Claims so many more.
    pub fn more(&mut self, bytes: u128) -> Result<(), Stop> {
        self.budget.claim(bytes)?;
        self.bytes += bytes as u64;
        Ok(())
    }

    /// Claims what is missing to this many bytes.
    pub fn raise(&mut self, bytes: u128) -> Result<(), Stop> {
        self.more(bytes.saturating_sub(self.bytes.into()))
    }

    /// Gives back what is more than this many bytes.
    pub fn lower(&mut self, bytes: u64) {
        self.budget.release(self.bytes.saturating_sub(bytes));
        self.bytes = self.bytes.min(bytes);
    }
}

impl Drop for Claim<'_> {
    fn drop(&mut self) {
        self.budget.release(self.bytes);
    }
}
