//! The one list of rulesets by name. A new ruleset is one file and one line here.

/// Calls `$each!` with the whole list, a line `module, Type, [structure ...];` for each ruleset.
///
/// The structure says which traits it has beside [`Ruleset`](crate::ruleset::Ruleset): `finite` for
/// [`Finite`](crate::ruleset::Finite), `keyed` for [`Keyed`](crate::ruleset::Keyed), `short` for [`Short`](crate::ruleset::Short). The list declares the modules, too.
macro_rules! rulesets {
    ($each:ident) => {
        $each! {
            achi, Achi, [keyed];
            amazons, Amazons, [short];
            chopsticks, Chopsticks, [keyed];
            clobber, Clobber, [short];
            col, Col, [short];
            connect_four, ConnectFour, [keyed];
            dodgem, Dodgem, [finite];
            domineering, Domineering, [short];
            dobutsu_shogi, DobutsuShogi, [keyed];
            fox_and_hounds, FoxAndHounds, [keyed];
            hackenbush, Hackenbush, [short];
            hare_and_hounds, HareAndHounds, [keyed];
            heaps, Heaps, [short];
            hex, Hex, [];
            l_game, LGame, [finite];
            mens_morris, MensMorris, [keyed];
            mnk, Mnk, [keyed];
            mu_torere, MuTorere, [keyed];
            othello, Othello, [keyed];
            picaria, Picaria, [keyed];
            pong_hau_ki, PongHauKi, [keyed];
            green_hackenbush, GreenHackenbush, [short];
            seega, Seega, [keyed];
            snort, Snort, [short];
            stalks, Stalks, [short];
            tac_tix, TacTix, [keyed];
            tant_fant, TantFant, [keyed];
            teeko, Teeko, [finite];
            three_mens_morris, ThreeMensMorris, [keyed];
            toads_and_frogs, ToadsAndFrogs, [short];
            y, Y, [];
        }
    };
}

macro_rules! modules {
    ($($module:ident, $type:ident, [$($structure:ident)*];)*) => {
        $(pub mod $module;)*
    };
}

/// `$then` if the structure named is in the list, else nothing: `with_structure!(finite [short finite] {...})`.
macro_rules! with_structure {
    (finite [finite $($rest:ident)*] $then:block) => { $then };
    (keyed [keyed $($rest:ident)*] $then:block) => { $then };
    (short [short $($rest:ident)*] $then:block) => { $then };
    ($want:ident [$other:ident $($rest:ident)*] $then:block) => { with_structure!($want [$($rest)*] $then) };
    ($want:ident [] $then:block) => {};
}
