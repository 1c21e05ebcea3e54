// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/window/fixturestore.h"

#include "ui/models/fixturesmodel.h"

#include <QDir>
#include <QFileInfo>
#include <QtConcurrentRun>

using namespace std::chrono_literals;

namespace Workbench::Ui {

namespace {
// Number of watched files. Other files are not watched, but the folder reports added and removed files.
constexpr qsizetype mostWatched = 256;
} // namespace

FixtureStore::FixtureStore(const Limits &limits, QObject *parent)
    : QObject(parent)
    , m_limits(limits)
    , m_model(new FixturesModel(this))
{
    m_worker.setMaxThreadCount(1); // one writer at a time
    m_delay.setSingleShot(true);
    m_delay.setInterval(250ms);
    connect(&m_delay, &QTimer::timeout, this, &FixtureStore::read);
    connect(&m_watcher, &QFileSystemWatcher::directoryChanged, &m_delay, qOverload<>(&QTimer::start));
    connect(&m_watcher, &QFileSystemWatcher::fileChanged, &m_delay, qOverload<>(&QTimer::start));
}

FixtureStore::~FixtureStore()
{
    m_stop.request_stop();
    m_worker.waitForDone(); // finishes the current write
}

template <typename Work> auto FixtureStore::run(Work work)
{
    return QtConcurrent::run(&m_worker, std::move(work));
}

void FixtureStore::setFolder(const QString &folder)
{
    m_folder = folder;
    read();
}

void FixtureStore::read()
{
    m_delay.stop();
    m_stop.request_stop(); // stops the previous read, whose answer is obsolete
    m_stop = {};
    const quint64 generation = ++m_generation;
    run([folder = m_folder, limits = m_limits, stop = m_stop.get_token()]() -> Result<FixtureListing> {
        if (folder.isEmpty() || !QFileInfo::exists(folder))
            return FixtureListing();
        return FixtureFolder(folder, limits).read(stop);
    }).then(this, [this, generation](Result<FixtureListing> listing) {
        if (generation != m_generation)
            return;
        if (listing)
            m_model->setListing(*std::move(listing));
        else
            Q_EMIT failed(listing.error());
        watch();
        Q_EMIT changed();
    });
}

void FixtureStore::watch()
{
    const QStringList before = m_watcher.files() + m_watcher.directories();
    QStringList now;
    if (!m_folder.isEmpty() && QFileInfo::exists(m_folder)) {
        now.append(m_folder);
        const QList<StoredFixture> &fixtures = m_model->listing().fixtures;
        for (const StoredFixture &stored : fixtures.first(std::min(fixtures.size(), mostWatched)))
            now.append(QDir(m_folder).filePath(stored.file));
    }
    QStringList gone;
    for (const QString &path : before) {
        if (!now.contains(path))
            gone.append(path);
        else
            now.removeAll(path);
    }
    if (!gone.isEmpty())
        m_watcher.removePaths(gone);
    if (!now.isEmpty())
        m_watcher.addPaths(now);
}

QFuture<Result<QStringList>> FixtureStore::write(const QList<RecordedExchange> &fixtures)
{
    return run([folder = m_folder, limits = m_limits, fixtures]() -> Result<QStringList> {
        if (!QDir().mkpath(folder)) {
            return std::unexpected(Error{.kind = ErrorKind::Storage,
                .code = QStringLiteral("fixture.folder"),
                .message = tr("The folder %1 cannot be created.").arg(QDir::toNativeSeparators(folder))});
        }
        FixtureFolder(folder, limits).tidy();
        QStringList files;
        QHash<QByteArray, qsizetype> turns; // recordings of one exchange get a number each
        for (const RecordedExchange &fixture : fixtures) {
            const Fixture &recorded = fixture.fixture.fixture;
            const qsizetype turn = turns[recorded.operation.toUtf8() + '\n' + recorded.input.toBytes()]++;
            Result<QString> file =
                FixtureFolder(folder, limits).write(fixture.fixture, fixture.definition, turn);
            if (!file)
                return std::unexpected(file.error());
            files.append(*std::move(file));
        }
        return files;
    });
}

QFuture<Result<QList<RemovedFixture>>> FixtureStore::remove(const QStringList &files)
{
    return run([folder = m_folder, limits = m_limits, files]() -> Result<QList<RemovedFixture>> {
        QList<RemovedFixture> removed;
        for (const QString &file : files) {
            Result<RemovedFixture> one = FixtureFolder(folder, limits).remove(file);
            if (!one)
                return std::unexpected(one.error());
            removed.append(*std::move(one));
        }
        return removed;
    });
}

QFuture<Result<void>> FixtureStore::restore(const QList<RemovedFixture> &removed)
{
    return run([folder = m_folder, limits = m_limits, removed]() -> Result<void> {
        for (const RemovedFixture &one : removed) {
            if (Result<void> restored = FixtureFolder(folder, limits).restore(one); !restored)
                return restored;
        }
        return {};
    });
}

QFuture<Result<void>> FixtureStore::setRules(const QString &file, const QList<MatchRule> &rules)
{
    return run([folder = m_folder, limits = m_limits, file, rules] {
        return FixtureFolder(folder, limits).setRules(file, rules);
    });
}

} // namespace Workbench::Ui

#include "moc_fixturestore.cpp"
