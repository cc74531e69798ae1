# make play    the game in the browser (in the terminal: .venv/bin/loseta play)
# make test    everything that must hold: linters, types, layers, tests
# make check   linters, types and layers only
# make bench   the speed figures
# make train   an agent learns Azul in a few minutes (installs torch)
#
# All that is needed is Python 3.11 or later; the rest goes into .venv. To check and test the page
# npm (for tools in node_modules) and Chromium are needed, too.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
TOOLS := node_modules/.ready

.PHONY: play test check chromium bench train format clean

play: $(READY)
	@$(BIN)/loseta serve --open

test: check chromium
	$(BIN)/pytest

check: $(READY) $(TOOLS)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache
	node_modules/.bin/tsc --project .

# The browser tests drive the system's Chromium; Debian's package is installed where we may.
chromium:
	@.ci/chromium

bench: $(READY)
	$(BIN)/loseta bench

# Torch is too large for the tests, so that the example has an environment of its own.
train: $(VENV)/train/.ready
	$(VENV)/train/bin/python examples/train_azul.py --picture learning_curve.png

$(VENV)/train/.ready: pyproject.toml
	$(PYTHON) -m venv $(VENV)/train
	$(VENV)/train/bin/python -m pip install --quiet --disable-pip-version-check --editable ".[train]"
	@touch $@

format: $(READY)
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

$(READY): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo "Loseta needs Python 3.11 or later; try: make PYTHON=python3.11"; exit 1; }
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable ".[dev]"
	@touch $@

$(TOOLS): package.json package-lock.json
	@command -v npm >/dev/null || { echo "Checking the page needs npm (Debian: apt-get install npm)."; exit 1; }
	npm ci --no-audit --no-fund --silent
	@touch $@

clean:
	rm -rf $(VENV) node_modules .mypy_cache .pytest_cache .ruff_cache .hypothesis
