//! The one list of rulesets by name. A new ruleset is one file and one line here.

/// Calls `$each!` with the whole list, a line `module, Type, [structure ...];` for each ruleset.
///
/// The structure says which traits it has beside [`Ruleset`](crate::ruleset::Ruleset): `finite` for
/// [`Finite`](crate::ruleset::Finite), `keyed` for [`Keyed`](crate::ruleset::Keyed), `short` for [`Short`](crate::ruleset::Short). The list declares the modules, too.
macro_rules! rulesets {
    ($each:ident) => {
        $each! {
            achi, Achi, [];
            amazons, Amazons, [short];
            chopsticks, Chopsticks, [];
            clobber, Clobber, [short];
            col, Col, [short];
            connect_four, ConnectFour, [];
            dodgem, Dodgem, [finite];
            domineering, Domineering, [short];
            dobutsu_shogi, DobutsuShogi, [keyed];
            fox_and_hounds, FoxAndHounds, [];
            hackenbush, Hackenbush, [short];
            hare_and_hounds, HareAndHounds, [];
            heaps, Heaps, [short];
            hex, Hex, [];
            l_game, LGame, [finite];
            mens_morris, MensMorris, [];
            mnk, Mnk, [keyed];
            mu_torere, MuTorere, [];
            othello, Othello, [];
            picaria, Picaria, [];
            pong_hau_ki, PongHauKi, [];
            green_hackenbush, GreenHackenbush, [short];
            seega, Seega, [];
            snort, Snort, [short];
            stalks, Stalks, [short];
            tac_tix, TacTix, [];
            tant_fant, TantFant, [];
            teeko, Teeko, [finite];
            three_mens_morris, ThreeMensMorris, [];
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
