// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/panes/operationheader.h"

#include "core/base/visibletext.h"
#include "ui/forms/themelabel.h"
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
    row->addWidget(m_more);
    connect(m_invoke, &QPushButton::clicked, this, &OperationHeader::invokeRequested);
    connect(m_cancel, &QPushButton::clicked, this, &OperationHeader::cancelRequested);
    connect(m_strict, &QAbstractButton::clicked, this, &OperationHeader::strictCastDropped);
    setCompact(false);
}

void OperationHeader::addChip(const QString &text)
{
    m_chipRow->addWidget(new Chip(text, m_chips));
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
    for (const QString &tag : spec.tags.first(std::min(spec.tags.size(), maxTags)))
        addChip(visibleText(tag, false, 40));
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

void OperationHeader::updateButtons()
{
    m_invoke->setVisible(!(m_isSubscription && m_running));
    m_invoke->setEnabled(m_isThere && !m_running);
    m_cancel->setVisible(!m_isSubscription || m_running);
    m_cancel->setEnabled(m_running);
    const QString word = m_isSubscription ? tr("Stop") : tr("Cancel");
    m_cancel->setText(m_compact ? QString() : word);
    m_cancel->setAccessibleName(word);
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

void OperationHeader::setStrictCast(bool strict)
{
    m_strict->setVisible(strict);
}

void OperationHeader::paintEvent(QPaintEvent *)
{
    QPainter(this).fillRect(0, height() - 1, width(), 1, Theme::of(this).color(ColorRole::Line));
}

} // namespace Workbench::Ui
