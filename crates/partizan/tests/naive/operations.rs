//! The operations on literal forms, each straight from its definition. Nothing of the library is used, and no form is ever
//! simplified.
//!
//! Some definitions speak of a game's canonical form (heating, products, ordinal sums, counts). Those take the form that
//! they are given for that; [`Naive::is_canonical`] says whether it is one.

use super::forms::{Form, Forms};
use num_rational::Ratio;
use std::collections::{HashMap, HashSet};
use std::ops::{Deref, DerefMut};

/// A number; all that turn up are m/2^k.
pub type Number = Ratio<i64>;

/// How far apart the temperatures are that a freezing point is looked for at.
const STEP: i64 = 4;

/// Literal forms and what was found out about them.
#[derive(Default)]
pub struct Naive {
    forms: Forms,
    numbers: HashMap<Form, Option<Number>>,
    depths: HashMap<Form, u32>,
    stops: HashMap<Form, [Number; 2]>,
    cooled: HashMap<(Form, Number), Form>,
    products: HashMap<(Form, Form), Form>,
    canonical: HashMap<Form, bool>,
}

impl Deref for Naive {
    type Target = Forms;

    fn deref(&self) -> &Forms {
        &self.forms
    }
}

impl DerefMut for Naive {
    fn deref_mut(&mut self) -> &mut Forms {
        &mut self.forms
    }
}

impl Naive {
    fn sides(&self, g: Form) -> [Vec<Form>; 2] {
        self.options(g).clone()
    }

    /// The form with an option for each option of `g`.
    fn each(
        &mut self,
        g: Form,
        mut left: impl FnMut(&mut Self, Form) -> Form,
        mut right: impl FnMut(&mut Self, Form) -> Form,
    ) -> Form {
        let [of_left, of_right] = self.sides(g);
        let new_left = of_left.into_iter().map(|option| left(self, option)).collect();
        let new_right = of_right.into_iter().map(|option| right(self, option)).collect();
        self.of(new_left, new_right)
    }

    /// The difference.
    pub fn sub(&mut self, g: Form, h: Form) -> Form {
        let negative = self.neg(h);
        self.add(g, negative)
    }

    /// So many copies; copies of the negative for a negative number.
    pub fn times(&mut self, n: i64, g: Form) -> Form {
        let (zero, one) = (self.integer(0), if n < 0 { self.neg(g) } else { g });
        (0..n.abs()).fold(zero, |sum, _| self.add(sum, one))
    }

    /// The number in its simplest form.
    pub fn number(&mut self, x: Number) -> Form {
        if x.is_integer() {
            return self.integer(x.to_integer());
        }
        let step = Number::new(1, *x.denom());
        let (below, above) = (self.number(x - step), self.number(x + step));
        self.of(vec![below], vec![above])
    }

    /// Up, {0|*}.
    pub fn up(&mut self) -> Form {
        let (zero, star) = (self.integer(0), self.nimber(1));
        self.of(vec![zero], vec![star])
    }

    /// All forms that the options lead to, and `g`.
    pub fn followers(&self, g: Form) -> Vec<Form> {
        let (mut found, mut seen) = (vec![g], HashSet::from([g]));
        let mut next = 0;
        while let Some(&form) = found.get(next) {
            found.extend(self.options(form).iter().flatten().filter(|&&option| seen.insert(option)));
            next += 1;
        }
        found
    }

    /// The depth of the tree.
    pub fn depth(&mut self, g: Form) -> u32 {
        if let Some(&known) = self.depths.get(&g) {
            return known;
        }
        let options = self.sides(g).concat();
        let depth = options.into_iter().map(|option| self.depth(option) + 1).max().unwrap_or(0);
        self.depths.insert(g, depth);
        depth
    }

    /// Whether Left wins moving second.
    pub fn is_at_least_zero(&mut self, g: Form) -> bool {
        let zero = self.integer(0);
        self.le(zero, g)
    }

