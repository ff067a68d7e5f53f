# The verbs of this project. `make` lists them.

PYTHON ?= python3
BIN := .venv/bin
UV := $(or $(shell command -v uv 2>/dev/null),$(BIN)/uv)
LOCK = $(UV) pip compile pyproject.toml --universal --python-version 3.11 \
	--generate-hashes --no-annotate --no-header --quiet $(UPGRADE)

export PYTHON

.DEFAULT_GOAL := help
.PHONY: help setup chat ui test check format docs bench neo4j lock clean

help: ## list the verbs
	@awk -F ':.*## ' '/^[a-z0-9]+:.*## / { printf "make %-8s %s\n", $$1, $$2 }' Makefile

setup: ## install memary and everything its tests need into .venv
	@scripts/setup.sh dev

chat: ## talk to memary; needs no key (more: make chat ARGS="--user ada")
	@scripts/setup.sh core
	@$(BIN)/memary chat $(ARGS)

ui: ## open the web interface
	@scripts/setup.sh ui
	@$(BIN)/streamlit run streamlit_app.py $(ARGS)

test: setup ## run all tests (some: make test ARGS="-n0 tests/stores -k sqlite")
	@[ -n "$$NEO4J_URI" ] || { command -v javac && command -v mvn; } >/dev/null || command -v docker >/dev/null || \
		echo "Tests over Neo4j need a JDK and Maven: apt-get install default-jdk-headless maven" >&2
	@$(BIN)/python -m pytest -n auto $(ARGS)

check: setup ## check format, lint, types and the direction of imports
	$(BIN)/ruff format --check --quiet --output-format concise .
	$(BIN)/ruff check --quiet --output-format concise .
	$(BIN)/basedpyright
	$(BIN)/lint-imports --no-logo

format: setup ## format the code and mend what can be mended
	@$(BIN)/ruff format .
	@$(BIN)/ruff check --fix .

docs: setup ## write the pages of docs/reference anew from the code
	@$(BIN)/python scripts/reference.py

bench: setup ## measure time and scale in ten minutes (all sizes: make bench ARGS=--full)
	@$(BIN)/python -m benchmarks $(ARGS)

neo4j: ## start a Neo4j server from Maven Central (needs a JDK and Maven)
	@$(PYTHON) scripts/neo4j/launch.py $(ARGS)

lock: ## bring the locks in line with pyproject.toml (newer packages: make lock UPGRADE=--upgrade)
	@command -v $(UV) >/dev/null || { echo "make lock needs uv: https://docs.astral.sh/uv" >&2; exit 1; }
	@$(LOCK) --all-extras --output-file requirements-dev.lock
	@$(LOCK) --extra ui --constraints requirements-dev.lock --output-file requirements-ui.lock
	@$(LOCK) --constraints requirements-dev.lock --output-file requirements.lock

clean: ## remove .venv, caches and built files
	@rm -rf .venv build dist .pytest_cache .ruff_cache .hypothesis .import_linter_cache
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +
