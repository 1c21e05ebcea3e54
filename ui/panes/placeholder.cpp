// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/panes/placeholder.h"

#include "core/base/visibletext.h"
#include "ui/forms/themelabel.h"
#include "ui/panes/iconlabel.h"
#include "ui/theme/building.h"

#include <QBoxLayout>

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

namespace {
constexpr int readableWidth = 520;
constexpr qsizetype mostShown = 1000;
} // namespace

Placeholder::Placeholder(QWidget *parent)
    : QWidget(parent)
    , m_icon(new IconLabel({}, ColorRole::TextSecond, this, 32))
    , m_title(named(new ThemeLabel({}, ColorRole::Text, FontRole::Strong, this), u"placeholderTitle"_s))
    , m_words(named(new ThemeLabel({}, ColorRole::TextSecond, FontRole::Body, this), u"placeholderWords"_s))
{
    m_title->setAlignment(Qt::AlignCenter);
    m_words->setWordWrap(true);
    m_words->setAlignment(Qt::AlignHCenter | Qt::AlignTop);
    m_words->setMinimumWidth(160);
    m_words->setMaximumWidth(readableWidth);
    auto *line = new QHBoxLayout; // centres the words, and keeps their height for their width
    addAll(line, {Stretch{}, {m_words, 1000}, Stretch{}});
    auto *column = addAll(newColumn(this, {24, 12, 24, 12}, 4), {Stretch{2}, {m_icon, 0, Qt::AlignHCenter}});
    column->addSpacing(4);
    addAll(column, {m_title, line, Stretch{3}});
}

void Placeholder::showAdvice(const QString &iconName, const QString &title, const QString &words)
{
    m_icon->setIcon(iconName, ColorRole::TextSecond);
    m_title->setText(title);
    m_words->setText(words);
}

void Placeholder::showProblem(const QString &title, const QString &words)
{
    m_icon->setIcon(u"outcome-error"_s, ColorRole::Error);
    m_title->setText(title);
    m_words->setText(visibleText(words, true, mostShown));
}

} // namespace Workbench::Ui

#include "moc_placeholder.cpp"
