//! From games to text: short, long, and LaTeX. Nothing here recurses, and nothing depends on ids.

use super::super::Dyadic;
use super::super::id::Id;
use super::super::number_up_star::NumberUpStar;
use super::super::store::Store;
use super::super::structure::StructuralOrder;
use super::super::walk::{Map, too_large};
use crate::budget::Stop;
use crate::player::Player;
use hashbrown::HashMap;
use num_bigint::BigInt;
use num_traits::{One, Signed};
use std::borrow::Cow;
use std::cmp::Ordering;
use std::ops::Range;

/// The longest text that is written, in bytes.
const BYTES: usize = 1 << 24;
/// A bar is at most so long; deeper games get braces.
const BARS: usize = 4;

/// How games are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Style {
    /// As short as the notation allows.
    Short,
    /// Braces, bars and numbers alone.
    Long,
    /// Short, in LaTeX's mathematics.
    Latex,
}

/// How one game is written.
enum Shape {
    /// A number, ups and a nimber.
    Value(NumberUpStar),
    /// A number plus a power of up, plus * if `star`.
    Power { number: Dyadic, down: bool, sum: bool, exponent: usize, star: bool },
    /// A number plus a tiny or miny of a game.
    Tiny { number: Dyadic, miny: bool, of: Id },
    /// The switch with these Left options.
    Switch(Vec<Id>),
    /// Its options; bars of this length part the two sides.
    Braces { sides: [Vec<Id>; 2], bars: usize },
}

/// A piece of text that is still to be written.
enum Todo {
    Text(Cow<'static, str>),
    /// A game; without its braces if it stands alone on its side of a longer bar.
    Game {
        id: Id,
        open: bool,
    },
    /// A game has been written, from here on.
    Placed {
        id: Id,
        open: bool,
        start: usize,
    },
}

impl Store {
    /// The game in the notation that [`Store::parse`] reads, as short as possible. The same for every store.
    ///
    /// # Errors
    /// [`Stop`] if the budget is spent, or the text or the game is too large to be written.
    ///
    /// ```
    /// use partizan::value::Store;
    ///
    /// let store = Store::new();
    /// for text in ["{4|2}", "+-(1*)", "2^*", "tiny({3|1})", "^[4]", "{5||3|1|||0}"] {
    ///     assert_eq!(store.text(store.parse(text)?)?, text);
    /// }
    /// # Ok::<(), partizan::value::Problem>(())
    /// ```
    pub fn text(&self, id: Id) -> Result<String, Stop> {
        self.written(id, Style::Short)
    }

    /// The game written with braces, bars and numbers alone.
    ///
    /// # Errors
    /// As [`Store::text`]; a game with many ups or a large nimber is too large for this.
    ///
    /// ```
    /// use partizan::value::Store;
    ///
    /// let store = Store::new();
    /// assert_eq!(store.long_text(store.parse("1^")?)?, "{1||1|1}");
    /// # Ok::<(), partizan::value::Problem>(())
    /// ```
    pub fn long_text(&self, id: Id) -> Result<String, Stop> {
        self.written(id, Style::Long)
    }

    /// The game in LaTeX's mathematics, with standard macros alone.
    ///
    /// # Errors
    /// As [`Store::text`].
    ///
    /// ```
    /// use partizan::value::Store;
    ///
    /// let store = Store::new();
    /// assert_eq!(store.latex(store.parse("{2|1/2*}")?)?, r"\{2 \mid \frac{1}{2}{\ast}\}");
    /// # Ok::<(), partizan::value::Problem>(())
    /// ```
    pub fn latex(&self, id: Id) -> Result<String, Stop> {
        self.written(id, Style::Latex)
    }

    /// The texts of several games, as [`Store::text`] gives each; what they share is looked at once.
    ///
    /// # Errors
    /// As [`Store::text`].
    pub fn texts(&self, ids: &[Id]) -> Result<Vec<String>, Stop> {
        let shapes = self.shapes(ids, Style::Short)?;
        ids.iter().map(|&id| written(id, Style::Short, &shapes)).collect()
    }

    fn written(&self, id: Id, style: Style) -> Result<String, Stop> {
        written(id, style, &self.shapes(&[id], style)?)
    }

