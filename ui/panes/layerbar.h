// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/envelope/explanation/recognition.h"
#include "ui/theme/controls.h"

namespace Workbench::Ui {

class IconLabel;
class LayerBadges;
class ThemeLabel;

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
