// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/panes/warningspane.h"

#include "core/envelope/explanation/recognition.h"
#include "core/envelope/pipeline/pipeline.h"
#include "ui/forms/findbar.h"
#include "ui/forms/themelabel.h"
#include "ui/models/warningsmodel.h"
#include "ui/panes/warningcard.h"
#include "ui/theme/building.h"
#include "ui/theme/controls.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QScrollArea>

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

namespace {
constexpr qsizetype notesShown = 20;
}

WarningsPane::WarningsPane(QWidget *parent)
    : QWidget(parent)
    , m_header(new PaneHeader(tr("Warnings"), this))
    , m_count(named(new Chip({}, m_header), u"warningsCount"_s))
    , m_copy(named(iconButton(u"copy"_s, tr("Copy all warnings"), m_header), u"copyWarnings"_s))
    , m_model(new WarningsModel(this))
    , m_area(new QScrollArea(this))
    , m_list(new QWidget)
    , m_column(newColumn(m_list))
{
    setObjectName(u"warningsPane"_s);
    setBackgroundRole(QPalette::Base);
    m_count->setColors(ColorRole::WarningSoft, ColorRole::Warning);
    m_count->setIconName(u"warning"_s);
    m_count->hide();
    m_header->addWidget(m_count);
    m_header->addWidget(m_copy);
    m_none = named(new ThemeLabel({}, ColorRole::TextSecond, FontRole::Body, m_list), u"noWarnings"_s);
    m_none->setMargin(12);
    m_none->setWordWrap(true);
    m_more = new ThemeLabel({}, ColorRole::TextSecond, FontRole::Small, m_list);
    m_more->setMargin(12);
    m_more->setWordWrap(true);
    m_notes = named(new ThemeLabel({}, ColorRole::TextSecond, FontRole::Small, m_list), u"notes"_s);
    m_notes->setMargin(12);
    m_notes->setWordWrap(true);
    m_showMore = quietButton(u"chevron-down"_s, tr("Show more"), m_list);
    addAll(m_column, {m_none, m_showMore, m_more, m_notes, Stretch{}});
    m_area->setWidget(m_list);
    m_area->setWidgetResizable(true);
    m_area->setFrameShape(QFrame::NoFrame);
    m_area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_area->setFocusPolicy(Qt::NoFocus);
    auto *column = newColumn(this);
    column->addWidget(m_header);
    column->addWidget(new FindBar(
        tr("Find in the warnings"), [this](const QString &text, bool back) { return find(text, back); },
        this));
    column->addWidget(m_area, 1);
    connect(m_copy, &QToolButton::clicked, this,
        [this] { QGuiApplication::clipboard()->setText(m_model->asText()); });
    connect(m_showMore, &QToolButton::clicked, this, &WarningsPane::addCards);
    rebuild();
}

//! Returns the notes of recognition about a response envelope, except "claimed", which Meta shows.
static QList<RecognitionNote> notesAboutTheEnvelope(const Outcome &outcome)
{
    QList<RecognitionNote> notes =
        outcome.recognition ? outcome.recognition->notes : QList<RecognitionNote>();
    notes.removeIf([](const RecognitionNote &note) {
        return note.severity != Diagnosis::Severity::Info || !note.code.startsWith("response-envelope."_L1)
            || note.code == "response-envelope.claimed"_L1;
    });
    return notes;
}

void WarningsPane::setOutcome(const Outcome &outcome, bool normalised)
{
    m_model->setOutcome(outcome, normalised);
    const QList<RecognitionNote> odd = outcome.notes + notesAboutTheEnvelope(outcome);
    QStringList notes;
    for (const RecognitionNote &note : odd.first(std::min(odd.size(), notesShown)))
        notes.append(tr("Note: %1").arg(withLayerNames(note.message)));
    if (odd.size() > notesShown)
        notes.append(u"…"_s);
    m_notes->setText(notes.join(u'\n'));
    const bool isNotValidated = std::ranges::contains(odd, notValidatedCode, &RecognitionNote::code);
    m_none->setText(outcome.envelope.isError() ? tr("None. Failed results are not validated.")
            : isNotValidated                   ? tr("Not validated.")
            : m_isDeclared                     ? tr("Matches the schema.")
                                               : tr("No output schema."));
    rebuild();
}

void WarningsPane::showFailed()
{
    clear();
    m_none->setText(tr("None. Failed results are not validated."));
    rebuild();
}

void WarningsPane::clear()
{
    m_model->clear();
    m_none->clear();
    m_notes->clear();
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
    const qsizetype lost = m_model->lostCount();
    const qsizetype calm = m_model->changeCount() - lost;
    QStringList facts;
    if (warnings > 0 || m_model->changeCount() > 0)
        facts.append(QLocale().toString(warnings));
    if (lost > 0)
        facts.append(tr("%n lost", "values", int(lost)));
    if (calm > 0)
        facts.append(tr("%n changes", nullptr, int(calm)));
    m_header->setFact(m_compact ? QString() : facts.join(u" · "_s));
    m_count->setVisible(m_compact && warnings + lost > 0);
    m_count->setText(QLocale().toString(warnings + lost));
    m_count->setAccessibleName(tr("%n warnings and lost values", nullptr, int(warnings + lost)));
}

void WarningsPane::rebuild()
{
    for (WarningCard *card : std::as_const(m_cards)) {
        card->hide();
        card->deleteLater(); // one of its links may be emitting a signal
    }
    m_cards.clear();
    m_found = -1;
    updateHeader();
    m_none->setVisible(m_model->rows().isEmpty() && !m_none->text().isEmpty());
    m_more->setText(m_model->moreText());
    m_more->setVisible(!m_model->moreText().isEmpty());
    m_notes->setVisible(!m_notes->text().isEmpty());
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
            if (card->row().isOfResult)
                Q_EMIT resultPlaceChosen(card->row().pointer);
            else if (change && change->action == ChangeAction::Removed)
                Q_EMIT receivedRequested(card->row().pointer); // a removed value is only in the received data
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

//! Finds \a text in the shown cards. Returns the sentence for FindBar, empty if a card was found.
QString WarningsPane::find(const QString &text, bool backwards)
{
    const qsizetype count = m_cards.size();
    const qsizetype begun = m_found < 0 && backwards ? 0 : m_found;
    for (qsizetype step = 1; step <= count; ++step) {
        const qsizetype at = (begun + (backwards ? -step : step) + count) % count;
        if (!m_cards.at(at)->accessibleName().contains(text, Qt::CaseInsensitive))
            continue;
        m_found = at;
        choose(m_cards.at(at));
        m_area->ensureWidgetVisible(m_cards.at(at), 0, 0);
        return {};
    }
    return tr("Not found");
}

void WarningsPane::select(const QString &pointer)
{
    const auto at = std::ranges::find_if(m_cards,
        [&](WarningCard *card) { return !card->row().isOfResult && card->row().pointer == pointer; });
    choose(at == m_cards.end() ? nullptr : *at);
    if (at != m_cards.end())
        m_area->ensureWidgetVisible(*at, 0, 0);
}

} // namespace Workbench::Ui

#include "moc_warningspane.cpp"
