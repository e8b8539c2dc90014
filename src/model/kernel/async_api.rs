//! Parents and children of the asynchronous API, and Java work that may run on a zIIP.
//!
//! A parent releases children faster than the QR TCB can run them: they form a queue of their own, in which the
//! published child spends most of its response (CICS TS V5.4 performance chapter, 8.9.5).

use super::quantity;

/// Mean response of `children` released one every `every_s`, each needing `service_s` of one server, in seconds.
///
/// Child i waits (i-1)(s-u) as long as they come faster than they are served.
pub fn children_response_s(children: u32, every_s: f64, service_s: f64) -> f64 {
    let lag = quantity(quantity(service_s) - quantity(every_s));
    quantity(service_s) + f64::from(children.saturating_sub(1)) / 2.0 * lag
}

/// When the last child ends, counted from the release of the first.
pub fn last_child_s(children: u32, every_s: f64, service_s: f64) -> f64 {
    if children == 0 {
        return 0.0;
    }
    let step = quantity(every_s).max(quantity(service_s));
    f64::from(children - 1) * step + quantity(service_s)
}

/// Response of a parent that waits for its children: its own time, and what the children need beyond it.
pub fn parent_response_s(own_s: f64, released_by_s: f64, children_end_s: f64) -> f64 {
    quantity(own_s).max(quantity(released_by_s) + quantity(children_end_s))
}

/// Whether limits starve the children: a shared class, a child class not larger, or both together above MXT.
pub fn starves_children(parent_limit: u32, child_limit: u32, same_class: bool, mxt: u32) -> bool {
    same_class || child_limit <= parent_limit || parent_limit.saturating_add(child_limit) >= mxt
}

/// Java CPU split between engine types, in engines.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ZiipSplit {
    /// On general processors by right.
    pub general: f64,
    /// On zIIPs.
    pub ziip: f64,
    /// Eligible for a zIIP, but run on general processors because the zIIPs are full.
    pub overflow: f64,
}

/// Splits `engines` of work of which `eligible` (0 to 1) may go to `ziips`, each of which takes up to `fill` of itself.
pub fn on_ziip(engines: f64, eligible: f64, ziips: f64, fill: f64) -> ZiipSplit {
    let work = quantity(engines);
    let wanted = work * quantity(eligible).min(1.0);
    let ziip = wanted.min(quantity(ziips) * quantity(fill).min(1.0));
    ZiipSplit { general: work - wanted, ziip, overflow: wanted - ziip }
}

#[cfg(test)]
mod tests {
    use super::super::close::close;
    use super::*;

    #[test]
    fn the_published_child_within_a_quarter() {
        // Table 8-13: ten children, one each 14.0 us (ASGX) or 18.4 us (ASGS), 36 us of QR each; 163 us published.
        let mean = (children_response_s(10, 14.0e-6, 36e-6) + children_response_s(10, 18.4e-6, 36e-6)) / 2.0;
        close(mean, 163e-6, 0.25);
    }

    #[test]
    fn slow_release_means_no_queue() {
        close(children_response_s(10, 1.0, 0.1), 0.1, 1e-12);
        close(last_child_s(3, 1.0, 0.1), 2.1, 1e-12);
        close(last_child_s(3, 0.01, 0.1), 0.3, 1e-12);
        assert_eq!(children_response_s(0, 0.0, 0.0), 0.0);
    }

    #[test]
    fn limits_that_starve() {
        assert!(starves_children(10, 100, true, 250));
        assert!(starves_children(50, 50, false, 250));
        assert!(starves_children(50, 200, false, 250));
        assert!(!starves_children(20, 100, false, 250));
    }

    #[test]
    fn ziip_work_spills_over() {
        let split = on_ziip(2.0, 0.75, 1.0, 0.95);
        close(split.general, 0.5, 1e-12);
        close(split.ziip, 0.95, 1e-12);
        close(split.overflow, 0.55, 1e-12);
    }
}
