// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/envelope/pipeline/outcome.h"
#include "core/exchange/exchangelog.h"
#include "core/session/invocation.h"
#include "ui/models/words.h"
#include "ui/theme/controls.h"

#include <QElapsedTimer>
#include <QTimer>

class QProgressBar;

namespace Workbench::Ui {

class IconLabel;
class LayerBadges;
class ThemeLabel;

//! What is known about a finished call besides its outcome.
struct CallFacts {
    QString source; //!< the name of the source, for errors
    qint64 durationMs = -1;
    qint64 bytes = -1; //!< received; -1: unknown
    QString exchangeId;
    std::optional<RequestTiming> timing = {}; //!< only for an HTTP request
    Json beside = {}; //!< an object of facts about the call that are not part of its meta
    std::optional<SeenEnvelope> seenEnvelope = {}; //!< the envelope of another tool of the source
};

//! Returns what \a log knows about the call \a exchangeId.
CallFacts callFacts(const ExchangeLog &log, const QString &exchangeId);

//! Returns "step 2 of 5", or "step 2" if the number of steps is not known.
QString stepText(const Progress &progress);
//! Returns the part of a call that is done, from 0 to 1; -1: the call does not report it.
double shareDone(const std::optional<Progress> &progress);

//! One line above a result: the outcome as shape and word, source, duration, size and chips. While a call
//! runs, it shows the elapsed seconds and the progress.
class StatusLine : public Strip {
    Q_OBJECT
public:
    explicit StatusLine(QWidget *parent = nullptr);

    void clear();
    void setRunning(); //!< Takes effect after 200 ms, so that a quick call does not flicker.
    void setProgress(const Progress &progress);
    //! Shows that the running call became \a task. Its id can be copied until the next call starts.
    void setTask(const CallTask &task);
    void setOutcome(const Outcome &outcome, const CallFacts &facts);
    void setError(const Error &error, const CallFacts &facts);
    void setWaiting(bool waiting); //!< whether the server waits for the user's answer
    void setNextPageOffered(bool offered); //!< whether the list of the result continues
    void setCompact(bool compact);
    LayerBadges *layers() const { return m_layers; } //!< The layers of the shown outcome.
    //! Returns "about 8 s left" at the pace of the call so far, or "8 s left" if \a isShort. Empty if the
    //! pace is not known.
    QString remainingText(bool isShort = false) const;
    //! Returns \a progress of the running call and the remaining time, if it is known.
    QString progressText(const Progress &progress, bool isShort) const;

Q_SIGNALS:
    void wireRequested();
    void compareRequested();
    void nextPageRequested();
    void warningsRequested();
    void ticked(); //!< Emitted each second of a running call, after the line was updated.
    void waitingRequested(); //!< Emitted by a click on "waits for you".

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    void updateRoom();
    void showState(const StateLook &look, const QStringList &facts);
    void tick();
    void offerTask();

    IconLabel *m_icon;
    ThemeLabel *m_word;
    ThemeLabel *m_facts;
    LayerBadges *m_layers;
    Chip *m_warnings;
    Chip *m_schema;
    Chip *m_waiting;
    QProgressBar *m_bar; //!< shown while a call reports its progress
    QToolButton *m_next;
    QToolButton *m_wire;
    QToolButton *m_compare;
    QAction *m_copyTask; //!< in the context menu if the call became a task
    QTimer m_tick;
    QElapsedTimer m_running;
    std::optional<Progress> m_progress;
    std::optional<CallTask> m_task;
    bool m_compact = false;
};

} // namespace Workbench::Ui
