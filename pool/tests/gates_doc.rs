//! docs/gates.md is held to its word: what its tables say passes does, what they say is rejected is, first for the reason of the row, and
//! every gate, reason, option, kind and repair of the program stands there.

mod others;
mod read;

use crate::bench::Bench;
use pool::article::{Genre, Structured};
use pool::gate::known::catalog;
use pool::gate::{Gates, tails};
use pool::panels::Panels;
use pool::profile::Language;
use pool::store::PoolHeader;
use pool::trial::{Trial, Verdict};
use read::{SOURCE, blocks, literal, parse, spans, table};
use std::collections::{BTreeMap, BTreeSet};

/// The rules of a row: its last cell names other tags, a format or options.
struct Rules {
    trial: Trial,
    genre: Genre,
    tags: [String; 2],
}

fn rules(cell: &str) -> Rules {
    let (mut tags, mut genre, mut options) = (["en", "zh-Hant-TW"], Genre::Prose, "");
    match cell.split(' ').collect::<Vec<_>>()[..] {
        [""] => {}
        [format] => genre = Genre::Structured(Structured::parse(format).expect("a format")),
        [left, right] => tags = [left, right],
        _ => options = spans(cell)[0],
    }
    let of_document = blocks()
        .into_iter()
        .find(|(_, said)| cell == format!("{} {}", said.left, said.right));
    let text = match of_document {
        Some((block, _)) => block,
        None => format!(
            "format = 1\nleft = \"{}\"\nright = \"{}\"\n[gates]\n{options}\n{SOURCE}",
            tags[0], tags[1]
        ),
    };
    let trial = Trial::of_sources(&parse(&text), None).expect("one source");
    Rules {
        trial,
        genre,
        tags: tags.map(|tag| tag.split('-').next().expect("a subtag").to_owned()),
    }
}

impl Rules {
    fn judge(&self, left: &str, right: &str) -> Verdict {
        self.trial
            .judge(self.genre, Panels::new(left.to_owned(), right.to_owned()))
    }
}

fn reasons(verdict: &Verdict) -> Vec<&str> {
    verdict
        .findings
        .iter()
        .map(|finding| finding.reason.as_str())
        .collect()
}

#[test]
fn every_pair_of_the_table_is_judged_as_it_says() {
    for row in table(&["gate", "reason"]) {
        let [left, right, bad_left, bad_right] =
            [3, 4, 5, 6].map(|at| literal(&row[at]).unwrap_or_else(|| panic!("{row:?}")));
        if row[0] == "template_tail" {
            assert_eq!(endings(&left, &right), [0, 5], "{row:?}");
            assert_eq!(endings(&bad_left, &bad_right), [5, 0], "{row:?}");
            continue;
        }
        let rules = rules(&row[7]);
        assert_eq!(reasons(&rules.judge(&left, &right)), [""; 0], "{row:?}");
        let found = rules.judge(&bad_left, &bad_right);
        assert_eq!(
            reasons(&found).first(),
            Some(&row[1].as_str()),
            "{row:?} {:?}",
            found.findings
        );
    }
}

/// Builds a pool of five articles that end alike: how many the template takes out, and how many stay.
fn endings(left: &str, right: &str) -> [usize; 2] {
    let rows: String = (1..=5)
        .map(|n| format!("Part {n}: {left}\t第 {n} 部：{right}\n"))
        .collect();
    // A pool has an article at least.
    let bench = Bench::new(SOURCE).file(
        "a.tsv",
        rows + "The last row is another one.\t最後一列是另一列。\n",
    );
    let (_, pool) = bench.built();
    let ledger = bench.ledger();
    assert!(
        ledger.iter().all(|row| row.reason == "template_tail"),
        "{ledger:?}"
    );
    let stay = usize::try_from(pool.header.articles).expect("few articles");
    [ledger.len(), stay - 1]
}

