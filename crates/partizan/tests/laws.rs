//! The laws that the traits of rulesets state, for every ruleset of the list in every setting.

use partizan::ruleset::{
    Finite, FiniteVisitor, Index, Keyed, KeyedVisitor, Lookup, Opening, Player, Ruleset, Variant, Verdict,
    Visitor, pages, with_finite, with_keyed, with_ruleset,
};
use std::collections::{BTreeMap, HashMap, HashSet};

/// Numbers that look random and are the same on every run.
struct Dice(u64);

impl Dice {
    fn below(&mut self, end: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % end
    }
}

/// The usual variant and, for each setting, each of its values alone.
fn variants(name: &str) -> Vec<Variant> {
    let pages = pages();
    let page = pages.iter().find(|page| page.name == name).expect("the ruleset has a page");
    let mut all = vec![Variant::default()];
    for setting in page.settings {
        for value in setting.values.iter().skip(1).filter(|value| !value.starts_with('<')) {
            all.push(Variant::default().with(setting.name, value));
        }
    }
    all
}

fn options<R: Ruleset>(ruleset: &R, position: &R::Position, player: Player) -> Vec<R::Position> {
    let mut all = Vec::new();
    ruleset.options(position, player, &mut |option| all.push(option));
    all
}

fn images<R: Ruleset>(ruleset: &R, position: &R::Position) -> Vec<R::Position> {
    let mut all = Vec::new();
    ruleset.images(position, &mut |image| all.push(image));
    all
}

/// How often each text stands in a list.
fn multiset(texts: impl Iterator<Item = String>) -> BTreeMap<String, usize> {
    let mut count = BTreeMap::new();
    for text in texts {
        *count.entry(text).or_insert(0) += 1;
    }
    count
}

/// The start and the examples of the notation, then positions met in random play from them.
fn sample<R: Ruleset>(ruleset: &R) -> Vec<(R::Position, Player)> {
    let examples = R::NOTATION.split('\'').filter_map(|text| ruleset.parse(text).ok());
    let roots: Vec<R::Position> = ruleset.start().into_iter().chain(examples).collect();
    assert!(!roots.is_empty(), "{} has neither a start nor an example in its notation", R::NAME);
    let mut dice = Dice(0x9E37_79B9_7F4A_7C15);
    let mut met = Vec::new();
    for round in 0..16 {
        let mut position = roots[round % roots.len()].clone();
        let mut mover = ruleset.turn(&position).unwrap_or(Player::BOTH[round / roots.len() % 2]);
        for _ in 0..25 {
            met.push((position.clone(), mover));
            let all = options(ruleset, &position, mover);
            if all.is_empty() {
                break;
            }
            position = all[dice.below(all.len() as u64) as usize].clone();
            mover = mover.other();
        }
    }
    met
}

struct Laws;

impl Visitor for Laws {
    type Out = ();

