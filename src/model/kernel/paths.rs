//! What one request costs by the path it takes: EXCI, web and TLS, hops between regions, file access.
//!
//! Linear forms with published coefficients. The coefficients are arguments: where they come from, and how sure they
//! are, is the business of the constants file.

use super::quantity;

/// The largest COMMAREA, in bytes; a larger payload travels in pieces of this size.
pub const COMMAREA_LIMIT: f64 = 32_763.0;

/// A payload of more than this, in bytes, costs a channel a fixed amount more.
///
/// The published rows put the step somewhere between 1 and 32 KB; a page is a guess.
pub const LARGE_CHANNEL: f64 = 4_096.0;

/// The bytes of each COMMAREA call that cost nothing: 32 and 1,024 bytes are published alike.
pub const FREE_COMMAREA: f64 = 1_024.0;

/// A cost that grows with calls and bytes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Transfer {
    /// For each call.
    pub call: f64,
    /// Once, for a channel payload above [`LARGE_CHANNEL`].
    pub large: f64,
    /// For each byte that is not free.
    pub byte: f64,
}

/// Calls a payload needs in COMMAREAs.
pub fn commarea_calls(bytes: f64) -> f64 {
    (quantity(bytes) / COMMAREA_LIMIT).ceil().max(1.0)
}

/// Bytes of a payload beyond the free ones of each COMMAREA call.
pub fn commarea_bytes(bytes: f64) -> f64 {
    let bytes = quantity(bytes);
    let full = (commarea_calls(bytes) - 1.0).max(0.0);
    let rest = bytes - full * COMMAREA_LIMIT;
    full * (COMMAREA_LIMIT - FREE_COMMAREA) + quantity(rest - FREE_COMMAREA)
}

/// Cost of a payload sent by COMMAREA, in pieces if need be.
pub fn commarea(cost: Transfer, bytes: f64) -> f64 {
    cost.call * commarea_calls(bytes) + cost.byte * commarea_bytes(bytes)
}

/// Cost of a payload sent in a channel.
pub fn channel(cost: Transfer, bytes: f64) -> f64 {
    let bytes = quantity(bytes);
    cost.call + cost.byte * bytes + if bytes > LARGE_CHANNEL { cost.large } else { 0.0 }
}

/// The smallest number of COMMAREA calls from which a channel is cheaper, if any up to 1,000.
pub fn channel_pays_from(commarea_cost: Transfer, channel_cost: Transfer) -> Option<u32> {
    (1..=1_000).find(|calls| {
        let bytes = f64::from(calls - 1) * COMMAREA_LIMIT + 1.0;
        commarea(commarea_cost, bytes) > channel(channel_cost, bytes)
    })
}

/// Who encrypts a web connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Tls {
    /// Nobody.
    None,
    /// CICS itself, on its S8 TCBs.
    Cics,
    /// The communications server (AT-TLS).
    AtTls,
}

/// CPU parts of a web request, all in one unit.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct WebCosts {
    /// A request on a connection that stays open, in the clear.
    pub base: f64,
    /// A connection made for it.
    pub connection: f64,
    /// Encryption by CICS: record work, S8 switches, the CWXN task.
    pub cics_tls: f64,
    /// Encryption by AT-TLS.
    pub at_tls: f64,
    /// A handshake that resumes a session.
    pub resumed: f64,
    /// What a full handshake costs more than a resumed one.
    pub full: f64,
}

/// The mix of connections of web traffic; shares of requests.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct WebMix {
    /// Who encrypts.
    pub tls: Tls,
    /// Requests that need a new connection.
    pub new_connection: f64,
    /// Requests that resume a session.
    pub resumed: f64,
    /// Requests with a full handshake.
    pub full: f64,
}

/// CPU of a web request. A handshake of either kind is charged only where there is encryption.
pub fn web_request(costs: &WebCosts, mix: &WebMix) -> f64 {
    let share = |x: f64| quantity(x).min(1.0);
    let plain = costs.base + costs.connection * share(mix.new_connection);
    let handshakes = costs.resumed * share(mix.resumed) + (costs.resumed + costs.full) * share(mix.full);
    match mix.tls {
        Tls::None => plain,
        Tls::Cics => plain + costs.cics_tls + handshakes,
        Tls::AtTls => plain + costs.at_tls + handshakes,
    }
}

/// Handshake TCBs (S8) busy on average: they must stay below MAXSSLTCBS.
pub fn handshake_tcbs(requests_per_s: f64, full_share: f64, hold_s: f64) -> f64 {
    quantity(requests_per_s) * quantity(full_share).min(1.0) * quantity(hold_s)
}