    /// How the games and all that is written inside of them are written.
    fn shapes(&self, ids: &[Id], style: Style) -> Result<Map<Shape>, Stop> {
        let mut shapes = Map::default();
        let mut roots: Vec<Id> = ids.to_vec();
        while !roots.is_empty() {
            let order = StructuralOrder::new(self, roots.iter().copied());
            let mut inner: Vec<Id> = Vec::new();
            for root in roots {
                let leaf = |leaf: Id| {
                    Ok(self
                        .as_number_up_star(leaf)
                        .filter(|value| style != Style::Long || value.is_number())
                        .map(Shape::Value))
                };
                self.work_out_into(&mut shapes, root, leaf, |game, sides, known| {
                    let shape = self.shape(game, sides, known, style, &order)?;
                    if let Shape::Tiny { of, .. } = shape {
                        // The G of a tiny is no follower itself.
                        inner.push(of);
                    }
                    Ok(shape)
                })?;
            }
            inner.retain(|id| !shapes.contains_key(id));
            roots = inner;
        }
        Ok(shapes)
    }

    /// How a game is written, from how its options are.
    fn shape(
        &self,
        game: Id,
        sides: &[Vec<Id>; 2],
        known: &Map<Shape>,
        style: Style,
        order: &StructuralOrder<'_>,
    ) -> Result<Shape, Stop> {
        if style != Style::Long {
            let [left, right] = sides;
            let power = power(left, right, known, false).or_else(|| power(right, left, known, true));
            if let Some(power) = power {
                return Ok(power);
            }
            if let Some(tiny) = self.tiny(left, right, false)? {
                return Ok(tiny);
            }
            if let Some(miny) = self.tiny(right, left, true)? {
                return Ok(miny);
            }
            if game.is_own_negative() {
                return Ok(Shape::Switch(sorted(left, order)));
            }
        }
        let sides = sides.each_ref().map(|side| sorted(side, order));
        let inner = sides.iter().filter_map(|side| bars_of_single(side, known)).max().unwrap_or(0);
        Ok(Shape::Braces { sides, bars: inner + 1 })
    }

