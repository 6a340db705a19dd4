//! The generator against `golden/vectors`: docs/format.md, sections 4 to 9.

use crate::bench::{Bench, join_panels};
use crate::count::Counter;
use crate::draft::{Draft, Kind, LineRef, Unit};
use crate::manifest::{ShardRow, content_id};
use crate::plan::Plan;
use crate::recipe::{Recipe, SplitRule, Style};
use crate::record;
use crate::separator::{bridge, separators};
use crate::split::{Split, Splitter};
use crate::{ledger, shard};
use pool::store::{FileRef, PartWriter, PoolHeader, SliceRule};
use pool::stream::{Ratio, Seed, Stream};
use pool::view::{Material, View};
use pool::{Article, Genre, Hex12, Origin, Panels, Pool, Translation};
use serde::Deserialize;
use std::path::Path;

#[derive(Deserialize)]
struct Vector<I, O> {
    case: String,
    r#in: I,
    out: Option<O>,
    valid: bool,
}

fn read<I: for<'d> Deserialize<'d>, O: for<'d> Deserialize<'d>>(
    rule: &str,
    op: Option<&str>,
) -> Vec<Vector<I, O>> {
    #[derive(Deserialize)]
    struct Op {
        op: Option<String>,
    }
    #[derive(Deserialize)]
    struct Line {
        r#in: Op,
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../golden/vectors")
        .join(format!("{rule}.jsonl"));
    let text = std::fs::read_to_string(&path)
        .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let wanted = |line: &&str| {
        serde_json::from_str::<Line>(line)
            .unwrap()
            .r#in
            .op
            .as_deref()
            == op
    };
    let found: Vec<_> = text
        .lines()
        .filter(wanted)
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert!(!found.is_empty(), "no vectors of {rule} {op:?}");
    found
}

#[derive(Deserialize)]
struct Row {
    key: String,
    id: String,
    source: String,
    source_id: String,
    license: String,
    origin: String,
    translation: String,
    made_by: String,
    genre: String,
    group: String,
    near: Vec<String>,
    left: String,
    right: String,
    slices: Vec<u32>,
    extra: String,
}

impl Row {
    fn article(&self) -> Article<'_> {
        let hex = |text: &str| Hex12::parse(text).unwrap();
        Article {
            key: hex(&self.key),
            id: hex(&self.id),
            source: &self.source,
            source_id: &self.source_id,
            license: &self.license,
            origin: Origin::parse(&self.origin).unwrap(),
            translation: Translation::parse(&self.translation).unwrap(),
            made_by: &self.made_by,
            genre: Genre::parse(&self.genre).unwrap(),
            group: hex(&self.group),
            near: self.near.iter().map(|text| hex(text)).collect(),
            text: Panels::new(&self.left, &self.right),
            slices: self.slices.clone(),
            extra: &self.extra,
        }
    }
}

/// Writes rows as a pool and opens it.
fn make_pool(root: &Path, rows: &[Row]) -> Pool {
    let mut articles: Vec<Article<'_>> = rows.iter().map(Row::article).collect();
    articles.sort_by_key(|article| article.id);
    std::fs::create_dir_all(root.join("parts")).unwrap();
    let mut writer = PartWriter::create(&root.join("parts/0.arrow")).unwrap();
    for article in &articles {
        writer.push(article).unwrap();
    }
    let part = writer.finish("parts/0.arrow".to_owned()).unwrap();
    let none = || FileRef {
        path: String::new(),
        rows: 0,
        bytes: 0,
        sha256: String::new(),
    };
    let header = PoolHeader {
        format: 1,
        left: "en".to_owned(),
        right: "zh-Hant-TW".to_owned(),
        spaced: [true, false],
        slice: SliceRule {
            seed: "diptych".to_owned(),
            bytes: 740,
        },
        tables: Vec::new(),
        articles: part.rows,
        snapshot: String::new(),
        parts: vec![part],
        ledger: none(),
        provenance: none(),
        imports: Vec::new(),
        gates: Vec::new(),
        drops: Vec::new(),
    };
    std::fs::write(root.join("pool.json"), header.to_bytes()).unwrap();
    Pool::open(root).unwrap()
}

