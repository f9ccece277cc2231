"""Pages that games tell of themselves: guides with drawn figures, cards, how tokens are written.

Whatever a game's folder says is taken from there; no game is known here by name.
"""

import inspect
import re

from stylobate.game import Game
from stylobate.guide import Figure, blocks
from stylobate.page import PORTRAIT
from stylobate.palette import Theme, painted
from stylobate.registry import ids, load

THEMES: tuple[Theme, ...] = ("light", "dark")
_MARK = re.compile(r"<!-- games: (cards|texts) -->")


def of_this_house() -> list[Game]:
    """The games that this repository holds, in the order of the front page."""
    return [game for game in map(load, ids()) if game.package.startswith("stylobate.games.")]


def places() -> dict[str, str]:
    """Where guides lie in the repository, and their names on the site."""
    return {
        f"src/{game.package.replace('.', '/')}/guide.md": f"guides/{game.id}.md" for game in of_this_house()
    }


def pages() -> dict[str, str]:
    """Every guide, and every picture in one."""
    found: dict[str, str] = {}
    for game in of_this_house():
        prose = [_figure(game, part) if isinstance(part, Figure) else part.markdown for part in blocks(game)]
        found[f"guides/{game.id}.md"] = "".join(prose)
        for theme in THEMES:
            found[f"guides/{game.id}.{theme}.svg"] = painted(_portrait(game), theme, *game.palettes)
            for part in blocks(game):
                if isinstance(part, Figure):
                    found[_picture(game, part, theme)] = part.svg(theme)
    return found


def filled(text: str) -> str:
    """A written page, with what the games say in place of its marks."""
    kinds = {"cards": _card, "texts": _texts}

    def told(mark: re.Match[str]) -> str:
        parts = "\n".join(kinds[mark[1]](game) for game in of_this_house())
        return f'<div class="cards" markdown>\n{parts}</div>' if mark[1] == "cards" else parts

    return _MARK.sub(told, text)


def _picture(game: Game, figure: Figure, theme: Theme) -> str:
    return f"guides/{game.id}-{figure.number}.{theme}.svg"


def _portrait(game: Game) -> str:
    kept = game.page.files().get(PORTRAIT)
    return kept.decode() if kept else game.page.draw(PORTRAIT)


def _both(name: str, words: str) -> str:
    """A picture for the theme of the moment."""
    return "".join(f"![{words}]({name}.{theme}.svg#only-{theme})" for theme in THEMES)


def _figure(game: Game, figure: Figure) -> str:
    words = figure.caption.replace("[", "").replace("]", "")
    shown = _both(f"{game.id}-{figure.number}", words)
    tokens = "".join(
        _tokens(word, some) for word, some in (("Legal", figure.legal), ("Not legal", figure.illegal))
    )
    return (
        f'<figure markdown="span">\n{shown}\n'
        f"<figcaption markdown>{figure.caption}{tokens}</figcaption>\n</figure>\n\n"
    )


def _tokens(word: str, tokens: tuple[str, ...]) -> str:
    return f" *{word}:* {', '.join(f'`{token}`' for token in tokens)}." if tokens else ""


def _card(game: Game) -> str:
    """A game's card: its portrait, its name, whose it is, what it is like."""
    by = f"by {game.author}" + (f", {game.year}" if game.year else "") if game.author else "author unnamed"
    page = f"guides/{game.id}"
    return (
        f'<div class="card" markdown>\n[{_both(page, game.title)}]({page}.md)\n\n'
        f"[**{game.title}**]({page}.md)  \n*{by}*  \n{game.summary}\n</div>\n"
    )


def _texts(game: Game) -> str:
    """How a game's tokens and positions are written, as its notation says."""
    notation = game.notation
    told = [inspect.getdoc(inspect.getmodule(part)) or "" for part in (notation.token, notation.read)]
    return "\n\n".join(
        [f"## {game.title}", f"*{game.byline}.* The start is `{game.start()}`.", *dict.fromkeys(told), ""]
    )
