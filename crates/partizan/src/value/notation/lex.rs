//! From the text of an expression to its words, each with its place.

use super::super::dyadic::Dyadic;
use super::source::{Source, Span};
use crate::fault::{Fault, nearest, quote, quote_text};
use num_bigint::{BigInt, BigUint};

/// The longest number that is read, in digits.
pub(super) const DIGITS: usize = 20_000;

/// What a word of the notation is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token {
    /// An integer or a fraction.
    Number(Dyadic),
    /// `^`, `^^`, `^3`, `v`, `vv`, `v3`: so many ups, negative for downs.
    Ups(BigInt),
    /// `^<2>`, `v<2>`: a power, negative for `v`.
    Power {
        /// `v` instead of `^`.
        down: bool,
        /// Whether it was written with `[ ]`.
        sum: bool,
        /// The exponent.
        exponent: Dyadic,
    },
    /// `*`, `*4`.
    Star(u64),
    /// The name of a function or a variable.
    Name(String),
    Plus,
    Minus,
    /// `+-`.
    PlusMinus,
    Colon,
    Comma,
    /// The dot of a multiple.
    Dot,
    /// So many `|`.
    Bars(usize),
    OpenBrace,
    CloseBrace,
    OpenParen,
    CloseParen,
    /// `'`, which keeps a form as it is written.
    Quote,
    /// `=` or `==`.
    Equal,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    /// `<>`.
    Confused,
    End,
}

/// A word with its place.
#[derive(Clone, Debug)]
pub(super) struct Word {
    pub(super) token: Token,
    pub(super) span: Span,
}

struct Lexer<'a> {
    source: &'a Source,
    at: usize,
    words: Vec<Word>,
}

/// Splits an expression into words; the last is [`Token::End`].
pub(super) fn words(source: &Source) -> Result<Vec<Word>, Fault> {
    let mut lexer = Lexer { source, at: 0, words: Vec::new() };
    while lexer.at < source.chars.len() {
        if lexer.here().is_some_and(char::is_whitespace) {
            lexer.at += 1;
        } else {
            lexer.word()?;
        }
    }
    let end = source.chars.len();
    lexer.words.push(Word { token: Token::End, span: Span { start: end, end } });
    Ok(lexer.words)
}

