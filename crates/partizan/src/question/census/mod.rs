//! Census: how values are spread over a whole family of positions, and over sums of independent draws from families.
//!
//! [`green_trees`] asks it of green Hackenbush on random trees: the exact distribution of the Grundy value, and the exact
//! chance that the first player wins. [`stalks`] asks it of all red-blue stalks of given lengths, [`red_blue_trees`]
//! of random trees with red and blue edges: their values are numbers, and so is that of their sum. [`positions`] values every board of a family, such as all subsets of the cells of
//! a rectangle for Domineering. [`heaps`] finds the nimbers of all heaps of Nim, Kayles or another octal game.
//!
//! ```
//! use partizan::Budget;
//! use partizan::question::census::{Family, green_trees};
//!
//! let census = green_trees(Family::Binary, &[4, 5, 6], 6, &Budget::unlimited()).unwrap();
//! assert_eq!(census.answer.first_player_wins.fraction, "1390/1617");
//! assert_eq!(census.answer.first_player_wins.decimal, "0.859617");
//! ```

mod arith;
mod ask;
mod coloured;
mod coloured_games;
mod exact;
mod family;
mod games;
mod green;
mod heaps;
mod positions;
mod recurrence;
mod red_blue;
mod residue;
mod rough;
mod stalks;
mod sum;
mod table;
pub mod walsh;
mod wide;

pub use ask::Ask;
pub use coloured::MAX_COLOURED;
pub use coloured_games::{ColouredAsk, ColouredCensus, ColouredTrees, TreeValues, coloured_trees, colours};
pub use exact::Spread;
pub use family::Family;
pub use games::{GameSum, MAX_VALUES};
pub use green::{
    ApproximateTrees, Chance, Count, GreenTrees, MAX_NODES, RoughCount, RoughSpread, RoughTree, SumSpread,
    TreeSpread, green_trees, green_trees_approximate, green_trees_first_wins, green_trees_first_wins_decimal,
};
pub use heaps::{HeapCensus, HeapCount, HeapSpread, MAX_HEAP, Period, heaps};
pub use positions::{BOARDS, BoardSum, Boards, MAX_POSITIONS, Positions, PositionsAsk, positions};
pub use red_blue::red_blue_trees;
pub use stalks::{MAX_CELLS, Numbers, ValueCount, stalks};
pub use sum::MAX_BITS;
pub use table::{Outcomes, ValueRow, ValueTable};

use serde::Serialize;

/// The names of the rulesets that it can be asked of.
pub const RULESETS: &[&str] = &[
    "amazons",
    "clobber",
    "col",
    "domineering",
    "green-hackenbush",
    "hackenbush",
    "heaps",
    "snort",
    "stalks",
    "toads-and-frogs",
];

/// A family that a ruleset's positions are counted or drawn from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FamilyOf {
    /// Its name.
    pub family: &'static str,
    /// What its positions are.
    pub meaning: String,
}

/// The families that a census of this ruleset can be asked of, the first where none is named; none for other rulesets.
///
/// ```
/// use partizan::question::census::{RULESETS, families};
///
/// assert!(RULESETS.iter().all(|ruleset| !families(ruleset).is_empty()));
/// assert_eq!(families("clobber")[0].family, "fillings");
/// assert!(families("hex").is_empty());
/// ```
pub fn families(ruleset: &str) -> Vec<FamilyOf> {
    let of = |family, meaning: &str| FamilyOf { family, meaning: meaning.into() };
    let trees = Family::ALL.into_iter();
    match ruleset {
        "green-hackenbush" => trees.map(|family| of(family.name(), family.meaning())).collect(),
        "hackenbush" => trees
            .filter(|&family| family != Family::Unordered)
            .map(|family| of(family.name(), &format!("{}, every edge of a random colour", family.meaning())))
            .collect(),
        "stalks" => vec![of("all", "all red-blue stalks of a length")],
        "heaps" => vec![of("first", "the heaps from 1 up to a size")],
        _ => {
            let boards = BOARDS.iter().filter(|boards| boards.ruleset == ruleset);
            let letters = |boards: &Boards| {
                boards.letters.chars().map(|letter| format!("'{letter}'")).collect::<Vec<_>>().join(" ")
            };
            boards
                .map(|boards| {
                    let meaning = format!("all boards of a size, every cell one of {}", letters(boards));
                    FamilyOf { family: boards.family, meaning }
                })
                .collect()
        }
    }
}
