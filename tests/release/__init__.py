"""What is handed out: that the packages hold everything, and that what is installed from them plays.

    python -m tests.release                             # build, install into an empty environment, use it
    python -m tests.release --python python3.13         # with another interpreter
    python -m tests.release --program "pipx run stylobate"     # only use what is installed already

`make test` does the cheap part: it builds and compares, and installs without dependencies.
"""
