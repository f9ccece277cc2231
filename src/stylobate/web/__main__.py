"""`python -m stylobate.web [DATA]`: the bare server, with templates and static files read anew for every page."""

import sys
from pathlib import Path

import uvicorn

from stylobate.web.app import application
from stylobate.web.settings import Settings

folder = Path(sys.argv[1]) if len(sys.argv) > 1 else Path("/tmp/stylobate-data")
port = int(sys.argv[2]) if len(sys.argv) > 2 else 8000
uvicorn.run(
    application(Settings(folder, port=port, fresh=True)),
    port=port,
    timeout_graceful_shutdown=3,
    log_level="info",
)
