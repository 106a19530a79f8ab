"""From a Program to the text of its kernel."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal

from attrs import frozen

from interpreter.compiled.code import (  # noqa: F401  (they fill the tables of forms and of statements)
    control,
    lists,
    melds,
    moves,
    pieces,
    places,
    quantifiers,
    together,
    turns,
    values,
)
from interpreter.compiled.code.blocks import write_blocks
from interpreter.compiled.code.choices import DECLARATIONS as CHOICES
from interpreter.compiled.code.choices import write_choices
from interpreter.compiled.code.drive import EXPORTS, GAMES, declarations, write_drive
from interpreter.compiled.code.frames import declarations as frame_declarations
from interpreter.compiled.code.frames import write_stack
from interpreter.compiled.code.guessing import declarations as guess_declarations
from interpreter.compiled.code.guessing import write_guessing
from interpreter.compiled.code.invariants import declarations as invariant_declarations
from interpreter.compiled.code.invariants import write_invariants
from interpreter.compiled.code.keeping import write_collect, write_roots
from interpreter.compiled.code.kinds import Kinds
from interpreter.compiled.code.naming import DECLARATIONS as NAMING
from interpreter.compiled.code.naming import write_naming
from interpreter.compiled.code.noticing import declarations as notice_declarations
from interpreter.compiled.code.noticing import write_noticing
from interpreter.compiled.code.recording import Recording, write_recording
from interpreter.compiled.code.results import declarations as result_declarations
from interpreter.compiled.code.results import write_results
from interpreter.compiled.code.standing import DECLARATIONS as STANDING
from interpreter.compiled.code.standing import Searching, write_standing
from interpreter.compiled.code.straight import DECLARATIONS as STRAIGHT
from interpreter.compiled.code.straight import StraightCode, held_declarations, is_possible
from interpreter.compiled.code.straight_statements import fenced_blocks, write_fenced
from interpreter.compiled.code.together import DECLARATIONS as TOGETHER
from interpreter.compiled.code.together import write_together
from interpreter.compiled.code.triggers import TriggerCode
from interpreter.compiled.code.triggers import declarations as trigger_declarations
from interpreter.compiled.code.unit import Unit
from interpreter.compiled.code.unread import without_unread
from interpreter.compiled.features import Features
from interpreter.compiled.unordered import without_order
from interpreter.layout import Layout
from interpreter.machine import STEP_BUDGET
from interpreter.program import Program

_KEPT = 1 << 18
_ROOM = 1 << 23
"""Words of the heap: what lives on, and all together: as many options as there may be, with melds of a dozen
cards. Pages that are not touched cost nothing."""


Part = Literal["everything", "games", "steps"]
"""What of a kernel is written; see `write_kernel`."""


@frozen
class KernelText:
    """The text of a kernel and what is needed to understand its memory; `straight`: whole games are played
    without a stack."""

    source: str
    features: Features
    kinds: Kinds
    texts: tuple[str, ...]
    straight: bool


def kernel_text(program: Program, *, known: bool = True, step_budget: int = STEP_BUDGET) -> str:
    """The text of a Program's kernel; see `write_kernel`."""
    return write_kernel(program, known=known, step_budget=step_budget).source


def write_kernel(
    program: Program,
    *,
    known: bool = True,
    step_budget: int = STEP_BUDGET,
    recording: Recording | None = None,
    invariants: bool = False,
    only: Part = "everything",
    searching: Searching | None = None,
) -> KernelText:
    """The kernel of a Program; `known` False: nobody's knowledge is kept.

    `only` leaves out what one has no use for: "games" all that steps through a game from outside, "steps" the
    second way of playing whole games, which are played step by step then.

    With `recording` it counts what is used and has the function `record_games`. It is meant for that alone,
    as random play draws from other generators then. With `invariants` it tests what must hold at every
    decision and at the end (see `invariants.py`), and plays all games step by step. With `searching` it has
    what a tree search asks for: names of options, what seats notice, guesses, standings (see `naming.py`,
    `noticing.py`, `guessing.py`, `standing.py`); it plays step by step, too, and does not ask whether
    somebody knows the pieces that an option speaks of: a guess does not tell what others have seen before.
    """
    if only == "games" and not (known or invariants or recording or searching):
        program = without_order(program)
    layout = Layout.of(program)
    unit = Unit(program, Features(layout, known), None if recording is None else recording.uses)
    unit.tests_invariants = invariants
    unit.searches = searching is not None
    straight = only != "steps" and not invariants and searching is None and is_possible(unit)
    if straight and only == "games":
        unit.framed = fenced_blocks(program)
    triggers = TriggerCode(unit)
    write_stack(unit)
    triggers.write()
    write_blocks(unit, triggers)
    write_choices(unit)
    write_together(unit)
    turns.write_turns(unit)
    control.write_end_phase(unit)
    control.write_once(unit)
    write_results(unit)
    if invariants:
        write_invariants(unit)
    if searching is not None:
        for write in (write_naming, write_noticing, write_guessing):
            write(unit)
        write_standing(unit, searching)
    write_roots(unit)
    unit.ask("collect", lambda: write_collect(unit))
    if straight:
        StraightCode(unit, triggers).write()
        write_fenced(unit)
    unit.write_waiting()
    wake = tuple(n for n, trigger in enumerate(program.triggers) if trigger.scope is None)
    write_drive(unit, wake, straight)
    if recording is not None:
        write_recording(unit, recording, straight)
    unit.write_waiting()
    exports = GAMES if only == "games" else EXPORTS
    text = _text(unit, step_budget, exports, only == "games")
    return KernelText(text, unit.features, unit.kinds, tuple(unit.texts), straight)


