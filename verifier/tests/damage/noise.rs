//! Faults of noise, resealed: format.md, section 5.4.

use verifier::wire::{Kind, NoiseKind, Panels, Split};

use super::Faults;
use crate::fixture::More::{Full, Short};
use crate::fixture::parts::names;
use crate::fixture::redo::{Walk, panels};
use crate::fixture::{Fixture, More};

pub(super) fn faults(faults: &mut Faults) {
    sites(faults);
    pieces(faults);
    not_applied(faults);
    panels_drawn(faults);
    kinds(faults);
    how_many(faults);
    short(faults);
    of_the_recipe(faults);
}

type Change = fn(&Panels<String>, &Panels<String>) -> Option<Panels<String>>;

/// Changes the panels of a record of a kind.
fn text(faults: &mut Faults, name: &str, kind: &'static str, change: Change) {
    faults.more(name, Full, move |fixture| fixture.repanel(kind, change));
}

fn with_left(found: &Panels<String>, left: String) -> Panels<String> {
    let right = found.right.clone();
    Panels { left, right }
}

/// Returns the place of the first scalar of the left panel that noise put there.
fn first_site(found: &Panels<String>, clean: &Panels<String>) -> Option<usize> {
    let mut pairs = found.left.char_indices().zip(clean.left.chars());
    pairs.find_map(|((at, one), other)| (one != other).then_some(at))
}

/// Moves the scalar of the first site behind the next one.
fn moved(found: &Panels<String>, clean: &Panels<String>) -> Option<Panels<String>> {
    let at = first_site(found, clean)?;
    let mut rest = found.left[at..].chars();
    let (one, next) = (rest.next()?, rest.next()?);
    let plain = next.is_ascii_alphabetic() && rest.clone().next()?.is_ascii_alphabetic();
    let whole = found.left[..at].to_owned() + &format!("{next}{one}") + rest.as_str();
    plain.then(|| with_left(found, whole))
}

/// Puts another scalar in the place of that of the first site.
fn replaced(found: &Panels<String>, clean: &Panels<String>, other: char) -> Option<Panels<String>> {
    let at = first_site(found, clean)?;
    let mut rest = found.left[at..].chars();
    let same = rest.next()? == other;
    let whole = format!("{}{other}{}", &found.left[..at], rest.as_str());
    (!same).then(|| with_left(found, whole))
}

fn sites(faults: &mut Faults) {
    for kind in ["rare-symbol", "zero-width", "soft-hyphen", "broken-word"] {
        text(
            faults,
            &format!("a site of {kind} moved by one"),
            kind,
            moved,
        );
    }
    text(
        faults,
        "another gap without its blank",
        "no-space",
        |found, clean| {
            let at = first_site(found, clean)?;
            let gap = found.left[at..].find(' ')? + at;
            let mut left = found.left.clone();
            left.remove(gap);
            left.insert(at, ' ');
            Some(with_left(found, left))
        },
    );
    text(
        faults,
        "another run made wide",
        "full-width",
        |found, clean| {
            let words = found.left.split(' ').zip(clean.left.split(' '));
            let swap = |(found, clean): (&str, &str)| {
                let wide = |scalar: char| char::from_u32(u32::from(scalar) + 0xfee0).unwrap();
                if found == clean {
                    clean.chars().map(wide).collect()
                } else {
                    clean.to_owned()
                }
            };
            let left: Vec<String> = words.map(swap).collect();
            Some(with_left(found, left.join(" ")))
        },
    );
    text(
        faults,
        "a scalar of mojibake misread",
        "mojibake",
        |found, clean| {
            let at = found.right.char_indices().zip(clean.right.chars());
            let mut at = { at }.filter(|((_, one), other)| one != other);
            let ((at, one), _) = at.next()?;
            let right = format!(
                "{}\u{e7}{}",
                &found.right[..at],
                &found.right[at + one.len_utf8()..]
            );
            let left = found.left.clone();
            Some(Panels { left, right })
        },
    );
    text(faults, "another symbol", "rare-symbol", |found, clean| {
        replaced(found, clean, '†')
    });
    text(
        faults,
        "another scalar of no width",
        "zero-width",
        |found, clean| replaced(found, clean, '\u{2060}'),
    );
    text(
        faults,
        "another break in a word",
        "broken-word",
        |found, clean| replaced(found, clean, '\t'),
    );
    text(faults, "one blank left", "no-space", |found, clean| {
        let at = first_site(found, clean)?;
        let mut left = found.left.clone();
        left.insert(at, ' ');
        Some(with_left(found, left))
    });
    text(faults, "a wild blank more", "wild-space", |found, _| {
        Some(with_left(found, found.left.replacen("  ", "   ", 1)))
    });
    text(faults, "a wild blank less", "wild-space", |found, _| {
        Some(with_left(found, found.left.replacen("  ", " ", 1)))
    });
}

