// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/panes/payloadview.h"

#include "core/base/visibletext.h"
#include "ui/forms/themelabel.h"
#include "ui/models/jsonrow.h"
#include "ui/theme/building.h"

#include <QGridLayout>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

namespace {

constexpr int maxLabels = 200; // the page is made at once, and must stay readable
constexpr qsizetype maxWords = 2000;
constexpr qsizetype maxListed = 20;
constexpr qsizetype maxColumns = 8;

//! Returns a text with its line breaks, or any other value as JSON on one line. A long value is cut, and the
//! rest is not read.
QString wordsOf(const Json &value, qsizetype most = maxWords)
{
    if (!value.isString())
        return previewText(value, most);
    const QByteArrayView bytes = value.utf8();
    return visibleText(QString::fromUtf8(bytes.first(std::min(bytes.size(), 4 * most + 4))), true, most);
}

QString listedWords(const Json &value)
{
    if (!value.isArray())
        return wordsOf(value);
    QStringList words;
    for (qsizetype i = 0; i < std::min(value.size(), maxListed); ++i)
        words.append(wordsOf(value.at(i), 200));
    if (value.size() > maxListed)
        words.append(u"…"_s);
    return words.join(u", "_s);
}

//! Joins the \a values that are strings with a middle dot.
QString joinedWords(const QList<Json> &values)
{
    QStringList words;
    for (const Json &value : values) {
        if (value.isString())
            words.append(wordsOf(value, 200));
    }
    return words.join(u" · "_s);
}

ThemeLabel *payloadLabel(const QString &text, ColorRole color, FontRole font, QWidget *parent)
{
    auto *label = wrapped(named(new ThemeLabel(text, color, font, parent), u"payloadText"_s));
    label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    return label;
}

} // namespace

Json PayloadView::payloadIn(const Recognition &recognition)
{
    const auto layer = std::ranges::find(recognition.layers, "tool-envelope"_L1, &EnvelopeLayer::kind);
    if (layer == recognition.layers.end() || recognition.isError)
        return {};
    for (const QLatin1StringView name : {"steps"_L1, "recommendations"_L1, "artifacts"_L1}) {
        if (layer->inside.member(name).isArray())
            return layer->inside;
    }
    return {};
}

PayloadView::PayloadView(const Json &payload, QWidget *parent)
    : QWidget(parent)
    , m_column(newColumn(this, {}, 4))
    , m_left(maxLabels)
{
    setObjectName(u"payloadView"_s);
    addHead(payload);
    const Json steps = payload.member("steps"_L1);
    if (steps.size() > 0)
        addHeading(tr("Steps"));
    for (qsizetype i = 0; i < steps.size() && hasRoom(); ++i)
        addStep(steps.at(i), i + 1);
    addList(tr("Recommendations"), payload.member("recommendations"_L1), &PayloadView::addRecommendation);
    addList(tr("Artifacts"), payload.member("artifacts"_L1), &PayloadView::addArtifact);
    if (const Json methodology = payload.member("methodology"_L1); !methodology.isAbsent() && hasRoom()) {
        addHeading(tr("Methodology"));
        addLine(wordsOf(methodology), ColorRole::TextSecond, FontRole::Body);
    }
    if (!hasRoom())
        m_column->addWidget(
            payloadLabel(tr("The rest is in Tree."), ColorRole::TextSecond, FontRole::Small, this));
}

bool PayloadView::hasRoom()
{
    return m_left > 0;
}

void PayloadView::addHead(const Json &payload)
{
    const Json model = payload.member("model"_L1);
    const Json label = model.member("label"_L1);
    if (const Json name = payload.member("displayName"_L1); name.isString())
        addLine(wordsOf(name, 200), ColorRole::Text, FontRole::Title);
    addLine(
        joinedWords({label.isString() ? label : model.member("id"_L1), payload.member("instructionId"_L1)}),
        ColorRole::TextSecond, FontRole::Small);
}

void PayloadView::addHeading(const QString &title)
{
    if (m_column->count() > 0)
        m_column->addSpacing(12);
    addLine(title, ColorRole::Text, FontRole::Strong);
}

void PayloadView::addLine(const QString &text, ColorRole color, FontRole font)
{
    if (text.isEmpty() || m_left <= 0)
        return;
    --m_left;
    m_column->addWidget(payloadLabel(text, color, font, this));
}

void PayloadView::addFact(const QString &words, const Json &value)
{
    if (!value.isAbsent() && !value.isNull())
        addLine(words.arg(listedWords(value)), ColorRole::TextSecond, FontRole::Body);
}

void PayloadView::addList(const QString &title, const Json &list, void (PayloadView::*add)(const Json &))
{
    if (list.size() > 0 && hasRoom())
        addHeading(title);
    for (qsizetype i = 0; i < list.size() && hasRoom(); ++i) {
        if (i > 0)
            m_column->addSpacing(8);
        (this->*add)(list.at(i));
    }
}

