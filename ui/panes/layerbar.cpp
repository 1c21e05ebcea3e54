// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/panes/layerbar.h"

#include "core/base/advice.h"
#include "core/base/visibletext.h"
#include "ui/forms/themelabel.h"
#include "ui/models/jsonrow.h"
#include "ui/panes/iconlabel.h"
#include "ui/theme/building.h"
#include "ui/theme/zoom.h"

#include <QMenu>

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

LayerBadges::LayerBadges(QWidget *parent)
    : QWidget(parent)
    , m_row(newRow(this, {}, 4))
{
    setObjectName(u"layerBadges"_s);
    hide();
}

void LayerBadges::setLayers(const QList<ShownLayer> &layers)
{
    m_layers = layers;
    m_open = mostOpenLayers();
    rebuild();
}

qsizetype LayerBadges::mostOpenLayers() const
{
    return std::ranges::count(m_layers, false, &ShownLayer::isWaiting);
}

void LayerBadges::setMost(qsizetype count)
{
    if (std::exchange(m_most, count) != count)
        rebuild();
}

void LayerBadges::setOpenLayers(qsizetype count)
{
    m_open = count;
    updateBadges();
}

void LayerBadges::rebuild()
{
    while (QLayoutItem *item = m_row->takeAt(0)) {
        item->widget()->hide();
        item->widget()->deleteLater(); // a badge may be emitting a signal
        delete item;
    }
    m_badges.clear();
    m_rest = nullptr;
    const bool isTooMany = m_layers.size() > m_most;
    const qsizetype shown = isTooMany ? m_most - 1 : m_layers.size();
    for (qsizetype i = 0; i < shown; ++i) {
        if (i > 0)
            m_row->addWidget(new ThemeLabel(u"›"_s, ColorRole::TextSecond, FontRole::Body, this));
        auto *badge = named(new Chip({}, this), u"layerBadge"_s);
        badge->setClickable(true);
        badge->setCheckable(true);
        m_row->addWidget(badge);
        m_badges.append(badge);
        connect(badge, &QAbstractButton::clicked, this, [this, i] { click(i); });
    }
    if (isTooMany) {
        m_rest = named(new Chip({}, this), u"moreLayers"_s);
        m_rest->setClickable(true);
        m_rest->setIconName(u"layers"_s);
        m_row->addWidget(m_rest);
        connect(m_rest, &QAbstractButton::clicked, this, &LayerBadges::showRest);
    }
    setVisible(!m_layers.isEmpty());
    updateBadges();
}

void LayerBadges::click(qsizetype index)
{
    if (m_layers.at(index).isWaiting) {
        updateBadges(); // the badge stays closed until the layer is open
        Q_EMIT waitingRequested();
        return;
    }
    setOpenLayers(index < m_open ? index : index + 1);
    Q_EMIT openLayersChanged(m_open);
}

void LayerBadges::showRest()
{
    auto *menu = deletedOnClose(named(new QMenu(this), u"layersMenu"_s));
    menu->setToolTipsVisible(true);
    for (qsizetype i = m_badges.size(); i < m_layers.size(); ++i) {
        QAction *action = menu->addAction(m_layers.at(i).name, this, [this, i] { click(i); });
        action->setCheckable(true);
        action->setChecked(i < m_open);
        action->setToolTip(m_layers.at(i).about);
    }
    menu->popup(m_rest->mapToGlobal(QPoint(0, m_rest->height())));
}

void LayerBadges::updateBadges()
{
    for (qsizetype i = 0; i < m_badges.size(); ++i) {
        Chip *badge = m_badges.at(i);
        const ShownLayer &layer = m_layers.at(i);
        const bool isOpen = i < m_open;
        badge->setChecked(isOpen);
        badge->setIconName(layer.isUntrusted ? u"warning"_s : isOpen ? u"layers"_s : u"plus"_s);
        if (layer.isUntrusted) // an untrusted layer stays a warning, open or not
            badge->setColors(ColorRole::WarningSoft, ColorRole::Warning);
        else
            badge->setColors(isOpen ? ColorRole::Selection : ColorRole::Header,
                isOpen ? ColorRole::Accent : ColorRole::TextSecond);
        badge->setText(isOpen ? tr("%1 ×").arg(layer.name) : layer.name);
        badge->setAccessibleName(isOpen ? tr("Layer %1 is open: close it").arg(layer.name)
                                        : tr("Layer %1 is closed: open it").arg(layer.name));
        badge->setToolTip(tr("%1. %2").arg(layer.about,
            isOpen ? tr("Click to show the data with this layer.")
                   : tr("Click to show the data inside this layer.")));
        badge->updateGeometry();
    }
    if (!m_rest)
        return;
    const bool isOpen = m_open == m_layers.size();
    m_rest->setText(tr("%n more", "layers", int(m_layers.size() - m_badges.size())));
    m_rest->setColors(isOpen ? ColorRole::Selection : ColorRole::Header,
        isOpen ? ColorRole::Accent : ColorRole::TextSecond);
    m_rest->setToolTip(tr("Further layers, one inside the other"));
    m_rest->setAccessibleName(m_rest->text());
    m_rest->updateGeometry();
}

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
