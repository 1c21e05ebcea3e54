// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/envelope/recognition/inspectable.h"
#include "core/json/jsonparser.h"
#include "tests/support/counts.h"

#include <QFile>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace Workbench;

class tst_Recognition : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void vectors_data();
    void vectors();
    void cleanupTestCase();

private:
    Json m_vectors;
    int m_passed = 0;
    int m_total = 0;
};

namespace {

//! The order of diagnostics has no meaning, repetition has.
QByteArrayList sortedDiagnostics(const Json &output)
{
    QByteArrayList lines;
    for (const Json each : output.member("diagnostics"_L1).items())
        lines.append(each.member("code"_L1).toBytes() + each.member("severity"_L1).toBytes()
            + each.member("message"_L1).toBytes());
    std::ranges::sort(lines);
    return lines;
}

} // namespace

void tst_Recognition::vectors_data()
{
    QTest::addColumn<Json>("input");
    QTest::addColumn<Json>("expected");
    QFile file(QStringLiteral(TESTS_DIR "/vectors/envelope-vectors.json"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const Result<Json> document = parseJson(file.readAll());
    QVERIFY(document.has_value());
    for (const Json vector : document->member("vectors"_L1).items()) {
        QTest::newRow(vector.member("id"_L1).toString().toUtf8().constData())
            << vector.member("input"_L1) << vector.member("expect"_L1);
    }
}

void tst_Recognition::vectors()
{
    QFETCH(Json, input);
    QFETCH(Json, expected);
    ++m_total;
    const Result<InspectableCase> one = inspectableCase(input);
    QVERIFY(one.has_value());
    const Json output = toJson(recognise(one->input, one->options));
    QCOMPARE(sortedDiagnostics(output).join('\n'), sortedDiagnostics(expected).join('\n'));
    for (const QLatin1StringView name :
        {"kind"_L1, "layers"_L1, "confidence"_L1, "data"_L1, "meta"_L1, "isError"_L1, "error"_L1})
        QCOMPARE(output.member(name).toBytes(), expected.member(name).toBytes());
    ++m_passed;
}

void tst_Recognition::cleanupTestCase()
{
    Test::reportCount(u"envelope vectors"_s, m_passed, m_total);
}

QTEST_GUILESS_MAIN(tst_Recognition)
#include "tst_recognition.moc"