    fn visit<R: Ruleset>(self, ruleset: R) {
        let say = |position: &R::Position| format!("{} {}", R::NAME, ruleset.print(position));
        // The least text of the images stands for all of them.
        let chief = |position: &R::Position| {
            images(&ruleset, position).iter().map(|image| ruleset.print(image)).min().unwrap_or_default()
        };
        for (position, mover) in sample(&ruleset) {
            let text = ruleset.print(&position);
            assert_eq!(ruleset.parse(&text).as_ref(), Ok(&position), "{}", say(&position));
            let all = options(&ruleset, &position, mover);
            if ruleset.verdict(&position, mover).is_some() {
                assert!(all.is_empty(), "{} has ended and has moves", say(&position));
            }
            for option in &all {
                let text = ruleset.print(option);
                assert_eq!(ruleset.parse(&text).as_ref(), Ok(option), "a move from {}", say(&position));
                if ruleset.turn(&position) == Some(mover) {
                    assert_ne!(ruleset.turn(option), Some(mover), "{}", say(option));
                }
            }
            let all_images = images(&ruleset, &position);
            assert_eq!(all_images.first(), Some(&position), "the first image is the position itself");
            let after = multiset(all.iter().map(chief));
            for image in &all_images {
                assert_eq!(
                    ruleset.verdict(image, mover),
                    ruleset.verdict(&position, mover),
                    "{}",
                    say(image)
                );
                let images_after = options(&ruleset, image, mover);
                assert_eq!(
                    multiset(images_after.iter().map(chief)),
                    after,
                    "{} as {}",
                    say(&position),
                    say(image)
                );
            }
            if let Some(swapped) = ruleset.swap(&position) {
                let back = ruleset.swap(&swapped);
                assert_eq!(back.as_ref(), Some(&position), "{}", say(&position));
                let mirrored = ruleset.verdict(&swapped, mover.other()).map(|verdict| match verdict {
                    Verdict::Win(player) => Verdict::Win(player.other()),
                    Verdict::Tie => Verdict::Tie,
                });
                assert_eq!(mirrored, ruleset.verdict(&position, mover), "{}", say(&position));
                let print = |option: &R::Position| ruleset.print(option);
                let theirs = options(&ruleset, &swapped, mover.other());
                let ours = all.iter().filter_map(|option| ruleset.swap(option)).collect::<Vec<_>>();
                assert_eq!(
                    multiset(theirs.iter().map(print)),
                    multiset(ours.iter().map(print)),
                    "{}",
                    say(&position)
                );
            }
        }
    }
}

#[test]
fn every_ruleset_keeps_its_laws() {
    for page in pages() {
        for variant in variants(page.name) {
            with_ruleset(page.name, &variant, Laws)
                .unwrap_or_else(|error| panic!("{} {variant}: {error}", page.name));
        }
    }
}

struct IndexLaws;

impl FiniteVisitor for IndexLaws {
    type Out = ();

    fn visit<R: Finite>(self, ruleset: R) {
        for symmetry in [false, true] {
            index_laws(&ruleset, &ruleset.numbered(symmetry));
        }
    }
}

