// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/envelope/explanation/recognition.h"

#include <initializer_list>

namespace Workbench {

//! Collects the notes of one recognition. \source core/envelope/explanation/README.md 9
class RecognitionNotes {
public:
    struct Value {
        QLatin1StringView name;
        QString text;
    };
    //! Adds a note. \a code must be in the table. Each {name} in its text is replaced by the value of that
    //! name.
    void add(QLatin1StringView code, std::initializer_list<Value> values = {});
    //! Adds tool-envelope.unsupported-version with the ending for a value that is shown as data.
    void addShownAsData(const QString &version);
    void append(const RecognitionNotes &other) { m_notes += other.m_notes; }
    QList<RecognitionNote> take() { return std::exchange(m_notes, {}); }

private:
    QList<RecognitionNote> m_notes;
};

//! Returns "error" or "errors".
QString errorWord(qsizetype count);

} // namespace Workbench
