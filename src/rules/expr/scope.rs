//! Where an expression stands, which decides what it may read.

use crate::csd::TypeId;

/// What a rule is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Subject {
    /// Each definition of a type.
    Type(TypeId),
    /// The SIT of a region.
    Sit,
    /// A region.
    Region,
}

impl Subject {
    /// The subject that `applies_to` names; none for those of native rules alone (DECK, CSD, JCL).
    pub fn of(applies_to: &str) -> Option<Self> {
        match applies_to {
            "SIT" => Some(Self::Sit),
            "REGION" => Some(Self::Region),
            _ => TypeId::of(applies_to).map(Self::Type),
        }
    }
}

/// Where an expression stands.
#[derive(Clone, Copy, Debug)]
pub struct Scope {
    /// What its rule is about.
    pub subject: Subject,
    /// It is a formula of a cost: it may read the workload and the constants of the model, and divides exactly.
    pub cost: bool,
}

impl Scope {
    /// An expression of a rule about `subject`.
    pub const fn of(subject: Subject) -> Self {
        Self { subject, cost: false }
    }

    /// A formula of a cost.
    pub const fn cost(subject: Subject) -> Self {
        Self { subject, cost: true }
    }
}
