//! Simple graphs: their text, and nothing about any game.
//!
//! Two notations are read. Lists: edges `0-1, 1-2` and single vertices, each maybe with a letter, `3 L`; vertices are
//! numbers. Strings for trees: one letter a vertex, joined by `-`, with branches in brackets: `.-L-(.;.-R)`, where the
//! vertices are numbered from 0 in the order of the text. Lists are printed.

use crate::fault::{Fault, quote, quote_text};
use std::fmt::Write as _;

/// The greatest number of vertices or edges of a graph that is read.
pub const MAX_GRAPH: usize = 10_000;

/// A simple graph: no loops, no multiple edges.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Graph {
    /// The numbers by which the text calls the vertices, ascending.
    names: Vec<u32>,
    /// The edges as pairs of indices of vertices, the lesser first, ascending.
    edges: Vec<(u32, u32)>,
    /// The neighbours of each vertex, ascending.
    neighbours: Vec<Vec<u32>>,
}

impl Graph {
    /// The graph with these vertices and edges (pairs of names). Edges given twice count once.
    fn new(mut names: Vec<u32>, edges: &[(u32, u32)]) -> Self {
        names.sort_unstable();
        names.dedup();
        let index = |name: u32| names.binary_search(&name).expect("the ends of edges are vertices") as u32;
        let mut edges: Vec<(u32, u32)> =
            edges.iter().map(|&(a, b)| (index(a.min(b)), index(a.max(b)))).collect();
        edges.sort_unstable();
        edges.dedup();
        let mut neighbours = vec![Vec::new(); names.len()];
        for &(a, b) in &edges {
            neighbours[a as usize].push(b);
            neighbours[b as usize].push(a);
        }
        for list in &mut neighbours {
            list.sort_unstable();
        }
        Graph { names, edges, neighbours }
    }

    /// How many vertices it has.
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// Whether it has no vertices.
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// The number by which its text calls a vertex.
    pub fn name(&self, vertex: usize) -> u32 {
        self.names[vertex]
    }

    /// The edges as pairs of vertices.
    pub fn edges(&self) -> &[(u32, u32)] {
        &self.edges
    }

    /// The neighbours of a vertex.
    pub fn neighbours(&self, vertex: usize) -> &[u32] {
        &self.neighbours[vertex]
    }

    /// The graph of some of its vertices, with all edges between them; the vertices keep their names.
    pub fn induced(&self, vertices: &[usize]) -> Graph {
        let names: Vec<u32> = vertices.iter().map(|&v| self.names[v]).collect();
        let kept = |v: u32| vertices.contains(&(v as usize));
        let edges: Vec<(u32, u32)> = self
            .edges
            .iter()
            .filter(|(a, b)| kept(*a) && kept(*b))
            .map(|&(a, b)| (self.names[a as usize], self.names[b as usize]))
            .collect();
        Graph::new(names, &edges)
    }

    /// Writes the graph as a list: its edges, then each vertex that has a letter other than `plain` or no edge.
    pub fn print(&self, letters: &[char], plain: char) -> String {
        let mut text = String::new();
        let item = |text: &mut String| text.push_str(if text.is_empty() { "" } else { ", " });
        for &(a, b) in &self.edges {
            item(&mut text);
            let _ = write!(text, "{}-{}", self.name(a as usize), self.name(b as usize));
        }
        for (v, &letter) in letters.iter().enumerate() {
            if letter != plain {
                item(&mut text);
                let _ = write!(text, "{} {letter}", self.name(v));
            } else if self.neighbours[v].is_empty() {
                item(&mut text);
                let _ = write!(text, "{}", self.name(v));
            }
        }
        text
    }
}

/// Reads a graph with a letter at each vertex; vertices that are given none have `plain`.
///
/// `read` says what a letter means, `expected` names the letters for the message.
///
/// # Errors
/// A fault at the first item of a list, or character of a string, that is none.
pub fn parse<C: Copy>(
    text: &str,
    plain: C,
    read: impl Fn(char) -> Option<C>,
    expected: &str,
) -> Result<(Graph, Vec<C>), Fault> {
    if text.contains(|c: char| c.is_ascii_digit()) {
        parse_list(text, plain, read, expected)
    } else {
        parse_string(text, read, expected)
    }
}

