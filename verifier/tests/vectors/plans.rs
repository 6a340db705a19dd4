//! Section 5: the records of plans, replayed from their metadata; and recipes that are refused.

use serde_json::json;
use verifier::form::{read_ledger, read_record};
use verifier::replay::{common_origin, drawn_shape, generated, noise_panels, replay, right_first};
use verifier::stream::hex;
use verifier::text::{Separators, line_count};
use verifier::wire::{
    Kind, Material, Meta, Panels, Pool, Recipe, Record, json as canonical, record_id,
};

use super::pools::spaced_pool;
use super::{Value, cases, number, text, texts};

/// Faults of plans that no recipe shows: what is wanted is more than there is.
const OF_THE_PLAN: [&str; 12] = [
    "more base records than there are",
    "more mosaic records than there are",
    "more longform records than there are",
    "more shape records than there are",
    "a target above what shape holds",
    "noise: fail, one kind is short",
    "noise: fail, no kind is on",
    "a target above what the category holds",
    "shares of 1 beside a category without",
    "shares above 1 beside a category without",
    "shares below 1, and every category has one",
    "shares above 1, and every category has one",
];

fn count(counter: &str, text: &str) -> u64 {
    let bytes = u64::try_from(text.len()).unwrap();
    let scalars: Vec<char> = text.chars().collect();
    let runs = scalars.chunk_by(|one, other| one == other).count();
    match counter {
        "bytes" => bytes,
        "scalars" => u64::try_from(scalars.len()).unwrap(),
        "runs" => u64::try_from(runs).unwrap(),
        _ => match (
            counter.strip_prefix("bytes/"),
            counter.strip_prefix("bytes%"),
        ) {
            (Some(k), _) => bytes.div_ceil(k.parse().unwrap()),
            (_, Some(k)) => bytes % k.parse::<u64>().unwrap(),
            _ => panic!("unknown counter {counter}"),
        },
    }
}

/// Returns what `meta` says of the draws of noise, shape and schema, where a case does not.
fn drawn(pool: &Pool, recipe: &Recipe, kind: Kind, m: &str) -> String {
    let Some((ordinal, text)) = Material::parse(m).and_then(|material| pool.material(&material))
    else {
        return String::new();
    };
    let [left, right] = pool.header().spaced;
    let (seed, spaced) = (&recipe.seed32, Panels { left, right });
    match kind {
        Kind::Noise(spoil) => {
            let chosen = noise_panels(seed, spoil, m, spaced).unwrap();
            let n = [(chosen.left, "l"), (chosen.right, "r")];
            let n = n.map(|(on, letter)| if on { letter } else { "" }).concat();
            format!(",\"n\":\"{n}\"")
        }
        Kind::Shape(_) => {
            let lines = u64::try_from(line_count(text.left)).unwrap();
            let ops = drawn_shape(seed, &recipe.shape.as_ref().unwrap().weights, m, lines);
            let p = String::from_utf8(canonical::write(&ops).unwrap()).unwrap();
            format!(",\"p\":{p}")
        }
        Kind::Schema(format) if pool.article(ordinal).is_structured() => {
            format!(",\"g\":[\"{}\",\"\"]", format.name())
        }
        Kind::Schema(_) => {
            let weights = &recipe.schema.as_ref().unwrap().weights;
            let (left, right) = (text.left.to_owned(), text.right.to_owned());
            let made = generated(seed, weights, m, &Panels { left, right }).unwrap();
            format!(",\"g\":[\"{}\",\"{}\"]", made.format.name(), made.domain)
        }
        _ => String::new(),
    }
}

