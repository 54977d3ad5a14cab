//! The reduced canonical form: the simplest game that is infinitesimally close.

use super::Dyadic;
use super::id::Id;
use super::store::Store;
use super::walk::Map;
use crate::budget::Stop;
use crate::player::Player;
use std::cmp::Ordering;

impl Store {
    /// Whether G is less than or infinitesimally close to H: G <= H + x for every number x > 0.
    ///
    /// # Errors
    /// [`Stop`] if the budget is spent.
    pub fn is_about_at_most(&self, g: Id, h: Id) -> Result<bool, Stop> {
        Ok(self.right_stop(self.sub(h, g)?).sign() != Ordering::Less)
    }

    /// The reduced canonical form: among the games infinitesimally close to this one the simplest.
    ///
    /// # Errors
    /// [`Stop`] if the budget is spent or the game has more followers than are walked through.
    ///
    /// # References
    /// Grossman and Siegel, *Reductions of partizan games*, Games of No Chance 3 (2009).
    ///
    /// ```
    /// use partizan::value::Store;
    ///
    /// let store = Store::new();
    /// let reduced = store.reduced(store.parse("{2|0,{1|0}}")?)?;
    /// assert_eq!(store.text(reduced)?, "{2|0}");
    /// # Ok::<(), partizan::value::Problem>(())
    /// ```
    pub fn reduced(&self, id: Id) -> Result<Id, Stop> {
        let leaf = |leaf: Id| -> Result<Option<Id>, Stop> {
            let stop: Dyadic = self.left_stop(leaf);
            if stop == self.right_stop(leaf) { self.number(stop).map(Some) } else { Ok(None) }
        };
        self.work_out(id, leaf, |game, sides, known| {
            let mut reduced = [Vec::new(), Vec::new()];
            for ((side, player), reduced) in sides.iter().zip(Player::BOTH).zip(&mut reduced) {
                *reduced = self.reduced_options(game, side, player, known)?;
            }
            self.canonical(&reduced[0], &reduced[1])
        })
    }

    /// A player's options, reduced, without those that are dominated or reversible up to infinitesimals.
    fn reduced_options(
        &self,
        game: Id,
        side: &[Id],
        player: Player,
        known: &Map<Id>,
    ) -> Result<Vec<Id>, Stop> {
        let no_better = |g: Id, h: Id| match player {
            Player::Left => self.is_about_at_most(g, h),
            Player::Right => self.is_about_at_most(h, g),
        };
        let mut options: Vec<Id> = side.iter().map(|option| known[option]).collect();
        loop {
            options.sort_unstable();
            options.dedup();
            let mut best: Vec<Id> = Vec::new();
            for &option in &options {
                let mut beaten = false;
                for &other in &options {
                    // Of two that are close to each other one is kept.
                    beaten |= other != option
                        && no_better(option, other)?
                        && (other < option || !no_better(other, option)?);
                }
                if !beaten {
                    best.push(option);
                }
            }
            let mut bypassed = Vec::new();
            let mut changed = false;
            for option in best {
                let mut reply = None;
                for answer in self.side(option, player.other())? {
                    if reply.is_none() && no_better(answer, game)? {
                        reply = Some(answer);
                    }
                }
                match reply {
                    Some(answer) => {
                        changed = true;
                        bypassed.extend(self.side(answer, player)?);
                    }
                    None => bypassed.push(option),
                }
            }
            options = bypassed;
            if !changed {
                return Ok(options);
            }
        }
    }
}
