//! Thermographs: what a game is worth to each player at every temperature, exactly.

mod picture;
mod text;
mod wall;

use super::dyadic::Dyadic;
use wall::Keep;
pub use wall::{Piece, Wall};

/// The thermograph of a game: its two walls, from temperature -1 upward.
///
/// The left wall is the left stop of the game cooled by t, the right wall the right stop; where they meet, the mast
/// begins, and all above is the mean. Every corner of the thermograph of a short game is a dyadic rational, so the
/// walls are exact. Temperatures begin at -1: an integer is a mast from there, another number m/2^k has the
/// temperature -1/2^k.
///
/// ```
/// use partizan::value::{Dyadic, Thermograph};
///
/// // {2|0}: from masts at 2 and at 0.
/// let (two, zero) = (Thermograph::of_number(&2.into()), Thermograph::of_number(&0.into()));
/// let switch = Thermograph::of_options([&two], [&zero]);
/// assert_eq!((switch.mean().to_string(), switch.temperature().to_string()), ("1".into(), "1".into()));
/// assert_eq!(switch.left().at(&Dyadic::new(1, 1)).to_string(), "3/2");
/// ```
///
/// # References
/// *Winning Ways*, chapter 6; Siegel, *Combinatorial Game Theory* (2013), chapter II.5.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thermograph {
    left: Wall,
    right: Wall,
}

impl Thermograph {
    /// The thermograph of a number.
    ///
    /// # Complexity
    /// O(k²) for m/2^k.
    pub fn of_number(number: &Dyadic) -> Self {
        let mast =
            |value: Dyadic| Thermograph { left: Wall::vertical(value.clone()), right: Wall::vertical(value) };
        if number.is_integer() {
            return mast(number.clone());
        }
        // Down the tree of numbers from the two integers beside it: each number between is {below|above}.
        let floor = Dyadic::from(number.floor());
        let mut above = (&floor + &Dyadic::ONE, mast(&floor + &Dyadic::ONE));
        let mut below = (floor.clone(), mast(floor));
        loop {
            let middle = (&below.0 + &above.0).half();
            let thermograph = Thermograph::of_options([&below.1], [&above.1]);
            match number.cmp(&middle) {
                std::cmp::Ordering::Equal => return thermograph,
                std::cmp::Ordering::Less => above = (middle, thermograph),
                std::cmp::Ordering::Greater => below = (middle, thermograph),
            }
        }
    }

    /// The thermograph of a game that is no integer, from those of its canonical options.
    ///
    /// # Panics
    /// If there is no Left option or no Right option: a game in canonical form without one is an integer.
    pub fn of_options<'a>(
        left: impl IntoIterator<Item = &'a Thermograph>,
        right: impl IntoIterator<Item = &'a Thermograph>,
    ) -> Self {
        let left = left.into_iter().map(|option| option.right.tilted(-1));
        let right = right.into_iter().map(|option| option.left.tilted(1));
        let left = left.reduce(|a, b| a.choose(&b, Keep::Greatest)).expect("a Left option");
        let right = right.reduce(|a, b| a.choose(&b, Keep::Least)).expect("a Right option");
        let temperature = left.meets(&right);
        let mean = left.at(&temperature);
        Thermograph {
            left: left.capped(temperature.clone(), mean.clone()),
            right: right.capped(temperature, mean),
        }
    }

    /// The left wall: what the game is worth when Left begins.
    pub fn left(&self) -> &Wall {
        &self.left
    }

    /// The right wall: what the game is worth when Right begins.
    pub fn right(&self) -> &Wall {
        &self.right
    }

    /// The value of the mast: the mean of the game.
    pub fn mean(&self) -> &Dyadic {
        self.left.top()
    }

    /// Where the mast begins. For numbers: -1/2^k for m/2^k, -1 for integers.
    pub fn temperature(&self) -> &Dyadic {
        (&self.left.last().from).max(&self.right.last().from)
    }

    /// The thermograph of the game's negative.
    pub fn mirrored(&self) -> Self {
        Thermograph { left: self.right.negated(), right: self.left.negated() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(num: i64, exp: u32) -> Thermograph {
        Thermograph::of_number(&Dyadic::new(num, exp))
    }

    fn shown(thermograph: &Thermograph) -> String {
        let list = |items: Vec<String>| format!("[{}]", items.join(","));
        let wall = |wall: &Wall| {
            let critical = wall.critical().iter().map(ToString::to_string).collect();
            let slopes = wall.slopes().iter().map(ToString::to_string).collect();
            format!("{},{},{}", wall.top(), list(critical), list(slopes))
        };
        format!("{},{}", wall(thermograph.left()), wall(thermograph.right()))
    }

    #[test]
    fn numbers_have_negative_temperatures() {
        assert_eq!(shown(&number(5, 0)), "5,[],[0],5,[],[0]");
        assert_eq!(shown(&number(-1, 1)), "-1/2,[-1/2],[0,-1],-1/2,[-1/2],[0,1]");
        assert_eq!(shown(&number(25, 4)), "25/16,[-1/16,-1/2],[0,-1,0],25/16,[-1/16,-1/8,-1/2],[0,1,0,1]");
        assert_eq!(number(7, 5).temperature(), &Dyadic::new(-1, 5));
        assert_eq!(number(-3, 0).temperature(), &Dyadic::from(-1));
    }

    #[test]
    fn the_walls_of_a_four_way_game() {
        // {{5|3}|{-1|-4}}: the left wall is 3 up to 1, then leans to 5/2 at 3/2 and on to the mast.
        let left = Thermograph::of_options([&number(5, 0)], [&number(3, 0)]);
        let right = Thermograph::of_options([&number(-1, 0)], [&number(-4, 0)]);
        let game = Thermograph::of_options([&left], [&right]);
        assert_eq!((game.mean().to_string(), game.temperature().to_string()), ("3/4".into(), "13/4".into()));
        let at = |wall: &Wall, num, exp| wall.at(&Dyadic::new(num, exp)).to_string();
        assert_eq!(
            (at(game.left(), 0, 0), at(game.left(), 1, 0), at(game.left(), 3, 1)),
            ("3".into(), "3".into(), "5/2".into())
        );
        assert_eq!(
            (at(game.right(), 0, 0), at(game.right(), 3, 1), at(game.right(), 9, 0)),
            ("-1".into(), "-1".into(), "3/4".into())
        );
        assert_eq!(game.mirrored().mirrored(), game);
        assert_eq!(at(game.mirrored().left(), 3, 1), "1");
    }

    /// The pointwise definition, temperature by temperature, against the walls.
    #[test]
    fn scaffolds_of_several_options() {
        let hot = |a: i64, b: i64| Thermograph::of_options([&number(a, 0)], [&number(b, 0)]);
        let (lefts, rights) =
            ([hot(9, 1), number(2, 0), hot(3, 2)], [hot(4, -6), number(-1, 0), number(-3, 1)]);
        let game = Thermograph::of_options(&lefts, &rights);
        for step in -8..64 {
            let t = Dyadic::new(step, 3);
            let left = lefts.iter().map(|option| &option.right.at(&t) - &t).max().unwrap();
            let right = rights.iter().map(|option| &option.left.at(&t) + &t).min().unwrap();
            if t < *game.temperature() {
                assert!(left > right);
                assert_eq!((game.left.at(&t), game.right.at(&t)), (left, right));
            } else {
                assert_eq!((&game.left.at(&t), &game.right.at(&t)), (game.mean(), game.mean()));
                assert!(left <= right);
            }
        }
    }
}
