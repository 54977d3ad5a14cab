//! # Heaps
//!
//! Heaps of counters: Nim, Kayles, Dawson's games and every other octal game. A move takes counters from one heap; the
//! code says how many may go and what may be left of the heap. Both players may make the same moves. Who cannot move
//! has lost, or has won in misère play: the convention is part of the question.
//!
//! **Settings.** `code` is `nim`, or an octal code `0.d1d2d3...`: the digit dk is the sum of 1 if k counters may be
//! taken that are the whole heap, 2 if what is left of the heap may stay one heap, 4 if it may be split into two (none of them
//! empty). `4.d1d2...` also lets a heap be split without taking any. A last `...` repeats the digit before it for
//! ever. Nim is `0.3...`, Kayles `0.77`, Dawson's Kayles `0.07`, Dawson's Chess `0.137`, Treblecross `0.007`, Lasker's
//! Nim `4.3...`.
//!
//! **Notation.** The heaps with `+` between them, the largest first: `5+3+1`; commas and blanks are read, too. No
//! heap at all is `0`.
//!
//! **Example.** In Kayles one or two neighbouring pins of a row are knocked down:
//!
//! ```
//! use partizan::{Player, Ruleset};
//! use partizan::ruleset::heaps::Heaps;
//!
//! let kayles = Heaps::of_code("0.77").unwrap();
//! let mut options = Vec::new();
//! kayles.options(&kayles.parse("4").unwrap(), Player::Left, &mut |option| options.push(kayles.print(&option)));
//! assert_eq!(options, ["3", "2+1", "2", "1+1"]);
//! ```
//!
//! **Reference.** Guy and Smith, *The G-values of various games*, Proc. Camb. Phil. Soc. 52 (1956); *Winning Ways*,
//! chapter 4.

use super::short::{Insight, NoField, Short};
use super::{Player, Ruleset, Setting, Variant};
use crate::fault::{Fault, quote_text};
use smallvec::SmallVec;
use std::cmp::Reverse;

/// The largest heap of a position.
pub const MAX_HEAP: u32 = 100_000;
/// The most heaps of a position.
pub const MAX_HEAPS: usize = 1_000;
/// The most digits of a code.
const MAX_DIGITS: usize = 64;

/// The ruleset of heaps under one code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heaps {
    /// Whether a heap may be split without taking any.
    splits: bool,
    digits: Vec<u8>,
    /// The digit that all later ones are.
    tail: u8,
}

/// The sizes of the heaps, the largest first; none is empty.
pub type Sizes = SmallVec<[u32; 6]>;

/// What may be left when so many counters are taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Leaves {
    /// Nothing: they were the whole heap.
    pub none: bool,
    /// One heap.
    pub one: bool,
    /// Two heaps.
    pub two: bool,
}

impl Heaps {
    /// The game with this code, or `nim`.
    ///
    /// # Errors
    /// A fault if it is no code.
    pub fn of_code(code: &str) -> Result<Self, Fault> {
        let code = code.trim();
        if code.eq_ignore_ascii_case("nim") {
            return Ok(Heaps::default());
        }
        let fault = || {
            let expected =
                "nim, or an octal code such as 0.77 or 4.3...: 0 or 4, a point, then digits 0 to 7";
            Fault::new(format!("code={}", quote_text(code)), expected)
        };
        let (whole, digits) = code.split_once('.').ok_or_else(fault)?;
        let splits = match whole {
            "" | "0" => false,
            "4" => true,
            _ => return Err(fault()),
        };
        let (digits, repeats) = match digits.strip_suffix("...") {
            Some(digits) => (digits, true),
            None => (digits, false),
        };
        if digits.len() > MAX_DIGITS {
            return Err(Fault::new(
                format!("a code of {} digits", digits.len()),
                format!("at most {MAX_DIGITS} digits"),
            ));
        }
        let read = |b: u8| if (b'0'..=b'7').contains(&b) { Ok(b - b'0') } else { Err(fault()) };
        let mut digits = digits.bytes().map(read).collect::<Result<Vec<u8>, Fault>>()?;
        let tail = if repeats { digits.pop().ok_or_else(fault)? } else { 0 };
        if digits.is_empty() && !repeats {
            return Err(fault());
        }
        while digits.last() == Some(&tail) {
            digits.pop();
        }
        Ok(Heaps { splits, digits, tail })
    }

