// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/support/ourstyle.h"
#include "tests/support/pagefixture.h"
#include "tests/support/testprogram.h"
#include "ui/models/streammodel.h"
#include "ui/panes/streampane.h"

#include <QComboBox>
#include <QLineEdit>
#include <QTest>
#include <QTimer>

using namespace Qt::StringLiterals;
using namespace Workbench;
using namespace Workbench::Ui;

//! Takes four seconds without optimisation. The tests of tst_StreamPane, with fewer events, take half a
//! second.
class tst_ManyEvents : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void takesAHundredThousandEvents();
};

void tst_ManyEvents::takesAHundredThousandEvents()
{
    PageFixture f;
    f.peer->discovery->operations[2].outputSchema =
        jsonLiteral(R"({"type":"object","properties":{"tick":{"type":"integer"}}})");
    QVERIFY(f.connectSource());
    const std::unique_ptr<OperationPage> page = f.streamPage();
    StreamModel *model = page->streamPane()->model();
    auto *keep = child<QComboBox>(page.get(), u"keepLast"_s);
    QTest::keyClick(keep, Qt::Key_End);
    QCOMPARE(keep->currentData().toInt(), 100'000);
    constexpr int all = 100'000;
    int pushed = 0;
    QTimer source;
    connect(&source, &QTimer::timeout, this, [&] {
        const QList<bool> &readings = f.peer->stream->readings;
        if (!readings.isEmpty() && !readings.last())
            return; // the stream paused the source
        for (const int until = std::min(all, pushed + 256); pushed < until; ++pushed)
            f.peer->stream->push(Json::object({{u"tick"_s, Json::integer(pushed + 1)}}));
        if (pushed == all)
            source.stop();
    });
    source.start(0);
    QTRY_COMPARE_WITH_TIMEOUT(model->newest(), quint64(all), 120'000);
    QCOMPARE(model->rowCount(), all);
    const auto preview = [model](int row) {
        return model->index(row, StreamModel::PreviewColumn).data().toString();
    };
    QCOMPARE(preview(0), u"{\"tick\":100000}"_s);
    QCOMPARE(preview(all - 1), u"{\"tick\":1}"_s);
    for (int row = 0; row < all; row += 997) // the order is kept and no event is lost
        QCOMPARE(model->index(row, 0).data(StreamModel::SequenceRole).toULongLong(), quint64(all - row));
    QTest::keyClicks(child<QLineEdit>(page.get(), u"streamFilter"_s), u"99999"_s);
    QTRY_COMPARE(model->rowCount(), 1);
    QVERIFY(!child<ThemeLabel>(page.get(), u"streamNotes"_s)->fullText().contains(u"no longer"_s));
}

WORKBENCH_TEST(tst_ManyEvents, QApplication, Workbench::Test::useOurStyle)
#include "tst_manyevents.moc"
