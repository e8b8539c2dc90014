//! JCL: which steps run DFHCSDUP and DFHSIP, and where their input stands.
//!
//! Of JCL, cicslint reads what it needs to find the parts that are its own: steps, the DD statements of their input,
//! in-stream data, procedures and the symbols that are set. The data of other programs is never read (an IDCAMS
//! `DEFINE CLUSTER` is no resource definition), but for DFHSIT macro source, which an assembler step takes.
//!
//! Nothing is substituted. A program named through a symbol (`PGM=&PGM`) is unknown.
//!
//! A procedure in the text gives a part for each of its steps that is ours; a call that gives such a step another
//! SYSIN or PARM gives a part in its place. So a text may belong to more than one part.

mod job;
mod parm;
mod statement;
mod stream;
#[cfg(test)]
mod tests;

pub use parm::{CsdupParm, CsdupParmKind};
pub(super) use statement::looks_like_statement;

use super::tree::{Problem, SitSource};
use crate::text::Span;

/// What a text of JCL holds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Jcl {
    /// Its EXEC statements, in order.
    pub steps: Vec<Step>,
    /// The steps that are ours, and what they are given.
    pub parts: Vec<Part>,
    /// Symbols set by SET statements, and defaults of PROC statements, in order.
    pub symbols: Vec<Symbol>,
    /// What the JCL itself is guilty of.
    pub problems: Vec<Problem>,
}

/// One EXEC statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// The name of the step.
    pub name: Option<Span>,
    /// What it runs.
    pub program: Program,
    /// The statement.
    pub span: Span,
    /// Whether it stands in a procedure.
    pub in_procedure: bool,
}

/// What a step runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Program {
    /// `PGM=name`
    Named(Span),
    /// `PGM=` with a symbol or a reference to another statement: unknown.
    Symbolic(Span),
    /// `PROC=name`, or the name alone.
    Procedure(Span),
    /// The statement does not say.
    Missing,
}

/// A symbol and the value that it is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Symbol {
    /// Its name.
    pub name: Span,
    /// The value as it is written, perhaps with apostrophes.
    pub value: Span,
}

/// A step of ours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// EXEC PGM=DFHCSDUP
    Csdup(CsdupStep),
    /// EXEC PGM=DFHSIP, or a step that is given DFHSIT macro source.
    Sit(SitStep),
}

impl Part {
    /// Index of its step in [`Jcl::steps`].
    pub fn step(&self) -> usize {
        match self {
            Self::Csdup(part) => part.step,
            Self::Sit(part) => part.step,
        }
    }

    /// The data sets of SYSIN in their order.
    pub fn sysin(&self) -> &[Input] {
        match self {
            Self::Csdup(part) => &part.sysin,
            Self::Sit(part) => &part.sysin,
        }
    }
}

/// A step that runs DFHCSDUP.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CsdupStep {
    /// Index into [`Jcl::steps`].
    pub step: usize,
    /// The value of its PARM, which may cross records.
    pub parm: Option<Span>,
    /// The parameters in it.
    pub parms: Vec<CsdupParm>,
    /// Whether it runs with COMPAT. `None` where a symbol in the PARM hides it.
    pub compat: Option<bool>,
    /// Whether it opens the CSD read-only. `None` where a symbol in the PARM hides it.
    pub readonly: Option<bool>,
    /// The data sets of SYSIN in their order; none where the step has no SYSIN.
    pub sysin: Vec<Input>,
}

/// A step that is given SIT parameters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SitStep {
    /// Index into [`Jcl::steps`].
    pub step: usize,
    /// The parameters, in the order in which CICS reads them: those of the PARM, those of SYSIN.
    pub sources: Vec<SitSource>,
    /// The data sets of SYSIN in their order; none where the step has no SYSIN.
    pub sysin: Vec<Input>,
}

/// One data set of a concatenation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Input {
    /// Data in the JCL. DUMMY is data of no length.
    Instream(Span),
    /// Data somewhere else; the span is that of the DD statement.
    Elsewhere(Span),
}

/// Reads a text of JCL.
pub fn parse(text: &str) -> Jcl {
    job::read(text)
}
