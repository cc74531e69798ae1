# Only Python 3.11 or later is needed; everything else is installed into .venv and node_modules.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile
# A failing test is rerun up to twice and listed (CONTRIBUTING.md says why).
PYTEST := $(BIN)/pytest --durations=25 -rsR --reruns 2
PLAY := $(VENV)/.play
CLUSTER := $(VENV)/.cluster
DOCS := $(VENV)/.docs
DEV := $(VENV)/.dev
TOOLS := node_modules/.ready

# If the system has no node, it is installed here.
WITH_NODE := PATH="$(CURDIR)/$(BIN):$$PATH"

# The tests start hundreds of processes: let Python keep the compiled bytecode for all of them.
export PYTHONDONTWRITEBYTECODE :=

.PHONY: help play cluster test test-long test-training check test-page chromium compiled bench docs docs-serve pictures train format clean

help: ## list these targets
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/make \1@\2/p' $(MAKEFILE_LIST) | awk -F@ '{ printf "%-16s%s\n", $$1, $$2 }'

play: $(PLAY) ## the game in the browser (in the terminal: .venv/bin/loseta play)
	@$(BIN)/loseta serve --open

cluster: $(CLUSTER) ## a club of several processes on this computer, until Ctrl-C
	@$(BIN)/python -m deploy.cluster

test: $(TOOLS) chromium ## linters, types, layers and tests
	@$(MAKE) --no-print-directory -j2 compiled check test-page
	LOSETA_PICTURES=no $(PYTEST) -m "not long"

test-long: $(TOOLS) chromium compiled ## the tests marked long
	$(PYTEST) -m long

# Not part of the other targets, because torch takes several gigabytes.
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

# The system's Chromium, installed if permissions allow; otherwise Playwright's.
chromium: $(DEV)
	@$(BIN)/python -m tests.browser.chromium

# Compiles the kernels and the tests once, before several workers would each do so.
compiled: $(DEV)
	@$(BIN)/python -m tests.compile

bench: $(DEV) chromium ## the speed figures
	$(BIN)/loseta bench

pictures: $(DEV) ## the drawn pictures of the README and the docs
	$(BIN)/python docs/pictures/make.py

# Suppresses an advertisement that Material prints at each build.
docs docs-serve: export NO_MKDOCS_2_WARNING = 1

docs: $(DOCS) ## build the documentation into site/
	$(BIN)/mkdocs build --strict --quiet
	@echo "Open site/index.html, or run make docs-serve."

docs-serve: $(DOCS) ## the documentation at http://localhost:8008, rebuilt as you write
	$(BIN)/mkdocs serve --dev-addr localhost:8008

# Training has its own environment, because torch takes several gigabytes.
train: $(VENV)/train/.ready ## train an agent for Azul in a few minutes (installs torch)
	$(VENV)/train/bin/python examples/train_azul.py --picture learning_curve.png

$(VENV)/train/.ready: pyproject.toml
	$(PYTHON) -m venv $(VENV)/train
	$(VENV)/train/bin/python -m pip install --quiet --disable-pip-version-check --editable ".[train]"
	@touch $@

format: $(DEV) ## format, and apply the fixes of the linters
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

$(BIN)/pip:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo "Loseta needs Python 3.11 or later; try: make PYTHON=python3.11"; exit 1; }
	$(PYTHON) -m venv $(VENV)

# Playing needs fewer packages than development.
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

clean: ## delete everything installed and cached
	rm -rf $(VENV) site node_modules .mypy_cache .pytest_cache .ruff_cache .hypothesis
