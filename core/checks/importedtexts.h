// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/checks/configurationimport.h"
#include "core/secrets/secretsintext.h"

namespace Workbench {

//! Returns whether the import treats \a value of a variable or a header called \a name as a secret.
bool isSecretAsWhole(const QString &name, const QString &value);

//! Rewrites the texts of one server of a configuration for the settings of its source. Variables of other
//! programs, such as `${input:token}` or `${HOME:-/tmp}`, become placeholders of the workbench, and secrets
//! become references. Adds remarks and secrets to the source.
class ImportedTexts {
public:
    //! \a source must outlive this object. \a inputs is the array "inputs" of the configuration.
    ImportedTexts(ImportedSource *source, const Json &inputs, ImportPlace place, SecretsInSettings secrets);

    //! Sets the names of the variables in the server's own environment. `${NAME}` in an argument is then left
    //! for the started program.
    void setOwnVariables(const QStringList &names) { m_ownVariables = names; }

    //! Returns the text for the variable \a name of the environment.
    QString variable(const QString &name, const QString &value);
    //! Returns the text for the header \a name.
    QString header(const QString &name, const QString &value);
    //! Returns the text for argument \a number, counted from 1, which follows the argument \a before.
    QString argument(qsizetype number, const QString &value, const QString &before);
    //! Returns the text for a program or a folder. It never contains a secret.
    QString program(const QString &value);
    //! Returns the text for an address.
    QString address(const QString &value);
    //! Returns the value of an Authorization header for \a userInfo, the percent-encoded credentials of a
    //! URL.
    QString basicCredentials(const QString &userInfo);

    //! Adds a remark to the source, unless it has it already.
    void remark(const QString &text);

private:
    struct Use {
        QString place; //!< ImportedSecret::place
        QString key; //!< the name of the value
        bool isProgram = false;
    };
    QString rewritten(const QString &text, const Use &use, const QList<SecretInText> &secrets);
    QString resolved(const QString &name, const Use &use);
    QString input(const QString &id, const Use &use);
    //! Returns `${NAME}` for a variable that the user has to define in an environment of the workspace, and
    //! adds a remark with the reason \a why.
    QString workspaceVariable(const QString &name, const QString &why);
    //! Returns the reference for a secret, and adds the secret to the source.
    QString secret(const QString &key, const QString &place, const QString &value);
    //! Rewrites \a text. The text before \a start is not secret; it may name the value after it.
    QString tail(const QString &text, qsizetype start, const Use &use);

    ImportedSource *m_source;
    Json m_inputs;
    ImportPlace m_place;
    SecretsInSettings m_secrets;
    QStringList m_ownVariables;
};

} // namespace Workbench
