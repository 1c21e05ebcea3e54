// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "ui/text/texttokens_p.h"

#include <memory>

namespace Workbench::Ui {

class TextDocument;

//! Colours what is neither JSON nor HTTP (XML, YAML, HTML, Markdown) by KSyntaxHighlighting, its text styles
//! mapped to our roles. Remembers the state every few hundred lines, so that scrolling costs the same
//! anywhere.
class OtherHighlighter {
public:
    OtherHighlighter();
    ~OtherHighlighter();
    void reset(const TextDocument &document); //!< guesses the language from the first bytes
    //! Colours of a whole line in bytes; nothing for large documents and long lines.
    QList<TextToken> tokens(const TextDocument &document, qsizetype line);

private:
    class Engine;
    std::unique_ptr<Engine> m_engine;
};

} // namespace Workbench::Ui
