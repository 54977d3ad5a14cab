//! The named functions of the notation: one table for the parser, the evaluator and help.

macro_rules! functions {
    ($($variant:ident, $name:literal, [$($alias:literal)*], [$($parameter:literal)*], $meaning:literal;)*) => {
        /// A named function of the notation.
        // The meanings are plain text, shown by the command as well: their brackets are no links and no tags.
        #[allow(rustdoc::broken_intra_doc_links, rustdoc::invalid_html_tags)]
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Function {
            $(#[doc = $meaning] $variant,)*
        }

        impl Function {
            /// All functions, in the order in which help shows them.
            pub const ALL: &'static [Function] = &[$(Function::$variant),*];

            /// The name.
            pub fn name(self) -> &'static str {
                match self { $(Function::$variant => $name,)* }
            }

            /// The names of its parameters.
            pub fn parameters(self) -> &'static [&'static str] {
                match self { $(Function::$variant => &[$($parameter),*],)* }
            }

            /// What it gives, in one line.
            pub fn meaning(self) -> &'static str {
                match self { $(Function::$variant => $meaning,)* }
            }

            /// The function of this name; capitals do not matter.
            ///
            /// ```
            /// use partizan::value::Function;
            ///
            /// assert_eq!(Function::named("Tiny"), Some(Function::Tiny));
            /// assert_eq!(Function::named("tinny"), None);
            /// ```
            pub fn named(name: &str) -> Option<Function> {
                let lower = name.to_ascii_lowercase();
                match lower.as_str() {
                    $($name $(| $alias)* => Some(Function::$variant),)*
                    _ => None,
                }
            }
        }
    };
}

functions! {
    Tiny, "tiny", [], ["G"], "tiny-G, which is {0||0|-G}";
    Miny, "miny", [], ["G"], "miny-G, which is {G|0||0}";
    Switch, "switch", [], ["G" "H"], "the game {G|H}";
    Nimber, "nimber", [], ["n"], "the nimber *n";
    LeftOptions, "left_options", [], ["G"], "the Left options of the canonical form";
    RightOptions, "right_options", [], ["G"], "the Right options of the canonical form";
    Outcome, "outcome", [], ["G"], "who wins: L, R, N (the first player) or P (the second player)";
    LeftStop, "left_stop", [], ["G"], "the number reached when Left begins";
    RightStop, "right_stop", [], ["G"], "the number reached when Right begins";
    Mean, "mean", [], ["G"], "the mean value";
    Temperature, "temperature", ["temp"], ["G"], "the temperature; of a number m/2^k it is -1/2^k, of an integer -1";
    Thermograph, "thermograph", [], ["G"], "the walls of the thermograph, from temperature -1 upward";
    Confusion, "confusion", ["confusion_interval"], ["G"], "the numbers that G is confused with";
    Birthday, "birthday", [], ["G"], "the birthday";
    Followers, "followers", ["follower_count"], ["G"], "how many followers the canonical form has, itself included";
    StopCount, "stop_count", [], ["G"], "how many lines of play of the canonical form lead to a number first met";
    Incentives, "incentives", [], ["G"], "the incentives of both players that no other is at least as good as";
    LeftIncentives, "left_incentives", [], ["G"], "the incentives of Left";
    RightIncentives, "right_incentives", [], ["G"], "the incentives of Right";
    Cool, "cool", [], ["G" "t"], "G cooled by the number t, at least -1";
    Freeze, "freeze", [], ["G"], "G cooled by its temperature; a number stays as it is";
    Heat, "heat", [], ["G" "T"], "G heated by T: numbers stay, each other move is paid T";
    Overheat, "overheat", [], ["G" "S" "T"], "G overheated from S to T: integers become multiples of S, each other move is paid T";
    Norton, "norton", [], ["G" "U"], "the Norton product of G with U > 0";
    Conway, "conway", ["product"], ["G" "H"], "the Conway product of the canonical forms";
    Ordinal, "ordinal", [], ["G" "H"], "the ordinal sum G:H";
    Subordinate, "subordinate", [], ["K" "G"], "the H with G:H = K";
    NimSum, "nim_sum", [], ["a" "b"], "the nim sum of two nimbers or of two whole numbers";
    NimProduct, "nim_product", [], ["a" "b"], "the nim product of two nimbers or of two whole numbers";
    NimInverse, "nim_inverse", [], ["a"], "the inverse of a nimber or a whole number in nim multiplication";
    AtomicWeight, "atomic_weight", [], ["G"], "the atomic weight";
    Reduced, "reduced", ["rcf" "reduced_canonical_form"], ["G"], "the reduced canonical form: the simplest game infinitesimally close to G";
    Companion, "companion", [], ["G"], "the companion of G";
    Uptimal, "uptimal", ["uptimal_expansion"], ["G"], "the uptimal expansion: a number, a nimber and so many of ^<1>, ^<2>, ...";
    Pow, "pow", [], ["G" "x"], "the power G<x> of a G of the form {0|H}";
    PowTo, "pow_to", ["powto"], ["G" "x"], "the power G[x] of a G of the form {0|H}, which is G:(x-1)";
    FarStar, "far_star", [], ["G"], "the least nimber of size 2^k that is greater than every nimber among the followers";
    Day, "day", [], ["n"], "all values born by day n (n at most 3)";
}

/// The names of all functions.
pub(super) fn names() -> Vec<&'static str> {
    Function::ALL.iter().map(|function| function.name()).collect()
}
