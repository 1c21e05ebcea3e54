// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/window/fixturerecorder.h"

#include "core/exchange/exchangelog.h"
#include "ui/dialogs/reviewdialog.h"
#include "ui/theme/building.h"

#include <QtConcurrentRun>

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

namespace {

//! Returns a key for a replaced value that the user has seen.
QString seenKey(const Fixture &fixture, const RedactionFinding &finding)
{
    return QStringList{fixture.source.name, fixture.operation, finding.at, finding.what}.join(u'\n');
}

} // namespace

FixtureRecorder::FixtureRecorder(FixtureStore *store, const ExchangeLog *exchanges, QWidget *window)
    : QObject(store)
    , m_store(store)
    , m_exchanges(exchanges)
    , m_window(window)
{
}

FixtureRecorder::~FixtureRecorder() = default;

void FixtureRecorder::record(const QList<std::shared_ptr<const KeptResult>> &results, Review review)
{
    const quint64 generation = m_generation;
    QtConcurrent::run([results, secrets = m_exchanges->secrets()] {
        QList<RecordedExchange> fixtures;
        for (const auto &result : results)
            fixtures.append(result->recorded(secrets));
        return fixtures;
    }).then(this, [this, generation, review](const QList<RecordedExchange> &fixtures) {
        if (generation == m_generation)
            redacted(fixtures, review);
    });
}

//! Returns whether the user has already seen all values that were replaced in \a fixture. Suspected secrets
//! are reviewed each time.
bool FixtureRecorder::isKnown(const RecordedExchange &fixture) const
{
    return std::ranges::all_of(fixture.fixture.findings, [&](const RedactionFinding &finding) {
        return finding.isReplaced && m_seen.contains(seenKey(fixture.fixture.fixture, finding));
    });
}

void FixtureRecorder::redacted(const QList<RecordedExchange> &fixtures, Review review)
{
    QList<RecordedExchange> ready;
    for (const RecordedExchange &fixture : fixtures) {
        if (!isKnown(fixture)) {
            m_waiting.append(fixture);
            continue;
        }
        ready.append(fixture);
        ready.last().fixture.isReviewed = true;
    }
    if (!ready.isEmpty())
        write(ready);
    if (m_waiting.isEmpty())
        return;
    if (review == Review::AtOnce)
        showReview();
    else
        Q_EMIT reviewWaiting();
}

void FixtureRecorder::showReview()
{
    if (m_waiting.isEmpty() || m_dialog)
        return;
    const QList<RecordedExchange> shown = std::exchange(m_waiting, {});
    QList<RedactedFixture> recordings;
    for (const RecordedExchange &fixture : shown)
        recordings.append(fixture.fixture);
    auto *dialog = deletedOnClose(new ReviewDialog(recordings, m_store->folder(), m_window));
    m_dialog = dialog;
    connect(dialog, &QDialog::accepted, this, [this, shown, dialog] {
        QList<RecordedExchange> reviewed = shown;
        const QList<RedactedFixture> decided = dialog->reviewed();
        for (qsizetype i = 0; i < reviewed.size(); ++i) {
            reviewed[i].fixture = decided.at(i);
            for (const RedactionFinding &finding : shown.at(i).fixture.findings) {
                if (finding.isReplaced)
                    m_seen.insert(seenKey(shown.at(i).fixture.fixture, finding));
            }
        }
        if (dialog->folder() != m_store->folder())
            Q_EMIT folderChosen(dialog->folder());
        write(reviewed);
    });
    connect(dialog, &QDialog::finished, this, [this] {
        m_dialog = nullptr;
        if (!m_waiting.isEmpty())
            Q_EMIT reviewWaiting(); // added while this dialog was open
    });
    dialog->open();
}

void FixtureRecorder::write(const QList<RecordedExchange> &fixtures)
{
    m_store->write(fixtures).then(this, [this](const Result<QStringList> &files) {
        m_store->read();
        if (files)
            Q_EMIT written(*files);
        else
            Q_EMIT failed(files.error());
    });
}

void FixtureRecorder::forget()
{
    ++m_generation;
    m_waiting.clear();
    m_seen.clear();
    if (ReviewDialog *dialog = m_dialog)
        dialog->reject();
}

} // namespace Workbench::Ui

#include "moc_fixturerecorder.cpp"
