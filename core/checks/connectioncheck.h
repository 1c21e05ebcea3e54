// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/checks/connectionreport.h"
#include "core/session/sessions.h"

#include <QElapsedTimer>

namespace Workbench {

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
