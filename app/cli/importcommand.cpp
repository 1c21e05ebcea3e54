// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// `import` and `export`, and the workspace of the other commands.

#include "app/cli/input.h"
#include "app/cli/secrets.h"
#include "app/cli/sourcerun.h"
#include "core/base/nearestnames.h"
#include "core/base/visibletext.h"
#include "core/checks/configurationexport.h"
#include "core/checks/configurationfiles.h"
#include "core/checks/configurationimport.h"
#include "core/json/jsontexts.h"

#include <QDir>
#include <QFileInfo>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Workbench::Cli {

namespace {

//! Reads the servers from the configuration file of another program at \a path; "-" is stdin. The project
//! folder follows from the path. An error names the file.
Result<ConfigurationImport> readConfiguration(
    const QString &path, qint64 maxBytes, SecretsInSettings secrets = SecretsInSettings::AsReferences)
{
    const Result<QByteArray> bytes = readFile(path, maxBytes);
    if (!bytes)
        return std::unexpected(bytes.error());
    ImportPlace place = importPlace(path);
    if (path == "-"_L1)
        place.folder = QDir::currentPath();
    Result<ConfigurationImport> read = importConfiguration(*bytes, place, secrets);
    if (!read)
        read.error().message.prepend(u"\"%1\": "_s.arg(path));
    return read;
}

//! A chosen server and its state.
struct ImportedServer {
    ImportedSource imported;
    QLatin1StringView state =
        "listed"_L1; // or "added"; or "present" if the workspace has exactly this source
};

//! Returns the servers called \a names, or all servers that the configuration does not disable if \a names is
//! empty. Fails with ErrorKind::Usage for an unknown name.
Result<QList<ImportedServer>> chosenServers(const ConfigurationImport &import, const QStringList &names)
{
    QList<ImportedServer> chosen;
    QStringList known;
    for (const ImportedSource &each : import.sources) {
        known.append(each.source.name);
        if (names.isEmpty() ? !each.isDisabled : names.contains(each.source.name))
            chosen.append({each});
    }
    for (const QString &name : names) {
        if (!known.contains(name)) {
            return wrongUsage(u"the file has no server \"%1\"; it has %2.%3"_s.arg(
                name, visibleText(known.join(u", "_s)), visibleText(didYouMean(name, known))));
        }
    }
    return chosen;
}

//! Adds the servers that \a workspace does not have yet, under unused names.
void addTo(Workspace &workspace, QList<ImportedServer> &servers)
{
    for (ImportedServer &server : servers) {
        Source &source = server.imported.source;
        if (workspace.sources.contains(source)) {
            server.state = "present"_L1;
            continue;
        }
        const QString wanted = source.name;
        source.name = freeSourceName(workspace.sources, wanted);
        if (source.name != wanted) {
            server.imported.remarks.append(
                u"was added as \"%1\": the workspace has another source \"%2\""_s.arg(source.name, wanted));
        }
        workspace.sources.append(source);
        server.state = "added"_L1;
    }
}

//! Stores the secrets of \a servers in the keychain. A secret that exists with another value is an error, and
//! nothing is written.
Result<void> storeSecrets(const QList<ImportedServer> &servers)
{
    KeychainStore keychain;
    QList<ImportedSecret> missing;
    for (const ImportedServer &server : servers) {
        for (const ImportedSecret &secret : server.imported.secrets) {
            if (secret.value.isEmpty())
                continue;
            const auto kept = waitFor(keychain.read(secret.name));
            if (!kept)
                return std::unexpected(kept.error());
            if (!*kept)
                missing.append(secret);
            else if ((*kept)->reveal() != secret.value)
                return std::unexpected(
                    usageError(u"the keychain has \"%1\" with another value; remove it (envelope auth remove "
                               "\"%1\") or leave out --store-secrets"_s.arg(secret.name)));
        }
    }
    for (const ImportedSecret &secret : std::as_const(missing)) {
        if (const Result<void> written = waitFor(keychain.write(secret.name, Secret(secret.value))); !written)
            return written;
    }
    return {};
}

Json importJson(const ConfigurationImport &import, const QList<ImportedServer> &servers)
{
    QList<Json> sources;
    for (const auto &[imported, state] : servers) {
        QList<Json> secrets;
        for (const ImportedSecret &secret : imported.secrets) {
            secrets.append(Json::object(
                {{u"name"_s, Json::string(secret.name)}, {u"place"_s, Json::string(secret.place)},
                    {u"hasValue"_s, Json::boolean(!secret.value.isEmpty())}}));
        }
        const Source &source = imported.source;
        sources.append(
            Json::object({{u"name"_s, Json::string(source.name)}, {u"kind"_s, Json::string(source.kind)},
                {u"settings"_s, source.settings}, {u"state"_s, Json::string(QString(state))},
                {u"secrets"_s, Json::array(secrets)}, {u"remarks"_s, textArray(imported.remarks)}}));
    }
    return Json::object({{u"sources"_s, Json::array(sources)}, {u"remarks"_s, textArray(import.remarks)}});
}

void printServers(const QList<ImportedServer> &servers, Output &output)
{
    QList<QStringList> rows{{u"Name"_s, u"Command or address"_s, u"Secrets"_s}};
    for (const auto &[imported, state] : servers) {
        QStringList secrets;
        for (const ImportedSecret &secret : imported.secrets)
            secrets.append(secret.place);
        rows += {imported.source.name, importTarget(imported.source.settings), secrets.join(u", "_s)};
    }
    output.table(rows);
}

//! Writes the remarks, and the steps that the user has to do.
void printRemarks(const ConfigurationImport &import, const QList<ImportedServer> &servers,
    const Arguments &arguments, Output &output)
{
    for (const QString &remark : import.remarks)
        output.note(visibleText(remark));
    for (const auto &[imported, state] : servers) {
        for (const QString &remark : imported.remarks)
            output.note(visibleText(u"%1: %2"_s.arg(imported.source.name, remark)));
    }
    const bool areNamed = arguments.positionals.size() > 1;
    for (const ImportedSource &each : import.sources) {
        if (each.isDisabled && !areNamed)
            output.note(
                u"%1: the file disables it; name it to import it"_s.arg(visibleText(each.source.name)));
    }
    for (const auto &[imported, state] : servers) {
        for (const ImportedSecret &secret : imported.secrets) {
            if (secret.value.isEmpty() || !arguments.has(u"store-secrets"_s)) {
                output.note(visibleText(
                    u"%1: the secret of %2 is taken from the keychain; to store it: envelope auth set \"%3\"%4"_s
                        .arg(imported.source.name, secret.place, secret.name,
                            secret.value.isEmpty() ? QString() : u" (or --into FILE --store-secrets)"_s)));
            }
        }
    }
    const auto added = std::ranges::count(servers, "added"_L1, &ImportedServer::state);
    if (arguments.has(u"into"_s))
        output.note(
            u"added %1 of %2 to \"%3\""_s.arg(added).arg(servers.size()).arg(arguments.value(u"into"_s)));
}

//! Lists the configurations of known programs, for this user and for the current folder, without reading
//! them.
int listFiles(Output &output)
{
    const QList<ConfigurationFile> files = findConfigurations(configurationFolders({QDir::currentPath()}));
    if (output.isJson()) {
        QList<Json> found;
        for (const ConfigurationFile &file : files)
            found.append(Json::object(
                {{u"program"_s, Json::string(file.program)}, {u"path"_s, Json::string(file.path)}}));
        output.json(Json::object({{u"sources"_s, Json::emptyArray()}, {u"remarks"_s, Json::emptyArray()},
            {u"files"_s, Json::array(found)}}));
        return ExitCode::Ok;
    }
    QList<QStringList> rows{{u"Program"_s, u"File"_s}};
    for (const ConfigurationFile &file : files)
        rows.append({file.program, file.path});
    if (files.isEmpty())
        output.note(u"no configuration of a known program was found in its usual place"_s);
    else
        output.table(rows);
    return ExitCode::Ok;
}

Result<ConfigurationForm> chosenForm(const QString &name)
{
    if (name.isEmpty() || name == "claude"_L1)
        return ConfigurationForm::ClaudeCode;
    if (name == "cursor"_L1)
        return ConfigurationForm::Cursor;
    if (name == "vscode"_L1)
        return ConfigurationForm::VsCode;
    return wrongUsage(u"--as must be claude, cursor or vscode, not \"%1\""_s.arg(name));
}

//! Returns the sources of \a workspace called \a names, or all MCP sources if \a names is empty. Fails with
//! ErrorKind::Usage for an unknown name.
Result<QList<Source>> chosenSources(const Workspace &workspace, const QStringList &names)
{
    QList<Source> chosen;
    QStringList known;
    for (const Source &source : workspace.sources) {
        known.append(source.name);
        if (names.isEmpty() ? source.kind == "mcp"_L1 : names.contains(source.name))
            chosen.append(source);
    }
    for (const QString &name : names) {
        if (!known.contains(name)) {
            return wrongUsage(u"the workspace has no source \"%1\"; it has %2.%3"_s.arg(
                name, visibleText(known.join(u", "_s)), visibleText(didYouMean(name, known))));
        }
    }
    return chosen;
}

} // namespace

