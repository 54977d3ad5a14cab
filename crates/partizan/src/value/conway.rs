//! The Conway product.

use super::id::Id;
use super::nim;
use super::store::Store;
use super::walk::too_large;
use crate::budget::Stop;
use hashbrown::HashMap;

/// More pairs of followers than this are not multiplied.
const PAIRS: usize = 1 << 22;

/// A follower with its options.
type Factor = (Id, [Vec<Id>; 2]);

impl Store {
    /// The Conway product of the canonical forms: {G^L·H + G·H^L - G^L·H^L, ... | ...}.
    ///
    /// On numbers it is their product, on nimbers the nim product; with an integer it makes copies. On other games it
    /// depends on the forms, and here they are canonical.
    ///
    /// # Errors
    /// [`Stop`] if the budget is spent or there are more pairs of followers than are multiplied.
    ///
    /// # Complexity
    /// A few sums for each pair of a follower of G and one of H.
    ///
    /// # References
    /// *On Numbers and Games*, chapters 1 and 6.
    ///
    /// ```
    /// use partizan::value::Store;
    ///
    /// let store = Store::new();
    /// let product = store.conway(store.parse("{3|1}")?, store.parse("^^")?)?;
    /// assert_eq!(store.text(product)?, "{^6|^^}");
    /// # Ok::<(), partizan::value::Problem>(())
    /// ```
    pub fn conway(&self, g: Id, h: Id) -> Result<Id, Stop> {
        if let Some(product) = self.short_product(g, h)? {
            return Ok(product);
        }
        let (of_g, of_h) = (self.factors(g)?, self.factors(h)?);
        let pairs = of_g.len().saturating_mul(of_h.len());
        if pairs > PAIRS {
            return Err(too_large(
                "a Conway product",
                format!("{pairs} pairs of followers"),
                format!("{PAIRS} pairs"),
            ));
        }
        let mut known: HashMap<(Id, Id), Id, foldhash::fast::RandomState> = HashMap::default();
        for (a, sides_a) in &of_g {
            for (b, sides_b) in &of_h {
                if let Some(product) = self.short_product(*a, *b)? {
                    known.insert((*a, *b), product);
                    continue;
                }
                let mut options = [Vec::new(), Vec::new()];
                for (i, side_a) in sides_a.iter().enumerate() {
                    for (j, side_b) in sides_b.iter().enumerate() {
                        for &x in side_a {
                            for &y in side_b {
                                let sum = self.add(known[&(x, *b)], known[&(*a, y)])?;
                                options[i ^ j].push(self.sub(sum, known[&(x, y)])?);
                            }
                        }
                    }
                }
                self.budget().check()?;
                known.insert((*a, *b), self.canonical(&options[0], &options[1])?);
            }
        }
        Ok(known[&(g, h)])
    }

    /// The product where it has a closed form.
    fn short_product(&self, g: Id, h: Id) -> Result<Option<Id>, Stop> {
        let (number_g, number_h) = (self.as_number(g), self.as_number(h));
        if let (Some(x), Some(y)) = (&number_g, &number_h) {
            return self.number(x * y).map(Some);
        }
        for (number, other) in [(number_g, h), (number_h, g)] {
            if let Some(integer) = number.filter(super::Dyadic::is_integer) {
                return self.times(&integer.numerator(), other).map(Some);
            }
        }
        match (self.as_nimber(g), self.as_nimber(h)) {
            (Some(x), Some(y)) => self.nimber(nim::product(x, y)).map(Some),
            _ => Ok(None),
        }
    }

    /// The followers with their options, options first.
    fn factors(&self, id: Id) -> Result<Vec<Factor>, Stop> {
        let mut factors = Vec::new();
        self.work_out(
            id,
            |_| Ok(None),
            |game, sides, _| {
                factors.push((game, sides.clone()));
                Ok(())
            },
        )?;
        Ok(factors)
    }
}
