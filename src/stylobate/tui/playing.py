"""The screen of a game: the board, who plays, what was played, what may be played; and the same for a replay.

A sitting is `live` while it is played; a record that was opened is only looked at, until one plays on from
some position of it.  One may look back at any time: `shown` counts the tokens that led to what is shown.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING, ClassVar, TypeVar

from rich.text import Text
from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.screen import Screen
from textual.widgets import Footer, Static

from stylobate.errors import StylobateError
from stylobate.parts import Stop
from stylobate.players.chances import chances
from stylobate.sitting import Sitting
from stylobate.tui.asking import Help, Save
from stylobate.tui.board import Board
from stylobate.tui.choices import Choices
from stylobate.tui.clicks import Clicks
from stylobate.tui.ended import ended
from stylobate.tui.history import History
from stylobate.tui.seats import Seats

if TYPE_CHECKING:
    from stylobate.tui.app import Terminal

Found = TypeVar("Found")

LOOKED_BACK = 12  # tokens, for the latest that is to be seen on the board


class Playing(Screen[None]):
    """The screen of one sitting: the board, who sits there, the moves, what may be chosen."""

    app: Terminal
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("question_mark,f1", "help", "help", key_display="?"),
        Binding("slash", "find", "find", key_display="/"),
        Binding("h", "hint", "hint"),
        Binding("u", "undo", "undo"),
        Binding("r", "resign", "resign"),
        Binding("g", "play_on", "play on"),
        Binding("comma", "look(-1)", "look", key_display=", ."),
        Binding("full_stop", "look(1)", show=False),
        Binding("home", "look(-1000000)", show=False),
        Binding("end", "look(1000000)", show=False),
        Binding("left", "look(-1)", show=False),
        Binding("right", "look(1)", show=False),
        Binding("shift+left", "move(-1, 0)", show=False),
        Binding("shift+right", "move(1, 0)", show=False),
        Binding("shift+up", "move(0, -1)", show=False),
        Binding("shift+down", "move(0, 1)", show=False),
        Binding("c", "chances", "chances"),
        Binding("s", "save", "save"),
        *(Binding(str(number), f"number({number})", show=False) for number in range(1, 10)),
        Binding("0", "done", show=False),
        Binding("a", "all", show=False),
        Binding("escape", "put_down", show=False),
        Binding("q", "leave", "leave"),
    ]

    def __init__(self, sitting: Sitting, live: bool) -> None:
        super().__init__()
        self.sitting = sitting
        self.live = live
        self.shown = len(sitting.line.plays)
        self.clicks = Clicks(sitting.position)
        self.chances: dict[int, tuple[float, ...]] = {}
        self.with_chances = not live
        self._saved = len(sitting.line.plays)
        self._costly: str | None = None
        self._offered: list[bool | None] = []

    def compose(self) -> ComposeResult:
        """The board at the left, people and history at the right, moves below."""
        yield Static(id="title", markup=False)
        with Horizontal(id="above"):
            yield Board()
            with Vertical(id="beside"):
                yield Seats()
                yield History()
        with Vertical(id="below"):
            yield Static(id="said", markup=False)
            yield Static(id="asked", markup=False)
            yield Choices()
        yield Footer(show_command_palette=False, compact=True)

    def on_mount(self) -> None:
        """Show the board, and let chance or a computer go first where it is theirs to."""
        self.query_one(Board if self.live else History).focus()
        self.go_on()

    def on_resize(self) -> None:
        """Draw the charts anew, as wide as there is room now."""
        self.call_after_refresh(self._show_seats)

    # What happens

    @property
    def is_now(self) -> bool:
        """Whether the latest position is shown."""
        return self.shown == len(self.sitting.line.plays)

    @property
    def _is_theirs(self) -> bool:
        """Whether a person is to choose something now."""
        return self.live and self.is_now and self.sitting.is_for_a_person

    def go_on(self) -> None:
        """Let chance and computers do what is theirs, until a person is to move or it is over."""
        self.workers.cancel_group(self, "thinking")
        was_now = self.is_now
        while self.live and self.sitting.line.is_chance:
            self.sitting.throw()
        if was_now:
            self.shown = len(self.sitting.line.plays)
        self.show()
        if self.live and not self.sitting.line.is_over and not self.sitting.is_for_a_person:
            self.think()

    def play(self, token: str) -> None:
        """A person plays; what costs something is asked once more."""
        if not self._is_theirs:
            return
        costs = self.sitting.game.telling.costs(self.sitting.position, token)
        if costs and self._costly != token:
            self._costly = token
            self.query_one("#asked", Static).update(f"{costs} Choose it again if you mean it.")
            return
        try:
            self.sitting.play(token)
        except StylobateError as error:
            self.app.say(str(error))
            return
        self.shown = len(self.sitting.line.plays)
        self.go_on()

    @work(exclusive=True, group="thinking")
    async def think(self) -> None:
        """Let the computer whose turn it is think, while the screen stays alive."""
        began = asyncio.get_running_loop().time()
        choice = await self._aside(self.sitting.think)
        if choice is None:
            return
        await asyncio.sleep(max(0.0, self.app.pace - (asyncio.get_running_loop().time() - began)))
        was_now = self.is_now
        self.sitting.play(choice.token)
        if was_now:
            self.shown = len(self.sitting.line.plays)
        self.call_later(self.go_on)

    @work(exclusive=True, group="hint")
    async def ask_for_hint(self) -> None:
        """Ask the best player, and highlight what it would play."""
        position = self.sitting.position
        self._told("Let me think …")
        choice = await self._aside(self.sitting.hint)
        if choice is None or position is not self.sitting.position:
            return
        words = self.sitting.game.telling.words(position, choice.token)
        self.clicks.lead_to(choice.token)
        self._show_moves()
        self._told(f"Perhaps {choice.token}: {words}.")
        self.query_one(Choices).highlight(choice.token)

    @work(exclusive=True, group="chances")
    async def find_chances(self) -> None:
        """Work out each seat's chances in every position where a seat is to move, the one shown first."""
        line = self.sitting.line
        while (count := self._unknown()) is not None:
            position = line.after(count)
            found = await self._aside(partial(chances, position))
            if found is None:
                return
            if count <= len(line.plays) and line.after(count) is position:
                self.chances[count] = found
                self._show_seats()

    def _unknown(self) -> int | None:
        """After how many tokens the chances are to be found next."""
        line = self.sitting.line
        order = [self.shown, *range(len(line.plays), -1, -1)]
        return next((at for at in order if at not in self.chances and not line.after(at).is_chance), None)

    async def _aside(self, do: Callable[[Stop], Found]) -> Found | None:
        """Do what takes long in a thread, and end it early when nobody waits for it any more."""
        given_up = Event()
        try:
            return await asyncio.to_thread(do, given_up.is_set)
        except StylobateError as error:
            self.app.say(str(error))
            return None
        finally:
            given_up.set()

    # What is seen

    def show(self) -> None:
        """Show the board and all that stands beside it, as they are now."""
        line, game = self.sitting.line, self.sitting.game
        self._costly = None
        self.clicks = Clicks(self.sitting.position)
        self.chances = {at: found for at, found in self.chances.items() if at <= len(line.plays)}
        looking = "" if self.live and self.is_now else f"   {self.shown} of {len(line.plays)}"
        self.query_one("#title", Static).update(f"{game.byline}{looking}")
        said = ""
        if self.shown:
            play = line.plays[self.shown - 1]
            said = f"{game.telling.words(line.after(self.shown - 1), play.token, self._names())}."
        self.query_one("#said", Static).update(said)
        self._told(self._asks())
        self.query_one(History).show(line, self.shown)
        self._show_moves()
        self._show_seats()
        if self.with_chances:
            self.find_chances()
        self._offer_keys()

    def _show_moves(self) -> None:
        line = self.sitting.line
        position = line.after(self.shown)
        offered = self.clicks if self._is_theirs else None
        self.query_one(Board).show(
            position,
            [(line.after(at), line.plays[at - 1].token) for at in range(self.shown, 0, -1)[:LOOKED_BACK]],
            offered.next if offered else frozenset(),
            {*offered.chosen} if offered else frozenset(),
        )
        choices = self.query_one(Choices)
        if offered:
            choices.show(position, offered.left, offered.findable, self._is_numbered)
        else:
            choices.show(None)
        self.query_one("#below").set_class(line.is_over and self.is_now, "-over")

    @property
    def _is_numbered(self) -> bool:
        """Whether what is left after some clicks is so little that keys choose it."""
        return not self.clicks.switches.keys and bool(self.clicks.chosen) and len(self.clicks.left) < 10

    def _show_seats(self) -> None:
        if self.is_mounted:
            self.query_one(Seats).show(self.sitting, self.shown, self.chances if self.with_chances else None)

    def _told(self, sentence: str | Text) -> None:
        self.query_one("#asked", Static).update(sentence)

    def _asks(self) -> str | Text:
        """What is asked, who thinks, or how it ended."""
        sitting, line = self.sitting, self.sitting.line
        if not self.is_now:
            on = (
                "Press g to play on from here, End to go back."
                if self.live
                else "Press g to play on from here."
            )
            return f"Looking back.  {on}"
        if line.is_over:
            return ended(sitting)
        if not self.live:
            return "Here the record ends.  Press g to play on."
        turn = line.turn
        if turn is None or not sitting.is_for_a_person:
            return f"{sitting.called(turn)} is thinking …" if turn is not None else ""
        return f"{sitting.called(turn)}: {sitting.game.telling.asks(sitting.position)}"

    def _names(self) -> list[str]:
        return [self.sitting.called(seat) for seat in range(self.sitting.position.seats)]

    # What one does

    @on(Board.Chosen)
    def _clicked(self, event: Board.Chosen) -> None:
        self.click(event.keys)

    def click(self, keys: tuple[str, ...]) -> None:
        """One click more on the way to a token; the last one again means it, where it was asked once more."""
        if not self._is_theirs:
            return
        why_not = ""
        if self._costly is None or self._costly != self.clicks.token or self.clicks.chosen[-1] not in keys:
            self._costly = None
            why_not = self.clicks.click(keys)
        if (token := self.clicks.token) is not None:
            self.play(token)
            return
        self._after_click(why_not)

    def _after_click(self, why_not: str) -> None:
        self._show_moves()
        self._told(why_not or self.clicks.then or self._asks())

    @on(Choices.Chosen)
    def _chose(self, event: Choices.Chosen) -> None:
        if self.query_one(Choices).is_typing:
            self.query_one(Board).focus()
        self.play(event.token)

    @on(History.Chosen)
    def _looked(self, event: History.Chosen) -> None:
        if event.count != self.shown:
            self.shown = event.count
            self.show()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer only keys that do something now."""
        line = self.sitting.line
        match action:
            case "hint" | "resign" | "find":
                return self.live and self.is_now and not line.is_over
            case "undo":
                return self.live and self.is_now
            case "play_on":
                return not (self.live and self.is_now) and not line.after(self.shown).is_over
        return True

    def _offer_keys(self) -> None:
        """Show the keys of now, if they are others than before: to lay them out takes a while."""
        now = [self.check_action(action, ()) for action in ("hint", "undo", "play_on")]
        if now != self._offered:
            self._offered = now
            self.refresh_bindings()

    def action_help(self) -> None:
        """How it is played, and the keys."""
        self.app.push_screen(Help(self.sitting.game, self.sitting.line.after(self.shown)))

    def action_find(self) -> None:
        """Type to find a move."""
        self.query_one(Choices).type()

    def action_hint(self) -> None:
        """Ask the best player, if there is a choice."""
        if self.sitting.is_for_a_person:
            self.ask_for_hint()

    def action_undo(self) -> None:
        """Back to where a person last chose."""
        self.workers.cancel_group(self, "thinking")
        if not self.sitting.undo():
            self.app.say("There is nothing to take back.")
        self.shown = len(self.sitting.line.plays)
        self.go_on()

    def action_resign(self) -> None:
        """Give up; asked once more first."""
        turn = self.sitting.line.turn
        if turn is None or not self.sitting.is_for_a_person:
            return
        if self._costly != "resign":
            self._costly = "resign"
            self._told("Resign?  Press r again to give up.")
            return
        self.app.say(self.sitting.resign(turn))
        self.go_on()

    def action_play_on(self) -> None:
        """Go on from the position that is shown; what was played after it is gone from here."""
        self.sitting.line.cut(self.shown)
        self.live = True
        self.query_one(Board).focus()
        self.go_on()

    def action_look(self, by: int) -> None:
        """Show another position of the game."""
        self.shown = max(0, min(len(self.sitting.line.plays), self.shown + by))
        self.show()

    def action_move(self, right: int, down: int) -> None:
        """Show another part of a board that is larger than the window."""
        self.query_one(Board).move(right, down)

    def action_chances(self) -> None:
        """Show the chances, or hide them."""
        self.with_chances = not self.with_chances
        if not self.with_chances:
            self.workers.cancel_group(self, "chances")
        self.show()

    def action_number(self, number: int) -> None:
        """Click on this switch, counted from 1, or play this move of the few that are left."""
        if self.clicks.switches.keys:
            self.click(self.clicks.switches.keys[number - 1 : number])
        elif self._is_numbered and self.clicks.left[number - 1 :]:
            self.play(self.clicks.left[number - 1])

    def action_done(self) -> None:
        """Say that the switches are as they should be."""
        if self.clicks.switches.keys:
            self.click((self.clicks.switches.done,))

    def action_all(self) -> None:
        """Put all switches on, or off."""
        if self.clicks.switches.keys and self._is_theirs:
            self.clicks.switch_all()
            self._after_click("")

    def action_put_down(self) -> None:
        """Forget the clicks so far."""
        self.clicks.chosen = ()
        self._costly = None
        self._show_moves()
        self._told(self._asks())

    @work
    async def action_save(self) -> None:
        """Write the record into a file."""
        name = await self.app.push_screen_wait(Save(f"{self.sitting.game.id}.txt"))
        if name is None:
            return
        try:
            Path(name).expanduser().write_text(self.sitting.written().text(), "utf-8")
        except OSError as error:
            self.app.say(f"Could not save: {(error.strerror or str(error)).lower()}: {name}")
            return
        self._saved = len(self.sitting.line.plays)
        self.app.say(f"Saved as {name}.")

    def action_leave(self) -> None:
        """Back to the games, or out where there was no choice before; nothing played is lost."""
        self.keep()
        self.app.leave(self)

    def keep(self) -> None:
        """Write what is not finished and not saved into the user's own folder."""
        self.workers.cancel_node(self)
        line = self.sitting.line
        if not self.live or line.is_over or len(line.plays) == self._saved:
            return
        try:
            kept = self.sitting.keep()
        except OSError:
            self.app.kept.append(self.sitting.written().text())
            return
        self._saved = len(line.plays)
        self.app.kept.append(f"Your game is kept; go on with it by\n  stylobate tui {kept}")
