"""The site: pages, moves and live boards over HTTP, in one process with one event loop.

    settings    what an operator chooses            app         routes and what every request passes through
    site        the parts, put together             sessions    who is asking
    hall        tables in memory, commands          seating     invitations, links
    stream      live updates                        changes     what such an update holds
    lists       who looks at lists of tables        sweeper     what is old goes by itself
    pages       HTML                                api         JSON
    boards      drawn positions                     computers   the computer's moves, in other processes
    presence    who is there, who is away           timekeeper  clocks, and the server's pulse
    kernels     games, loaded aside                 learn       guides, pictures, sheets to print
    accounts    names with a password               statics     scripts and styles
    connections, csrf, hosts, headers, bodies, limits           what is refused at the door
    answers, logs, metrics, operators               what is said, to people and to operators
    serve       a socket, a server, a browser

A table is its log in the store; what the hall holds is a cache that may be lost at any moment.  A move is
decided (`play`), stored (`store`), and only then answered and told to everybody.
"""
