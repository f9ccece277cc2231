"""Parts of a page that are kept for all who look."""

from __future__ import annotations

import asyncio

from stylobate.house.lists import Lists
from stylobate.web.parts import Part, Public
from tests.tables import opened


def test_a_list_that_changed_while_it_was_rendered_is_not_kept() -> None:
    async def ask() -> None:
        lists = Lists()
        public = Public(lists)

        async def old() -> Part:
            lists.changed(None, opened(visibility="public"))
            return Part.of("old")

        async def new() -> Part:
            return Part.of("new")

        assert (await public.part(old)).html == "old"
        assert (await public.part(new)).html == "new"
        assert (await public.part(old)).html == "new"

    asyncio.run(ask())
