# Everything happens in .venv, which is made when it is missing.
# Another interpreter: `make test PYTHON=python3.12`.  Another game: `make play GAME=games/mine.rules`.

PYTHON ?= python3
GAME ?= haunted_mouse
TIME ?= 60s
MINUTES ?= 10
SECONDS ?= 600
FIRST ?= $(shell date +%s)
VENV := .venv
BIN := $(VENV)/bin
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt
# Starts are quicker when Python finds its byte code; an editable installation makes none.
COMPILE := $(BIN)/python -m compileall -q ruledsl interpreter

# Where findings are kept, and the games that `make fuzz-long` goes through.
FOUND := .fuzz
RULEBOOKS := $(basename $(notdir $(wildcard games/*.rules)))
CLASSICS := $(basename $(notdir $(wildcard examples/classics/*.rules)))

READY := $(VENV)/.ready-to-play
READY_DEV := $(VENV)/.ready-to-develop

.PHONY: help play test lint types format bench fuzz fuzz-long fuzz-ourselves mutate mutate-rulebooks wheel clean

help:
	@echo "make play    set up and play $(GAME)"
	@echo "make test    set up and run the tests"
	@echo "make lint    style and imports"
	@echo "make types   static types"
	@echo "make format  put the code into the common form"
	@echo "make bench   measure speed"
	@echo "make differential  compare compiled games with the reference for $(MINUTES) minutes; goes on where it was"
	@echo "make million  a million compiled games of each rulebook; can be stopped and goes on where it was"
	@echo "make fuzz    look for $(TIME) for what is wrong with $(GAME)"
	@echo "make fuzz-long  the same for every game, for hours; can be stopped and goes on where it was"
	@echo "make fuzz-ourselves  random rules for $(SECONDS) seconds: what is wrong with ruledsl itself"
	@echo "make mutate  say how good the examples of $(GAME) are"
	@echo "make mutate-rulebooks  the same for the rulebooks, which have to score 90 %"
	@echo "make wheel   build the package into dist/"
	@echo "make clean   remove what was set up and built"

play: $(READY)
	@$(BIN)/ruledsl play $(GAME)

test: $(READY_DEV)
	$(BIN)/python -m pytest -n auto

lint: $(READY_DEV)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/lint-imports --no-cache

types: $(READY_DEV)
	$(BIN)/mypy

format: $(READY_DEV)
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

# The peers: RLCard from its package, boardgame.io where there is npm (without a lock file, which would name hosts).
PEERS := benchmarks/peers/boardgame_io

bench: $(READY_DEV)
	$(INSTALL) --editable '.[dev,bench]'
	@if command -v npm >/dev/null; then npm install --silent --no-package-lock --prefix $(PEERS); \
		else echo "boardgame.io is left out: there is no npm"; fi
	$(BIN)/python -m pytest benchmarks --benchmark-enable --benchmark-only
	$(BIN)/python -m benchmarks.performance --write

differential: $(READY_DEV)
	$(BIN)/python -m tests.compiled.differential --minutes $(MINUTES)

million: $(READY_DEV)
	$(BIN)/python -m benchmarks.million --keep $(FOUND)/million.json

fuzz: $(READY)
	$(BIN)/ruledsl fuzz $(GAME) --time $(TIME) --corpus $(FOUND)/$(basename $(notdir $(GAME)))

mutate: $(READY)
	$(BIN)/ruledsl mutate $(GAME)

mutate-rulebooks: $(READY)
	for game in $(RULEBOOKS); do $(BIN)/ruledsl mutate $$game --seed 1 --least 90 || exit 1; done

# A game that went through has a stamp and is left out until its rules change.
fuzz-long: $(RULEBOOKS:%=$(FOUND)/%.done) $(CLASSICS:%=$(FOUND)/%.done)

$(RULEBOOKS:%=$(FOUND)/%.done): TIME := 10m
$(CLASSICS:%=$(FOUND)/%.done): TIME := 1m

$(RULEBOOKS:%=$(FOUND)/%.done): $(FOUND)/%.done: games/%.rules | $(READY)
	$(FUZZ)
$(CLASSICS:%=$(FOUND)/%.done): $(FOUND)/%.done: examples/classics/%.rules | $(READY)
	$(FUZZ)

define FUZZ
@mkdir -p $(FOUND)
$(BIN)/ruledsl fuzz $< --time $(TIME) --corpus $(FOUND)/$*
@touch $@
endef

# Each run begins with other random rules; FIRST=0 begins with the same ones as the tests.
fuzz-ourselves: $(READY_DEV)
	$(BIN)/python -m tests.fuzz.run --seconds $(SECONDS) --first $(FIRST) --keep $(FOUND)/ourselves

wheel: $(READY_DEV)
	$(BIN)/hatchling build -t wheel

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo "Python 3.11 or newer is needed; name one with: make PYTHON=/path/to/python3" >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)

$(READY): pyproject.toml constraints.txt | $(BIN)/python
	@echo "Setting up $(VENV) (once, about a minute) ..."
	$(INSTALL) --editable .
	@$(COMPILE)
	@touch $@

$(READY_DEV): pyproject.toml constraints.txt | $(BIN)/python
	@echo "Setting up $(VENV) for development (once, about a minute) ..."
	$(INSTALL) --editable '.[dev]'
	@$(COMPILE)
	@touch $@ $(READY)

clean:
	rm -rf $(VENV) $(PEERS)/node_modules build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis .benchmarks .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
