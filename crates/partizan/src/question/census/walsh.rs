//! The Walsh-Hadamard transform, which turns the XOR convolution of two distributions into a product at each character.

/// Transforms in place: entry `s` becomes the sum over `u` of `(-1)^(number of bits that s and u share) * values[u]`.
///
/// Twice the transform is the length times the identity.
///
/// # Panics
/// If the length is no power of two.
///
/// # Complexity
/// n log n additions and subtractions, for n values.
///
/// ```
/// use partizan::question::census::walsh;
///
/// let mut values = [3i64, 1, 0, 2];
/// walsh::transform(&mut values, |a, b| (*a + *b, *a - *b));
/// assert_eq!(values, [6, 0, 2, 4]);
/// ```
#[inline(always)]
#[allow(clippy::inline_always)] // compiled for the vector unit of its caller
pub fn transform<T>(values: &mut [T], pair: impl Fn(&T, &T) -> (T, T)) {
    assert!(values.len().is_power_of_two(), "the length {} is no power of two", values.len());
    let mut half = 1;
    while half < values.len() {
        for block in values.chunks_exact_mut(2 * half) {
            let (low, high) = block.split_at_mut(half);
            for (a, b) in low.iter_mut().zip(high) {
                (*a, *b) = pair(a, b);
            }
        }
        half *= 2;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn transformed(values: &[i64]) -> Vec<i64> {
        let mut values = values.to_vec();
        transform(&mut values, |a, b| (*a + *b, *a - *b));
        values
    }

    proptest! {
        #[test]
        fn products_of_transforms_are_xor_convolutions(
            (a, b) in (0u32..6).prop_flat_map(|k| {
                let values = prop::collection::vec(-9i64..9, 1 << k);
                (values.clone(), values)
            })
        ) {
            let n = a.len();
            let mut convolution = vec![0; n];
            for (i, x) in a.iter().enumerate() {
                for (j, y) in b.iter().enumerate() {
                    convolution[i ^ j] += x * y;
                }
            }
            let product: Vec<i64> =
                transformed(&a).iter().zip(transformed(&b)).map(|(x, y)| x * y).collect();
            prop_assert_eq!(transformed(&convolution), product);
            let back: Vec<i64> = transformed(&transformed(&a)).iter().map(|x| x / n as i64).collect();
            prop_assert_eq!(back, a);
        }
    }
}
