#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
# SPDX-License-Identifier: Apache-2.0

# A small MCP server over stdio that sends a request during each call: askingpeer.sh
# A call of the tool "form", "link" or "model" sends the request of that name; the answer to it is the result of the call.
while IFS= read -r line; do
    id=$(printf '%s\n' "$line" | sed -n 's/.*"id":\("[^"]*"\|[0-9]*\).*/\1/p')
    case $line in
    *'"method":"initialize"'*)
        result='{"protocolVersion":"2025-11-25","capabilities":{"tools":{}},"serverInfo":{"name":"asking","version":"1"}}' ;;
    *'"method":"tools/list"'*)
        result='{"tools":[{"name":"form","inputSchema":{"type":"object"}},{"name":"link","inputSchema":{"type":"object"}},{"name":"model","inputSchema":{"type":"object"}}]}' ;;
    *'"method":"tools/call"'*)
        call=$id
        case $line in
        *'"form"'*)
            asks='"elicitation/create","params":{"message":"Who are you?","requestedSchema":{"type":"object","properties":{"name":{"type":"string","default":"Eve"},"age":{"type":"integer"}},"required":["name"]}}' ;;
        *'"link"'*)
            asks='"elicitation/create","params":{"mode":"url","message":"Pay here","url":"https://example.org/pay","elicitationId":"e1"}' ;;
        *)
            asks='"sampling/createMessage","params":{"maxTokens":9,"messages":[{"role":"user","content":{"type":"text","text":"Say something"}}]}' ;;
        esac
        printf '{"jsonrpc":"2.0","id":5,"method":%s}\n' "$asks"
        continue ;;
    *'"id":5'*)
        id=$call
        said=$(printf '%s' "$line" | sed 's/["\\]/\\&/g')
        result='{"content":[{"type":"text","text":"answered '$said'"}]}' ;;
    *)
        [ -n "$id" ] || continue
        result='{}'
        ;;
    esac
    printf '{"jsonrpc":"2.0","id":%s,"result":%s}\n' "$id" "$result"
done
