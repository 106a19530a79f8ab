"""The locals of one WebAssembly function while it is written."""

from __future__ import annotations

from interpreter.compiled.wasm import encoding as wasm


class Frame:
    """Hands out locals: `take` one, `release` all that were taken since a `mark`.

    `types` is the type of every local, `names` what it was first taken for; the parameters come first.
    """

    def __init__(self, parameters: list[str]) -> None:
        self.parameters = len(parameters)
        self.types = [wasm.I64] * len(parameters)
        self.names = list(parameters)
        self._free: dict[int, list[int]] = {wasm.I64: [], wasm.I32: []}
        self._taken: list[int] = []

    def take(self, kind: int = wasm.I64, name: str = "") -> int:
        """The number of a local that nobody uses now."""
        free = self._free[kind]
        if free:
            local = free.pop()
        else:
            local = len(self.types)
            self.types.append(kind)
            self.names.append(name)
        self._taken.append(local)
        return local

    def mark(self) -> int:
        """For `release`."""
        return len(self._taken)

    def release(self, mark: int) -> None:
        """What was taken since then may be used for other things."""
        while len(self._taken) > mark:
            local = self._taken.pop()
            self._free[self.types[local]].append(local)

    def state(self) -> tuple[int, dict[int, list[int]], int]:
        """For `restore`."""
        return len(self.types), {kind: free[:] for kind, free in self._free.items()}, len(self._taken)

    def restore(self, state: tuple[int, dict[int, list[int]], int]) -> None:
        """As it was: what has been written since then is thrown away."""
        count, self._free, taken = state
        del self.types[count:], self.names[count:], self._taken[taken:]

    def declarations(self) -> bytes:
        """The locals besides the parameters, as the body of a function begins with them."""
        runs: list[tuple[int, int]] = []
        for kind in self.types[self.parameters :]:
            if runs and runs[-1][1] == kind:
                runs[-1] = (runs[-1][0] + 1, kind)
            else:
                runs.append((1, kind))
        return wasm.vector([wasm.unsigned(count) + bytes((kind,)) for count, kind in runs])
