// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/pages/manualpage.h"

#include "ui/forms/findbar.h"
#include "ui/theme/building.h"

#include <QDesktopServices>
#include <QEvent>
#include <QFile>
#include <QImage>
#include <QListWidget>
#include <QRegularExpression>
#include <QResizeEvent>
#include <QScrollBar>
#include <QTextBlock>
#include <QTextBrowser>
#include <QTextFragment>

#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

namespace {

constexpr auto firstTopic = "index.md"_L1;

QString manualPath(const QString &topic)
{
    return u":/manual/"_s + topic;
}

QString manualText(const QString &topic)
{
    QFile file(manualPath(topic));
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

QString manualTitle(const QString &markdown)
{
    return markdown.section(u'\n', 0, 0).mid(2).trimmed();
}

//! Returns the anchor of a heading, as repository hosts make it: "two-commands" for "Two commands".
QString slugOf(const QString &heading)
{
    static const QRegularExpression others(u"[^\\p{L}\\p{N} _-]"_s);
    return heading.toLower().remove(others).replace(u' ', u'-');
}

//! The topics of parts of the window, by class. A part without a topic has that of the part around it.
QString topicOfClass(QStringView name)
{
    struct Row {
        QLatin1StringView part;
        QLatin1StringView topic;
    };
    static constexpr std::array rows{
        Row{"AddSourceDialog"_L1, "sources.md"_L1},
        Row{"BottomPanel"_L1, "history.md"_L1},
        Row{"CertificateDialog"_L1, "signing-in.md#certificates"_L1},
        Row{"CheckPage"_L1, "checks.md#check-a-source"_L1},
        Row{"ComparePage"_L1, "history.md#compare"_L1},
        Row{"CompareWithDialog"_L1, "history.md#compare"_L1},
        Row{"DefinitionPage"_L1, "checks.md"_L1},
        Row{"DefinitionsDialog"_L1, "checks.md#changed-definitions"_L1},
        Row{"EnvironmentsDialog"_L1, "environments.md"_L1},
        Row{"ErrorCard"_L1, "errors.md"_L1},
        Row{"ExplanationCard"_L1, "results.md#envelopes-explained"_L1},
        Row{"FixturePage"_L1, "verifying.md"_L1},
        Row{"FixturesPane"_L1, "verifying.md"_L1},
        Row{"HistoryPane"_L1, "history.md"_L1},
        Row{"ImportPage"_L1, "import.md"_L1},
        Row{"InputEditor"_L1, "input.md"_L1},
        Row{"InputsDialog"_L1, "checks.md#check-a-source"_L1},
        Row{"InspectPage"_L1, "results.md#envelopes-explained"_L1},
        Row{"LogPane"_L1, "history.md#log"_L1},
        Row{"OperationPage"_L1, "input.md"_L1},
        Row{"PeerAskPane"_L1, "requests.md"_L1},
        Row{"PreferencesDialog"_L1, "preferences.md"_L1},
        Row{"RequestPane"_L1, "openapi.md"_L1},
        Row{"ResultPane"_L1, "results.md"_L1},
        Row{"ReviewDialog"_L1, "recording.md"_L1},
        Row{"RulesDialog"_L1, "verifying.md"_L1},
        Row{"SecretsDialog"_L1, "secrets.md"_L1},
        Row{"ServePage"_L1, "hubs.md#offering-operations-from-the-window"_L1},
        Row{"ServerPage"_L1, "sources.md#the-page-of-a-source"_L1},
        Row{"SignInDialog"_L1, "signing-in.md"_L1},
        Row{"SignInPage"_L1, "signing-in.md#the-steps-of-a-sign-in"_L1},
        Row{"SourcesPane"_L1, "sources.md"_L1},
        Row{"StartPage"_L1, "first-steps.md"_L1},
        Row{"StreamPane"_L1, "streams.md"_L1},
        Row{"TopBar"_L1, "environments.md"_L1},
        Row{"TrustDialog"_L1, "sources.md#trust"_L1},
        Row{"UpdatesPane"_L1, "resources.md"_L1},
        Row{"WarningsPane"_L1, "results.md#warnings"_L1},
        Row{"WirePane"_L1, "history.md#wire"_L1},
    };
    const auto found = std::ranges::find_if(rows, [name](const Row &row) { return name == row.part; });
    return found == rows.end() ? QString() : QString(found->topic);
}

//! A browser that only loads resources of the program, and shows pictures no wider than its own width.
class ManualBrowser : public QTextBrowser {
public:
    using QTextBrowser::QTextBrowser;
    QVariant loadResource(int type, const QUrl &name) override
    {
        const QUrl url = QUrl(u"qrc:/manual/"_s).resolved(name);
        if (url.scheme() != "qrc"_L1)
            return {};
        if (type != QTextDocument::ImageResource)
            return QTextBrowser::loadResource(type, url);
        QImage image(u':' + url.path());
        const int width = viewport()->width() - 2 * qRound(document()->documentMargin());
        if (width > 0 && image.width() > width) {
            image = image.scaledToWidth(qRound(width * devicePixelRatioF()), Qt::SmoothTransformation);
            image.setDevicePixelRatio(devicePixelRatioF());
        }
        return image;
    }

protected:
    void resizeEvent(QResizeEvent *event) override
    {
        QTextBrowser::resizeEvent(event);
        if (event->size().width() == event->oldSize().width())
            return;
        for (QTextBlock block = document()->begin(); block.isValid(); block = block.next()) {
            for (auto part = block.begin(); !part.atEnd(); ++part) {
                const QTextImageFormat format = part.fragment().charFormat().toImageFormat();
                if (!format.isValid())
                    continue;
                const QUrl name(format.name());
                document()->addResource(
                    QTextDocument::ImageResource, name, loadResource(QTextDocument::ImageResource, name));
                document()->markContentsDirty(block.position(), block.length());
            }
        }
    }
};

} // namespace

ManualPage::ManualPage(QWidget *parent)
    : ToolPage(u"manualPage"_s, u"info"_s, {}, parent)
    , m_pages(named(new QListWidget(this), u"manualPages"_s, tr("Pages of the manual")))
    , m_browser(named(new ManualBrowser(this), u"manualText"_s, tr("Manual")))
{
    setBackgroundRole(QPalette::NoRole);
    setAutoFillBackground(false);
    m_pages->setFixedWidth(220);
    m_pages->setFrameShape(QFrame::NoFrame);
    m_browser->setFrameShape(QFrame::NoFrame);
    m_browser->setOpenLinks(false);
    m_browser->document()->setDocumentMargin(24);
    auto *bar = new FindBar(tr("Find on this page of the manual"), m_browser, this);
    addAll(newRow(this), {m_pages, {addAll(newColumn(), {bar, {m_browser, 1}}), 1}});

    // The first page links to all other pages, in reading order.
    static const QRegularExpression link(u"\\]\\(([a-z-]+\\.md)\\)"_s);
    QStringList topics{firstTopic};
    const QString first = manualText(firstTopic);
    for (auto found = link.globalMatch(first); found.hasNext();)
        topics.append(found.next().captured(1));
    topics.removeDuplicates();
    for (const QString &topic : std::as_const(topics)) {
        auto *item = new QListWidgetItem(manualTitle(manualText(topic)), m_pages);
        item->setData(Qt::UserRole, topic);
    }
    connect(m_pages, &QListWidget::currentItemChanged, this, [this](const QListWidgetItem *item) {
        if (const QString topic = item ? item->data(Qt::UserRole).toString() : QString(); topic != m_topic)
            showTopic(topic);
    });
    connect(m_browser, &QTextBrowser::anchorClicked, this, [this](const QUrl &url) {
        if (url.scheme() == "https"_L1)
            QDesktopServices::openUrl(url);
        else
            showTopic(url.path().isEmpty() ? QString(m_topic + u'#' + url.fragment()) : url.toString());
    });
    showTopic(firstTopic);
}

void ManualPage::showTopic(const QString &topic)
{
    QString page = topic.section(u'#', 0, 0);
    if (page.isEmpty() || !QFile::exists(manualPath(page)))
        page = firstTopic;
    if (page != m_topic) {
        m_topic = page;
        const QString text = manualText(page);
        m_title = manualTitle(text);
        m_browser->setMarkdown(text);
        for (int row = 0; row < m_pages->count(); ++row) {
            if (m_pages->item(row)->data(Qt::UserRole) == page)
                m_pages->setCurrentRow(row);
        }
        Q_EMIT tabChanged();
    }
    goTo(topic.section(u'#', 1));
}

void ManualPage::goTo(const QString &heading)
{
    QTextBlock block = m_browser->document()->begin();
    while (block.isValid() && (block.blockFormat().headingLevel() == 0 || slugOf(block.text()) != heading))
        block = block.next();
    const QTextCursor cursor(block.isValid() ? block : m_browser->document()->begin());
    m_browser->setTextCursor(cursor);
    QScrollBar *bar = m_browser->verticalScrollBar();
    bar->setValue(bar->value() + m_browser->cursorRect(cursor).top());
}

QString ManualPage::topicOf(const QWidget *widget)
{
    for (; widget; widget = widget->parentWidget()) {
        const auto name = QString::fromLatin1(widget->metaObject()->className());
        if (const QString topic = topicOfClass(QStringView(name).sliced(name.lastIndexOf(u':') + 1));
            !topic.isEmpty())
            return topic;
    }
    return firstTopic;
}

void ManualPage::setCompact(bool compact)
{
    m_pages->setVisible(!compact);
}

void ManualPage::focusFirst()
{
    m_browser->setFocus();
}

//! Renders the page again when the palette changes: the colours of links and code are part of the document.
void ManualPage::changeEvent(QEvent *event)
{
    ToolPage::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && !m_topic.isEmpty())
        m_browser->setMarkdown(manualText(m_topic));
}

} // namespace Workbench::Ui

#include "moc_manualpage.cpp"
