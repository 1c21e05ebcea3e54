// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/envelope/outcome.h"
#include "core/exchange/exchangelog.h"
#include "core/session/invocation.h"
#include "ui/theme/theme.h"

#include <QElapsedTimer>
#include <QTimer>
#include <QWidget>

class QHBoxLayout;
class QProgressBar;
class QToolButton;

namespace Workbench::Ui {

class Chip;
class IconLabel;
class LayerBadges;
class ThemeLabel;

//! What is known of a finished call beside its outcome.
struct CallFacts {
    QString source; //!< its name, for errors
    qint64 durationMs = -1;
    qint64 bytes = -1; //!< received; -1: unknown
    QString exchangeId;
    std::optional<RequestTiming> timing = {}; //!< of a request of HTTP
    Json beside = {}; //!< an object of what is known of the call and not part of its meta
    std::optional<SeenEnvelope> seenEnvelope = {}; //!< what another tool of the source answered with
};

//! Returns "step 2 of 5", or "step 2" if the number of steps is not known.
QString stepText(const Progress &progress);

//! One line over a result: outcome as shape and word, source, duration, size, chips; while a call runs, its
//! seconds and how far it is.
class StatusLine : public QWidget {
    Q_OBJECT
public:
    explicit StatusLine(QWidget *parent = nullptr);

    void clear();
    void setRunning(); //!< shown after 200 ms only, so that a quick call does not flicker
    void setProgress(const Progress &progress);
    void setTask(const CallTask &task); //!< of the running call, which became one
    void setOutcome(const Outcome &outcome, const CallFacts &facts);
    void setError(const Error &error, const CallFacts &facts);
    void setWaiting(bool waiting); //!< whether the server waits for an answer of the user
    void setNextPageOffered(bool offered); //!< of the result that is shown
    void setCompact(bool compact);
    LayerBadges *layers() const { return m_layers; } //!< of the outcome that is shown
    //! Returns "about 8 s left" at the pace of the call so far, or an empty string if that is not known.
    QString remainingText() const;

Q_SIGNALS:
    void wireRequested();
    void compareRequested();
    void nextPageRequested();
    void warningsRequested();
    void waitingRequested(); //!< Emitted by a click on what waits.

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void updateRoom();
    void showState(const QString &icon, const QString &word, ColorRole color, const QStringList &facts);
    void tick();
    double shareDone() const; //!< From 0 to 1; -1: the call does not tell.

    IconLabel *m_icon;
    ThemeLabel *m_word;
    ThemeLabel *m_facts;
    LayerBadges *m_layers;
    Chip *m_warnings;
    Chip *m_schema;
    Chip *m_waiting;
    QProgressBar *m_bar; //!< while a call tells how far it is
    QToolButton *m_next;
    QToolButton *m_wire;
    QToolButton *m_compare;
    QTimer m_tick;
    QElapsedTimer m_running;
    std::optional<Progress> m_progress;
    std::optional<CallTask> m_task;
    bool m_hasResult = false;
    bool m_compact = false;
};

} // namespace Workbench::Ui
