// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/limits.h"
#include "core/transport/transport.h"

#include <QStringList>

#include <memory>

namespace Workbench {

//! What to run: a program and an argument vector, never a shell. R-05
struct ProcessSettings {
    QString sourceName; //!< for messages
    QString program;
    QStringList arguments;
    QString workingDirectory; //!< empty: ours
    QList<std::pair<QString, QString>> environment; //!< additions to the safe base of R-04
};

//! The child's whole environment: HOME LOGNAME PATH SHELL TERM USER LANG LC_* TMPDIR of ours (values that
//! begin with "()" left out), then \a additions. \source core/RULES.md R-04; core/transport/README.md 2
QStringList childEnvironment(const QList<std::pair<QString, QString>> &additions);

//! One message a line over a child's stdin and stdout; stderr lines are the side channel.
//! Ends as R-06 says: close stdin, wait, SIGTERM to the group, wait, SIGKILL. hold.
//! A frame is a line of valid UTF-8 without NUL whose first character is { or [; every other line is noise().
class ProcessTransport : public Transport {
    Q_OBJECT
public:
    ProcessTransport(ProcessSettings settings, Limits limits, QObject *parent = nullptr);
    ~ProcessTransport() override; //!< kills what is left of the group without waiting

    void open() override;
    Result<void> send(const QByteArray &frame) override; //!< a newline is added; the frame must hold none
    void close() override;
    bool isOpen() const override;
    void setReading(bool reading) override;
    QByteArray unfinishedFrame() const override;

    qint64 processId() const; //!< 0 when it does not run
    //! The newest lines of stderr, at most limits.stderr.keepBytes.
    QByteArrayList stderrTail(qsizetype maxLines = 20) const;

private:
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace Workbench
