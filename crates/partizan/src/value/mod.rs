//! The mathematics: numbers and games, and what one asks of them. Knows no ruleset.

mod canonical;
mod chunks;
mod day;
mod dyadic;
mod game;
mod id;
mod memo;
mod number_up_star;
mod order;
mod signature;
mod store;
mod structure;
mod sum;

pub use dyadic::Dyadic;
pub use game::Game;
pub use id::Id;
pub use number_up_star::NumberUpStar;
pub use order::{Comparison, Outcome};
pub use store::Store;
pub use structure::StructuralOrder;
