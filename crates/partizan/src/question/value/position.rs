//! The value of a position, with what one asks of it and why it is so.

use super::eval::{GameSays, game_says};
use super::evaluator::Evaluator;
use crate::budget::{Budget, Stop};
use crate::fault::Fault;
use crate::question::{Answer, Error, Work};
use crate::ruleset::{Insight, Player, Short, ShortVisitor, Variant, with_short};
use crate::value::{Id, Store, StructuralOrder, Thermograph};
use hashbrown::HashMap;
use serde::Serialize;
use std::time::Instant;

/// What is asked: the value of a position of a ruleset.
#[derive(Clone, Debug, Default)]
pub struct Request {
    /// The ruleset's name.
    pub ruleset: String,
    /// Its settings.
    pub variant: Variant,
    /// The position's text; the position from which the game is usually started if there is none.
    pub position: Option<String>,
    /// Digits after the point of each decimal.
    pub digits: usize,
    /// Whether to say why.
    pub explain: bool,
    /// Whether to draw the position.
    pub picture: bool,
}

/// The question as it is repeated in the answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Ask {
    /// Always `value`.
    pub question: &'static str,
    /// The ruleset's name.
    pub ruleset: &'static str,
    /// Its settings.
    pub variant: Variant,
    /// The position as the ruleset prints it.
    pub position: String,
    /// What Left is called.
    pub left: &'static str,
    /// What Right is called.
    pub right: &'static str,
    /// The convention: who cannot move has lost.
    pub convention: &'static str,
}

/// What a position is worth.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PositionSays {
    /// The game that it is.
    #[serde(flatten)]
    pub game: GameSays,
    /// The k if the value is the nimber *k.
    pub nimber: Option<u64>,
    /// All first moves with which Left wins moving first.
    pub left_wins_with: Vec<Move>,
    /// All first moves with which Right wins moving first.
    pub right_wins_with: Vec<Move>,
    /// Why, if that was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<Why>,
}

/// A move and what it leaves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Move {
    /// The move by name, where the ruleset names it.
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The position after it.
    pub to: String,
    /// The value of that position.
    pub value: String,
}

/// Why a position is worth what it is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Why {
    /// The independent components with their values.
    pub components: Vec<Component>,
    /// Left's options by value, the canonical ones first.
    pub left: Vec<OptionSays>,
    /// Right's options by value.
    pub right: Vec<OptionSays>,
}

/// An independent component.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Component {
    /// The component as the ruleset prints it.
    pub position: String,
    /// Its value.
    pub value: String,
    /// The theorem that gives it, or `its options` where it was searched.
    pub by: String,
}

/// Options of one value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OptionSays {
    /// The value.
    pub value: String,
    /// What becomes of it in the canonical form.
    #[serde(flatten)]
    pub fate: Fate,
    /// The moves that lead to it: their names, or the positions after them.
    pub moves: Vec<String>,
}

/// What becomes of an option on the way to the canonical form.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "fate", content = "by", rename_all = "kebab-case")]
pub enum Fate {
    /// It is an option of the canonical form.
    Canonical,
    /// Another option is at least as good.
    Dominated(String),
    /// The other player can answer by moving to this, which is at least as good for that player as the whole position was.
    Reversible(String),
    /// The value is a number, whose canonical options do without it.
    Unneeded,
}

/// The answer for every door, and what it was before it was put into words.
#[derive(Clone, Debug)]
pub struct Valued {
    /// The answer.
    pub answer: Answer<Ask, PositionSays>,
    /// The thermograph.
    pub thermograph: Thermograph,
    /// The position as a picture in SVG, as books draw it, if that was asked.
    pub picture: Option<String>,
}

/// The value of a position.
///
/// # Errors
/// [`Error::Fault`] in the position's text or the settings, [`Error::Cannot`] where plays need not end,
/// [`Error::Stopped`] if the budget is spent.
///
/// ```
/// use partizan::Budget;
/// use partizan::question::value::{Request, value};
///
/// let request = Request {
///     ruleset: "domineering".into(),
///     position: Some(".../...".into()),
///     ..Request::default()
/// };
/// let answer = value(&request, &Budget::unlimited())?.answer.answer;
/// assert_eq!(answer.game.value, "{2|-1/2}");
/// assert_eq!(answer.left_wins_with[0].to, ".#./.#.");
/// # Ok::<(), partizan::Error>(())
/// ```
pub fn value(request: &Request, budget: &Budget) -> Result<Valued, Error> {
    with_short(&request.ruleset, &request.variant, Asked { request, budget })?
}

