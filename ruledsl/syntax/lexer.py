"""Splitting a text into terminals, with the parser's help.

Which terminals may come next is known to the parser alone, and it decides three things here: whether a word
is a keyword or a name, whether a `[` begins a list of written values or an index, and what stands in a
list.  Where something is written as in another language, the lexer says so and hands on what was meant.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable
from typing import Final, NamedTuple, Protocol

from ruledsl.diagnostics import Diagnostic
from ruledsl.diagnostics.diagnostic import Related
from ruledsl.source import Source
from ruledsl.syntax.scan import Scan, skip_blanks, text_before_brace
from ruledsl.syntax.tables import Tables
from ruledsl.syntax.words import (
    BEFORE_VALUE,
    GOES_ON_AFTER,
    GOES_ON_BEFORE,
    LONGEST_NAME,
    LONGEST_NUMBER,
    RESERVED,
    SIGNS_GO_ON_BEFORE,
)

FOREIGN: Final[dict[str, tuple[str, str]]] = {
    "==": ("E019", "is"),
    "!=": ("E020", "is not"),
    "<>": ("E020", "is not"),
    "≠": ("E020", "is not"),
    "&&": ("E021", "and"),
    "||": ("E021", "or"),
    "!": ("E021", "not"),
    "=>": ("E022", "->"),
    "→": ("E022", "->"),
    "=<": ("E022", "<="),
    "≤": ("E022", "<="),
    "≥": ("E022", ">="),
    ":=": ("E022", "="),
    "…": ("E022", ".."),
    "...": ("E022", ".."),
    "−": ("E022", "-"),
    "–": ("E022", "-"),
    "×": ("E022", "*"),
    "÷": ("E022", "/"),
    "%": ("E015", "/"),
}
"""Signs of other languages: the code, and what is written instead."""

END: Final = "$END"

_SIGNS: Final = ("->", "..", "+=", "-=", "<=", ">=", *"+-*/=<>|,;:.(){}[]")
_LONGEST_FIRST: Final = sorted((*_SIGNS, *FOREIGN), key=len, reverse=True)
_KNOWN: Final = re.escape("".join(sorted({*"".join(_LONGEST_FIRST), *"\"#'“„«"})))
_TOKEN: Final = re.compile(
    r"[ \t\r\f]*(?:#[^\n]*)?(?:(?P<name>[^\W\d]\w*)|(?P<number>[0-9]\w*)|(?P<line>\n)"
    r"|(?P<text>\"(?:\\[^\n]|[^\"\\\n])*(?P<quote>\"?)|'[^'\n]*'|[“„”«][^“„”«»\"\n]*[“”»\"])"
    r"|(?P<foreign>//[^\n]*)|(?P<sign>"
    + "|".join(map(re.escape, _LONGEST_FIRST))
    + rf")|(?P<stray>[^\w\s{_KNOWN}]+|.))?",
    re.DOTALL,
)
_WRITTEN: Final = re.compile(r"[^\s\[\]{}()\";,#]+")
_ESCAPE: Final = re.compile(r"\\(.)")
_WORD: Final = re.compile(r"[^\W\d]\w*")


class Token(NamedTuple):
    """A terminal: its kind, its text, and the offsets of its first and behind its last character."""

    type: str
    text: str
    start: int
    end: int


class Acceptor(Protocol):
    """What the lexer asks of the parser."""

    @property
    def row(self) -> dict[str, int]:
        """The terminals that the tables allow in the present state; a few of them may be wrong."""

    def accepts(self, *terminals: str) -> bool:
        """Whether exactly these terminals may come next."""


class Lexer:
    """Gives one terminal after the other; it can be set to any place at which a statement begins or ends."""

    def __init__(
        self, source: Source, scan: Scan, tables: Tables, report: Callable[[Diagnostic], None]
    ) -> None:
        self._source = source
        self._text = source.text
        self._scan = scan
        self._words = tables.words
        self._signs = tables.signs
        self._report = report
        self._pairs = {text.split()[0]: text for text in tables.words if " " in text}
        self._pending: deque[Token] = deque()
        self._list: int | None = None
        self._commas_in = -1
        self._depth = 0
        self.position = 0
        self.previous = Token("", "", 0, 0)

    def move_to(self, position: int, previous: str) -> None:
        """Goes on at another place, as if a terminal of the type `previous` stood right before it."""
        self._pending.clear()
        self._list = None
        self._depth = 0
        self.position = position
        self.previous = Token(previous, "", position, position)

    def next(self, parser: Acceptor) -> Token:
        """The next terminal; at the end of the text `$END`, again and again."""
        token = self._pending.popleft() if self._pending else self._read(parser)
        self.previous = token
        return token

    def _read(self, parser: Acceptor) -> Token:
        while True:
            if self._list is not None:
                token = self._list_item(self._list)
            else:
                match = _TOKEN.match(self._text, self.position)
                if match is None or match.lastgroup is None:
                    self.position = len(self._text)
                    return Token(END, "", self.position, self.position)
                self.position = match.end()
                token = self._make(parser, match)
            if token is not None:
                return token

    def _make(self, parser: Acceptor, match: re.Match[str]) -> Token | None:
        kind = str(match.lastgroup)
        text, start, end = match[kind], match.start(kind), match.end(kind)
        if kind == "name":
            return self._name(parser, text, start, end)
        if kind == "sign":
            return self._sign(parser, text, start, end)
        if kind == "line":
            return self._line_end(start)
        if kind == "number":
            return self._number(text, start, end)
        if kind == "text":
            return self._quoted(match, text, start, end)
        if kind == "foreign":
            self._tell("E023", start, start + 2)
        else:
            self._tell("E015", start, end, sign=text)
        return None

    # -- names and words

    def _name(self, parser: Acceptor, text: str, start: int, end: int) -> Token:
        if text in RESERVED:
            return Token(self._words[text], text, start, end)
        if text in self._pairs:
            pair = self._pair(parser, text, start)
            if pair is not None:
                return pair
        terminal = self._words.get(text)
        if terminal is not None and self._is_keyword(parser, text, terminal, end):
            return Token(terminal, text, start, end)
        if not text.isascii():
            letters = dict.fromkeys(letter for letter in text if not letter.isascii())
            self._tell("E026", start, end, name=text, letters="".join(letters))
        elif len(text) > LONGEST_NAME:
            self._tell("E025", start, end, length=len(text), limit=LONGEST_NAME)
        return Token("NAME", text, start, end)

    def _pair(self, parser: Acceptor, text: str, start: int) -> Token | None:
        """Two words that are one terminal, such as `up to`."""
        pair = self._pairs[text]
        second = pair.split()[1]
        place = skip_blanks(self._text, start + len(text))
        word = _WORD.match(self._text, place)
        if word is None or word[0] != second or "\n" in self._text[start:place]:
            return None
        if not parser.accepts(self._words[pair]):
            return None
        self.position = word.end()
        return Token(self._words[pair], self._text[start : word.end()], start, word.end())

    def _is_keyword(self, parser: Acceptor, text: str, terminal: str, end: int) -> bool:
        """Whether a word that is no reserved one is a keyword here, and not a name."""
        row = parser.row
        if terminal not in row:
            return False
        if "NAME" not in row:
            return True
        if not parser.accepts(terminal):
            return False
        if text not in BEFORE_VALUE or not parser.accepts("NAME"):
            return True
        following = self._text[end : end + 40].lstrip(" \t")[:1]
        return following not in ".=+*/<>|,;:)}]\r\n#"

    # -- numbers and texts

    def _number(self, text: str, start: int, end: int) -> Token:
        if not (text.isascii() and text.isdigit()):
            self._tell("E026", start, end, name=text, letters=text[0])
            return Token("NAME", text, start, end)
        if len(text) > LONGEST_NUMBER:
            self._tell("E024", start, end, digits=len(text), limit=LONGEST_NUMBER)
            text = "9" * LONGEST_NUMBER
        return Token("NUMBER", text, start, end)

    def _quoted(self, match: re.Match[str], text: str, start: int, end: int) -> Token:
        if text[0] != '"':
            self._tell("E018", start, end, quote=text[0])
            return Token("TEXT", f'"{text[1:-1]}"', start, end)
        if not match["quote"]:
            end = start + len(text_before_brace(text))
            self.position = end
            text = self._text[start:end]
            self._tell("E016", start, end)
        for escape in _ESCAPE.finditer(text):
            if escape[1] not in 'n"\\':
                self._tell("E017", start + escape.start(), start + escape.end(), escape=escape[0])
        return Token("TEXT", text, start, end)

    # -- signs and line ends

    def _sign(self, parser: Acceptor, text: str, start: int, end: int) -> Token:
        if text in FOREIGN:
            return self._foreign(parser, text, start, end)
        if text == "[":
            if "_LIST" in parser.row and ("LSQB" not in parser.row or parser.accepts("_LIST")):
                self._list = start
                return Token("_LIST", text, start, end)
            self._opened(start)
        elif text == "(":
            self._opened(start)
        elif text in ")]" and start not in self._scan.unopened:
            self._depth = max(0, self._depth - 1)
        return Token(self._signs[text], text, start, end)

    def _opened(self, start: int) -> None:
        if start not in self._scan.unclosed:
            self._depth += 1

    def _foreign(self, parser: Acceptor, text: str, start: int, end: int) -> Token:
        code, meant = FOREIGN[text]
        if text == "=>" and parser.accepts("_AT_LEAST"):
            meant = ">="
        if text == "==" and parser.accepts("EQUAL"):
            code, meant = "E022", "="
        self._tell(code, start, end, sign=text, meant=meant)
        types = [self._words.get(word) or self._signs[word] for word in meant.split()]
        tokens = [Token(type, text, start, end) for type in types]
        self._pending.extend(tokens[1:])
        return tokens[0]

    def _line_end(self, start: int) -> Token | None:
        """The end of a line and of all empty lines after it, if it means anything."""
        text = self._text
        self.position = skip_blanks(text, start)
        if self._depth or self.previous.type in GOES_ON_AFTER:
            return None
        following = text[self.position : self.position + 1]
        if following in SIGNS_GO_ON_BEFORE:
            return None
        word = _WORD.match(text, self.position)
        if word is not None and word[0] in GOES_ON_BEFORE:
            return None
        return Token("_NL", "\n", self.previous.end, self.previous.end)

    # -- lists

    def _list_item(self, opener: int) -> Token | None:
        """A value of a list, its end, or None after something that does not belong there."""
        text = self._text
        start = skip_blanks(text, self.position)
        unclosed = opener in self._scan.unclosed
        if unclosed and (start >= len(text) or "\n" in text[self.position : start] or text[start] in "{};("):
            self._list = None
            end = self.previous.end
            self.tell_unclosed(opener, end)
            return Token("RSQB", "", end, end)
        match = _WRITTEN.match(text, start)
        if match is not None:
            self.position = match.end()
            return Token("WRITTEN", match[0], start, match.end())
        self.position = start + 1
        if text[start] == "]":
            self._list = None
            return Token("RSQB", "]", start, start + 1)
        if text[start] != ",":
            self._tell("E015", start, start + 1, sign=text[start])
        elif self._commas_in != opener:
            self._commas_in = opener
            self._tell("E037", start, start + 1)
        return None

    def tell_unclosed(self, opener: int, end: int) -> None:
        """Tells that a round or square bracket is not closed by the place `end`."""
        bracket = self._text[opener]
        related = Related(self._source.span(opener, opener + 1), "opened here")
        facts = {"bracket": bracket, "closer": ")" if bracket == "(" else "]"}
        self._report(Diagnostic("E014", self._source.span(end, end), facts, related=(related,)))

    def _tell(self, code: str, start: int, end: int, **facts: str | int) -> None:
        self._report(Diagnostic(code, self._source.span(start, end), facts))
