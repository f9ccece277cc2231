"""`python -m stylobate` is the program `stylobate`."""

from stylobate.cli import main

main()
