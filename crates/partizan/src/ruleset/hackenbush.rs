//! # Hackenbush
//!
//! A picture of coloured edges that stands on the ground. A move cuts one edge that one may cut; whatever is then no
//! longer connected with the ground falls. Who cannot move has lost.
//!
//! **Players.** Left cuts blue edges `B`, Right red ones `R`; both may cut green ones `G`. A blue edge alone is worth
//! +1, a red one −1, a green one ∗. The picture is any graph: edges may form cycles, join the same two vertices
//! more than once, or be loops at a vertex.
//!
//! **Notation.** A list of edges, `0-1 B, 1-2 R`: vertices are numbers, 0 is the ground, and every edge is connected
//! with it. `0` alone is the ground without edges. Two more notations are read. Trees as strings, from the ground up:
//! one letter an edge, with branches in brackets, `B(B;RB)`, and blanks between trees. Forests as lists of parents with
//! colours: `-1 1 1 BRR` is an edge on the ground (−1 or 0) and two edges on top of edge 1. Small letters are read as well;
//! `L` as `B`, `E` as `G`.
//!
//! **Example.** `BR`, a blue edge with a red one on top, is worth 1/2:
//!
//! ```
//! use partizan::{Player, Ruleset};
//! use partizan::ruleset::hackenbush::Hackenbush;
//!
//! let picture = Hackenbush.parse("BR").unwrap();
//! assert_eq!(Hackenbush.print(&picture), "0-1 B, 1-2 R");
//! let mut options = Vec::new();
//! Hackenbush.options(&picture, Player::Right, &mut |option| options.push(Hackenbush.print(&option)));
//! assert_eq!(options, ["0-1 B"]);
//! ```
//!
//! **Theorems.** Edges of one colour, blue or red, count one each. Red-blue trees are worth numbers, found from the top
//! down. In all-green pictures the vertices of a cycle may be fused (fusion principle), and then branches add as
//! nimbers (colon principle). An edge with everything else on top of it is the ordinal sum of the edge and the rest,
//! whatever the colours. All other pictures are searched.
//!
//! **Reference.** Conway, *On Numbers and Games*, chapters 8 and 15; Berlekamp, Conway, Guy, *Winning Ways*, chapters 1 to 3 and 7.

use super::bitboard::each;
use super::graph::{MAX_GRAPH, Piece, pieces};
use super::picture;
use super::short::{Colour, Field, Insight, Normal, Short};
use super::{Player, Ruleset, Variant};
use crate::fault::{Fault, quote};
use crate::value::Dyadic;
use num_traits::ToPrimitive;
use smallvec::SmallVec;
use std::collections::HashMap;
use std::sync::Arc;

/// The ruleset of Hackenbush.
#[derive(Clone, Copy, Debug, Default)]
pub struct Hackenbush;

/// An edge between two vertices, which may be the same. Vertex 0 is the ground.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Edge {
    /// Its ends.
    pub ends: [u32; 2],
    /// Who may cut it.
    pub colour: Colour,
}

impl Edge {
    /// The edge as text, such as `0-1 B`.
    pub fn text(&self) -> String {
        format!("{}-{} {}", self.ends[0], self.ends[1], self.colour.letter())
    }
}

/// A picture: its edges, each connected with the ground.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct Picture {
    edges: SmallVec<[Edge; 24]>,
}

impl Picture {
    /// The picture of those of the edges that are connected with the ground.
    pub fn standing(edges: impl IntoIterator<Item = Edge>) -> Picture {
        let mut edges: SmallVec<[Edge; 24]> = edges.into_iter().collect();
        let numbers = Numbers::of(&edges);
        let mut reached = vec![false; numbers.count];
        let Some(ground) = numbers.ground else { return Picture::default() };
        reached[ground] = true;
        let incident = numbers.incident(&edges);
        let mut next = vec![ground];
        while let Some(vertex) = next.pop() {
            for &edge in &incident[vertex] {
                for end in numbers.ends[edge] {
                    if !std::mem::replace(&mut reached[end], true) {
                        next.push(end);
                    }
                }
            }
        }
        let mut index = 0;
        edges.retain(|_| {
            index += 1;
            reached[numbers.ends[index - 1][0]]
        });
        Picture { edges }
    }

