//! The EBCDIC code pages: 037 in full, the others by what differs from it.
//!
//! Each page but 1140 holds the 256 characters of ISO 8859-1 in another order, so decoding loses nothing.
//! 0x15 is NEL (U+0085) and 0x25 is LF in all of them.

use super::Encoding;

/// The character of every byte.
pub(super) type Page = [char; 256];

/// EBCDIC for NEL, the usual line end of z/OS files.
pub(super) const NEL: u8 = 0x15;
/// EBCDIC for LF.
pub(super) const LF: u8 = 0x25;
/// EBCDIC for CR: the same byte as in ASCII.
pub(super) const CR: u8 = 0x0D;
/// EBCDIC for a blank.
pub(super) const BLANK: u8 = 0x40;

/// The page of `encoding`, or `None` when it is not EBCDIC.
pub(super) fn page(encoding: Encoding) -> Option<&'static Page> {
    match encoding {
        Encoding::Utf8 | Encoding::Latin1 => None,
        Encoding::Ibm037 => Some(&IBM037),
        Encoding::Ibm1047 => Some(&IBM1047),
        Encoding::Ibm500 => Some(&IBM500),
        Encoding::Ibm273 => Some(&IBM273),
        Encoding::Ibm1140 => Some(&IBM1140),
    }
}

const fn derive(base: &Page, differences: &[(u8, char)]) -> Page {
    let mut page = *base;
    let mut i = 0;
    while i < differences.len() {
        page[differences[i].0 as usize] = differences[i].1;
        i += 1;
    }
    page
}

static IBM1047: Page =
    derive(&IBM037, &[(0x5F, '^'), (0xAD, '['), (0xB0, '¬'), (0xBA, 'Ý'), (0xBB, '¨'), (0xBD, ']')]);

static IBM500: Page = derive(
    &IBM037,
    &[(0x4A, '['), (0x4F, '!'), (0x5A, ']'), (0x5F, '^'), (0xB0, '¢'), (0xBA, '¬'), (0xBB, '|')],
);

#[rustfmt::skip]
static IBM273: Page = derive(&IBM037, &[
    (0x43, '{'), (0x4A, 'Ä'), (0x4F, '!'), (0x59, '~'), (0x5A, 'Ü'), (0x5F, '^'), (0x63, '['), (0x6A, 'ö'),
    (0x7C, '§'), (0xA1, 'ß'), (0xB0, '¢'), (0xB5, '@'), (0xBA, '¬'), (0xBB, '|'), (0xC0, 'ä'), (0xCC, '¦'),
    (0xD0, 'ü'), (0xDC, '}'), (0xE0, 'Ö'), (0xEC, '\\'), (0xFC, ']'),
]);

static IBM1140: Page = derive(&IBM037, &[(0x9F, '€')]);

