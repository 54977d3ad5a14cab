//! Every operation of the algebra against a naive evaluator of literal option trees, for all values born by day 2, for
//! some born by day 3 and for random games.
//!
//! The evaluator (`naive`) has nothing of the library. What it gives for an operation is a literal form, straight from the
//! definition; what the library gives is read option by option, must be in canonical form, and must be equal in value to
//! that literal form. Where a definition speaks of the canonical form, the form that was read is taken.

#[allow(dead_code)] // shared with other tests, which use other parts of it
mod naive;

use naive::forms::Form;
use naive::operations::{Naive, Number};
use partizan::Player;
use partizan::value::{Comparison, Dyadic, Id, Outcome, Store, nim};
use proptest::prelude::*;
use std::collections::HashMap;
use std::fmt::Display;

struct Oracle {
    store: Store,
    naive: Naive,
    read: HashMap<Id, Form>,
    made: HashMap<Form, Id>,
    /// The values born by day 2, found by the naive evaluator alone.
    day_2: Vec<(Id, Form)>,
    /// What is tried as an atomic weight: the values of day 2 and integers.
    weights: Vec<Id>,
}

fn dyadic(x: Number) -> Dyadic {
    Dyadic::new(*x.numer(), x.denom().trailing_zeros())
}

fn number(x: &Dyadic) -> Number {
    let (num, exp) = x.as_small().expect("small inputs have small numbers");
    Number::new(num, 1 << exp)
}

impl Oracle {
    fn new() -> Self {
        let mut oracle = Oracle {
            store: Store::new(),
            naive: Naive::default(),
            read: HashMap::new(),
            made: HashMap::new(),
            day_2: Vec::new(),
            weights: Vec::new(),
        };
        let naive = &mut oracle.naive;
        let day_1 = [naive.integer(0), naive.integer(1), naive.integer(-1), naive.nimber(1)];
        let chosen = |set: usize| (0..4).filter(|n| set >> n & 1 == 1).map(|n| day_1[n]).collect::<Vec<_>>();
        let forms: Vec<Form> = (0..256).map(|sets| naive.of(chosen(sets / 16), chosen(sets % 16))).collect();
        let canonical: Vec<Form> = forms.iter().copied().filter(|&form| naive.is_canonical(form)).collect();
        // Each of the 256 forms is equal to exactly one of those in canonical form.
        for &form in &forms {
            assert_eq!(canonical.iter().filter(|&&other| naive.eq(form, other)).count(), 1);
        }
        for form in forms {
            oracle.id_of(form);
        }
        oracle.day_2 = canonical.into_iter().map(|form| (oracle.id_of(form), form)).collect();
        oracle.weights = oracle.day_2.iter().map(|&(id, _)| id).collect();
        oracle.weights.extend([-4, -3, 3, 4].map(|n| oracle.store.integer(n).unwrap()));
        oracle
    }

    /// The form that the library's options make.
    fn read(&mut self, id: Id) -> Form {
        if let Some(&form) = self.read.get(&id) {
            return form;
        }
        let [left, right] = Player::BOTH.map(|player| {
            (0..self.store.option_count(id, player))
                .map(|number| self.read(self.store.option(id, player, number).unwrap()))
                .collect::<Vec<_>>()
        });
        let form = self.naive.of(left, right);
        assert!(self.naive.is_canonical(form), "{}", self.store.game(id));
        self.read.insert(id, form);
        form
    }

    /// The library's value of a form, made of its options' values.
    fn id_of(&mut self, form: Form) -> Id {
        if let Some(&id) = self.made.get(&form) {
            return id;
        }
        let sides = self.naive.options(form).clone();
        let [left, right] =
            sides.map(|side| side.into_iter().map(|option| self.id_of(option)).collect::<Vec<_>>());
        let id = self.store.canonical(&left, &right).unwrap();
        self.agree(id, form, "canonical form");
        self.made.insert(form, id);
        id
    }

