//! Writes canonical JSON: format.md, section 7.1. Fields stand in the order of their struct.

use std::fmt;

use serde::{Serialize, ser};

/// Writes a value; fails only on what canonical JSON has no form for.
///
/// # Errors
///
/// Says which type or number has no form.
pub fn write<T: Serialize + ?Sized>(value: &T) -> Result<Vec<u8>, String> {
    let mut out = Vec::new();
    value.serialize(Writer(&mut out)).map_err(|error| error.0)?;
    Ok(out)
}

/// Why a value has no canonical form.
#[derive(Debug)]
struct Unwritable(String);

impl fmt::Display for Unwritable {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0)
    }
}

impl std::error::Error for Unwritable {}

impl ser::Error for Unwritable {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Self(message.to_string())
    }
}

fn none<T>(what: &str) -> Result<T, Unwritable> {
    Err(Unwritable(format!("canonical JSON has no {what}")))
}

fn string(out: &mut Vec<u8>, text: &str) {
    out.push(b'"');
    for byte in text.bytes() {
        match byte {
            b'"' => out.extend_from_slice(b"\\\""),
            b'\\' => out.extend_from_slice(b"\\\\"),
            8 => out.extend_from_slice(b"\\b"),
            b'\t' => out.extend_from_slice(b"\\t"),
            b'\n' => out.extend_from_slice(b"\\n"),
            12 => out.extend_from_slice(b"\\f"),
            b'\r' => out.extend_from_slice(b"\\r"),
            0..0x20 => out.extend_from_slice(format!("\\u{byte:04x}").as_bytes()),
            _ => out.push(byte),
        }
    }
    out.push(b'"');
}

struct Writer<'a>(&'a mut Vec<u8>);

/// An array or object that is being written.
struct Open<'a> {
    out: &'a mut Vec<u8>,
    close: u8,
    first: bool,
}

impl<'a> Open<'a> {
    fn new(out: &'a mut Vec<u8>, open: u8, close: u8) -> Self {
        out.push(open);
        Self {
            out,
            close,
            first: true,
        }
    }

    fn comma(&mut self) {
        if !self.first {
            self.out.push(b',');
        }
        self.first = false;
    }

    fn item<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Unwritable> {
        self.comma();
        value.serialize(Writer(self.out))
    }

    fn close(self) {
        self.out.push(self.close);
    }
}

impl<'a> ser::Serializer for Writer<'a> {
    type Ok = ();
    type Error = Unwritable;
    type SerializeSeq = Open<'a>;
    type SerializeTuple = Open<'a>;
    type SerializeTupleStruct = ser::Impossible<(), Unwritable>;
    type SerializeTupleVariant = ser::Impossible<(), Unwritable>;
    type SerializeMap = ser::Impossible<(), Unwritable>;
    type SerializeStruct = Open<'a>;
    type SerializeStructVariant = ser::Impossible<(), Unwritable>;

    fn serialize_bool(self, value: bool) -> Result<(), Unwritable> {
        self.0
            .extend_from_slice(if value { b"true" } else { b"false" });
        Ok(())
    }

    fn serialize_u64(self, value: u64) -> Result<(), Unwritable> {
        if i64::try_from(value).is_err() {
            return none("integer from 2^63");
        }
        self.0.extend_from_slice(value.to_string().as_bytes());
        Ok(())
    }

    fn serialize_u8(self, value: u8) -> Result<(), Unwritable> {
        self.serialize_u64(value.into())
    }

    fn serialize_u16(self, value: u16) -> Result<(), Unwritable> {
        self.serialize_u64(value.into())
    }

    fn serialize_u32(self, value: u32) -> Result<(), Unwritable> {
        self.serialize_u64(value.into())
    }

    fn serialize_str(self, text: &str) -> Result<(), Unwritable> {
        string(self.0, text);
        Ok(())
    }

