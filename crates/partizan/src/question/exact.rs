//! Exact numbers as answers show them: the fraction, and beside it a decimal that is rounded correctly.

use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{Signed, Zero};
use serde::{Serialize, Serializer};

/// A rational number with the decimal that is shown beside it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Exact {
    /// The fraction in lowest terms, always as `num/den`.
    pub fraction: String,
    /// The same with a number of digits after the point, rounded half to even.
    pub decimal: String,
}

impl Exact {
    /// The number with so many digits after the point.
    pub fn new(number: &BigRational, digits: usize) -> Self {
        Exact { fraction: format!("{}/{}", number.numer(), number.denom()), decimal: decimal(number, digits) }
    }
}

/// A rational number as a decimal with so many digits after the point, rounded half to even.
///
/// ```
/// use num_rational::BigRational;
/// use partizan::question::exact::decimal;
///
/// let third = BigRational::new((-2).into(), 3.into());
/// assert_eq!(decimal(&third, 6), "-0.666667");
/// assert_eq!(decimal(&BigRational::new(1.into(), 8.into()), 2), "0.12");
/// ```
pub fn decimal(number: &BigRational, digits: usize) -> String {
    let scale = num_traits::pow(BigInt::from(10), digits);
    let (num, den) = (number.numer().abs() * scale, number.denom());
    let (mut quotient, rest) = num.div_rem(den);
    let twice = rest * 2;
    if twice > *den || (twice == *den && quotient.is_odd()) {
        quotient += 1;
    }
    let sign = if number.is_negative() && !quotient.is_zero() { "-" } else { "" };
    if digits == 0 {
        return format!("{sign}{quotient}");
    }
    let text = format!("{quotient:0>width$}", width = digits + 1);
    let (whole, part) = text.split_at(text.len() - digits);
    format!("{sign}{whole}.{part}")
}

/// The probability `part / whole`.
///
/// # Panics
/// If `whole` is 0.
pub fn ratio(part: &BigUint, whole: &BigUint) -> BigRational {
    BigRational::new(BigInt::from(part.clone()), BigInt::from(whole.clone()))
}

/// Serialises anything that prints as the string that it prints: for counts that can pass 2^53.
///
/// # Errors
/// Those of the serialiser.
pub fn as_text<T: std::fmt::Display, S: Serializer>(number: &T, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(num: i64, den: i64, digits: usize) -> String {
        decimal(&BigRational::new(num.into(), den.into()), digits)
    }

    #[test]
    fn decimals_round_half_to_even() {
        assert_eq!(shown(1, 2, 0), "0");
        assert_eq!(shown(3, 2, 0), "2");
        assert_eq!(shown(25, 1000, 2), "0.02");
        assert_eq!(shown(35, 1000, 2), "0.04");
        assert_eq!(shown(9_999_999, 10_000_000, 6), "1.000000");
        assert_eq!(shown(-1, 1000, 2), "0.00");
        assert_eq!(shown(-7, 4, 1), "-1.8");
        assert_eq!(shown(0, 5, 3), "0.000");
    }
}
