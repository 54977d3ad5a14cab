//! Maps: grids or graphs on which the players claim vertices, with a rule for the neighbours. Snort and Col are two rules.
//!
//! Rows of letters are a grid (cells are joined by sides); anything with a digit or a `-` is a graph.

use super::Player;
use super::bitboard::{Frame, Negates, TwoLayers, each};
use super::board::{Board, size};
use super::graph::{self, Graph};
use super::picture::{self, Look, Mark, Vertex};
use super::short::{Field, Insight, Normal};
use crate::fault::Fault;
use smallvec::SmallVec;
use std::sync::Arc;

/// What a vertex is like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Spot {
    /// Free for either player, as far as its neighbours allow.
    Open,
    /// Free, but only this player may claim it.
    Only(Player),
    /// Claimed by this player.
    Claimed(Player),
    /// Out of play: a hole.
    Hole,
}

/// The letters that a map is written with, for messages.
pub const LETTERS: &str =
    "'.' (free), 'L' (only Left may), 'R' (only Right may), 'x' (Left's), 'o' (Right's) or '#' (hole)";

fn read(letter: char) -> Option<Spot> {
    match letter {
        '.' => Some(Spot::Open),
        'L' => Some(Spot::Only(Player::Left)),
        'R' => Some(Spot::Only(Player::Right)),
        'x' | 'X' | 'B' => Some(Spot::Claimed(Player::Left)),
        'o' | 'O' | 'W' => Some(Spot::Claimed(Player::Right)),
        '#' => Some(Spot::Hole),
        _ => None,
    }
}

fn letter(spot: Spot) -> char {
    match spot {
        Spot::Open => '.',
        Spot::Only(Player::Left) => 'L',
        Spot::Only(Player::Right) => 'R',
        Spot::Claimed(Player::Left) => 'x',
        Spot::Claimed(Player::Right) => 'o',
        Spot::Hole => '#',
    }
}

/// How the vertices are joined.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Net {
    /// Cells of a grid, joined by sides.
    Grid {
        /// The number of rows.
        rows: usize,
        /// The number of columns.
        columns: usize,
    },
    /// Vertices of a graph.
    Graph(Arc<Graph>),
}

impl Net {
    /// Visits the neighbours of a vertex.
    fn neighbours(&self, vertex: usize, mut visit: impl FnMut(usize)) {
        match self {
            Net::Grid { rows, columns } => {
                let (row, column) = (vertex / columns, vertex % columns);
                if row > 0 {
                    visit(vertex - columns);
                }
                if column > 0 {
                    visit(vertex - 1);
                }
                if column + 1 < *columns {
                    visit(vertex + 1);
                }
                if row + 1 < *rows {
                    visit(vertex + columns);
                }
            }
            Net::Graph(graph) => graph.neighbours(vertex).iter().for_each(|&v| visit(v as usize)),
        }
    }
}

/// A map with what each vertex is like.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Map {
    net: Net,
    spots: SmallVec<[Spot; 64]>,
}

/// What a claimed vertex forbids its free neighbours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// Snort: no neighbours of different players.
    NotBesideOther,
    /// Col: no neighbours of the same player.
    NotBesideOwn,
}

impl Rule {
    /// Whether a neighbour claimed by `owner` keeps `player` away.
    fn forbids(self, owner: Player, player: Player) -> bool {
        (owner == player) == (self == Rule::NotBesideOwn)
    }
}

impl Map {
    /// How the vertices are joined.
    pub fn net(&self) -> &Net {
        &self.net
    }

    /// What each vertex is like; those of a grid row by row.
    pub fn spots(&self) -> &[Spot] {
        &self.spots
    }

    /// Whether `player` may claim a vertex under a rule.
    pub fn may_claim(&self, rule: Rule, vertex: usize, player: Player) -> bool {
        let free = match self.spots[vertex] {
            Spot::Open => true,
            Spot::Only(only) => only == player,
            Spot::Claimed(_) | Spot::Hole => false,
        };
        let mut allowed = free;
        if free {
            self.net.neighbours(vertex, |other| {
                if let Spot::Claimed(owner) = self.spots[other] {
                    allowed &= !rule.forbids(owner, player);
                }
            });
        }
        allowed
    }

