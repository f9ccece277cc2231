"""Guided first games, played on the page by a hand that clicks, and by one that has only keys."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from playwright.sync_api import Browser, Locator, Page, expect

import stylobate
from stylobate.game import Game
from stylobate.lesson import Step, lesson
from tests.browser.running import Server, click, visitor
from tests.browser.test_for_everyone import faults_by_day_and_night


def steps_of(game: Game) -> tuple[Step, ...]:
    taught = lesson(game)
    assert taught is not None
    return taught.steps


def wait(page: Page, step: Step, *states: str) -> None:
    """Until the page shows this step in one of these states."""
    found = ", ".join(f'#lesson[data-step="{step.number}"][data-state="{state}"]' for state in states)
    page.wait_for_selector(found)


def choices(page: Page, step: Step, token: str) -> list[Locator]:
    """What is to be clicked for a token, one after the other."""
    if token.startswith("keep:"):
        return [*dice(page, step, Counter(token[5:])), page.locator("#widget .steps button").first]
    keys = [key for key, *_ in step.position.game.telling.steps(step.position, token)]
    if token.startswith("card:"):
        return [page.locator(f'#drawn [data-key="{keys[0]}"]'), page.locator("#widget .primary")]
    return [page.locator(f'#drawn [data-key="{key}"], #steps [data-key="{key}"]') for key in keys]


def dice(page: Page, step: Step, kept: Counter[str]) -> Iterator[Locator]:
    """The dice that are not yet as they should be: kept, or not."""
    for number, face in enumerate(step.line.tokens[-1][1:]):
        die = page.locator(".held-die").nth(number)
        if (die.get_attribute("aria-pressed") == "true") != (kept[face] > 0):
            yield die
        kept[face] -= 1


def play(page: Page, step: Step, token: str) -> None:
    """Click a token together, and say yes if it is asked about."""
    for choice in choices(page, step, token):
        if choice.count():  # else it has gone by itself
            click(page, choice.first)
    sure = page.locator('#steps [data-key="yes"]')
    if sure.count():
        sure.click()


def test_every_guided_first_game_is_done_by_clicking(browser: Browser, server: Server) -> None:
    with visitor(browser, server) as page:
        for id in stylobate.ids():
            steps = steps_of(stylobate.load(id))
            page.goto(f"/learn/{id}/lesson")
            for step in steps:
                wait(page, step, "running")
                if step.number == 2:
                    _, wrong, *_ = [token for token in step.position.legal if token not in step.goals]
                    play(page, step, wrong)
                    wait(page, step, "missed")
                    expect(page.locator("#says")).to_have_text(step.answer(wrong).says)
                    page.click("#again")
                    wait(page, step, "running")
                play(page, step, step.goals[0])
                wait(page, step, "reached", "over")
                expect(page.locator("#says")).to_have_text(step.praise)
                expect(page.locator("#log li")).to_have_count(len(step.answer(step.goals[0]).line.plays))
                if step is not steps[-1]:
                    page.click("#next")
        page.click("#first-game button")
        page.wait_for_url("**/t/*")


def test_a_lesson_is_done_by_the_keyboard_alone_and_goes_on_where_one_left_it(
    browser: Browser, server: Server
) -> None:
    steps = steps_of(stylobate.load("colonnade"))
    with visitor(browser, server) as page:
        page.goto("/")
        page.locator('[data-lesson="colonnade"]').focus()
        page.keyboard.press("Enter")
        for step in steps:
            wait(page, step, "running")
            if step.number == 3:
                page.reload()
                wait(page, step, "running")
            if step.number == 1:
                page.locator("#hint").focus()
                page.keyboard.press("Enter")
                expect(page.locator("#told")).to_contain_text(f"Hint: {step.hint}")
            if step.number in (1, 3):
                page.keyboard.press("Tab")  # from there the board is near
                while not page.evaluate("document.activeElement.matches('#drawn .target')"):
                    page.keyboard.press("Tab")
            for key, *_ in step.position.game.telling.steps(step.position, step.goals[0]):
                while page.evaluate("document.activeElement.dataset.key") != key:
                    page.keyboard.press("n")
                page.keyboard.press("Enter")
            wait(page, step, "reached", "over")
            expect(page.locator("#told")).to_contain_text(step.praise)
            if step.number == 1:
                assert faults_by_day_and_night(page) == []
                page.locator("#next").focus()
            expect(page.locator("#outcome button:visible")).to_be_focused()
            if step is not steps[-1]:
                page.keyboard.press("Enter")
                expect(page.locator("#told")).to_contain_text(steps[step.number].text)
        expect(page.locator("#step-list .done")).to_have_count(len(steps))
