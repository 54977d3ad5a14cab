//! Shell completions and man pages.

use crate::failure::Failure;
use crate::show::print;
use clap::CommandFactory;
use std::path::PathBuf;

/// Print the completions of a shell
#[derive(clap::Args, Debug)]
#[command(
    after_help = "Examples:\n  partizan completions bash > partizan.bash\n  partizan completions fish > partizan.fish"
)]
pub struct Completions {
    /// The shell
    shell: clap_complete::Shell,
}

impl Completions {
    pub fn run(&self) -> Result<(), Failure> {
        let mut out = Vec::new();
        clap_complete::generate(self.shell, &mut crate::Cli::command(), "partizan", &mut out);
        print(&String::from_utf8_lossy(&out));
        Ok(())
    }
}

/// Print the man page, or write those of all commands into a folder
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:\n  partizan man | man -l -\n  partizan man --out man1")]
pub struct Man {
    /// The folder to write `partizan.1`, `partizan-odds.1`, ... into
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
}

impl Man {
    pub fn run(&self) -> Result<(), Failure> {
        let command = crate::Cli::command();
        if let Some(folder) = &self.out {
            let write =
                std::fs::create_dir_all(folder).and_then(|()| clap_mangen::generate_to(command, folder));
            return write
                .map_err(|error| Failure::Usage(format!("cannot write to {}: {error}", folder.display())));
        }
        let mut out = Vec::new();
        clap_mangen::Man::new(command)
            .render(&mut out)
            .map_err(|error| Failure::Check(format!("cannot render the man page: {error}")))?;
        print(&String::from_utf8_lossy(&out));
        Ok(())
    }
}
