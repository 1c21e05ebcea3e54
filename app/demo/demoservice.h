// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QHash>
#include <QTcpServer>
#include <QTemporaryFile>

namespace Workbench::App {

//! An HTTP service on this computer for the demo, with its OpenAPI document in a temporary file.
class DemoService : public QObject {
    Q_OBJECT
public:
    explicit DemoService(QObject *parent);
    ~DemoService() override;

    QString documentPath() const { return m_document.fileName(); }

private:
    void read(class QTcpSocket *socket);

    QTemporaryFile m_document;
    QHash<QTcpSocket *, QByteArray> m_received;
    int m_lists = 0; //!< the number of answered requests for lists of books
    QTcpServer m_server; //!< the last member, so that its sockets are destroyed before the other members
};

} // namespace Workbench::App
