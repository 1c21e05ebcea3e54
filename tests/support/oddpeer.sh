#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
# SPDX-License-Identifier: Apache-2.0

# A small MCP server over stdio that takes its answers from a file: oddpeer.sh FILE
# Each line of the file is a word, a space and JSON. The word is the name of a tool (the JSON is its result),
# "resource:URI" (the result of the resource), or "input:TOOL" or "output:TOOL" (a schema). "noise TEXT" is printed at
# the start, "logs TEXT" before the answer to a call. "discover JSON" is the answer of a modern server, and
# "answered:TOOL" the result of a call with inputResponses.
file=$1
value() { sed -n "s|^$1 ||p" "$file" | head -n 1; }
noise=$(value noise)
[ -z "$noise" ] || printf '%s\n' "$noise"
tools=
resources=
while read -r name _; do
    case $name in
    noise | logs | discover | input:* | output:* | answered:*) ;;
    resource:*) resources="$resources,{\"uri\":\"${name#resource:}\",\"name\":\"odd\"}" ;;
    *)
        input=$(value "input:$name")
        output=$(value "output:$name")
        tools="$tools,{\"name\":\"$name\",\"annotations\":{\"readOnlyHint\":true},\"inputSchema\":${input:-{\"type\":\"object\"\}}${output:+,\"outputSchema\":$output}}" ;;
    esac
done <"$file"
while IFS= read -r line; do
    id=$(printf '%s\n' "$line" | sed -n 's/.*"id":\([0-9]*\).*/\1/p')
    [ -n "$id" ] || continue
    case $line in
    *'"method":"initialize"'*)
        result='{"protocolVersion":"2025-11-25","capabilities":{"tools":{},"resources":{}},"serverInfo":{"name":"odd","version":"1"}}' ;;
    *'"method":"server/discover"'*) result=$(value discover) ;;
    *'"method":"tools/list"'*) result="{\"tools\":[${tools#,}]}" ;;
    *'"method":"resources/list"'*) result="{\"resources\":[${resources#,}]}" ;;
    *'"method":"resources/templates/list"'*) result='{"resourceTemplates":[]}' ;;
    *'"method":"resources/read"'*)
        result=$(value "resource:$(printf '%s\n' "$line" | sed -n 's/.*"uri":"\([^"]*\)".*/\1/p')") ;;
    *'"method":"tools/call"'*)
        logs=$(value logs)
        [ -z "$logs" ] || printf '%s\n' "$logs"
        name=$(printf '%s\n' "$line" | sed -n 's/.*"params":{"name":"\([^"]*\)".*/\1/p')
        case $line in
        *'"inputResponses":'*) result=$(value "answered:$name") ;;
        *) result=$(value "$name") ;;
        esac ;;
    *) result= ;;
    esac
    if [ -z "$result" ]; then
        printf '{"jsonrpc":"2.0","id":%s,"error":{"code":-32601,"message":"Method not found"}}\n' "$id"
        continue
    fi
    printf '{"jsonrpc":"2.0","id":%s,"result":%s}\n' "$id" "$result"
done
