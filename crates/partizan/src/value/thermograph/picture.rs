//! A thermograph as a picture in SVG.

use super::super::dyadic::Dyadic;
use super::Thermograph;
use super::text::Window;
use crate::sheet::sheet;
use num_bigint::BigInt;
use svg::node::element::{Group, Line, Polyline, Text};

/// The plot's size in tenths of a unit of the picture, and the margins around it.
const WIDTH: u32 = 6000;
const HEIGHT: u32 = 4000;
const MARGIN_LEFT: u32 = 800;
const MARGIN_TOP: u32 = 820;
const MARGIN_RIGHT: u32 = 500;
const MARGIN_BOTTOM: u32 = 800;
/// More tick marks than this are thinned out.
const TICKS: u32 = 12;

impl Thermograph {
    /// The thermograph as a picture in SVG, as the literature draws it: temperature upward, Left (positive) to the
    /// left, the mast with an arrow. `title` stands above it.
    ///
    /// ```
    /// use partizan::value::Thermograph;
    ///
    /// let picture = Thermograph::of_number(&3.into()).svg("3");
    /// assert!(picture.starts_with("<svg") && picture.contains("</svg>"));
    /// ```
    pub fn svg(&self, title: &str) -> String {
        let window = Window::around(self);
        let x = |value: &Dyadic| MARGIN_LEFT + window.column(value, WIDTH);
        let y = |temperature: &Dyadic| MARGIN_TOP + HEIGHT - window.height(temperature, HEIGHT);
        let (base, ceiling) = (MARGIN_TOP + HEIGHT, MARGIN_TOP);

        let mut grid = Group::new().set("stroke", "#d8dce2").set("stroke-width", "1");
        let mut labels = Group::new()
            .set("font-family", "Georgia, 'Times New Roman', serif")
            .set("font-size", "14")
            .set("fill", "#333a44");
        for value in ticks(&window.least, &window.most) {
            let at = x(&value);
            grid = grid.add(line(at, ceiling, at, base));
            labels = labels.add(text(&value.to_string(), at, base + 230, "middle"));
        }
        for temperature in ticks(&Dyadic::from(-1), &window.top) {
            let at = y(&temperature);
            grid = grid.add(line(MARGIN_LEFT, at, MARGIN_LEFT + WIDTH, at));
            labels = labels.add(text(&temperature.to_string(), MARGIN_LEFT - 120, at + 45, "end"));
        }
        let zero = y(&Dyadic::ZERO);
        let axes = Group::new()
            .set("stroke", "#333a44")
            .set("stroke-width", "1.5")
            .add(line(MARGIN_LEFT, base, MARGIN_LEFT + WIDTH, base))
            .add(line(MARGIN_LEFT, base, MARGIN_LEFT, ceiling - 100))
            .add(
                line(MARGIN_LEFT, zero, MARGIN_LEFT + WIDTH, zero)
                    .set("stroke-dasharray", "5 4")
                    .set("stroke-width", "1"),
            );
        labels = labels
            .add(text("temperature", MARGIN_LEFT - 620, ceiling - 200, "start").set("font-style", "italic"))
            .add(text("\u{2190} Left", MARGIN_LEFT, base + 560, "start").set("fill", "#1f5fbf"))
            .add(text("value", MARGIN_LEFT + WIDTH / 2, base + 560, "middle").set("font-style", "italic"))
            .add(text("Right \u{2192}", MARGIN_LEFT + WIDTH, base + 560, "end").set("fill", "#c0392b"))
            .add(
                text(&shortened(title), MARGIN_LEFT + WIDTH / 2, ceiling - 520, "middle")
                    .set("font-size", "18"),
            );

        let walls = [(self.left(), "#1f5fbf"), (self.right(), "#c0392b")].map(|(wall, colour)| {
            let points: Vec<String> = wall
                .pieces()
                .iter()
                .map(|piece| (x(&piece.value), y(&piece.from)))
                .chain([(x(self.mean()), y(self.temperature()))])
                .map(|(x, y)| format!("{},{}", tenths(x), tenths(y)))
                .collect();
            Polyline::new()
                .set("points", points.join(" "))
                .set("fill", "none")
                .set("stroke", colour)
                .set("stroke-width", "2.5")
                .set("stroke-linejoin", "round")
                .set("stroke-linecap", "round")
        });
        let (mast, foot) = (x(self.mean()), y(self.temperature()));
        let mast = Group::new()
            .set("stroke", "#20262e")
            .set("stroke-width", "3")
            .set("fill", "none")
            .set("stroke-linecap", "round")
            .add(line(mast, foot, mast, ceiling))
            .add(Polyline::new().set(
                "points",
                format!(
                    "{},{} {},{} {},{}",
                    tenths(mast - 60),
                    tenths(ceiling + 110),
                    tenths(mast),
                    tenths(ceiling),
                    tenths(mast + 60),
                    tenths(ceiling + 110),
                ),
            ));
        let note = format!("mean {}, temperature {}", self.mean(), self.temperature());
        labels = labels.add(text(&note, MARGIN_LEFT + WIDTH, ceiling - 200, "end").set("fill", "#66707c"));

        let (width, height) = (MARGIN_LEFT + WIDTH + MARGIN_RIGHT, MARGIN_TOP + HEIGHT + MARGIN_BOTTOM);
        let [left, right] = walls;
        let document = sheet(f64::from(width) / 10.0, f64::from(height) / 10.0)
            .add(grid)
            .add(axes)
            .add(right)
            .add(left)
            .add(mast)
            .add(labels);
        document.to_string()
    }
}

/// A length in tenths as SVG writes it.
fn tenths(length: u32) -> String {
    if length.is_multiple_of(10) {
        (length / 10).to_string()
    } else {
        format!("{}.{}", length / 10, length % 10)
    }
}

fn line(x1: u32, y1: u32, x2: u32, y2: u32) -> Line {
    Line::new().set("x1", tenths(x1)).set("y1", tenths(y1)).set("x2", tenths(x2)).set("y2", tenths(y2))
}

fn text(content: &str, x: u32, y: u32, anchor: &str) -> Text {
    Text::new(content).set("x", tenths(x)).set("y", tenths(y)).set("text-anchor", anchor)
}

/// A title that fits above the picture.
fn shortened(title: &str) -> String {
    if title.chars().count() <= 60 {
        title.into()
    } else {
        title.chars().take(57).chain("...".chars()).collect()
    }
}

/// Multiples of a power of two from `least` to `most`, few enough to read.
fn ticks(least: &Dyadic, most: &Dyadic) -> Vec<Dyadic> {
    let span = most - least;
    let mut step = Dyadic::ONE;
    while step.shifted(2) > span {
        step = step.half();
    }
    while &step * &Dyadic::from(i64::from(TICKS)) < span {
        step = step.shifted(1);
    }
    // The step is a power of two, so that dividing by it is a shift.
    let log = if step.is_integer() { step.numerator().bits() as i64 - 1 } else { -(step.exponent() as i64) };
    let (first, last): (BigInt, BigInt) = (least.shifted(-log).ceil(), most.shifted(-log).floor());
    num_iter(first, &last).map(|multiple| Dyadic::from(multiple).shifted(log)).collect()
}

fn num_iter(first: BigInt, last: &BigInt) -> impl Iterator<Item = BigInt> {
    let last = last.clone();
    std::iter::successors(Some(first), |at| Some(at + 1)).take_while(move |at| *at <= last)
}
