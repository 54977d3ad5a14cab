//! How the odds of a board of Hex or Y look in a terminal, and as a picture.

use crate::show::{Rows, heading, seconds, shortened, shortened_fraction, thousands};
use num_rational::BigRational;
use partizan::Ruleset;
use partizan::question::Answer;
use partizan::question::exact::{Exact, decimal};
use partizan::question::odds::connection::{ConnectionOdds, Heat, Opening, Ranked, Shape, cell_name, svg};
use partizan::question::odds::{Ask, Odds};
use partizan::ruleset::hex::Hex;
use partizan::ruleset::y::Y;
use std::fmt::Write as _;

/// The answer for a person.
pub fn text(Answer { ask, method, work, .. }: &Answer<Ask, Odds>, board: &ConnectionOdds) -> String {
    let (first, second) = if ask.first == "white" { ("White", "Black") } else { ("Black", "White") };
    let mut text = heading(&format!("{}, both sides at random, {first} moves first", name(board.shape)));
    for (row, line) in ask.position.split('/').enumerate() {
        let cells: Vec<String> = line.chars().map(String::from).collect();
        let _ = writeln!(text, "  {}{}", " ".repeat(lean(board.shape, row)), cells.join(" "));
    }
    let mut rows = Rows::default();
    rows.row("White wins", side(&board.white));
    rows.row("Black wins", side(&board.black));
    let joined = match (board.shape, board.decided) {
        (_, None) => "no",
        (Shape::Rhombus { .. }, Some("white")) => "White has already joined top and bottom",
        (Shape::Rhombus { .. }, Some(_)) => "Black has already joined left and right",
        (Shape::Triangle { .. }, Some("white")) => "White has already joined the three sides",
        (Shape::Triangle { .. }, Some(_)) => "Black has already joined the three sides",
    };
    rows.row("decided", joined);
    let more = if board.white_to_place == board.black_to_place {
        String::new()
    } else {
        format!(" ({first} has one more than {second})")
    };
    let (white, black) = (board.white_to_place, board.black_to_place);
    rows.row("empty cells", format!("{}: {white} for White, {black} for Black{more}", board.empty));
    rows.row("fillings", shortened(&board.fillings.to_string(), 60));
    rows.row("won by White", shortened(&board.white_fillings.to_string(), 60));
    if let Some(at) = &board.at_p {
        rows.row(format!("p = {}", at.p.fraction), format!("White wins {}", side(&at.white)));
    }
    if let Some(length) = &board.length {
        rows.row("moves to the end", format!("{} in the mean", side(&length.mean)));
    }
    if let Some(found) = &board.simulation {
        rows.row(
            "simulated",
            format!(
                "White wins {} ± {} ({} of {} playouts, seed {})",
                found.white.decimal,
                found.standard_error.decimal,
                thousands(&found.white_wins.to_string()),
                thousands(&found.playouts.to_string()),
                found.seed
            ),
        );
        if let Some(playouts) = &found.to_separate_two_best {
            rows.row(
                "",
                format!(
                    "{} playouts of each of the two best moves would tell them apart (two standard errors)",
                    shortened(playouts, 30)
                ),
            );
        }
    }
    rows.row("method", method.as_str());
    if let Some(time) = work.get("seconds").and_then(serde_json::Value::as_f64) {
        rows.row("time", seconds(time));
    }
    text.push_str(&rows.text());
    if let Some(moves) = &board.moves {
        text.push('\n');
        text.push_str(&heading(&format!("Where {first} should put its first stone: chance to win in %")));
        text.push_str(&heat_map(board.shape, &ask.position, moves));
        text.push_str(&ranking(moves));
    }
    if let Some(random_turn) = &board.random_turn {
        text.push('\n');
        text.push_str(&heading("Random-turn play, played well: how often the outcome hangs on a cell, in %"));
        let mut rows = Rows::default();
        rows.row("White wins", side(&random_turn.white));
        text.push_str(&rows.text());
        text.push_str(&heat_map(board.shape, &ask.position, &random_turn.pivots));
        text.push_str(&ranking(&random_turn.pivots));
    }
    if let Some(length) = &board.length {
        text.push('\n');
        text.push_str(&heading("Chance that the game ends with move t"));
        text.push_str(&bars(&length.ends_with));
    }
    if let Some(polynomial) = &board.polynomial {
        text.push('\n');
        text.push_str(&heading("Fillings with k white stones that White wins"));
        let mut rows = Rows::default();
        for (k, wins) in polynomial.iter().enumerate() {
            rows.row(k.to_string(), shortened(wins, 70));
        }
        text.push_str(&rows.text());
    }
    text
}

/// What a board is called.
fn name(shape: Shape) -> String {
    match shape {
        Shape::Rhombus { .. } => format!("Hex {shape}"),
        Shape::Triangle { side } => {
            format!("Y with {side} cell{} on a side", if side == 1 { "" } else { "s" })
        }
    }
}

/// How far a row is moved to the right, in half cells.
fn lean(shape: Shape, row: usize) -> usize {
    match shape {
        Shape::Rhombus { .. } => row,
        Shape::Triangle { side } => side - 1 - row,
    }
}

fn side(exact: &Exact) -> String {
    format!("{}  =  {}", exact.decimal, shortened_fraction(&exact.fraction, 40))
}

