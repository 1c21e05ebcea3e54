// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/window/startpage.h"

#include "ui/forms/themelabel.h"
#include "ui/panes/iconlabel.h"
#include "ui/theme/building.h"
#include "ui/theme/controls.h"

#include <QAbstractButton>
#include <QLabel>
#include <QPainter>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

//! A large button with an icon, a title, a line of explanation and its shortcut. The line is wrapped if the
//! button is too narrow.
class ActionCard : public QAbstractButton {
public:
    ActionCard(const QString &iconName, const QString &title, const QString &text, const QString &shortcut,
        QWidget *parent)
        : QAbstractButton(parent)
        , m_icon(new IconLabel(iconName, ColorRole::TextSecond, this, 24))
        , m_text(new ThemeLabel(text, ColorRole::TextSecond, FontRole::Body, this))
    {
        setAccessibleName(title);
        setAccessibleDescription(text);
        setFocusPolicy(Qt::StrongFocus);
        setAttribute(Qt::WA_Hover);
        m_text->setWordWrap(true);
        auto *words =
            addAll(newColumn(4), {new ThemeLabel(title, ColorRole::Text, FontRole::Strong, this), m_text});
        m_shortcut = new ThemeLabel(shortcut, ColorRole::TextSecond, FontRole::Small, this);
        addAll(newRow(this, {margin, 12, margin, 12}, margin), {m_icon, {words, 1}, m_shortcut});
        for (QWidget *part : findChildren<QWidget *>())
            part->setAttribute(Qt::WA_TransparentForMouseEvents);
    }
    //! Returns a size with the explanation on one line.
    QSize sizeHint() const override
    {
        const int text = m_text->fontMetrics().horizontalAdvance(m_text->text()) + 1;
        const int width = text + m_icon->width() + m_shortcut->sizeHint().width() + 4 * margin;
        return {std::max(width, 560), QAbstractButton::sizeHint().height()};
    }

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
    }

private:
    static constexpr int margin = 16;
    IconLabel *m_icon;
    ThemeLabel *m_text;
    ThemeLabel *m_shortcut;
};

StartPage::StartPage(QWidget *parent)
    : QWidget(parent)
{
    setObjectName(u"startPage"_s);
    setBackgroundRole(QPalette::Base);
    setAutoFillBackground(true);
    auto *column = newColumn(8);
    addAll(new QHBoxLayout(this), {Stretch{}, column, Stretch{}});
    column->addStretch(2);
    m_title = named(new QLabel(this), u"startTitle"_s);
    m_title->setFont(Theme::of(this).font(FontRole::Title));
    column->addWidget(m_title);
    m_text = new QLabel(this);
    m_text->setForegroundRole(QPalette::PlaceholderText);
    m_text->setWordWrap(true);
    column->addWidget(m_text);
    setHasSources(false);
    column->addSpacing(12);

    const auto addCard = [&](const QString &name, void (StartPage::*signal)(), const QString &iconName,
                             const QString &title, const QString &text, const QKeySequence &keys) {
        const QString shortcut = keys.toString(QKeySequence::NativeText);
        auto *card = named(new ActionCard(iconName, title, text, shortcut, this), name);
        connect(card, &QAbstractButton::clicked, this, signal);
        column->addWidget(card);
        return card;
    };
    ActionCard *first =
        addCard(u"startAdd"_s, &StartPage::addSourceRequested, u"plus"_s, tr("Paste or drop a configuration"),
            tr("Or add any source by hand"), Qt::CTRL | Qt::SHIFT | Qt::Key_A);
    addCard(u"startDemo"_s, &StartPage::demoRequested, u"flask"_s, tr("Try the demo"),
        tr("A source of each kind, all on this computer"), {});
    addCard(u"startOpen"_s, &StartPage::openWorkspaceRequested, u"folder"_s, tr("Open a workspace"),
        tr("A file with sources and saved inputs"), QKeySequence::Open);
    setFocusProxy(first);
    first->setFocus();

    column->addSpacing(4);
    auto *label =
        new QLabel(tr("You can also paste a command or an address with Ctrl+V, for example:"), this);
    label->setFont(Theme::of(this).font(FontRole::Small));
    label->setForegroundRole(QPalette::PlaceholderText);
    label->setWordWrap(true);
    column->addWidget(label);
    QToolButton *example = linkButton(u"npx -y @modelcontextprotocol/server-everything"_s, this);
    example->setFont(Theme::of(this).font(FontRole::Data));
    example->setToolTip(tr("Fill in the form with this command"));
    connect(example, &QToolButton::clicked, this, [this, example] { Q_EMIT exampleChosen(example->text()); });
    addAll(column, {{example, 0, Qt::AlignLeft}, Stretch{3}});
}

void StartPage::setHasSources(bool hasSources)
{
    m_title->setText(hasSources ? tr("No operation is open") : tr("Nothing is open"));
    m_text->setText(hasSources ? tr("Pick an operation in Sources, or search for one with Ctrl+K. A double "
                                    "click connects a source.")
                               : tr("Connect a source, pick an operation, fill in the form, press Invoke."));
}

} // namespace Workbench::Ui

#include "moc_startpage.cpp"