    /// What the library says is equal to the literal form.
    fn agree(&mut self, id: Id, form: Form, what: impl Display) {
        let read = self.read(id);
        assert!(self.naive.eq(read, form), "{what} is not {}", self.store.game(id));
    }

    fn name(&self, id: Id) -> String {
        self.store.text(id).unwrap()
    }
}

/// What is asked of one game.
mod one {
    use super::*;

    pub fn everything(oracle: &mut Oracle, id: Id) {
        but_cooling(oracle, id);
        cooling(oracle, id);
    }

    pub fn but_cooling(oracle: &mut Oracle, id: Id) {
        outcome_and_birthday(oracle, id);
        stops_and_numbers(oracle, id);
        incentives(oracle, id);
        multiples(oracle, id);
        companion(oracle, id);
        reduced(oracle, id);
        atomic_weight(oracle, id);
        uptimal(oracle, id);
        counts(oracle, id);
        powers(oracle, id);
        tiny(oracle, id);
    }

    fn outcome_and_birthday(oracle: &mut Oracle, id: Id) {
        let form = oracle.read(id);
        let naive = &mut oracle.naive;
        let zero = naive.integer(0);
        let outcome = match (naive.le(zero, form), naive.le(form, zero)) {
            (true, true) => Outcome::Previous,
            (true, false) => Outcome::Left,
            (false, true) => Outcome::Right,
            (false, false) => Outcome::Next,
        };
        assert_eq!(oracle.store.outcome(id), outcome, "{}", oracle.name(id));
        assert_eq!(oracle.store.birthday(id), oracle.naive.depth(form).into(), "{}", oracle.name(id));
        assert_eq!(oracle.store.is_dicotic(id), oracle.naive.is_all_small(form), "{}", oracle.name(id));
        let negative = oracle.naive.neg(form);
        oracle.agree(id.neg(), negative, format_args!("-({})", oracle.name(id)));
    }

    fn stops_and_numbers(oracle: &mut Oracle, id: Id) {
        let (name, form) = (oracle.name(id), oracle.read(id));
        let [left, right] = oracle.naive.stops(form);
        assert_eq!(
            (oracle.store.left_stop(id), oracle.store.right_stop(id)),
            (dyadic(left), dyadic(right)),
            "{name}"
        );
        let zero = Number::from(0);
        assert_eq!(oracle.store.is_infinitesimal(id), (left, right) == (zero, zero), "{name}");
        assert_eq!(oracle.store.as_number(id), oracle.naive.number_of(form).map(dyadic), "{name}");
        let interval = oracle.store.confusion_interval(id).unwrap();
        for x in (-40..=40).map(|x| Number::new(x, 8)) {
            let other = oracle.naive.number(x);
            let confused = !oracle.naive.le(form, other) && !oracle.naive.le(other, form);
            let x = dyadic(x);
            let within = (interval.least < x && x < interval.most)
                || (interval.with_least && x == interval.least)
                || (interval.with_most && x == interval.most);
            assert_eq!(confused, within, "{name} and {x}");
        }
    }

    /// Cooling and what is read off it: thermograph, mean, temperature, freezing.
    fn cooling(oracle: &mut Oracle, id: Id) {
        let (name, form) = (oracle.name(id), oracle.read(id));
        let (temperature, mean) = oracle.naive.freezing_point(form);
        let store = &oracle.store;
        assert_eq!(store.temperature(id).unwrap(), dyadic(temperature), "{name}");
        assert_eq!(store.mean(id).unwrap(), dyadic(mean), "{name}");
        let thermograph = store.thermograph(id).unwrap();
        assert_eq!(*thermograph.temperature(), dyadic(temperature), "{name}");
        assert_eq!(*thermograph.mean(), dyadic(mean), "{name}");
        for t in (-4..10).map(|t| Number::new(t, 4)) {
            let cooled = oracle.store.cool(id, &dyadic(t)).unwrap().unwrap();
            let wanted = oracle.naive.cool(form, t);
            oracle.agree(cooled, wanted, format_args!("{name} cooled by {t}"));
            let [left, right] = oracle.naive.stops(wanted);
            let at = (thermograph.left().at(&dyadic(t)), thermograph.right().at(&dyadic(t)));
            assert_eq!(at, (dyadic(left), dyadic(right)), "{name} at {t}");
        }
        // A number is frozen as it stands.
        let frozen =
            if oracle.naive.number_of(form).is_some() { form } else { oracle.naive.cool(form, temperature) };
        oracle.agree(oracle.store.freeze(id).unwrap(), frozen, format_args!("{name} frozen"));
    }

