//! What a reader would paste works: the examples of every help text, and the commands of the README.

#![cfg(unix)]

use partizan_conformance::{binary, partizan};
use std::path::Path;
use std::process::{Command, Stdio};

/// Runs a line as a shell would, in a folder of its own, with the command on the path.
fn paste(line: &str) {
    let folder = std::env::temp_dir().join(format!("partizan-pasted-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").canonicalize().unwrap();
    let examples = folder.join("examples");
    if !examples.exists() {
        std::os::unix::fs::symlink(root.join("examples"), &examples).unwrap();
    }
    let path = format!("{}:{}", binary().parent().unwrap().display(), std::env::var("PATH").unwrap());
    let output = Command::new("sh")
        .args(["-c", line])
        .env("PATH", path)
        .current_dir(&folder)
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let err = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && err.is_empty(), "`{line}` ended with {}: {err}", output.status);
    assert!(
        !output.stdout.is_empty() || line.contains('>') || line.contains("--out"),
        "`{line}` printed nothing"
    );
}

/// The lines under `Examples:` of a help text.
fn examples(help: &str) -> Vec<String> {
    help.lines()
        .skip_while(|line| line.trim() != "Examples:")
        .skip(1)
        .take_while(|line| line.starts_with("  "))
        .map(|line| line.trim().to_string())
        .collect()
}

/// The commands that a help text lists.
fn commands(help: &str) -> Vec<String> {
    help.lines()
        .skip_while(|line| line.trim() != "Commands:")
        .skip(1)
        .take_while(|line| !line.trim().is_empty())
        .filter(|line| line.starts_with("  ") && !line.starts_with("   "))
        .filter_map(|line| line.split_whitespace().next())
        .filter(|name| *name != "help")
        .map(String::from)
        .collect()
}

#[test]
fn the_examples_of_every_help_text() {
    let top = partizan(&["--help"], "").out;
    let names = commands(&top);
    assert!(names.len() >= 9, "the help lists {names:?}");
    let mut pasted = 0;
    for help in std::iter::once(top).chain(names.iter().map(|name| partizan(&[name, "--help"], "").out)) {
        let lines = examples(&help);
        assert!(lines.len() >= 2, "a help text without two examples:\n{help}");
        for line in lines.iter().filter(|line| !line.contains("man -l") && *line != "partizan repl") {
            paste(line);
            pasted += 1;
        }
    }
    assert!(pasted >= 2 * names.len());
}

#[test]
fn the_commands_of_the_readme() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let readme = std::fs::read_to_string(root.join("README.md")).unwrap();
    let mut code = false;
    let mut pasted = 0;
    for line in readme.lines() {
        if line.starts_with("```") {
            code = line == "```sh";
        } else if code && line.contains("partizan ") && !line.contains("cargo ") {
            paste(line.split(" #").next().unwrap_or(line));
            pasted += 1;
        }
    }
    assert!(pasted >= 4, "the README shows the questions");
}