fn counter(name: &str) -> Counter {
    match name {
        "bytes" => Counter::toy(|text| u32::try_from(text.len()).unwrap()),
        "bytes/3" => Counter::toy(|text| u32::try_from(text.len().div_ceil(3)).unwrap()),
        "scalars" => Counter::toy(|text| u32::try_from(text.chars().count()).unwrap()),
        "runs" => Counter::toy(|text| {
            let scalars: Vec<char> = text.chars().collect();
            u32::try_from(scalars.chunk_by(|a, b| a == b).count()).unwrap()
        }),
        "bytes%64" => Counter::toy(|text| u32::try_from(text.len() % 64).unwrap()),
        _ => panic!("counter {name} is new: add it here"),
    }
}

#[derive(Deserialize)]
struct PlanIn {
    counter: String,
    recipe: String,
    articles: Vec<Row>,
}

#[derive(Debug, Deserialize, PartialEq)]
struct RecordOut {
    split: String,
    category: String,
    kind: String,
    m: String,
    #[serde(default)]
    s: String,
    #[serde(default)]
    o: u8,
    tokens: u32,
    text: Option<String>,
}

#[derive(Debug, Deserialize, PartialEq)]
struct DropOut {
    stage: String,
    reason: String,
    split: String,
    category: String,
    kind: String,
    unit: String,
    source: String,
    excerpt: String,
}

#[derive(Debug, Deserialize, PartialEq)]
struct QuotaOut {
    category: String,
    unit: String,
    wanted: u64,
    had: u64,
}

#[derive(Debug, Deserialize)]
struct PlanOut {
    records: Vec<RecordOut>,
    ledger: Vec<DropOut>,
    quotas: Option<Vec<QuotaOut>>,
}

/// Plans a vector's articles and hands the plan to a reader.
fn with_plan<T>(input: &PlanIn, reader: impl FnOnce(&Bench<'_>, &Plan) -> T) -> Result<T, String> {
    let root = tempfile::tempdir().unwrap();
    let pool = make_pool(root.path(), &input.articles);
    let recipe = Recipe::parse(input.recipe.as_bytes().to_vec(), Path::new(""))?;
    let counter = counter(&input.counter);
    let bench = Bench::new(&pool, &recipe, &counter);
    let plan = Plan::make(&bench, &|_, _, _| ()).map_err(|error| error.to_string())?;
    Ok(reader(&bench, &plan))
}

fn records(bench: &Bench<'_>, plan: &Plan, with_text: bool) -> Vec<RecordOut> {
    let mut out = Vec::new();
    for split in Split::ALL {
        for draft in &plan.drafts[split.index()] {
            let panels = bench.panels(draft, &plan.lines).unwrap();
            let panels = Panels::new(panels.left.as_str(), panels.right.as_str());
            let separators = bench
                .separators(draft, &plan.lines)
                .unwrap()
                .unwrap_or_default();
            let record = RecordOut {
                split: split.name().to_owned(),
                category: draft.kind.category().name().to_owned(),
                kind: draft.kind.name().to_owned(),
                m: bench.m(&draft.unit, &plan.lines).unwrap(),
                s: separators.iter().map(ToString::to_string).collect(),
                o: u8::from(draft.right_first),
                tokens: draft.tokens,
                text: with_text.then(|| bridge(panels, draft.right_first)),
            };
            out.push(((split, draft.kind, record.m.clone()), record));
        }
    }
    out.sort_by(|a, b| a.0.cmp(&b.0));
    out.into_iter().map(|entry| entry.1).collect()
}

fn rows(bench: &Bench<'_>, plan: &Plan) -> Vec<DropOut> {
    let line = |row| ledger::line(bench, row, &plan.lines).unwrap();
    plan.dropped
        .iter()
        .map(|row| serde_json::from_slice(&line(row)).unwrap())
        .collect()
}

fn check_plans(
    rule: &str,
    op: Option<&str>,
    keeps_record: fn(&RecordOut) -> bool,
    keeps_row: fn(&DropOut) -> bool,
) {
    for vector in read::<PlanIn, PlanOut>(rule, op) {
        let case = format!("{rule}: {}", vector.case);
        let with_text = rule != "take";
        let got = with_plan(&vector.r#in, |bench, plan| {
            let mut records = records(bench, plan, with_text);
            records.retain(keeps_record);
            let mut ledger = rows(bench, plan);
            ledger.retain(keeps_row);
            (records, ledger, plan.quota_rows())
        });
        let Some(want) = vector.out.filter(|_| vector.valid) else {
            assert!(got.is_err(), "{case}: was not refused");
            continue;
        };
        let (records, ledger, quotas) = got.unwrap_or_else(|error| panic!("{case}: {error}"));
        assert_eq!(records, want.records, "{case}: records");
        assert_eq!(ledger, want.ledger, "{case}: ledger");
        if let Some(want) = want.quotas {
            let got: Vec<_> = quotas
                .iter()
                .map(|row| QuotaOut {
                    category: row.category.to_owned(),
                    unit: row.unit.to_owned(),
                    wanted: row.wanted,
                    had: row.had,
                })
                .collect();
            assert_eq!(got, want, "{case}: quotas");
        }
    }
}

