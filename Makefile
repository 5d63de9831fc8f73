# Everything a newcomer needs is `make demo` and `make test`.
# The virtual environment's Python: where none is named, the quickest that is there.
PYTHON ?= $(shell sh tests/quickest_python.sh)
VENV := .venv
BIN := $(VENV)/bin
PORT ?= 8000

# What Python has compiled is kept, whatever the surroundings say: the tests start it hundreds of times.
export PYTHONDONTWRITEBYTECODE :=

.PHONY: help demo serve test lint types imports scripts check kernels bench screenshots battle-pictures print-pictures soak trials mutants browser postgres node readers constraints clean

help:
	@echo "make demo         build the Ardennes map, open the campaign, print the address"
	@echo "make test         everything that must hold: style, types, imports, tests, browser"
	@echo "make bench        tables of what is fast and what is not"
	@echo "make screenshots  pictures of the demo in ./screenshots"
	@echo "make print-pictures  what goes on paper, and the screen beside it, in ./pictures"
	@echo "make soak         rare heavy tests"
	@echo "make trials       games that play themselves, held against their bars: by night"
	@echo "make constraints  pin the packages again that pyproject.toml asks for"
	@echo "make mutants      break the code in known ways and see that a test notices each"

$(VENV)/pyvenv.cfg:
	@python='$(PYTHON)'; \
	$$python -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Sandtable needs Python 3.11 or newer; this is $$($$python --version). Name another with: make PYTHON=python3.12 demo"; exit 2; }; \
	echo "Sandtable runs on $$($$python --version), $$(command -v $$python). Name another with: make PYTHON=python3.12 demo"; \
	$$python -m venv $(VENV) || { rm -rf $(VENV); \
	  echo "Python cannot make a virtual environment here. On Debian or Ubuntu: apt install python3-venv"; exit 2; }

# What is installed is named to the byte in constraints.txt and constraints-test.txt: the same next year as today.
PIP := $(BIN)/python -m pip --quiet --disable-pip-version-check

$(VENV)/.installed: $(VENV)/pyvenv.cfg pyproject.toml constraints.txt
	$(PIP) install --require-hashes --requirement constraints.txt
	$(PIP) install --no-deps --no-build-isolation --editable .
	$(PIP) check
	@touch $@

$(VENV)/.installed-tests: $(VENV)/.installed constraints-test.txt
	$(PIP) install --require-hashes --requirement constraints-test.txt
	@touch $@

# Pin again what pyproject.toml asks for; versions stay as they are where they can. UPGRADE=--upgrade takes the newest.
PINS := build/pins/bin/uv pip compile pyproject.toml - --universal --python-version 3.11 --generate-hashes \
  --no-header --no-annotate --no-emit-index-url --quiet $(UPGRADE)

constraints:
	$(PYTHON) -m venv build/pins
	build/pins/bin/python -m pip install --quiet --disable-pip-version-check uv
	echo 'setuptools>=77' | $(PINS) --extra test --extra postgres --output-file constraints-test.txt
	echo 'setuptools>=77' | $(PINS) --constraints constraints-test.txt --output-file constraints.txt

demo: $(VENV)/.installed
	$(BIN)/sandtable demo --port $(PORT)

serve: $(VENV)/.installed
	$(BIN)/sandtable serve --port $(PORT)

# Chromium, Firefox and poppler for the tests: installed on Debian as root, else what is there is used.
browser:
	@sh tests/setup_browser.sh

# PostgreSQL for the tests of the store: likewise.
postgres:
	@sh tests/setup_postgres.sh

# Node and npm for the page's scripts: likewise. Users need neither.
node:
	@sh tests/setup_scripts.sh

# Other programs that open our files in the tests of formats: likewise.
readers: $(VENV)/.installed-tests
	@sh tests/setup_readers.sh

lint: $(VENV)/.installed-tests
	$(BIN)/ruff check maps campaign scenarios webui tests benchmarks
	$(BIN)/ruff format --check --quiet maps campaign scenarios webui

types: $(VENV)/.installed-tests
	$(BIN)/mypy

imports: $(VENV)/.installed-tests
	$(BIN)/lint-imports

scripts: node
	@sh tests/check_scripts.sh

# What looks at the sources asks one core each: two of them at once.
AT_ONCE := --no-print-directory --output-sync=target --jobs 2

check: $(VENV)/.installed-tests node
	@$(MAKE) $(AT_ONCE) lint types imports scripts

# The searches are translated for the machine once, and the tests compiled once, beside the checks, and not by each of
# four processes of tests.
# Four on two cores: a third of a test's time goes to waiting for a browser, or for a program that is killed. They leave
# no core idle; with five a browser once waited a minute for a frame in vain.
kernels: $(VENV)/.installed-tests
	@$(BIN)/python -m tests.kernels
	@$(BIN)/python -m pytest --collect-only -qq > /dev/null

test: $(VENV)/.installed-tests browser postgres node readers
	@$(MAKE) $(AT_ONCE) types lint imports scripts kernels
	$(BIN)/python -m pytest -q -n 4 --dist loadgroup

bench: $(VENV)/.installed-tests
	$(BIN)/python -m benchmarks

screenshots: $(VENV)/.installed-tests browser
	$(BIN)/python -m tests.screenshots

battle-pictures: $(VENV)/.installed-tests browser
	$(BIN)/python -m tests.battle_pictures

print-pictures: $(VENV)/.installed-tests browser
	$(BIN)/python -m tests.print_pictures

soak: $(VENV)/.installed-tests postgres
	-@$(BIN)/python -m tests.campaign.own.spoiled last
	$(BIN)/python -m tests.campaign.own.spoiled 20000
	SANDTABLE_SOAK=1 $(BIN)/python -m pytest -q tests -k soak

trials: $(VENV)/.installed-tests
	$(BIN)/python -m benchmarks.trials

mutants: $(VENV)/.installed-tests
	$(BIN)/python -m tests.mutants --known

clean:
	rm -rf $(VENV) tests/js/node_modules build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis screenshots pictures out
