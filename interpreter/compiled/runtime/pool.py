"""What the writers of this package share: the functions written so far and what is known of the game."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from interpreter.compiled.features import WORD, Features
from interpreter.compiled.runtime.lines import Lines
from interpreter.compiled.runtime.zone_classes import OWNER, Zone, ZoneClass, zone_at, zone_classes
from interpreter.layout import Layout


class Pool:
    """Functions are written when they are first asked for, and remembered by name.

    `all_seats` is the mask of all seats as text; `externals` are the functions of others that are called.
    """

    def __init__(self, layout: Layout, features: Features) -> None:
        self.layout = layout
        self.features = features
        self.classes = zone_classes(layout, features)
        self.class_of = {family: cls for cls in self.classes for family in cls.families}
        self.all_seats = str(layout.all_seats)
        self.externals: set[str] = set()
        self._asked: set[str] = set()
        self._functions: dict[str, list[str]] = {}

    # -- functions -------------------------------------------------------------------------------

    def function(self, name: str, parameters: str, about: str, write: Callable[[Lines], None]) -> str:
        """The name; the function is written now if it was not yet. `about` is its comment.

        What a function calls comes to stand above it.
        """
        if name not in self._asked:
            self._asked.add(name)
            out = Lines()
            for parameter in parameters.split(", "):
                out.fresh(parameter)
            write(out)
            comment = [f"    # {about}"] if about else []
            self._functions[name] = [f"def {name}({parameters}):", *comment, *out.text()]
        return name

    def external(self, name: str) -> str:
        """The name of a function that somebody else has to write."""
        self.externals.add(name)
        return name

    def text(self) -> str:
        """All functions."""
        return "\n\n\n".join("\n".join(lines) for lines in self._functions.values()) + "\n"

    # -- zones -----------------------------------------------------------------------------------

    def zone(self, family: int, text: str) -> Zone:
        """A zone of a family, in `text` unless the family has one only."""
        return zone_at(self.layout, self.features, self.class_of[family], text, family)

    def of_class(self, cls: ZoneClass, text: str) -> Zone:
        """A zone of a class, in `text`; where the class is one family, a zone of that."""
        family = cls.families[0] if len(cls.families) == 1 else None
        return zone_at(self.layout, self.features, cls, text, family)

    def any_zone(self, text: str) -> Zone:
        """A zone of which nothing is known: what is asked of it has to be the same for all."""
        return zone_at(self.layout, self.features, self.classes[0], text)

    def part(self, family: int | None) -> str:
        """How a family goes by in the names of functions."""
        return "any" if family is None else f"z{family}"

    def named(self, *families: int | None) -> str:
        """The families' names for a comment, where they are plain words."""
        names = ["any" if family is None else self.layout.program.zones[family].name for family in families]
        return " -> ".join(name if name.isidentifier() else "family" for name in names)

    def holding(self, wanted: Callable[[ZoneClass], bool] = lambda cls: True) -> list[ZoneClass]:
        """The classes in which something can lie; first those from which most pieces go."""
        found = [cls for cls in self.classes if cls.holds and wanted(cls)]
        return sorted(found, key=lambda cls: not cls.mask)

    def by_class(
        self,
        out: Lines,
        text: str,
        classes: Sequence[ZoneClass],
        write: Callable[[Zone], None],
        rest: str = "",
    ) -> None:
        """What is written for each class of zones that `text` can be; with `rest`, a line for all others."""
        if not classes:
            out(rest or "pass")
            return
        if len(classes) == 1 and not rest:
            write(self.of_class(classes[0], text))
            return
        kind = out.fresh("kind")
        out(f"{kind} = zone_class[{text}]")
        for index, cls in enumerate(classes):
            header = f"{'if' if index == 0 else 'elif'} {kind} == {cls.number}:"
            if index == len(classes) - 1 and not rest:
                header = "else:"
            with out.under(header):
                write(self.of_class(cls, text))
        if rest:
            with out.under("else:"):
                out(rest)

    # -- small texts -----------------------------------------------------------------------------

    def fault(self, code: str) -> str:
        """A line that ends the run."""
        return f"fault({code.upper().replace('-', '_')}, origin_now[0])"

    def sight(self, zone: Zone, facing: str) -> str:
        """Who sees a piece that lies in a zone like this; `facing` may be "0"."""
        if not self.features.facing or facing == "0":
            return zone.sees
        if zone.sees == "0":
            return f"({self.all_seats} if {facing} == 2 else 0)"
        if zone.sees == self.all_seats:
            return f"(0 if {facing} == 1 else {self.all_seats})"
        return f"({zone.sees} if {facing} == 0 else {self.all_seats} if {facing} == 2 else 0)"

    def label(self, piece: str, marks: bool) -> str:
        """What a piece goes by in a pick; with `marks` by how it lies and what it shows, too."""
        layout = self.layout
        parts = []
        if self.features.facing:
            parts.append(f"facing[{piece}]")
        if self.features.dice:
            parts.append(f"3 * shown[{piece}]")
        if not marks or not parts:
            return f"piece_label[{piece}]"
        step = len(layout.face_family) * (1 + layout.players)
        return f"piece_label[{piece}] + {step} * ({' + '.join(parts)})"

    def word_of(self, zone: Zone, piece: str) -> str:
        """The word of a mask that has a piece's bit."""
        return zone.mask if self.features.words == 1 else zone.mask % f"{piece} // {WORD}"

    def bit_of(self, piece: str) -> str:
        """A piece's bit in its word."""
        return f"1 << {piece}" if self.features.words == 1 else f"1 << {piece} % {WORD}"

    # -- sets of pieces under way ----------------------------------------------------------------
    #
    # One word is a local; more pieces are marked in an array, and the marks are taken away again.

    def has(self, group: str, piece: str) -> str:
        """Whether a piece is in a set, as text."""
        return f"{group} >> {piece} & 1" if self.features.words == 1 else f"marked[{piece}]"

    def add(self, group: str, piece: str) -> str:
        """A line that puts a piece into a set."""
        return f"{group} |= 1 << {piece}" if self.features.words == 1 else f"marked[{piece}] = 1"

    @contextmanager
    def each_in(self, out: Lines, group: str) -> Iterator[str]:
        """Goes round the pieces of a set, ascending; afterwards it is empty."""
        piece = out.fresh("piece")
        if self.features.words == 1:
            with out.under(f"while {group}:"):
                out(f"{piece} = ctz({group})", f"{group} &= {group} - 1")
                yield piece
            return
        count = self.layout.piece_count
        with out.under(f"for {piece} in range(0, {count}):"), out.under(f"if marked[{piece}]:"):
            out(f"marked[{piece}] = 0")
            yield piece

    # -- going round -----------------------------------------------------------------------------

    @contextmanager
    def each_bit(self, out: Lines, zone: Zone, only: str = "") -> Iterator[str]:
        """Goes round the pieces of a zone that is a mask, ascending; gives the local with the piece.

        The zone may change meanwhile. `only`: the name of a table of words with the pieces wanted.
        """
        rest, piece = out.fresh("rest"), out.fresh("other")
        if self.features.words == 1:
            out(f"{rest} = {zone.mask}" + (f" & {only}[0]" if only else ""))
            with out.under(f"while {rest}:"):
                out(f"{piece} = ctz({rest})", f"{rest} &= {rest} - 1")
                yield piece
            return
        word = out.fresh("word")
        with out.under(f"for {word} in range(0, {self.features.words}):"):
            out(f"{rest} = {zone.mask % word}" + (f" & {only}[{word}]" if only else ""))
            with out.under(f"while {rest}:"):
                out(f"{piece} = {word} * {WORD} + ctz({rest})", f"{rest} &= {rest} - 1")
                yield piece

    @contextmanager
    def each_place(self, out: Lines, zone: Zone, back: bool = False) -> Iterator[tuple[str, str]]:
        """Goes round the places of a zone that is a row; gives the locals with the index and the piece."""
        at, piece, first = out.fresh("at"), out.fresh("other"), out.fresh("first")
        out(f"{first} = {zone.start}")
        span = f"{first} + {zone.size} - 1, {first} - 1, -1" if back else f"{first}, {first} + {zone.size}"
        with out.under(f"for {at} in range({span}):"):
            out(f"{piece} = zone_row[{at}]")
            yield at, piece

    @contextmanager
    def each_piece(self, out: Lines, zone: Zone) -> Iterator[str]:
        """Goes round the pieces of a zone that is decided."""
        if zone.cls.mask:
            with self.each_bit(out, zone) as piece:
                yield piece
        else:
            with self.each_place(out, zone) as (_, piece):
                yield piece

    def owned(self, zone: Zone) -> bool:
        """Whether who sees the zone stands in a table."""
        return zone.cls.sees == OWNER
