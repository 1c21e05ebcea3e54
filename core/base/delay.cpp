// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/base/delay.h"

#include "core/base/settle.h"

#include <QTimer>

namespace Workbench {

QFuture<bool> delay(std::chrono::milliseconds time, std::stop_token cancellation)
{
    const auto elapsed = std::make_shared<Settling<bool>>();
    auto *timer = new QTimer; // deletes itself when the future has settled
    timer->setSingleShot(true);
    timer->setTimerType(Qt::PreciseTimer);
    const auto settle = [timer](Settling<bool> &settling, bool isOver) {
        settling.settle(isOver);
        timer->deleteLater();
    };
    QObject::connect(timer, &QTimer::timeout, timer, [settle, elapsed] { settle(*elapsed, true); });
    timer->start(time);
    elapsed->onStop(
        std::move(cancellation), [settle, settling = elapsed.get()] { settle(*settling, false); });
    return elapsed->future();
}

} // namespace Workbench
