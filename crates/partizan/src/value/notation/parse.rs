//! From words to a syntax tree, without recursion: the text may be nested as deep as it likes.

use super::super::dyadic::Dyadic;
use super::functions::{Function, names};
use super::lex::{Token, Word, unknown_name, words};
use super::source::{Source, Span};
use crate::fault::Fault;
use num_bigint::BigInt;

/// The longest expression that is read, in characters.
const CHARACTERS: usize = 1 << 22;

/// The number of a node in its tree.
pub type NodeId = usize;

/// One node of a syntax tree; the numbers of other nodes are all smaller than its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Node {
    /// A number.
    Number(Dyadic),
    /// So many ups, negative for downs.
    Ups(BigInt),
    /// A nimber.
    Star(u64),
    /// `^<x>`, or `^[x]` if `sum`; the negative if `down`.
    Power {
        /// Whether it is the negative, written with `v`.
        down: bool,
        /// Whether it is `^[x]`.
        sum: bool,
        /// The exponent.
        exponent: Dyadic,
    },
    /// A variable.
    Variable(String),
    /// The sum of two games.
    Sum(NodeId, NodeId),
    /// The difference of two games.
    Difference(NodeId, NodeId),
    /// The negative.
    Negative(NodeId),
    /// `+-G`, which is {G|-G}; with several options `+-{a,b}`.
    Switch(Vec<NodeId>),
    /// So many copies.
    Multiple(BigInt, NodeId),
    /// The ordinal sum.
    Ordinal(NodeId, NodeId),
    /// The game with these Left and Right options.
    Form(Vec<NodeId>, Vec<NodeId>),
    /// A form that an ordinal sum keeps as it is written.
    Quoted(NodeId),
    /// A function of games.
    Call(Function, Vec<NodeId>),
}

/// How two games are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    /// `<`
    Less,
    /// `<=`
    LessOrEqual,
    /// `=`
    Equal,
    /// `>=`
    GreaterOrEqual,
    /// `>`
    Greater,
    /// `<>` or `||`: confused.
    Confused,
}

impl Relation {
    /// As it is written.
    pub fn symbol(self) -> &'static str {
        match self {
            Relation::Less => "<",
            Relation::LessOrEqual => "<=",
            Relation::Equal => "=",
            Relation::GreaterOrEqual => ">=",
            Relation::Greater => ">",
            Relation::Confused => "<>",
        }
    }
}

/// What a text says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Statement {
    /// An expression.
    Expression(NodeId),
    /// A comparison.
    Comparison(NodeId, Relation, NodeId),
    /// `let name = expression`.
    Let(String, NodeId),
}

/// A syntax tree: its nodes, each after those that it needs, each with its place in the text.
#[derive(Debug)]
pub struct Tree {
    pub(super) source: Source,
    nodes: Vec<(Node, Span)>,
    statement: Statement,
}

impl Tree {
    /// Reads a text.
    ///
    /// # Errors
    /// A fault at the place where the text is no expression.
    ///
    /// ```
    /// use partizan::value::Tree;
    ///
    /// assert!(Tree::parse("{2|0||0} + 3.^*").is_ok());
    /// let fault = Tree::parse("1 + tinny(2)").unwrap_err();
    /// assert_eq!(fault.place().unwrap().column, 5);
    /// ```
    pub fn parse(text: &str) -> Result<Tree, Fault> {
        let length = text.chars().take(CHARACTERS + 1).count();
        if length > CHARACTERS {
            return Err(Fault::new("a longer expression", format!("at most {CHARACTERS} characters")));
        }
        let source = Source::new(text);
        let words = words(&source)?;
        Parser::new(source, words).run()
    }

    /// The nodes, each after those that it needs, with their places.
    pub fn nodes(&self) -> &[(Node, Span)] {
        &self.nodes
    }

    /// What the text says.
    pub fn statement(&self) -> &Statement {
        &self.statement
    }

    /// A fault at a node.
    pub(super) fn fault(&self, node: NodeId, found: impl Into<String>, expected: impl Into<String>) -> Fault {
        self.source.fault(self.nodes[node].1.start, found, expected)
    }
}

/// An operator that waits for its right operand.
#[derive(Clone, Debug)]
enum Operator {
    Sum,
    Difference,
    Ordinal,
    /// Pieces of one value, as in `2^*`.
    Piece,
    Negative,
    Switch,
    Multiple(BigInt),
}

