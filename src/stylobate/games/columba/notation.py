"""Columba as text: tokens such as `card:2,0,1`; the position text has a file of its own, `position`.

`*WWRS` is a card drawn; `card:2,0,1` lays the card in hand with its upper left square at 2,0 after one
quarter turn clockwise; `goal` and `nogoal` say whether to draw the next objective; `cote:L,0,1`, `tile:W,0,1`
and `falcon:0,1` place a dovecote, a tile and a falcon; `eyas:WR` and `adult:WR` breed one for two tiles;
`end` ends the turn.
"""

import re
from collections import Counter

from stylobate.errors import BadToken
from stylobate.games.columba.actions import (
    BREED,
    BUILD,
    END,
    FAR,
    GOAL,
    HUNT,
    LAYING,
    NOGOAL,
    RAISE,
    RELEASE,
    act,
)
from stylobate.games.columba.deck import BREED_NAMES, BREEDS, name, number
from stylobate.games.columba.laying import coverable, looks
from stylobate.games.columba.options import (
    can_build,
    released,
)
from stylobate.games.columba.position import SEATS, read, write
from stylobate.games.columba.rules import (
    CHOOSE,
    DRAW,
    FIRST,
    FULL,
    LAY,
    NEW_GOAL,
    VARIANTS,
)
from stylobate.games.columba.territory import (
    ADULT,
    BOARD,
    BOARDS,
    BRED,
    BUILT,
    CAUGHT,
    COTED,
    COTES,
    EYAS,
    FALCON,
    FALCONRY,
    HAND,
    LARGE,
    LAYER,
    MOVER,
    OBJECTIVE,
    PHASE,
    PLAYERS,
    RULES,
    STOCK,
    TAME,
    Territory,
    is_foreign,
    put,
    sides,
)
from stylobate.kernel import State
from stylobate.telling import counted, number_word

__all__ = ["action", "explain", "missing", "options", "place", "read", "token", "write"]

_WHERE = r"(-?(?:0|[1-9][0-9]{0,9})),(-?(?:0|[1-9][0-9]{0,9}))"
_CARD = re.compile(rf"card:{_WHERE},([0-9])")
_COTE = re.compile(rf"cote:([A-Z]),{_WHERE}")
_TILE = re.compile(rf"tile:([A-Z]),{_WHERE}")
_FALCON = re.compile(rf"falcon:{_WHERE}")
_BREEDING = re.compile(r"(eyas|adult):([A-Z]{2})")


def token(s: State, action: int) -> str:
    """How the action is written."""
    kind, detail = action >> 40, action & 255
    x, y = place(action)
    if kind == 0:
        return f"*{name(action)}"
    if kind == LAYING:
        return f"card:{x},{y},{detail}"
    if kind == BUILD:
        return f"cote:{'SL'[detail]},{x},{y}"
    if kind == RELEASE:
        return f"tile:{BREEDS[detail]},{x},{y}"
    if kind == HUNT:
        return f"falcon:{x},{y}"
    if kind in (BREED, RAISE):
        return f"{'eyas' if kind == BREED else 'adult'}:{BREEDS[detail >> 2]}{BREEDS[detail & 3]}"
    return {GOAL: "goal", NOGOAL: "nogoal", END: "end"}[kind]


def place(action: int) -> tuple[int, int]:
    """The x and y that an action names."""
    return (action >> 8 & 0xFFFF) - FAR, (action >> 24 & 0xFFFF) - FAR