    /// Its edges.
    pub fn edges(&self) -> &[Edge] {
        &self.edges
    }

    /// The picture after an edge is cut.
    ///
    /// # Panics
    /// If there are not so many edges.
    pub fn cut(&self, edge: usize) -> Picture {
        assert!(edge < self.edges.len(), "edge {edge} of {}", self.edges.len());
        Picture::standing(self.edges.iter().enumerate().filter(|(i, _)| *i != edge).map(|(_, edge)| *edge))
    }
}

/// The vertices of some edges numbered from 0 in the order in which they appear.
struct Numbers {
    count: usize,
    ground: Option<usize>,
    ends: Vec<[usize; 2]>,
}

impl Numbers {
    fn of(edges: &[Edge]) -> Self {
        let mut numbers: HashMap<u32, usize> = HashMap::new();
        let mut number = |name| {
            let next = numbers.len();
            *numbers.entry(name).or_insert(next)
        };
        let ends = edges.iter().map(|edge| edge.ends.map(&mut number)).collect();
        Numbers { count: numbers.len(), ground: numbers.get(&0).copied(), ends }
    }

    fn incident(&self, edges: &[Edge]) -> Vec<SmallVec<[usize; 4]>> {
        let mut incident = vec![SmallVec::new(); self.count];
        for i in 0..edges.len() {
            incident[self.ends[i][0]].push(i);
            if self.ends[i][0] != self.ends[i][1] {
                incident[self.ends[i][1]].push(i);
            }
        }
        incident
    }
}

fn colour(letter: char) -> Option<Colour> {
    match letter {
        'B' | 'b' | 'L' | 'l' => Some(Colour::Blue),
        'R' | 'r' => Some(Colour::Red),
        'G' | 'g' | 'E' | 'e' => Some(Colour::Green),
        _ => None,
    }
}

const COLOURS: &str = "'B' (Left), 'R' (Right) or 'G' (both)";

fn parse_list(text: &str) -> Result<Picture, Fault> {
    let mut edges = Vec::new();
    let list = pieces(text.trim_end(), |c| c == ',' || c == '\n' || c == ';');
    let mut places = Vec::new();
    if list.len() > MAX_GRAPH {
        return Err(Fault::new(format!("{} edges", list.len()), format!("at most {MAX_GRAPH}")));
    }
    for item in list {
        let wanted = || item.fault("an edge with its colour, such as '0-1 B'");
        let (first, rest) = item.text.split_once('-').ok_or_else(wanted)?;
        let rest = rest.trim_start();
        let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        let end = |text: &str| text.trim().parse::<u32>().map_err(|_| wanted());
        let ends = [end(first)?, end(&rest[..digits])?];
        let mut letters = rest[digits..].trim().chars();
        let (Some(c), None) = (letters.next(), letters.next()) else { return Err(wanted()) };
        let colour = colour(c).ok_or_else(|| item.fault(format!("an edge with one of {COLOURS}")))?;
        edges.push(Edge { ends, colour });
        places.push(item);
    }
    standing_all(&edges, |i| places[i])
}

/// The picture of these edges, all of which must be connected with the ground.
fn standing_all<'a>(edges: &[Edge], place: impl Fn(usize) -> Piece<'a>) -> Result<Picture, Fault> {
    let picture = Picture::standing(edges.iter().copied());
    if picture.edges.len() < edges.len() {
        // Order is kept, so the first difference is the first edge that fell.
        let fallen = (0..edges.len()).find(|&i| picture.edges.get(i) != edges.get(i)).unwrap_or(0);
        return Err(place(fallen).fault("an edge that is connected with the ground, which is vertex 0"));
    }
    Ok(picture)
}

