//! Faults of single records, resealed.

use verifier::wire::Split;
use verifier::{Check, Code};

use crate::fixture::plan::names;

use super::{damage, damage_text, expect_among, expect_check, resealed, sound};

#[test]
fn texts() {
    let swap = |text: &str| {
        let (first, second) = text.split_once("\n\n").unwrap();
        format!("{second}\n\n{first}")
    };
    let lines = |text: &str| {
        let mut lines: Vec<&str> = text.split('\n').collect();
        let last = lines.len() - 1;
        lines.swap(last, last - 1);
        lines.join("\n")
    };
    let cut = |text: &str| text.rsplit_once('\n').unwrap().0.to_owned();
    damage_text("a gap narrowed", "run-mixed", Code::Replay, |text| {
        text.replacen("\n\n", "\n", 1)
    });
    damage_text("the bridge widened", "line", Code::Replay, |text| {
        text.replace("\n\n", "\n\n\n")
    });
    damage_text(
        "the bridge narrowed",
        "run-paragraph",
        Code::Replay,
        |text| text.replace("\n\n\n", "\n\n"),
    );
    damage_text("the panels swapped", "document", Code::Replay, swap);
    damage_text("two lines swapped", "run-dense", Code::Replay, lines);
    damage_text("the last line dropped", "run-dense", Code::Replay, cut);
    damage_text("a scalar changed", "cross-mixed", Code::Replay, |text| {
        text.replacen('行', "衍", 1)
    });
    damage_text("a case changed", "document", Code::Replay, |text| {
        text.replacen('n', "N", 1)
    });
    damage_text("a full-width stop", "slice", Code::Replay, |text| {
        text.replacen('.', "．", 1)
    });
    damage_text("a blank at the end", "line", Code::Replay, |text| {
        format!("{text} ")
    });
    damage_text("a line feed at the end", "line", Code::Replay, |text| {
        format!("{text}\n")
    });
    damage_text("a carriage return", "slice", Code::Replay, |text| {
        text.replacen('\n', "\r\n", 1)
    });
    damage_text("a byte order mark", "document", Code::Replay, |text| {
        format!("\u{feff}{text}")
    });
    damage_text("a zero-width space", "cross-dense", Code::Replay, |text| {
        text.replacen(' ', " \u{200b}", 1)
    });
}

#[test]
fn separators() {
    damage("claimed alone", Code::Separators, |fixture| {
        let record = fixture.record("run-mixed", |record| record.meta.contains("\"s\":\"12"));
        record.meta = record.meta.replace("\"s\":\"12", "\"s\":\"21");
        fixture.reid();
    });
    damage("claimed and written", Code::Separators, |fixture| {
        let record = fixture.record("run-dense", |record| record.meta.contains("\"s\":\"11\""));
        record.meta = record.meta.replace("\"s\":\"11\"", "\"s\":\"12\"");
        let text = record.text.as_ref().unwrap();
        let panels: Vec<Vec<&str>> = text
            .split("\n\n")
            .map(|panel| panel.split('\n').collect())
            .collect();
        let panel = |lines: &[&str]| format!("{}\n{}\n\n{}", lines[0], lines[1], lines[2]);
        record.text = Some(format!("{}\n\n\n{}", panel(&panels[0]), panel(&panels[1])));
        record.tokens += 3;
        fixture.reid();
    });
    damage("on a base record", Code::Separators, |fixture| {
        let record = fixture.record("slice", |_| true);
        record.meta = record.meta.replace('}', ",\"s\":\"1\"}");
        fixture.reid();
    });
    damage("too few", Code::Separators, |fixture| {
        let record = fixture.record("run-dense", |record| record.meta.contains("\"s\":\"11\""));
        record.meta = record.meta.replace("\"s\":\"11\"", "\"s\":\"1\"");
        fixture.reid();
    });
    damage("none", Code::Separators, |fixture| {
        let record = fixture.record("run-dense", |record| record.meta.contains("\"s\":\"11\""));
        record.meta = record.meta.replace(",\"s\":\"11\"", "");
        fixture.reid();
    });
    damage("other digits", Code::Separators, |fixture| {
        let record = fixture.record("run-dense", |record| record.meta.contains("\"s\":\"11\""));
        record.meta = record.meta.replace("\"s\":\"11\"", "\"s\":\"13\"");
        fixture.reid();
    });
}

