"""The tests, laid out like the sources, with what they share: `harness` and `reference`."""
