// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/fixture/fixturefolder.h"
#include "ui/panes/toolpage.h"

class QPushButton;
class QSplitter;

namespace Workbench::Ui {

class ResultPane;
class TextView;
class ToolHead;

//! Shows a fixture as a result is shown. The user can only change its rules here.
class FixturePage : public ToolPage {
    Q_OBJECT
public:
    //! \a name is the name of the operation as Sources shows it.
    FixturePage(const StoredFixture &fixture, const QString &name, const OperationSpec &definition,
        QWidget *parent = nullptr);
    ~FixturePage() override;

    const QString &file() const { return m_fixture.file; }
    ResultPane *resultPane() const { return m_result; }

    QString tabTitle() const override;
    QString tabDetail() const override;
    QString tabIconName() const override;
    QString nameSpace() const override;
    void setCompact(bool compact) override;
    void focusFirst() override;

Q_SIGNALS:
    void runRequested(const QString &file);
    void compareRequested(const QString &file);
    void rulesRequested(const QString &file);

private:
    void makeHead();
    void showRecorded(const OperationSpec &definition);

    StoredFixture m_fixture;
    QString m_name;
    ToolHead *m_head;
    QPushButton *m_run;
    QSplitter *m_splitter;
    TextView *m_input;
    ResultPane *m_result;
};

} // namespace Workbench::Ui
