// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/json/jsonbuilder.h"
#include "core/json/jsonparser.h"
#include "tests/support/testprogram.h"

#include <QTest>
#include <QThread>

using namespace Workbench;

namespace {

constexpr int deep = 100'000;

QByteArray nestedArrays(int levels)
{
    return QByteArray(levels, '[') + QByteArray(levels, ']');
}

QByteArray nestedObjects(int levels)
{
    return QByteArray(R"({"a":)").repeated(levels) + "1" + QByteArray(levels, '}');
}

//! Runs \a work on a thread with a 256 KiB stack, where recursion on 100 000 levels would crash.
template <typename Work> void onSmallStack(Work work)
{
    const std::unique_ptr<QThread> thread(QThread::create(work));
    thread->setStackSize(256 * 1024);
    thread->start();
    QVERIFY(thread->wait(30'000));
}

} // namespace

class tst_JsonDepth : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void indentationOfHostileNestingStaysSmall()
    {
        const Json value = jsonLiteral(nestedArrays(deep));
        const QByteArray text = value.toBytes(Json::Layout::Indented);
        QVERIFY(text.size() < 3 * deep);
        QVERIFY(jsonLiteral(text) == value);
    }

    void depthUsesNoStack_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<int>("levels");
        QTest::newRow("arrays") << nestedArrays(deep) << deep;
        QTest::newRow("objects") << nestedObjects(deep) << deep;
        QTest::newRow("mixed") << QByteArray("[1,{\"k\":").repeated(deep / 2) + "[]"
                + QByteArray("},2]").repeated(deep / 2)
                               << deep + 1;
    }
    void depthUsesNoStack()
    {
        QFETCH(QByteArray, text);
        QFETCH(int, levels);
        QByteArray written;
        QByteArray copied;
        int depth = 0;
        bool equal = false;
        bool sameHash = false;
        qsizetype found = 0;
        onSmallStack([&] {
            const Json value = jsonLiteral(text);
            const Json other = jsonLiteral(text);
            written = value.toBytes();
            copied = JsonBuilder().value(value).take().toBytes();
            depth = value.depth();
            equal = value == other;
            sameHash = value.hash() == other.hash();
            for (Json inner = value; inner.size() > 0;
                inner = inner.at(inner.isArray() ? inner.size() / 2 : 0))
                ++found;
        });
        QVERIFY(written == text);
        QVERIFY(copied == text);
        QCOMPARE(depth, levels);
        QVERIFY(equal);
        QVERIFY(sameHash);
        QVERIFY(found >= levels - 1);
    }

    void buildingUsesNoStack()
    {
        QByteArray written;
        onSmallStack([&] {
            JsonBuilder builder;
            for (int i = 0; i < deep; ++i)
                builder.beginArray();
            for (int i = 0; i < deep; ++i)
                builder.endArray();
            written = builder.take().toBytes();
        });
        QVERIFY(written == nestedArrays(deep));
    }
};

WORKBENCH_TEST(tst_JsonDepth, QCoreApplication)

#include "tst_jsondepth.moc"
