//! The laws of `Short` and `Field`, held against literal game trees on all small positions of each ruleset.
#![allow(missing_docs)]

mod common;

use common::{Form, Forms, literal, literal_piece, said, samples};
use partizan::Player;
use partizan::ruleset::{Field, Short, ShortVisitor, Variant, short_rulesets, with_short};
use std::collections::{HashMap, HashSet};

struct Laws;

impl ShortVisitor for Laws {
    type Out = usize;

    fn visit<R: Short>(self, ruleset: R) -> usize {
        let mut forms = Forms::default();
        let mut memo = HashMap::new();
        let mut fields: Vec<(R::Field, Checked<R::Field>)> = Vec::new();
        let samples = samples(R::NAME);
        for text in &samples {
            let position = ruleset.parse(text).unwrap_or_else(|fault| panic!("{} {text}: {fault}", R::NAME));
            assert_eq!(
                ruleset.parse(&ruleset.print(&position)).as_ref(),
                Ok(&position),
                "{} {text}",
                R::NAME
            );
            for player in Player::BOTH {
                assert_eq!(ruleset.verdict(&position, player), None);
                ruleset.options(&position, player, &mut |option| {
                    let printed = ruleset.print(&option);
                    assert_eq!(ruleset.parse(&printed), Ok(option), "{} {text}: {printed}", R::NAME);
                });
                let named = ruleset.named_moves(&position, player);
                let mut options = Vec::new();
                ruleset.options(&position, player, &mut |option| options.push(option));
                assert!(
                    named.is_empty() || named.into_iter().map(|(_, p)| p).eq(options),
                    "{} {text}",
                    R::NAME
                );
            }
            let form = literal(&ruleset, &position, &mut forms, &mut memo);
            of_positions(&ruleset, &position, form, &mut forms, &mut memo);
            if let Some((field, piece)) = ruleset.field(&position) {
                let at = fields.iter().position(|(known, _)| *known == field).unwrap_or_else(|| {
                    fields.push((field.clone(), HashMap::new()));
                    fields.len() - 1
                });
                of_pieces(
                    &field,
                    &piece,
                    form,
                    &mut forms,
                    &mut fields[at].1,
                    &format!("{} {text}", R::NAME),
                );
            }
        }
        samples.len()
    }
}

fn of_positions<R: Short>(
    ruleset: &R,
    position: &R::Position,
    form: Form,
    forms: &mut Forms,
    memo: &mut HashMap<R::Position, Form>,
) {
    let text = format!("{} {}", R::NAME, ruleset.print(position));
    let mut parts = Vec::new();
    ruleset.components(position, &mut |part| parts.push(part));
    let mut sum = forms.integer(0);
    for part in &parts {
        let of_part = literal(ruleset, part, forms, memo);
        sum = forms.add(sum, of_part);
        let (insight, theorem) = ruleset.insight(part);
        let said = said(&insight, forms, |rest, forms| literal(ruleset, rest, forms, memo));
        if let Some(said) = said {
            assert!(forms.eq(said, of_part), "{text}: {theorem} says {insight:?} of {}", ruleset.print(part));
        }
        let mut again = 0;
        ruleset.components(part, &mut |_| again += 1);
        assert!(again <= 1, "{text}: a component has components");
    }
    assert!(forms.eq(sum, form), "{text} is not the sum of its {} components", parts.len());
}

/// The pieces of a field that have been looked at, with their forms, by what they show.
type Checked<F> = HashMap<String, (<F as Field>::Piece, Form)>;

fn of_pieces<F: Field>(
    field: &F,
    piece: &F::Piece,
    form: Form,
    forms: &mut Forms,
    checked: &mut Checked<F>,
    text: &str,
) {
    let mut new = Vec::new();
    assert_eq!(
        literal_piece(field, piece, forms, checked, &mut new),
        form,
        "{text}: the field has other moves"
    );
    let bits = field.key_bits();
    let mut keys: HashMap<u128, F::Piece> = HashMap::new();
    for (piece, form) in new {
        let mut sum = forms.integer(0);
        let mut parts = Vec::new();
        field.split(&piece, &mut |part| parts.push(part));
        for part in &parts {
            let of_part = literal_piece(field, part, forms, checked, &mut Vec::new());
            sum = forms.add(sum, of_part);
            let insight = field.insight(part);
            let said = said(&insight, forms, |rest, forms| {
                literal_piece(field, rest, forms, checked, &mut Vec::new())
            });
            if let Some(said) = said {
                assert!(forms.eq(said, of_part), "{text}: {insight:?} is said of {part:?}");
            }
            let normal = field.normal(part);
            let of_normal = literal_piece(field, &normal.piece, forms, checked, &mut Vec::new());
            let expected = if normal.negated { forms.neg(of_part) } else { of_part };
            assert!(forms.eq(of_normal, expected), "{text}: {normal:?} of {part:?}");
            if normal.symmetric {
                let negative = forms.neg(of_part);
                assert!(forms.eq(negative, of_part), "{text}: {part:?} is not its own negative");
            }
            let again = field.normal(&normal.piece);
            assert!(again.piece == normal.piece && (!again.negated || again.symmetric), "{text}: {again:?}");
            let key = field.key(&normal.piece);
            assert!(bits == 128 || key >> bits == 0, "{text}: a key of more than {bits} bits");
            let other = keys.entry(key).or_insert_with(|| normal.piece.clone());
            assert_eq!(*other, normal.piece, "{text}: two pieces have one key");
        }
        assert!(forms.eq(sum, form), "{text}: {piece:?} is not the sum of {parts:?}");
    }
}

#[test]
fn every_ruleset_keeps_the_laws() {
    let names = short_rulesets();
    assert_eq!(names.iter().collect::<HashSet<_>>().len(), names.len());
    for name in names {
        let count = with_short(name, &Variant::default(), Laws).unwrap();
        println!("{name}: {count} positions");
    }
}
