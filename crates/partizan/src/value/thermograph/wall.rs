//! One wall of a thermograph: a piecewise linear function of the temperature, from -1 upward.

use super::super::dyadic::Dyadic;
use std::cmp::Ordering;

/// A straight piece: it begins at temperature `from` with `value`, and goes on with `slope` up to the next piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// The temperature at which it begins.
    pub from: Dyadic,
    /// The value there.
    pub value: Dyadic,
    /// How much the value grows when the temperature grows by 1: -1, 0 or 1.
    pub slope: i8,
}

impl Piece {
    fn at(&self, temperature: &Dyadic) -> Dyadic {
        let by = temperature - &self.from;
        match self.slope {
            0 => self.value.clone(),
            1 => &self.value + &by,
            -1 => &self.value - &by,
            slope => &self.value + &(&by * &Dyadic::from(i64::from(slope))),
        }
    }
}

/// A wall: a value for each temperature from -1 upward, in straight pieces without a needless corner.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wall {
    /// Never empty; the first begins at -1, each next one later, and neighbours differ in slope.
    pieces: Vec<Piece>,
}

/// Which of two values a scaffold keeps.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Keep {
    /// The greater one: Left chooses.
    Greatest,
    /// The smaller one: Right chooses.
    Least,
}

impl Wall {
    /// The wall that stands at `value` at every temperature.
    pub(super) fn vertical(value: Dyadic) -> Self {
        Wall { pieces: vec![Piece { from: Dyadic::from(-1), value, slope: 0 }] }
    }

    /// The straight pieces, from temperature -1 upward; the last one has no end.
    pub fn pieces(&self) -> &[Piece] {
        &self.pieces
    }

    /// The value at a temperature; below -1 that at -1.
    pub fn at(&self, temperature: &Dyadic) -> Dyadic {
        if *temperature < self.pieces[0].from {
            return self.pieces[0].value.clone();
        }
        let next = self.pieces.partition_point(|piece| piece.from <= *temperature);
        self.pieces[next - 1].at(temperature)
    }

    /// The temperatures at which the wall has a corner, from the top down.
    pub fn critical(&self) -> Vec<Dyadic> {
        self.pieces[1..].iter().rev().map(|piece| piece.from.clone()).collect()
    }

    /// The slopes from the top down: one more than there are corners.
    pub fn slopes(&self) -> Vec<i8> {
        self.pieces.iter().rev().map(|piece| piece.slope).collect()
    }

    /// The value at the top, where the wall has become the mast.
    pub(super) fn top(&self) -> &Dyadic {
        &self.last().value
    }

    /// The piece at the top.
    pub(super) fn last(&self) -> &Piece {
        &self.pieces[self.pieces.len() - 1]
    }

    fn push(&mut self, from: Dyadic, value: Dyadic, slope: i8) {
        match self.pieces.last() {
            Some(last) if last.slope == slope => {}
            _ => self.pieces.push(Piece { from, value, slope }),
        }
    }

    /// The wall with `slope` times the temperature added: the tax that the mover pays.
    pub(super) fn tilted(&self, slope: i8) -> Self {
        let by = Dyadic::from(i64::from(slope));
        let tilt = |piece: &Piece| Piece {
            from: piece.from.clone(),
            value: &piece.value + &(&piece.from * &by),
            slope: piece.slope + slope,
        };
        Wall { pieces: self.pieces.iter().map(tilt).collect() }
    }

    /// The greater or the smaller of two walls at each temperature.
    pub(super) fn choose(&self, other: &Self, keep: Keep) -> Self {
        let mut chosen = Wall { pieces: Vec::with_capacity(self.pieces.len().max(other.pieces.len())) };
        let (mut i, mut j) = (0, 0);
        let mut from = self.pieces[0].from.clone();
        loop {
            let (a, b) = (&self.pieces[i], &other.pieces[j]);
            let ends = [self.pieces.get(i + 1), other.pieces.get(j + 1)];
            let end = ends.iter().flatten().map(|piece| &piece.from).min();
            let (at_a, at_b) = (a.at(&from), b.at(&from));
            let better = |order: Ordering| if keep == Keep::Greatest { order } else { order.reverse() };
            let first = better(at_a.cmp(&at_b)).then(better(a.slope.cmp(&b.slope)));
            let (best, value, rival, rival_value) =
                if first == Ordering::Less { (b, at_b, a, at_a) } else { (a, at_a, b, at_b) };
            let gap = (&value - &rival_value).abs();
            chosen.push(from.clone(), value, best.slope);
            if better(rival.slope.cmp(&best.slope)) == Ordering::Greater {
                // The slopes of two walls of the same side differ by 1 at most, so they meet `gap` further up.
                let meet = &from + &gap;
                if end.is_none_or(|end| meet < *end) {
                    chosen.push(meet.clone(), best.at(&meet), rival.slope);
                }
            }
            let Some(end) = end.cloned() else { return chosen };
            i += usize::from(self.pieces.get(i + 1).is_some_and(|piece| piece.from == end));
            j += usize::from(other.pieces.get(j + 1).is_some_and(|piece| piece.from == end));
            from = end;
        }
    }

    /// The least temperature at which the left scaffold `self` is no longer above the right scaffold.
    pub(super) fn meets(&self, right: &Self) -> Dyadic {
        let (mut i, mut j) = (0, 0);
        let mut from = self.pieces[0].from.clone();
        loop {
            let (a, b) = (&self.pieces[i], &right.pieces[j]);
            let ends = [self.pieces.get(i + 1), right.pieces.get(j + 1)];
            let end = ends.iter().flatten().map(|piece| &piece.from).min();
            let gap = &a.at(&from) - &b.at(&from);
            if gap.sign() != Ordering::Greater {
                return from;
            }
            let meet = match b.slope - a.slope {
                1 => Some(&from + &gap),
                2 => Some(&from + &gap.half()),
                _ => None,
            };
            match (meet, end) {
                (Some(meet), None) => return meet,
                (Some(meet), Some(end)) if meet < *end => return meet,
                (_, Some(end)) => {
                    let end = end.clone();
                    i += usize::from(self.pieces.get(i + 1).is_some_and(|piece| piece.from == end));
                    j += usize::from(right.pieces.get(j + 1).is_some_and(|piece| piece.from == end));
                    from = end;
                }
                (None, None) => unreachable!("scaffolds lean towards each other above their last corner"),
            }
        }
    }

    /// The wall up to a temperature, and from there the mast at `value`.
    pub(super) fn capped(mut self, from: Dyadic, value: Dyadic) -> Self {
        self.pieces.retain(|piece| piece.from < from);
        self.push(from, value, 0);
        self
    }

    /// The wall of the negative.
    pub(super) fn negated(&self) -> Self {
        let negated =
            |piece: &Piece| Piece { from: piece.from.clone(), value: -&piece.value, slope: -piece.slope };
        Wall { pieces: self.pieces.iter().map(negated).collect() }
    }
}
