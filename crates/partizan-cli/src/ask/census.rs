//! `partizan census`.

use crate::common::Common;
use crate::failure::Failure;

/// Census
#[derive(clap::Args, Debug)]
pub struct Args {
    #[command(flatten)]
    common: Common,
}

impl Args {
    pub fn run(&self) -> Result<(), Failure> {
        let _ = self.common.budget();
        Ok(())
    }
}
