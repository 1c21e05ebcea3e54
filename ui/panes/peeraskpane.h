// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/session/peerrequests.h"
#include "ui/theme/controls.h"

#include <QPointer>
#include <QTimer>

class QScrollArea;
class QVBoxLayout;

namespace Workbench {
class AnswerCommand;
class Sessions;
} // namespace Workbench

namespace Workbench::Ui {

class AskBar;
class AskedEditor;
class IconLabel;
class ThemeLabel;

//! Shows the requests of a server to the user: of one call or of one source, one at a time, in the order of
//! their arrival. Hidden while there is none. It never takes the focus when a request appears, and its
//! buttons stay disabled for \c lookFirst so that the user can read the request. A request that ends without
//! an answer from this pane is replaced by a sentence.
class PeerAskPane : public Strip {
    Q_OBJECT
public:
    static constexpr std::chrono::milliseconds lookFirst{500}; //!< the delay before the buttons are enabled

    static constexpr std::chrono::milliseconds shownTime{120'000}; //!< the time left is shown below this

    explicit PeerAskPane(QWidget *parent = nullptr);
    ~PeerAskPane() override;

    void setSessions(Sessions *sessions);
    void followCall(const QString &exchangeId); //!< empty: no call
    void followSource(const QString &name);
    bool isAsking() const { return !m_request.id.isEmpty(); }
    const PeerRequest &request() const { return m_request; } //!< The id is empty if no request is shown.
    void setCompact(bool compact);
    void focusFirst(); //!< Focuses the first field of the answer.

Q_SIGNALS:
    void askingChanged(bool asking);

protected:
    void keyPressEvent(QKeyEvent *event) override;

private:
    QWidget *makeHead();
    QWidget *makeFoot();
    bool belongsHere(const PeerRequest &request) const;
    void arrived(const QString &id);
    void ended(const PeerRequest &request, const PeerAnswer &answer, PeerRequests::End end);
    void showNext();
    void showRequest(const PeerRequest &request);
    void showNote();
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
    QPointer<PeerRequests> m_requests; //!< null: servers cannot ask
    QStringList m_command; //!< the program that shall answer
    std::unique_ptr<AnswerCommand> m_running;
    AskBar *m_trust;
    QString m_exchangeId; //!< the call whose requests are shown, if m_source is empty
    QString m_source;
    PeerRequest m_request;
    int m_answered = 0; //!< the number of requests that have ended
    bool m_compact = false;
    QTimer m_look;
    QTimer m_time; //!< while a request is shown
    AskedEditor *m_editor = nullptr;

    QVBoxLayout *m_column;
    QWidget *m_head;
    IconLabel *m_icon;
    ThemeLabel *m_title;
    Chip *m_place;
    ThemeLabel *m_next; //!< what the next request asks for
    ThemeLabel *m_method;
    QToolButton *m_copy;
    QToolButton *m_close;
    ThemeLabel *m_message;
    ThemeLabel *m_note;
    QWidget *m_body;
    QScrollArea *m_area;
    QWidget *m_foot;
    ThemeLabel *m_hint;
    QPushButton *m_cancel;
    QPushButton *m_decline;
    QPushButton *m_send;
};

} // namespace Workbench::Ui
