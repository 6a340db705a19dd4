//! Faults of schema, resealed: format.md, section 5.6.

use verifier::stream::{hex, seed32};
use verifier::structure::agree;
use verifier::wire::{Format, Kind, LedgerRow, Panels, Record, Split, record_id};

use super::Faults;
use crate::fixture::Fixture;
use crate::fixture::More::{Full, Short};
use crate::fixture::parts::names;
use crate::fixture::redo::{Walk, panels, write};

pub(super) fn faults(faults: &mut Faults) {
    texts(faults);
    skeletons(faults);
    keys(faults);
    ids(faults);
    pairs(faults);
    generated(faults);
    of_the_recipe(faults);
}

fn is_pair(record: &Record) -> bool {
    record.category == "schema" && record.meta.contains(r#",""]"#)
}

/// Changes the right panel of a pair or of a generated record.
fn right(
    faults: &mut Faults,
    (name, kind, pair): (&str, &'static str, bool),
    change: fn(&str) -> String,
) {
    faults.more(name, Full, move |fixture| {
        let changes = |record: &Record| {
            let right = panels(record).right;
            is_pair(record) == pair && change(&right) != right
        };
        let record = fixture.record(kind, changes);
        let Panels { left, right } = panels(record);
        let right = change(&right);
        write(record, &Panels { left, right });
    });
}

fn texts(faults: &mut Faults) {
    right(faults, ("a key translated", "json", true), |panel| {
        panel.replacen("\"a\"", "\"甲\"", 1)
    });
    right(
        faults,
        ("a key of a generated text translated", "json", false),
        |panel| {
            let Some(at) = panel.find("\":") else {
                return panel.to_owned();
            };
            format!("{}甲{}", &panel[..at], &panel[at..])
        },
    );
    right(
        faults,
        ("a value that is no string", "json", true),
        |panel| panel.replacen("true", "\"true\"", 1),
    );
    right(
        faults,
        ("a title of a column translated", "csv", true),
        |panel| panel.replacen("name", "名", 1),
    );
    right(faults, ("an element translated", "xml", true), |panel| {
        panel.replace("<b ", "<乙 ")
    });
    right(
        faults,
        ("a key of front matter translated", "markdown", true),
        |panel| panel.replacen("key:", "鍵:", 1),
    );
    right(
        faults,
        ("a heading of another level", "markdown", true),
        |panel| panel.replacen("\n# ", "\n## ", 1),
    );
    right(faults, ("a tag less", "html", true), |panel| {
        panel.replacen("<br>", "", 1)
    });
    right(faults, ("another bullet", "web-text", true), |panel| {
        panel.replacen('•', "-", 1)
    });
    right(faults, ("a value of a pair", "json", true), |panel| {
        panel.replacen('值', "直", 1)
    });
    right(faults, ("a blank less in a pair", "json", true), |panel| {
        panel.replacen(": ", ":", 1)
    });
    right(faults, ("a generated text cut", "csv", false), |panel| {
        panel.trim_end().rsplit_once('\n').unwrap().0.to_owned()
    });
    faults.more("values in one panel swapped", Full, |fixture| {
        fixture.repanel("web-text", |found, clean| {
            let mut lines = clean.right.split('\n').filter(|line| !line.is_empty());
            let (one, two) = (lines.next()?, lines.next()?);
            let right = found.right.replacen(one, "\u{0}", 1).replacen(two, one, 1);
            let right = right.replacen('\u{0}', two, 1);
            let left = found.left.clone();
            (found.right != clean.right && one != two).then_some(Panels { left, right })
        });
    });
    faults.more("another literal in both panels", Full, |fixture| {
        let generated = |record: &Record| !is_pair(record) && record.kind == "markdown";
        let record = fixture.record("markdown", generated);
        let found = panels(record);
        let [left, right] = [found.left, found.right].map(|panel| format!("{panel}\n\n* * *"));
        write(record, &Panels { left, right });
    });
}

/// Keeps pairs whose panels have two skeletons, of every format.
fn skeletons(faults: &mut Faults) {
    for format in Format::ALL {
        let name = format!("a pair of two skeletons, {}", format.name());
        faults.more(name, Short, move |fixture| {
            let genre = format!("structured:{}", format.name());
            let rows = fixture.ledger.iter();
            let row = { rows }
                .find(|row| row.reason == "skeleton" && fixture.row(&row.unit).genre == genre);
            keep_pair(fixture, &row.unwrap().unit.clone());
        });
    }
    faults.level_1("a pair of two skeletons", Short, |fixture| {
        let row = fixture.ledger.iter().find(|row| row.reason == "skeleton");
        keep_pair(fixture, &row.unwrap().unit.clone());
    });
}

/// Makes a record of a structured article, in the place of its row.
fn keep_pair(fixture: &mut Fixture, m: &str) {
    let at = fixture.ledger.iter().position(|row| row.unit == m).unwrap();
    let row = fixture.ledger.remove(at);
    let split = Split::parse(&row.split).unwrap();
    let genre = fixture.row(m).genre.clone();
    let format = Format::parse(genre.strip_prefix("structured:").unwrap()).unwrap();
    let g = format!(",\"g\":[\"{}\",\"\"]", format.name());
    let record = fixture.made(split, Kind::Schema(format), m, &g);
    fixture.add(split, record);
}

/// Returns whether a structured article gives a record if it is picked.
pub(super) fn is_right(fixture: &Fixture, m: &str) -> bool {
    let format = Format::parse(&fixture.row(m).genre["structured:".len()..]).unwrap();
    let Panels { left, right } = fixture.clean(m);
    left.len() + right.len() < 400 && agree(format, &left, &right)
}

fn keys(faults: &mut Faults) {
    let replace = |pair: bool, from: &'static str, to: &'static str| {
        move |fixture: &mut Fixture| {
            let own = |record: &Record| is_pair(record) == pair && record.meta.contains(from);
            let record = fixture.record("csv", own);
            record.meta = record.meta.replace(from, to);
            fixture.reid();
        }
    };
    faults.more(
        "no format",
        Full,
        replace(true, ",\"g\":[\"csv\",\"\"]", ""),
    );
    faults.more(
        "a format alone",
        Full,
        replace(true, "[\"csv\",\"\"]", "[\"csv\"]"),
    );
    faults.more(
        "a format that is none",
        Full,
        replace(true, "[\"csv\",", "[\"tsv\","),
    );
    faults.more(
        "another format than the kind",
        Full,
        replace(true, "[\"csv\",", "[\"json\","),
    );
    faults.level_1(
        "another format than the kind",
        Full,
        replace(true, "[\"csv\",", "[\"json\","),
    );
    faults.more(
        "a domain that is no name",
        Full,
        replace(true, "\"\"]", "\"a b\"]"),
    );
    faults.more("a generated record as a pair", Full, |fixture| {
        let own = |record: &Record| !is_pair(record) && record.meta.contains("/d\"");
        let record = fixture.record("csv", own);
        record.meta = format!("{{\"m\":\"{}\",\"g\":[\"csv\",\"\"]}}", names(record));
        fixture.reid();
    });
    faults.more("a pair as generated", Full, |fixture| {
        let record = fixture.record("csv", is_pair);
        record.meta = record.meta.replace("\"\"]", "\"faq\"]");
        fixture.reid();
    });
    faults.more("another domain", Full, |fixture| {
        let record = fixture.record("csv", |record| !is_pair(record));
        record.meta = format!("{{\"m\":\"{}\",\"g\":[\"csv\",\"other\"]}}", names(record));
        fixture.reid();
    });
    faults.more("another format, generated", Full, |fixture| {
        let record = fixture.record("csv", |record| !is_pair(record));
        record.meta = record.meta.replace("[\"csv\",", "[\"json\",");
        "json".clone_into(&mut record.kind);
        fixture.reid();
    });
    faults.more("a format on a base record", Full, |fixture| {
        let record = fixture.record("document", |_| true);
        record.meta = record.meta.replace('}', ",\"g\":[\"csv\",\"\"]}");
        fixture.reid();
    });
    faults.more("panels of noise on a pair", Full, |fixture| {
        let record = fixture.record("csv", is_pair);
        record.meta = record.meta.replace(",\"g\"", ",\"n\":\"l\",\"g\"");
        fixture.reid();
    });
}

/// Gives a record the id of another seed.
fn ids(faults: &mut Faults) {
    let with_seed = |kind: &'static str, pair: bool, seed: fn() -> Vec<u8>| {
        move |fixture: &mut Fixture| {
            let record = fixture.record(kind, |record| is_pair(record) == pair);
            let Record {
                category,
                kind,
                meta,
                ..
            } = &*record;
            record.id = hex(&record_id(&seed(), category, kind, meta));
            let records = fixture.records.values_mut();
            let seed = seed32("s-1");
            for records in records {
                records.sort_by_key(|record| {
                    (
                        verifier::stream::rank(&seed, "order", &record.id),
                        record.id.clone(),
                    )
                });
            }
        }
    };
    let own = || seed32("s-1").to_vec();
    faults.more(
        "an id of noise without the seed",
        Full,
        with_seed("no-space", false, Vec::new),
    );
    faults.more(
        "an id of shape without the seed",
        Full,
        with_seed("quote", false, Vec::new),
    );
    faults.more(
        "a generated id without the seed",
        Full,
        with_seed("csv", false, Vec::new),
    );
    faults.more(
        "a pair's id with the seed",
        Full,
        with_seed("csv", true, own),
    );
    faults.more(
        "a base id with the seed",
        Full,
        with_seed("document", false, own),
    );
}

fn pairs(faults: &mut Faults) {
    faults.more("a pair of another format", Full, |fixture| {
        let record = fixture.record("csv", is_pair);
        record.meta = record.meta.replace("[\"csv\",", "[\"web-text\",");
        "web-text".clone_into(&mut record.kind);
        fixture.reid();
    });
    faults.more("a pair over budget kept", Full, |fixture| {
        let rows = fixture.ledger.iter();
        let own = |row: &&LedgerRow| {
            let genre = &fixture.row(&row.unit).genre;
            row.reason == "over_budget" && genre.starts_with("structured:")
        };
        let m = { rows }.find(own).unwrap().unit.clone();
        keep_pair(fixture, &m);
    });
    faults.more("a pair that is not picked kept", Full, |fixture| {
        let own = |row: &&LedgerRow| row.reason == "not_picked" && is_right(fixture, &row.unit);
        let m = fixture.ledger.iter().find(own).unwrap().unit.clone();
        keep_pair(fixture, &m);
    });
    faults.more("a pair missing", Full, |fixture| {
        fixture.remove("csv", is_pair);
    });
    faults.more("a pair and its row", Full, |fixture| {
        let record = fixture.record("csv", is_pair).clone();
        let split = Split::parse(&record.split).unwrap();
        fixture.add_row(Walk::Generated, split, "not_picked", &names(&record));
    });
    faults.more("a pair of a line", Full, |fixture| {
        let record = fixture.record("csv", is_pair);
        record.meta = record.meta.replace("/d\"", "/0\"");
        fixture.reid();
    });
    faults.more(
        "a pair of an article that is not structured",
        Full,
        |fixture| {
            let m = names(fixture.record("document", |_| true));
            let split = Split::parse(&fixture.record("document", |_| true).split).unwrap();
            let record = fixture.made(
                split,
                Kind::Schema(Format::WebText),
                &m,
                ",\"g\":[\"web-text\",\"\"]",
            );
            fixture.add(split, record);
        },
    );
}

fn generated(faults: &mut Faults) {
    let without = |reason: &'static str| {
        move |fixture: &mut Fixture| {
            let own = |row: &&LedgerRow| {
                let genre = &fixture.row(&row.unit).genre;
                row.category == "schema"
                    && row.reason == reason
                    && !genre.starts_with("structured:")
            };
            let row = fixture.ledger.iter().find(own).unwrap().clone();
            let split = Split::parse(&row.split).unwrap();
            fixture.remove_row(Walk::Generated, &row.unit);
            let (kind, more) = fixture.drawn(Walk::Generated, &row.unit).unwrap();
            let record = fixture.made(split, kind, &row.unit, &more);
            fixture.add(split, record);
        }
    };
    faults.more(
        "a generated record over budget kept",
        Full,
        without("over_budget"),
    );
    faults.more(
        "a generated record that repeats kept",
        Full,
        without("repeats"),
    );
    faults.more("an unfit material used", Full, |fixture| {
        let row = fixture
            .ledger
            .iter()
            .find(|row| row.reason == "unfit")
            .unwrap()
            .clone();
        fixture.remove_row(Walk::Generated, &row.unit);
        let split = Split::parse(&row.split).unwrap();
        let mut record = fixture.record("json", |record| !is_pair(record)).clone();
        record.meta = record.meta.replace(&names(&record), &row.unit);
        split.name().clone_into(&mut record.split);
        fixture.add(split, record);
    });
    faults.more("a generated record less", Full, |fixture| {
        fixture.back(Walk::Generated, Split::Train);
        fixture.numbers.schema[0].had -= 1;
    });
    faults.more("a generated record more", Full, |fixture| {
        fixture.further(Walk::Generated, Split::Train);
        fixture.numbers.schema[0].had += 1;
    });
    let more = |fixture: &mut Fixture| {
        fixture.further(Walk::Generated, Split::Train);
        fixture.numbers.schema[0].had += 1;
    };
    faults.level_1("a generated record more", Full, more);
    faults.more("generated by other ranks", Full, |fixture| {
        fixture.back(Walk::Generated, Split::Train);
        let m = fixture.behind(Walk::Generated, Split::Train).pop().unwrap();
        let (kind, more) = fixture.drawn(Walk::Generated, &m).unwrap();
        let record = fixture.made(Split::Train, kind, &m, &more);
        fixture.add(Split::Train, record);
    });
    faults.more(
        "generated from more lines than there may be",
        Full,
        |fixture| {
            let many = fixture
                .rows
                .iter()
                .find(|row| row.source_id.starts_with("many"));
            let m = format!("{}/d", many.unwrap().id);
            let (kind, more) = fixture.drawn(Walk::Generated, &m).unwrap();
            let record = fixture.made(Split::Train, kind, &m, &more);
            fixture.add(Split::Train, record);
        },
    );
    faults.more("a row of more lines than there may be", Full, |fixture| {
        let many = fixture
            .rows
            .iter()
            .find(|row| row.source_id.starts_with("many"));
        let m = format!("{}/d", many.unwrap().id);
        fixture.add_row(Walk::Generated, Split::Train, "over_budget", &m);
    });
    faults.more("generated from a line", Full, |fixture| {
        let m = names(fixture.record("line", |_| true));
        let record = fixture.record("csv", |record| !is_pair(record));
        record.meta = record.meta.replace(&names(record), &m);
        fixture.reid();
    });
    faults.more("generated from a structured article", Full, |fixture| {
        let pair = fixture.record("markdown", is_pair).clone();
        let record = fixture.record("markdown", |record| !is_pair(record));
        record.meta = record.meta.replace(&names(record), &names(&pair));
        fixture.reid();
    });
}

