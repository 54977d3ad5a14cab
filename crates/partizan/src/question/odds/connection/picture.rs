//! A board as a picture: stones, coordinates, and a colour for the chance of each cell.

use super::{ConnectionBoard, Opening, Shape, cell_name};
use crate::question::exact::decimal;
use crate::ruleset::hex::Cell;
use num_rational::BigRational;
use num_traits::ToPrimitive;
use std::fmt::Write as _;

/// The chances of cells as shades, from the least (0) to the greatest (1).
#[derive(Clone, Debug)]
pub struct Heat {
    least: BigRational,
    greatest: BigRational,
}

impl Heat {
    /// The range of these chances; `None` without any.
    pub fn new(openings: &[Opening]) -> Option<Heat> {
        let chances = || openings.iter().map(|opening| &opening.chance);
        Some(Heat { least: chances().min()?.clone(), greatest: chances().max()?.clone() })
    }

    /// The least chance.
    pub fn least(&self) -> &BigRational {
        &self.least
    }

    /// The greatest chance.
    pub fn greatest(&self) -> &BigRational {
        &self.greatest
    }

    /// The shade of a chance, 0 to 1000.
    pub fn shade(&self, chance: &BigRational) -> u32 {
        let range = &self.greatest - &self.least;
        if range == BigRational::from_integer(0.into()) {
            return 1000;
        }
        let shade = (chance - &self.least) * BigRational::from_integer(1000.into()) / range;
        shade.to_integer().to_u32().unwrap_or(0)
    }

    /// The colour of a shade, from pale to deep: red, green, blue.
    pub fn colour(shade: u32) -> (u8, u8, u8) {
        /// Sand, apricot, coral, plum, night: lightness falls evenly, so that it reads in grey, too.
        const STOPS: [(i64, i64, i64); 5] =
            [(253, 246, 227), (250, 211, 155), (238, 137, 104), (166, 60, 110), (64, 30, 92)];
        let at = i64::from(shade.min(1000)) * 4;
        let (low, part) = ((at / 1000).min(3) as usize, at - (at / 1000).min(3) * 1000);
        let mix = |a: i64, b: i64| (a + (b - a) * part / 1000) as u8;
        let (a, b) = (STOPS[low], STOPS[low + 1]);
        (mix(a.0, b.0), mix(a.1, b.1), mix(a.2, b.2))
    }

    /// Whether dark letters are read better than light ones on a shade.
    pub fn is_light(shade: u32) -> bool {
        shade < 560
    }
}

/// Half the width of a hexagon, in pixels.
const HALF: f64 = 25.980_762_113_533_16;
/// Its side.
const SIDE: f64 = 30.0;

/// What the legend says of the numbers in the cells.
const NUMBERS: &str = ", numbers in %";

/// Where the cells of a board are drawn.
#[derive(Clone, Copy)]
struct Plan {
    shape: Shape,
    left: f64,
    top: f64,
}

impl Plan {
    /// How far to the right the middle of a row's first cell lies, in halves of a cell, from the leftmost one.
    fn lean(self, row: usize) -> usize {
        match self.shape {
            Shape::Rhombus { .. } => row,
            Shape::Triangle { side } => side - 1 - row,
        }
    }

    fn centre(self, row: usize, column: usize) -> (f64, f64) {
        let right = HALF * (2 * column + self.lean(row) + 1) as f64;
        (self.left + right, self.top + SIDE + 1.5 * SIDE * row as f64)
    }

    fn width(self) -> f64 {
        let rows = 0..self.shape.rows();
        HALF * rows.map(|row| self.lean(row) + 2 * self.shape.columns(row)).max().unwrap_or(0) as f64
    }

    fn height(self) -> f64 {
        1.5 * SIDE * (self.shape.rows() as f64 - 1.0) + 2.0 * SIDE
    }
}

