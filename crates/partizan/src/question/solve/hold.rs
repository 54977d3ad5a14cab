//! Claimed memory that is given back by itself.

use crate::budget::{Budget, Stop};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Bytes of a budget, given back when dropped.
#[derive(Debug)]
pub(super) struct Hold {
    budget: Budget,
    bytes: AtomicU64,
}

impl Hold {
    /// Nothing yet.
    pub(super) fn new(budget: &Budget) -> Self {
        Hold { budget: budget.clone(), bytes: AtomicU64::new(0) }
    }

    /// Takes more, before the memory itself is taken.
    pub(super) fn take(&self, bytes: u128) -> Result<(), Stop> {
        self.budget.claim(bytes)?;
        self.bytes.fetch_add(bytes as u64, Relaxed);
        Ok(())
    }

    /// Gives some of it back.
    pub(super) fn give_back(&self, bytes: u64) {
        self.bytes.fetch_sub(bytes, Relaxed);
        self.budget.release(bytes);
    }

    /// How much it is.
    pub(super) fn bytes(&self) -> u64 {
        self.bytes.load(Relaxed)
    }
}

impl Drop for Hold {
    fn drop(&mut self) {
        self.budget.release(self.bytes());
    }
}