    fn incentives(oracle: &mut Oracle, id: Id) {
        let (name, form) = (oracle.name(id), oracle.read(id));
        let gains = oracle.naive.incentives(form);
        let [left, right] = Player::BOTH.map(|player| oracle.store.incentives_of(id, player).unwrap());
        let both = oracle.store.incentives(id).unwrap();
        for (listed, gains) in [(left, gains[0].clone()), (right, gains[1].clone()), (both, gains.concat())] {
            let listed: Vec<Form> = listed.into_iter().map(|id| oracle.read(id)).collect();
            let naive = &mut oracle.naive;
            for &g in &gains {
                assert!(listed.iter().any(|&h| naive.le(g, h)), "{name}");
            }
            for &g in &listed {
                assert!(gains.iter().any(|&h| naive.eq(g, h)), "{name}");
                assert!(listed.iter().all(|&h| g == h || !naive.le(g, h)), "{name}");
            }
        }
    }

    fn multiples(oracle: &mut Oracle, id: Id) {
        let (name, form) = (oracle.name(id), oracle.read(id));
        for n in -3..=4 {
            let wanted = oracle.naive.times(n, form);
            oracle.agree(oracle.store.times(&n.into(), id).unwrap(), wanted, format_args!("{n}.{name}"));
        }
    }

    pub fn companion(oracle: &mut Oracle, id: Id) {
        let (name, form) = (oracle.name(id), oracle.read(id));
        let companion = oracle.store.companion(id).unwrap();
        // A number other than 0 is its own companion; for the others the options say all.
        let is_number = oracle.naive.number_of(form).is_some_and(|x| x != Number::from(0));
        let wanted = if is_number { form } else { oracle.naive.companion(form) };
        oracle.agree(companion, wanted, format_args!("companion of {name}"));
    }

    /// There is one reduced form that is infinitesimally close.
    fn reduced(oracle: &mut Oracle, id: Id) {
        let (name, form) = (oracle.name(id), oracle.read(id));
        let reduced = oracle.store.reduced(id).unwrap();
        let reduced = oracle.read(reduced);
        assert!(oracle.naive.is_reduced(reduced), "{name}");
        assert!(oracle.naive.is_close(form, reduced), "{name}");
    }

    /// The weight fits and no other that is tried does; there is one if each follower has moves for both players or for neither.
    pub fn atomic_weight(oracle: &mut Oracle, id: Id) {
        // The games asked about lead to no nimber above *7, and their weights, times up, to none above *; so these are far.
        const FAR: [u32; 2] = [8, 16];
        let (name, form) = (oracle.name(id), oracle.read(id));
        let weight = oracle.store.atomic_weight(id).unwrap();
        if let Some(weight) = weight {
            let weight = oracle.read(weight);
            assert!(FAR.iter().all(|&far| oracle.naive.is_atomic_weight(form, weight, far)), "{name}");
        } else {
            assert!(!oracle.naive.is_all_small(form), "{name}");
        }
        for other in oracle.weights.clone() {
            let form_other = oracle.read(other);
            let fits = FAR.iter().all(|&far| oracle.naive.is_atomic_weight(form, form_other, far));
            assert_eq!(fits, weight == Some(other), "{} and {name}", oracle.name(other));
        }
    }

