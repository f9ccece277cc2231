"""`python -m tests.browser.patient serve …`: the command line, with throws that wait a minute for nonces.

On a busy machine a browser may need more than the three seconds that people would wait for it.
"""

from stylobate.cli import main
from stylobate.play import situation

if __name__ == "__main__":
    situation.PATIENCE *= 20
    main()
