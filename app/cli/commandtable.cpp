// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "app/cli/arguments.h"
#include "app/cli/dialectnames.h"

using namespace Qt::StringLiterals;

namespace Workbench::Cli {

const QList<OptionSpec> &commonOptions()
{
    static const QList<OptionSpec> options{
        {u"json"_s, {}, u"machine-readable output"_s},
        {u"workspace"_s, u"FILE"_s,
            u"take sources from this workspace (else the only *.workspace.json here)"_s},
        {u"environment"_s, u"NAME"_s,
            u"put the variables of this environment into the workspace's sources"_s},
        {u"header"_s, u"K:V"_s,
            u"send this HTTP header, also to hubs; V may be env:NAME, fd:N or keychain:NAME"_s, true},
        {u"auth"_s, u"FORM:REF"_s,
            u"send this credential: bearer:REF, basic:REF (user:password) or apikey:NAME=REF; REF is env:NAME, fd:N or keychain:NAME, never the secret"_s},
        {u"server"_s, u"URL"_s, u"where the calls of an OpenAPI document go; credentials too"_s},
        {u"accept-certificate"_s, u"SHA256"_s,
            u"trust this certificate of a hub, though the system does not"_s},
        {u"env"_s, u"K=V"_s, u"set this variable for a started program"_s, true},
        {u"cwd"_s, u"DIR"_s, u"start programs in this folder"_s},
        {u"timeout"_s, u"DURATION"_s, u"longest silence of a call (default 60s; progress restarts it)"_s},
        {u"limit"_s, u"KEY=VALUE"_s, u"change a limit, for example stdio.messageBytes=256MiB"_s, true},
        {u"protocol"_s, u"REVISION"_s, u"speak this MCP revision, or auto"_s},
        {u"connect-anyway"_s, {}, u"read the lists of a server whose protocol version is not known"_s},
        {u"trust"_s, {},
            u"start a workspace's command, or hand out its secrets, though nobody confirmed that yet"_s},
        {u"strict"_s, {}, u"warnings fail with exit code 7"_s},
        {u"trace"_s, {}, u"show every frame on stderr"_s},
        {u"color"_s, u"auto|always|never"_s, u"colours in the output (default auto)"_s},
        {u"quiet"_s, {}, u"no progress and no notes on stderr"_s},
        {u"verbose"_s, {}, u"show the technical detail of an error"_s},
        {u"version"_s, {}, u"print the version"_s},
        {u"help"_s, {}, u"print help, also for a command"_s},
    };
    return options;
}

const QList<OptionSpec> &commandOptions()
{
    static const QList<OptionSpec> options{
        {u"type"_s, u"TYPE-OR-KIND"_s, u"only query, mutation, subscription, tool, resource, prompt …"_s},
        {u"filter"_s, u"TEXT"_s, u"only operations whose name, title or description has this text"_s},
        {u"input"_s, u"JSON"_s, u"the input: JSON text, @FILE, or - for stdin"_s},
        {u"data"_s, {}, u"print only the data; a string as text"_s},
        {u"raw"_s, {}, u"print text as it is also on a terminal, with its control characters"_s},
        {u"send-invalid"_s, {}, u"send input that its schema refuses"_s},
        {u"count"_s, u"N"_s, u"stop after this many events"_s},
        {u"for"_s, u"DURATION"_s, u"stop after this time"_s},
        {u"as"_s, u"FORM"_s, u"request: curl, http or json; serve: hub or spoke"_s},
        {u"schema"_s, u"FILE"_s, u"the JSON Schema"_s},
        {u"schemas"_s, u"BASE-URI=DIR"_s, u"register local schemas under this URI"_s, true},
        {u"dialect"_s, u"DIALECT"_s,
            u"of a schema that names none (default 2020-12): %1, or its URI"_s.arg(
                dialectNames().join(", "_L1))},
        {u"direction"_s, u"request|response"_s,
            u"which way the value travels: members with readOnly or writeOnly that should not are warnings"_s},
        {u"formats"_s, {}, u"assert formats instead of only noting them"_s},
        {u"conversion"_s, u"extended|upstream"_s, u"how a schema becomes a type (default extended)"_s},
        {u"batch"_s, {},
            u"read JSON Lines (validate and cast: {schema, value}; inspect: {result}, {error} or {http}) and answer a line each"_s},
        {u"inputs"_s, u"FILE"_s, u"call these too, with this input: {OPERATION: input}"_s},
        {u"accept"_s, {}, u"definitions that changed are the known ones from now on"_s},
        {u"junit"_s, u"FILE"_s, u"write the report for a CI as JUnit XML"_s},
        {u"tool"_s, u"NAME"_s, u"the tool that was called"_s},
        {u"demo"_s, {}, u"serve the demo's MCP server over stdio"_s},
        {u"port"_s, u"N"_s, u"listen on this port; 0, the default, is any that is free"_s},
        {u"listen"_s, u"ADDRESS"_s,
            u"listen on this address (default 127.0.0.1; beyond it a token is needed)"_s},
        {u"token"_s, u"REF"_s,
            u"who connects to the hub needs this token; REF is env:NAME, fd:N or keychain:NAME"_s},
        {u"tokens"_s, u"FILE"_s, u"as --token, each with who it is: {TOKEN: {\"id\", \"scopes\"}}"_s},
        {u"tls-cert"_s, u"FILE"_s, u"encrypt the hub (wss) with this certificate, a chain in PEM"_s},
        {u"tls-key"_s, u"FILE"_s, u"the private key of --tls-cert, in PEM without a passphrase"_s},
        {u"abort-policy"_s, u"abort-dependents|continue-running"_s,
            u"what an aborted request of the hub does to those made on its behalf"_s},
        {u"hub"_s, u"URL"_s, u"the hub that a spoke offers its operations to"_s},
    };
    return options;
}

const QList<CommandSpec> &commands()
{
    static const QList<CommandSpec> table{
        {u"list"_s, u"SOURCE [--type TYPE-OR-KIND] [--filter TEXT]"_s, u"list the operations of a source"_s,
            {u"type"_s, u"filter"_s},
            {u"envelope list demo:"_s, u"envelope list openapi.yaml --filter pet"_s,
                u"envelope list -- npx -y @modelcontextprotocol/server-everything stdio"_s},
            0, 0, true},
        {u"describe"_s, u"SOURCE OPERATION"_s, u"show one operation with its schemas"_s, {},
            {u"envelope describe demo:tracker get-weather"_s}, 1, 1, true},
        {u"call"_s, u"SOURCE OPERATION [--input JSON|@FILE|-] [KEY=VALUE…] [KEY:=JSON…]"_s,
            u"invoke an operation and print its envelope"_s,
            {u"input"_s, u"data"_s, u"raw"_s, u"send-invalid"_s},
            {u"envelope call demo:tracker get-weather city=Chicago"_s,
                u"envelope call echo message=hi -- npx -y @modelcontextprotocol/server-everything stdio"_s,
                u"envelope call https://example.org/mcp search --input @query.json --json"_s,
                u"envelope call https://example.org/openapi.json getPet petId=7 --auth bearer:env:TOKEN"_s,
                u"envelope call ws://127.0.0.1:7411/ws local.weather.now location=Oslo"_s},
            1, -1, true},
        {u"subscribe"_s,
            u"SOURCE OPERATION [--input JSON|@FILE|-] [KEY=VALUE…] [--count N] [--for DURATION]"_s,
            u"print a stream, one JSON object a line"_s,
            {u"input"_s, u"send-invalid"_s, u"count"_s, u"for"_s},
            {u"envelope subscribe demo:local clock.tick interval:=100 --count 5"_s,
                u"envelope subscribe ws://127.0.0.1:7411/ws local.clock.tick --for 10s"_s},
            1, -1, true},
        {u"request"_s, u"SOURCE OPERATION [--input JSON|@FILE|-] [KEY=VALUE…] [--as curl|http|json]"_s,
            u"show what would be sent, without sending it"_s, {u"input"_s, u"as"_s, u"raw"_s},
            {u"envelope request demo:tracker list-issues project=workbench --as json"_s,
                u"envelope request petstore.json findPets tag=cat --as curl"_s},
            1, -1, true},
        {u"inspect"_s, u"FILE|-"_s,
            u"tell which envelopes a tool's result, a JSON-RPC error or an HTTP answer is wrapped in, and what is inside"_s,
            {u"schema"_s, u"tool"_s, u"batch"_s},
            {u"envelope inspect result.json"_s,
                u"envelope inspect result.json --schema output-schema.json --tool get-weather"_s,
                u"curl -si https://example.org/pets/1 | envelope inspect -"_s},
            1, 1, false},
        {u"doctor"_s, u"SOURCE [--inputs FILE] [--junit FILE] [--accept]"_s,
            u"look a source over: definitions, schemas and what its read-only operations answer"_s,
            {u"inputs"_s, u"accept"_s, u"junit"_s},
            {u"envelope doctor demo:tracker"_s,
                u"envelope doctor -- npx -y @modelcontextprotocol/server-everything stdio"_s,
                u"envelope doctor https://example.org/mcp --inputs inputs.json --junit report.xml"_s},
            0, 0, true},
        {u"validate"_s, u"--schema FILE FILE|-"_s, u"check a value against a JSON Schema"_s,
            {u"schema"_s, u"schemas"_s, u"dialect"_s, u"direction"_s, u"formats"_s, u"batch"_s},
            {u"envelope validate --schema schema.json value.json"_s,
                u"envelope validate --schema pet.json --dialect openapi-3.0 --direction request pet1.json"_s},
            1, 1, false},
        {u"cast"_s, u"--schema FILE FILE|-"_s,
            u"normalise a value as the workbench does, and list what changed"_s,
            {u"schema"_s, u"conversion"_s, u"batch"_s},
            {u"envelope cast --schema schema.json value.json --json"_s}, 1, 1, false},
        {u"serve"_s,
            u"SOURCE… --as hub [--port N] [--listen ADDRESS] | SOURCE… --as spoke --hub URL | --demo"_s,
            u"offer the operations of sources to others, until a signal ends it"_s,
            {u"as"_s, u"port"_s, u"listen"_s, u"token"_s, u"tokens"_s, u"tls-cert"_s, u"tls-key"_s,
                u"abort-policy"_s, u"hub"_s, u"demo"_s},
            {u"envelope serve demo: --as hub --port 7411"_s,
                u"envelope serve notes tracker --as hub --token env:HUB_TOKEN"_s,
                u"envelope serve demo: --as hub --tls-cert hub.pem --tls-key hub.key"_s,
                u"envelope serve --as spoke --hub ws://127.0.0.1:7411/ws -- npx -y @modelcontextprotocol/server-everything stdio"_s,
                u"envelope list -- envelope serve --demo"_s},
            0, -1, true},
        {u"auth"_s, u"set NAME | list | remove NAME"_s,
            u"keep a secret in the system's keychain for keychain:NAME; set reads it from stdin"_s, {},
            {u"envelope auth set petstore"_s, u"envelope auth set petstore < token.txt"_s,
                u"envelope list https://example.org/mcp --auth bearer:keychain:petstore"_s,
                u"envelope auth remove petstore"_s},
            1, 2, false},
        {u"limits"_s, u"[show]"_s, u"show every limit with its effective value"_s, {},
            {u"envelope limits show"_s, u"envelope limits show --limit stdio.messageBytes=256MiB"_s}, 0, 1,
            false},
        {u"completion"_s, u"bash|zsh|fish|man"_s, u"print the completions of a shell, or the man page"_s, {},
            {u"source <(envelope completion bash)"_s, u"envelope completion man | man -l -"_s}, 1, 1, false},
    };
    return table;
}

} // namespace Workbench::Cli
