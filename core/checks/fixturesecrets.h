// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/fixture/fixturefolder.h"
#include "core/json/json.h"
#include "core/session/sessions.h"

#include <QHash>
#include <QStringList>

namespace Workbench {

//! The names that `${secret:NAME}` asks for in a recorded input, each once.
QStringList secretsIn(const Json &input);
//! \a input with the values of \a secrets, by name, in the places of their placeholders. What is put in is
//! not looked at again.
Json withSecrets(const Json &input, const QHash<QString, QString> &secrets);

//! A secret that recorded inputs of one source ask for.
struct NeededSecret {
    QString source;
    QString name; //!< as in `${secret:NAME}`
    qsizetype fixtures = 0; //!< that ask for it
    //! Of the one that the source's own settings use under that name: "keychain:NAME" or "env:NAME"; empty:
    //! they use none.
    QString reference{};
    //! The variable of the active environment with that name, which the source does not use; empty: none.
    QString offered{};
    //! Under which it is kept in the keychain when the user enters it for this source, where it is now.
    QString keptAs{};
};

//! Each once for each source, in the order of \a fixtures; sources that are not there have none. A fixture
//! may come from anywhere: what it names is handed out only to a source that uses it anyway, or by somebody
//! who was asked. GUI thread.
QList<NeededSecret> neededSecrets(const Sessions &sessions, const QList<StoredFixture> &fixtures);

} // namespace Workbench
