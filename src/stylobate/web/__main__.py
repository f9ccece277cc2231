"""`python -m stylobate.web [FOLDER [PORT]]`: the site, its pages read anew each time."""

import sys
import tempfile
from pathlib import Path

from stylobate.web.serve import serve
from stylobate.web.settings import Settings

folder = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(tempfile.gettempdir()) / "stylobate-data"
port = int(sys.argv[2]) if len(sys.argv) > 2 else 8000
serve(Settings(folder, port=port, fresh=True), browse=False)
