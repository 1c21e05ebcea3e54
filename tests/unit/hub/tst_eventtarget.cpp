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
    void subscribesOnceAndUnsubscribesAfterTheLastUser()
    {
        RecordingTarget target;
        target.addTopic(u"news"_s);
        target.addTopic(u"news:"_s);
        QCOMPARE(target.added, QStringList{u"news:"_s});
        target.removeTopic(u"news"_s);
        QCOMPARE(target.removed, QStringList());
        target.removeTopic(u"news:"_s);
        target.removeTopic(u"news:"_s);
        QCOMPARE(target.removed, QStringList{u"news:"_s});
    }

    void reservedTypesAreNotPublished()
    {
        RecordingTarget target;
        QCOMPARE(target.publish(numbered(u"__subscribe"_s, 1)).error().kind, ErrorKind::Usage);
        QCOMPARE(target.sent.size(), 0);
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
