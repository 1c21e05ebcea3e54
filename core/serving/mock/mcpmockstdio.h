// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/serving/mock/mcpmock.h"
#include "core/serving/stdiolines.h"

namespace Workbench {

//! An McpMock for the one client at the other end of stdin and stdout. It ends when stdin has ended and
//! everything is answered, or when a fault breaks the connection.
class McpMockStdio : public QObject {
    Q_OBJECT
public:
    //! Both outlive it.
    McpMockStdio(McpMock *mock, StdioLines *lines, QObject *parent = nullptr);

Q_SIGNALS:
    //! \a inOrder: by the client, not by a fault.
    void ended(bool inOrder);

private:
    void receive(const QByteArray &line);
    void deliver(const McpReply &reply);
    void endWhenDone();

    McpMock *m_mock;
    StdioLines *m_lines;
    bool m_hasInputEnded = false;
    bool m_isBroken = false;
};

} // namespace Workbench
