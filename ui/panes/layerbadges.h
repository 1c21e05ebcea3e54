// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "ui/models/shownlayers.h"

#include <QWidget>

class QHBoxLayout;

namespace Workbench::Ui {

class Chip;

//! The layers of a result as badges, outermost first. A click on an open one shows the data from the layer
//! above, a click on a closed one opens it and those around it. Where there is no room for all of them, one
//! more badge has the rest in its menu.
class LayerBadges : public QWidget {
    Q_OBJECT
public:
    explicit LayerBadges(QWidget *parent = nullptr);
    void setLayers(const QList<ShownLayer> &layers); //!< all are open but what waits
    qsizetype openLayers() const { return m_open; }
    qsizetype mostOpenLayers() const; //!< when nothing waits, all
    void setOpenLayers(qsizetype count);
    void setMost(qsizetype count); //!< badges side by side
    QList<Chip *> badges() const { return m_badges; }

Q_SIGNALS:
    void openLayersChanged(qsizetype count); //!< by the user
    void waitingRequested(); //!< by the user: the layer that waits is to be opened

private:
    void rebuild();
    void updateBadges();
    void click(qsizetype index);
    void showRest();

    QList<ShownLayer> m_layers;
    qsizetype m_open = 0;
    qsizetype m_most = 3;
    QHBoxLayout *m_row;
    QList<Chip *> m_badges; //!< of the first layers
    Chip *m_rest = nullptr; //!< of those that find no room
};

} // namespace Workbench::Ui
