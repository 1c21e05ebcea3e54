// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/panes/layerbadges.h"

#include "ui/forms/themelabel.h"
#include "ui/theme/building.h"
#include "ui/theme/controls.h"

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

} // namespace Workbench::Ui

#include "moc_layerbadges.cpp"
