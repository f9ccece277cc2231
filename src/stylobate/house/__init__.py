"""The house: what runs tables, in processes with one event loop each, and knows nothing of HTTP.

    house       the parts, put together             hall        tables in memory, commands
    room        one table, and who listens there    kernels     games, loaded aside
    listener    somebody who listens                lists       who looks at lists of tables
    board       what is shown of a position         boards      such as were drawn, kept for all
    desk        work aside from the event loop      turns       whose is done next
    kept        what was made there, for the next who asks
    listed      a table in a list, in words         landing     where the store's answers arrive
    computers   tables where a computer is to move  worker      computers, in a process of their own
    queue       what waits for them: in memory (waiting), or in a database (pool)
    lanes       the program of that process         workshop    workers without a site
    timekeeper  clocks, and the server's pulse      timepiece   the time that clocks run by
    presence    who is there, who is away           sweeper     what is old goes by itself
    neighbourhood   what other processes of the same house tell
    now, errors: what all of them need

A table is its log in the store; what the hall holds is a cache that may be lost at any moment.  A move is
decided (`play`), stored (`store`), and only then answered and told to everybody.
"""
