//! The skeleton of CSV (RFC 4180): the first row, and the number of rows.
//!
//! The rows are those of the crate `csv`, which reads more than the RFC has; so what it reads must
//! be no more than the RFC.

use super::Skeleton;

pub(super) fn skeleton(panel: &str) -> Option<Skeleton> {
    let lines = rfc_rows(panel)?;
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .flexible(false)
        .from_reader(panel.as_bytes());
    // Rows of one field that is empty are empty lines, which the crate passes over.
    let rows = reader.records().collect::<Result<Vec<_>, _>>().ok()?;
    let fields = rows.first()?.len();
    if lines < 2 || (rows.len() != lines && fields > 1) {
        return None;
    }
    let mut marks: Skeleton = if panel.starts_with(['\n', '\r']) {
        vec![String::new()]
    } else {
        rows.first()?.iter().map(str::to_owned).collect()
    };
    marks.push(lines.to_string());
    Some(marks)
}

/// Returns the number of rows; none where a quote or a carriage return stands as the RFC has none.
fn rfc_rows(panel: &str) -> Option<usize> {
    let mut rows = 0;
    let mut rest = panel;
    while !rest.is_empty() {
        rest = behind_field(rest)?;
        match rest.as_bytes() {
            [b',', ..] if rest.len() == 1 => return Some(rows + 1),
            [b',', ..] => rest = &rest[1..],
            [] => rows += 1,
            _ => {
                rest = rest
                    .strip_prefix("\r\n")
                    .or_else(|| rest.strip_prefix('\n'))?;
                rows += 1;
            }
        }
    }
    Some(rows)
}

/// Returns what stands behind a field: nothing, or what ends it.
fn behind_field(text: &str) -> Option<&str> {
    let Some(mut inside) = text.strip_prefix('"') else {
        let end = text.find([',', '\n', '\r', '"']).unwrap_or(text.len());
        return (!text[end..].starts_with('"')).then_some(&text[end..]);
    };
    loop {
        let (_, behind) = inside.split_once('"')?;
        match behind.strip_prefix('"') {
            Some(doubled) => inside = doubled,
            None => return Some(behind),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_row_and_their_number() {
        let one = skeleton("id,name\n1,\"a, \"\"b\"\"\"\n2,\"c\nd\"");
        assert_eq!(one, skeleton("id,name\r\n3,x\r\n4,y"));
        assert_eq!(one.unwrap(), ["id", "name", "3"]);
        assert_ne!(skeleton("id,name\n1,a"), skeleton("id,title\n1,a"));
        assert_ne!(skeleton("id,name\n1,a"), skeleton("id,name\n1,a\n2,b"));
        assert_eq!(skeleton("a\n\nb").unwrap(), ["a", "3"]);
        assert_eq!(skeleton("a,\n,").unwrap(), ["a", "", "2"]);
    }

    #[test]
    fn other_texts_have_none() {
        for bad in [
            "",
            "a,b",
            "a,b\nc",
            "a,b\nc,d,e",
            "a,b\nc,\"d",
            "a,b\nc,d\"",
            "a,b\n\"c\"x,d",
            "a,b\rc,d",
            "a,b\n\nc,d",
            "a,b\n",
        ] {
            assert_eq!(skeleton(bad), None, "{bad:?}");
        }
    }
}
