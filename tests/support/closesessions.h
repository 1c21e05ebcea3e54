// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/session/sessions.h"

#include <QCoreApplication>
#include <QSignalSpy>

namespace Workbench::Test {

//! Closes every source and waits for it, as the programs do: what waits for an answer is resumed from the
//! event loop, and what a source that was just connecting held would leak at the end of the test.
inline void closeSessions(Sessions &sessions)
{
    QSignalSpy closed(&sessions, &Sessions::allClosed);
    sessions.closeAll();
    if (closed.isEmpty())
        closed.wait(10'000);
    QCoreApplication::processEvents(); // one that was resumed may have resumed another
}

} // namespace Workbench::Test
