"""Our games in other people's tools: OpenSpiel, PettingZoo and Gymnasium, extras that nothing else needs.

Adapters know no game by name: whatever the registry finds, also a game of another package, is there after

    import stylobate.adapters.openspiel       # pip install 'stylobate[openspiel]'
    import stylobate.adapters.pettingzoo      # pip install 'stylobate[pettingzoo]'
    import stylobate.adapters.gymnasium       # the same extra

docs/adapters.md shows how they are used, and what the numbers and the floats mean.
"""
