"""What cannot be read: E010 to E049 and E090 to E099."""

from __future__ import annotations

from ruledsl.diagnostics.catalogue.entry import Entry

_STATEMENT = "phase game {{\n    {}\n}}\n"


def _inside(statement: str) -> str:
    """A statement in a phase, as a small text."""
    return _STATEMENT.format(statement)


_WHOLE: tuple[Entry, ...] = (
    Entry(
        code="E010",
        title="{found} does not fit here",
        label="expected {expected}",
        hint="a line of this kind looks like this: `{like}`",
        explanation=(
            "Up to the marked place the text can be read, but what stands there cannot follow. The message "
            "lists what could stand there instead. Often the mistake is a little before the mark: a word that "
            "is missing, or one too many."
        ),
        bad=_inside("flip pile up"),
        good=_inside("flip pile face up"),
        sample={"found": "`up`", "expected": ("`face`", "`.`"), "like": "flip c face up"},
    ),
    Entry(
        code="E011",
        title="{found} comes too early",
        label="expected {expected}",
        hint="finish the line, or remove it; a line may be broken behind a comma or an operator",
        explanation=(
            "Up to its end the line can be read, but something is still missing. Perhaps it was left for "
            "later, or the file was cut off when it was copied."
        ),
        bad="players 2\nzone stock: pile\n",
        good="players 2\nzone stock: pile, hidden\n",
        sample={"found": "the end of the line", "expected": ("`,`",)},
    ),
    Entry(
        code="E012",
        title="this `{{` is never closed",
        label="opened here",
        hint="write the `}}` that belongs to it, in a line of its own below its block",
        explanation=(
            "Every `{` needs its `}`. Where one is missing, everything that follows seems to stand inside. "
            "The message points at the brace that most probably lacks its partner, judged by how far the "
            "lines are indented, and at the place where that was noticed."
        ),
        bad="phase game {\n    play round\n\nphase round { roll cup }\n",
        good="phase game {\n    play round\n}\n\nphase round { roll cup }\n",
    ),
    Entry(
        code="E013",
        title="this `{bracket}` closes nothing",
        label="there is no open bracket for it",
        hint="remove it, or write the opening bracket where it is missing",
        explanation="Brackets come in pairs; this one has no partner before it.",
        bad="phase game { roll cup } }\n",
        good="phase game { roll cup }\n",
        sample={"bracket": "}"},
    ),
    Entry(
        code="E014",
        title="a `{bracket}` is not closed",
        label="expected `{closer}`",
        hint="write `{closer}` where the bracket ends; it has to be before the line's `{{` or the next line",
        explanation=(
            "A round or square bracket was opened and not closed. Both have to stand within one statement, "
            "though that may go over several lines."
        ),
        bad=_inside("play show(dealer, 3"),
        good=_inside("play show(dealer, 3)"),
        sample={"bracket": "(", "closer": ")"},
    ),
    Entry(
        code="E036",
        title="this is nested too deeply",
        label="more than {limit} levels",
        hint="give parts of it names with `define`, or move them to phases of their own",
        explanation=(
            "Brackets and blocks may stand in each other, but there is a limit that no rulebook comes near. "
            "It keeps a file from a stranger from using up the memory of the machine that reads it."
        ),
        bad=_inside("x = " + "(" * 201 + "1" + ")" * 201),
        good=_inside("x = ((1))"),
        sample={"limit": 200},
    ),
)
"""The text as a whole: brackets, its end, and whatever has no message of its own."""

