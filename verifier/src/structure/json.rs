//! The skeleton of JSON: the tree, its keys in order, and the type of each scalar.

use std::collections::BTreeSet;
use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error as _, MapAccess, SeqAccess, Visitor};

use super::Skeleton;

pub(super) fn skeleton(panel: &str) -> Option<Skeleton> {
    let mut marks = Skeleton::new();
    let mut reader = serde_json::Deserializer::from_str(panel);
    Tree(&mut marks, 0).deserialize(&mut reader).ok()?;
    reader.end().ok()?;
    Some(marks)
}

/// How many arrays and objects may be open at once.
const OPEN_MAX: usize = 100;

/// One value, which leaves its marks, and how many arrays and objects are open round it.
struct Tree<'a>(&'a mut Skeleton, usize);

impl Tree<'_> {
    fn opened<E: serde::de::Error>(&self) -> Result<usize, E> {
        let open = self.1 + 1;
        if open > OPEN_MAX {
            return Err(E::custom("nested too deep"));
        }
        Ok(open)
    }

    fn mark<E>(self, mark: &str) -> Result<(), E> {
        self.0.push(mark.to_owned());
        Ok(())
    }
}

impl<'de> DeserializeSeed<'de> for Tree<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, reader: D) -> Result<(), D::Error> {
        reader.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Tree<'_> {
    type Value = ();

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("a value")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        let mut keys = BTreeSet::new();
        let open = self.opened()?;
        self.0.push("{".to_owned());
        while let Some(key) = map.next_key::<String>()? {
            self.0.push(format!("key {key}"));
            map.next_value_seed(Tree(self.0, open))?;
            if !keys.insert(key) {
                return Err(A::Error::custom("a key twice"));
            }
        }
        self.mark("}")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<(), A::Error> {
        let open = self.opened()?;
        self.0.push("[".to_owned());
        while items.next_element_seed(Tree(self.0, open))?.is_some() {}
        self.mark("]")
    }

    fn visit_str<E>(self, _: &str) -> Result<(), E> {
        self.mark("string")
    }

    fn visit_u64<E>(self, _: u64) -> Result<(), E> {
        self.mark("number")
    }

    fn visit_i64<E>(self, _: i64) -> Result<(), E> {
        self.mark("number")
    }

    fn visit_f64<E>(self, _: f64) -> Result<(), E> {
        self.mark("number")
    }

    fn visit_bool<E>(self, _: bool) -> Result<(), E> {
        self.mark("boolean")
    }

    fn visit_unit<E>(self) -> Result<(), E> {
        self.mark("null")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_left_out_and_keys_kept() {
        let one = skeleton(r#"{"a": [1, "x", null], "b": {"c": true}}"#);
        let other = skeleton("{\"a\":[-2.5e3,\"\\u00e9\",null],\n\"b\":{\"c\":false}}");
        assert_eq!(one, other);
        assert!(one.is_some());
        for other in [
            r#"{"b": {"c": true}, "a": [1, "x", null]}"#,
            r#"{"a": [1, "x"], "b": {"c": true}}"#,
            r#"{"a": ["1", "x", null], "b": {"c": true}}"#,
            r#"{"a": [1, "x", null], "b": [true]}"#,
            r#"{"a": [1, "x", null, {}], "b": {"c": true}}"#,
        ] {
            assert!(
                skeleton(other).is_some() && skeleton(other) != one,
                "{other}"
            );
        }
    }

    #[test]
    fn other_texts_have_none() {
        for bad in [
            "",
            "{",
            "[1,]",
            "{\"a\":1,\"a\":2}",
            "[1] 2",
            "[NaN]",
            "'a'",
            "{a:1}",
            "[01]",
            "[\"a\tb\"]",
            "[1]//",
        ] {
            assert_eq!(skeleton(bad), None, "{bad}");
        }
    }
}
