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

//! Watches files for changes of their size or time. A folder stands for the files in it at any depth, without
//! hidden files, links to folders, and files that programs leave there while they run (node_modules,
//! __pycache__, logs). GUI thread; folders are read on a worker.
class FileWatch : public QObject {
    Q_OBJECT
public:
    //! \a paths are absolute. A path that does not exist yet counts as changed when it appears, if its folder
    //! exists. Files beyond the first \a mostFiles are not watched.
    FileWatch(QStringList paths, qint64 mostFiles, QObject *parent = nullptr);

    const QStringList &paths() const { return m_paths; }
    bool isReady() const { return m_isReady; } //!< Returns whether every later change is noticed.
    //! Call this at each start of the program. A file that changes soon after each of several starts is
    //! written by the program itself and would restart it endlessly, so it is left out.
    void programStarts() { m_sinceStart.start(); }

Q_SIGNALS:
    //! Emitted when files changed, appeared or went away; \a file is one of them. Files that are written one
    //! after the other cause one signal.
    void changed(const QString &file);
    void leftOut(const QString &why); //!< Emitted when files are not watched; \a why is a sentence.

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
    QString m_last; //!< the file that changed last
    int m_soon = 0; //!< how many times in a row m_last changed soon after a start
    QFileSystemWatcher m_watcher;
    QTimer m_delay; //!< waits until a program that writes several files is done
    bool m_reading = false;
    bool m_isReady = false;
    bool m_saidCut = false;
    std::optional<QHash<QString, Stamp>> m_files; //!< nothing: not read yet
};

} // namespace Workbench
