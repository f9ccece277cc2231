"""The site: pages, moves and live boards over HTTP; the tables themselves are run by the `house`.

    serve       a socket, a server, a browser       app         routes and what every request passes through
    api         JSON                                pages       HTML
    accounts    names with a password               seating     invitations, links
    learn       guides, pictures, sheets to print   operators   is it well, and what does it do
    site        the house, and its doors            stream      live updates
    sessions    who is asking                       statics     scripts and styles
    boards      boards as they are sent             parts       lists of tables, rendered
    bodies      what a request brings along         scopes      where it comes from
    entrance    every request in, every answer out  door        what is refused there
    connections the same, before there is a request     outgoing    answers and news, sent together
    settings    what an operator chooses            limits      how much anybody may ask for
    answers, logs, metrics, beside                  what is said, to people and to operators

A request passes the door, finds who asks (`sessions`), asks the house, and is answered.
"""
