"""The first screen: which game, who plays, its options, a position to start from; or a record to open."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from rich.text import Text
from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Button, Footer, Input, Label, OptionList, Select, Static
from textual.widgets.option_list import Option

from stylobate.errors import BadOption, BadRecord, StylobateError
from stylobate.game import Game
from stylobate.ladder import ladder
from stylobate.players.wording import levels_told
from stylobate.record import Record, read
from stylobate.registry import ids, load
from stylobate.sitting import Sitting
from stylobate.tui.playing import Playing

if TYPE_CHECKING:
    from stylobate.tui.app import Terminal

PERSON = "person"


class Choosing(Screen[None]):
    """A list of games, and beside it what is to be settled before one begins."""

    app: Terminal
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+p,f5", "play", "play", key_display="^p"),
        Binding("ctrl+o", "open", "open a record", key_display="^o"),
        Binding("q", "app.quit", "quit"),
    ]

    def compose(self) -> ComposeResult:
        """Games at the left, what is chosen at the right."""
        yield Static("Stylobate: games whose names come from column", id="title")
        with Horizontal():
            yield OptionList(*(_row(load(name)) for name in ids()), id="games", markup=False)
            with Vertical(id="right"):
                yield VerticalScroll(id="form", can_focus=False)
                yield Static(id="wrong", markup=False)
                with Horizontal(id="go"):
                    yield Button("Play", id="play", variant="primary", compact=True)
                    yield Input(placeholder="or open a record: its file", id="file", compact=True)
        yield Footer(show_command_palette=False, compact=True)

    def on_mount(self) -> None:
        """Begin with the first game."""
        self.query_one("#games").focus()

    @property
    def game(self) -> Game:
        """The game that is highlighted."""
        return load(ids()[self.query_one("#games", OptionList).highlighted or 0])

    @on(OptionList.OptionHighlighted, "#games")
    async def _other_game(self) -> None:
        await self._fill(self.game)

    async def _fill(self, game: Game) -> None:
        form = self.query_one("#form", VerticalScroll)
        await form.remove_children()
        await form.mount_all(self._fields(game))
        self._wrong("")

    def _fields(self, game: Game) -> Iterator[Widget]:
        yield Label(Text(game.byline, "bold"))
        yield Label(game.minute.goal, classes="faded")
        for option in game.options:
            if option.choices:
                rows = [(f"{value}: {means}", value) for value, means in option.choices.items()]
                chooser = Select(
                    rows, value=option.default, allow_blank=False, compact=True, id=f"option-{option.name}"
                )
                yield _field(option.name, chooser)
            else:
                yield _field(option.name, Input(option.default, compact=True, id=f"option-{option.name}"))
        yield Vertical(*self._sitters(game, _players(game, {})), id="sitters")
        yield _field("set-up", Input(placeholder="a position text; else the start", compact=True, id="setup"))
        seed = "" if self.app.seed is None else str(self.app.seed)
        yield _field("seed", Input(seed, placeholder="same seed, same game", compact=True, id="seed"))

    def _sitters(self, game: Game, seats: int) -> Iterator[Widget]:
        rows = [
            ("a person", PERSON),
            *((told["told"], told["name"]) for told in levels_told(game, seats)),
        ]
        for seat in range(seats):
            value = PERSON if seat == 0 else ladder(game).gentle
            chooser = Select(rows, value=value, allow_blank=False, compact=True, id=f"seat-{seat}")
            yield _field(game.seat_name(seat), chooser)

    @on(Select.Changed, "#option-players")
    async def _other_number(self) -> None:
        game, sitters = self.game, self.query_one("#sitters")
        seats = _players(game, self._options())
        if len(sitters.children) != seats:
            await sitters.remove_children()
            await sitters.mount_all(self._sitters(game, seats))

    def _options(self) -> dict[str, str]:
        """The options that differ from the usual."""
        found = {}
        for option in self.game.options:
            field = self.query_one(f"#option-{option.name}")
            value = str(field.value) if isinstance(field, Select | Input) else ""
            if value != option.default:
                found[option.name] = value.strip()
        return found

    def _seats(self) -> list[str]:
        """Who was chosen for each seat; several people are numbered."""
        chosen = [str(field.value) for field in self.query_one("#sitters").query(Select)]
        if chosen.count(PERSON) == 1:
            return ["you" if one == PERSON else one for one in chosen]
        people = iter(range(1, len(chosen) + 1))
        return [f"player {next(people)}" if one == PERSON else one for one in chosen]

    @on(Button.Pressed, "#play")
    def _pressed(self) -> None:
        self.action_play()

    @on(OptionList.OptionSelected, "#games")
    def _entered(self) -> None:
        self.action_play()

    @on(Input.Submitted, "#setup, #seed")
    def _submitted(self) -> None:
        self.action_play()

    @on(Input.Submitted, "#file")
    def _named(self, event: Input.Submitted) -> None:
        self.open_record(event.value.strip())

    def action_open(self) -> None:
        """Type the name of a record."""
        self.query_one("#file").focus()

    def action_play(self) -> None:
        """Begin what was chosen."""
        self.begin()

    @work(exclusive=True)
    async def begin(self) -> None:
        """Make the rules ready, which may take a moment the first time, and sit down."""
        self._wrong("Getting the game ready …")
        try:
            game, options, seats = self.game, self._options(), self._seats()
            if setup := self.query_one("#setup", Input).value.strip():
                options["setup"] = setup
            seed = _seed(self.query_one("#seed", Input).value.strip())
            sitting = await asyncio.to_thread(_sat_down, game, options, seats, seed)
        except (StylobateError, OSError) as error:
            self._wrong(str(error))
            return
        self._wrong("")
        self.app.push_screen(Playing(sitting, live=True))

    @work(exclusive=True)
    async def open_record(self, name: str) -> None:
        """Open a record to look at."""
        try:
            text = Path(name).expanduser().read_text("utf-8")
            record = read(text)
            sitting = await asyncio.to_thread(Sitting, record, list(record.seats) or None, self.app.seed)
        except UnicodeDecodeError:
            self._wrong(f"{name} is not a text file")
            return
        except OSError as error:
            self._wrong(f"{(error.strerror or str(error)).lower()}: {name}")
            return
        except StylobateError as error:
            self._wrong(f"{name}: {error}")
            return
        self.app.push_screen(Playing(sitting, live=False))

    def _wrong(self, sentence: str) -> None:
        self.query_one("#wrong", Static).update(sentence)


def _row(game: Game) -> Option:
    by = f"{game.author}{f', {game.year}' if game.year else ''}" if game.author else "author unnamed"
    return Option(Text.assemble((game.title, "bold"), (f"\n{by}", "dim")), id=game.id)


def _field(name: str, control: Widget) -> Widget:
    return Horizontal(Label(name, classes="name"), control, classes="field")


def _players(game: Game, options: Mapping[str, str]) -> int:
    """How many play under these options, before the rules are asked."""
    usual = {option.name: option.default for option in game.options}
    return int((usual | dict(options)).get("players", min(game.players)))


def _seed(typed: str) -> int | None:
    if not typed:
        return None
    try:
        return int(typed)
    except ValueError:
        raise BadOption(f"the seed “{typed}” is not a whole number") from None


def _sat_down(game: Game, options: Mapping[str, str], seats: list[str], seed: int | None) -> Sitting:
    """A new sitting; a set-up that is for another number of seats has the usual computers in those beyond."""
    try:
        record = Record(game.id, options=game.expand(options))
    except BadRecord as error:
        raise BadOption(str(error)) from None
    count = record.start.seats
    return Sitting(record, [*seats, *[ladder(game).middling] * count][:count], seed)