/// The board as SVG, with a title above it. `openings` are the cells that have a chance, `meaning` says what it is.
pub fn svg(
    board: &impl ConnectionBoard,
    openings: &[Opening],
    title: &str,
    meaning: &str,
    digits: usize,
) -> String {
    let heat = Heat::new(openings);
    let margin = 2.4 * SIDE;
    let mut plan = Plan { shape: board.shape(), left: margin, top: margin + 34.0 };
    // Room for the lines of text, too, at the width of a wide letter.
    let line = |letters: usize, size: f64| letters as f64 * size * 0.62 + 24.0;
    let below = if heat.is_some() { line(meaning.chars().count() + NUMBERS.len(), 13.0) } else { 0.0 };
    let width = (margin * 2.0 + plan.width()).max(line(title.chars().count(), 19.0)).max(below);
    plan.left = (width - plan.width()) / 2.0;
    let legend = if heat.is_some() { 84.0 } else { 0.0 };
    let height = plan.top + plan.height() + margin + legend;
    let mut text = String::new();
    let _ = writeln!(
        text,
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0} {height:.0}" width="{width:.0}" height="{height:.0}" font-family="Helvetica, Arial, sans-serif">"#
    );
    let _ = writeln!(text, "<title>{}</title>", escaped(title));
    let _ = writeln!(text, r##"<rect width="100%" height="100%" fill="#ffffff"/>"##);
    let _ = writeln!(
        text,
        r##"<text x="{:.1}" y="34" font-size="19" font-weight="600" fill="#2b2b33" text-anchor="middle">{}</text>"##,
        width / 2.0,
        escaped(title)
    );
    sides(&mut text, plan);
    for (place, &stone) in plan.shape.places().zip(board.cells()) {
        cell(&mut text, stone, openings, heat.as_ref(), place, plan.centre(place.0, place.1), digits);
    }
    coordinates(&mut text, plan);
    if let Some(heat) = heat {
        scale(&mut text, &heat, meaning, width, height - legend + 14.0, digits);
    }
    text.push_str("</svg>\n");
    text
}

/// The corner of a hexagon, counted clockwise from the top.
fn corner((x, y): (f64, f64), i: usize) -> (f64, f64) {
    let (right, down) = [(0.0, -1.0), (1.0, -0.5), (1.0, 0.5), (0.0, 1.0), (-1.0, 0.5), (-1.0, -0.5)][i % 6];
    (x + right * HALF, y + down * SIDE)
}

