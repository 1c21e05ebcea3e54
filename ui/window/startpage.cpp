// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/window/startpage.h"

#include "ui/theme/controls.h"
#include "ui/theme/icons.h"

#include <QAbstractButton>
#include <QApplication>
#include <QBoxLayout>
#include <QClipboard>
#include <QLabel>
#include <QPainter>

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

//! A large button with an icon, a title, a line of explanation and its shortcut.
class ActionCard : public QAbstractButton {
public:
    ActionCard(const QString &iconName, const QString &title, const QString &text, const QString &shortcut,
        QWidget *parent)
        : QAbstractButton(parent)
        , m_iconName(iconName)
        , m_text(text)
        , m_shortcut(shortcut)
    {
        setText(title);
        setAccessibleName(title);
        setAccessibleDescription(text);
        setFocusPolicy(Qt::StrongFocus);
        setAttribute(Qt::WA_Hover);
    }
    QSize sizeHint() const override { return {560, 64}; }

protected:
    void paintEvent(QPaintEvent *) override
    {
        const Theme &theme = Theme::of(this);
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        const bool focus = hasFocus();
        const qreal line = focus ? 2 : 1;
        painter.setPen(QPen(theme.color(focus ? ColorRole::Accent : ColorRole::Line), line));
        painter.setBrush(theme.color(underMouse() ? ColorRole::Hover : ColorRole::Base));
        painter.drawRoundedRect(QRectF(rect()).adjusted(line / 2, line / 2, -line / 2, -line / 2), 6, 6);
        const QRect iconRect(16, (height() - 24) / 2, 24, 24);
        Ui::icon(m_iconName, focus ? ColorRole::Accent : ColorRole::TextSecond).paint(&painter, iconRect);
        const int left = 56;
        painter.setPen(theme.color(ColorRole::Text));
        painter.setFont(theme.font(FontRole::Strong));
        painter.drawText(QRect(left, 10, width() - left - 16, 22), Qt::AlignLeft | Qt::AlignVCenter, text());
        painter.setPen(theme.color(ColorRole::TextSecond));
        painter.setFont(theme.font(FontRole::Body));
        painter.drawText(QRect(left, 32, width() - left - 16, 22), Qt::AlignLeft | Qt::AlignVCenter, m_text);
        painter.setFont(theme.font(FontRole::Small));
        painter.drawText(rect().adjusted(0, 0, -16, 0), Qt::AlignRight | Qt::AlignVCenter, m_shortcut);
    }

private:
    QString m_iconName;
    QString m_text;
    QString m_shortcut;
};

StartPage::StartPage(QWidget *parent)
    : QWidget(parent)
{
    setObjectName(u"startPage"_s);
    setBackgroundRole(QPalette::Base);
    setAutoFillBackground(true);
    auto *across = new QHBoxLayout(this);
    auto *column = new QVBoxLayout;
    column->setSpacing(8);
    across->addStretch(1);
    across->addLayout(column);
    across->addStretch(1);
    column->addStretch(2);
    auto *title = new QLabel(tr("Nothing is open"), this);
    title->setFont(Theme::of(this).font(FontRole::Title));
    column->addWidget(title);
    auto *text = new QLabel(
        tr("Connect something that answers, pick an operation, fill the form, press Invoke."), this);
    text->setForegroundRole(QPalette::PlaceholderText);
    column->addWidget(text);
    column->addSpacing(12);

    const auto native = [](const QKeySequence &keys) { return keys.toString(QKeySequence::NativeText); };
    auto *add = new ActionCard(u"plus"_s, tr("Add a source"),
        tr("An MCP server, an OpenAPI document, a hub or recorded fixtures"),
        native(Qt::CTRL | Qt::SHIFT | Qt::Key_A), this);
    add->setObjectName(u"startAdd"_s);
    connect(add, &QAbstractButton::clicked, this, &StartPage::addSourceRequested);
    auto *open = new ActionCard(u"folder"_s, tr("Open a workspace"),
        tr("A file with sources and saved inputs"), native(QKeySequence::Open), this);
    open->setObjectName(u"startOpen"_s);
    connect(open, &QAbstractButton::clicked, this, &StartPage::openWorkspaceRequested);
    auto *demo = new ActionCard(u"flask"_s, tr("Try the demo"),
        tr("Local operations and an MCP server, all on this machine"), {}, this);
    demo->setObjectName(u"startDemo"_s);
    connect(demo, &QAbstractButton::clicked, this, &StartPage::demoRequested);
    for (ActionCard *card : {add, open, demo})
        column->addWidget(card);
    setFocusProxy(add);
    add->setFocus();

    column->addSpacing(4);
    auto *hint = new QHBoxLayout;
    hint->setSpacing(8);
    auto *label = new QLabel(tr("Or paste a command:"), this);
    label->setFont(Theme::of(this).font(FontRole::Small));
    label->setForegroundRole(QPalette::PlaceholderText);
    hint->addWidget(label);
    QToolButton *example = linkButton(u"npx -y @modelcontextprotocol/server-everything"_s, this);
    example->setFont(Theme::of(this).font(FontRole::Data));
    example->setToolTip(tr("Fills the form with the command in the clipboard, or with this one"));
    connect(example, &QToolButton::clicked, this, [this, example] {
        const QString clipboard = QApplication::clipboard()->text().trimmed();
        const bool isCommand = !clipboard.isEmpty() && clipboard.size() < 1000 && !clipboard.contains(u'\n')
            && clipboard.contains(u' ');
        Q_EMIT commandPasted(isCommand ? clipboard : example->text());
    });
    hint->addWidget(example);
    hint->addStretch(1);
    column->addLayout(hint);
    column->addStretch(3);
}

} // namespace Workbench::Ui