def _text(unit: Unit, step_budget: int, exports: Sequence[str], games_only: bool) -> str:
    program = unit.program
    layout = unit.layout
    unit.lists.name("alloc")
    for name in sorted(unit.zones.externals):
        getattr(unit.melds, name)()
    zones = unit.zones.text()
    melding = unit.melds.text()
    counters = max(1, layout.counter_count * layout.holder_count)
    head = [
        f"EXPORTS = {tuple(name for name in exports if name in unit.functions)!r}",
        f"HEAP_KEPT = {_KEPT}",
        f"HEAP_END = {_ROOM}",
        f"KEPT_START = {len(unit.constant_words)}",
        f"constant_words = const_i64(({', '.join(map(str, unit.constant_words))},))",
        f"KEPT_LIMIT = {_KEPT // 2}",
        "KEPT_SMALL = 4096",
    ]
    declared = _once(
        [
            *declarations(program, step_budget),
            *frame_declarations(program),
            *CHOICES,
            *TOGETHER,
            *STRAIGHT,
            *trigger_declarations(program),
            *result_declarations(unit),
            *(invariant_declarations(unit) if unit.tests_invariants else []),
            *(_search_declarations(unit) if unit.searches else []),
            *([f"counters = state_i64({counters})"] if layout.counter_count else []),
            *unit.zones.declarations(),
            *unit.melds.declarations(),
            *_tables(unit),
            *unit.declarations,
        ]
    )
    texts = ["\n".join(lines) for lines in unit.functions.values()]
    shared = [text for part in (unit.lists.text(), zones, melding) for text in _split(part)]
    functions, used = _reached([*shared, *texts], exports)
    if games_only:
        functions = without_unread(functions)
        declared = [line for line in declared if " = const_" not in line or line.partition(" = ")[0] in used]
    tables = [line for line in unit.tables.text() if line.partition(" = ")[0] in used]
    # what records is asked for its figures also after a fault
    by_name = {_name(text): text for text in functions}
    holding = held_declarations(by_name, declared) if unit.counting is None else []
    lines = [*head, *holding, *declared, *tables, f"heap = state_i64({_ROOM})"]
    return "\n".join([*lines, "", "", *(f"{text}\n\n" for text in functions)])


def _search_declarations(unit: Unit) -> list[str]:
    return [*NAMING, *notice_declarations(unit), *guess_declarations(unit), *STANDING]


_WORD = re.compile(r"[A-Za-z_][A-Za-z_0-9]*")
_REMARK = re.compile(r"^ *#.*$", re.MULTILINE)


def _split(text: str) -> list[str]:
    """The functions in a text, each with what stands above it."""
    found: list[str] = []
    for line in text.splitlines():
        if line.startswith("def "):
            found.append(line)
        elif found and line.strip():
            found[-1] += "\n" + line
    return found


def _reached(functions: list[str], exports: Sequence[str]) -> tuple[list[str], set[str]]:
    """The functions that the outside may come to, in their order, and all words in them."""
    by_name = {_name(text): text for text in functions}
    waiting = [name for name in exports if name in by_name]
    words = set(waiting)
    while waiting:
        # what a remark says calls nothing
        new = set(_WORD.findall(_REMARK.sub("", by_name[waiting.pop()]))) - words
        words |= new
        waiting += new & by_name.keys()
    return [text for name, text in by_name.items() if name in words], words


def _name(function: str) -> str:
    return function[4 : function.index("(")]


def _tables(unit: Unit) -> list[str]:
    """Tables of the Layout that searches for melds read; no table is empty, also in a game without cards."""
    layout = unit.layout
    faces = ", ".join(map(str, layout.piece_face or [0]))
    bags = ", ".join(str(int(is_bag)) for is_bag in layout.is_bag or [False])
    return [f"piece_face = const_i32(({faces},))", f"zone_is_bag = const_u8(({bags},))"]


def _once(declarations: list[str]) -> list[str]:
    """Several parts may need the same array."""
    return list({line.partition(" = ")[0]: line for line in declarations}.values())
