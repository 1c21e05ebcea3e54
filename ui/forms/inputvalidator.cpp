// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/forms/inputvalidator.h"

#include <QtConcurrentRun>

namespace Workbench::Ui {

namespace {

struct Answer {
    std::shared_ptr<const Result<Schema>> schema;
    ValidationReport report{};
};

//! Compiles \a source if \a schema is null. Runs on a worker.
Answer validated(Json source, bool assertsFormats, std::shared_ptr<const Result<Schema>> schema, Json value)
{
    if (!schema) {
        SchemaOptions options;
        options.assertFormats = assertsFormats;
        schema = std::make_shared<const Result<Schema>>(
            source.isAbsent() ? Result<Schema>(Schema()) : Schema::compile(source, options));
    }
    Answer answer{schema};
    if (schema->has_value()) {
        answer.report = (*schema)->validate(value);
    } else {
        answer.report.verdict = ValidationReport::Verdict::NotValidated;
        answer.report.reason = schema->error().message;
    }
    return answer;
}

} // namespace

void InputValidator::setSchema(const Json &schema, bool assertsFormats)
{
    m_source = schema;
    m_assertsFormats = assertsFormats;
    m_schema.reset();
    ++m_schemaNumber;
    ++m_valueNumber;
    m_waiting = false;
}

void InputValidator::check(const Json &value)
{
    m_value = value;
    ++m_valueNumber;
    m_waiting = true;
    if (!std::exchange(m_isRunning, true)) // queued, so that checked() never comes inside check()
        QMetaObject::invokeMethod(this, &InputValidator::start, Qt::QueuedConnection);
}

void InputValidator::forget()
{
    ++m_valueNumber;
    m_waiting = false;
}

void InputValidator::start()
{
    m_isRunning = std::exchange(m_waiting, false);
    if (!m_isRunning)
        return;
    QtConcurrent::run(validated, m_source, m_assertsFormats, m_schema, m_value)
        .then(this, [this, schemaNumber = m_schemaNumber, valueNumber = m_valueNumber](const Answer &answer) {
            if (schemaNumber == m_schemaNumber)
                m_schema = answer.schema;
            const bool isNewest = valueNumber == m_valueNumber;
            start();
            if (isNewest)
                Q_EMIT checked(answer.report);
        });
}

} // namespace Workbench::Ui

#include "moc_inputvalidator.cpp"
