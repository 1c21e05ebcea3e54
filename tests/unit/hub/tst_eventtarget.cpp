// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/support/pairedtarget.h"
#include "tests/support/recordingtarget.h"
#include "tests/support/testprogram.h"

#include <QSignalSpy>
#include <QTest>

using namespace Workbench;
using namespace Qt::StringLiterals;

namespace {

EventEnvelope numbered(const QString &type, int number, const QString &id = {})
{
    return {type, id, Json::integer(number)};
}

} // namespace

class tst_EventTarget : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void subscribesOnceAndUnsubscribesAfterTheLastListener()
    {
        RecordingTarget target;
        const auto first = target.addListener(u"news"_s, {});
        const auto second = target.addListener(u"news:"_s, {});
        QVERIFY(first && second);
        QCOMPARE(target.added, QStringList{u"news:"_s});
        target.removeListener(*first);
        QCOMPARE(target.removed, QStringList());
        target.removeListener(*second);
        target.removeListener(*second);
        QCOMPARE(target.removed, QStringList{u"news:"_s});
    }

    void limitsTopics()
    {
        RecordingTarget target;
        QVERIFY(!target.addListener(QString(600, u'x'), {}));
        for (int each = 0; each < 4096; ++each)
            QVERIFY(target.addListener(u"t%1"_s.arg(each), {}));
        const auto more = target.addListener(u"more"_s, {});
        QVERIFY(!more);
        QCOMPARE(more.error().kind, ErrorKind::Limit);
        QVERIFY(target.addListener(u"t7"_s, {})); // an existing topic is accepted
    }

    void reservedTypesAreNeitherPublishedNorDelivered()
    {
        RecordingTarget target;
        QSignalSpy received(&target, &EventTarget::received);
        QCOMPARE(target.publish(numbered(u"__subscribe"_s, 1)).error().kind, ErrorKind::Usage);
        target.playText(R"({"type":"__anything","id":"","payload":{}})");
        QCOMPARE(received.size(), 0);
        QCOMPARE(target.sent.size(), 0);
    }

    void aListenerMayRemoveAnother()
    {
        RecordingTarget target;
        int calls = 0;
        quint64 second = 0;
        QVERIFY(target.addListener(u"a"_s, [&](const EventEnvelope &) {
            ++calls;
            target.removeListener(second);
        }));
        second = *target.addListener(u"a"_s, [&](const EventEnvelope &) { ++calls; });
        target.playText(R"({"type":"a","id":"","payload":1})");
        QCOMPARE(calls, 1);
    }

    void aPairDeliversEventsOnlyToTheOtherEnd()
    {
        const auto [one, other] = PairedTarget::make();
        QSignalSpy atOne(one.get(), &EventTarget::received);
        QSignalSpy atOther(other.get(), &EventTarget::received);
        QVERIFY(one->publish(numbered(u"a"_s, 1)));
        QTRY_COMPARE(atOther.size(), 1);
        QCOMPARE(atOne.size(), 0);
        other->setReading(false);
        QVERIFY(one->publish(numbered(u"a"_s, 2)));
        QTest::qWait(1);
        QCOMPARE(atOther.size(), 1);
        other->setReading(true);
        QTRY_COMPARE(atOther.size(), 2);
        QSignalSpy closed(other.get(), &EventTarget::closed);
        one->close();
        QTRY_COMPARE(closed.size(), 1);
        QCOMPARE(other->publish(numbered(u"a"_s, 3)).error().kind, ErrorKind::Closed);
    }
};

WORKBENCH_TEST(tst_EventTarget, QCoreApplication)
#include "tst_eventtarget.moc"