#[test]
fn base() {
    let rows = |row: &DropOut| ["", "base", "schema"].contains(&row.category.as_str());
    check_plans("base", None, |record| record.category == "base", rows);
}

#[test]
fn cross() {
    let rows = |row: &DropOut| ["cross_split_line", "mosaic_alone"].contains(&row.reason.as_str());
    check_plans(
        "cross",
        None,
        |record| record.kind.starts_with("cross-"),
        rows,
    );
}

#[test]
fn run() {
    let rows = |row: &DropOut| ["run_alone", "style_repeats"].contains(&row.reason.as_str());
    check_plans("run", None, |record| record.kind.starts_with("run-"), rows);
}

#[test]
fn mosaic_plans() {
    let reasons = |row: &DropOut| {
        [
            "cross_split_line",
            "mosaic_alone",
            "run_alone",
            "style_repeats",
        ]
        .contains(&row.reason.as_str())
    };
    check_plans(
        "mosaic",
        Some("plan"),
        |record| record.category == "mosaic",
        reasons,
    );
}

#[test]
fn longform() {
    check_plans(
        "longform",
        None,
        |record| record.category == "longform",
        |row| row.category == "longform",
    );
}

#[test]
fn take() {
    check_plans("take", None, |_| true, |_| true);
}

#[test]
fn ledger_plans() {
    for vector in read::<PlanIn, Vec<String>>("ledger", Some("plan")) {
        let lines = with_plan(&vector.r#in, |bench, plan| {
            let line =
                |row| String::from_utf8(ledger::line(bench, row, &plan.lines).unwrap()).unwrap();
            plan.dropped.iter().map(line).collect::<Vec<_>>()
        });
        assert_eq!(lines.ok(), vector.out, "{}", vector.case);
    }
}

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

#[derive(Deserialize)]
struct LineIn {
    counter: String,
    recipe: String,
    articles: Vec<Row>,
    kind: String,
    m: String,
    s: String,
}

#[test]
fn record_lines() {
    let mut foreign = 0;
    for vector in read::<LineIn, String>("record", Some("line")) {
        let LineIn {
            counter: name,
            recipe,
            articles,
            kind,
            m,
            s,
        } = vector.r#in;
        let root = tempfile::tempdir().unwrap();
        let pool = make_pool(root.path(), &articles);
        let recipe = Recipe::parse(recipe.into_bytes(), Path::new("")).unwrap();
        let counter = counter(&name);
        let bench = Bench::new(&pool, &recipe, &counter);
        let (draft, lines) = draft(&bench, &kind, &m);
        let article = articles
            .iter()
            .find(|row| m.starts_with(&row.id))
            .unwrap()
            .article();
        let split = Splitter::new(&recipe.split).of_article(&article).unwrap();
        let separators = bench
            .separators(&draft, &lines)
            .unwrap()
            .unwrap_or_default();
        if separators
            .iter()
            .map(ToString::to_string)
            .collect::<String>()
            != s
        {
            // A record that a reader must take, but that no plan of this seed holds.
            foreign += 1;
            continue;
        }
        let line = record::render(&bench, &draft, split, &lines).unwrap();
        assert_eq!(
            String::from_utf8(line.full).ok(),
            vector.out,
            "{}",
            vector.case
        );
    }
    assert!(foreign < 10, "{foreign} lines were not rendered");
}

