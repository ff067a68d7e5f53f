# The verbs of this project. `make` lists them.

PYTHON ?= python3
BIN := .venv/bin
UV := $(or $(shell command -v uv 2>/dev/null),$(BIN)/uv)
LOCK = $(UV) pip compile pyproject.toml --universal --python-version 3.11 \
	--generate-hashes --no-annotate --no-header --quiet $(UPGRADE)

export PYTHON
# Tests start hundreds of processes: each would compile every module anew.
unexport PYTHONDONTWRITEBYTECODE

# What starts servers and programs, plays whole conversations, needs an extra, or shows what the core does.
SLOW := attacks evaluation examples integrations interfaces models/openai/test_inspecting_proxy.py programs reliability \
	support_tests test_containers.py test_docs.py test_how_to.py test_telemetry.py

.DEFAULT_GOAL := help
.PHONY: help setup chat ui test test-fast check format docs bench soak fuzz neo4j lock clean

help: ## list the verbs
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / { printf "make %-9s %s\n", $$1, $$2 }' Makefile

setup: ## install memary and everything its tests need into .venv
	@scripts/setup.sh dev

chat: ## talk to memary; needs no key (more: make chat ARGS="--user ada")
	@scripts/setup.sh core
	@$(BIN)/memary chat $(ARGS)

ui: ## open the web interface
	@scripts/setup.sh ui
	@$(BIN)/streamlit run streamlit_app.py $(ARGS)

test: setup ## run all tests (some: make test ARGS="-n0 tests/stores -k sqlite")
	@$(BIN)/python -m pytest -n auto $(ARGS)

test-fast: setup ## run the tests of the core that take no quarter of a second each: no Neo4j, no interfaces, no extras
	@$(BIN)/python -m pytest -n auto -m "not long" -k "not neo4j" $(addprefix --ignore=tests/,$(SLOW)) $(ARGS)

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

soak: setup ## use a store by everything at once for five minutes, strike at it, and balance the books
	@$(BIN)/python -m benchmarks.soak $(ARGS)

fuzz: setup ## give memory thousands of random messages, filters and exports
	@$(BIN)/python -m pytest -n auto --hypothesis-profile=deep -o timeout=3600 -o faulthandler_timeout=4000 tests/attacks $(ARGS)

neo4j: ## start a Neo4j server from Maven Central, without Docker
	@"$${JAVA_HOME:+$$JAVA_HOME/bin/}java" -version >/dev/null 2>&1 || scripts/setup.sh dev
	@python=$(BIN)/python; [ -x "$$python" ] || python=$(PYTHON); exec "$$python" scripts/neo4j/launch.py $(ARGS)

lock: ## bring the locks in line with pyproject.toml (newer packages: make lock UPGRADE=--upgrade)
	@command -v $(UV) >/dev/null || { echo "make lock needs uv: https://docs.astral.sh/uv" >&2; exit 1; }
	@$(LOCK) --all-extras --output-file requirements-dev.lock
	@$(LOCK) --extra sentences --extra ui --constraints requirements-dev.lock --output-file requirements-ui.lock
	@$(LOCK) --extra sentences --constraints requirements-dev.lock --output-file requirements.lock

clean: ## remove .venv, caches and built files
	@rm -rf .venv build dist .pytest_cache .ruff_cache .hypothesis .import_linter_cache
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +
