// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "app/cli/workspaceargument.h"

#include "app/cli/input.h"
#include "core/base/visibletext.h"

#include <QDir>

using namespace Qt::StringLiterals;

namespace Workbench::Cli {

Result<ConfigurationImport> readConfiguration(const QString &path, qint64 maxBytes, SecretsInSettings secrets)
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

} // namespace Workbench::Cli
