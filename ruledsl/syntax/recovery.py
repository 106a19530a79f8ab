"""Going on behind what could not be read.

An *item* is a declaration, statement, option, row or step.  The machine gives up the innermost item that is
not finished: it takes its symbols off the stack, puts a `_BAD` terminal there instead, and goes on at the
end of the item's line, at its closing brace, or in its block, so that a broken head does not hide what is
wrong inside.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from ruledsl.diagnostics import did_you_mean
from ruledsl.syntax.lexer import END, Lexer, Token
from ruledsl.syntax.scan import indent, skip_blanks
from ruledsl.syntax.words import HEADS

if TYPE_CHECKING:
    from ruledsl.syntax.parser import Parser

_WORD: Final = re.compile(r"[A-Za-z_]\w*")
_BLOCKS: Final = {"table": "_BAD_TABLE", "while": "_BAD_WHILE", "example": "_BAD_EXAMPLE"}
_OPENING: Final = ("LPAR", "LSQB", "_LIST", "LBRACE")
_CLOSING: Final = ("RPAR", "RSQB", "RBRACE")
_BOUNDARIES: Final = ("LBRACE", "_NL", "SEMICOLON", "_sep", "_BAD")
_SEPARATORS: Final = ("_NL", "SEMICOLON")


class _Nothing:
    """Reads a text without a grammar: every word that is not reserved is a name, every `[` an index."""

    row: Final[dict[str, int]] = {}

    def accepts(self, *terminals: str) -> bool:
        """Nothing is expected."""
        return False


_NOTHING: Final = _Nothing()


class Recovery:
    """Finds items and leaves them."""

    def __init__(self, parser: Parser) -> None:
        self.parser = parser
        self.text = parser.source.text
        self._raw = Lexer(parser.source, parser.scan, parser.tables, lambda diagnostic: None)
        self._last = -1

    # -- looking around

    def item(self) -> int:
        """The size of the stack without the symbols of the innermost item that is not finished."""
        for size in range(len(self.parser.stack), 1, -1):
            if self.parser.accepts_below(size, "_BAD"):
                return size
        return 1

    def begin(self) -> int:
        """The size of the stack without the symbols of the innermost item, finished or not."""
        closed = 0
        for size in range(len(self.parser.stack), 1, -1):
            symbol = self.parser.stack[size - 1].symbol
            if symbol == "RBRACE":
                closed += 1
            elif symbol == "LBRACE" and closed:
                closed -= 1
            elif not closed and symbol in _BOUNDARIES:
                return size
        return 1

    def item_start(self, size: int, token: Token) -> int:
        """The offset at which an item begins, given the size of the stack without it."""
        stack = self.parser.stack
        return stack[size].start if size < len(stack) else token.start

    def is_declaration(self, size: int) -> bool:
        """Whether declarations stand where the item stands."""
        return self.parser.accepts_below(size, "_BAD_TABLE")

    def open_terminals(self, *types: str, above: int = 0) -> list[Token]:
        """The terminals of some types on the stack above a size, but for those in closed brackets."""
        found: list[Token] = []
        for symbol, _, _, start, end, _ in self.parser.stack[above:]:
            if symbol in _CLOSING:
                while found and found.pop().type not in _OPENING:
                    pass
            elif symbol in types or symbol in _OPENING:
                found.append(Token(symbol, self.text[start:end], start, end))
        return [token for token in found if token.type in types]

    def peek(self, offset: int) -> Token:
        """The terminal at an offset, read without the grammar."""
        self._raw.move_to(offset, "")
        return self._raw.next(_NOTHING)

    def word_at(self, offset: int) -> str:
        """The word that begins at an offset, or nothing."""
        match = _WORD.match(self.text, offset)
        return match[0] if match else ""

    # -- going on

    def rest(self, token: Token) -> Token:
        """Leaves the innermost item; gives the terminal to go on with."""
        size = self.item()
        if token.start == self._last:
            return self.give_up() if token.type == END else self.parser.lexer.next(self.parser)
        self._last = token.start
        start = self.item_start(size, token)
        bad, end, resume = self._end_of_item(size, start, token.start)
        return self.leave(size, Token(bad, "", start, end), resume)

    def leave_whole(self, token: Token) -> Token:
        """Leaves the innermost item, finished or not, together with its block."""
        size = self.begin()
        start = self.item_start(size, token)
        _, end, resume = self._walk(start, max(token.start, start), to_block=False)
        return self.leave(size, Token("_BAD", "", start, end), resume)

    def leave(self, size: int, bad: Token, resume: int) -> Token:
        """Puts a bad terminal in the place of all symbols above a size and goes on at an offset."""
        parser = self.parser
        parser.stack = parser.stack[:size]
        if not parser.feed(bad):
            return self.give_up()
        parser.lexer.move_to(resume, bad.type)
        return parser.lexer.next(parser)

    def give_up(self) -> Token:
        """Leaves everything that is not finished, and the whole rest of the text."""
        parser = self.parser
        end = len(self.text)
        parser.stack = parser.stack[:2] if parser.accepts_below(2, "_BAD", END) else parser.stack[:1]
        parser.feed(Token("_BAD", "", parser.stack[-1].end, end))
        return Token(END, "", end, end)

    def insert(self, type: str, token: Token) -> Token:
        """Takes a terminal that is missing before another one, which is read once more if it is a word."""
        parser = self.parser
        place = parser.stack[-1].end
        parser.feed(Token(type, "", place, place))
        if not token.text[:1].isidentifier():
            return token
        parser.lexer.move_to(token.start, type)
        return parser.lexer.next(parser)

    # -- where an item ends

    def _end_of_item(self, size: int, start: int, error: int) -> tuple[str, int, int]:
        """The bad terminal for an item, where it ends, and where to go on."""
        parser = self.parser
        block = "_BAD"
        if parser.accepts_below(size, "_BAD_TABLE"):
            block = self._block_of_declaration(start)
        elif parser.accepts_below(size, "_BAD_HEADER"):
            block = "_BAD_HEADER"
        brace, end, resume = self._walk(start, error, to_block=block != "_BAD")
        if not brace:
            return "_BAD", end, resume
        if parser.accepts_below(size, "_BAD_CHOICE"):
            first = self.word_at(skip_blanks(self.text, resume + 1))
            block = "_BAD_CHOICE" if first in ("option", "otherwise") else "_BAD_HEADER"
        return block, end, resume

    def _block_of_declaration(self, start: int) -> str:
        """The bad terminal for the head of a declaration, by its first word."""
        word = self.word_at(start)
        if word == "replace":
            word = self.word_at(skip_blanks(self.text, start + len(word)))
        if word not in HEADS:
            word = next(iter(did_you_mean(word, HEADS)), "")
        if word in ("phase", "when"):
            return "_BAD_HEADER"
        return _BLOCKS.get(word, "_BAD")

    def _walk(self, start: int, error: int, to_block: bool) -> tuple[bool, int, int]:
        """Reads from an item's start to behind its error and on to its end.

        Gives whether that end is the opening brace of its block, the end of what was left behind, and where
        to go on.
        """
        raw = self._raw
        raw.move_to(start, "")
        end = start
        while True:
            token = raw.next(_NOTHING)
            if token.type in (END, "RBRACE"):
                return False, end, token.start
            if token.type in _SEPARATORS and token.start >= error:
                return False, end, token.start
            if token.type == "LBRACE":
                if to_block and token.start >= error:
                    return True, end, token.start
                closer = self.parser.scan.closer.get(token.start)
                if closer is not None:
                    raw.move_to(closer + 1, "RBRACE")
                    end = closer + 1
                    continue
            end = token.end

    # -- braces that are not closed

    def close(self, braces: list[Token], token: Token) -> None:
        """Takes a closing brace for each of some open ones."""
        for _ in braces:
            self.parser.feed(Token("RBRACE", "", token.start, token.start))

    def unclosed_brace(self, opener: int) -> int:
        """The brace whose closing one is probably missing, given the one that stays open.

        That is the first one inside whose partner stands further left than the line it opens on.
        """
        for start, end in sorted(self.parser.scan.closer.items()):
            if start > opener and self.text[start] == "{" and self._stands_left(start, end):
                return start
        return opener

    def _stands_left(self, start: int, end: int) -> bool:
        line = self.text.rfind("\n", 0, end) + 1
        return (
            start < line
            and not self.text[line:end].strip()
            and indent(self.text, end) < indent(self.text, start)
        )
