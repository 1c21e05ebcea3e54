// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/panes/operationheader.h"

#include "core/base/visibletext.h"
#include "ui/forms/themelabel.h"
#include "ui/models/httpwords.h"
#include "ui/models/words.h"
#include "ui/panes/iconlabel.h"
#include "ui/theme/controls.h"

#include <QHBoxLayout>
#include <QMenu>
#include <QPainter>

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

namespace {

constexpr qsizetype maxTags = 4;
constexpr int narrowestPath = 72;

//! A path that gives up its middle where there is no room.
class PathChip final : public Chip {
public:
    PathChip(const QString &path, QWidget *parent)
        : Chip(path, parent)
        , m_path(path)
        , m_whole(Chip::sizeHint())
    {
        setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
        setAccessibleName(path);
    }
    QSize sizeHint() const override { return m_whole; }
    QSize minimumSizeHint() const override
    {
        return {std::min(narrowestPath, m_whole.width()), m_whole.height()};
    }

protected:
    void resizeEvent(QResizeEvent *event) override
    {
        Chip::resizeEvent(event);
        const int room = width() - (m_whole.width() - fontMetrics().horizontalAdvance(m_path));
        setText(
            width() >= m_whole.width() ? m_path : fontMetrics().elidedText(m_path, Qt::ElideMiddle, room));
        setToolTip(text() == m_path ? QString() : m_path);
    }

private:
    QString m_path;
    QSize m_whole;
};

} // namespace

OperationHeader::OperationHeader(QWidget *parent)
    : QWidget(parent)
    , m_icon(new IconLabel({}, ColorRole::TextSecond, this))
    , m_title(new ThemeLabel({}, ColorRole::Text, FontRole::Title, this))
    , m_chips(new QWidget(this))
    , m_chipRow(new QHBoxLayout(m_chips))
    , m_strict(new Chip(tr("strict cast ×"), this))
    , m_description(new ThemeLabel({}, ColorRole::TextSecond, FontRole::Body, this))
    , m_invoke(primaryButton(u"play"_s, tr("Invoke"), this))
    , m_cancel(plainButton(u"stop"_s, tr("Cancel"), this))
    , m_record(plainButton(u"record"_s, tr("Record"), this))
    , m_request(plainButton(u"code"_s, tr("Request"), this))
    , m_more(iconButton(u"more"_s, tr("More"), this))
    , m_menu(new QMenu(this))
{
    setObjectName(u"operationHeader"_s);
    m_title->setObjectName(u"operationTitle"_s);
    m_title->setElided(true);
    m_title->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Preferred);
    m_description->setObjectName(u"operationDescription"_s);
    m_description->setElided(true);
    m_description->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_invoke->setObjectName(u"invoke"_s);
    m_invoke->setToolTip(tr("Invoke the operation with this input (Ctrl+Return)"));
    setHint(m_invoke, tr("Ctrl+↵"));
    m_cancel->setObjectName(u"cancel"_s);
    m_record->setObjectName(u"record"_s);
    m_record->setToolTip(tr("Record this result as a fixture (Ctrl+E)"));
    m_request->setObjectName(u"showRequest"_s);
    m_request->setCheckable(true);
    m_request->setToolTip(tr("Show what would be sent, as the input is now (Ctrl+Shift+R)"));
    m_strict->setObjectName(u"strictCastChip"_s);
    m_strict->setColors(ColorRole::Selection, ColorRole::Accent);
    m_strict->setClickable(true);
    m_strict->setAccessibleName(tr("Strict cast is on: switch it off"));
    m_strict->setToolTip(tr(
        "A result that cannot be made to fit its output schema fails the call. Click to switch this off."));
    m_strict->hide();
    m_more->setObjectName(u"more"_s);
    m_more->setMenu(m_menu);
    m_more->setPopupMode(QToolButton::InstantPopup);
    m_chipRow->setContentsMargins(0, 0, 0, 0);
    m_chipRow->setSpacing(8);

    auto *titleRow = new QHBoxLayout;
    titleRow->setContentsMargins(0, 0, 0, 0);
    titleRow->setSpacing(8);
    titleRow->addWidget(m_icon);
    titleRow->addWidget(m_title);
    titleRow->addWidget(m_chips);
    titleRow->addWidget(m_strict);
    titleRow->addStretch(1);
    auto *words = new QVBoxLayout;
    words->setContentsMargins(0, 0, 0, 0);
    words->setSpacing(2);
    words->addStretch(1);
    words->addLayout(titleRow);
    words->addWidget(m_description);
    words->addStretch(1);
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(12, 0, 12, 1);
    row->setSpacing(8);
    row->addLayout(words, 1);
    row->addWidget(m_invoke);
    row->addWidget(m_cancel);
    row->addWidget(m_record);
    row->addWidget(m_request);
    row->addWidget(m_more);
    connect(m_invoke, &QPushButton::clicked, this, &OperationHeader::invokeRequested);
    connect(m_cancel, &QPushButton::clicked, this, &OperationHeader::cancelRequested);
    connect(m_record, &QPushButton::clicked, this, &OperationHeader::recordRequested);
    connect(m_request, &QPushButton::clicked, this, &OperationHeader::requestToggled);
    connect(m_strict, &QAbstractButton::clicked, this, &OperationHeader::strictCastDropped);
    setCompact(false);
}

