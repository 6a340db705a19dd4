//! Faults of single records, resealed.

use verifier::wire::Split;

use super::{Faults, sound};
use crate::fixture::parts::names;

pub(super) fn faults(faults: &mut Faults) {
    texts(faults);
    separators(faults);
    fields(faults);
    materials(faults);
    counts(faults);
}

fn texts(faults: &mut Faults) {
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
    faults.text("a gap narrowed", "run-mixed", |text| {
        text.replacen("\n\n", "\n", 1)
    });
    faults.text("the bridge widened", "line", |text| {
        text.replace("\n\n", "\n\n\n")
    });
    faults.text("the bridge narrowed", "run-paragraph", |text| {
        text.replace("\n\n\n", "\n\n")
    });
    faults.text("the panels swapped", "document", swap);
    faults.text("two lines swapped", "run-dense", lines);
    faults.text("the last line dropped", "run-dense", cut);
    faults.text("a scalar changed", "cross-mixed", |text| {
        text.replacen('行', "衍", 1)
    });
    faults.text("a compatibility ideograph", "cross-mixed", |text| {
        text.replacen('行', "\u{fa08}", 1)
    });
    faults.text("a case changed", "document", |text| {
        text.replacen('n', "N", 1)
    });
    faults.text("a full-width stop", "slice", |text| {
        text.replacen('.', "．", 1)
    });
    faults.text("a blank at the end", "line", |text| format!("{text} "));
    faults.text("a line feed at the end", "line", |text| format!("{text}\n"));
    faults.text("a carriage return", "slice", |text| {
        text.replacen('\n', "\r\n", 1)
    });
    faults.text("a byte order mark", "document", |text| {
        format!("\u{feff}{text}")
    });
    faults.text("a zero-width space", "cross-dense", |text| {
        text.replacen(' ', " \u{200b}", 1)
    });
}