/// A part of a text with the place where it begins.
#[derive(Clone, Copy, Debug)]
pub struct Piece<'a> {
    /// The part, without white space around it.
    pub text: &'a str,
    /// Its line, from 1.
    pub line: usize,
    /// Its column, from 1, in characters.
    pub column: usize,
}

impl Piece<'_> {
    /// A fault at this part.
    pub fn fault(&self, expected: impl Into<String>) -> Fault {
        let found = if self.text.is_empty() { "nothing".to_string() } else { quote_text(self.text) };
        Fault::new(found, expected).at(self.line, self.column)
    }
}

/// The parts of a text between separators. A line end just after another separator is white space.
pub fn pieces(text: &str, separator: impl Fn(char) -> bool) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    let (mut line, mut column, mut start) = (1, 1, 0);
    let mut begin = (1, 1);
    let mut push = |part: &'_ str, (line, column): (usize, usize), text_start: usize| {
        let trimmed = part.trim_start();
        let skipped = &part[..part.len() - trimmed.len()];
        let (mut l, mut c) = (line, column);
        for ch in skipped.chars() {
            if ch == '\n' {
                (l, c) = (l + 1, 1);
            } else {
                c += 1;
            }
        }
        let from = text_start + skipped.len();
        pieces.push(Piece { text: text[from..text_start + part.len()].trim_end(), line: l, column: c });
    };
    for (at, c) in text.char_indices() {
        let ends = separator(c) && !(c == '\n' && text[start..at].trim().is_empty());
        if ends {
            push(&text[start..at], begin, start);
            start = at + c.len_utf8();
        }
        if c == '\n' {
            (line, column) = (line + 1, 1);
        } else {
            column += 1;
        }
        if ends {
            begin = (line, column);
        }
    }
    push(&text[start..], begin, start);
    pieces
}

fn parse_list<C: Copy>(
    text: &str,
    plain: C,
    read: impl Fn(char) -> Option<C>,
    expected: &str,
) -> Result<(Graph, Vec<C>), Fault> {
    let mut names = Vec::new();
    let mut edges = Vec::new();
    let mut given: Vec<(u32, C)> = Vec::new();
    let list = pieces(text.trim_end(), |c| c == ',' || c == '\n');
    if list.len() > MAX_GRAPH {
        return Err(Fault::new(format!("{} items", list.len()), format!("at most {MAX_GRAPH}")));
    }
    for item in list {
        let wanted = || item.fault("an edge such as '0-1', or a vertex such as '2' or '2 L'");
        if let Some((a, b)) = item.text.split_once('-') {
            let end = |text: &str| text.trim().parse::<u32>().map_err(|_| wanted());
            let (a, b) = (end(a)?, end(b)?);
            if a == b {
                return Err(item.fault("an edge between two vertices"));
            }
            names.extend([a, b]);
            edges.push((a, b));
            continue;
        }
        let mut words = item.text.split_whitespace();
        let name = words.next().and_then(|word| word.parse::<u32>().ok()).ok_or_else(wanted)?;
        names.push(name);
        if let Some(word) = words.next() {
            let mut letters = word.chars();
            match (letters.next().and_then(&read), letters.next(), words.next()) {
                (Some(letter), None, None) => {
                    if given.iter().any(|(have, _)| *have == name) {
                        return Err(item.fault(format!("one letter for the vertex {name}")));
                    }
                    given.push((name, letter));
                }
                _ => return Err(item.fault(format!("a vertex with one of {expected}"))),
            }
        }
    }
    let graph = Graph::new(names, &edges);
    let mut letters = vec![plain; graph.len()];
    for (name, letter) in given {
        letters[graph.names.binary_search(&name).expect("it was named")] = letter;
    }
    Ok((graph, letters))
}

