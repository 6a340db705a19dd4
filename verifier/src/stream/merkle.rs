//! The Merkle root of RFC 9162: format.md, section 2.2.

use sha2::{Digest as _, Sha256};

use super::derive::Digest;

/// A Merkle tree of RFC 9162 that keeps one digest for each full subtree.
#[derive(Default)]
pub struct Tree {
    /// Roots of full subtrees, larger ones first, with their number of leaves.
    roots: Vec<(u64, Digest)>,
}

impl Tree {
    /// Adds a leaf.
    pub fn push(&mut self, data: &[u8]) {
        let mut node = (1, node(0, &[data]));
        while let Some((leaves, root)) = self.roots.last().copied() {
            if leaves != node.0 {
                break;
            }
            self.roots.pop();
            node = (2 * leaves, self::node(1, &[&root, &node.1]));
        }
        self.roots.push(node);
    }

    /// Returns the root.
    #[must_use]
    pub fn root(&self) -> Digest {
        let mut roots = self.roots.iter().rev().map(|(_, root)| *root);
        let Some(last) = roots.next() else {
            return Sha256::digest([]).into();
        };
        roots.fold(last, |right, left| node(1, &[&left, &right]))
    }
}

fn node(prefix: u8, parts: &[&[u8]]) -> Digest {
    let mut sha = Sha256::new();
    sha.update([prefix]);
    for part in parts {
        sha.update(part);
    }
    sha.finalize().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn naive(leaves: &[Vec<u8>]) -> Digest {
        match leaves {
            [] => Sha256::digest([]).into(),
            [leaf] => node(0, &[leaf]),
            many => {
                let mut split = 1;
                while split * 2 < many.len() {
                    split *= 2;
                }
                node(1, &[&naive(&many[..split]), &naive(&many[split..])])
            }
        }
    }

    #[test]
    fn the_tree_is_that_of_the_rfc() {
        for count in 0..40_u8 {
            let leaves: Vec<Vec<u8>> = (0..count).map(|leaf| vec![leaf; 3]).collect();
            let mut tree = Tree::default();
            leaves.iter().for_each(|leaf| tree.push(leaf));
            assert_eq!(tree.root(), naive(&leaves), "{count} leaves");
        }
    }
}
