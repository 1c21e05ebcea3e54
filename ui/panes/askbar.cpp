// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/panes/askbar.h"

#include "ui/forms/themelabel.h"
#include "ui/panes/iconlabel.h"
#include "ui/theme/building.h"

#include <QKeyEvent>

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

AskBar::AskBar(QWidget *parent)
    : Strip(parent)
    , m_question(named(new ThemeLabel({}, ColorRole::Text, FontRole::Body, this), u"question"_s))
    , m_yes(named(plainButton({}, {}, this), u"yes"_s))
    , m_no(named(plainButton({}, {}, this), u"no"_s))
{
    setObjectName(u"askBar"_s);
    setFill(ColorRole::WarningSoft);
    setBar(ColorRole::Warning);
    m_question->setWordWrap(true);
    m_no->setAutoDefault(true);
    addAll(newRow(this, {12, 8, 12, 8}, 8),
        {{new IconLabel(u"warning"_s, ColorRole::Warning, this), 0, Qt::AlignVCenter}, {m_question, 1}, m_no,
            m_yes});
    connect(m_yes, &QPushButton::clicked, this, [this] { answer(true); });
    connect(m_no, &QPushButton::clicked, this, [this] { answer(false); });
    hide();
}

void AskBar::ask(const QString &question, const QString &yes, const QString &no, bool takesFocus)
{
    m_question->setText(question);
    m_yes->setText(yes);
    m_yes->setAccessibleName(yes);
    m_no->setText(no);
    m_no->setAccessibleName(no);
    setAccessibleName(question);
    show();
    if (takesFocus)
        m_no->setFocus(Qt::OtherFocusReason);
}

void AskBar::tell(const QString &notice, const QString &action)
{
    m_isNotice = true;
    m_question->setText(notice);
    m_yes->setText(action);
    m_yes->setAccessibleName(action);
    m_no->hide();
    setAccessibleName(notice);
    show();
}

void AskBar::answer(bool yes)
{
    if (!m_isNotice)
        hide();
    Q_EMIT answered(yes);
}

void AskBar::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Escape && !m_isNotice)
        answer(false);
    else
        Strip::keyPressEvent(event);
}

} // namespace Workbench::Ui

#include "moc_askbar.cpp"
