// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/fixture/fixturefolder.h"
#include "core/json/json.h"
#include "core/session/sessions.h"

#include <QHash>
#include <QStringList>

namespace Workbench {

//! Returns the names of the placeholders `${secret:NAME}` in a recorded input, each once.
QStringList secretsIn(const Json &input);
//! Returns \a input with its placeholders replaced by the values of \a secrets, which are stored by name. The
//! inserted values are not expanded again.
Json withSecrets(const Json &input, const QHash<QString, QString> &secrets);

//! A secret that recorded inputs of one source need.
struct NeededSecret {
    QString source;
    QString name; //!< as in `${secret:NAME}`
    qsizetype fixtures = 0; //!< the number of fixtures that need it
    //! The reference that the settings of the source use under that name: "keychain:NAME" or "env:NAME";
    //! empty if they use none.
    QString reference{};
    //! The reference of the variable with that name in the active environment; empty if there is none.
    QString offered{};
    //! The name in the keychain for a value that the user enters. It depends on the current address of the
    //! source.
    QString keptAs{};
};

//! Returns the secrets that \a fixtures need, each once per source, in the order of \a fixtures. Unknown
//! sources are skipped. A fixture may come from anywhere, so a named secret is sent only to a source whose
//! settings use it already, or after the user has confirmed it. GUI thread.
QList<NeededSecret> neededSecrets(const Sessions &sessions, const QList<StoredFixture> &fixtures);

} // namespace Workbench