fn parse_parents(text: &str) -> Result<Picture, Fault> {
    let words = pieces(text.trim_end(), |c| c.is_whitespace() || ",:;".contains(c));
    let words: Vec<Piece<'_>> = words
        .into_iter()
        .filter(|word| !word.text.is_empty() && !["parents", "colours", "colors"].contains(&word.text))
        .collect();
    let count = words.iter().take_while(|word| word.text.parse::<i64>().is_ok()).count();
    if count > MAX_GRAPH {
        return Err(Fault::new(format!("{count} edges"), format!("at most {MAX_GRAPH}")));
    }
    let colours: Vec<Colour> = match &words[count..] {
        [word] => {
            let letters: Option<Vec<Colour>> = word.text.chars().map(colour).collect();
            letters.ok_or_else(|| word.fault(format!("a word of colours {COLOURS}")))?
        }
        [] => return Err(Fault::new("no colours", "a word of colours after the parents, such as '-1 1 BR'")),
        [_, more, ..] => return Err(more.fault("the end after the word of colours")),
    };
    if colours.len() != count {
        return Err(words[count].fault(format!("{count} colours, one for each parent")));
    }
    let mut edges = Vec::new();
    for (i, (word, colour)) in words.iter().zip(colours).enumerate() {
        let parent: i64 = word.text.parse().expect("only numbers were taken");
        let parent = match parent {
            -1 | 0 => 0,
            p if (1..=count as i64).contains(&p) && p != i as i64 + 1 => p as u32,
            _ => return Err(word.fault(format!("-1 (the ground) or another edge from 1 to {count}"))),
        };
        edges.push(Edge { ends: [parent, i as u32 + 1], colour });
    }
    standing_all(&edges, |i| words[i])
}

fn parse_strings(text: &str) -> Result<Picture, Fault> {
    let mut edges = Vec::new();
    let (mut at, mut line, mut column) = (0u32, 1, 0);
    // The vertices at which branches begin; whether an edge must, or may, come next.
    let mut branches: Vec<u32> = Vec::new();
    let (mut wanted, mut closed) = (false, false);
    for c in text.trim_end().chars() {
        column += 1;
        let fault = |expected: String| Err(Fault::new(quote(c), expected).at(line, column));
        match c {
            c if branches.is_empty() && !wanted && (c.is_whitespace() || c == ',' || c == '+') => {
                (at, closed) = (0, false);
                if c == '\n' {
                    (line, column) = (line + 1, 0);
                }
            }
            '(' if !wanted && !closed => {
                branches.push(at);
                wanted = true;
            }
            ';' if !wanted && !branches.is_empty() => {
                at = *branches.last().expect("not empty");
                (wanted, closed) = (true, false);
            }
            ')' if !wanted && !branches.is_empty() => {
                branches.pop();
                closed = true;
            }
            c => match colour(c) {
                Some(colour) if !closed => {
                    if edges.len() == MAX_GRAPH {
                        return fault(format!("at most {MAX_GRAPH} edges"));
                    }
                    let top = edges.len() as u32 + 1;
                    edges.push(Edge { ends: [at, top], colour });
                    (at, wanted) = (top, false);
                }
                Some(_) => return fault("';', ')' or the end of the tree after ')'".into()),
                None => return fault(format!("an edge: {COLOURS}, or '(', ';', ')' for branches")),
            },
        }
    }
    if wanted || !branches.is_empty() {
        let expected = if wanted { format!("an edge: {COLOURS}") } else { "')'".into() };
        return Err(Fault::new("the end", expected).at(line, column + 1));
    }
    if edges.is_empty() {
        return Err(Fault::new(
            "nothing",
            "a list of edges such as '0-1 B, 1-2 R', or '0' for the bare ground",
        ));
    }
    Ok(Picture { edges: SmallVec::from_vec(edges) })
}