def action(s: State, text: str) -> int:
    """The action a token means, legal or not; refuses what is no token of this game."""
    plain = {"goal": GOAL, "nogoal": NOGOAL, "end": END}
    if text in plain:
        return int(act(plain[text], 0, 0, 0))
    if text.startswith("*"):
        if number(text[1:]) < 0:
            raise BadToken(f"“{text}” is no draw; a card is four of W, R, S and T, as in *WWRS")
        return number(text[1:])
    if match := _CARD.fullmatch(text):
        if match[3] not in "0123":
            raise BadToken(f"“{text}” turns the card {match[3]} times; it may be turned 0 to 3 quarters")
        return _there(text, LAYING, match[1], match[2], int(match[3]))
    if match := _COTE.fullmatch(text):
        if match[1] not in "SL":
            raise BadToken(f"“{text}” is no dovecote; write L for a large one or S for a small one")
        return _there(text, BUILD, match[2], match[3], "SL".index(match[1]))
    if match := _TILE.fullmatch(text):
        return _there(text, RELEASE, match[2], match[3], _breed(text, match[1]))
    if match := _FALCON.fullmatch(text):
        return _there(text, HUNT, match[1], match[2], 0)
    if match := _BREEDING.fullmatch(text):
        first, second = (_breed(text, letter) for letter in match[2])
        if first > second:
            right = f"{match[1]}:{match[2][1]}{match[2][0]}"
            raise BadToken(f"“{text}” should name its breeds in the order W, R, S, T: {right}")
        return int(act(BREED if match[1] == "eyas" else RAISE, 0, 0, first << 2 | second))
    raise BadToken(
        f"“{text[:60]}” is not a Columba token; write a draw as *WWRS, a card as card:2,0,1, a dovecote as "
        "cote:L,0,1, a tile as tile:W,0,1, eyas:WR, adult:WR, falcon:0,1, goal, nogoal or end"
    )


def _breed(text: str, letter: str) -> int:
    if letter not in BREEDS:
        raise BadToken(f"“{text}” names a breed “{letter}”; the breeds are W, R, S and T")
    return BREEDS.index(letter)


def _there(text: str, kind: int, x: str, y: str, detail: int) -> int:
    if "-0" in (x, y):
        raise BadToken(f"“{text}” has a -0 in it; write 0")
    if not (-FAR <= int(x) < FAR and -FAR <= int(y) < FAR):
        raise BadToken(f"“{text}” is too far away; no territory reaches beyond {FAR - 1}")
    return int(act(kind, int(x), int(y), detail))


def explain(s: State, action: int) -> str:
    """Why this well-formed token is not legal here."""
    kind, phase = action >> 40, int(s[PHASE])
    if phase in (FIRST, DRAW, NEW_GOAL):
        if kind:
            return "a card is to be drawn first"
        return f"there is no {name(action)} left in the deck"
    if kind == 0:
        return "no card is to be drawn now"
    if phase == LAY:
        if kind != LAYING:
            return f"the card {name(int(s[HAND]) - 1)} is to be laid first"
        return _why_it_cannot_lie(s, *place(action), action & 255)
    if phase == CHOOSE:
        return "it is to be said first whether a new objective is drawn: goal or nogoal"
    if kind == LAYING:
        return "there is no card in hand"
    if kind in (GOAL, NOGOAL):
        return "no objective has just been finished"
    if kind == BUILD:
        return _why_no_dovecote(s, *place(action), (action & 255) + 1)
    if kind == RELEASE:
        return _why_no_tile(s, *place(action), action & 255)
    if kind in (BREED, RAISE):
        return _why_no_breeding(s, kind, action & 255)
    if kind == HUNT:
        return _why_no_falcon(s, *place(action))
    return "a tile laid this turn stands in no estate yet, and needs a dovecote"


