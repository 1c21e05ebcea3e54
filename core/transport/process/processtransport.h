// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/limits.h"
#include "core/transport/transport.h"

#include <QStringList>

#include <memory>

namespace Workbench {

//! The program to run and its argument vector, never a shell command. R-05
struct ProcessSettings {
    QString sourceName; //!< for messages
    QString program;
    QStringList arguments;
    QString workingDirectory; //!< empty: that of this program
    QList<std::pair<QString, QString>> environment; //!< additions to the safe base of R-04
};

//! Returns the child's whole environment: HOME LOGNAME PATH SHELL TERM USER LANG LC_* TMPDIR of this program
//! (without values that begin with "()"), then \a additions. \source core/RULES.md R-04;
//! core/transport/README.md 2
QStringList childEnvironment(const QList<std::pair<QString, QString>> &additions);

//! Carries one message per line over a child's stdin and stdout; lines of stderr are the side channel.
//! Stops the child as R-06 says: close stdin, wait, SIGTERM to the group, wait, SIGKILL. hold.
//! A frame is a line of valid UTF-8 without NUL whose first character is { or [; other lines cause noise().
class ProcessTransport : public Transport {
    Q_OBJECT
public:
    ProcessTransport(ProcessSettings settings, Limits limits, QObject *parent = nullptr);
    ~ProcessTransport() override; //!< Kills the remaining processes of the group without waiting.

    void open() override;
    //! Queues \a frame and a line end. The frame itself must not contain one: ErrorKind::Internal.
    Result<void> send(const QByteArray &frame) override;
    void close() override;
    bool isOpen() const override;
    void setReading(bool reading) override;
    QByteArray unfinishedFrame() const override;

    qint64 processId() const; //!< 0 while the child does not run
    //! Returns the newest lines of stderr, oldest first. Only the last stderr.keepBytes are kept.
    QByteArrayList stderrTail(qsizetype maxLines = 20) const;

private:
    struct Private;
    std::unique_ptr<Private> d;
};

//! Returns the path of the file that \a program names. A name without a slash is searched in the PATH of
//! \a environment, the NAME=value entries of the child; a name with a slash is relative to
//! \a workingDirectory. ErrorKind::Network with code "child.notStarted" says what to do.
Result<QString> findProgram(
    const QString &program, const QStringList &environment, const QString &workingDirectory);

} // namespace Workbench
