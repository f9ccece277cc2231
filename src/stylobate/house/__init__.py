"""The house: what runs tables, in one process with one event loop, and knows nothing of HTTP.

    house       the parts, put together             hall        tables in memory, commands
    room        one table, and who listens there    kernels     games, loaded aside
    listener    somebody who listens                lists       who looks at lists of tables
    boards      drawn positions                     listed      a table in a list, in words
    computers   tables that wait for a computer     worker      a computer, in a process of its own
    timekeeper  clocks, and the server's pulse      presence    who is there, who is away
    sweeper     what is old goes by itself          errors, encoding, now: what all of them need

A table is its log in the store; what the hall holds is a cache that may be lost at any moment.  A move is
decided (`play`), stored (`store`), and only then answered and told to everybody.
"""
