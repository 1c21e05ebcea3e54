// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "app/gui/tourhub.h"

using namespace Qt::StringLiterals;

namespace Workbench::App {

TourHub::TourHub(const OperationRegistry &operations, QObject *parent)
    : QObject(parent)
    , m_server(WebSocketServer::Options())
    , m_hub(&m_offered, Hub::Options())
{
    for (const QString &name : {u"now"_s, u"tick"_s}) {
        const OperationId demo{u"local"_s, u"clock."_s + name};
        const OperationSpec *spec = operations.getSpec(demo);
        if (!spec)
            continue;
        OperationSpec offered = *spec;
        offered.id = {u"clock"_s, name};
        if (!m_offered.registerOperation(offered, operations.getHandler(demo)))
            qWarning("the tour's hub does not offer %s", qPrintable(offered.id.toString()));
    }
    connect(&m_server, &WebSocketServer::channelReady, this, [this] {
        while (std::unique_ptr<WebSocketPeer> channel = m_server.nextChannel())
            m_hub.addConnection(std::move(channel), {});
    });
    if (const Result<void> listening = m_server.listen(); !listening)
        qWarning("%s", qPrintable(listening.error().message));
}

TourHub::~TourHub() = default;

} // namespace Workbench::App