_CHARACTERS: tuple[Entry, ...] = (
    Entry(
        code="E015",
        title="`{sign}` is no sign of the language",
        label="this cannot stand here",
        hint="remove it; in a text between double quotes any sign may stand",
        explanation=(
            "Outside of texts and comments only letters, digits, the underscore and the signs of the language "
            "have a meaning. For the rest of a division write `mod(a, b)`."
        ),
        bad=_inside("x = 3 % 2"),
        good=_inside("x = mod(3, 2)"),
        sample={"sign": "%"},
    ),
    Entry(
        code="E016",
        title="this text is not closed",
        label='there is no second `"` on this line',
        hint="close it on the same line; a line end inside a text is written `\\n`",
        explanation="A text begins and ends with a double quote, both on one line.",
        bad='game "Mine\nplayers 2\n',
        good='game "Mine"\nplayers 2\n',
    ),
    Entry(
        code="E017",
        title="`{escape}` means nothing in a text",
        label="unknown escape",
        hint="a backslash stands only before a quote, a backslash, or `n` for a line end; write `\\\\` for itself",
        explanation=(
            "In a text the backslash is not shown: it gives the next sign another meaning. There are three of "
            'them: `\\"` is a quote, `\\\\` is one backslash and `\\n` is a line end.'
        ),
        bad='game "Up\\Down"\n',
        good='game "Up\\\\Down"\n',
        sample={"escape": "\\D"},
    ),
    Entry(
        code="E018",
        title="a text stands between double quotes",
        label="`{quote}` is another quote",
        hint="use the straight double quote on both sides",
        explanation=(
            "Single and typographic quotes do not begin a text. Word processors put in typographic ones by "
            "themselves; a plain text editor does not."
        ),
        bad="game 'Mine'\n",
        good='game "Mine"\n',
        sample={"quote": "'"},
    ),
    Entry(
        code="E022",
        title="`{sign}` is written `{meant}`",
        label="write `{meant}`",
        explanation="The sign is known from elsewhere and clear, but here it is written in one way only.",
        bad=_inside("stock → discard"),
        good=_inside("stock -> discard"),
        sample={"sign": "→", "meant": "->"},
    ),
    Entry(
        code="E023",
        title="a comment begins with `#`",
        label="not with these signs",
        hint="write `#` in place of `//`",
        explanation=(
            "From a `#` to the end of its line everything is a comment for those who read the file. A line "
            "that begins with `##` is a note: it is shown to the players."
        ),
        bad="players 2   // or more\n",
        good="players 2   # or more\n",
    ),
    Entry(
        code="E024",
        title="this number is too large",
        label="{digits} digits, and {limit} are the most",
        explanation="Numbers in rules are small; the limit leaves room to reckon with them without overflow.",
        bad=_inside("x = 12345678901"),
        good=_inside("x = 123456789"),
        sample={"digits": 11, "limit": 9},
    ),
    Entry(
        code="E025",
        title="this name is too long",
        label="{length} letters, and {limit} are the most",
        hint="names are read by people: a few words joined by `_` are enough",
        explanation="A limit on the length of names keeps messages and tables readable.",
        bad=f"define {'long' * 20} = 3\n",
        good="define not_so_long = 3\n",
        sample={"length": 80, "limit": 64},
    ),
    Entry(
        code="E026",
        title="`{name}` is no name because of `{letters}`",
        label="a name is made of a-z, A-Z, 0-9 and `_`, and begins with a letter",
        hint="spell it differently; in texts between quotes every letter may stand",
        explanation=(
            "Names keep to the letters that are on every keyboard, so that everybody can type them, and so "
            "that no two names look alike and are different. They begin with a letter or `_`; otherwise they "
            "could be taken for numbers."
        ),
        bad="define 2nd = 3\n",
        good="define second = 3\n",
        sample={"name": "2nd", "letters": "2"},
    ),
    Entry(
        code="E037",
        title="values in a list are separated by blanks",
        label="no comma here",
        hint="remove the commas between `[` and `]`",
        explanation=(
            "A list shows values as they are printed, side by side: `[5C 6S]`, `[3 1 1]`. Commas stand "
            "between arguments, and between the keys of a table."
        ),
        bad=_inside("each n in [3, 1, 1] { play deal(n) }"),
        good=_inside("each n in [3 1 1] { play deal(n) }"),
    ),
)
"""Signs, texts, numbers and names."""

