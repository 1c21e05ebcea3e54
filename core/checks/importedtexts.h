// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/checks/configurationimport.h"
#include "core/fixture/secretsintext.h"

namespace Workbench {

//! Whether a variable or a header called \a name with \a value is a secret, as the imports see it.
bool isSecretAsWhole(const QString &name, const QString &value);

//! Rewrites the texts of one server of a configuration for the settings of its source: the variables of other
//! programs, such as `${input:token}` or `${HOME:-/tmp}`, become ours, and secrets become references. Adds
//! remarks and secrets to the source.
class ImportedTexts {
public:
    //! \a source must outlive this. \a inputs is the array "inputs" of the configuration.
    ImportedTexts(ImportedSource *source, const Json &inputs, ImportPlace place, SecretsInSettings secrets);

    //! Names that the server's own environment sets: `${NAME}` in an argument is for the started program.
    void setOwnVariables(const QStringList &names) { m_ownVariables = names; }

    QString variable(const QString &name, const QString &value);
    QString header(const QString &name, const QString &value);
    //! The text of argument \a number, counted from 1, behind the argument \a before.
    QString argument(qsizetype number, const QString &value, const QString &before);
    //! A program or a folder, which no secret may choose.
    QString program(const QString &value);
    QString address(const QString &value);
    //! The value of a header with the credentials \a userInfo of a URL, still percent-encoded.
    QString basicCredentials(const QString &userInfo);

    void remark(const QString &text);

private:
    struct Use {
        QString place; //!< ImportedSecret::place
        QString key; //!< what the value is called
        bool isProgram = false;
    };
    QString rewritten(const QString &text, const Use &use, const QList<SecretInText> &secrets);
    QString resolved(const QString &name, const Use &use);
    QString input(const QString &id, const Use &use);
    //! `${NAME}` of an environment of the workspace, which the user has to define; \a why says for what.
    QString workspaceVariable(const QString &name, const QString &why);
    QString secret(const QString &key, const QString &place, const QString &value);
    //! The text before \a start is not secret. It may name what follows.
    QString tail(const QString &text, qsizetype start, const Use &use);

    ImportedSource *m_source;
    Json m_inputs;
    ImportPlace m_place;
    SecretsInSettings m_secrets;
    QStringList m_ownVariables;
};

} // namespace Workbench
