// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/envelope/recognition/recognition.h"

#include <initializer_list>

namespace Workbench {

//! The notes of one recognition. \source core/envelope/recognition/README.md 9
class RecognitionNotes {
public:
    struct Value {
        QLatin1StringView name;
        QString text;
    };
    //! \a code must be one of the table; {name} in its text becomes the value of that name.
    void add(QLatin1StringView code, std::initializer_list<Value> values = {});
    void addShownAsData(const QString &version); //!< the other ending of tool-envelope.unsupported-version
    void append(const RecognitionNotes &other) { m_notes += other.m_notes; }
    QList<RecognitionNote> take() { return std::exchange(m_notes, {}); }

private:
    QList<RecognitionNote> m_notes;
};

//! "null", "a boolean", "a number", "a string", "an array", "an object" or "missing".
QString kindWords(const Json &value);
//! "error" or "errors".
QString errorWord(qsizetype count);

} // namespace Workbench
