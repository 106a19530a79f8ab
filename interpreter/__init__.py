"""interpreter: plays a Program.

It knows nothing of rules text, of terminals or of the package that writes Programs.  A position is plain
data; the machine offers its options, applies one of them and tells how a finished game stands.
"""

from __future__ import annotations

__version__ = "0.1.0"
