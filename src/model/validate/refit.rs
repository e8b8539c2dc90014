//! Every fitted constant, fitted again from its rows.

use serde::Serialize;

use super::rates::{Run, fit_ladder};
use super::{api, vsam};
use crate::model::data::constants::{self, Kind};

/// A fitted constant, fitted again.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Refitted {
    /// Its id.
    pub id: String,
    /// Its unit.
    pub unit: String,
    /// What the constants file says.
    pub value: f64,
    /// What the rows give.
    pub refitted: f64,
    /// The evidence rows.
    pub rows: Vec<String>,
    /// Whether both agree within half a percent.
    pub holds: bool,
}

/// Fits the fitted constants again.
pub fn refit() -> Vec<Refitted> {
    let values = values();
    constants::all()
        .filter(|c| c.kind == Kind::Fitted)
        .map(|c| {
            let refitted = values.iter().find(|(id, _)| *id == c.id).map_or(f64::MAX, |(_, v)| *v);
            let holds = (refitted - c.value).abs() <= 0.005 * c.value.abs();
            Refitted {
                id: c.id.clone(),
                unit: c.unit.clone(),
                value: c.value,
                refitted,
                rows: c.rows.clone(),
                holds,
            }
        })
        .collect()
}

fn values() -> Vec<(&'static str, f64)> {
    let cost = |number| Run::read(number).cost_us();
    let runs: Vec<Run> = [1, 2, 5, 6].map(Run::read).into();
    let (fall, rise) = fit_ladder(&runs);
    let web: Vec<f64> = (18..=23).map(cost).collect();
    let (start, run) = (api::AsyncRow::read("ASGS"), api::AsyncRow::read("ASGX"));
    let commarea = api::exci_fit("8-15", "commarea_cpu_ms");
    let channel = api::exci_fit("8-15", "channel_cpu_ms");
    let commarea_response = api::exci_fit("8-16", "commarea_resp_ms");
    let channel_response = api::exci_fit("8-16", "channel_resp_ms");
    let hops = vsam::fit_hops(&(0..10).collect::<Vec<_>>());
    let capture = |run| {
        let (dispatch, end) = vsam::concurrent(run);
        50.0 * dispatch / end
    };
    vec![
        ("dsw-static.cpu", cost(2)),
        ("dsw-dynamic.cpu", cost(4)),
        ("dsw-http.cpu", cost(6)),
        ("rtw.cpu", cost(8)),
        ("liberty.cpu", cost(10)),
        ("osgi.cpu", cost(12)),
        ("ladder.fall", fall),
        ("ladder.rise", rise),
        ("web.base", web[0]),
        ("web.connection", web[1] - web[0]),
        ("web.cics-tls", web[2] - web[0]),
        // A resumed handshake comes on a new connection: what is left after the other parts.
        ("web.resumed", web[3] - web[0] - (web[1] - web[0]) - (web[2] - web[0])),
        ("web.full", web[4] - web[3]),
        ("exci.commarea-call", commarea[0]),
        ("exci.commarea-byte", commarea[2]),
        ("exci.channel-call", channel[0]),
        ("exci.channel-large", channel[1]),
        ("exci.channel-byte", channel[2]),
        ("exci.commarea-call-response", commarea_response[0]),
        ("exci.commarea-byte-response", commarea_response[2]),
        ("exci.channel-call-response", channel_response[0]),
        ("exci.channel-large-response", channel_response[1]),
        ("exci.channel-byte-response", channel_response[2]),
        ("switch.cpu", api::cpu_of_a_switch()),
        ("switch.latency", (start.latency_of_a_switch() + run.latency_of_a_switch()) / 2.0),
        ("nsr.io-wait", vsam::io_wait("nsr-sequential-rows", "data_buffers", "2") * 1e6),
        ("nsr.direct-io-wait", vsam::io_wait("nsr-direct", "data_buffers", "20") * 1e6),
        ("qr.capture", (capture("one") + capture("two")) / 2.0),
        ("hop.lu62", hops[0] * 1e6),
        ("hop.xcf", hops[1] * 1e6),
        ("hop.mro", hops[2] * 1e6),
        ("hop.mirror", hops[3] * 1e6),
    ]
}
