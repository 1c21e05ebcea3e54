// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/error.h"

#include <QMetaType>

namespace Workbench {

//! One configured endpoint. The settings schema of its kind describes the settings; unknown members are kept.
struct Source {
    QString name; //!< unique in a workspace, shown everywhere
    QString kind; //!< "mcp", "local", …
    Json settings;

    friend bool operator==(const Source &, const Source &) = default;
};

//! Describes a kind of source to the add-source dialog and the command line, which do not know its protocol.
struct SourceKind {
    QString id; //!< identifies an entry of the dialog: "mcp-command", "mcp-http"
    QString kind; //!< Source::kind
    QString title; //!< "MCP, command"
    QString subtitle; //!< "starts a program, talks over stdio"
    QString icon; //!< the name of an icon in resources
    Json settingsSchema; //!< JSON Schema of the settings, in the order of the form
};

//! The facts that the user confirms before a program is started or a secret is handed out.
//! \source core/RULES.md "Trust decisions", R-05, R-71
struct TrustFacts {
    QString program; //!< the resolved path of the program; empty if no program is started
    QStringList arguments;
    QStringList environmentNames;
    QString workingDirectory;
    //! The added environment variables that decide which code runs (isLoaderVariable()), with their values.
    QList<std::pair<QString, QString>> loaderVariables{};
    QStringList secrets{}; //!< references to the secrets that the source gets
    QStringList destinations{}; //!< the origins in the settings, if the source gets secrets

    //! Returns a SHA-256 over all facts; a change of any fact changes it.
    QByteArray hash() const;
    //! Returns the whole command line to show to the user: loader variables first, as in a shell, and control
    //! characters made visible.
    QString commandLine() const;
};

//! Returns whether a variable of this name can make a program load other code: LD_PRELOAD, PATH,
//! NODE_OPTIONS, …
bool isLoaderVariable(const QString &name);

} // namespace Workbench

Q_DECLARE_METATYPE(Workbench::Source)
