# make demo       build, normalize the sample pictures, and report what was done to each
# make test       every test; installs what the tests need
# make build      the programs, in .build/programs
# make install    install the programs, the service and its user (PREFIX, DESTDIR)
# make dist       the Debian package, the container image and the Python wheel, in dist/
# make help       all targets

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c

SWIFT ?= swift
PREFIX ?= /usr/local
SYSCONFDIR ?= /etc
DESTDIR ?=
UNITDIR ?= $(PREFIX)/lib/systemd/system
STRIP ?= strip --strip-all
LIBEXEC = $(PREFIX)/lib/upright
VERSION := $(file < VERSION)
# The programs that are run, tested and installed, with Swift's libraries inside.
PROGRAMS ?= .build/programs
# Builds in different folders give the same programs. No path gets into an object file (SWIFTFLAGS), except that Swift compiles
# the length of a source's path into `withoutActuallyEscaping`, which GRDB uses. So the folder of the products' build has a
# path of 160 characters wherever the sources are; below a folder with a longer path `make verify-release` would fail.
# The compiler writes expanded macros to TMPDIR and notes the path if it could, so TMPDIR is in that folder.
# packaging/settle removes what is left, which is a hash of the paths in each object file.
PRODUCTS := $(shell printf '%-160s' '$(CURDIR)/.build/products' | tr ' ' _)
RELEASE = $(PRODUCTS)/release
# No prefix is the beginning of another, since the compilers differ in which one they take then. Debug information is lines only,
# since more holds hashes of paths. A section for each function, so that the linker leaves out what is not called. Generic types
# are made by direct calls: made from their mangled names, each takes a search through the program's 10,000 conformances, a sixth
# of a start in all.
PREFIXES = $(PRODUCTS)=./.build $(CURDIR)/Sources=./Sources
SWIFTFLAGS = $(foreach prefix,$(PREFIXES),-Xswiftc -file-prefix-map -Xswiftc $(prefix) -Xcc -ffile-prefix-map=$(prefix)) \
	-Xswiftc -file-compilation-dir -Xswiftc . -Xcc -ffile-compilation-dir=. \
	-Xswiftc -gline-tables-only -Xswiftc -Xfrontend -Xswiftc -no-clang-module-breadcrumbs \
	-Xswiftc -Xfrontend -Xswiftc -disable-concrete-type-metadata-mangled-name-accessors \
	-Xswiftc -Xfrontend -Xswiftc -function-sections -Xcc -ffunction-sections -Xcc -fdata-sections
COMPILE = TMPDIR=$(PRODUCTS)/tmp UPRIGHT_PRODUCTS=$(PRODUCTS) \
	$(SWIFT) build -c release --scratch-path $(PRODUCTS) $(SWIFTFLAGS)
SWIFT_FOLDER = $(dir $(realpath $(shell command -v $(SWIFT))))
SWIFT_STATIC = $(SWIFT_FOLDER)../lib/swift_static/linux
ICU_DATA = .build/icu-data.o
# The folder for packages.
DIST ?= dist
ARCHITECTURE = $(shell dpkg --print-architecture)
# Manual pages and completions.
SHARE ?= .build/share
# The time of the sources: no file in a package is newer.
SOURCE_DATE_EPOCH ?= $(shell git log -1 --format=%ct 2>/dev/null || stat -c %Y VERSION)

# Needed to build, in addition to a Swift toolchain.
LIBRARIES = pkg-config:pkg-config git:git libjpeg-dev libpng-dev libgif-dev libwebp-dev zlib1g-dev libdeflate-dev libexpat1-dev \
	nettle-dev libseccomp-dev libsqlite3-dev libtiff6 libde265-0 \
	python3:python3
# Needed to make packages.
PACKERS = debhelper dpkg-dev
# Needed by the tests: independent readers that judge the output.
JUDGES = python3:python3 python3-pil python3-numpy libimage-exiftool-perl:exiftool strace:strace
# The tools that upright is compared with, and the tools that measure them.
PEERS = exiftran jhead libjpeg-turbo-progs imagemagick graphicsmagick libvips-tools gifsicle ffmpeg:ffmpeg libheif-examples:heif-enc
GAUGES = valgrind time:time python3-matplotlib
# Needed by the torture suite: file systems for power cuts, and one whose operations fail.
DISKS = e2fsprogs:mkfs.ext4 xfsprogs:mkfs.xfs python3-fusepy
# Needed by the tests of the Python package.
BROKERS = parallel:parallel nats-server:nats-server
RUN_PYTEST = PATH="$$(scripts/python-path):$$PATH" UPRIGHT_PROGRAM=$(abspath $(PROGRAMS))/upright UPRIGHT_TESTS_NEED="$(PYTHON_NEEDS)" \
	$$(scripts/python-environment test python/requirements/test.txt)/python -m pytest -c python/pyproject.toml --rootdir python python/tests $(PYTEST)