    /// The code, in its shortest form; `nim` for Nim.
    pub fn code(&self) -> String {
        if *self == Heaps::default() {
            return "nim".into();
        }
        let mut code = String::from(if self.splits { "4." } else { "0." });
        code.extend(self.digits.iter().map(|digit| char::from(b'0' + digit)));
        if self.tail > 0 {
            code.push(char::from(b'0' + self.tail));
            code.push_str("...");
        } else if self.digits.is_empty() {
            code.push('0');
        }
        code
    }

    /// What may be left when `taken` counters are taken; nothing can be left of a heap that is not there.
    pub fn leaves(&self, taken: u32) -> Leaves {
        let digit = match (taken as usize).checked_sub(1) {
            None => u8::from(self.splits) * 4,
            Some(place) => self.digits.get(place).copied().unwrap_or(self.tail),
        };
        Leaves { none: digit & 1 != 0, one: digit & 2 != 0, two: digit & 4 != 0 }
    }

    /// The most counters that a move can take; `None` if there is no such number.
    pub fn most_taken(&self) -> Option<u32> {
        (self.tail == 0).then_some(self.digits.len() as u32)
    }

    /// Whether the game is Nim.
    pub fn is_nim(&self) -> bool {
        *self == Heaps::default()
    }

    /// Visits what each move leaves of a heap.
    fn moves(&self, heap: u32, mut visit: impl FnMut(&[u32])) {
        for taken in 0..=self.most_taken().map_or(heap, |most| most.min(heap)) {
            let (leaves, rest) = (self.leaves(taken), heap - taken);
            if leaves.none && rest == 0 {
                visit(&[]);
            }
            if leaves.one && rest > 0 {
                visit(&[rest]);
            }
            if leaves.two {
                for smaller in 1..=rest / 2 {
                    visit(&[rest - smaller, smaller]);
                }
            }
        }
    }
}

impl Default for Heaps {
    /// Nim.
    fn default() -> Self {
        Heaps { splits: false, digits: Vec::new(), tail: 3 }
    }
}

impl Ruleset for Heaps {
    const NAME: &'static str = "heaps";
    const TITLE: &'static str = "Heaps of counters: Nim, Kayles and all octal games";
    const SOURCE: &'static str = include_str!("heaps.rs");
    const NOTATION: &'static str = "heaps with '+' between them: '5+3+1'; '0' for none";

    type Position = Sizes;