impl Ruleset for Hackenbush {
    const NAME: &'static str = "hackenbush";
    const TITLE: &'static str = "Cut blue, red and green edges of a picture; what is off the ground falls";
    const SOURCE: &'static str = include_str!("hackenbush.rs");
    const NOTATION: &'static str = "edges '0-1 B, 1-2 R' (0 is the ground); trees 'B(B;RB)' and lists of parents '-1 1 1 BRR' are read too";
    const PLAYERS: [&'static str; 2] = ["blue, B", "red, R"];

    type Position = Picture;

    fn with_variant(_: &Variant) -> Result<Self, Fault> {
        Ok(Hackenbush)
    }

    fn parse(&self, text: &str) -> Result<Picture, Fault> {
        if text.trim() == "0" {
            return Ok(Picture::default());
        }
        if !text.contains(|c: char| c.is_ascii_digit()) {
            return parse_strings(text);
        }
        let start = text.trim_start();
        let end = start.find(|c: char| c.is_whitespace() || ",:;".contains(c)).unwrap_or(start.len());
        let spaced_edge = start[end..].trim_start().starts_with("- ");
        if start.starts_with("parents") || start[..end].parse::<i64>().is_ok() && !spaced_edge {
            parse_parents(text)
        } else {
            parse_list(text)
        }
    }

    fn print(&self, picture: &Picture) -> String {
        if picture.edges.is_empty() {
            return "0".into();
        }
        picture.edges.iter().map(Edge::text).collect::<Vec<_>>().join(", ")
    }

    fn options(&self, picture: &Picture, player: Player, visit: &mut impl FnMut(Picture)) {
        for (i, edge) in picture.edges.iter().enumerate() {
            if edge.colour.cut_by(player) {
                visit(picture.cut(i));
            }
        }
    }
}

/// No vertex: one that a search has not met yet.
const NEW: usize = usize::MAX;

/// The nimber of a connected all-green picture, by the fusion and colon principles.
///
/// # Complexity
/// Time and memory linear in the number of edges; no recursion.
///
/// # References
/// *Winning Ways*, chapter 7; Siegel, *Combinatorial Game Theory*, IV.
fn green(count: usize, root: usize, ends: &[[usize; 2]]) -> u32 {
    let mut incident = vec![SmallVec::<[usize; 4]>::new(); count];
    for (i, &[a, b]) in ends.iter().enumerate() {
        incident[a].push(i);
        if a != b {
            incident[b].push(i);
        }
    }
    // A depth-first search that finds bridges. Edges on cycles are loops once their vertices are fused: *1 each.
    let mut order = vec![NEW; count];
    let mut low = vec![0; count];
    let mut nimber = vec![0u32; count];
    let mut used = vec![false; ends.len()];
    let mut stack: Vec<(usize, usize, usize)> = vec![(root, 0, NEW)];
    order[root] = 0;
    let mut next = 1;
    while let Some(&mut (vertex, ref mut at, above)) = stack.last_mut() {
        if let Some(&edge) = incident[vertex].get(*at) {
            *at += 1;
            if std::mem::replace(&mut used[edge], true) {
                continue;
            }
            let other = if ends[edge][0] == vertex { ends[edge][1] } else { ends[edge][0] };
            if order[other] == NEW {
                order[other] = next;
                low[other] = next;
                next += 1;
                stack.push((other, 0, vertex));
            } else {
                nimber[vertex] ^= 1;
                low[vertex] = low[vertex].min(order[other]);
            }
            continue;
        }
        stack.pop();
        if above != NEW {
            if low[vertex] > order[above] {
                nimber[above] ^= nimber[vertex] + 1;
            } else {
                nimber[above] ^= nimber[vertex] ^ 1;
            }
            low[above] = low[above].min(low[vertex]);
        }
    }
    nimber[root]
}

/// The ordinal sum of a blue or red edge and a number on top of it.
///
/// # References
/// *On Numbers and Games*, chapter 8: for a blue edge it is (x + n) / 2^(n - 1) with the least n >= 1 that makes x + n > 1.
///
/// # Panics
/// If the edge is green.
pub fn edge_under(colour: Colour, above: &Dyadic) -> Dyadic {
    match colour {
        Colour::Blue => {
            let least = ((&Dyadic::ONE - above).floor() + 1u32)
                .to_i64()
                .expect("a value is at most the number of edges");
            let n = least.max(1);
            (above + &Dyadic::from(n)).shifted(1 - n)
        }
        Colour::Red => -&edge_under(Colour::Blue, &-above),
        Colour::Green => panic!("a green edge with a number on top is no number"),
    }
}

/// The number of a connected red-blue tree.
fn tree(
    count: usize,
    root: usize,
    edges: &[Edge],
    ends: &[[usize; 2]],
    incident: &[SmallVec<[usize; 4]>],
) -> Dyadic {
    // From the ground up in the order of a walk, then back down.
    let mut walk: Vec<(usize, usize, usize)> = Vec::with_capacity(edges.len());
    let mut reached = vec![false; count];
    reached[root] = true;
    let mut next = vec![root];
    while let Some(vertex) = next.pop() {
        for &edge in &incident[vertex] {
            let other = if ends[edge][0] == vertex { ends[edge][1] } else { ends[edge][0] };
            if !std::mem::replace(&mut reached[other], true) {
                walk.push((vertex, other, edge));
                next.push(other);
            }
        }
    }
    let mut values = vec![Dyadic::ZERO; count];
    for (below, above, edge) in walk.into_iter().rev() {
        let value = edge_under(edges[edge].colour, &values[above]);
        values[below] = &values[below] + &value;
    }
    values.swap_remove(root)
}

impl Short for Hackenbush {
    type Field = Cuts;

