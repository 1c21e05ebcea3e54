// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/session/invocationrun.h"
#include "core/session/streamcollector.h"
#include "core/session/streamring.h"
#include "core/session/subscription.h"

namespace Workbench {

//! The part of a subscription that its flow and its connection keep alive.
struct Subscription::Private final : RunningCall, std::enable_shared_from_this<Private> {
    Subscription *q = nullptr; //!< null once the subscription is deleted
    std::unique_ptr<StreamCollector> collector;
    std::shared_ptr<QThreadPool> worker;

    StreamRing shown; //!< items that count() and at() return
    StreamRing held; //!< decoded items that are not announced yet
    StreamRing cleared; //!< items that the last clear() removed, for restore()
    qsizetype keepLast = 0;
    qint64 maxBytes = 0;
    bool isFlushScheduled = false;
    bool isFreeing = false;
    QElapsedTimer sinceFlush;
    QElapsedTimer sinceNoted;
    std::optional<std::pair<EndReason, Error>> end;

    struct Start {
        std::shared_ptr<SourceConnection> connection; //!< null: the operation belongs to no source
        QPointer<OperationRegistry> registry;
        OperationId id;
        Json input;
        CallContext context;
        StreamCollector::Setup setup;
    };
    void start(Start what);
    void take(const StreamItem &item);
    void finish(EndReason reason, const Error &error);
    void endNow(EndReason reason, const Error &error);
    void scheduleFlush(bool atOnce = false);
    void flush();
    void freeGone(); //!< Frees removed items from the event loop, in parts, until none is left.
    void note();
    void noteEnd();
    void endWith(const Error &why) override;

private:
    static Task<void> flow(std::shared_ptr<Private> self, Start what);
};

} // namespace Workbench
