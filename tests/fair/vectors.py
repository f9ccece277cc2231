"""Records to hold any verifier to: sound ones of every kind, and what somebody has made of them.

    python -m tests.fair.vectors    writes tests/fair/vectors.json anew; read the difference before it is kept

Each has a name, the record as text, and what there is to find: whether it holds and, if so, how many throws
of each kind there are.  What was changed has a new checksum, as whoever changes something would make it.
Of those with `by_rules` only a verifier that knows the rules of the game can see that they do not hold; of
those with `scheme` 1 only such a one can tell the kinds.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from importlib import import_module
from pathlib import Path
from typing import Any
from unittest.mock import patch

from stylobate import Game, ids
from stylobate.fair import draw, pledge, sealed, verify
from stylobate.play import Table, overdue, record, set_back
from stylobate.record import Record, read
from tests.harness import Options, home, of_this_house
from tests.tables import ADA, BEN, CYD, ask, moment, opened, played_out, two_people

DICE = "columns-dice"  # the game that most of them are of: a die, two seats, and soon over
KEPT = Path(__file__).with_name("vectors.json")
STORED = Path(__file__).parents[1] / "stored"
PEOPLE = {person.id: person for person in (ADA, BEN, CYD)}

Change = Callable[[Record], Record]


PLEDGED: dict[str, str] = {}
"""The nonce of every pledge."""


def fresh_pledge(table: Table, who: str) -> str:
    """A new pledge of this person; its nonce is kept."""
    secret = random.Random(f"{who} {table.version}").randbytes(16).hex()
    shown = pledge(table.id, secret)
    PLEDGED[shown] = secret
    return shown


def together(table: Table, rng: random.Random, most: int = 10_000, missing: float = 0) -> Table:
    """Everybody moves at random; all people pledge, and give what they have pledged, or sometimes do not."""
    while table.state != "over" and (most or table.is_waiting):
        if table.is_waiting:
            who = next(iter(table.awaited.keys() - table.given.keys()))
            if rng.random() < missing:
                table = overdue(table, moment(60)) or table
                continue
            given = PLEDGED[table.awaited[who]]
            table = ask(table, PEOPLE[who], "give", nonce=given, pledge=fresh_pledge(table, who))
            continue
        for who in sorted(table.people - table.pledges.keys()):
            table = ask(table, PEOPLE[who], "pledge", pledge=fresh_pledge(table, who))
        seat = table.seats[table.turn or 0]
        mover = PEOPLE[seat.who] if seat.is_person and seat.who else None
        table = ask(table, mover, "move", token=rng.choice(table.position.legal))
        most -= 1
    return table


def back(table: Table) -> Table:
    """The last turn of whoever moved is taken back by consent."""
    return ask(ask(table, ADA, "ask-takeback"), BEN, "answer-takeback", yes=True)


def restored(table: Table, restores: int) -> Table:
    """The table after the site was set back, with a salt that is the same each time."""
    with patch("stylobate.play.throwing.fresh_salt", lambda: f"{restores:032x}"):
        after = set_back(table, moment(restores=restores))
    assert after is not None
    return after


def special() -> Iterator[tuple[Game, str, Options]]:
    """What games tell of their own throws: under which options there are some, and what they are like."""
    for game in of_this_house():
        if (home(game) / "thrown.py").exists():
            found = import_module(f"tests.games.{home(game).name}.thrown")
            yield from ((game, name, options) for name, options in found.GAMES.items())


def sound() -> Iterator[tuple[str, Record]]:
    """Records as the site writes them."""
    rng = random.Random(11)
    yield (
        "a die each for the start, then dice, one nonce a throw",
        record(played_out(two_people(DICE, starts="dice"), rng)),
    )
    yield "both people's nonces in every throw", record(together(two_people(DICE), rng))
    yield (
        "somebody's nonce is sometimes missing",
        record(together(two_people(DICE), rng, missing=0.3)),
    )
    yield (
        "against a computer",
        record(played_out(ask(opened(DICE, ("me", "1")), ADA, "begin"), rng)),
    )
    yield (
        "computers among themselves",
        record(played_out(ask(opened(DICE, ("1", "2")), ADA, "begin"), rng)),
    )
    for game, name, options in special():
        yield name, record(together(two_people(game.id, options=options), rng))
    yield "nothing but a lot", record(ask(two_people(starts="lot"), ADA, "resign"))
    yield "not begun", record(opened(DICE))
    yield "closed before it began", record(ask(opened(DICE), ADA, "close"))
    unfinished = together(two_people(DICE), rng, 9)
    yield "not over", record(unfinished)
    yield "a seat has resigned", record(ask(unfinished, BEN, "resign"))
    twice = back(together(back(together(two_people(DICE), rng, 8)), rng, 6))
    yield "taken back twice", record(twice)
    yield "taken back twice, and played to the end", record(together(twice, rng))
    later = together(restored(unfinished, 1), rng, 4)
    yield "set back once", record(later)
    yield (
        "set back three times, twice before one throw",
        record(together(restored(restored(later, 2), 3), rng)),
    )
    for file in sorted(STORED.glob("*.txt"), key=lambda file: file.stem):
        if file.stem in ids() and "\nfair: " in (stored := file.read_text("utf-8")):
            yield f"of 0.1.0, {file.stem}", read(stored)


def unnoticed(papers: dict[str, Record]) -> Iterator[tuple[str, Record]]:
    """What nobody can see from the record alone: it is as if the game were not over."""
    whole = "both people's nonces in every throw"
    yield f"{whole}; its end cut off, with the signature", sealed(without_end(papers[whole]))
    renamed = replace(papers["not over"], seats=("Eve", "Ben"), date="2023-11-15")
    yield "not over; other names, another date", sealed(renamed)


def changed(name: str, value: str | None) -> Change:
    """One line of the header is another, or is gone."""

    def change(paper: Record) -> Record:
        more = {one: text for one, text in paper.more.items() if one != name}
        return replace(paper, more=more if value is None else {**paper.more, name: value})

    return change


def edited(name: str, edit: Callable[[str], str]) -> Change:
    """One line of the header is edited."""
    return lambda paper: changed(name, edit(paper.more[name]))(paper)


def other_digit(text: str, place: int) -> str:
    """The text with another hexadecimal digit there."""
    return text[:place] + ("0" if text[place] != "0" else "1") + text[place + 1 :]


def other_lot(text: str) -> str:
    """The lot fell on the other seat."""
    drawn = text.partition(" chose ")[2][0]
    return text.replace(f" chose {drawn} ", f" chose {1 - int(drawn)} ")


def other_gone(text: str) -> str:
    """Of what was taken back, the last die showed another side."""
    *words, last = text.split()
    return " ".join([*words, "*1" if last != "*1" else "*2"])


def swapped(paper: Record) -> Record:
    """Two throws in each other's place."""
    return replace(
        paper, more={**paper.more, "throw 3": paper.more["throw 4"], "throw 4": paper.more["throw 3"]}
    )


