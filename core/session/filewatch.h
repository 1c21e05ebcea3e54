// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QElapsedTimer>
#include <QFileSystemWatcher>
#include <QHash>
#include <QObject>
#include <QTimer>

#include <optional>

namespace Workbench {

//! Tells when one of some files is other than before, by its size and time. A folder stands for the files in
//! it at any depth, without hidden ones, links to folders, and what programs leave there while they run
//! (node_modules, __pycache__, logs). GUI thread; folders are read on a worker.
class FileWatch : public QObject {
    Q_OBJECT
public:
    //! \a paths are absolute; one that is not there yet counts when it appears, if its folder is there. Of
    //! more files than \a mostFiles the rest is not watched.
    FileWatch(QStringList paths, qint64 mostFiles, QObject *parent = nullptr);
    ~FileWatch() override;

    const QStringList &paths() const { return m_paths; }
    bool isReady() const { return m_isReady; } //!< whether every later change is told
    //! To be called at each start of the program. A file that changes soon after each of several starts is
    //! written by the program itself, and would start it without end: it is left out then.
    void programStarts() { m_sinceStart.start(); }

Q_SIGNALS:
    //! One of those that changed, came or went. Files that are written one after the other are told once.
    void changed(const QString &file);
    void leftOut(const QString &why); //!< something is not watched

private:
    struct Stamp {
        qint64 modifiedMs = 0; //!< since 1970
        qint64 bytes = 0;
        bool operator==(const Stamp &) const = default;
    };
    struct Scan {
        QHash<QString, Stamp> files;
        QStringList folders;
        bool isCut = false;
    };
    static Scan scan(const QStringList &paths, qint64 mostFiles);
    void read();
    void take(Scan now);
    void tell(const QString &file);

    QStringList m_paths;
    qint64 m_mostFiles;
    QStringList m_ignored;
    QElapsedTimer m_sinceStart;
    QString m_last; //!< that changed
    int m_soon = 0; //!< so many times in a row it did so soon after a start
    QFileSystemWatcher m_watcher;
    QTimer m_delay; //!< until what writes several files is done
    bool m_reading = false;
    bool m_isReady = false;
    bool m_saidCut = false;
    std::optional<QHash<QString, Stamp>> m_files; //!< nothing: not read yet
};

} // namespace Workbench
