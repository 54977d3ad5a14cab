//! From a name to a ruleset: what doors and questions call.

use super::{Finite, Keyed, Page, Ruleset, Short, Variant};
pub use crate::fault::nearest;
use crate::fault::{Fault, quote_text};

/// Why a name did not lead to a ruleset that can be asked.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Lookup {
    /// No ruleset has this name, or its settings are none of this ruleset's.
    #[error(transparent)]
    Fault(#[from] Fault),
    /// The ruleset does not have the structure that the question needs.
    #[error("{ruleset} has no {need}; rulesets that have: {}", .have.join(", "))]
    Missing {
        /// The ruleset.
        ruleset: &'static str,
        /// What it lacks.
        need: &'static str,
        /// The rulesets that do not.
        have: Vec<&'static str>,
    },
}

/// What to do with a ruleset once it is known by type.
pub trait Visitor {
    /// What it gives.
    type Out;
    /// Does it.
    fn visit<R: Ruleset>(self, ruleset: R) -> Self::Out;
}

/// What to do with a ruleset that has an index of its positions.
pub trait FiniteVisitor {
    /// What it gives.
    type Out;
    /// Does it.
    fn visit<R: Finite>(self, ruleset: R) -> Self::Out;
}

/// What to do with a ruleset whose positions are words.
pub trait KeyedVisitor {
    /// What it gives.
    type Out;
    /// Does it.
    fn visit<R: Keyed>(self, ruleset: R) -> Self::Out;
}

/// What to do with a ruleset whose positions are short games.
pub trait ShortVisitor {
    /// What it gives.
    type Out;
    /// Does it.
    fn visit<R: Short>(self, ruleset: R) -> Self::Out;
}

fn build<R: Ruleset>(variant: &Variant) -> Result<R, Lookup> {
    variant.check(R::NAME, R::settings())?;
    Ok(R::with_variant(variant)?)
}

macro_rules! lookups {
    ($($module:ident, $type:ident, [$($structure:ident)*];)*) => {
        /// The pages of all rulesets, by name.
        pub fn pages() -> Vec<Page> {
            let mut pages: Vec<Page> = vec![$(Page::of::<super::$module::$type>()),*];
            pages.sort_by_key(|page| page.name);
            pages
        }

        /// Visits the ruleset of this name in this variant.
        ///
        /// # Errors
        /// [`Lookup::Fault`] if there is none or its settings do not fit.
        pub fn with_ruleset<V: Visitor>(name: &str, variant: &Variant, visitor: V) -> Result<V::Out, Lookup> {
            $(
                if name == super::$module::$type::NAME {
                    return Ok(visitor.visit(build::<super::$module::$type>(variant)?));
                }
            )*
            Err(unknown(name).into())
        }

        /// Visits the ruleset of this name in this variant, if it has a dense index of its positions.
        ///
        /// # Errors
        /// [`Lookup::Fault`] if there is none or its settings do not fit, [`Lookup::Missing`] if it has no index.
        pub fn with_finite<V: FiniteVisitor>(name: &str, variant: &Variant, visitor: V) -> Result<V::Out, Lookup> {
            $(
                if name == super::$module::$type::NAME {
                    with_structure!(finite [$($structure)*] {
                        return Ok(visitor.visit(build::<super::$module::$type>(variant)?));
                    });
                }
            )*
            let mut have: Vec<&'static str> = Vec::new();
            let mut missing: Option<&'static str> = None;
            $(
                with_structure!(finite [$($structure)*] { have.push(super::$module::$type::NAME); });
                if name == super::$module::$type::NAME {
                    missing = Some(super::$module::$type::NAME);
                }
            )*
            match missing {
                Some(ruleset) => Err(Lookup::Missing { ruleset, need: "index of its positions", have }),
                None => Err(unknown(name).into()),
            }
        }

        /// Visits the ruleset of this name in this variant, if its positions are words.
        ///
        /// # Errors
        /// [`Lookup::Fault`] if there is none or its settings do not fit, [`Lookup::Missing`] if they are not.
        pub fn with_keyed<V: KeyedVisitor>(name: &str, variant: &Variant, visitor: V) -> Result<V::Out, Lookup> {
            $(
                if name == super::$module::$type::NAME {
                    with_structure!(keyed [$($structure)*] {
                        return Ok(visitor.visit(build::<super::$module::$type>(variant)?));
                    });
                }
            )*
            let mut have: Vec<&'static str> = Vec::new();
            let mut missing: Option<&'static str> = None;
            $(
                with_structure!(keyed [$($structure)*] { have.push(super::$module::$type::NAME); });
                if name == super::$module::$type::NAME {
                    missing = Some(super::$module::$type::NAME);
                }
            )*
            match missing {
                Some(ruleset) => Err(Lookup::Missing { ruleset, need: "words for its positions", have }),
                None => Err(unknown(name).into()),
            }
        }

        /// Visits the ruleset of this name in this variant, if its positions are short games.
        ///
        /// # Errors
        /// [`Lookup::Fault`] if there is none or its settings do not fit, [`Lookup::Missing`] if plays need not end.
        pub fn with_short<V: ShortVisitor>(name: &str, variant: &Variant, visitor: V) -> Result<V::Out, Lookup> {
            $(
                if name == super::$module::$type::NAME {
                    with_structure!(short [$($structure)*] {
                        return Ok(visitor.visit(build::<super::$module::$type>(variant)?));
                    });
                }
            )*
            let mut missing: Option<&'static str> = None;
            $(
                if name == super::$module::$type::NAME {
                    missing = Some(super::$module::$type::NAME);
                }
            )*
            match missing {
                Some(ruleset) => Err(Lookup::Missing { ruleset, need: "values of short games", have: short_rulesets() }),
                None => Err(unknown(name).into()),
            }
        }

        /// The names of the rulesets whose positions are short games.
        pub fn short_rulesets() -> Vec<&'static str> {
            let mut names: Vec<&'static str> = Vec::new();
            $(with_structure!(short [$($structure)*] { names.push(super::$module::$type::NAME); });)*
            names
        }
    };
}
rulesets!(lookups);

/// A fault for a name that no ruleset has, with the nearest one that one has.
pub fn unknown(name: &str) -> Fault {
    let names: Vec<&str> = pages().iter().map(|page| page.name).collect();
    let fault =
        Fault::new(format!("the ruleset {}", quote_text(name)), format!("one of {}", names.join(", ")));
    match nearest(name, &names) {
        Some(near) => fault.hint(format!("did you mean {near}?")),
        None => fault,
    }
}
