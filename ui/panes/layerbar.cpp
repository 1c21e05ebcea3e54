// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/panes/layerbar.h"

#include "core/base/advice.h"
#include "core/base/visibletext.h"
#include "ui/forms/themelabel.h"
#include "ui/models/jsonrow.h"
#include "ui/panes/iconlabel.h"
#include "ui/panes/layerbadges.h"
#include "ui/theme/building.h"
#include "ui/theme/zoom.h"

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

namespace {

QString confidenceText(Confidence confidence)
{
    switch (confidence) {
    case Confidence::Certain: return LayerBar::tr("certain: it has a mark that only this envelope has");
    case Confidence::Strong: return LayerBar::tr("strong: it has the shape, and no other members");
    case Confidence::None: break;
    }
    return {};
}

} // namespace

LayerBar::LayerBar(QWidget *parent)
    : Strip(parent)
    , m_icon(new IconLabel(u"layers"_s, ColorRole::TextSecond, this))
    , m_word(named(new ThemeLabel({}, ColorRole::Text, FontRole::Strong, this), u"layerWord"_s))
    , m_badges(new LayerBadges(this))
    , m_fact(named(elidedLabel(ColorRole::TextSecond, FontRole::Body, this), u"layerFact"_s))
{
    setObjectName(u"layerBar"_s);
    setZoomedHeight(this, 36);
    m_badges->setMost(4);
    addAll(newRow(this, {12, 0, 12, 1}, 8), {m_icon, m_word, m_badges, {m_fact, 1}});
}

void LayerBar::setRecognition(const Recognition &recognition)
{
    const QList<ShownLayer> layers = shownLayers(recognition);
    const bool isPlain = layers.isEmpty();
    const ColorRole color = recognition.isError ? ColorRole::Error
        : isPlain                               ? ColorRole::TextSecond
                                                : ColorRole::Ok;
    m_icon->setIcon(recognition.isError ? u"outcome-error"_s : isPlain ? u"info"_s : u"outcome-ok"_s, color);
    m_word->setColorRole(color);
    m_word->setText(recognition.isError ? tr("failed") : isPlain ? tr("no envelope") : tr("ok"));
    m_fact->setFullText(
        isPlain ? tr("the data is shown as received") : confidenceText(recognition.confidence));
    m_badges->setLayers(layers);
    setAccessibleName(tr("Envelope: %1").arg(m_word->text()));
}

UnifiedErrorLine::UnifiedErrorLine(QWidget *parent)
    : Strip(parent)
    , m_message(named(wrappedLabel({}, ColorRole::Text, FontRole::Strong, this), u"unifiedMessage"_s))
    , m_facts(named(wrappedLabel({}, ColorRole::TextSecond, FontRole::Body, this), u"unifiedFacts"_s))
{
    setObjectName(u"unifiedError"_s);
    setFill(ColorRole::ErrorSoft);
    setBar(ColorRole::Error);
    for (ThemeLabel *label : {m_message, m_facts}) {
        label->setMinimumWidth(120);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    }
    auto *words = addAll(newColumn(2), {m_message, m_facts});
    addAll(newRow(this, {12, 8, 12, 9}, 8),
        {{new IconLabel(u"outcome-error"_s, ColorRole::Error, this), 0, Qt::AlignTop}, {words, 1}});
}

void UnifiedErrorLine::setError(const UnifiedError &error)
{
    const QString message = visibleText(error.message, true, 1000);
    QString code;
    if (error.code.isString())
        code = visibleText(error.code.toString(), false, 80);
    else if (error.code.isNumber())
        code = previewText(error.code, 80);
    m_message->setText(code.isEmpty() ? message : tr("%1: %2", "code, message").arg(code, message));
    QStringList facts;
    // The categories "execution" and "unknown" say no more than the card does.
    const bool saysSomething = error.category != "execution"_L1 && error.category != "unknown"_L1;
    if (!error.category.isEmpty() && saysSomething)
        facts.append(tr("category: %1").arg(visibleText(error.category, false, 80)));
    if (error.isRetryable)
        facts.append(*error.isRetryable ? tr("can be retried") : tr("retrying does not help"));
    if (!error.hint.isEmpty())
        facts.append(tr("hint: %1").arg(visibleText(error.hint, false, 400)));
    if (!error.next.isEmpty())
        facts.append(tr("next: %1", "a tool to call").arg(visibleText(error.next, false, 200)));
    m_facts->setText(facts.join(u" · "_s));
    m_facts->setVisible(!facts.isEmpty());
    setAccessibleName(tr("Error: %1").arg(m_message->text()));
}

} // namespace Workbench::Ui

#include "moc_layerbar.cpp"
