"""The passes put together: a name of a file goes in, a game comes out.

    files --parse--> trees --merge--> effective file --lower(configuration)--> Program --> Machine

`load` reads and parses once; a `Game` lowers itself for each number of players and settings when asked.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from attrs import define, evolve, field, frozen

from interpreter.compiled.collecting import uncollected
from interpreter.program import Program
from ruledsl import files
from ruledsl.check import check_tree, errors
from ruledsl.diagnostics import Diagnostic, has_errors
from ruledsl.diagnostics.silence import apply as apply_silences
from ruledsl.lower import Lowered, lower
from ruledsl.lower.examples import lower_examples
from ruledsl.model.config import Configuration, SettingValue
from ruledsl.model.effective import Effective, merge
from ruledsl.model.settings import Setting, SettingError, declared_settings, player_range
from ruledsl.source import Source, Span
from ruledsl.syntax import nodes
from ruledsl.syntax.parser import parse

MOST_EXTENDS = 16
"""A chain of `extends` longer than this is refused."""

MOST_DECLARATIONS = 5000
"""More than this are refused: no rulebook comes near it."""

MOST_CONFIGURATIONS = 100
"""So many combinations of players and settings are looked at by `check`."""


class RulesError(Exception):
    """The rules file is wrong; `diagnostics` say how. Not raised for findings that are only warnings."""

    def __init__(self, diagnostics: tuple[Diagnostic, ...]) -> None:
        super().__init__(diagnostics)
        self.diagnostics = diagnostics

    def __str__(self) -> str:
        """All that is wrong, a line each: who does not show the findings tells at least where they are."""
        from ruledsl.diagnostics.render import render

        return f"the rules cannot be used\n{render(self.diagnostics, 'concise').rstrip()}"


@frozen
class Loaded:
    """What reading and parsing gave: the effective file (None: nothing could be read) and all findings."""

    effective: Effective | None
    diagnostics: tuple[Diagnostic, ...]
    comments: tuple[tuple[Span, str], ...] = ()


@define(eq=False)
class Game:
    """Rules that were read; `program` and `lowered` are made for a configuration and kept."""

    path: str
    effective: Effective = field(repr=False)
    diagnostics: tuple[Diagnostic, ...] = field(repr=False)
    comments: tuple[tuple[Span, str], ...] = field(repr=False)
    _lowered: dict[Configuration, Lowered] = field(factory=dict, repr=False)
    _slots: dict[str, object] = field(factory=dict, repr=False)
    _unfit: dict[Configuration, tuple[Lowered, list[Diagnostic]]] = field(factory=dict, repr=False)

    @property
    def title(self) -> str:
        """The game's title."""
        games = self.effective.all(nodes.Game)
        declaration = games[-1].declaration if games else None
        return declaration.title.value if isinstance(declaration, nodes.Game) else "Untitled"

    @property
    def players(self) -> range:
        """The numbers of players that the rules allow."""
        return player_range(self.effective)[0]

    @property
    def settings(self) -> tuple[Setting, ...]:
        """The settings that the rules declare."""
        return declared_settings(self.effective)

    @property
    def text(self) -> str:
        """The rules text, of all files from the oldest to the newest; a replay is made for this text."""
        return "\n".join(file.span.source.text for file in self.effective.files)

    def configure(
        self, players: int | None = None, settings: Mapping[str, SettingValue | str] | None = None
    ) -> Configuration:
        """A configuration, checked; the fewest players by default. Raises `SettingError`."""
        allowed = self.players
        count = allowed.start if players is None else players
        if count not in allowed:
            raise SettingError("players", str(count), _range_words(allowed))
        chosen: dict[str, SettingValue] = {}
        known = {s.name: s for s in self.settings}
        for name, value in (settings or {}).items():
            if name not in known:
                raise SettingError(name, str(value), "", tuple(known))
            chosen[name] = known[name].read(value, count)
        return Configuration(count, chosen)

    def lowered(self, config: Configuration) -> Lowered:
        """The rules lowered for a configuration, with what is wrong with them there."""
        found = self._lowered.get(config)
        if found is None or found.context.config.settings != config.settings:
            with uncollected():
                found = lower(self.effective, config)
            self._lowered[config] = found
        return found

    def program(self, config: Configuration | None = None) -> Program:
        """The Program for a configuration. Raises `RulesError` when the rules are wrong.

        What `check` says of secrets and of simultaneous choices counts, too: such rules are played by nobody.
        """
        lowered = self.lowered(config if config is not None else self.configure())
        found = [d for d in (*self.diagnostics, *lowered.diagnostics) if d.is_error]
        if lowered.program is not None and not found:
            known, found = self._unfit.get(lowered.context.config, (None, []))
            if known is not lowered:
                found = errors(lowered)
                self._unfit[lowered.context.config] = (lowered, found)
        if lowered.program is None or found:
            raise RulesError(tuple(self.effective.explained(d) for d in found))
        return lowered.program

    def configurations(self) -> list[Configuration]:
        """The configurations that `check` looks at: every number of players, and each setting at its ends."""
        players = self.players
        found = [Configuration(n) for n in players]
        for setting in self.settings:
            for value in setting.extremes(players.start):
                found.append(Configuration(players.start, {setting.name: value}))
        return found[:MOST_CONFIGURATIONS]


