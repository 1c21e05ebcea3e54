// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/schema/schema.h"

#include <QFutureWatcher>
#include <QObject>

namespace Workbench::Ui {

//! Validates values against one schema on a worker, one at a time; of values that come meanwhile only the
//! newest is looked at. A hostile schema costs its budget there and not in the window.
class InputValidator : public QObject {
    Q_OBJECT
public:
    explicit InputValidator(QObject *parent = nullptr);

    void setSchema(const Json &schema); //!< absent: everything is valid
    void check(const Json &value);
    void forget(); //!< the answer on its way is no longer wanted

Q_SIGNALS:
    void checked(const Workbench::ValidationReport &report);

private:
    struct Answer {
        std::shared_ptr<const Result<Schema>> schema;
        ValidationReport report;
        quint64 schemaNumber = 0;
        quint64 valueNumber = 0;
    };
    static Answer work(Json source, std::shared_ptr<const Result<Schema>> schema, Json value,
        quint64 schemaNumber, quint64 valueNumber);
    void start();
    void finished();

    Json m_source;
    std::shared_ptr<const Result<Schema>> m_schema; //!< null: not compiled yet
    Json m_value;
    quint64 m_schemaNumber = 0;
    quint64 m_valueNumber = 0;
    bool m_waiting = false;
    QFutureWatcher<Answer> m_watcher;
};

} // namespace Workbench::Ui