# If one of these is missing, the tests of the Python package fail instead of being skipped.
PYTHON_NEEDS = pyarrow obstore moto boto3 nats yaml kubernetes_validate numpy PIL pycocotools
# Encode and judge the pictures that the torture suite generates.
CODERS = libjpeg-turbo-progs:cjpeg

.PHONY: api mutants structure test-structure test-programs test-build torture-programs build-tests test-api test-swift test-torture test-python-check test-python python-test python-check spark-demo scale-test service-test help build libraries demo test lint clean compare browser-test tag-test bench instructions torture fuzz fixtures screenshots install uninstall \
	package image wheel sbom dist verify-release release-test

help:
	@sed -n 's/^## *//p' Makefile

## make build      build the programs into .build/programs
build: libraries $(ICU_DATA)
	@mkdir -p $(PRODUCTS)/tmp
	@export UPRIGHT_STANDALONE=1 UPRIGHT_ICU_DATA=$(abspath $(ICU_DATA)); \
	for product in upright upright-codec; do $(COMPILE) --disable-local-rpath --product $$product || exit; done
	@packaging/check-linked $(RELEASE)/upright $(RELEASE)/upright-codec
	@install -d $(PROGRAMS)
	@for program in upright upright-codec; do packaging/settle $(RELEASE)/$$program $(PROGRAMS)/$$program; done

$(ICU_DATA): packaging/icu-data
	packaging/icu-data --library $(SWIFT_STATIC)/lib_FoundationICU.a --output $@

libraries:
	@scripts/install-missing $(LIBRARIES)

## make demo       build, normalize fixtures/samples into normalized/ and report what was done to each
demo: build
	@mkdir -p normalized
	@echo
	$(PROGRAMS)/upright reprocess fixtures/samples --output normalized --verbose

## make test       lint, build and run every test, and the quick part of the torture suite
# All at once, each as soon as what it needs is built, since the tests wait for disks and time limits more than they work: the
# torture suite, the gallery's and the Python tests run beside the build of the Swift tests, which uses the object files of the
# programs. Each prints its output when it has ended.
test: libraries
	@scripts/install-missing $(JUDGES) $(CODERS) python3-fusepy $(BROKERS)
	@$(MAKE) --no-print-directory --keep-going --jobs --output-sync=target \
		lint test-structure test-python-check test-api test-swift test-gallery test-torture test-python

test-structure:
	@python3 scripts/structure/structure.py --check
	@python3 scripts/mutants/mutants.py --check

# Only the builds print their output as it comes.
test-programs:
	@$(MAKE) --no-print-directory --output-sync=none torture-programs

test-build: test-programs
	@$(MAKE) --no-print-directory --output-sync=none build-tests

torture-programs: build
	@$(COMPILE) --product mutate
	@install $(RELEASE)/mutate $(PROGRAMS)/mutate

build-tests:
	$(COMPILE) --build-tests --explicit-target-dependency-import-check error

test-api: test-build
	@python3 scripts/api/api.py --swift "$(SWIFT)" --build $(RELEASE)

test-swift: test-build
	PATH="$$(scripts/python-path):$$PATH" scripts/swift-tests --build $(RELEASE)

# The gallery in a browser, where one can be installed.
test-gallery: test-programs
	@if scripts/install-missing chromium:chromium chromium-driver:chromedriver; then \
		PATH="$$(scripts/python-path):$$PATH" timeout 900 scripts/gallery-test $(PROGRAMS)/upright; \
		else echo "SKIPPED: the gallery in a browser. Chromium could not be installed, see above" >&2; fi

test-torture: test-programs
	PATH="$$(scripts/python-path):$$PATH" python3 torture/torture.py --quick --jobs 4 --build $(PROGRAMS)

test-python-check:
	@if scripts/python-environment test python/requirements/test.txt >/dev/null; then $(MAKE) --no-print-directory python-check; \
		else echo "SKIPPED: the tests of the Python package. Their dependencies could not be installed, see above; make python-test tries again" >&2; fi

