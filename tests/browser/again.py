"""Windows that are used again: whoever comes to one finds nothing of whoever was there before.

A window that has shown a page of the site shows the next one at a third of the cost of a new window: its
process runs, the scripts are at hand and need not be read again.  Cookies, storage, routes, size, theme and
the pointer are as new.  What cannot be undone from here (a clock that was set, a script that runs before
those of the page, somebody who listens to its requests) is for windows that nobody uses afterwards.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from weakref import WeakKeyDictionary

from playwright.sync_api import Browser, Error, Page

MOST = 8  # at once, beside those that are looked through; the one that was used longest ago goes first
PLAIN = "/api/nothing"  # of the site, but without a script: who stands here can clear what the site keeps

STILL = """{
    // Who asked for no motion must never see any.
    const moved = (how, what) => console.error(`moved: ${how} ${what.outerHTML.slice(0, 120)}`);
    const { animate } = Element.prototype;
    Element.prototype.animate = function (...how) {
        moved("animate", this);
        return animate.apply(this, how);
    };
    for (const how of ["animationstart", "transitionrun"]) {
        document.addEventListener(how, (event) => moved(how, event.target), true);
    }
}"""
# A machine without sound: else it would work for minutes at noises that nobody hears.
SILENT = "window.Sounding = AudioContext; delete window.AudioContext"


@dataclass(frozen=True)
class Kind:
    """Where a window's site is, and how the window was made: size, theme, touch, motion."""

    site: str
    settings: Mapping[str, Any]

    def open(self, browser: Browser, patience: float) -> Page:
        """A new one."""
        context = browser.new_context(base_url=self.site, **self.settings)
        context.set_default_timeout(patience)
        page = context.new_page()
        page.add_init_script(SILENT)
        if self.settings["reduced_motion"] == "reduce":
            page.add_init_script(STILL)
        return page

    def clear(self, page: Page) -> None:
        """Let nothing in it tell of whoever used it."""
        page.unroute_all(behavior="ignoreErrors")
        page.context.set_offline(False)
        page.goto(PLAIN)
        page.evaluate("() => { localStorage.clear(); sessionStorage.clear(); }")
        page.context.clear_cookies()
        page.set_viewport_size(self.settings["viewport"])
        page.emulate_media(color_scheme=self.settings.get("color_scheme", "light"))
        page.mouse.move(0, 0)


class Windows:
    """Those of one browser that nobody looks through now."""

    def __init__(self) -> None:
        self._idle: list[tuple[Kind, Page]] = []

    def take(self, kind: Kind) -> Page | None:
        """One of this kind, if there is one."""
        for entry in reversed(self._idle):
            if entry[0] == kind:
                self._idle.remove(entry)
                return entry[1]
        return None

    def put_back(self, kind: Kind, page: Page) -> None:
        """For the next visitor; one whose site is gone is closed."""
        try:
            kind.clear(page)
        except Error:
            page.context.close()
            return
        self._idle.append((kind, page))
        for _, oldest in self._idle[:-MOST]:
            oldest.context.close()
        self._idle = self._idle[-MOST:]


_WINDOWS: WeakKeyDictionary[Browser, Windows] = WeakKeyDictionary()


def windows(browser: Browser) -> Windows:
    """Those of this browser."""
    return _WINDOWS.setdefault(browser, Windows())
