use super::*;
use std::fmt::Write;

/// The tree written out in full, so that a test sees how it is grouped.
fn read(text: &str) -> String {
    let tree = Tree::parse(text).unwrap_or_else(|fault| panic!("{text}: {fault}"));
    let mut shown: Vec<String> = Vec::new();
    for (node, _) in tree.nodes() {
        let list = |ids: &[NodeId]| ids.iter().map(|&id| shown[id].clone()).collect::<Vec<_>>().join(",");
        let mut out = String::new();
        match node {
            Node::Number(number) => write!(out, "{number}"),
            Node::Ups(ups) => write!(out, "up{ups}"),
            Node::Star(nimber) => write!(out, "star{nimber}"),
            Node::Power { down, sum, exponent } => {
                write!(out, "pow{}{}{exponent}", if *down { "-" } else { "" }, if *sum { "!" } else { "" })
            }
            Node::Variable(name) => write!(out, "{name}"),
            Node::Sum(a, b) => write!(out, "({} + {})", shown[*a], shown[*b]),
            Node::Difference(a, b) => write!(out, "({} - {})", shown[*a], shown[*b]),
            Node::Negative(a) => write!(out, "(-{})", shown[*a]),
            Node::Switch(options) => write!(out, "switch[{}]", list(options)),
            Node::Multiple(times, a) => write!(out, "({times}.{})", shown[*a]),
            Node::Ordinal(a, b) => write!(out, "({}:{})", shown[*a], shown[*b]),
            Node::Form(left, right) => write!(out, "{{{}|{}}}", list(left), list(right)),
            Node::Quoted(a) => write!(out, "'{}'", shown[*a]),
            Node::Call(function, arguments) => write!(out, "{}({})", function.name(), list(arguments)),
        }
        .unwrap();
        shown.push(out);
    }
    match tree.statement() {
        Statement::Expression(a) => shown[*a].clone(),
        Statement::Comparison(a, relation, b) => format!("{} {} {}", shown[*a], relation.symbol(), shown[*b]),
        Statement::Let(name, a) => format!("{name} := {}", shown[*a]),
    }
}

fn refused(text: &str) -> String {
    Tree::parse(text).expect_err(text).in_argument().to_string()
}

#[test]
fn bars_group_from_the_longest() {
    assert_eq!(read("{2|0||0}"), "{{2|0}|0}");
    assert_eq!(read("{0|||0||-1|-3}"), "{0|{0|{-1|-3}}}");
    assert_eq!(read("{0|*||*|||*||||*}"), "{{{{0|star1}|star1}|star1}|star1}");
    assert_eq!(read("{1|2||3|4}"), "{{1|2}|{3|4}}");
    assert_eq!(read("{1|||2|3}"), "{1|{2|3}}");
    assert_eq!(read("{0,1|*,2||3}"), "{{0,1|star1,2}|3}");
    assert_eq!(read("{|}"), "{|}");
    assert_eq!(read("{ 0 | }"), "{0|}");
    assert_eq!(read("{||0|}"), "{|{0|}}");
    assert_eq!(read("{|0||}"), "{{|0}|}");
    assert_eq!(read("{{{|}|}|{|}}"), "{{{|}|}|{|}}");
}

#[test]
fn pieces_of_a_value_stand_together() {
    assert_eq!(read("2^*"), "((2 + up1) + star1)");
    assert_eq!(read("3*"), "(3 + star1)");
    assert_eq!(read("1/2v3*2"), "((1/2 + up-3) + star2)");
    assert_eq!(read("^^*"), "(up2 + star1)");
    assert_eq!(read("^3*2"), "(up3 + star2)");
    assert_eq!(read("vv"), "up-2");
    assert_eq!(read("2Tiny(3/2)"), "(2 + tiny(3/2))");
    assert_eq!(read("^<2>*"), "(pow2 + star1)");
    assert_eq!(read("v[3]"), "pow-!3");
    assert_eq!(read("\u{2191}\u{2217} + \u{21D3} \u{2212} \u{B1}1"), "(((up1 + star1) + up-2) - switch[1])");
}

#[test]
fn signs_switches_and_multiples() {
    assert_eq!(read("3 + -1"), "(3 + -1)");
    assert_eq!(read("3+-1"), "(3 + switch[1])");
    assert_eq!(read("3-2+-6-7"), "(((3 - 2) + switch[6]) - 7)");
    assert_eq!(read("+-1 + +-2"), "(switch[1] + switch[2])");
    assert_eq!(read("+-{1|0}"), "switch[{1|0}]");
    assert_eq!(read("+-{1,1*}"), "switch[1,(1 + star1)]");
    assert_eq!(read("+-1*"), "switch[(1 + star1)]");
    assert_eq!(read("+-+-1"), "switch[switch[1]]");
    assert_eq!(read("-+-{{0|1},2}"), "(-switch[{0|1},2])");
    assert_eq!(read("3.^ - 2.+-1"), "((3.up1) - (2.switch[1]))");
    assert_eq!(read("-2.^:*:*2"), "(-(((2.up1):star1):star2))");
    assert_eq!(read("-1^ - -1/2:2 - 1*"), "(((-1 + up1) - (-1/2:2)) - (1 + star1))");
    assert_eq!(read("- 1^"), "(-(1 + up1))");
    assert_eq!(read("-(1 - 2) - 3"), "((-(1 - 2)) - 3)");
    assert_eq!(read("'{*|*}':3"), "('{star1|star1}':3)");
}

