//! The CSDs of many regions over shared decks: what several regions have in common is executed once.
//!
//! The deck lists of all regions are laid out as a tree, one branch where two lists part. The CSD is kept where
//! lists part or end, where more than one list passes, and nowhere else; so what is kept grows with the number of
//! places where regions differ, not with the number of decks.

use super::decks::{DeckId, Decks};
use super::execute::Csd;
use super::names::Map;
use std::sync::{Arc, OnceLock};

/// Executes the deck lists that it was made for.
#[derive(Debug, Default)]
pub struct Snapshots {
    nodes: Vec<Node>,
    children: Map<(u32, DeckId), u32>,
}

/// The end of one beginning of a list.
#[derive(Debug, Default)]
struct Node {
    /// How many lists pass or end here.
    lists: u32,
    /// How many lists end here.
    ends: u32,
    /// The lists part or end here.
    parts: bool,
    /// Whoever comes first executes the decks up to here; others wait for it.
    kept: OnceLock<Arc<Csd>>,
}

/// The nodes at which no deck is executed yet: of a CSD of a site, and of a new one.
const ROOTS: [u32; 2] = [0, 1];

impl Snapshots {
    /// For these lists, each with whether its CSD is a new one.
    pub fn new<'a>(lists: impl IntoIterator<Item = (bool, &'a [DeckId])>) -> Self {
        let mut this = Self { nodes: vec![Node::default(), Node::default()], children: Map::default() };
        for (whole, list) in lists {
            let mut at = ROOTS[usize::from(whole)];
            this.nodes[at as usize].lists += 1;
            for deck in list {
                let next = this.nodes.len() as u32;
                let child = *this.children.entry((at, *deck)).or_insert(next);
                if child == next {
                    this.nodes.push(Node::default());
                }
                at = child;
                this.nodes[at as usize].lists += 1;
            }
            this.nodes[at as usize].ends += 1;
        }
        for ((from, _), to) in &this.children {
            let parts = this.nodes[*from as usize].lists != this.nodes[*to as usize].lists;
            this.nodes[*from as usize].parts |= parts;
        }
        this
    }

    /// Whether more than one region has exactly this list.
    pub fn is_shared(&self, whole: bool, list: &[DeckId]) -> bool {
        let path = self.path(whole, list);
        path.len() == list.len() + 1 && path.last().is_some_and(|end| self.nodes[*end as usize].ends > 1)
    }

    /// The CSD after `list`, deck by deck, where it holds nothing but what IBM supplies at first (`whole`), or
    /// where it is not known what it holds.
    pub fn csd(&self, decks: &Decks, whole: bool, list: &[DeckId]) -> Arc<Csd> {
        let path = self.path(whole, list);
        let keeps = |node: &Node| node.lists > 1 && (node.parts || node.ends > 0);
        let mut known = Arc::new(if whole { Csd::initialized() } else { Csd::unknown() });
        let mut done = 0;
        for (length, at) in path.iter().enumerate().skip(1) {
            let node = &self.nodes[*at as usize];
            if !keeps(node) {
                continue;
            }
            let csd = node.kept.get_or_init(|| execute(decks, &known, &list[done..length]));
            (known, done) = (Arc::clone(csd), length);
        }
        if done == list.len() { known } else { execute(decks, &known, &list[done..]) }
    }

    /// The nodes of the beginnings of `list`, as far as they were foreseen.
    fn path(&self, whole: bool, list: &[DeckId]) -> Vec<u32> {
        let Some(root) = ROOTS.get(usize::from(whole)).filter(|root| (**root as usize) < self.nodes.len())
        else {
            return Vec::new();
        };
        let mut path = vec![*root];
        for deck in list {
            match path.last().and_then(|at| self.children.get(&(*at, *deck))) {
                Some(child) => path.push(*child),
                None => break,
            }
        }
        path
    }
}

/// The CSD after some more decks.
fn execute(decks: &Decks, csd: &Csd, list: &[DeckId]) -> Arc<Csd> {
    let mut csd = csd.clone();
    for deck in list {
        csd.execute(decks, *deck);
    }
    Arc::new(csd)
}
