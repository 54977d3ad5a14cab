//! A small ruleset of one's own, asked the question `solve`.
//!
//! Run it with `cargo run -p partizan --example own_ruleset`.
//!
//! The game: a token stands on a track of nine places, numbered from 1. Left moves it up by 1 or 2, Right moves it down
//! by 1 or 2, never off the track. Left wins when the token stands on 9, Right when it stands on 1. Play can go on for
//! ever, so that some positions are draws.

use partizan::fault::quote_text;
use partizan::question::solve::{Convention, Reached};
use partizan::ruleset::{Player, Ruleset, Variant, Verdict};
use partizan::{Budget, Fault};

#[derive(Clone, Debug)]
struct Track;

impl Ruleset for Track {
    const NAME: &'static str = "track";
    const TITLE: &'static str = "A token on a track";
    const SOURCE: &'static str = include_str!("own_ruleset.rs");
    const NOTATION: &'static str = "the token's place, 1 to 9: '5'";

    type Position = u8;

    fn with_variant(_: &Variant) -> Result<Self, Fault> {
        Ok(Track)
    }

    fn parse(&self, text: &str) -> Result<u8, Fault> {
        match text.trim().parse() {
            Ok(place @ 1..=9) => Ok(place),
            _ => Err(Fault::new(quote_text(text), "a place from 1 to 9").at(1, 1)),
        }
    }

    fn print(&self, position: &u8) -> String {
        position.to_string()
    }

    fn verdict(&self, position: &u8, _: Player) -> Option<Verdict> {
        match position {
            9 => Some(Verdict::Win(Player::Left)),
            1 => Some(Verdict::Win(Player::Right)),
            _ => None,
        }
    }

    fn options(&self, position: &u8, player: Player, visit: &mut impl FnMut(u8)) {
        if self.verdict(position, player).is_some() {
            return;
        }
        for step in [1, 2] {
            let after = if player == Player::Left { position + step } else { position.saturating_sub(step) };
            if (1..=9).contains(&after) {
                visit(after);
            }
        }
    }
}

fn main() -> Result<(), partizan::Error> {
    for place in 1..=9 {
        let solved = Reached::solve(Track, &place, Player::Left, Convention::Normal, &Budget::unlimited())?;
        let worth = solved.worth(&place, Player::Left).expect("the place that was solved is known");
        println!("Left to move at {place}: {worth}");
    }
    Ok(())
}
