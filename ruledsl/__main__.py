"""`python -m ruledsl`: the same as the command `ruledsl`."""

from __future__ import annotations

from ruledsl.cli.main import run

if __name__ == "__main__":
    run()
