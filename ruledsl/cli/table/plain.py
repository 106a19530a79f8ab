"""The table as sentences, a line for each fact: for screen readers, for pipes, and for terminals that know
nothing but text.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ruledsl.cli.table.brackets import without_brackets
from ruledsl.cli.table.choices import Menu, how_to_pick, number_span
from ruledsl.cli.table.sheet import Place, Seat, Sheet, Spot


def table_lines(sheet: Sheet) -> Iterator[str]:
    """The whole table."""
    for seat in sheet.seats:
        yield _seat(sheet, seat)
    for grid in sheet.grids:
        for number, member in enumerate(grid.members):
            facts = [f"{name} {_content(places[number])}" for name, places in grid.rows]
            facts += [f"{name} {texts[number]}" for name, texts in grid.facts]
            yield f"{grid.domain} {member}: {'; '.join(facts)}."
    for place in sheet.middle:
        yield f"{place.name}: {_content(place)}."
    supply = [f"{amount} {name}" for name, amount in sheet.supply]
    if supply:
        yield f"supply: {', '.join(supply)}."
    for name, text in sheet.facts:
        yield f"{name}: {without_brackets(text)}."
    yield from sheet.remarks
    yield from own_lines(sheet)


def own_lines(sheet: Sheet) -> Iterator[str]:
    """The viewer's own cards with the numbers they go by."""
    for place in sheet.own:
        cards = ", ".join(
            _spot(spot) if place.named_by_codes else f"{key} {_spot(spot)}"
            for key, spot in zip(place.keys, place.spots, strict=True)
        )
        yield f"Your {place.label.partition('.')[2]}: {cards}."


def menu_lines(menu: Menu) -> Iterator[str]:
    """What can be said next."""
    if menu.path:
        yield f"{', '.join(menu.path)}:"
    if menu.picks:
        yield f"{how_to_pick(menu)}:"
    span = number_span(menu)
    if span:
        yield f"Type {span}."
    for entry in menu.entries:
        if span and entry.key == entry.text:
            continue
        ways = f" ({len(entry.options)} ways)" if len(entry.options) > 1 and not menu.picks else ""
        yield f"{entry.key}. {without_brackets(entry.text)}{ways}"


def _seat(sheet: Sheet, seat: Seat) -> str:
    marks = f" ({seat.who})"
    facts = [f"{place.label.partition('.')[2] or place.name} {_content(place)}" for place in seat.places]
    facts += [f"{held.name} {held.amount}" for held in seat.held]
    facts += [f"{name} {without_brackets(text)}" for name, text in seat.facts]
    said = f"{seat.letter}{marks}: {'; '.join(facts)}." if facts else f"{seat.letter}{marks}."
    return f"{said} To choose." if seat.chooses else said


def _content(place: Place) -> str:
    counted = [f"{amount} {name}" for name, amount in place.counted]
    return ", ".join([_pieces(place), *counted]) if place.size or not counted else ", ".join(counted)


def _pieces(place: Place) -> str:
    if not place.size:
        return "empty"
    number = f"{place.size} {_noun(place)}"
    if place.melds:
        return "; ".join(_melds(place))
    if place.kind == "pile":
        return f"{number}, top {_spot(place.spots[-1])}" if place.spots[-1].text else number
    if place.visibility == "open":
        return _list(place.spots) if place.kind == "row" or place.known else number
    if not place.known or len(place.known) == place.size:
        return number
    return f"{number}, known {_list(place.known)}"


def _noun(place: Place) -> str:
    if place.known and all(spot.die for spot in place.known):
        return "die" if place.size == 1 else "dice"
    return "card" if place.size == 1 else "cards"


def _melds(place: Place) -> Iterator[str]:
    for meld in place.melds:
        by = f" by {meld.by}" if meld.by else ""
        yield f"{meld.kind}{by} {_list(meld.spots)}"


def _list(spots: Iterable[Spot]) -> str:
    return " ".join(_spot(spot) for spot in spots)


def _spot(spot: Spot) -> str:
    return spot.label or (f"unknown of {spot.owner}" if spot.owner else "unknown")