    fn uptimal(oracle: &mut Oracle, id: Id) {
        let (name, form) = (oracle.name(id), oracle.read(id));
        if let Some(uptimal) = oracle.store.uptimal(id).unwrap() {
            let ups: Vec<i64> = uptimal.ups.iter().map(|up| i64::try_from(up).unwrap()).collect();
            let wanted = oracle.naive.uptimal(number(&uptimal.number), uptimal.star as u32, &ups);
            oracle.agree(id, wanted, format_args!("uptimal of {name}"));
            return;
        }
        let [left, right] = oracle.naive.stops(form);
        if left == right {
            for star in 0..4 {
                for ups in (0..25).map(|n| [n / 5 - 2, n % 5 - 2]) {
                    let other = oracle.naive.uptimal(left, star, &ups);
                    assert!(!oracle.naive.eq(form, other), "{name} is {left} + *{star} + {ups:?}");
                }
            }
        }
    }

    pub fn counts(oracle: &mut Oracle, id: Id) {
        let (name, form) = (oracle.name(id), oracle.read(id));
        // In canonical form different followers have different values.
        let followers = oracle.naive.followers(form);
        assert_eq!(oracle.store.follower_count(id), followers.len().into(), "{name}");
        assert_eq!(oracle.store.stop_count(id).unwrap(), oracle.naive.stop_count(form).into(), "{name}");
        // The far star: beyond the nimber part of each follower that is a number-up-star value.
        let mut far = 0;
        for follower in followers {
            let [left, right] = oracle.naive.stops(follower);
            if left != right {
                continue;
            }
            // n ups and *k are born on day n + k at the earliest, but that *k and *(k^1) can change places.
            let days = i64::from(oracle.naive.depth(follower)) + 1;
            for star in far + 1..=days as u32 {
                let most = days - i64::from(star);
                for ups in -most..=most {
                    let value = oracle.naive.uptimal(left, star, &[ups]);
                    far = if oracle.naive.eq(follower, value) { star } else { far };
                }
            }
        }
        assert_eq!(oracle.store.far_star(id).unwrap(), u64::from(far + 1).next_power_of_two(), "{name}");
    }

    fn powers(oracle: &mut Oracle, id: Id) {
        let (name, form) = (oracle.name(id), oracle.read(id));
        let zero = oracle.naive.integer(0);
        let (mut negative, mut sides) = (false, oracle.naive.options(form).clone());
        if sides[0] != [zero] {
            let mirrored = oracle.naive.neg(form);
            (negative, sides) = (true, oracle.naive.options(mirrored).clone());
        }
        let half = Number::new(1, 2);
        for x in [Number::from(1), Number::from(1) + half, Number::from(2), Number::from(3)] {
            let (pow, pow_to) =
                (oracle.store.pow(id, &dyadic(x)).unwrap(), oracle.store.pow_to(id, &dyadic(x)).unwrap());
            let (true, &[threat]) = (sides[0] == [zero], sides[1].as_slice()) else {
                assert_eq!((pow, pow_to), (None, None), "{name}");
                continue;
            };
            let naive = &mut oracle.naive;
            let (below, above) = (naive.number(Number::from(1) - x), naive.number(x - 1));
            let threat = naive.ordinal(threat, below);
            let wanted = naive.of(vec![zero], vec![threat]);
            let base = naive.of(vec![zero], sides[1].clone());
            let wanted_to = naive.ordinal(base, above);
            let sign = |naive: &mut Naive, form| if negative { naive.neg(form) } else { form };
            let (wanted, wanted_to) = (sign(naive, wanted), sign(naive, wanted_to));
            oracle.agree(pow.unwrap(), wanted, format_args!("({name})<{x}>"));
            oracle.agree(pow_to.unwrap(), wanted_to, format_args!("({name})[{x}]"));
        }
    }

