// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/checks/recorder.h"

#include <QFileSystemWatcher>
#include <QFuture>
#include <QObject>
#include <QThreadPool>
#include <QTimer>

#include <stop_token>

namespace Workbench::Ui {

class FixturesModel;

//! The fixtures of one folder. Reads and writes on one worker, in the order of the calls. Reads the folder
//! again when it changes on disk.
class FixtureStore : public QObject {
    Q_OBJECT
public:
    explicit FixtureStore(const Limits &limits, QObject *parent = nullptr);
    ~FixtureStore() override;

    FixturesModel *model() const { return m_model; }
    const Limits &limits() const { return m_limits; }
    const QString &folder() const { return m_folder; } //!< empty: no folder was chosen
    void setFolder(const QString &folder);
    void read(); //!< reads the folder again, then emits changed()

    //! Writes \a fixtures, each as a file. Returns the names of the files. Fails with
    //! ErrorKind::Storage if the folder cannot be created.
    QFuture<Result<QStringList>> write(const QList<RecordedExchange> &fixtures);
    QFuture<Result<QList<RemovedFixture>>> remove(const QStringList &files);
    QFuture<Result<void>> restore(const QList<RemovedFixture> &removed);
    QFuture<Result<void>> setRules(const QString &file, const QList<MatchRule> &rules);

Q_SIGNALS:
    void changed(); //!< Emitted when the list was read.
    void failed(const Workbench::Error &error);

private:
    template <typename Work> auto run(Work work);
    void watch();

    Limits m_limits;
    QString m_folder;
    FixturesModel *m_model;
    QFileSystemWatcher m_watcher;
    QTimer m_delay;
    std::stop_source m_stop;
    quint64 m_generation = 0;
    QThreadPool m_worker;
};

} // namespace Workbench::Ui
