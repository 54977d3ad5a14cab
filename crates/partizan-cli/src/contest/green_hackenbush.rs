//! Green Hackenbush on random binary trees: n, then n sizes, separated by any white space; the first player's chance.

use super::read::count;
use crate::failure::Failure;
use partizan::fault::quote_text;
use partizan::question::census::{self, Family};
use partizan::{Budget, Fault, Stop};

/// The answer to an input, as it is printed.
pub fn run(text: &str, budget: &Budget) -> Result<String, Failure> {
    let mut words = words(text);
    let end = (text.lines().count().max(1), text.lines().last().map_or(0, |line| line.chars().count()) + 1);
    let missing = |what: String| Fault::new("the end of the input", what).at(end.0, end.1);
    let (line, column, word) = words.next().ok_or_else(|| missing("the number of trees".into()))?;
    let trees = count(word, "the number of trees", 0, u64::MAX).map_err(|fault| fault.at(line, column))?;
    let mut sizes = Vec::new();
    while (sizes.len() as u64) < trees {
        let what = format!("the size of tree {} of {trees}", sizes.len() + 1);
        let (line, column, word) = words.next().ok_or_else(|| missing(what.clone()))?;
        sizes.push(size(word, &what, line, column)?);
    }
    if let Some((line, column, word)) = words.next() {
        let expected = format!("nothing after the sizes of {trees} trees");
        return Err(Fault::new(quote_text(word), expected).at(line, column).into());
    }
    let chance = census::green_trees_first_wins_decimal(Family::Binary, &sizes, 6, budget)?;
    Ok(format!("{chance}\n"))
}

/// The words of a text, each with the line and column at which it begins.
fn words(text: &str) -> impl Iterator<Item = (usize, usize, &str)> {
    text.lines().enumerate().flat_map(|(i, line)| {
        let mut column = 1;
        line.split(char::is_whitespace).filter_map(move |word| {
            let begin = column;
            column += word.chars().count() + 1;
            (!word.is_empty()).then_some((i + 1, begin, word))
        })
    })
}

/// A size; a number beyond the limit is too large, not malformed.
fn size(word: &str, what: &str, line: usize, column: usize) -> Result<u64, Failure> {
    let too_large = || Stop::TooLarge {
        what: format!("line {line}, column {column}: {what}"),
        size: format!("{} nodes", crate::show::shortened(word, 24)),
        limit: format!("{} nodes", census::MAX_NODES),
        advice: None,
    };
    match count(word, what, 1, u64::MAX) {
        Ok(nodes) if nodes <= census::MAX_NODES => Ok(nodes),
        Ok(_) => Err(too_large().into()),
        Err(_) if word.bytes().all(|b| b.is_ascii_digit()) && word.parse::<u64>().is_err() => {
            Err(too_large().into())
        }
        Err(fault) => Err(fault.at(line, column).into()),
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn words_have_their_places() {
        let found: Vec<_> = super::words("2 7\n\n  é  8").collect();
        assert_eq!(found, [(1, 1, "2"), (1, 3, "7"), (3, 3, "é"), (3, 6, "8")]);
    }
}
