//! What a task costs by the way its request comes in: web with and without TLS, EXCI.

use super::{PathBuilder, US};
use crate::model::data::{Basis, Interval};
use crate::model::kernel::paths::{Tls, Transfer, WebCosts, WebMix, channel, commarea, web_request};
use crate::model::solve::parameters::{Act, Block, Cause};
use crate::model::workload::build::Bound;
use crate::model::workload::file::{Exci, Refused, Web};

/// SSLDELAY where no SIT says it, in seconds.
const SESSIONS_KEPT_S: u32 = 600;

/// Whose CPU that of web requests is.
const WITH_STACK: &str = "CPU of web requests is that of the region and of the TCP/IP stack together, as published; the stack \
    had 2 to 6 % of it";

/// Whose CPU that of EXCI calls is.
const WITH_CLIENT: &str = "CPU of EXCI calls is that of the client and of the region together, as published: all of it is taken to \
    be the region's";

/// Why no response is predicted where there are handshakes.
const HANDSHAKES: &str = "the time of a TLS handshake is as it was measured (6 to 11 ms a full one, 2 to 3 ms a resumed one, in \
    whole milliseconds that follow no rule), not predicted: with another network or other keys it is another";

impl PathBuilder<'_, '_, '_> {
    /// Who encrypts: the workload says it, or SSL of the TCPIPSERVICE.
    fn tls(&self, web: &Web) -> Result<Tls, Refused> {
        let ssl = |name: &str| self.context.settings.get_or("TCPIPSERVICE", name, "SSL", "NO");
        let said = web.tls.as_deref().or_else(|| {
            web.tcpipservice.as_deref().map(|name| match ssl(name) {
                "YES" | "CLIENTAUTH" => "cics",
                "ATTLSAWARE" => "at-tls",
                _ => "none",
            })
        });
        match said.map(str::to_lowercase).as_deref() {
            Some("none") => Ok(Tls::None),
            Some("cics") => Ok(Tls::Cics),
            Some("at-tls") => Ok(Tls::AtTls),
            Some(other) => Err(Refused::Setting(format!("tls = \"{other}\" is not none, cics or at-tls"))),
            None => Err(Refused::Setting(format!(
                "transaction {}: web needs tls (none, cics, at-tls) or tcpipservice",
                self.t.id
            ))),
        }
    }

    pub(super) fn web(&mut self, web: &Web) -> Result<(), Refused> {
        self.context.note(WITH_STACK.to_owned());
        let tls = self.tls(web)?;
        let mix = self.mix(web, tls)?;
        // Each part apart, so that two ways to serve a request are compared by what they do not have in common.
        let plain = WebMix { tls: Tls::None, ..mix };
        let quiet = WebMix { resumed: 0.0, full: 0.0, ..mix };
        let of = |mix: WebMix, bound: Bound| web_request(&web_costs(bound), &mix);
        let range = |part: &dyn Fn(Bound) -> f64| {
            Interval::around(part(Bound::Low), part(Bound::Mid), part(Bound::High))
        };
        self.part("web", range(&|b| of(plain, b)), Basis::Calibrated, &["8-18", "8-19"]);
        let (name, row) = if tls == Tls::AtTls { ("at-tls", "8-23") } else { ("tls by cics", "8-20") };
        let encryption = range(&|b| of(quiet, b) - of(plain, b));
        self.part(name, encryption, Basis::Calibrated, &["8-18", row]);
        let handshakes = range(&|b| of(mix, b) - of(quiet, b));
        self.part("handshakes", handshakes, Basis::Calibrated, &["8-21", "8-22"]);
        let bound = self.context.bound;
        self.extra += self.scaled(of(quiet, bound));
        for (share, time) in [(mix.resumed, "web.resumed-time"), (mix.full, "web.full-time")] {
            let full = f64::from(u8::from(time == "web.full-time"));
            let one = WebMix { resumed: 1.0 - full, full, ..mix };
            self.handshake(tls, share, (of(quiet, bound), of(one, bound)), time)?;
        }
        Ok(())
    }

    /// A handshake that this share of the requests makes, given the CPU of a request without and with it. It takes as long
    /// as it was measured, and the TCB is held throughout; no rule says how long that is elsewhere.
    fn handshake(
        &mut self,
        tls: Tls,
        share: f64,
        (without, with): (f64, f64),
        time: &'static str,
    ) -> Result<(), Refused> {
        let cpu = with - without;
        if share <= 0.0 || cpu <= 0.0 {
            return Ok(());
        }
        self.context.not_predicted(&self.t.id, HANDSHAKES);
        // The response was measured with all CPU of the request in it.
        let beside = (self.constant(time) - with).max(0.0) * US;
        let mut acts = vec![
            Act::Open { seconds: self.scaled(cpu) },
            Act::Delay { cause: Cause::Other, seconds: beside },
        ];
        // The S8 TCBs of CICS, or those of the stack: never the QR TCB.
        if tls == Tls::Cics {
            let limit = self.context.settings.count_or("SIT", "", "MAXSSLTCBS", 32)?;
            let pool = self.context.limited("S8 TCBs", Cause::Tcb, limit, ("SIT", "", "MAXSSLTCBS"));
            acts.insert(0, Act::Take { pool });
            acts.push(Act::Give { pool });
        }
        self.middle.push(Block { times: share.min(1.0), acts });
        Ok(())
    }

    /// The shares of new connections and handshakes: as the workload has them, or as the service and SSLDELAY make them.
    fn mix(&self, web: &Web, tls: Tls) -> Result<WebMix, Refused> {
        let settings = self.context.settings;
        let zero = |attribute| {
            let value =
                web.tcpipservice.as_deref().and_then(|name| settings.get("TCPIPSERVICE", name, attribute));
            value.is_some_and(|value| !value.is_empty() && value.bytes().all(|b| b == b'0'))
        };
        // SOCKETCLOSE(0) closes after every request, and so does MAXPERSIST(0), which lets no connection stay.
        let (closes, none_stays) = (zero("SOCKETCLOSE"), zero("MAXPERSIST"));
        let new = if closes || none_stays { 1.0 } else { web.new_connection_percent / 100.0 };
        let full = web.full_handshake_percent / 100.0;
        // A new connection with TLS makes a handshake, of one kind or the other.
        let resumed = (web.resumed_percent / 100.0).max(new - full);
        let mut mix = WebMix { tls, new_connection: new, resumed, full };
        if let (Some(away), Tls::Cics) = (web.client_returns_s, tls) {
            let kept = f64::from(settings.count_or("SIT", "", "SSLDELAY", SESSIONS_KEPT_S)?);
            let all = resumed + full;
            // Clients come back after times that are exponential.
            mix.resumed = if away > 0.0 { all * -(-kept / away).exp_m1() } else { all };
            mix.full = all - mix.resumed;
        }
        Ok(mix)
    }

    pub(super) fn exci(&mut self, exci: &Exci) -> Result<(), Refused> {
        let by_channel = match exci.by.to_lowercase().as_str() {
            "channel" => true,
            "commarea" => false,
            other => return Err(Refused::Setting(format!("by = \"{other}\" is not commarea or channel"))),
        };
        self.context.note(WITH_CLIENT.to_owned());
        // Lines for the CPU, and for the time that the client sees, which is measured with the CPU in it.
        let line = |bound: Bound, of: &str| {
            let c = |id: &str| bound.constant(&format!("exci.{id}{of}"));
            if by_channel {
                let cost =
                    Transfer { call: c("channel-call"), large: c("channel-large"), byte: c("channel-byte") };
                channel(cost, exci.bytes)
            } else {
                let cost = Transfer { call: c("commarea-call"), large: 0.0, byte: c("commarea-byte") };
                commarea(cost, exci.bytes)
            }
        };
        let cost = |bound: Bound| line(bound, "");
        let us = Interval::around(cost(Bound::Low), cost(Bound::Mid), cost(Bound::High));
        self.part("exci", us, Basis::Calibrated, &["8-15"]);
        let bound = self.context.bound;
        self.extra += self.scaled(cost(bound));
        self.delay(1.0, Cause::Hop, (line(bound, "-response") - cost(bound)).max(0.0) * US);
        Ok(())
    }
}

/// What the parts of a web request cost.
fn web_costs(bound: Bound) -> WebCosts {
    let c = |id| bound.constant(id);
    WebCosts {
        base: c("web.base"),
        connection: c("web.connection"),
        cics_tls: c("web.cics-tls"),
        at_tls: c("web.at-tls"),
        resumed: c("web.resumed"),
        full: c("web.full"),
    }
}