fn index_laws<R: Ruleset, I: Index<Ruleset = R>>(ruleset: &R, index: &I) {
    let tiers: Vec<_> = (0..index.tiers()).map(|tier| index.tier(tier)).collect();
    assert_eq!(
        (tiers[0].start, tiers[tiers.len() - 1].end),
        (0, index.size()),
        "{}: the tiers cover all",
        R::NAME
    );
    assert!(tiers.windows(2).all(|pair| pair[0].end == pair[1].start), "{}: the tiers have no gaps", R::NAME);
    let tier_of = |number: u64| tiers.partition_point(|tier| tier.end <= number);
    let numbers_after = |number: u64| {
        let (position, mover) = index.state(number).expect("the number has a state");
        options(ruleset, &position, mover)
            .iter()
            .map(|after| index.index(after, mover.other()))
            .collect::<Vec<_>>()
    };

    for (number, tier) in tiers.iter().enumerate() {
        let stretches = (0..index.stretches(number)).map(|stretch| index.stretch(number, stretch));
        let mut stretches: Vec<_> = stretches.filter(|stretch| !stretch.is_empty()).collect();
        stretches.sort_unstable_by_key(|stretch| stretch.start);
        assert!(
            stretches.windows(2).all(|pair| pair[0].end == pair[1].start),
            "{}: the stretches cover each number once",
            R::NAME
        );
        if let (Some(first), Some(last)) = (stretches.first(), stretches.last()) {
            assert_eq!(
                (first.start, last.end),
                (tier.start, tier.end),
                "{}: the stretches cover a tier",
                R::NAME
            );
        }
        assert_eq!(stretches.is_empty(), tier.is_empty(), "{}: the stretches cover a tier", R::NAME);

        let (all, groups) = (index.stretches(number), index.groups(number));
        assert_eq!(all % groups, 0, "{}: as many stretches in each group", R::NAME);
        let mut group_of = HashMap::new();
        // Some of each group, the same in every one: the first and the last number of every 97th stretch.
        for stretch in (0..all).filter(|stretch| groups > 1 && (stretch % (all / groups)).is_multiple_of(97))
        {
            let numbers = index.stretch(number, stretch);
            for from in numbers.clone().take(1).chain(numbers.last()) {
                for tier in 0..tiers.len() {
                    index.predecessors(from, tier, &mut |before| {
                        let group = stretch / (all / groups);
                        let known = *group_of.entry(before).or_insert(group);
                        assert_eq!(known, group, "{}: groups have no predecessor in common", R::NAME);
                    });
                }
            }
        }
    }

    let mut numbers: Vec<u64> = if index.size() <= 500 { (0..index.size()).collect() } else { Vec::new() };
    let mut dice = Dice(0x2545_F491_4F6C_DD1D);
    for tier in &tiers {
        for _ in 0..300 / tiers.len().min(10) {
            if !tier.is_empty() {
                numbers.push(tier.start + dice.below(tier.end - tier.start));
            }
        }
    }
    for (position, mover) in sample(ruleset) {
        let number = index.index(&position, mover);
        assert!(number < index.size(), "{} {}", R::NAME, ruleset.print(&position));
        // The state of its number is an image of it, for this player or, exchanged, for the other.
        let (state, player) = index.state(number).expect("a legal position has a number with a state");
        let own = if player == mover { Some(position.clone()) } else { ruleset.swap(&position) };
        let own = own.expect("only where the players can be exchanged may the other stand for the mover");
        assert!(
            state == own || (index.symmetric() && images(ruleset, &own).contains(&state)),
            "{} {} has the number of {}",
            R::NAME,
            ruleset.print(&position),
            ruleset.print(&state)
        );
        numbers.push(number);
    }
    for number in numbers {
        // The openings of a row of numbers are those of each.
        let tier = &tiers[tier_of(number)];
        let row = number.saturating_sub(dice.below(30)).max(tier.start)
            ..(number + 1 + dice.below(30)).min(tier.end);
        let mut openings = Vec::new();
        index.openings(row.clone(), &mut |opening| openings.push(opening));
        assert_eq!(
            openings,
            row.map(|number| index.opening(number)).collect::<Vec<_>>(),
            "{} {number}",
            R::NAME
        );
        let Some((position, mover)) = index.state(number) else {
            assert_eq!(index.opening(number), Opening::Nothing);
            continue;
        };
        let say = || format!("{} {number}, {} with {mover} to move", R::NAME, ruleset.print(&position));
        assert_eq!(index.index(&position, mover), number, "{}", say());
        let distinct: HashSet<_> = images(ruleset, &position).into_iter().collect();
        let weight = if index.symmetric() { distinct.len() as u64 } else { 1 };
        assert_eq!(index.weight(number), weight, "{}", say());
        let after = numbers_after(number);
        let expected = match ruleset.verdict(&position, mover) {
            Some(Verdict::Win(player)) if player == mover => Opening::Won,
            Some(Verdict::Win(_)) => Opening::Lost,
            Some(Verdict::Tie) => Opening::Tied,
            None => Opening::Moves(after.len() as u32),
        };
        assert_eq!(index.opening(number), expected, "{}", say());
        assert!(after.len() as u64 <= u64::from(index.most_moves()), "{}", say());
        // Backwards from each position that a move leads to.
        for &to in &after {
            assert!(
                index.reaches(tier_of(number)).contains(&tier_of(to)),
                "{} reaches a tier it does not name",
                say()
            );
            let mut times = 0;
            let known =
                index.predecessors(to, tier_of(number), &mut |before| times += usize::from(before == number));
            if known {
                assert_eq!(times, after.iter().filter(|&&number| number == to).count(), "back to {}", say());
            }
        }
        // And from each position that is said to lead here.
        for (tier, stretch) in tiers.iter().enumerate() {
            let mut before = BTreeMap::new();
            index.predecessors(number, tier, &mut |from| *before.entry(from).or_insert(0usize) += 1);
            for (from, times) in before {
                assert!(stretch.contains(&from), "{} is said to come from another tier", say());
                if matches!(index.opening(from), Opening::Moves(_)) {
                    let moves = numbers_after(from).into_iter().filter(|&to| to == number).count();
                    assert_eq!(moves, times, "from {from} to {}", say());
                }
            }
        }
    }
}