    /// x + tiny-G is {x || x | x - G}; with the sides swapped, x + miny-G.
    fn tiny(&self, near: &[Id], far: &[Id], miny: bool) -> Result<Option<Shape>, Stop> {
        let (&[x], &[threat]) = (near, far) else { return Ok(None) };
        let Some(number) = self.as_number(x) else { return Ok(None) };
        if self.is_number_up_star(threat) {
            return Ok(None);
        }
        let (near, far) = if miny { (Player::Right, Player::Left) } else { (Player::Left, Player::Right) };
        if self.option_count(threat, near) != 1 || self.option_count(threat, far) != 1 {
            return Ok(None);
        }
        let (back, end) = (self.option(threat, near, 0)?, self.option(threat, far, 0)?);
        if back != x {
            return Ok(None);
        }
        let of = if miny { self.sub(end, x)? } else { self.sub(x, end)? };
        let is_threat = self.right_stop(of).sign() == Ordering::Greater;
        Ok(is_threat.then_some(Shape::Tiny { number, miny, of }))
    }
}

/// Writes a game of which all is known.
fn written(id: Id, style: Style, shapes: &Map<Shape>) -> Result<String, Stop> {
    let mut text = String::new();
    // Where each longer game stands in the text: it is copied from there when it comes again.
    let mut places: HashMap<(Id, bool), Range<usize>, foldhash::fast::RandomState> = HashMap::default();
    let mut todo = vec![Todo::Game { id, open: false }];
    while let Some(next) = todo.pop() {
        match next {
            Todo::Text(piece) => text.push_str(&piece),
            Todo::Game { id, open } => match places.get(&(id, open)) {
                Some(place) if text.len() + place.len() <= BYTES => text.extend_from_within(place.clone()),
                Some(_) => return Err(too_long()),
                None => {
                    if matches!(shapes[&id], Shape::Braces { .. } | Shape::Switch(_)) {
                        todo.push(Todo::Placed { id, open, start: text.len() });
                    }
                    write(id, open, style, shapes, &mut todo);
                }
            },
            Todo::Placed { id, open, start } => {
                places.insert((id, open), start..text.len());
            }
        }
        if text.len() > BYTES {
            return Err(too_long());
        }
    }
    Ok(text)
}

fn too_long() -> Stop {
    too_large("the text of a game", "more bytes", format!("{BYTES} bytes"))
}

/// Writes a game, or puts its parts on the list.
fn write(id: Id, open: bool, style: Style, shapes: &Map<Shape>, todo: &mut Vec<Todo>) {
    let latex = style == Style::Latex;
    let text = |piece: &'static str| Todo::Text(piece.into());
    let (opening, closing) = if latex { ("\\{", "\\}") } else { ("{", "}") };
    // The parts in reading order; the list is a stack.
    let mut parts: Vec<Todo> = Vec::new();
    let list = |parts: &mut Vec<Todo>, options: &[Id], open: bool| {
        for (i, &id) in options.iter().enumerate() {
            if i > 0 {
                parts.push(text(if latex { ", " } else { "," }));
            }
            parts.push(Todo::Game { id, open });
        }
    };
    match &shapes[&id] {
        Shape::Value(value) => parts.push(Todo::Text(value_text(value, latex).into())),
        Shape::Power { number, down, sum, exponent, star } => {
            let brackets = match (latex, sum) {
                (true, true) => ("^{[", "]}"),
                (true, false) => ("^{", "}"),
                (false, true) => ("[", "]"),
                (false, false) => ("<", ">"),
            };
            parts.push(Todo::Text(
                format!(
                    "{}{}{}{exponent}{}{}",
                    prefix(number, latex),
                    arrow(*down, latex),
                    brackets.0,
                    brackets.1,
                    match (star, latex) {
                        (false, _) => "",
                        (true, false) => "*",
                        (true, true) => "{\\ast}",
                    }
                )
                .into(),
            ));
        }
        Shape::Tiny { number, miny, of } => {
            let name = if *miny { "miny" } else { "tiny" };
            let plus = if latex && !number.is_zero() { " + " } else { "" };
            let call = if latex { format!("\\mathrm{{{name}}}_{{") } else { format!("{name}(") };
            parts.push(Todo::Text(format!("{}{plus}{call}", prefix(number, latex)).into()));
            parts.push(Todo::Game { id: *of, open: false });
            parts.push(text(if latex { "}" } else { ")" }));
        }
        Shape::Switch(options) => {
            parts.push(text(if latex { "\\pm " } else { "+-" }));
            if let &[option] = options.as_slice() {
                let bare = match &shapes[&option] {
                    Shape::Value(value) => value.is_number() || value.number().is_zero(),
                    Shape::Power { number, .. } | Shape::Tiny { number, .. } => number.is_zero(),
                    Shape::Braces { .. } => true,
                    Shape::Switch(_) => false,
                };
                if bare {
                    parts.push(Todo::Game { id: option, open: false });
                } else {
                    parts.extend([text("("), Todo::Game { id: option, open: false }, text(")")]);
                }
            } else {
                parts.push(text(opening));
                list(&mut parts, options, false);
                parts.push(text(closing));
            }
        }
        Shape::Braces { sides, bars } => {
            if !open {
                parts.push(text(opening));
            }
            for (i, side) in sides.iter().enumerate() {
                if i == 1 {
                    parts.push(match (latex, bars) {
                        (false, &bars) => text(&"||||"[..bars]),
                        (true, 1) => text(" \\mid "),
                        (true, 2) => text(" \\parallel "),
                        (true, bars) => Todo::Text(format!(" \\mathrel{{{}}} ", "|".repeat(*bars)).into()),
                    });
                }
                list(&mut parts, side, bars_of_single(side, shapes).is_some());
            }
            if !open {
                parts.push(text(closing));
            }
        }
    }
    todo.extend(parts.into_iter().rev());
}

fn sorted(options: &[Id], order: &StructuralOrder<'_>) -> Vec<Id> {
    let mut options = options.to_vec();
    options.sort_by(|&g, &h| order.cmp(g, h));
    options
}

/// The bars of the only option of a side, if that is written without braces of its own.
fn bars_of_single(side: &[Id], known: &Map<Shape>) -> Option<usize> {
    let &[option] = side else { return None };
    match known.get(&option) {
        Some(Shape::Braces { bars, .. }) if *bars < BARS => Some(*bars),
        _ => None,
    }
}

/// A power of up (`down`: of down, with the sides swapped), recognised from how the options are written.
///
/// ↑[n] = {↑[n-1] | *}, ↑[n] + * = {0, ↑[n-1] + * | 0}, ↑<n> = {0 | ↓[n-1] + *}, ↑<n> + * = {0, * | ↓[n-1]}, each plus a
/// number.
fn power(near: &[Id], far: &[Id], known: &Map<Shape>, down: bool) -> Option<Shape> {
    // The number and nimber (0 or 1) of a value without ups.
    let flat = |id: Id| match known.get(&id)? {
        Shape::Value(value) if value.star() < 2 && value.ups() == BigInt::ZERO => {
            Some((value.number().clone(), value.star() == 1))
        }
        _ => None,
    };
    // The exponent n, if the game is x + ↑[n] (or ↓[n]), with * or without.
    let chain = |id: Id, x: &Dyadic, is_down: bool, with_star: bool| match known.get(&id)? {
        Shape::Value(value) => {
            let one = if is_down { -BigInt::one() } else { BigInt::one() };
            let fits = value.number() == x && value.ups() == one && value.star() == u64::from(with_star);
            fits.then_some(1)
        }
        Shape::Power { number, down, sum: true, exponent, star } => {
            (number == x && *down == is_down && *star == with_star).then_some(*exponent)
        }
        _ => None,
    };
    let (number, sum, below, star) = match (near, far) {
        (&[l], &[r]) => match (flat(l), flat(r)) {
            (_, Some((x, true))) => {
                let below = chain(l, &x, down, false)?;
                (x, true, below, false)
            }
            (Some((x, false)), _) => {
                let below = chain(r, &x, !down, true)?;
                (x, false, below, false)
            }
            _ => return None,
        },
        (&[l, m], &[r]) => match (flat(l), flat(m), flat(r)) {
            (Some((x, s)), Some((y, t)), None) if x == y && s != t => {
                let below = chain(r, &x, !down, false)?;
                (x, false, below, true)
            }
            (_, _, Some((x, false))) => {
                let other = match (flat(l), flat(m)) {
                    (Some((y, false)), None) if y == x => m,
                    (None, Some((y, false))) if y == x => l,
                    _ => return None,
                };
                let below = chain(other, &x, down, true)?;
                (x, true, below, true)
            }
            _ => return None,
        },
        _ => return None,
    };
    Some(Shape::Power { number, down, sum, exponent: below + 1, star })
}

/// A number before an infinitesimal: nothing for 0.
fn prefix(number: &Dyadic, latex: bool) -> String {
    if number.is_zero() { String::new() } else { number_text(number, latex) }
}

fn number_text(number: &Dyadic, latex: bool) -> String {
    if !latex || number.is_integer() {
        return number.to_string();
    }
    let sign = if number.sign() == Ordering::Less { "-" } else { "" };
    format!("{sign}\\frac{{{}}}{{{}}}", number.numerator().abs(), BigInt::one() << number.exponent())
}

fn arrow(down: bool, latex: bool) -> &'static str {
    match (down, latex) {
        (false, false) => "^",
        (true, false) => "v",
        (false, true) => "{\\uparrow}",
        (true, true) => "{\\downarrow}",
    }
}

fn value_text(value: &NumberUpStar, latex: bool) -> String {
    if value.is_number() {
        return number_text(value.number(), latex);
    }
    let mut text = prefix(value.number(), latex);
    let (down, count) = (value.ups().is_negative(), value.ups().abs());
    if count == BigInt::from(2) && latex {
        text.push_str(if down { "{\\Downarrow}" } else { "{\\Uparrow}" });
    } else if count == BigInt::one() || count == BigInt::from(2) {
        text.push_str(&arrow(down, latex).repeat(if count.is_one() { 1 } else { 2 }));
    } else if count > BigInt::one() && latex {
        let plus = if text.is_empty() { "" } else { " + " };
        text = text + plus + &count.to_string() + "\\cdot" + arrow(down, true);
    } else if count > BigInt::one() {
        text = text + arrow(down, false) + &count.to_string();
    }
    match (value.star(), latex) {
        (0, _) => {}
        (star, latex) => {
            text.push_str(if latex { "{\\ast}" } else { "*" });
            if star > 1 {
                text.push_str(&star.to_string());
            }
        }
    }
    text
}