    fn tiny(oracle: &mut Oracle, id: Id) {
        let (name, form) = (oracle.name(id), oracle.read(id));
        let wanted = oracle.naive.tiny(form);
        oracle.agree(oracle.store.tiny_of(id).unwrap(), wanted, format_args!("tiny({name})"));
    }
}

/// What is asked of two games.
mod two {
    use super::*;

    pub fn everything(oracle: &mut Oracle, g: Id, h: Id) {
        sums_and_order(oracle, g, h);
        heating(oracle, g, h);
        ordinal_sums(oracle, g, h);
        conway(oracle, g, h);
    }

    pub fn conway(oracle: &mut Oracle, g: Id, h: Id) {
        let name = format!("({}) . ({})", oracle.name(g), oracle.name(h));
        let (form_g, form_h) = (oracle.read(g), oracle.read(h));
        let product = oracle.naive.conway(form_g, form_h);
        oracle.agree(oracle.store.conway(g, h).unwrap(), product, name);
    }

    pub fn sums_and_order(oracle: &mut Oracle, g: Id, h: Id) {
        let name = format!("{} and {}", oracle.name(g), oracle.name(h));
        let (form_g, form_h) = (oracle.read(g), oracle.read(h));
        let (sum, difference) = (oracle.naive.add(form_g, form_h), oracle.naive.sub(form_g, form_h));
        oracle.agree(oracle.store.add(g, h).unwrap(), sum, format_args!("sum of {name}"));
        oracle.agree(oracle.store.sub(g, h).unwrap(), difference, format_args!("difference of {name}"));
        let order = match (oracle.naive.le(form_g, form_h), oracle.naive.le(form_h, form_g)) {
            (true, true) => Comparison::Equal,
            (true, false) => Comparison::Less,
            (false, true) => Comparison::Greater,
            (false, false) => Comparison::Confused,
        };
        assert_eq!(oracle.store.compare(g, h).unwrap(), order, "{name}");
        assert_eq!(g == h, order == Comparison::Equal, "{name}");
        let about = oracle.naive.is_about_at_most(form_g, form_h);
        assert_eq!(oracle.store.is_about_at_most(g, h).unwrap(), about, "{name}");
        let switch = oracle.naive.of(vec![form_g], vec![form_h]);
        oracle.agree(oracle.store.canonical(&[g], &[h]).unwrap(), switch, format_args!("switch of {name}"));
    }

    /// Heating and the Norton product.
    pub fn heating(oracle: &mut Oracle, g: Id, h: Id) {
        let name = format!("{} by {}", oracle.name(g), oracle.name(h));
        let (form_g, form_h) = (oracle.read(g), oracle.read(h));
        let heated = oracle.naive.heat(form_g, form_h);
        oracle.agree(oracle.store.heat(g, h).unwrap(), heated, format_args!("heating {name}"));
        let norton = oracle.store.norton(g, h).unwrap();
        let zero = oracle.naive.integer(0);
        if oracle.naive.le(zero, form_h) && !oracle.naive.le(form_h, zero) {
            let product = oracle.naive.norton(form_g, form_h);
            oracle.agree(
                norton.expect("the unit is positive"),
                product,
                format_args!("Norton product of {name}"),
            );
        } else {
            assert_eq!(norton, None, "{name}");
        }
    }

    pub fn ordinal_sums(oracle: &mut Oracle, g: Id, h: Id) {
        let name = format!("({}):({})", oracle.name(g), oracle.name(h));
        let (form_g, form_h) = (oracle.read(g), oracle.read(h));
        let sum = oracle.store.ordinal(g, h).unwrap();
        let wanted = oracle.naive.ordinal(form_g, form_h);
        oracle.agree(sum, wanted, &name);
        // The inverse undoes it, and finds something for the two games themselves only if there is something.
        assert_eq!(oracle.store.subordinate(sum, g).unwrap(), Some(h), "{name}");
        if let Some(above) = oracle.store.subordinate(g, h).unwrap() {
            let above = oracle.read(above);
            let sum = oracle.naive.ordinal(form_h, above);
            oracle.agree(g, sum, name);
        } else {
            for (_, above) in oracle.day_2.clone() {
                let sum = oracle.naive.ordinal(form_h, above);
                assert!(!oracle.naive.eq(sum, form_g), "{name}");
            }
        }
    }

