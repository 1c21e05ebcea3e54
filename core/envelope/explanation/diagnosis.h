// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/json/json.h"

#include <QStringList>

#include <optional>

namespace Workbench {

//! Explains why a result does not match what was declared for it, or contradicts itself, and what to change.
//! It does not change data.
struct Diagnosis {
    enum class Severity : quint8 { Error, Warning, Info };
    //! One way to fix the problem in the server.
    struct Fix {
        QString title; //!< "Return the bare data as structuredContent"
        QString code; //!< a line of pseudo-code: "return { structuredContent: result.data }"
    };

    QString code; //!< stable: "schema.describes-data-not-envelope"
    Severity severity = Severity::Error;
    QString message; //!< the text for the code \source core/envelope/explanation/README.md 9
    QString title; //!< one line in plain language
    QString cause; //!< a few sentences
    QString envelope; //!< the members of the envelope, "{ok, data}"

    QString received; //!< name of the value that was examined: "structuredContent"
    QStringList failingPointers; //!< wrong places in that value; the empty pointer is the whole value
    QString failingText; //!< what is wrong there: "both names are missing here"
    std::optional<QString> validPointer; //!< the part of the value that the schema describes; nothing: none
    QString validText; //!< "/data has them, and is valid"

    QString declared; //!< name of the declaration: "outputSchema"
    QStringList schemaPointers; //!< keywords in the declared schema that are not met
    QString schemaText; //!< what these keywords require: "asks for both names at the root"

    QList<Fix> fixes; //!< alternatives; each one is sufficient

    Json subject; //!< the value that \c received names; absent: the received data
    Json counterpart; //!< the value that \c declared names; absent: the schema
};

//! Returns "error", "warning" or "info".
QLatin1StringView severityName(Diagnosis::Severity severity);
//! Returns the name of the fix at \a index: "A", "B", …
QString fixLetter(qsizetype index);
//! Returns the whole diagnosis as plain text, for printing or for a report.
QString toText(const Diagnosis &diagnosis);
//! Returns the part of \a received that the schema describes, or absent if there is none.
Json validPart(const Diagnosis &diagnosis, const Json &received);

} // namespace Workbench
