//! The project's own commands: `cargo xtask test` and `cargo xtask fmt`.
//!
//! Each step is said before it runs and timed after it; the first one that fails ends the run.

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::Instant;

const HELP: &str =
    "cargo xtask test          everything a fresh machine needs, then every check and every test
cargo xtask test --full   the same, and the long tests
cargo xtask fmt           format every source file";

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let done = match words.as_slice() {
        ["test"] => test(false),
        ["test", "--full"] => test(true),
        ["fmt"] => run("format", &mut rustfmt(&[])),
        _ => {
            eprintln!("{HELP}");
            return ExitCode::from(2);
        }
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("\nFAILED: {message}");
            ExitCode::FAILURE
        }
    }
}

fn test(full: bool) -> Result<(), String> {
    let start = Instant::now();
    component("rustfmt", &["fmt", "--version"])?;
    component("clippy", &["clippy", "--version"])?;
    run("fetch the dependencies", &mut cargo(&["fetch", "--locked"]))?;
    run("format check", &mut rustfmt(&["--check"]))?;
    run(
        "clippy, warnings denied",
        &mut cargo(&["clippy", "--locked", "--workspace", "--all-targets", "--", "--deny", "warnings"]),
    )?;
    run(
        "unit, property, conformance and doc tests",
        &mut cargo(&["test", "--locked", "--workspace", "--no-fail-fast"]),
    )?;
    if full {
        let mut long = cargo(&["test", "--locked", "--workspace", "--release", "--", "--ignored"]);
        run("long tests", long.env("PROPTEST_CASES", "20000"))?;
    }
    run(
        "documentation, warnings denied",
        cargo(&["doc", "--locked", "--workspace", "--no-deps"]).env("RUSTDOCFLAGS", "--deny warnings"),
    )?;
    run("the main job, as the README says it", &mut cargo(&["run", "--locked", "--release", "--", "tour"]))?;
    println!("\nAll of it passed in {:.0} s.", start.elapsed().as_secs_f64());
    Ok(())
}

/// A component of the toolchain, installed where it is missing.
fn component(name: &str, check: &[&str]) -> Result<(), String> {
    let there = cargo(check).output().is_ok_and(|output| output.status.success());
    if there { Ok(()) } else { run(name, Command::new("rustup").args(["component", "add", name])) }
}

fn cargo(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO"));
    command.args(args).current_dir(root());
    command
}

/// rustfmt over every source file: `cargo fmt` does not see the modules that the list of rulesets declares.
fn rustfmt(args: &[&str]) -> Command {
    let mut files = Vec::new();
    for folder in ["crates", "conformance", "xtask"] {
        sources(&root().join(folder), &mut files);
    }
    files.sort();
    let mut command = Command::new("rustfmt");
    command.args(["--edition", "2024"]).args(args).args(files).current_dir(root());
    command
}

fn sources(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            if path.file_name().is_some_and(|name| name != "target") {
                sources(&path, files);
            }
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn run(what: &str, command: &mut Command) -> Result<(), String> {
    println!("\n== {what}");
    let start = Instant::now();
    let status = command.status().map_err(|error| format!("{what}: {error}"))?;
    if !status.success() {
        return Err(format!("{what}: {status}"));
    }
    println!("== {what}: {:.0} s", start.elapsed().as_secs_f64());
    Ok(())
}
