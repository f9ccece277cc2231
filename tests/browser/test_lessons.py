"""Guided first games, played on the page by a hand that clicks, and by one that has only keys."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from playwright.sync_api import Browser, Locator, Page, expect

import stylobate
from stylobate.game import Game
from stylobate.lesson import Stage, lesson
from tests.browser.running import Server, click, visitor
from tests.browser.test_for_everyone import faults_by_day_and_night


def stages_of(game: Game) -> tuple[Stage, ...]:
    taught = lesson(game)
    assert taught is not None
    return taught.stages


def wait(page: Page, stage: Stage, *states: str) -> None:
    """Until the page shows this stage in one of these states."""
    found = ", ".join(f'#lesson[data-stage="{stage.number}"][data-state="{state}"]' for state in states)
    page.wait_for_selector(found)


def choices(page: Page, stage: Stage, token: str) -> list[Locator]:
    """What is to be clicked for a token, one after the other."""
    if token.startswith("keep:"):
        return [*dice(page, stage, Counter(token[5:])), page.locator("#widget .steps button").first]
    keys = [key for key, *_ in stage.position.game.telling.steps(stage.position, token)]
    if token.startswith("card:"):
        return [page.locator(f'#drawn [data-key="{keys[0]}"]'), page.locator("#widget .primary")]
    return [page.locator(f'#drawn [data-key="{key}"], #steps [data-key="{key}"]') for key in keys]


def dice(page: Page, stage: Stage, kept: Counter[str]) -> Iterator[Locator]:
    """The dice that are not yet as they should be: kept, or not."""
    for number, face in enumerate(stage.line.tokens[-1][1:]):
        die = page.locator(".held-die").nth(number)
        if (die.get_attribute("aria-pressed") == "true") != (kept[face] > 0):
            yield die
        kept[face] -= 1


def play(page: Page, stage: Stage, token: str) -> None:
    """Click a token together, and say yes if it is asked about."""
    for choice in choices(page, stage, token):
        if choice.count():  # else it has gone by itself
            click(page, choice.first)
    sure = page.locator('#steps [data-key="yes"]')
    if sure.count():
        sure.click()


def test_every_guided_first_game_is_done_by_clicking(browser: Browser, server: Server) -> None:
    with visitor(browser, server) as page:
        for id in stylobate.ids():
            stages = stages_of(stylobate.load(id))
            page.goto(f"/learn/{id}/lesson")
            for stage in stages:
                wait(page, stage, "running")
                if stage.number == 2:
                    _, wrong, *_ = [token for token in stage.position.legal if token not in stage.goals]
                    play(page, stage, wrong)
                    wait(page, stage, "missed")
                    expect(page.locator("#says")).to_have_text(stage.answer(wrong).says)
                    page.click("#again")
                    wait(page, stage, "running")
                play(page, stage, stage.goals[0])
                wait(page, stage, "reached", "over")
                expect(page.locator("#says")).to_have_text(stage.praise)
                expect(page.locator("#log li")).to_have_count(len(stage.answer(stage.goals[0]).line.plays))
                if stage is not stages[-1]:
                    page.click("#next")
        page.click("#first-game button")
        page.wait_for_url("**/t/*")


def test_a_lesson_is_done_by_the_keyboard_alone_and_goes_on_where_one_left_it(
    browser: Browser, server: Server
) -> None:
    stages = stages_of(stylobate.load("colonnade"))
    with visitor(browser, server) as page:
        page.goto("/")
        page.locator('[data-lesson="colonnade"]').focus()
        page.keyboard.press("Enter")
        for stage in stages:
            wait(page, stage, "running")
            if stage.number == 3:
                page.reload()
                wait(page, stage, "running")
            if stage.number == 1:
                page.locator("#hint").focus()
                page.keyboard.press("Enter")
                expect(page.locator("#told")).to_contain_text(f"Hint: {stage.hint}")
            if stage.number in (1, 3):
                page.keyboard.press("Tab")  # from there the board is near
                while not page.evaluate("document.activeElement.matches('#drawn .target')"):
                    page.keyboard.press("Tab")
            for key, *_ in stage.position.game.telling.steps(stage.position, stage.goals[0]):
                while page.evaluate("document.activeElement.dataset.key") != key:
                    page.keyboard.press("n")
                page.keyboard.press("Enter")
            wait(page, stage, "reached", "over")
            expect(page.locator("#told")).to_contain_text(stage.praise)
            if stage.number == 1:
                assert faults_by_day_and_night(page) == []
                page.locator("#next").focus()
            expect(page.locator("#outcome button:visible")).to_be_focused()
            if stage is not stages[-1]:
                page.keyboard.press("Enter")
                expect(page.locator("#told")).to_contain_text(stages[stage.number].text)
        expect(page.locator("#stage-list .done")).to_have_count(len(stages))
