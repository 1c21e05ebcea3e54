// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/session/filewatch.h"

#include <QDateTime>
#include <QDir>
#include <QSet>
#include <QtConcurrentRun>

namespace Workbench {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr auto quiet = 250ms;
constexpr auto soon = 3s;
constexpr int mostSoon = 3;

bool isLeftByPrograms(const QFileInfo &entry)
{
    static const QSet<QString> folders{u"node_modules"_s, u"__pycache__"_s};
    static const QSet<QString> suffixes{u"log"_s, u"pyc"_s, u"tmp"_s, u"swp"_s};
    return entry.isDir() ? entry.isSymLink() || folders.contains(entry.fileName())
                         : suffixes.contains(entry.suffix()) || entry.fileName().endsWith(u'~');
}

} // namespace

FileWatch::FileWatch(QStringList paths, qint64 mostFiles, QObject *parent)
    : QObject(parent)
    , m_paths(std::move(paths))
    , m_mostFiles(mostFiles)
{
    m_delay.setSingleShot(true);
    m_delay.setInterval(quiet);
    connect(&m_delay, &QTimer::timeout, this, &FileWatch::read);
    connect(&m_watcher, &QFileSystemWatcher::directoryChanged, &m_delay, qOverload<>(&QTimer::start));
    connect(&m_watcher, &QFileSystemWatcher::fileChanged, &m_delay, qOverload<>(&QTimer::start));
    // From the event loop, because a reading that ends at once would emit before a slot is connected.
    QTimer::singleShot(0, this, &FileWatch::read);
}

FileWatch::Scan FileWatch::scan(const QStringList &paths, qint64 mostFiles)
{
    Scan scan;
    const auto addFile = [&scan, mostFiles](const QFileInfo &file) {
        scan.isCut = scan.files.size() >= mostFiles;
        if (!scan.isCut)
            scan.files.insert(file.filePath(), {file.lastModified().toMSecsSinceEpoch(), file.size()});
    };
    QStringList folders;
    for (const QString &path : paths) {
        const QFileInfo named(path);
        if (named.isDir()) {
            folders.append(path);
            continue;
        }
        if (named.exists())
            addFile(named);
        if (QFileInfo(named.path()).isDir()) // the folder reports when the file is replaced
            scan.folders.append(named.path());
    }
    while (!folders.isEmpty() && !scan.isCut) {
        const QString folder = folders.takeFirst();
        scan.folders.append(folder);
        scan.isCut = scan.folders.size() > mostFiles; // each folder is watched too
        for (const QFileInfo &entry :
            QDir(folder).entryInfoList(QDir::Files | QDir::Dirs | QDir::NoDotAndDotDot, QDir::Name)) {
            if (isLeftByPrograms(entry))
                continue;
            if (entry.isDir())
                folders.append(entry.filePath());
            else if (!scan.isCut)
                addFile(entry);
        }
    }
    return scan;
}

void FileWatch::read()
{
    if (m_reading) {
        m_delay.start();
        return;
    }
    m_reading = true;
    QtConcurrent::run(&FileWatch::scan, m_paths, m_mostFiles).then(this, [this](Scan now) {
        m_reading = false;
        take(std::move(now));
    });
}

void FileWatch::take(Scan now)
{
    const QStringList watched = m_watcher.files() + m_watcher.directories();
    QSet<QString> known(watched.cbegin(), watched.cend());
    QStringList added;
    for (const QString &path : now.folders + now.files.keys()) {
        if (known.contains(path))
            continue;
        known.insert(path);
        added.append(path);
    }
    const QStringList failed = added.isEmpty() ? QStringList() : m_watcher.addPaths(added);
    // Reading again finds files that changed before they were watched.
    m_isReady = failed.size() == added.size();
    if (!m_isReady)
        m_delay.start();
    if ((now.isCut || !failed.isEmpty()) && !std::exchange(m_saidCut, true)) {
        Q_EMIT leftOut(now.isCut
                ? u"only the first %1 files are watched (limit watch.files)"_s.arg(m_mostFiles)
                : u"%1 cannot be watched"_s.arg(failed.first()));
    }
    const std::optional<QHash<QString, Stamp>> before = std::exchange(m_files, std::nullopt);
    const QHash<QString, Stamp> &files = m_files.emplace(std::move(now.files));
    if (!before)
        return;
    QString first;
    const auto consider = [&](const QString &file) {
        if (!m_ignored.contains(file) && (first.isEmpty() || file < first))
            first = file;
    };
    for (const auto &[file, stamp] : files.asKeyValueRange()) {
        const auto old = before->constFind(file);
        if (old == before->cend() || *old != stamp)
            consider(file);
    }
    for (const auto &[file, stamp] : before->asKeyValueRange()) {
        if (!files.contains(file))
            consider(file);
    }
    if (!first.isEmpty())
        tell(first);
}

void FileWatch::tell(const QString &file)
{
    const bool isSoon = m_last == file && m_sinceStart.isValid() && m_sinceStart.durationElapsed() < soon;
    m_soon = isSoon ? m_soon + 1 : 0;
    m_last = file;
    if (m_soon < mostSoon) {
        Q_EMIT changed(file);
        return;
    }
    m_ignored.append(file);
    Q_EMIT leftOut(u"%1 changes whenever the program starts and is not watched any more"_s.arg(file));
}

} // namespace Workbench

#include "moc_filewatch.cpp"
