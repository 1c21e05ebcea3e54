// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "ui/text/texttokens_p.h"

#include <memory>

namespace Workbench::Ui {

class TextDocument;

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