fn separators(faults: &mut Faults) {
    faults.sealed("claimed alone", move |fixture| {
        let record = fixture.record("run-mixed", |record| record.meta.contains("\"s\":\"12"));
        record.meta = record.meta.replace("\"s\":\"12", "\"s\":\"21");
        fixture.reid();
    });
    faults.sealed("claimed and written", move |fixture| {
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
    faults.sealed("on a base record", move |fixture| {
        let record = fixture.record("slice", |_| true);
        record.meta = record.meta.replace('}', ",\"s\":\"1\"}");
        fixture.reid();
    });
    faults.sealed("a mixed group of two lines", |fixture| {
        let two = |record: &verifier::wire::Record| record.meta.contains("\"s\":\"1\"");
        "cross-mixed".clone_into(&mut fixture.record("cross-dense", two).kind);
        fixture.reid();
    });
    faults.sealed("too few", move |fixture| {
        let record = fixture.record("run-dense", |record| record.meta.contains("\"s\":\"11\""));
        record.meta = record.meta.replace("\"s\":\"11\"", "\"s\":\"1\"");
        fixture.reid();
    });
    faults.sealed("none", move |fixture| {
        let record = fixture.record("run-dense", |record| record.meta.contains("\"s\":\"11\""));
        record.meta = record.meta.replace(",\"s\":\"11\"", "");
        fixture.reid();
    });
    faults.sealed("other digits", move |fixture| {
        let record = fixture.record("run-dense", |record| record.meta.contains("\"s\":\"11\""));
        record.meta = record.meta.replace("\"s\":\"11\"", "\"s\":\"13\"");
        fixture.reid();
    });
}

fn fields(faults: &mut Faults) {
    faults.sealed("a token more", move |fixture| {
        fixture.record("slice", |_| true).tokens += 1
    });
    faults.sealed("tokens to fit", move |fixture| {
        // The budget is less than the release was planned for.
        fixture.recipe = fixture.recipe.replace("budget = 110", "budget = 100");
        fixture.settings.budget = 100;
    });
    faults.sealed("reversed", move |fixture| {
        let record = fixture.record("document", |_| true);
        record.reversed = !record.reversed;
    });
    faults.sealed("another origin", move |fixture| {
        fixture
            .record("document", |record| record.origin == "left")
            .origin = "both".to_owned();
    });
    faults.sealed("another source", move |fixture| {
        fixture.record("document", |_| true).sources = vec!["three".to_owned()];
    });
    faults.sealed("another licence", move |fixture| {
        fixture
            .record("document", |_| true)
            .licenses
            .push("z".to_owned());
    });
    faults.sealed("an unknown origin", move |fixture| {
        fixture.record("document", |_| true).origin = "east".to_owned();
    });
    faults.sealed("no source", move |fixture| {
        fixture.record("document", |_| true).sources.clear();
    });
    faults.sealed("another split's name", move |fixture| {
        fixture.record("document", |_| true).split = "test".to_owned();
    });
    faults.sealed("an unknown kind", move |fixture| {
        let record = fixture.record("document", |_| true);
        record.kind = "paper".to_owned();
        fixture.reid();
    });
    faults.sealed("a kind of another category", move |fixture| {
        fixture.record("document", |_| true).category = "longform".to_owned();
        fixture.reid();
    });
    faults.sealed("another's id", move |fixture| {
        let id = fixture.record("slice", |_| true).id.clone();
        fixture.record("document", |_| true).id = id;
    });
    faults.sealed("the right panel claimed first", move |fixture| {
        let record = fixture.record("document", |_| true);
        record.meta = record.meta.replace('}', ",\"o\":1}");
        fixture.reid();
    });
    faults.sealed("a reserved key", move |fixture| {
        let record = fixture.record("document", |_| true);
        record.meta = record.meta.replace('}', ",\"n\":\"l\"}");
        fixture.reid();
    });
}

fn materials(faults: &mut Faults) {
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
    faults.sealed("a document as a line", spell("document", "/d", "/0"));
    faults.sealed("an odd ordinal", spell("document", "/d", "/#00"));
    faults.sealed("a leading zero", spell("slice", "/0-", "/00-"));
    faults.sealed("out of range", range("slice", |first, _| (first, 99)));
    faults.sealed("no slice", range("slice", |first, end| (first, end + 1)));
    faults.sealed(
        "a window off its slices",
        range("window", |first, end| (first, end - 1)),
    );
    faults.sealed(
        "a window that is a line",
        range("window", |first, _| (first, first + 1)),
    );
    faults.sealed(
        "a run of one line",
        range("run-dense", |first, _| (first, first + 1)),
    );
    faults.sealed(
        "a run of nine lines",
        range("run-dense", |first, _| (first, first + 9)),
    );
    faults.sealed("a window of one slice", move |fixture| {
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
    faults.sealed("an unknown article", move |fixture| {
        let record = fixture.record("document", |_| true);
        let id = &record.meta[6..30];
        record.meta = record.meta.replace(id, &"0".repeat(24));
        fixture.reid();
    });
    faults.sealed("an article of another split", move |fixture| {
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
    faults.sealed("a line twice in a group", move |fixture| {
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
    faults.sealed("a structured article", move |fixture| {
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

fn counts(faults: &mut Faults) {
    faults.sealed("a count that is made to fit", |fixture| {
        let article = fixture.rows.iter().find(|row| row.source_id == "essay3");
        let article = article.unwrap().clone();
        let split = fixture.settings.splitter().split(&article.group);
        let mut record = fixture.record("document", |_| true).clone();
        record.text = Some(format!("{}\n\n\n{}", article.left, article.right));
        record.meta = format!("{{\"m\":\"{}/d\"}}", article.id);
        record.tokens = 50;
        record.split = split.name().to_owned();
        fixture.records.get_mut(&split).unwrap().push(record);
        fixture.reid();
    });
    faults.sealed("a document over budget kept", |fixture| {
        let article = fixture.rows.iter().find(|row| row.source_id == "essay3");
        let article = article.unwrap().clone();
        let split = fixture.settings.splitter().split(&article.group);
        let mut record = fixture
            .record("document", |record| record.origin == "left")
            .clone();
        let text = format!("{}\n\n\n{}", article.left, article.right);
        record.tokens = u64::try_from(text.chars().count()).unwrap();
        record.text = Some(text);
        record.meta = format!("{{\"m\":\"{}/d\"}}", article.id);
        split.name().clone_into(&mut record.split);
        record.sources = vec![article.source];
        record.licenses = vec![article.license];
        fixture.records.get_mut(&split).unwrap().push(record);
        fixture.reid();
    });
    faults.sealed("a scalar more, not counted", |fixture| {
        let record = fixture.record("line", |_| true);
        record.text = record.text.as_ref().map(|text| format!("{text}!"));
    });
}

fn owned((one, other): (&str, &str)) -> (String, String) {
    (one.to_owned(), other.to_owned())
}
