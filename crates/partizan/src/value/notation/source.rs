//! The text of an expression, and places in it.

use crate::fault::Fault;

/// A part of the expression's text: from character `start` up to, but without, character `end`, counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    /// The first character.
    pub start: usize,
    /// The character after the last.
    pub end: usize,
}

/// An expression's text as characters.
#[derive(Debug)]
pub(super) struct Source {
    pub(super) chars: Vec<char>,
}

impl Source {
    pub(super) fn new(text: &str) -> Self {
        Source { chars: text.chars().collect() }
    }

    /// A fault at a character.
    pub(super) fn fault(&self, at: usize, found: impl Into<String>, expected: impl Into<String>) -> Fault {
        let before = &self.chars[..at.min(self.chars.len())];
        let line = before.iter().filter(|&&c| c == '\n').count() + 1;
        let start = before.iter().rposition(|&c| c == '\n').map_or(0, |i| i + 1);
        Fault::new(found, expected).at(line, before.len() - start + 1)
    }

    /// The text of a part.
    pub(super) fn text(&self, span: Span) -> String {
        self.chars[span.start..span.end].iter().collect()
    }
}
