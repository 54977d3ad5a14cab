//! Incentives: what a move gains.

use super::id::Id;
use super::store::Store;
use super::structure::StructuralOrder;
use crate::budget::Stop;
use crate::player::Player;

impl Store {
    /// What the moves of a player gain, each as seen by that player: G^L - G for Left, G - G^R for Right. Only those that
    /// no other is at least as good as.
    ///
    /// # Errors
    /// [`Stop`] if the budget is spent.
    pub fn incentives_of(&self, id: Id, player: Player) -> Result<Vec<Id>, Stop> {
        let gains = self
            .side(id, player)?
            .into_iter()
            .map(|option| match player {
                Player::Left => self.sub(option, id),
                Player::Right => self.sub(id, option),
            })
            .collect::<Result<Vec<_>, _>>()?;
        self.greatest(gains)
    }

    /// The incentives of both players, only those that no other is at least as good as.
    ///
    /// # Errors
    /// [`Stop`] if the budget is spent.
    ///
    /// # References
    /// Siegel, *Combinatorial Game Theory* (2013), II.2.
    pub fn incentives(&self, id: Id) -> Result<Vec<Id>, Stop> {
        let mut gains = self.incentives_of(id, Player::Left)?;
        gains.extend(self.incentives_of(id, Player::Right)?);
        self.greatest(gains)
    }

    /// The games that no other of them is at least as great as, in the order in which they are printed.
    fn greatest(&self, mut games: Vec<Id>) -> Result<Vec<Id>, Stop> {
        games.sort_unstable();
        games.dedup();
        let mut greatest = Vec::new();
        for &game in &games {
            let mut beaten = false;
            for &other in &games {
                beaten |= other != game && self.le(game, other)?;
            }
            if !beaten {
                greatest.push(game);
            }
        }
        let order = StructuralOrder::new(self, greatest.iter().copied());
        greatest.sort_by(|&g, &h| order.cmp(g, h));
        Ok(greatest)
    }
}
