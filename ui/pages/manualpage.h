// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "ui/pages/toolpage.h"

class QListWidget;
class QTextBrowser;

namespace Workbench::Ui {

//! Shows the user manual that is built into the program, `resources/manual/*.md`: the list of pages at the
//! left, the page at the right. A click on a web link opens the browser. The page itself loads nothing from
//! the network.
class ManualPage : public ToolPage {
    Q_OBJECT
public:
    explicit ManualPage(QWidget *parent);

    //! Shows a page, or a heading on a page: "results.md", "results.md#warnings". If the page does not exist,
    //! the first page is shown.
    void showTopic(const QString &topic);
    QString topic() const { return m_topic; } //!< Returns the current page, without a heading.
    QTextBrowser *browser() const { return m_browser; }

    //! Returns the topic that explains \a widget: its own topic, or that of its nearest parent with one, or
    //! the first page. The table of topics by class is in the source file.
    static QString topicOf(const QWidget *widget);

    QString tabTitle() const override { return tr("Manual"); }
    QString tabDetail() const override { return m_title; }
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