/// The bands along the sides. In Hex White's are above and below, Black's to the left and right, and they meet in the
/// middle of the outermost edge of each obtuse corner; in Y the sides are nobody's.
fn sides(text: &mut String, plan: Plan) {
    let mut band = |points: &[(f64, f64)], closed: bool, outer: &str, inner: &str| {
        let line: Vec<String> = points.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
        let line = line.join(" ");
        let shape =
            if closed { format!(r#"path d="M{line}Z""#) } else { format!(r#"polyline points="{line}""#) };
        for (colour, width) in [(outer, 15.0), (inner, 12.0)] {
            let _ = writeln!(
                text,
                r#"<{shape} fill="none" stroke="{colour}" stroke-width="{width}" stroke-linejoin="round"/>"#
            );
        }
    };
    let at = |(row, column), i| corner(plan.centre(row, column), i);
    let rows = plan.shape.rows();
    let columns = plan.shape.columns(rows - 1);
    // Once around, clockwise; where two cells share a corner the later one gives it.
    let right = (0..rows).map(|row| ((row, plan.shape.columns(row) - 1), [1, 2]));
    let bottom = (0..columns).rev().map(|column| ((rows - 1, column), [3, 4]));
    let (left, top) = match plan.shape {
        Shape::Rhombus { .. } => ([4, 5], columns),
        Shape::Triangle { .. } => ([5, 0], 0),
    };
    let left = (0..rows).rev().map(|row| ((row, 0), left));
    let top = (0..top).map(|column| ((0, column), [5, 0]));
    let around: Vec<_> =
        right.chain(bottom).chain(left).chain(top).flat_map(|(cell, two)| two.map(|i| at(cell, i))).collect();
    match plan.shape {
        Shape::Triangle { .. } => band(&around, true, "#8f8f99", "#d5d2cb"),
        Shape::Rhombus { .. } => {
            band(&around, true, "#17171c", "#17171c");
            let middle = |(a, b): (f64, f64), (c, d): (f64, f64)| (f64::midpoint(a, c), f64::midpoint(b, d));
            let last = (0, columns - 1);
            let mut above: Vec<_> = (0..columns).flat_map(|c| [5, 0].map(|i| at((0, c), i))).collect();
            above.push(middle(at(last, 0), at(last, 1)));
            band(&above, false, "#6d6d78", "#ffffff");
            let first = (rows - 1, 0);
            let mut below = vec![middle(at(first, 4), at(first, 3))];
            below.extend((0..columns).flat_map(|c| [3, 2].map(|i| at((rows - 1, c), i))));
            band(&below, false, "#6d6d78", "#ffffff");
        }
    }
}

fn cell(
    text: &mut String,
    stone: Cell,
    openings: &[Opening],
    heat: Option<&Heat>,
    (row, column): (usize, usize),
    at: (f64, f64),
    digits: usize,
) {
    let opening = openings.iter().find(|opening| (opening.row, opening.column) == (row, column));
    let shade = opening.zip(heat).map(|(opening, heat)| heat.shade(&opening.chance));
    let (r, g, b) = shade.map_or((244, 240, 230), Heat::colour);
    let points: Vec<String> = (0..6).map(|i| corner(at, i)).map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
    let name = cell_name(row, column);
    let says = opening.map_or(name.clone(), |o| format!("{name}: {}", decimal(&o.chance, digits)));
    let _ = writeln!(
        text,
        r##"<polygon points="{}" fill="#{r:02x}{g:02x}{b:02x}" stroke="#4a4a55" stroke-width="1.2"><title>{says}</title></polygon>"##,
        points.join(" ")
    );
    let (x, y) = at;
    match stone {
        Cell::Empty => {
            let Some(opening) = opening else { return };
            let best = heat.is_some_and(|heat| opening.chance == *heat.greatest());
            let ink = if shade.is_some_and(Heat::is_light) { "#2b2b33" } else { "#ffffff" };
            if best {
                let _ = writeln!(
                    text,
                    r##"<circle cx="{x:.1}" cy="{y:.1}" r="21.5" fill="none" stroke="#ffd84d" stroke-width="2.6"/>"##
                );
            }
            let percent = &opening.chance * BigRational::from_integer(100.into());
            let _ = writeln!(
                text,
                r#"<text x="{x:.1}" y="{:.1}" font-size="13.5" fill="{ink}" text-anchor="middle"{}>{}</text>"#,
                y + 4.8,
                if best { r#" font-weight="700""# } else { "" },
                decimal(&percent, 1)
            );
        }
        stone => {
            let (fill, edge) =
                if stone == Cell::White { ("#ffffff", "#6d6d78") } else { ("#17171c", "#17171c") };
            let _ = writeln!(
                text,
                r#"<circle cx="{x:.1}" cy="{y:.1}" r="18.5" fill="{fill}" stroke="{edge}" stroke-width="1.8"/>"#
            );
        }
    }
}

fn coordinates(text: &mut String, plan: Plan) {
    let mut label = |(x, y): (f64, f64), says: &str| {
        let _ = writeln!(
            text,
            r##"<text x="{x:.1}" y="{:.1}" font-size="14" fill="#6d6d78" text-anchor="middle">{says}</text>"##,
            y + 5.0
        );
    };
    let letters =
        |column| -> String { cell_name(0, column).chars().filter(char::is_ascii_alphabetic).collect() };
    let rows = plan.shape.rows();
    for column in 0..plan.shape.columns(rows - 1) {
        // A column runs down to the right in Hex, to the left in Y.
        let (x, y) = plan.centre(rows - 1, column);
        let lean = if matches!(plan.shape, Shape::Rhombus { .. }) { 0.6 } else { -0.6 };
        label((x + HALF * lean, y + SIDE * 1.62), &letters(column));
        if matches!(plan.shape, Shape::Rhombus { .. }) {
            let (x, y) = plan.centre(0, column);
            label((x - HALF * 0.6, y - SIDE * 1.62), &letters(column));
        }
    }
    for row in 0..rows {
        let name = (row + 1).to_string();
        let (x, y) = plan.centre(row, 0);
        label((x - HALF * 1.85, y), &name);
        let (x, y) = plan.centre(row, plan.shape.columns(row) - 1);
        label((x + HALF * 1.85, y), &name);
    }
}

/// The colours and the chances at their ends.
fn scale(text: &mut String, heat: &Heat, meaning: &str, width: f64, top: f64, digits: usize) {
    let (left, length) = (width / 2.0 - 150.0, 300.0);
    text.push_str("<defs><linearGradient id=\"heat\">");
    for i in 0..=8 {
        let (r, g, b) = Heat::colour(i * 125);
        let _ = write!(
            text,
            r##"<stop offset="{}%" stop-color="#{r:02x}{g:02x}{b:02x}"/>"##,
            f64::from(i) * 12.5
        );
    }
    text.push_str("</linearGradient></defs>\n");
    let _ = writeln!(
        text,
        r##"<rect x="{left:.1}" y="{top:.1}" width="{length:.1}" height="14" rx="3" fill="url(#heat)" stroke="#4a4a55" stroke-width="0.8"/>"##
    );
    for (x, anchor, chance) in [(left, "start", heat.least()), (left + length, "end", heat.greatest())] {
        let _ = writeln!(
            text,
            r##"<text x="{x:.1}" y="{:.1}" font-size="13" fill="#2b2b33" text-anchor="{anchor}">{}</text>"##,
            top + 32.0,
            decimal(chance, digits)
        );
    }
    let _ = writeln!(
        text,
        r##"<text x="{:.1}" y="{:.1}" font-size="13" fill="#6d6d78" text-anchor="middle">{}{NUMBERS}</text>"##,
        width / 2.0,
        top - 10.0,
        escaped(meaning)
    );
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
