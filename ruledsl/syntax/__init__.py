"""From text to tree.

`parse` reads a whole text and gives the tree of `nodes.py` together with everything that is wrong with its
form.  The grammar is `rules.lark`; `generate.py` turns it into the tables that `parser.py` runs on.

    scan.py        comments, notes and brackets, found without a grammar
    lexer.py       terminals, with the parser's help
    parser.py      the machine
    build/         a method for each rule, which makes its node
    repair.py      what is wrong where a terminal does not fit
    recovery.py    how to go on behind it
"""

from __future__ import annotations

from ruledsl.syntax import nodes
from ruledsl.syntax.parser import parse

__all__ = ["nodes", "parse"]
