// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/panes/viewpane.h"

#include "core/base/visibletext.h"
#include "ui/forms/themelabel.h"
#include "ui/models/shownlayers.h"
#include "ui/panes/contentblock.h"
#include "ui/panes/imageblock.h"
#include "ui/panes/payloadview.h"
#include "ui/text/jsonedit.h"
#include "ui/text/markdownview.h"
#include "ui/theme/building.h"
#include "ui/theme/controls.h"

#include <QScrollBar>

#include <utility>

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

namespace {

constexpr qsizetype maxShortText = 80; // bytes; a row of Tree shows such a text completely
constexpr qsizetype maxBlocks = 100;
constexpr qsizetype maxDescription = 2000;
constexpr qsizetype maxWholeText = 256 << 10; // bytes of all blocks together

const McpMeta *mcpMetaOf(const Outcome &outcome)
{
    return std::get_if<McpMeta>(&outcome.envelope.meta());
}

Json workflowOf(const Outcome &outcome)
{
    return outcome.recognition ? PayloadView::payloadIn(*outcome.recognition) : Json();
}

//! Returns where the line with a ToolEnvelope's base64 begins; -1: there is none. \source
//! core/envelope/explanation/README.md 3.1
qsizetype envelopeLine(QByteArrayView text)
{
    constexpr QByteArrayView mark{"__ENVELOPE_V"};
    if (text.trimmed().startsWith(mark)) // the usual case; avoids a search in a long text
        return 0;
    for (qsizetype at = text.lastIndexOf(mark); at > 0; at = text.lastIndexOf(mark, at - 1)) {
        if (text.at(at - 1) == '\n')
            return at;
    }
    return -1;
}

//! Returns the conversation as text: each message below its role, content other than text in brackets.
QString conversationText(const QList<McpMessage> &messages)
{
    QStringList parts;
    for (const McpMessage &message : messages) {
        QStringList lines{message.role + u':'};
        for (const McpBlock &block : message.blocks) {
            const BlockContent content = contentOf(block);
            if (content.isText())
                lines.append(content.held.toString());
            else
                lines.append(u"[%1]"_s.arg(content.uri.isEmpty() ? content.mimeType : content.uri));
        }
        parts.append(lines.join(u'\n'));
    }
    return parts.join(u"\n\n"_s) + u'\n';
}

//! Returns whether the data of a tool or a resource begins with this block.
bool isBlock(const Json &data, const McpBlock &block)
{
    const bool isResource = block.kind == McpBlock::Kind::Resource;
    return data.isObject()
        && (data.member("type"_L1) == block.raw.member("type"_L1)
            || (isResource && data.member("uri"_L1).toString() == block.uri));
}

//! Selects the next match behind the selection of \a label, or its first or last one if nothing is selected.
bool findIn(QLabel *label, const QString &text, bool backwards)
{
    const int selected = label->selectionStart();
    const qsizetype from = selected < 0 ? (backwards ? -1 : 0) : backwards ? selected - 1 : selected + 1;
    if (backwards && selected == 0)
        return false;
    const qsizetype at = backwards ? label->text().lastIndexOf(text, from, Qt::CaseInsensitive)
                                   : label->text().indexOf(text, from, Qt::CaseInsensitive);
    if (at >= 0)
        label->setSelection(int(at), int(text.size()));
    return at >= 0;
}

bool findIn(QWidget *shown, const QString &text, bool backwards)
{
    if (auto *label = qobject_cast<QLabel *>(shown))
        return findIn(label, text, backwards);
    return static_cast<MarkdownView *>(shown)->find(
        text, backwards ? QTextDocument::FindBackward : QTextDocument::FindFlags());
}

void unselect(QWidget *shown, bool atEnd)
{
    if (auto *label = qobject_cast<QLabel *>(shown)) {
        label->setSelection(0, 0);
        return;
    }
    auto *view = static_cast<MarkdownView *>(shown);
    view->moveCursor(atEnd ? QTextCursor::End : QTextCursor::Start);
}

const Json &receivedOf(const Outcome &outcome)
{
    return outcome.changes.isEmpty() ? outcome.envelope.data : outcome.receivedData;
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
    connect(verticalScrollBar(), &QScrollBar::rangeChanged, this, &ViewPane::keepPosition);
    connect(verticalScrollBar(), &QScrollBar::actionTriggered, this, [this] { m_position = 0; });
    clear();
}

void ViewPane::clear()
{
    m_shown.reset();
    m_position = 0;
    auto *page = new QWidget;
    m_column = newColumn(page);
    m_column->addStretch(1);
    setWidget(page);
    m_room = maxWholeText;
    m_imageRoom = std::make_shared<ImageRoom>();
}

qsizetype ViewPane::blockCount(const Outcome &outcome)
{
    const McpMeta *meta = mcpMetaOf(outcome);
    return meta ? meta->content.size() : 0;
}

bool ViewPane::hasPayload(const Outcome &outcome)
{
    return !workflowOf(outcome).isAbsent();
}

bool ViewPane::hasView(const Outcome &outcome)
{
    return blockCount(outcome) > 0 || receivedOf(outcome).isString() || hasPayload(outcome);
}

//! Returns whether a block is an image or audio, of which Tree would show only the base64.
bool ViewPane::hasMedia(const Outcome &outcome)
{
    for (qsizetype i = 0; i < std::min(blockCount(outcome), maxBlocks); ++i) {
        if (isMedia(McpBlock::read(mcpMetaOf(outcome)->content.at(i))))
            return true;
    }
    return false;
}

bool ViewPane::isContent(const Outcome &outcome)
{
    if (!outcome.changes.isEmpty()) // Tree shows the places of the changes
        return hasPayload(outcome);
    if (isConversation(outcome) || hasMedia(outcome))
        return true;
    if (!shownLayers(outcome).isEmpty()) // Tree shows what is inside
        return hasPayload(outcome);
    const Json &data = outcome.envelope.data;
    const qsizetype blocks = blockCount(outcome);
    if (data.isString()) {
        return data.utf8().size() > maxShortText || data.utf8().contains('\n')
            || bodyContent(data, contentTypeOf(outcome)).kind >= BlockContent::Kind::Image;
    }
    return blocks > 0 && data.isArray() && data.size() == blocks
        && isBlock(data.at(0), McpBlock::read(mcpMetaOf(outcome)->content.at(0)));
}

bool ViewPane::isConversation(const Outcome &outcome)
{
    return mcpMetaOf(outcome) && outcome.envelope.data.member("messages"_L1).isArray();
}

//! Adds a row for each block, with the role of its message. Text is shown as Markdown, because prompts
//! usually are.
void ViewPane::addConversation(const Outcome &outcome)
{
    const Json prompt = outcome.envelope.data;
    const QList<McpMessage> messages = messagesOf(prompt);
    if (const QString words = visibleText(prompt.member("description"_L1).toString(), true, maxDescription);
        !words.isEmpty())
        addWords(words);
    qsizetype shown = 0;
    for (const McpMessage &message : messages) {
        for (const McpBlock &block : message.blocks) {
            if (++shown > maxBlocks || m_room <= 0)
                continue;
            BlockContent content = contentOf(block);
            if (content.kind == BlockContent::Kind::Text)
                content.kind = BlockContent::Kind::Markdown;
            addRow(content, {})->setRole(message.role);
        }
    }
    if (shown == 0)
        addWords(tr("The prompt has no messages."));
    if (shown > maxBlocks || m_room <= 0)
        addWords(tr("The rest is in Text."));
    QPushButton *text = named(plainButton(u"copy"_s, tr("Copy as text"), widget()), u"copyConversation"_s);
    QPushButton *json =
        named(plainButton(u"braces"_s, tr("Copy as JSON"), widget()), u"copyConversationJson"_s);
    connect(text, &QPushButton::clicked, this, [messages] { copyText(conversationText(messages)); });
    connect(json, &QPushButton::clicked, this, [prompt] { copyText(indentedText(prompt)); });
    auto *row = addAll(newRow({12, 8, 12, 12}, 8), {text, json, Stretch{}});
    m_column->insertLayout(m_column->count() - 1, row);
}

std::optional<BlockContent> ViewPane::onlyText(const Outcome &outcome, const Json &shown)
{
    const std::optional<QString> type = contentTypeOf(outcome);
    std::optional<BlockContent> content;
    if (type && shown.isString()) {
        content = bodyContent(shown, type);
        if (content->kind == BlockContent::Kind::Json) // the string is a JSON value of the body
            return {};
    } else if (blockCount(outcome) == 1 && shown.isArray() && shown.size() == 1) {
        const McpBlock block = McpBlock::read(mcpMetaOf(outcome)->content.at(0));
        if (block.kind != McpBlock::Kind::Unknown && isBlock(shown.at(0), block))
            content = contentOf(block);
    }
    return content && content->isText() && content->held.isString() ? content : std::nullopt;
}

ViewPane::Shown ViewPane::shownOf(const Outcome &outcome) const
{
    const McpMeta *meta = mcpMetaOf(outcome);
    const Json &received = receivedOf(outcome);
    const bool isPlain = blockCount(outcome) == 0 && received.isString();
    return {.blocks = meta ? meta->content : Json(),
        .payload = workflowOf(outcome),
        .data = isConversation(outcome) ? outcome.envelope.data
            : isPlain                   ? received
                                        : Json(),
        .type = contentTypeOf(outcome).value_or(m_listedType)};
}

//! Returns the address of the first block, which tells the resources of a template apart.
QString ViewPane::addressIn(const Shown &shown)
{
    return shown.blocks.size() > 0 ? McpBlock::read(shown.blocks.at(0)).uri : QString();
}

void ViewPane::setOutcome(const Outcome &outcome)
{
    Shown shown = shownOf(outcome);
    if (m_shown == shown)
        return;
    const bool isOther = !m_shown || addressIn(*m_shown) != addressIn(shown);
    const int position = isOther ? 0 : std::max(m_position, verticalScrollBar()->value());
    clear();
    fill(outcome);
    m_shown = std::move(shown);
    m_position = position; // the new widgets have no height yet
    keepPosition();
}

//! Scrolls back as far as the content is high already. Images become higher when they are decoded.
void ViewPane::keepPosition()
{
    if (m_position == 0)
        return;
    const int wanted = m_position;
    verticalScrollBar()->setValue(wanted);
    if (verticalScrollBar()->maximum() >= wanted)
        m_position = 0;
}

void ViewPane::fill(const Outcome &outcome)
{
    const Json payload = workflowOf(outcome);
    if (!payload.isAbsent()) {
        auto *view = new PayloadView(payload, widget());
        view->layout()->setContentsMargins(12, 12, 12, 12);
        m_column->insertWidget(m_column->count() - 1, view);
    }
    const qsizetype blocks = blockCount(outcome);
    if (isConversation(outcome)) {
        addConversation(outcome);
        return;
    }
    for (qsizetype i = 0; i < std::min(blocks, maxBlocks); ++i) {
        const QString place = blocks > 1 ? tr("%L1 of %L2").arg(i + 1).arg(blocks) : QString();
        const bool isOpened = !payload.isAbsent() && outcome.recognition->envelopeBlock == i;
        const QString listedType = blocks == 1 ? m_listedType : QString(); // others may have another type
        addBlock(contentOf(McpBlock::read(mcpMetaOf(outcome)->content.at(i)), listedType), place, isOpened);
    }
    if (blocks > maxBlocks)
        addWords(tr("%n more blocks: see Meta", nullptr, int(blocks - maxBlocks)));
    const Json &received = receivedOf(outcome);
    if (blocks == 0 && received.isString()) {
        addBlock(bodyContent(received, contentTypeOf(outcome)), {}, false);
    }
}

bool ViewPane::find(const QString &text, bool backwards)
{
    m_position = 0; // the match decides
    QList<QWidget *> texts;
    for (QWidget *shown : widget()->findChildren<QWidget *>()) {
        const bool isText = qobject_cast<MarkdownView *>(shown) || shown->objectName() == "viewText"_L1
            || shown->objectName() == "payloadText"_L1;
        if (isText && shown->isVisible())
            texts.append(shown);
    }
    const qsizetype count = texts.size();
    const qsizetype last = m_found ? texts.indexOf(m_found.data()) : -1;
    const qsizetype begun = last < 0 && backwards ? 0 : last;
    // The search starts in the text with the last match, and ends with that text, from its other end.
    for (qsizetype step = last < 0 ? 1 : 0; count > 0 && step <= count; ++step) {
        const qsizetype at = (begun + (backwards ? -step : step) + count) % count;
        QWidget *shown = texts.at(at);
        if (step > 0)
            unselect(shown, backwards);
        if (!findIn(shown, text, backwards))
            continue;
        if (m_found && m_found != shown)
            unselect(m_found, false);
        m_found = shown;
        ensureWidgetVisible(shown, 0, 40);
        return true;
    }
    return false;
}

ContentBlock *ViewPane::addRow(const BlockContent &content, const QString &place)
{
    auto *block = new ContentBlock(content, place, widget(), m_imageRoom);
    m_column->insertWidget(m_column->count() - 1, block);
    if (content.isText())
        m_room -= std::min(content.size, ContentBlock::maxText);
    if (!content.uri.isEmpty() && m_canOpen && m_canOpen(content.uri)) {
        block->offerResource();
        connect(block, &ContentBlock::readRequested, this, &ViewPane::readRequested);
    }
    return block;
}

//! \a isOpened: PayloadView already shows a ToolEnvelope in the block.
void ViewPane::addBlock(const BlockContent &content, const QString &place, bool isOpened)
{
    if (m_room <= 0) {
        addWords(tr("%1, %2: see Text").arg(place, content.name));
        return;
    }
    ContentBlock *block = addRow(content, place);
    const qsizetype line = isOpened && content.isText() ? envelopeLine(content.held.utf8()) : -1;
    if (line >= 0) {
        block->cutText(line, tr("The ToolEnvelope (%1) is shown above.").arg(sizeText(content.size - line)));
    }
}

void ViewPane::addWords(const QString &words)
{
    auto *label = wrapped(new ThemeLabel(words, ColorRole::TextSecond, FontRole::Small, widget()));
    label->setContentsMargins(12, 8, 12, 8);
    m_column->insertWidget(m_column->count() - 1, label);
}

} // namespace Workbench::Ui

#include "moc_viewpane.cpp"
