// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/checks/connectionreport.h"
#include "core/session/sessions.h"

#include <QElapsedTimer>

namespace Workbench {

class ConnectionProbe;
struct ConnectionEvidence;

//! Connects to a source once, as a test does, and reports step by step what was seen on the way: for an
//! address first with a request that only measures, then with the real connection. Secrets are hidden. GUI
//! thread. The deadlines are those of connecting (connect.timeout, probe.timeout). Deleting it ends it.
class ConnectionCheck : public QObject {
    Q_OBJECT
public:
    //! \a source need not be one of \a sessions. A command must have been confirmed
    //! (Sessions::confirmTrust()).
    ConnectionCheck(Sessions *sessions, Source source, QObject *parent = nullptr);
    ~ConnectionCheck() override;

    void start(); //!< Once. finished() follows.
    //! Ends what runs. finished() follows; the report's error has ErrorKind::Cancelled.
    void cancel();
    const ConnectionReport &report() const { return m_report; } //!< whole after finished()

Q_SIGNALS:
    void finished(); //!< once, from the event loop

private:
    void begin();
    void probe(const QUrl &address);
    void probed();
    void connectSource();
    void note(const Frame &frame);
    void connected();
    void finish();

    QPointer<Sessions> m_sessions;
    Source m_source; //!< as it is saved, with its placeholders
    Limits m_limits;
    std::unique_ptr<ConnectionEvidence> m_evidence;
    std::unique_ptr<ConnectionProbe> m_probe;
    std::unique_ptr<SourceTest> m_test;
    QElapsedTimer m_clock;
    ConnectionReport m_report;
    bool m_isFinished = false;
};

} // namespace Workbench