test-python: test-programs test-python-check
	@if [ -e .build-python/test/made ]; then $(RUN_PYTEST); fi

## make api        record the public interface of the library, which the tests compare with the one on record
api:
	$(SWIFT) build
	python3 scripts/api/api.py --swift "$(SWIFT)" --build .build/debug --write

## make python-test    test the Python package; dependencies go into .build-python
python-test: python-check
	@scripts/install-missing $(BROKERS)
	$(RUN_PYTEST)

python-check:
	cd python && bin=$$(../scripts/python-environment test requirements/test.txt) && \
		$$bin/ruff format --check -q . && $$bin/ruff check -q . && $$bin/mypy

## make spark-demo     let Spark turn some thousands of pictures from one bucket into another (a server on loopback)
spark-demo: build
	@scripts/install-missing openjdk-17-jre-headless:java
	UPRIGHT_PROGRAM=$(abspath $(PROGRAMS))/upright \
		$$(scripts/python-environment spark python/requirements/test.txt python/requirements/spark.txt)/python scripts/scale/spark_demo.py $(SPARK)

## make scale-test     kill Spark's executors during 20,000 pictures, and check that nothing is lost or duplicated
scale-test: build
	@scripts/install-missing openjdk-17-jre-headless:java
	UPRIGHT_PROGRAM=$(abspath $(PROGRAMS))/upright \
		$$(scripts/python-environment spark python/requirements/test.txt python/requirements/spark.txt)/python scripts/scale/scale_test.py $(SCALE)

## make mutants    break the code on purpose, one line at a time, and report which tests notice (scripts/mutants)
mutants: libraries
	python3 scripts/mutants/mutants.py --swift "$(SWIFT)"

## make structure  draw the folders of the sources with their dependencies (docs/structure.svg), print their lines, and check their rules
structure:
	python3 scripts/structure/structure.py --svg docs/structure.svg --lines --check

## make lint       check the format of the sources
lint:
	$(SWIFT) format lint --strict --recursive Sources Tests Package.swift

## make fixtures   regenerate the fixtures from their recipes (fixtures/recipes)
fixtures: libraries
	@scripts/install-missing $(JUDGES) libjpeg-turbo-progs:jpegtran
	PATH="$$(scripts/python-path):$$PATH" python3 fixtures/recipes/make.py

## make screenshots  take screenshots of the gallery's pages in Chromium, into docs/screenshots
screenshots: build
	@scripts/install-missing $(JUDGES) chromium:chromium chromium-driver:chromedriver
	PATH="$$(scripts/python-path):$$PATH" scripts/screenshots $(PROGRAMS)/upright docs/screenshots

## make compare    compare upright with other tools on the fixtures; writes docs/comparison.md and eight rows of the README
compare: build
	@scripts/install-missing $(JUDGES) $(PEERS)
	PATH="$$(scripts/python-path):$$PATH" python3 scripts/compare/compare.py --upright $(PROGRAMS)/upright --fixtures fixtures \
		--report docs/comparison.md --readme README.md
	PATH="$$(scripts/python-path):$$PATH" python3 scripts/compare/heif.py --upright $(PROGRAMS)/upright --report docs/comparison.md

## make browser-test  check that Chromium shows each fixture, in each orientation, the same as its output
browser-test: build
	@scripts/install-missing python3:python3 libimage-exiftool-perl:exiftool chromium:chromium
	python3 scripts/compare/browser.py --upright $(PROGRAMS)/upright --fixtures fixtures

## make tag-test   edit the fixtures with upright tag and read them back with exiftool and Exiv2 (PICTURES="FILES" for others)
tag-test: build
	@scripts/install-missing python3:python3 libimage-exiftool-perl:exiftool exiv2:exiv2
	python3 scripts/compare/tagging.py --upright $(PROGRAMS)/upright $(if $(PICTURES),$(PICTURES),fixtures)

## make bench      time upright and other tools in one interleaved run; writes docs/benchmarks.md
bench: build
	@scripts/install-missing $(JUDGES) $(PEERS) $(GAUGES)
	PATH="$$(scripts/python-path):$$PATH" python3 scripts/bench/bench.py --upright $(PROGRAMS)/upright --output docs/benchmarks.md $(BENCH)

