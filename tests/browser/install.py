"""`python -m tests.browser.install`: see that there is a Chromium, and fetch one if no password is needed.

It never fails: a machine without a browser still runs all other tests, and says which it left out.
"""

import os
import shutil
import subprocess

from tests.browser.running import CHROMIUM, NAMES


def main() -> None:
    """Install Debian's smallest Chromium if there is none and we may."""
    if CHROMIUM is not None or shutil.which("apt-get") is None:
        return
    may = [] if os.geteuid() == 0 else ["sudo", "-n"]
    if may and shutil.which("sudo") is None:
        return
    print("There is no Chromium yet; installing it for the tests of the site …", flush=True)
    installs = (["install", "-y", "-qq", "--no-install-recommends", name] for name in NAMES)
    for words in (["update", "-qq"], *installs):
        done = subprocess.run(
            [*may, "apt-get", *words], stdin=subprocess.DEVNULL, capture_output=True, check=False
        )
        if words[0] == "install" and done.returncode == 0:
            return
    print("Chromium could not be installed; the tests of the site will say so.", flush=True)


if __name__ == "__main__":
    main()
