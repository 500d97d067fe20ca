# make demo       build, normalize the sample pictures, show what was done to each
# make test       every test, with what it needs
# make build      the programs, in .build/release
# make install    the programs, the service and its user (PREFIX, DESTDIR)
# make help       the rest

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c

SWIFT ?= swift
PREFIX ?= /usr/local
SYSCONFDIR ?= /etc
UNITDIR ?= /etc/systemd/system
DESTDIR ?=
LIBEXEC = $(PREFIX)/lib/upright
RELEASE = .build/release

# What building needs beyond a Swift toolchain.
LIBRARIES = pkg-config:pkg-config git:git libjpeg-dev libpng-dev libgif-dev zlib1g-dev libdeflate-dev libexpat1-dev \
	nettle-dev libseccomp-dev libsqlite3-dev
# What the tests need beyond that: independent readers that judge what the product writes.
JUDGES = python3:python3 python3-pil python3-numpy libimage-exiftool-perl:exiftool strace:strace
# The commands that upright is compared with, and what measures them.
PEERS = exiftran jhead libjpeg-turbo-progs imagemagick graphicsmagick libvips-tools gifsicle ffmpeg:ffmpeg
GAUGES = valgrind time:time
# What the torture suite needs beyond that: file systems that lose their power.
DISKS = e2fsprogs:mkfs.ext4 xfsprogs:mkfs.xfs

.PHONY: help build libraries demo test lint clean compare browser-test bench instructions torture fuzz fixtures install uninstall

help:
	@sed -n 's/^## *//p' Makefile

## make build      the programs, in .build/release
build: libraries
	UPRIGHT_STANDALONE=1 $(SWIFT) build -c release

libraries:
	@scripts/install-missing $(LIBRARIES)

## make demo       build, normalize fixtures/samples into normalized/ and show what was done to each
demo: build
	@mkdir -p normalized
	@echo
	$(RELEASE)/upright reprocess fixtures/samples --output normalized --verbose

## make test       lint, build and run every test, and the quick part of the torture suite
test: libraries
	@scripts/install-missing $(JUDGES)
	@$(MAKE) --no-print-directory lint
	$(SWIFT) build -c release --build-tests
	PATH="$$(scripts/python-path):$$PATH" $(SWIFT) test -c release --skip-build
	PATH="$$(scripts/python-path):$$PATH" python3 torture/torture.py --quick --build $(RELEASE)

## make lint       the format of the sources
lint:
	$(SWIFT) format lint --strict --recursive Sources Tests Package.swift

## make fixtures   write the fixtures again from their recipes (fixtures/recipes)
fixtures: libraries
	@scripts/install-missing $(JUDGES) libjpeg-turbo-progs:jpegtran
	PATH="$$(scripts/python-path):$$PATH" python3 fixtures/recipes/make.py

## make compare    upright beside its peers over the fixtures; the table goes into the README
compare: build
	@scripts/install-missing $(JUDGES) $(PEERS)
	PATH="$$(scripts/python-path):$$PATH" python3 scripts/compare/compare.py --upright $(RELEASE)/upright --fixtures fixtures --readme README.md

## make browser-test  what Chromium shows of each fixture, in each orientation, is what it shows of the output
browser-test: build
	@scripts/install-missing python3:python3 libimage-exiftool-perl:exiftool chromium:chromium
	python3 scripts/compare/browser.py --upright $(RELEASE)/upright --fixtures fixtures

## make bench      upright beside its peers, timed in one interleaved run; writes docs/benchmarks.md
bench: build
	@scripts/install-missing $(JUDGES) $(PEERS) $(GAUGES)
	PATH="$$(scripts/python-path):$$PATH" python3 scripts/bench/bench.py --upright $(RELEASE)/upright --output docs/benchmarks.md $(BENCH)