impl Operator {
    fn binds(&self) -> u8 {
        match self {
            Operator::Sum | Operator::Difference => 1,
            Operator::Negative => 2,
            Operator::Ordinal => 3,
            Operator::Multiple(_) | Operator::Switch => 4,
            Operator::Piece => 5,
        }
    }
}

/// What stands open around the place that is read.
enum Frame {
    Paren,
    Quote,
    Call {
        function: Function,
        arguments: Vec<NodeId>,
    },
    Brace {
        /// Left sides with the length of the bar after them, the longer bars first.
        sides: Vec<(Vec<NodeId>, usize, Span)>,
        /// The games since the last bar.
        games: Vec<NodeId>,
    },
}

/// How far the pieces of a value such as `2^*` have come, so that they stand in order and once each.
#[derive(Clone, Copy, PartialEq, PartialOrd)]
enum Rank {
    Number,
    Ups,
    Star,
    Other,
}

struct Parser {
    source: Source,
    words: Vec<Word>,
    at: usize,
    nodes: Vec<(Node, Span)>,
    operands: Vec<NodeId>,
    operators: Vec<(Operator, Span)>,
    /// What is open, where it was opened, and how many operators stood before it.
    frames: Vec<(Frame, Span, usize)>,
    rank: Rank,
}

const GAME: &str = "a game such as {2|0}, 1/2, ^ or *2";

impl Parser {
    fn new(source: Source, words: Vec<Word>) -> Self {
        Parser {
            source,
            words,
            at: 0,
            nodes: Vec::new(),
            operands: Vec::new(),
            operators: Vec::new(),
            frames: Vec::new(),
            rank: Rank::Other,
        }
    }

    fn token(&self) -> &Token {
        &self.words[self.at].token
    }

    fn next(&self) -> &Token {
        &self.words[(self.at + 1).min(self.words.len() - 1)].token
    }

    fn span(&self) -> Span {
        self.words[self.at].span
    }

    /// A fault at the word that is next.
    fn unexpected(&self, expected: impl Into<String>) -> Fault {
        let span = self.span();
        let found = if *self.token() == Token::End {
            "the end of the expression".into()
        } else {
            crate::fault::quote_text(&self.source.text(span))
        };
        self.source.fault(span.start, found, expected)
    }

    fn add(&mut self, node: Node, span: Span) -> NodeId {
        self.nodes.push((node, span));
        self.nodes.len() - 1
    }

    fn operand(&mut self, node: Node, span: Span, rank: Rank) {
        let id = self.add(node, span);
        self.operands.push(id);
        self.rank = rank;
    }

    fn run(mut self) -> Result<Tree, Fault> {
        let variable = self.let_name()?;
        let mut comparison = None;
        loop {
            self.read_operand()?;
            // After an operand: what closes, until an operator asks for the next operand.
            if !self.read_after_operand(&mut comparison, variable.is_some())? {
                break;
            }
        }
        let root = self.operands.pop().expect("an operand");
        let statement = match (comparison, variable) {
            (Some((left, relation)), _) => Statement::Comparison(left, relation, root),
            (None, Some(name)) => Statement::Let(name, root),
            (None, None) => Statement::Expression(root),
        };
        Ok(Tree { source: self.source, nodes: self.nodes, statement })
    }

    /// `let name =`, if the text begins so.
    fn let_name(&mut self) -> Result<Option<String>, Fault> {
        if *self.token() != Token::Name("let".into()) {
            return Ok(None);
        }
        self.at += 1;
        let Token::Name(name) = self.token().clone() else {
            return Err(self.unexpected("the name of a variable: letters, digits and _"));
        };
        if Function::named(&name).is_some() || name == "let" {
            return Err(self.unexpected("a name that no function has"));
        }
        self.at += 1;
        if *self.token() != Token::Equal {
            return Err(self.unexpected("'='"));
        }
        self.at += 1;
        Ok(Some(name))
    }

