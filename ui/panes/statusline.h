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
class QPushButton;
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

//! One line over a result: outcome as shape and word, source, duration, size, chips; while a call runs, its
//! seconds and Cancel.
class StatusLine : public QWidget {
    Q_OBJECT
public:
    explicit StatusLine(QWidget *parent = nullptr);

    void clear();
    void setRunning(); //!< shown after 200 ms only, so that a quick call does not flicker
    void setProgress(const Progress &progress);
    void setOutcome(const Outcome &outcome, const CallFacts &facts);
    void setError(const Error &error, const CallFacts &facts);
    void setNextPageOffered(bool offered); //!< of the result that is shown
    void setCompact(bool compact);
    LayerBadges *layers() const { return m_layers; } //!< of the outcome that is shown

Q_SIGNALS:
    void cancelRequested();
    void wireRequested();
    void compareRequested();
    void nextPageRequested();
    void warningsRequested();

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    void showState(const QString &icon, const QString &word, ColorRole color, const QStringList &facts);
    void tick();

    IconLabel *m_icon;
    ThemeLabel *m_word;
    ThemeLabel *m_facts;
    LayerBadges *m_layers;
    Chip *m_warnings;
    Chip *m_schema;
    QToolButton *m_cancel;
    QToolButton *m_next;
    QToolButton *m_wire;
    QToolButton *m_compare;
    QTimer m_tick;
    QElapsedTimer m_running;
    std::optional<Progress> m_progress;
    bool m_hasResult = false;
};

} // namespace Workbench::Ui
