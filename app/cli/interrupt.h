// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QObject>

class QSocketNotifier;

namespace Workbench::Cli {

//! SIGINT, SIGTERM and SIGHUP as a signal of the event loop. One per program.
class Interrupt : public QObject {
    Q_OBJECT
public:
    explicit Interrupt(QObject *parent = nullptr);
    ~Interrupt() override;
    bool happened() const { return isPending(); }
    //! Whether a signal has come, also before the event loop heard of it.
    static bool isPending();

Q_SIGNALS:
    void interrupted();

private:
    QSocketNotifier *m_notifier;
};

} // namespace Workbench::Cli