def cut(paper: Record) -> Record:
    """The last token gone, and the result; the signature stays."""
    return replace(paper, tokens=paper.tokens[:-1], result=None)


def without_end(paper: Record) -> Record:
    """As if the game were not over: without the last throw, all that came after it, and the signature."""
    last = max(number for number, token in enumerate(paper.tokens) if token.startswith("*"))
    throws = sum(name.startswith("throw ") for name in paper.more)
    gone = (f"throw {throws}", "signature")
    more = {name: value for name, value in paper.more.items() if name not in gone}
    return replace(paper, tokens=paper.tokens[:last], result=None, more=more)


def as_lots(first: int, last: int, tokens: int) -> Change:
    """Throws passed off as lots among the seats, such as their links and nonces give; so many tokens stay."""

    def change(paper: Record) -> Record:
        more = {
            name: value
            for name, value in paper.more.items()
            if not name.startswith("throw ") or int(name.split()[1]) <= last
        }
        for number in range(first, last + 1):
            link, _, mix = more[f"throw {number}"].partition(" ")
            drawn = draw(link, more["table"], number, mix, {"0": Fraction(1, 2), "1": Fraction(1, 2)})
            more[f"throw {number}"] += f" chose {drawn} of 0 1"
        return replace(paper, tokens=paper.tokens[:tokens], more=more)

    return change


def other_order(paper: Record) -> Record:
    """Two segments of the chain in each other's place."""
    one, other = paper.more["commitment"], paper.more["commitment 2"]
    place = len(one)
    return replace(
        paper, more={**paper.more, "commitment": other[:place], "commitment 2": one + other[place:]}
    )


def other_face(paper: Record) -> Record:
    """The first throw shows another side."""
    place = next(n for n, token in enumerate(paper.tokens) if token.startswith("*"))
    side = "*1" if paper.tokens[place] != "*1" else "*2"
    return replace(paper, tokens=(*paper.tokens[:place], side, *paper.tokens[place + 1 :]))


