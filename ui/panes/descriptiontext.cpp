// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/panes/descriptiontext.h"

#include "ui/text/markdownview.h"
#include "ui/theme/building.h"
#include "ui/theme/controls.h"

#include <QAbstractTextDocumentLayout>
#include <QEvent>
#include <QScrollArea>
#include <QTextBlock>
#include <QTextLayout>

#include <cmath>

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

namespace {
constexpr int gap = 8;
} // namespace

DescriptionText::DescriptionText(QWidget *parent)
    : QWidget(parent)
    , m_text(named(new MarkdownView, u"descriptionText"_s, tr("Description")))
    , m_area(newScrollArea(m_text, this))
    , m_more(named(linkButton(tr("More"), this), u"moreDescription"_s))
{
    m_text->setFocusPolicy(Qt::NoFocus);
    applyColor();
    m_area->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    addAll(newRow(this, {}, gap), {{m_area, 1}, {m_more, 0, Qt::AlignTop}});
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    connect(m_more, &QToolButton::clicked, this, [this] { setUnfolded(!m_isUnfolded); });
}

void DescriptionText::setMarkdown(const QString &text)
{
    if (text == m_markdown)
        return;
    m_markdown = text;
    m_text->showMarkdown(text);
    setUnfolded(false);
}

void DescriptionText::setRoom(int height, int lines)
{
    const bool isSame = height == m_highest && lines == m_mostLines;
    m_highest = height;
    m_mostLines = lines;
    if (!isSame)
        Q_EMIT heightChanged();
}

void DescriptionText::setUnfolded(bool unfolded)
{
    m_isUnfolded = unfolded;
    m_more->setText(unfolded ? tr("Less") : tr("More"));
    m_more->setAccessibleName(unfolded ? tr("Collapse the description") : tr("Show the whole description"));
    m_area->setVerticalScrollBarPolicy(unfolded ? Qt::ScrollBarAsNeeded : Qt::ScrollBarAlwaysOff);
    m_area->ensureVisible(0, 0);
    Q_EMIT heightChanged();
}

int DescriptionText::textWidth(int width) const
{
    return std::max(40, width - gap - m_more->sizeHint().width());
}

int DescriptionText::heightFor(int width) const
{
    const int whole = m_text->heightForWidth(textWidth(width));
    return std::max(m_more->height(), m_isUnfolded ? std::min(whole, m_highest) : foldedHeight(width));
}

void DescriptionText::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::StyleChange)
        applyColor();
}

void DescriptionText::applyColor()
{
    QPalette second = m_text->palette();
    second.setColor(QPalette::Text, Theme::of(this).color(ColorRole::TextSecond));
    m_text->setPalette(second);
}

//! The height ends below a line, never inside one.
int DescriptionText::foldedHeight(int width) const
{
    const int whole = m_text->heightForWidth(textWidth(width));
    QTextDocument *document = m_text->document();
    const qreal shown = document->textWidth();
    document->setTextWidth(textWidth(width));
    int lines = 0;
    int height = whole;
    for (QTextBlock block = document->begin(); block.isValid() && lines < m_mostLines; block = block.next()) {
        const qreal top = document->documentLayout()->blockBoundingRect(block).top();
        for (int i = 0; i < block.layout()->lineCount() && lines < m_mostLines; ++i) {
            const QTextLine line = block.layout()->lineAt(i);
            if (++lines == m_mostLines)
                height = int(std::ceil(top + line.y() + line.height()));
        }
    }
    document->setTextWidth(shown);
    return std::min(whole, height);
}

void DescriptionText::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    const int whole = m_text->heightForWidth(textWidth(width()));
    const int folded = foldedHeight(width());
    constexpr int tolerance = 4; // pixels below the last line
    m_more->setVisible(m_isUnfolded || whole > folded + tolerance);
    m_area->setMaximumHeight(m_isUnfolded ? QWIDGETSIZE_MAX : folded); // *More* beside the text may be higher
}

} // namespace Workbench::Ui

#include "moc_descriptiontext.cpp"
