// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/error.h"

#include <QMetaType>

namespace Workbench {

//! One configured endpoint. Its settings are what its kind's settings schema asks for; unknown members are
//! kept.
struct Source {
    QString name; //!< unique in a workspace, shown everywhere
    QString kind; //!< "mcp", "local", …
    Json settings;

    friend bool operator==(const Source &, const Source &) = default;
};

//! What the add-source dialog and the command line know of a kind without knowing its protocol.
struct SourceKind {
    QString id; //!< "mcp-command", "mcp-http": one entry of the dialog
    QString kind; //!< Source::kind
    QString title; //!< "MCP, command"
    QString subtitle; //!< "starts a program, talks over stdio"
    QString icon; //!< name of an icon in resources
    Json settingsSchema; //!< JSON Schema of the settings, in the order of the form
};

//! What the user confirms before a program is started, or a secret is handed out. \source core/RULES.md
//! "Trust decisions", R-05, R-71
struct TrustFacts {
    QString program; //!< as it will be run, path resolved; empty: none is started
    QStringList arguments;
    QStringList environmentNames;
    QString workingDirectory;
    //! Of the environment's additions those that decide what code runs, with their values.
    QList<std::pair<QString, QString>> loaderVariables{};
    QStringList secrets{}; //!< references of those that the source gets
    QStringList destinations{}; //!< origins that its settings name, when it gets secrets

    //! SHA-256 over all of it; a change of any fact changes it.
    QByteArray hash() const;
    //! The whole command line for a person, loader variables first as in a shell, control characters visible.
    QString commandLine() const;
};

//! Whether a variable of this name can make a program load other code: LD_PRELOAD, PATH, NODE_OPTIONS, …
bool isLoaderVariable(const QString &name);

} // namespace Workbench

Q_DECLARE_METATYPE(Workbench::Source)
