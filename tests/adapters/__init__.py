"""Our games in other people's tools: those tools' own tests, bots and algorithms, run on every game.

    python -m tests.adapters                     # all of it: every game, every option, every number of seats
    python -m tests.adapters columbiz columba    # of these games alone
    python -m tests.adapters --few               # only as much as `make test` does

What is run stands in `checks`, with what does not apply and why not.  A check is a function of a game, its
options and an `Amount`: `make test` does a little of each for every game (`test_checks`), the command all.
"""