#[test]
fn functions_comparisons_and_names() {
    assert_eq!(read("cool({3||2*|1*}, 1/2)"), "cool({3|{(2 + star1)|(1 + star1)}},1/2)");
    assert_eq!(read("RCF(g + h_2)"), "reduced((g + h_2))");
    assert_eq!(read("tiny(2) < ^"), "tiny(2) < up1");
    assert_eq!(read("^<1"), "up1 < 1");
    assert_eq!(read("^ || *"), "up1 <> star1");
    assert_eq!(read("1 + 1 == 2"), "(1 + 1) = 2");
    assert_eq!(read("let g = {1|0}"), "g := {1|0}");
    assert_eq!(read("vole + vv"), "(vole + up-2)");
}

#[test]
fn faults_point_at_their_place() {
    for (text, fault) in [
        ("1 + tinny(2)", "column 5: found 'tinny', expected the name of a function; did you mean tiny?"),
        ("", "column 1: found the end of the expression, expected a game such as {2|0}, 1/2, ^ or *2"),
        (
            "{1|0",
            "column 5: found the end of the expression, expected '}'; '{' was opened at line 1, column 1",
        ),
        ("{1}", "column 3: found '}', expected '|' between the Left and the Right options"),
        ("{1,|0}", "column 4: found '|', expected a game such as {2|0}, 1/2, ^ or *2"),
        (
            "{1|2|3}",
            "column 5: found '|', expected ',' or '}'; the longer bar parts first: {a||b|c} is {a|{b|c}}",
        ),
        (
            "{1||2|3||4}",
            "column 8: found '||', expected ',' or '}'; the longer bar parts first: {a||b|c} is {a|{b|c}}",
        ),
        (
            "1 + + 1",
            "column 5: found '+', expected a game such as {2|0}, 1/2, ^ or *2; a switch is written +- without a blank",
        ),
        (
            "1/3",
            "column 1: found '1/3', expected a dyadic fraction, with a power of two below; no other fraction is the value of a finite game",
        ),
        (
            "1/0",
            "column 1: found '1/0', expected a dyadic fraction, with a power of two below; no other fraction is the value of a finite game",
        ),
        (
            "2.5",
            "column 1: found '2.5', expected a fraction such as 1/2; a dot makes multiples: 3.^ or 2.(5) are sums of copies",
        ),
        (
            "2 * 3",
            "column 3: found '*', expected an operator (+ - : or a comparison) or the end; 2* without a blank is 2 + *; products are conway(G, H) and norton(G, U)",
        ),
        (
            "2g",
            "column 2: found 'g', expected an operator (+ - : or a comparison) or the end; copies are written with a dot, as 3.g",
        ),
        ("^^3", "column 1: found '^^3', expected one arrow before a count; write ^3 or ^^^ for three ups"),
        ("^[2", "column 1: found '^[2', expected an exponent in brackets, as in ^[2]"),
        ("cool(1)", "column 1: found 1 argument, expected 2 arguments: cool(G, t)"),
        ("mean", "column 5: found the end of the expression, expected '(', as in mean(G)"),
        (
            "1 < 2 < 3",
            "column 7: found '<', expected an operator or the end; one comparison, outside of all brackets",
        ),
        (
            "(1 + 2",
            "column 7: found the end of the expression, expected ')'; '(' was opened at line 1, column 1",
        ),
        ("1)", "column 2: found ')', expected an operator (+ - : or a comparison) or the end"),
        ("1 ? 2", "column 3: found '?', expected a game such as {2|0}, 1/2, ^ or *2"),
        (
            "*18446744073709551616",
            "column 1: found '*18446744073709551616', expected a nimber below *18446744073709551616",
        ),
        (
            "*2*",
            "column 3: found '*', expected an operator (+ - : or a comparison) or the end; nimbers are added with +",
        ),
        ("let mean = 1", "column 5: found 'mean', expected a name that no function has"),
        ("'1'", "column 2: found '1', expected '{': quotes keep a form as it is written"),
        ("(1|2)", "column 3: found '|', expected an operator or ')'"),
        ("{(1|2}", "column 4: found '|', expected an operator or ')'"),
    ] {
        assert_eq!(refused(text), fault, "{text}");
    }
    assert_eq!(refused("1 +\n  tiny)"), "line 2, column 7: found ')', expected '(', as in tiny(G)");
}

#[test]
fn sizes_are_checked() {
    let digits = "9".repeat(20_001);
    assert_eq!(refused(&digits), "column 1: found a number of 20001 digits, expected at most 20000 digits");
    assert_eq!(
        refused(&format!("^{digits}")),
        "column 2: found a number of 20001 digits, expected at most 20000 digits"
            .replace("column 2", "column 1")
    );
    let long = "1+".repeat(1 << 21) + "1";
    assert_eq!(refused(&long), "found a longer expression, expected at most 4194304 characters");
}

#[test]
fn a_million_nested_braces_are_read() {
    let deep = 1_000_000;
    let text = "{".repeat(deep) + &"|}".repeat(deep);
    let tree = Tree::parse(&text).unwrap();
    assert_eq!(tree.nodes().len(), deep);
    assert!(Tree::parse(&"(".repeat(deep)).is_err());
    assert!(Tree::parse(&("-".repeat(deep) + "1")).is_ok());
}