Result<std::optional<Workspace>> workspaceFromArguments(
    const Arguments &arguments, const App::SourceArgumentOptions &options, Output &output)
{
    QString path = arguments.value(u"workspace"_s);
    if (path.isEmpty()) {
        const QStringList here = QDir::current().entryList({u"*.workspace.json"_s}, QDir::Files);
        if (here.size() != 1)
            return std::nullopt;
        path = here.constFirst();
    }
    Result<Workspace> workspace = Workspace::load(path);
    if (!workspace && !arguments.has(u"workspace"_s) && !App::needsWorkspace(arguments.source, options)) {
        output.note(u"warning: %1 (this command does not need it)"_s.arg(workspace.error().message));
        return std::nullopt;
    }
    if (!workspace)
        return std::unexpected(workspace.error());
    return std::optional(*std::move(workspace));
}

Result<std::optional<Workspace>> workspaceFromConfiguration(
    const Arguments &arguments, qint64 maxBytes, Secrets &secrets, Output &output)
{
    if (arguments.has(u"workspace"_s))
        return wrongUsage(u"--config replaces --workspace; give only one of them"_s);
    const Result<ConfigurationImport> read =
        readConfiguration(arguments.value(u"config"_s), maxBytes, SecretsInSettings::InClear);
    if (!read)
        return std::unexpected(read.error());
    Workspace workspace;
    for (const ImportedSource &each : read->sources) {
        workspace.sources.append(each.source);
        for (const ImportedSecret &secret : each.secrets) {
            if (!secret.value.isEmpty())
                secrets.keep(secret.name, secret.value);
        }
        if (each.source.name == arguments.source) {
            for (const QString &remark : each.remarks)
                output.note(visibleText(u"%1: %2"_s.arg(each.source.name, remark)));
        }
    }
    return std::optional(workspace);
}

