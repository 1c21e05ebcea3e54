// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/panes/contentblock.h"

#include "core/base/visibletext.h"
#include "core/json/jsonparser.h"
#include "ui/forms/themelabel.h"
#include "ui/panes/audioblock.h"
#include "ui/panes/iconlabel.h"
#include "ui/panes/imageblock.h"
#include "ui/panes/savefile.h"
#include "ui/text/jsonedit.h"
#include "ui/text/markdownview.h"
#include "ui/theme/building.h"
#include "ui/theme/controls.h"
#include "ui/theme/zoom.h"

#include <QClipboard>
#include <QDesktopServices>
#include <QGuiApplication>
#include <QPainter>
#include <QToolButton>
#include <QUrl>

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

namespace {

constexpr int lineHeight = 28;
constexpr int roleBar = 2;
constexpr int roomOfFacts = 150; // pixels
constexpr int leastName = 120; // pixels of the name before the facts beside it

//! The header line of a block. Where there is not enough space for the texts of the buttons, only their icons
//! are shown; the texts are always in the tooltips.
class BlockLine final : public Strip {
public:
    using Strip::Strip;
    void setFacts(const QWidget *facts) { m_facts = facts; } //!< the label beside the name
    void addButton(QToolButton *button)
    {
        layout()->addWidget(button);
        m_buttons.append({button, button->sizeHint().width()});
        button->setToolTip(button->text());
    }

protected:
    bool event(QEvent *event) override
    {
        const bool isKnown = Strip::event(event);
        if (event->type() == QEvent::LayoutRequest || event->type() == QEvent::Resize)
            fit();
        return isKnown;
    }

private:
    void fit()
    {
        int least = layout()->totalMinimumSize().width();
        if (m_facts) // the facts matter more than the texts of buttons with well-known icons
            least += std::min(m_facts->sizeHint().width(), roomOfFacts);
        for (const auto &[button, whole] : std::as_const(m_buttons)) {
            if (!button->isHidden())
                least += whole - button->minimumSizeHint().width();
        }
        if (std::exchange(m_isShort, least > width()) == (least > width()))
            return;
        for (const auto &[button, whole] : std::as_const(m_buttons))
            button->setToolButtonStyle(m_isShort ? Qt::ToolButtonIconOnly : Qt::ToolButtonTextBesideIcon);
    }

    const QWidget *m_facts = nullptr;
    struct Button {
        QToolButton *button;
        int whole; //!< its width with text, in pixels
    };
    QList<Button> m_buttons;
    bool m_isShort = false;
};

QString blockIcon(BlockContent::Kind kind)
{
    switch (kind) {
    case BlockContent::Kind::Image: return u"image"_s;
    case BlockContent::Kind::Audio: return u"play"_s;
    case BlockContent::Kind::Link: return u"link"_s;
    case BlockContent::Kind::Json:
    case BlockContent::Kind::Unknown: return u"braces"_s;
    case BlockContent::Kind::Markdown:
    case BlockContent::Kind::Binary: return u"resource"_s;
    default: return u"text"_s;
    }
}

//! Returns the part of the text that is shown. Decodes no more than that.
QString headOf(const BlockContent &content)
{
    constexpr qsizetype most = ContentBlock::maxText;
    const QByteArrayView utf8 = content.held.utf8();
    return QString::fromUtf8(utf8.first(std::min(utf8.size(), 4 * most + 4))).left(most);
}

//! Returns the host as DNS looks it up, with a remark if its name or scheme is suspicious.
QString hostText(const QUrl &address)
{
    const QString host = visibleText(address.host(QUrl::FullyEncoded), false, 300);
    if (address.host() != address.host(QUrl::FullyEncoded))
        return ContentBlock::tr("%1: its name has letters other than a to z").arg(host);
    return address.scheme() == "http"_L1 ? ContentBlock::tr("%1, not encrypted").arg(host) : host;
}

bool isForBrowser(const QUrl &address)
{
    return address.scheme() == "https"_L1 || address.scheme() == "http"_L1;
}

} // namespace

ContentBlock::ContentBlock(const BlockContent &content, const QString &place, QWidget *parent,
    const std::shared_ptr<ImageRoom> &room)
    : QWidget(parent)
    , m_content(content)
    , m_column(newColumn(this))
{
    setObjectName(u"contentBlock"_s);
    makeLine(place);
    switch (content.kind) {
    case BlockContent::Kind::Text: addText(); break;
    case BlockContent::Kind::Markdown: addMarkdown(); break;
    case BlockContent::Kind::Json:
    case BlockContent::Kind::Unknown: addJson(); break;
    case BlockContent::Kind::Image: addImage(room); break;
    case BlockContent::Kind::Audio: addAudio(); break;
    case BlockContent::Kind::Link: addLink(); break;
    case BlockContent::Kind::Binary:
        addWords(tr("Data of this type cannot be shown. Save it to open it with another program."));
        break;
    }
    if (m_content.size >= 0)
        addAction(u"export"_s, tr("Save…"), u"saveBlock"_s, [this] { save(); });
}

