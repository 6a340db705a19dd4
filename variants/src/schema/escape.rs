//! How a slot writes its value: docs/format.md, section 5.6, "Modes".

use crate::pattern::Mode;
use crate::record::to_json;

/// Writes a value.
pub(crate) fn write(mode: Mode, value: &str) -> String {
    match mode {
        Mode::Raw => value.to_owned(),
        Mode::Json => to_json(&value),
        Mode::Xml => each(value, markup),
        Mode::Attr => each(value, attribute),
        // The section is ended between the brackets and the sign, and another begun.
        Mode::Cdata => value
            .split("]]>")
            .collect::<Vec<_>>()
            .join("]]]]><![CDATA[>"),
        Mode::Csv if !value.contains(['"', ',', ';', '|', '\n', '\t']) => value.to_owned(),
        Mode::Csv | Mode::Quoted => {
            format!(
                "\"{}\"",
                each(value, |scalar| (scalar == '"').then_some("\"\""))
            )
        }
        Mode::Md => markdown(value, false),
        // A bar inside a cell would end it.
        Mode::Cell => markdown(value, true),
    }
}

/// Writes scalar by scalar what stands for each, or itself.
fn each(value: &str, instead: impl Fn(char) -> Option<&'static str>) -> String {
    let mut out = String::with_capacity(value.len() + 8);
    for scalar in value.chars() {
        match instead(scalar) {
            Some(text) => out.push_str(text),
            None => out.push(scalar),
        }
    }
    out
}

fn markup(scalar: char) -> Option<&'static str> {
    match scalar {
        '&' => Some("&amp;"),
        '<' => Some("&lt;"),
        '>' => Some("&gt;"),
        _ => None,
    }
}

fn attribute(scalar: char) -> Option<&'static str> {
    match scalar {
        '"' => Some("&quot;"),
        '\t' => Some("&#9;"),
        other => markup(other),
    }
}

fn markdown(value: &str, in_cell: bool) -> String {
    let mut out = String::with_capacity(value.len() + 8);
    let digits = value.bytes().take_while(u8::is_ascii_digit).count();
    for (at, scalar) in value.char_indices() {
        let anywhere = matches!(scalar, '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '&')
            || (in_cell && scalar == '|');
        let first = at == 0 && matches!(scalar, '#' | '+' | '-' | '=' | '>' | '~' | ':' | '|');
        let numbered = at == digits && (1..=9).contains(&digits) && matches!(scalar, '.' | ')');
        if anywhere || first || numbered {
            out.push('\\');
        }
        out.push(scalar);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_mode_keeps_a_value_inside_its_place() {
        for (mode, value, written) in [
            (Mode::Raw, "a<b", "a<b"),
            (Mode::Json, "say \"x\"\t\\", r#""say \"x\"\t\\""#),
            (
                Mode::Xml,
                "a & b < c > \"d\"",
                "a &amp; b &lt; c &gt; \"d\"",
            ),
            (Mode::Attr, "\"a\"\t&", "&quot;a&quot;&#9;&amp;"),
            (Mode::Cdata, "x]]>y]]>", "x]]]]><![CDATA[>y]]]]><![CDATA[>"),
            (Mode::Csv, "plain", "plain"),
            (Mode::Csv, "a, \"b\"", "\"a, \"\"b\"\"\""),
            (Mode::Quoted, "plain", "\"plain\""),
            (
                Mode::Md,
                "# a_b *c* [d] <e> & `f` \\",
                r"\# a\_b \*c\* \[d\] \<e> \& \`f\` \\",
            ),
            (Mode::Md, "12. x", r"12\. x"),
            (Mode::Md, "1) x 2) y", r"1\) x 2) y"),
            (Mode::Md, "1234567890. x", "1234567890. x"),
            (Mode::Md, "a - b # c", "a - b # c"),
            (Mode::Cell, "|a|b\\|", r"\|a\|b\\\|"),
        ] {
            assert_eq!(write(mode, value), written, "{mode:?} {value:?}");
        }
    }
}
