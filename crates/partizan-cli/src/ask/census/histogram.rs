//! A histogram: in the terminal, as SVG.

use partizan::sheet::sheet;
use std::fmt::Write as _;
use svg::node::element::{Group, Line, Rectangle, Style, Text, Title};

/// A distribution to be drawn. Floats set the lengths of bars only; the exact figures are printed beside them.
#[derive(Debug, Clone)]
pub struct Histogram {
    /// What is distributed.
    pub title: String,
    /// One line more.
    pub subtitle: String,
    /// What stands along the axis.
    pub axis: &'static str,
    /// Values upwards, each with its chance.
    pub bars: Vec<(f64, f64)>,
}

const WIDTH: f64 = 960.0;
const HEIGHT: f64 = 480.0;
const LEFT: f64 = 72.0;
const RIGHT: f64 = 24.0;
const TOP: f64 = 92.0;
const BOTTOM: f64 = 60.0;

/// The most bars that are told apart; more values are gathered in bins.
const MOST: usize = 256;

impl Histogram {
    /// The picture.
    pub fn svg(&self) -> String {
        let gap = self.bars.windows(2).map(|pair| pair[1].0 - pair[0].0).fold(f64::INFINITY, f64::min);
        let gap = if gap.is_finite() && gap > 0.0 { gap } else { 1.0 };
        // What is too small to be seen at either end is left out, and the subtitle is there for the rest.
        let tallest = self.bars.iter().map(|bar| bar.1).fold(f64::MIN_POSITIVE, f64::max);
        let seen = |bar: &&(f64, f64)| bar.1 * 1000.0 > tallest;
        let first = self.bars.iter().find(seen).map_or(0.0, |bar| bar.0);
        let last = self.bars.iter().rev().find(seen).map_or(0.0, |bar| bar.0);
        // A bin holds one place where they are few enough to be told apart, else the same number of places each.
        let together = ((last - first) / gap / MOST as f64).ceil().max(1.0);
        let bin = gap * together;
        let count = ((last - first) / bin).floor() as usize + 1;
        let mut heights = vec![0.0; count];
        for (value, chance) in self.bars.iter().filter(|bar| (first..=last).contains(&bar.0)) {
            let at = (((value - first) / gap + 0.25) / together).floor() as usize;
            heights[at.min(count - 1)] += chance;
        }
        let first = first + (bin - gap) / 2.0;
        let most = heights.iter().copied().fold(f64::MIN_POSITIVE, f64::max);
        let (low, high) = (first - bin / 2.0, first + (count as f64 - 0.5) * bin);
        let x = |value: f64| LEFT + (value - low) / (high - low) * (WIDTH - LEFT - RIGHT);
        let step = nice(most / 6.0);
        let ceiling = (most / step).ceil() * step;
        let y = |chance: f64| HEIGHT - BOTTOM - chance / ceiling * (HEIGHT - TOP - BOTTOM);

        let style = "text{font-family:system-ui,-apple-system,'Segoe UI',Helvetica,Arial,sans-serif;fill:#1f2933}\
            .title{font-size:19px;font-weight:600}.small{font-size:12.5px;fill:#52606d}\
            .bar{fill:#2f6f4e}.bar:hover{fill:#e0a030}.grid{stroke:#e4e7eb;stroke-width:1}\
            .axis{stroke:#9aa5b1;stroke-width:1}";
        let mut picture = sheet(WIDTH, HEIGHT)
            .set("role", "img")
            .add(Title::new(self.title.clone()))
            .add(Style::new(style))
            .add(label(&self.title, LEFT, 32.0, "start", "title"))
            .add(label(&self.subtitle, LEFT, 54.0, "start", "small"));
        let mut grid = Group::new();
        let decimals = (-step.log10().floor()).max(0.0) as usize;
        for i in 0..=(ceiling / step).round() as usize {
            let chance = i as f64 * step;
            grid = grid.add(line(LEFT, y(chance), WIDTH - RIGHT, y(chance), "grid")).add(label(
                &format!("{chance:.decimals$}"),
                LEFT - 10.0,
                y(chance) + 4.0,
                "end",
                "small",
            ));
        }
        let mut bars = Group::new();
        let wide = (WIDTH - LEFT - RIGHT) / count as f64;
        for (i, height) in heights.iter().enumerate().filter(|(_, height)| **height > 0.0) {
            let value = first + i as f64 * bin;
            let margin = (wide * 0.14).min(4.0);
            let (top, middle) = (y(*height), x(value));
            let bar = Rectangle::new()
                .set("class", "bar")
                .set("x", rounded(middle - wide / 2.0 + margin))
                .set("y", rounded(top))
                .set("width", rounded((wide - 2.0 * margin).max(0.5)))
                .set("height", rounded((HEIGHT - BOTTOM - top).max(0.0)))
                .add(Title::new(format!("{value}: {height:.6}")));
            bars = bars.add(bar);
        }
        let mut ticks = Group::new().add(line(LEFT, y(0.0), WIDTH - RIGHT, y(0.0), "axis"));
        let every = nice((high - low) / 12.0).max(if bin >= 1.0 { 1.0 } else { bin });
        let mut tick = (low / every).ceil() * every;
        while tick <= high {
            let shown = if tick == 0.0 { 0.0 } else { tick };
            ticks = ticks.add(line(x(tick), y(0.0), x(tick), y(0.0) + 5.0, "axis")).add(label(
                &format!("{}", rounded(shown)),
                x(tick),
                y(0.0) + 20.0,
                "middle",
                "small",
            ));
            tick += every;
        }
        let middle = f64::midpoint(LEFT, WIDTH - RIGHT);
        picture = picture
            .add(grid)
            .add(bars)
            .add(ticks)
            .add(label(self.axis, middle, HEIGHT - 16.0, "middle", "small"))
            .add(label("chance", LEFT - 10.0, TOP - 14.0, "end", "small"));
        format!("{picture}\n")
    }
}