#[rustfmt::skip]
static IBM037: Page = [
    '\u{0}', '\u{1}', '\u{2}', '\u{3}', '\u{9C}', '\t', '\u{86}', '\u{7F}',
    '\u{97}', '\u{8D}', '\u{8E}', '\u{B}', '\u{C}', '\r', '\u{E}', '\u{F}',
    '\u{10}', '\u{11}', '\u{12}', '\u{13}', '\u{9D}', '\u{85}', '\u{8}', '\u{87}',
    '\u{18}', '\u{19}', '\u{92}', '\u{8F}', '\u{1C}', '\u{1D}', '\u{1E}', '\u{1F}',
    '\u{80}', '\u{81}', '\u{82}', '\u{83}', '\u{84}', '\n', '\u{17}', '\u{1B}',
    '\u{88}', '\u{89}', '\u{8A}', '\u{8B}', '\u{8C}', '\u{5}', '\u{6}', '\u{7}',
    '\u{90}', '\u{91}', '\u{16}', '\u{93}', '\u{94}', '\u{95}', '\u{96}', '\u{4}',
    '\u{98}', '\u{99}', '\u{9A}', '\u{9B}', '\u{14}', '\u{15}', '\u{9E}', '\u{1A}',
    ' ', '\u{A0}', 'â', 'ä', 'à', 'á', 'ã', 'å',
    'ç', 'ñ', '¢', '.', '<', '(', '+', '|',
    '&', 'é', 'ê', 'ë', 'è', 'í', 'î', 'ï',
    'ì', 'ß', '!', '$', '*', ')', ';', '¬',
    '-', '/', 'Â', 'Ä', 'À', 'Á', 'Ã', 'Å',
    'Ç', 'Ñ', '¦', ',', '%', '_', '>', '?',
    'ø', 'É', 'Ê', 'Ë', 'È', 'Í', 'Î', 'Ï',
    'Ì', '`', ':', '#', '@', '\'', '=', '"',
    'Ø', 'a', 'b', 'c', 'd', 'e', 'f', 'g',
    'h', 'i', '«', '»', 'ð', 'ý', 'þ', '±',
    '°', 'j', 'k', 'l', 'm', 'n', 'o', 'p',
    'q', 'r', 'ª', 'º', 'æ', '¸', 'Æ', '¤',
    'µ', '~', 's', 't', 'u', 'v', 'w', 'x',
    'y', 'z', '¡', '¿', 'Ð', 'Ý', 'Þ', '®',
    '^', '£', '¥', '·', '©', '§', '¶', '¼',
    '½', '¾', '[', ']', '¯', '¨', '´', '×',
    '{', 'A', 'B', 'C', 'D', 'E', 'F', 'G',
    'H', 'I', '\u{AD}', 'ô', 'ö', 'ò', 'ó', 'õ',
    '}', 'J', 'K', 'L', 'M', 'N', 'O', 'P',
    'Q', 'R', '¹', 'û', 'ü', 'ù', 'ú', 'ÿ',
    '\\', '÷', 'S', 'T', 'U', 'V', 'W', 'X',
    'Y', 'Z', '²', 'Ô', 'Ö', 'Ò', 'Ó', 'Õ',
    '0', '1', '2', '3', '4', '5', '6', '7',
    '8', '9', '³', 'Û', 'Ü', 'Ù', 'Ú', '\u{9F}',
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_page_holds_the_characters_of_latin_1() {
        for encoding in Encoding::ALL {
            let Some(page) = page(encoding) else { continue };
            let mut characters: Vec<char> = page.iter().map(|&c| if c == '€' { '¤' } else { c }).collect();
            characters.sort_unstable();
            let all: Vec<char> = (0..=255u8).map(char::from).collect();
            assert_eq!(characters, all, "{encoding}");
        }
    }

    #[test]
    fn what_decks_are_written_in_is_the_same_in_every_page() {
        let bytes: [u8; 16] =
            [0xC4, 0xC5, 0xC6, 0x4D, 0xF1, 0x5D, 0x40, 0x6B, 0x7E, 0x5C, 0x61, 0x4B, 0x7D, 0x81, 0x5B, 0x7B];
        for encoding in Encoding::ALL {
            let Some(page) = page(encoding) else { continue };
            let text: String = bytes.iter().map(|&b| page[usize::from(b)]).collect();
            assert_eq!(text, "DEF(1) ,=*/.'a$#", "{encoding}");
            assert_eq!(
                (page[usize::from(NEL)], page[usize::from(LF)], page[usize::from(CR)]),
                ('\u{85}', '\n', '\r')
            );
        }
    }

    /// The bytes by which the pages are told apart, as the published tables have them.
    #[test]
    fn variant_characters() {
        let table: [(Encoding, &str, [u8; 11]); 5] = [
            (
                Encoding::Ibm037,
                "[]^¬!|@{}\\~",
                [0xBA, 0xBB, 0xB0, 0x5F, 0x5A, 0x4F, 0x7C, 0xC0, 0xD0, 0xE0, 0xA1],
            ),
            (
                Encoding::Ibm1047,
                "[]^¬!|@{}\\~",
                [0xAD, 0xBD, 0x5F, 0xB0, 0x5A, 0x4F, 0x7C, 0xC0, 0xD0, 0xE0, 0xA1],
            ),
            (
                Encoding::Ibm500,
                "[]^¬!|@{}\\~",
                [0x4A, 0x5A, 0x5F, 0xBA, 0x4F, 0xBB, 0x7C, 0xC0, 0xD0, 0xE0, 0xA1],
            ),
            (
                Encoding::Ibm273,
                "[]^¬!|@{}\\~",
                [0x63, 0xFC, 0x5F, 0xBA, 0x4F, 0xBB, 0xB5, 0x43, 0xDC, 0xEC, 0x59],
            ),
            (
                Encoding::Ibm273,
                "äöüÄÖÜß§[]~",
                [0xC0, 0x6A, 0xD0, 0x4A, 0xE0, 0x5A, 0xA1, 0x7C, 0x63, 0xFC, 0x59],
            ),
        ];
        for (encoding, characters, bytes) in table {
            let page = page(encoding).unwrap();
            let text: String = bytes.iter().map(|&b| page[usize::from(b)]).collect();
            assert_eq!(text, characters, "{encoding}");
        }
    }
}
