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

//! Offers to answer the requests of servers, answers by the rules that the user set, tells the user of a
//! request that the page in front does not show, and writes to the log what was asked and answered. Pages
//! show and answer the requests themselves.
class PeerQuestions : public QObject {
    Q_OBJECT
public:
    PeerQuestions(Sessions *sessions, PageStack *pages, MessageBar *message, QObject *parent);

Q_SIGNALS:
    void sourceRequested(const QString &source); //!< its page shows what no page of a call shows
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
    QHash<QString, AnswerCommand *> m_running; //!< by the id of the request that they answer
};

} // namespace Workbench::Ui
