"""Would anybody notice?  Small faults are put into the source, one at a time, and the tests nearby must fail.

    python -m tests.mutation play fair store record           every mutant of these
    python -m tests.mutation rules --sample 50 --seed 1       fifty of each module of rules, uncompiled
    python -m tests.mutation space --sample 60 --seed 21      what learners see, uncompiled too
    python -m tests.mutation house --sample 2 --seed 1        two of each module, for they take long
    python -m tests.mutation play --only talk.py              one file, while a hole in its tests is closed

Nothing on disk is changed: a mutant lives in a forked process, in the place of the module that it was made
of.  First all tests run unharmed, once, and it is noted which lines each of them runs.  A mutant then meets
only the tests that run its line, the quickest first, and dies with the first that fails or takes much too
long.  Those that live are listed.  Which faults are tried is told in `mutants`, by which tests in `nearby`;
`equivalent.txt` holds those that no test can notice, each with the reason.
"""
