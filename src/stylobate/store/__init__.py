"""The store keeps tables and people: `protocol` says what it promises, `sqlite` and `postgres` do it.

What was acknowledged is on disk.  A table is its append-only log of events; all else about it is derived.
"""
