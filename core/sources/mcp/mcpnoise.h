// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QString>

namespace Workbench {

//! What came while an answer was due, and was none: a time-out tells it. \source
//! core/sources/mcp/README.md 2.1
class McpNoise {
public:
    //! \a bytes are no message.
    void add(const QByteArray &bytes);
    //! A message with an id that no request had; \a said: what it says, for a person.
    void addForeign(const QString &said);
    //! Empty if nothing came, else sentences. \a unfinished is what came of a line that has no end yet.
    QString sentences(const QByteArray &unfinished) const;

private:
    qint64 m_count = 0;
    QString m_first;
    QString m_hint;
    QString m_foreign;
};

//! How \a bytes come to be no message, as far as they show it: a sentence; empty: they do not.
QString noiseHint(const QByteArray &bytes);

//! \a bytes for a person, on one line and cut.
QString shownNoise(const QByteArray &bytes);

} // namespace Workbench