/// Makes the line of a record from what a plan says of it.
fn line(pool: &Pool, recipe: &Recipe, counter: &str, record: &Value) -> Result<Record, String> {
    let field = |name: &str| record.get(name).map(text).unwrap_or_default();
    let kind = Kind::parse(field("kind")).ok_or("no kind")?;
    let first = field("m").split(' ').next().unwrap();
    let right = right_first(recipe.order, &recipe.seed32, first);
    let mut meta = format!("{{\"m\":\"{}\"", field("m"));
    for key in ["s", "n", "p", "g"] {
        let value = record.get(key).filter(|value| value.as_str() != Some(""));
        if let Some(value) = value {
            meta.push_str(&format!(",\"{key}\":{value}"));
        }
    }
    if ["n", "p", "g"].iter().all(|key| record.get(key).is_none()) {
        meta.push_str(&drawn(pool, recipe, kind, field("m")));
    }
    meta.push_str(if right { ",\"o\":1}" } else { "}" });
    let read = Meta::parse(&meta).map_err(|fault| format!("{fault:?}"))?;
    let text = replay(pool, recipe, kind, &read)
        .map_err(|fault| fault.to_string())?
        .text;
    let articles: Vec<_> = read
        .materials
        .iter()
        .map(|material| pool.article(pool.find(&material.article).unwrap()))
        .collect();
    let origins: Vec<&str> = articles.iter().map(|article| article.origin).collect();
    let (reversed, origin) = common_origin(right, &origins);
    let unique = |mut list: Vec<String>| {
        list.sort_unstable();
        list.dedup();
        list
    };
    let split = recipe.splitter.split(articles[0].group);
    Ok(Record {
        id: hex(&record_id(
            if read.draws(kind) {
                &recipe.seed32
            } else {
                b""
            },
            kind.category().name(),
            kind.name(),
            &meta,
        )),
        tokens: count(counter, &text),
        text: Some(text),
        split: split.name().to_owned(),
        category: kind.category().name().to_owned(),
        kind: kind.name().to_owned(),
        reversed,
        origin: origin.to_owned(),
        sources: unique(
            articles
                .iter()
                .map(|article| article.source.to_owned())
                .collect(),
        ),
        licenses: unique(
            articles
                .iter()
                .map(|article| article.license.to_owned())
                .collect(),
        ),
        meta,
    })
}

#[test]
fn records_of_plans_are_replayed() {
    let mut replayed = 0;
    for rule in [
        "base", "cross", "run", "mosaic", "longform", "take", "picks",
    ] {
        for case in cases(rule)
            .iter()
            .filter(|case| case["in"].get("articles").is_some())
        {
            let name = format!("{rule}: {}", text(&case["case"]));
            let given = &case["in"];
            let recipe = Recipe::parse(text(&given["recipe"]));
            if !case["valid"].as_bool().unwrap() {
                let planned = OF_THE_PLAN.contains(&text(&case["case"]));
                assert_eq!(recipe.is_ok(), planned, "{name}");
                continue;
            }
            let recipe = recipe.unwrap_or_else(|fault| panic!("{name}: {fault}"));
            let (_place, pool) = spaced_pool(&given["articles"], given.get("spaced"));
            for record in case["out"]["records"].as_array().unwrap() {
                check(&name, &pool, &recipe, text(&given["counter"]), record);
                replayed += 1;
            }
        }
    }
    assert!(replayed > 1000, "{replayed} records");
}

fn check(name: &str, pool: &Pool, recipe: &Recipe, counter: &str, record: &Value) {
    let name = format!("{name}, {}", record["m"]);
    let made =
        line(pool, recipe, counter, record).unwrap_or_else(|fault| panic!("{name}: {fault}"));
    if let Some(expected) = record.get("text") {
        assert_eq!(made.text.as_deref(), expected.as_str(), "{name}");
    }
    assert_eq!(made.tokens, number(&record["tokens"]).unwrap(), "{name}");
    assert!(recipe.fits(made.tokens), "{name}: over budget");
    assert_eq!(made.split, text(&record["split"]), "{name}");
    assert_eq!(
        made.meta.contains("\"o\":1"),
        record.get("o") == Some(&json!(1)),
        "{name}"
    );
    let kind = Kind::parse(&made.kind).unwrap();
    if let Kind::Mosaic(family, style) = kind {
        let first = text(&record["m"]).split(' ').next().unwrap();
        let first = first.split_once('-').map_or(first, |(first, _)| first);
        let lines = text(&record["s"]).len() + 1;
        let drawn = Separators::of(style, &recipe.seed32, family, first, lines).unwrap();
        assert_eq!(drawn.digits(), text(&record["s"]), "{name}");
    }
    read_record(&made.line().unwrap(), &recipe.seed32)
        .unwrap_or_else(|fault| panic!("{name}: {fault}"));
}

#[test]
fn lines_of_records() {
    for case in cases("record")
        .iter()
        .filter(|case| case["in"]["op"] == "line")
    {
        let given = &case["in"];
        let recipe = Recipe::parse(text(&given["recipe"])).unwrap();
        let (_place, pool) = spaced_pool(&given["articles"], given.get("spaced"));
        let made = line(&pool, &recipe, text(&given["counter"]), given).unwrap();
        let made = String::from_utf8(made.line().unwrap()).unwrap();
        assert_eq!(made, text(&case["out"]), "{}", case["case"]);
    }
}

#[test]
fn ledgers_of_plans_are_read() {
    for case in cases("ledger")
        .iter()
        .filter(|case| case["in"]["op"] == "plan")
    {
        let lines: Vec<&[u8]> = texts(&case["out"]).into_iter().map(str::as_bytes).collect();
        read_ledger(&lines).unwrap_or_else(|fault| panic!("{}: {fault}", case["case"]));
    }
}
