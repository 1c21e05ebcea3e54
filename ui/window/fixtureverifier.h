// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/fixture/fixturefolder.h"
#include "core/fixture/recording.h"

#include <QObject>

#include <memory>

class QWidget;

namespace Workbench {
class Invocation;
class Sessions;
} // namespace Workbench

namespace Workbench::Ui {

class FixtureSecrets;
class FixtureStore;

//! Verifies fixtures against their sources, and shows the verdicts in the list.
class FixtureVerifier : public QObject {
    Q_OBJECT
public:
    //! \a window is the parent of its dialogs.
    FixtureVerifier(
        Sessions *sessions, FixtureStore *store, FixtureSecrets *secrets, QWidget *window, QObject *parent);
    ~FixtureVerifier() override;

    bool isRunning() const;
    void verify(const QStringList &files); //!< empty: all
    //! Calls the operation of one fixture again, then emits ranAgain(). If the call may change data, asks the
    //! user first.
    void runAgain(const QString &file);
    void cancel();
    //! Judges the last answer by \a rules, without a new call.
    void judgeAgain(const QString &file, const QList<MatchRule> &rules);

Q_SIGNALS:
    void progressed(qsizetype done, qsizetype total);
    void finished(const QString &summary);
    //! Emitted for each call that reached the server. \a invocation is deleted afterwards.
    void answered(const Workbench::Recording &recording, const Workbench::Invocation &invocation);
    void ranAgain(const QString &file);
    void failed(const Workbench::Error &error);

private:
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace Workbench::Ui
