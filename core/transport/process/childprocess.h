// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/error.h"
#include "core/transport/process/filedescriptor.h"

#include <QByteArrayList>
#include <QDeadlineTimer>
#include <QSocketNotifier>
#include <QTimer>

#include <chrono>
#include <memory>

namespace Workbench {

struct SpawnRequest {
    QByteArray program; //!< the path of the file
    QByteArrayList arguments; //!< the first is the name that the program sees
    QByteArrayList environment; //!< NAME=value
    QByteArray workingDirectory; //!< empty: that of this program
};

//! The step that failed in the child before it became the program.
struct SpawnFailure {
    enum class Step : int { Setup, WorkingDirectory, Execute } step = Step::Setup;
    int systemError = 0; //!< errno
};

//! A child that is starting, with this program's ends of its pipes. startReport delivers a SpawnFailure, or
//! reaches its end once the program runs.
struct SpawnedChild {
    pid_t id = 0;
    FileDescriptor input;
    FileDescriptor output;
    FileDescriptor errors;
    FileDescriptor startReport;
};

//! Starts a child in a session and process group of its own, with default signals and only the descriptors 0
//! to 2. The child and its session are ended when this program dies, by OrphanGuard and by the parent-death
//! signal if the system has one. Does not wait until the program runs. ErrorKind::Network, code
//! "child.notStarted", if no pipe or process can be created.
Result<SpawnedChild> spawnChild(const SpawnRequest &request);

struct ChildExit {
    bool wasSignalled = false;
    int number = 0; //!< the exit code, or the number of the signal; -1: not known

    QString text() const; //!< Returns for example "exit code 7" or "signal SIGSEGV".
};

//! Watches one child and the session that it leads until all of its processes have ended.
class ChildProcess : public QObject {
    Q_OBJECT
public:
    //! Takes over the process and its start report. Processes of the session that outlive the child get
    //! SIGTERM, and SIGKILL after \a leftoverGrace.
    ChildProcess(pid_t id, FileDescriptor startReport, std::chrono::milliseconds leftoverGrace);
    ~ChildProcess() override; //!< Kills the session; waits a few milliseconds at most.

    pid_t id() const { return m_id; }
    bool isRunning() const { return !m_reaped; }
    bool isGone() const { return m_gone; }
    void signalAll(int number); //!< Signals the child and all processes of its session.

Q_SIGNALS:
    void started();
    void notStarted(const Workbench::SpawnFailure &failure);
    void exited(const Workbench::ChildExit &exit);
    //! Emitted after exited(), when all processes of the session have ended, or when some are left although
    //! SIGKILL was sent to them for a second.
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
    int m_kills = 0; //!< how often the rest of the session got SIGKILL
    bool m_reaped = false;
    bool m_gone = false;
};

} // namespace Workbench
