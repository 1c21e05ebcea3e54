# SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
#
# The checks that need no running program. Sourced by packaging/quickstart.

our_sources() { git -C "${project_dir:?}" ls-files -- '*.cpp' '*.h'; }

# Formatting, spelling and scripts, over the whole tree: they are fast.
check_sources() {
    say "checking format, spelling and scripts"
    (
        cd "$project_dir" || exit 1
        our_sources | in_environment xargs clang-format --dry-run --Werror || exit 1
        git ls-files -- '*.md' '*.cpp' '*.h' '*.txt' '*.sh' packaging .ci ':!tests/vectors' ':!tests/fixtures' ':!LICENSE' ':!*.svg' ':!*.json' ':!translations' \
            | in_environment xargs codespell || exit 1
        in_environment shellcheck -x -P packaging packaging/quickstart packaging/environment.sh packaging/checks.sh packaging/packages.sh packaging/tour packaging/moc.in .ci/run
    ) || fail "a source check failed"
}

# clang-tidy over the given files, or over those that differ from main. It takes half a minute for each, so CI runs without it.
tidy() { # FILE…
    local files=("$@")
    cd "${project_dir:?}" || exit 1
    if [ ${#files[@]} -eq 0 ]; then
        mapfile -t files < <(git diff --name-only --diff-filter=d main -- 'core/*.cpp' 'ui/*.cpp' 'app/*.cpp')
    fi
    if [ ${#files[@]} -eq 0 ]; then
        say "no source file differs from main"
        return
    fi
    say "clang-tidy over ${#files[@]} files"
    # It needs the commands and what moc writes. A file that is compiled joined with others has no command of its own: clang-tidy
    # is told the right one. The precompiled header and some options are GCC's: clang reads the header's source and passes over
    # the options.
    build envelope envelope-workbench
    in_environment python3 packaging/tidycommands.py "${build_dir:?}" "$build_dir/tidy" "${files[@]}" || exit 1
    printf '%s\n' "${files[@]}" \
        | in_environment xargs -P "$(nproc)" -n 1 clang-tidy --quiet -p "$build_dir/tidy" --extra-arg=-Wno-ignored-gch --extra-arg=-Wno-unknown-warning-option \
        || fail "clang-tidy found something"
}