    fn components(&self, picture: &Picture, visit: &mut impl FnMut(Picture)) {
        let edges = &picture.edges;
        let numbers = Numbers::of(edges);
        let Some(ground) = numbers.ground else { return };
        let incident = numbers.incident(edges);
        let mut seen = vec![false; edges.len()];
        for &start in &incident[ground] {
            if std::mem::replace(&mut seen[start], true) {
                continue;
            }
            let mut part = vec![start];
            let mut next = 0;
            while let Some(&edge) = part.get(next) {
                next += 1;
                for end in numbers.ends[edge].into_iter().filter(|&end| end != ground) {
                    for &other in &incident[end] {
                        if !std::mem::replace(&mut seen[other], true) {
                            part.push(other);
                        }
                    }
                }
            }
            part.sort_unstable();
            visit(Picture { edges: part.into_iter().map(|edge| edges[edge]).collect() });
        }
    }

    fn insight(&self, component: &Picture) -> (Insight<Picture>, &'static str) {
        let edges = &component.edges;
        let all = |colour| edges.iter().all(|edge| edge.colour == colour);
        let count = edges.len() as i64;
        if edges.is_empty() {
            return (Insight::Integer(0), "nothing is left");
        }
        if all(Colour::Blue) || all(Colour::Red) {
            let sign = if all(Colour::Blue) { 1 } else { -1 };
            return (Insight::Integer(sign * count), "edges of one player count one each");
        }
        let numbers = Numbers::of(edges);
        let Some(ground) = numbers.ground else { return (Insight::Open, "") };
        if all(Colour::Green) {
            return (
                Insight::Nimber(green(numbers.count, ground, &numbers.ends)),
                "colon and fusion principles",
            );
        }
        let incident = numbers.incident(edges);
        if numbers.count == edges.len() + 1 && edges.iter().all(|edge| edge.colour != Colour::Green) {
            let value = tree(numbers.count, ground, edges, &numbers.ends, &incident);
            return (Insight::Number(value), "the rule for red-blue trees");
        }
        if let [only] = incident[ground].as_slice()
            && let [a, b] = edges[*only].ends
            && a != b
        {
            // The other end becomes the ground.
            let top = a.max(b);
            let rename = |end: u32| if end == top { 0 } else { end };
            let rest = edges.iter().enumerate().filter(|(i, _)| i != only);
            let rest = rest.map(|(_, edge)| Edge { ends: edge.ends.map(rename), ..*edge }).collect();
            return (Insight::Over(edges[*only].colour, Picture { edges: rest }), "colon principle");
        }
        (Insight::Open, "")
    }