    pub fn overheating(oracle: &mut Oracle, g: Id, s: Id, t: Id) {
        let name = format!("{} from {} to {}", oracle.name(g), oracle.name(s), oracle.name(t));
        let [form_g, form_s, form_t] = [g, s, t].map(|id| oracle.read(id));
        let wanted = oracle.naive.overheat(form_g, form_s, form_t);
        oracle.agree(oracle.store.overheat(g, s, t).unwrap(), wanted, format_args!("overheating {name}"));
    }
}

#[test]
fn the_values_of_day_2() {
    let oracle = Oracle::new();
    assert_eq!(oracle.day_2.len(), 22);
    let mut day = oracle.store.day(2).unwrap();
    let mut found: Vec<Id> = oracle.day_2.iter().map(|&(id, _)| id).collect();
    day.sort_unstable();
    found.sort_unstable();
    assert_eq!(day, found);
}

#[test]
fn questions_about_one_game_of_day_2() {
    let mut oracle = Oracle::new();
    for (id, _) in oracle.day_2.clone() {
        one::everything(&mut oracle, id);
    }
}

#[test]
fn questions_about_two_games_of_day_2() {
    let mut oracle = Oracle::new();
    for (g, _) in oracle.day_2.clone() {
        for (h, _) in oracle.day_2.clone() {
            two::everything(&mut oracle, g, h);
        }
    }
}

#[test]
fn questions_about_three_games_of_day_2() {
    let mut oracle = Oracle::new();
    for (g, _) in oracle.day_2.clone() {
        for (s, _) in oracle.day_2.clone() {
            for (t, _) in oracle.day_2.clone() {
                two::overheating(&mut oracle, g, s, t);
            }
        }
    }
}

/// Of the values born by day 3, in the order of their texts, each `step`-th.
fn day_3(oracle: &Oracle, step: usize) -> Vec<Id> {
    let mut day = oracle.store.day(3).unwrap();
    day.sort_by_cached_key(|&id| oracle.name(id));
    day.into_iter().step_by(step).collect()
}

#[test]
fn questions_about_one_game_of_day_3() {
    let mut oracle = Oracle::new();
    for id in day_3(&oracle, 23) {
        one::everything(&mut oracle, id);
    }
}

#[test]
#[ignore = "long"]
fn questions_about_every_game_of_day_3() {
    let mut oracle = Oracle::new();
    for id in day_3(&oracle, 1) {
        one::everything(&mut oracle, id);
    }
}

/// Games that the field gives names to: numbers, ups, nimbers, tinies, powers of up, and a few hot ones.
fn named(oracle: &mut Oracle) -> Vec<Id> {
    let naive = &mut oracle.naive;
    let (up, two) = (naive.up(), naive.integer(2));
    let (tiny, switch) = (naive.tiny(two), naive.of(vec![two], vec![up]));
    let miny = naive.neg(tiny);
    let mut forms = vec![tiny, miny, switch];
    for x in [3, -3] {
        forms.push(naive.number(Number::new(x, 4)));
        forms.push(naive.uptimal(Number::new(x, 2), 1, &[2]));
    }
    forms.extend([3, 4].map(|k| naive.nimber(k)));
    for (star, ups) in [(0, 2), (1, 3), (2, 1), (3, -1), (0, -3), (4, 2), (5, -1)] {
        forms.push(naive.uptimal(Number::from(0), star, &[ups]));
    }
    forms.extend([2, 3].map(|n| naive.power_of_up(n)));
    forms.extend([2, 3].map(|n| naive.powers_of_up(n)));
    forms.push(naive.uptimal(Number::from(0), 0, &[1, -2]));
    forms.into_iter().map(|form| oracle.id_of(form)).collect()
}

