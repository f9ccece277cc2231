"""The store keeps tables and people, in one file: `protocol` says what it promises, `sqlite` does it.

What was acknowledged is on disk.  A table is its append-only log of events; all else about it is derived.
"""
