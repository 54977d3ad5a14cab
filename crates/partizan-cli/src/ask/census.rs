//! `partizan census`.

mod coloured;
mod distribution;
mod green;
mod heaps;
mod histogram;
mod numbers;
mod positions;
mod values;

use crate::common::Common;
use crate::failure::Failure;
use crate::input::emit;
use crate::show::{Shown, shortened};
use partizan::fault::quote_text;
use partizan::question::Answer;
use partizan::question::census::{self, Ask, BOARDS, BoardSum, ColouredTrees, Family, Numbers};
use partizan::ruleset::{
    Variant, green_hackenbush::GreenHackenbush, hackenbush::Hackenbush, heaps::Heaps, nearest, pages,
    stalks::Stalks, unknown,
};
use partizan::{Error, Fault, Ruleset, Stop};
use std::path::{Path, PathBuf};

/// How values are spread over a whole family of positions, and over sums drawn from families
///
/// `census green-hackenbush SIZES` draws a random tree of each number of nodes: the exact distribution of the Grundy
/// value of each and of their sum, and the exact chance that the first player wins. Families: binary (left told from
/// right), plane, unordered, labelled (Cayley), recursive, search (binary search trees of random permutations).
///
/// `census stalks LENGTHS` draws a red-blue stalk of each length from all of that length: the exact distribution of the
/// value of their sum, and who wins.
///
/// `census hackenbush SIZES` draws random trees whose edges have random colours, blue or red if nothing else is said.
/// With `--colours BRG` the values are games: how often each occurs, and who wins the sum. Families: as for green
/// trees, without unordered.
///
/// `census heaps SIZES` draws a heap of each size from 1 up: the nimbers of Nim, Kayles or another octal game, and the
/// period that is proved.
///
/// `census RULESET ROWS COLUMNS` values every board of a family: subsets of the cells for domineering (also col and
/// snort), fillings with stones for clobber, positions for amazons, clobber, col, snort and toads-and-frogs.
/// `--draws N` draws N boards and says who wins their sum, `--sum-values` lists all values of the sum.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  partizan census green-hackenbush 5 6 100
  partizan census green-hackenbush 31 --family labelled --digits 40 --json
  partizan census green-hackenbush 5000 --approximate
  partizan census stalks 4 4 6 --svg stalks.svg
  partizan census hackenbush 6 7 --family plane
  partizan census hackenbush 4 5 --colours BRG
  partizan census heaps 1000000 --variant code=0.77
  partizan census domineering 4 4
  partizan census clobber 3 3 --draws 2")]
pub struct Args {
    /// The ruleset
    #[arg(value_name = "RULESET")]
    ruleset: String,
    /// The sizes: the number of nodes of each tree, the length of each stalk, the largest heap of each draw, the rows and
    /// columns of the board
    #[arg(value_name = "SIZE", required = true, allow_negative_numbers = true)]
    sizes: Vec<String>,
    /// The family that is counted or drawn from, such as binary, subsets or fillings; the ruleset's first if silent
    #[arg(long, value_name = "FAMILY")]
    family: Option<String>,
    /// heaps: the ruleset's settings, such as code=0.77
    #[arg(long, value_name = "SETTINGS")]
    variant: Option<Variant>,
    /// hackenbush: the colours of the edges, such as BRG for blue, red and green, each equally likely
    #[arg(long, value_name = "LETTERS")]
    colours: Option<String>,
    /// Boards: draw so many, independent of each other, and say who wins their sum
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    draws: Option<u64>,
    /// Boards and coloured trees: all values of the sum, not only who wins it
    #[arg(long)]
    sum_values: bool,
    /// green-hackenbush: floating point with a certified bound, for sizes where exact counts are pointless
    #[arg(long)]
    approximate: bool,
    /// Write the distribution as a picture
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Write the whole table as comma-separated values
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    #[command(flatten)]
    common: Common,
}

impl Args {
    pub fn run(&self) -> Result<(), Failure> {
        if self.approximate && self.ruleset != GreenHackenbush::NAME {
            return Err(Failure::Usage("--approximate goes with green-hackenbush".into()));
        }
        if self.variant.is_some() && self.ruleset != Heaps::NAME {
            return Err(Failure::Usage("--variant goes with heaps".into()));
        }
        let boards = BOARDS.iter().any(|boards| boards.ruleset == self.ruleset);
        if self.colours.is_some() && self.ruleset != Hackenbush::NAME {
            return Err(Failure::Usage("--colours goes with hackenbush".into()));
        }
        if self.draws.is_some() && !boards {
            return Err(Failure::Usage("--draws goes with boards; elsewhere each size is a draw".into()));
        }
        if self.sum_values && self.draws.is_none() && self.colours.is_none() {
            return Err(Failure::Usage("--sum-values goes with --draws or --colours".into()));
        }
        match self.ruleset.as_str() {
            Heaps::NAME => self.heaps(),
            GreenHackenbush::NAME => self.green(),
            Stalks::NAME => self.stalks(),
            Hackenbush::NAME => match &self.colours {
                Some(letters) => self.coloured(letters),
                None => self.red_blue(),
            },
            _ if boards => self.positions(),
            other if pages().iter().any(|page| page.name == other) => {
                let have = census::RULESETS.join(", ");
                let need = "family that can be enumerated or counted";
                Err(Error::Cannot(format!("{other} has no {need}; rulesets that have: {have}")).into())
            }
            other => Err(unknown(other).into()),
        }
    }

