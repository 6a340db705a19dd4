//! The dataset card (`README.md` of a release): derived from the manifest's figures, not part of its identity.

use crate::bench::Bench;
use crate::plan::Plan;
use crate::recipe::Carrier;
use std::fmt::Write;

/// Renders the card.
pub(crate) fn render(bench: &Bench<'_>, plan: &Plan, carrier: Carrier, content_id: &str) -> String {
    let recipe = bench.recipe;
    let header = &bench.pool.header;
    let splits = plan.split_counts();
    let mut card = String::from("---\n");
    let mut line = |text: &str| writeln!(card, "{text}").expect("a string takes any text");
    line("language:");
    for tag in [&header.left, &header.right] {
        line(&format!("- {}", tag.split('-').next().unwrap_or(tag)));
    }
    line(
        "task_categories:\n- text-generation\n- translation\nconfigs:\n- config_name: default\n  data_files:",
    );
    for split in splits.iter().filter(|split| split.records > 0) {
        line(&format!(
            "  - split: {0}\n    path: {0}/*.{1}",
            split.split,
            carrier.extension()
        ));
    }
    line("---\n");
    line(&format!("# {} {}\n", recipe.release, recipe.version));
    line(&format!(
        "Bilingual pretraining text ({} and {}), at most {} tokens a record, built from a pool of {} articles. Content id `{content_id}`.\n",
        header.left, header.right, recipe.budget, header.articles
    ));
    line("| split | category | kind | records | tokens |\n|---|---|---|---:|---:|");
    for split in &splits {
        for row in &split.counts {
            let (split, category, kind) = (split.split, row.category, row.kind);
            line(&format!(
                "| {split} | {category} | {kind} | {} | {} |",
                row.records, row.tokens
            ));
        }
    }
    line(
        "\nEvery record names its materials in `meta`: with the pool, each text can be rebuilt byte for byte.",
    );
    line(
        "Check the files with `sha256sum -c SHA256SUMS`, the records with `diptych-verify . --pool POOL`.",
    );
    line(
        "Cross mosaics are drawn in buckets of about eight lines: when the pool grows by a tenth, about half of them change.",
    );
    card
}
