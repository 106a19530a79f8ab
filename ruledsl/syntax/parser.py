"""Reading a text: terminals go in, nodes come out, and nothing stops at the first problem.

The parser is the usual LALR(1) machine over the tables of `tables.py`.  What it does when a terminal does
not fit stands in `repair.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from interpreter.plain import evolve
from ruledsl.diagnostics import Diagnostic
from ruledsl.source import Source, Span
from ruledsl.syntax import nodes, tables
from ruledsl.syntax.build import Transformer
from ruledsl.syntax.lexer import END, Lexer, Token
from ruledsl.syntax.scan import Scan, scan
from ruledsl.syntax.words import DEEPEST, TALLEST, word_set

MOST_PROBLEMS: Final = 200
"""After so many problems the rest of a text is not read any more."""


def parse(source: Source) -> tuple[nodes.File, tuple[Diagnostic, ...]]:
    """The tree of a text, and everything that is wrong with its form, in the order of the text.

    There is always a tree; what could not be read is in it as a `BadDeclaration` or `BadStatement`, or
    left out where a row, an option or a step was expected.  No text makes this fail.
    """
    found = scan(source)
    problems = Problems()
    whole = source.span(0, len(source.text))
    if found.too_deep is not None:
        place = source.span(found.too_deep, found.too_deep + 1)
        problems.report(Diagnostic("E036", place, {"limit": DEEPEST}))
        file = nodes.File((), span=whole)
    else:
        file = Parser(source, found, problems).run()
    _report_notes(source, found, problems)
    return evolve(file, comments=tuple(found.comments), span=whole), problems.in_order()


def _report_notes(source: Source, found: Scan, problems: Problems) -> None:
    """Tells of notes that belong to nothing."""
    lost = [notes for notes in found.notes.values() if not notes[0].taken]
    if found.too_deep is None:
        for notes in lost:
            problems.report(Diagnostic("E035", source.span(notes[0].start, notes[-1].end)))
    for note in found.misplaced:
        problems.report(Diagnostic("E034", source.span(note.start, note.end)))


class Problems:
    """What was found so far; one problem is told only once for a place."""

    def __init__(self) -> None:
        self._found: dict[tuple[str, int], Diagnostic] = {}

    def report(self, diagnostic: Diagnostic) -> None:
        """Files a problem, unless there are too many already."""
        if self.too_many:
            return
        start = diagnostic.span.start if diagnostic.span else 0
        self._found.setdefault((diagnostic.code, start), diagnostic)

    def any_between(self, codes: tuple[str, ...], start: int, end: int) -> bool:
        """Whether a problem with one of some codes begins in a stretch of the text."""
        return any(code in codes and start <= place < end for code, place in self._found)

    @property
    def too_many(self) -> bool:
        """Whether it is no use to go on."""
        return len(self._found) >= MOST_PROBLEMS

    def in_order(self) -> tuple[Diagnostic, ...]:
        """All of them, in the order of the text."""
        return tuple(self._found[key] for key in sorted(self._found, key=lambda key: (key[1], key[0])))


class Entry(NamedTuple):
    """One symbol on the parser's stack: the state behind it, its value, its place, the depth of its tree."""

    symbol: str
    state: int
    value: object
    start: int
    end: int
    depth: int