#[test]
fn questions_about_named_games() {
    let mut oracle = Oracle::new();
    let named = named(&mut oracle);
    for &id in &named {
        one::everything(&mut oracle, id);
    }
    for g in named {
        for (h, _) in oracle.day_2.clone() {
            two::sums_and_order(&mut oracle, g, h);
            two::heating(&mut oracle, h, g);
            two::ordinal_sums(&mut oracle, g, h);
            two::ordinal_sums(&mut oracle, h, g);
        }
    }
}

/// Closed forms stand for what the options of these say.
#[test]
fn companions_and_counts_of_number_up_star_values() {
    let mut oracle = Oracle::new();
    for x in [0, -3] {
        for star in 0..5 {
            for ups in -3..=3 {
                let form = oracle.naive.uptimal(Number::new(x, 2), star, &[ups]);
                let id = oracle.id_of(form);
                one::companion(&mut oracle, id);
                one::counts(&mut oracle, id);
            }
        }
    }
}

/// The literal products of larger games are too large.
#[test]
fn conway_products_of_named_games() {
    let mut oracle = Oracle::new();
    let games = ["3/4", "3", "{2|1}", "^^", "*3"].map(|text| oracle.store.parse(text).unwrap());
    for g in games {
        for (h, _) in oracle.day_2.clone() {
            two::conway(&mut oracle, g, h);
            two::conway(&mut oracle, h, g);
        }
    }
}

/// Infinitesimal games with hot followers: some have an atomic weight, others have none.
#[test]
fn atomic_weights_of_games_with_hot_followers() {
    let mut oracle = Oracle::new();
    for (text, weight) in [
        // The empty 4 by 4 board of Domineering.
        ("+-{0,{{2|0},2tiny(2)|{2|0},miny(2)}}", Some("0")),
        ("{0,{1|0}|0}", Some("1")),
        ("tiny({3|1})", Some("0")),
        ("{1|^3||^}", None),
    ] {
        let id = oracle.store.parse(text).unwrap();
        one::atomic_weight(&mut oracle, id);
        let weight = weight.map(|weight| oracle.store.parse(weight).unwrap());
        assert_eq!(oracle.store.atomic_weight(id).unwrap(), weight, "{text}");
    }
}

#[test]
fn powers_of_up() {
    let mut oracle = Oracle::new();
    let up = oracle.naive.up();
    let up = oracle.id_of(up);
    for n in 1..=4 {
        let (power, powers) = (oracle.naive.power_of_up(n), oracle.naive.powers_of_up(n));
        let n = Dyadic::from(i64::from(n));
        oracle.agree(oracle.store.pow(up, &n).unwrap().unwrap(), power, format_args!("^<{n}>"));
        oracle.agree(oracle.store.pow_to(up, &n).unwrap().unwrap(), powers, format_args!("^[{n}]"));
    }
}

/// The literal products of larger nimbers are too large.
#[test]
fn products_of_nimbers() {
    let mut oracle = Oracle::new();
    for a in 0..4 {
        for b in 0..4 {
            let (form_a, form_b) = (oracle.naive.nimber(a), oracle.naive.nimber(b));
            let product = oracle.naive.conway(form_a, form_b);
            let nimber = oracle.store.nimber(nim::product(a.into(), b.into())).unwrap();
            oracle.agree(nimber, product, format_args!("*{a} by *{b}"));
            let (g, h) = (oracle.id_of(form_a), oracle.id_of(form_b));
            oracle.agree(oracle.store.conway(g, h).unwrap(), product, format_args!("*{a} by *{b}"));
        }
    }
}

/// Random games born by day 3, by the numbers of their options among the values of day 2.
fn any_game() -> impl Strategy<Value = [Vec<usize>; 2]> {
    [prop::collection::vec(0..22usize, 1..3), prop::collection::vec(0..22usize, 1..3)]
}

