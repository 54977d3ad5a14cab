//! The arrows of the architecture: `budget, fault, pages, player, prefetch, sheet <- value <- ruleset <- question`. A path that runs backwards fails here.

use std::path::{Path, PathBuf};
use syn::visit::Visit;

/// The rooms from the bottom up; a room may name itself and those before it.
const ROOMS: [&str; 9] =
    ["fault", "budget", "pages", "player", "prefetch", "sheet", "value", "ruleset", "question"];

/// Collects every path that a file writes, in code and in `use` trees, as its segments.
struct Paths(Vec<Vec<String>>);

impl Paths {
    fn uses(&mut self, tree: &syn::UseTree, before: &[String]) {
        let mut path = before.to_vec();
        match tree {
            syn::UseTree::Path(node) => {
                path.push(node.ident.to_string());
                self.uses(&node.tree, &path);
            }
            syn::UseTree::Group(group) => group.items.iter().for_each(|tree| self.uses(tree, &path)),
            syn::UseTree::Name(name) => {
                path.push(name.ident.to_string());
                self.0.push(path);
            }
            syn::UseTree::Rename(name) => {
                path.push(name.ident.to_string());
                self.0.push(path);
            }
            syn::UseTree::Glob(_) => self.0.push(path),
        }
    }
}

impl<'ast> Visit<'ast> for Paths {
    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        self.uses(&item.tree, &[]);
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        self.0.push(path.segments.iter().map(|segment| segment.ident.to_string()).collect());
        syn::visit::visit_path(self, path);
    }

    /// Macro bodies are tokens: their `crate :: room` runs are found by eye of a simple scan.
    fn visit_macro(&mut self, node: &'ast syn::Macro) {
        let tokens: Vec<String> = node.tokens.to_string().split_whitespace().map(String::from).collect();
        for window in tokens.windows(3) {
            if window[0].ends_with("crate") && window[1] == "::" {
                self.0.push(vec!["crate".into(), window[2].clone()]);
            }
        }
    }
}

fn sources(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
}

/// The room that a path leads to from a file of module `module` (such as `["ruleset", "hex"]`), if it stays in the crate.
///
/// `super` may be written inside a nested module of the file, where it means less: it is read as at the file's own level,
/// so that it never hides an arrow, and a path that leaves the crate root with `super` is looked at as `crate`.
fn room(path: &[String], module: &[String]) -> Option<String> {
    let supers = path.iter().take_while(|segment| *segment == "super").count();
    if path.first().is_some_and(|segment| segment == "crate") {
        return path.get(1).cloned();
    }
    if supers > 0 && supers >= module.len() {
        return path.get(supers).cloned();
    }
    None
}

/// The backward arrows of a source text.
fn backward(source: &str, module: &[String]) -> Vec<String> {
    let file = syn::parse_file(source).expect("every source file parses");
    let mut paths = Paths(Vec::new());
    paths.visit_file(&file);
    let level = |name: &str| ROOMS.iter().position(|room| *room == name);
    let Some(own) = level(&module[0]) else { return Vec::new() };
    paths
        .0
        .iter()
        .filter(|path| room(path, module).and_then(|room| level(&room)).is_some_and(|other| other > own))
        .map(|path| format!("{}: {}", module.join("::"), path.join("::")))
        .collect()
}

#[test]
fn no_arrow_runs_backwards() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    sources(&src, &mut files);
    let mut found = Vec::new();
    let mut rooms = std::collections::BTreeSet::new();
    for file in &files {
        let name = file.strip_prefix(&src).unwrap().with_extension("");
        let module: Vec<String> = name
            .iter()
            .map(|part| part.to_string_lossy().into_owned())
            .filter(|part| part != "mod")
            .collect();
        if module != ["lib"] {
            rooms.insert(module[0].clone());
            found.extend(backward(&std::fs::read_to_string(file).unwrap(), &module));
        }
    }
    let known: std::collections::BTreeSet<String> = ROOMS.iter().map(ToString::to_string).collect();
    assert_eq!(rooms, known, "a room that the picture does not know");
    assert!(found.is_empty(), "arrows that run backwards:\n{}", found.join("\n"));
}

#[test]
fn a_backward_arrow_is_seen() {
    let module = |path: &[&str]| path.iter().map(ToString::to_string).collect::<Vec<_>>();
    let hex = module(&["ruleset", "hex"]);
    assert_eq!(backward("use crate::question::odds;", &hex).len(), 1);
    assert_eq!(backward("fn f() { super::super::question::odds::ask(); }", &hex).len(), 1);
    assert_eq!(backward("fn f() { println!(\"{}\", crate::question::x()); }", &hex).len(), 1);
    assert_eq!(backward("use crate::{value::Dyadic, question::{self, odds}};", &hex).len(), 2);
    assert!(backward("use crate::value::Dyadic; use super::Player; use std::fmt;", &hex).is_empty());
    assert_eq!(backward("use crate::ruleset::Player;", &module(&["value", "dyadic"])).len(), 1);
}

#[test]
fn the_library_knows_no_door() {
    let manifest = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml")).unwrap();
    for door in ["clap", "partizan-cli", "partizan-server", "partizan-python", "indicatif", "anyhow"] {
        assert!(!manifest.contains(door), "the library depends on {door}");
    }
}
