//! Faults in the input, and the text they are found in.
//!
//! A fault is one clear message: where, what was found, what was expected, and, if it is close to something, what may
//! have been meant. Nothing is guessed: a text with a fault has no answer.

use std::fmt;

/// A place in a text, counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Place {
    /// The line in the text.
    pub line: usize,
    /// The column in that line, in characters.
    pub column: usize,
}

/// What is wrong with an input text, and where.
///
/// ```
/// use partizan::Fault;
///
/// let fault = Fault::new("'w'", "'.', 'W' or 'B'").at(1, 3).cell(1, 3).hint("did you mean 'W'?");
/// assert_eq!(fault.to_string(), "line 1, column 3: found 'w', expected '.', 'W' or 'B'; did you mean 'W'?");
/// assert_eq!(
///     fault.in_argument().to_string(),
///     "row 1, column 3: found 'w', expected '.', 'W' or 'B'; did you mean 'W'?"
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault(Box<Parts>);

#[derive(Clone, Debug, PartialEq, Eq)]
struct Parts {
    within: Option<String>,
    place: Option<Place>,
    cell: Option<Place>,
    argument: bool,
    found: String,
    expected: String,
    hint: Option<String>,
}

impl Fault {
    /// A fault: what was found and what was expected, both as they read in `found …, expected …`.
    pub fn new(found: impl Into<String>, expected: impl Into<String>) -> Self {
        Fault(Box::new(Parts {
            within: None,
            place: None,
            cell: None,
            argument: false,
            found: found.into(),
            expected: expected.into(),
            hint: None,
        }))
    }

    /// The place in the text, counted from 1.
    pub fn at(mut self, line: usize, column: usize) -> Self {
        self.0.place = Some(Place { line, column });
        self
    }

    /// The row and column on the board, counted from 1: told instead of the line when the text was an argument.
    pub fn cell(mut self, row: usize, column: usize) -> Self {
        self.0.cell = Some(Place { line: row, column });
        self
    }

    /// Something to add, such as `did you mean 'W'?`.
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.0.hint = Some(hint.into());
        self
    }

    /// The part of the input that the fault is in, such as `board 2`.
    pub fn within(mut self, part: impl Into<String>) -> Self {
        self.0.within = Some(part.into());
        self
    }

    /// The same fault in a text of which this one was a part that began on line `first_line` (counted from 1).
    pub fn from_line(mut self, first_line: usize) -> Self {
        if let Some(place) = &mut self.0.place {
            place.line += first_line - 1;
        }
        self
    }

    /// The same fault in a text that was an argument of a command: it has rows and columns, not lines.
    pub fn in_argument(mut self) -> Self {
        self.0.argument = true;
        self
    }

    /// Where the fault is in its text, if it is at one place.
    pub fn place(&self) -> Option<Place> {
        self.0.place
    }

    /// What was found.
    pub fn found(&self) -> &str {
        &self.0.found
    }

    /// What was expected.
    pub fn expected(&self) -> &str {
        &self.0.expected
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(within) = &self.0.within {
            write!(f, "{within}: ")?;
        }
        match (self.0.argument, self.0.cell, self.0.place) {
            (true, Some(cell), _) => write!(f, "row {}, column {}: ", cell.line, cell.column)?,
            (true, None, Some(place)) if place.line == 1 => write!(f, "column {}: ", place.column)?,
            (_, _, Some(place)) => write!(f, "line {}, column {}: ", place.line, place.column)?,
            (_, _, None) => {}
        }
        write!(f, "found {}, expected {}", self.0.found, self.0.expected)?;
        if let Some(hint) = &self.0.hint {
            write!(f, "; {hint}")?;
        }
        Ok(())
    }
}

impl std::error::Error for Fault {}

/// A character as a fault shows it: quoted, control characters by their code.
///
/// ```
/// assert_eq!(partizan::fault::quote('w'), "'w'");
/// assert_eq!(partizan::fault::quote('\0'), "the control character U+0000");
/// assert_eq!(partizan::fault::quote(' '), "a blank");
/// ```
pub fn quote(found: char) -> String {
    match found {
        ' ' => "a blank".into(),
        '\t' => "a tab".into(),
        c if c.is_control() => format!("the control character U+{:04X}", c as u32),
        c => format!("'{c}'"),
    }
}

/// A text as a fault shows it: quoted, shortened in the middle when it is long, control characters escaped.
pub fn quote_text(found: &str) -> String {
    let shown: Vec<char> = found.chars().flat_map(char::escape_debug).collect();
    if shown.len() <= 40 {
        format!("'{}'", shown.into_iter().collect::<String>())
    } else {
        let head: String = shown[..24].iter().collect();
        let tail: String = shown[shown.len() - 8..].iter().collect();
        format!("'{head}...{tail}'")
    }
}

