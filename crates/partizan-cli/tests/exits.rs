//! The exit status and where the words go: answers on standard output, reasons on standard error.

use std::process::{Command, Output};

fn partizan(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_partizan")).args(args).output().expect("the command starts")
}

#[test]
fn an_answer_is_0_and_says_nothing_on_standard_error() {
    let output = partizan(&["eval", "3 + -1"]);
    assert_eq!(output.status.code(), Some(0));
    assert!(output.stdout.starts_with(b"2"), "{output:?}");
    assert!(output.stderr.is_empty(), "{output:?}");
}

#[test]
fn bad_input_and_bad_usage_are_2_with_nothing_on_standard_output() {
    for args in [
        &["eval", "{1|"][..],
        &["value", "domineering", "..x"],
        &["value", "no-such-ruleset", "."],
        &["solve", "hex", "11x11x11"],
        &["fair", "--file", "there is no such file"],
        &["odds", "hex", "3x3", "--no-such-option"],
        &["no-such-question"],
    ] {
        let output = partizan(args);
        assert_eq!(output.status.code(), Some(2), "{args:?}: {output:?}");
        assert!(output.stdout.is_empty(), "{args:?}: {output:?}");
        assert!(!output.stderr.is_empty(), "{args:?}");
    }
}

#[test]
fn a_spent_budget_is_3() {
    let output = partizan(&["value", "clobber", "xoxo/oxox/xoxo/oxox", "--memory", "2MB"]);
    assert_eq!(output.status.code(), Some(3), "{output:?}");
    assert!(!output.stderr.is_empty());
}

#[test]
fn an_expression_that_asks_for_too_much_is_3() {
    // Up by up, nimber by nimber: neither has a closed form beside a switch.
    for (expression, option, limit) in [
        ("{1|0} + ^1000000000000", "--memory", "20MB"),
        ("{1|0} + ^1000000000000", "--time", "300ms"),
        ("{1|0} + *1000000", "--time", "300ms"),
        ("{1|*1000000} + {1|0}", "--time", "300ms"),
    ] {
        let output = partizan(&["eval", expression, option, limit]);
        assert_eq!(output.status.code(), Some(3), "{expression}: {output:?}");
        assert!(output.stdout.is_empty() && !output.stderr.is_empty(), "{expression}: {output:?}");
    }
}