/// The exact chances of ranked cells.
fn openings(ranked: &[Ranked]) -> Vec<Opening> {
    ranked
        .iter()
        .filter_map(|cell| {
            let chance: BigRational = cell.chance.fraction.parse().ok()?;
            Some(Opening { row: cell.row - 1, column: cell.column - 1, chance })
        })
        .collect()
}

/// The board with a chance in each empty cell, coloured by it where the terminal has colours.
fn heat_map(shape: Shape, position: &str, ranked: &[Ranked]) -> String {
    let openings = openings(ranked);
    let Some(heat) = Heat::new(&openings) else { return String::new() };
    // In Hex a column's letter stands above its top, in Y below its end at the bottom, half a cell on.
    let letters = |columns: usize| {
        let letters = (0..columns).map(|column| {
            let name = cell_name(0, column);
            format!("{:^6}", name.trim_end_matches(|c: char| c.is_ascii_digit()))
        });
        format!("{}\n", letters.collect::<String>().trim_end())
    };
    let mut text = String::new();
    if let Shape::Rhombus { columns, .. } = shape {
        let _ = write!(text, "  {}", letters(columns));
    }
    for (row, line) in position.split('/').enumerate() {
        let _ = write!(text, "{}{:>2} ", " ".repeat(3 * lean(shape, row)), row + 1);
        for (column, stone) in line.chars().enumerate() {
            let opening = openings.iter().find(|o| (o.row, o.column) == (row, column));
            let Some(opening) = opening else {
                let _ = write!(text, "{stone:^6}");
                continue;
            };
            let percent = decimal(&(&opening.chance * BigRational::from_integer(100.into())), 1);
            let best = opening.chance == *heat.greatest();
            let shade = heat.shade(&opening.chance);
            let (r, g, b) = Heat::colour(shade);
            let ink = if Heat::is_light(shade) { (43, 43, 51) } else { (255, 255, 255) };
            let style = anstyle::Style::new()
                .bg_color(Some(anstyle::RgbColor(r, g, b).into()))
                .fg_color(Some(anstyle::RgbColor(ink.0, ink.1, ink.2).into()));
            let style = if best { style.bold() } else { style };
            let shown = if best { format!("*{percent}") } else { percent };
            let _ = write!(text, "{style}{shown:>5} {style:#}");
        }
        text.push('\n');
    }
    if let Shape::Triangle { side } = shape {
        let _ = write!(text, "{}", letters(side));
    }
    text
}

/// The first ranks, cells of equal chance together.
fn ranking(ranked: &[Ranked]) -> String {
    let mut rows = Rows::default();
    let mut at = 0;
    let mut shown = 0;
    while at < ranked.len() && shown < 10 {
        let rank = ranked[at].rank;
        let tied: Vec<&Ranked> = ranked[at..].iter().take_while(|cell| cell.rank == rank).collect();
        let cells: Vec<&str> = tied.iter().map(|cell| cell.cell.as_str()).collect();
        let names = if cells.len() <= 12 {
            cells.join(" ")
        } else {
            format!("{} and {} more", cells[..12].join(" "), cells.len() - 12)
        };
        rows.row(format!("{rank:>3}. {names}"), side(&tied[0].chance));
        at += tied.len();
        shown += 1;
    }
    if at < ranked.len() {
        rows.row("", format!("and {} more cells; --json has all", ranked.len() - at));
    }
    rows.text()
}

/// A bar for each chance from the first to the last that is shown as more than 0.
fn bars(chances: &[Exact]) -> String {
    let value = |exact: &Exact| exact.decimal.parse::<f64>().unwrap_or(0.0);
    let most = chances.iter().map(value).fold(0.0, f64::max);
    let shown = |exact: &Exact| exact.fraction != "0/1" && value(exact) * 400.0 >= most;
    let (Some(first), Some(last)) = (chances.iter().position(shown), chances.iter().rposition(shown)) else {
        return String::new();
    };
    let mut rows = Rows::default();
    for (t, exact) in chances.iter().enumerate().take(last + 1).skip(first) {
        let length = (value(exact) / most * 50.0).round() as usize;
        rows.row(t.to_string(), format!("{} {}", exact.decimal, "█".repeat(length)));
    }
    rows.text()
}

/// The board as SVG, with the chances that were asked.
pub fn picture(ask: &Ask, board: &ConnectionOdds, digits: usize) -> Option<String> {
    let first = if ask.first == "white" { "White" } else { "Black" };
    let name = match board.shape {
        Shape::Rhombus { .. } => format!("Hex {}", board.shape),
        Shape::Triangle { .. } => format!("Y {}", board.shape),
    };
    let (cells, title, meaning) = match (&board.moves, &board.random_turn) {
        (Some(moves), _) => (
            openings(moves),
            format!("{name}: where {first} should put its first stone"),
            format!("chance that {first} wins when both go on at random"),
        ),
        (None, Some(random_turn)) => (
            openings(&random_turn.pivots),
            format!("Random-turn {name}: the best cell for both"),
            "chance that the outcome hangs on the cell".to_string(),
        ),
        (None, None) => (Vec::new(), name, String::new()),
    };
    match board.shape {
        Shape::Rhombus { .. } => {
            Some(svg(&Hex::default().parse(&ask.position).ok()?, &cells, &title, &meaning, digits))
        }
        Shape::Triangle { .. } => {
            Some(svg(&Y::default().parse(&ask.position).ok()?, &cells, &title, &meaning, digits))
        }
    }
}
