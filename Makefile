# All that is needed is Python 3.11 or later; the rest goes into .venv and node_modules.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile
# Real browsers and clusters play games that nobody has dealt before: what fails is run up to twice more, and named.
PYTEST := $(BIN)/pytest --durations=25 -rsR --reruns 2
PLAY := $(VENV)/.play
CLUSTER := $(VENV)/.cluster
DOCS := $(VENV)/.docs
DEV := $(VENV)/.dev
TOOLS := node_modules/.ready

# Where the system has no node, it is here.
WITH_NODE := PATH="$(CURDIR)/$(BIN):$$PATH"

# The tests start hundreds of processes: none shall compile again what they all import.
export PYTHONDONTWRITEBYTECODE :=

.PHONY: help play cluster test test-long test-training check test-page chromium compiled bench docs docs-serve pictures train format clean

help: ## what there is
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/make \1@\2/p' $(MAKEFILE_LIST) | awk -F@ '{ printf "%-16s%s\n", $$1, $$2 }'

play: $(PLAY) ## the game in the browser (in the terminal: .venv/bin/loseta play)
	@$(BIN)/loseta serve --open

cluster: $(CLUSTER) ## a club of several processes on this computer, until Ctrl-C
	@$(BIN)/python -m deploy.cluster

test: $(TOOLS) chromium ## what must hold: linters, types, layers, tests
	@$(MAKE) --no-print-directory -j2 compiled check test-page
	LOSETA_PICTURES=no $(PYTEST) -m "not long"

test-long: $(TOOLS) chromium compiled ## the tests that take longer
	$(PYTEST) -m long

# Too large for everybody: torch alone is several gigabytes.
test-training: $(TOOLS) $(VENV)/train/.ready ## the tests that need torch (installs it)
	$(PYTEST) -m long -n 0 tests/envs/test_sb3.py tests/envs/test_supersuit.py \
		tests/test_bench.py::test_the_games_of_pgx_are_measured_beside

check: $(DEV) $(TOOLS) ## linters, types and layers only
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache
	$(WITH_NODE) node_modules/.bin/tsc --project .

test-page: $(TOOLS) ## the page's own logic, without a browser
	$(WITH_NODE) node --test tests/page/*.test.js

# The system's where there is one or where we may install it, else Playwright's.
chromium: $(DEV)
	@$(BIN)/python -m tests.browser.chromium

# Once, before each of several workers would compile the same: the kernels, and the tests themselves.
compiled: $(DEV)
	@$(BIN)/python -m tests.compile

bench: $(DEV) chromium ## the speed figures
	$(BIN)/loseta bench

pictures: $(DEV) ## the drawn pictures of the README and the docs
	$(BIN)/python docs/pictures/make.py

# Material's makers announce another program at each build.
docs docs-serve: export NO_MKDOCS_2_WARNING = 1

docs: $(DOCS) ## build the documentation into site/
	$(BIN)/mkdocs build --strict --quiet
	@echo "Open site/index.html, or run make docs-serve."

docs-serve: $(DOCS) ## the documentation at http://localhost:8008, built again as you write
	$(BIN)/mkdocs serve --dev-addr localhost:8008

# Torch is too large for `make test`, so that what learns has an environment of its own.
train: $(VENV)/train/.ready ## an agent learns Azul in a few minutes (installs torch)
	$(VENV)/train/bin/python examples/train_azul.py --picture learning_curve.png

$(VENV)/train/.ready: pyproject.toml
	$(PYTHON) -m venv $(VENV)/train
	$(VENV)/train/bin/python -m pip install --quiet --disable-pip-version-check --editable ".[train]"
	@touch $@

format: $(DEV) ## format and mend what the linters can mend
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

$(BIN)/pip:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo "Loseta needs Python 3.11 or later; try: make PYTHON=python3.11"; exit 1; }
	$(PYTHON) -m venv $(VENV)

# Players need less than developers.
$(PLAY): pyproject.toml | $(BIN)/pip
	$(PIP) --editable ".[ai,server]"
	@touch $@

$(CLUSTER): pyproject.toml | $(BIN)/pip
	$(PIP) --editable ".[ai,redis]"
	@touch $(PLAY) $@

$(DOCS): pyproject.toml | $(BIN)/pip
	$(PIP) --editable ".[docs]"
	@touch $@

$(DEV): pyproject.toml | $(BIN)/pip
	$(PIP) --editable ".[dev]"
	@touch $(PLAY) $(CLUSTER) $(DOCS) $@

$(TOOLS): package.json package-lock.json | $(DEV)
	@.ci/node
	$(WITH_NODE) npm ci --no-audit --no-fund --silent
	@touch $@

clean: ## forget what was installed and cached
	rm -rf $(VENV) site node_modules .mypy_cache .pytest_cache .ruff_cache .hypothesis