    /// Reads a map that is legal under a rule.
    ///
    /// # Errors
    /// A fault with its place, also where two claimed neighbours break the rule.
    pub fn parse(text: &str, rule: Rule) -> Result<Map, Fault> {
        let map = if size(text).is_none() && text.contains(|c: char| c == '-' || c.is_ascii_digit()) {
            let (graph, spots) = graph::parse(text, Spot::Open, read, LETTERS)?;
            Map { net: Net::Graph(Arc::new(graph)), spots: SmallVec::from_vec(spots) }
        } else {
            let board = Board::parse_or_size(text, Spot::Open, read, LETTERS)?;
            let net = Net::Grid { rows: board.rows(), columns: board.columns() };
            Map { net, spots: SmallVec::from_slice(board.cells()) }
        };
        for (vertex, spot) in map.spots.iter().enumerate() {
            let Spot::Claimed(player) = *spot else { continue };
            let mut clash = None;
            map.net.neighbours(vertex, |other| {
                if let Spot::Claimed(owner) = map.spots[other]
                    && rule.forbids(owner, player)
                {
                    clash = Some(other);
                }
            });
            if let Some(other) = clash {
                let place = |v: usize| match &map.net {
                    Net::Grid { columns, .. } => {
                        format!("row {}, column {}", v / columns + 1, v % columns + 1)
                    }
                    Net::Graph(graph) => format!("vertex {}", graph.name(v)),
                };
                let which = if rule == Rule::NotBesideOwn { "of one player" } else { "of different players" };
                return Err(Fault::new(
                    format!("neighbours {which} at {} and {}", place(vertex), place(other)),
                    "a map that the rules allow",
                ));
            }
        }
        Ok(map)
    }

    /// Writes the map.
    pub fn print(&self) -> String {
        let letters: Vec<char> = self.spots.iter().map(|&spot| letter(spot)).collect();
        match &self.net {
            Net::Grid { columns, .. } => {
                let rows: Vec<String> = letters.chunks(*columns).map(|row| row.iter().collect()).collect();
                rows.join("/")
            }
            Net::Graph(graph) => graph.print(&letters, '.'),
        }
    }

    /// Visits the map after each claim of `player`.
    pub fn options(&self, rule: Rule, player: Player, mut visit: impl FnMut(Map)) {
        for vertex in (0..self.spots.len()).filter(|&v| self.may_claim(rule, v, player)) {
            let mut after = self.clone();
            after.spots[vertex] = Spot::Claimed(player);
            visit(after);
        }
    }

    /// Visits the parts of the map between which no claim matters.
    pub fn components(&self, rule: Rule, mut visit: impl FnMut(Map)) {
        let may: Vec<[bool; 2]> = (0..self.spots.len())
            .map(|v| Player::BOTH.map(|player| self.may_claim(rule, v, player)))
            .collect();
        let mut seen: Vec<bool> = may.iter().map(|may| !may[0] && !may[1]).collect();
        for start in 0..seen.len() {
            if std::mem::replace(&mut seen[start], true) {
                continue;
            }
            let mut part = vec![start];
            let mut next = 0;
            while let Some(&at) = part.get(next) {
                next += 1;
                self.net.neighbours(at, |other| {
                    let matters = Player::BOTH.iter().any(|&owner| {
                        Player::BOTH.iter().any(|&player| {
                            rule.forbids(owner, player)
                                && may[at][owner as usize]
                                && may[other][player as usize]
                        })
                    });
                    if matters && !std::mem::replace(&mut seen[other], true) {
                        part.push(other);
                    }
                });
            }
            part.sort_unstable();
            visit(self.part(&part, &may));
        }
    }

    /// Some vertices as a map of their own, with who may claim each.
    fn part(&self, vertices: &[usize], may: &[[bool; 2]]) -> Map {
        let spot = |v: usize| match may[v] {
            [true, true] => Spot::Open,
            [true, false] => Spot::Only(Player::Left),
            [false, true] => Spot::Only(Player::Right),
            [false, false] => Spot::Hole,
        };
        match &self.net {
            Net::Grid { rows, columns } => {
                let mut board = Board::filled(*rows, *columns, Spot::Hole);
                for &v in vertices {
                    board.set(v / columns, v % columns, spot(v));
                }
                let board = board.cut_out(vertices, Spot::Hole);
                let net = Net::Grid { rows: board.rows(), columns: board.columns() };
                Map { net, spots: SmallVec::from_slice(board.cells()) }
            }
            Net::Graph(graph) => Map {
                net: Net::Graph(Arc::new(graph.induced(vertices))),
                spots: vertices.iter().map(|&v| spot(v)).collect(),
            },
        }
    }

    /// The map as a picture in SVG.
    pub fn picture(&self) -> String {
        match &self.net {
            Net::Grid { rows, columns } => {
                picture::board(*rows, *columns, |row, column| match self.spots[row * columns + column] {
                    Spot::Open => Look::Plain(Mark::None),
                    Spot::Only(player) => Look::Plain(Mark::Ring(player)),
                    Spot::Claimed(player) => Look::Coloured(player),
                    Spot::Hole => Look::Nothing,
                })
            }
            Net::Graph(graph) => {
                let vertex = |(v, spot): (usize, &Spot)| Vertex {
                    name: graph.name(v).to_string(),
                    owner: if let Spot::Claimed(player) = *spot { Some(player) } else { None },
                    only: if let Spot::Only(player) = *spot { Some(player) } else { None },
                    dead: *spot == Spot::Hole,
                };
                let vertices: Vec<Vertex> = self.spots.iter().enumerate().map(vertex).collect();
                picture::graph(&vertices, graph.edges())
            }
        }
    }

