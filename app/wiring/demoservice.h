// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QHash>
#include <QTcpServer>
#include <QTemporaryFile>

namespace Workbench::App {

//! A service of HTTP on this computer for the demo, with its OpenAPI document in a file.
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
    int m_lists = 0; //!< of books that were asked for
    QTcpServer m_server; //!< last, so that its sockets go while the rest is still there
};

} // namespace Workbench::App