    /// Reads up to and with one operand; what it opens stays open.
    fn read_operand(&mut self) -> Result<(), Fault> {
        loop {
            let span = self.span();
            match self.token().clone() {
                Token::Minus => {
                    // A sign directly before a number belongs to it: -1^ is -1 + ^.
                    let next = &self.words[self.at + 1];
                    if let Token::Number(number) = &next.token
                        && next.span.start == span.end
                        && self.words[self.at + 2].token != Token::Dot
                    {
                        let (number, end) = (-number, next.span.end);
                        self.operand(Node::Number(number), Span { start: span.start, end }, Rank::Number);
                        self.at += 2;
                        return Ok(());
                    }
                    self.operators.push((Operator::Negative, span));
                }
                Token::PlusMinus => self.operators.push((Operator::Switch, span)),
                Token::Number(number) if *self.next() == Token::Dot => {
                    if !number.is_integer() {
                        return Err(self
                            .unexpected("a whole number of copies before the dot")
                            .hint("norton(1/2, ^) is the Norton product"));
                    }
                    self.operators.push((Operator::Multiple(number.numerator()), span));
                    self.at += 1;
                }
                Token::OpenParen => self.open(Frame::Paren),
                Token::Quote => {
                    if *self.next() != Token::OpenBrace {
                        self.at += 1;
                        return Err(self.unexpected("'{': quotes keep a form as it is written"));
                    }
                    self.open(Frame::Quote);
                }
                Token::OpenBrace => {
                    self.open(Frame::Brace { sides: Vec::new(), games: Vec::new() });
                    self.at += 1;
                    if self.read_empty_side()? {
                        return Ok(());
                    }
                    continue;
                }
                Token::Name(name) => {
                    if self.read_name(&name)? {
                        return Ok(());
                    }
                    continue;
                }
                Token::Number(number) => return self.atom(Node::Number(number), Rank::Number),
                Token::Ups(ups) => return self.atom(Node::Ups(ups), Rank::Ups),
                Token::Power { down, sum, exponent } => {
                    return self.atom(Node::Power { down, sum, exponent }, Rank::Ups);
                }
                Token::Star(nimber) => return self.atom(Node::Star(nimber), Rank::Star),
                Token::Plus => {
                    return Err(self.unexpected(GAME).hint("a switch is written +- without a blank"));
                }
                _ => return Err(self.unexpected(GAME)),
            }
            self.at += 1;
        }
    }

    fn atom(&mut self, node: Node, rank: Rank) -> Result<(), Fault> {
        let span = self.span();
        self.operand(node, span, rank);
        self.at += 1;
        Ok(())
    }

    fn open(&mut self, frame: Frame) {
        self.frames.push((frame, self.span(), self.operators.len()));
    }

    /// A function opens its argument list, a variable is an operand: whether the operand is complete.
    fn read_name(&mut self, name: &str) -> Result<bool, Fault> {
        let function = Function::named(name);
        let called = *self.next() == Token::OpenParen;
        match function {
            Some(function) if called => {
                self.open(Frame::Call { function, arguments: Vec::new() });
                self.at += 2;
                Ok(false)
            }
            Some(function) => {
                self.at += 1;
                let example = format!("{}({})", function.name(), function.parameters().join(", "));
                Err(self.unexpected(format!("'(', as in {example}")))
            }
            None if called => {
                Err(unknown_name(&self.source, self.span(), name, &names(), "the name of a function"))
            }
            None => {
                self.atom(Node::Variable(name.into()), Rank::Other)?;
                Ok(true)
            }
        }
    }

    /// Bars right after a brace or bars, and a brace that closes after bars: whether that completes an operand.
    fn read_empty_side(&mut self) -> Result<bool, Fault> {
        loop {
            match self.token() {
                Token::Bars(bars) => {
                    let bars = *bars;
                    self.bars(bars)?;
                    self.at += 1;
                }
                Token::CloseBrace => {
                    self.close_brace()?;
                    return Ok(true);
                }
                _ => return Ok(false),
            }
        }
    }

