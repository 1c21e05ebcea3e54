#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
# SPDX-License-Identifier: Apache-2.0

# An MCP server over stdio that prints what a file says: hostilepeer.sh FILE
# Each line of the file is a word, a space and a text. "start" prints its text before anything is read. The name of a
# method prints its text when that method is requested, with the id of the request in place of ID; several lines with
# the same word are printed in order. "tools/list#2" holds for the second request of tools/list. initialize and
# tools/list have an answer of their own if the file has none.
file=$1
lists=0
# Prints the texts of the word $1 and fails if there is none.
texts() {
    grep -q "^$1 " "$file" || return 1
    while IFS= read -r text; do
        case $text in
        "$1 "*) printf '%s\n' "${text#"$1 "}" ;;
        esac
    done <"$file" | sed "s/\"ID\"/$2/g"
}
answer() { printf '{"jsonrpc":"2.0","id":%s,"result":%s}\n' "$1" "$2"; }
texts start 0
while IFS= read -r line; do
    id=$(printf '%s\n' "$line" | sed -n 's/.*"id":\([0-9]*\).*/\1/p')
    method=$(printf '%s\n' "$line" | sed -n 's/.*"method":"\([^"]*\)".*/\1/p')
    [ -n "$id" ] || continue
    if [ "$method" = tools/list ]; then
        lists=$((lists + 1))
        texts "tools/list#$lists" "$id" && continue
    fi
    texts "$method" "$id" && continue
    case $method in
    initialize)
        answer "$id" '{"protocolVersion":"2025-11-25","capabilities":{"tools":{"listChanged":true}},"serverInfo":{"name":"hostile","version":"1"}}' ;;
    tools/list) answer "$id" '{"tools":[{"name":"look","annotations":{"readOnlyHint":true},"inputSchema":{"type":"object"}}]}' ;;
    *) printf '{"jsonrpc":"2.0","id":%s,"error":{"code":-32601,"message":"Method not found"}}\n' "$id" ;;
    esac
done
