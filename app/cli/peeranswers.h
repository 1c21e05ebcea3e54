// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "app/cli/output.h"
#include "core/schema/formhints.h"
#include "core/session/peerrequests.h"
#include "core/session/signins.h"

#include <QHash>

class QSocketNotifier;

namespace Workbench::Cli {

//! Shows the sign-ins of one command on stderr, and answers them according to its options. An address is
//! printed and never opened; the command waits for the user to open it. Origins that the user has not
//! confirmed get credentials only with --trust.
class SignInOutput : public QObject {
    Q_OBJECT
public:
    SignInOutput(SignIns *signIns, Output *output, bool trusts, QObject *parent = nullptr);

private:
    void show(const QString &id);

    SignIns *m_signIns;
    Output *m_output;
    bool m_trusts;
};

//! Answers the requests that servers send during the calls of one command: from the file of --answers, else
//! at the terminal. Without an answer, a request is declined.
class PeerAnswers : public QObject {
    Q_OBJECT
public:
    PeerAnswers(PeerRequests *requests, Output *output, QObject *parent = nullptr);
    ~PeerAnswers() override;

    //! Announces all kinds of requests, so that servers offer the same tools in a script as on a terminal.
    //! Reads the file of --answers. Fails with ErrorKind::Usage if the file cannot be read or has another
    //! form, and with ErrorKind::Limit if it is larger than \a maxBytes.
    Result<void> offer(const Arguments &arguments, qint64 maxBytes);
    //! Returns \a code, the exit code of the command. Returns ExitCode::Declined instead if a request of a
    //! server was declined for lack of an answer and nothing worse happened.
    int exitCode(int code) const;

private:
    void show(const QString &id);
    void declineUnattended(const PeerRequest &request, const QString &why);
    std::optional<PeerAnswer> fromFile(const PeerRequest &request);
    void ask(const PeerRequest &request);
    void takeValue(const QString &line);
    void askNext();
    void read();
    void take(const QString &line);
    void finish(const PeerAnswer &answer);

    PeerRequests *m_requests;
    Output *m_output;
    QHash<PeerRequest::Kind, QList<Json>> m_answers; // the remaining answers
    QHash<PeerRequest::Kind, Json> m_always; // for every request of the kind
    bool m_hasFile = false;
    bool m_hasTerminal = false;
    bool m_hasDeclined = false;
    std::unique_ptr<QSocketNotifier> m_stdin; // null unless the user is being asked
    QByteArray m_typed;
    PeerRequest m_asked;
    QList<FieldHint> m_fields; // the fields of the form that are still to be asked for
    bool m_isConfirmed = false; // the user wants to answer the form
    Json m_content;
};

} // namespace Workbench::Cli
