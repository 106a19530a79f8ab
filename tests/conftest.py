"""What holds for all tests."""

from __future__ import annotations

import signal

# A shell that runs the tests in the background lets them ignore interrupts, and so would every command that a
# test starts and interrupts.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
