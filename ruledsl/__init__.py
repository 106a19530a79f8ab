"""ruledsl: a language for the rules of card games, and the tools around it.

A `.rules` file is read by `syntax`, checked by `check`, lowered by `lower` into a Program, and played by the
separate package `interpreter`.  `ruledsl.pipeline` is the one place that puts these passes together.
Importing this package loads nothing else, so that a command starts quickly.
"""

from __future__ import annotations

__version__ = "0.1.0"
