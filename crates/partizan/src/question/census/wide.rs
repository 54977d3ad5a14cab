//! The recurrences, compiled for the vector unit of the processor at hand; the plain code is the same source.
//!
//! The answers are the same bit for bit: residues are whole numbers, and floats are added and multiplied in the same
//! order, nowhere fused.

// The one thing that the compiler cannot check is that the processor has the unit: it is asked just before each call.
#![allow(unsafe_code)]

use super::arith::Arith;
use super::family::Family;
use super::recurrence;
use crate::budget::{Budget, Stop};

/// As [`recurrence::run`], in the fastest way that the processor has.
pub fn run<A: Arith>(
    arith: &A,
    family: Family,
    nodes: usize,
    width: usize,
    budget: &Budget,
    each: &mut dyn FnMut(usize, &[A::Cell]),
) -> Result<(), Stop> {
    #[cfg(target_arch = "x86_64")]
    {
        if std::arch::is_x86_feature_detected!("avx512f") {
            // SAFETY: the processor has AVX-512F.
            return unsafe { with_avx512(arith, family, nodes, width, budget, each) };
        }
        if std::arch::is_x86_feature_detected!("avx2") {
            // SAFETY: the processor has AVX2.
            return unsafe { with_avx2(arith, family, nodes, width, budget, each) };
        }
    }
    recurrence::run(arith, family, nodes, width, budget, each)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f")]
fn with_avx512<A: Arith>(
    arith: &A,
    family: Family,
    nodes: usize,
    width: usize,
    budget: &Budget,
    each: &mut dyn FnMut(usize, &[A::Cell]),
) -> Result<(), Stop> {
    recurrence::run(arith, family, nodes, width, budget, each)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn with_avx2<A: Arith>(
    arith: &A,
    family: Family,
    nodes: usize,
    width: usize,
    budget: &Budget,
    each: &mut dyn FnMut(usize, &[A::Cell]),
) -> Result<(), Stop> {
    recurrence::run(arith, family, nodes, width, budget, each)
}

#[cfg(test)]
mod tests {
    use super::super::rough::Float;
    use super::*;

    /// Everything that a run shows, as bits.
    fn shown(plain: bool, family: Family, nodes: usize) -> Vec<u64> {
        let mut seen = Vec::new();
        let (float, budget) = (Float::new(family), Budget::unlimited());
        let width = recurrence::full_width(nodes);
        let mut each = |_: usize, trees: &[f64]| seen.extend(trees.iter().map(|tree| tree.to_bits()));
        if plain {
            recurrence::run(&float, family, nodes, width, &budget, &mut each).unwrap();
        } else {
            run(&float, family, nodes, width, &budget, &mut each).unwrap();
        }
        seen
    }

    #[test]
    fn the_vector_unit_changes_no_bit() {
        for family in Family::ALL {
            assert!(shown(true, family, 150) == shown(false, family, 150), "{family}");
        }
    }
}