/// Makes the draft that a record's metadata names.
fn draft(bench: &Bench<'_>, kind: &str, m: &str) -> (Draft, Vec<LineRef>) {
    let kind = kind_of(kind);
    let materials: Vec<Material> = m
        .split(' ')
        .map(|text| Material::parse(text).unwrap())
        .collect();
    let place = |material: &Material| bench.pool.find(&material.article).unwrap().unwrap();
    let mut lines = Vec::new();
    let unit = if let Kind::Cross(_) = kind {
        for material in &materials {
            let View::Line { line } = material.view else {
                panic!("a cross mosaic takes lines")
            };
            lines.push(LineRef {
                article: place(material),
                line,
            });
        }
        Unit::Group {
            start: 0,
            len: u32::try_from(lines.len()).unwrap(),
        }
    } else {
        Unit::View {
            article: place(&materials[0]),
            view: materials[0].view,
        }
    };
    let m1 = m.split(' ').next().unwrap();
    let right_first = bench.right_first(m1);
    let mut draft = Draft {
        kind,
        right_first,
        tokens: 0,
        bytes: 0,
        text: 0,
        unit,
        id: [0; 16],
    };
    let panels = bench.panels(&draft, &lines).unwrap();
    draft.tokens = bench.counter.tokens(&bridge(
        Panels::new(&panels.left, &panels.right),
        right_first,
    ));
    draft.id = record::record_id(kind, &record::meta(bench, &draft, &lines).unwrap());
    (draft, lines)
}

fn kind_of(name: &str) -> Kind {
    let plain = [Kind::Document, Kind::Slice, Kind::Line, Kind::Window];
    let cross = Style::ALL.map(Kind::Cross);
    let run = Style::ALL.map(Kind::Run);
    plain
        .into_iter()
        .chain(cross)
        .chain(run)
        .find(|kind| kind.name() == name)
        .unwrap()
}

#[derive(Deserialize)]
struct IdsIn {
    seed: String,
    ids: Vec<String>,
}

#[test]
fn orders() {
    for vector in read::<IdsIn, Vec<String>>("order", Some("order")) {
        let seed = Seed::new(&vector.r#in.seed);
        let mut ids = vector.r#in.ids;
        ids.sort_by_key(|id| (seed.rank("order", id.as_bytes()), id.clone()));
        assert_eq!(Some(ids), vector.out, "{}", vector.case);
    }
}

#[derive(Deserialize)]
struct ShardsIn {
    shards: Vec<ShardIn>,
}

#[derive(Deserialize)]
struct ShardIn {
    path: String,
    split: String,
    records: u64,
    tokens: u64,
    content_sha256: String,
}

#[test]
fn content_ids() {
    for vector in read::<ShardsIn, String>("order", Some("content_id")) {
        let mut shards: Vec<ShardRow> = vector.r#in.shards.iter().map(ShardIn::row).collect();
        shards.sort_by(|a, b| a.path.cmp(&b.path));
        assert_eq!(Some(content_id(&shards)), vector.out, "{}", vector.case);
    }
}

impl ShardIn {
    fn row(&self) -> ShardRow {
        ShardRow {
            path: format!("{}.jsonl", self.path),
            split: Split::ALL
                .map(Split::name)
                .into_iter()
                .find(|name| *name == self.split)
                .unwrap(),
            records: self.records,
            tokens: self.tokens,
            content_sha256: self.content_sha256.clone(),
            bytes: 0,
            file_sha256: String::new(),
        }
    }
}

#[derive(Deserialize)]
struct FramesIn {
    lengths: Vec<usize>,
}

#[test]
fn frames() {
    for vector in read::<FramesIn, Vec<usize>>("order", Some("frames"))
        .iter()
        .filter(|vector| vector.valid)
    {
        let mut frames = shard::Frames::default();
        for &length in &vector.r#in.lengths {
            let mut line = vec![b'x'; length - 1];
            line.push(b'\n');
            frames.push(&line);
        }
        let lines = |frame: &[u8]| frame.iter().filter(|&&byte| byte == b'\n').count();
        let got: Vec<usize> = frames.closed().iter().map(|frame| lines(frame)).collect();
        assert_eq!(Some(&got), vector.out.as_ref(), "{}", vector.case);
    }
}
