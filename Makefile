# `make play` starts a table server, `make test` checks everything. Both set up what they need by themselves.
SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DELETE_ON_ERROR:
.DEFAULT_GOAL := help

PY := .venv/bin/python
PINS := requirements

.PHONY: help setup play test test-all torture fmt lint types pyright layers scripts docs browser mutants guards fuzz soak bench screens messages schema rulings settings kits braille lock upgrade build clean

help: ## show this list
	@sed -n 's/^\([a-z-]*\):[^#]*## */\1\t/p' $(firstword $(MAKEFILE_LIST)) | awk -F'\t' '{printf "make %-10s %s\n", $$1, $$2}'

# Stamps, so that what is laid already costs nothing. A stamp is only written when its step went well.
.venv/.tool: tools/setup $(PINS)/tool.txt
	@echo 'Making .venv ...'
	@tools/setup tool </dev/null
	@touch $@

.venv/.runtime: .venv/.tool pyproject.toml $(PINS)/runtime.txt
	@echo 'Installing what Turncoat needs to run ...'
	@tools/setup runtime </dev/null
	@touch $@

.venv/.dev: .venv/.runtime lab/pyproject.toml $(PINS)/dev.txt
	@echo 'Installing what it takes to check it ...'
	@tools/setup dev </dev/null
	@touch $@

setup: .venv/.dev ## make .venv with everything for development

play: .venv/.runtime ## start a table server (ARGS="--lan" lets others in your network join)
	@exec .venv/bin/turncoat serve $(ARGS)

test: .venv/.dev ## format, lint, types, layers, scripts, docs and all tests
	@tools/check

test-all: .venv/.dev ## the same with a second type checker, the wide sweeps, and the oldest and the newest uvicorn
	@tools/check format lint types pyright layers scripts docs sweep uvicorn

torture: .venv/.dev ## kill a server 200 times while programs play, and torture many servers; nothing may be lost (KILLS=N SECONDS=N)
	@$(PY) -m tests.torture.driver --kills $(or $(KILLS),200)
	@for fault in kill stop cut lose restart roll; do $(PY) -m tests.torture.many --seconds $(or $(SECONDS),120) --faults $$fault || exit 1; done
	@$(PY) -m tests.torture.many --seconds $(or $(SECONDS),120) --any-server
	@$(PY) -m tests.torture.spellings --seconds $(or $(SECONDS),120)

fmt: .venv/.dev ## format the code, and fix automatically what can be fixed
	@$(PY) -m ruff check --fix --quiet . || true
	@$(PY) -m ruff format .

lint types pyright layers scripts: .venv/.dev ## one stage of `make test` or `make test-all`
	@tools/check $@

docs: .venv/.dev ## build the documentation site into build/site; a broken link is an error
	@tools/check $@

browser: .venv/.dev ## find or fetch a Chromium for the browser tests
	@tools/chromium

mutants: .venv/.dev ## break the rules line by line and see which breaks the tests notice
	@tools/mutants

guards: .venv/.dev ## remove each guard of a folder in turn and list those that no test misses (FOLDER=table/handlers)
	@$(PY) -m tools.guards $(or $(FOLDER),table/handlers)

fuzz: .venv/.dev ## search long for a text or message that breaks a parser (EXAMPLES=2000 for each property)
	@$(PY) -m pytest -n auto --fuzz $(or $(EXAMPLES),2000) --timeout 0 tests/fuzz tests/kernel/test_any_values.py tests/kernel/test_records.py

soak: .venv/.dev ## play 200 tables for half an hour, and see that the server's memory stays flat (ARGS="--tables 20")
	@$(PY) -m bench.soak $(ARGS)

bench: .venv/.dev ## measure games per second; results go to bench/results/
	@$(PY) -m bench

screens: .venv/.dev ## photograph the pages into build/, and say what does not fit
	@export TURNCOAT_CHROMIUM=$$(tools/chromium); failed=0; $(PY) -m tools.shared_screens & shared=$$!; \
	$(PY) -m tools.screens || failed=1; $(PY) -m tools.live_screens || failed=1; wait $$shared || failed=1; exit $$failed

messages: .venv/.dev ## gather every text for the translators and bring the catalogues up to date
	@$(PY) -m tools.messages

schema: .venv/.dev ## write docs/protocol.schema.json from the types
	@$(PY) -m tools.schema

kits: .venv/.dev ## make the most usual kits into build/kits/: The Resistance with The Plot Thickens, 5 to 10 players
	@rm -rf build/kits
	@for language in en pl; do for players in 5 6 7 8 9 10; do .venv/bin/turncoat kit resistance --players $$players --with plot-thickens \
	--language $$language --out build/kits/$$language-$$players || exit 1; done; done

rulings: .venv/.dev ## write docs/rulings.md from the lists of the games
	@$(PY) -m tools.rulings

settings: .venv/.dev ## write the tables of settings and metrics in docs/serving.md from their declarations
	@$(PY) -m tools.settings

braille: .venv/.dev ## translate the texts of the games into Braille anew, with liblouis (Debian: liblouis-bin)
	@$(PY) -m tools.braille

lock: .venv/.tool ## compile requirements/*.txt again, keeping what is pinned
	@tools/lock

upgrade: .venv/.tool ## compile requirements/*.txt again with the newest versions
	@tools/lock --upgrade

build: .venv/.dev ## build the wheels and the source archives of Turncoat and its lab into dist/
	@$(PY) -m hatchling build
	@cd lab && ../$(PY) -m hatchling build -d ../dist

clean: ## remove what was built (not .venv)
	@rm -rf build dist mutants .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