int runImport(const CommandContext &context)
{
    const auto &[arguments, limits, output] = context;
    const QString into = arguments.value(u"into"_s);
    if (arguments.positionals.isEmpty()) {
        return arguments.has(u"into"_s) || arguments.has(u"store-secrets"_s)
            ? output.fail(usageError(u"--into and --store-secrets need FILE, a configuration"_s))
            : listFiles(output);
    }
    if (into.isEmpty() && (arguments.has(u"into"_s) || arguments.has(u"store-secrets"_s)))
        return output.fail(usageError(u"--store-secrets needs --into FILE, a workspace"_s));
    const Result<ConfigurationImport> import =
        readConfiguration(arguments.positionals.constFirst(), limits.docBytes);
    if (!import)
        return output.fail(import.error());
    Result<QList<ImportedServer>> servers = chosenServers(*import, arguments.positionals.mid(1));
    if (!servers)
        return output.fail(servers.error());
    if (!into.isEmpty()) {
        Result<WorkspaceFile> file =
            QFileInfo::exists(into) ? WorkspaceFile::open(into) : WorkspaceFile::create(into);
        if (!file)
            return output.fail(file.error());
        addTo(file->workspace, *servers);
        if (arguments.has(u"store-secrets"_s)) {
            if (const Result<void> stored = storeSecrets(*servers); !stored)
                return output.fail(stored.error());
        }
        if (const Result<void> saved = file->save(); !saved)
            return output.fail(saved.error());
    }
    if (output.isJson())
        output.json(importJson(*import, *servers));
    else
        printServers(*servers, output);
    printRemarks(*import, *servers, arguments, output);
    return ExitCode::Ok;
}

int runExport(const CommandContext &context)
{
    const auto &[arguments, limits, output] = context;
    const Result<ConfigurationForm> form = chosenForm(arguments.value(u"as"_s));
    if (!form)
        return output.fail(form.error());
    const Result<std::optional<Workspace>> workspace = workspaceFromArguments(arguments, {}, output);
    if (!workspace)
        return output.fail(workspace.error());
    const std::optional<Workspace> &here = *workspace;
    if (!here)
        return output.fail(usageError(u"there is no workspace here; name one with --workspace FILE"_s));
    const Result<QList<Source>> sources = chosenSources(*here, arguments.positionals);
    if (!sources)
        return output.fail(sources.error());
    const ConfigurationExport made = exportConfiguration(*sources, *form);
    if (output.isJson())
        output.json(made.configuration);
    else // indented, for a file that users edit
        output.raw(made.configuration.toBytes(Json::Layout::Indented) + '\n');
    for (const QString &remark : made.remarks)
        output.note(visibleText(remark));
    return ExitCode::Ok;
}

} // namespace Workbench::Cli
