// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/panes/warningspane.h"

#include "ui/forms/themelabel.h"
#include "ui/models/warningsmodel.h"
#include "ui/panes/warningcard.h"
#include "ui/theme/controls.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QScrollArea>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

WarningsPane::WarningsPane(QWidget *parent)
    : QWidget(parent)
    , m_header(new PaneHeader(tr("Warnings"), this))
    , m_count(new Chip({}, m_header))
    , m_copy(iconButton(u"copy"_s, tr("Copy all warnings"), m_header))
    , m_model(new WarningsModel(this))
    , m_area(new QScrollArea(this))
    , m_list(new QWidget)
    , m_column(new QVBoxLayout(m_list))
{
    setObjectName(u"warningsPane"_s);
    setBackgroundRole(QPalette::Base);
    m_count->setObjectName(u"warningsCount"_s);
    m_count->setColors(ColorRole::WarningSoft, ColorRole::Warning);
    m_count->setIconName(u"warning"_s);
    m_count->hide();
    m_copy->setObjectName(u"copyWarnings"_s);
    m_header->addWidget(m_count);
    m_header->addWidget(m_copy);
    m_none = new ThemeLabel({}, ColorRole::TextSecond, FontRole::Body, m_list);
    m_none->setObjectName(u"noWarnings"_s);
    m_none->setMargin(12);
    m_none->setWordWrap(true);
    m_more = new ThemeLabel({}, ColorRole::TextSecond, FontRole::Small, m_list);
    m_more->setMargin(12);
    m_more->setWordWrap(true);
    m_showMore = quietButton(u"chevron-down"_s, tr("Show more"), m_list);
    m_column->setContentsMargins(0, 0, 0, 0);
    m_column->setSpacing(0);
    m_column->addWidget(m_none);
    m_column->addWidget(m_showMore);
    m_column->addWidget(m_more);
    m_column->addStretch(1);
    m_area->setWidget(m_list);
    m_area->setWidgetResizable(true);
    m_area->setFrameShape(QFrame::NoFrame);
    m_area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_area->setFocusPolicy(Qt::NoFocus);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_header);
    column->addWidget(m_area, 1);
    connect(m_copy, &QToolButton::clicked, this,
        [this] { QGuiApplication::clipboard()->setText(m_model->asText()); });
    connect(m_showMore, &QToolButton::clicked, this, &WarningsPane::addCards);
    rebuild();
}

void WarningsPane::setOutcome(const Outcome &outcome, bool normalised)
{
    m_model->setOutcome(outcome, normalised);
    m_none->setText(outcome.envelope.isError() ? tr("None: a failure is not held to the schema.")
            : m_isDeclared                     ? tr("None: the data is as its schema says.")
                                               : tr("None: no schema is declared that it could break."));
    rebuild();
}

void WarningsPane::clear()
{
    m_model->clear();
    m_none->clear();
    rebuild();
}

void WarningsPane::setCompact(bool compact)
{
    m_compact = compact;
    m_header->setSmall(compact);
    m_copy->setVisible(!compact);
    updateHeader();
}

void WarningsPane::updateHeader()
{
    const qsizetype warnings = m_model->warningCount();
    const qsizetype changes = m_model->changeCount();
    QString fact = warnings > 0 || changes > 0 ? QLocale().toString(warnings) : QString();
    if (changes > 0)
        fact += u" · "_s + tr("%n changes", nullptr, int(changes));
    m_header->setFact(m_compact ? QString() : fact);
    m_count->setVisible(m_compact && warnings > 0);
    m_count->setText(QLocale().toString(warnings));
    m_count->setAccessibleName(tr("%n warnings", nullptr, int(warnings)));
}

void WarningsPane::rebuild()
{
    for (WarningCard *card : std::as_const(m_cards)) {
        card->hide();
        card->deleteLater(); // one of its links may be emitting
    }
    m_cards.clear();
    updateHeader();
    m_none->setVisible(m_model->rows().isEmpty() && !m_none->text().isEmpty());
    m_more->setText(m_model->moreText());
    m_more->setVisible(!m_model->moreText().isEmpty());
    addCards();
}

void WarningsPane::addCards()
{
    const QList<WarningsModel::Row> &rows = m_model->rows();
    const qsizetype end = std::min(rows.size(), m_cards.size() + cardsAtOnce);
    for (qsizetype i = m_cards.size(); i < end; ++i) {
        auto *card = new WarningCard(rows.at(i), m_list);
        m_column->insertWidget(m_column->indexOf(m_showMore), card);
        m_cards.append(card);
        connect(card, &WarningCard::chosen, this, [this, card] {
            choose(card);
            const auto &change = card->row().change;
            if (change && change->action == ChangeAction::Removed)
                Q_EMIT receivedRequested(card->row().pointer); // only there it is to be seen
            else
                Q_EMIT placeChosen(card->row().pointer);
        });
        connect(card, &WarningCard::neighbourRequested, this, [this, card](int step) {
            const qsizetype next = m_cards.indexOf(card) + step;
            if (next >= 0 && next < m_cards.size()) {
                m_cards.at(next)->setFocus(Qt::TabFocusReason);
                m_area->ensureWidgetVisible(m_cards.at(next), 0, 0);
            }
        });
        connect(card, &WarningCard::schemaRequested, this,
            [this, card] { Q_EMIT schemaRequested(card->row().schemaLocation); });
        connect(card, &WarningCard::receivedRequested, this,
            [this, card] { Q_EMIT receivedRequested(card->row().pointer); });
    }
    m_showMore->setVisible(end < rows.size());
}

void WarningsPane::choose(WarningCard *chosen)
{
    for (WarningCard *card : std::as_const(m_cards))
        card->setChosen(card == chosen);
}

void WarningsPane::select(const QString &pointer)
{
    const auto at =
        std::ranges::find_if(m_cards, [&](WarningCard *card) { return card->row().pointer == pointer; });
    choose(at == m_cards.end() ? nullptr : *at);
    if (at != m_cards.end())
        m_area->ensureWidgetVisible(*at, 0, 0);
}

} // namespace Workbench::Ui
