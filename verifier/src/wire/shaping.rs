//! The entries of `p`, which say what shape did: format.md, section 5.5.

use std::fmt;

use serde::de::{Error as _, SeqAccess, Visitor};
use serde::ser::SerializeSeq as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::lists::Form;

/// On which side of a line a mark stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// In front of it.
    Start,
    /// Behind it.
    End,
}

/// What counts the lines of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counted {
    /// Letters.
    Letters,
    /// Numbers.
    Numbers,
    /// Nothing.
    Bullets,
}

/// An op of shape with what it drew.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shaping {
    /// Place i gets line P\[i\].
    Permute(Vec<u64>),
    /// Behind `lines` lines from `first` stand `times` copies of them.
    Repeat {
        /// The first line.
        first: u64,
        /// How many lines.
        lines: u64,
        /// How many copies.
        times: u64,
    },
    /// `lines` lines from `first` become one.
    Glue {
        /// The first line.
        first: u64,
        /// How many lines.
        lines: u64,
    },
    /// A style in front of every line.
    List(Counted, String),
    /// A text beside the lines from `first` to `end`, which is none of them.
    Marker {
        /// On which side.
        side: Side,
        /// The first line.
        first: u64,
        /// The line behind the last.
        end: u64,
        /// What stands there.
        text: String,
    },
    /// A text behind a line.
    Link {
        /// The line.
        line: u64,
        /// What stands there.
        text: String,
    },
    /// A text in front of every line.
    Quote(String),
    /// A text in front of every line.
    Indent(String),
}

impl Shaping {
    /// Returns the name that stands first in the entry.
    #[must_use]
    pub fn form(&self) -> Form {
        match self {
            Self::Permute(_) => Form::Permute,
            Self::Repeat { .. } => Form::Repeat,
            Self::Glue { .. } => Form::Glue,
            Self::List(Counted::Letters, _) => Form::Letters,
            Self::List(Counted::Numbers, _) => Form::Numbers,
            Self::List(Counted::Bullets, _) => Form::Bullets,
            Self::Marker { .. } => Form::Marker,
            Self::Link { .. } => Form::Link,
            Self::Quote(_) => Form::Quote,
            Self::Indent(_) => Form::Indent,
        }
    }
}

impl Serialize for Shaping {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut entry = serializer.serialize_seq(None)?;
        entry.serialize_element(self.form().name())?;
        match self {
            Self::Permute(places) => entry.serialize_element(places)?,
            Self::Repeat {
                first,
                lines,
                times,
            } => {
                entry.serialize_element(first)?;
                entry.serialize_element(lines)?;
                entry.serialize_element(times)?;
            }
            Self::Glue { first, lines } => {
                entry.serialize_element(first)?;
                entry.serialize_element(lines)?;
            }
            Self::Marker {
                side,
                first,
                end,
                text,
            } => {
                entry.serialize_element(side_name(*side))?;
                entry.serialize_element(first)?;
                entry.serialize_element(end)?;
                entry.serialize_element(text)?;
            }
            Self::Link { line, text } => {
                entry.serialize_element(line)?;
                entry.serialize_element(text)?;
            }
            Self::List(_, text) | Self::Quote(text) | Self::Indent(text) => {
                entry.serialize_element(text)?;
            }
        }
        entry.end()
    }
}

fn side_name(side: Side) -> &'static str {
    match side {
        Side::Start => "start",
        Side::End => "end",
    }
}

impl<'de> Deserialize<'de> for Shaping {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_seq(Entry)
    }
}

/// Reads an entry; what is too much in it is refused by the array's end.
struct Entry;

impl<'de> Visitor<'de> for Entry {
    type Value = Shaping;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("an op of shape with what it drew")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut entry: A) -> Result<Shaping, A::Error> {
        let entry = &mut entry;
        let name: String = next(entry)?;
        let form = Form::parse(&name).ok_or_else(|| A::Error::custom("an op of shape"))?;
        Ok(match form {
            Form::Permute => Shaping::Permute(next(entry)?),
            Form::Repeat => Shaping::Repeat {
                first: next(entry)?,
                lines: next(entry)?,
                times: next(entry)?,
            },
            Form::Glue => Shaping::Glue {
                first: next(entry)?,
                lines: next(entry)?,
            },
            Form::Letters => Shaping::List(Counted::Letters, next(entry)?),
            Form::Numbers => Shaping::List(Counted::Numbers, next(entry)?),
            Form::Bullets => Shaping::List(Counted::Bullets, next(entry)?),
            Form::Marker => {
                let side: String = next(entry)?;
                let sides = [Side::Start, Side::End].into_iter();
                let side = { sides }.find(|own| side_name(*own) == side);
                Shaping::Marker {
                    side: side.ok_or_else(|| A::Error::custom("`start` or `end`"))?,
                    first: next(entry)?,
                    end: next(entry)?,
                    text: next(entry)?,
                }
            }
            Form::Link => Shaping::Link {
                line: next(entry)?,
                text: next(entry)?,
            },
            Form::Quote => Shaping::Quote(next(entry)?),
            Form::Indent => Shaping::Indent(next(entry)?),
        })
    }
}

fn next<'de, T: Deserialize<'de>, A: SeqAccess<'de>>(entry: &mut A) -> Result<T, A::Error> {
    let item = entry.next_element()?;
    item.ok_or_else(|| A::Error::custom("more in an op of shape"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::json;

    #[test]
    fn entries_are_read_and_written_again() {
        let list = r#"[["permute",[1,0]],["repeat",0,1,2],["glue",1,2],["letters","A. "],["marker","end",0,2,"§"],["link",1,"x"],["quote","> "],["indent","\t"],["numbers","1."],["bullets","- "],["marker","start",0,1,""]]"#;
        let read: Vec<Shaping> = json::read(list.as_bytes()).unwrap();
        assert_eq!(json::write(&read).unwrap(), list.as_bytes());
        for bad in [
            r#"[["permute"]]"#,
            r#"[["permute",[1,0],1]]"#,
            r#"[["permute",["1"]]]"#,
            r#"[["list","- "]]"#,
            r#"[["marker","middle",0,1,"x"]]"#,
            r#"[["glue",0,2,1]]"#,
            r#"[["link",-1,"x"]]"#,
            "[[]]",
        ] {
            let read = json::read::<Vec<Shaping>>(bad.as_bytes());
            assert!(read.is_err(), "{bad}");
        }
    }
}