    fn settings() -> &'static [Setting] {
        &[Setting {
            name: "code",
            meaning: "nim, or the octal code: what may be taken and what may be left",
            values: &["nim", "<code>"],
        }]
    }

    fn with_variant(variant: &Variant) -> Result<Self, Fault> {
        variant.get("code").map_or_else(|| Ok(Heaps::default()), Heaps::of_code)
    }

    fn variant(&self) -> Variant {
        Variant::default().with("code", self.code())
    }

    fn parse(&self, text: &str) -> Result<Sizes, Fault> {
        let expected = "a heap: a number of counters in digits";
        let mut heaps = Sizes::new();
        // Whether a heap must come next: at the start, and after a sign.
        let mut wanted = true;
        let is_sign = |c: char| matches!(c, '+' | ',');
        let mut rest = text.trim_end();
        let mut column = 1;
        while let Some(first) = rest.chars().next() {
            let word = match rest.find(|c: char| is_sign(c) || c.is_whitespace()) {
                None => rest,
                Some(0) => &rest[..first.len_utf8()],
                Some(end) => &rest[..end],
            };
            rest = &rest[word.len()..];
            let at = column;
            column += word.chars().count();
            if first.is_whitespace() {
                continue;
            }
            if is_sign(first) {
                if wanted {
                    return Err(Fault::new(quote_text(word), expected).at(1, at));
                }
                wanted = true;
                continue;
            }
            if !word.bytes().all(|b| b.is_ascii_digit()) {
                return Err(Fault::new(quote_text(word), expected).at(1, at));
            }
            wanted = false;
            match word.parse() {
                Ok(0) => {}
                Ok(heap @ 1..=MAX_HEAP) => heaps.push(heap),
                _ => {
                    let expected = format!("at most {MAX_HEAP} counters in a heap");
                    return Err(Fault::new(quote_text(word), expected).at(1, at));
                }
            }
            if heaps.len() > MAX_HEAPS {
                return Err(Fault::new("another heap", format!("at most {MAX_HEAPS} heaps")).at(1, at));
            }
        }
        if wanted {
            return Err(Fault::new("no heap", expected).at(1, column));
        }
        heaps.sort_unstable_by_key(|&heap| Reverse(heap));
        Ok(heaps)
    }

    fn print(&self, heaps: &Sizes) -> String {
        if heaps.is_empty() {
            return "0".into();
        }
        heaps.iter().map(u32::to_string).collect::<Vec<_>>().join("+")
    }

    fn start(&self) -> Option<Sizes> {
        Some(SmallVec::from_slice(&[5, 4, 3]))
    }

    fn swap(&self, heaps: &Sizes) -> Option<Sizes> {
        Some(heaps.clone())
    }

    fn options(&self, heaps: &Sizes, _: Player, visit: &mut impl FnMut(Sizes)) {
        for (place, &heap) in heaps.iter().enumerate() {
            self.moves(heap, |left| {
                let mut after = heaps.clone();
                after.remove(place);
                for &heap in left {
                    let at = after.partition_point(|&other| other >= heap);
                    after.insert(at, heap);
                }
                visit(after);
            });
        }
    }
}

impl Short for Heaps {
    type Field = NoField;

    fn components(&self, heaps: &Sizes, visit: &mut impl FnMut(Sizes)) {
        for &heap in heaps {
            visit(SmallVec::from_slice(&[heap]));
        }
    }

    fn insight(&self, component: &Sizes) -> (Insight<Sizes>, &'static str) {
        match component.as_slice() {
            &[heap] if self.is_nim() => (Insight::Nimber(heap), "a Nim heap is its nimber"),
            _ => (Insight::Open, ""),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_read_and_written() {
        for (code, written) in [
            ("nim", "nim"),
            ("0.3...", "nim"),
            ("0.333...", "nim"),
            (".77", "0.77"),
            ("0.0770", "0.077"),
            ("4.3...", "4.3..."),
            ("0.137", "0.137"),
            ("0.0", "0.0"),
            ("0.130...", "0.13"),
        ] {
            assert_eq!(Heaps::of_code(code).unwrap().code(), written, "{code}");
        }
        for code in ["", "77", "0.", "0.8", "1.7", "0.7.7", "0....", "nym"] {
            assert!(Heaps::of_code(code).is_err(), "{code}");
        }
    }

    #[test]
    fn positions_are_read_and_written() {
        let nim = Heaps::default();
        for (text, written) in [("1+5 +3", "5+3+1"), (" 2, 2 7\n", "7+2+2"), ("0", "0"), ("0+4", "4")] {
            assert_eq!(nim.print(&nim.parse(text).unwrap()), written);
        }
        let fault = |text: &str| nim.parse(text).unwrap_err().to_string();
        assert_eq!(
            fault("3+x"),
            "line 1, column 3: found 'x', expected a heap: a number of counters in digits"
        );
        for text in ["", "+", "3++4", "+3", "3+", "-1", "100001", "99999999999999999999"] {
            assert!(nim.parse(text).is_err(), "{text}");
        }
    }
}
