// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "ui/window/fixturestore.h"
#include "ui/window/keptresults.h"

#include <QPointer>
#include <QSet>

class QWidget;

namespace Workbench {
class ExchangeLog;
}

namespace Workbench::Ui {

class ReviewDialog;

//! Writes kept results as fixtures. Makes and redacts them on a worker, lets the user review those with
//! findings, then writes the files. \source core/RULES.md R-91
class FixtureRecorder : public QObject {
    Q_OBJECT
public:
    FixtureRecorder(FixtureStore *store, const ExchangeLog *exchanges, QWidget *window);
    ~FixtureRecorder() override;

    enum class Review : quint8 {
        AtOnce, //!< the user pressed Record and is waiting
        Later, //!< for Record all: no dialog opens by itself
    };
    void record(const QList<std::shared_ptr<const KeptResult>> &results, Review review = Review::AtOnce);
    qsizetype waitingForReview() const { return m_waiting.size(); }
    void showReview(); //!< opens the review of the waiting recordings
    //! Drops everything that belongs to the previous workspace.
    void forget();

Q_SIGNALS:
    void written(const QStringList &files);
    void failed(const Workbench::Error &error);
    void reviewWaiting(); //!< Emitted to offer showReview() to the user.
    void folderChosen(const QString &folder); //!< Emitted when the user chose a folder in the review.

private:
    void redacted(const QList<RecordedExchange> &fixtures, Review review);
    bool isKnown(const RecordedExchange &fixture) const;
    void write(const QList<RecordedExchange> &fixtures);

    FixtureStore *m_store;
    const ExchangeLog *m_exchanges;
    QWidget *m_window;
    QList<RecordedExchange> m_waiting;
    QPointer<ReviewDialog> m_dialog;
    QSet<QString> m_seen; //!< replaced values that the user reviewed in this run
    quint64 m_generation = 0;
};

} // namespace Workbench::Ui
