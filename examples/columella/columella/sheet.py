"""A blank sheet, to play with a pencil and a die."""

from stylobate.sheet import Sheet, box, words


def blank() -> Sheet:
    """For each player five drums above each other, and under them the sum."""
    boxes = [box(8 + 62 * seat, 38 + 27 * level, 48, 24) for seat in range(3) for level in range(6)]
    return Sheet(188, 202, (words("Columella", 8, 20, 11), *boxes))
