// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/text/otherhighlighter_p.h"
#include "ui/text/textdocument_p.h"

#include <KSyntaxHighlighting/AbstractHighlighter>
#include <KSyntaxHighlighting/Definition>
#include <KSyntaxHighlighting/Format>
#include <KSyntaxHighlighting/Repository>
#include <KSyntaxHighlighting/State>
#include <KSyntaxHighlighting/Theme>

namespace Workbench::Ui {

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype checkpointLines = 256;
constexpr qsizetype highlightedBytes = 256 << 10; // the library takes about a second for a megabyte
constexpr qsizetype longestLine = 2000;

KSyntaxHighlighting::Repository &repository()
{
    static KSyntaxHighlighting::Repository repository;
    return repository;
}

QString languageOf(QByteArrayView bytes)
{
    const QByteArrayView start = bytes.first(qMin<qsizetype>(bytes.size(), 512)).trimmed();
    if (start.startsWith("<!DOCTYPE html") || start.startsWith("<!doctype html") || start.startsWith("<html"))
        return u"HTML"_s;
    if (start.startsWith('<'))
        return u"XML"_s;
    if (start.startsWith("---") || start.startsWith("openapi:") || start.startsWith("swagger:"))
        return u"YAML"_s;
    if (start.startsWith("# ") || start.startsWith("## ") || start.contains("\n#"))
        return u"Markdown"_s;
    return {};
}

ColorRole roleOf(KSyntaxHighlighting::Theme::TextStyle style)
{
    using Theme = KSyntaxHighlighting::Theme;
    switch (style) {
    case Theme::Keyword:
    case Theme::ControlFlow:
    case Theme::Function:
    case Theme::DataType:
    case Theme::Attribute:
    case Theme::Variable:
    case Theme::Preprocessor:
    case Theme::BuiltIn:
    case Theme::Import: return ColorRole::Key;
    case Theme::String:
    case Theme::VerbatimString:
    case Theme::SpecialString:
    case Theme::Char: return ColorRole::String;
    case Theme::DecVal:
    case Theme::BaseN:
    case Theme::Float: return ColorRole::Number;
    case Theme::Constant:
    case Theme::SpecialChar: return ColorRole::Keyword;
    case Theme::Comment:
    case Theme::CommentVar:
    case Theme::Documentation:
    case Theme::Annotation:
    case Theme::Operator:
    case Theme::RegionMarker: return ColorRole::Stale;
    case Theme::Error:
    case Theme::Alert: return ColorRole::Error;
    case Theme::Warning: return ColorRole::Warning;
    default: return ColorRole::Text;
    }
}

} // namespace

class OtherHighlighter::Engine : public KSyntaxHighlighting::AbstractHighlighter {
public:
    QList<TextToken> line(const TextDocument &document, qsizetype wanted)
    {
        qsizetype from = qMin(wanted / checkpointLines, qsizetype(m_states.size()) - 1) * checkpointLines;
        KSyntaxHighlighting::State state = m_states[size_t(from / checkpointLines)];
        for (;; ++from) {
            if (from % checkpointLines == 0 && size_t(from / checkpointLines) == m_states.size())
                m_states.push_back(state);
            m_tokens.clear();
            const QByteArrayView bytes = document.line(from);
            const QString text = QString::fromUtf8(bytes.first(qMin(bytes.size(), longestLine)));
            m_text = &text;
            state = highlightLine(text, state);
            m_text = nullptr;
            if (from == wanted)
                return m_tokens;
        }
    }

protected:
    void applyFormat(int offset, int length, const KSyntaxHighlighting::Format &format) override
    {
        const ColorRole role = roleOf(format.textStyle());
        if (role == ColorRole::Text || length == 0)
            return;
        const qsizetype begin = QStringView(*m_text).first(offset).toUtf8().size();
        m_tokens.append({begin, QStringView(*m_text).sliced(offset, length).toUtf8().size(), role});
    }

private:
    std::vector<KSyntaxHighlighting::State> m_states{KSyntaxHighlighting::State()};
    QList<TextToken> m_tokens;
    const QString *m_text = nullptr;
};

OtherHighlighter::OtherHighlighter() = default;
OtherHighlighter::~OtherHighlighter() = default;

void OtherHighlighter::reset(const TextDocument &document)
{
    m_engine.reset();
    if (document.syntax() != TextDocument::Syntax::Other || document.bytes().size() > highlightedBytes)
        return;
    const QString language = languageOf(document.bytes());
    if (language.isEmpty())
        return;
    const KSyntaxHighlighting::Definition definition = repository().definitionForName(language);
    if (!definition.isValid())
        return;
    m_engine = std::make_unique<Engine>();
    m_engine->setDefinition(definition);
}

QList<TextToken> OtherHighlighter::tokens(const TextDocument &document, qsizetype line)
{
    return m_engine ? m_engine->line(document, line) : QList<TextToken>();
}

} // namespace Workbench::Ui
