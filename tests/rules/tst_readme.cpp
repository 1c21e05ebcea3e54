// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// The counts in tests/README.md must be those that the tests of this build printed.

#include "tests/support/testprogram.h"

#include <QDir>
#include <QTest>

class tst_Readme : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void countsAreThoseOfTheTests()
    {
        QFile readme(QStringLiteral(SOURCE_DIR "/tests/README.md"));
        QVERIFY(readme.open(QIODevice::ReadOnly));
        const QByteArray text = readme.readAll();
        const QByteArray from = "<!-- counts -->\n";
        const qsizetype start = text.indexOf(from) + from.size();
        const qsizetype end = text.indexOf("<!-- /counts -->");
        QVERIFY(start >= from.size() && end >= start);

        QByteArray counted;
        const QDir counts(QStringLiteral(BUILD_DIR "/counts"));
        const QStringList names = counts.entryList({QStringLiteral("*.txt")}, QDir::Files, QDir::Name);
        QVERIFY2(!names.isEmpty(), "the tests that count have not run");
        for (const QString &name : names) {
            QFile count(counts.filePath(name));
            QVERIFY(count.open(QIODevice::ReadOnly));
            counted += count.readAll();
        }
        if (text.sliced(start, end - start) != counted)
            qWarning("tests/README.md should say:\n%s", counted.constData());
        QCOMPARE(text.sliced(start, end - start), counted);
    }
};

WORKBENCH_TEST(tst_Readme, QCoreApplication)
#include "tst_readme.moc"
