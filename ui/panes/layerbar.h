// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/envelope/explanation/recognition.h"
#include "ui/models/shownlayers.h"
#include "ui/theme/controls.h"

namespace Workbench::Ui {

class IconLabel;
class ThemeLabel;

//! Shows the layers of a result as badges, outermost first. A click on an open layer closes it, so that the
//! data is shown from the layer above. A click on a closed layer opens it and the layers around it. If there
//! are too many layers, one more badge lists the rest in its menu.
class LayerBadges : public QWidget {
    Q_OBJECT
public:
    explicit LayerBadges(QWidget *parent = nullptr);
    void setLayers(const QList<ShownLayer> &layers); //!< Opens all layers except a waiting one.
    qsizetype openLayers() const { return m_open; }
    qsizetype mostOpenLayers() const; //!< Returns the number of layers that do not wait.
    void setOpenLayers(qsizetype count);
    void setMost(qsizetype count); //!< Sets the maximum number of badges, with the one for the rest.
    QList<Chip *> badges() const { return m_badges; }

Q_SIGNALS:
    void openLayersChanged(qsizetype count); //!< Emitted when the user opens or closes a layer.
    void waitingRequested(); //!< Emitted when the user wants to open the waiting layer.

private:
    void rebuild();
    void updateBadges();
    void click(qsizetype index);
    void showRest();

    QList<ShownLayer> m_layers;
    qsizetype m_open = 0;
    qsizetype m_most = 3;
    QHBoxLayout *m_row;
    QList<Chip *> m_badges; //!< badges of the first layers
    Chip *m_rest = nullptr; //!< lists the other layers; null: all have badges
};

//! Shows in one line what was recognised: the outcome, the layers as badges, and the confidence.
class LayerBar : public Strip {
    Q_OBJECT
public:
    explicit LayerBar(QWidget *parent = nullptr);
    void setRecognition(const Recognition &recognition); //!< Shows all layers as open.
    LayerBadges *badges() const { return m_badges; }

private:
    IconLabel *m_icon;
    ThemeLabel *m_word;
    LayerBadges *m_badges;
    ThemeLabel *m_fact;
};

//! Shows the error that a result reports, in one form for all layers that can report errors.
class UnifiedErrorLine : public Strip {
    Q_OBJECT
public:
    explicit UnifiedErrorLine(QWidget *parent = nullptr);
    void setError(const UnifiedError &error);

private:
    ThemeLabel *m_message;
    ThemeLabel *m_facts;
};

} // namespace Workbench::Ui
