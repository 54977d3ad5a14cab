//! The page of a ruleset: what its file says of itself, for `partizan rules`.

use super::{Ruleset, Setting};

/// What a ruleset says of itself.
#[derive(Clone, Debug)]
pub struct Page {
    /// Its name.
    pub name: &'static str,
    /// One line that says what it is.
    pub title: &'static str,
    /// What a position's text is like.
    pub notation: &'static str,
    /// What Left and Right are called.
    pub players: [&'static str; 2],
    /// The settings of its variants.
    pub settings: &'static [Setting],
    /// The page in full, as Markdown: the documentation of its module.
    pub text: String,
}

impl Page {
    /// The page of a ruleset.
    pub fn of<R: Ruleset>() -> Page {
        Page {
            name: R::NAME,
            title: R::TITLE,
            notation: R::NOTATION,
            players: R::PLAYERS,
            settings: R::settings(),
            text: module_page(R::SOURCE),
        }
    }
}

/// The `//!` lines at the head of a source file, without what rustdoc hides.
fn module_page(source: &str) -> String {
    let mut text = String::new();
    let mut code = false;
    for line in source.lines().map_while(|line| line.strip_prefix("//!")) {
        let line = line.strip_prefix(' ').unwrap_or(line);
        let fence = line.starts_with("```");
        if !(code && !fence && (line == "#" || line.starts_with("# "))) {
            text.push_str(line);
            text.push('\n');
        }
        code ^= fence;
    }
    text
}

#[cfg(test)]
mod tests {
    #[test]
    fn pages_hide_what_rustdoc_hides() {
        let source = "//! # Hex\n//!\n//! ```\n//! # use x;\n//! y();\n//! ```\nuse z;\n//! no\n";
        assert_eq!(super::module_page(source), "# Hex\n\n```\ny();\n```\n");
    }
}