    fn serialize_unit_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
    ) -> Result<(), Unwritable> {
        self.serialize_str(variant)
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), Unwritable> {
        value.serialize(self)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        value: &T,
    ) -> Result<(), Unwritable> {
        value.serialize(self)
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Open<'a>, Unwritable> {
        Ok(Open::new(self.0, b'[', b']'))
    }

    fn serialize_tuple(self, _: usize) -> Result<Open<'a>, Unwritable> {
        self.serialize_seq(None)
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Open<'a>, Unwritable> {
        Ok(Open::new(self.0, b'{', b'}'))
    }

    fn serialize_i8(self, _: i8) -> Result<(), Unwritable> {
        none("signed type")
    }

    fn serialize_i16(self, _: i16) -> Result<(), Unwritable> {
        none("signed type")
    }

    fn serialize_i32(self, _: i32) -> Result<(), Unwritable> {
        none("signed type")
    }

    fn serialize_i64(self, _: i64) -> Result<(), Unwritable> {
        none("signed type")
    }

    fn serialize_f32(self, _: f32) -> Result<(), Unwritable> {
        none("float")
    }

    fn serialize_f64(self, _: f64) -> Result<(), Unwritable> {
        none("float")
    }

    fn serialize_char(self, _: char) -> Result<(), Unwritable> {
        none("character")
    }

    fn serialize_bytes(self, _: &[u8]) -> Result<(), Unwritable> {
        none("byte string")
    }

    fn serialize_none(self) -> Result<(), Unwritable> {
        none("null")
    }

    fn serialize_unit(self) -> Result<(), Unwritable> {
        none("null")
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<(), Unwritable> {
        none("null")
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: &T,
    ) -> Result<(), Unwritable> {
        none("variant with a value")
    }

    fn serialize_tuple_struct(
        self,
        _: &'static str,
        _: usize,
    ) -> Result<Self::SerializeTupleStruct, Unwritable> {
        none("tuple struct")
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self::SerializeTupleVariant, Unwritable> {
        none("variant with a value")
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Self::SerializeMap, Unwritable> {
        none("map without a form")
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self::SerializeStructVariant, Unwritable> {
        none("variant with a value")
    }
}

impl ser::SerializeSeq for Open<'_> {
    type Ok = ();
    type Error = Unwritable;

    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Unwritable> {
        self.item(value)
    }

    fn end(self) -> Result<(), Unwritable> {
        self.close();
        Ok(())
    }
}

impl ser::SerializeTuple for Open<'_> {
    type Ok = ();
    type Error = Unwritable;

    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Unwritable> {
        self.item(value)
    }

    fn end(self) -> Result<(), Unwritable> {
        self.close();
        Ok(())
    }
}

impl ser::SerializeStruct for Open<'_> {
    type Ok = ();
    type Error = Unwritable;

    fn serialize_field<T: Serialize + ?Sized>(
        &mut self,
        key: &'static str,
        value: &T,
    ) -> Result<(), Unwritable> {
        self.comma();
        string(self.out, key);
        self.out.push(b':');
        value.serialize(Writer(self.out))
    }

    fn end(self) -> Result<(), Unwritable> {
        self.close();
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Serialize)]
    struct Form<'a> {
        text: &'a str,
        #[serde(skip_serializing_if = "Option::is_none")]
        number: Option<u64>,
        list: Vec<[bool; 2]>,
    }

    #[test]
    fn every_byte_of_a_form_is_fixed() {
        let form = Form {
            text: "\u{1f}\"\\/\u{7f}é",
            number: Some(7),
            list: vec![[true, false]; 2],
        };
        let text = String::from_utf8(write(&form).unwrap()).unwrap();
        assert_eq!(
            text,
            "{\"text\":\"\\u001f\\\"\\\\/\u{7f}é\",\"number\":7,\"list\":[[true,false],[true,false]]}"
        );
        let form = Form {
            text: "\u{8}\t\n\u{c}\r\0",
            number: None,
            list: vec![],
        };
        let text = String::from_utf8(write(&form).unwrap()).unwrap();
        assert_eq!(text, r#"{"text":"\b\t\n\f\r\u0000","list":[]}"#);
    }

    #[test]
    fn what_has_no_form_is_refused() {
        assert!(write(&u64::MAX).is_err());
        assert!(write(&1.5_f64).is_err());
        assert!(write(&None::<u64>).is_err());
    }
}
