//! The facts about values of positions, put to the library and to the command.

use partizan::Budget;
use partizan::question::value::{Evaluator, Request, value};
use partizan::ruleset::domineering::Domineering;
use partizan::ruleset::{Ruleset, Short, ShortVisitor, Variant, with_short};
use partizan::value::{Dyadic, Evaluated, Id, Store, Tree, Variables};
use partizan_conformance::{partizan, text};
use std::collections::HashSet;

struct Fact<'a> {
    id: &'a str,
    ruleset: &'a str,
    position: &'a str,
    ask: &'a str,
    expected: &'a str,
}

fn facts(file: &str) -> Vec<Fact<'_>> {
    let facts: Vec<Fact> = file
        .lines()
        .skip(1)
        .map(|line| {
            let columns: Vec<&str> = line.split('\t').collect();
            let [id, ruleset, position, ask, expected, _source, _input, _original] = columns[..] else {
                panic!("eight columns: {line}")
            };
            Fact { id, ruleset, position, ask, expected }
        })
        .collect();
    assert!(facts.len() > 150);
    facts
}

/// The value of a position in a store.
struct Valued<'a> {
    text: &'a str,
    store: &'a Store,
}

impl ShortVisitor for Valued<'_> {
    type Out = Id;

    fn visit<R: Short>(self, ruleset: R) -> Id {
        let position = ruleset.parse(self.text).unwrap();
        Evaluator::new(self.store, &ruleset).value(&position).unwrap()
    }
}

#[test]
fn facts_hold_in_the_library() {
    let store = Store::new();
    for Fact { id, ruleset, position, ask, expected } in facts(&text("positions.tsv")) {
        let at = format!("{id}: {ruleset} {position}: {ask}");
        let game =
            with_short(ruleset, &Variant::default(), Valued { text: position, store: &store }).unwrap();
        let number = |number: Dyadic| assert_eq!(number.to_string(), expected, "{at}");
        match ask {
            "value" => {
                let said = store.text(game).unwrap();
                assert_eq!(game, store.parse(expected).unwrap(), "{at}: {said} instead of {expected}");
            }
            "outcome" => assert_eq!(store.outcome(game).to_string(), expected, "{at}"),
            "mean" => number(store.mean(game).unwrap()),
            "temperature" => number(store.temperature(game).unwrap()),
            "left_stop" => number(store.left_stop(game)),
            "right_stop" => number(store.right_stop(game)),
            "birthday" => assert_eq!(store.birthday(game).to_string(), expected, "{at}"),
            "holds" => {
                let mut variables = Variables::new();
                variables.insert("it".into(), game);
                let truth = store.evaluate(&Tree::parse(expected).unwrap(), &variables).unwrap();
                assert!(matches!(truth, Evaluated::Truth { holds: true, .. }), "{at}: {expected}");
            }
            other => panic!("{at}: nothing is known of {other}"),
        }
    }
}

#[test]
fn facts_hold_at_the_command() {
    let text = text("positions.tsv");
    let all = facts(&text);
    let rulesets: HashSet<&str> = all.iter().map(|fact| fact.ruleset).collect();
    let store = Store::new();
    for ruleset in rulesets {
        let facts: Vec<&Fact> = all.iter().filter(|fact| fact.ruleset == ruleset).collect();
        let lines = facts.iter().map(|fact| fact.position).collect::<Vec<_>>().join("\n");
        let run = partizan(&["value", ruleset, "--lines", "--threads", "2"], &lines);
        assert_eq!((run.status, run.err.as_str()), (0, ""), "{ruleset}");
        let answers: Vec<serde_json::Value> =
            run.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert_eq!(answers.len(), facts.len());
        for (fact, answer) in facts.iter().zip(&answers) {
            let at = format!("{}: {ruleset} {}: {}", fact.id, fact.position, fact.ask);
            let said = |name: &str| answer["answer"][name].as_str().unwrap();
            match fact.ask {
                "value" => assert_eq!(store.parse(said("value")), store.parse(fact.expected), "{at}"),
                "outcome" | "birthday" => assert_eq!(said(fact.ask), fact.expected, "{at}"),
                "holds" => {}
                number => {
                    let fraction = answer["answer"][number]["fraction"].as_str().unwrap();
                    assert_eq!(fraction.strip_suffix("/1").unwrap_or(fraction), fact.expected, "{at}");
                }
            }
        }
    }
}

