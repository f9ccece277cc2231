"""Colonnade positions that no game need have come by: empty squares, tall stacks, either to move."""

from hypothesis import strategies as st

HEIGHTS = st.one_of(st.just(0), st.integers(min_value=0, max_value=5), st.integers(min_value=0, max_value=24))


@st.composite
def position_texts(draw: st.DrawFn) -> str:
    """A position text with at most 24 checkers."""
    left = 24
    stacks = []
    for _ in range(8):
        height = min(draw(HEIGHTS), left)
        left -= height
        stacks.append(f"{draw(st.sampled_from('RB'))}{height}" if height else "-")
    return f"{'/'.join(draw(st.permutations(stacks)))} {draw(st.sampled_from('RB'))}"
