//! Walking through the followers of a game, options first, without recursion: games may be as deep as memory allows.

use super::id::Id;
use super::store::Store;
use crate::budget::Stop;
use crate::player::Player;
use hashbrown::HashMap;

pub(super) type Map<T> = HashMap<Id, T, foldhash::fast::RandomState>;

/// More followers than this are not walked through one by one.
const FOLLOWERS: usize = 1 << 22;
/// A game with more options of one player than this is not walked through: it is a large nimber.
const OPTIONS: u64 = 1 << 12;
/// A number-up-star value that is born later than this is not walked through: it is a long chain.
const DAYS: u32 = 1 << 18;
/// How often the budget is asked.
const STEPS: usize = 1 << 10;

/// A refusal that names its limit.
pub(super) fn too_large(what: &str, size: impl Into<String>, limit: impl Into<String>) -> Stop {
    Stop::TooLarge { what: what.into(), size: size.into(), limit: limit.into(), advice: None }
}

impl Store {
    /// The options of a player in the canonical form, in no particular order.
    pub(super) fn side(&self, id: Id, player: Player) -> Result<Vec<Id>, Stop> {
        let count = self.option_count(id, player);
        if count > OPTIONS {
            let limit = format!("{OPTIONS} options of one player");
            return Err(too_large("a nimber to be taken apart", format!("{count} options"), limit));
        }
        (0..count).map(|number| self.option(id, player, number)).collect()
    }

    /// Both players' options in the canonical form.
    pub(super) fn both_sides(&self, id: Id) -> Result<[Vec<Id>; 2], Stop> {
        Ok([self.side(id, Player::Left)?, self.side(id, Player::Right)?])
    }

    /// Works out something for a game from what it is for its options.
    ///
    /// `leaf` gives it for the games that are not to be taken apart; `node` from the game, its Left and Right options
    /// and what is known of those.
    pub(super) fn work_out<T>(
        &self,
        id: Id,
        leaf: impl FnMut(Id) -> Result<Option<T>, Stop>,
        node: impl FnMut(Id, &[Vec<Id>; 2], &Map<T>) -> Result<T, Stop>,
    ) -> Result<T, Stop> {
        let mut known = Map::default();
        self.work_out_into(&mut known, id, leaf, node)?;
        Ok(known.remove(&id).expect("the game itself is worked out last"))
    }

    /// The same, beside what is known, for every follower that has to be walked through.
    pub(super) fn work_out_into<T>(
        &self,
        known: &mut Map<T>,
        id: Id,
        mut leaf: impl FnMut(Id) -> Result<Option<T>, Stop>,
        mut node: impl FnMut(Id, &[Vec<Id>; 2], &Map<T>) -> Result<T, Stop>,
    ) -> Result<(), Stop> {
        // A game is put on the stack bare, and again with its options below them.
        let mut stack: Vec<(Id, Option<[Vec<Id>; 2]>)> = vec![(id, None)];
        let mut steps = 0;
        while let Some((top, sides)) = stack.pop() {
            steps += 1;
            if steps % STEPS == 0 {
                self.budget().check()?;
            }
            if known.contains_key(&top) {
                continue;
            }
            if let Some(sides) = sides {
                let value = node(top, &sides, known)?;
                known.insert(top, value);
                continue;
            }
            if let Some(value) = leaf(top)? {
                known.insert(top, value);
                continue;
            }
            if known.len() + stack.len() > FOLLOWERS {
                let limit = format!("{FOLLOWERS} followers");
                return Err(too_large("a game to be taken apart", "more followers", limit));
            }
            if let Some(value) = self.as_number_up_star(top)
                && value.birthday() > DAYS.into()
            {
                let size = format!("birthday {}", value.birthday());
                return Err(too_large("a game to be taken apart", size, format!("birthday {DAYS}")));
            }
            let sides = self.both_sides(top)?;
            let below: Vec<Id> =
                sides.iter().flatten().copied().filter(|option| !known.contains_key(option)).collect();
            stack.push((top, Some(sides)));
            stack.extend(below.into_iter().map(|option| (option, None)));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_game_is_walked_and_too_long_a_one_is_refused() {
        let store = Store::new();
        let depth = |n: i64| {
            let game = store.integer(n).unwrap();
            store.work_out(
                game,
                |leaf| Ok((leaf == Id::ZERO).then_some(0u64)),
                |_, [left, _], known| Ok(known[&left[0]] + 1),
            )
        };
        assert_eq!(depth(100_000), Ok(100_000));
        assert!(matches!(depth(i64::MAX), Err(Stop::TooLarge { .. })));
        let nimber = store.nimber(1 << 40).unwrap();
        assert!(matches!(store.side(nimber, Player::Left), Err(Stop::TooLarge { .. })));
    }
}
