// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/error.h"

#include <QObject>

#include <memory>

namespace Workbench {

//! The demo's own MCP server (legacy era) over any pair of line streams: tools that declare an output schema,
//! that break it, that return JSON in text, {ok, data} and ToolEnvelope V1 results, images, audio, links,
//! errors, and one that is slow with progress. Understands no transport: feed it lines, send the lines it
//! emits.
class DemoServer : public QObject {
    Q_OBJECT
public:
    explicit DemoServer(QObject *parent = nullptr);
    ~DemoServer() override;
    //! One line without its newline.
    void receive(const QByteArray &line);

Q_SIGNALS:
    void send(const QByteArray &line);

private:
    struct Private;
    std::unique_ptr<Private> d;
};

//! Runs \a server over stdin and stdout until stdin ends; returns the exit code.
int serveOverStdio(DemoServer &server);

} // namespace Workbench
