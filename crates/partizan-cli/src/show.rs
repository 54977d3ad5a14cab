//! How answers look in a terminal.

use std::fmt::Write as _;
use std::io::Write as _;

/// What a question shows: its JSON, and the same for a person.
#[derive(Debug, Clone)]
pub struct Shown {
    /// The JSON object.
    pub json: serde_json::Value,
    /// The text, with its last newline.
    pub text: String,
}

impl Shown {
    /// The JSON of an answer, and its text.
    pub fn new(answer: &impl serde::Serialize, text: String) -> Shown {
        Shown { json: serde_json::to_value(answer).expect("every answer has a JSON form"), text }
    }
}

/// Prints to standard output. A reader that has gone away is not a fault.
pub fn print(text: &str) {
    let mut out = anstream::stdout().lock();
    if out.write_all(text.as_bytes()).and_then(|()| out.flush()).is_err() {
        std::process::exit(0);
    }
}

/// Rows of a label and what it says, aligned.
///
/// A label that is empty continues the row above it.
#[derive(Debug, Default)]
pub struct Rows(Vec<(String, String)>);

impl Rows {
    /// One more row.
    pub fn row(&mut self, label: impl Into<String>, says: impl Into<String>) -> &mut Self {
        self.0.push((label.into(), says.into()));
        self
    }

    /// The rows as text, each indented by two blanks.
    pub fn text(&self) -> String {
        let width = self.0.iter().map(|(label, _)| label.chars().count()).max().unwrap_or(0);
        let mut text = String::new();
        for (label, says) in &self.0 {
            for (i, line) in says.lines().enumerate() {
                let label = if i == 0 { label.as_str() } else { "" };
                let _ = writeln!(text, "  {label:width$}  {line}");
            }
        }
        text
    }
}

/// A heading in bold.
pub fn heading(text: &str) -> String {
    let style = anstyle::Style::new().bold();
    format!("{style}{text}{style:#}\n")
}

/// A number with its thousands set apart, for people only: `12,870`.
pub fn thousands(number: &str) -> String {
    let (sign, digits) = number.strip_prefix('-').map_or(("", number), |digits| ("-", digits));
    let mut text = String::from(sign);
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i) % 3 == 0 {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A number cut in the middle when it is longer than `width`, with its number of digits: `1234...5678 (120 digits)`.
pub fn shortened(number: &str, width: usize) -> String {
    if number.len() <= width {
        return thousands(number);
    }
    let keep = (width / 2).max(4);
    format!("{}...{} ({} digits)", &number[..keep], &number[number.len() - keep..], number.len())
}

/// A fraction `num/den` with both parts cut as by [`shortened`].
pub fn shortened_fraction(fraction: &str, width: usize) -> String {
    match fraction.split_once('/') {
        Some((num, "1")) => shortened(num, width),
        Some((num, den)) => format!("{} / {}", shortened(num, width), shortened(den, width)),
        None => fraction.to_string(),
    }
}

/// The time that an answer took, as people read it.
pub fn seconds(seconds: f64) -> String {
    if seconds < 0.001 {
        format!("{:.0} µs", seconds * 1e6)
    } else if seconds < 1.0 {
        format!("{:.1} ms", seconds * 1e3)
    } else {
        format!("{seconds:.2} s")
    }
}

/// A board printed with `/` as a block of rows.
pub fn block(position: &str) -> String {
    position.replace('/', "\n")
}

/// Blocks of text side by side, `gap` blanks between them, wrapped to `width`.
pub fn side_by_side(blocks: &[String], gap: usize, width: usize) -> String {
    let mut text = String::new();
    let mut rest = blocks;
    while !rest.is_empty() {
        let mut taken = 0;
        let mut sum = 0;
        while taken < rest.len() {
            let wide = rest[taken].lines().map(|line| line.chars().count()).max().unwrap_or(0);
            if taken > 0 && sum + gap + wide > width {
                break;
            }
            sum += wide + if taken > 0 { gap } else { 0 };
            taken += 1;
        }
        let (now, later) = rest.split_at(taken);
        if !text.is_empty() {
            text.push('\n');
        }
        let height = now.iter().map(|block| block.lines().count()).max().unwrap_or(0);
        for i in 0..height {
            let mut line = String::new();
            for (j, block) in now.iter().enumerate() {
                let wide = block.lines().map(|line| line.chars().count()).max().unwrap_or(0);
                if j > 0 {
                    line.push_str(&" ".repeat(gap));
                }
                let _ = write!(line, "{:wide$}", block.lines().nth(i).unwrap_or(""));
            }
            text.push_str(line.trim_end());
            text.push('\n');
        }
        rest = later;
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_for_people() {
        assert_eq!(thousands("1234567"), "1,234,567");
        assert_eq!(thousands("-123"), "-123");
        assert_eq!(shortened("12345678901234567890", 10), "12345...67890 (20 digits)");
        assert_eq!(shortened_fraction("2/3", 20), "2 / 3");
        assert_eq!(shortened_fraction("1/1", 20), "1");
    }

    #[test]
    fn blocks_wrap() {
        let blocks: Vec<String> = ["ab\ncd", "e", "fg"].map(String::from).to_vec();
        assert_eq!(side_by_side(&blocks, 1, 5), "ab e\ncd\n\nfg\n");
    }
}
