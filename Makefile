# Two commands carry a newcomer: `make play` and `make test`. The rest is for those who change things.

# The first Python on the machine that fits.
PYTHON ?= $(shell for python in python3 python3.13 python3.12 python3.11; do \
	$$python -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 13))' 2>/dev/null \
	&& echo $$python && break; done)
VENV := .venv
BIN := $(VENV)/bin
INSTALL := $(BIN)/python scripts/install.py
QUICK := $(addprefix tests/,core contract kernels analysis art store meduris terra_mystica server)

.PHONY: play terminal quick test test-train test-ray test-libraries test-hosting check cover perft golden reference invariants bench docs site pictures clean reliability \
	kills malformed mutations races faults soak load pages

play: $(VENV)/play $(VENV)/browser  ## play in the browser, on this machine alone
	@$(BIN)/dolmen serve --open

terminal: $(VENV)/play  ## play Meduris at the terminal
	@$(BIN)/dolmen play meduris

quick: $(VENV)/dev  ## rules, core, files, store and the tables' commands, without browsers, servers and long games: a minute
	$(BIN)/python -m pytest --numprocesses 2 --quiet -m 'not browser and not process and not slow' $(QUICK)

test: $(VENV)/dev $(VENV)/browser check  ## everything that must hold, as CI runs it
	@$(BIN)/dolmen warmup
	$(BIN)/python -m pytest --numprocesses 2 --quiet

test-train: $(VENV)/train  ## what needs PyTorch, which is large: apart from the rest
	$(BIN)/python -m pytest --quiet tests/train

test-ray: $(VENV)/dev  ## the arena on a local Ray cluster of two machines, one of which is lost
	@$(INSTALL) dev ray
	$(BIN)/python -m pytest --quiet -W default tests/arena/cluster.py

test-libraries: $(VENV)/play  ## the examples for RLlib, TorchRL and Tianshou, each in an environment of its own: large, no part of CI
	$(BIN)/python scripts/try_libraries.py

test-hosting: $(VENV)/dev $(VENV)/browser  ## play through nginx and Caddy (Debian packages), with PostgreSQL: restarts, limits, addresses
	@$(BIN)/dolmen warmup
	$(BIN)/python -m pytest --quiet tests/hosting/proxies.py

check: $(VENV)/dev  ## style of Python and of templates, types of Python and of the browser's modules, layers
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/djlint --quiet --lint src/dolmen/server/templates
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo
	$(BIN)/python scripts/check_modules.py

cover: $(VENV)/dev  ## coverage, measured in interpreted mode
	DOLMEN_INTERPRETED=1 $(BIN)/coverage run -m pytest --quiet tests
	$(BIN)/coverage report

perft: $(VENV)/dev  ## count game trees and compare
	$(BIN)/dolmen perft tests/*/perft/*.perft

golden: $(VENV)/dev  ## write the golden files anew (in a commit of their own)
	$(BIN)/python -m tests.golden

reference: $(VENV)/dev  ## the long comparison of both games with their reference rules: about an hour
	$(BIN)/python -m tests.meduris.comparison
	$(BIN)/python -m tests.terra_mystica.comparison

invariants: $(VENV)/dev  ## 10,000 random games of Terra Mystica per number of players, with every invariant
	$(BIN)/python -m tests.terra_mystica.test_invariants 10000

bench: $(VENV)/play  ## measure
	@for game in $$($(BIN)/python -c "from dolmen.contract.registry import games; print(*games())"); do $(BIN)/dolmen bench $$game; done

reliability: kills malformed mutations races faults soak load  ## all figures of reliability, one after the other: hours

kills: $(VENV)/dev  ## kill -9 under load, 500 times on SQLite and 200 times on PostgreSQL
	$(BIN)/python -m bench.reliability.kills --kills 500 --database sqlite
	$(BIN)/python -m bench.reliability.kills --kills 150 --database postgres
	$(BIN)/python -m bench.reliability.kills --kills 50 --database postgres --workers 2

malformed: $(VENV)/dev  ## 100,000 malformed requests over every route, and 20,000 on PostgreSQL
	$(BIN)/python -m bench.reliability.malformed --requests 100000 --database sqlite
	$(BIN)/python -m bench.reliability.malformed --requests 20000 --database postgres

mutations: $(VENV)/dev  ## 100,000 mutated game files of all kinds
	$(BIN)/python -m bench.reliability.mutations --files 100000

races: $(VENV)/dev  ## 5,000 races on SQLite, 5,000 on PostgreSQL with three processes
	$(BIN)/python -m bench.reliability.races --rounds 5000 --database sqlite
	$(BIN)/python -m bench.reliability.races --rounds 5000 --database postgres --workers 3

faults: $(VENV)/dev  ## a full disk (needs root), a lock, a database that restarts, a worker and bots that are killed
	$(BIN)/python -m bench.reliability.faults

soak: $(VENV)/dev  ## 30 minutes of 200 tables, 400 streams, 50 decisions a second
	$(BIN)/python -m bench.reliability.soak --minutes 30 --tables 200 --rate 50

load: $(VENV)/dev  ## the highest rate with p95 under 100 ms: one process, and two with PostgreSQL
	$(BIN)/python -m bench.reliability.load --database sqlite
	$(BIN)/python -m bench.reliability.load --database postgres --workers 2

pages: $(VENV)/dev $(VENV)/browser  ## how heavy pages are, how long a choice and a step of the planner take
	$(BIN)/python -m bench.pages

docs: $(VENV)/dev  ## write the generated parts of docs/ anew
	$(BIN)/python docs/generate.py

site: $(VENV)/dev  ## the documentation as a site: site/index.html
	$(BIN)/sphinx-build --quiet --fail-on-warning --keep-going -d build/doctrees -c docs . site

pictures: $(VENV)/dev $(VENV)/browser  ## take the pictures of the tables anew (needs Chromium)
	$(BIN)/python docs/take_pictures.py

clean:  ## remove the environment and what tools left behind
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis .coverage htmlcov dist build site

# The environments: what playing needs, and on top of it what developing needs.
$(VENV)/play: pyproject.toml constraints.txt scripts/install.py
	@test -n "$(PYTHON)" || { echo "Dolmen needs Python 3.11, 3.12 or 3.13; none was found. Name one: make PYTHON=..." >&2; exit 1; }
	@echo "Setting up Dolmen in $(VENV) (once; a minute or two)"
	@$(PYTHON) -m venv $(VENV)
	@$(INSTALL)
	@touch $@

# htmx, from the npm registry by the lock file; nothing of it is committed.
$(VENV)/browser: $(VENV)/play package-lock.json scripts/vendor.py
	@$(BIN)/python scripts/vendor.py
	@touch $@

$(VENV)/dev: $(VENV)/play
	@$(INSTALL) dev docs rl
	@touch $@

# On Linux the package index gives PyTorch with its CUDA libraries, 3 GB; where a CPU build is at hand, pip takes it.
$(VENV)/train: $(VENV)/dev
	@$(INSTALL) dev train
	@touch $@