    /// The number that the form is equal to, if it is equal to one: the numbers are gone down, 0 first, as a number has no
    /// later birthday than any form of it.
    pub fn number_of(&mut self, g: Form) -> Option<Number> {
        if let Some(&known) = self.numbers.get(&g) {
            return known;
        }
        let [mut low, mut high]: [Option<Number>; 2] = [None, None];
        let mut found = None;
        for _ in 0..=self.depth(g) {
            let x = match (low, high) {
                (None, None) => Number::from(0),
                (Some(low), None) => low + 1,
                (None, Some(high)) => high - 1,
                (Some(low), Some(high)) => (low + high) / 2,
            };
            let form = self.number(x);
            match (self.le(form, g), self.le(g, form)) {
                (true, true) => found = Some(x),
                (true, false) => {
                    low = Some(x);
                    continue;
                }
                (false, true) => {
                    high = Some(x);
                    continue;
                }
                (false, false) => {}
            }
            break;
        }
        self.numbers.insert(g, found);
        found
    }

    /// The left and the right stop: the first number that is come to, if the players take turns and like large and small ones.
    pub fn stops(&mut self, g: Form) -> [Number; 2] {
        if let Some(&known) = self.stops.get(&g) {
            return known;
        }
        let stops = if let Some(x) = self.number_of(g) {
            [x, x]
        } else {
            let [left, right] = self.sides(g);
            let highest = left.into_iter().map(|option| self.stops(option)[1]).max();
            let lowest = right.into_iter().map(|option| self.stops(option)[0]).min();
            [highest, lowest].map(|stop| stop.expect("a game that is no number has options of both players"))
        };
        self.stops.insert(g, stops);
        stops
    }

    /// Whether the difference has the stops 0 and 0.
    pub fn is_close(&mut self, g: Form, h: Form) -> bool {
        let difference = self.sub(g, h);
        self.stops(difference) == [Number::from(0); 2]
    }

    /// Whether the difference H - G has a right stop of at least 0.
    pub fn is_about_at_most(&mut self, g: Form, h: Form) -> bool {
        let difference = self.sub(h, g);
        self.stops(difference)[1] >= Number::from(0)
    }

    /// Whether no option is dominated and none is reversible, here and in every follower.
    pub fn is_canonical(&mut self, g: Form) -> bool {
        if let Some(&known) = self.canonical.get(&g) {
            return known;
        }
        let [left, right] = self.sides(g);
        let mut canonical = true;
        for side in [&left, &right] {
            for &a in side {
                canonical &= self.is_canonical(a) && side.iter().all(|&b| a == b || !self.le(a, b));
            }
        }
        for &option in &left {
            canonical &= !self.sides(option)[1].iter().any(|&reply| self.le(reply, g));
        }
        for &option in &right {
            canonical &= !self.sides(option)[0].iter().any(|&reply| self.le(g, reply));
        }
        self.canonical.insert(g, canonical);
        canonical
    }

    /// Whether the form is a number without moves for one of the players: in canonical form an integer.
    fn as_integer(&mut self, g: Form) -> Option<i64> {
        let [left, right] = self.sides(g);
        let size = i64::from(self.depth(g));
        match (left.is_empty(), right.is_empty()) {
            (_, true) => Some(size),
            (true, false) => Some(-size),
            (false, false) => None,
        }
    }

    /// Each move is paid one of some payments, in every position that `leaf` does not say otherwise about.
    fn paid(&mut self, g: Form, leaf: &dyn Fn(&mut Self, Form) -> Option<Form>, payments: &[Form]) -> Form {
        if let Some(form) = leaf(self, g) {
            return form;
        }
        let [left, right] = self.sides(g);
        let [mut new_left, mut new_right] = [Vec::new(), Vec::new()];
        for &payment in payments {
            for &option in &left {
                let option = self.paid(option, leaf, payments);
                new_left.push(self.add(option, payment));
            }
            for &option in &right {
                let option = self.paid(option, leaf, payments);
                new_right.push(self.sub(option, payment));
            }
        }
        self.of(new_left, new_right)
    }

    /// `g` heated by `t`: a number as it is, else {heated G^L + t | heated G^R - t}.
    pub fn heat(&mut self, g: Form, t: Form) -> Form {
        self.paid(g, &|naive, g| naive.number_of(g).map(|_| g), &[t])
    }