    fn field(&self, picture: &Picture) -> Option<(Cuts, Standing)> {
        let edges = &picture.edges;
        if edges.len() > 64 {
            return None;
        }
        let numbers = Numbers::of(edges);
        let mut incident = vec![0u64; numbers.count.max(1)];
        let mut by_colour = [0u64; 3];
        for (i, edge) in edges.iter().enumerate() {
            for end in numbers.ends[i] {
                incident[end] |= 1 << i;
            }
            by_colour[edge.colour as usize] |= 1 << i;
        }
        let all = if edges.is_empty() { 0 } else { u64::MAX >> (64 - edges.len()) };
        let ends = numbers.ends.iter().map(|ends| ends.map(|end| end as u8)).collect();
        let root = numbers.ground.unwrap_or(0) as u8;
        Some((Cuts(Arc::new(Drawing { ends, incident, by_colour })), Standing { edges: all, root }))
    }

    fn picture(&self, position: &Picture) -> String {
        let numbers = Numbers::of(&position.edges);
        let Some(ground) = numbers.ground else { return picture::standing(1, 0, &[]) };
        let edges = position.edges.iter().zip(&numbers.ends).map(|(edge, ends)| {
            let colour = match edge.colour {
                Colour::Blue => picture::BLUE,
                Colour::Red => picture::RED,
                Colour::Green => picture::GREEN,
            };
            (*ends, colour)
        });
        picture::standing(numbers.count, ground, &edges.collect::<Vec<_>>())
    }

    fn named_moves(&self, picture: &Picture, player: Player) -> Vec<(String, Picture)> {
        let edges = picture.edges.iter().enumerate().filter(|(_, edge)| edge.colour.cut_by(player));
        edges.map(|(i, edge)| (edge.text(), picture.cut(i))).collect()
    }
}

/// The pictures that are left of one picture of at most 64 edges.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cuts(Arc<Drawing>);

#[derive(Debug, PartialEq, Eq)]
struct Drawing {
    /// The vertices at the ends of each edge.
    ends: Vec<[u8; 2]>,
    /// The edges at each vertex.
    incident: Vec<u64>,
    /// The edges of each colour.
    by_colour: [u64; 3],
}

/// Edges of a picture that stand on one of its vertices as the ground.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Standing {
    edges: u64,
    root: u8,
}

impl Drawing {
    /// The edges of `within` that are connected with `seed` without passing over `root`.
    fn flood(&self, seed: u64, within: u64, root: u8) -> u64 {
        let mut reached = seed;
        let mut new = seed;
        while new != 0 {
            let mut next = 0;
            for edge in each(new) {
                for end in self.ends[edge.trailing_zeros() as usize] {
                    if end != root {
                        next |= self.incident[end as usize];
                    }
                }
            }
            new = next & within & !reached;
            reached |= new;
        }
        reached
    }
}

impl Field for Cuts {
    type Piece = Standing;

    fn key_bits(&self) -> u32 {
        // 65 vertices need 7 bits.
        if self.0.ends.len() <= 57 { 64 } else { 128 }
    }

    fn key(&self, piece: &Standing) -> u128 {
        u128::from(piece.edges) << 7 | u128::from(piece.root)
    }