/// Returns what stands in front of a clean left panel and behind it.
fn around(found: &Panels<String>, clean: &Panels<String>) -> Option<(String, String)> {
    let (front, behind) = found.left.split_once(&clean.left)?;
    Some((front.to_owned(), behind.to_owned()))
}

fn pieces(faults: &mut Faults) {
    for kind in ["html-residue", "nav-words"] {
        text(
            faults,
            &format!("the tail of {kind} missing"),
            kind,
            |found, clean| {
                let (front, behind) = around(found, clean)?;
                (!behind.is_empty()).then(|| with_left(found, front + &clean.left))
            },
        );
        text(
            faults,
            &format!("the tail of {kind} on the wrong side"),
            kind,
            |found, clean| {
                let (front, behind) = around(found, clean)?;
                let tail = behind.strip_prefix('\n')?;
                Some(with_left(found, format!("{front}{tail}\n{}", clean.left)))
            },
        );
        text(
            faults,
            &format!("the tail of {kind} in the other panel"),
            kind,
            |found, clean| {
                let (front, behind) = around(found, clean)?;
                let tail = behind.strip_prefix('\n')?;
                let (left, right) = (front + &clean.left, format!("{}\n{tail}", found.right));
                Some(Panels { left, right })
            },
        );
    }
    text(
        faults,
        "two pieces of residue swapped",
        "html-residue",
        |found, clean| {
            let (front, behind) = around(found, clean)?;
            let mut tails: Vec<&str> = behind.split('\n').skip(1).collect();
            (tails.len() > 1).then(|| tails.swap(0, 1))?;
            Some(with_left(
                found,
                format!("{front}{}\n{}", clean.left, tails.join("\n")),
            ))
        },
    );
}

fn not_applied(faults: &mut Faults) {
    for spoil in NoiseKind::ALL {
        let kind = spoil.name();
        text(faults, &format!("{kind} not applied"), kind, |_, clean| {
            Some(clean.clone())
        });
    }
    text(
        faults,
        "one panel of noise not applied",
        "html-residue",
        |found, clean| {
            let (left, right) = (found.left.clone(), clean.right.clone());
            (found.right != clean.right).then_some(Panels { left, right })
        },
    );
    faults.more("noise that changes nothing", Full, |fixture| {
        let row = fixture.ledger.iter().find(|row| row.reason == "no_effect");
        let row = row.unwrap().clone();
        let spoil = NoiseKind::parse(&row.kind).unwrap();
        let split = Split::parse(&row.split).unwrap();
        let walk = Walk::Noise(spoil);
        fixture.remove_row(walk, &row.unit);
        let (kind, more) = fixture.drawn(walk, &row.unit).unwrap();
        let record = fixture.made(split, kind, &row.unit, &more);
        fixture.add(split, record);
    });
}

fn panels_drawn(faults: &mut Faults) {
    let claim = |from: &'static str, to: &'static str| {
        move |fixture: &mut Fixture| {
            fixture.remeta("zero-width", |meta| {
                let (from, to) = (format!("\"n\":\"{from}\""), format!("\"n\":\"{to}\""));
                Some(meta.replace(&from, &to))
            });
        }
    };
    faults.more("a panel on that was not drawn", Full, claim("l", "lr"));
    faults.more("a panel off that was drawn", Full, claim("lr", "l"));
    faults.more("the spaced panel off", Full, claim("lr", "r"));
    faults.more(
        "an unspaced panel of a kind for spaced ones",
        Full,
        |fixture| {
            fixture.remeta("no-space", |meta| {
                Some(meta.replace("\"n\":\"l\"", "\"n\":\"lr\""))
            });
        },
    );
    faults.more("panels claimed alone", Full, |fixture| {
        let record = fixture.record("zero-width", |record| record.meta.contains("\"n\":\"lr\""));
        record.meta = record.meta.replace("\"n\":\"lr\"", "\"n\":\"l\"");
        fixture.reid();
    });
    faults.more("no panels of noise", Full, |fixture| {
        let record = fixture.record("no-space", |_| true);
        record.meta = record.meta.replace(",\"n\":\"l\"", "");
        fixture.reid();
    });
    faults.more("panels in another order", Full, |fixture| {
        let record = fixture.record("zero-width", |record| record.meta.contains("\"n\":\"lr\""));
        record.meta = record.meta.replace("\"n\":\"lr\"", "\"n\":\"rl\"");
        fixture.reid();
    });
    faults.more("ops of shape on noise", Full, |fixture| {
        let record = fixture.record("no-space", |_| true);
        record.meta = record.meta.replace('}', ",\"p\":[[\"quote\",\"> \"]]}");
        fixture.reid();
    });
    faults.more("a format of schema on noise", Full, |fixture| {
        let record = fixture.record("no-space", |_| true);
        record.meta = record.meta.replace('}', ",\"g\":[\"json\",\"faq\"]}");
        fixture.reid();
    });
}

