// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "ui/panes/toolpage.h"

class QListWidget;
class QTextBrowser;

namespace Workbench::Ui {

//! The user manual, `resources/manual/*.md`, as it was built into the program: the list of its pages at the
//! left, the page at the right. A link to the web is opened in the browser after a click; nothing else leaves
//! the program.
class ManualPage : public ToolPage {
    Q_OBJECT
public:
    explicit ManualPage(QWidget *parent);

    //! Shows a page, and a heading of it: "results.md", "results.md#warnings". A topic that does not exist
    //! shows the first page.
    void showTopic(const QString &topic);
    QString topic() const { return m_topic; } //!< the page that is shown, without a heading
    QTextBrowser *browser() const { return m_browser; }

    //! The topic that explains \a widget: its own, else that of the nearest parent that has one, else the
    //! first page.
    static QString topicOf(const QWidget *widget);
    static void setTopic(QWidget *widget, const QString &topic);

    QString tabTitle() const override;
    QString tabDetail() const override { return m_title; }
    QString tabIconName() const override { return QStringLiteral("info"); }
    void setCompact(bool compact) override;
    void focusFirst() override;

protected:
    void changeEvent(QEvent *event) override;

private:
    void goTo(const QString &heading);

    QListWidget *m_pages;
    QTextBrowser *m_browser;
    QString m_topic;
    QString m_title;
};

} // namespace Workbench::Ui
