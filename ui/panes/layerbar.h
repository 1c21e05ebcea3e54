// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/envelope/recognition/recognition.h"

#include <QWidget>

namespace Workbench::Ui {

class IconLabel;
class LayerBadges;
class ThemeLabel;

//! What was recognised, in a line: the outcome, the layers as badges, and how sure it is.
class LayerBar : public QWidget {
    Q_OBJECT
public:
    explicit LayerBar(QWidget *parent = nullptr);
    void setRecognition(const Recognition &recognition); //!< all layers are open
    LayerBadges *badges() const { return m_badges; }

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    IconLabel *m_icon;
    ThemeLabel *m_word;
    LayerBadges *m_badges;
    ThemeLabel *m_fact;
};

//! The failure that a result tells of, in one form for every layer that may report it.
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
