// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QObject>

namespace Workbench::Cli {

//! Turns SIGINT, SIGTERM and SIGHUP into a Qt signal in the event loop. A program has only one instance.
class Interrupt : public QObject {
    Q_OBJECT
public:
    explicit Interrupt(QObject *parent = nullptr);
    ~Interrupt() override;
    bool happened() const { return isPending(); }
    //! Returns whether a signal has arrived, even if interrupted() has not been emitted yet.
    static bool isPending();

Q_SIGNALS:
    void interrupted();
};

} // namespace Workbench::Cli