#[test]
fn fields() {
    damage("a token more", Code::TokenCount, |fixture| {
        fixture.record("slice", |_| true).tokens += 1
    });
    damage("tokens to fit", Code::OverBudget, |fixture| {
        // The budget is less than the release was planned for.
        fixture.recipe = fixture.recipe.replace("budget = 110", "budget = 100");
        fixture.settings.budget = 100;
    });
    damage("reversed", Code::Origin, |fixture| {
        let record = fixture.record("document", |_| true);
        record.reversed = !record.reversed;
    });
    damage("another origin", Code::Origin, |fixture| {
        fixture
            .record("document", |record| record.origin == "left")
            .origin = "both".to_owned();
    });
    damage("another source", Code::Origin, |fixture| {
        fixture.record("document", |_| true).sources = vec!["three".to_owned()];
    });
    damage("another licence", Code::Origin, |fixture| {
        fixture
            .record("document", |_| true)
            .licenses
            .push("z".to_owned());
    });
    damage("an unknown origin", Code::Fields, |fixture| {
        fixture.record("document", |_| true).origin = "east".to_owned();
    });
    damage("no source", Code::Fields, |fixture| {
        fixture.record("document", |_| true).sources.clear();
    });
    damage("another split's name", Code::Split, |fixture| {
        fixture.record("document", |_| true).split = "test".to_owned();
    });
    damage("an unknown kind", Code::Variant, |fixture| {
        let record = fixture.record("document", |_| true);
        record.kind = "paper".to_owned();
        fixture.reid();
    });
    damage("a kind of another category", Code::Variant, |fixture| {
        fixture.record("document", |_| true).category = "longform".to_owned();
        fixture.reid();
    });
    damage("another's id", Code::Identity, |fixture| {
        let id = fixture.record("slice", |_| true).id.clone();
        fixture.record("document", |_| true).id = id;
    });
    damage("the right panel claimed first", Code::Draw, |fixture| {
        let record = fixture.record("document", |_| true);
        record.meta = record.meta.replace('}', ",\"o\":1}");
        fixture.reid();
    });
    damage("a reserved key", Code::Fields, |fixture| {
        let record = fixture.record("document", |_| true);
        record.meta = record.meta.replace('}', ",\"n\":\"l\"}");
        fixture.reid();
    });
}