fn kinds(faults: &mut Faults) {
    faults.more("a kind of noise relabelled", Full, |fixture| {
        "zero-width".clone_into(&mut fixture.record("rare-symbol", |_| true).kind);
        fixture.reid();
    });
    faults.more("a kind of noise relabelled and written", Full, |fixture| {
        let walk = Walk::Noise(NoiseKind::NavWords);
        let free = |fixture: &Fixture, record: &verifier::wire::Record| {
            let behind = fixture.behind(walk, Split::parse(&record.split).unwrap());
            record.kind == "rare-symbol" && behind.contains(&names(record))
        };
        let mut records = fixture.records.values().flatten();
        let record = records
            .find(|record| free(fixture, record))
            .unwrap()
            .clone();
        let (m, split) = (names(&record), Split::parse(&record.split).unwrap());
        fixture.remove("rare-symbol", |other| other.id == record.id);
        fixture.remove_row(walk, &m);
        let (kind, more) = fixture.drawn(walk, &m).unwrap();
        let record = fixture.made(split, kind, &m, &more);
        assert_ne!(panels(&record), fixture.clean(&m));
        fixture.add(split, record);
    });
    faults.more("noise called shape", Full, |fixture| {
        "shape".clone_into(&mut fixture.record("no-space", |_| true).category);
        fixture.reid();
    });
    faults.more("a kind without weight", Short, |fixture| {
        let m = names(fixture.record("document", |_| true));
        let split = fixture.record("document", |_| true).split.clone();
        let split = Split::parse(&split).unwrap();
        let record = fixture.made(split, Kind::Noise(NoiseKind::NavWords), &m, ",\"n\":\"l\"");
        fixture.add(split, record);
    });
    let split_of = |fixture: &mut Fixture| {
        fixture.back(Walk::Noise(NoiseKind::ZeroWidth), Split::Train);
        fixture.further(Walk::Noise(NoiseKind::NavWords), Split::Train);
    };
    faults.more("a kind's part off by one", Full, split_of);
    faults.level_1("a kind's part off by one", Full, split_of);
}

fn how_many(faults: &mut Faults) {
    let less = |fixture: &mut Fixture| {
        fixture.back(Walk::Noise(NoiseKind::HtmlResidue), Split::Train);
        fixture.numbers.noise[0].had -= 1;
    };
    let more = |fixture: &mut Fixture| {
        fixture.further(Walk::Noise(NoiseKind::RareSymbol), Split::Train);
        fixture.numbers.noise[0].had += 1;
    };
    faults.more("a record of noise less", Full, less);
    faults.level_1("a record of noise less", Full, less);
    faults.more("a record of noise more", Full, more);
    faults.level_1("a record of noise more", Full, more);
    let allowed = |fixture: &mut Fixture| {
        fixture.recipe = fixture
            .recipe
            .replace("[noise]\n", "[noise]\nshort = \"allow\"\n");
        fixture.further(Walk::Noise(NoiseKind::NavWords), Split::Train);
        fixture.numbers.noise[0].had += 1;
    };
    faults.more(
        "more noise than wanted, though it may be short",
        Full,
        allowed,
    );
    faults.level_1(
        "more noise than wanted, though it may be short",
        Full,
        allowed,
    );
    let none = |fixture: &mut Fixture| {
        let test = fixture.records.get_mut(&Split::Test).unwrap();
        test.retain(|record| record.category != "noise");
        let rows = &mut fixture.ledger;
        rows.retain(|row| row.split != "test" || row.category != "noise");
        fixture.numbers.noise[2].had = 0;
    };
    faults.more("no noise in a split", Full, none);
    faults.level_1("no noise in a split", Full, none);
    faults.more("noise by other ranks", Full, |fixture| {
        let walk = Walk::Noise(NoiseKind::HtmlResidue);
        fixture.back(walk, Split::Train);
        let m = fixture.behind(walk, Split::Train).pop().unwrap();
        let (kind, more) = fixture.drawn(walk, &m).unwrap();
        let record = fixture.made(Split::Train, kind, &m, &more);
        fixture.add(Split::Train, record);
    });
    faults.more("a kind taken for off", Full, |fixture| {
        // Its part goes to the others, as if no material had it.
        let walk = Walk::Noise(NoiseKind::Mojibake);
        let mut lost = 0;
        while fixture.records[&Split::Validation]
            .iter()
            .any(|record| walk.is_of(record))
        {
            fixture.back(walk, Split::Validation);
            lost += 1;
        }
        for spoil in [
            NoiseKind::BrokenWord,
            NoiseKind::WildSpace,
            NoiseKind::HtmlResidue,
        ] {
            if lost > 0 {
                fixture.further(Walk::Noise(spoil), Split::Validation);
                lost -= 1;
            }
        }
        fixture
            .ledger
            .retain(|row| row.kind != "mojibake" || row.split != "validation");
        fixture.numbers.noise[1].off = vec!["mojibake".to_owned()];
    });
}

