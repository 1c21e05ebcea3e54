// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/panes/placeholder.h"

#include "core/base/visibletext.h"
#include "ui/forms/themelabel.h"
#include "ui/panes/iconlabel.h"

#include <QBoxLayout>

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

namespace {
constexpr int readableWidth = 520;
constexpr qsizetype shownCharacters = 1000;
} // namespace

Placeholder::Placeholder(QWidget *parent)
    : QWidget(parent)
    , m_icon(new IconLabel({}, ColorRole::TextSecond, this, 32))
    , m_title(new ThemeLabel({}, ColorRole::Text, FontRole::Strong, this))
    , m_words(new ThemeLabel({}, ColorRole::TextSecond, FontRole::Body, this))
{
    m_title->setObjectName(u"placeholderTitle"_s);
    m_title->setAlignment(Qt::AlignCenter);
    m_words->setObjectName(u"placeholderWords"_s);
    m_words->setWordWrap(true);
    m_words->setAlignment(Qt::AlignHCenter | Qt::AlignTop);
    m_words->setMinimumWidth(160);
    m_words->setMaximumWidth(readableWidth);
    auto *line = new QHBoxLayout; // keeps the words in the middle, and their height for their width
    line->addStretch(1);
    line->addWidget(m_words, 1000);
    line->addStretch(1);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(24, 12, 24, 12);
    column->setSpacing(4);
    column->addStretch(2);
    column->addWidget(m_icon, 0, Qt::AlignHCenter);
    column->addSpacing(4);
    column->addWidget(m_title);
    column->addLayout(line);
    column->addStretch(3);
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
    m_words->setText(visibleText(words, true, shownCharacters));
}

} // namespace Workbench::Ui
