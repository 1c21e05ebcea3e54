// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/session/sessions.h"

#include <QElapsedTimer>

namespace Workbench {

//! A step of connecting to a source, with its observation. Texts of the peer are on one line, with visible
//! control characters.
struct ConnectionStep {
    enum class State : quint8 { Ok, Warning, Failed, Skipped };
    //! A stable code: program, start, environment, firstLine, handshake, stderr (for a program); name, tcp,
    //! proxy, tls, http, signIn, protocol, session (for an address); capabilities.
    QString code;
    State state = State::Ok;
    QString observed; //!< for a skipped step, the reason
    QString advice{}; //!< may be empty
    qint64 durationMs = -1; //!< -1: not measured
    //! Details of a failed step: certificates, addresses or challenges. May be empty.
    QString detail{};
};

//! The report of a ConnectionCheck.
struct ConnectionReport {
    QString source;
    QList<ConnectionStep> steps; //!< in order
    std::optional<Error> error{}; //!< why the source is not connected; nothing if it was connected

    bool isConnected() const { return !error; }
};

//! Returns the index after the first sentence of \a text. Full stops inside quotation marks are ignored.
qsizetype endOfSentence(const QString &text);

//! Returns the readable title of \a step, for example "Program found".
QString titleOf(const ConnectionStep &step);
//! Returns "ok", "warning", "failed" or "skipped".
QString stateWord(ConnectionStep::State state);

//! Returns \a report as {source, connected, steps: [{code, title, state, observed, advice?, detail?,
//! durationMs?}]}.
Json toJson(const ConnectionReport &report);

class ConnectionProbe;
struct ConnectionEvidence;

//! Connects to a source once, as a test does, and reports the steps of the connection. For an address it
//! first sends a request that only measures, and then makes the real connection. Secrets are hidden. The
//! deadlines are connect.timeout and probe.timeout. Deleting the object ends the check. GUI thread.
class ConnectionCheck : public QObject {
    Q_OBJECT
public:
    //! \a source need not belong to \a sessions. Its command must be confirmed (Sessions::confirmTrust()).
    ConnectionCheck(Sessions *sessions, Source source, QObject *parent = nullptr);
    ~ConnectionCheck() override;

    //! Starts the check. May be called once. finished() follows.
    void start();
    //! Cancels the check. finished() follows; the error of the report has ErrorKind::Cancelled.
    void cancel();
    //! Returns the report, which is complete after finished().
    const ConnectionReport &report() const { return m_report; }

Q_SIGNALS:
    //! Emitted exactly once, from the event loop, when the check has ended.
    void finished();

private:
    void begin();
    void probe(const QUrl &address);
    void probed();
    void connectSource();
    void note(const Frame &frame);
    void connected();
    void finish();

    QPointer<Sessions> m_sessions;
    Source m_source; //!< as saved, with its placeholders
    Limits m_limits;
    std::unique_ptr<ConnectionEvidence> m_evidence;
    std::unique_ptr<ConnectionProbe> m_probe;
    std::unique_ptr<SourceTest> m_test;
    QElapsedTimer m_clock;
    ConnectionReport m_report;
    bool m_isFinished = false;
};

} // namespace Workbench
