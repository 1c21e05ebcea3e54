// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/session/sessions.h"

#include <QCoreApplication>
#include <QSignalSpy>

namespace Workbench::Test {

//! Closes every source and waits until all are closed, as the programs do. Coroutines that wait for an answer
//! are resumed from the event loop; without this, a source that is still connecting would leak at the end of
//! a test.
inline void closeSessions(Sessions &sessions)
{
    QSignalSpy closed(&sessions, &Sessions::allClosed);
    sessions.closeAll();
    if (closed.isEmpty())
        closed.wait(10'000);
    QCoreApplication::processEvents(); // a resumed coroutine may have resumed another one
}

} // namespace Workbench::Test