void ContentBlock::makeLine(const QString &place)
{
    auto *line = new BlockLine(this);
    line->setFill(ColorRole::Window);
    setZoomedHeight(line, lineHeight);
    line->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed); // or the text would set the block's width
    m_line = newRow(line, {12, 0, 8, 1}, 8);
    m_icon = new IconLabel(blockIcon(m_content.kind), ColorRole::TextSecond, line);
    m_name = named(new ThemeLabel({}, ColorRole::Text, FontRole::Strong, line), u"blockName"_s);
    m_name->setElided(true);
    m_name->setFullText(m_content.name);
    m_name->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Preferred);
    m_name->setMinimumWidth(std::min(m_name->sizeHint().width(), leastName));
    QStringList facts{place, m_content.type, m_content.size < 0 ? QString() : sizeText(m_content.size),
        m_content.annotations};
    facts.removeAll({});
    m_always = facts.join(u" · "_s);
    m_facts = named(elidedLabel(ColorRole::TextSecond, FontRole::Small, line), u"blockFacts"_s);
    addAll(m_line, {m_icon, m_name, {m_facts, 1}});
    line->setFacts(m_facts);
    setFact({});
    m_column->addWidget(line);
}

void ContentBlock::setRole(const QString &role)
{
    m_role = role;
    m_column->setContentsMargins(roleBar, 0, 0, 0);
    const bool isUser = role == "user"_L1;
    m_icon->setIcon(isUser ? u"person"_s : u"prompt"_s, isUser ? ColorRole::Accent : ColorRole::TextSecond);
    m_name->setFullText(role.isEmpty() ? tr("no role") : visibleText(role, false, 40));
    m_always = m_always.isEmpty() ? m_content.name : m_content.name + u" · "_s + m_always;
    setFact({});
}

void ContentBlock::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    if (!m_role.isEmpty()) {
        painter.fillRect(0, 0, roleBar, height(),
            Theme::of(this).color(m_role == "user"_L1 ? ColorRole::Accent : ColorRole::Stale));
    }
}

void ContentBlock::setFact(const QString &fact)
{
    m_facts->setFullText(m_always.isEmpty() || fact.isEmpty() ? QString(m_always + fact)
                                                              : QString(m_always + u" · "_s + fact));
}

QToolButton *ContentBlock::addAction(
    const QString &iconName, const QString &text, const QString &name, const std::function<void()> &action)
{
    QToolButton *button = named(quietButton(iconName, text, this), name);
    setZoomedHeight(button, 24);
    connect(button, &QToolButton::clicked, this, action);
    static_cast<BlockLine *>(m_line->parentWidget())->addButton(button);
    return button;
}

//! Adds \a body with the margins that the names of rows have.
QWidget *ContentBlock::addBody(QWidget *body)
{
    m_column->addLayout(addAll(newColumn({12, 8, 12, 12}), {body}));
    return body;
}

void ContentBlock::addWords(const QString &words)
{
    auto *label = wrapped(new ThemeLabel(words, ColorRole::TextSecond, FontRole::Body, this));
    addBody(label);
}

void ContentBlock::addText()
{
    const QString head = headOf(m_content);
    m_text = wrapped(
        named(new ThemeLabel(visibleText(head, true), ColorRole::Text, FontRole::Body, this), u"viewText"_s));
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    addBody(m_text);
    if (m_content.held.utf8().size() > head.toUtf8().size()) {
        addWords(m_content.encoded.isAbsent() ? tr("The rest is in Text.")
                                              : tr("The rest is not shown. Save the block to read it."));
    }
    addAction(u"copy"_s, tr("Copy"), u"copyBlock"_s, [this] { copyText(m_content.held.toString()); });
}

//! Shows valid JSON indented. Copy and Save use the text as received.
void ContentBlock::addJson()
{
    addText();
    m_text->setFontRole(FontRole::Data);
    if (m_content.size > maxText)
        return;
    if (const Result<Json> value = parseJson(m_content.held.utf8().toByteArray()))
        m_text->setText(visibleText(indentedText(*value), true));
}

void ContentBlock::addMarkdown()
{
    auto *faces = named(new SegmentControl(this), u"markdownFaces"_s);
    faces->setAccessibleName(tr("Markdown rendered or as its source"));
    faces->addSegment(tr("Rendered"));
    faces->addSegment(tr("Source"));
    m_line->addWidget(faces);
    m_markdown = named(new MarkdownView(this), u"viewMarkdown"_s, m_content.name);
    m_markdown->showMarkdown(headOf(m_content));
    addBody(m_markdown);
    addText();
    m_text->hide();
    connect(m_markdown, &MarkdownView::linkChosen, this, &ContentBlock::offerLink);
    connect(faces, &SegmentControl::currentChanged, this, [this](int face) {
        m_markdown->setVisible(face == 0);
        m_text->setVisible(face == 1);
    });
}

