// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/schema/schema.h"

#include <QObject>

#include <memory>

namespace Workbench::Ui {

//! Validates values against a schema on a worker, one value at a time. If several values arrive during a
//! validation, only the newest is validated. Thus a hostile schema cannot block the window.
class InputValidator : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;

    //! With an absent schema, every value is valid. \a assertsFormats: a text that does not have its
    //! "format", such as "email", is an error. Otherwise formats are only annotations.
    void setSchema(const Json &schema, bool assertsFormats = false);
    //! Starts the validation of \a value. Emits checked() at the end unless a newer call replaces this one.
    void check(const Json &value);
    void forget(); //!< Discards the result of the running validation.

Q_SIGNALS:
    void checked(const Workbench::ValidationReport &report);

private:
    void start();

    Json m_source;
    bool m_assertsFormats = false;
    std::shared_ptr<const Result<Schema>> m_schema; //!< null if it is not compiled yet
    Json m_value;
    quint64 m_schemaNumber = 0;
    quint64 m_valueNumber = 0;
    bool m_waiting = false;
    bool m_isRunning = false;
};

} // namespace Workbench::Ui
