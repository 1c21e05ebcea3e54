// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/sources/mcp/mcpchannel.h"

namespace Workbench {

QFuture<Result<void>> settledAlready(const Result<void> &outcome)
{
    QPromise<Result<void>> promise;
    promise.start();
    promise.addResult(outcome);
    promise.finish();
    return promise.future();
}

} // namespace Workbench

#include "moc_mcpchannel.cpp"
