use super::*;
use crate::store::{FileRef, GateRow, ImportSource, RepairTotal, SliceRule};

fn header() -> PoolHeader {
    let file = || FileRef {
        path: String::new(),
        rows: 0,
        bytes: 0,
        sha256: String::new(),
    };
    let import = |name: &str, rows_in, rows_out| ImportSource {
        rules: Vec::new(),
        name: name.to_owned(),
        format: "tsv".to_owned(),
        files: Vec::new(),
        rows_in,
        rows_out,
        repairs: vec![RepairTotal {
            name: "nfc".to_owned(),
            left: 1,
            right: 2,
        }],
    };
    let gate = |name: &str, sources: &[&str]| GateRow {
        name: name.to_owned(),
        parameters: String::new(),
        sources: sources.iter().map(|&name| name.to_owned()).collect(),
        rejected: 0,
    };
    let drop = |stage: &str, reason: &str, source: &str, rows| LedgerTotal {
        stage: stage.to_owned(),
        reason: reason.to_owned(),
        source: source.to_owned(),
        rows,
    };
    PoolHeader {
        format: 1,
        left: "en".to_owned(),
        right: "zh-Hant-TW".to_owned(),
        spaced: [true, false],
        slice: SliceRule {
            seed: String::new(),
            bytes: 740,
        },
        tables: Vec::new(),
        articles: 0,
        snapshot: String::new(),
        parts: Vec::new(),
        ledger: file(),
        provenance: file(),
        imports: vec![
            vec![import("a", 100, 80), import("b", 3, 3)],
            vec![import("a", 100, 97)],
        ],
        gates: vec![
            gate("template_tail", &["a", "b"]),
            gate("simplified", &["a"]),
            gate("blank", &["a"]),
            gate("blank", &["b"]),
        ],
        drops: vec![
            drop("corpus", "template_tail", "a", 5),
            drop("dedup", "duplicate_pair", "a", 2),
            drop("gate", "blank", "a", 4),
            drop("gate", "zh_simplified", "a", 9),
            drop("read", "columns", "a", 3),
        ],
    }
}

#[test]
fn what_comes_in_goes_out_or_is_left_out() {
    let header = header();
    let funnel = Funnel::of_header(&header, &header.drops);
    let of_a: Vec<_> = funnel
        .steps
        .iter()
        .filter(|step| step.source == "a")
        .collect();
    let stages: Vec<&str> = of_a.iter().map(|step| step.stage.as_str()).collect();
    assert_eq!(
        stages,
        ["read", "normalize", "gate", "pii", "dedup", "corpus"]
    );
    let outs: Vec<u64> = of_a.iter().map(|step| step.rows_out).collect();
    assert_eq!(outs, [197, 197, 184, 184, 182, 177]);
    assert_eq!((of_a[2].kept, of_a[2].kept_of_all), (934, 920));
    assert_eq!(funnel.totals[5].rows_out, 180);
    assert_eq!(funnel.sources[0].rows_out, 177);
    assert_eq!(
        (funnel.sources[0].rows_in, funnel.sources[0].kept),
        (200, 885)
    );
    for step in funnel.steps.iter().chain(&funnel.totals) {
        assert_eq!(step.rows_in, step.rows_out + step.left_out, "{step:?}");
    }
}

#[test]
fn gates_stand_in_the_order_they_run() {
    let header = header();
    let funnel = Funnel::of_header(&header, &header.drops);
    let rows: Vec<_> = funnel
        .gates
        .iter()
        .map(|gate| {
            (
                gate.source.as_str(),
                gate.gate.as_str(),
                gate.rows_in,
                gate.left_out,
            )
        })
        .collect();
    assert_eq!(
        rows,
        [
            ("a", "blank", 197, 4),
            ("a", "simplified", 193, 9),
            ("a", "template_tail", 182, 5),
            ("b", "blank", 3, 0),
            ("b", "template_tail", 3, 0),
        ]
    );
    let totals: Vec<_> = funnel
        .gate_totals
        .iter()
        .map(|gate| (gate.gate.as_str(), gate.rows_in))
        .collect();
    assert_eq!(
        totals,
        [("blank", 200), ("simplified", 193), ("template_tail", 185)]
    );
    let reasons: Vec<_> = funnel
        .reasons
        .iter()
        .map(|reason| (reason.gate.as_str(), reason.rows))
        .collect();
    assert_eq!(
        reasons,
        [
            ("", 3),
            ("blank", 4),
            ("simplified", 9),
            ("", 2),
            ("template_tail", 5)
        ]
    );
    assert_eq!(funnel.repairs[0].right, 4);
}

#[test]
fn gates_that_do_not_look_at_structured_articles_see_none() {
    let mut header = header();
    header.imports[0][1].format = "structured-jsonl".to_owned();
    header.gates.push(GateRow {
        name: "copy".to_owned(),
        parameters: String::new(),
        sources: vec!["b".to_owned()],
        rejected: 0,
    });
    header.gates.push(GateRow {
        name: "numbers".to_owned(),
        ..header.gates[4].clone()
    });
    let funnel = Funnel::of_header(&header, &header.drops);
    let of_b = funnel.gates.iter().filter(|gate| gate.source == "b");
    assert_eq!(
        of_b.map(|gate| gate.gate.as_str()).collect::<Vec<_>>(),
        ["blank", "copy"]
    );
}

#[test]
fn shares_are_rounded_tenths_of_a_percent() {
    for (part, whole, share) in [
        (0, 0, 1000),
        (1, 3, 333),
        (2, 3, 667),
        (1999, 2000, 1000),
        (1998, 2000, 999),
        (0, 5, 0),
    ] {
        assert_eq!(tenths(part, whole), share, "{part}/{whole}");
    }
}
