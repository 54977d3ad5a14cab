//! Known facts with their sources, and what puts them to the doors of partizan.
//!
//! The facts are the files of `conformance/facts`, described in `conformance/README.md`; the tests of this crate put
//! each to the library and to the command.

pub mod naive;

use serde_json::Value;
use std::collections::HashMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;

/// The text of a file of facts.
///
/// # Panics
/// If there is no such file.
pub fn text(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("facts").join(name);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The rows of a file with one JSON object a line.
///
/// # Panics
/// If there is no such file, or a line is no JSON, or there are no rows.
pub fn rows(name: &str) -> Vec<Value> {
    let rows: Vec<Value> = text(name)
        .lines()
        .filter(|line| !line.trim().is_empty())
        .map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{name}: {error}: {line}")))
        .collect();
    assert!(!rows.is_empty(), "{name} has no rows");
    rows
}

/// The rows of a file of comma-separated values, each by the names of the first line.
///
/// # Panics
/// If there is no such file, or a row has another number of fields than the first.
pub fn table(name: &str) -> Vec<HashMap<String, String>> {
    let text = text(name);
    let mut lines = text.lines().filter(|line| !line.is_empty()).map(fields);
    let names = lines.next().unwrap_or_else(|| panic!("{name} is empty"));
    lines
        .map(|row| {
            assert_eq!(row.len(), names.len(), "{name}: {row:?}");
            names.iter().cloned().zip(row).collect()
        })
        .collect()
}

/// The fields of one line; a field in quotation marks may have commas, and doubled quotation marks for one.
fn fields(line: &str) -> Vec<String> {
    let mut fields = vec![String::new()];
    let mut quoted = false;
    let mut before = ',';
    for c in line.chars() {
        match c {
            '"' => {
                if !quoted && before == '"' {
                    fields.last_mut().expect("there is a field").push('"');
                }
                quoted = !quoted;
            }
            ',' if !quoted => fields.push(String::new()),
            c => fields.last_mut().expect("there is a field").push(c),
        }
        before = c;
    }
    fields
}

/// What a run of the command did.
#[derive(Debug)]
pub struct Run {
    /// The exit status.
    pub status: i32,
    /// Its standard output.
    pub out: String,
    /// Its standard error.
    pub err: String,
}

impl Run {
    /// The JSON on standard output, without `work`, which differs from run to run.
    ///
    /// # Panics
    /// If it is no JSON.
    pub fn json(&self) -> Value {
        let mut value: Value = serde_json::from_str(&self.out)
            .unwrap_or_else(|error| panic!("{error}: {:?}, standard error: {:?}", self.out, self.err));
        if let Some(object) = value.as_object_mut() {
            object.remove("work");
        }
        value
    }
}

/// Runs the command `partizan` with these arguments and this standard input.
///
/// # Panics
/// If it cannot be built or started.
pub fn partizan(args: &[&str], input: &str) -> Run {
    let mut child = Command::new(binary())
        .args(args)
        .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join(".."))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    let mut stdin = child.stdin.take().expect("standard input is a pipe");
    let input = input.to_string();
    // A command that refuses its arguments closes the pipe early: that is no fault of the input.
    let writer = std::thread::spawn(move || {
        let _ = stdin.write_all(input.as_bytes());
    });
    let output = child.wait_with_output().expect("the command ends");
    writer.join().expect("the writer ends");
    Run {
        status: output.status.code().unwrap_or(-1),
        out: String::from_utf8(output.stdout).expect("standard output is text"),
        err: String::from_utf8(output.stderr).expect("standard error is text"),
    }
}

/// The command, built in the profile of this test.
///
/// # Panics
/// If it does not build.
pub fn binary() -> &'static Path {
    static BINARY: OnceLock<PathBuf> = OnceLock::new();
    BINARY.get_or_init(|| {
        let test = std::env::current_exe().expect("a test has a path");
        let folder = test.ancestors().nth(2).expect("a test lies in target/PROFILE/deps");
        let mut build = Command::new(env!("CARGO"));
        // The same selection as `cargo test --workspace`, so that nothing is built twice with other features.
        build.args(["test", "--quiet", "--workspace", "--no-run"]);
        if folder.ends_with("release") {
            build.arg("--release");
        }
        let status = build.current_dir(env!("CARGO_MANIFEST_DIR")).status().expect("cargo starts");
        assert!(status.success(), "the command does not build");
        folder.join(format!("partizan{}", std::env::consts::EXE_SUFFIX))
    })
}
