// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/exchange/exchangelog.h"
#include "core/session/peerrequests.h"

#include <QHash>

namespace Workbench {
class AnswerCommand;
class Sessions;
} // namespace Workbench

namespace Workbench::Ui {

class MessageBar;
class PageStack;

//! Announces to servers that the workbench answers their requests. Answers by the rules that the user set,
//! notifies the user of a request that the current page does not show, and logs requests and answers. Pages
//! show and answer the requests themselves.
class PeerQuestions : public QObject {
    Q_OBJECT
public:
    PeerQuestions(Sessions *sessions, PageStack *pages, MessageBar *message, QObject *parent);

Q_SIGNALS:
    //! Emitted to show the page of \a source, for a request that no page of a call shows.
    void sourceRequested(const QString &source);
    void logged(const Workbench::LogLine &line);

private:
    void arrived(const QString &id);
    bool answersByRule(const PeerRequest &request);
    void runCommand(const PeerRequest &request, const Json &command);
    void log(LogLine::Level level, const PeerRequest &request, const QString &text);
    void ended(const PeerRequest &request, const PeerAnswer &answer, PeerRequests::End end);

    Sessions *m_sessions;
    PageStack *m_pages;
    MessageBar *m_message;
    QHash<QString, AnswerCommand *> m_running; //!< by id of the request
};

} // namespace Workbench::Ui
