//! All values born by a day.

use super::id::Id;
use super::store::Store;
use crate::budget::Stop;
use hashbrown::HashSet;

impl Store {
    /// All values born by day n, in no particular order: 1, 4, 22 and 1474 values for n = 0, 1, 2 and 3.
    ///
    /// # Errors
    /// [`Stop::TooLarge`] for n above 3: there are more than 10^184 values born by day 4. Else [`Stop`] if the budget is
    /// spent.
    ///
    /// # References
    /// Siegel, *Combinatorial Game Theory* (2013), III.1; Wolfe and Fraser, *Counting the number of games* (2004).
    pub fn day(&self, n: u32) -> Result<Vec<Id>, Stop> {
        if n > 3 {
            return Err(Stop::TooLarge {
                what: "the day".into(),
                size: n.to_string(),
                limit: "3".into(),
                advice: Some("there are more than 10^184 values born by day 4".into()),
            });
        }
        let mut day = vec![Id::ZERO];
        for _ in 0..n {
            let antichains = self.antichains(&day)?;
            let mut seen = HashSet::new();
            let mut next = Vec::new();
            for left in &antichains {
                for right in &antichains {
                    let id = self.canonical(left, right)?;
                    if seen.insert(id) {
                        next.push(id);
                    }
                }
            }
            day = next;
        }
        Ok(day)
    }

    /// The sets of these games of which no two are comparable.
    fn antichains(&self, games: &[Id]) -> Result<Vec<Vec<Id>>, Stop> {
        let mut antichains = vec![Vec::new()];
        for &game in games {
            for i in 0..antichains.len() {
                let mut alone = true;
                for &other in &antichains[i] {
                    alone = alone && !self.le(game, other)? && !self.le(other, game)?;
                }
                if alone {
                    let mut larger = antichains[i].clone();
                    larger.push(game);
                    antichains.push(larger);
                }
            }
        }
        Ok(antichains)
    }
}
