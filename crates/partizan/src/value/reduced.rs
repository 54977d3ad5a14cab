//! The reduced canonical form: the simplest game that is infinitesimally close.

use super::Dyadic;
use super::closeness::Closeness;
use super::id::Id;
use super::store::Store;
use crate::budget::Stop;
use crate::player::Player;

impl Store {
    /// Whether G is less than or infinitesimally close to H: G <= H + x for every number x > 0.
    ///
    /// # Errors
    /// [`Stop`] if the budget is spent.
    pub fn is_about_at_most(&self, g: Id, h: Id) -> Result<bool, Stop> {
        Closeness::new(self).is_about_at_most(g, h)
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
        let mut closeness = Closeness::new(self);
        self.work_out(id, leaf, |game, sides, known| {
            let mut reduced = [Vec::new(), Vec::new()];
            for ((side, player), reduced) in sides.iter().zip(Player::BOTH).zip(&mut reduced) {
                let options = side.iter().map(|option| known[option]).collect();
                *reduced = self.reduced_options(game, options, player, &mut closeness)?;
            }
            self.canonical(&reduced[0], &reduced[1])
        })
    }

    /// A player's reduced options without those that are dominated or reversible up to infinitesimals.
    fn reduced_options(
        &self,
        game: Id,
        mut options: Vec<Id>,
        player: Player,
        closeness: &mut Closeness<'_>,
    ) -> Result<Vec<Id>, Stop> {
        let mut no_better = |g: Id, h: Id| match player {
            Player::Left => closeness.is_about_at_most(g, h),
            Player::Right => closeness.is_about_at_most(h, g),
        };
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