void PayloadView::addStep(const Json &step, qsizetype number)
{
    const QString label = joinedWords({step.member("label"_L1), step.member("kind"_L1)});
    addLine(tr("%L1. %2", "a step").arg(number).arg(label.isEmpty() ? previewText(step) : label),
        ColorRole::Text, FontRole::Body);
    addLine(wordsOf(step.member("summary"_L1)), ColorRole::TextSecond, FontRole::Body);
}

void PayloadView::addRecommendation(const Json &recommendation)
{
    const QString title = wordsOf(recommendation.member("title"_L1), 300);
    addLine(title.isEmpty() ? previewText(recommendation) : title, ColorRole::Text, FontRole::Body);
    addLine(joinedWords({recommendation.member("modelClass"_L1), recommendation.member("groundingScope"_L1)}),
        ColorRole::TextSecond, FontRole::Small);
    addLine(wordsOf(recommendation.member("detail"_L1)), ColorRole::TextSecond, FontRole::Body);
    addFact(tr("Problem: %1"), recommendation.member("problem"_L1));
    addFact(tr("Suggested action: %1"), recommendation.member("suggestedAction"_L1));
    addFact(tr("Evidence: %1"), recommendation.member("evidenceAnchors"_L1));
    addFact(tr("Sources: %1"), recommendation.member("sourceRefs"_L1));
}

void PayloadView::addArtifact(const Json &artifact)
{
    struct Kind {
        QLatin1StringView kind;
        QString words;
    };
    const Kind kinds[] = {{"worked-example"_L1, tr("worked example")},
        {"output-template"_L1, tr("output template")}, {"eval-criteria"_L1, tr("criteria")},
        {"comparison-matrix"_L1, tr("comparison")}, {"tool-chain"_L1, tr("tool chain")}};
    const QString kind = artifact.member("kind"_L1).toString();
    const auto *known = std::ranges::find(kinds, kind, &Kind::kind);
    const QString word = known == std::end(kinds) ? wordsOf(artifact.member("kind"_L1), 100) : known->words;
    const QString title = wordsOf(artifact.member("title"_L1), 300);
    if (!title.isEmpty())
        addLine(title, ColorRole::Text, FontRole::Body);
    addLine(word, title.isEmpty() ? ColorRole::Text : ColorRole::TextSecond,
        title.isEmpty() ? FontRole::Body : FontRole::Small);
    addLine(wordsOf(artifact.member("description"_L1)), ColorRole::TextSecond, FontRole::Body);
    if (known == std::end(kinds)) {
        addLine(previewText(artifact, maxWords), ColorRole::TextSecond, FontRole::Data);
        return;
    }
    addFact(tr("Input: %1"), artifact.member("input"_L1));
    addFact(tr("Expected output: %1"), artifact.member("expectedOutput"_L1));
    addLine(wordsOf(artifact.member("template"_L1)), ColorRole::Text, FontRole::Data);
    addFact(tr("Fields: %1"), artifact.member("fields"_L1));
    const Json criteria = artifact.member("criteria"_L1);
    for (qsizetype i = 0; i < criteria.size() && hasRoom(); ++i)
        addLine(u"– "_s + wordsOf(criteria.at(i)), ColorRole::TextSecond, FontRole::Body);
    if (kind == "comparison-matrix"_L1)
        addMatrix(artifact);
    const Json steps = kind == "tool-chain"_L1 ? artifact.member("steps"_L1) : Json();
    for (qsizetype i = 0; i < steps.size() && hasRoom(); ++i) {
        addLine(tr("%L1. %2", "a step")
                    .arg(i + 1)
                    .arg(joinedWords({steps.at(i).member("tool"_L1), steps.at(i).member("description"_L1)})),
            ColorRole::TextSecond, FontRole::Body);
    }
}

void PayloadView::addMatrix(const Json &artifact)
{
    auto *grid = new QGridLayout;
    grid->setHorizontalSpacing(12);
    grid->setVerticalSpacing(4);
    const auto add = [&](const Json &value, int row, qsizetype column, ColorRole color) {
        if (value.isAbsent() || column > maxColumns || m_left <= 0)
            return;
        --m_left;
        ThemeLabel *cell = payloadLabel(wordsOf(value, 300), color, FontRole::Body, this);
        cell->setAlignment(Qt::AlignTop | Qt::AlignLeft);
        grid->addWidget(cell, row, int(column));
    };
    // The headers name either all columns or only the columns of the values.
    const Json headers = artifact.member("headers"_L1);
    const Json rows = artifact.member("rows"_L1);
    const qsizetype shift = headers.size() > rows.at(0).member("values"_L1).size() ? 0 : 1;
    for (qsizetype i = 0; i < std::min(headers.size(), maxColumns); ++i)
        add(headers.at(i), 0, i + shift, ColorRole::TextSecond);
    for (qsizetype row = 0; row < rows.size() && hasRoom(); ++row) {
        add(rows.at(row).member("label"_L1), int(row) + 1, 0, ColorRole::Text);
        const Json values = rows.at(row).member("values"_L1);
        for (qsizetype i = 0; i < std::min(values.size(), maxColumns); ++i)
            add(values.at(i), int(row) + 1, i + 1, ColorRole::Text);
    }
    m_column->addLayout(grid);
}

} // namespace Workbench::Ui

#include "moc_payloadview.cpp"
