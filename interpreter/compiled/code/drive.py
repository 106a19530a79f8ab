"""What the outside calls: begin a game, list options, take one, play at random to the end, judge.

`run` goes on until a decision waits; `go` is that and what belongs to the end. Random play draws from a
generator of its own, `bot`, so that the game's chance stays what it is.
"""

from __future__ import annotations

from interpreter.compiled.code.blocks import enter
from interpreter.compiled.code.control import initialise
from interpreter.compiled.code.frames import (
    BLOCK,
    CALL,
    CHOOSE,
    DRAW,
    EACH,
    FENCE,
    ONCE,
    OPTION,
    QUEUE,
    REPEAT,
    TOGETHER,
    TRIGGER,
    TURNS,
)  # fmt: skip
from interpreter.compiled.code.unit import Context, Unit
from interpreter.compiled.code.writer import Lines, by_place
from interpreter.compiled.kernel import NONE
from interpreter.program import Draw, Each, Program, Repeat, Turns
from interpreter.state import WORK_BUDGET

SHARES = 27_720
"""Wins are counted in so many parts, which all numbers of players up to 12 divide."""

EXPORTS = (
    "setup", "reset", "begin", "offer", "take", "judge", "play_on", "games", "rollouts", "play_straight",
    "record_games", "seed_game", "pick_below", "tidy", "recount", "wake_all", "stand_own", "leave_own",
    "offer_named", "play", "lay_out", "keeps_invariants", "roll_on", "read_standing",
    "fewest_cuts",
)  # fmt: skip

GAMES = ("setup", "judge", "games", "record_games")
"""Those of them that are enough for whole games."""


def declarations(program: Program, step_budget: int) -> list[str]:
    """Constants and arrays that every kernel has."""
    variables = max(1, program.variable_count)
    cells = max(1, len(program.cells))
    return [
        f"WORK = {WORK_BUDGET}",
        f"STEPS = {step_budget}",
        "SNAPSHOTS = 3",
        "origin_now = scratch_i64(1)",
        "chance_off = scratch_i64(1)",
        "pure = scratch_i64(1)",
        "work_left = scratch_i64(1)",
        "decision_due = scratch_i64(1)",
        "heap_top = scratch_i64(1)",
        "heap_base = scratch_i64(1)",
        "lifting = scratch_i64(1)",
        "chooser_now = scratch_i64(1)",
        "bot = scratch_i64(2)",
        f"tally = scratch_i64({4 + 2 * program.players})",
        "depth = state_i64(1)",
        "turn_at = state_i64(1)",
        "quiet = state_i64(1)",
        "kept_top = state_i64(1)",
        "direction = state_i64(1)",
        "over = state_i64(1)",
        "no_result = state_i64(1)",
        "steps_left = state_i64(1)",
        "decisions = state_i64(1)",
        f"misses = state_i64({program.players})",
        f"vars = state_i64({variables})",
        f"cells = state_i64({cells})",
    ]


def write_drive(unit: Unit, wake: tuple[int, ...], straight: bool) -> None:
    """All of them; `wake` are the triggers of the whole game, `straight`: whole games are played without a
    stack.
    """
    _write_run(unit)
    _write_finish(unit)
    _write_begin(unit, wake)
    _write_asking(unit)
    _write_taking(unit)
    _write_random(unit)
    _write_games(unit, wake, straight)


def _write_run(unit: Unit) -> None:
    """1: nothing is left down to the bottom or a fence; 0: a decision waits."""
    out = Lines()
    with out.under("while depth[0] > 0:"):
        out("d = depth[0] - 1")
        out("kind = frame_kind[d]")
        with out.under(f"if kind == {BLOCK}:"):
            out("go_block(frame_a[d], frame_b[d])")
        with out.under(f"elif kind == {EACH}:"):
            out("go_each(d)")
        with out.under(f"elif kind == {TURNS}:"):
            out("go_turns(d)")
        with out.under(f"elif kind == {CHOOSE}:"):
            out("go_choose(d)")
        with out.under(f"elif kind == {OPTION} or kind == {CALL} or kind == {TRIGGER}:"):
            out("leave()")
        with out.under(f"elif kind == {QUEUE}:"):
            out("go_queue(d)")
        with out.under(f"elif kind == {REPEAT}:"):
            out("go_repeat(d)")
        with out.under(f"elif kind == {DRAW}:"):
            out("go_draw(d)")
        with out.under(f"elif kind == {ONCE}:"):
            out("go_once(d)")
        with out.under(f"elif kind == {TOGETHER}:"):
            out("go_together(d)")
        with out.under(f"elif kind == {FENCE}:"):
            out("depth[0] = d")
            out("return 1")
        with out.under("if decision_due[0]:"):
            out("return 0")
    out("return 1")
    unit.add("run", "", out)
    for name, kinds in (("go_each", Each), ("go_repeat", Repeat), ("go_turns", Turns), ("go_draw", Draw)):
        out = Lines()
        places = [(number, index) for number, index, _ in unit.with_frames(kinds)]
        for number, index in by_place(out, [p for p in places if f"{name}_{p[0]}_{p[1]}" in unit.functions]):
            out(f"{name}_{number}_{index}(d)")
        unit.add(name, "d", out)


