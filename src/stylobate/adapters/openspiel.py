"""Every game among OpenSpiel's, as soon as this is imported.

    import pyspiel
    import stylobate.adapters.openspiel

    game = pyspiel.load_game("stylobate_columbiz(players=3)")
    state = game.new_initial_state()
    state.apply_action(state.legal_actions()[0])

Options are parameters of the same names; `setup` begins at a position text.  A value with a comma, a bracket,
`=`, `%` or a space in it is written as in a URL, `deck=WRST%2CWWRR`, for OpenSpiel would take it apart.

Chance nodes are explicit.  An action's string is our token.  What the numbers of actions and the floats of
tensors mean is told by the game's space (`stylobate.space`); an outcome's number is its place in
`chance_outcomes`.  Everybody sees everything: the string of an observation is the position text, and that of
an information state all tokens since the start.  Both have the same tensor, that of the position, for what
came before it changes nothing.

`pyspiel.MCTSBot.step` ends the process for every game that is written in Python, ours and OpenSpiel's own
(open_spiel 2.0.2); `pyspiel.MCTSBot.mcts_search` and the bots in `open_spiel.python` are safe.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import quote, unquote

import numpy as np

from stylobate.adapters.naming import as_text, is_counted, underscored
from stylobate.adapters.node import Node, utilities
from stylobate.errors import BadOption
from stylobate.extras import wanted
from stylobate.game import CHANCE, OVER, Game, Option
from stylobate.registry import ids, load

with wanted("openspiel", "the adapter for OpenSpiel"):
    import pyspiel

PLAIN_SIGNS = "*+-./:;<>@[]^_|~!$&?#'"  # besides letters and digits: what OpenSpiel leaves as it is

_NOBODY = {CHANCE: pyspiel.PlayerId.CHANCE, OVER: pyspiel.PlayerId.TERMINAL}


class OpenGame(pyspiel.Game):
    """A game under some options.  Each of our games has a class of its own, made of this one."""

    stylobate: Game

    def __init__(self, parameters: Mapping[str, Any] | None = None) -> None:
        game = self.stylobate
        chosen = game.expand(_chosen(game, parameters or {}))
        start = game.begin(chosen)
        state = start.state
        least, most, is_zero_sum = utilities(start)
        choices, self._throws = game.rules.longest(state)
        info = pyspiel.GameInfo(
            num_distinct_actions=game.space.actions(state),
            max_chance_outcomes=game.kernel.width if game.has_chance else 0,
            num_players=start.seats,
            min_utility=least,
            max_utility=most,
            utility_sum=0.0 if is_zero_sum else None,
            max_game_length=choices,
        )
        super().__init__(game_type(game, is_zero_sum), info, _told(game, chosen))
        self.start = Node(game, state)

    def new_initial_state(self, told: object = None) -> OpenState:
        """The state in which the game begins, under its parameters."""
        if told is not None:
            raise BadOption(
                "a game that begins elsewhere is loaded with the parameter setup, a position text"
            )
        return OpenState(self, self.start)

    def max_chance_nodes_in_history(self) -> int:
        """How often the dice can be thrown, or a card drawn."""
        return self._throws

    def make_py_observer(self, seen: Any = None, params: Any = None) -> Observer:
        """What looks at states for a learner."""
        return Observer(self, seen or pyspiel.IIGObservationType(perfect_recall=False))

    def __reduce__(self) -> tuple[Any, ...]:
        return _again, (str(self),)


def _again(name: str) -> Any:
    """A game from its pickle; to find this function is to know all games."""
    return pyspiel.load_game(name)


class OpenState(pyspiel.State):
    """A state.  OpenSpiel copies whatever it holds, so it holds a single thing that is never changed."""

    def __init__(self, game: OpenGame, node: Node) -> None:
        super().__init__(game)
        self.node = node

    def current_player(self) -> int:
        """The seat to move, or OpenSpiel's number for chance, or for the end."""
        turn = self.node.turn
        return turn if turn >= 0 else int(_NOBODY[turn])

    def _legal_actions(self, player: int) -> list[int]:
        return self.node.legal

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Every outcome with its probability."""
        return list(self.node.chance)

    def _apply_action(self, action: int) -> None:
        self.node = self.node.after(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.node.token(action)

    def is_terminal(self) -> bool:
        """Whether it is over."""
        return self.node.turn == OVER

    def returns(self) -> list[float]:
        """What it was worth to each seat; nothing before the end."""
        return list(self.node.worth)

    def __str__(self) -> str:
        return str(self.node.position)


class Observer:
    """Looks at states: `tensor` is what a seat sees, `dict` the same by fields, in their shapes.

    There is nothing private.  What is asked for without what is public is therefore empty.
    """

    def __init__(self, game: OpenGame, seen: Any) -> None:
        self._seen = seen
        space, state = game.stylobate.space, game.start.s
        self.tensor = np.zeros(space.size(state) if seen.public_info else 0, dtype=np.float32)
        self.dict = dict(space.named(state, self.tensor)) if seen.public_info else {}

    def set_from(self, state: OpenState, player: int) -> None:
        """Look at this state as that seat."""
        if self._seen.public_info:
            state.node.game.space.observe(state.node.s, player, self.tensor)

    def string_from(self, state: OpenState, player: int) -> str:
        """The position text; with perfect recall, the tokens."""
        if not self._seen.public_info:
            return ""
        return " ".join(state.node.tokens) if self._seen.perfect_recall else str(state)


def game_type(game: Game, is_zero_sum: bool) -> Any:
    """What OpenSpiel is told of a game before it is loaded."""
    explicit, none = (
        pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        pyspiel.GameType.ChanceMode.DETERMINISTIC,
    )
    utility = pyspiel.GameType.Utility
    return pyspiel.GameType(
        short_name=underscored(game),
        long_name=game.byline,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=explicit if game.has_chance else none,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=utility.ZERO_SUM if is_zero_sum else utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=max(game.players),
        min_num_players=min(game.players),
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={option.name: _value(option, option.default) for option in game.options}
        | {"setup": ""},
    )


def _chosen(game: Game, parameters: Mapping[str, Any]) -> dict[str, str]:
    """The options that parameters tell.

    OpenSpiel adds the defaults of those that were not given.  Beside a setup, which says it all, these would
    be wrong.
    """
    told = as_text({name: unquote(str(value)) for name, value in parameters.items()})
    defaults = {option.name: option.default for option in game.options} if "setup" in told else {}
    return {name: value for name, value in told.items() if defaults.get(name) != value}


def _told(game: Game, chosen: Mapping[str, str]) -> dict[str, Any]:
    """The options as parameters that OpenSpiel can write and read again."""
    known = {option.name: option for option in game.options}
    return {
        name: _value(known[name], value) if name in known else quote(value, PLAIN_SIGNS)
        for name, value in chosen.items()
    }


def _value(option: Option, value: str) -> int | str:
    return int(value) if is_counted(option) else quote(value, PLAIN_SIGNS)


def register() -> tuple[str, ...]:
    """Tell OpenSpiel of all games; returns what they are called there."""
    games = [load(id) for id in ids()]
    for game in games:
        # Which sides there are is known once it is loaded.  OpenSpiel lets go of what makes a game only when
        # Python has ended already; of a class nothing is then taken down, as it would be of a function.
        made_by = type(f"{game.id.title().replace('-', '')}Game", (OpenGame,), {"stylobate": game})
        pyspiel.register_game(game_type(game, is_zero_sum=True), made_by)
    return tuple(underscored(game) for game in games)


NAMES = register()
