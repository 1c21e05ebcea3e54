// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/session/sessions.h"

#include <QFutureWatcher>

namespace Workbench::Ui {

class AskBar;
class OperationPage;

//! Returns the question whether a source may use the address that a redirect named, which is not public.
//! Empty if \a error is about anything else, or if a confirmation by \a source cannot allow the redirect.
//! \source core/RULES.md R-21
QString redirectQuestion(const Error &error, const Source &source);

//! Adds \a origin to the confirmed origins of the source that \a asked was when the user was asked, so that
//! its headers and credentials may go there too. Returns false, and changes nothing, if the source changed
//! since then. \source core/RULES.md
bool confirmOrigin(Sessions *sessions, const Source &asked, const QString &origin);

//! The questions of an operation's page: before a call that may destroy something, before a call of an
//! operation whose definition changed, and before credentials go to a new server.
class CallQuestions : public QObject {
    Q_OBJECT
public:
    //! \a page is the parent, also of the bars.
    CallQuestions(Sessions *sessions, OperationPage *page);

    AskBar *bar() const { return m_ask; }
    AskBar *changeNotice() const { return m_changeNotice; } //!< Says that the definition changed.

    bool isDestructive() const; //!< Whether a call may delete or change data permanently.
    //! Returns whether the user confirmed a destructive call with the current input.
    bool isConfirmed() const;
    //! Asks before a destructive call. Names the call in the question.
    void askAboutCall();
    //! Asks after a call that failed with \a error because the definition changed, or because the server that
    //! the document names is not confirmed. Does nothing after another error.
    void askAfter(const Error &error);
    //! Shows what changed since the user accepted the definition, and asks whether to accept it now. With
    //! \a thenCall, definitionAccepted() may follow. Returns false if the definition did not change.
    bool askAboutDefinition(bool thenCall);
    //! Shows or hides the notice that the definition changed.
    void noteDefinitionChange(bool changed);
    //! Withdraws the question: a yes would confirm another call than the one in the question.
    void takeBack();

Q_SIGNALS:
    void confirmed(); //!< Emitted when the call may be made.
    void definitionAccepted(); //!< Emitted when the call may go on with the accepted definition.

private:
    void askAboutOrigin(const Error &error);
    void answered(bool yes);
    void showCall();
    void showQuestion(const QString &question);

    Sessions *m_sessions;
    OperationPage *m_page;
    AskBar *m_ask;
    AskBar *m_changeNotice;
    Json m_confirmed; //!< The input for which the user confirmed a destructive call; absent: none.
    QString m_wantedOrigin; //!< The origin in question; empty: the question is about a destructive call.
    Source m_askedSource; //!< The source as it was when the question was asked.
    QFutureWatcher<Result<WirePreview>> m_asking; //!< The preview whose address the question names.
};

} // namespace Workbench::Ui