def _write_finish(unit: Unit) -> None:
    """The game is over: nothing that was under way remains."""
    program = unit.program
    out = Lines()
    out("over[0] = 1")
    out("depth[0] = 0")
    out("turn_at[0] = -1")
    out("quiet[0] = 0")
    out("committed[0] = 0")
    out("decision_due[0] = 0")
    out(f"fill(alive, 0, {max(1, len(program.triggers))}, 0)")
    out(f"fill(cells, 0, {max(1, len(program.cells))}, {NONE})")
    for family in program.variables:
        if family.local:
            out(f"fill(vars, {family.base}, {family.count}, {NONE})")
    unit.add("finish", "", out)


def _write_begin(unit: Unit, wake: tuple[int, ...]) -> None:
    """`setup` makes an empty position and keeps it; `reset` brings it back; `begin` starts the game in it."""
    program = unit.program
    layout = unit.layout
    out = Lines()
    with out.under("for i in range(0, KEPT_START):"):
        out("heap[i] = constant_words[i]")
    for line in (
        "kept_top[0] = KEPT_START",
        "heap_base[0] = HEAP_KEPT",
        "heap_top[0] = HEAP_KEPT",
        "turn_at[0] = -1",
        "direction[0] = 1",
        "steps_left[0] = STEPS",
        "work_left[0] = WORK",
        "origin_now[0] = -1",
        f"fill(vars, 0, {max(1, program.variable_count)}, {NONE})",
        f"fill(cells, 0, {max(1, len(program.cells))}, {NONE})",
        f"fill(place, 0, {max(1, layout.piece_count)}, -1)",
    ):
        out(line)
    if unit.features.known:
        out(f"fill(known, 0, {max(1, layout.piece_count)}, {layout.all_seats})")
    _write_counters(unit, out)
    out("save_state(1, KEPT_START)")
    unit.add("setup", "", out)
    out = Lines()
    out("load_state(1, KEPT_START)")
    out("heap_base[0] = HEAP_KEPT")
    out("heap_top[0] = HEAP_KEPT")
    out("quiet[0] = 0")
    _come_to_rest(unit, out)
    unit.add("reset", "", out)
    _write_go(unit, wake)
    _write_loaded(unit)


def _write_go(unit: Unit, wake: tuple[int, ...]) -> None:
    """`begin`, and `go`: on to the next decision or the end."""
    program = unit.program
    c = Context(unit, Lines())
    _prepare(c, wake)
    phase = program.phases[program.main]
    c.out(f"push({CALL}, {program.main}, 0, 0, 0, 0)")
    enter(c, phase.body)
    c.out("go(budget)")
    unit.add("begin", "budget", c.out)
    out = Lines()
    with out.under("if run():"), out.under("if over[0] == 0:"):
        out("finish()")
    with out.under("elif decisions[0] >= budget:"):
        out("finish()")
        out("no_result[0] = 1")
    out("heap_top[0] = heap_base[0]")
    with out.under("if kept_top[0] > KEPT_SMALL:"):
        out("collect()")
    if unit.tests_invariants:
        out("check_invariants()")
    unit.add("go", "budget", out)


def _write_loaded(unit: Unit) -> None:
    """What a position put into the memory needs: `recount` what follows from it, `wake_all` triggers."""
    program = unit.program
    out = Lines()
    out("collect()")
    unit.add("tidy", "", out)
    out = Lines()
    out("pass")
    for number in range(len(program.triggers)):
        with out.under(f"if alive[{number}]:"):
            out(f"wake_{number}()")
    unit.add("wake_all", "", out)
    out = Lines()
    out("quiet[0] = 0")
    with out.under("for i in range(0, depth[0]):"), out.under(f"if frame_kind[i] == {ONCE}:"):
        out("quiet[0] += 1")
    out("find_turn()")
    out("heap_base[0] = HEAP_KEPT")
    _come_to_rest(unit, out)
    out("steps_left[0] = STEPS")
    out("work_left[0] = WORK")
    unit.add("recount", "", out)