    /// `g` overheated from `s` to `t`: n copies of s for an integer n, else {overheated G^L + t | overheated G^R - t}.
    pub fn overheat(&mut self, g: Form, s: Form, t: Form) -> Form {
        self.paid(g, &|naive, g| naive.as_integer(g).map(|n| naive.times(n, s)), &[t])
    }

    /// What each move of a player gains: G^L - G, G - G^R.
    pub fn incentives(&mut self, g: Form) -> [Vec<Form>; 2] {
        let [left, right] = self.sides(g);
        [
            left.into_iter().map(|l| self.sub(l, g)).collect(),
            right.into_iter().map(|r| self.sub(g, r)).collect(),
        ]
    }

    /// The Norton product: n copies of the unit for an integer n, else {G^L.U + U + I | G^R.U - U - I} for all incentives I of
    /// the unit.
    pub fn norton(&mut self, g: Form, unit: Form) -> Form {
        let gains = self.incentives(unit).concat();
        let payments: Vec<Form> = gains.into_iter().map(|gain| self.add(unit, gain)).collect();
        self.paid(g, &|naive, g| naive.as_integer(g).map(|n| naive.times(n, unit)), &payments)
    }

    /// The form in which each move is taxed by `t`.
    fn taxed(&mut self, g: Form, t: Number) -> Form {
        let tax = self.number(t);
        self.each(
            g,
            |naive, option| {
                let cooled = naive.cool(option, t);
                naive.sub(cooled, tax)
            },
            |naive, option| {
                let cooled = naive.cool(option, t);
                naive.add(cooled, tax)
            },
        )
    }

    /// The game cooled by `t`: each move is taxed by it, unless that has come infinitesimally close to a number at a lower
    /// temperature; then it is that number. An integer stays as it is.
    pub fn cool(&mut self, g: Form, t: Number) -> Form {
        if self.as_integer(g).is_some() {
            return g;
        }
        if let Some(&known) = self.cooled.get(&(g, t)) {
            return known;
        }
        let cooled = match self.frozen(g, t) {
            Some((_, number)) => self.number(number),
            None => self.taxed(g, t),
        };
        self.cooled.insert((g, t), cooled);
        cooled
    }

    /// The first temperature below `t` at which the game is infinitesimally close to a number, and the number.
    fn frozen(&mut self, g: Form, t: Number) -> Option<(Number, Number)> {
        (-STEP..).map(|step| Number::new(step, STEP)).take_while(|below| *below < t).find_map(|below| {
            let taxed = self.taxed(g, below);
            let [left, right] = self.stops(taxed);
            (left == right).then_some((below, left))
        })
    }

    /// The temperature and the mean: where cooling comes to a number, and to which. -1 for an integer.
    pub fn freezing_point(&mut self, g: Form) -> (Number, Number) {
        match self.as_integer(g) {
            Some(n) => (Number::from(-1), Number::from(n)),
            None => self.frozen(g, Number::from(1000)).expect("every game freezes"),
        }
    }

    /// The ordinal sum: a move in G ends H.
    pub fn ordinal(&mut self, g: Form, h: Form) -> Form {
        let [mut left, mut right] = self.sides(g);
        let [above_left, above_right] = self.sides(h);
        left.extend(above_left.into_iter().map(|option| self.ordinal(g, option)));
        right.extend(above_right.into_iter().map(|option| self.ordinal(g, option)));
        self.of(left, right)
    }

