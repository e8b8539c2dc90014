//! The measured workloads as starting points for one's own (`rules/model/workloads/*.toml`).
//!
//! The first line of each says what it is. The comments after it say what one must know to use it: every answer with it
//! says them too.

macro_rules! archetype {
    ($name:literal) => {
        ($name, include_str!(concat!("../../../rules/model/workloads/", $name, ".toml")))
    };
}

const ALL: &[(&str, &str)] = &[
    archetype!("3270-sna"),
    archetype!("3270-telnet"),
    archetype!("asgs"),
    archetype!("asgx"),
    archetype!("dsw-dynamic"),
    archetype!("dsw-http"),
    archetype!("dsw-static"),
    archetype!("exci-channel"),
    archetype!("exci-commarea"),
    archetype!("function-shipping-browse"),
    archetype!("function-shipping-direct"),
    archetype!("liberty-jdbc-vsam"),
    archetype!("mobile-balance"),
    archetype!("osgi"),
    archetype!("rls-update"),
    archetype!("rtw"),
    archetype!("vsam-browse"),
    archetype!("vsam-direct"),
    archetype!("vsam-update"),
    archetype!("web-at-tls"),
    archetype!("web-full-handshake"),
    archetype!("web-new-connection"),
    archetype!("web-persistent"),
    archetype!("web-resumed"),
    archetype!("web-tls"),
];

/// Their names.
pub fn names() -> impl Iterator<Item = &'static str> {
    ALL.iter().map(|(name, _)| *name)
}

/// An archetype's text.
pub fn text(name: &str) -> Option<&'static str> {
    ALL.iter().find(|(known, _)| *known == name).map(|(_, text)| *text)
}

/// What one must know to use it.
pub fn notes(name: &str) -> impl Iterator<Item = &'static str> {
    text(name).unwrap_or_default().lines().map_while(|line| line.strip_prefix("# ")).skip(1)
}

/// The attribute that its files had where it was measured, and how they were reached by it.
pub(super) fn measured_with(name: &str) -> Option<(&'static str, &'static str)> {
    match name {
        "function-shipping-browse" | "function-shipping-direct" => {
            Some(("REMOTESYSTEM", "with a file of another region"))
        }
        "rls-update" => Some(("RLSACCESS", "by record-level sharing")),
        _ => None,
    }
}

/// The fields of an archetype.
pub(super) fn table(name: &str) -> Option<toml::Table> {
    toml::from_str(text(name)?).ok()
}
