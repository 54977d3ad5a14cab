//! Black and white boxes: the greatest number of boxes in a fair collection of piles.

use super::read::Lines;
use partizan::fault::quote;
use partizan::question::fair;
use partizan::ruleset::Player;
use partizan::ruleset::stalks::Stalk;
use partizan::{Budget, Error, Fault};

/// The number of piles, then one pile a line, from the ground up.
///
/// The count is believed only as far as there are lines.
pub fn run(text: &str, budget: &Budget) -> Result<String, Error> {
    let mut lines = Lines::new(text);
    let piles = lines.count("the number of piles", 0, u64::MAX)?;
    let mut stalks = Vec::new();
    for number in 1..=piles {
        let line = lines.number();
        let word = lines.expect(&format!("pile {number} of {piles}"))?;
        stalks.push(pile(word).map_err(|fault| fault.from_line(line).within(format!("pile {number}")))?);
    }
    lines.end(&format!("the end of the input after {piles} piles"))?;
    Ok(format!("{}\n", fair::stalks(&stalks, budget)?.answer.total))
}

/// One pile: `W` and `B` alone.
fn pile(line: &str) -> Result<Stalk, Fault> {
    let mut segments = Vec::with_capacity(line.len());
    for (i, c) in line.chars().enumerate() {
        segments.push(match c {
            'B' => Player::Left,
            'W' => Player::Right,
            other => {
                let fault =
                    Fault::new(format!("{} as box {}", quote(other), i + 1), "'W' or 'B'").at(1, i + 1);
                let upper = other.to_ascii_uppercase();
                return Err(match upper {
                    'B' | 'W' => fault.hint(format!("did you mean '{upper}'?")),
                    _ => fault,
                });
            }
        });
    }
    Stalk::new(segments).ok_or_else(|| Fault::new("an empty pile", "at least one box").at(1, 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faults_name_the_pile_and_the_box() {
        let fault = |text| run(text, &Budget::unlimited()).unwrap_err().to_string();
        assert_eq!(
            fault("2\nW\nWw\n"),
            "pile 2: line 3, column 2: found 'w' as box 2, expected 'W' or 'B'; did you mean 'W'?"
        );
        assert!(fault("2\n\nW\n").contains("pile 1: line 2, column 1: found an empty pile"));
        assert!(fault("99999999999\nW\n").contains("line 3, column 1: found the end of the input"));
        assert_eq!(run("0\n", &Budget::unlimited()).unwrap(), "0\n");
    }
}
