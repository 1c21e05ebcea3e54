// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/envelope/pipeline/outcome.h"
#include "ui/theme/controls.h"

namespace Workbench::Ui {

class IconLabel;
class ThemeLabel;

//! A line of 28 pixels that says how normalisation changed the data: the number of changes, and how many
//! values and fields it lost. Its link leads from change to change.
class ChangesLine : public Strip {
    Q_OBJECT
public:
    explicit ChangesLine(QWidget *parent);
    void setChanges(const QList<Change> &changes);
    bool hasLost() const { return m_hasLost; }

Q_SIGNALS:
    void nextRequested(); //!< Emitted when the user clicks the link or presses F8.

private:
    ThemeLabel *m_count;
    IconLabel *m_icon;
    ThemeLabel *m_lost;
    ThemeLabel *m_calm; //!< counts the defaults that were filled in and the values that were converted
    bool m_hasLost = false;
};

} // namespace Workbench::Ui