#[test]
fn every_index_keeps_its_laws() {
    let mut some = false;
    for page in pages() {
        for variant in variants(page.name) {
            match with_finite(page.name, &variant, IndexLaws) {
                Ok(()) => some = true,
                Err(Lookup::Missing { .. }) => {}
                Err(error) => panic!("{} {variant}: {error}", page.name),
            }
        }
    }
    assert!(some, "no ruleset has an index");
}

struct KeyLaws;

impl KeyedVisitor for KeyLaws {
    type Out = ();

    fn visit<R: Keyed>(self, ruleset: R) {
        if !ruleset.fits() {
            let usual = R::with_variant(&Variant::default()).unwrap();
            assert!(usual.fits(), "{}: the usual settings fit", R::NAME);
            return;
        }
        let say = |position: &R::Position| format!("{} {}", R::NAME, ruleset.print(position));
        let times = |all: &[R::Position], one: &R::Position| all.iter().filter(|each| *each == one).count();
        for (position, mover) in sample(&ruleset) {
            let key = ruleset.key(&position, mover);
            assert_ne!(key, u64::MAX);
            assert_eq!(ruleset.unkey(key), (position.clone(), mover), "{}", say(&position));
            assert_ne!(ruleset.key(&position, mover.other()), key);
            let all_images = images(&ruleset, &position);
            for image in &all_images {
                assert_eq!(times(&all_images, image), times(&all_images, &position), "{}", say(image));
            }
            let after = options(&ruleset, &position, mover);
            let print = |option: &R::Position| ruleset.print(option);
            for (turn, image) in all_images.iter().enumerate() {
                let there = options(&ruleset, image, mover);
                let turned: Vec<_> =
                    after.iter().map(|option| images(&ruleset, option)[turn].clone()).collect();
                let [there, turned] = [there, turned].map(|all| multiset(all.iter().map(print)));
                assert_eq!(there, turned, "{} as {}", say(&position), say(image));
            }
            for option in &after {
                let mut before = Vec::new();
                if ruleset.predecessors(option, mover, &mut |each| before.push(each)) {
                    assert_eq!(
                        times(&before, &position),
                        times(&after, option),
                        "{} before {}",
                        say(&position),
                        say(option)
                    );
                }
            }
            let mut before = Vec::new();
            ruleset.predecessors(&position, mover, &mut |each| before.push(each));
            for one in &before {
                assert_eq!(ruleset.parse(&ruleset.print(one)).as_ref(), Ok(one), "before {}", say(&position));
                if ruleset.verdict(one, mover).is_none() {
                    let there = options(&ruleset, one, mover);
                    assert_eq!(
                        times(&before, one),
                        times(&there, &position),
                        "{} before {}",
                        say(one),
                        say(&position)
                    );
                }
            }
        }
    }
}

#[test]
fn every_ruleset_of_words_keeps_its_laws() {
    let mut some = false;
    for page in pages() {
        for variant in variants(page.name) {
            match with_keyed(page.name, &variant, KeyLaws) {
                Ok(()) => some = true,
                Err(Lookup::Missing { .. }) => {}
                Err(error) => panic!("{} {variant}: {error}", page.name),
            }
        }
    }
    assert!(some, "no ruleset has words");
}
