//! Elements that are kept as written.

use super::tree::NodeRef;
use crate::spec::raw::Raw;

/// An element with everything inside it.
pub(super) fn raw(node: NodeRef<'_>) -> Raw {
    Raw {
        tag: node.tag().to_owned(),
        span: node.span(),
        attrs: node
            .attrs()
            .map(|a| (a.name().to_owned(), a.value().into_owned(), a.span()))
            .collect(),
        children: node.children().map(raw).collect(),
    }
}
