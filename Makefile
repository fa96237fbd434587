# Everything a developer types. `make` alone lists the targets.

PYTHON ?= $(shell command -v python3.11 || command -v python3)
BIN := .venv/bin
ARGS ?=

.DEFAULT_GOAL := help
.PHONY: help setup run test check fmt bench messages

help: ## List the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / {printf "  make %-9s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

setup: .venv/.dev ## Make .venv with all that running, testing and checking need

run: .venv/.run ## Start the product: web, dealer and jobs on SQLite, with the demo loaded
	@$(BIN)/python manage.py serve $(ARGS)

test: .venv/.dev ## Run all tests on a throw-away PostgreSQL, Redis and Chromium, then on SQLite
	@$(BIN)/python -m tests $(ARGS)

check: .venv/.dev ## Lint, format, types, import directions, templates, missing migrations
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy .
	$(BIN)/lint-imports
	$(BIN)/djlint --check --lint --quiet templates
	$(BIN)/python manage.py makemigrations --check --dry-run

fmt: .venv/.dev ## Format the code and mend what can be mended by itself
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	$(BIN)/djlint --reformat --quiet templates

bench: .venv/.dev ## Measure, each figure beside a reference in the same run
	@$(BIN)/python -m tests.bench $(ARGS)

messages: .venv/.dev ## Collect texts for translation and compile the catalogues (needs gettext)
	$(BIN)/python manage.py makemessages --all --no-obsolete --no-location --ignore .venv
	$(BIN)/python manage.py compilemessages --ignore .venv

# A bare Debian has python3.11 without the venv module: root gets it, others are told.
.venv/bin/python:
	@test -n "$(PYTHON)" || { echo "Python 3.11 is needed: apt-get install python3.11"; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo "Python 3.11 or newer is needed; $(PYTHON) is older."; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { \
		test "$$(id -u)" = 0 \
		|| { echo "The venv module is missing: sudo apt-get install python3-venv"; exit 1; }; \
		apt-get -qq update && apt-get -qq install -y --no-install-recommends python3-venv; }
	@$(PYTHON) -m venv .venv

.venv/.run: requirements.txt | .venv/bin/python
	@echo "Installing what the product runs on ..."
	@$(call install,requirements.txt)
	@touch $@

.venv/.dev: requirements.txt requirements-dev.txt | .venv/bin/python
	@echo "Installing what the product, its tests and checks need ..."
	@$(call install,requirements-dev.txt)
	@touch .venv/.run $@

# uv where it is there (a third of the time), pip otherwise.
define install
if command -v uv >/dev/null; then uv pip install --quiet --python $(BIN)/python -r $(1); \
else $(BIN)/python -m pip --version >/dev/null 2>&1 || $(BIN)/python -m ensurepip >/dev/null; \
$(BIN)/python -m pip install --quiet --disable-pip-version-check -r $(1); fi
endef