    /// Reads what follows an operand: whether another operand must follow.
    fn read_after_operand(
        &mut self,
        comparison: &mut Option<(NodeId, Relation)>,
        is_let: bool,
    ) -> Result<bool, Fault> {
        loop {
            if let Some(rank) = self.piece()
                && self.words[self.at - 1].span.end == self.span().start
                && self.rank < rank
            {
                self.binary(Operator::Piece);
                return Ok(true);
            }
            match self.token().clone() {
                Token::Plus => self.binary(Operator::Sum),
                Token::Minus => self.binary(Operator::Difference),
                Token::Colon => self.binary(Operator::Ordinal),
                Token::PlusMinus => {
                    // `3+-1` adds a switch.
                    self.binary(Operator::Sum);
                    return Ok(true);
                }
                Token::CloseParen | Token::CloseBrace | Token::Comma | Token::Bars(_) | Token::Quote
                    if !self.frames.is_empty() =>
                {
                    if self.close()? {
                        return Ok(true);
                    }
                    continue;
                }
                Token::End if self.frames.is_empty() => {
                    self.reduce(0, 0);
                    return Ok(false);
                }
                Token::End => {
                    let (frame, span, _) = &self.frames[self.frames.len() - 1];
                    let (open, close) = match frame {
                        Frame::Brace { .. } => ('{', '}'),
                        Frame::Paren | Frame::Call { .. } => ('(', ')'),
                        Frame::Quote => ('\'', '\''),
                    };
                    let place = self.source.fault(span.start, "", "").place().expect("a place");
                    return Err(self.unexpected(format!("'{close}'")).hint(format!(
                        "'{open}' was opened at line {}, column {}",
                        place.line, place.column
                    )));
                }
                other => {
                    let relation = match other {
                        Token::Less => Relation::Less,
                        Token::LessOrEqual => Relation::LessOrEqual,
                        Token::Equal => Relation::Equal,
                        Token::GreaterOrEqual => Relation::GreaterOrEqual,
                        Token::Greater => Relation::Greater,
                        Token::Confused | Token::Bars(2) => Relation::Confused,
                        _ => return Err(self.misplaced()),
                    };
                    if !self.frames.is_empty() || comparison.is_some() || is_let {
                        return Err(self
                            .unexpected("an operator or the end")
                            .hint("one comparison, outside of all brackets"));
                    }
                    self.reduce(0, 0);
                    *comparison = Some((self.operands.pop().expect("an operand"), relation));
                }
            }
            self.at += 1;
            return Ok(true);
        }
    }

    /// The rank of the next word, if it can be a further piece of a value such as `2^*`.
    fn piece(&self) -> Option<Rank> {
        match self.token() {
            Token::Ups(_) | Token::Power { .. } => Some(Rank::Ups),
            Token::Star(_) => Some(Rank::Star),
            Token::Name(name)
                if matches!(Function::named(name), Some(Function::Tiny | Function::Miny))
                    && *self.next() == Token::OpenParen =>
            {
                Some(Rank::Other)
            }
            _ => None,
        }
    }

    /// A fault at a word that can not follow an operand.
    fn misplaced(&self) -> Fault {
        let fault = self.unexpected("an operator (+ - : or a comparison) or the end");
        let blank = self.words[self.at - 1].span.end < self.span().start;
        match self.token() {
            Token::Star(_) if self.rank == Rank::Star => fault.hint("nimbers are added with +"),
            Token::Star(_) if blank => {
                fault.hint("2* without a blank is 2 + *; products are conway(G, H) and norton(G, U)")
            }
            Token::Ups(_) | Token::Power { .. } if blank => fault.hint("2^ without a blank is 2 + ^"),
            Token::Dot => fault.hint("multiples are whole numbers of copies, as 3.^"),
            Token::Name(name) => fault.hint(format!("copies are written with a dot, as 3.{name}")),
            Token::Bars(_) => fault.hint("bars belong in braces, as {2|0}"),
            _ => fault,
        }
    }

    fn binary(&mut self, operator: Operator) {
        let base = self.frames.last().map_or(0, |frame| frame.2);
        self.reduce(base, operator.binds());
        self.operators.push((operator, self.span()));
    }

    /// Applies the operators after the first `base` that bind at least as tightly as `binds`.
    fn reduce(&mut self, base: usize, binds: u8) {
        while self.operators.len() > base {
            if self.operators[self.operators.len() - 1].0.binds() < binds {
                return;
            }
            let (operator, span) = self.operators.pop().expect("an operator");
            let right = self.operands.pop().expect("an operand");
            let end = self.nodes[right].1.end;
            let mut left = || self.operands.pop().expect("an operand");
            let node = match operator {
                Operator::Sum | Operator::Piece => Node::Sum(left(), right),
                Operator::Difference => Node::Difference(left(), right),
                Operator::Ordinal => Node::Ordinal(left(), right),
                Operator::Negative => Node::Negative(right),
                Operator::Switch => Node::Switch(vec![right]),
                Operator::Multiple(times) => Node::Multiple(times, right),
            };
            let start = match &node {
                Node::Sum(left, _) | Node::Difference(left, _) | Node::Ordinal(left, _) => {
                    self.nodes[*left].1.start
                }
                _ => span.start,
            };
            self.operand(node, Span { start, end }, Rank::Other);
        }
    }

