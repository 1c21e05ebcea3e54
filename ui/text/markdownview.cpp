// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/text/markdownview.h"

#include "core/base/visibletext.h"
#include "ui/theme/theme.h"

#include <QEvent>
#include <QImage>
#include <QTextBlock>
#include <QTextCursor>
#include <QTextDocument>
#include <QTextList>
#include <QUrl>
#include <QWheelEvent>

#include <cmath>

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

namespace {

//! Returns the sentence that takes the place of an image: its host if it has one, and its text alternative.
QString imageText(const QTextImageFormat &image)
{
    constexpr qsizetype mostHost = 200;
    constexpr qsizetype mostText = 300;
    const QString alternative =
        visibleText(image.stringProperty(QTextFormat::ImageAltText).simplified(), false, mostText);
    const QUrl address(image.name());
    const bool isRemote = address.scheme() == "https"_L1 || address.scheme() == "http"_L1;
    const QString host =
        isRemote ? visibleText(address.host(QUrl::FullyEncoded), false, mostHost) : QString();
    if (!host.isEmpty() && !alternative.isEmpty())
        return MarkdownView::tr("Image at %1 is not loaded: %2").arg(host, alternative);
    if (!host.isEmpty())
        return MarkdownView::tr("Image at %1 is not loaded").arg(host);
    return alternative.isEmpty() ? MarkdownView::tr("Image is not shown")
                                 : MarkdownView::tr("Image is not shown: %1").arg(alternative);
}

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
    replaceImages();
    for (QTextBlock block = document()->begin(); block.isValid(); block = block.next())
        styleBlock(block);
    m_measured = {};
    updateGeometry();
}

//! Writes imageText() in brackets in place of each image, so that it wraps, and can be found and copied.
void MarkdownView::replaceImages()
{
    const QString object(QChar::ObjectReplacementCharacter);
    QTextCursor edit(document());
    edit.beginEditBlock(); // or each replacement would lay out the text again
    QTextCursor at = document()->find(object, 0);
    for (; !at.isNull(); at = document()->find(object, at)) {
        const QTextCharFormat format = at.charFormat();
        if (!format.isImageFormat()) // a character of the text
            continue;
        QTextCharFormat around;
        around.setForeground(Theme::of(this).color(ColorRole::TextSecond));
        if (format.isAnchor()) {
            around.setAnchor(true);
            around.setAnchorHref(format.anchorHref());
        }
        at.insertText(u'[' + imageText(format.toImageFormat()) + u']', around);
    }
    edit.endEditBlock();
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
    QImage nothing(1, 1, QImage::Format_ARGB32_Premultiplied);
    nothing.fill(Qt::transparent);
    return nothing;
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
