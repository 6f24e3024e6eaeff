# make play   installs the program in .venv and starts the game
# make test   adds what developers need and runs every check
PYTHON ?= $(firstword $(foreach p,python3.11 python3.12 python3.13 python3,$(shell command -v $(p))))
VENV := .venv
BIN := $(VENV)/bin
# Stamps of what is installed: the program, what developers need, and what makes the site.
PLAIN := $(VENV)/.plain
DEV := $(VENV)/.dev
DOCS := $(VENV)/.docs
# The programs that check the page's JavaScript, from npm.
NPM := node_modules/.bin
PAGE := node_modules/.page
INSTALL = $(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt
# One more than there are cores: some tests wait for a browser, a server or a clock.
WORKERS := -n $(shell $(PYTHON) -c 'import os; print(min(4, os.cpu_count() + 1))') --dist loadgroup

# A test that hangs, or a worker that dies, ends the run soon and by its name.
AT_MOST := --timeout 600 --max-worker-restart 0

# Several hundred processes start in a test run: none of them should compile the sources again.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help play setup kernels browser cairo checks test test-all lint types format bench coverage docs clean

help:
	@echo "make play      install in .venv and start the game"
	@echo "make setup     install in .venv and compile: the command is then .venv/bin/pegs"
	@echo "make test      add what developers need; then format, lint, types and all tests"
	@echo "make test-all  the same with the slow proofs"
	@echo "make docs      make the site in build/site"
	@echo "make bench     measure speed and memory"
	@echo "make coverage  say which lines and branches the tests reach"
	@echo "make format    format the code"
	@echo "make clean     remove what the others made"

$(PLAIN): pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null \
		|| { echo "Python 3.11 or later is needed: install it, or say make PYTHON=/path/to/it"; exit 1; }
	test -d $(VENV) || $(PYTHON) -m venv $(VENV)
	$(INSTALL) -e .
	touch $@

$(DEV): $(PLAIN)
	$(INSTALL) -e '.[dev]'
	touch $@

$(DOCS): $(DEV)
	$(INSTALL) -e '.[docs]'
	touch $@

setup: kernels

play: $(PLAIN)
	@$(BIN)/pegs play

# The browser tests drive Debian's chromium, best its shell without windows, which is half as dear;
# without either they are skipped, save under CI.
browser:
	@command -v chromium-headless-shell >/dev/null || command -v chromium >/dev/null || \
		command -v chromium-browser >/dev/null || \
		{ command -v apt-get >/dev/null && [ "$$(id -u)" = 0 ] && apt-get update -qq && \
		  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
		  chromium-headless-shell fonts-dejavu-core >/dev/null; } || \
		echo "chromium is not here and cannot be installed: the browser tests are skipped"

# CairoSVG, which makes PNG and PDF, needs the system's Cairo; one installation after the other.
cairo: browser
	@ldconfig -p 2>/dev/null | grep -q libcairo.so.2 || \
		{ command -v apt-get >/dev/null && [ "$$(id -u)" = 0 ] && apt-get update -qq && \
		  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
		  libcairo2 fonts-dejavu-core >/dev/null; } || \
		echo "Cairo is not here and cannot be installed: tests of PNG and PDF are skipped"

# What checks the page's JavaScript. Without npm, only node's own tests of it run.
$(PAGE): package.json package-lock.json
	@command -v npm >/dev/null && npm ci --silent --no-audit --no-fund && touch $@ || \
		{ test -z "$$CI" && echo "npm is not here or does not install: the JavaScript is not checked"; }

lint: $(DEV) $(PAGE)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	@test ! -e $(PAGE) || $(NPM)/biome check --error-on-warnings

types: $(DEV) $(PAGE)
	$(BIN)/mypy
	@test ! -e $(PAGE) || $(NPM)/tsc -p jsconfig.json

# Compiled before, or every worker of the tests would compile them for itself.
kernels: $(PLAIN)
	@$(BIN)/pegs warm-up

# What comes before the tests, side by side once everything is installed.
checks: $(DEV)
	@$(MAKE) --no-print-directory -j4 -O lint types cairo kernels

test: checks
	$(BIN)/pytest -m 'not slow' $(WORKERS) $(AT_MOST)

test-all: checks $(DOCS)
	$(BIN)/pytest $(WORKERS) --hypothesis-profile=whole

# Commands and workers count, and the kernels, which one test runs without the compiler.
coverage: $(DEV) kernels
	$(BIN)/coverage erase
	$(BIN)/coverage run -m pytest -m 'not slow' $(WORKERS) --ignore tests/browser $(TESTS)
	$(BIN)/coverage combine -q
	$(BIN)/coverage report

format: $(DEV) $(PAGE)
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .
	@test ! -e $(PAGE) || $(NPM)/biome check --write

bench: $(DEV)
	$(BIN)/python -m benchmarks

docs: $(DOCS) kernels
	$(BIN)/sphinx-build -W --keep-going -q -b html -d build/doctrees docs build/site
	@$(BIN)/python tools/check_site.py build/site

clean:
	rm -rf $(VENV) node_modules build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
