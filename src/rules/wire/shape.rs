//! Values that may be written in two ways: `at` (a place or a list of places) and `expect` (`"pass"`, a table or a list
//! of tables). The standard untagged reader would lose their places and say nothing useful.

use super::types::{At, Expect, ExpectedFile};
use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use std::fmt;
use toml::Spanned;

impl<'de> Deserialize<'de> for At {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Places;
        impl<'de> Visitor<'de> for Places {
            type Value = At;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a place such as \"attr.x\", or a list of places")
            }

            fn visit_str<E: Error>(self, place: &str) -> Result<At, E> {
                // The place of a single word is that of the whole field, which its owner keeps.
                Ok(At(vec![Spanned::new(0..0, place.to_owned())]))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<At, A::Error> {
                let mut places = Vec::new();
                while let Some(place) = list.next_element()? {
                    places.push(place);
                }
                Ok(At(places))
            }
        }
        deserializer.deserialize_any(Places)
    }
}

impl<'de> Deserialize<'de> for Expect {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Findings;
        impl<'de> Visitor<'de> for Findings {
            type Value = Expect;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("\"pass\", a table such as { at = \"...\" }, or a list of such tables")
            }

            fn visit_str<E: Error>(self, word: &str) -> Result<Expect, E> {
                match word {
                    "pass" => Ok(Expect(Vec::new())),
                    _ => Err(E::custom(format!("expect {word:?} is neither \"pass\" nor a table"))),
                }
            }

            fn visit_map<A: MapAccess<'de>>(self, table: A) -> Result<Expect, A::Error> {
                ExpectedFile::deserialize(MapAccessDeserializer::new(table)).map(|one| Expect(vec![one]))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Expect, A::Error> {
                let mut findings = Vec::new();
                while let Some(finding) = list.next_element()? {
                    findings.push(finding);
                }
                if findings.is_empty() {
                    return Err(A::Error::custom("an empty list: write expect = \"pass\""));
                }
                Ok(Expect(findings))
            }
        }
        deserializer.deserialize_any(Findings)
    }
}

#[cfg(test)]
mod schema {
    use super::{At, Expect, ExpectedFile};
    use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
    use std::borrow::Cow;

    impl JsonSchema for At {
        fn schema_name() -> Cow<'static, str> {
            "At".into()
        }

        fn json_schema(_: &mut SchemaGenerator) -> Schema {
            json_schema!({ "anyOf": [
                { "type": "string" },
                { "type": "array", "items": { "type": "string" }, "minItems": 1 }
            ] })
        }
    }

    impl JsonSchema for Expect {
        fn schema_name() -> Cow<'static, str> {
            "Expect".into()
        }

        fn json_schema(generator: &mut SchemaGenerator) -> Schema {
            let finding = generator.subschema_for::<ExpectedFile>();
            json_schema!({ "anyOf": [
                { "const": "pass" },
                finding,
                { "type": "array", "items": finding, "minItems": 1 }
            ] })
        }
    }
}