impl Lexer<'_> {
    fn here(&self) -> Option<char> {
        self.peek(0)
    }

    fn peek(&self, by: usize) -> Option<char> {
        self.source.chars.get(self.at + by).copied()
    }

    fn take(&mut self, c: char) -> bool {
        let taken = self.here() == Some(c);
        self.at += usize::from(taken);
        taken
    }

    fn run(&mut self, of: impl Fn(char) -> bool) -> String {
        let start = self.at;
        while self.here().is_some_and(&of) {
            self.at += 1;
        }
        self.source.chars[start..self.at].iter().collect()
    }

    fn push(&mut self, start: usize, token: Token) {
        self.words.push(Word { token, span: Span { start, end: self.at } });
    }

    fn word(&mut self) -> Result<(), Fault> {
        let start = self.at;
        let c = self.here().expect("a character");
        let token = match c {
            '0'..='9' => self.number()?,
            '^' | '\u{2191}' | '\u{21D1}' | '\u{2193}' | '\u{21D3}' => self.ups()?,
            'v' if self.is_downs() => self.ups()?,
            '*' | '\u{2217}' | '\u{22C6}' => {
                self.at += 1;
                let digits = self.run(|c| c.is_ascii_digit());
                match digits.parse() {
                    Ok(nimber) => Token::Star(nimber),
                    Err(_) if digits.is_empty() => Token::Star(1),
                    Err(_) => {
                        return Err(self.fault(start, "a nimber below *18446744073709551616"));
                    }
                }
            }
            'a'..='z' | 'A'..='Z' | '_' => Token::Name(self.run(|c| c.is_ascii_alphanumeric() || c == '_')),
            '+' | '\u{B1}' => {
                self.at += 1;
                if c == '\u{B1}' || self.take('-') { Token::PlusMinus } else { Token::Plus }
            }
            '|' | '\u{2225}' => {
                let bars = self.run(|d| d == '|').len();
                if bars == 0 {
                    self.at += 1;
                }
                Token::Bars(if bars == 0 { 2 } else { bars })
            }
            '<' => {
                self.at += 1;
                if self.take('=') {
                    Token::LessOrEqual
                } else if self.take('>') {
                    Token::Confused
                } else {
                    Token::Less
                }
            }
            '>' => {
                self.at += 1;
                if self.take('=') { Token::GreaterOrEqual } else { Token::Greater }
            }
            '=' => {
                self.at += 1;
                self.take('=');
                Token::Equal
            }
            '-' | '\u{2212}' => self.one(Token::Minus),
            ':' => self.one(Token::Colon),
            ',' => self.one(Token::Comma),
            '.' => self.one(Token::Dot),
            '{' => self.one(Token::OpenBrace),
            '}' => self.one(Token::CloseBrace),
            '(' => self.one(Token::OpenParen),
            ')' => self.one(Token::CloseParen),
            '\'' => self.one(Token::Quote),
            other => {
                let fault = self.source.fault(start, quote(other), "a game such as {2|0}, 1/2, ^ or *2");
                return Err(match other {
                    '[' | ']' => fault.hint("brackets belong to powers such as ^[2]; group with ( )"),
                    '/' => fault.hint("a fraction is written without blanks, as 1/2"),
                    _ => fault,
                });
            }
        };
        self.push(start, token);
        Ok(())
    }

    fn one(&mut self, token: Token) -> Token {
        self.at += 1;
        token
    }

    fn fault(&self, start: usize, expected: &str) -> Fault {
        let found: String = self.source.chars[start..self.at].iter().collect();
        self.source.fault(start, quote_text(&found), expected)
    }

    fn digits(&mut self, start: usize) -> Result<String, Fault> {
        let digits = self.run(|c| c.is_ascii_digit());
        if digits.len() > DIGITS {
            return Err(self.source.fault(
                start,
                format!("a number of {} digits", digits.len()),
                format!("at most {DIGITS} digits"),
            ));
        }
        Ok(digits)
    }

    fn number(&mut self) -> Result<Token, Fault> {
        let start = self.at;
        let num: BigInt = self.digits(start)?.parse().expect("digits");
        if self.here() == Some('/') && self.peek(1).is_some_and(|c| c.is_ascii_digit()) {
            self.at += 1;
            let den: BigUint = self.digits(start)?.parse().expect("digits");
            let power = den.trailing_zeros().unwrap_or(0);
            if den != BigUint::from(1u8) << power {
                return Err(self
                    .fault(start, "a dyadic fraction, with a power of two below")
                    .hint("no other fraction is the value of a finite game"));
            }
            return Ok(Token::Number(Dyadic::from_parts(num, power)));
        }
        if self.here() == Some('.') && self.peek(1).is_some_and(|c| c.is_ascii_digit()) {
            self.at += 1;
            self.digits(start)?;
            return Err(self
                .fault(start, "a fraction such as 1/2")
                .hint("a dot makes multiples: 3.^ or 2.(5) are sums of copies"));
        }
        Ok(Token::Number(num.into()))
    }

    /// Whether the word here is made of `v` alone, so that it is no name.
    fn is_downs(&self) -> bool {
        let rest = &self.source.chars[self.at..];
        let downs = rest.iter().take_while(|&&c| c == 'v').count();
        let word: String = rest.iter().take_while(|c| c.is_ascii_alphanumeric() || **c == '_').collect();
        word.chars().skip(downs).all(|c| c.is_ascii_digit())
    }

    /// `^`, `^^`, `^3`, `^<2>`, `^[2]` and the same with `v`.
    fn ups(&mut self) -> Result<Token, Fault> {
        let start = self.at;
        let first = self.here().expect("a character");
        let down = matches!(first, 'v' | '\u{2193}' | '\u{21D3}');
        let double = matches!(first, '\u{21D1}' | '\u{21D3}');
        let run = self.run(|c| c == first).chars().count();
        let signed = |ups: BigInt| if down { -ups } else { ups };
        if let Some(open @ ('<' | '[')) = self.here() {
            let back = self.at;
            self.at += 1;
            let close = if open == '<' { '>' } else { ']' };
            let exponent =
                if self.here().is_some_and(|c| c.is_ascii_digit()) { Some(self.number()?) } else { None };
            match exponent {
                Some(Token::Number(exponent)) if self.take(close) => {
                    if run > 1 || double {
                        return Err(self
                            .fault(start, "one arrow before an exponent")
                            .hint("write 2.^<2> for two of them"));
                    }
                    return Ok(Token::Power { down, sum: open == '[', exponent });
                }
                // `^<1` compares; `^[` can be nothing else.
                _ if open == '<' => self.at = back,
                _ => return Err(self.fault(start, "an exponent in brackets, as in ^[2]")),
            }
        }
        let count = BigInt::from(run) * if double { 2 } else { 1 };
        if self.here().is_some_and(|c| c.is_ascii_digit()) {
            let digits = self.digits(start)?;
            if run > 1 || double {
                return Err(self
                    .fault(start, "one arrow before a count")
                    .hint("write ^3 or ^^^ for three ups"));
            }
            return Ok(Token::Ups(signed(digits.parse().expect("digits"))));
        }
        Ok(Token::Ups(signed(count)))
    }
}

/// A fault for a name that nothing has, with the nearest of the names that something has.
pub(super) fn unknown_name(source: &Source, span: Span, name: &str, known: &[&str], expected: &str) -> Fault {
    let fault = source.fault(span.start, quote_text(name), expected);
    match nearest(name, known) {
        Some(near) => fault.hint(format!("did you mean {near}?")),
        None => fault,
    }
}
