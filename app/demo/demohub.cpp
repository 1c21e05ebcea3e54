// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "app/demo/demohub.h"

#include "app/demo/demooperations.h"

using namespace Qt::StringLiterals;

namespace Workbench::App {

DemoHub::DemoHub(QObject *parent)
    : QObject(parent)
    , m_server(WebSocketServer::Options())
    , m_hub(&m_offered, Hub::Options())
{
    const QList<OperationRegistry::Registration> operations = demoOperations();
    for (OperationRegistry::Registration offered : operations) {
        if (!offered.spec.id.name.startsWith("clock."_L1))
            continue;
        offered.spec.id = OperationId::fromString(offered.spec.id.name);
        if (!m_offered.registerOperation(offered.spec, offered.handler))
            qWarning("the demo's hub does not offer %s", qPrintable(offered.spec.id.toString()));
    }
    connect(&m_server, &WebSocketServer::channelReady, this, [this] {
        while (std::unique_ptr<WebSocketPeer> channel = m_server.nextChannel())
            m_hub.addConnection(std::move(channel), {});
    });
    if (const Result<void> listening = m_server.listen(); !listening)
        qWarning("%s", qPrintable(listening.error().message));
}

DemoHub::~DemoHub() = default;

} // namespace Workbench::App

#include "moc_demohub.cpp"
