//! Pictures of positions in SVG, in the manner of the books: boards with what stands on their cells, graphs, and
//! pictures that stand on the ground.

use super::Player;
use std::collections::VecDeque;
use std::fmt::Write as _;
use svg::Document;
use svg::node::element::{Circle, Group, Line, Path, Rectangle, Text};

/// Left's blue.
pub const BLUE: &str = "#2c64b4";
/// Right's red.
pub const RED: &str = "#c8372d";
/// The green of edges that both may cut.
pub const GREEN: &str = "#2e8f46";
const INK: &str = "#22262c";
const PAPER: &str = "#fdfcf8";
const LINE: &str = "#9aa0a8";

/// What a cell of a board looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look {
    /// No cell of the board.
    Nothing,
    /// A plain cell with something on it, or nothing.
    Plain(Mark),
    /// A cell of a chequered board.
    Chequered(Mark),
    /// A cell that is out of play.
    Burnt,
    /// A cell that belongs to a player.
    Coloured(Player),
}

/// What stands on a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// Nothing.
    None,
    /// A black stone for Left, a white one for Right.
    Stone(Player),
    /// A black queen for Left, a white one for Right.
    Queen(Player),
    /// A toad for Left, a frog for Right, facing its way.
    Animal(Player),
    /// A ring of a player's colour: only this player may come here.
    Ring(Player),
}

/// The side of a cell and the margin around a board, in units of the picture.
const CELL: i32 = 48;
const MARGIN: i32 = 24;

fn colour_of(player: Player) -> &'static str {
    match player {
        Player::Left => BLUE,
        Player::Right => RED,
    }
}

/// The fills of a piece and its outline: black for Left, white for Right.
fn piece_fill(player: Player) -> &'static str {
    match player {
        Player::Left => INK,
        Player::Right => "#ffffff",
    }
}

fn sheet(width: i32, height: i32) -> Document {
    crate::sheet::sheet(width.into(), height.into())
}

fn line(x1: i32, y1: i32, x2: i32, y2: i32) -> Line {
    Line::new().set("x1", x1).set("y1", y1).set("x2", x2).set("y2", y2)
}

fn disc(x: i32, y: i32, radius: i32, fill: &str) -> Circle {
    Circle::new().set("cx", x).set("cy", y).set("r", radius).set("fill", fill)
}

/// A board; `look` says what the cell at a row and column looks like.
pub fn board(rows: usize, columns: usize, look: impl Fn(usize, usize) -> Look) -> String {
    let (width, height) = (columns as i32 * CELL + 2 * MARGIN, rows as i32 * CELL + 2 * MARGIN);
    let mut cells = Group::new().set("stroke", LINE).set("stroke-width", 1);
    let mut outline =
        Group::new().set("stroke", INK).set("stroke-width", 2.5).set("stroke-linecap", "square");
    let mut marks = Group::new();
    let at = |row: i32, column: i32| {
        let inside = row >= 0 && column >= 0 && (row as usize) < rows && (column as usize) < columns;
        if inside { look(row as usize, column as usize) } else { Look::Nothing }
    };
    for row in 0..rows as i32 {
        for column in 0..columns as i32 {
            let (x, y) = (MARGIN + column * CELL, MARGIN + row * CELL);
            let (fill, mark) = match at(row, column) {
                Look::Nothing => continue,
                Look::Plain(mark) => (PAPER, mark),
                Look::Chequered(mark) => (if (row + column) % 2 == 0 { "#f4ecdb" } else { "#e2d2b0" }, mark),
                Look::Burnt => ("#6d6259", Mark::None),
                Look::Coloured(Player::Left) => ("#8fb3e3", Mark::None),
                Look::Coloured(Player::Right) => ("#eea19a", Mark::None),
            };
            let square = Rectangle::new().set("x", x).set("y", y).set("width", CELL).set("height", CELL);
            cells = cells.add(square.set("fill", fill));
            for (down, across, from, to) in [
                (-1, 0, (0, 0), (1, 0)),
                (1, 0, (0, 1), (1, 1)),
                (0, -1, (0, 0), (0, 1)),
                (0, 1, (1, 0), (1, 1)),
            ] {
                if at(row + down, column + across) == Look::Nothing {
                    let (x1, y1) = (x + from.0 * CELL, y + from.1 * CELL);
                    outline = outline.add(line(x1, y1, x + to.0 * CELL, y + to.1 * CELL));
                }
            }
            let (x, y) = (x + CELL / 2, y + CELL / 2);
            if at(row, column) == Look::Burnt {
                marks = marks.add(arrow(x, y));
            }
            marks =
                match mark {
                    Mark::None => marks,
                    Mark::Stone(player) => marks
                        .add(disc(x, y, 17, piece_fill(player)).set("stroke", INK).set("stroke-width", 2)),
                    Mark::Queen(player) => marks.add(queen(x, y, player)),
                    Mark::Animal(player) => marks.add(animal(x, y, player)),
                    Mark::Ring(player) => marks
                        .add(disc(x, y, 9, "none").set("stroke", colour_of(player)).set("stroke-width", 4)),
                };
        }
    }
    sheet(width, height).add(cells).add(outline).add(marks).to_string()
}

