// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/checks/fixturesecrets.h"

#include <QObject>
#include <QPointer>

class QWidget;

namespace Workbench::Ui {

class SecretsDialog;

//! Finds the secrets of recorded inputs. Uses the secrets of the source itself, and those that the user
//! entered in this run or saved before. Asks for all missing ones in one dialog.
class FixtureSecrets : public QObject {
    Q_OBJECT
public:
    FixtureSecrets(Sessions *sessions, QWidget *window, QObject *parent);

    //! Finds the secrets of \a fixtures, then calls \a next unless giveUp() was called. Calls \a next also if
    //! the user did not enter all secrets.
    void find(const QList<StoredFixture> &fixtures, std::function<void()> next);
    void giveUp(); //!< cancels find() and closes its dialog
    //! Returns the secrets that find() found for \a source, by name.
    QHash<QString, QString> of(const QString &source) const;
    void forget(); //!< forgets all secrets, because another workspace is open

Q_SIGNALS:
    void failed(const Workbench::Error &error); //!< Emitted when a secret could not be saved.

private:
    void lookIn(const QStringList &kept);
    //! Reads the secret at \a reference, then calls settled().
    void read(const NeededSecret &secret, const QString &reference);
    void settled(); //!< notes the end of one pending step; calls m_afterwards after the last one
    void ask();
    void answered();
    void take(const NeededSecret &secret, const QString &value);
    void goOn();

    Sessions *m_sessions;
    QWidget *m_window;
    QHash<QString, QString> m_given; //!< entered in this run, by NeededSecret::keptAs
    QHash<QString, QHash<QString, QString>> m_found; //!< secrets of the last search, by source and name
    QList<NeededSecret> m_missing;
    std::function<void()> m_next;
    void (FixtureSecrets::*m_afterwards)() = nullptr;
    QPointer<SecretsDialog> m_dialog;
    qsizetype m_pending = 0;
    quint64 m_generation = 0;
};

} // namespace Workbench::Ui
