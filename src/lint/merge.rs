//! The findings of many regions as one list: what several regions share is one finding, which says where it holds.

use crate::region::RegionInput;
use crate::rules::{Finding, InRegions, Placed};
use crate::text::FileId;
use std::collections::HashMap;

/// Of so many regions a finding has the names.
const MOST_NAMES: usize = 8;

/// Findings by place, with the regions that have them.
#[derive(Debug, Default)]
pub(super) struct Merged {
    by_place: HashMap<Key, Vec<(Finding, Holders)>>,
}

/// File, place and rule.
type Key = (FileId, u32, u32, u16);

/// The regions that have a finding: the numbers of the first ones in order, and their count.
#[derive(Debug, Default)]
struct Holders {
    first: Vec<usize>,
    count: u32,
}

impl Holders {
    fn add(&mut self, others: &[usize], count: u32) {
        self.count += count;
        self.first.extend(others);
        self.first.sort_unstable();
        self.first.truncate(MOST_NAMES);
    }
}

impl Merged {
    /// Takes in the findings of one region.
    pub(super) fn add(&mut self, region: usize, placed: Vec<Placed>) {
        for Placed { file, finding } in placed {
            self.put((file, finding.span.start, finding.span.end, finding.rule), finding, &[region], 1);
        }
    }

    /// Takes over the findings of other regions.
    pub(super) fn absorb(&mut self, other: Self) {
        for (key, findings) in other.by_place {
            for (finding, holders) in findings {
                self.put(key, finding, &holders.first, holders.count);
            }
        }
    }

    fn put(&mut self, key: Key, finding: Finding, regions: &[usize], count: u32) {
        let here = self.by_place.entry(key).or_default();
        let at = here.iter().position(|(known, _)| *known == finding).unwrap_or_else(|| {
            here.push((finding, Holders::default()));
            here.len() - 1
        });
        here[at].1.add(regions, count);
    }

    /// The findings, each with the names of its regions where a configuration names them. Where it is not one in
    /// every region, its message says where it is.
    pub(super) fn into_placed(self, inputs: &[RegionInput]) -> Vec<Placed> {
        let named = inputs.iter().filter(|input| !input.name.is_empty()).count() as u32;
        let mut placed = Vec::new();
        for ((file, ..), findings) in self.by_place {
            for (mut finding, holders) in findings {
                let names: Vec<Box<str>> = holders
                    .first
                    .iter()
                    .filter_map(|number| inputs.get(*number))
                    .filter(|input| !input.name.is_empty())
                    .map(|input| input.name.as_str().into())
                    .collect();
                if !names.is_empty() {
                    if holders.count < named {
                        finding.message.push_str(&suffix(&names, holders.count));
                    }
                    finding.regions = Some(Box::new(InRegions { names, count: holders.count }));
                }
                placed.push(Placed { file, finding });
            }
        }
        placed
    }
}

/// ` (region A)`, ` (regions A, B and 4 more)`
fn suffix(names: &[Box<str>], count: u32) -> String {
    const SHOWN: usize = 3;
    let shown = names.len().min(SHOWN);
    let list = names[..shown].join(", ");
    match count as usize - shown {
        0 if shown == 1 => format!(" (region {list})"),
        0 => format!(" (regions {list})"),
        more => format!(" (regions {list} and {more} more)"),
    }
}
