// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/fixture/serving/httpserver.h"

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
    QTemporaryFile m_document;
    int m_lists = 0; //!< the number of answered requests for lists of books
    HttpServer m_server;
};

} // namespace Workbench::App