/// How two regions are joined.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Transport {
    /// Cross-memory or interregion in one system.
    Mro,
    /// MRO over the coupling facility's group services, between systems.
    Xcf,
    /// SNA.
    Lu62,
    /// TCP/IP.
    Ipic,
}

/// Costs of a hop in one unit.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct HopCosts {
    /// A request and its answer.
    pub request: f64,
    /// Making and ending the mirror task.
    pub mirror: f64,
    /// The syncpoint flow of a mirror that stays.
    pub syncpoint: f64,
}

/// Cost of `requests` function-shipped in one task.
///
/// With a long-running mirror (MROLRM, or requests of a browse, which keep it anyway) the mirror is made once and the
/// syncpoint flows once; without, it is made again for every request.
pub fn shipped(cost: &HopCosts, requests: f64, mirror_stays: bool) -> f64 {
    let n = quantity(requests);
    if n == 0.0 {
        return 0.0;
    }
    if mirror_stays {
        cost.request * n + cost.mirror.min(n * cost.mirror) + cost.syncpoint
    } else {
        (cost.request + cost.mirror) * n
    }
}

/// How a file request is answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FilePath {
    /// From a shared data table.
    DataTable,
    /// From an LSR buffer, or after one I/O.
    Lsr,
    /// From an NSR buffer, or after one I/O.
    Nsr,
    /// By record-level sharing.
    Rls,
    /// From a table in the coupling facility.
    CouplingTable,
}

/// CPU and latency of file requests: per request and per I/O.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FileCosts {
    /// CPU of a request that needs no I/O.
    pub request_cpu: f64,
    /// CPU of an I/O.
    pub io_cpu: f64,
    /// Wait for an I/O.
    pub io_wait: f64,
}

/// CPU and wait of `requests` of which `misses` need an I/O.
pub fn file_requests(cost: &FileCosts, requests: f64, misses: f64) -> (f64, f64) {
    let (n, m) = (quantity(requests), quantity(misses));
    (cost.request_cpu * n + cost.io_cpu * m, cost.io_wait * m)
}

/// A 3270 terminal's access method.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Terminal {
    /// SNA (VTAM).
    Sna,
    /// TN3270.
    Telnet,
}

/// CPU of a terminal transaction, given what Telnet adds as a fraction.
pub fn terminal_cpu(cpu: f64, access: Terminal, telnet_adds: f64) -> f64 {
    match access {
        Terminal::Sna => quantity(cpu),
        Terminal::Telnet => quantity(cpu) * (1.0 + quantity(telnet_adds)),
    }
}

#[cfg(test)]
mod tests {
    use super::super::close::close;
    use super::*;

    const CPU: (Transfer, Transfer) = (
        Transfer { call: 0.01608, large: 0.0, byte: 6.252e-7 },
        Transfer { call: 0.0567, large: 0.00426, byte: 5.631e-7 },
    );

    #[test]
    fn payloads_are_cut_at_the_commarea_limit() {
        let calls: Vec<f64> =
            [0.0, 32.0, 32_760.0, 32_768.0, 524_288.0, 2_097_152.0].map(commarea_calls).into();
        assert_eq!(calls, [1.0, 1.0, 1.0, 2.0, 17.0, 65.0]);
        close(commarea(CPU.0, 2_097_152.0), 2.323, 0.02);
        close(channel(CPU.1, 2_097_152.0), 1.251, 0.02);
    }

    #[test]
    fn a_channel_pays_from_four_calls() {
        assert_eq!(channel_pays_from(CPU.0, CPU.1), Some(4));
        assert_eq!(channel_pays_from(Transfer { call: 0.0, large: 0.0, byte: 0.0 }, CPU.1), None);
    }

    #[test]
    fn web_parts_add_up() {
        let costs = WebCosts {
            base: 318.0,
            connection: 57.0,
            cics_tls: 22.0,
            at_tls: 0.0,
            resumed: 108.0,
            full: 146.0,
        };
        let mix = WebMix { tls: Tls::Cics, new_connection: 1.0, resumed: 0.0, full: 1.0 };
        close(web_request(&costs, &mix), 318.0 + 57.0 + 22.0 + 108.0 + 146.0, 1e-12);
        let plain = WebMix { tls: Tls::None, ..mix };
        close(web_request(&costs, &plain), 375.0, 1e-12);
    }

    #[test]
    fn a_mirror_that_stays_is_made_once() {
        let cost = HopCosts { request: 9.0, mirror: 12.4, syncpoint: 9.0 };
        close(shipped(&cost, 6.0, false), 6.0 * 21.4, 1e-12);
        close(shipped(&cost, 6.0, true), 54.0 + 12.4 + 9.0, 1e-12);
        assert_eq!(shipped(&cost, 0.0, true), 0.0);
    }
}