    fn split(&self, &Standing { edges, root }: &Standing, visit: &mut impl FnMut(Standing)) {
        let mut rest = edges & self.0.incident[root as usize];
        while rest != 0 {
            let part = self.0.flood(rest & rest.wrapping_neg(), edges, root);
            visit(Standing { edges: part, root });
            rest &= !part;
        }
    }

    fn insight(&self, &Standing { edges, root }: &Standing) -> Insight<Standing> {
        let [blue, red, green_edges] = self.0.by_colour;
        let count = i64::from(edges.count_ones());
        if edges & !blue == 0 {
            return Insight::Integer(count);
        }
        if edges & !red == 0 {
            return Insight::Integer(-count);
        }
        if edges & !green_edges == 0 {
            let ends: SmallVec<[[usize; 2]; 64]> = each(edges)
                .map(|edge| self.0.ends[edge.trailing_zeros() as usize].map(usize::from))
                .collect();
            return Insight::Nimber(green(self.0.incident.len(), root as usize, &ends));
        }
        let standing = edges & self.0.incident[root as usize];
        if standing.is_power_of_two() {
            let [a, b] = self.0.ends[standing.trailing_zeros() as usize];
            let colour = if standing & blue != 0 {
                Colour::Blue
            } else if standing & red != 0 {
                Colour::Red
            } else {
                Colour::Green
            };
            if a != b {
                let above = if a == root { b } else { a };
                return Insight::Over(colour, Standing { edges: edges ^ standing, root: above });
            }
        }
        Insight::Open
    }

    fn normal(&self, piece: &Standing) -> Normal<Standing> {
        Normal { piece: *piece, negated: false, symmetric: false }
    }

