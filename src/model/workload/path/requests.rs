//! What a task costs by the way its request comes in: web with and without TLS, EXCI.

use super::PathBuilder;
use crate::model::data::{Basis, Interval};
use crate::model::kernel::paths::{Tls, Transfer, WebCosts, WebMix, channel, commarea, web_request};
use crate::model::solve::parameters::{Act, Block, Cause};
use crate::model::workload::build::Bound;
use crate::model::workload::file::{Exci, Refused, Web};

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
        let tls = self.tls(web)?;
        let service = web.tcpipservice.as_deref();
        let closes = service.and_then(|name| self.context.settings.get("TCPIPSERVICE", name, "SOCKETCLOSE"));
        // SOCKETCLOSE(0) closes after every request.
        let always = closes.is_some_and(|value| !value.is_empty() && value.bytes().all(|b| b == b'0'));
        let mix = WebMix {
            tls,
            new_connection: if always { 1.0 } else { web.new_connection_percent / 100.0 },
            resumed: web.resumed_percent / 100.0,
            full: web.full_handshake_percent / 100.0,
        };
        let cost = |bound: Bound| {
            let c = |id| bound.constant(id);
            let costs = WebCosts {
                base: c("web.base"),
                connection: c("web.connection"),
                cics_tls: c("web.cics-tls"),
                at_tls: c("web.at-tls"),
                resumed: c("web.resumed"),
                full: c("web.full"),
            };
            web_request(&costs, &mix)
        };
        let us = Interval::around(cost(Bound::Low), cost(Bound::Mid), cost(Bound::High));
        self.part("web", us, Basis::Calibrated, &["8-18", "8-19", "8-20", "8-21", "8-22", "8-23"]);
        let all = cost(self.context.bound);
        let handshake = all - web_request_without_handshake(&mix, self.context.bound);
        self.extra += self.scaled(all - handshake);
        if handshake > 0.0 && tls == Tls::Cics {
            // Handshakes run on the S8 TCBs.
            let limit = self.context.settings.count_or("SIT", "", "MAXSSLTCBS", 32)?;
            let pool = self.context.limited("S8 TCBs", Cause::Tcb, limit, ("SIT", "", "MAXSSLTCBS"));
            let seconds = self.scaled(handshake);
            let acts = vec![Act::Take { pool }, Act::Open { seconds }, Act::Give { pool }];
            self.middle.push(Block { times: 1.0, acts });
        } else {
            self.extra += self.scaled(handshake);
        }
        Ok(())
    }

    pub(super) fn exci(&mut self, exci: &Exci) -> Result<(), Refused> {
        let by_channel = match exci.by.to_lowercase().as_str() {
            "channel" => true,
            "commarea" => false,
            other => return Err(Refused::Setting(format!("by = \"{other}\" is not commarea or channel"))),
        };
        let cost = |bound: Bound| {
            let c = |id: &str| bound.constant(id);
            if by_channel {
                let cost = Transfer {
                    call: c("exci.channel-call"),
                    large: c("exci.channel-large"),
                    byte: c("exci.channel-byte"),
                };
                channel(cost, exci.bytes)
            } else {
                let cost =
                    Transfer { call: c("exci.commarea-call"), large: 0.0, byte: c("exci.commarea-byte") };
                commarea(cost, exci.bytes)
            }
        };
        let us = Interval::around(cost(Bound::Low), cost(Bound::Mid), cost(Bound::High));
        self.part("exci", us, Basis::Calibrated, &["8-15"]);
        self.extra += self.scaled(cost(self.context.bound));
        Ok(())
    }
}

/// CPU of a web request without its handshakes.
fn web_request_without_handshake(mix: &WebMix, bound: Bound) -> f64 {
    let c = |id| bound.constant(id);
    let costs = WebCosts {
        base: c("web.base"),
        connection: c("web.connection"),
        cics_tls: c("web.cics-tls"),
        at_tls: c("web.at-tls"),
        resumed: 0.0,
        full: 0.0,
    };
    web_request(&costs, mix)
}