    /// A word that ends a game inside of what is open: whether another operand must follow.
    fn close(&mut self) -> Result<bool, Fault> {
        let base = self.frames[self.frames.len() - 1].2;
        let rank = self.rank;
        self.reduce(base, 0);
        let game = *self.operands.last().expect("an operand");
        let (frame, open, _) = self.frames.last_mut().expect("a frame");
        let open = *open;
        match (frame, self.words[self.at].token.clone()) {
            (Frame::Paren, Token::CloseParen) => {
                self.frames.pop();
                self.rank = Rank::Other;
                self.at += 1;
                Ok(false)
            }
            (Frame::Quote, Token::Quote) => {
                if !matches!(self.nodes[game].0, Node::Form(..)) {
                    return Err(self.unexpected("one form in quotes, as '{*|*}'"));
                }
                self.frames.pop();
                self.operands.pop();
                let span = Span { start: open.start, end: self.span().end };
                self.operand(Node::Quoted(game), span, Rank::Other);
                self.at += 1;
                Ok(false)
            }
            (Frame::Call { arguments, .. }, Token::Comma) => {
                arguments.push(game);
                self.operands.pop();
                self.at += 1;
                Ok(true)
            }
            (Frame::Call { function, arguments }, Token::CloseParen) => {
                arguments.push(game);
                let (function, arguments) = (*function, std::mem::take(arguments));
                self.operands.pop();
                self.frames.pop();
                let wanted = function.parameters();
                if arguments.len() != wanted.len() {
                    let count = |n: usize| format!("{n} argument{}", if n == 1 { "" } else { "s" });
                    let example = format!("{}({})", function.name(), wanted.join(", "));
                    return Err(self.source.fault(
                        open.start,
                        count(arguments.len()),
                        format!("{}: {example}", count(wanted.len())),
                    ));
                }
                let span = Span { start: open.start, end: self.span().end };
                self.operand(Node::Call(function, arguments), span, Rank::Other);
                self.at += 1;
                Ok(false)
            }
            (Frame::Brace { games, .. }, Token::Comma) => {
                games.push(game);
                self.operands.pop();
                self.at += 1;
                Ok(true)
            }
            (Frame::Brace { games, .. }, Token::Bars(bars)) => {
                games.push(game);
                self.operands.pop();
                self.bars(bars)?;
                self.at += 1;
                Ok(!self.read_empty_side()?)
            }
            (Frame::Brace { games, .. }, Token::CloseBrace) => {
                games.push(game);
                self.operands.pop();
                self.close_brace()?;
                Ok(false)
            }
            (frame, _) => {
                let expected = match frame {
                    Frame::Paren => "an operator or ')'",
                    Frame::Quote => "an operator or \"'\"",
                    Frame::Call { .. } => "an operator, ',' or ')'",
                    Frame::Brace { .. } => "an operator, ',', '|' or '}'",
                };
                self.rank = rank;
                Err(self.unexpected(expected))
            }
        }
    }

    /// Bars in the innermost brace: they end every game between shorter bars.
    fn bars(&mut self, bars: usize) -> Result<(), Fault> {
        let span = self.span();
        let Some((Frame::Brace { sides, games }, _, _)) = self.frames.last_mut() else {
            return Err(self.unexpected(GAME));
        };
        let nodes = &mut self.nodes;
        while let Some((_, shorter, _)) = sides.last() {
            if *shorter > bars {
                break;
            }
            if *shorter == bars {
                return Err(self
                    .unexpected("',' or '}'")
                    .hint("the longer bar parts first: {a||b|c} is {a|{b|c}}"));
            }
            let (left, _, bar) = sides.pop().expect("a side");
            nodes.push((Node::Form(left, std::mem::take(games)), bar));
            games.push(nodes.len() - 1);
        }
        sides.push((std::mem::take(games), bars, span));
        Ok(())
    }

    /// `}`: the form, or the options of a switch if there is no bar.
    fn close_brace(&mut self) -> Result<(), Fault> {
        let Some((Frame::Brace { sides, mut games }, open, base)) = self.frames.pop() else {
            return Err(self.unexpected(GAME));
        };
        let end = self.span().end;
        if sides.is_empty() {
            let Some((Operator::Switch, span)) = self.operators.last().cloned().filter(|_| !games.is_empty())
            else {
                self.frames.push((Frame::Brace { sides, games }, open, base));
                return Err(self.unexpected("'|' between the Left and the Right options"));
            };
            self.operators.pop();
            self.operand(Node::Switch(games), Span { start: span.start, end }, Rank::Other);
        } else {
            let span = Span { start: open.start, end };
            for (left, _, _) in sides.into_iter().rev() {
                let form = self.add(Node::Form(left, games), span);
                games = vec![form];
            }
            self.operands.push(games[0]);
            self.rank = Rank::Other;
        }
        self.at += 1;
        Ok(())
    }
}
