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
    virtual QString tabTitle() const = 0; //!< What the page is about: "get-sum".
    virtual QString tabDetail() const = 0; //!< What the page does with it: "Comparison".
    virtual QString tabIconName() const = 0;
    //! Of the source it is about; empty: none, and another workspace does not close it.
    virtual QString nameSpace() const { return {}; }
    virtual void setCompact(bool compact) = 0;
    virtual void focusFirst() = 0; //!< where the user begins
    //! Ends what runs, because the tab is closed. The page may be opened again.
    virtual void cancel() { }

Q_SIGNALS:
    void tabChanged(); //!< its title
};

} // namespace Workbench::Ui