fn parse_string<C: Copy>(
    text: &str,
    read: impl Fn(char) -> Option<C>,
    expected: &str,
) -> Result<(Graph, Vec<C>), Fault> {
    let mut letters = Vec::new();
    let mut edges = Vec::new();
    // The vertex to which the next one is joined, and those to which branches go back.
    let mut before: Option<u32> = None;
    let mut branches: Vec<Option<u32>> = Vec::new();
    let mut vertex_wanted = true;
    let (mut line, mut column) = (1, 0);
    for c in text.trim_end().chars() {
        if c == '\n' {
            (line, column) = (line + 1, 0);
            continue;
        }
        column += 1;
        let fault = |wanted: String| Err(Fault::new(quote(c), wanted).at(line, column));
        match c {
            c if c.is_whitespace() => {}
            '(' if !vertex_wanted || before.is_some() => {
                branches.push(before);
                vertex_wanted = false;
            }
            ';' if !vertex_wanted && !branches.is_empty() => before = *branches.last().expect("not empty"),
            ')' if !vertex_wanted && !branches.is_empty() => before = branches.pop().expect("not empty"),
            '-' if !vertex_wanted => vertex_wanted = true,
            '-' | ';' | ')' | '(' => return fault(format!("a vertex: one of {expected}")),
            c => {
                let Some(letter) = read(c) else {
                    return fault(format!("'-', '(', ';', ')' or a vertex: one of {expected}"));
                };
                // Within brackets the '-' before a branch's first vertex may be left out.
                let begins = branches.last().is_some_and(|branch| *branch == before);
                if !(vertex_wanted || begins && before.is_some()) {
                    return fault("'-' before the next vertex".into());
                }
                let vertex = letters.len() as u32;
                if letters.len() == MAX_GRAPH {
                    return fault(format!("at most {MAX_GRAPH} vertices"));
                }
                letters.push(letter);
                edges.extend(before.map(|before| (before, vertex)));
                before = Some(vertex);
                vertex_wanted = false;
            }
        }
    }
    if vertex_wanted || !branches.is_empty() {
        let wanted = if vertex_wanted { format!("a vertex: one of {expected}") } else { "')'".into() };
        return Err(Fault::new("the end", wanted).at(line, column + 1));
    }
    Ok((Graph::new((0..letters.len() as u32).collect(), &edges), letters))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(c: char) -> Option<char> {
        ".LR".contains(c).then_some(c)
    }

    fn printed(text: &str) -> Result<String, String> {
        let (graph, letters) =
            parse(text, '.', read, "'.', 'L' or 'R'").map_err(|fault| fault.to_string())?;
        Ok(graph.print(&letters, '.'))
    }

    #[test]
    fn lists_and_strings() {
        assert_eq!(printed("L-.-.-.-L").unwrap(), "0-1, 1-2, 2-3, 3-4, 0 L, 4 L");
        assert_eq!(printed(".-.-.(-.;-.)").unwrap(), "0-1, 1-2, 2-3, 2-4");
        assert_eq!(printed(".-.-(.-R;.)").unwrap(), "0-1, 1-2, 1-4, 2-3, 3 R");
        assert_eq!(printed("7-3, 3 R,\n5").unwrap(), "3-7, 3 R, 5");
        assert_eq!(printed("1-0, 0-1").unwrap(), "0-1");
    }

    #[test]
    fn faults_have_places() {
        assert_eq!(
            printed("0-1, 1-x").unwrap_err(),
            "line 1, column 6: found '1-x', expected an edge such as '0-1', or a vertex such as '2' or '2 L'"
        );
        assert_eq!(
            printed("0-1,\n 1 Q").unwrap_err(),
            "line 2, column 2: found '1 Q', expected a vertex with one of '.', 'L' or 'R'"
        );
        assert_eq!(
            printed("0-0").unwrap_err(),
            "line 1, column 1: found '0-0', expected an edge between two vertices"
        );
        assert_eq!(
            printed(".-.-").unwrap_err(),
            "line 1, column 5: found the end, expected a vertex: one of '.', 'L' or 'R'"
        );
        assert_eq!(printed(".(-.").unwrap_err(), "line 1, column 5: found the end, expected ')'");
        assert_eq!(
            printed("..").unwrap_err(),
            "line 1, column 2: found '.', expected '-' before the next vertex"
        );
    }
}