def _range_words(allowed: range) -> str:
    if len(allowed) == 1:
        return str(allowed.start)
    return f"{allowed.start} to {allowed.stop - 1}"


def load(name: str) -> Game:
    """The game in a file (a path, or a bundled game's name). Raises `RulesError` when it cannot be read.

    Only what makes the file unreadable is an error here; see `check` for everything that is wrong with it.
    """
    with uncollected():
        return _game(load_source(name), name)


def load_text(text: str, path: str = "<text>") -> Game:
    """The game in a text, for tools that hold one."""
    source = Source(path, text)
    return _game(_load_files(source, Path(path)), path)


def _game(loaded: Loaded, path: str) -> Game:
    if loaded.effective is None or has_errors(loaded.diagnostics):
        raise RulesError(loaded.diagnostics)
    return Game(path, loaded.effective, loaded.diagnostics, loaded.comments)


def load_source(name: str) -> Loaded:
    """Reads, parses and merges; never raises for what is wrong with a file."""
    source = files.read(name)
    if isinstance(source, list):
        return Loaded(None, tuple(source))
    return _load_files(source, files.locate(name))


def _load_files(source: Source, path: Path) -> Loaded:
    """The file and all that it extends; without the latter nothing can be said about what it means."""
    trees: list[nodes.File] = []
    diagnostics: list[Diagnostic] = []
    seen = [path.resolve()]
    while True:
        tree, found = parse(source)
        trees.append(tree)
        diagnostics.extend(found)
        if not tree.declarations and has_errors(found):
            return Loaded(None, tuple(diagnostics))  # nothing was read, so nothing is missing
        extends = _extends(tree)
        if extends is None:
            break
        base = files.extended(extends.span, extends.value, path)
        if isinstance(base, Diagnostic):
            return Loaded(None, (*diagnostics, base))
        if base.resolve() in seen:
            circle = " -> ".join(p.name for p in [*seen[seen.index(base.resolve()) :], base])
            return Loaded(None, (*diagnostics, Diagnostic("E059", extends.span, {"circle": circle})))
        if len(seen) > MOST_EXTENDS:
            return Loaded(None, (*diagnostics, Diagnostic("E066", extends.span, {"limit": MOST_EXTENDS})))
        seen.append(base.resolve())
        read = files.read_path(base, extends.value)
        if isinstance(read, list):
            return Loaded(None, (*diagnostics, *read))
        source, path = read, base
    if extends is None and _game_is_broken(trees[-1], diagnostics):
        return Loaded(None, tuple(diagnostics))
    effective, merged = merge(tuple(reversed(trees)), diagnostics)
    if len(effective.entries) > MOST_DECLARATIONS:
        facts = {"what": "declarations", "count": len(effective.entries), "limit": MOST_DECLARATIONS}
        span = effective.entries[MOST_DECLARATIONS].declaration.span
        return Loaded(None, (*diagnostics, *merged, Diagnostic("E312", span, facts)))
    comments = tuple((c.span, c.text) for tree in trees for c in tree.comments)
    return Loaded(effective, (*diagnostics, *merged), comments)


