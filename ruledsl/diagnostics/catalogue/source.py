"""Files that are no rules text: E001 to E009."""

from __future__ import annotations

from ruledsl.diagnostics.catalogue.entry import Entry

ENTRIES: tuple[Entry, ...] = (
    Entry(
        code="E001",
        title="there is no file `{name}`",
        hint="check the spelling and the folder; a bundled game is named without `.rules`",
        explanation=(
            "The file that was asked for is not there. A name without a folder and without `.rules` is "
            "looked up among the bundled games; anything else is a path, seen from the folder in which the "
            "command runs."
        ),
        sample={"name": "gmae.rules"},
    ),
    Entry(
        code="E002",
        title="`{name}` is a folder, not a rules file",
        hint="name one file in it that ends in `.rules`",
        explanation="A game is one file. A folder may hold many of them, so the file has to be named.",
        sample={"name": "games"},
    ),
    Entry(
        code="E003",
        title="this is not a text file: byte {offset} is zero",
        hint="a rules file is plain text; export it as text, not as a document or a picture",
        explanation=(
            "The file holds a zero byte, which no text has. It is perhaps a picture, a word processor's "
            "document or a packed file; rules are written with a plain text editor."
        ),
        sample={"offset": 12},
    ),
    Entry(
        code="E004",
        title="this file is not written in UTF-8: byte {offset} ({byte}, line {line}) does not fit",
        hint="save it again with the encoding UTF-8",
        explanation=(
            "Rules are read as UTF-8, the encoding that every current editor offers. A file in an older "
            "encoding would show wrong letters in names and texts, so it is refused instead of guessed at."
        ),
        sample={"offset": 40, "byte": "0xe9", "line": 3},
    ),
    Entry(
        code="E005",
        title="this file is too large: {size}, and at most {limit} characters are read",
        hint="rules of a game take a few hundred lines; check that it is the right file",
        explanation=(
            "The limit keeps a file from a stranger from using up the memory of the machine that reads it. "
            "The size is in characters, or in bytes where the file is so large that it was not even "
            "decoded."
        ),
        sample={"size": 9_000_000, "limit": 2_000_000},
    ),
    Entry(
        code="E006",
        title="this file is empty",
        hint='a game begins with its name and its players: `game "Mine"` and `players 2`',
        explanation="There is nothing in the file but blanks, so there is no game to play.",
        good='game "Mine"\nplayers 2',
    ),
    Entry(
        code="E007",
        title="a carriage return stands alone, without a line feed",
        label="here",
        hint="save the file again with the line ends LF or CRLF",
        explanation=(
            "A line ends with a line feed, or with a carriage return and a line feed. A carriage return "
            "alone is shown as a line end by some editors and hides text in a terminal, so that two "
            "readers would see two different files."
        ),
    ),
    Entry(
        code="E008",
        title="`{name}` cannot be read: {reason}",
        hint="check that the file may be read by you",
        explanation="The file is there, but the operating system does not hand it out.",
        sample={"name": "mine.rules", "reason": "permission denied"},
    ),
)
