//! What the SIT says of resources.

use super::Checker;
use crate::csd::TypeId;
use crate::rules::{Finding, PlacedSink, Severity, ids};
use crate::text::Span;

pub(super) fn check(checker: &Checker<'_>, sink: &mut PlacedSink<'_>) {
    for (parameter, kind) in [("DB2CONN", "DB2CONN"), ("MQCONN", "MQCONN")] {
        let value = checker.region.parameter(parameter);
        let there = TypeId::of(kind).is_some_and(|kind| checker.installed.only(kind).is_some());
        if value.is("YES") && !there {
            let message = format!("{parameter}=YES, but no {kind} is installed");
            report(checker, parameter, &message, sink);
        }
    }
    csd_pool(checker, sink);
    let transaction = checker.region.parameter("GMTRAN");
    let operands = checker.region.sit().operands("GMTRAN");
    if let (Some((name, _)), Some(kind), Some(_)) =
        (operands.first(), TypeId::of("TRANSACTION"), transaction.place)
    {
        let symbol = checker.decks.names().get(name);
        let there = symbol.is_some_and(|name| {
            checker.installed.get(kind, name).is_some() || checker.is_supplied(kind, name)
        });
        if !there && !crate::csd::is_symbolic(name) {
            report(checker, "GMTRAN", &format!("transaction {name} is not defined"), sink);
        }
    }
}

/// The pool of the CSD itself, where the SIT names one: CICS would build it for the first file that is opened.
fn csd_pool(checker: &Checker<'_>, sink: &mut PlacedSink<'_>) {
    let pool = checker.region.parameter("CSDLSRNO");
    let number = pool.value.as_deref().and_then(|number| number.parse().ok());
    if let (Some(number), Some(place)) = (number, pool.place)
        && checker.installed.lsrpool(number).is_none()
        && checker.installed.is_complete()
    {
        let help =
            "define the pool: CICS builds it from the files that it knows when the first one is opened";
        let finding = Finding::new(
            ids::STARTUP_RESOURCE_MISSING,
            Span::default(),
            format!("no LSRPOOL has the number {number}, which is that of the CSD"),
        );
        let finding = finding.help(help).severity(Severity::Advice).attribute("CSDLSRNO");
        sink.report(place, finding);
    }
}

fn report(checker: &Checker<'_>, parameter: &'static str, message: &str, sink: &mut PlacedSink<'_>) {
    let Some(place) = checker.region.parameter(parameter).place else { return };
    let help = match checker.installed.is_complete() {
        true => "add it to the groups that the region installs",
        false => {
            "add it to the groups that the region installs, unless the CSD holds it where these decks do not show it"
        }
    };
    let finding = Finding::new(ids::STARTUP_RESOURCE_MISSING, Span::default(), message)
        .help(help)
        .severity(checker.severity())
        .attribute(parameter);
    sink.report(place, finding);
}