#[test]
fn answers_are_the_same_to_the_letter_for_any_number_of_threads() {
    for (ruleset, position) in [
        ("domineering", "...../...../...../....."),
        ("clobber", "xoxox/oxoxo/xoxox"),
        ("amazons", "x../.../..o"),
        ("hackenbush", "0-1 B, 1-2 R, 2-0 G, 2-3 B, 3-3 R, 1-3 G"),
    ] {
        let run = |threads: &str| {
            let run =
                partizan(&["value", ruleset, position, "--explain", "--json", "--threads", threads], "");
            assert_eq!(run.status, 0, "{}", run.err);
            run.json()
        };
        let one = run("1");
        assert_eq!(one, run("2"));
        assert_eq!(one, run("5"));
    }
}

/// All 65,536 subsets of the 4 by 4 board (`dom-05` of cases.jsonl: 717 distinct values, the largest temperature 7/4, the
/// nimbers 0 and *1).
#[test]
fn all_pieces_of_the_four_by_four_domineering_board() {
    let store = Store::new();
    let evaluator = Evaluator::new(&store, &Domineering);
    let mut values = HashSet::new();
    for subset in 0u32..1 << 16 {
        let cells: Vec<String> = (0..4)
            .map(|row| {
                (0..4).map(|column| if subset >> (4 * row + column) & 1 == 1 { '.' } else { '#' }).collect()
            })
            .collect();
        values.insert(evaluator.value(&Domineering.parse(&cells.join("/")).unwrap()).unwrap());
    }
    assert_eq!(values.len(), 717);
    let warmest = values.iter().map(|&id| store.temperature(id).unwrap()).max().unwrap();
    assert_eq!(warmest.to_string(), "7/4");
    let mut warm: Vec<Id> =
        values.iter().copied().filter(|&id| store.temperature(id).unwrap() == warmest).collect();
    let expected = store.parse("{3*|-1/2}").unwrap();
    warm.sort();
    let mut both = vec![expected, expected.neg()];
    both.sort();
    assert_eq!(warm, both);
    let nimbers: HashSet<u64> = values.iter().filter_map(|&id| store.as_nimber(id)).collect();
    assert_eq!(nimbers, HashSet::from([0, 1]));
}

#[test]
fn what_cannot_be_answered_says_why() {
    let run = partizan(&["value", "l-game", "x##./.#*./.#*./.**x"], "");
    assert_eq!(run.status, 2);
    assert!(
        run.err.contains("l-game has no values of short games") && run.err.contains("domineering"),
        "{}",
        run.err
    );
    let run = partizan(&["value", "domineering", "../.x"], "");
    assert_eq!((run.status, run.out.as_str()), (2, ""));
    assert!(run.err.contains("row 2, column 2: found 'x'"), "{}", run.err);
    let run = partizan(
        &["value", "domineering", "....../....../....../....../....../......", "--memory", "2MB"],
        "",
    );
    assert_eq!(run.status, 3);
    assert!(
        run.err.contains("the budget is 2 MB") && run.out.contains("positions"),
        "{}{}",
        run.err,
        run.out
    );
    let run = partizan(&["value", "clobber", "xoxoxo/oxoxox/xoxoxo/oxoxox/xoxoxo", "--time", "50ms"], "");
    assert_eq!(run.status, 3);
    assert!(run.err.contains("time budget"), "{}", run.err);
}

#[test]
fn moves_are_named_and_explained() {
    let request = Request {
        ruleset: "hackenbush".into(),
        position: Some("0-1 B, 1-2 R, 0-3 R".into()),
        explain: true,
        ..Request::default()
    };
    let answer = value(&request, &Budget::unlimited()).unwrap().answer.answer;
    assert_eq!(answer.game.value, "-1/2");
    assert!(answer.left_wins_with.is_empty());
    // Cutting 1-2 leaves 1 - 1 = 0, cutting 0-3 leaves 1/2: Right wins with the first alone.
    let moves: Vec<_> =
        answer.right_wins_with.iter().map(|m| (m.name.as_deref(), m.value.as_str())).collect();
    assert_eq!(moves, [(Some("1-2 R"), "0")]);
    let why = answer.why.unwrap();
    let components: Vec<_> = why.components.iter().map(|c| (c.value.as_str(), c.by.as_str())).collect();
    assert_eq!(components[0], ("1/2", "the rule for red-blue trees"));
    assert_eq!(components[1], ("-1", "edges of one player count one each"));
    assert_eq!(why.left.len(), 1);
    let fates: Vec<_> = why.right.iter().map(|o| (o.value.as_str(), format!("{:?}", o.fate))).collect();
    assert_eq!(fates[0], ("0", "Canonical".to_string()));
    assert!(fates[1].1.contains("Dominated"), "{fates:?}");
}
