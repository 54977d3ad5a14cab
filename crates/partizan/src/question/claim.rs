//! Bytes of a budget that are given back by themselves.

use crate::budget::{Budget, Stop};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Bytes claimed from a budget, given back in the end. Threads may share it.
#[derive(Debug)]
pub(super) struct Claim {
    budget: Budget,
    bytes: AtomicU64,
}

impl Claim {
    /// Nothing yet.
    pub fn new(budget: &Budget) -> Self {
        Claim { budget: budget.clone(), bytes: AtomicU64::new(0) }
    }

    /// The budget.
    pub fn budget(&self) -> &Budget {
        &self.budget
    }

    /// What is claimed.
    pub fn bytes(&self) -> u64 {
        self.bytes.load(Relaxed)
    }

    /// Claims so many more, before the memory itself is taken.
    pub fn more(&self, bytes: u128) -> Result<(), Stop> {
        self.budget.claim(bytes)?;
        self.bytes.fetch_add(bytes as u64, Relaxed);
        Ok(())
    }

    /// Gives so many back.
    pub fn less(&self, bytes: u64) {
        self.bytes.fetch_sub(bytes, Relaxed);
        self.budget.release(bytes);
    }

    /// Claims what is missing to this many bytes; for one thread alone.
    pub fn raise(&self, bytes: u128) -> Result<(), Stop> {
        self.more(bytes.saturating_sub(self.bytes().into()))
    }

    /// Gives back what is more than this many bytes; for one thread alone.
    pub fn lower(&self, bytes: u64) {
        self.less(self.bytes().saturating_sub(bytes));
    }
}

impl Drop for Claim {
    fn drop(&mut self) {
        self.budget.release(self.bytes());
    }
}