/// A queen: a crown with five points.
fn queen(x: i32, y: i32, player: Player) -> Group {
    let crown = format!(
        "M {} {} L {} {} L {} {} L {} {} L {} {} L {} {} L {} {} L {} {} L {} {} L {} {} L {} {} Z",
        x - 11,
        y + 13,
        x - 16,
        y - 8,
        x - 8,
        y + 1,
        x - 7,
        y - 13,
        x - 1,
        y,
        x,
        y - 15,
        x + 1,
        y,
        x + 7,
        y - 13,
        x + 8,
        y + 1,
        x + 16,
        y - 8,
        x + 11,
        y + 13
    );
    let fill = piece_fill(player);
    let mut queen = Group::new().set("stroke", INK).set("stroke-width", 1.6).set("stroke-linejoin", "round");
    queen = queen.add(Path::new().set("d", crown).set("fill", fill));
    for (dx, dy) in [(-16, -9), (-7, -14), (0, -16), (7, -14), (16, -9)] {
        queen = queen.add(disc(x + dx, y + dy, 2, fill));
    }
    let band = if player == Player::Left { "#ffffff" } else { INK };
    queen.add(line(x - 10, y + 8, x + 10, y + 8).set("stroke", band))
}

/// The arrow of a burnt cell.
fn arrow(x: i32, y: i32) -> Group {
    Group::new()
        .set("stroke", "#efe6da")
        .set("stroke-width", 2.5)
        .set("stroke-linecap", "round")
        .add(line(x - 9, y + 9, x + 9, y - 9))
        .add(line(x + 9, y - 9, x + 1, y - 8))
        .add(line(x + 9, y - 9, x + 8, y - 1))
}

/// A toad facing right, or a frog facing left.
fn animal(x: i32, y: i32, player: Player) -> Group {
    let (way, fill, letter) = if player == Player::Left { (1, "#8a6a3a", "T") } else { (-1, "#4f9a4a", "F") };
    let nose =
        format!("M {} {} L {} {} L {} {} Z", x + way * 12, y - 10, x + way * 21, y, x + way * 12, y + 10);
    Group::new()
        .add(Path::new().set("d", nose).set("fill", fill))
        .add(disc(x, y, 15, fill))
        .add(disc(x + way * 6, y - 12, 4, fill))
        .add(disc(x + way * 7, y - 13, 1, "#ffffff"))
        .add(label(letter, x - way, y + 6, 17).set("fill", "#ffffff").set("font-weight", "bold"))
}

fn label(text: &str, x: i32, y: i32, size: i32) -> Text {
    Text::new(text)
        .set("x", x)
        .set("y", y)
        .set("font-family", "Georgia, 'Times New Roman', serif")
        .set("font-size", size)
        .set("text-anchor", "middle")
        .set("fill", INK)
}

/// Text as a picture, for positions that have no better one.
pub fn text(position: &str) -> String {
    let lines: Vec<&str> = position.split(['/', '\n']).collect();
    let wide = lines.iter().map(|line| line.chars().count()).max().unwrap_or(0) as i32;
    let mut sheet = sheet(wide * 11 + 2 * MARGIN, lines.len() as i32 * 24 + 2 * MARGIN);
    for (i, line) in lines.iter().enumerate() {
        sheet = sheet.add(
            Text::new(*line)
                .set("x", MARGIN)
                .set("y", MARGIN + 18 + i as i32 * 24)
                .set("font-family", "DejaVu Sans Mono, Menlo, Consolas, monospace")
                .set("font-size", 18)
                .set("xml:space", "preserve")
                .set("fill", INK),
        );
    }
    sheet.to_string()
}

