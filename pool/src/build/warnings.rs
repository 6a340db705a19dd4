//! What a build warns of: nothing here changes the pool.

use super::entry::Entry;
use super::import::Imported;
use crate::sources::Sources;

/// How many examples a warning names.
const EXAMPLES: usize = 5;

/// Returns the warnings of a build.
pub(crate) fn all(sources: &Sources, imported: &Imported, kept: &[Entry]) -> Vec<String> {
    let mut warnings = imported.warnings.clone();
    for ((source, (field, word)), rows) in &imported.unmapped {
        let shown: String = word.chars().take(40).collect();
        warnings.push(format!(
            "source \"{}\": `{}` is \"{}\" in {rows} rows, taken as unknown; map it in sources.toml: {} = {{ \"{}\" = … }}",
            sources.sources[*source].name,
            field.name(),
            shown.escape_debug(),
            field.name(),
            shown.escape_debug(),
        ));
    }
    warnings.extend(lonely_groups(imported, kept));
    warnings
}

/// A group that only one article names keeps nothing together: most often its name is misspelt.
fn lonely_groups(imported: &Imported, kept: &[Entry]) -> Option<String> {
    let mut groups: Vec<_> = kept.iter().collect();
    groups.sort_by_key(|entry| (entry.group, entry.place));
    let lonely: Vec<_> = groups
        .chunk_by(|a, b| a.group == b.group)
        .filter(|run| run.len() == 1 && run[0].declares)
        .map(|run| run[0].place)
        .collect();
    let mut shown: Vec<_> = lonely.iter().take(EXAMPLES).collect();
    shown.sort_unstable();
    let shown: Vec<String> = shown
        .into_iter()
        .map(|&place| format!("{}:{}", imported.file(place).name, place.line))
        .collect();
    (!lonely.is_empty()).then(|| {
        format!(
            "{} articles declare a group that no other article is in, such as {}",
            lonely.len(),
            shown.join(", ")
        )
    })
}