## make instructions  count the instructions of each task of the benchmark, and compare with scripts/bench/instructions.tsv
instructions: build
	@scripts/install-missing $(JUDGES) $(GAUGES) binutils:strip
	PATH="$$(scripts/python-path):$$PATH" python3 scripts/bench/instructions.py --upright $(PROGRAMS)/upright --report scripts/bench/instructions.tsv $(INSTRUCTIONS)

## make torture    test with kills, faults, full disks, bombs and a soak, at full size; writes docs/torture.md
torture: torture-programs
	@scripts/install-missing $(JUDGES) $(DISKS) $(CODERS)
	PATH="$$(scripts/python-path):$$PATH" python3 torture/torture.py --build $(PROGRAMS) --report docs/torture.md $(TORTURE)

## make fuzz       run libFuzzer on every parser, for SECONDS_EACH seconds each (60)
fuzz: libraries
	@scripts/install-missing $(JUDGES)
	scripts/fuzz $${SECONDS_EACH:-60}

## make service-test  boot Debian in a container, install, and test the services (needs root; SERVICE_TEST=--keep)
service-test:
	@scripts/install-missing mmdebstrap:mmdebstrap systemd-container:systemd-nspawn
	scripts/service-test/service-test $(SERVICE_TEST)

## make clean      remove build products and the demo's output
clean:
	rm -rf .build .build-* dist normalized state

# Manual pages and completions, generated from the program's help.
$(SHARE)/made: $(PROGRAMS)/upright pipeline.yaml VERSION packaging/manual packaging/pipeline_keys.py
	@rm -rf $(SHARE)
	SOURCE_DATE_EPOCH=$(SOURCE_DATE_EPOCH) packaging/manual --program $(PROGRAMS)/upright --pipeline pipeline.yaml --output $(SHARE)/man
	@for shell in bash zsh fish; do \
		$(PROGRAMS)/upright completions $$shell | sed '1{/^#!/d}' > $(SHARE)/upright.$$shell; done
	@touch $@

$(PROGRAMS)/upright:
	@echo "make build first" >&2; exit 1

