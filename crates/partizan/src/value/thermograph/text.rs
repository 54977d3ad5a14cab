//! A thermograph drawn in plain text, and its walls told corner by corner.

use super::super::dyadic::Dyadic;
use super::{Thermograph, Wall};
use num_traits::ToPrimitive;
use std::fmt::Write as _;

/// Rows from temperature -1 to the top: a power of two, so that each row stands at a dyadic temperature.
const ROWS: u32 = 16;
const ROWS_LOG: i64 = 4;
/// Columns from the greatest value to the least.
const COLUMNS: u32 = 48;

/// The values and temperatures that a drawing shows.
pub(super) struct Window {
    /// The greatest value, at the left.
    pub(super) most: Dyadic,
    /// The least value, at the right.
    pub(super) least: Dyadic,
    /// The greatest temperature.
    pub(super) top: Dyadic,
}

impl Window {
    /// A window with the whole of both walls and a piece of the mast.
    pub(super) fn around(thermograph: &Thermograph) -> Self {
        let bottom = Dyadic::from(-1);
        let ends = [thermograph.left(), thermograph.right()]
            .into_iter()
            .flat_map(|wall| wall.pieces().iter().map(|piece| piece.value.clone()));
        let (mut least, mut most) = (thermograph.mean().clone(), thermograph.mean().clone());
        for value in ends {
            least = least.min(value.clone());
            most = most.max(value);
        }
        if least == most {
            (least, most) = (&least - &Dyadic::ONE, &most + &Dyadic::ONE);
        }
        let height = thermograph.temperature() - &bottom;
        let top =
            if height.is_zero() { Dyadic::ONE } else { thermograph.temperature() + &height.half().half() };
        Window { most, least, top }
    }

    /// How many of `cells` steps a value stands to the right of the greatest one, rounded to the nearest.
    pub(super) fn column(&self, value: &Dyadic, cells: u32) -> u32 {
        portion(&(&self.most - value), &(&self.most - &self.least), cells)
    }

    /// How many of `cells` steps a temperature stands above -1, rounded to the nearest.
    pub(super) fn height(&self, temperature: &Dyadic, cells: u32) -> u32 {
        let bottom = Dyadic::from(-1);
        portion(&(temperature - &bottom), &(&self.top - &bottom), cells)
    }
}

/// `part / whole * cells`, rounded to the nearest.
fn portion(part: &Dyadic, whole: &Dyadic, cells: u32) -> u32 {
    let exponent = part.exponent().max(whole.exponent());
    let part = part.numerator() << (exponent - part.exponent());
    let whole = whole.numerator() << (exponent - whole.exponent());
    ((part * cells * 2u8 + &whole) / (whole * 2u8)).to_u32().unwrap_or(cells).min(cells)
}

impl Thermograph {
    /// The thermograph drawn in plain text: temperature upward from -1, Left (positive) to the left.
    ///
    /// ```
    /// use partizan::value::Thermograph;
    ///
    /// let drawn = Thermograph::of_number(&3.into()).drawn();
    /// assert!(drawn.lines().all(|line| line.chars().count() < 80));
    /// ```
    pub fn drawn(&self) -> String {
        let window = Window::around(self);
        let bottom = Dyadic::from(-1);
        let height = &window.top - &bottom;
        let rows: Vec<Dyadic> = (0..=ROWS)
            .rev()
            .map(|row| &bottom + &(&height * &Dyadic::from(i64::from(row))).shifted(-ROWS_LOG))
            .collect();
        let labels: Vec<String> = rows
            .iter()
            .enumerate()
            .map(|(i, t)| if i % 4 == 0 { t.to_string() } else { String::new() })
            .collect();
        let wide = labels.iter().map(String::len).max().unwrap_or(0).min(18);
        let mut drawn = String::new();
        for (temperature, label) in rows.iter().zip(&labels) {
            let mut cells = vec![' '; COLUMNS as usize + 1];
            let (left, right) = (self.left.at(temperature), self.right.at(temperature));
            let column = |value| window.column(value, COLUMNS) as usize;
            if temperature >= self.temperature() {
                cells[column(self.mean())] = '|';
            } else {
                let (l, r) = (column(&left), column(&right));
                cells[r] = stroke(&self.right, temperature);
                cells[l] = stroke(&self.left, temperature);
            }
            let line: String = cells.into_iter().collect();
            let _ = writeln!(drawn, "{label:>wide$} |{}", format!(" {line}").trim_end());
        }
        let _ = writeln!(drawn, "{:wide$} +{}", "", "-".repeat(COLUMNS as usize + 2));
        let (most, least) = (window.most.to_string(), window.least.to_string());
        let gap = (COLUMNS as usize + 1).saturating_sub(most.len() + least.len()).max(1);
        let _ = writeln!(drawn, "{:wide$}   {most}{:gap$}{least}", "", "");
        drawn
    }

    /// The corners of both walls, in words: `left wall: 3 at -1, 3 at 1, 3/4 from 13/4`.
    pub fn told(&self) -> String {
        format!("left wall: {}\nright wall: {}", corners(&self.left), corners(&self.right))
    }
}

fn stroke(wall: &Wall, temperature: &Dyadic) -> char {
    let next = wall.pieces().partition_point(|piece| piece.from <= *temperature);
    match wall.pieces()[next - 1].slope {
        -1 => '/',
        1 => '\\',
        _ => '|',
    }
}

fn corners(wall: &Wall) -> String {
    let last = wall.pieces().len() - 1;
    let told = wall.pieces().iter().enumerate().map(|(i, piece)| {
        format!("{} {} {}", piece.value, if i == last { "from" } else { "at" }, piece.from)
    });
    told.collect::<Vec<_>>().join(", ")
}
