# SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
#
# Builds the Debian packages, and tries them in a system with only their dependencies. Sourced by packaging/quickstart.

packages_dir=${project_dir:?}/build-packages

# The build dependencies in debian/control, and the tools that make and check a package.
packaging_tools() {
    printf '%s\n' build-essential debhelper dpkg-dev lintian ca-certificates mold
    sed -n '/^Build-Depends:/,/^[A-Z]/s/^ \([a-z0-9.+-]*\).*/\1/p' "$project_dir/packaging/debian/control" | grep -v '^debhelper-compat$'
}

version() { sed -n 's/^project(EnvelopeWorkbench VERSION \([0-9.]*\).*/\1/p' "$project_dir/CMakeLists.txt"; }

# debian/changelog from packaging/CHANGELOG.md, so that a release is described in one place.
debian_changelog() { # TIME
    awk -v time="$(date -u -R -d "@$1")" '
        function finish() { if (version) print "\n -- The Envelope Workbench authors <maintainers@envelopeworkbench.org>  " time "\n" }
        /^## / { finish(); version = $2; print "envelope-workbench (" version ") unstable; urgency=medium\n"; next }
        version && /^- / { sub(/^- /, "  * "); print; next }
        version && /^  / { print "  " $0 }
        END { finish() }' "$project_dir/packaging/CHANGELOG.md"
}

# Builds the packages once, in a separate folder, from the files that git tracks.
build_packages() { # FOLDER
    local where=$packages_dir/$1 time
    time=$(git -C "$project_dir" log -1 --format=%ct)
    rm -rf "$where"
    mkdir -p "$where/envelope-workbench"
    (cd "$project_dir" && git ls-files -z | tar --null -T - -cf - 2>/dev/null) | tar -xf - -C "$where/envelope-workbench"
    mv "$where/envelope-workbench/packaging/debian" "$where/envelope-workbench/debian"
    debian_changelog "$time" >"$where/envelope-workbench/debian/changelog"
    in_environment env --chdir "$where/envelope-workbench" SOURCE_DATE_EPOCH="$time" DEB_BUILD_OPTIONS="parallel=$(nproc) noautodbgsym" \
        dpkg-buildpackage --build=binary --unsigned-changes --no-pre-clean >"$where/build.log" 2>&1 \
        || { tail -n 30 "$where/build.log" >&2; fail "the packages could not be built; the whole log is $where/build.log"; }
}

# Tests in a bare Debian 13 with the packages and their dependencies: the programs run, and the desktop file opens the window.
try_packages() {
    local bare=$packages_dir/bare
    remove_tree "$bare"
    # shellcheck disable=SC2016 # the hooks' $1 is mmdebstrap's
    mmdebstrap --variant=apt --include=xvfb,xauth,libglib2.0-bin,imagemagick,shared-mime-info,desktop-file-utils \
        --customize-hook="copy-in $packages_dir/first/*.deb /root" \
        --customize-hook='chroot "$1" sh -c "apt-get install -y --no-install-recommends /root/*.deb"' \
        trixie "$bare" >"$packages_dir/bare.log" 2>&1 || fail "the packages could not be installed; see $packages_dir/bare.log"
    # shellcheck disable=SC2016 # the shells in the root expand these
    (
        root_dir=$bare
        in_root envelope --version
        in_root envelope list demo:
        in_root sh -c 'test "$(gio mime application/x-envelope-workspace+json | grep -c org.envelopeworkbench)" -gt 0'
        HOME=$packages_dir/home in_root env HOME="$packages_dir/home" XDG_DATA_DIRS=/usr/share xvfb-run -a -s '-screen 0 1440x900x24' sh -c '
            gio launch /usr/share/applications/org.envelopeworkbench.EnvelopeWorkbench.desktop &
            for _ in $(seq 100); do
                import -window root "$1" && [ "$(identify -format %k "$1")" -gt 50 ] && exit 0
                sleep 0.2
            done
            exit 1' sh "$packages_dir/installed.png"
    ) || fail "the installed packages do not work"
    remove_tree "$bare"
}

make_packages() {
    # shellcheck disable=SC2034 # environment.sh makes and enters this root
    root_dir=${cache_dir:?}/root-packages-trixie-$(uname -m)
    # shellcheck disable=SC2034
    package_list=$cache_dir/packaging-tools.txt
    mkdir -p "$packages_dir/home" "$cache_dir"
    packaging_tools >"$package_list"
    prepare_environment
    say "step 1 of 4: building the packages"
    build_packages first
    say "step 2 of 4: lintian"
    in_environment lintian --fail-on error,warning "$packages_dir"/first/*.changes || fail "lintian reported problems"
    say "step 3 of 4: building them again to check that they are reproducible"
    build_packages again
    local package
    for package in "$packages_dir"/first/*.deb; do
        cmp "$package" "$packages_dir/again/$(basename "$package")" || fail "$(basename "$package") is not reproducible"
    done
    say "step 4 of 4: trying them in a bare Debian 13"
    try_packages
    say "the packages of version $(version) are in $packages_dir/first"
}
