//! Literal forms in a collection: options as they were given, nothing simplified, and every question about them answered
//! by its definition. What was found out once is remembered, so that large sums are not gone through again and again.
//! Nothing of the library is used.

use std::collections::HashMap;

/// A literal form in its collection.
pub type Form = u32;

/// Literal forms, each written down once: options as sorted lists, nothing simplified.
#[derive(Default)]
pub struct Forms {
    options: Vec<[Vec<Form>; 2]>,
    index: HashMap<[Vec<Form>; 2], Form>,
    le: HashMap<(Form, Form), bool>,
    sums: HashMap<(Form, Form), Form>,
    negatives: HashMap<Form, Form>,
}

impl Forms {
    /// The form with these options.
    pub fn of(&mut self, mut left: Vec<Form>, mut right: Vec<Form>) -> Form {
        for side in [&mut left, &mut right] {
            side.sort_unstable();
            side.dedup();
        }
        let options = [left, right];
        if let Some(&form) = self.index.get(&options) {
            return form;
        }
        let form = self.options.len() as Form;
        self.options.push(options.clone());
        self.index.insert(options, form);
        form
    }

    /// The options, Left's and Right's.
    pub fn options(&self, form: Form) -> &[Vec<Form>; 2] {
        &self.options[form as usize]
    }

    /// G <= H unless Left wins moving first in G against H: some G^L >= H, or G >= some H^R.
    pub fn le(&mut self, g: Form, h: Form) -> bool {
        if let Some(&known) = self.le.get(&(g, h)) {
            return known;
        }
        let left = self.options[g as usize][0].clone();
        let right = self.options[h as usize][1].clone();
        let le = !left.iter().any(|&l| self.le(h, l)) && !right.iter().any(|&r| self.le(r, g));
        self.le.insert((g, h), le);
        le
    }

    /// Whether the two are equal in value.
    pub fn eq(&mut self, g: Form, h: Form) -> bool {
        self.le(g, h) && self.le(h, g)
    }

    /// The negative.
    pub fn neg(&mut self, g: Form) -> Form {
        if let Some(&negative) = self.negatives.get(&g) {
            return negative;
        }
        let [left, right] = self.options[g as usize].clone();
        let new_left = right.iter().map(|&r| self.neg(r)).collect();
        let new_right = left.iter().map(|&l| self.neg(l)).collect();
        let negative = self.of(new_left, new_right);
        self.negatives.insert(g, negative);
        negative
    }

    /// The sum: a move in either.
    pub fn add(&mut self, g: Form, h: Form) -> Form {
        let key = (g.min(h), g.max(h));
        if let Some(&sum) = self.sums.get(&key) {
            return sum;
        }
        let sides = [0, 1].map(|side| {
            let mut all = Vec::new();
            for option in self.options[g as usize][side].clone() {
                all.push(self.add(option, h));
            }
            for option in self.options[h as usize][side].clone() {
                all.push(self.add(g, option));
            }
            all
        });
        let [left, right] = sides;
        let sum = self.of(left, right);
        self.sums.insert(key, sum);
        sum
    }

    /// The integer.
    pub fn integer(&mut self, n: i64) -> Form {
        match n {
            0 => self.of(vec![], vec![]),
            1.. => {
                let before = self.integer(n - 1);
                self.of(vec![before], vec![])
            }
            _ => {
                let before = self.integer(n + 1);
                self.of(vec![], vec![before])
            }
        }
    }

    /// The nimber *n.
    pub fn nimber(&mut self, n: u32) -> Form {
        let smaller: Vec<Form> = (0..n).map(|k| self.nimber(k)).collect();
        self.of(smaller.clone(), smaller)
    }
}