## make install    install programs, pipeline.yaml, manual pages, completions, alert rules, the service and its user (PREFIX=/usr/local, DESTDIR=)
install: $(SHARE)/made
	@packaging/check-linked $(PROGRAMS)/upright $(PROGRAMS)/upright-codec
	install -d $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(LIBEXEC) $(DESTDIR)$(SYSCONFDIR)/upright
	install -m 755 $(PROGRAMS)/upright $(PROGRAMS)/upright-codec $(DESTDIR)$(LIBEXEC)/
	@[ -z "$(STRIP)" ] || $(STRIP) $(DESTDIR)$(LIBEXEC)/upright $(DESTDIR)$(LIBEXEC)/upright-codec
	ln -sfn ../lib/upright/upright $(DESTDIR)$(PREFIX)/bin/upright
	install -D -m 644 -t $(DESTDIR)$(PREFIX)/share/man/man1 $(SHARE)/man/man1/*
	install -D -m 644 -t $(DESTDIR)$(PREFIX)/share/man/man5 $(SHARE)/man/man5/*
	install -D -m 644 $(SHARE)/upright.bash $(DESTDIR)$(PREFIX)/share/bash-completion/completions/upright
	install -D -m 644 $(SHARE)/upright.zsh $(DESTDIR)$(PREFIX)/share/zsh/vendor-completions/_upright
	install -D -m 644 $(SHARE)/upright.fish $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/upright.fish
	install -D -m 644 -t $(DESTDIR)$(PREFIX)/share/upright/prometheus deploy/prometheus/alerts.yml deploy/prometheus/alerts_test.yml
	install -D -m 644 -t $(DESTDIR)$(PREFIX)/share/upright/grafana deploy/grafana/upright.json
	install -D -m 644 systemd/upright.sysusers $(DESTDIR)$(PREFIX)/lib/sysusers.d/upright.conf
	install -D -m 644 systemd/upright.tmpfiles $(DESTDIR)$(PREFIX)/lib/tmpfiles.d/upright.conf
	install -d $(DESTDIR)$(UNITDIR)
	for unit in systemd/*.service; do \
		sed -e 's|/usr/bin/env upright|$(PREFIX)/bin/upright|' -e '/^# env finds/d' -e 's|/etc/upright|$(SYSCONFDIR)/upright|' \
			$$unit > $(DESTDIR)$(UNITDIR)/$${unit##*/}; done
	sed -e 's|\./drop\b|/var/lib/upright/drop|; s|\./normalized\b|/var/lib/upright/normalized|' \
		-e 's|\./state\b|/var/lib/upright/state|' pipeline.yaml > $(DESTDIR)$(SYSCONFDIR)/upright/pipeline.yaml.new
	@if [ -e $(DESTDIR)$(SYSCONFDIR)/upright/pipeline.yaml ]; then \
		echo "kept $(SYSCONFDIR)/upright/pipeline.yaml; the shipped one is next to it as pipeline.yaml.new"; \
	else mv $(DESTDIR)$(SYSCONFDIR)/upright/pipeline.yaml.new $(DESTDIR)$(SYSCONFDIR)/upright/pipeline.yaml; fi
	chmod 644 $(DESTDIR)$(UNITDIR)/upright*.service $(DESTDIR)$(SYSCONFDIR)/upright/*
	@if [ -z "$(DESTDIR)" ]; then packaging/set-up-service $(PREFIX); fi

## make uninstall  remove what make install installed; pictures, state and configuration stay
uninstall:
	@if [ -z "$(DESTDIR)" ] && [ -d /run/systemd/system ]; then systemctl disable --now upright upright-gallery || true; fi
	rm -rf $(DESTDIR)$(LIBEXEC)
	rm -f $(DESTDIR)$(PREFIX)/bin/upright $(addprefix $(DESTDIR)$(UNITDIR)/,$(notdir $(wildcard systemd/*.service)))
	rm -f $(DESTDIR)$(PREFIX)/share/man/man1/upright.1 $(DESTDIR)$(PREFIX)/share/man/man1/upright-*.1
	rm -f $(DESTDIR)$(PREFIX)/share/man/man5/upright-pipeline.5
	rm -f $(DESTDIR)$(PREFIX)/share/bash-completion/completions/upright
	rm -f $(DESTDIR)$(PREFIX)/share/zsh/vendor-completions/_upright
	rm -f $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/upright.fish
	rm -rf $(DESTDIR)$(PREFIX)/share/upright
	rm -f $(DESTDIR)$(PREFIX)/lib/sysusers.d/upright.conf $(DESTDIR)$(PREFIX)/lib/tmpfiles.d/upright.conf
	rm -f $(DESTDIR)$(SYSCONFDIR)/upright/pipeline.yaml.new
	@echo "kept: $(SYSCONFDIR)/upright, /var/lib/upright and the user upright"

## make package    make the Debian package and its debug symbols, in dist/
package: build
	@scripts/install-missing $(PACKERS)
	@$(MAKE) --no-print-directory $(SHARE)/made
	SOURCE_DATE_EPOCH=$(SOURCE_DATE_EPOCH) packaging/make-package $(DIST) $(PRODUCTS)

## make image      make a container image of the package, in dist/
image: package
	@scripts/install-missing mmdebstrap
	SOURCE_DATE_EPOCH=$(SOURCE_DATE_EPOCH) packaging/make-image $(DIST) $(DIST)/upright_$(VERSION)_$(ARCHITECTURE).deb

## make wheel      make the Python package with the programs inside, in dist/
wheel: build
	@scripts/install-missing python3:python3 python3-venv binutils:strip
	SOURCE_DATE_EPOCH=$(SOURCE_DATE_EPOCH) packaging/make-wheel $(DIST) $(PROGRAMS)

## make dist       make package, image and wheel, an SBOM (SPDX) and SHA256SUMS, in dist/
dist: package image wheel sbom
	cd $(DIST) && LC_ALL=C sha256sum *.deb *.tar *.whl *.json > SHA256SUMS

sbom: build
	@mkdir -p $(DIST)
	SOURCE_DATE_EPOCH=$(SOURCE_DATE_EPOCH) packaging/sbom --build $(PRODUCTS) --program $(PROGRAMS)/upright > $(DIST)/upright-$(VERSION).spdx.json

## make verify-release  build again in another folder, as another user, and compare the bytes with those of make dist
verify-release: dist
	SOURCE_DATE_EPOCH=$(SOURCE_DATE_EPOCH) packaging/verify-release $(DIST)

## make release-test  test the files in dist/ in chroots, a booted systemd, a container and a virtual environment
release-test:
	@scripts/install-missing mmdebstrap systemd-container podman runc lintian tmux:tmux zsh:zsh fish:fish
	packaging/release-test $(DIST) $(RELEASETEST)
