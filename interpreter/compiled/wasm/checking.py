"""Is a kernel written in the kernel language (docs/kernel.md)? KernelError says where not, and why."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Callable
from typing import ClassVar, Final, NoReturn

from interpreter.compiled.kernel import FAULT_ARRAYS, LIMITS, LISTS, Array, Kernel, KernelError
from interpreter.compiled.wasm.cells import closed
from interpreter.compiled.wasm.functions import FEW, FEW_HELD, Functions, body_of, expression_of
from interpreter.compiled.wasm.survey import Survey

VALUES: Final = {
    "popcount": 1,
    "ctz": 1,
    "min": 2,
    "max": 2,
    "abs": 1,
    "mul_wrap": 2,
    "add_wrap": 2,
    "shr_u": 2,
}
"""Built-in functions that give a value, and how many arguments they take."""

ACTIONS: Final = {"copy": 5, "fill": 4, "fault": 2, "save_state": 2, "load_state": 2}
"""Built-in functions that give none."""

ARRAYS: Final = {"copy": (0, 2), "fill": (0,)}
"""Which arguments are arrays."""

OPERATORS: Final = frozenset(
    (
        ast.Add,
        ast.Sub,
        ast.Mult,
        ast.FloorDiv,
        ast.Mod,
        ast.BitAnd,
        ast.BitOr,
        ast.BitXor,
        ast.LShift,
        ast.RShift,
    )
)
COMPARISONS: Final = frozenset((ast.Eq, ast.NotEq, ast.Lt, ast.LtE, ast.Gt, ast.GtE))

Names = frozenset[str] | None
"""The locals that are set on every way to a place; None: no way leads there."""


def check(kernel: Kernel) -> Functions:
    """What the functions give and how often each is called; KernelError where something is not allowed."""
    _check_names(kernel)
    _check_arrays(kernel)
    surveys = {name: Survey(node) for name, node in kernel.functions.items()}
    gives = {name: survey.gives for name, survey in surveys.items()}
    calls: Counter[str] = Counter()
    called: dict[str, dict[str, None]] = {}
    touched: dict[str, dict[str, bool]] = {}
    for name, node in kernel.functions.items():
        checker = _Checker(kernel, gives, calls, node)
        called[name], touched[name] = checker.called, checker.touched
        try:
            checker.run()
        except RecursionError:
            raise too_deep(node) from None
    for name in kernel.exports:
        if name not in kernel.functions:
            raise KernelError(f"EXPORTS names {name}, and there is no such function")
        calls[name] += 1
    _check_held(kernel)
    order = _ordered(called)
    touches = closed(order, touched, called) if kernel.holding else {}
    postponed = _postponed(kernel, surveys, calls, order, called)
    return Functions(kernel, surveys, gives, calls, order, touches, postponed)


def _postponed(
    kernel: Kernel,
    surveys: dict[str, Survey],
    calls: Counter[str],
    order: list[str],
    called: dict[str, dict[str, None]],
) -> frozenset[str]:
    """See `Functions`. A function counts with those that will be written in it."""
    most = FEW_HELD if kernel.holding else FEW
    weights: dict[str, int] = {}
    for name in order:
        weight = surveys[name].statements
        if not kernel.holding:
            weight += sum([weights.get(other, 0) for other in called[name]])
        once = calls[name] == 1 and name not in kernel.exports
        if once and weight <= most and expression_of(kernel.functions[name]) is None:
            weights[name] = weight
    return frozenset(weights)


def _check_held(kernel: Kernel) -> None:
    for name in kernel.holding:
        if name not in kernel.functions:
            raise KernelError(f"HOLDING names {name}, and there is no such function")
    for name in kernel.held:
        array = kernel.arrays.get(name)
        if array is None or array.role == "const" or name == "heap" or name in FAULT_ARRAYS:
            raise KernelError(f"HELD names {name}, which is no array that can be held")


def _ordered(called: dict[str, dict[str, None]]) -> list[str]:
    """The functions, each after those that it calls as far as that can be."""
    order: dict[str, None] = {}
    begun: set[str] = set()
    waiting = list(reversed(called))
    while waiting:
        name = waiting[-1]
        if name not in begun:
            begun.add(name)
            waiting += [other for other in called[name] if other not in begun]
        else:
            order[waiting.pop()] = None
    return list(order)


def too_deep(node: ast.FunctionDef) -> KernelError:
    """What is said about a function that goes deeper than Python can follow."""
    return KernelError(f"line {node.lineno}: {node.name} holds something that is nested too deeply")


def refuse(node: ast.AST, why: str) -> NoReturn:
    """Says that something is not in the language."""
    raise KernelError(f"line {getattr(node, 'lineno', '?')}: {why}")


def _check_names(kernel: Kernel) -> None:
    seen: set[str] = {*VALUES, *ACTIONS, "range", *LISTS}
    for name in (*kernel.constants, *kernel.arrays, *kernel.functions):
        if name in seen:
            raise KernelError(f"{name} is declared twice, or is a word of the language")
        seen.add(name)
    if len(set(kernel.exports)) < len(kernel.exports) or "memory" in kernel.exports:
        raise KernelError("EXPORTS names a function twice, or one called memory")
    for name, value in kernel.constants.items():
        if not -(2**63) <= value < 2**63:
            raise KernelError(f"{name} does not fit into 64 bits")


def _check_arrays(kernel: Kernel) -> None:
    for array in kernel.arrays.values():
        low, high = LIMITS[array.width]
        for value in array.values:
            if type(value) is not int or not low <= value <= high:
                raise KernelError(f"{array.name} holds {value!r}, which is no {array.width}")
    heap = kernel.arrays.get("heap")
    if heap is not None and (
        (heap.role, heap.width) != ("state", "i64") or heap.offset + heap.size != kernel.state_end
    ):
        raise KernelError("heap has to be the last array of the state, of the kind state_i64")
    if kernel.memory >= 2**31:
        raise KernelError(f"the arrays take {kernel.memory} bytes, which is more than 2^31")


class _Checker:
    """Checks one function: follows its statements with the names that are set."""

    def __init__(
        self, kernel: Kernel, gives: dict[str, bool], calls: Counter[str], function: ast.FunctionDef
    ) -> None:
        self.kernel = kernel
        self.gives = gives
        self.calls = calls
        self.function = function
        self.names: frozenset[str] = frozenset()
        self.breaks: list[list[Names]] = []
        self.called: dict[str, None] = {}
        self.touched: dict[str, bool] = {}

    def run(self) -> None:
        """Checks the whole function."""
        node = self.function
        args = node.args
        if args.vararg or args.kwarg or args.kwonlyargs or args.posonlyargs or args.defaults:
            refuse(node, f"{node.name} may have plain parameters only")
        if node.decorator_list or node.returns or any(arg.annotation for arg in args.args):
            refuse(node, f"{node.name} may have no decorators and no annotations")
        for arg in args.args:
            self._free(arg, arg.arg)
        self.names = frozenset(arg.arg for arg in args.args)
        end = self._block(body_of(node), self.names)
        if end is not None and self.gives[node.name]:
            refuse(node, f"{node.name} gives a value on some ways and none on others")

    def _free(self, node: ast.AST, name: str) -> None:
        kernel = self.kernel
        taken = name in kernel.constants or name in kernel.arrays or name in kernel.functions
        if taken or name in VALUES or name in ACTIONS or name == "range":
            refuse(node, f"{name} cannot be a local: it is something else already")

    # Statements

    def _block(self, body: list[ast.stmt], names: Names) -> Names:
        for node in body:
            form = self._STATEMENTS.get(type(node))
            if form is None:
                refuse(node, f"{type(node).__name__} is not a statement of the kernel language")
            # What follows a jump is checked as well, as if everything were set there.
            names_here = self.names if names is None else names
            after = form(self, node, names_here)
            names = None if names is None else after
        return names

    def _assign(self, node: ast.Assign, names: frozenset[str]) -> Names:
        if len(node.targets) != 1:
            refuse(node, "only one thing can be set at a time")
        self._value(node.value, names)
        return self._target(node.targets[0], names)

    def _target(self, target: ast.expr, names: frozenset[str]) -> frozenset[str]:
        if isinstance(target, ast.Name):
            if target.id not in names:
                self._free(target, target.id)
                self.names |= {target.id}
                return names | {target.id}
            return names
        if not isinstance(target, ast.Subscript):
            refuse(target, "only a local or an element of an array can be set")
        array = self._array(target.value)
        if array.role == "const":
            refuse(target, f"{array.name} is a table that never changes")
        self.touched[array.name] = True
        self._value(target.slice, names)
        return names

    def _change(self, node: ast.AugAssign, names: frozenset[str]) -> Names:
        if type(node.op) not in OPERATORS:
            refuse(node, f"there is no operator {type(node.op).__name__}")
        if isinstance(node.target, ast.Name) and node.target.id not in names:
            refuse(node, f"{node.target.id} may not be set here yet")
        self._value(node.value, names)
        return self._target(node.target, names)

    def _if(self, node: ast.If, names: frozenset[str]) -> Names:
        ends: list[Names] = []
        rest: list[ast.stmt] = [node]
        while len(rest) == 1 and isinstance(rest[0], ast.If):
            self._value(rest[0].test, names)
            ends.append(self._block(rest[0].body, names))
            rest = rest[0].orelse
        ends.append(self._block(rest, names))
        return _joined(ends)

    def _while(self, node: ast.While, names: frozenset[str]) -> Names:
        if node.orelse:
            refuse(node, "a loop has no else")
        self._value(node.test, names)
        ends = self._loop(node.body, names)
        endless = isinstance(node.test, ast.Constant) and node.test.value != 0
        return _joined(ends if endless else [*ends, names])

    def _for(self, node: ast.For, names: frozenset[str]) -> Names:
        call = node.iter
        if node.orelse:
            refuse(node, "a loop has no else")
        if not isinstance(node.target, ast.Name):
            refuse(node, "a loop counts with one local")
        if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Name) or call.func.id != "range":
            refuse(node, "a loop goes over range(a, b) or range(a, b, step)")
        if len(call.args) not in (2, 3) or call.keywords:
            refuse(node, "range takes where to begin, where to end and maybe a step")
        for arg in call.args[:2]:
            self._value(arg, names)
        if len(call.args) == 3 and not self._number(call.args[2]):
            refuse(node, "the step of a range is a number that is written here, and not 0")
        inside = self._target(node.target, names)
        return _joined([*self._loop(node.body, inside), names])

    def _number(self, node: ast.expr) -> int:
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
            return -self._number(node.operand)
        if isinstance(node, ast.Name):
            return self.kernel.constants.get(node.id, 0)
        return node.value if isinstance(node, ast.Constant) and type(node.value) is int else 0

    def _loop(self, body: list[ast.stmt], names: frozenset[str]) -> list[Names]:
        self.breaks.append([])
        self._block(body, names)
        return self.breaks.pop()

    def _return(self, node: ast.Return, names: frozenset[str]) -> Names:
        if (node.value is not None) != self.gives[self.function.name]:
            refuse(node, f"{self.function.name} gives a value on some ways and none on others")
        if node.value is not None:
            self._value(node.value, names)
        return None

    def _alone(self, node: ast.Expr, names: frozenset[str]) -> Names:
        value = node.value
        if isinstance(value, ast.Constant) and isinstance(value.value, str):
            return names
        if not isinstance(value, ast.Call):
            refuse(node, "only a call can stand alone")
        self._now = names
        name = self._arguments(value)
        return None if name == "fault" else names

    def _break(self, node: ast.Break, names: frozenset[str]) -> Names:
        self.breaks[-1].append(names)
        return None

    def _continue(self, node: ast.Continue, names: frozenset[str]) -> Names:
        return None

    # Expressions

    def _value(self, node: ast.expr, names: frozenset[str]) -> None:
        self._now = names
        self._expression(node)

    def _expression(self, node: ast.expr) -> None:
        """Most of a kernel are names, numbers, elements and sums; so these are looked at right here."""
        while True:
            kind = type(node)
            if kind is ast.Name:
                name = node.id  # type: ignore[attr-defined]
                if name not in self._now and name not in self.kernel.constants:
                    self._unknown(node, name)
                return
            if kind is ast.Constant:
                value = node.value  # type: ignore[attr-defined]
                if type(value) is not int or value >= 2**63:
                    refuse(node, f"{value!r} is no whole number of 64 bits")
                return
            if kind is ast.Subscript:
                self._array(node.value)  # type: ignore[attr-defined]
                node = node.slice  # type: ignore[attr-defined]
            elif kind is ast.BinOp:
                if type(node.op) not in OPERATORS:  # type: ignore[attr-defined]
                    refuse(node, f"there is no operator {type(node.op).__name__}")  # type: ignore[attr-defined]
                self._expression(node.left)  # type: ignore[attr-defined]
                node = node.right  # type: ignore[attr-defined]
            else:
                form = self._EXPRESSIONS.get(kind)
                if form is None:
                    refuse(node, f"{kind.__name__} is not an expression of the kernel language")
                form(self, node)
                return

    def _unknown(self, node: ast.expr, name: str) -> NoReturn:
        known = name in self.names
        refuse(node, f"{name} may not be set here yet" if known else f"there is no local {name}")

    def _unary(self, node: ast.UnaryOp) -> None:
        if not isinstance(node.op, ast.USub | ast.Invert | ast.Not):
            refuse(node, f"there is no operator {type(node.op).__name__}")
        operand = node.operand
        lowest = isinstance(node.op, ast.USub) and isinstance(operand, ast.Constant)
        if not (lowest and type(operand.value) is int and operand.value == 2**63):  # type: ignore[attr-defined]
            self._expression(operand)

    def _compare(self, node: ast.Compare) -> None:
        if len(node.ops) != 1 or type(node.ops[0]) not in COMPARISONS:
            refuse(node, "one comparison at a time, and none of is and in")
        self._expression(node.left)
        self._expression(node.comparators[0])

    def _logical(self, node: ast.BoolOp) -> None:
        for value in node.values:
            self._expression(value)

    def _choice(self, node: ast.IfExp) -> None:
        self._expression(node.test)
        self._expression(node.body)
        self._expression(node.orelse)

    def _array(self, node: ast.expr) -> Array:
        array = self.kernel.arrays.get(node.id) if type(node) is ast.Name else None
        if array is None:
            refuse(node, "the name of an array is needed here")
        self.touched.setdefault(array.name, False)
        return array

    def _call(self, node: ast.Call) -> None:
        name = self._arguments(node)
        if name in ACTIONS or not self.gives.get(name, True):
            refuse(node, f"{name} gives no value")

    def _arguments(self, node: ast.Call) -> str:
        """Checks a call and tells whom it calls."""
        if not isinstance(node.func, ast.Name):
            refuse(node, "only a function can be called")
        name = node.func.id
        function = self.kernel.functions.get(name)
        count = VALUES.get(name, ACTIONS.get(name))
        if function is not None:
            count = len(function.args.args)
            self.calls[name] += 1
            self.called[name] = None
        if count is None:
            refuse(node, f"there is no function {name}")
        if len(node.args) != count or node.keywords:
            refuse(node, f"{name} takes {count} arguments")
        arrays = ARRAYS.get(name, ())
        if not arrays:
            for arg in node.args:
                self._expression(arg)
            if name == "save_state" or name == "load_state":
                for state in self.kernel.arrays.values():
                    if state.role == "state":
                        self.touched[state.name] = name == "load_state" or self.touched.get(state.name, False)
        else:
            for place, arg in enumerate(node.args):
                if place not in arrays:
                    self._expression(arg)
            self._check_moved(node, [self._array(node.args[place]) for place in arrays])
        return name

    def _check_moved(self, node: ast.Call, arrays: list[Array]) -> None:
        if arrays[0].role == "const":
            refuse(node, f"{arrays[0].name} is a table that never changes")
        self.touched[arrays[0].name] = True
        if len({array.width for array in arrays}) > 1:
            refuse(node, f"{arrays[0].name} and {arrays[1].name} are not of the same kind")

    _STATEMENTS: ClassVar[dict[type, Callable[..., Names]]] = {
        ast.Assign: _assign,
        ast.AugAssign: _change,
        ast.If: _if,
        ast.While: _while,
        ast.For: _for,
        ast.Return: _return,
        ast.Expr: _alone,
        ast.Break: _break,
        ast.Continue: _continue,
        ast.Pass: lambda self, node, names: names,
    }

    _EXPRESSIONS: ClassVar[dict[type, Callable[..., None]]] = {
        ast.Compare: _compare,
        ast.Call: _call,
        ast.UnaryOp: _unary,
        ast.BoolOp: _logical,
        ast.IfExp: _choice,
    }


def _joined(ends: list[Names]) -> Names:
    """What is set where several ways come together."""
    found: Names = None
    for names in ends:
        if names is not None:
            found = names if found is None else found & names
    return found