    /// The Conway product: {G^L.H + G.H^L - G^L.H^L, G^R.H + G.H^R - G^R.H^R | the mixed ones}.
    pub fn conway(&mut self, g: Form, h: Form) -> Form {
        if let Some(&known) = self.products.get(&(g, h)) {
            return known;
        }
        let (of_g, of_h) = (self.sides(g), self.sides(h));
        let mut options = [Vec::new(), Vec::new()];
        for (i, j) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
            for &x in &of_g[i] {
                for &y in &of_h[j] {
                    let (first, second, both) = (self.conway(x, h), self.conway(g, y), self.conway(x, y));
                    let sum = self.add(first, second);
                    options[i ^ j].push(self.sub(sum, both));
                }
            }
        }
        let [left, right] = options;
        let product = self.of(left, right);
        self.products.insert((g, h), product);
        product
    }

    /// The companion: of the options the companions, and 0 for Left if G >= 0 and for Right if G <= 0.
    pub fn companion(&mut self, g: Form) -> Form {
        let zero = self.integer(0);
        let [left, right] = self.sides(g);
        let mut new_left: Vec<Form> = left.into_iter().map(|option| self.companion(option)).collect();
        let mut new_right: Vec<Form> = right.into_iter().map(|option| self.companion(option)).collect();
        if self.le(zero, g) {
            new_left.push(zero);
        }
        if self.le(g, zero) {
            new_right.push(zero);
        }
        self.of(new_left, new_right)
    }

    /// Up to the n-th, {0 | * - (the powers before)}, n >= 1.
    pub fn power_of_up(&mut self, n: u32) -> Form {
        let (zero, star) = (self.integer(0), self.nimber(1));
        let before = self.powers_of_up(n - 1);
        let threat = self.sub(star, before);
        self.of(vec![zero], vec![threat])
    }

    /// The sum of the first n powers of up.
    pub fn powers_of_up(&mut self, n: u32) -> Form {
        let zero = self.integer(0);
        (1..=n).fold(zero, |sum, n| {
            let power = self.power_of_up(n);
            self.add(sum, power)
        })
    }

    /// x + *k + so many of each power of up.
    pub fn uptimal(&mut self, x: Number, star: u32, ups: &[i64]) -> Form {
        let (number, nimber) = (self.number(x), self.nimber(star));
        let mut sum = self.add(number, nimber);
        for (n, &times) in (1..).zip(ups) {
            let power = self.power_of_up(n);
            let copies = self.times(times, power);
            sum = self.add(sum, copies);
        }
        sum
    }

    /// {0 || 0 | -G}.
    pub fn tiny(&mut self, g: Form) -> Form {
        let (zero, negative) = (self.integer(0), self.neg(g));
        let threat = self.of(vec![zero], vec![negative]);
        self.of(vec![zero], vec![threat])
    }

    /// Whether `a` is an atomic weight of `g`: v + *n <= G - A.^ <= ^ + *n for a nimber *n that is far from both.
    pub fn is_atomic_weight(&mut self, g: Form, a: Form, far: u32) -> bool {
        let up = self.up();
        let product = self.norton(a, up);
        let rest = self.sub(g, product);
        let far = self.nimber(far);
        let bound = self.add(up, far);
        let least = self.neg(bound);
        self.le(rest, bound) && self.le(least, rest)
    }

    /// Whether in each follower both players can move, or neither can.
    pub fn is_all_small(&self, g: Form) -> bool {
        self.followers(g)
            .iter()
            .all(|&form| self.options(form)[0].is_empty() == self.options(form)[1].is_empty())
    }

    /// Whether the form is reduced: each follower is a number in canonical form, or infinitesimally close to no number and
    /// without options that are dominated or reversible up to infinitesimals.
    pub fn is_reduced(&mut self, g: Form) -> bool {
        if self.number_of(g).is_some() {
            return self.is_canonical(g);
        }
        let [left_stop, right_stop] = self.stops(g);
        let [left, right] = self.sides(g);
        left_stop != right_stop
            && left.iter().all(|&a| left.iter().all(|&b| a == b || !self.is_about_at_most(a, b)))
            && right.iter().all(|&a| right.iter().all(|&b| a == b || !self.is_about_at_most(a, b)))
            && left.iter().all(|&l| !self.sides(l)[1].iter().any(|&reply| self.is_about_at_most(reply, g)))
            && right.iter().all(|&r| !self.sides(r)[0].iter().any(|&reply| self.is_about_at_most(g, reply)))
            && left.iter().chain(&right).all(|&option| self.is_reduced(option))
    }

    /// How many lines of play lead to a number that is the first one met.
    pub fn stop_count(&mut self, g: Form) -> u64 {
        if self.number_of(g).is_some() {
            return 1;
        }
        let options = self.sides(g).concat();
        options.into_iter().map(|option| self.stop_count(option)).sum()
    }
}
