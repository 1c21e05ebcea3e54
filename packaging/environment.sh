# SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
#
# Selects where the workbench is built and run: on this system if it is new enough, or else in a private Debian 13 root.
# Sourced by packaging/quickstart. Offers prepare_environment and in_environment COMMAND….

recipe_version=1 # raise it when the recipe of the root changes
cache_dir=${WORKBENCH_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/envelope-workbench}
package_list=${project_dir:?}/packaging/debian13-packages.txt
root_dir=$cache_dir/root-trixie-$(uname -m)
root_needs_mib=4096

say() { printf 'quickstart: %s\n' "$*" >&2; }
fail() {
    say "$*"
    exit 1
}

packages() { sed -e 's/#.*//' "$package_list" | tr -s '[:space:]' '\n' | sed '/^$/d'; }

as_root() {
    if [ "$(id -u)" -eq 0 ]; then
        "$@"
    elif command -v sudo >/dev/null 2>&1; then
        say "this needs administrator rights: $*"
        sudo "$@"
    else
        fail "this needs administrator rights, and there is no sudo; as root, run: $*"
    fi
}

version_at_least() { [ "$(printf '%s\n%s\n' "$2" "$1" | sort -V | head -n 1)" = "$2" ]; }

# native: this system has Qt 6.8 and KF6; native-apt: it can install them; root: all commands run in a Debian 13 root.
environment_kind() {
    if [ -n "${WORKBENCH_ENVIRONMENT:-}" ]; then
        printf '%s\n' "$WORKBENCH_ENVIRONMENT"
        return
    fi
    local ID='' VERSION_ID=''
    # shellcheck disable=SC1091
    [ -r /etc/os-release ] && . /etc/os-release
    if [ "$ID" = debian ] && { [ -z "$VERSION_ID" ] || version_at_least "$VERSION_ID" 13; }; then
        echo native-apt
    elif command -v qmake6 >/dev/null 2>&1 && version_at_least "$(qmake6 -query QT_VERSION)" 6.8 \
        && ls /usr/lib*/cmake/KF6SyntaxHighlighting /usr/lib/*/cmake/KF6SyntaxHighlighting >/dev/null 2>&1; then
        echo native
    elif command -v apt-get >/dev/null 2>&1; then
        echo root
    else
        fail "this system has neither Qt 6.8 with KF6 nor apt-get; install the libraries named in packaging/debian13-packages.txt"
    fi
}

prepare_native() {
    local missing=()
    local name
    while read -r name; do
        dpkg-query -W -f '${Status}' "$name" 2>/dev/null | grep -q 'install ok installed' || missing+=("$name")
    done < <(packages)
    [ ${#missing[@]} -eq 0 ] && return
    say "installing ${#missing[@]} packages"
    as_root apt-get update -q || fail "cannot read the package lists; is there a network?"
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends "${missing[@]}" \
        || fail "could not install: ${missing[*]}"
}

root_stamp() { { echo "$recipe_version"; packages; } | sha256sum | cut -d' ' -f1; }

remove_tree() {
    [ -e "$1" ] || return 0
    if [ "$(id -u)" -eq 0 ]; then
        rm -rf --one-file-system "$1"
    else # its files belong to the subordinate ids that mmdebstrap used
        mmdebstrap --unshare-helper rm -rf --one-file-system "$1"
    fi
}

host_tools() {
    local need=()
    command -v mmdebstrap >/dev/null 2>&1 || need+=(mmdebstrap)
    command -v bwrap >/dev/null 2>&1 || need+=(bubblewrap)
    [ -e /usr/share/keyrings/debian-archive-keyring.gpg ] || need+=(debian-archive-keyring)
    [ "$(id -u)" -eq 0 ] || command -v newuidmap >/dev/null 2>&1 || need+=(uidmap)
    [ ${#need[@]} -eq 0 ] && return
    say "installing ${need[*]} on this system"
    as_root apt-get update -q >&2 || fail "cannot read the package lists; is there a network?"
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends "${need[@]}" >&2 \
        || fail "could not install: ${need[*]}"
}

# A root is built under another name and renamed when it is complete, so that an incomplete root is never used.
prepare_root() {
    host_tools
    mkdir -p "$cache_dir" || fail "cannot write to $cache_dir"
    exec 9>"$cache_dir/root.lock"
    flock 9
    if [ "$(cat "$root_dir.stamp" 2>/dev/null)" = "$(root_stamp)" ] && [ -d "$root_dir/usr" ]; then
        exec 9>&-
        return
    fi
    local free
    free=$(df -Pm "$cache_dir" | awk 'NR==2 {print $4}')
    [ "$free" -ge "$root_needs_mib" ] || fail "$cache_dir needs $root_needs_mib MiB, but only $free MiB are free; set WORKBENCH_CACHE to use another folder"
    local aside=$root_dir.making.$$ log=$cache_dir/root.log
    say "making a Debian 13 root in $root_dir, once (about three minutes; log: $log)"
    for stale in "$root_dir".making.* "$root_dir".old.*; do remove_tree "$stale"; done
    # Recommended packages are installed only if the list names them; files of /etc that the host mounts must exist.
    # shellcheck disable=SC2016 # the hooks' $1 is mmdebstrap's
    if ! mmdebstrap --variant=apt --include="$(packages | paste -sd,)" \
        --aptopt='Apt::Install-Recommends "false"' \
        --dpkgopt='path-exclude=/usr/share/man/*' --dpkgopt='path-exclude=/usr/share/doc/*' \
        --customize-hook='for f in resolv.conf hosts localtime machine-id; do rm -f "$1/etc/$f"; touch "$1/etc/$f"; done' \
        --customize-hook='for d in "$1"/usr/share/locale/*/LC_MESSAGES; do rm -rf "$d"; done' \
        trixie "$aside" >"$log" 2>&1; then
        remove_tree "$aside"
        grep -E '^(E|W|Err)' "$log" | tail -n 5 >&2
        grep -qE 'Could not (resolve|connect)|Temporary failure|Network is unreachable' "$log" \
            && fail "no Debian mirror could be reached: check the network, then run this again"
        grep -qi 'no space left' "$log" && fail "the disk of $cache_dir is full"
        fail "could not make the Debian 13 root; the whole log is $log"
    fi
    rm -f "$root_dir.stamp"
    [ ! -d "$root_dir" ] || mv "$root_dir" "$root_dir.old.$$"
    mv "$aside" "$root_dir"
    root_stamp >"$root_dir.stamp"
    remove_tree "$root_dir.old.$$"
    exec 9>&-
}

