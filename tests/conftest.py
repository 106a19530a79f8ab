"""What holds for all tests."""

from __future__ import annotations

import gc
import signal
from collections.abc import Iterator

import pytest

from tests.support import rules_files

# A shell that runs the tests in the background lets them ignore interrupts, and so would every command that a
# test starts and interrupts.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="module", autouse=True)
def forgotten(request: pytest.FixtureRequest) -> Iterator[None]:
    """What tests keep for each other (games, machines, kernels) goes when their module is done."""
    yield
    for module in (request.module, rules_files):
        for thing in list(vars(module).values()):
            if hasattr(thing, "cache_clear") and thing.__module__ == module.__name__:
                thing.cache_clear()
    gc.collect()
