// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/panes/viewpane.h"

#include "core/base/visibletext.h"
#include "ui/forms/themelabel.h"
#include "ui/panes/imageblock.h"

#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

namespace {

constexpr qsizetype maxBlocks = 100;
constexpr qsizetype maxText = 64 << 10;

Json blocksOf(const ResponseEnvelope &envelope)
{
    const auto *meta = std::get_if<McpMeta>(&envelope.meta());
    return meta ? meta->content : Json();
}

qint64 decodedSize(QByteArrayView base64)
{
    return base64.size() / 4 * 3;
}

} // namespace

ViewPane::ViewPane(QWidget *parent)
    : QScrollArea(parent)
    , m_column(nullptr)
{
    setObjectName(u"viewPane"_s);
    setAccessibleName(tr("Content of the result"));
    setWidgetResizable(true);
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    clear();
}

void ViewPane::clear()
{
    auto *page = new QWidget;
    m_column = new QVBoxLayout(page);
    m_column->setContentsMargins(12, 12, 12, 12);
    m_column->setSpacing(12);
    m_column->addStretch(1);
    setWidget(page);
}

bool ViewPane::hasView(const ResponseEnvelope &envelope)
{
    return blocksOf(envelope).size() > 0 || envelope.data.isString();
}

void ViewPane::setEnvelope(const ResponseEnvelope &envelope)
{
    clear();
    const Json blocks = blocksOf(envelope);
    for (qsizetype i = 0; i < std::min(blocks.size(), maxBlocks); ++i)
        addBlock(blocks.at(i));
    if (blocks.size() > maxBlocks)
        addText(tr("%n more blocks: see Meta", nullptr, int(blocks.size() - maxBlocks)), {});
    if (blocks.size() == 0 && envelope.data.isString())
        addText({}, envelope.data.toString());
}

void ViewPane::addBlock(const Json &block)
{
    const QString type = block.member("type"_L1).toString();
    const QString mimeType = visibleText(block.member("mimeType"_L1).toString(), false, 100);
    if (type == "text"_L1) {
        addText(tr("text"), block.member("text"_L1).toString());
    } else if (type == "image"_L1) {
        addImage(mimeType, block.member("data"_L1).utf8().toByteArray());
    } else if (type == "audio"_L1) {
        addText(tr("audio, %1, %2: not played")
                    .arg(mimeType, sizeText(decodedSize(block.member("data"_L1).utf8()))),
            {});
    } else if (type == "resource_link"_L1) {
        addText(tr("link to a resource, not read: %1")
                    .arg(visibleText(block.member("name"_L1).toString(), false, 200)),
            block.member("uri"_L1).toString());
    } else if (type == "resource"_L1) {
        const Json resource = block.member("resource"_L1);
        const QString uri = visibleText(resource.member("uri"_L1).toString(), false, 300);
        const QString innerType = visibleText(resource.member("mimeType"_L1).toString(), false, 100);
        const QByteArrayView blob = resource.member("blob"_L1).utf8();
        if (innerType.startsWith("image/"_L1) && !blob.isEmpty())
            addImage(innerType, blob.toByteArray());
        else if (!blob.isEmpty())
            addText(tr("resource %1, %2, %3").arg(uri, innerType, sizeText(decodedSize(blob))), {});
        else
            addText(tr("resource %1").arg(uri), resource.member("text"_L1).toString());
    } else {
        addText(tr("block of type “%1”: see Meta").arg(visibleText(type, false, 60)), {});
    }
}

void ViewPane::addText(const QString &caption, const QString &text)
{
    if (!caption.isEmpty()) {
        auto *label = new ThemeLabel(caption, ColorRole::TextSecond, FontRole::Small, widget());
        label->setWordWrap(true);
        m_column->insertWidget(m_column->count() - 1, label);
    }
    if (text.isEmpty())
        return;
    auto *body =
        new ThemeLabel(visibleText(text.left(maxText), true), ColorRole::Text, FontRole::Body, widget());
    body->setObjectName(u"viewText"_s);
    body->setWordWrap(true);
    body->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_column->insertWidget(m_column->count() - 1, body);
    if (text.size() > maxText)
        addText(tr("The rest is in Text."), {});
}

void ViewPane::addImage(const QString &mimeType, const QByteArray &base64)
{
    auto *image = new ImageBlock(mimeType, base64, widget());
    m_column->insertWidget(m_column->count() - 1, image);
}

} // namespace Workbench::Ui
