// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/json/json.h"

#include <QStringList>

#include <optional>

namespace Workbench {

//! Why a result is not what was declared for it or what it says of itself, and what to change. It explains;
//! it changes no data.
struct Diagnosis {
    enum class Severity : quint8 { Error, Warning, Info };
    //! One way to put it right, in the server.
    struct Fix {
        QString title; //!< "Return the bare data as structuredContent"
        QString code; //!< a line of pseudo-code: "return { structuredContent: result.data }"
    };

    QString code; //!< stable: "schema.describes-data-not-envelope"
    Severity severity = Severity::Error;
    QString message; //!< the text that belongs to the code \source core/envelope/recognition/README.md 9
    QString title; //!< in plain words
    QString cause; //!< a few sentences
    QString envelope; //!< its members as people write it, "{ok, data}"

    QString received; //!< what holds the value that was looked at: "structuredContent"
    QStringList failingPointers; //!< into the value received; the empty pointer is the whole of it
    QString failingText; //!< what is wrong there: "both names are missing here"
    std::optional<QString> validPointer; //!< the part of the value that the schema does describe
    QString validText; //!< "/data has them, and is valid"

    QString declared; //!< what declares the schema: "outputSchema"
    QStringList schemaPointers; //!< of the keywords that are not met, into the schema as declared
    QString schemaText; //!< what they ask for: "asks for both names at the root"

    QList<Fix> fixes; //!< each alone is enough

    Json subject; //!< what \c received names, where that is not the data as received
    Json counterpart; //!< what \c declared names, where that is not the schema
};

//! "error", "warning", "info"
QLatin1StringView severityName(Diagnosis::Severity severity);
//! "A", "B", …: how the fix at \a index is called.
QString fixLetter(qsizetype index);
//! All of it as plain text, to be printed or pasted into a report.
QString toText(const Diagnosis &diagnosis);
//! The part of \a received that the schema describes; absent when there is none.
Json validPart(const Diagnosis &diagnosis, const Json &received);

} // namespace Workbench