TAMPERED: dict[str, dict[str, Change]] = {
    "both people's nonces in every throw": {
        "a name": lambda paper: replace(paper, seats=("Eve", "Ben")),
        "names changed round": lambda paper: replace(paper, seats=paper.seats[::-1]),
        "the date": lambda paper: replace(paper, date="2023-11-15"),
        "no date": lambda paper: replace(paper, date=None),
        "the result": lambda paper: replace(paper, result=(1,) if paper.result == (0,) else (0,)),
        "no result": lambda paper: replace(paper, result=None),
        "an option more": lambda paper: replace(paper, options={"order": "ascending"}),
        "a comment": lambda paper: replace(paper, comments=((2, "a brilliant move"),)),
        "a line more": changed("event", "the finals"),
        "another side of the first die": other_face,
        "the last token": cut,
        "no signature": changed("signature", None),
        "a digit of the signature": edited("signature", lambda text: other_digit(text, 900)),
        "another table": changed("table", "t2"),
        "a digit of the chain's end": edited("commitment", lambda text: other_digit(text, 5)),
        "a digit of the key": edited("commitment", lambda text: other_digit(text, 70)),
        "a digit of a link": edited("throw 3", lambda text: other_digit(text, 7)),
        "a digit of the first nonce": edited("throw 3", lambda text: other_digit(text, 70)),
        "a digit of the last nonce": edited("throw 3", lambda text: other_digit(text, len(text) - 1)),
        "a nonce left out": edited("throw 3", lambda text: " ".join(text.split()[:3])),
        "a nonce said to be missing": edited(
            "throw 3", lambda text: " ".join(text.split()[:4]) + " missing " + "0" * 64
        ),
        "a throw left out": changed("throw 3", None),
        "two throws changed round": swapped,
        "another seat in a mix": edited("throw 3", lambda text: text.replace(" 0 ", " 2 ")),
        "another game": lambda paper: replace(paper, game="columns", options={}),
    },
    "not over": {
        "the last throw passed off as a lot": as_lots(10, 10, 18),
        "the first throws passed off as two lots": as_lots(1, 2, 0),
        "a segment that begins too late": changed("commitment 2", f"{'0' * 64} {'0' * 64} from 12 restored"),
        "a segment whose number is not the next": changed(
            "commitment 3", f"{'0' * 64} {'0' * 64} from 11 restored"
        ),
        "link and nonces left out, as if taken back": changed("throw 3", "taken back"),
        "a result": lambda paper: replace(paper, result=(0,)),
        "an ending": changed("ending", "seat 0 resigned"),
        "another side of the first die": other_face,
        "a throw left out": changed("throw 3", None),
    },
    "nothing but a lot": {
        "the other lot": edited("throw 1", other_lot),
        "a lot among three": edited("throw 1", lambda text: text + " 2"),
        "no ending": changed("ending", None),
    },
    "taken back twice": {
        "what was taken back, left out": changed("taken back 2", None),
        "what was taken back first, left out": changed("taken back 1", None),
        "a side of a die that was taken back": edited("taken back 1", other_gone),
        "how many stayed": edited(
            "taken back 1", lambda text: f"{int(text.split()[0]) + 1} {text.partition(' ')[2]}"
        ),
    },
    "set back once": {
        "that it was set back": changed("commitment 2", None),
        "when it was set back": edited("commitment 2", lambda text: text.replace(" from ", " from 1")),
        "why": edited("commitment 2", lambda text: text.replace("restored", "used up")),
        "segments changed round": other_order,
    },
    f"of 0.1.0, {DICE}": {
        "another side of the first die": other_face,
        "a digit of a link": edited("throw 3", lambda text: other_digit(text, 7)),
        "a digit of a nonce": edited("throw 3", lambda text: other_digit(text, 70)),
        "a throw taken back that was not": changed("throw 3", "taken back"),
    },
}

BY_RULES = {"taken back twice; changed: how many stayed"}
"""What only a verifier finds that knows the rules: moves are out of their order, and every throw is right."""


def vectors() -> Iterator[dict[str, Any]]:
    """Each record with what a verifier is to find in it."""
    papers = dict(sound())
    for name, paper in [*papers.items(), *unnoticed(papers)]:
        report = verify(paper)
        yield {
            "name": name,
            "holds": report.holds,
            "scheme": report.scheme,
            "kinds": {kind: getattr(report, kind) for kind in ("together", "alone", "carried", "bare")},
            "taken_back": report.taken_back,
            "missing": dict(report.missing),
            "restored": list(report.restored),
            "signed": report.signed,
            "record": paper.text(),
        }
    for name, changes in TAMPERED.items():
        for what, change in changes.items():
            yield {
                "name": f"{name}; changed: {what}",
                "holds": False,
                "by_rules": f"{name}; changed: {what}" in BY_RULES,
                "record": sealed(change(papers[name])).text(),
            }


def main() -> None:
    """Write them down."""
    KEPT.write_text(json.dumps(list(vectors()), indent=1, ensure_ascii=False) + "\n", "utf-8")


if __name__ == "__main__":
    main()
