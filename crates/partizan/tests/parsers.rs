//! Any text at all is a position or a fault, in every ruleset; and a position prints to what parses back to it.

use partizan::Ruleset;
use partizan::ruleset::{Variant, Visitor, pages, with_ruleset};
use proptest::prelude::*;

struct Parse<'a>(&'a str);

impl Visitor for Parse<'_> {
    type Out = Result<(), String>;

    fn visit<R: Ruleset>(self, ruleset: R) -> Result<(), String> {
        match ruleset.parse(self.0) {
            Err(fault) if fault.found().is_empty() || fault.expected().is_empty() => {
                Err(format!("{}: a fault that does not say what it is: {fault}", R::NAME))
            }
            Err(_) => Ok(()),
            Ok(position) => {
                let text = ruleset.print(&position);
                match ruleset.parse(&text) {
                    Ok(again) if again == position => Ok(()),
                    other => Err(format!("{}: {:?} prints {text:?}, which is {other:?}", R::NAME, self.0)),
                }
            }
        }
    }
}

fn parse_everywhere(text: &str) -> Result<(), TestCaseError> {
    for page in pages() {
        with_ruleset(page.name, &Variant::default(), Parse(text))
            .expect("every listed ruleset has a usual variant")
            .map_err(TestCaseError::fail)?;
    }
    Ok(())
}

/// Texts made of what positions are made of, so that many of them are nearly positions.
fn nearly() -> impl Strategy<Value = String> {
    let letters: Vec<char> = ".#xXoO*WBLRTFGwb0123456789-,;:() /|\n\r\t'\"{}+^v=~\u{0}é∗".chars().collect();
    let any = prop::collection::vec(prop::sample::select(letters), 0..40);
    let board = (
        1usize..6,
        1usize..6,
        prop::collection::vec(prop::sample::select(".#xXoO*WBLRTF".chars().collect::<Vec<_>>()), 36),
    )
        .prop_map(|(rows, columns, cells)| {
            let rows: Vec<String> =
                (0..rows).map(|row| (0..columns).map(|column| cells[row * 6 + column]).collect()).collect();
            rows.join("/")
        });
    prop_oneof![any.prop_map(|chars| chars.into_iter().collect()), board]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(
        std::env::var("PROPTEST_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(400)
    ))]

    #[test]
    fn texts_that_are_nearly_positions(text in nearly()) {
        parse_everywhere(&text)?;
    }

    #[test]
    fn any_text(text in ".{0,60}") {
        parse_everywhere(&text)?;
    }
}

#[test]
fn texts_without_end() {
    for text in ["(", "{", ".", "./", "0-1 B,", "B", "9", "-", "/"] {
        parse_everywhere(&text.repeat(20_000)).unwrap();
    }
    parse_everywhere("").unwrap();
    parse_everywhere("99999999999999999999999999999999").unwrap();
}