fn made(oracle: &mut Oracle, sides: &[Vec<usize>; 2]) -> Id {
    let [left, right] =
        sides.each_ref().map(|side| side.iter().map(|&n| oracle.day_2[n].1).collect::<Vec<_>>());
    let form = oracle.naive.of(left, right);
    oracle.id_of(form)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn questions_about_random_games(g in any_game(), h in any_game(), pick in 0..22usize, other in 0..22usize) {
        let mut oracle = Oracle::new();
        let (g, h) = (made(&mut oracle, &g), made(&mut oracle, &h));
        one::everything(&mut oracle, g);
        let (small, smaller) = (oracle.day_2[pick].0, oracle.day_2[other].0);
        two::everything(&mut oracle, g, small);
        two::everything(&mut oracle, small, g);
        two::overheating(&mut oracle, g, small, smaller);
        two::sums_and_order(&mut oracle, g, h);
        two::heating(&mut oracle, g, h);
        two::ordinal_sums(&mut oracle, g, h);
    }

    /// Sums that are born later. Their Conway products and their cooling by many temperatures are too large as literal forms, and
    /// so is the heating of those with many followers.
    #[test]
    fn questions_about_random_sums(g in any_game(), term in 0..100usize, pick in 0..22usize) {
        let mut oracle = Oracle::new();
        let named = named(&mut oracle);
        let g = made(&mut oracle, &g);
        let (form, term) = (oracle.read(g), oracle.read(named[term % named.len()]));
        let sum = oracle.naive.add(form, term);
        let (sum, small) = (oracle.id_of(sum), oracle.day_2[pick].0);
        one::but_cooling(&mut oracle, sum);
        two::sums_and_order(&mut oracle, sum, small);
        let form = oracle.read(sum);
        if oracle.naive.followers(form).len() <= 20 {
            two::heating(&mut oracle, sum, small);
        }
        two::ordinal_sums(&mut oracle, sum, small);
    }

    /// Each Left option has the right stop 0, each Right option the left stop 0, and so have games made of such games.
    #[test]
    fn atomic_weights_of_random_games_with_hot_followers(
        games in prop::collection::vec([prop::collection::vec(0..20usize, 1..4), prop::collection::vec(0..20usize, 1..4)], 1..4),
    ) {
        let mut oracle = Oracle::new();
        let mut left: Vec<Id> = ["0", "*", "*2", "^", "v", "^*", "{1|0}", "{2|*}", "{1|^}", "{2|v}", "{1|{0|-1}}", "tiny(1)"]
            .map(|text| oracle.store.parse(text).unwrap()).into();
        let mut right: Vec<Id> = left.iter().map(|id| id.neg()).collect();
        for sides in games {
            let chosen = |of: &[Id], side: &[usize]| side.iter().map(|n| of[n % of.len()]).collect::<Vec<_>>();
            let id = oracle.store.canonical(&chosen(&left, &sides[0]), &chosen(&right, &sides[1])).unwrap();
            one::atomic_weight(&mut oracle, id);
            left.push(id);
            right.push(id);
        }
    }

    #[test]
    fn ordinal_sums_of_forms_as_they_stand(form in any_game(), pick in 0..22usize) {
        let mut oracle = Oracle::new();
        let of = |side: &[usize]| side.iter().map(|&n| oracle.day_2[n]).unzip();
        let ((left, form_left), (right, form_right)): ((Vec<_>, Vec<_>), (Vec<_>, Vec<_>)) = (of(&form[0]), of(&form[1]));
        let (above, form_above) = oracle.day_2[pick];
        let base = oracle.naive.of(form_left, form_right);
        let wanted = oracle.naive.ordinal(base, form_above);
        let sum = oracle.store.ordinal_of_form(&left, &right, above).unwrap();
        oracle.agree(sum, wanted, "ordinal sum");
    }
}
