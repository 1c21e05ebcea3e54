// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/text/markdownview.h"

#include "core/base/visibletext.h"
#include "ui/theme/theme.h"

#include <QEvent>
#include <QTextBlock>
#include <QTextDocument>
#include <QTextList>
#include <QWheelEvent>

#include <cmath>

namespace Workbench::Ui {

namespace {

bool isCode(const QTextBlock &block)
{
    return block.isValid()
        && (block.blockFormat().hasProperty(QTextFormat::BlockCodeFence)
            || block.blockFormat().hasProperty(QTextFormat::BlockCodeLanguage)
            || block.blockFormat().nonBreakableLines());
}

} // namespace

MarkdownView::MarkdownView(QWidget *parent)
    : QTextBrowser(parent)
{
    setFrameShape(QFrame::NoFrame);
    setOpenLinks(false);
    setUndoRedoEnabled(false);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    document()->setDocumentMargin(0);
    document()->setIndentWidth(20);
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    connect(this, &QTextBrowser::anchorClicked, this, &MarkdownView::linkChosen);
}

void MarkdownView::showMarkdown(const QString &markdown)
{
    m_markdown = visibleText(QStringView(markdown).first(std::min(markdown.size(), maxText)), true);
    render();
}

void MarkdownView::render()
{
    document()->setDefaultFont(Theme::of(this).font(FontRole::Body));
    document()->setMarkdown(m_markdown,
        QTextDocument::MarkdownFeatures(QTextDocument::MarkdownDialectGitHub)
            | QTextDocument::MarkdownNoHTML);
    for (QTextBlock block = document()->begin(); block.isValid(); block = block.next())
        styleBlock(block);
    m_measured = {};
    updateGeometry();
}

//! Replaces the fonts and colours of Qt with those of the theme.
void MarkdownView::styleBlock(const QTextBlock &block)
{
    struct Piece {
        int position;
        int length;
        QTextCharFormat format;
    };
    const Theme &theme = Theme::of(this);
    const int level = block.blockFormat().headingLevel();
    const bool isCodeBlock = isCode(block);
    QList<Piece> pieces;
    for (auto at = block.begin(); !at.atEnd(); ++at) {
        QTextCharFormat format = at.fragment().charFormat();
        if (level > 0) {
            format.clearProperty(QTextFormat::FontSizeAdjustment);
            format.setFont(theme.font(level == 1 ? FontRole::Title : FontRole::Strong));
        } else if (format.fontFixedPitch() || isCodeBlock) {
            format.setFont(theme.font(FontRole::Data));
            if (!isCodeBlock)
                format.setBackground(theme.color(ColorRole::Header));
        }
        if (format.isAnchor()) {
            format.setForeground(theme.color(ColorRole::Accent));
            format.setFontUnderline(false);
        }
        pieces.append({at.fragment().position(), at.fragment().length(), format});
    }
    QTextBlockFormat around = block.blockFormat();
    const bool isInList = block.textList();
    const bool isBehindCode = !isCodeBlock && isCode(block.previous());
    around.setTopMargin(block == document()->begin() ? 0 : level > 0 || isBehindCode ? 10 : 0);
    around.setBottomMargin(isInList || level > 0 ? 4 : 8);
    if (isCodeBlock) {
        around.setBackground(theme.color(ColorRole::Header));
        around.setNonBreakableLines(false); // long lines wrap, because there is no horizontal scroll bar
        around.setBottomMargin(0);
    }
    QTextCursor cursor(block);
    cursor.setBlockFormat(around);
    for (const Piece &piece : std::as_const(pieces)) {
        cursor.setPosition(piece.position);
        cursor.setPosition(piece.position + piece.length, QTextCursor::KeepAnchor);
        cursor.setCharFormat(piece.format);
    }
}

QVariant MarkdownView::loadResource(int, const QUrl &)
{
    return {};
}

int MarkdownView::heightForWidth(int width) const
{
    if (m_measured.width() != width) {
        const qreal shown = document()->textWidth();
        document()->setTextWidth(width);
        m_measured = {width, int(std::ceil(document()->size().height())) + 2};
        document()->setTextWidth(shown);
    }
    return m_measured.height();
}

QSize MarkdownView::sizeHint() const
{
    constexpr int readable = 400;
    return {readable, heightForWidth(width() > 0 ? width() : readable)};
}

QSize MarkdownView::minimumSizeHint() const
{
    return {80, fontMetrics().height()};
}

void MarkdownView::changeEvent(QEvent *event)
{
    QTextBrowser::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::ApplicationFontChange)
        render();
}

void MarkdownView::wheelEvent(QWheelEvent *event)
{
    event->ignore(); // the view shows its whole text, so the parent scrolls
}

} // namespace Workbench::Ui

#include "moc_markdownview.cpp"
