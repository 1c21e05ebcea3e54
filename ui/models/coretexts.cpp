// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/models/coretexts.h"

#include <QCoreApplication>

#include <array>
#include <optional>
#include <span>

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

namespace {

using Patterns = std::span<const char *const>;

// A pattern must precede more general patterns that match its sentences too. This is not a std::array,
// because Clang deduces at most 256 elements for one.
constexpr const char *sentences[] = {
    // validation of a value
    QT_TRANSLATE_NOOP("CoreText", "Expected one of %1 values, got %2"),
    QT_TRANSLATE_NOOP("CoreText", "Expected one of %1, got %2"),
    QT_TRANSLATE_NOOP("CoreText", "Expected text that matches %1, got %2"),
    QT_TRANSLATE_NOOP("CoreText", "Expected format %1, got %2"),
    QT_TRANSLATE_NOOP("CoreText", "Expected a multiple of %1, got %2"),
    QT_TRANSLATE_NOOP("CoreText", "Expected %1, got %2"),
    QT_TRANSLATE_NOOP("CoreText", "Required member \"%1\" is missing"),
    QT_TRANSLATE_NOOP("CoreText", "Member \"%1\" is missing, which \"%2\" requires"),
    QT_TRANSLATE_NOOP("CoreText", "Unexpected member \"%1\""),
    QT_TRANSLATE_NOOP("CoreText", "Unexpected item"),
    QT_TRANSLATE_NOOP("CoreText", "Items %1 and %2 are equal"),
    QT_TRANSLATE_NOOP("CoreText", "Matches none of %1 alternatives; nearest at %2: %3"),
    QT_TRANSLATE_NOOP("CoreText", "Matches none of %1 alternatives; nearest: %2"),
    QT_TRANSLATE_NOOP("CoreText", "Matches none of %1 alternatives"),
    QT_TRANSLATE_NOOP("CoreText", "Matches more than one of %1 alternatives, expected exactly one"),
    QT_TRANSLATE_NOOP("CoreText", "Matches a schema that it must not match"),
    QT_TRANSLATE_NOOP("CoreText", "Not validated: %1"),
    QT_TRANSLATE_NOOP("CoreText", "The schema cannot be used: %1: %2"),
    QT_TRANSLATE_NOOP("CoreText", "\"%1\" declares an output schema but returned no structuredContent."),
    QT_TRANSLATE_NOOP("CoreText", "\"%1\" declares an output schema but returned no data."),
    QT_TRANSLATE_NOOP("CoreText", "Output normalisation failed for %1: %2"),
    QT_TRANSLATE_NOOP("CoreText", "The input of %1 does not match its schema: %2"),
    QT_TRANSLATE_NOOP("CoreText", "The input of %1 does not match its schema:"),
    // incoming calls
    QT_TRANSLATE_NOOP("CoreText", "called by the hub %1; %2"),
    QT_TRANSLATE_NOOP("CoreText", "called by the hub %1"),
    QT_TRANSLATE_NOOP("CoreText", "called by %1; %2"),
    QT_TRANSLATE_NOOP("CoreText", "called by %1"),
    QT_TRANSLATE_NOOP("CoreText", "the caller aborted it"),
    // notes of frames
    QT_TRANSLATE_NOOP("CoreText", "not sent: the request was cancelled"),
    QT_TRANSLATE_NOOP("CoreText", "not sent"),
    QT_TRANSLATE_NOOP("CoreText", "the request was cancelled"),
    QT_TRANSLATE_NOOP("CoreText", "not a message: %1"),
    QT_TRANSLATE_NOOP("CoreText", "sent again on another connection"),
    QT_TRANSLATE_NOOP("CoreText", "only the beginning of its body is kept"),
    QT_TRANSLATE_NOOP("CoreText", "an unfinished event was not used"),
    QT_TRANSLATE_NOOP("CoreText", "an event without data was ignored"),
    QT_TRANSLATE_NOOP("CoreText", "an event of another kind, ignored"),
    QT_TRANSLATE_NOOP("CoreText", "a second endpoint, ignored"),
    // what happened to a result
    QT_TRANSLATE_NOOP("CoreText", "%1 value normalised"),
    QT_TRANSLATE_NOOP("CoreText", "%1 values normalised"),
    QT_TRANSLATE_NOOP("CoreText", "%1 more change is not reported"),
    QT_TRANSLATE_NOOP("CoreText", "%1 more changes are not reported"),
    QT_TRANSLATE_NOOP("CoreText",
        "A peer sent a bare value where the call protocol expects an envelope; it was wrapped on the way"),
    // requests about tasks
    QT_TRANSLATE_NOOP("CoreText", "List tasks"),
    QT_TRANSLATE_NOOP("CoreText", "Status of a task"),
    QT_TRANSLATE_NOOP("CoreText", "Result of a task"),
    QT_TRANSLATE_NOOP("CoreText", "Cancel a task"),
    // limits of other clients
    QT_TRANSLATE_NOOP("CoreText", "Some clients refuse its name: they take 1 to 64 of A-Z a-z 0-9 _ and -."),
    QT_TRANSLATE_NOOP("CoreText",
        "Some clients refuse the names of %1 operations: they take 1 to 64 of A-Z a-z 0-9 _ and -."),
    QT_TRANSLATE_NOOP("CoreText", "Some clients refuse its input schema: it has %1, at %2."),
    QT_TRANSLATE_NOOP("CoreText", "Some clients refuse its output schema: it has %1, at %2."),
    QT_TRANSLATE_NOOP("CoreText", "Some clients refuse the input schemas of %1 operations: they have %2."),
    QT_TRANSLATE_NOOP("CoreText", "Some clients refuse the output schemas of %1 operations: they have %2."),
    QT_TRANSLATE_NOOP("CoreText", "the envelope is in this block"),
    // JSON
    QT_TRANSLATE_NOOP("CoreText", "not valid JSON, line %1, column %2: %3"),
    QT_TRANSLATE_NOOP("CoreText", "there is no value"),
    QT_TRANSLATE_NOOP("CoreText", "something follows the value"),
    QT_TRANSLATE_NOOP("CoreText", "the text ends too early"),
    QT_TRANSLATE_NOOP("CoreText", "A JSON text holds more than %1 values."),
    QT_TRANSLATE_NOOP("CoreText", "The key occurs more than once; the last value counts."),
    // explanations of a mismatch
    QT_TRANSLATE_NOOP("CoreText", "The schema describes the data; the server sent the envelope around it"),
    QT_TRANSLATE_NOOP("CoreText", "The schema describes the data; the server sent the envelopes around it"),
    QT_TRANSLATE_NOOP("CoreText", "The schema describes an envelope; the server sent the bare data"),
    QT_TRANSLATE_NOOP("CoreText", "The result does not match the output schema"),
    QT_TRANSLATE_NOOP("CoreText", "The results of %1 operations do not match their output schemas."),
    QT_TRANSLATE_NOOP("CoreText", "%1 opened."),
    QT_TRANSLATE_NOOP("CoreText",
        "The output schema of \"%1\" describes the data inside the %2 envelope, but %3 carries the whole "
        "envelope."),
    QT_TRANSLATE_NOOP(
        "CoreText", "The output schema of \"%1\" describes %2, but %3 carries the data without it."),
    QT_TRANSLATE_NOOP("CoreText", // for a result whose operation is not known
        "The output schema describes the data inside the %1 envelope, but %2 carries the whole envelope."),
    QT_TRANSLATE_NOOP("CoreText", "The output schema describes %1, but %2 carries the data without it."),
    QT_TRANSLATE_NOOP("CoreText", "The data inside is valid."),
    QT_TRANSLATE_NOOP("CoreText", "Wrapped in that envelope, the data would be valid."),
    QT_TRANSLATE_NOOP("CoreText", "A client that checks results against the schema refuses this one."),
    QT_TRANSLATE_NOOP("CoreText", "%1 does not match the output schema of \"%2\": %3."),
    QT_TRANSLATE_NOOP("CoreText", "%1 does not match the output schema: %2."),
    QT_TRANSLATE_NOOP("CoreText", "Return the bare data as %1"),
    QT_TRANSLATE_NOOP("CoreText", "Or declare a schema for the whole envelope"),
    QT_TRANSLATE_NOOP("CoreText", "Wrap the result"),
    QT_TRANSLATE_NOOP("CoreText", "Or declare the schema of the data"),
    QT_TRANSLATE_NOOP("CoreText", "Return what the schema declares"),
    QT_TRANSLATE_NOOP("CoreText", "Or declare what is returned"),
    QT_TRANSLATE_NOOP("CoreText", "Or declare no output schema"),
    QT_TRANSLATE_NOOP("CoreText", "Fix %1  %2: %3"),
    QT_TRANSLATE_NOOP("CoreText", "Or declare what the tool returns"),
    QT_TRANSLATE_NOOP("CoreText", "Return the value as structuredContent as well"),
    QT_TRANSLATE_NOOP("CoreText", "Or return the value as structuredContent"),
    QT_TRANSLATE_NOOP("CoreText", "Mark the result as failed"),
    QT_TRANSLATE_NOOP("CoreText", "Set isError to match the envelope"),
    QT_TRANSLATE_NOOP("CoreText", "Write the same value into the text"),
    QT_TRANSLATE_NOOP("CoreText", "Rewrite the block"),
    QT_TRANSLATE_NOOP("CoreText", "The server refused its own result: it has no structuredContent"),
    QT_TRANSLATE_NOOP("CoreText", "%1: most likely, an envelope is around the data"),
    QT_TRANSLATE_NOOP("CoreText", "The server refused its own result"),
    QT_TRANSLATE_NOOP("CoreText", "A client on the way refused the result: it has no structuredContent"),
    QT_TRANSLATE_NOOP("CoreText", "A client on the way refused the result"),
    QT_TRANSLATE_NOOP("CoreText", "A schema is declared, but there is no structuredContent"),
    QT_TRANSLATE_NOOP("CoreText", "The text and structuredContent differ"),
    QT_TRANSLATE_NOOP("CoreText", "The envelope block and structuredContent differ"),
    QT_TRANSLATE_NOOP("CoreText", "The envelope reports a failure, the result does not"),
    QT_TRANSLATE_NOOP("CoreText", "The result is marked as failed, its envelope reports success"),
    QT_TRANSLATE_NOOP("CoreText", "The envelope block is empty"),
    QT_TRANSLATE_NOOP("CoreText", "The envelope block cannot be decoded"),
    QT_TRANSLATE_NOOP("CoreText", "The envelope block was cut off"),
    QT_TRANSLATE_NOOP("CoreText", "The envelope block is not JSON"),
    QT_TRANSLATE_NOOP("CoreText", "asks for %1 at the root"),
    QT_TRANSLATE_NOOP("CoreText", "is not met by the whole value"),
    QT_TRANSLATE_NOOP("CoreText", "are not met by the whole value"),
    QT_TRANSLATE_NOOP("CoreText", "is not met"),
    QT_TRANSLATE_NOOP("CoreText", "are not met"),
    QT_TRANSLATE_NOOP("CoreText", "%1 is missing here"),
    QT_TRANSLATE_NOOP("CoreText", "%1 are missing here"),
    QT_TRANSLATE_NOOP("CoreText", "%1 has it, and is valid"),
    QT_TRANSLATE_NOOP("CoreText", "%1 has them, and is valid"),
    QT_TRANSLATE_NOOP("CoreText", "%1 is valid"),
    QT_TRANSLATE_NOOP("CoreText", "the server did not send the refused value itself"),
    QT_TRANSLATE_NOOP("CoreText", "structuredContent is missing here"),
    QT_TRANSLATE_NOOP("CoreText", "the JSON in its text is what the schema declares"),
    QT_TRANSLATE_NOOP("CoreText", "a result without structuredContent cannot meet it"),
    QT_TRANSLATE_NOOP("CoreText", "the issues in the refusal"),
    QT_TRANSLATE_NOOP("CoreText", "not met by the result"),
    QT_TRANSLATE_NOOP("CoreText", "the schema that the result was checked against"),
    QT_TRANSLATE_NOOP("CoreText", "the refusal"),
    QT_TRANSLATE_NOOP("CoreText", "only this text was received"),
    QT_TRANSLATE_NOOP("CoreText", "reports success"),
    QT_TRANSLATE_NOOP("CoreText", "reports a failure"),
    QT_TRANSLATE_NOOP("CoreText", "says that the call failed"),
    QT_TRANSLATE_NOOP("CoreText", "says that the call succeeded"),
    QT_TRANSLATE_NOOP("CoreText", "the result around it"),
    QT_TRANSLATE_NOOP("CoreText", "the result"),
    // secrets in a recording
    QT_TRANSLATE_NOOP("CoreText", "the secret \"%1\""),
    QT_TRANSLATE_NOOP("CoreText", "a known secret"),
    QT_TRANSLATE_NOOP("CoreText", "a secret in pieces"),
    QT_TRANSLATE_NOOP("CoreText", "the value of \"%1\" looks like a secret"),
    QT_TRANSLATE_NOOP("CoreText", "looks random, and is called \"%1\""),
    QT_TRANSLATE_NOOP("CoreText", "looks like %1"),
    // configurations of other programs
    QT_TRANSLATE_NOOP("CoreText",
        "this describes no MCP server: expected \"mcpServers\", \"servers\", \"context_servers\", or the "
        "\"packages\" and \"remotes\" of a server.json"),
    QT_TRANSLATE_NOOP("CoreText",
        "this is an OpenAPI document, which lists no MCP servers; give its path or address instead"),
    QT_TRANSLATE_NOOP("CoreText", "expected \"%1\" to be an object with a server for each name"),
    QT_TRANSLATE_NOOP("CoreText", "the curl command names no address"),
    QT_TRANSLATE_NOOP("CoreText", "the file has comments, which were skipped"),
    QT_TRANSLATE_NOOP("CoreText", "the file has commas behind the last member, which were skipped"),
    QT_TRANSLATE_NOOP("CoreText", "\"%1\" was not imported: %2"),
    QT_TRANSLATE_NOOP("CoreText", "is called \"%1\" in the file"),
    QT_TRANSLATE_NOOP("CoreText", "not carried over: %1"),
    QT_TRANSLATE_NOOP("CoreText", "the variable \"%1\" has no value and was left out"),
    QT_TRANSLATE_NOOP(
        "CoreText", "the folder \"%1\" is relative, and the folder of the project is not known"),
    QT_TRANSLATE_NOOP(
        "CoreText", "the user name and the password of the address were left out: there is a header"),
    QT_TRANSLATE_NOOP("CoreText", "\"%1\" is not known here and was kept as it is; replace it"),
    QT_TRANSLATE_NOOP(
        "CoreText", "\"%1\": its default was taken; write ${env:%2} to take the variable of the system"),
    QT_TRANSLATE_NOOP("CoreText", "input \"%1\": its default \"%2\" was taken"),
    QT_TRANSLATE_NOOP("CoreText", "needs the variable \"%1\" in an environment of the workspace: %2"),
    QT_TRANSLATE_NOOP("CoreText", "the header \"%1\" was left out: each connection sets it"),
    QT_TRANSLATE_NOOP("CoreText", "\"%1\" is optional and was left out"),
    QT_TRANSLATE_NOOP("CoreText", "\"%1\" may be given several times"),
    QT_TRANSLATE_NOOP("CoreText", "start the package \"%1\" (%2) yourself: it is reached at this address"),
    QT_TRANSLATE_NOOP("CoreText", "the registry calls this server deprecated"),
    QT_TRANSLATE_NOOP("CoreText", "\"%1\" was left out: it is not an MCP server"),
    QT_TRANSLATE_NOOP("CoreText", "%1: not carried over: %2"),
    QT_TRANSLATE_NOOP("CoreText", "%1: define the system variable %2 with the value of \"%3\""),
    // steps of a connection
    QT_TRANSLATE_NOOP("CoreText", "Program found"),
    QT_TRANSLATE_NOOP("CoreText", "Program started"),
    QT_TRANSLATE_NOOP("CoreText", "Environment"),
    QT_TRANSLATE_NOOP("CoreText", "First line"),
    QT_TRANSLATE_NOOP("CoreText", "Handshake"),
    QT_TRANSLATE_NOOP("CoreText", "Standard error"),
    QT_TRANSLATE_NOOP("CoreText", "Name"),
    QT_TRANSLATE_NOOP("CoreText", "Connection (TCP)"),
    QT_TRANSLATE_NOOP("CoreText", "Proxy"),
    QT_TRANSLATE_NOOP("CoreText", "Encryption (TLS)"),
    QT_TRANSLATE_NOOP("CoreText", "Sign-in"),
    QT_TRANSLATE_NOOP("CoreText", "Protocol and version"),
    QT_TRANSLATE_NOOP("CoreText", "Session"),
    QT_TRANSLATE_NOOP("CoreText", "Capabilities"),
    QT_TRANSLATE_NOOP("CoreText", "In the folder of this program."),
    QT_TRANSLATE_NOOP("CoreText", "In the folder %1."),
    QT_TRANSLATE_NOOP("CoreText", "%1; of the source: %2"),
    QT_TRANSLATE_NOOP("CoreText", "Not a message: %1"),
    QT_TRANSLATE_NOOP("CoreText", "A message."),
    QT_TRANSLATE_NOOP(
        "CoreText", "Write only messages to standard output, and everything else to standard error."),
    QT_TRANSLATE_NOOP("CoreText", "Empty: %1"),
    QT_TRANSLATE_NOOP("CoreText", "Give these variables a value in the source's settings."),
    QT_TRANSLATE_NOOP("CoreText", "Nothing was written."),
    QT_TRANSLATE_NOOP("CoreText", "The address does not use encryption (%1)."),
    QT_TRANSLATE_NOOP("CoreText", "The server is connected, but does not answer a GET."),
    QT_TRANSLATE_NOOP("CoreText", "The server did not answer."),
    QT_TRANSLATE_NOOP("CoreText", "The credential was not refused."),
    QT_TRANSLATE_NOOP("CoreText", "The server does not require a sign-in."),
    QT_TRANSLATE_NOOP("CoreText", "%1 is an address, not a name."),
    QT_TRANSLATE_NOOP("CoreText", "The proxy looks up the name."),
    QT_TRANSLATE_NOOP("CoreText", "No proxy is used."),
    QT_TRANSLATE_NOOP("CoreText", "The document was not read from a server. No server was contacted."),
    QT_TRANSLATE_NOOP("CoreText", "The server keeps no session."),
    QT_TRANSLATE_NOOP("CoreText", "The server began a session."),
    QT_TRANSLATE_NOOP("CoreText", "An earlier step failed."),
    QT_TRANSLATE_NOOP("CoreText", "The check was cancelled."),
    QT_TRANSLATE_NOOP("CoreText", "Operations: %1; %2"),
    QT_TRANSLATE_NOOP("CoreText", "Operations: %1"),
    // connections and calls
    QT_TRANSLATE_NOOP("CoreText", "The program %1 was not found. Install it, or give its full path."),
    QT_TRANSLATE_NOOP("CoreText", "There is no program at %1. Check the path of the command."),
    QT_TRANSLATE_NOOP("CoreText",
        "There is no program at %1. If this is a program with its arguments, enter each argument "
        "separately."),
    QT_TRANSLATE_NOOP("CoreText", "%1 is a folder, not a program. Name the program inside it."),
    QT_TRANSLATE_NOOP(
        "CoreText", "No program is named for this source. Enter the command that starts the server."),
    QT_TRANSLATE_NOOP("CoreText", "Server \"%1\" ended with %2."),
    QT_TRANSLATE_NOOP("CoreText", "Server \"%1\" was stopped."),
    QT_TRANSLATE_NOOP("CoreText", "Server \"%1\" closed its standard output while it was still running."),
    QT_TRANSLATE_NOOP("CoreText",
        "\"%1\" was started or reached, but did not answer %2 within %3. Check that it is an MCP server, or "
        "give it longer to start."),
    QT_TRANSLATE_NOOP(
        "CoreText", "Server \"%1\" refused the connection to %2: nothing listens there. Is it running?"),
    QT_TRANSLATE_NOOP("CoreText",
        "Server \"%1\" was not found: the name \"%2\" has no address. Check the address and the network."),
    QT_TRANSLATE_NOOP("CoreText", "Server \"%1\" could not be reached at %2. Check the network."),
    QT_TRANSLATE_NOOP("CoreText", "Server \"%1\" could not agree on an encrypted connection to %2."),
    QT_TRANSLATE_NOOP(
        "CoreText", "Server \"%1\" refused the request (%2). Check the address and what was sent."),
    QT_TRANSLATE_NOOP("CoreText", "Server \"%1\" failed (%2). Try again later."),
    QT_TRANSLATE_NOOP("CoreText", "\"%1\" was asked %2 and %3."),
    QT_TRANSLATE_NOOP("CoreText", "\"%1\" aborted the subscription"),
    QT_TRANSLATE_NOOP("CoreText", "a bare value instead of an envelope"),
    QT_TRANSLATE_NOOP("CoreText", "The peer sent a bare value instead of an envelope"),
    QT_TRANSLATE_NOOP("CoreText", "Check the scheme (http or https) and the port of its address."),
    QT_TRANSLATE_NOOP("CoreText", "Check its address and the network."),
    QT_TRANSLATE_NOOP("CoreText", "Set PATH in the source's environment."),
    QT_TRANSLATE_NOOP("CoreText",
        "Add the variable %1 to the source: it is set for this program, but not passed on to the server."),
    QT_TRANSLATE_NOOP("CoreText", "Store it in the settings of the source."),
    QT_TRANSLATE_NOOP("CoreText", "Correct the working folder in the source's settings."),
    QT_TRANSLATE_NOOP("CoreText", "If the server expects another header, add it in the source's settings."),
    QT_TRANSLATE_NOOP("CoreText", "If this address is correct, confirm it for the source."),
    QT_TRANSLATE_NOOP("CoreText", "It may not speak MCP."),
    QT_TRANSLATE_NOOP("CoreText", "If it serves an OpenAPI document, add it as an OpenAPI source."),
    QT_TRANSLATE_NOOP("CoreText", "Set the credential in the source's settings."),
    QT_TRANSLATE_NOOP("CoreText", "Set the token in the source's settings."),
    QT_TRANSLATE_NOOP("CoreText", "Set the server in the source's settings."),
    QT_TRANSLATE_NOOP("CoreText", "Check the port and the scheme (ws or wss) of its address."),
    QT_TRANSLATE_NOOP("CoreText", "Raise the limit %1 in the source's settings to accept it."),
    QT_TRANSLATE_NOOP("CoreText", "Raise the limit %1 in the source's settings to wait longer."),
    QT_TRANSLATE_NOOP("CoreText", "The limit is %1."),
    QT_TRANSLATE_NOOP("CoreText", "Operation not found: %1"),
    QT_TRANSLATE_NOOP("CoreText", "The connection was closed."),
    QT_TRANSLATE_NOOP("CoreText", "The call was cancelled."),
    QT_TRANSLATE_NOOP("CoreText", "the call was cancelled"),
    QT_TRANSLATE_NOOP("CoreText", "The sign-in was cancelled."),
    // steps of a sign-in
    QT_TRANSLATE_NOOP("CoreText", "Challenge"),
    QT_TRANSLATE_NOOP("CoreText", "Protected resource metadata"),
    QT_TRANSLATE_NOOP("CoreText", "Authorization server metadata"),
    QT_TRANSLATE_NOOP("CoreText", "Client registration"),
    QT_TRANSLATE_NOOP("CoreText", "Authorization request"),
    QT_TRANSLATE_NOOP("CoreText", "Authorization answer"),
    QT_TRANSLATE_NOOP("CoreText", "Device authorization request"),
    QT_TRANSLATE_NOOP("CoreText", "Token request"),
    QT_TRANSLATE_NOOP("CoreText", "Token refresh"),
    QT_TRANSLATE_NOOP("CoreText", "Request repeated"),
    QT_TRANSLATE_NOOP("CoreText",
        "A request without a valid token is answered with 401 and a WWW-Authenticate header with the scheme "
        "Bearer."),
    QT_TRANSLATE_NOOP("CoreText",
        "Where scopes are missing, the answer is 403 with the error insufficient_scope and the scopes that "
        "are needed."),
    QT_TRANSLATE_NOOP("CoreText",
        "The header names the address of the server's metadata as resource_metadata; without it the "
        "metadata is at its well-known address."),
    QT_TRANSLATE_NOOP("CoreText",
        "The metadata is at the address that the challenge names, or below "
        "/.well-known/oauth-protected-resource: a JSON object with the status 200."),
    QT_TRANSLATE_NOOP("CoreText",
        "Its member resource is the address of the server that was asked. Metadata of another server is not "
        "used."),
    QT_TRANSLATE_NOOP(
        "CoreText", "Its member authorization_servers names at least one authorisation server."),
    QT_TRANSLATE_NOOP("CoreText",
        "The metadata is at the well-known address of the issuer: a JSON object with the status 200 that "
        "names the endpoints."),
    QT_TRANSLATE_NOOP("CoreText", "Its member issuer is identical to the requested issuer."),
    QT_TRANSLATE_NOOP(
        "CoreText", "The issuer and its endpoints are https addresses, or http on this computer."),
    QT_TRANSLATE_NOOP("CoreText", "Its member code_challenge_methods_supported lists S256."),
    QT_TRANSLATE_NOOP("CoreText",
        "A server that supports client registration names its registration_endpoint in its metadata."),
    QT_TRANSLATE_NOOP("CoreText", "The answer to a registration has the status 201 and a client_id."),
    QT_TRANSLATE_NOOP("CoreText",
        "A registration with valid metadata is accepted; an invalid one is answered with 400 and the "
        "reason."),
    QT_TRANSLATE_NOOP(
        "CoreText", "The request has a code_challenge with the method S256, which the server announces."),
    QT_TRANSLATE_NOOP("CoreText", "The metadata names the authorization_endpoint."),
    QT_TRANSLATE_NOOP("CoreText", "The request names as resource the server that the token is for."),
    QT_TRANSLATE_NOOP("CoreText",
        "A client id that is an https address points to a JSON document that describes the client."),
    QT_TRANSLATE_NOOP("CoreText", "The answer has the state of the request, unchanged."),
    QT_TRANSLATE_NOOP(
        "CoreText", "The answer has iss with the requested issuer if the metadata announces that."),
    QT_TRANSLATE_NOOP("CoreText", "The answer has a code, or an error if the user or the server refused."),
    QT_TRANSLATE_NOOP("CoreText", "The answer has a device_code, a user_code and a verification_uri."),
    QT_TRANSLATE_NOOP("CoreText",
        "A code is accepted once, from the client that asked for it, with the same redirect_uri."),
    QT_TRANSLATE_NOOP("CoreText",
        "The server compares the code_verifier with the code_challenge of the authorization request."),
    QT_TRANSLATE_NOOP("CoreText", "The client is known and authenticates with its registered method."),
    QT_TRANSLATE_NOOP(
        "CoreText", "The answer has the status 200, an access_token and the token_type Bearer."),
    QT_TRANSLATE_NOOP(
        "CoreText", "A valid request gets a token; an invalid one is answered with 400 and the reason."),
    QT_TRANSLATE_NOOP("CoreText",
        "A refresh token is accepted from the client that it was issued to, until it expires or is "
        "replaced."),
    QT_TRANSLATE_NOOP(
        "CoreText", "The token is in the header Authorization of every request, never in the address."),
    QT_TRANSLATE_NOOP(
        "CoreText", "A valid token that was issued for this server with the requested scopes is accepted."),
    QT_TRANSLATE_NOOP("CoreText", "The server accepts only tokens that were issued for it."),
    QT_TRANSLATE_NOOP("CoreText", "The answer has no WWW-Authenticate header."),
    QT_TRANSLATE_NOOP("CoreText", "The server refused the token that was issued for it."),
    QT_TRANSLATE_NOOP("CoreText", "The metadata names no authorisation server. The server itself is asked."),
    QT_TRANSLATE_NOOP("CoreText", "The metadata of %1 describes another server, \"%2\". It was not used."),
    QT_TRANSLATE_NOOP("CoreText", "The metadata of \"%1\" names another issuer, \"%2\". It was not used."),
    QT_TRANSLATE_NOOP("CoreText", "The metadata of \"%1\" names no issuer. It was not used."),
    QT_TRANSLATE_NOOP("CoreText",
        "The metadata at %1 names the issuer \"%2\", which keeps its metadata elsewhere. It was not used."),
    QT_TRANSLATE_NOOP("CoreText", "The metadata of \"%1\" names no token endpoint."),
    QT_TRANSLATE_NOOP("CoreText",
        "Sign-in to \"%1\": the authorisation server \"%2\" has no metadata at its well-known addresses."),
    QT_TRANSLATE_NOOP("CoreText",
        "Sign-in to \"%1\": the authorisation server does not announce PKCE with S256, without which a code "
        "could be stolen."),
    QT_TRANSLATE_NOOP("CoreText",
        "Sign-in to \"%1\": the authorisation server does not accept client registrations. Enter the client "
        "id that it gave you for this program (setting \"oauth\", member \"clientId\")."),
    QT_TRANSLATE_NOOP("CoreText",
        "Sign-in to \"%1\": the browser returned the answer to another sign-in (state differs). The answer "
        "was not used."),
    QT_TRANSLATE_NOOP("CoreText",
        "Sign-in to \"%1\": the answer comes from a different authorisation server (iss differs or is "
        "missing). The answer was not used."),
    QT_TRANSLATE_NOOP("CoreText", "Sign-in to \"%1\": the authorisation server answered without a code."),
    QT_TRANSLATE_NOOP("CoreText", "Sign-in to \"%1\": the authorisation server answered %2: %3"),
    QT_TRANSLATE_NOOP("CoreText", "Sign-in to \"%1\": the authorisation server answered %2."),
    QT_TRANSLATE_NOOP("CoreText", "Sign-in to \"%1\": the answer of the %2 is not a JSON object."),
    QT_TRANSLATE_NOOP("CoreText", "Sign-in to \"%1\": the %2 answered %3: %4"),
    QT_TRANSLATE_NOOP("CoreText", "Sign-in to \"%1\": the %2 answered %3."),
    QT_TRANSLATE_NOOP("CoreText", "Sign-in to \"%1\": the token endpoint's answer has no access_token."),
    QT_TRANSLATE_NOOP("CoreText", "Sign-in to \"%1\": the registration endpoint gave no client_id."),
    QT_TRANSLATE_NOOP("CoreText", "completed"),
    QT_TRANSLATE_NOOP("CoreText", "aborted"),
    QT_TRANSLATE_NOOP("CoreText", "connection lost"),
    QT_TRANSLATE_NOOP("CoreText", "disconnected"),
    QT_TRANSLATE_NOOP("CoreText", "error"),
    QT_TRANSLATE_NOOP("CoreText", "%1 event"),
    QT_TRANSLATE_NOOP("CoreText", "%1 events"),
};

// Terms that occur as arguments of a sentence.
constexpr std::array terms{
    QT_TRANSLATE_NOOP("CoreText", "%1 character"),
    QT_TRANSLATE_NOOP("CoreText", "%1 characters"),
    QT_TRANSLATE_NOOP("CoreText", "%1 item"),
    QT_TRANSLATE_NOOP("CoreText", "%1 items"),
    QT_TRANSLATE_NOOP("CoreText", "%1 matching item"),
    QT_TRANSLATE_NOOP("CoreText", "%1 matching items"),
    QT_TRANSLATE_NOOP("CoreText", "%1 member"),
    QT_TRANSLATE_NOOP("CoreText", "%1 members"),
    QT_TRANSLATE_NOOP("CoreText", "%1 error"),
    QT_TRANSLATE_NOOP("CoreText", "%1 errors"),
    QT_TRANSLATE_NOOP("CoreText", "%1, %2"),
    QT_TRANSLATE_NOOP("CoreText", "exactly %1"),
    QT_TRANSLATE_NOOP("CoreText", "at least %1"),
    QT_TRANSLATE_NOOP("CoreText", "at most %1"),
    QT_TRANSLATE_NOOP("CoreText", "more than %1"),
    QT_TRANSLATE_NOOP("CoreText", "less than %1"),
    QT_TRANSLATE_NOOP("CoreText", "%1 to %2"),
    QT_TRANSLATE_NOOP("CoreText", "an array of %1"),
    QT_TRANSLATE_NOOP("CoreText", "an object"),
    QT_TRANSLATE_NOOP("CoreText", "it names neither a command nor an address"),
    QT_TRANSLATE_NOOP("CoreText", "expected an object"),
    QT_TRANSLATE_NOOP(
        "CoreText", "an extension of the editor starts it, and only the editor knows its command"),
    QT_TRANSLATE_NOOP("CoreText", "its address does not begin with http:// or https://"),
    QT_TRANSLATE_NOOP("CoreText", "\"%1\" is not a valid header name"),
    QT_TRANSLATE_NOOP("CoreText", "the header \"%1\" holds a line end or another control character"),
    QT_TRANSLATE_NOOP("CoreText", "the header \"%1\" belongs to the connection and must not be set"),
    QT_TRANSLATE_NOOP("CoreText", "%1 uses the variable of the system"),
    QT_TRANSLATE_NOOP("CoreText", "nothing"),
    QT_TRANSLATE_NOOP("CoreText", "both names"),
    QT_TRANSLATE_NOOP("CoreText", "%1 names"),
    QT_TRANSLATE_NOOP("CoreText", "did not answer within %1"),
    QT_TRANSLATE_NOOP("CoreText", "reported no progress for %1"),
    QT_TRANSLATE_NOOP("CoreText", "exit code %1"),
    QT_TRANSLATE_NOOP("CoreText", "signal %1"),
    QT_TRANSLATE_NOOP("CoreText", "the result"),
    QT_TRANSLATE_NOOP("CoreText", "The result"),
    QT_TRANSLATE_NOOP("CoreText", "the body"),
    QT_TRANSLATE_NOOP("CoreText", "The body"),
    QT_TRANSLATE_NOOP("CoreText", "a private key"),
    QT_TRANSLATE_NOOP("CoreText", "the credentials of a request"),
    QT_TRANSLATE_NOOP("CoreText", "a GitHub token"),
    QT_TRANSLATE_NOOP("CoreText", "a GitLab token"),
    QT_TRANSLATE_NOOP("CoreText", "an AWS access key"),
    QT_TRANSLATE_NOOP("CoreText", "a Slack token"),
    QT_TRANSLATE_NOOP("CoreText", "a Stripe key"),
    QT_TRANSLATE_NOOP("CoreText", "a Google key"),
    QT_TRANSLATE_NOOP("CoreText", "an npm token"),
    QT_TRANSLATE_NOOP("CoreText", "an API key"),
    QT_TRANSLATE_NOOP("CoreText", "a JSON Web Token"),
    QT_TRANSLATE_NOOP("CoreText", "token endpoint"),
    QT_TRANSLATE_NOOP("CoreText", "token endpoint %1"),
    QT_TRANSLATE_NOOP("CoreText", "registration endpoint"),
    QT_TRANSLATE_NOOP("CoreText", "registration endpoint %1"),
    QT_TRANSLATE_NOOP("CoreText", "device authorization endpoint"),
    QT_TRANSLATE_NOOP("CoreText", "device authorization endpoint %1"),
    QT_TRANSLATE_NOOP("CoreText", "%1 or %2"),
};

QString inLanguage(const char *pattern)
{
    return QCoreApplication::translate("CoreText", pattern);
}

//! Returns the arguments of \a pattern that \a text has in place of %1, %2, …, in order and not empty.
//! Returns nothing if the rest of \a text differs.
std::optional<QStringList> argumentsIn(QStringView text, QLatin1StringView pattern)
{
    QStringList arguments;
    qsizetype next = pattern.indexOf('%'_L1);
    const QLatin1StringView head = next < 0 ? pattern : pattern.first(next);
    if (!text.startsWith(head))
        return {};
    text = text.sliced(head.size());
    pattern = pattern.sliced(head.size());
    while (!pattern.isEmpty()) {
        pattern = pattern.sliced(2); // the argument's "%1"
        next = pattern.indexOf('%'_L1);
        const QLatin1StringView behind = next < 0 ? pattern : pattern.first(next);
        qsizetype end = text.size() - behind.size();
        if (next >= 0)
            end = text.indexOf(behind, 1);
        else if (!text.endsWith(behind))
            end = -1;
        if (end < 1)
            return {};
        arguments.append(text.first(end).toString());
        text = text.sliced(end + behind.size());
        pattern = pattern.sliced(behind.size());
    }
    return text.isEmpty() ? std::optional(arguments) : std::nullopt;
}

//! Replaces %1, %2, … in \a pattern in one pass, because an argument may contain such a mark itself.
QString withArguments(const QString &pattern, const QStringList &arguments)
{
    QString text;
    for (qsizetype i = 0; i < pattern.size(); ++i) {
        const int number =
            pattern.at(i) == u'%' && i + 1 < pattern.size() ? pattern.at(i + 1).digitValue() : 0;
        if (number < 1 || number > arguments.size()) {
            text += pattern.at(i);
            continue;
        }
        text += arguments.at(number - 1);
        ++i;
    }
    return text;
}

QString argumentText(const QString &argument);

std::optional<QString> lookUp(const QString &text, Patterns patterns)
{
    for (const char *pattern : patterns) {
        std::optional<QStringList> arguments = argumentsIn(text, QLatin1StringView(pattern));
        if (!arguments)
            continue;
        for (QString &argument : *arguments)
            argument = argumentText(argument);
        return withArguments(inLanguage(pattern), *arguments);
    }
    return {};
}

QString sentenceText(const QString &text);

//! Returns \a argument in the language of the window. A quoted argument came from a peer and stays unchanged.
QString argumentText(const QString &argument)
{
    if (argument.startsWith(u'/') && argument.contains(": "_L1))
        return sentenceText(argument);
    if (argument.contains(u'"'))
        return argument;
    if (const std::optional<QString> sentence = lookUp(argument, sentences))
        return *sentence;
    return lookUp(argument, terms).value_or(argument);
}

//! Translates a list of places with their violations: "/a: Expected …; /b: Expected …".
QString placesText(const QString &text)
{
    QStringList places = text.split(u"; /"_s);
    for (QString &place : places) {
        if (const qsizetype end = place.indexOf(u": "_s); end >= 0)
            place = place.first(end + 2) + sentenceText(place.sliced(end + 2));
    }
    return places.join(u"; /"_s);
}

QString sentenceText(const QString &text)
{
    if (text.startsWith(u'/') && text.contains(": "_L1))
        return placesText(text);
    if (const std::optional<QString> found = lookUp(text, sentences))
        return *found;
    for (qsizetype at = text.size() - 2; at > 0; --at) { // otherwise sentence by sentence
        if (text.at(at + 1) != u' ' || (text.at(at) != u'.' && text.at(at) != u'?'))
            continue;
        const QString last = text.sliced(at + 2);
        if (const std::optional<QString> found = lookUp(last, sentences))
            return sentenceText(text.first(at + 1)) + u' ' + *found;
    }
    if (text.endsWith(u'.')) { // elsewhere, the sentence is a part without the full stop
        if (const std::optional<QString> found = lookUp(text.chopped(1), sentences))
            return *found + u'.';
    }
    return text;
}

//! Returns whether the language of the window differs from that of the core.
bool isTranslated()
{
    return inLanguage(sentences[0]) != QLatin1StringView(sentences[0]);
}

} // namespace

QString coreText(const QString &text)
{
    constexpr qsizetype longest = 4000; // a longer text is not a message but was sent by a peer
    if (text.isEmpty() || text.size() > longest || !isTranslated())
        return text;
    QStringList lines = text.split(u'\n');
    for (QString &line : lines) {
        const QString sentence = line.trimmed();
        if (!sentence.isEmpty())
            line.replace(line.indexOf(sentence), sentence.size(), sentenceText(sentence));
    }
    return lines.join(u'\n');
}

QString boundsText(const QString &bounds)
{
    return isTranslated() ? lookUp(bounds, terms).value_or(bounds) : bounds;
}

QStringList knownCoreTexts()
{
    QStringList texts;
    for (const char *sentence : sentences)
        texts.append(QString::fromLatin1(sentence));
    return texts;
}

} // namespace Workbench::Ui
