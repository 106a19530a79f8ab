"""What is wrong where a terminal does not fit, and how to go on.

Each cause is a method that looks at the terminal and the stack.  It gives None when it does not apply;
otherwise it reports what is wrong, repairs the stack, and gives the terminal to go on with.  The first that
applies wins, so that there is one message for one mistake.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from ruledsl.diagnostics import Diagnostic, did_you_mean
from ruledsl.diagnostics.diagnostic import Related
from ruledsl.syntax.expected import describe, describe_expected
from ruledsl.syntax.forms import form_like
from ruledsl.syntax.lexer import END, Token
from ruledsl.syntax.recovery import Recovery
from ruledsl.syntax.scan import begins_line, indent, skip_blanks
from ruledsl.syntax.words import DEEPEST, GOES_ON_AFTER, HEADS, ONLY_OUTERMOST, RESERVED, SYNONYMS, word_set

if TYPE_CHECKING:
    from ruledsl.syntax.parser import Entry, Parser

_BRACKETS: Final = word_set("LPAR LSQB LBRACE")
_TESTS: Final = word_set("LESSTHAN MORETHAN _AT_MOST _AT_LEAST IS HAS")
_TEST_ENDS: Final = (
    "LPAR",
    "LSQB",
    "LBRACE",
    "AND",
    "OR",
    "COMMA",
    "WHERE",
    "COLON",
    "EQUAL",
    "THEN",
    "ELSE",
)
_ENDS: Final = ("_NL", "SEMICOLON", "RBRACE", END)
_BEGINNINGS: Final = ONLY_OUTERMOST | word_set(
    "each flip if play repeat restart reveal reverse roll shuffle sort together turns var when option given "
    "expect"
)
"""Words with which a line begins something new."""

_WITHIN_STATEMENTS: Final = word_set("_ARROW EQUAL _ADD_TO _TAKE_FROM CHOOSES MAY KEEPS MISSES")
"""What stands only once in a statement, or never in an expression."""

_HEAD: Final = re.compile(r"[A-Za-z_]\w*(?:[ \t]+[A-Za-z_]\w*)?[ \t]*")
_STATEMENTS: Final = word_set(
    "AT EACH END FLIP IF PLAY REPEAT RESTART REVEAL REVERSE ROLL SHUFFLE SORT TOGETHER TURNS VAR WHEN"
)


class Repairer(Recovery):
    """Finds the cause of each error of a text."""

    def __init__(self, parser: Parser) -> None:
        super().__init__(parser)
        self._terminals = parser.tables.words | parser.tables.signs
        self._causes = (
            self._too_deep,
            self._bracket_left_open,
            self._nothing_to_close,
            self._declaration_in_block,
            self._end_of_text,
            self._after_broken_sign,
            self._line_goes_on,
            self._equals_sign,
            self._order_for_function,
            self._chained_test,
            self._empty_parentheses,
            self._call_of_attribute,
            self._reason_outside_choice,
            self._no_target,
            self._no_else,
            self._reserved_word,
            self._misspelt_word,
            self._word_before_misspelt,
            self._first_word_misspelt,
            self._unknown_declaration,
            self._no_colon,
            self._no_separator,
            self._no_block,
        )

    def repair(self, token: Token) -> Token:
        """The terminal to go on with in the place of one that does not fit."""
        if self.parser.problems.too_many:
            return self.give_up()
        for cause in self._causes:
            found = cause(token)
            if found is not None:
                return found
        code = "E011" if token.type in ("_NL", END) else "E010"
        expected = describe_expected(self.parser)
        if code == "E011":
            self._tell(code, token, found=describe(token), expected=expected)
        else:
            line = self.parser.source.line_text(self.parser.span(token.start, token.end).line)
            self._tell(code, token, found=describe(token), expected=expected, like=form_like(line))
        return self.rest(token)

    def _tell(
        self,
        code: str,
        token: Token,
        candidates: tuple[str, ...] = (),
        related: tuple[Related, ...] = (),
        **facts: str | int | tuple[str, ...],
    ) -> None:
        span = self.parser.span(token.start, token.end)
        self.parser.problems.report(Diagnostic(code, span, facts, candidates, related))

    # -- brackets

    def _too_deep(self, token: Token) -> Token | None:
        if not self.parser.too_deep:
            return None
        self.parser.too_deep = False
        self._tell("E036", token, limit=DEEPEST)
        return self.leave_whole(token)

    def _bracket_left_open(self, token: Token) -> Token | None:
        brackets = self.open_terminals(*_BRACKETS)
        if not brackets or brackets[-1].type == "LBRACE":
            return None
        opener = brackets[-1]
        place = self.parser.stack[-1].end
        if opener.start not in self.parser.scan.unclosed:
            line = self._declaration_within(opener.end, token.start)
            if line is None:
                return None
            self.parser.lexer.tell_unclosed(opener.start, line)
            size = self.begin()
            return self.leave(size, Token("_BAD", "", self.item_start(size, token), line), line)
        closer = "RPAR" if opener.type == "LPAR" else "RSQB"
        self.parser.lexer.tell_unclosed(opener.start, place)
        if self.parser.accepts(closer, token.type):
            self.parser.feed(Token(closer, "", place, place))
            return token
        return self.rest(token)

    def _declaration_within(self, start: int, end: int) -> int | None:
        """The end of the first line of a stretch that is followed by one which begins like a declaration."""
        line = self.text.find("\n", start, end + 1)
        while line >= 0:
            following = skip_blanks(self.text, line)
            if begins_line(self.text, following) and self.word_at(following) in ONLY_OUTERMOST:
                return line
            line = self.text.find("\n", max(line + 1, following), end + 1)
        return None

    def _nothing_to_close(self, token: Token) -> Token | None:
        if token.type not in ("RPAR", "RSQB", "RBRACE"):
            return None
        if token.type == "RBRACE":
            if self.open_terminals("LBRACE"):
                return None
        elif token.start not in self.parser.scan.unopened:
            return None
        self._tell("E013", token, bracket=token.text)
        return self.parser.lexer.next(self.parser)

    def _end_of_text(self, token: Token) -> Token | None:
        if token.type != END:
            return None
        braces = self.open_terminals("LBRACE")
        if not braces:
            return None
        self._tell_open_brace(
            braces[0], Related(self.parser.span(token.start, token.start), "the text ends here")
        )
        if not self.parser.accepts("RBRACE"):
            self.rest(token)
        self.close(braces, token)
        return token

    def _tell_open_brace(self, brace: Token, related: Related) -> None:
        start = self.unclosed_brace(brace.start)
        self._tell("E012", Token("LBRACE", "{", start, start + 1), related=(related,))

    def _declaration_in_block(self, token: Token) -> Token | None:
        size = self.item()
        start = self.item_start(size, token)
        word = self.word_at(start)
        if word not in ONLY_OUTERMOST or self.is_declaration(size):
            return None
        head = _HEAD.match(self.text, start)
        if token.start > start and (head is None or not start < token.start <= head.end()):
            return None
        here = Token("NAME", word, start, start + len(word))
        margin = indent(self.text, start)
        braces = self.open_terminals("LBRACE")
        left_open = [brace for brace in braces if indent(self.text, brace.start) >= margin]
        fits = begins_line(self.text, start) and self.parser.accepts_below(size, "RBRACE")
        if not left_open or not fits:
            self._tell("E048" if word == "while" else "E029", here, word=word)
            return self.leave_whole(token)
        self._tell_open_brace(
            left_open[0], Related(self.parser.span(here.start, here.end), f"`{word}` begins a declaration")
        )
        del self.parser.stack[size:]
        self.close(left_open, here)
        self.parser.feed(Token("_NL", "", start, start))
        self.parser.lexer.move_to(start, "_NL")
        return self.parser.lexer.next(self.parser)

    # -- lines

    def _after_broken_sign(self, token: Token) -> Token | None:
        """What follows a sign or a text that could not be read is not worth a message."""
        start = self.item_start(self.begin(), token)
        if not self.parser.problems.any_between(("E015", "E016"), start, token.end):
            return None
        return self.rest(token)

    def _line_goes_on(self, token: Token) -> Token | None:
        """A line ends with an operator or a comma, and the next one begins something new."""
        size = self.begin()
        signs = self.open_terminals(*GOES_ON_AFTER, above=size)
        if not signs:
            return None
        following = skip_blanks(self.text, signs[-1].end)
        if token.start < following or "\n" not in self.text[signs[-1].end : following]:
            return None
        end = signs[-1].end
        begins = self.word_at(following) in _BEGINNINGS or token.type in _WITHIN_STATEMENTS
        if not begins and end != self.parser.stack[-1].end:
            return None
        if signs[-1].type == "_ARROW":
            self._tell("E031", signs[-1])
        else:
            what = "more behind the comma" if signs[-1].type == "COMMA" else "a value"
            self._tell("E011", Token("_NL", "", end, end), found="the end of the line", expected=(what,))
        start = self.item_start(size, token)
        return self.leave(size, Token("_BAD", "", start, end), end)

    # -- tests and values

    def _equals_sign(self, token: Token) -> Token | None:
        if token.type != "EQUAL" or not self.parser.accepts("IS"):
            return None
        self._tell("E019", token, sign="=", meant="is")
        return token._replace(type="IS")

    def _order_for_function(self, token: Token) -> Token | None:
        """`most(a, b)` where `most` says by what is ranked, and a bracket behind it only holds a value."""
        stack = self.parser.stack
        if token.type not in ("COMMA", "FOR"):
            return None
        depth = 1
        for at in range(len(stack) - 1, 0, -1):
            depth += (stack[at].symbol == "RPAR") - (stack[at].symbol == "LPAR")
            if depth == 0:
                word = stack[at - 1]
                if word.symbol not in ("MOST", "FEWEST"):
                    return None
                name = self.text[word.start : word.end]
                self._tell("E090", Token(word.symbol, name, word.start, word.end), name=name)
                return self.rest(token)
        return None

    def _chained_test(self, token: Token) -> Token | None:
        if token.type not in _TESTS:
            return None
        found = self.open_terminals(*_TESTS, *_TEST_ENDS, above=self.begin())
        if not found or found[-1].type not in _TESTS:
            return None
        self._tell("E049", token, first=found[-1].text, second=token.text)
        return self.rest(token)

    def _empty_parentheses(self, token: Token) -> Token | None:
        opener = self.parser.stack[-1]
        if token.type != "RPAR" or opener.symbol != "LPAR":
            return None
        self._tell("E044", Token("LPAR", "()", opener.start, token.end))
        self.parser.stack.pop()
        return self.parser.lexer.next(self.parser)

    def _call_of_attribute(self, token: Token) -> Token | None:
        stack = self.parser.stack
        if token.type != "LPAR" or stack[-1].symbol != "NAME" or stack[-2].symbol != "DOT":
            return None
        self._tell("E047", token, name=self.text[stack[-1].start : stack[-1].end])
        return self.rest(token)

    def _reason_outside_choice(self, token: Token) -> Token | None:
        if token.type != "ELSE" or not self.open_terminals("WHERE", above=self.begin()):
            return None
        reason = self.peek(token.end)
        if reason.type != "TEXT":
            return None
        self._tell("E043", Token("TEXT", "", token.start, reason.end))
        self.parser.lexer.next(self.parser)
        return self.parser.lexer.next(self.parser)

    def _no_target(self, token: Token) -> Token | None:
        last = self.parser.stack[-1]
        if token.type not in _ENDS or last.symbol != "_ARROW":
            return None
        self._tell("E031", Token("_ARROW", "->", last.start, last.end))
        return self.rest(token)

    def _no_else(self, token: Token) -> Token | None:
        words = self.open_terminals("THEN", "ELSE", above=self.begin())
        if not words or words[-1].type != "THEN" or not self.parser.accepts("ELSE"):
            return None
        place = self.parser.stack[-1].end
        then = Related(self.parser.span(words[-1].start, words[-1].end), "this `then` has no `else`")
        self._tell("E033", Token("ELSE", "", place, place), related=(then,))
        return self.rest(token)

    # -- words

    def _reserved_word(self, token: Token) -> Token | None:
        if token.text not in RESERVED or not self.parser.accepts("NAME"):
            return None
        following = self.peek(token.end)
        if following.type == "NAME" and self.begin() == len(self.parser.stack):
            return None
        as_word = self.parser.tables.words.get(following.text, following.type)
        if not any(self.parser.accepts("NAME", type) for type in (following.type, as_word)):
            return None
        self._tell("E027", token, name=token.text)
        return token._replace(type="NAME")

    def _misspelt_word(self, token: Token) -> Token | None:
        if token.type != "NAME" or self.is_new_declaration():
            return None
        candidates = self._meant(token.text, self.parser.stack)
        if not candidates:
            return None
        self._tell("E041", token, candidates, name=token.text)
        return token._replace(type=self._terminals[candidates[0]])

    def _word_before_misspelt(self, token: Token) -> Token | None:
        last = self.parser.stack[-1]
        name = self.text[last.start : last.end]
        candidates = self._meant(name, self.parser.earlier, token.type) if last.symbol == "NAME" else ()
        if not candidates:
            return None
        place = Token(self._terminals[candidates[0]], name, last.start, last.end)
        self._tell("E041", place, candidates, name=name)
        self.parser.stack = self.parser.earlier
        self.parser.feed(place)
        return token

    def _first_word_misspelt(self, token: Token) -> Token | None:
        """The item's first word was taken for a name, and nothing that needs one came."""
        size = self.begin()
        start = self.item_start(size, token)
        name = self.word_at(start)
        symbols = [entry.symbol for entry in self.parser.stack[size:]]
        if not name or not 0 < len(symbols) <= 3 or (symbols[0].isupper() and symbols[0] != "NAME"):
            return None
        if self.open_terminals(*_WITHIN_STATEMENTS, above=size) or token.type in _WITHIN_STATEMENTS:
            return None
        candidates = self._meant(name, self.parser.stack[:size])
        if not candidates:
            return None
        place = Token(self._terminals[candidates[0]], name, start, start + len(name))
        self._tell("E041", place, candidates, name=name)
        self.parser.stack = self.parser.stack[:size]
        self.parser.feed(place)
        self.parser.lexer.move_to(place.end, place.type)
        return self.parser.lexer.next(self.parser)

    def _meant(self, name: str, stack: list[Entry], *following: str) -> tuple[str, ...]:
        """The words that fit on a stack and before what follows, and that `name` may mean."""
        fits = self.parser.accepts_on
        synonym = SYNONYMS.get(name)
        if len(name) < 2:
            return ()
        if synonym is not None and fits(stack, self._terminals[synonym], *following):
            return (synonym,)
        words = self.parser.tables.words
        return did_you_mean(name, [word for word in words if fits(stack, words[word], *following)])

    def is_new_declaration(self) -> bool:
        """Whether the next terminal begins a declaration at the outermost level or in a `while`."""
        return self.parser.accepts("ZONE")

    def _unknown_declaration(self, token: Token) -> Token | None:
        if not self.is_new_declaration():
            return None
        following = self.peek(token.end)
        is_head = token.type == "NAME" and following.type in ("NAME", "NUMBER", "TEXT")
        if not is_head:
            self._tell("E030", token, found=describe(token))
            return self.leave_whole(token)
        candidates = did_you_mean(token.text, HEADS)
        self._tell("E028", token, candidates, name=token.text)
        if not candidates:
            return self.leave_whole(token)
        return token._replace(type=self.parser.tables.words[candidates[0]])

    # -- what is missing

    def _no_colon(self, token: Token) -> Token | None:
        as_word = self.parser.tables.words.get(token.text, token.type)
        if not any(self.parser.accepts("COLON", type) for type in (token.type, as_word)):
            return None
        place = self.parser.stack[-1].end
        self._tell("E032", Token("COLON", "", place, place), found=describe(token))
        return self.insert("COLON", token)

    def _no_separator(self, token: Token) -> Token | None:
        as_word = self.parser.tables.words.get(token.text, token.type)
        after_block = self.text[self.parser.stack[-1].end - 1 : self.parser.stack[-1].end] == "}"
        assigns = token.type == "NAME" and self.peek(token.end).type in _WITHIN_STATEMENTS
        if token.type not in _STATEMENTS and as_word == token.type and not after_block and not assigns:
            return None
        if not any(self.parser.accepts("_NL", type) for type in (token.type, as_word)):
            return None
        self._tell("E042", token, found=describe(token))
        return self.insert("_NL", token)

    def _no_block(self, token: Token) -> Token | None:
        if not self.parser.accepts("LBRACE"):
            return None
        line_end = self.text.find("\n", token.start)
        if "{" in self.text[token.start : line_end if line_end >= 0 else len(self.text)]:
            return None
        place = self.parser.stack[-1].end
        self._tell("E038", Token("LBRACE", "", place, place))
        if token.type == "_NL" and any(start > place for start in self.parser.scan.unopened):
            return self.insert("LBRACE", token)
        return self.rest(token)
