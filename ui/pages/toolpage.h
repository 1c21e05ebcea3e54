// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QWidget>

namespace Workbench::Ui {

//! A tab of the centre that does not belong to a single operation.
class ToolPage : public QWidget {
    Q_OBJECT
public:
    using QWidget::QWidget;
    virtual QString tabTitle() const = 0; //!< What the page is about: "get-sum".
    virtual QString tabDetail() const = 0; //!< What the page does with it: "Comparison".
    virtual QString tabIconName() const = 0;
    //! Returns the namespace of the source that the page belongs to. Empty: it belongs to no source, and
    //! opening another workspace does not close it.
    virtual QString nameSpace() const { return {}; }
    virtual void setCompact(bool compact) = 0;
    virtual void focusFirst() = 0; //!< Focuses the widget where the user begins.
    //! Cancels what runs, because the user closes the tab. The page may be opened again.
    virtual void cancel() { }

Q_SIGNALS:
    void tabChanged(); //!< Emitted when the title, detail or icon of the tab may have changed.
};

} // namespace Workbench::Ui
