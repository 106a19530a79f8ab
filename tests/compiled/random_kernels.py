"""Writes random kernels that keep within the limits of the kernel language."""

from __future__ import annotations

from random import Random

from attrs import frozen

WIDTHS = {"i64": 2**61, "i32": 2**31 - 1, "i16": 2**15 - 1, "u8": 255}
NARROW = 2**20
WIDE = 2**61
"""Between which bounds the two kinds of locals stay."""

EDGES = (0, 1, 2, 3, 7, 8, 62, 63, 64, 255, 256, 2**31 - 1, 2**31, 2**32, 2**61 - 1, 2**61)


@frozen
class Text:
    """An expression and the greatest distance from 0 that it can have."""

    text: str
    bound: int


@frozen
class Function:
    """A function that was written: its name, how many parameters it has, whether it gives a value."""

    name: str
    parameters: int
    gives: bool


class Writer:
    """Writes one kernel. `random` decides; the arrays and functions are those that were declared so far."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.arrays: dict[str, tuple[str, int, bool]] = {}
        self.functions: list[Function] = []
        self.lines: list[str] = []
        self.narrow: list[str] = []
        self.wide: list[str] = []
        self.counters: list[str] = []
        self.depth = 0
        self.loops = 0
        self.gives = True

    def kernel(self) -> str:
        """The text of a kernel that exports `main`."""
        random = self.random
        self.lines = ["SMALL = 5", "LARGE = -70000", "SNAPSHOTS = 2", "FUEL = scratch_i64(1)"]
        for width, limit in WIDTHS.items():
            values = [self._edge(limit, width == "u8") for _ in range(random.randint(1, 9))]
            self.lines.append(f"C_{width} = const_{width}({(*values,)!r})")
            self.arrays[f"C_{width}"] = width, len(values), False
            for role in ("scratch", "state"):
                length = random.choice((1, 3, 8, 16))
                self.lines.append(f"{role}_{width}_array = {role}_{width}({length})")
                self.arrays[f"{role}_{width}_array"] = width, length, True
        self.lines += ["heap = state_i64(12)", *random.choice(([], ["HEAP_KEPT = 12"]))]
        self.arrays["heap"] = "i64", 12, True
        for number in range(random.randint(0, 4)):
            self._function(f"f{number}", random.randint(0, 3), random.random() < 0.75)
        self._function("main", 2, True)
        self.lines.append("EXPORTS = ('main', 'start')")
        self._holding()
        self.lines += ["def start(a, b):", "    FUEL[0] = 400", "    return main(a, b) & 65535"]
        return "\n".join(self.lines) + "\n"

    def _holding(self) -> None:
        """Maybe some functions may hold some arrays in locals."""
        random = self.random
        if random.random() < 0.3:
            return
        names = [function.name for function in self.functions] + ["start"]
        written = [name for name, (_, _, writes) in self.arrays.items() if writes and name != "heap"]
        chosen = [[n for n in each if random.random() < 0.8] for each in (names, [*written, "FUEL"])]
        self.lines += [f"HOLDING = {tuple(chosen[0])!r}", f"HELD = {tuple(chosen[1])!r}"]

    def _edge(self, limit: int, unsigned: bool = False) -> int:
        value = min(self.random.choice(EDGES) + self.random.randint(-1, 1), limit)
        if unsigned:
            return abs(value)
        return value if self.random.random() < 0.5 else -value

    def _line(self, text: str) -> None:
        self.lines.append("    " * self.depth + text)

    def _function(self, name: str, parameters: int, gives: bool) -> None:
        random = self.random
        names = [f"p{number}" for number in range(parameters)]
        self._line(f"def {name}({', '.join(names)}):")
        self.depth, self.loops, self.gives = 1, 0, gives
        self.narrow, self.wide, self.counters = list(names), [], []
        if gives and random.random() < 0.4:
            self._line(f"return {self.fitted(3, NARROW).text}")
        else:
            for number in range(random.randint(0, 3)):
                self._line(f"n{number} = {self.fitted(1, NARROW).text}")
                self.narrow.append(f"n{number}")
            for number in range(random.randint(0, 2)):
                self._line(f"w{number} = {self.fitted(2, WIDE).text}")
                self.wide.append(f"w{number}")
            self.statements(random.randint(1, 6), 3)
            self._line(f"return {self.fitted(2, NARROW).text}" if gives else "return")
        self.depth = 0
        self.functions.append(Function(name, parameters, gives))

    # Expressions

    def fitted(self, depth: int, bound: int) -> Text:
        """An expression that stays within a bound, whatever is done for it."""
        text = self.expression(depth)
        if text.bound <= bound:
            return text
        form = self.random.randrange(4)
        if form == 0 and bound & (bound + 1) == 0:
            return Text(f"(({text.text}) & {bound})", bound)
        by = self.random.choice([each for each in (2, 3, 7, 16, 1000, bound) if each <= bound])
        if form == 1:
            return Text(f"(({text.text}) % {by})", by)
        if form == 2 and by > 3:
            return Text(f"(({text.text}) % {by} - {by // 2})", by)
        return Text(f"(({text.text}) % -{by})", by)

    def unsigned(self, depth: int, below: int) -> str:
        """An expression from 0 to a bound that it does not reach."""
        text = self.fitted(depth, NARROW * 16)
        if below & (below - 1) == 0 and self.random.random() < 0.5:
            return f"({text.text}) & {below - 1}"
        if below > 2 and self.random.random() < 0.3:
            return f"({text.text}) % {below - 2} + {self.random.randint(0, 2)}"
        if below > 2 and self.random.random() < 0.3:
            return f"({text.text}) % {below - 1} + 2 - 1"
        return f"({text.text}) % {below}"

    def leaf(self) -> Text:
        """A number, a name or an element with a known number."""
        random = self.random
        form = random.randrange(6)
        if form == 0:
            value = self._edge(WIDE)
            return Text(str(value) if value >= 0 else f"({value})", abs(value))
        if form == 1:
            return random.choice((Text("SMALL", 5), Text("LARGE", 70000)))
        if form == 2 and self.wide:
            return Text(random.choice(self.wide), WIDE)
        if form == 3:
            name = random.choice(list(self.arrays))
            width, length, _ = self.arrays[name]
            return Text(f"{name}[{random.randrange(length)}]", WIDTHS[width] + 1)
        names = self.narrow + self.counters
        return Text(random.choice(names), NARROW) if names else Text(str(random.randint(0, 9)), 9)

    def expression(self, depth: int) -> Text:
        """Any expression within 62 bits."""
        if depth <= 0:
            return self.leaf()
        form = self.random.randrange(12)
        if form < 5:
            return self._binary(depth)
        if form == 5:
            return self._element(depth)
        if form == 6:
            return self._call(depth)
        if form == 7:
            return Text(f"({self.condition(depth - 1)})", 1)
        if form == 8:
            yes, no = self.expression(depth - 1), self.expression(depth - 1)
            return Text(
                f"({yes.text} if {self.condition(depth - 1)} else {no.text})", max(yes.bound, no.bound)
            )
        if form == 9:
            text = self.expression(depth - 1)
            sign = self.random.choice(("-", "~"))
            return Text(f"({sign}{text.text})", text.bound + 1)
        return self._built_in(depth)

    def _binary(self, depth: int) -> Text:
        random = self.random
        left, right = self.expression(depth - 1), self.expression(depth - 1)
        operator = random.choice(("+", "-", "*", "//", "%", "&", "|", "^", "<<", ">>"))
        if operator in ("+", "-") and left.bound + right.bound <= 2 * WIDE:
            return Text(f"({left.text} {operator} {right.text})", left.bound + right.bound)
        if operator == "*" and left.bound * right.bound <= 2 * WIDE:
            return Text(f"({left.text} * {right.text})", left.bound * right.bound)
        if operator in ("//", "%"):
            by = random.choice(("2", "8", "3", "10", "1", "-1", "-3", "-8", f"({right.text} | 1)"))
            bound = left.bound + 1 if operator == "//" else max(right.bound + 1, 10)
            return Text(f"({left.text} {operator} {by})", bound)
        if operator == "<<":
            by = random.randint(0, 4)
            if left.bound << by <= WIDE:
                if random.random() < 0.5:
                    return Text(f"({left.text} << {by})", left.bound << by)
                return Text(f"({left.text} << ({right.text}) % {by + 1})", left.bound << by)
        if operator == ">>":
            by = random.choice((str(random.randint(0, 62)), f"(({right.text}) & 31)"))
            return Text(f"({left.text} >> {by})", left.bound)
        operator = random.choice(("&", "|", "^"))
        bits = max(left.bound, right.bound).bit_length()
        return Text(f"({left.text} {operator} {right.text})", 2**bits)

    def _element(self, depth: int) -> Text:
        name = self.random.choice(list(self.arrays))
        width, length, _ = self.arrays[name]
        return Text(f"{name}[{self.unsigned(depth - 1, length)}]", WIDTHS[width] + 1)

    def _call(self, depth: int) -> Text:
        functions = [function for function in self.functions if function.gives]
        if not functions:
            return self.leaf()
        function = self.random.choice(functions)
        args = [self.fitted(depth - 1, NARROW).text for _ in range(function.parameters)]
        return Text(f"{function.name}({', '.join(args)})", NARROW)

    def _built_in(self, depth: int) -> Text:
        left, right = self.expression(depth - 1), self.expression(depth - 1)
        form = self.random.randrange(8)
        if form == 0:
            return Text(f"popcount({left.text})", 64)
        if form == 1:
            return Text(f"ctz({left.text} | {2 ** self.random.randint(0, 62)})", 64)
        if form in (2, 3):
            name = "min" if form == 2 else "max"
            return Text(f"{name}({left.text}, {right.text})", max(left.bound, right.bound))
        if form == 4:
            return Text(f"abs({left.text})", left.bound)
        if form == 5:
            by = self.random.choice((str(self.random.randint(2, 62)), f"(({right.text}) & 31) + 2"))
            return Text(f"shr_u({left.text}, {by})", WIDE * 2)
        name = "mul_wrap" if form == 6 else "add_wrap"
        return Text(f"({name}({left.text}, {right.text}) >> 3)", WIDE)

    def condition(self, depth: int) -> str:
        """An expression that is 0 or 1."""
        random = self.random
        form = random.randrange(6)
        if depth > 0 and form == 0:
            return f"not ({self.condition(depth - 1)})"
        if depth > 0 and form in (1, 2):
            parts = [f"({self.condition(depth - 1)})" for _ in range(random.randint(2, 3))]
            return random.choice((" and ", " or ")).join(parts)
        left, right = self.expression(depth), self.expression(depth)
        operator = random.choice(("==", "!=", "<", "<=", ">", ">="))
        return f"{left.text} {operator} {right.text}"

    # Statements

    def statements(self, count: int, depth: int) -> None:
        """Some statements."""
        for _ in range(count):
            self._statement(depth)

    def _body(self, count: int, depth: int) -> None:
        self.depth += 1
        self.statements(count, depth)
        self.depth -= 1

    def _statement(self, depth: int) -> None:
        random = self.random
        forms = [self._set, self._set, self._store, self._store, self._action, self._call_alone]
        if depth > 0:
            forms += [self._if, self._table, self._for, self._for, self._while, self._jump]
        random.choice(forms)(depth)

    def _set(self, depth: int) -> None:
        random = self.random
        if self.wide and random.random() < 0.4:
            self._line(f"{random.choice(self.wide)} = {self.fitted(3, WIDE).text}")
        elif self.narrow:
            name = random.choice(self.narrow)
            if random.random() < 0.3:
                operator = random.choice(("%", "//", ">>", "&"))
                by = random.choice(("3", "4", "7")) if operator != "&" else "1023"
                self._line(f"{name} {operator}= {by}")
            else:
                self._line(f"{name} = {self.fitted(3, NARROW).text}")
        else:
            self._line("pass")

    def _target(self) -> tuple[str, str, int]:
        name = self.random.choice([name for name, (_, _, writes) in self.arrays.items() if writes])
        width, length, _ = self.arrays[name]
        return name, width, length

    def _element_value(self, width: str, depth: int) -> str:
        return self.unsigned(depth, 256) if width == "u8" else self.fitted(depth, WIDTHS[width]).text

    def _store(self, depth: int) -> None:
        name, width, length = self._target()
        place = self.unsigned(2, length)
        if width == "i64" and self.random.random() < 0.3:
            operator = self.random.choice(("%", "//", "&", "^"))
            by = self.fitted(2, NARROW).text
            self._line(f"{name}[{place}] {operator}= ({by}) | 1")
        else:
            self._line(f"{name}[{place}] = {self._element_value(width, 2)}")

    def _action(self, depth: int) -> None:
        random = self.random
        name, width, length = self._target()
        form = random.randrange(6)
        start = random.randrange(length + 1)
        count = str(random.randint(0, length - start))
        if form < 2:
            if random.random() < 0.5 and length > start:
                count = self.unsigned(1, length - start + 1)
            value = random.choice(("0", self._element_value(width, 1)))
            self._line(f"fill({name}, {start}, {count}, {value})")
        elif form < 4:
            others = [other for other, (kind, _, _) in self.arrays.items() if kind == width]
            other = random.choice(others)
            at, of = random.randint(0, length - 1), random.randint(0, self.arrays[other][1] - 1)
            most = min(length - at, self.arrays[other][1] - of)
            count = self.unsigned(1, most + 1) if random.random() < 0.5 else str(random.randint(0, most))
            places = [
                str(place) if random.random() < 0.5 else self.unsigned(1, place + 1) for place in (at, of)
            ]
            self._line(f"copy({name}, {places[0]}, {other}, {places[1]}, {count})")
        elif form == 4:
            action = random.choice(("save_state", "load_state"))
            self._line(f"{action}({random.choice(('0', '1', self.unsigned(1, 2)))}, {self.unsigned(1, 13)})")
        else:
            self._line(f"if {self.condition(1)} and {self.condition(1)} and {self.condition(0)}:")
            self._line(f"    fault({random.randint(1, 9)}, {self.fitted(1, NARROW).text})")

    def _call_alone(self, depth: int) -> None:
        if not self.functions:
            return self._set(depth)
        function = self.random.choice(self.functions)
        args = [self.fitted(2, NARROW).text for _ in range(function.parameters)]
        self._line(f"{function.name}({', '.join(args)})")
        return None

    def _if(self, depth: int) -> None:
        self._line(f"if {self.condition(2)}:")
        self._body(self.random.randint(1, 2), depth - 1)
        for _ in range(self.random.choice((0, 0, 1, 2))):
            self._line(f"elif {self.condition(2)}:")
            self._body(1, depth - 1)
        if self.random.random() < 0.5:
            self._line("else:")
            self._body(1, depth - 1)

    def _table(self, depth: int) -> None:
        names = self.narrow + self.wide
        if not names:
            return self._set(depth)
        name, random = self.random.choice(names), self.random
        if random.random() < 0.7 and name in self.narrow:
            self._line(f"{name} = ({self.fitted(2, NARROW).text}) % 9 - 2")
        word = "if"
        for number in range(random.randint(3, 6)):
            more = f" or {name} == {number + 1}" if random.random() < 0.3 else ""
            self._line(f"{word} {name} == {number - 1}{more}:")
            self._body(1, depth - 2)
            word = "elif"
        if random.random() < 0.3:
            self._line(f"elif {self.condition(1)}:")
            self._body(1, depth - 2)
        if random.random() < 0.6:
            self._line("else:")
            self._body(1, depth - 2)
        return None

    def _fuel(self, jump: str) -> None:
        self._line("    FUEL[0] -= 1")
        self._line("    if FUEL[0] < 0:")
        self._line(f"        {jump}")

    def _for(self, depth: int) -> None:
        random = self.random
        name = random.choice((f"i{self.loops}", f"i{self.loops}", "i0"))
        if name in self.counters:
            name = f"j{len(self.lines)}"
        start, count = random.choice((0, 0, 1, -2, 5)), random.choice((0, 1, 1, 2, 3, 6))
        if random.random() < 0.3:
            name_of_end = self.fitted(1, NARROW).text
            self._line(f"for {name} in range({start}, ({name_of_end}) % {start + 7 if start > 0 else 6}):")
        elif random.random() < 0.4:
            self._line(f"for {name} in range({start + count}, {start}, {random.choice((-1, -2))}):")
        else:
            self._line(f"for {name} in range({start}, {start + count}, {random.choice((1, 1, 3))}):")
        self._fuel("break")
        self.loops += 1
        self.counters.append(name)
        self._body(random.randint(1, 2), depth - 1)
        if random.random() < 0.2:
            self._line(f"    {name} = 0")
        self.counters.pop()
        self.loops -= 1

    def _while(self, depth: int) -> None:
        test = self.random.choice((self.condition(1), self.condition(2), "1"))
        self._line(f"while {test}:")
        self._fuel("break")
        self.loops += 1
        self._body(self.random.randint(1, 2), depth - 1)
        self.loops -= 1

    def _jump(self, depth: int) -> None:
        self._line(f"if {self.condition(1)}:")
        jumps = ["return" if not self.gives else f"return {self.fitted(1, NARROW).text}"]
        if self.loops:
            jumps += ["break", "continue", "break", "continue"]
        self._line(f"    {self.random.choice(jumps)}")


def random_kernel(random: Random) -> str:
    """The text of a kernel. Call `start` with two numbers of 16 bits: it runs a while and gives one."""
    return Writer(random).kernel()