## make instructions  how many instructions the works (a) and (e) of the benchmark take, beside docs/instructions.md
instructions: build
	@scripts/install-missing $(JUDGES) $(GAUGES) binutils:strip
	PATH="$$(scripts/python-path):$$PATH" python3 scripts/bench/instructions.py --upright $(RELEASE)/upright --report docs/instructions.md $(INSTRUCTIONS)

## make torture    kills, faults, full disks, bombs and a soak, at full size; writes docs/torture.md
torture: build
	@scripts/install-missing $(JUDGES) $(DISKS)
	PATH="$$(scripts/python-path):$$PATH" python3 torture/torture.py --build $(RELEASE) --report docs/torture.md $(TORTURE)

## make fuzz       libFuzzer on every parser, for SECONDS each (60)
fuzz: libraries
	@scripts/install-missing $(JUDGES)
	scripts/fuzz $${SECONDS_EACH:-60}

## make clean      remove what was built and what the demo wrote
clean:
	rm -rf .build .build-* normalized state

## make install    the programs, pipeline.yaml, the service and its user (PREFIX=/usr/local, DESTDIR=)
install:
	@test -x $(RELEASE)/upright && test -x $(RELEASE)/upright-codec || { echo "make build first" >&2; exit 1; }
	install -d $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(LIBEXEC) $(DESTDIR)$(SYSCONFDIR)/upright $(DESTDIR)$(UNITDIR)
	install -m 755 $(RELEASE)/upright $(RELEASE)/upright-codec $(DESTDIR)$(LIBEXEC)/
	for bundle in $(RELEASE)/*.resources; do \
		[ ! -e "$$bundle" ] || cp -R "$$bundle" $(DESTDIR)$(LIBEXEC)/; done
	ln -sfn $(LIBEXEC)/upright $(DESTDIR)$(PREFIX)/bin/upright
	sed -e 's|\./drop\b|/var/lib/upright/drop|; s|\./normalized\b|/var/lib/upright/normalized|' \
		-e 's|\./state\b|/var/lib/upright/state|' pipeline.yaml > $(DESTDIR)$(SYSCONFDIR)/upright/pipeline.yaml.new
	@if [ -e $(DESTDIR)$(SYSCONFDIR)/upright/pipeline.yaml ]; then \
		echo "kept $(SYSCONFDIR)/upright/pipeline.yaml; the shipped one is beside it as pipeline.yaml.new"; \
	else mv $(DESTDIR)$(SYSCONFDIR)/upright/pipeline.yaml.new $(DESTDIR)$(SYSCONFDIR)/upright/pipeline.yaml; fi
	sed -e 's|/usr/bin/env upright|$(PREFIX)/bin/upright|' -e '/^# env finds/d' -e 's|/etc/upright|$(SYSCONFDIR)/upright|' \
		systemd/upright.service > $(DESTDIR)$(UNITDIR)/upright.service
	chmod 644 $(DESTDIR)$(UNITDIR)/upright.service $(DESTDIR)$(SYSCONFDIR)/upright/*
	@if [ -z "$(DESTDIR)" ]; then \
		getent passwd upright >/dev/null || useradd --system --user-group --home-dir /var/lib/upright \
			--no-create-home --shell /usr/sbin/nologin upright; \
		[ ! -d /run/systemd/system ] || systemctl daemon-reload; \
		echo "start it with: systemctl enable --now upright"; fi

## make uninstall  what make install put there; pictures, state and configuration stay
uninstall:
	@if [ -z "$(DESTDIR)" ] && [ -d /run/systemd/system ]; then systemctl disable --now upright || true; fi
	rm -rf $(DESTDIR)$(LIBEXEC)
	rm -f $(DESTDIR)$(PREFIX)/bin/upright $(DESTDIR)$(UNITDIR)/upright.service
	rm -f $(DESTDIR)$(SYSCONFDIR)/upright/pipeline.yaml.new
	@echo "kept: $(SYSCONFDIR)/upright, /var/lib/upright and the user upright"
