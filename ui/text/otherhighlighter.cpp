// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/text/textdocument_p.h"
#include "ui/text/texttokens_p.h"

#include <KSyntaxHighlighting/AbstractHighlighter>
#include <KSyntaxHighlighting/Definition>
#include <KSyntaxHighlighting/Format>
#include <KSyntaxHighlighting/Repository>
#include <KSyntaxHighlighting/State>
#include <KSyntaxHighlighting/Theme>

#include <algorithm>

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
    static constexpr std::pair<Theme::TextStyle, ColorRole> roles[] = {{Theme::Keyword, ColorRole::Key},
        {Theme::ControlFlow, ColorRole::Key}, {Theme::Function, ColorRole::Key},
        {Theme::DataType, ColorRole::Key}, {Theme::Attribute, ColorRole::Key},
        {Theme::Variable, ColorRole::Key}, {Theme::Preprocessor, ColorRole::Key},
        {Theme::BuiltIn, ColorRole::Key}, {Theme::Import, ColorRole::Key}, {Theme::String, ColorRole::String},
        {Theme::VerbatimString, ColorRole::String}, {Theme::SpecialString, ColorRole::String},
        {Theme::Char, ColorRole::String}, {Theme::DecVal, ColorRole::Number},
        {Theme::BaseN, ColorRole::Number}, {Theme::Float, ColorRole::Number},
        {Theme::Constant, ColorRole::Keyword}, {Theme::SpecialChar, ColorRole::Keyword},
        {Theme::Comment, ColorRole::Stale}, {Theme::CommentVar, ColorRole::Stale},
        {Theme::Documentation, ColorRole::Stale}, {Theme::Annotation, ColorRole::Stale},
        {Theme::Operator, ColorRole::Stale}, {Theme::RegionMarker, ColorRole::Stale},
        {Theme::Error, ColorRole::Error}, {Theme::Alert, ColorRole::Error},
        {Theme::Warning, ColorRole::Warning}};
    const auto *found = std::ranges::find(roles, style, &std::pair<Theme::TextStyle, ColorRole>::first);
    return found == std::end(roles) ? ColorRole::Text : found->second;
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
