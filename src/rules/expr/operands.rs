//! The operands of a value: `(A,B)`, as SIT parameters and some attributes have them.

/// A value without the parentheses around the whole of it.
pub(super) fn unwrapped(value: &str) -> &str {
    let value = value.trim_matches(' ');
    let Some(inner) = value.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')) else { return value };
    // `(a),(b)` is no list in parentheses.
    let mut depth = 0_i32;
    for byte in inner.bytes() {
        depth += i32::from(byte == b'(') - i32::from(byte == b')');
        if depth < 0 {
            return value;
        }
    }
    inner.trim_matches(' ')
}

/// The operands in order, those that are left out between commas as empty texts.
pub(super) fn operands(value: &str) -> impl Iterator<Item = &str> {
    let (mut depth, mut quoted) = (0_u32, false);
    unwrapped(value)
        .split(move |character| {
            match character {
                '\'' => quoted = !quoted,
                '(' if !quoted => depth += 1,
                ')' if !quoted => depth = depth.saturating_sub(1),
                _ => {}
            }
            character == ',' && depth == 0 && !quoted
        })
        .map(|operand| operand.trim_matches(' '))
}
