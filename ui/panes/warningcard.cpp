// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/panes/warningcard.h"

#include "ui/forms/themelabel.h"
#include "ui/models/jsonrow.h"
#include "ui/theme/building.h"
#include "ui/theme/controls.h"

#include <QKeyEvent>

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

namespace {

//! Returns the part of an absolute schema location that matters to the user: the pointer after '#'.
QString schemaPointer(const QString &location)
{
    const qsizetype hash = location.indexOf(u'#');
    return hash < 0 ? location : location.sliced(hash + 1);
}

} // namespace

WarningCard::WarningCard(const WarningsModel::Row &row, QWidget *parent)
    : Card(WarningsModel::asText(row), parent)
    , m_row(row)
    , m_rest(new QWidget(this))
{
    setObjectName(u"warningCard"_s);
    setCursor(Qt::PointingHandCursor);

    auto *pointer = new ThemeLabel({}, ColorRole::Text, FontRole::Data, this);
    pointer->setElided(true, Qt::ElideMiddle);
    pointer->setFullText(WarningsModel::placeText(row));
    pointer->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    auto *text = addAll(
        newColumn(2), {pointer, wrappedLabel(row.message, ColorRole::Text, FontRole::Body, this)});
    if (!row.became.isEmpty())
        text->addWidget(wrappedLabel(row.became, ColorRole::TextSecond, FontRole::Small, this));
    text->addWidget(m_rest);

    auto *rest = newColumn(m_rest, {0, 4, 0, 0}, 4);
    if (row.change && !row.change->before.isAbsent())
        rest->addLayout(fact(tr("Before"), previewText(row.change->before), u"changeBefore"_s));
    if (row.change && !row.change->after.isAbsent())
        rest->addLayout(fact(tr("After"), previewText(row.change->after), u"changeAfter"_s));
    if (!row.schemaLocation.isEmpty()) {
        rest->addLayout(fact(tr("Schema"), schemaPointer(row.schemaLocation), u"schemaPlace"_s));
        m_rest->findChild<ThemeLabel *>(u"schemaPlace"_s)->setToolTip(row.schemaLocation);
    }
    auto *links = newRow(12);
    const auto addLink = [this, links](const QString &words) {
        QToolButton *link = linkButton(words, m_rest);
        // The text of the link is aligned with the other texts.
        link->setFixedWidth(link->fontMetrics().horizontalAdvance(words) + 4);
        links->addWidget(link);
        return link;
    };
    if (!row.schemaLocation.isEmpty()) {
        QToolButton *schema = named(addLink(tr("Show in schema")), u"showInSchema"_s);
        connect(schema, &QToolButton::clicked, this, &WarningCard::schemaRequested);
    }
    if (!row.isOfResult) { // Data shows another part of the result
        QToolButton *received = named(addLink(tr("Show received")), u"showAsReceived"_s);
        connect(received, &QToolButton::clicked, this, &WarningCard::receivedRequested);
    }
    QToolButton *copy = named(addLink(tr("Copy")), u"copyWarning"_s);
    connect(copy, &QToolButton::clicked, this, [this] { copyText(accessibleName()); });
    links->addStretch(1);
    rest->addLayout(links);
    m_rest->hide();
    fill(row.isWarning ? u"warning"_s : u"edit"_s,
        row.isWarning ? ColorRole::Warning : ColorRole::TextSecond, text);
}

//! Returns a line with a label, \a word, and a value, \a text.
QLayout *WarningCard::fact(const QString &word, const QString &text, const QString &name)
{
    auto *line = newRow(8);
    line->addWidget(new ThemeLabel(word, ColorRole::TextSecond, FontRole::Small, m_rest));
    auto *value = named(new ThemeLabel({}, ColorRole::Text, FontRole::Data, m_rest), name);
    value->setElided(true);
    value->setFullText(text);
    line->addWidget(value, 1);
    return line;
}

void WarningCard::setChosen(bool on)
{
    Card::setChosen(on);
    m_rest->setVisible(on);
}

void WarningCard::mousePressEvent(QMouseEvent *event)
{
    Card::mousePressEvent(event);
    Q_EMIT chosen();
}

void WarningCard::keyPressEvent(QKeyEvent *event)
{
    switch (event->key()) {
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_Space: Q_EMIT chosen(); break;
    default: Card::keyPressEvent(event);
    }
}

} // namespace Workbench::Ui

#include "moc_warningcard.cpp"
