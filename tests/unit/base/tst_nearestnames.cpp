// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/base/nearestnames.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace Workbench;

class tst_NearestNames : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void findsSimilarNames_data()
    {
        QTest::addColumn<QString>("wanted");
        QTest::addColumn<QStringList>("candidates");
        QTest::addColumn<QStringList>("near");
        const auto row = [](const char *name, const QString &wanted, const QStringList &candidates,
                             const QStringList &near) {
            QTest::newRow(name) << wanted << candidates << near;
        };
        const QStringList commands{u"list"_s, u"call"_s, u"cast"_s, u"compare"_s, u"completion"_s};
        row("a letter too few", u"lst"_s, commands, {u"list"_s});
        row("a letter too many", u"calll"_s, commands, {u"call"_s});
        row("two letters swapped", u"lsit"_s, commands, {u"list"_s});
        row("other case", u"CALL"_s, commands, {u"call"_s});
        row("two equally near names", u"cal"_s, {u"call"_s, u"cat"_s}, {u"call"_s, u"cat"_s});
        row("a part of a name", u"weather"_s, {u"get-weather"_s, u"list-issues"_s}, {u"get-weather"_s});
        row("nothing similar", u"wavelength"_s, commands, {});
        row("too short to judge", u"xy"_s, {u"ab"_s, u"xz"_s}, {});
        row("an empty name", QString(), commands, {});
        row("very long", QString(5000, u'x'), commands, {});
    }

    void findsSimilarNames()
    {
        QFETCH(QString, wanted);
        QFETCH(QStringList, candidates);
        QFETCH(QStringList, near);
        QCOMPARE(nearestNames(wanted, candidates), near);
    }

    void asksAQuestion()
    {
        QCOMPARE(didYouMean(u"cal"_s, {u"call"_s}), u" Did you mean \"call\"?"_s);
        QCOMPARE(didYouMean(u"cal"_s, {u"call"_s, u"cat"_s}), u" Did you mean \"call\" or \"cat\"?"_s);
        QCOMPARE(didYouMean(u"wavelength"_s, {u"call"_s}), QString());
    }
};

WORKBENCH_TEST(tst_NearestNames, QCoreApplication)
#include "tst_nearestnames.moc"