#[test]
fn every_gate_and_reason_has_a_row_and_no_other_has() {
    let mut rows: Vec<(String, String)> = Vec::new();
    for row in table(&["gate", "reason"]) {
        let tags = if row[0] == "template_tail" {
            ["en", "zh"].map(str::to_owned)
        } else {
            rules(&row[7]).tags
        };
        let code = tags.iter().find_map(|tag| {
            row[1]
                .strip_prefix(tag.as_str())
                .filter(|code| code.starts_with('_'))
        });
        let pair = (row[0].clone(), code.unwrap_or(&row[1]).to_owned());
        if rows.last() != Some(&pair) {
            rows.push(pair);
        }
    }
    let order: Vec<String> = catalog()
        .into_iter()
        .map(|(gate, _)| gate.to_owned())
        .collect();
    let mut told: Vec<String> = rows.iter().map(|(gate, _)| gate.clone()).collect();
    told.dedup();
    assert_eq!(told, order, "gates in the order they run");
    let known: BTreeSet<(String, String)> = catalog()
        .into_iter()
        .flat_map(|(gate, codes)| {
            codes
                .iter()
                .map(move |code| (gate.to_owned(), (*code).to_owned()))
        })
        .collect();
    assert_eq!(rows.into_iter().collect::<BTreeSet<_>>(), known);
}

#[test]
fn the_options_of_the_table_are_those_of_the_gates_with_their_defaults() {
    let rows = table(&["gate", "reason"]);
    let mut said: BTreeMap<&str, &str> = BTreeMap::new();
    for row in &rows {
        let first = said.insert(&row[0], &row[2]);
        assert!(
            first.is_none() || row[2].is_empty(),
            "options stand in a gate's first row: {row:?}"
        );
        if let Some(first) = first {
            said.insert(&row[0], first);
        }
    }
    let mut written = String::new();
    for (gate, cell) in said {
        let (known, spans) = (known_options(gate), spans(cell));
        let line: toml::Table = spans
            .first()
            .map_or_else(toml::Table::new, |line| line.parse().expect("TOML"));
        let set = line.get(gate).and_then(toml::Value::as_table);
        let keys = set
            .into_iter()
            .flat_map(toml::Table::keys)
            .map(String::as_str);
        let told: BTreeSet<String> = keys
            .chain(spans.iter().skip(1).copied())
            .map(str::to_owned)
            .collect();
        assert_eq!(told, known, "{gate}");
        assert_eq!(cell == "none", known.is_empty(), "{gate}");
        written.extend(spans.first().map(|line| format!("{line}\n")));
    }
    assert_eq!(
        parameters(&written),
        parameters(""),
        "the options that are told are the defaults"
    );
}

/// Returns the options of a gate, as the error about one that is none names them.
fn known_options(gate: &str) -> BTreeSet<String> {
    let tags = Panels::new("en".to_owned(), "zh-Hant-TW".to_owned());
    let bogus = toml::from_str(&format!("{gate} = {{ zz = 1 }}")).expect("TOML");
    let gates = Gates::new(&Language::of_pair(&tags, &[]), &bogus).map(|_| ());
    let error = gates
        .and_then(|()| tails::Rule::new(&bogus).map(|_| ()))
        .expect_err("no option");
    let names = spans(&error)
        .into_iter()
        .filter(|&name| name != gate && name != "zz" && name != "allow");
    names.map(str::to_owned).collect()
}

/// Returns what a pool's header says of its gates.
fn parameters(gates: &str) -> Vec<(String, String)> {
    let bench = Bench::new(&format!("[gates]\n{gates}\n{SOURCE}"))
        .file("a.tsv", "The lamp is lit.\t燈亮了。\n");
    bench.built();
    let header = PoolHeader::read(&bench.path("pool")).unwrap();
    header
        .gates
        .into_iter()
        .map(|gate| (gate.name, gate.parameters))
        .collect()
}
