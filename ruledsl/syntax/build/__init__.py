"""From what the grammar found to nodes: one method for each rule of `rules.lark`.

Every method takes the span of its rule and then the rule's children; it never looks at the text around
them.  A test compares the methods with the grammar, so that no rule is forgotten in silence.
"""

from __future__ import annotations

from ruledsl.syntax.build.transformer import Transformer

__all__ = ["Transformer"]