/// Where the vertices of a graph are put: how far from the first ones, and at which place of that level, in eighths.
struct Layers {
    level: Vec<i32>,
    place: Vec<i32>,
    levels: i32,
    places: i32,
}

impl Layers {
    /// Vertices in levels by their distance from `roots` (and each further component from its first vertex), those
    /// reached from one vertex side by side above it.
    fn of(count: usize, roots: &[usize], neighbours: impl Fn(usize) -> Vec<usize>) -> Layers {
        let mut level = vec![-1; count];
        let mut children: Vec<Vec<usize>> = vec![Vec::new(); count];
        let mut order = Vec::new();
        let mut tops = Vec::new();
        for start in roots.iter().copied().chain(0..count) {
            if level[start] >= 0 {
                continue;
            }
            level[start] = 0;
            tops.push(start);
            let mut queue = VecDeque::from([start]);
            while let Some(vertex) = queue.pop_front() {
                order.push(vertex);
                for other in neighbours(vertex) {
                    if level[other] < 0 {
                        level[other] = level[vertex] + 1;
                        children[vertex].push(other);
                        queue.push_back(other);
                    }
                }
            }
        }
        // Leaves from one side to the other in the order of a walk, then parents above the middle of their children.
        let mut place = vec![0; count];
        let mut next = 0;
        let mut stack: Vec<usize> = tops.into_iter().rev().collect();
        while let Some(vertex) = stack.pop() {
            if children[vertex].is_empty() {
                place[vertex] = next;
                next += 8;
            }
            stack.extend(children[vertex].iter().rev());
        }
        for &vertex in order.iter().rev() {
            if let (Some(&first), Some(&last)) = (children[vertex].first(), children[vertex].last()) {
                place[vertex] = i32::midpoint(place[first], place[last]);
            }
        }
        let levels = level.iter().max().map_or(0, |most| most + 1);
        Layers { level, place, levels, places: next }
    }
}

/// What a vertex of a graph looks like.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Vertex {
    /// What stands beside it.
    pub name: String,
    /// Whose it is.
    pub owner: Option<Player>,
    /// Who alone may still have it.
    pub only: Option<Player>,
    /// Whether it is out of play.
    pub dead: bool,
}

/// A graph with what its vertices look like.
pub fn graph(vertices: &[Vertex], edges: &[(u32, u32)]) -> String {
    let neighbours = |v: usize| {
        let ends = edges.iter().filter_map(|&(a, b)| match (a as usize == v, b as usize == v) {
            (true, _) => Some(b as usize),
            (_, true) => Some(a as usize),
            _ => None,
        });
        ends.collect()
    };
    let layers = Layers::of(vertices.len(), &[], neighbours);
    let at = |v: usize| (60 + layers.level[v] * 90, 60 + layers.place[v] * 9);
    let mut lines = Group::new().set("stroke", INK).set("stroke-width", 2).set("fill", "none");
    for &(a, b) in edges {
        let ((x1, y1), (x2, y2)) = (at(a as usize), at(b as usize));
        lines = if x1 == x2 && (y1 - y2).abs() > 72 {
            // Past the vertices between.
            lines.add(
                Path::new()
                    .set("d", format!("M {x1} {y1} Q {} {} {x2} {y2}", x1 + 50, i32::midpoint(y1, y2))),
            )
        } else {
            lines.add(line(x1, y1, x2, y2))
        };
    }
    let mut discs = Group::new();
    for (v, vertex) in vertices.iter().enumerate() {
        let (x, y) = at(v);
        let (fill, ring, width) = match (vertex.dead, vertex.owner, vertex.only) {
            (true, _, _) => ("#d6d3cc", LINE, 1),
            (_, Some(owner), _) => (colour_of(owner), INK, 2),
            (_, _, Some(only)) => ("#ffffff", colour_of(only), 5),
            _ => ("#ffffff", INK, 2),
        };
        discs = discs.add(disc(x, y, 15, fill).set("stroke", ring).set("stroke-width", width)).add(label(
            &vertex.name,
            x,
            y + 34,
            13,
        ));
    }
    sheet(30 + layers.levels.max(1) * 90, 60 + layers.places.max(8) * 9).add(lines).add(discs).to_string()
}

