// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "ui/theme/theme.h"

#include <QByteArrayView>
#include <QList>

#include <memory>
#include <vector>

namespace Workbench::Ui {

class TextDocument;

//! A run of one colour. Offsets are in bytes from the start of the row.
struct TextToken {
    qsizetype begin = 0;
    qsizetype length = 0;
    ColorRole role = ColorRole::Text;
};

//! The state of a JSON scan. JSON strings end with their line, so each line begins with Outside.
enum class JsonScan : quint8 { Outside, String, Escape };

//! Returns the state at each multiple of TextLimits::checkpointBytes in a long line.
std::vector<quint8> jsonCheckpoints(QByteArrayView line);
//! Returns the state after \a bytes if the scan begins with \a state.
JsonScan advance(JsonScan state, QByteArrayView bytes);

//! Returns the colours of line[begin, end). \a state is the state of the scan at \a begin. Reads a little
//! beyond \a end to distinguish a key from a value.
QList<TextToken> jsonTokens(QByteArrayView line, qsizetype begin, qsizetype end, JsonScan state);
//! Returns the colours of a line of an HTTP head, which is the start line or a field.
QList<TextToken> httpTokens(QByteArrayView line, bool startLine);

//! Highlights other languages than JSON and HTTP (XML, YAML, HTML, Markdown) with KSyntaxHighlighting, and
//! maps its text styles to colour roles. Stores the state every few hundred lines, so that scrolling is
//! equally fast everywhere.
class OtherHighlighter {
public:
    OtherHighlighter();
    ~OtherHighlighter();
    void reset(const TextDocument &document); //!< Guesses the language from the first bytes.
    //! Returns the colours of a whole line, with offsets in bytes. Returns an empty list for large documents
    //! and long lines.
    QList<TextToken> tokens(const TextDocument &document, qsizetype line);

private:
    class Engine;
    std::unique_ptr<Engine> m_engine;
};

} // namespace Workbench::Ui
