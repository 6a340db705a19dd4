//! Vectors of draws, texts and splits.

use super::read;
use crate::bench::join_panels;
use crate::recipe::{SplitRule, Style};
use crate::separator::{bridge, separators};
use crate::split::Splitter;
use pool::stream::{Ratio, Seed, Stream};
use pool::{Hex12, Panels};
use serde::Deserialize;

#[derive(Deserialize)]
struct DrawIn {
    seed: String,
    family: String,
    first: String,
    #[serde(default)]
    k: usize,
}

#[test]
fn mosaic_draws() {
    for vector in read::<DrawIn, String>("mosaic", Some("mixed"))
        .iter()
        .filter(|vector| vector.valid)
    {
        let input = &vector.r#in;
        let got = separators(
            Style::Mixed,
            input.k,
            &Seed::new(&input.seed),
            &input.family,
            &input.first,
        );
        let got: String = got
            .unwrap_or_default()
            .iter()
            .map(ToString::to_string)
            .collect();
        assert_eq!(Some(got), vector.out, "{}", vector.case);
    }
    for vector in read::<DrawIn, u64>("mosaic", Some("length")) {
        let DrawIn {
            seed,
            family,
            first,
            ..
        } = &vector.r#in;
        let mut stream = Stream::open(
            &Seed::new(seed),
            "mosaic.length",
            family,
            first.as_bytes(),
            0,
        );
        assert_eq!(Some(2 + stream.below(7)), vector.out, "{}", vector.case);
    }
}

#[derive(Deserialize)]
struct RenderIn {
    left: Vec<String>,
    right: Vec<String>,
    s: String,
    right_first: bool,
}

#[test]
fn mosaic_texts() {
    for vector in read::<RenderIn, String>("mosaic", Some("render"))
        .iter()
        .filter(|vector| vector.valid)
    {
        let RenderIn {
            left,
            right,
            s,
            right_first,
        } = &vector.r#in;
        let texts: Vec<_> = left
            .iter()
            .zip(right)
            .map(|(l, r)| Panels::new(l.as_str(), r.as_str()))
            .collect();
        let separators: Vec<u8> = s.bytes().map(|digit| digit - b'0').collect();
        let panels = join_panels(&texts, &separators);
        let text = bridge(Panels::new(&panels.left, &panels.right), *right_first);
        assert_eq!(Some(text), vector.out, "{}", vector.case);
    }
}

#[derive(Deserialize)]
struct JoinIn {
    left: String,
    right: String,
    right_first: bool,
}

#[derive(Deserialize)]
struct JoinOut {
    text: String,
}

#[test]
fn bridges() {
    for vector in read::<JoinIn, JoinOut>("bridge", Some("join"))
        .iter()
        .filter(|vector| vector.valid)
    {
        let JoinIn {
            left,
            right,
            right_first,
        } = &vector.r#in;
        let text = bridge(Panels::new(left, right), *right_first);
        assert_eq!(
            vector.out.as_ref().map(|out| &out.text),
            Some(&text),
            "{}",
            vector.case
        );
    }
}

#[derive(Deserialize)]
struct SplitIn {
    seed: String,
    group: String,
    #[serde(default)]
    near: Vec<String>,
    test: String,
    validation: String,
}

#[derive(Deserialize)]
struct SplitOut {
    split: String,
}

fn splitter(input: &SplitIn) -> Option<Splitter> {
    let share = |text: &str| Ratio::parse(text);
    let (validation, test) = (share(&input.validation)?, share(&input.test)?);
    Some(Splitter::new(&SplitRule {
        seed: input.seed.clone(),
        validation,
        test,
    }))
}

#[test]
fn splits() {
    for vector in read::<SplitIn, SplitOut>("split", Some("split"))
        .iter()
        .filter(|vector| vector.valid)
    {
        // A group of the vectors may be any text; the generator takes those of a pool.
        let Some(group) = Hex12::parse(&vector.r#in.group) else {
            continue;
        };
        let split = splitter(&vector.r#in).unwrap().of_group(&group).name();
        assert_eq!(
            vector.out.as_ref().map(|out| out.split.as_str()),
            Some(split),
            "{}",
            vector.case
        );
    }
    for vector in read::<SplitIn, String>("split", Some("bridge")) {
        let hex = |text: &String| Hex12::parse(text).unwrap();
        let splitter = splitter(&vector.r#in).unwrap();
        let split = splitter.of_group(&hex(&vector.r#in.group));
        let near = vector
            .r#in
            .near
            .iter()
            .map(hex)
            .all(|near| splitter.of_group(&near) == split);
        let got = if near { split.name() } else { "split_bridge" };
        assert_eq!(vector.out.as_deref(), Some(got), "{}", vector.case);
    }
}