Chip *OperationHeader::addChip(const QString &text)
{
    auto *chip = new Chip(text, m_chips);
    m_chipRow->addWidget(chip);
    return chip;
}

//! Where an operation of HTTP is found; its tags are the groups of the tree.
void OperationHeader::addRoute(const OperationSpec &spec)
{
    const std::optional<HttpRoute> route = httpRouteOf(spec);
    if (!route)
        return;
    addChip(visibleText(route->method, false, 40))->setObjectName(u"methodChip"_s);
    auto *path = new PathChip(visibleText(route->path, false, 400), m_chips);
    path->setObjectName(u"pathChip"_s);
    m_chipRow->addWidget(path);
    const QStringList servers = serversOf(spec);
    if (servers.isEmpty())
        return;
    QStringList lines;
    for (const QString &server : servers.first(std::min<qsizetype>(servers.size(), 20)))
        lines.append(visibleText(server, false, 200));
    Chip *chip = addChip(tr("%n servers", nullptr, int(servers.size())));
    chip->setObjectName(u"serversChip"_s);
    chip->setToolTip(lines.join(u'\n'));
}

void OperationHeader::setSpec(const OperationSpec &spec)
{
    m_isThere = true;
    m_isSubscription = spec.type == OperationType::Subscription;
    m_icon->setIcon(iconOf(spec.type), m_isSubscription ? ColorRole::Live : ColorRole::TextSecond);
    m_title->setFullText(visibleText(spec.id.name, false, 300));
    m_description->setFullText(visibleText(spec.description.simplified(), false, 600));
    m_description->setVisible(!m_compact && !spec.description.isEmpty());
    qDeleteAll(m_chips->findChildren<Chip *>());
    addChip(wordOf(spec.type));
    addRoute(spec);
    if (isDeprecated(spec)) {
        Chip *chip = addChip(tr("deprecated"));
        chip->setObjectName(u"deprecatedChip"_s);
        chip->setColors(ColorRole::WarningSoft, ColorRole::Warning);
    }
    m_title->setStruckOut(isDeprecated(spec));
    if (!httpRouteOf(spec)) {
        for (const QString &tag : spec.tags.first(std::min(spec.tags.size(), maxTags)))
            addChip(visibleText(tag, false, 40));
    }
    m_invoke->setText(m_isSubscription ? tr("Subscribe") : tr("Invoke"));
    m_invoke->setAccessibleName(m_invoke->text());
    updateButtons();
}

void OperationHeader::setMissing(const OperationId &id)
{
    m_isThere = false;
    if (m_icon->iconName().isEmpty())
        m_icon->setIcon(u"query"_s, ColorRole::Stale);
    m_title->setFullText(visibleText(id.name, false, 300));
    m_description->setFullText(tr("Its source is not connected, or no longer offers it."));
    updateButtons();
}

void OperationHeader::setRunning(bool running)
{
    // A disabled button would hand the focus to whatever comes next: these two hand it to each other.
    const bool hadFocus = m_invoke->hasFocus() || m_cancel->hasFocus();
    m_running = running;
    if (hadFocus) {
        QPushButton *next = running ? m_cancel : m_invoke;
        next->setEnabled(true);
        next->show();
        next->setFocus(Qt::OtherFocusReason);
    }
    updateButtons();
}

void OperationHeader::setRecordable(bool recordable)
{
    m_recordable = recordable;
    updateButtons();
}

void OperationHeader::updateButtons()
{
    m_invoke->setVisible(!(m_isSubscription && m_running));
    m_invoke->setEnabled(m_isThere && !m_running);
    m_cancel->setVisible(!m_isSubscription || m_running);
    m_cancel->setEnabled(m_running);
    const QString word = m_isSubscription ? tr("Stop") : tr("Cancel");
    m_cancel->setText(m_compact ? QString() : word);
    m_cancel->setAccessibleName(word);
    m_record->setEnabled(m_recordable && (m_isSubscription || !m_running));
    m_record->setText(m_compact ? QString() : tr("Record"));
    m_record->setAccessibleName(tr("Record"));
    m_request->setEnabled(m_isThere);
    m_request->setText(m_compact ? QString() : tr("Request"));
    m_request->setAccessibleName(tr("Request"));
    m_cancel->setToolTip(m_isSubscription ? tr("End the subscription") : tr("Cancel the call"));
}

void OperationHeader::setCompact(bool compact)
{
    m_compact = compact;
    setFixedHeight(compact ? 44 : 60);
    m_description->setVisible(!compact && !m_description->fullText().isEmpty());
    m_chips->setVisible(!compact);
    updateButtons();
}

void OperationHeader::setRequestShown(bool shown)
{
    m_request->setChecked(shown);
}

void OperationHeader::setStrictCast(bool strict)
{
    m_strict->setVisible(strict);
}

void OperationHeader::paintEvent(QPaintEvent *)
{
    QPainter(this).fillRect(0, height() - 1, width(), 1, Theme::of(this).color(ColorRole::Line));
}

} // namespace Workbench::Ui
