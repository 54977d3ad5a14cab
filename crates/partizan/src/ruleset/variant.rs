//! Variants: the named settings of a ruleset.

use crate::fault::{Fault, quote_text};
use serde::Serialize;
use serde::ser::SerializeMap;
use std::fmt;

/// A setting that a ruleset has.
#[derive(Clone, Copy, Debug)]
pub struct Setting {
    /// Its name, such as `blocked`.
    pub name: &'static str,
    /// What it says, in one line.
    pub meaning: &'static str,
    /// The values that it may have, the usual one first; a value in angle brackets, such as `<rows>`, stands for what a user writes.
    pub values: &'static [&'static str],
}

/// Settings with their values, in the order in which a ruleset lists them.
///
/// ```
/// use partizan::ruleset::Variant;
///
/// let variant: Variant = "blocked=wins".parse().unwrap();
/// assert_eq!(variant.get("blocked"), Some("wins"));
/// assert_eq!(variant.to_string(), "blocked=wins");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Variant(Vec<(String, String)>);

impl Variant {
    /// The same with one more setting; a later one of the same name stands for the earlier.
    pub fn with(mut self, name: impl Into<String>, value: impl fmt::Display) -> Self {
        let (name, value) = (name.into(), value.to_string());
        match self.0.iter_mut().find(|(have, _)| *have == name) {
            Some(setting) => setting.1 = value,
            None => self.0.push((name, value)),
        }
        self
    }

    /// The value of a setting.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(have, _)| have == name).map(|(_, value)| value.as_str())
    }

    /// The value of a setting that is a whole number; `usual` if it is not set.
    ///
    /// # Errors
    /// A fault if it is no number in the range.
    pub fn number(
        &self,
        name: &str,
        usual: usize,
        range: std::ops::RangeInclusive<usize>,
    ) -> Result<usize, Fault> {
        let Some(value) = self.get(name) else { return Ok(usual) };
        value.parse().ok().filter(|number| range.contains(number)).ok_or_else(|| {
            Fault::new(
                format!("{name}={}", quote_text(value)),
                format!("{name}={} to {}", range.start(), range.end()),
            )
        })
    }

    /// Whether nothing is set.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The settings in order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// Holds it against the settings that a ruleset has: every name must be one, and every value one that it may have.
    ///
    /// # Errors
    /// A fault that names what is not among them.
    pub fn check(&self, ruleset: &str, settings: &[Setting]) -> Result<(), Fault> {
        for (name, value) in self.iter() {
            let Some(setting) = settings.iter().find(|setting| setting.name == name) else {
                let names: Vec<_> = settings.iter().map(|s| s.name).collect();
                let expected = if names.is_empty() {
                    format!("no setting: {ruleset} has no variants")
                } else {
                    format!("a setting of {ruleset}: {}", names.join(", "))
                };
                return Err(Fault::new(format!("the setting {}", quote_text(name)), expected));
            };
            let open = setting.values.iter().any(|v| v.starts_with('<'));
            if !open && !setting.values.contains(&value) {
                return Err(Fault::new(
                    format!("{name}={}", quote_text(value)),
                    format!("{name}={}", setting.values.join(" or ")),
                ));
            }
        }
        Ok(())
    }
}

impl std::str::FromStr for Variant {
    type Err = Fault;

    /// Reads `name=value` pairs separated by commas.
    fn from_str(text: &str) -> Result<Self, Fault> {
        let mut variant = Variant::default();
        for pair in text.split(',').map(str::trim).filter(|pair| !pair.is_empty()) {
            let (name, value) = pair
                .split_once('=')
                .ok_or_else(|| Fault::new(quote_text(pair), "a setting as name=value"))?;
            variant = variant.with(name.trim(), value.trim());
        }
        Ok(variant)
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, (name, value)) in self.0.iter().enumerate() {
            write!(f, "{}{name}={value}", if i == 0 { "" } else { "," })?;
        }
        Ok(())
    }
}

impl Serialize for Variant {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (name, value) in &self.0 {
            map.serialize_entry(name, value)?;
        }
        map.end()
    }
}
