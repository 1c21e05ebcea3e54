// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/forms/inputvalidator.h"

#include <QtConcurrentRun>

namespace Workbench::Ui {

InputValidator::InputValidator(QObject *parent)
    : QObject(parent)
{
    connect(&m_watcher, &QFutureWatcherBase::finished, this, &InputValidator::finished);
}

void InputValidator::setSchema(const Json &schema)
{
    m_source = schema;
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
    if (!m_watcher.isRunning())
        start();
}

void InputValidator::forget()
{
    ++m_valueNumber;
    m_waiting = false;
}

void InputValidator::start()
{
    m_waiting = false;
    m_watcher.setFuture(
        QtConcurrent::run(&InputValidator::work, m_source, m_schema, m_value, m_schemaNumber, m_valueNumber));
}

InputValidator::Answer InputValidator::work(Json source, std::shared_ptr<const Result<Schema>> schema,
    Json value, quint64 schemaNumber, quint64 valueNumber)
{
    if (!schema) {
        schema = std::make_shared<const Result<Schema>>(
            source.isAbsent() ? Result<Schema>(Schema()) : Schema::compile(source));
    }
    Answer answer{schema, {}, schemaNumber, valueNumber};
    if (schema->has_value()) {
        answer.report = (*schema)->validate(value);
    } else {
        answer.report.verdict = ValidationReport::Verdict::NotValidated;
        answer.report.reason = schema->error().message;
    }
    return answer;
}

void InputValidator::finished()
{
    const Answer answer = m_watcher.result();
    if (answer.schemaNumber == m_schemaNumber)
        m_schema = answer.schema;
    const bool isNewest = answer.valueNumber == m_valueNumber;
    if (m_waiting)
        start();
    if (isNewest)
        Q_EMIT checked(answer.report);
}

} // namespace Workbench::Ui

#include "moc_inputvalidator.cpp"
