# Two commands do all the set-up: `make run` and `make test`. `make help` lists the rest.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
READY  := $(VENV)/.ready
# One more than there are CPUs: a test often waits for a disk, or for a time to be over.
WORKERS ?= $(shell echo $$(( $$(getconf _NPROCESSORS_ONLN) + 1 )))
ARTICLES := readfile log-writes list-directory sequential-read ram-drive

.PHONY: help run test mutants bench bench-long attack attack-long lint docs gallery clean
help:            ## list what can be made
	@grep -E '^[a-z-]+: .*##' $(MAKEFILE_LIST) | sed -E 's/:.*##/ ##/' | awk -F' ## ' '{printf "  make %-12s %s\n", $$1, $$2}'

run: $(READY)    ## install what is missing, then put the five articles on trial (quick)
	$(BIN)/iotrial machine --install
	$(BIN)/iotrial run $(ARTICLES) --quick

test: $(READY)   ## install what is missing, then lint, types and every test, with every kit required
	$(BIN)/iotrial machine --install
	PYTHONPATH=. $(BIN)/python tests/install.py
	$(MAKE) lint
	IOTRIAL_REQUIRE_KITS=1 $(BIN)/python -m pytest -n $(WORKERS) --dist worksteal --durations=25

lint: $(READY)   ## formatters, linters and types, for every language
	$(BIN)/python tests/lint.py

mutants: $(READY) ## see if the tests notice small changes of stats, analysis and claims (hours; or ONLY=stats/cost)
	$(BIN)/python tests/mutants/run.py $(ONLY)

bench: $(READY)  ## what iotrial claims of itself, in about two hours
	$(BIN)/iotrial machine --install
	$(BIN)/python -m benchmarks --install

bench-long: $(READY) ## the rest of it, hours
	$(BIN)/iotrial machine --install
	$(BIN)/python -m benchmarks --install --long

attack: $(READY) ## send iotrial what a hostile or clumsy user would, for 30 minutes
	$(BIN)/python -m attacks

attack-long: $(READY) ## the same for hours: a million inputs and more
	$(BIN)/python -m attacks --minutes 600

docs: $(READY)   ## write the generated parts of the docs again
	$(BIN)/python docs/generate.py

$(READY): pyproject.toml constraints.txt
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[test]'
	touch $(READY)

gallery: $(READY) ## write docs/gallery from the full runs that are stored in RESULTS
	$(BIN)/python -m docs.gallery --results $(RESULTS)

clean:           ## remove the virtual environment and what was built
	rm -rf $(VENV) build dist .mutants