def _come_to_rest(unit: Unit, out: Lines) -> None:
    """Nothing is under way in the memory, whatever a fault left there."""
    out("decision_due[0] = 0")
    out("pure[0] = 0")
    out("chance_off[0] = 0")
    out("own_depth[0] = 0")
    out("lifting[0] = 0")
    _forget_searches(unit, out)


def _forget_searches(unit: Unit, out: Lines) -> None:
    """A search for melds that ended in a fault leaves its room taken."""
    if unit.program.melds:
        out(f"{unit.melds.reset()}()")


def _prepare(c: Context, wake: tuple[int, ...]) -> None:
    """Variables get their values, in order, and the triggers of the whole game wake up."""
    program = c.unit.program
    c.out("work_left[0] = WORK")
    for number, family in enumerate(program.variables):
        if not family.local:
            with c.at(family.initial.origin):
                initialise(c, number)
    for trigger in wake:
        c.out(f"wake_{trigger}()")
    for number in program.phases[program.main].resets:
        initialise(c, number)


def _write_clear(unit: Unit) -> None:
    """`clear_table`: the empty position for straight play, in which nobody looks at what frames and locals
    left.
    """
    layout, features, program = unit.layout, unit.features, unit.program
    out = Lines()
    zones, pieces = layout.zone_count, max(1, layout.piece_count)
    fills = [("zone_size", zones, 0, True), ("zone_mask", zones * features.words, 0, any(features.is_mask))]
    fills += [("undecided_size", zones, 0, features.wait_size > 0), ("place", pieces, -1, True)]
    fills += [("facing", pieces, 0, features.facing), ("shown", pieces, 0, features.dice)]
    fills += [("known", pieces, layout.all_seats, features.known), ("laid_size", zones, 0, features.melds)]
    fills += [
        ("alive", len(program.triggers), 0, bool(program.triggers)),
        ("misses", layout.players, 0, True),
    ]
    fills.append(("counters", layout.counter_count * layout.holder_count, 0, layout.counter_count > 0))
    for name, count, value, there in fills:
        if there:
            out(f"fill({name}, 0, {count}, {value})")
    _write_counters(unit, out)
    if features.melds:
        out("serial[0] = 0")
    for line in (
        "depth[0] = 0", "turn_at[0] = -1", "quiet[0] = 0", "kept_top[0] = KEPT_START", "direction[0] = 1",
        "over[0] = 0", "no_result[0] = 0", "steps_left[0] = STEPS", "decisions[0] = 0",
        "committed[0] = 0", "script[0] = 0",
        "script_size[0] = 0", "commits[0] = 0", "heap_base[0] = HEAP_KEPT", "heap_top[0] = HEAP_KEPT",
        "decision_due[0] = 0", "pure[0] = 0", "chance_off[0] = 0", "own_depth[0] = 0",
    ):  # fmt: skip
        out(line)
    _forget_searches(unit, out)
    kept = [
        f"fill(vars, {family.base}, {family.count}, {NONE})"
        for family, kind in zip(program.variables, unit.kinds.variables, strict=True)
        if kind.is_place
    ]
    kept += [f"cells[{cell}] = {NONE}" for cell in sorted(unit.kept_cells) if unit.kinds.cells[cell].is_place]
    for line in (*kept, "lifting[0] = 0") if kept else ():
        out(line)
    unit.add("clear_table", "", out)


def _write_counters(unit: Unit, out: Lines) -> None:
    layout = unit.layout
    for number, counter in enumerate(unit.program.counters):
        base = number * layout.holder_count
        out(f"counters[{base}] = {counter.total - counter.each * layout.players}")
        for seat in range(layout.players):
            out(f"counters[{base + 1 + seat}] = {counter.each}")


def _write_straight(unit: Unit, wake: tuple[int, ...]) -> None:
    """`play_straight`: a whole game at random, without a stack."""
    c = Context(unit, Lines())
    c.out("budget_now[0] = budget")
    c.out("pendings[0] = 0")
    c.out("once_dropped[0] = 0")
    _prepare(c, wake)
    c.out(f"straight_phase_{unit.program.main}()")
    c.out("over[0] = 1")
    unit.add("play_straight", "budget", c.out)
    _write_clear(unit)


