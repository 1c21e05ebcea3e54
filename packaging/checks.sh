# SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
#
# The checks that need no running program. Sourced by packaging/quickstart.

# Checks format, spelling and scripts of the given files or the whole tree. This is fast.
check_sources() { # FILE…
    say "checking format, spelling and scripts"
    (
        cd "${project_dir:?}" || exit 1
        chosen=$(if [ $# -gt 0 ]; then printf '%s\n' "$@"; else git ls-files; fi)
        among() { git ls-files -- "$@" | { grep -xF -f <(printf '%s\n' "$chosen") || true; }; }
        among '*.cpp' '*.h' | in_environment xargs -r clang-format --dry-run --Werror || exit 1
        among '*.md' '*.cpp' '*.h' '*.txt' '*.sh' packaging .ci ':!tests/vectors' ':!tests/fixtures' ':!LICENSE' ':!*.svg' ':!*.json' ':!translations' \
            | in_environment xargs -r codespell || exit 1
        among '*.sh' packaging/quickstart packaging/tour packaging/moc.in .ci/run ':!tests/vectors' ':!tests/fixtures' \
            | in_environment xargs -r shellcheck -x -P packaging || exit 1
    ) || fail "a source check failed"
}

# Checks the files of the next commit, with their contents in the working tree.
check_staged() {
    local files
    cd "${project_dir:?}" || exit 1
    mapfile -t files < <(git diff --cached --name-only --diff-filter=d)
    [ ${#files[@]} -gt 0 ] || return 0
    prepare_environment
    check_sources "${files[@]}"
    mapfile -t files < <(git diff --cached --name-only --diff-filter=d -- 'core/*.cpp' 'ui/*.cpp' 'app/*.cpp')
    [ ${#files[@]} -eq 0 ] || tidy "${files[@]}"
}

install_hooks() {
    local hook
    hook=$(git -C "${project_dir:?}" rev-parse --path-format=absolute --git-path hooks/pre-commit)
    [ ! -e "$hook" ] || fail "a hook already exists: $hook"
    mkdir -p "$(dirname "$hook")"
    cat >"$hook" <<'TXT'
#!/bin/sh
exec "$(git rev-parse --show-toplevel)/packaging/quickstart" staged
TXT
    chmod +x "$hook"
    say "the hook now checks each commit; git commit --no-verify skips the checks"
}

# Runs clang-tidy over the given files, or over those that differ from main. It takes half a minute per file, so CI does not run it.
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
    # clang-tidy needs the compile commands and the output of moc. A file of a unity build has no command of its own, so
    # tidycommands.py makes one. The precompiled header and some options are those of GCC: clang reads the header's source and
    # ignores the options.
    build envelope envelope-workbench
    in_environment python3 packaging/tidycommands.py "${build_dir:?}" "$build_dir/tidy" "${files[@]}" || exit 1
    printf '%s\n' "${files[@]}" \
        | in_environment xargs -P "$(nproc)" -n 1 clang-tidy --quiet -p "$build_dir/tidy" --extra-arg=-Wno-ignored-gch --extra-arg=-Wno-unknown-warning-option \
        || fail "clang-tidy reported problems"
}
