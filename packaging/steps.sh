# SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
#
# Runs steps, and prints their durations at the end and the reason of a failure. Sourced by packaging/quickstart.

steps_dir=${project_dir:?}/build-log
step_times=''
flaky_tests='' # one per line: NAME: MESSAGE
flaky_limit=2  # more flaky tests fail the run

# Runs a command, writes its output to a file with the step's name, and its exit code to step_code.
run_step() { # NAME COMMAND…
    local name=$1 start=$SECONDS
    shift
    mkdir -p "$steps_dir"
    say "step: $name"
    set +e # the command itself still ends at its first error
    (
        set -e
        "$@"
    ) 2>&1 | tee "$steps_dir/$name.log"
    step_code=${PIPESTATUS[0]}
    set -e
    step_times+=$(printf '%5d s  %s' $((SECONDS - start)) "$name")$'\n'
}

# If the command fails, the last lines of the run name the step and the reason.
step() { # NAME COMMAND…
    run_step "$@"
    [ "$step_code" -eq 0 ] || fail_step "$1" "$steps_dir/$1.log"
}

# Repeats each failed test once, alone. A test that passes then is flaky: the end of the run names it, and the test needs a fix. More
# than flaky_limit of them, or a test that fails again, fail the run.
test_step() { # NAME BUILD_DIR CTEST_OPTIONS…
    local failed
    run_step "$1" run_tests "${@:2}" -j"${test_jobs:?}"
    [ "$step_code" -ne 0 ] || return 0
    failed=$(failed_tests "$steps_dir/$1.log")
    [ -n "$failed" ] || fail_step "$1" "$steps_dir/$1.log"
    run_step "$1, again" run_tests "$2" --rerun-failed
    [ "$step_code" -eq 0 ] || fail_step "$1" "$steps_dir/$1.log"
    flaky_tests+=$failed$'\n'
    if [ "$(printf '%s' "$flaky_tests" | wc -l)" -gt $flaky_limit ]; then
        fail_step "$1" "$steps_dir/$1.log"
    fi
}

fail_step() { # NAME LOG
    printf '\n'
    steps_table
    reasons "$2" | cut -c1-240 | head -n 20
    fail "FAILED in step $1; the whole output is in ${2#"$project_dir/"}"
}

steps_table() {
    printf '%s' "$step_times"
    [ -z "$flaky_tests" ] || printf '%s' "$flaky_tests" | sed 's/^/FLAKY /'
}

# The first error of a compiler or linker, the places that a check names, or each failing test with its first message.
reasons() { # LOG
    if grep -q '^The following tests FAILED:' "$1"; then
        failed_tests "$1"
    elif grep -qE '(^|[^_])(fatal )?error:|ld: error|undefined reference|Disk full|No space left' "$1"; then
        grep -m 1 -A 6 -E '(^|[^_])(fatal )?error:|ld: error|undefined reference|Disk full|No space left' "$1"
    else
        tail -n 15 "$1"
    fi
}

# "NAME: MESSAGE (PLACE)" for each failing test of ctest's output.
failed_tests() { # LOG
    awk '
        function tell() { if (name != "") print name ": " (message == "" ? how : message) (place == "" ? "" : " (" place ")"); name = "" }
        / Test +#[0-9]+: / {
            tell()
            if ($0 ~ /\*\*\*/) {
                match($0, /Test +#[0-9]+: [^ ]+/); name = substr($0, RSTART, RLENGTH); sub(/.*: /, "", name)
                how = $0; sub(/.*\*\*\*/, "", how); message = ""; place = ""; wanted = 0
            }
            next
        }
        /tests passed, .* tests failed out of/ { tell() }
        name != "" && message == "" && /^(FAIL!|QFATAL|XPASS)|ERROR: (Address|Leak)Sanitizer|runtime error:/ { message = $0; wanted = 1; next }
        wanted && /Loc: \[/ { place = $0; sub(/.*Loc: \[/, "", place); sub(/\]$/, "", place); wanted = 0 }
        END { tell() }' "$1"
}
