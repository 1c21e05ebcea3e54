// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QWidget>

namespace Workbench::Ui {

//! A tab of the centre that does not belong to a single operation.
class ToolPage : public QWidget {
    Q_OBJECT
public:
    //! \a name is the object name of the page. \a detail is what tabDetail() returns.
    ToolPage(const QString &name, QString iconName, QString detail, QWidget *parent)
        : QWidget(parent)
        , m_iconName(std::move(iconName))
        , m_detail(std::move(detail))
    {
        setObjectName(name);
        setBackgroundRole(QPalette::Base);
        setAutoFillBackground(true);
    }
    virtual QString tabTitle() const = 0; //!< What the page is about: "get-sum".
    //! Returns what the page does with its subject: "Comparison".
    virtual QString tabDetail() const { return m_detail; }
    const QString &tabIconName() const { return m_iconName; }
    //! Returns the namespace of the source that the page belongs to. Empty: it belongs to no source, and
    //! opening another workspace does not close it.
    virtual QString nameSpace() const { return {}; }
    virtual void setCompact(bool compact) = 0;
    virtual void focusFirst() = 0; //!< Focuses the widget where the user begins.
    //! Cancels what runs, because the user closes the tab. The page may be opened again.
    virtual void cancel() { }

Q_SIGNALS:
    void tabChanged(); //!< Emitted when the title or detail of the tab may have changed.

private:
    QString m_iconName;
    QString m_detail;
};

} // namespace Workbench::Ui
