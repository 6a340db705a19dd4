//! `diptych demo`.

use super::{build, plan, show, verify};
use crate::embedded;
use crate::progress::Progress;
use crate::terminal::shell;
use anyhow::{Context, Result, bail};
use clap::Args;
use serde::Serialize;
use serde_json::value::RawValue;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use variants::count::Counter;
use variants::summary::Summary;
use variants::{Bench, Recipe};
use verifier::Report;

/// Run the whole path on the embedded corpus: pool, plan, build, verify.
///
/// Needs nothing but this program. Shows one record of each kind and the verify report.
#[derive(Args)]
pub(crate) struct Demo {
    /// Where pool and release go.
    #[arg(long, default_value = "out/demo")]
    out: PathBuf,
    /// Print one JSON object: where things lie, and the verify report.
    #[arg(long)]
    json: bool,
    /// No progress on stderr.
    #[arg(long)]
    quiet: bool,
}

#[derive(Serialize)]
struct Done {
    pool: String,
    release: String,
    content_id: String,
    verify: Box<RawValue>,
}

impl Demo {
    pub(crate) fn run(self, out: &mut impl Write) -> Result<ExitCode> {
        let report = if self.json {
            let (content_id, report) = self.walk(&mut std::io::sink())?;
            let done = Done {
                pool: self.out.join("pool").display().to_string(),
                release: self.out.join("release").display().to_string(),
                content_id,
                verify: RawValue::from_string(report.json())?,
            };
            writeln!(out, "{}", serde_json::to_string(&done)?)?;
            report
        } else {
            self.walk(out)?.1
        };
        Ok(ExitCode::from(u8::from(!report.ok)))
    }

    /// Goes the whole path; returns the content id and the report.
    fn walk(&self, out: &mut impl Write) -> Result<(String, Report)> {
        let at = |name: &str| self.out.join(name);
        std::fs::create_dir_all(&self.out).with_context(|| self.out.display().to_string())?;
        embedded::write(&at("tokenizer.json"), embedded::TOKENIZER)?;
        embedded::write(&at("recipe.toml"), embedded::RECIPE)?;
        embedded::write_corpus(&at("corpus"))?;

        writeln!(out, "1. pool: the corpus becomes articles\n")?;
        let options = pool::build::Options {
            sources: &at("corpus/sources.toml"),
            out: &at("pool"),
            // A pool of other sources under this name is somebody's.
            onto: None,
            replace: false,
            progress: &|_, _| (),
            clock: None,
        };
        let report = pool::build::build(options)?;
        let rejected: u64 = report.drops.iter().map(|drop| drop.rows).sum();
        writeln!(
            out,
            "  {} articles, {rejected} rows left out (why: diptych pool stats {} --funnel), snapshot {}\n",
            report.articles,
            shell(&at("pool")),
            report.snapshot
        )?;

        writeln!(
            out,
            "2. plan: what a build makes of them, counted exactly before anything is written\n"
        )?;
        self.plan(out)?;

        writeln!(out, "\n3. build: one record of each kind\n")?;
        let (release, pool) = (at("release"), at("pool"));
        let built = build::build_release(&at("recipe.toml"), &pool, &release, None, self.quiet)?;
        show::print_each_kind(&release, out)?;
        writeln!(out, "  content id {}\n", built.content_id)?;

        writeln!(
            out,
            "4. verify: another program's code rebuilds every record from its metadata\n"
        )?;
        let report = verify::verify_release(&release, Some(&pool), Vec::new(), self.quiet)?;
        write!(out, "{}", report.text())?;
        if report.ok {
            self.where_things_lie(&release, &pool, out)?;
        }
        Ok((built.content_id, report))
    }

    fn plan(&self, out: &mut impl Write) -> Result<()> {
        let recipe = Recipe::read(&self.out.join("recipe.toml"))?;
        let counter = Counter::load(&recipe.tokenizer)?;
        let pool = pool::Pool::open(&self.out.join("pool"))?;
        if pool.is_empty() {
            bail!("the demo's pool is empty");
        }
        let bench = Bench::new(&pool, &recipe, &counter);
        let progress = Progress::new(self.quiet);
        let made = variants::Plan::make(&bench, &|stage, done, total| {
            progress.report(stage, done, total)
        })?;
        progress.end();
        plan::print(&Summary::of(&bench, &made)?, out)
    }

    fn where_things_lie(
        &self,
        release: &Path,
        pool: &Path,
        out: &mut impl Write,
    ) -> std::io::Result<()> {
        let (release, pool) = (shell(release), shell(pool));
        writeln!(out, "\nWhere things lie")?;
        writeln!(
            out,
            "  corpus and sources.toml   {}",
            self.out.join("corpus").display()
        )?;
        writeln!(
            out,
            "  recipe                    {}",
            self.out.join("recipe.toml").display()
        )?;
        writeln!(out, "  pool                      {pool}")?;
        writeln!(out, "  release                   {release}")?;
        writeln!(
            out,
            "\nNext (cargo install --path . puts diptych on your path)"
        )?;
        writeln!(out, "  diptych show {release} --category mosaic -n 2")?;
        writeln!(
            out,
            "  diptych replay {release} --pool {pool} --out {}",
            shell(&self.out.join("text"))
        )?;
        writeln!(out, "  diptych init mine --from en.txt zh.txt")
    }
}