    /// The map in compact form, if it is small enough.
    pub fn field(&self, rule: Rule) -> Option<(Claims, [u64; 2])> {
        let place: Box<dyn Fn(usize) -> u64>;
        let net = match &self.net {
            Net::Grid { rows, columns } => {
                let frame = Frame::of(*rows, *columns)?;
                let (stride, columns) = (frame.stride() as usize, *columns);
                place = Box::new(move |v| 1 << (v / columns * stride + v % columns));
                Joined::Grid(frame, TwoLayers::of(frame, *rows, columns))
            }
            Net::Graph(graph) if graph.len() <= 64 => {
                place = Box::new(|v| 1 << v);
                let masks =
                    (0..graph.len()).map(|v| graph.neighbours(v).iter().fold(0, |mask, &w| mask | 1 << w));
                Joined::Graph(masks.collect())
            }
            Net::Graph(_) => return None,
        };
        let may = |player| {
            let vertices = (0..self.spots.len()).filter(|&v| self.may_claim(rule, v, player));
            vertices.fold(0, |mask, v| mask | place(v))
        };
        Some((Claims { net, rule }, [may(Player::Left), may(Player::Right)]))
    }
}

/// Maps of one shape; a piece is the vertices that Left may claim and those that Right may claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claims {
    net: Joined,
    rule: Rule,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Joined {
    Grid(Frame, TwoLayers),
    /// The neighbours of each vertex.
    Graph(Arc<[u64]>),
}

impl Claims {
    fn beside(&self, vertices: u64) -> u64 {
        match &self.net {
            Joined::Grid(frame, _) => frame.beside(vertices),
            Joined::Graph(masks) => {
                each(vertices).fold(0, |beside, v| beside | masks[v.trailing_zeros() as usize])
            }
        }
    }
}

impl Field for Claims {
    type Piece = [u64; 2];

    fn key_bits(&self) -> u32 {
        match &self.net {
            Joined::Grid(_, keys) => keys.bits(),
            Joined::Graph(masks) => {
                if masks.len() <= 32 {
                    64
                } else {
                    128
                }
            }
        }
    }

    fn key(&self, piece: &[u64; 2]) -> u128 {
        match &self.net {
            Joined::Grid(_, keys) => keys.key(*piece),
            Joined::Graph(masks) => {
                u128::from(piece[0]) | u128::from(piece[1]) << if masks.len() <= 32 { 32 } else { 64 }
            }
        }
    }

    fn split(&self, &[left, right]: &[u64; 2], visit: &mut impl FnMut([u64; 2])) {
        // A claim of Left's matters to these neighbours of what Left may claim.
        let (left_to, right_to) =
            if self.rule == Rule::NotBesideOther { (right, left) } else { (left, right) };
        let mut rest = left | right;
        while rest != 0 {
            let mut part = rest & rest.wrapping_neg();
            loop {
                let next = part | self.beside(part & left) & left_to | self.beside(part & right) & right_to;
                if next == part {
                    break;
                }
                part = next;
            }
            visit([left & part, right & part]);
            rest &= !part;
        }
    }

    fn insight(&self, &[left, right]: &[u64; 2]) -> Insight<[u64; 2]> {
        match (left.count_ones(), right.count_ones()) {
            (1, 1) if left == right => Insight::Nimber(1),
            (1, 0) => Insight::Integer(1),
            (0, 1) => Insight::Integer(-1),
            _ => Insight::Open,
        }
    }

    fn normal(&self, piece: &[u64; 2]) -> Normal<[u64; 2]> {
        match &self.net {
            Joined::Grid(frame, _) => frame.normal(*piece, Negates::Swap),
            Joined::Graph(_) => {
                let [left, right] = *piece;
                Normal {
                    piece: [left.max(right), left.min(right)],
                    negated: right > left,
                    symmetric: left == right,
                }
            }
        }
    }

    fn moves(&self, &[left, right]: &[u64; 2], player: Player, visit: &mut impl FnMut([u64; 2])) {
        let own = if player == Player::Left { left } else { right };
        let hurts_left = self.rule.forbids(player, Player::Left);
        for vertex in each(own) {
            let gone = vertex | self.beside(vertex);
            visit(if hurts_left { [left & !gone, right & !vertex] } else { [left & !vertex, right & !gone] });
        }
    }
}