struct Asked<'a> {
    request: &'a Request,
    budget: &'a Budget,
}

impl ShortVisitor for Asked<'_> {
    type Out = Result<Valued, Error>;

    fn visit<R: Short>(self, ruleset: R) -> Self::Out {
        let Asked { request, budget } = self;
        let start = Instant::now();
        let position = match &request.position {
            Some(text) => ruleset.parse(text)?,
            None => ruleset.start().ok_or_else(|| {
                Fault::new("no position", format!("a position of {}: {}", R::NAME, R::NOTATION))
            })?,
        };
        let store = Store::with_budget(budget.clone())?;
        let evaluator = Evaluator::new(&store, &ruleset);
        let stopped = |stop: Stop, value: Option<&str>| Error::Stopped {
            stop: Box::new(stop),
            proved: Some(proved(&evaluator, &ruleset, &position, value)),
        };
        let id = evaluator.value(&position).map_err(|stop| stopped(stop, None))?;
        let text = store.text(id)?;
        let positions = evaluator.positions();
        let seconds = start.elapsed().as_secs_f64();
        let says = || -> Result<(PositionSays, Thermograph), Stop> {
            let (game, thermograph) = game_says(&store, id, text.clone(), request.digits)?;
            let [left, right] = Player::BOTH.map(|player| moves(&evaluator, &ruleset, &position, player));
            let (left, right) = (left?, right?);
            let wins = |options: &[Leaf], player: Player| -> Result<Vec<Move>, Stop> {
                let mut winning = Vec::new();
                for option in options {
                    let wins = match player {
                        Player::Left => store.le(Id::ZERO, option.value)?,
                        Player::Right => store.le(option.value, Id::ZERO)?,
                    };
                    if wins {
                        winning.push(option);
                    }
                }
                let values: Vec<Id> = winning.iter().map(|option| option.value).collect();
                let texts = store.texts(&values)?;
                let moves = winning.into_iter().zip(texts).map(|(option, value)| {
                    let (name, to) = (option.name.clone(), option.to.clone());
                    Move { name, to, value }
                });
                Ok(moves.collect())
            };
            let why = if request.explain {
                Some(Why {
                    components: components(&evaluator, &ruleset, &position)?,
                    left: fates(&store, id, &left, Player::Left)?,
                    right: fates(&store, id, &right, Player::Right)?,
                })
            } else {
                None
            };
            let (left_wins_with, right_wins_with) =
                (wins(&left, Player::Left)?, wins(&right, Player::Right)?);
            Ok((
                PositionSays { game, nimber: store.as_nimber(id), left_wins_with, right_wins_with, why },
                thermograph,
            ))
        };
        let (answer, thermograph) = says().map_err(|stop| stopped(stop, Some(&text)))?;
        let answer = Answer {
            ask: Ask {
                question: "value",
                ruleset: R::NAME,
                variant: ruleset.variant(),
                position: ruleset.print(&position),
                left: R::PLAYERS[0],
                right: R::PLAYERS[1],
                convention: "normal",
            },
            answer,
            method: method(&ruleset, &position),
            work: Work::default()
                .with("seconds", seconds)
                .with("threads", budget.threads())
                .with("positions", positions)
                .with("games", store.len())
                .with("bytes", store.bytes() + evaluator.bytes()),
        };
        Ok(Valued { answer, thermograph, picture: request.picture.then(|| ruleset.picture(&position)) })
    }
}

/// What a search that was stopped has found all the same: values of components, and moves that are known to win.
fn proved<R: Short>(
    evaluator: &Evaluator<'_, R>,
    ruleset: &R,
    position: &R::Position,
    value: Option<&str>,
) -> serde_json::Value {
    let store = evaluator.store();
    let text = |position: &R::Position| store.text(evaluator.known(position)?).ok();
    let mut components = Vec::new();
    ruleset.components(position, &mut |part| {
        components.push(serde_json::json!({ "position": ruleset.print(&part), "value": text(&part) }));
    });
    let mut sides = serde_json::Map::new();
    for player in Player::BOTH {
        let (mut options, mut known, mut wins_with) = (0u64, 0u64, Vec::new());
        ruleset.options(position, player, &mut |to| {
            options += 1;
            let Some(value) = evaluator.known(&to) else { return };
            known += 1;
            let wins = match player {
                Player::Left => store.le(Id::ZERO, value),
                Player::Right => store.le(value, Id::ZERO),
            };
            if wins == Ok(true) {
                let value = store.text(value).ok();
                wins_with.push(serde_json::json!({ "to": ruleset.print(&to), "value": value }));
            }
        });
        let wins = if wins_with.is_empty() { (known == options).then_some(false) } else { Some(true) };
        sides.insert(
            if player == Player::Left { "left_first".into() } else { "right_first".into() },
            serde_json::json!({ "wins": wins, "options": options, "options_valued": known, "wins_with": wins_with }),
        );
    }
    serde_json::json!({
        "value": value,
        "positions": evaluator.positions(),
        "components": components,
        "left_first": sides["left_first"],
        "right_first": sides["right_first"],
    })
}

