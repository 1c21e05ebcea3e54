// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/envelope/recognition/recognition.h"

#include <QWidget>

class QHBoxLayout;

namespace Workbench::Ui {

class Chip;
class IconLabel;
class ThemeLabel;

//! What was recognised, in a line: the layers as badges, outermost first. A click on an open one shows the
//! data from the layer above, a click on a closed one opens it and those around it.
class LayerBar : public QWidget {
    Q_OBJECT
public:
    explicit LayerBar(QWidget *parent = nullptr);
    void setRecognition(const Recognition &recognition); //!< all layers are open
    qsizetype openLayers() const { return m_open; }
    void setOpenLayers(qsizetype count);
    QList<Chip *> badges() const { return m_badges; }

Q_SIGNALS:
    void openLayersChanged(qsizetype count);

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    void updateBadges();

    QList<EnvelopeLayer> m_layers;
    qsizetype m_open = 0;
    IconLabel *m_icon;
    ThemeLabel *m_word;
    QWidget *m_place;
    QHBoxLayout *m_row;
    ThemeLabel *m_fact;
    QList<Chip *> m_badges;
};

//! The failure that a result tells of, in one form whoever reported it.
class UnifiedErrorLine : public QWidget {
    Q_OBJECT
public:
    explicit UnifiedErrorLine(QWidget *parent = nullptr);
    void setError(const UnifiedError &error);

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    ThemeLabel *m_message;
    ThemeLabel *m_facts;
};

} // namespace Workbench::Ui
