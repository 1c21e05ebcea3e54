// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/error.h"

namespace Workbench {

//! A call or a stream that a connection has to end when it goes away.
class RunningCall {
public:
    virtual ~RunningCall() = default;
    //! Ends it here and now unless it has ended already; the adapter may be slow to say so itself.
    virtual void connectionLost(const Error &why) = 0;
};

} // namespace Workbench