fn rounded(x: f64) -> f64 {
    (x * 1000.0).round() / 1000.0
}

fn label(text: &str, x: f64, y: f64, anchor: &str, class: &str) -> Text {
    Text::new(text).set("x", rounded(x)).set("y", rounded(y)).set("text-anchor", anchor).set("class", class)
}

fn line(x1: f64, y1: f64, x2: f64, y2: f64, class: &str) -> Line {
    let [x1, y1, x2, y2] = [x1, y1, x2, y2].map(rounded);
    Line::new().set("x1", x1).set("y1", y1).set("x2", x2).set("y2", y2).set("class", class)
}

/// The least of 1, 2 and 5 times a power of ten that is not below a number above 0.
fn nice(x: f64) -> f64 {
    let power = 10f64.powf(x.log10().floor());
    [1.0, 2.0, 5.0, 10.0]
        .into_iter()
        .map(|step| step * power)
        .find(|step| *step >= x * 0.999)
        .unwrap_or(10.0 * power)
}

/// A dyadic number as a place on the axis of a picture.
pub fn place(number: &str) -> f64 {
    let (num, den) = number.split_once('/').unwrap_or((number, "1"));
    num.parse::<f64>().unwrap_or(0.0) / den.parse::<f64>().unwrap_or(1.0)
}

/// How long the longest bar is in the terminal.
pub const BAR: usize = 20;

/// A bar of so much of the full length, in eighths of a character.
pub fn bar(part: f64) -> String {
    const EIGHTHS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
    let eighths = (part.clamp(0.0, 1.0) * (8 * BAR) as f64).round() as usize;
    format!("{}{}", "█".repeat(eighths / 8), EIGHTHS[eighths % 8])
}

/// One row of a distribution: the value and the width of its column, its decimal and the width of that, the length of its bar as a part of the longest, and what follows.
pub fn row(
    text: &mut String,
    (value, wide): (&str, usize),
    (decimal, width): (&str, usize),
    part: f64,
    tail: &str,
) {
    let bar = bar(part);
    let padding = BAR.saturating_sub(bar.chars().count());
    let wide = wide.max(8);
    let line = format!("  {value:>wide$}  {decimal:>width$}  {bar}{:padding$}  {tail}", "");
    let _ = writeln!(text, "{}", line.trim_end());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_nice() {
        assert_eq!([0.012, 0.3, 7.0, 20.0].map(nice), [0.02, 0.5, 10.0, 20.0]);
    }

    #[test]
    fn many_values_are_gathered_and_none_is_lost() {
        let bars: Vec<(f64, f64)> = (0..5000).map(|i| (f64::from(i) / 8.0, 1.0 / 5000.0)).collect();
        let picture = Histogram { title: "A < B".into(), subtitle: String::new(), axis: "value", bars }.svg();
        let drawn = picture.matches("class=\"bar\"").count();
        assert!((200..=257).contains(&drawn), "{drawn} bars");
        let sum: f64 =
            picture.split(": ").skip(1).filter_map(|part| part.split('<').next()?.parse::<f64>().ok()).sum();
        assert!((sum - 1.0).abs() < 1e-3, "{sum}");
        assert!(picture.contains("A &lt; B"));
    }

    #[test]
    fn bars_have_eighths() {
        assert_eq!((bar(1.0).chars().count(), bar(0.0).as_str(), bar(0.006_25).as_str()), (BAR, "", "▏"));
    }
}
