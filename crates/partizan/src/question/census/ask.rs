//! The question of a census of draws, as answers repeat it.

use crate::ruleset::Variant;
use serde::Serialize;

/// The question repeated: one position of each size is drawn from a family.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Ask {
    /// Always `census`.
    pub question: &'static str,
    /// The ruleset.
    pub ruleset: &'static str,
    /// Its variant.
    pub variant: Variant,
    /// The family that is drawn from: of trees their kind; of stalks `all`, every stalk of its length; of heaps `first`,
    /// all heaps from 1 up to a size.
    pub family: &'static str,
    /// The number of nodes of each tree, the length of each stalk, or the largest heap of each draw, in the order asked.
    pub sizes: Vec<u64>,
}
