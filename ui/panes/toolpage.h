// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QWidget>

namespace Workbench::Ui {

//! A tab of the centre that is about no single operation.
class ToolPage : public QWidget {
    Q_OBJECT
public:
    using QWidget::QWidget;
    virtual QString tabTitle(bool compact) const = 0;
    virtual QString tabIconName() const = 0;
    //! Of the source it is about; empty: none, and another workspace does not close it.
    virtual QString nameSpace() const { return {}; }
    virtual void setCompact(bool compact) = 0;
    virtual void focusFirst() = 0; //!< where the user begins

Q_SIGNALS:
    void tabChanged(); //!< its title
};

} // namespace Workbench::Ui