_WORDS: tuple[Entry, ...] = (
    Entry(
        code="E027",
        title="`{name}` is a word of the language, choose another name",
        label="not a name",
        hint="a longer name will do, such as `{name}_` or `my_{name}`",
        explanation=(
            "Some words belong to the language and never name anything, not even behind a dot. They are: all, "
            "and, any, at, chooses, each, else, end, flip, for, from, has, if, in, is, keeps, may, misses, not, "
            "of, or, otherwise, play, repeat, restart, reveal, reverse, roll, shuffle, sort, then, together, "
            "turns, until, using, var, when, where, with."
        ),
        bad="zone from: pile, hidden\n",
        good="zone source: pile, hidden\n",
        sample={"name": "from"},
    ),
    Entry(
        code="E028",
        title="`{name}` begins no declaration",
        label="unknown word",
        hint=(
            "declarations begin with words like `zone`, `cards`, `enum`, `table`, `define`, `var`, `phase`, "
            "`when` or `result`"
        ),
        explanation=(
            "At the outermost level of a file each line begins with a word that says what is declared: game, "
            "players, teams, setting, enum, cards, tokens, dice, zone, table, meld, order, define, var, phase, "
            "when, while, result, payoff, invariant, example, replace, remove."
        ),
        bad="zoen stock: pile, hidden\n",
        good="zone stock: pile, hidden\n",
        sample={"name": "zoen"},
    ),
    Entry(
        code="E029",
        title="`{word}` declares something for the whole game and cannot stand inside braces",
        label="move this out",
        hint="move it to the outermost level; inside a phase `var` and `when` can be declared",
        explanation=(
            "Cards, zones, tables, definitions and the like belong to the game as a whole, so they stand "
            "outside of all braces. Only `var` and `when` may stand in a phase, where they last as long as "
            "their block. What shall hold only at times stands in a `while condition {{ }}`."
        ),
        bad="phase game {\n    zone pool: bag, open\n    roll cup\n}\n",
        good="zone pool: bag, open\n\nphase game {\n    roll cup\n}\n",
        sample={"word": "zone"},
    ),
    Entry(
        code="E030",
        title="{found} cannot begin a declaration",
        label="only declarations stand outside of all braces",
        hint="what shall happen in play stands in a phase: `phase game {{ }}` is where play starts",
        explanation=(
            "At the outermost level a file says what there is: cards, zones, definitions, phases. What is done "
            "with them, step by step, stands in the braces of a phase or a `when`."
        ),
        bad="stock -> discard\n",
        good="phase game { stock -> discard }\n",
        sample={"found": "`stock`"},
    ),
    Entry(
        code="E041",
        title="`{name}` is not known here",
        label="unknown word",
        explanation=(
            "Another word of the language was expected, and this one is close to it. Words like `face` or "
            "`option` have a meaning only in their places and may be names elsewhere."
        ),
        bad=_inside("flip pile fase up"),
        good=_inside("flip pile face up"),
        sample={"name": "fase"},
    ),
    Entry(
        code="E048",
        title="`while` does not repeat anything",
        label="this replaces definitions for as long as it holds, outside of all braces",
        hint="a loop is written `repeat {{ ... }} until condition`",
        explanation=(
            "In rules, `while` says that other definitions hold as long as something is true, and stands at "
            "the outermost level. To do something again and again, write `repeat {{ ... }} until condition`; "
            "the condition is tested after every pass."
        ),
        bad="phase game {\n    while x < 3 { x += 1 }\n}\n",
        good="phase game {\n    repeat { x += 1 } until x >= 3\n}\n",
        sample={"word": "while"},
    ),
)
"""Words in places where they have no meaning."""