/// An option with its value.
struct Leaf {
    name: Option<String>,
    to: String,
    value: Id,
}

fn moves<R: Short>(
    evaluator: &Evaluator<'_, R>,
    ruleset: &R,
    position: &R::Position,
    player: Player,
) -> Result<Vec<Leaf>, Stop> {
    let mut options: Vec<(Option<String>, R::Position)> = Vec::new();
    for (name, to) in ruleset.named_moves(position, player) {
        options.push((Some(name), to));
    }
    if options.is_empty() {
        ruleset.options(position, player, &mut |to| options.push((None, to)));
    }
    options
        .into_iter()
        .map(|(name, to)| Ok(Leaf { name, to: ruleset.print(&to), value: evaluator.value(&to)? }))
        .collect()
}

/// How the value of a component was found: a theorem, if there is one.
fn theorem<R: Short>(ruleset: &R, component: &R::Position) -> Option<&'static str> {
    match ruleset.insight(component) {
        (Insight::Open, _) => None,
        (_, theorem) => Some(theorem),
    }
}

fn method<R: Short>(ruleset: &R, position: &R::Position) -> String {
    let mut theorems: Vec<&'static str> = Vec::new();
    ruleset.components(position, &mut |component| {
        let by =
            theorem(ruleset, &component).unwrap_or("canonical forms of all positions that can be reached");
        if !theorems.contains(&by) {
            theorems.push(by);
        }
    });
    if theorems.is_empty() { "nobody can move".into() } else { theorems.join("; ") }
}

fn components<R: Short>(
    evaluator: &Evaluator<'_, R>,
    ruleset: &R,
    position: &R::Position,
) -> Result<Vec<Component>, Stop> {
    let mut parts = Vec::new();
    ruleset.components(position, &mut |part| parts.push(part));
    parts
        .iter()
        .map(|part| {
            Ok(Component {
                position: ruleset.print(part),
                value: evaluator.store().text(evaluator.value(part)?)?,
                by: theorem(ruleset, part).unwrap_or("its options").into(),
            })
        })
        .collect()
}

/// What becomes of each value among a player's options.
fn fates(store: &Store, game: Id, options: &[Leaf], player: Player) -> Result<Vec<OptionSays>, Stop> {
    let mut values: Vec<Id> = options.iter().map(|option| option.value).collect();
    let order = StructuralOrder::new(store, values.iter().copied());
    values.sort_by(|&a, &b| order.cmp(a, b));
    values.dedup();
    let at_most = |g, h| if player == Player::Left { store.le(g, h) } else { store.le(h, g) };
    let mut canonical: HashMap<Id, ()> = HashMap::new();
    for option in 0..store.option_count(game, player).min(1 << 16) {
        canonical.insert(store.option(game, player, option)?, ());
    }
    // Those that no other dominates, so that "dominated by" names one that stays.
    let mut best = Vec::new();
    for &value in &values {
        let mut dominated = false;
        for &other in &values {
            dominated |= other != value && at_most(value, other)?;
        }
        if !dominated {
            best.push(value);
        }
    }
    let mut says = Vec::new();
    for &value in &values {
        let mut fate = None;
        if !best.contains(&value) {
            for &other in &best {
                if at_most(value, other)? {
                    fate = Some(Fate::Dominated(store.text(other)?));
                    break;
                }
            }
        }
        if fate.is_none() {
            for reply in store.sorted_options(value, player.other())? {
                if at_most(reply, game)? {
                    fate = Some(Fate::Reversible(store.text(reply)?));
                    break;
                }
            }
        }
        let fate =
            fate.unwrap_or(if canonical.contains_key(&value) { Fate::Canonical } else { Fate::Unneeded });
        let moves = options.iter().filter(|option| option.value == value);
        let moves = moves.map(|option| option.name.clone().unwrap_or_else(|| option.to.clone())).collect();
        says.push(OptionSays { value: store.text(value)?, fate, moves });
    }
    says.sort_by_key(|option| option.fate != Fate::Canonical);
    Ok(says)
}
