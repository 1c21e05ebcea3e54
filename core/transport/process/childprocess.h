// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/transport/process/childspawn.h"

#include <QDeadlineTimer>
#include <QSocketNotifier>
#include <QTimer>

#include <chrono>
#include <memory>

namespace Workbench {

struct ChildExit {
    bool wasSignalled = false;
    int number = 0; //!< the exit code, or the signal

    QString text() const; //!< "exit code 7", "signal SIGSEGV"
};

//! Watches one child and the process group it leads until nothing of either is left.
class ChildProcess : public QObject {
    Q_OBJECT
public:
    //! Takes over the process and its start report. Members of the group that outlive the child get SIGTERM
    //! and
    //! \a leftoverGrace later SIGKILL.
    ChildProcess(pid_t id, FileDescriptor startReport, std::chrono::milliseconds leftoverGrace);
    ~ChildProcess() override; //!< kills the group and does not wait

    pid_t id() const { return m_id; }
    bool isRunning() const { return !m_reaped; }
    bool isGone() const { return m_gone; }
    void signalGroup(int number);

Q_SIGNALS:
    void started();
    void notStarted(const Workbench::SpawnFailure &failure);
    void exited(const Workbench::ChildExit &exit);
    //! After exited(): no member of the group is left, or the rest has been sent SIGKILL.
    void gone();

private:
    void readStartReport();
    void checkExit();
    void checkLeftovers();

    pid_t m_id;
    FileDescriptor m_startReport;
    FileDescriptor m_exitWatch;
    std::unique_ptr<QSocketNotifier> m_startNotifier;
    std::unique_ptr<QSocketNotifier> m_exitNotifier;
    QTimer m_poll;
    std::chrono::milliseconds m_leftoverGrace;
    QDeadlineTimer m_leftoverDeadline;
    bool m_reaped = false;
    bool m_gone = false;
};

} // namespace Workbench