    fn moves(&self, &Standing { edges, root }: &Standing, player: Player, visit: &mut impl FnMut(Standing)) {
        let [blue, red, green] = self.0.by_colour;
        let own = green | if player == Player::Left { blue } else { red };
        for edge in each(edges & own) {
            let left = edges ^ edge;
            // What still stands: everything that hangs together with an edge on the ground, over the ground as well.
            let standing = self.0.flood(left & self.0.incident[root as usize], left, root);
            visit(Standing { edges: standing, root });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn options(text: &str, player: Player) -> Vec<String> {
        let mut options = Vec::new();
        let picture = Hackenbush.parse(text).unwrap();
        Hackenbush.options(&picture, player, &mut |option| options.push(Hackenbush.print(&option)));
        options
    }

    fn printed(text: &str) -> String {
        Hackenbush.print(&Hackenbush.parse(text).unwrap())
    }

    #[test]
    fn all_notations_are_read() {
        assert_eq!(printed("l(l;rl)"), "0-1 B, 1-2 B, 1-3 R, 3-4 B");
        assert_eq!(printed("GB R"), "0-1 G, 1-2 B, 0-3 R");
        assert_eq!(printed("-1 1 1 -1 BRRG"), "0-1 B, 1-2 R, 1-3 R, 0-4 G");
        assert_eq!(printed("parents 0 1 2, colours BRB"), "0-1 B, 1-2 R, 2-3 B");
        assert_eq!(printed("0-5 b, 5-5 G\n5-0 R"), "0-5 B, 5-5 G, 5-0 R");
        assert_eq!(printed("0"), "0");
    }

    #[test]
    fn what_is_off_the_ground_falls() {
        assert_eq!(
            options("0-1 B, 1-2 R, 2-0 G, 2-3 B", Player::Left),
            ["1-2 R, 2-0 G, 2-3 B", "0-1 B, 1-2 R, 2-3 B", "0-1 B, 1-2 R, 2-0 G"]
        );
        assert_eq!(options("0-1 G, 1-1 R, 1-2 B", Player::Right), ["0", "0-1 G, 1-2 B"]);
    }

    #[test]
    fn faults_have_places() {
        let fault = |text: &str| Hackenbush.parse(text).unwrap_err().to_string();
        assert_eq!(
            fault("0-1 B, 2-3 R"),
            "line 1, column 8: found '2-3 R', expected an edge that is connected with the ground, which is vertex 0"
        );
        assert_eq!(
            fault("0-1 B, 1-2"),
            "line 1, column 8: found '1-2', expected an edge with its colour, such as '0-1 B'"
        );
        assert_eq!(
            fault("0-1 Q"),
            "line 1, column 1: found '0-1 Q', expected an edge with one of 'B' (Left), 'R' (Right) or 'G' (both)"
        );
        assert_eq!(
            fault("-1 1 BRB"),
            "line 1, column 6: found 'BRB', expected 2 colours, one for each parent"
        );
        assert_eq!(
            fault("-1 9 BR"),
            "line 1, column 4: found '9', expected -1 (the ground) or another edge from 1 to 2"
        );
        assert_eq!(fault("B(R"), "line 1, column 4: found the end, expected ')'");
        assert_eq!(
            fault("B(R)B"),
            "line 1, column 5: found 'B', expected ';', ')' or the end of the tree after ')'"
        );
        assert!(fault("").starts_with("found nothing"));
    }

    #[test]
    fn numbers_over_edges_are_simplest_numbers() {
        // 1:x is the simplest number above all 1:x^L (and 0) and below all 1:x^R, for the canonical form of x.
        fn by_options(x: &Dyadic) -> Dyadic {
            let (left, right) = canonical_options(x);
            let lower = left.map_or(Dyadic::ZERO, |l| by_options(&l).max(Dyadic::ZERO));
            let upper = right.map(|r| by_options(&r));
            Dyadic::simplest_between(Some(&lower), upper.as_ref())
        }
        fn canonical_options(x: &Dyadic) -> (Option<Dyadic>, Option<Dyadic>) {
            let (num, exp) = x.as_small().unwrap();
            match (exp, num) {
                (0, 0) => (None, None),
                (0, n) if n > 0 => (Some((n - 1).into()), None),
                (0, n) => (None, Some((n + 1).into())),
                (e, n) => (Some(Dyadic::new(n - 1, e)), Some(Dyadic::new(n + 1, e))),
            }
        }
        for num in -24..=24 {
            let x = Dyadic::new(num, 3);
            assert_eq!(edge_under(Colour::Blue, &x), by_options(&x), "1:{x}");
        }
    }

    fn picture(colours: &'static [Colour], most: usize) -> impl Strategy<Value = Picture> {
        let edge = (0u32..5, 0u32..5, prop::sample::select(colours));
        prop::collection::vec(edge, 0..=most).prop_map(|edges| {
            Picture::standing(edges.into_iter().map(|(a, b, colour)| Edge { ends: [a, b], colour }))
        })
    }

    /// The Grundy value by the definition.
    fn grundy(picture: &Picture, memo: &mut HashMap<Picture, u32>) -> u32 {
        if let Some(&value) = memo.get(picture) {
            return value;
        }
        let mut seen = Vec::new();
        Hackenbush.options(picture, Player::Left, &mut |option| seen.push(option));
        let seen: Vec<u32> = seen.iter().map(|option| grundy(option, memo)).collect();
        let value = (0..=seen.len() as u32).find(|n| !seen.contains(n)).unwrap();
        memo.insert(picture.clone(), value);
        value
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(128))]
        #[test]
        fn green_pictures_have_the_nimber_of_the_definition(picture in picture(&[Colour::Green], 8)) {
            let mut sum = 0;
            Hackenbush.components(&picture, &mut |part| match Hackenbush.insight(&part).0 {
                Insight::Nimber(n) => sum ^= n,
                other => panic!("{other:?}"),
            });
            prop_assert_eq!(sum, grundy(&picture, &mut HashMap::new()));
        }
    }
}
