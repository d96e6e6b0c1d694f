# Every habit of this project is a target here; `make` alone lists them. All tools live in .venv, which is made on demand.

.DEFAULT_GOAL := help
.NOTPARALLEL:
MAKEFLAGS += --no-print-directory
SHELL := /bin/bash

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/stamp

# Sizes of the random walks, in positions.
DEMO_POSITIONS ?= 2000
FUZZ_POSITIONS ?= 1000000
FUZZ_SEED ?= 1
FUZZ_RULES ?= all
# Where `make fuzz` writes what it finds as cases; what `make fuzz-core` runs, and for how long.
FUZZ_SAVE ?=
FUZZ_TARGETS ?= fen text walk count
FUZZ_SECONDS ?= 60

RUST := $(shell find src -name '*.rs') Cargo.toml $(wildcard Cargo.lock)
# The compiled module as `maturin develop` lays it beside the Python sources.
EXTENSION := $(STAMP)/extension

.PHONY: help
help: ## List the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

# --- the environment -------------------------------------------------------------------------------------------------

# pip learnt `--group` in 25.1; the virtual environments of older Pythons start with less.
$(STAMP)/venv:
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade "pip>=25.1"
	@mkdir -p $(STAMP) && touch $@

$(STAMP)/build $(STAMP)/test $(STAMP)/lint: $(STAMP)/%: pyproject.toml | $(STAMP)/venv
	$(BIN)/python -m pip install --quiet --group $*
	@touch $@

$(EXTENSION): $(RUST) pyproject.toml $(STAMP)/build
	PATH="$(CURDIR)/$(BIN):$$PATH" VIRTUAL_ENV="$(CURDIR)/$(VENV)" maturin develop --release --quiet
	@touch $@

# --- for users -------------------------------------------------------------------------------------------------------

.PHONY: demo
demo: $(EXTENSION) ## Build, install, count the start position to depth 6, walk beside the reference
	$(BIN)/atomic-rs divide 6
	$(BIN)/atomic-rs perft 6
	$(BIN)/python examples/walk_together.py $(DEMO_POSITIONS)

.PHONY: test
test: $(EXTENSION) $(STAMP)/test ## Run every test of the Rust crate and of the Python package
	cargo test --quiet
	$(BIN)/python -m pytest -q

# --- for developers --------------------------------------------------------------------------------------------------

.PHONY: dev
dev: $(EXTENSION) $(STAMP)/test $(STAMP)/lint ## Make .venv with the package, its tests and its checkers

.PHONY: fmt
fmt: $(STAMP)/lint ## Format Rust and Python
	cargo fmt
	$(BIN)/ruff format
	$(BIN)/ruff check --fix-only --quiet

.PHONY: fmt-check
fmt-check: $(STAMP)/lint ## Say whether anything needs formatting
	cargo fmt --check
	$(BIN)/ruff format --check

.PHONY: lint
lint: $(STAMP)/lint ## Run clippy (with and without Python), rustdoc, ruff and the check of the layers
	cargo clippy --quiet --all-targets -- -D warnings
	cargo clippy --quiet --all-targets --features python -- -D warnings
	RUSTDOCFLAGS="-D warnings" cargo doc --quiet --no-deps --document-private-items
	$(BIN)/ruff check
	$(BIN)/python tools/shape.py
	$(BIN)/check-jsonschema --builtin-schema vendor.github-workflows .github/workflows/*.yml

.PHONY: types
types: $(EXTENSION) $(STAMP)/test $(STAMP)/lint ## Run mypy --strict, hold the stub against the compiled module, try another checker
	$(BIN)/mypy
	$(BIN)/stubtest --mypy-config-file pyproject.toml atomic_rs._core
	$(BIN)/basedpyright --level error tests/typing

.PHONY: test-slow
test-slow: $(EXTENSION) $(STAMP)/test ## Run the full perft suites and the long walks
	cargo test --quiet --release -- --include-ignored
	$(BIN)/python -m pytest -q -m "slow or not slow"

.PHONY: fuzz
fuzz: $(EXTENSION) ## Walk core and reference together for FUZZ_POSITIONS from FUZZ_SEED under FUZZ_RULES
	$(BIN)/atomic-rs fuzz --positions $(FUZZ_POSITIONS) --seed $(FUZZ_SEED) --rules $(FUZZ_RULES) --jobs 2 --stats \
		$(if $(FUZZ_SAVE),--save $(FUZZ_SAVE))

.PHONY: fuzz-core
fuzz-core: $(EXTENSION) ## Fuzz the core by coverage: FUZZ_TARGETS for FUZZ_SECONDS each (needs nightly Rust and cargo-fuzz)
	$(BIN)/python tools/corpus.py fuzz/corpus
	for target in $(FUZZ_TARGETS); do \
		cargo +nightly fuzz run $$target -- -max_total_time=$(FUZZ_SECONDS) -max_len=400 || exit 1; \
	done

.PHONY: mutants
mutants: $(EXTENSION) ## Plant faults in a copy of the core one at a time, and see whether the differential run catches them
	$(BIN)/python tools/mutants.py

.PHONY: bench
bench: ## Time perft with criterion
	cargo bench

.PHONY: bench-peers
bench-peers: ## Time perft beside other crates
	cargo run --release --manifest-path benches/peers/Cargo.toml

.PHONY: docs
docs: ## Build the documentation of the crate into target/doc
	cargo doc --no-deps

.PHONY: check
check: fmt-check lint types ## Run every check that is not a test

.PHONY: ci
ci: check test ## Run what continuous integration runs

.PHONY: clean
clean: ## Remove what the targets made
	rm -rf target benches/peers/target fuzz/target fuzz/corpus fuzz/artifacts $(VENV) .hypothesis .mypy_cache .pytest_cache .ruff_cache
	rm -f python/atomic_rs/*.so
	find python tests tools examples -name __pycache__ -type d -prune -exec rm -rf {} +
