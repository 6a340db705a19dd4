use super::*;

fn trial() -> Trial {
    let tags = Panels::new("en".to_owned(), "zh-Hant-TW".to_owned());
    Trial::standard(&tags).unwrap()
}

/// Returns the reasons and the repairs of a pair.
fn judged(left: &str, right: &str) -> (Vec<String>, Vec<String>) {
    let trial = trial();
    let verdict = trial.judge(Genre::Prose, Panels::new(left.to_owned(), right.to_owned()));
    let reasons = verdict.findings.iter().map(|finding| trial.reason(finding));
    assert_eq!(verdict.passes(), verdict.findings.is_empty());
    (reasons.collect(), verdict.repairs)
}

#[test]
fn every_gate_is_asked_and_every_repair_named_once() {
    for (left, right, reasons, repairs) in [
        (
            "The tea house opens at nine.",
            "茶館九點開門。",
            &[][..],
            &[][..],
        ),
        (
            "The museum shop sells postcards.",
            "博物馆的商店賣明信片。",
            &["zh_simplified:馆"],
            &[],
        ),
        (
            "The sign says \"open\".",
            "招牌上寫著「开门」。",
            &["zh_simplified_quoted:开门"],
            &[],
        ),
        (
            "The harbour （港口） is old",
            "港口很舊",
            &["en_cjk_punct"],
            &[],
        ),
        (
            "She li\u{200b}ved in\u{feff} the valley.",
            "她住在山\u{200b}谷裡。",
            &[],
            &["strip_invisible"],
        ),
        (
            "ＦＭ radio plays at noon.",
            "中午播放廣播節目。",
            &[],
            &["en_fold_fullwidth_alnum"],
        ),
        (
            "The key is inside.",
            "鑰匙在屋子内。",
            &[],
            &["zh_variant_repair"],
        ),
        (
            "Write to tea@teahouse.com.tw or 0912-345-678.",
            "請寫信至 tea@teahouse.com.tw 或撥 0912-345-678。",
            &[],
            &["pii:email", "pii:tw_mobile"],
        ),
        (
            "The key is ins\u{200b}ide, says tea@teahouse.com.tw.",
            "tea@teahouse.com.tw 說鑰匙在屋子内。",
            &[],
            &["pii:email", "strip_invisible", "zh_variant_repair"],
        ),
        (
            "Write to tea@teahouse.com.tw.",
            "請寫信給我們。",
            &["pii_differs"],
            &[],
        ),
    ] {
        let found = judged(left, right);
        let of = |texts: &[&str]| {
            texts
                .iter()
                .map(|&text| text.to_owned())
                .collect::<Vec<_>>()
        };
        assert_eq!(found, (of(reasons), of(repairs)), "{left} | {right}");
    }
}

#[test]
fn a_finding_shows_where_it_is() {
    let right = format!("{}這是馆。", "山下的村子很安靜，".repeat(12));
    let text = Panels::new("A quiet village lies below the hill. ".repeat(10), right);
    let verdict = trial().judge(Genre::Prose, text);
    let finding = verdict
        .findings
        .iter()
        .find(|finding| finding.reason == "zh_simplified");
    let shown = verdict.excerpts(finding.expect("a simplified character"));
    assert!(
        shown.right.contains("這是馆") && shown.left.starts_with("A quiet"),
        "{shown:?}"
    );
}

#[test]
fn a_source_is_chosen_by_name_where_rules_differ() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("a.jsonl"), "{}").unwrap();
    let source = |name: &str, more: &str| {
        format!("[[source]]\nname = \"{name}\"\nformat = \"jsonl\"\npath = \"a.jsonl\"\n{more}")
    };
    let parse = |second: &str| {
        let head = "format = 1\nleft = \"en\"\nright = \"zh-Hant-TW\"\n";
        let text = format!("{head}{}{}", source("one", ""), source("two", second));
        Sources::parse(&text, &folder.path().join("sources.toml")).unwrap()
    };
    assert!(Trial::of_sources(&parse(""), None).is_ok());
    let differ = parse("gates = { copy = false }\n");
    let message = Trial::of_sources(&differ, None).err().unwrap();
    assert!(message.contains("--source: \"one\", \"two\""), "{message}");
    let message = Trial::of_sources(&differ, Some("three")).err().unwrap();
    assert!(
        message.contains("\"three\"") && message.contains("\"two\""),
        "{message}"
    );
    let same = || Panels::new("Linux 6".to_owned(), "Linux 6".to_owned());
    let judge = |name| {
        Trial::of_sources(&differ, Some(name))
            .unwrap()
            .judge(Genre::Prose, same())
    };
    let copies = |name| {
        judge(name)
            .findings
            .iter()
            .any(|finding| finding.reason == "copy")
    };
    assert!(copies("one") && !copies("two"));
}

/// Reads all pairs of a file, or says why not.
fn read(name: &str, bytes: &[u8]) -> Result<Vec<Pair>, String> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    std::fs::write(&path, bytes).unwrap();
    let trial = trial();
    let mut pairs = trial.pairs(&path).map_err(|error| error.to_string())?;
    let mut all = Vec::new();
    loop {
        let chunk = pairs.next_chunk().map_err(|error| error.to_string())?;
        if chunk.is_empty() {
            return Ok(all);
        }
        all.extend(chunk);
    }
}

#[test]
fn the_format_of_a_row_is_one_that_is_known() {
    let row = |format: &str| format!("{{\"left\":\"a\",\"right\":\"甲\",\"format\":{format}}}\n");
    let pairs = read(
        "a.jsonl",
        (row("\"csv\"") + &row("\"\"") + &row("null")).as_bytes(),
    )
    .unwrap();
    let genres: Vec<String> = pairs.iter().map(|pair| pair.genre.name()).collect();
    assert_eq!(genres, ["structured:csv", "prose", "prose"]);
    for odd in ["\"zzz\"", "\"CSV\"", "3", "[]", "true"] {
        let message = read("a.jsonl", (row("\"csv\"") + &row(odd)).as_bytes()).unwrap_err();
        for said in [
            "a.jsonl:2: field_",
            "`format` is ",
            odd.trim_matches('"'),
            "one of json csv xml markdown html web-text",
        ] {
            assert!(message.contains(said), "{said}: {message}");
        }
    }
}

#[test]
fn a_file_without_a_pair_is_refused_without_speaking_of_sources() {
    let packed = zstd::encode_all(&b""[..], 3).unwrap();
    for (name, bytes, says) in [
        ("a.jsonl", &b""[..], "the file is empty"),
        ("a.tsv.zst", &packed, "the file holds no pair"),
        ("a.tsv", &packed, "looks like zstd; name it a.tsv.zst"),
    ] {
        let message = read(name, bytes).unwrap_err();
        assert!(
            message.contains(says) && !message.contains("sources.toml"),
            "{message}"
        );
    }
}