class Parser:
    """The machine: a stack of symbols, moved by terminals."""

    def __init__(self, source: Source, found: Scan, problems: Problems) -> None:
        self.source = source
        self.scan = found
        self.problems = problems
        self.tables = tables.load()
        self.stack: list[Entry] = [Entry("", 0, None, 0, 0, 0)]
        self.earlier = self.stack
        """The stack before the last terminal was taken."""
        self.too_deep = False
        self.lexer = Lexer(source, found, self.tables, problems.report)
        self._transformer = Transformer(source, found.notes, problems.report)
        self._handed_on = [rule.size == 1 and rule.method == "" for rule in self.tables.rules]
        self._methods: list[Callable[..., object] | None] = [self._method(rule) for rule in self.tables.rules]

    def run(self) -> nodes.File:
        """Reads the whole text."""
        repair: Callable[[Token], Token] | None = None
        while True:
            token = self.lexer.next(self)
            while not self.feed(token):
                repair = repair or self._repair()
                token = repair(token)
            if token.type == END:
                file = self.stack[1].value
                assert isinstance(file, nodes.File)
                return file

    def _repair(self) -> Callable[[Token], Token]:
        """What to do with a terminal that does not fit; loaded only for a text that has one."""
        from ruledsl.syntax.repair import Repairer

        return Repairer(self).repair

    # -- what the lexer and the repairs ask

    @property
    def row(self) -> dict[str, int]:
        """The terminals that the tables have for the present state."""
        return self.tables.actions[self.stack[-1].state]

    def accepts(self, *terminals: str) -> bool:
        """Whether exactly these terminals may come next."""
        return self.accepts_below(len(self.stack), *terminals)

    def accepts_below(self, size: int, *terminals: str) -> bool:
        """Whether these terminals could come if only the lowest `size` symbols were on the stack."""
        return self.accepts_on(self.stack[:size], *terminals)

    def accepts_on(self, stack: list[Entry], *terminals: str) -> bool:
        """Whether these terminals could come if this were the stack."""
        actions, gotos, rules = self.tables.actions, self.tables.gotos, self.tables.rules
        states = [entry.state for entry in stack]
        for terminal in terminals:
            while True:
                action = actions[states[-1]].get(terminal)
                if action is None:
                    return False
                if action >= 0:
                    states.append(action)
                    break
                rule = rules[-1 - action]
                if rule.size:
                    del states[-rule.size :]
                states.append(gotos[states[-1]][rule.origin])
        return True

    # -- moving

    def feed(self, token: Token) -> bool:
        """Takes a terminal; False when it does not fit, or when the tree would grow too deep.

        The stack is then as it was: the tables may reduce a few times before they notice.
        """
        actions = self.tables.actions
        stack = self.stack
        before = stack.copy()
        self.too_deep = len(stack) > TALLEST
        while not self.too_deep:
            action = actions[stack[-1].state].get(token.type)
            if action is None:
                break
            if action >= 0:
                value = self._value(token)
                stack.append(Entry(token.type, action, value, token.start, token.end, 0))
                self.earlier = before
                return True
            if self._handed_on[-1 - action]:
                self._hand_on(-1 - action, token.type)
            else:
                self.too_deep = not self._reduce(-1 - action)
        self.stack = before
        return False

    def _hand_on(self, number: int, terminal: str) -> None:
        """Reduces the top by a rule that only hands on its value, and by all such rules after it."""
        actions, rules = self.tables.actions, self.tables.rules
        gotos = self.tables.gotos[self.stack[-2].state]
        while True:
            symbol = rules[number].origin
            state = gotos[symbol]
            action = actions[state].get(terminal, 0)
            if action >= 0 or not self._handed_on[-1 - action]:
                break
            number = -1 - action
        top = self.stack[-1]
        self.stack[-1] = Entry(symbol, state, top.value, top.start, top.end, top.depth)

    def _value(self, token: Token) -> object:
        if token.type in _VALUED:
            return self._transformer.terminal(token.type, token.text, self.span(token.start, token.end))
        return token

    def _reduce(self, number: int) -> bool:
        """Puts the value of a rule in the place of its symbols; False when it is too deep."""
        stack = self.stack
        rule = self.tables.rules[number]
        method = self._methods[number]
        size = rule.size
        if size:
            entries = stack[-size:]
            start, end = entries[0].start, entries[-1].end
            depth = max([entry.depth for entry in entries])
        else:
            entries = []
            start = end = stack[-1].end
            depth = 0
        if rule.method == "":
            value = entries[rule.shape[0] or 0].value
        elif method is None:
            value = _children(rule, entries)
        else:
            value = method(Span(self.source, start, end), *_children(rule, entries))
            if isinstance(value, nodes.Node) and not isinstance(value, nodes.File):
                depth += 1
                if depth > DEEPEST:
                    return False
        if size:
            del stack[-size:]
        origin = rule.origin
        stack.append(Entry(origin, self.tables.gotos[stack[-1].state][origin], value, start, end, depth))
        return True

    def span(self, start: int, end: int) -> Span:
        """A stretch of the text."""
        return Span(self.source, start, end)

    def _method(self, rule: tables.Rule) -> Callable[..., object] | None:
        name = rule.method
        if not name:
            return None
        found: Callable[..., object] = getattr(
            self._transformer, f"{name}_" if name in Transformer.KEYWORDS else name
        )
        return found


_VALUED: Final = word_set("NAME NUMBER TEXT WRITTEN ALL END VAR NOT AFTER_SETUP")
"""Terminals that are handed to the transformer's methods as nodes."""


def _children(rule: tables.Rule, entries: list[Entry]) -> list[object]:
    """The children of a rule as its shape wants them; a list in front is taken over, not copied."""
    children: list[object] = []
    for item in rule.shape:
        if item is None:
            children.append(None)
        elif item >= 0:
            children.append(entries[item].value)
        else:
            values = entries[-1 - item].value
            assert isinstance(values, list)
            if children:
                children.extend(values)
            else:
                children = values
    return children
