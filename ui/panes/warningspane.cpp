// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/panes/warningspane.h"

#include "core/envelope/explanation/recognition.h"
#include "core/envelope/pipeline/pipeline.h"
#include "ui/forms/themelabel.h"
#include "ui/models/coretexts.h"
#include "ui/models/jsonrow.h"
#include "ui/models/limitsmodel.h"
#include "ui/theme/building.h"
#include "ui/theme/controls.h"

#include <QKeyEvent>

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

namespace {

constexpr qsizetype notesShown = 20;

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
    auto *text =
        addAll(newColumn(2), {pointer, wrappedLabel(row.message, ColorRole::Text, FontRole::Body, this)});
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
    if (const QString key = limitIn(row.message); !key.isEmpty()) {
        QToolButton *limit = named(addLink(tr("Change the limit…")), u"changeLimit"_s);
        connect(limit, &QToolButton::clicked, this, [this, key] { Q_EMIT limitRequested(key); });
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
    fill(row.isWarning ? u"warning"_s : u"edit"_s, row.isWarning ? ColorRole::Warning : ColorRole::TextSecond,
        text);
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
        notes.append(tr("Note: %1").arg(coreText(withLayerNames(note.message))));
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
    connect(card, &WarningCard::limitRequested, this, &WarningsPane::limitRequested);
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
