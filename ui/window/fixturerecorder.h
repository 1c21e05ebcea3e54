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

//! Turns kept results into files: made and redacted on a worker, reviewed where something was found, then
//! written. \source core/RULES.md R-91
class FixtureRecorder : public QObject {
    Q_OBJECT
public:
    FixtureRecorder(FixtureStore *store, const ExchangeLog *exchanges, QWidget *window);
    ~FixtureRecorder() override;

    enum class Review : quint8 {
        AtOnce, //!< the user pressed Record and waits
        Later, //!< of Record all: no dialog comes up by itself
    };
    void record(const QList<std::shared_ptr<const KeptResult>> &results, Review review = Review::AtOnce);
    qsizetype waitingForReview() const { return m_waiting.size(); }
    void showReview(); //!< of what waits
    //! Of the workspace before.
    void forget();

Q_SIGNALS:
    void written(const QStringList &files);
    void failed(const Workbench::Error &error);
    void reviewWaiting(); //!< showReview() is to be offered
    void folderChosen(const QString &folder); //!< in the review

private:
    void redacted(const QList<RecordedExchange> &fixtures, Review review);
    bool isKnown(const RecordedExchange &fixture) const;
    void write(const QList<RecordedExchange> &fixtures);

    FixtureStore *m_store;
    const ExchangeLog *m_exchanges;
    QWidget *m_window;
    QList<RecordedExchange> m_waiting;
    QPointer<ReviewDialog> m_dialog;
    QSet<QString> m_seen; //!< replaced values that were reviewed in this run
    quint64 m_generation = 0;
};

} // namespace Workbench::Ui