def _write_asking(unit: Unit) -> None:
    """`offer`: the options of the decision that waits; gives how many. `chooser_now` is who decides."""
    out = Lines()
    out("d = depth[0] - 1")
    out("heap_top[0] = heap_base[0]")
    with out.under(f"if frame_kind[d] == {TOGETHER}:"):
        out("list_own_options()")
        out("chooser_now[0] = own_seat[0]")
    with out.under("else:"):
        out("chooser_now[0] = frame_c[d]")
        out("list_options(d)")
    out("return options[0]")
    unit.add("offer", "", out)


def _write_taking(unit: Unit) -> None:
    """`take`: option `number` of those that were listed last is carried out, up to the next decision."""
    out = Lines()
    out("at = option_at[number]")
    out("decisions[0] += 1")
    out("steps_left[0] = STEPS")
    out("work_left[0] = WORK")
    with out.under(f"if frame_kind[depth[0] - 1] == {TOGETHER}:"):
        out("commit(at)")
    with out.under("else:"):
        out("decide(heap[at], at + 2)")
    unit.add("choose_option", "number", out)
    out = Lines()
    out("choose_option(number)")
    out("go(budget)")
    unit.add("take", "number, budget", out)


def _write_random(unit: Unit) -> None:
    out = Lines()
    out("old = bot[0]")
    out("bot[0] = add_wrap(mul_wrap(old, 6364136223846793005), bot[1])")
    out("mixed = shr_u(shr_u(old, 18) ^ old, 27) & 4294967295")
    out("turn = shr_u(old, 59)")
    out("return (mixed >> turn | mixed << (32 - turn)) & 4294967295")
    unit.add("bot_output", "", out)
    out = Lines()
    # The upper half of a product; redrawn where that would not be fair (D. Lemire, "Fast Random Integer
    # Generation in an Interval", 2019). Where there is one only nothing is drawn, and no jump asks for that:
    # it could not be guessed.
    out("old = bot[0]")
    out("after = add_wrap(mul_wrap(old, 6364136223846793005), bot[1])")
    out("bot[0] = old if n == 1 else after")
    out("mixed = shr_u(shr_u(old, 18) ^ old, 27) & 4294967295")
    out("turn = shr_u(old, 59)")
    out("product = ((mixed >> turn | mixed << (32 - turn)) & 4294967295) * n")
    out("low = product & 4294967295")
    with out.under("if low < n:"):
        out("threshold = 4294967296 % n")
        with out.under("while low < threshold:"):
            out("product = bot_output() * n")
            out("low = product & 4294967295")
    out("return product >> 32")
    unit.add("pick_below", "n", out)
    out = Lines()
    with out.under("while over[0] == 0:"):
        out("n = offer()")
        out("take(pick_below(n), budget)")
    unit.add("play_on", "budget", out)


def _write_games(unit: Unit, wake: tuple[int, ...], straight: bool) -> None:
    """`games`: whole random games, added up in `tally`; `rollouts`: the same from the position at hand,
    which stays.
    """
    players = unit.layout.players
    out = Lines()
    out("tally[0] += 1")
    out("tally[1] += decisions[0]")
    with out.under("if no_result[0]:"):
        out("tally[2] += 1")
        out("return")
    out("judge()")
    out("tally[3] = worth_unit[0]")
    out("first = 0")
    with out.under(f"for seat in range(0, {players}):"):
        out("first += place_of[seat] == 0")
    share = unit.table([0, *(SHARES // first for first in range(1, players + 1))], "share")
    out(f"share = {share}[first]")
    with out.under(f"for seat in range(0, {players}):"):
        out("tally[4 + seat] += worth[seat]")
        out(f"tally[{4 + players} + seat] += share if place_of[seat] == 0 else 0")
    unit.add("count_game", "", out)
    out = Lines()
    with out.under("for game in range(0, count):"):
        if straight:
            out("clear_table()")
            out("seed_game()")
            out("play_straight(budget)")
        else:
            out("reset()")
            out("seed_game()")
            out("begin(budget)")
            out("play_on(budget)")
        out("count_game()")
    unit.add("games", "count, budget", out)
    if straight:
        _write_straight(unit, wake)
    out = Lines()
    out("generator[0] = add_wrap(mul_wrap(bot_output(), 4294967296), bot_output())")
    out("generator[1] = bot[1]")
    unit.add("seed_game", "", out)
    out = Lines()
    out("n = kept_top[0]")
    out("save_state(2, n)")
    with out.under("for game in range(0, count):"):
        out("load_state(2, n)")
        out("seed_game()")
        out("play_on(budget)")
        out("count_game()")
    out("load_state(2, n)")
    unit.add("rollouts", "count, budget", out)
