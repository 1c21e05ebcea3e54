// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/panes/changesline.h"

#include "ui/forms/themelabel.h"
#include "ui/panes/iconlabel.h"
#include "ui/theme/building.h"
#include "ui/theme/zoom.h"

#include <QShortcut>

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

ChangesLine::ChangesLine(QWidget *parent)
    : Strip(parent)
    , m_count(named(new ThemeLabel({}, ColorRole::Text, FontRole::Small, this), u"changesCount"_s))
    , m_icon(new IconLabel(u"warning"_s, ColorRole::Warning, this))
    , m_lost(named(new ThemeLabel({}, ColorRole::Warning, FontRole::Small, this), u"changesLost"_s))
    , m_calm(named(new ThemeLabel({}, ColorRole::TextSecond, FontRole::Small, this), u"changesCalm"_s))
{
    setObjectName(u"changesLine"_s);
    setZoomedHeight(this, 28);
    for (ThemeLabel *label : {m_lost, m_calm})
        label->setElided(true);
    QToolButton *next = named(linkButton(tr("Next change"), this), u"nextChange"_s);
    next->setToolTip(tr("Select the place of the next change (F8)"));
    auto *key = new ThemeLabel(u"F8"_s, ColorRole::TextSecond, FontRole::Small, this);
    addAll(newRow(this, {12, 0, 12, 1}, 6), {m_count, m_icon, m_lost, m_calm, Stretch{}, next, key});
    connect(next, &QToolButton::clicked, this, &ChangesLine::nextRequested);
    // A shortcut of the button itself would click it 100 ms later, and would ignore presses until then.
    auto *shortcut = new QShortcut(QKeySequence(Qt::Key_F8), this);
    shortcut->setWhatsThis(next->text());
    connect(shortcut, &QShortcut::activated, this, &ChangesLine::nextRequested);
}

void ChangesLine::setChanges(const QList<Change> &changes)
{
    int values = 0;
    int fields = 0;
    int filled = 0;
    int converted = 0;
    for (const Change &change : changes) {
        if (change.mark == ChangeMark::Filled)
            ++filled;
        else if (change.mark == ChangeMark::Converted)
            ++converted;
        else
            ++(change.action == ChangeAction::Removed ? fields : values);
    }
    QStringList lost;
    if (values > 0)
        lost.append(tr("%n values lost", nullptr, values));
    if (fields > 0)
        lost.append(tr("%n fields lost", nullptr, fields));
    QStringList calm;
    if (filled > 0)
        calm.append(tr("%n defaults filled in", nullptr, filled));
    if (converted > 0)
        calm.append(tr("%n values converted", nullptr, converted));
    m_hasLost = !lost.isEmpty();
    m_count->setText(tr("%n changes", nullptr, int(changes.size())));
    m_icon->setVisible(m_hasLost);
    m_lost->setVisible(m_hasLost);
    m_lost->setFullText(lost.join(u" · "_s));
    m_calm->setVisible(!calm.isEmpty());
    m_calm->setFullText(calm.join(u" · "_s));
    setAccessibleName((QStringList{m_count->text()} + lost + calm).join(u", "_s));
}

} // namespace Workbench::Ui

#include "moc_changesline.cpp"
