// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/session/peerrequests.h"

#include <QPointer>
#include <QTimer>
#include <QWidget>

class QPushButton;
class QScrollArea;
class QToolButton;
class QVBoxLayout;

namespace Workbench {
class AnswerCommand;
class Sessions;
} // namespace Workbench

namespace Workbench::Ui {

class AskBar;
class AskedEditor;
class Chip;
class IconLabel;
class ThemeLabel;

//! The requests of a server to the user, of one call or of one source, one at a time in the order of their
//! arrival. Hidden while there is none. It never takes the focus when a request appears, and its buttons
//! work only after the user had time to see what they are about. A request that ends without an answer from
//! here is replaced by a sentence.
class PeerAskPane : public QWidget {
    Q_OBJECT
public:
    static constexpr std::chrono::milliseconds lookFirst{500}; //!< before the buttons of a request work

    explicit PeerAskPane(QWidget *parent = nullptr);
    ~PeerAskPane() override;

    void setSessions(Sessions *sessions);
    void followCall(const QString &exchangeId); //!< empty: none
    void followSource(const QString &name);
    bool isAsking() const { return !m_request.id.isEmpty(); }
    const PeerRequest &request() const { return m_request; } //!< that is shown; its id is empty if none is
    void setCompact(bool compact);
    void focusFirst(); //!< where the user begins to answer

Q_SIGNALS:
    void askingChanged(bool asking);

protected:
    void keyPressEvent(QKeyEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    QWidget *makeHead();
    QWidget *makeFoot();
    bool belongsHere(const PeerRequest &request) const;
    void arrived(const QString &id);
    void ended(const PeerRequest &request, PeerRequests::End end);
    void showNext();
    void showRequest(const PeerRequest &request);
    void showEnd(const QString &sentence);
    void clear();
    void removeEditor();
    void leaveFocus();
    void updateCount();
    void updateButtons();
    void answer(PeerAnswer::Action action);
    void askToRun(const QStringList &command);
    void run();

    Sessions *m_sessions = nullptr;
    QPointer<PeerRequests> m_requests; //!< null: nothing is ever asked
    QStringList m_command; //!< that shall answer
    std::unique_ptr<AnswerCommand> m_running;
    AskBar *m_trust;
    QString m_exchangeId; //!< of the call; empty: m_source counts
    QString m_source;
    PeerRequest m_request;
    int m_answered = 0; //!< requests of this call that are over
    bool m_compact = false;
    QTimer m_look;
    AskedEditor *m_editor = nullptr;

    QVBoxLayout *m_column;
    QWidget *m_head;
    IconLabel *m_icon;
    ThemeLabel *m_title;
    Chip *m_place;
    ThemeLabel *m_method;
    QToolButton *m_copy;
    QToolButton *m_close;
    ThemeLabel *m_message;
    ThemeLabel *m_note;
    QScrollArea *m_area;
    QWidget *m_body;
    QWidget *m_foot;
    ThemeLabel *m_hint;
    QPushButton *m_cancel;
    QPushButton *m_decline;
    QPushButton *m_send;
};

} // namespace Workbench::Ui
