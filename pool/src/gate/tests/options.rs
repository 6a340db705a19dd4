//! Switches and options of gates.

use super::*;

#[test]
fn options_switch_and_set_a_gate() {
    let judge = |config: &str, left: &str, right: &str| {
        reasons(
            &gates_with("en", "zh-TW", config),
            Genre::Prose,
            left,
            right,
        )
    };
    let (left, right) = ("abcd efgh ijklm", "一");
    assert_eq!(judge("", left, right), ["length_ratio"]);
    assert_eq!(judge("length_ratio = true", left, right), ["length_ratio"]);
    assert_eq!(judge("length_ratio = false", left, right), [""; 0]);
    assert_eq!(judge("length_ratio = { most = 13 }", left, right), [""; 0]);
    assert_eq!(
        judge("length_ratio = { most = \"25/2\" }", left, right),
        ["length_ratio"]
    );
    let quoted = ("It says \"China\".", "它說「中国」。");
    assert_eq!(judge("", quoted.0, quoted.1), ["zh_simplified_quoted"]);
    assert_eq!(
        judge("simplified = { quoted = false }", quoted.0, quoted.1),
        [""; 0]
    );
    assert_eq!(
        judge("simplified = { allow = [\"中国\"] }", quoted.0, quoted.1),
        [""; 0]
    );
    assert_eq!(
        judge(
            "simplified = { allow = [\"国\"] }",
            "A library",
            "国立图书館"
        ),
        ["zh_simplified"]
    );
    assert_eq!(
        judge(
            "core_script = false\ncopy = { allow = [\"Linux\"] }",
            "Linux",
            "Linux"
        ),
        [""; 0]
    );
    assert_eq!(
        judge(
            "core_script = false\ncopy = { allow = [\"Linux\"] }",
            "Linux kernel",
            "Linux kernel"
        ),
        ["copy"]
    );
}

#[test]
fn an_option_that_is_none_is_refused_by_name() {
    let tags = Panels::new("en".to_owned(), "zh-TW".to_owned());
    let languages = Language::of_pair(&tags, &[]);
    for (config, said) in [
        ("lenght_ratio = false", "`lenght_ratio`; known are `blank`"),
        (
            "length_ratio = 3",
            "`length_ratio`: is 3, expected true, false",
        ),
        (
            "length_ratio = { mots = 3 }",
            "`length_ratio`: unknown field `mots`",
        ),
        (
            "length_ratio = { most = \"3\" }",
            "`length_ratio`: expected a whole number, or a fraction",
        ),
        ("copy = { allow = [\"\"] }", "`copy`: `allow` is a list"),
        (
            "wording = { most_han = 0 }",
            "`wording`: `han` is at least 1",
        ),
        (
            "untranslated = { words = 0 }",
            "`untranslated`: `words` is 0, expected 2 to 1000",
        ),
        (
            "repetition = { phrase = 5000000000 }",
            "`repetition`: `single`, `phrase` and `tail` are 2 to 1000",
        ),
        (
            "blank = false",
            "`blank`: a pool holds no panel that shows nothing",
        ),
    ] {
        let error = Gates::new(&languages, &toml::from_str(config).unwrap()).unwrap_err();
        assert!(error.contains(said), "{config}: {error}");
    }
}