void ContentBlock::addImage(const std::shared_ptr<ImageRoom> &room)
{
    auto *image = new ImageBlock(m_content.held.utf8().toByteArray(), this, room);
    addBody(image);
    QToolButton *smaller = named(iconButton(u"minus"_s, tr("Smaller"), this), u"imageSmaller"_s);
    auto *percent =
        named(new ThemeLabel({}, ColorRole::TextSecond, FontRole::Small, this), u"imagePercent"_s);
    QToolButton *larger = named(iconButton(u"plus"_s, tr("Larger"), this), u"imageLarger"_s);
    addAll(m_line, {smaller, percent, larger});
    QToolButton *fit = addAction(u"image"_s, tr("Fit"), u"imageFit"_s, [image] { image->fit(); });
    QToolButton *copy = addAction(u"copy"_s, tr("Copy image"), u"copyImage"_s,
        [image] { QGuiApplication::clipboard()->setImage(image->image()); });
    const QList<QWidget *> actions{smaller, percent, larger, fit, copy};
    for (QWidget *action : actions)
        action->hide(); // until the image is decoded
    for (QToolButton *button : {smaller, larger})
        setZoomedSide(button, 24);
    connect(smaller, &QToolButton::clicked, image, [image] { image->zoom(-1); });
    connect(larger, &QToolButton::clicked, image, [image] { image->zoom(1); });
    connect(image, &ImageBlock::zoomed, percent,
        [image, percent] { percent->setText(tr("%L1 %").arg(image->percent())); });
    connect(image, &ImageBlock::decoded, this, [this, image, percent, actions] {
        setFact(image->facts());
        percent->setText(tr("%L1 %").arg(image->percent()));
        for (QWidget *action : actions)
            action->setVisible(!image->image().isNull());
    });
}

void ContentBlock::addAudio()
{
#ifdef QT_MULTIMEDIA_LIB // Qt defines this macro if Qt Multimedia is linked
    if (m_content.size <= AudioBlock::maxBytes)
        addBody(new AudioBlock(m_content.held, this));
    else
        addWords(tr("The audio is too large to play. Save it to listen to it."));
#else
    addWords(tr("This build cannot play audio. Save it to listen to it."));
#endif
}

void ContentBlock::addLink()
{
    if (!m_content.description.isEmpty())
        addWords(m_content.description);
    auto *address =
        new ThemeLabel(visibleText(m_content.uri, false, 500), ColorRole::Text, FontRole::Data, this);
    address->setObjectName(u"linkAddress"_s);
    address->setWordWrap(true);
    address->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    addBody(address);
    if (const QUrl url(m_content.uri, QUrl::StrictMode); isForBrowser(url)) {
        addAction(u"globe"_s, tr("Open…"), u"offerLink"_s, [this, url] { offerLink(url); });
    }
    addAction(u"copy"_s, tr("Copy"), u"copyBlock"_s, [this] { copyText(m_content.uri); });
}

void ContentBlock::offerResource()
{
    addAction(u"resource"_s, tr("Open resource"), u"openResource"_s,
        [this] { Q_EMIT readRequested(m_content.uri); });
}

//! The text of a link may name another address than its target. Therefore the real host is shown on a line of
//! its own, above the whole address.
void ContentBlock::offerLink(const QUrl &address)
{
    delete m_offer;
    m_offer = new QWidget(this);
    auto *host = new ThemeLabel(hostText(address), ColorRole::Text, FontRole::Strong, m_offer);
    auto *whole = new ThemeLabel(visibleText(QString::fromUtf8(address.toEncoded()), false, 2000),
        ColorRole::TextSecond, FontRole::Data, m_offer);
    host->setObjectName(u"offeredHost"_s);
    whole->setObjectName(u"offeredLink"_s);
    for (ThemeLabel *label : {host, whole})
        label->setWordWrap(true);
    auto *words = addAll(new QVBoxLayout, {host, whole});
    auto *row = newRow(m_offer, {12, 0, 8, 8}, 8);
    row->addLayout(words, 1);
    if (isForBrowser(address)) {
        QToolButton *open = named(quietButton(u"globe"_s, tr("Open"), m_offer), u"openLink"_s);
        row->addWidget(open);
        connect(open, &QToolButton::clicked, this, [address] { QDesktopServices::openUrl(address); });
    }
    QToolButton *copy = quietButton(u"copy"_s, tr("Copy"), m_offer);
    row->addWidget(copy);
    connect(
        copy, &QToolButton::clicked, this, [address] { copyText(QString::fromUtf8(address.toEncoded())); });
    m_column->addWidget(m_offer);
}

void ContentBlock::cutText(qsizetype at, const QString &words)
{
    m_text->setText(visibleText(QString::fromUtf8(m_content.held.utf8().first(at).trimmed()), true, maxText));
    m_text->setVisible(at > 0);
    addWords(words);
}

void ContentBlock::save()
{
    saveFile(this,
        {tr("Save block"), m_content.fileName(), [content = m_content] { return content.bytes(); },
            [this](const QString &said) {
                m_facts->setFullText(said); // without the other facts: the sentence may be long
            }});
}

} // namespace Workbench::Ui

#include "moc_contentblock.cpp"
