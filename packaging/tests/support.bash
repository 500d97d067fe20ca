# Functions shared by the parts of release-test.

# expect TEXT COMMAND...: runs the command and reports whether it succeeds; ends the part if it does not.
expect() {
    local text=$1 output
    shift
    if output=$("$@" 2>&1); then
        echo "ok      $text"
    else
        printf 'FAILED  %s\n%s\n' "$text" "$output" | tail -n 40 >&2
        exit 1
    fi
}

# refuses TEXT PATTERN COMMAND...: expects that the command fails and that its output contains the pattern.
refuses() {
    local text=$1 pattern=$2 output
    shift 2
    if output=$("$@" 2>&1); then
        printf 'FAILED  %s: it was not refused\n%s\n' "$text" "$output" >&2
        exit 1
    elif ! grep -q -- "$pattern" <<<"$output"; then
        printf 'FAILED  %s: expected "%s", found\n%s\n' "$text" "$pattern" "$output" >&2
        exit 1
    fi
    echo "ok      $text"
}

# within SECONDS COMMAND...: repeats the command until it succeeds.
within() {
    local deadline=$((SECONDS + $1))
    shift
    until "$@" >/dev/null 2>&1; do
        [ $SECONDS -lt $deadline ] || { "$@"; return 1; }
        sleep 0.2
    done
}

# root SUITE NAME PACKAGE...: makes the root file system $WORK/NAME of a Debian release with the packages.
root() {
    local suite=$1 name=$2
    shift 2
    local include=
    for package in "$@"; do include=$include,$package; done
    mmdebstrap --quiet --variant=minbase ${include:+--include="${include#,}"} --aptopt='Apt::Install-Recommends "false"' \
        --format=directory "$suite" "$WORK/$name" 2>"$WORK/$name.log" || { cat "$WORK/$name.log" >&2; return 1; }
}

# inside NAME COMMAND...: runs a command in the root file system, with /proc, /dev and the machine's resolver.
inside() {
    local name=$1
    shift
    unshare --mount --pid --fork bash -eu -c '
        root=$1
        shift
        mount -t proc proc "$root/proc"
        mount --rbind /dev "$root/dev"
        mount --bind /sys "$root/sys"
        exec chroot "$root" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 HOME=/root \
            DEBIAN_FRONTEND=noninteractive "$@"
    ' inside "$WORK/$name" "$@"
}

# tree FOLDER: every file below it with its mode, owner and digest.
tree() {
    (cd "$1" && find . -type f -printf '%m %U:%G %p\n' | LC_ALL=C sort && find . -type f -print0 | LC_ALL=C sort -z | xargs -0 -r sha256sum)
}

# another OUTPUT VERSION EDIT: makes the package with another version, with its pipeline.yaml changed by a sed expression.
another() {
    local folder
    folder=$(mktemp -d -p "$WORK")
    dpkg-deb -R "$PACKAGE" "$folder/package"
    sed -i "s/^Version: .*/Version: $2/" "$folder/package/DEBIAN/control"
    sed -i -e "$3" "$folder/package/etc/upright/pipeline.yaml"
    (cd "$folder/package" && find . -type f ! -path './DEBIAN/*' -printf '%P\0' | xargs -0 md5sum > DEBIAN/md5sums)
    dpkg-deb -Znone --root-owner-group -b "$folder/package" "$1" >/dev/null
    rm -rf "$folder"
}
