"""What suspended play looks like: the layout of `Position.frames`, bottom to top.

A frame is a list that begins with its kind.  `block, index` name a statement:
`blocks[block].statements[index]`.

    block     block, index
        Runs a block; `index` is the statement that comes next.
    call      phase
        Lies under a phase's body; the scope of `end <phase>`.
    each      block, index, i, bindings
        A loop; `i` is the next of the `bindings` (a tuple of tuples: the values of all generators).
    repeat    block, index, done, count
        `done` passes are over, `count` (or None: no limit) are wanted.
    turns     block, index, seat, ended, at_end
        Whose turn it is; `at_end` lists the blocks that run at its end, `ended` how many of them have been
        started (0: the turn goes on).
    choose    block, index, seat, passes
        The decision that is due, when on top; under an `option` frame a choice that goes on until enough.
    option    block, index, alternative
        Lies under an option's body.
    draw      block, index, source, targets, at, facing, left, done
        Pieces still to be drawn; `targets` is a tuple of zones.
    queue     entries
        Triggers that fired and still have to run: (trigger, number of the binding), ...
    trigger   trigger, saved
        Lies under a trigger's body; `saved` are (cell, value) and (-1 - variable, value) to be put back.
    once
        Lies under `at once`: triggers wait.
    together  block, index, bindings
        Simultaneous choices under way; see below.
    fence
        The bottom of a body that is run on its own; never in a position at rest.

Everything in a frame is a number, a text, None, a value of the rules or a tuple of such, so a copy of the
lists is a copy of the stack.

Simultaneous choices.  While they are made the position stands still.  `Position.committed` has one entry for
each binding of the loop that is complete or under way, in order: (done, commits), `commits` being a tuple of
(alternative, bindings, key) in the order in which the body asked; the alternative is -1 for nothing or
enough, the key is the option's.
The seat that is due has the first entry that is not done, or the binding after the last entry.

Pieces stand only in the bindings of each and together frames, in what trigger frames saved and in commits.
"""

from __future__ import annotations

BLOCK = "block"
CALL = "call"
EACH = "each"
REPEAT = "repeat"
TURNS = "turns"
CHOOSE = "choose"
OPTION = "option"
DRAW = "draw"
QUEUE = "queue"
TRIGGER = "trigger"
ONCE = "once"
TOGETHER = "together"
FENCE = "fence"

NOTHING = -1
"""The alternative number of "nothing" and "enough"."""