fn short(faults: &mut Faults) {
    let forbid = |fixture: &mut Fixture| {
        fixture.recipe = fixture.recipe.replace("\"allow\"", "\"fail\"");
    };
    faults.more("short where it may not be", Short, forbid);
    faults.level_1("short where it may not be", Short, forbid);
    faults.more("less than there can be", Short, |fixture| {
        // One record of every kind less, so that all parts are those of another number.
        let kinds = [
            NoiseKind::NoSpace,
            NoiseKind::BrokenWord,
            NoiseKind::BrokenWord,
        ];
        let kinds = kinds
            .into_iter()
            .chain([NoiseKind::HtmlResidue, NoiseKind::RareSymbol]);
        for spoil in kinds {
            fixture.back(Walk::Noise(spoil), Split::Train);
            fixture.numbers.noise[0].had -= 1;
        }
    });
    faults.more("a kind that is short alone", Short, |fixture| {
        fixture.back(Walk::Noise(NoiseKind::RareSymbol), Split::Train);
        fixture.numbers.noise[0].had -= 1;
    });
    faults.more("more than the parts, though short", Short, |fixture| {
        fixture.further(Walk::Noise(NoiseKind::HtmlResidue), Split::Train);
        fixture.numbers.noise[0].had += 1;
    });
}

fn of_the_recipe(faults: &mut Faults) {
    let recipe = |from: &'static str, to: &'static str| {
        move |fixture: &mut Fixture| {
            assert!(fixture.recipe.contains(from), "{from}");
            fixture.recipe = fixture.recipe.replace(from, to);
        }
    };
    let changes: [(&str, More, &str, &str); 4] = [
        (
            "another strength",
            Full,
            "no-space = \"1/2\"",
            "no-space = \"2/3\"",
        ),
        (
            "another ratio",
            Full,
            "[noise]\n",
            "[noise]\nratio = \"16/100\"\n",
        ),
        ("another weight", Full, "zero-width = 2", "zero-width = 3"),
        (
            "a ratio of one",
            Full,
            "[noise]\n",
            "[noise]\nratio = \"1/1\"\n",
        ),
    ];
    for (name, more, from, to) in changes {
        faults.more(format!("{name} of noise"), more, recipe(from, to));
    }
    faults.level_1(
        "another ratio of noise",
        Full,
        recipe("[noise]\n", "[noise]\nratio = \"16/100\"\n"),
    );
    faults.level_1(
        "another weight of noise",
        Full,
        recipe("zero-width = 2", "zero-width = 3"),
    );
    let off = |fixture: &mut Fixture| {
        let (front, rest) = fixture.recipe.split_once("[noise]\n").unwrap();
        let rest = rest.split_once("[shape]").unwrap().1;
        fixture.recipe = format!("{front}[shape]{rest}");
    };
    faults.more("noise that is off", Full, off);
    faults.more("numbers of noise that is off", Full, move |fixture| {
        off(fixture);
        for records in fixture.records.values_mut() {
            records.retain(|record| record.category != "noise");
        }
        fixture.ledger.retain(|row| row.category != "noise");
    });
}
