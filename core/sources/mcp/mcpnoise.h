// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QString>

namespace Workbench {

//! Collects what a server sent instead of an answer, for the error of a call without an answer. \source
//! core/sources/mcp/README.md 2.1
class McpNoise {
public:
    //! Adds \a bytes that are not a message; \a why gives the reason if it is known.
    void add(const QByteArray &bytes, const QString &why = {});
    //! Adds a message whose id no request had. \a said describes it in a sentence.
    void addForeign(const QString &said);
    //! Returns sentences about what was added, or an empty string. \a unfinished holds the bytes of a line
    //! whose end was not received yet.
    QString sentences(const QByteArray &unfinished) const;

private:
    qint64 m_count = 0;
    QString m_first;
    QString m_hint;
    QString m_foreign;
};

//! Returns a sentence that says why \a bytes are not a message, or an empty string if they do not show it.
QString noiseHint(const QByteArray &bytes);

//! Returns \a why in brackets after a space if \a bytes were meant as a message, or an empty string: the
//! reason why a line of a log is not a message does not help.
QString shownReason(const QByteArray &bytes, const QString &why);

//! Returns the id of the request that \a bytes, a message that could not be read, were meant to answer; 0 if
//! they do not show it.
qint64 answeredId(const QByteArray &bytes);

//! Returns \a bytes as safe text on one line, cut to a short length.
QString shownNoise(const QByteArray &bytes);

} // namespace Workbench