def _extends(tree: nodes.File) -> nodes.Text | None:
    for declaration in tree.declarations:
        if isinstance(declaration, nodes.Game):
            return declaration.extends
    return None


def _game_is_broken(tree: nodes.File, diagnostics: Iterable[Diagnostic]) -> bool:
    """Whether the line with the title could not be read although a variant seems to be meant."""
    if not any(isinstance(d, (nodes.Replace, nodes.Remove)) for d in tree.declarations):
        return False
    lines = {d.span.line for d in tree.declarations if isinstance(d, (nodes.Game, nodes.BadDeclaration))}
    source = tree.span.source
    return any(d.span is not None and d.span.source is source and d.span.line in lines for d in diagnostics)


def check(name: str) -> tuple[Diagnostic, ...]:
    """Everything that is wrong with a file, over all its configurations, each finding once."""
    return check_loaded(load_source(name))


def check_loaded(loaded: Loaded) -> tuple[Diagnostic, ...]:
    """Everything that is wrong with what was read."""
    if loaded.effective is None:
        return tuple(apply_silences(_once(list(loaded.diagnostics)), loaded.comments))
    return check_game(Game("", loaded.effective, loaded.diagnostics, loaded.comments))


def check_game(game: Game, examples: bool = True) -> tuple[Diagnostic, ...]:
    """Everything that is wrong with a game, whatever that is; without `examples` its examples are left out.

    The game keeps what was lowered for it.
    """
    found = list(player_range(game.effective)[1])
    lowered = [game.lowered(config) for config in game.configurations()]
    for one in lowered:
        found.extend(one.diagnostics)
    found.extend(_everywhere(lowered))
    clean = not has_errors(game.diagnostics) and not has_errors(found)
    found.extend(check_tree(game.effective, lowered, clean))
    diagnostics = [*game.diagnostics, *_readable(game.diagnostics, found)]
    if examples and not has_errors(diagnostics):
        for group in lower_examples(game.effective, lowered=game.lowered):
            diagnostics.extend(d for d in group.diagnostics if d.is_error)
    explained = [game.effective.explained(d) for d in _once(diagnostics)]
    return tuple(apply_silences(explained, game.comments, game.effective.root.span.source))


def _readable(form: Sequence[Diagnostic], meaning: Iterable[Diagnostic]) -> list[Diagnostic]:
    """What was found about the meaning, without the lines that could not be read.

    Of these only a part is in the tree, so that nothing can be said about what they mean.
    """
    broken = {(d.span.source, d.span.line) for d in form if d.span is not None and d.is_error}
    return [d for d in meaning if d.span is None or (d.span.source, d.span.line) not in broken]


def _everywhere(lowered: list[Lowered]) -> list[Diagnostic]:
    """The doubts that all configurations share."""
    shared = lowered[0].context.doubts
    return [d for key, d in shared.items() if all(key in one.context.doubts for one in lowered)]


def _once(diagnostics: list[Diagnostic]) -> list[Diagnostic]:
    """Each finding once; what was found for several numbers of players tells all of them."""
    kept: dict[tuple[object, ...], Diagnostic] = {}
    players: dict[tuple[object, ...], set[int]] = {}
    for d in diagnostics:
        place = (id(d.span.source), d.span.start, d.span.end) if d.span is not None else (d.path,)
        key = (d.code, *place)
        kept.setdefault(key, d)
        count = d.facts.get("players")
        if isinstance(count, int):
            players.setdefault(key, set()).add(count)
    for key, counts in players.items():
        facts = {**kept[key].facts, "players": tuple(str(n) for n in sorted(counts))}
        kept[key] = evolve(kept[key], facts=facts)
    return list(kept.values())
