// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "app/cli/command.h"
#include "app/cli/workspaceargument.h"
#include "core/base/nearestnames.h"
#include "core/base/visibletext.h"
#include "core/checks/configurationexport.h"

using namespace Qt::StringLiterals;

namespace Workbench::Cli {

namespace {

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
