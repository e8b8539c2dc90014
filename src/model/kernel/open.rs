//! Open networks of queues with several classes, in product form.
//!
//! Source: Baskett, Chandy, Muntz and Palacios (1975); Lazowska et al., "Quantitative System Performance" (1984),
//! chapters 6 and 7. Several servers are taken as one queue of the same capacity by Erlang's delay formula, which is
//! exact for equal exponential services.

use super::erlang::erlang_c;
use super::{Settled, quantity, saturated};

/// What a station is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Servers that share a queue.
    Servers(u32),
    /// Time that passes without queueing.
    Delay,
}

/// The network at rest.
#[derive(Debug, Clone, PartialEq)]
pub struct Open {
    /// Residence of each class at each station, in seconds: `residence_s[class][station]`.
    pub residence_s: Vec<Vec<f64>>,
    /// Busy share of each station; zero for delays.
    pub utilisation: Vec<f64>,
}

impl Open {
    /// Mean response of a class, in seconds.
    pub fn response_s(&self, class: usize) -> f64 {
        self.residence_s.get(class).map_or(0.0, |row| row.iter().sum())
    }
}

/// Solves the network: `rates[class]`, `demands_s[class][station]` (visits times service).
pub fn open(stations: &[Kind], rates: &[f64], demands_s: &[Vec<f64>]) -> Settled<Open> {
    let demand = |class: usize, station: usize| {
        quantity(demands_s.get(class).and_then(|d| d.get(station)).copied().unwrap_or(0.0))
    };
    let mut utilisation = vec![0.0; stations.len()];
    let mut stretch = vec![1.0; stations.len()];
    for (i, kind) in stations.iter().enumerate() {
        let Kind::Servers(servers) = *kind else { continue };
        let offered: f64 = rates.iter().enumerate().map(|(r, rate)| quantity(*rate) * demand(r, i)).sum();
        let c = f64::from(servers);
        if offered >= c && offered > 0.0 {
            let rate: f64 = rates
                .iter()
                .enumerate()
                .filter(|(r, _)| demand(*r, i) > 0.0)
                .map(|(_, x)| quantity(*x))
                .sum();
            return saturated(rate * (1.0 - c / offered));
        }
        if offered > 0.0 {
            utilisation[i] = offered / c;
            stretch[i] = 1.0 + erlang_c(servers, offered) / (c - offered);
        }
    }
    let residence_s = (0..rates.len())
        .map(|r| stretch.iter().enumerate().map(|(i, factor)| demand(r, i) * factor).collect())
        .collect();
    Settled::Steady(Open { residence_s, utilisation })
}

#[cfg(test)]
mod tests {
    use super::super::close::close;
    use super::*;

    #[test]
    fn a_central_server_as_in_the_textbook() {
        // Lazowska et al., section 6.2: CPU 0.605 s, disks 2.1 and 1.35 s, 0.3 jobs a second.
        let stations = [Kind::Servers(1), Kind::Servers(1), Kind::Servers(1)];
        let net = open(&stations, &[0.3], &[vec![0.605, 2.1, 1.35]]).steady().unwrap();
        close(net.response_s(0), 0.605 / 0.8185 + 2.1 / 0.37 + 1.35 / 0.595, 1e-9);
        close(net.utilisation[1], 0.63, 1e-12);
    }

    #[test]
    fn classes_share_and_a_full_station_saturates_all() {
        let stations = [Kind::Servers(1), Kind::Delay];
        let demands = [vec![0.01, 0.1], vec![0.02, 0.0]];
        let net = open(&stations, &[20.0, 30.0], &demands).steady().unwrap();
        close(net.response_s(0), 0.01 / 0.2 + 0.1, 1e-12);
        close(net.response_s(1), 0.02 / 0.2, 1e-12);
        assert!(open(&stations, &[60.0, 30.0], &demands).is_saturated());
        assert!(open(&[Kind::Servers(0)], &[1.0], &[vec![1.0]]).is_saturated());
    }

    #[test]
    fn several_servers_are_erlangs_queue() {
        let net = open(&[Kind::Servers(2)], &[1.0], &[vec![1.0]]).steady().unwrap();
        close(net.response_s(0), 4.0 / 3.0, 1e-12);
    }
}
