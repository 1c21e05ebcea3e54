// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/checks/fixturesecrets.h"

#include <QObject>
#include <QPointer>

class QWidget;

namespace Workbench::Ui {

class SecretsDialog;

//! The secrets of recorded inputs: those that a source uses itself, those that the user entered in this run
//! or had kept, else all that are missing in one dialog.
class FixtureSecrets : public QObject {
    Q_OBJECT
public:
    FixtureSecrets(Sessions *sessions, QWidget *window, QObject *parent);

    //! \a next follows, unless it is given up; also when some are still missing, because they were not
    //! entered.
    void find(const QList<StoredFixture> &fixtures, std::function<void()> next);
    void giveUp(); //!< what is being looked for
    //! Those that are known for \a source, by name.
    QHash<QString, QString> of(const QString &source) const;
    void forget(); //!< what was given, in the workspace before

Q_SIGNALS:
    void failed(const Workbench::Error &error); //!< to keep one

private:
    void lookIn(const QStringList &kept);
    //! Reads it; settled() follows.
    void read(const NeededSecret &secret, const QString &reference);
    void settled(); //!< one of what is pending; with the last one m_afterwards follows
    void ask();
    void answered();
    void take(const NeededSecret &secret, const QString &value);
    void goOn();

    Sessions *m_sessions;
    QWidget *m_window;
    QHash<QString, QString> m_given; //!< in this run, by NeededSecret::keptAs
    QHash<QString, QHash<QString, QString>> m_found; //!< by source and name, of the last search
    QList<NeededSecret> m_missing;
    std::function<void()> m_next;
    void (FixtureSecrets::*m_afterwards)() = nullptr;
    QPointer<SecretsDialog> m_dialog;
    qsizetype m_pending = 0;
    quint64 m_generation = 0;
};

} // namespace Workbench::Ui