    fn green(&self) -> Result<(), Failure> {
        let (sizes, digits, budget) =
            (self.sizes("tree", "nodes")?, self.common.digits(), self.common.budget());
        let family = family(self.family.as_deref().unwrap_or(Family::Binary.name()))?;
        let (shown, view) = if self.approximate {
            let answer = census::green_trees_approximate(family, &sizes, digits, &budget)?;
            let view = green::View::approximate(&answer);
            (Shown::new(&answer, view.text()), view)
        } else {
            let answer = census::green_trees(family, &sizes, digits, &budget)?;
            let view = green::View::exact(&answer);
            (Shown::new(&answer, view.text()), view)
        };
        emit(&self.common, &shown);
        self.write(|| view.csv(), || view.svg())
    }

    fn stalks(&self) -> Result<(), Failure> {
        if self.family.as_deref().is_some_and(|family| family != "all") {
            return Err(Failure::Usage(
                "stalks are drawn from all of their length: there is no other family".into(),
            ));
        }
        let lengths = self.sizes("stalk", "segments")?;
        self.numbers(&census::stalks(&lengths, self.common.digits(), &self.common.budget())?)
    }

    fn heaps(&self) -> Result<(), Failure> {
        if self.family.as_deref().is_some_and(|family| family != "first") {
            return Err(Failure::Usage(
                "heaps are drawn from the first ones: there is no other family".into(),
            ));
        }
        let sizes = self.sizes("size", "counters")?;
        let variant = self.variant.clone().unwrap_or_default();
        let answer = census::heaps(&variant, &sizes, self.common.digits(), &self.common.budget())?;
        emit(&self.common, &Shown::new(&answer, heaps::text(&answer)));
        self.write(|| heaps::csv(&answer.answer), || heaps::svg(&answer))
    }

    fn red_blue(&self) -> Result<(), Failure> {
        let (sizes, budget) = (self.sizes("tree", "nodes")?, self.common.budget());
        let family = family(self.family.as_deref().unwrap_or(Family::Binary.name()))?;
        self.numbers(&census::red_blue_trees(family, &sizes, self.common.digits(), &budget)?)
    }

    fn coloured(&self, letters: &str) -> Result<(), Failure> {
        let asked = ColouredTrees {
            family: family(self.family.as_deref().unwrap_or(Family::Binary.name()))?,
            colours: &census::colours(letters)?,
            sizes: &self.sizes("tree", "nodes")?,
            sum_values: self.sum_values,
            digits: self.common.digits(),
        };
        let answer = census::coloured_trees(&asked, &self.common.expression_budget())?;
        emit(&self.common, &Shown::new(&answer, coloured::text(&answer)));
        self.write(|| coloured::csv(&answer.answer), || coloured::svg(&answer))
    }

    fn numbers(&self, answer: &Answer<Ask, Numbers>) -> Result<(), Failure> {
        emit(&self.common, &Shown::new(answer, numbers::text(answer, self.common.digits())));
        self.write(|| numbers::csv(&answer.answer), || numbers::svg(answer))
    }

    fn positions(&self) -> Result<(), Failure> {
        let sizes = self.sizes("side", "cells")?;
        let Ok(sizes) = <[u64; 2]>::try_from(sizes) else {
            let message =
                format!("{} is asked with rows and columns, such as `census {0} 3 3`", self.ruleset);
            return Err(Failure::Usage(message));
        };
        let (values, digits) = (self.sum_values, self.common.digits());
        let sum = self.draws.map(|draws| BoardSum { draws, values, digits });
        // One does not see how many values a sum takes.
        let budget = if sum.is_some() { self.common.expression_budget() } else { self.common.budget() };
        let answer = census::positions(&self.ruleset, self.family.as_deref(), sizes, sum, &budget)?;
        emit(&self.common, &Shown::new(&answer, positions::text(&answer)));
        self.write(|| positions::csv(&answer.answer), || positions::svg(&answer))
    }

    /// The files that were asked for.
    fn write(&self, csv: impl FnOnce() -> String, svg: impl FnOnce() -> String) -> Result<(), Failure> {
        let write = |path: &Path, text: String| {
            std::fs::write(path, text)
                .map_err(|error| Failure::Usage(format!("cannot write {}: {error}", path.display())))
        };
        if let Some(path) = &self.csv {
            write(path, csv())?;
        }
        self.svg.as_deref().map_or(Ok(()), |path| write(path, svg()))
    }

    /// The sizes as numbers, `of` what and `in` what.
    fn sizes(&self, of: &str, unit: &str) -> Result<Vec<u64>, Error> {
        let sizes = self.sizes.iter().enumerate();
        sizes.map(|(i, text)| size(text, &format!("{of} {}", i + 1), unit)).collect()
    }
}

/// The family of this name.
fn family(name: &str) -> Result<Family, Fault> {
    Family::by_name(name).ok_or_else(|| {
        let names = Family::ALL.map(Family::name);
        let fault =
            Fault::new(format!("the family {}", quote_text(name)), format!("one of {}", names.join(", ")));
        match nearest(name, &names) {
            Some(near) => fault.hint(format!("did you mean {near}?")),
            None => fault,
        }
    })
}

/// A size; one that no machine word holds is too large, not malformed.
fn size(text: &str, what: &str, unit: &str) -> Result<u64, Error> {
    let word = text.trim();
    if word.is_empty() || !word.bytes().all(|b| b.is_ascii_digit()) {
        let fault = Fault::new(quote_text(word), format!("a number of {unit}, 1 or more, in digits"));
        return Err(fault.within(what).into());
    }
    word.parse().map_err(|_| {
        Stop::TooLarge {
            what: what.into(),
            size: format!("{} {unit}", shortened(word, 24)),
            limit: format!("{} {unit}", census::MAX_NODES),
            advice: None,
        }
        .into()
    })
}