/// A picture that stands on the ground: edges between vertices with their colours. `ground` is the vertex that is the ground.
pub fn standing(count: usize, ground: usize, edges: &[([usize; 2], &'static str)]) -> String {
    let neighbours = |v: usize| {
        let mut others = Vec::new();
        for ([a, b], _) in edges {
            if *a == v && *b != v {
                others.push(*b);
            } else if *b == v && *a != v {
                others.push(*a);
            }
        }
        others
    };
    let layers = Layers::of(count, &[ground], neighbours);
    let loops_below = edges.iter().filter(|(ends, _)| *ends == [ground, ground]).count() as i32;
    let width = 100 + (layers.places.max(8) + loops_below * 8) * 9;
    let base = 40 + layers.levels.max(2) * 80 - 40;
    let at = |v: usize| (86 + layers.place[v] * 9, base - layers.level[v] * 80);
    let mut drawn = Group::new().set("stroke-width", 5).set("fill", "none").set("stroke-linecap", "round");
    let mut seen: Vec<[usize; 2]> = Vec::new();
    let mut loops_at = vec![0; count];
    for ([a, b], colour) in edges {
        let (a, b) = if layers.level[*a] <= layers.level[*b] { (*a, *b) } else { (*b, *a) };
        let earlier = seen.iter().filter(|ends| **ends == [a, b]).count() as i32;
        seen.push([a, b]);
        // Edges between the same vertices bend out, by turns to both sides.
        let bend = (earlier + 1) / 2 * if earlier % 2 == 1 { 44 } else { -44 };
        let mut path = String::new();
        if a == b && a == ground {
            let x = 86 + (layers.places.max(8) + loops_at[a] * 8) * 9 - 20;
            loops_at[a] += 1;
            let _ = write!(
                path,
                "M {} {base} C {} {} {} {} {} {base}",
                x - 16,
                x - 34,
                base - 64,
                x + 34,
                base - 64,
                x + 16
            );
        } else if a == b {
            let (x, y) = at(a);
            let side = if loops_at[a] % 2 == 0 { 1 } else { -1 } * (1 + loops_at[a] / 2);
            loops_at[a] += 1;
            let (dx, dy) = (side * 46, 34 + 8 * (side.abs() - 1));
            let _ = write!(path, "M {x} {y} C {} {} {} {} {x} {y}", x + dx, y - dy, x + dx, y + dy);
        } else if a == ground {
            let (x, y) = at(b);
            let foot = x + bend;
            if bend == 0 && layers.level[b] == 1 {
                let _ = write!(path, "M {foot} {base} L {x} {y}");
            } else {
                let _ =
                    write!(path, "M {foot} {base} Q {} {} {x} {y}", foot + bend / 3, i32::midpoint(base, y));
            }
        } else {
            let ((x1, y1), (x2, y2)) = (at(a), at(b));
            // Edges within a level pass above the vertices between.
            let lift = if y1 == y2 && (x1 - x2).abs() > 72 { -50 } else { 0 };
            if bend == 0 && lift == 0 {
                let _ = write!(path, "M {x1} {y1} L {x2} {y2}");
            } else {
                let (across, down) = if y1 == y2 { (0, bend) } else { (bend, 0) };
                let middle = (i32::midpoint(x1, x2) + across, i32::midpoint(y1, y2) + down + lift);
                let _ = write!(path, "M {x1} {y1} Q {} {} {x2} {y2}", middle.0, middle.1);
            }
        }
        drawn = drawn.add(Path::new().set("d", path).set("stroke", *colour));
    }
    let mut dots = Group::new().set("fill", INK);
    for v in (0..count).filter(|&v| v != ground) {
        let (x, y) = at(v);
        dots = dots.add(Circle::new().set("cx", x).set("cy", y).set("r", 4.5));
    }
    let mut earth = Group::new().set("stroke", INK).set("stroke-linecap", "round");
    for x in (24..width - 30).step_by(14) {
        earth = earth.add(line(x + 10, base + 3, x, base + 13).set("stroke-width", 1.2));
    }
    earth = earth.add(line(20, base + 2, width - 20, base + 2).set("stroke-width", 3));
    sheet(width, base + 40).add(earth).add(drawn).add(dots).to_string()
}
