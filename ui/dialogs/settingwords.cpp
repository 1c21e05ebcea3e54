// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/dialogs/settingwords.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

namespace {

struct Row {
    const char *name;
    const char *title;
    const char *hint;
    bool isAdvanced = false;
};

constexpr Row rows[] = {
    {"command", QT_TRANSLATE_NOOP("Settings", "Command"),
        QT_TRANSLATE_NOOP("Settings", "A program in PATH, or its path")},
    {"args", QT_TRANSLATE_NOOP("Settings", "Arguments"), ""},
    {"cwd", QT_TRANSLATE_NOOP("Settings", "Folder"),
        QT_TRANSLATE_NOOP("Settings", "The working directory of the program")},
    {"env", QT_TRANSLATE_NOOP("Settings", "Environment"),
        QT_TRANSLATE_NOOP("Settings", "Added to a minimal, safe environment")},
    {"url", QT_TRANSLATE_NOOP("Settings", "Address"), ""},
    {"document", QT_TRANSLATE_NOOP("Settings", "Address"),
        QT_TRANSLATE_NOOP("Settings", "File or address of the document: OpenAPI 3 or Swagger 2.0")},
    {"server", QT_TRANSLATE_NOOP("Settings", "Server"),
        QT_TRANSLATE_NOOP("Settings", "Default: the first server of the document")},
    {"folder", QT_TRANSLATE_NOOP("Settings", "Folder"),
        QT_TRANSLATE_NOOP("Settings", "A folder that contains recorded fixtures")},
    {"set", QT_TRANSLATE_NOOP("Settings", "Operations"), ""},
    {"token", QT_TRANSLATE_NOOP("Settings", "Bearer token"),
        QT_TRANSLATE_NOOP("Settings", "Sent when connecting")},
    {"offer", QT_TRANSLATE_NOOP("Settings", "Offer the operations of this workspace"),
        QT_TRANSLATE_NOOP("Settings",
            "The hub's other clients may then call every operation of the connected sources, except those of "
            "hubs")},
    {"speed", QT_TRANSLATE_NOOP("Settings", "Speed"),
        QT_TRANSLATE_NOOP("Settings", "1: as recorded; 10: ten times as fast; max: without delays"), true},
    {"protocol", QT_TRANSLATE_NOOP("Settings", "Protocol"), "", true},
    {"roots", QT_TRANSLATE_NOOP("Settings", "Roots"),
        QT_TRANSLATE_NOOP("Settings", "The folders that the server may know"), true},
    {"logLevel", QT_TRANSLATE_NOOP("Settings", "Log level"),
        QT_TRANSLATE_NOOP("Settings", "The server sends log messages of this level and higher"), true},
    {"watch", QT_TRANSLATE_NOOP("Settings", "Watch"),
        QT_TRANSLATE_NOOP("Settings", "Starts the program again when one of its files changes"), true},
    {"watchPaths", QT_TRANSLATE_NOOP("Settings", "Watched files"),
        QT_TRANSLATE_NOOP("Settings", "Files and folders. Default: the folder of the program"), true},
    {"transport", QT_TRANSLATE_NOOP("Settings", "Transport"), "", true},
    {"dialect", QT_TRANSLATE_NOOP("Settings", "Dialect"), "", true},
    {"jsonInText", QT_TRANSLATE_NOOP("Settings", "JSON in text"),
        QT_TRANSLATE_NOOP(
            "Settings", "How the workbench handles a result that contains its JSON only as text"),
        true},
    {"isError", QT_TRANSLATE_NOOP("Settings", "Tool errors"),
        QT_TRANSLATE_NOOP("Settings", "How the workbench handles a result that reports a failure"), true},
    {"headers", QT_TRANSLATE_NOOP("Settings", "Headers"),
        QT_TRANSLATE_NOOP("Settings", "Sent with every request"), true},
    {"limits", QT_TRANSLATE_NOOP("Settings", "Limits"),
        QT_TRANSLATE_NOOP("Settings", "For this source, for example request.timeout 2min"), true},
    {"serverVariables", QT_TRANSLATE_NOOP("Settings", "Server variables"), "", true},
    {"security", QT_TRANSLATE_NOOP("Settings", "Secrets by scheme"), "", true},
    {"origins", QT_TRANSLATE_NOOP("Settings", "Also send secrets to"),
        QT_TRANSLATE_NOOP("Settings", "Addresses other than those of the document and the server"), true},
    {"clientCertificate", QT_TRANSLATE_NOOP("Settings", "Client certificate"), "", true},
    {"clientCertificate/path", QT_TRANSLATE_NOOP("Settings", "File"),
        QT_TRANSLATE_NOOP("Settings", "PEM or PKCS #12")},
    {"clientCertificate/keyPath", QT_TRANSLATE_NOOP("Settings", "Key"),
        QT_TRANSLATE_NOOP("Settings", "Only if the key is in a separate file")},
    {"clientCertificate/passphrase", QT_TRANSLATE_NOOP("Settings", "Passphrase"), ""},
    {"certificates", QT_TRANSLATE_NOOP("Settings", "Accepted certificates"), "", true},
    {"resume", QT_TRANSLATE_NOOP("Settings", "Resume streams"),
        QT_TRANSLATE_NOOP(
            "Settings", "Reconnects with Last-Event-ID when the connection of a stream is lost"),
        true},
    {"endMark", QT_TRANSLATE_NOOP("Settings", "End marker of streams"),
        QT_TRANSLATE_NOOP("Settings", "For example [DONE]"), true},
    {"formats", QT_TRANSLATE_NOOP("Settings", "Report format violations as warnings"),
        QT_TRANSLATE_NOOP("Settings",
            "Reports a value that does not match its format, such as date-time or int32, as a warning "
            "instead of a note"),
        true},
    {"files", QT_TRANSLATE_NOOP("Settings", "Read files outside the folder"),
        QT_TRANSLATE_NOOP(
            "Settings", "Reads the files that the document refers to outside its folder or on other servers"),
        true},
    {"upstream", QT_TRANSLATE_NOOP("Settings", "Five methods only"),
        QT_TRANSLATE_NOOP("Settings",
            "Supports only five HTTP methods, and sends header and cookie parameters in the query, as the "
            "first implementation of the specification does"),
        true},
    {"trustsGateway", QT_TRANSLATE_NOOP("Settings", "Trust the hub's identities"),
        QT_TRANSLATE_NOOP("Settings",
            "Calls run as the identity that the hub names. Use this only for a hub that checks its clients."),
        true},
    {"operations", QT_TRANSLATE_NOOP("Settings", "Operations entered by hand"),
        QT_TRANSLATE_NOOP("Settings",
            "For a hub that lists none, for example [{\"id\": \"notes.find\", \"type\": \"query\"}]"),
        true},
    {"spokeName", QT_TRANSLATE_NOOP("Settings", "Name in the hub"), "", true},
    {"oauth/grant", QT_TRANSLATE_NOOP("Settings", "Method"), ""},
    {"oauth/clientId", QT_TRANSLATE_NOOP("Settings", "Client ID"),
        QT_TRANSLATE_NOOP("Settings", "The identifier of this program at the service")},
    {"oauth/clientSecret", QT_TRANSLATE_NOOP("Settings", "Client secret"), ""},
    {"oauth/scopes", QT_TRANSLATE_NOOP("Settings", "Scopes"),
        QT_TRANSLATE_NOOP("Settings", "Default: the scopes that each operation requires")},
    {"oauth/clientAuthentication", QT_TRANSLATE_NOOP("Settings", "Client authentication"), "", true},
    {"oauth/issuer", QT_TRANSLATE_NOOP("Settings", "Issuer"),
        QT_TRANSLATE_NOOP("Settings", "The metadata of the issuer provides the addresses"), true},
    {"oauth/authorizationUrl", QT_TRANSLATE_NOOP("Settings", "Authorisation address"), "", true},
    {"oauth/tokenUrl", QT_TRANSLATE_NOOP("Settings", "Token address"), "", true},
    {"oauth/deviceUrl", QT_TRANSLATE_NOOP("Settings", "Device address"), "", true},
    {"oauth/privateKey", QT_TRANSLATE_NOOP("Settings", "Private key"),
        QT_TRANSLATE_NOOP("Settings", "A PEM key, given as keychain:NAME or env:NAME"), true},
    {"oauth/clientMetadataUrl", QT_TRANSLATE_NOOP("Settings", "Client metadata address"),
        QT_TRANSLATE_NOOP("Settings", "Describes this program, and serves as its client ID"), true},
};

struct Choice {
    const char *of; //!< "SETTING/VALUE"; the value is empty for the default
    const char *words;
};

constexpr Choice choices[] = {
    {"protocol/auto", QT_TRANSLATE_NOOP("Settings", "automatic")},
    {"protocol/modern", QT_TRANSLATE_NOOP("Settings", "modern (without initialize)")},
    {"protocol/legacy", QT_TRANSLATE_NOOP("Settings", "legacy (with initialize)")},
    {"logLevel/", QT_TRANSLATE_NOOP("Settings", "default of the server")},
    {"transport/auto", QT_TRANSLATE_NOOP("Settings", "automatic")},
    {"transport/streamable-http", QT_TRANSLATE_NOOP("Settings", "streamable HTTP")},
    {"transport/sse", QT_TRANSLATE_NOOP("Settings", "SSE")},
    {"jsonInText/open", QT_TRANSLATE_NOOP("Settings", "opened as JSON")},
    {"jsonInText/keep", QT_TRANSLATE_NOOP("Settings", "kept as text")},
    {"isError/keep", QT_TRANSLATE_NOOP("Settings", "kept as results")},
    {"isError/throw", QT_TRANSLATE_NOOP("Settings", "fail the call")},
    {"oauth/grant/", QT_TRANSLATE_NOOP("Settings", "Chosen by the service")},
    {"oauth/grant/code", QT_TRANSLATE_NOOP("Settings", "In the browser (authorisation code)")},
    {"oauth/grant/device", QT_TRANSLATE_NOOP("Settings", "With a code that you type on any device")},
    {"oauth/grant/client", QT_TRANSLATE_NOOP("Settings", "Without a user (client credentials)")},
    {"oauth/clientAuthentication/", QT_TRANSLATE_NOOP("Settings", "Chosen by the service")},
    {"oauth/clientAuthentication/basic", QT_TRANSLATE_NOOP("Settings", "Secret in a header")},
    {"oauth/clientAuthentication/post", QT_TRANSLATE_NOOP("Settings", "Secret in the body")},
    {"oauth/clientAuthentication/none", QT_TRANSLATE_NOOP("Settings", "No secret")},
    {"oauth/clientAuthentication/private_key_jwt",
        QT_TRANSLATE_NOOP("Settings", "Signed with a private key")},
};

} // namespace

SettingWords settingWords(const QString &name, const Json &schema)
{
    const auto known =
        std::ranges::find_if(rows, [&name](const Row &row) { return name == QLatin1StringView(row.name); });
    if (known == std::end(rows))
        return {.title = schema.member("title"_L1).toString(name),
            .hint = schema.member("description"_L1).toString()};
    return {.title = QCoreApplication::translate("Settings", known->title),
        .hint = *known->hint ? QCoreApplication::translate("Settings", known->hint) : QString(),
        .isAdvanced = known->isAdvanced};
}

QString choiceWords(const QString &setting, const QString &value)
{
    const QString of = setting + u'/' + value;
    const auto known = std::ranges::find_if(
        choices, [&of](const Choice &choice) { return of == QLatin1StringView(choice.of); });
    return known == std::end(choices) ? value : QCoreApplication::translate("Settings", known->words);
}

} // namespace Workbench::Ui