# Runs a command in the root, with its /usr and /etc; the host's other folders, display and network keep their paths.
in_root() {
    local arguments=(
        --ro-bind "$root_dir/usr" /usr --symlink usr/bin /bin --symlink usr/sbin /sbin
        --symlink usr/lib /lib --symlink usr/lib64 /lib64
        --ro-bind "$root_dir/etc" /etc --ro-bind "$root_dir/var" /var --bind-try /var/tmp /var/tmp
        --dev-bind /dev /dev --bind /proc /proc --dev-bind-try /sys /sys --tmpfs /run
        --bind-try "/run/user/$(id -u)" "/run/user/$(id -u)"
    )
    local file folder
    for file in resolv.conf hosts localtime machine-id passwd group; do
        [ -e "/etc/$file" ] && arguments+=(--ro-bind "/etc/$file" "/etc/$file")
    done
    # the host may have its own certificate authorities
    [ -e /etc/ssl/certs/ca-certificates.crt ] \
        && arguments+=(--ro-bind /etc/ssl/certs/ca-certificates.crt /etc/ssl/certs/ca-certificates.crt)
    for folder in /*/; do
        folder=${folder%/}
        [ -L "$folder" ] && continue
        case $folder in
            /bin | /boot | /dev | /etc | /lib* | /lost+found | /old_root | /proc | /run | /sbin | /sys | /usr | /var) continue ;;
        esac
        [ -r "$folder" ] && arguments+=(--bind "$folder" "$folder")
    done
    bwrap "${arguments[@]}" --die-with-parent --chdir "$PWD" \
        --setenv PATH /usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin --setenv LC_ALL "${LC_ALL:-C.UTF-8}" \
        --unsetenv LD_LIBRARY_PATH --unsetenv LIBRARY_PATH --unsetenv QT_PLUGIN_PATH \
        "$@"
}

prepare_environment() {
    kind=$(environment_kind) || exit 1
    case $kind in
        native-apt) prepare_native ;;
        native) ;;
        root) prepare_root ;;
        *) fail "WORKBENCH_ENVIRONMENT must be native, native-apt or root, not '$kind'" ;;
    esac
}

in_environment() {
    if [ "$kind" = root ]; then in_root "$@"; else "$@"; fi
}
