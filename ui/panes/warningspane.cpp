// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/panes/warningspane.h"

#include "core/envelope/explanation/recognition.h"
#include "core/envelope/pipeline/pipeline.h"
#include "ui/forms/themelabel.h"
#include "ui/models/warningsmodel.h"
#include "ui/panes/warningcard.h"
#include "ui/theme/building.h"
#include "ui/theme/controls.h"

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

namespace {
constexpr qsizetype notesShown = 20;
}

WarningsPane::WarningsPane(QWidget *parent)
    : CardPane(u"Warnings"_s,
          {tr("Warnings"), tr("Copy all warnings"), tr("Find in the warnings"), tr("Show more")}, parent)
    , m_count(named(new Chip({}, m_header), u"warningsCount"_s))
    , m_model(new WarningsModel(this))
    , m_more(new ThemeLabel({}, ColorRole::TextSecond, FontRole::Small, m_list))
    , m_notes(named(new ThemeLabel({}, ColorRole::TextSecond, FontRole::Small, m_list), u"notes"_s))
{
    setObjectName(u"warningsPane"_s);
    m_count->setColors(ColorRole::WarningSoft, ColorRole::Warning);
    m_count->setIconName(u"warning"_s);
    m_count->hide();
    m_header->addWidget(m_count);
    for (ThemeLabel *label : {m_more, m_notes}) {
        label->setMargin(12);
        label->setWordWrap(true);
        m_column->insertWidget(m_column->count() - 1, label);
    }
    showRows();
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
    showRows();
}

void WarningsPane::showFailed()
{
    clear();
    m_none->setText(tr("None. Failed results are not validated."));
    showRows();
}

void WarningsPane::clear()
{
    m_model->clear();
    m_none->clear();
    m_notes->clear();
    showRows();
}

void WarningsPane::setCompact(bool compact)
{
    m_compact = compact;
    CardPane::setCompact(compact);
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

void WarningsPane::showRows()
{
    updateHeader();
    m_more->setText(m_model->moreText());
    m_more->setVisible(!m_model->moreText().isEmpty());
    m_notes->setVisible(!m_notes->text().isEmpty());
    rebuild();
}

qsizetype WarningsPane::count() const
{
    return m_model->rows().size();
}

QString WarningsPane::textAt(qsizetype index) const
{
    return WarningsModel::asText(m_model->rows().at(index));
}

QString WarningsPane::asText() const
{
    return m_model->asText();
}

Card *WarningsPane::makeCard(qsizetype index)
{
    auto *card = new WarningCard(m_model->rows().at(index), m_list);
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
    connect(card, &WarningCard::schemaRequested, this,
        [this, card] { Q_EMIT schemaRequested(card->row().schemaLocation); });
    connect(card, &WarningCard::receivedRequested, this,
        [this, card] { Q_EMIT receivedRequested(card->row().pointer); });
    return card;
}

void WarningsPane::select(const QString &pointer)
{
    const auto at = std::ranges::find_if(cards(), [&](const Card *card) {
        const WarningsModel::Row &row = static_cast<const WarningCard *>(card)->row();
        return !row.isOfResult && row.pointer == pointer;
    });
    choose(at == cards().end() ? nullptr : *at);
    if (at != cards().end())
        scrollTo(*at);
}

} // namespace Workbench::Ui

#include "moc_warningspane.cpp"