/// Makes bytes into text: takes off a byte order mark, and makes Windows line ends plain.
///
/// # Errors
/// A fault at the first byte that is not UTF-8.
pub fn clean(bytes: &[u8]) -> Result<String, Fault> {
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    match std::str::from_utf8(bytes) {
        Ok(text) => Ok(text.replace("\r\n", "\n")),
        Err(error) => {
            let good = &bytes[..error.valid_up_to()];
            let line = good.split(|&b| b == b'\n').count();
            let start = good.iter().rposition(|&b| b == b'\n').map_or(0, |i| i + 1);
            let column = String::from_utf8_lossy(&good[start..]).chars().count() + 1;
            Err(Fault::new(format!("the byte 0x{:02X}", bytes[error.valid_up_to()]), "text in UTF-8")
                .at(line, column))
        }
    }
}

/// One row of a position's text: its characters with their places.
#[derive(Clone, Debug)]
pub struct Row<'a> {
    /// The row's text, without what separates it from the next.
    pub text: &'a str,
    /// Its number, from 1.
    pub number: usize,
    /// Where its first character stands in the whole text.
    pub place: Place,
}

impl Row<'_> {
    /// A fault at the cell of this row with this number, counted from 1.
    pub fn fault(&self, cell: usize, found: impl Into<String>, expected: impl Into<String>) -> Fault {
        Fault::new(found, expected).at(self.place.line, self.place.column + cell - 1).cell(self.number, cell)
    }
}

/// Splits a text into rows at newlines, `/` or `|`; blank lines after the last row are not rows.
///
/// ```
/// let rows = partizan::fault::rows("W./.B\n");
/// assert_eq!(rows.len(), 2);
/// assert_eq!((rows[1].text, rows[1].place.line, rows[1].place.column), (".B", 1, 4));
/// ```
pub fn rows(text: &str) -> Vec<Row<'_>> {
    let text = text.trim_end_matches(['\n', '\r']);
    let mut rows = Vec::new();
    let mut place = Place { line: 1, column: 1 };
    for part in text.split_inclusive(['\n', '/', '|']) {
        let row = part.trim_end_matches(['\n', '/', '|']).trim_end_matches('\r');
        rows.push(Row { text: row, number: rows.len() + 1, place });
        if part.ends_with('\n') {
            place = Place { line: place.line + 1, column: 1 };
        } else {
            place.column += part.chars().count();
        }
    }
    if text.ends_with(['/', '|']) {
        rows.push(Row { text: "", number: rows.len() + 1, place });
    }
    rows
}

/// The word that is fewest edits away, if that is no more than a third of its length.
pub fn nearest<'a>(word: &str, words: &[&'a str]) -> Option<&'a str> {
    let lower = word.to_lowercase().replace('_', "-");
    words
        .iter()
        .map(|&near| (edits(&lower, &near.replace('_', "-")), near))
        .filter(|(edits, near)| {
            *edits <= near.len().div_ceil(3) || (lower.len() > 2 && near.starts_with(&lower))
        })
        .min()
        .map(|(_, near)| near)
}

/// The edit distance, with single insertions, deletions and replacements.
fn edits(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, ca) in a.chars().enumerate() {
        let mut corner = row[0];
        row[0] = i + 1;
        for j in 0..b.len() {
            let replaced = corner + usize::from(ca != b[j]);
            corner = row[j + 1];
            row[j + 1] = replaced.min(row[j] + 1).min(corner + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clean_takes_marks_and_windows_line_ends() {
        assert_eq!(clean(b"\xEF\xBB\xBF1\r\n.\r\n").unwrap(), "1\n.\n");
    }

    #[test]
    fn clean_points_at_what_is_not_text() {
        let fault = clean(b"ab\nc\xFFd").unwrap_err();
        assert_eq!(fault.to_string(), "line 2, column 2: found the byte 0xFF, expected text in UTF-8");
    }

    #[test]
    fn rows_keep_empty_rows_in_the_middle() {
        let texts: Vec<_> = rows("a\n\nb/").iter().map(|row| row.text).collect();
        assert_eq!(texts, ["a", "", "b", ""]);
    }

    #[test]
    fn nearest_words() {
        let words = ["hex", "l-game", "stalks"];
        assert_eq!(nearest("l_game", &words), Some("l-game"));
        assert_eq!(nearest("stalk", &words), Some("stalks"));
        assert_eq!(nearest("chess", &words), None);
    }
}