fn of_the_recipe(faults: &mut Faults) {
    let recipe = |from: &'static str, to: &'static str| {
        move |fixture: &mut Fixture| {
            assert!(fixture.recipe.contains(from), "{from}");
            fixture.recipe = fixture.recipe.replace(from, to);
        }
    };
    faults.more(
        "another share of pairs",
        Full,
        recipe("share = \"2/3\"", "share = \"1/3\""),
    );
    faults.level_1(
        "another share of pairs",
        Full,
        recipe("share = \"2/3\"", "share = \"1/3\""),
    );
    faults.more(
        "all pairs of the recipe",
        Full,
        recipe("share = \"2/3\"", "share = \"all\""),
    );
    faults.more(
        "another share of generated ones",
        Full,
        recipe("generated = \"1/5\"", "generated = \"1/6\""),
    );
    faults.level_1(
        "another share of generated ones",
        Full,
        recipe("generated = \"1/5\"", "generated = \"1/6\""),
    );
    faults.more(
        "other formats of the recipe",
        Full,
        recipe("[schema]\n", "[schema]\nformats = { csv = 9 }\n"),
    );
    let off = |fixture: &mut Fixture| {
        let front = fixture.recipe.split_once("[schema]\n").unwrap().0;
        fixture.recipe = front.to_owned();
    };
    faults.more("schema that is off", Short, off);
    faults.more("numbers of schema that is off", Short, move |fixture| {
        off(fixture);
        for records in fixture.records.values_mut() {
            records.retain(|record| record.category != "schema");
        }
        fixture.ledger.retain(|row| row.category != "schema");
        let rows: Vec<_> = fixture
            .rows
            .iter()
            .filter(|row| row.genre.starts_with("structured:"))
            .cloned()
            .collect();
        let splitter = fixture.settings.splitter();
        for row in rows {
            let split = splitter.split(&row.group);
            fixture.add_row(
                Walk::Generated,
                split,
                "category_off",
                &format!("{}/d", row.id),
            );
        }
    });
}
