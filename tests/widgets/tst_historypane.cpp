// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/exchange/exchangelog.h"
#include "core/json/jsonparser.h"
#include "tests/support/testprogram.h"
#include "ui/models/logmodels.h"
#include "ui/panes/historypane.h"
#include "ui/theme/rowtreeview.h"
#include "ui/theme/workbenchstyle.h"

#include <QApplication>
#include <QClipboard>
#include <QHeaderView>
#include <QMenu>
#include <QSignalSpy>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace Workbench;
using namespace Workbench::Ui;

class tst_HistoryPane : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { QApplication::setStyle(new WorkbenchStyle); }
    void init();
    void usesTheWholeWidth_data();
    void usesTheWholeWidth();
    void leavesColumnsThatTheUserDragged();
    void comparesTheChosenRows();
    void copiesTheIdOfATask();

private:
    void add(const QString &operation, const QByteArray &input, const QString &outcome)
    {
        ExchangeRecord record;
        record.source = u"server-everything"_s;
        record.operation = operation;
        record.input = jsonLiteral(input);
        record.state = ExchangeRecord::State::Failed;
        record.outcome = outcome;
        record.durationMs = 12;
        m_log->begin(record);
    }

    //! Returns whether \a column shows the full text of every row.
    bool isWhole(int column) const
    {
        const RowTreeView *view = m_pane->view();
        for (int row = 0; row < view->model()->rowCount(); ++row) {
            const QModelIndex index = view->model()->index(row, column);
            if (view->sizeHintForIndex(index).width() > view->header()->sectionSize(column))
                return false;
        }
        return true;
    }

    std::unique_ptr<ExchangeLog> m_log;
    std::unique_ptr<HistoryPane> m_pane;
};

void tst_HistoryPane::init()
{
    m_pane.reset();
    m_log = std::make_unique<ExchangeLog>();
    m_pane = std::make_unique<HistoryPane>(m_log.get());
    m_pane->resize(1440, 200);
    m_pane->show();
    add(u"get-sum"_s, R"({"a":5,"b":7})", u"VALIDATION_ERROR"_s);
    add(u"trigger-long-running-operation"_s, R"({"duration":5,"steps":5})", u"cancelled"_s);
    QTRY_COMPARE(m_pane->view()->model()->rowCount(), 2);
}

void tst_HistoryPane::usesTheWholeWidth_data()
{
    QTest::addColumn<int>("width");
    QTest::addColumn<bool>("isAllWhole");
    QTest::newRow("wide") << 1440 << true;
    QTest::newRow("middle") << 1280 << true;
    QTest::newRow("narrow") << 900 << false;
}

void tst_HistoryPane::usesTheWholeWidth()
{
    QFETCH(const int, width);
    QFETCH(const bool, isAllWhole);
    m_pane->resize(width, 200);
    QTRY_VERIFY(isWhole(HistoryModel::OutcomeColumn));
    for (const int column :
        {int(HistoryModel::TimeColumn), int(HistoryModel::DurationColumn), int(HistoryModel::WarningsColumn)})
        QVERIFY2(isWhole(column), qPrintable(QString::number(column)));
    for (const int column :
        {int(HistoryModel::SourceColumn), int(HistoryModel::OperationColumn), int(HistoryModel::InputColumn)})
        QVERIFY2(!isAllWhole || isWhole(column), qPrintable(QString::number(column)));
    QCOMPARE(m_pane->view()->header()->length(), m_pane->view()->viewport()->width());
}

void tst_HistoryPane::leavesColumnsThatTheUserDragged()
{
    QHeaderView *header = m_pane->view()->header();
    QTRY_VERIFY(isWhole(HistoryModel::OutcomeColumn));
    const int edge = header->sectionViewportPosition(HistoryModel::SourceColumn) - 1;
    const int before = header->sectionSize(HistoryModel::TimeColumn);
    QTest::mousePress(header->viewport(), Qt::LeftButton, {}, {edge, 8});
    QTest::mouseMove(header->viewport(), {edge + 40, 8});
    QTest::mouseRelease(header->viewport(), Qt::LeftButton, {}, {edge + 40, 8});
    QCOMPARE(header->sectionSize(HistoryModel::TimeColumn), before + 40);
    m_pane->resize(1300, 200);
    QCOMPARE(header->sectionSize(HistoryModel::TimeColumn), before + 40);
}

void tst_HistoryPane::comparesTheChosenRows()
{
    QSignalSpy asked(m_pane.get(), &HistoryPane::compareRequested);
    RowTreeView *view = m_pane->view();
    QTest::keyClick(view, Qt::Key_D, Qt::ControlModifier);
    QCOMPARE(asked.size(), 0); // nothing is chosen
    view->selectAll();
    QTest::keyClick(view, Qt::Key_D, Qt::ControlModifier);
    QCOMPARE(asked.size(), 1);
    QCOMPARE(asked.constFirst().constFirst().toStringList(), m_pane->chosenExchanges());
    QCOMPARE(m_pane->chosenExchanges().size(), 2);
}

void tst_HistoryPane::copiesTheIdOfATask()
{
    ExchangeRecord record;
    record.source = u"modern"_s;
    record.operation = u"cook-dinner"_s;
    record.task = u"working"_s;
    record.taskId = u"786512e2-9e0d-44bd-8f29-789f320fe840"_s; // the note shows only its beginning
    m_log->begin(record);
    RowTreeView *view = m_pane->view();
    QTRY_COMPARE(view->model()->rowCount(), 3);
    const auto copyIn = [this, view](int row) -> QAction * {
        view->setCurrentIndex(view->model()->index(row, 0));
        Q_EMIT view->customContextMenuRequested({8, 8});
        const auto menus = m_pane->findChildren<QMenu *>();
        return menus.isEmpty() ? nullptr : menus.constLast()->findChild<QAction *>(u"copyTaskId"_s);
    };
    QVERIFY(!copyIn(1)); // not a task
    QAction *copy = copyIn(0);
    QVERIFY(copy);
    copy->trigger();
    QCOMPARE(QApplication::clipboard()->text(), record.taskId);
}

WORKBENCH_TEST(tst_HistoryPane, QApplication)
#include "tst_historypane.moc"
