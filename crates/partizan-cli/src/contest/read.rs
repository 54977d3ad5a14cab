//! Reading the original problems' input: lines and counts, with the place of everything.

use partizan::Fault;
use partizan::fault::quote_text;

/// The lines of an input, read one after the other.
#[derive(Debug)]
pub struct Lines<'a> {
    lines: Vec<&'a str>,
    next: usize,
}

impl<'a> Lines<'a> {
    /// The lines of a cleaned text; blank lines at its end do not count.
    pub fn new(text: &'a str) -> Self {
        let text = text.trim_end_matches(['\n', ' ', '\t', '\r']);
        Lines { lines: if text.is_empty() { Vec::new() } else { text.split('\n').collect() }, next: 0 }
    }

    /// The number of the line that comes next, from 1.
    pub fn number(&self) -> usize {
        self.next + 1
    }

    /// How many lines are left.
    pub fn left(&self) -> usize {
        self.lines.len() - self.next
    }

    /// The next line, if there is one.
    pub fn line(&mut self) -> Option<&'a str> {
        let line = *self.lines.get(self.next)?;
        self.next += 1;
        Some(line)
    }

    /// The next line.
    ///
    /// # Errors
    /// A fault that says what was expected, at the end of the input.
    pub fn expect(&mut self, expected: &str) -> Result<&'a str, Fault> {
        let number = self.number();
        self.line().ok_or_else(|| Fault::new("the end of the input", expected).at(number, 1))
    }

    /// The next line as a whole number of at least `least` and at most `most`.
    ///
    /// # Errors
    /// A fault that says what `what` must be: for what is no number, too small or too large.
    pub fn count(&mut self, what: &str, least: u64, most: u64) -> Result<u64, Fault> {
        let number = self.number();
        let line = self.expect(what)?;
        count(line, what, least, most).map_err(|fault| fault.from_line(number))
    }

    /// Nothing may be left.
    ///
    /// # Errors
    /// A fault at the first line that is.
    pub fn end(&mut self, expected: &str) -> Result<(), Fault> {
        let number = self.number();
        match self.line() {
            Some(line) => Err(Fault::new(quote_text(line), expected).at(number, 1)),
            None => Ok(()),
        }
    }
}

/// A whole number of at least `least` and at most `most`, alone in its text.
///
/// # Errors
/// A fault on line 1, where the number begins.
pub fn count(text: &str, what: &str, least: u64, most: u64) -> Result<u64, Fault> {
    let word = text.trim();
    let column = text.chars().take_while(|c| c.is_whitespace()).count() + 1;
    let range = if most == u64::MAX {
        format!("{what}, at least {least}")
    } else {
        format!("{what}, {least} to {most}")
    };
    let fault = |found: String| Fault::new(found, range.clone()).at(1, column);
    if word.is_empty() {
        return Err(fault("an empty line".into()));
    }
    let digits = word.strip_prefix(['-', '+']).unwrap_or(word);
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return Err(fault(quote_text(word)).hint("a whole number is written with digits alone"));
    }
    match word.parse::<u64>() {
        Ok(number) if (least..=most).contains(&number) => Ok(number),
        _ => Err(fault(quote_text(word))),
    }
}