_EXPRESSIONS: tuple[Entry, ...] = (
    Entry(
        code="E019",
        title="`{sign}` does not compare, `{meant}` does",
        label="write `{meant}`",
        explanation=(
            "Whether two things are the same is asked with `is`: `if today is storm`. The sign `=` gives a "
            "value to a variable."
        ),
        bad=_inside("if x == 3 { end turn }"),
        good=_inside("if x is 3 { end turn }"),
        sample={"sign": "==", "meant": "is"},
    ),
    Entry(
        code="E020",
        title="`{sign}` is written `{meant}`",
        label="write `{meant}`",
        explanation="Tests are written in words: `is`, `is not`, `is in`, `is not in`, `has`.",
        bad=_inside("if x != 3 { end turn }"),
        good=_inside("if x is not 3 { end turn }"),
        sample={"sign": "!=", "meant": "is not"},
    ),
    Entry(
        code="E021",
        title="`{sign}` is written `{meant}`",
        label="write `{meant}`",
        explanation="Conditions are joined with the words `and`, `or` and `not`.",
        bad=_inside("if x is 3 && y is 4 { end turn }"),
        good=_inside("if x is 3 and y is 4 { end turn }"),
        sample={"sign": "&&", "meant": "and"},
    ),
    Entry(
        code="E033",
        title="this `if` has no `else`",
        label="expected `else` and another value",
        hint="a value is needed in any case: `if a then b else c`",
        explanation=(
            "Where `if` chooses between two values, both have to be said. The statement `if a {{ }}`, which "
            "does something, can do without `else`."
        ),
        bad="define fee = if rich then 3\n",
        good="define fee = if rich then 3 else 0\n",
    ),
    Entry(
        code="E044",
        title="empty parentheses are left out",
        label="remove these",
        hint="something without arguments is named without `()`",
        explanation=(
            "Parentheses hold arguments. A phase or a definition that has none is declared and used by its "
            "name alone."
        ),
        bad=_inside("play round()"),
        good=_inside("play round"),
    ),
    Entry(
        code="E047",
        title="`.{name}` takes nothing in parentheses",
        label="not behind a dot",
        hint="with one argument write `x.{name}`, with several `{name}(x, y)`",
        explanation=(
            "Behind a dot stands an attribute: something that belongs to one thing, such as `c.rank` or a "
            "definition with one argument. With more arguments, all of them stand in the parentheses."
        ),
        bad=_inside("x = p.beats(q)"),
        good=_inside("x = beats(p, q)"),
        sample={"name": "beats"},
    ),
    Entry(
        code="E049",
        title="tests cannot be chained",
        label="a second test, behind `{first}`",
        hint="join two tests with `and`: `a < b and b < c`, or ask for a range: `b is 2..9`",
        explanation=(
            "A test compares two values and is then true or not. A second one behind it would compare that "
            "answer with something, which is never meant."
        ),
        bad=_inside("if 1 < x < 5 { end turn }"),
        good=_inside("if 1 < x and x < 5 { end turn }"),
        sample={"first": "<", "second": "<"},
    ),
)
"""Values, tests and calls."""

