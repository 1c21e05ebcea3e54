// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "ui/theme/controls.h"

namespace Workbench {
class Sessions;
}

namespace Workbench::Ui {

class ThemeLabel;

//! The header of a ToolPage: title and description at the left, buttons at the right.
class ToolHead : public Strip {
    Q_OBJECT
public:
    ToolHead(const QString &iconName, const QString &title, const QString &description, QWidget *parent);
    //! Adds a button at the right, and returns it. In a small window, and where the title needs the space,
    //! its text becomes its tooltip; the first button of a page keeps it longest. An empty \a name or \a
    //! toolTip changes nothing.
    QPushButton *addButton(QPushButton *button, const QString &name = {}, const QString &toolTip = {});
    //! Changes the text of an added button.
    void setButtonText(const QPushButton *button, const QString &text);
    void setCompact(bool compact);

protected:
    bool event(QEvent *event) override;

private:
    struct Words {
        QPushButton *button;
        QString text;
        int width = 0; //!< the width of the button with its text, in pixels
        int iconWidth = 0; //!< the width without its text
    };
    static void measure(Words &words);
    void fit();

    QHBoxLayout *m_row;
    ThemeLabel *m_title;
    ThemeLabel *m_description;
    QList<Words> m_buttons;
    bool m_compact = false;
};

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
    //! Adapts the page to a small window. A page without a head overrides it.
    virtual void setCompact(bool compact) { m_head->setCompact(compact); }
    //! Returns whether the page explains a result, which needs height. The bottom panel then yields.
    virtual bool isExplaining() const { return false; }
    virtual void focusFirst() = 0; //!< Focuses the widget where the user begins.
    //! Cancels what runs, because the user closes the tab. The page may be opened again.
    virtual void cancel() { }

Q_SIGNALS:
    void tabChanged(); //!< Emitted when the title or detail of the tab may have changed.
    void explainingChanged(); //!< Emitted when isExplaining() may have changed.

protected:
    void resizeEvent(QResizeEvent *event) override;
    //! Returns whether the page is too narrow for panes side by side; see "Small windows" in ui/README.md.
    bool isNarrow() const { return m_isNarrow; }
    //! Called after isNarrow() changed.
    virtual void narrowChanged() { }

    ToolHead *m_head = nullptr; //!< made by the page

private:
    QString m_iconName;
    QString m_detail;
    bool m_isNarrow = false;
};

//! A tab about one source, whose name is the title.
class SourcePage : public ToolPage {
    Q_OBJECT
public:
    const QString &source() const { return m_source; }
    QString tabTitle() const override;
    QString nameSpace() const override;

Q_SIGNALS:
    //! Emitted when the user wants to connect the source. The window asks for trust first where needed.
    void connectRequested(const QString &source);

protected:
    SourcePage(const QString &name, const QString &iconName, const QString &detail, Sessions *sessions,
        QString source, QWidget *parent);

    Sessions *m_sessions;
    QString m_source;
};

} // namespace Workbench::Ui
