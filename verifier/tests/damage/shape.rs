//! Faults of shape, resealed: format.md, section 5.5.

use verifier::wire::{Form, Kind, Panels, Split};

use super::Faults;
use crate::fixture::Fixture;
use crate::fixture::More::{self, Full, Short};
use crate::fixture::parts::names;
use crate::fixture::redo::Walk;

pub(super) fn faults(faults: &mut Faults) {
    texts(faults);
    permutations(faults);
    draws(faults);
    forms(faults);
    how_many(faults);
    of_the_recipe(faults);
}

/// Changes the right panel of a record of a kind.
fn right(
    faults: &mut Faults,
    (name, more, kind): (&str, More, &'static str),
    change: fn(&str) -> String,
) {
    faults.more(name, more, move |fixture| {
        fixture.repanel(kind, |found, _| {
            let (left, right) = (found.left.clone(), change(&found.right));
            Some(Panels { left, right })
        });
    });
}

fn lines_swapped(panel: &str) -> String {
    let mut lines: Vec<&str> = panel.split('\n').filter(|line| !line.is_empty()).collect();
    if lines.len() < 2 || panel.contains("\n\n") {
        return panel.to_owned();
    }
    lines.swap(0, 1);
    lines.join("\n")
}

fn texts(faults: &mut Faults) {
    right(
        faults,
        ("one panel permuted otherwise", Full, "permute"),
        lines_swapped,
    );
    faults.more("one panel not permuted", Full, |fixture| {
        fixture.repanel("permute", |found, clean| {
            let (left, right) = (found.left.clone(), clean.right.clone());
            Some(Panels { left, right })
        });
    });
    faults.more("the same otherwise in both panels", Full, |fixture| {
        fixture.repanel("permute", |found, _| {
            let (left, right) = (lines_swapped(&found.left), lines_swapped(&found.right));
            Some(Panels { left, right })
        });
    });
    faults.more("another marker in one panel", Full, |fixture| {
        fixture.repanel("marker", |found, clean| {
            let (front, _) = clean.right.split_once('\n')?;
            let mark = found.right.split('\n').next()?.replace(front, "");
            let right = found.right.replace(mark.trim(), "REF-1");
            let left = found.left.clone();
            (!mark.is_empty()).then_some(Panels { left, right })
        });
    });
    right(
        faults,
        ("a list that skips a letter", Short, "letters"),
        |panel| {
            panel
                .replacen('B', "C", 1)
                .replacen("(b)", "(c)", 1)
                .replacen("b)", "c)", 1)
        },
    );
    right(
        faults,
        ("a list that skips a number", Short, "numbers"),
        |panel| {
            let mut lines: Vec<String> = panel.split('\n').map(str::to_owned).collect();
            lines[0] = lines[0].replacen('1', "2", 1);
            lines.join("\n")
        },
    );
    right(
        faults,
        ("a line without its bullet", Short, "bullets"),
        |panel| panel.split_once(' ').unwrap().1.to_owned(),
    );
    right(faults, ("a copy less", Full, "repeat"), |panel| {
        panel.rsplit_once('\n').unwrap().0.to_owned()
    });
    right(faults, ("a blank in the joint", Full, "glue"), |panel| {
        panel.replacen('。', "。 ", 1)
    });
    right(faults, ("a link that is lost", Full, "link"), |panel| {
        let link = panel.split(' ').find(|word| word.contains("://"));
        link.map_or(panel.to_owned(), |link| {
            panel.replacen(&format!(" {link}"), "", 1)
        })
    });
    right(
        faults,
        ("a line that is not quoted", Full, "quote"),
        |panel| panel[1..].to_owned(),
    );
    right(faults, ("an indent more", Short, "indent"), |panel| {
        format!(" {panel}")
    });
    right(
        faults,
        ("a wider gap between lines", Full, "marker"),
        |panel| panel.replacen('\n', "\n\n", 1),
    );
}

fn permutations(faults: &mut Faults) {
    let permute = |change: fn(usize) -> Vec<usize>| {
        move |fixture: &mut Fixture| {
            let claim = |meta: &str| {
                let (front, rest) = meta.split_once("[\"permute\",[")?;
                let (places, behind) = rest.split_once(']')?;
                let places = change(places.split(',').count());
                let places: Vec<String> = places.iter().map(ToString::to_string).collect();
                Some(format!(
                    "{front}[\"permute\",[{}]{behind}",
                    places.join(",")
                ))
            };
            let record = fixture.record("permute", |record| claim(&record.meta).is_some());
            record.meta = claim(&record.meta).unwrap();
            fixture.reid();
        }
    };
    faults.more("the identity", Full, permute(|n| (0..n).collect()));
    faults.level_1("the identity", Full, permute(|n| (0..n).collect()));
    faults.more("a place twice", Full, permute(|n| vec![0; n]));
    faults.level_1("a place twice", Full, permute(|n| vec![0; n]));
    faults.more(
        "a place too many",
        Full,
        permute(|n| (0..=n).rev().collect()),
    );
    let other = |fixture: &mut Fixture| {
        fixture.remeta("permute", |meta| {
            let (front, rest) = meta.split_once("[\"permute\",[")?;
            let (places, behind) = rest.split_once(']')?;
            let mut places: Vec<&str> = places.split(',').collect();
            let last = places.len().checked_sub(1).filter(|last| *last > 1)?;
            places.swap(0, last);
            let sorted = places.is_sorted();
            (!sorted).then(|| format!("{front}[\"permute\",[{}]{behind}", places.join(",")))
        });
    };
    faults.more("another permutation, written", Full, other);
    faults.more("the identity, written", Full, |fixture| {
        fixture.remeta("permute", |meta| {
            let (front, rest) = meta.split_once("[\"permute\",[")?;
            let (places, behind) = rest.split_once(']')?;
            let places: Vec<String> = (0..places.split(',').count())
                .map(|at| at.to_string())
                .collect();
            Some(format!(
                "{front}[\"permute\",[{}]{behind}",
                places.join(",")
            ))
        });
    });
}

/// Replaces something in the `p` of a record, with its text.
fn redrawn(
    faults: &mut Faults,
    (name, more, kind): (&str, More, &'static str),
    change: fn(&str) -> Option<String>,
) {
    faults.more(name, more, move |fixture| fixture.remeta(kind, change));
}

fn draws(faults: &mut Faults) {
    redrawn(
        faults,
        ("a marker on the other side, written", Full, "marker"),
        |meta| {
            let start = meta.replace("\"end\"", "\"start\"");
            Some(if start == meta {
                meta.replace("\"start\"", "\"end\"")
            } else {
                start
            })
        },
    );
    redrawn(
        faults,
        ("another marker, written", Full, "marker"),
        |meta| {
            let (front, rest) = meta.split_once("[\"marker\",\"")?;
            let at = rest.find("\"]")?;
            Some(format!(
                "{front}[\"marker\",\"{}x{}",
                &rest[..at],
                &rest[at..]
            ))
        },
    );
    redrawn(faults, ("another link, written", Full, "link"), |meta| {
        Some(meta.replacen("://", "://x.", 1))
    });
    redrawn(
        faults,
        ("another line linked, written", Full, "link"),
        |meta| {
            let line = meta.split_once("[\"link\",")?.1.split(',').next()?;
            let other = if line == "0" { "1" } else { "0" };
            Some(meta.replacen(
                &format!("[\"link\",{line},"),
                &format!("[\"link\",{other},"),
                1,
            ))
        },
    );
    redrawn(faults, ("another quote, written", Full, "quote"), |meta| {
        Some(meta.replacen("[\"quote\",\"", "[\"quote\",\"!", 1))
    });
    redrawn(
        faults,
        ("another style of list, written", Short, "bullets"),
        |meta| Some(meta.replacen("[\"bullets\",\"", "[\"bullets\",\"!", 1)),
    );
    redrawn(
        faults,
        ("an op that was not drawn, written", Full, "permute"),
        |meta| {
            let (front, rest) = meta.split_once(",\"p\":[")?;
            let alone = !rest.contains("],[");
            let more = rest.replacen("]]]", "]],[\"link\",0,\"x\"]]", 1);
            alone.then(|| format!("{front},\"p\":[{more}"))
        },
    );
    redrawn(
        faults,
        ("an op that is left out, written", Full, "permute"),
        |meta| {
            let (front, rest) = meta.split_once("]],[")?;
            (!rest.is_empty()).then(|| format!("{front}]]]}}"))
        },
    );
    redrawn(
        faults,
        ("another line repeated, written", Full, "repeat"),
        |meta| {
            let (front, rest) = meta.split_once("[\"repeat\",")?;
            let (first, rest) = rest.split_once(",1,")?;
            let other = if first == "0" { "1" } else { "0" };
            Some(format!("{front}[\"repeat\",{other},1,{rest}"))
        },
    );
    redrawn(
        faults,
        ("other lines glued, written", Short, "glue"),
        |meta| {
            let (front, rest) = meta.split_once("[\"glue\",")?;
            let (first, rest) = rest.split_once(",3]")?;
            Some(format!("{front}[\"glue\",{first},2]{rest}"))
        },
    );
    redrawn(
        faults,
        ("another letter first, written", Short, "letters"),
        |meta| {
            let (front, rest) = meta.split_once("[\"letters\",\"")?;
            Some(format!("{front}[\"letters\",\"!{rest}"))
        },
    );
}

/// Replaces the `p` of a record alone.
fn claimed(faults: &mut Faults, (name, kind): (&str, &'static str), p: &'static str) {
    let claim = move |fixture: &mut Fixture| {
        let record = fixture.record(kind, |_| true);
        record.meta = format!("{{\"m\":\"{}\",\"p\":{p}}}", names(record));
        fixture.reid();
    };
    faults.more(name, Full, claim);
    // What lines there are the pool alone tells.
    if !name.contains("past the end") && !name.contains("lines") && !name.contains("copies") {
        faults.level_1(name, Full, claim);
    }
}

fn forms(faults: &mut Faults) {
    claimed(faults, ("no ops", "quote"), "[]");
    claimed(
        faults,
        ("another op first", "quote"),
        "[[\"link\",0,\"x\"],[\"quote\",\"> \"]]",
    );
    claimed(
        faults,
        ("ops out of order", "quote"),
        "[[\"quote\",\"> \"],[\"link\",0,\"x\"]]",
    );
    claimed(
        faults,
        ("an op twice", "quote"),
        "[[\"quote\",\"> \"],[\"quote\",\"> \"]]",
    );
    claimed(
        faults,
        ("four ops", "repeat"),
        "[[\"repeat\",0,1,1],[\"glue\",0,2],[\"link\",0,\"x\"],[\"quote\",\"> \"]]",
    );
    claimed(
        faults,
        ("an indent beside a quote", "quote"),
        "[[\"quote\",\"> \"],[\"indent\",\"  \"]]",
    );
    claimed(
        faults,
        ("an op that nobody knows", "quote"),
        "[[\"fold\",0]]",
    );
    claimed(
        faults,
        ("an op with more than it draws", "quote"),
        "[[\"quote\",\"> \",1]]",
    );
    claimed(
        faults,
        ("a side that is none", "marker"),
        "[[\"marker\",\"left\",0,1,\"x\"]]",
    );
    claimed(faults, ("three copies", "repeat"), "[[\"repeat\",0,1,3]]");
    claimed(
        faults,
        ("four lines repeated", "repeat"),
        "[[\"repeat\",0,4,1]]",
    );
    claimed(
        faults,
        ("lines repeated past the end", "repeat"),
        "[[\"repeat\",90,1,1]]",
    );
    claimed(
        faults,
        ("lines glued past the end", "glue"),
        "[[\"glue\",90,2]]",
    );
    claimed(
        faults,
        ("a link past the end", "link"),
        "[[\"link\",90,\"x\"]]",
    );
    claimed(
        faults,
        ("a marker past the end", "marker"),
        "[[\"marker\",\"end\",0,90,\"x\"]]",
    );
    claimed(
        faults,
        ("a marker of no lines", "marker"),
        "[[\"marker\",\"end\",1,1,\"x\"]]",
    );
    faults.more("no key of shape", Full, |fixture| {
        let record = fixture.record("quote", |_| true);
        record.meta = format!("{{\"m\":\"{}\"}}", names(record));
        fixture.reid();
    });
    faults.more("ops on a base record", Full, |fixture| {
        let record = fixture.record("slice", |_| true);
        record.meta = record.meta.replace('}', ",\"p\":[[\"quote\",\"> \"]]}");
        fixture.reid();
    });
    faults.more("shape of a line", Full, |fixture| {
        let record = fixture.record("line", |_| true).clone();
        let split = Split::parse(&record.split).unwrap();
        let more = ",\"p\":[[\"quote\",\"> \"]]";
        let record = fixture.made(split, Kind::Shape(Form::Quote), &names(&record), more);
        fixture.add(split, record);
    });
    faults.more("shape of an article without lines", Full, |fixture| {
        let loose = fixture
            .rows
            .iter()
            .find(|row| row.source_id == "loose")
            .unwrap();
        let m = format!("{}/d", loose.id);
        let record = fixture.record("quote", |_| true);
        record.meta = format!("{{\"m\":\"{m}\",\"p\":[[\"quote\",\"> \"]]}}");
        fixture.reid();
    });
}

fn how_many(faults: &mut Faults) {
    let less = |fixture: &mut Fixture| {
        let walk = Walk::Shape;
        fixture.back(walk, Split::Train);
        fixture.numbers.shape[0].had -= 1;
    };
    faults.more("a record of shape less", Short, less);
    faults.more("a record of shape more", Full, |fixture| {
        fixture.further(Walk::Shape, Split::Train);
        fixture.numbers.shape[0].had += 1;
        fixture.quota = fixture
            .quota
            .map(|(category, wanted, had)| (category, wanted, had + 1));
    });
    let without = |reason: &'static str| {
        move |fixture: &mut Fixture| {
            let rows = fixture.ledger.iter();
            let row = { rows }.find(|row| row.category == "shape" && row.reason == reason);
            let row = row.unwrap().clone();
            let split = Split::parse(&row.split).unwrap();
            fixture.remove_row(Walk::Shape, &row.unit);
            let (kind, more) = fixture.drawn(Walk::Shape, &row.unit).unwrap();
            let record = fixture.made(split, kind, &row.unit, &more);
            fixture.add(split, record);
        }
    };
    faults.more("shape that changes nothing", Full, without("no_effect"));
    faults.more("shape over budget kept", Full, without("over_budget"));
    faults.more("shape that repeats kept", Full, without("repeats"));
    faults.more("shape that is not taken kept", Full, without("not_taken"));
    faults.more("shape by other ranks", Short, |fixture| {
        fixture.recipe = fixture.recipe.replace("share = \"1/1\"", "share = \"1/2\"");
        for numbers in &mut fixture.numbers.shape {
            numbers.wanted = numbers.of / 2;
        }
        let walk = Walk::Shape;
        for at in 0..3 {
            while fixture.numbers.shape[at].had > fixture.numbers.shape[at].wanted {
                fixture.back(walk, Split::ALL[at]);
                fixture.numbers.shape[at].had -= 1;
            }
        }
        // The records are those of a walk, but for one.
        fixture.back(walk, Split::Train);
        let m = fixture.behind(walk, Split::Train).pop().unwrap();
        let (kind, more) = fixture.drawn(walk, &m).unwrap();
        let record = fixture.made(Split::Train, kind, &m, &more);
        fixture.add(Split::Train, record);
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
        "another share of shape",
        Full,
        recipe("\"60/100\"", "\"61/100\""),
    );
    faults.level_1(
        "another share of shape",
        Full,
        recipe("\"60/100\"", "\"50/100\""),
    );
    faults.more(
        "other ops of the recipe",
        Short,
        recipe("link = 0", "link = 1"),
    );
    faults.more(
        "an op without weight",
        Short,
        recipe("link = 0", "quote = 0, link = 0"),
    );
    let off = |fixture: &mut Fixture| {
        let (front, rest) = fixture.recipe.split_once("[shape]\n").unwrap();
        let rest = rest.split_once("[schema]").unwrap().1;
        fixture.recipe = format!("{front}[schema]{rest}");
    };
    faults.more("shape that is off", Short, off);
    faults.more("numbers of shape that is off", Short, move |fixture| {
        off(fixture);
        for records in fixture.records.values_mut() {
            records.retain(|record| record.category != "shape");
        }
        fixture.ledger.retain(|row| row.category != "shape");
    });
}
