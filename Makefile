# Two commands do all the set-up: `make run` and `make test`. `make help` lists the rest.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
# What runs iotrial is there; what tests it, too.
READY  := $(VENV)/.ready-to-run
TESTED := $(VENV)/.ready-to-test
# One more than there are CPUs: a test often waits for a disk, or for a time to be over.
WORKERS ?= $(shell echo $$(( $$(getconf _NPROCESSORS_ONLN) + 1 )))
ARTICLES := readfile log-writes list-directory sequential-read ram-drive

.PHONY: help run test test-long planted mutants bench bench-long attack attack-long lint docs data site pictures clean
help:            ## list what can be made
	@grep -E '^[a-z-]+: .*##' $(MAKEFILE_LIST) | sed -E 's/:.*##/ ##/' | awk -F' ## ' '{printf "  make %-12s %s\n", $$1, $$2}'

# What cannot be installed is said, and what needs nothing of it goes on.
run: $(READY)    ## install what they lack (on a terminal it asks), then put the five articles on trial (quick)
	@$(BIN)/iotrial machine --install $(ARTICLES) --quick || true
	@$(BIN)/iotrial run $(ARTICLES) --quick

test: $(TESTED)  ## install what is missing, then lint, types and every test, with every kit required
	$(BIN)/iotrial machine --install --all --yes
	PYTHONPATH=. $(BIN)/python tests/install.py
	$(MAKE) lint
	IOTRIAL_REQUIRE_KITS=1 $(BIN)/python -m pytest -n $(WORKERS) --dist worksteal --durations=25

test-long: $(TESTED) ## what make test leaves out: full products, all trials, long campaigns
	$(BIN)/iotrial machine --install --all --yes
	PYTHONPATH=. $(BIN)/python tests/install.py
	IOTRIAL_REQUIRE_KITS=1 $(BIN)/python -m pytest -m long -n $(WORKERS) --dist worksteal --durations=25

lint: $(TESTED)   ## formatters, linters and types, for every language
	PYTHONPATH=tests $(BIN)/python -m lint

planted: $(TESTED) ## see if the tests notice each fault of tests/planted, in a copy (minutes; or ONLY=kits)
	$(BIN)/python tests/planted/run.py $(ONLY)

mutants: $(TESTED) ## see if the tests notice small changes of stats, analysis and claims (hours; or ONLY=stats/cost)
	$(BIN)/python tests/mutants/run.py $(ONLY)

bench: $(TESTED)  ## what iotrial claims of itself, in about three hours
	$(BIN)/iotrial machine --install --all --yes
	$(BIN)/python -m benchmarks --install

bench-long: $(TESTED) ## the rest of it, hours
	$(BIN)/iotrial machine --install --all --yes
	$(BIN)/python -m benchmarks --install --long

attack: $(TESTED) ## send iotrial what a hostile or clumsy user would, for 30 minutes
	$(BIN)/python -m attacks

attack-long: $(TESTED) ## the same for hours: a million inputs and more
	$(BIN)/python -m attacks --minutes 600

docs: $(TESTED)   ## write the generated parts of the docs again
	$(BIN)/python docs/generate.py

PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt

$(READY): pyproject.toml constraints.txt
	@echo "making $(VENV), once"
	@$(PYTHON) -m venv $(VENV)
	@$(PIP) -e .
	@touch $(READY)

$(TESTED): pyproject.toml constraints.txt
	$(PYTHON) -m venv $(VENV)
	$(PIP) -e '.[test]'
	touch $(READY) $(TESTED)

data: $(TESTED)  ## measure on this machine what data/ lacks, and publish it there (hours, in pieces; or ONLY=STUDY)
	$(BIN)/iotrial machine --install --all --yes
	$(BIN)/python data/measure.py $(ONLY)

site: $(READY)   ## make build/site from data/ and the docs
	$(BIN)/iotrial site --results data --output build/site

pictures: $(TESTED) site ## draw the pictures of README from build/site
	$(BIN)/python docs/pictures/draw.py

clean:           ## remove the virtual environment and what was built
	rm -rf $(VENV) build dist .mutants .lint_cache