_STATEMENTS: tuple[Entry, ...] = (
    Entry(
        code="E031",
        title="this arrow leads nowhere",
        label="expected a place behind `->`",
        hint="say where it goes: `c -> discard`",
        explanation="An arrow moves what stands left of it to what stands right of it; both are needed.",
        bad="phase game {\n    8 from stock ->\n    roll cup\n}\n",
        good="phase game {\n    8 from stock -> hand\n    roll cup\n}\n",
    ),
    Entry(
        code="E032",
        title="a colon is missing before {found}",
        label="expected `:`",
        explanation=(
            "A colon stands between the name of something and what it is, between the keys and values of a "
            "table's row, and between the label of an option and what may be chosen."
        ),
        bad="zone stock pile, hidden\n",
        good="zone stock: pile, hidden\n",
        sample={"found": "`pile`"},
    ),
    Entry(
        code="E038",
        title="a block in braces is missing",
        label="expected `{{`",
        hint="what belongs to this line stands in `{{ }}` behind it",
        explanation=(
            "Phases, loops, conditions and options say what happens in a block, always in braces, also when "
            "it is a single step. The opening brace may stand in the next line."
        ),
        bad="phase game {\n    if x is 3\n    end turn\n}\n",
        good="phase game {\n    if x is 3 { end turn }\n}\n",
    ),
    Entry(
        code="E039",
        title="`{op}` cannot change this",
        label="not a variable",
        hint="left of `{op}` stands a variable: `score`, `p.score` or `seen[p, k]`",
        explanation=(
            "Only variables can be given a value. Cards, tokens and dice are moved with an arrow; a definition "
            "changes by itself when what it is made of changes."
        ),
        bad=_inside("size(p) = 3"),
        good=_inside("p.size = 3"),
        sample={"op": "="},
    ),
    Entry(
        code="E040",
        title="`{word}` stands here twice",
        label="the second one",
        hint="remove one of them",
        explanation="It can be said only once; a second time would contradict the first or repeat it.",
        bad=_inside("c -> discard face up face down"),
        good=_inside("c -> discard face down"),
        sample={"word": "face"},
    ),
    Entry(
        code="E042",
        title="{found} begins something new on the same line",
        label="expected the end of the line",
        hint="write it in a line of its own, or put `;` before it",
        explanation="A line holds one statement or declaration. A `;` may stand for the end of a line.",
        bad=_inside("roll cup play round"),
        good=_inside("roll cup; play round"),
        sample={"found": "`play`"},
    ),
    Entry(
        code="E043",
        title="a reason belongs to a choice",
        label="nobody is told this",
        hint="remove `else` and the text; reasons stand in the options of a choice and behind a `define`",
        explanation=(
            "A reason answers a player who asks why something may not be chosen. Conditions of loops, triggers "
            "and counts choose by themselves, so that nobody can ask."
        ),
        bad=_inside('each player p where p.active else "out" { roll cup }'),
        good=_inside("each player p where p.active { roll cup }"),
    ),
    Entry(
        code="E045",
        title="this choice has no option",
        label="nothing to choose from",
        hint='write at least one `option "Label" {{ }}`',
        explanation="A choice needs something to choose; `otherwise` says what happens when nothing is possible.",
        bad=_inside("p chooses { otherwise { end turn } }"),
        good=_inside('p chooses { option "Roll" { roll cup } }'),
    ),
    Entry(
        code="E046",
        title="`{name}` is no kind of setting",
        label="expected `yes/no`",
        hint="a setting is `yes/no`, a range like `1..6`, `player`, or alternatives like `short | long`",
        explanation=(
            "The slash stands only in `yes/no`, the kind of a setting that is on or off. Other alternatives "
            "are separated by bars."
        ),
        bad="setting fast: on/off = on\n",
        good="setting fast: yes/no = yes\n",
        sample={"name": "on/off"},
    ),
)
"""Statements, choices and settings."""

_NOTES: tuple[Entry, ...] = (
    Entry(
        code="E034",
        title="a note stands in a line of its own",
        label="not behind something else",
        hint="move it to the line before, or write a comment with a single `#`",
        explanation=(
            "A line that begins with `##` is a note for the players, shown with the declaration, option or "
            "choice that follows it. Behind something on its line only a comment can stand."
        ),
        bad="players 2   ## bring a friend\n",
        good="## bring a friend\nplayers 2\n",
    ),
    Entry(
        code="E035",
        title="this note belongs to nothing",
        label="no declaration, option or choice follows",
        hint="move it before what it explains, or write a comment with a single `#`",
        explanation=(
            "A note explains to the players the declaration, option or choice that follows it. Before other "
            "things, and at the end of a file, there is nobody who could show it."
        ),
        bad="phase game {\n    ## now the dice\n    roll cup\n}\n",
        good="## now the dice\nphase game {\n    roll cup\n}\n",
    ),
)
"""Notes for the players."""

ENTRIES: tuple[Entry, ...] = tuple(
    sorted(
        (*_WHOLE, *_CHARACTERS, *_WORDS, *_EXPRESSIONS, *_STATEMENTS, *_NOTES), key=lambda entry: entry.code
    )
)

MORE_ENTRIES: tuple[Entry, ...] = (
    Entry(
        code="E090",
        title="here `{name}` says which end is the best one",
        label="no function here",
        hint="a rating stands in brackets: `({name}(a, b))`; to rank by it write `most {name}(a, b)`",
        explanation=(
            "In a result, and after `with`, the word `most` or `fewest` says whether much or little is best, and "
            "what counts stands behind it. The functions `most(a, b)` and `fewest(a, b)` can stand there, too, "
            "but not first."
        ),
        bad="result player p: fewest(3, p.hand.size)\n",
        good="result player p: (fewest(3, p.hand.size))\n",
        sample={"name": "fewest"},
    ),
)
"""Those for which the first numbers were not enough."""