#[test]
fn materials() {
    let range = |kind: &'static str, change: fn(u32, u32) -> (u32, u32)| {
        move |fixture: &mut crate::fixture::Fixture| {
            let record = fixture.record(kind, |_| true);
            let (id, old) = names(record).split_once('/').map(owned).unwrap();
            let (first, end) = old.split_once('-').map(owned).unwrap();
            let (first, end) = change(first.parse().unwrap(), end.parse().unwrap());
            record.meta = record.meta.replace(&old, &format!("{first}-{end}"));
            assert!(record.meta.contains(&id));
            fixture.reid();
        }
    };
    let spell = |kind: &'static str, from: &'static str, to: &'static str| {
        move |fixture: &mut crate::fixture::Fixture| {
            let record = fixture.record(kind, |record| record.meta.contains(from));
            record.meta = record.meta.replacen(from, to, 1);
            fixture.reid();
        }
    };
    damage(
        "a document as a line",
        Code::Material,
        spell("document", "/d", "/0"),
    );
    damage(
        "an odd ordinal",
        Code::Material,
        spell("document", "/d", "/#00"),
    );
    damage(
        "a leading zero",
        Code::Material,
        spell("slice", "/0-", "/00-"),
    );
    damage(
        "out of range",
        Code::Material,
        range("slice", |first, _| (first, 99)),
    );
    damage(
        "no slice",
        Code::Material,
        range("slice", |first, end| (first, end + 1)),
    );
    damage(
        "a window off its slices",
        Code::Material,
        range("window", |first, end| (first, end - 1)),
    );
    damage(
        "a window that is a line",
        Code::Material,
        range("window", |first, _| (first, first + 1)),
    );
    damage(
        "a run of one line",
        Code::Material,
        range("run-dense", |first, _| (first, first + 1)),
    );
    damage(
        "a run of nine lines",
        Code::Material,
        range("run-dense", |first, _| (first, first + 9)),
    );
    damage("a window of one slice", Code::Material, |fixture| {
        let record = fixture.record("window", |_| true);
        let (id, old) = names(record).split_once('/').map(owned).unwrap();
        let first = old.split_once('-').unwrap().0;
        let row = sound().rows.into_iter().find(|row| row.id == id).unwrap();
        let end = row
            .slices
            .iter()
            .find(|end| **end > first.parse().unwrap())
            .unwrap();
        record.meta = record.meta.replace(&old, &format!("{first}-{end}"));
        fixture.reid();
    });
    damage("an unknown article", Code::Material, |fixture| {
        let record = fixture.record("document", |_| true);
        let id = &record.meta[6..30];
        record.meta = record.meta.replace(id, &"0".repeat(24));
        fixture.reid();
    });
    damage("an article of another split", Code::Split, |fixture| {
        let test = fixture.records.get_mut(&Split::Test).unwrap();
        let at = test
            .iter()
            .position(|record| record.kind == "document")
            .unwrap();
        let mut record = test.remove(at);
        record.split = "train".to_owned();
        fixture.records.get_mut(&Split::Train).unwrap().push(record);
        fixture.reid();
    });
    damage("a line twice in a group", Code::Identity, |fixture| {
        let record = fixture.record("cross-dense", |record| {
            record.meta.matches(' ').count() == 1
        });
        let (one, two) = (
            record.meta[6..].split_once(' ').unwrap().0,
            &record.meta[6..],
        );
        let two = two.split_once(' ').unwrap().1.split_once('"').unwrap().0;
        record.meta = record.meta.replace(two, one);
        fixture.reid();
    });
    damage("a structured article", Code::Material, |fixture| {
        let form = fixture
            .rows
            .iter()
            .find(|row| row.genre.starts_with("structured:"))
            .unwrap();
        let id = form.id.clone();
        let record = fixture.record("document", |_| true);
        let old = record.meta[6..30].to_owned();
        record.meta = record.meta.replace(&old, &id);
        fixture.reid();
    });
}

#[test]
fn a_count_that_is_made_to_fit_does_not() {
    let mut fixture = sound();
    let article = fixture
        .rows
        .iter()
        .find(|row| row.source_id == "essay3")
        .unwrap()
        .clone();
    let split = fixture.settings.splitter().split(&article.group);
    let mut record = fixture.record("document", |_| true).clone();
    record.text = Some(format!("{}\n\n\n{}", article.left, article.right));
    record.meta = format!("{{\"m\":\"{}/d\"}}", article.id);
    record.tokens = 50;
    record.split = split.name().to_owned();
    fixture.records.get_mut(&split).unwrap().push(record);
    fixture.reid();
    let report = resealed(&fixture);
    expect_check("over budget", &report, Check::Budget);
    expect_among("over budget", &report, Code::TokenCount);
}

#[test]
fn consequences_name_the_record_as_well() {
    let mut fixture = sound();
    let record = fixture.record("line", |_| true);
    record.text = record.text.as_ref().map(|text| format!("{text}!"));
    let report = resealed(&fixture);
    expect_among("a scalar more, not counted", &report, Code::TokenCount);
    expect_among("a scalar more, not counted", &report, Code::Replay);
}

fn owned((one, other): (&str, &str)) -> (String, String) {
    (one.to_owned(), other.to_owned())
}
