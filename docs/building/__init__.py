"""The documentation as a site of its own: `make docs`, or `python -m docs.building`.

`pages` gathers what is written in docs/ and a few pages that lie elsewhere, together with what games tell of
themselves (`guides`) and what the program does (`modules`, `commands`); `links` leads from one to another.
Then Zensical makes the site, strictly: a link that leads nowhere stops it.  Nothing is fetched, and the site
needs no server: its search works from the disk, too.
"""
