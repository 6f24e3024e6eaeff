# make play   sets everything up in .venv and starts the game
# make test   sets everything up and runs every check
PYTHON ?= $(firstword $(foreach p,python3.11 python3.12 python3.13 python3,$(shell command -v $(p))))
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
WRITER := $(VENV)/.writer
# One more than there are cores: some tests wait for a browser, a server or a clock.
WORKERS := -n $(shell $(PYTHON) -c 'import os; print(min(4, os.cpu_count() + 1))') --dist loadgroup

# Several hundred processes start in a test run: none of them should compile the sources again.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help play setup kernels browser cairo checks test test-all lint types format bench coverage docs clean

help:
	@echo "make play      set up and start the game"
	@echo "make setup     set up in .venv and compile: the command is then .venv/bin/pegs"
	@echo "make test      set up, then format, lint, types and all tests"
	@echo "make test-all  the same with the slow proofs"
	@echo "make docs      make the site in build/site"
	@echo "make bench     measure speed and memory"
	@echo "make coverage  say which lines and branches the tests reach"
	@echo "make format    format the code"
	@echo "make clean     remove what the others made"

$(READY): pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null \
		|| { echo "Python 3.11 or later is needed: install it, or say make PYTHON=/path/to/it"; exit 1; }
	test -d $(VENV) || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[dev]'
	touch $@

setup: $(READY) kernels

play: $(READY)
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

lint: $(READY)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .

types: $(READY)
	$(BIN)/mypy

# Compiled before, or every worker of the tests would compile them for itself.
kernels: $(READY)
	@$(BIN)/pegs warm-up

# What comes before the tests, side by side.
checks:
	@$(MAKE) --no-print-directory -j4 -O lint types cairo kernels

test: checks
	$(BIN)/pytest -m 'not slow' $(WORKERS)

test-all: checks $(WRITER)
	$(BIN)/pytest $(WORKERS) --hypothesis-profile=whole

# Commands and workers count, and the kernels, which one test runs without the compiler.
coverage: $(READY) kernels
	$(BIN)/coverage erase
	$(BIN)/coverage run -m pytest -m 'not slow' $(WORKERS) --ignore tests/browser $(TESTS)
	$(BIN)/coverage combine -q
	$(BIN)/coverage report

format: $(READY)
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

bench: $(READY)
	$(BIN)/python -m benchmarks

# What makes the site, on top of what the others need.
$(WRITER): $(READY) pyproject.toml constraints.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[docs]'
	touch $@

docs: $(WRITER) kernels
	$(BIN)/sphinx-build -W --keep-going -q -b html -d build/doctrees docs build/site
	@$(BIN)/python tools/check_site.py build/site

clean:
	rm -rf $(VENV) build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
