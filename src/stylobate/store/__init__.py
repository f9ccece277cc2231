"""Where tables are kept: `protocol` says what a store promises, `sqlite` keeps the promises in one file.

What was acknowledged is on disk.  A table is its append-only log of events; all else about it is derived.
"""