def _why_it_cannot_lie(s: State, x: int, y: int, quarters: int) -> str:
    card = int(s[HAND]) - 1
    if quarters >= looks(card):
        return f"the card looks the same after {quarters % looks(card)} quarter turns: write that"
    territory = Territory(s)
    footprint = [(x + i % 2, y + i // 2) for i in range(4)]
    covered = [at for at in footprint if at in territory.what]
    if not covered and not any(side in territory.what for at in footprint for side in sides(*at)):
        return "the card would touch nothing; it must lie against the territory or cover some of it"
    for at in covered:
        what, kept_by = territory.what[at], territory.owner(at)
        where = f"{at[0]},{at[1]}"
        if what & BUILT:
            return (
                f"there is a {'falcon' if what & FALCON else 'dovecote'} at {where}, and it is never covered"
            )
        if is_foreign(s, s[MOVER], kept_by):
            return f"{where} is in {SEATS[kept_by]}'s estate"
        if not coverable(s, s[MOVER], what, kept_by):
            return f"the pigeon at {where} is domesticated, and {SEATS[what >> LAYER & 3]} laid it"
    if covered and s[RULES] == FULL and not s[BOARDS + s[MOVER] * BOARD + OBJECTIVE]:
        return "without an objective nothing may be covered"
    wanted = Counter(missing(s))
    for breed, often in Counter(BREEDS[territory.what[at] & 3] for at in covered).items():
        if s[RULES] == FULL and often > wanted[breed]:
            pigeon = BREED_NAMES[BREEDS.index(breed)]
            if not wanted[breed]:
                return f"the card would capture a {pigeon}, which the objective does not need"
            needs = number_word(wanted[breed])
            return f"the card would capture {counted(often, pigeon)}, and the objective needs {needs}"
    return "it would bring two dovecotes into one group"


def _why_no_dovecote(s: State, x: int, y: int, kind: int) -> str:
    if s[COTED]:
        return "only one dovecote is placed a turn"
    if not s[BOARDS + s[MOVER] * BOARD + COTES + kind - 1]:
        return f"{SEATS[s[MOVER]]} has no {'large' if kind == LARGE else 'small'} dovecote left"
    territory = Territory(s)
    if (x, y) not in territory.what:
        return f"there is no square at {x},{y}"
    if territory.what[x, y] & FALCON:
        return f"there is a falcon at {x},{y}"
    if territory.owner((x, y)) >= 0:
        return f"there is a dovecote in the group of {x},{y} already"
    return "a tile laid this turn needs that dovecote in its own group"


def _why_no_tile(s: State, x: int, y: int, breed: int) -> str:
    if not s[BOARDS + s[MOVER] * BOARD + STOCK + breed]:
        return f"{SEATS[s[MOVER]]} has no {BREED_NAMES[breed]} in stock"
    territory = Territory(s)
    what = territory.what.get((x, y))
    if what is None:
        if not any(side in territory.what for side in sides(x, y)):
            return f"{x},{y} touches no square of the territory"
    elif what & BUILT:
        return f"there is a {'falcon' if what & FALCON else 'dovecote'} at {x},{y}"
    elif what & TAME:
        return f"the pigeon at {x},{y} is domesticated, and a tile covers wild ones only"
    elif is_foreign(s, s[MOVER], territory.owner((x, y))):
        return f"{x},{y} is in {SEATS[territory.owner((x, y))]}'s estate"
    after = s.copy()
    put(after, x, y, released(s[MOVER], breed))
    if Territory(after).crowded():
        return "it would bring two dovecotes into one group"
    if not can_build(s):
        return (
            "a tile laid this turn would stand in no estate, and no dovecote can be placed any more this turn"
        )
    return "the tiles laid this turn that need a dovecote would not stand in one group"


def _why_no_breeding(s: State, kind: int, pair: int) -> str:
    seat = SEATS[s[MOVER]]
    board = BOARDS + s[MOVER] * BOARD
    if s[BRED]:
        return "only one falcon is bred a turn"
    if kind == BREED and s[board + FALCONRY]:
        return f"{seat} has a falcon already"
    if kind == RAISE and s[board + FALCONRY] != EYAS:
        return f"{seat} has no eyas to raise"
    return f"{seat} does not have a {BREED_NAMES[pair >> 2]} and a {BREED_NAMES[pair & 3]} in stock"


def _why_no_falcon(s: State, x: int, y: int) -> str:
    if s[BOARDS + s[MOVER] * BOARD + FALCONRY] != ADULT:
        return f"{SEATS[s[MOVER]]} has no adult falcon"
    territory = Territory(s)
    if (x, y) not in territory.what:
        return f"there is no square at {x},{y}"
    what = territory.what[x, y]
    if what & BUILT:
        return f"there is a {'falcon' if what & FALCON else 'dovecote'} at {x},{y}"
    if not is_foreign(s, s[MOVER], territory.owner((x, y))):
        return f"{x},{y} is in no foreign estate"
    return "a tile laid this turn would be cut off from its estate with no dovecote to house it"


def missing(s: State, seat: int | None = None) -> str:
    """What the seat's (or the mover's) objective still needs, in the order of breeds."""
    board = BOARDS + int(s[MOVER] if seat is None else seat) * BOARD
    if not s[board + OBJECTIVE]:
        return ""
    needed = Counter(name(int(s[board + OBJECTIVE]) - 1))
    return "".join(breed * (needed[breed] - int(s[board + CAUGHT + i])) for i, breed in enumerate(BREEDS))


def options(s: State) -> dict[str, str]:
    """The options that this position is played under."""
    return {"players": str(s[PLAYERS]), "rules": VARIANTS[s[RULES]]}
