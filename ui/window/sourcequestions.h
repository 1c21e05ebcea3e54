// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/exchange/exchangelog.h"
#include "core/session/peerrequests.h"
#include "core/session/sourcestate.h"
#include "core/workspace/source.h"

#include <QHash>
#include <QPointer>
#include <QStringList>

class QDialog;

namespace Workbench {
class AnswerCommand;
struct RefusedCertificate;
class Sessions;
} // namespace Workbench

namespace Workbench::Ui {

class MessageBar;
class PageStack;
class SignInDialog;

//! Asks the user about certificates that were refused, one at a time. Stores an accepted certificate in the
//! settings of the source. Never accepts a certificate by itself. \source core/RULES.md R-30
class CertificateQuestions : public QObject {
    Q_OBJECT
public:
    CertificateQuestions(Sessions *sessions, QWidget *window);

    //! Asks about the certificate in the error of a call. Failed connections are noticed without this call.
    void ask(const QString &sourceName, const Error &error);

Q_SIGNALS:
    //! Emitted when the source has new settings and must be connected again.
    void accepted(const QString &sourceName);

private:
    struct Question {
        Source source; //!< the source when its certificate was refused
        Error error;
    };
    void notice(const QString &sourceName);
    void showNext();
    void keep(const Question &question, const RefusedCertificate &certificate, bool inPlaceOfOthers);

    Sessions *m_sessions;
    QWidget *m_window;
    QHash<QString, QDateTime> m_noticed; //!< by source: start of the failure that was asked about last
    QList<Question> m_waiting;
    QPointer<QDialog> m_dialog; //!< the open question; null: none
    Question m_asked;
};

//! Shows the sign-ins that sources wait for, one dialog at a time, in order of arrival.
class SignInQuestions : public QObject {
    Q_OBJECT
public:
    SignInQuestions(Sessions *sessions, QWidget *window);

Q_SIGNALS:
    void stepsRequested(const QString &source);

private:
    void notice(const QString &id);
    void showNext();

    Sessions *m_sessions;
    QWidget *m_window;
    QStringList m_waiting; //!< ids of sign-ins
    QPointer<SignInDialog> m_dialog;
};

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
    void notify(const PeerRequest &request);
    Json ruleFor(const PeerRequest &request) const;
    bool answersByRule(const PeerRequest &request);
    void runNext(const QString &source);
    bool runCommand(const PeerRequest &request);
    void leaveQueue(const PeerRequest &request);
    void log(LogLine::Level level, const PeerRequest &request, const QString &text);
    void ended(const PeerRequest &request, const PeerAnswer &answer, PeerRequests::End end);

    Sessions *m_sessions;
    PageStack *m_pages;
    MessageBar *m_message;
    QHash<QString, int> m_messages; //!< by id of the request: number of the message about it
    //! By source: ids of the requests that the command of its rule answers, one at a time in this order. It
    //! runs for the first one.
    QHash<QString, QStringList> m_queues;
    QHash<QString, AnswerCommand *> m_running; //!< by id of the request
};

} // namespace Workbench::Ui
