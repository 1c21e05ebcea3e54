// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/session/filewatch.h"
#include "tests/support/testprogram.h"
#include "tests/support/writefile.h"

#include <QDir>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace Workbench;
using Workbench::Test::writeFile;

class tst_FileWatch : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void reportsChangedFiles_data();
    void reportsChangedFiles();
    void leavesOutByproductsOfPrograms();
    void leavesOutFilesThatTheProgramWritesAtEachStart();
    void reportsAFolderWithTooManyFiles();
};

void tst_FileWatch::reportsChangedFiles_data()
{
    using Change = std::function<void(const QDir &)>;
    QTest::addColumn<QString>("watched");
    QTest::addColumn<Change>("change");
    QTest::addColumn<QString>("file");
    const auto row = [](const char *name, const QString &watched, const QString &file, const Change &change) {
        QTest::newRow(name) << watched << change << file;
    };
    row("written", u"."_s, u"server.js"_s,
        [](const QDir &dir) { writeFile(dir.filePath(u"server.js"_s), "22"); });
    row("new, in a folder", u"."_s, u"lib/tools/new.js"_s,
        [](const QDir &dir) { writeFile(dir.filePath(u"lib/tools/new.js"_s), "1"); });
    row("in a new folder", u"."_s, u"more/new.js"_s, [](const QDir &dir) {
        QVERIFY(dir.mkdir(u"more"_s));
        writeFile(dir.filePath(u"more/new.js"_s), "1");
    });
    row("removed", u"."_s, u"server.js"_s,
        [](const QDir &dir) { QVERIFY(QFile::remove(dir.filePath(u"server.js"_s))); });
    row("replaced by another one", u"server.js"_s, u"server.js"_s, [](const QDir &dir) {
        writeFile(dir.filePath(u"server.js.new"_s), "22");
        QVERIFY(QFile::remove(dir.filePath(u"server.js"_s)));
        QVERIFY(QFile::rename(dir.filePath(u"server.js.new"_s), dir.filePath(u"server.js"_s)));
    });
    row("did not exist before", u"build.stamp"_s, u"build.stamp"_s,
        [](const QDir &dir) { writeFile(dir.filePath(u"build.stamp"_s), "1"); });
}

void tst_FileWatch::reportsChangedFiles()
{
    QFETCH(const QString, watched);
    QFETCH(const std::function<void(const QDir &)>, change);
    QFETCH(const QString, file);
    const QTemporaryDir folder;
    const QDir dir(folder.path());
    QVERIFY(dir.mkpath(u"lib/tools"_s));
    writeFile(dir.filePath(u"server.js"_s), "1");
    FileWatch watch({QDir::cleanPath(dir.filePath(watched))}, 100);
    QSignalSpy changed(&watch, &FileWatch::changed);
    // Changes are reported after the first reading.
    QTRY_VERIFY(watch.isReady());
    change(dir);
    QTRY_VERIFY(!changed.isEmpty());
    QCOMPARE(changed.at(0).at(0).toString(), dir.filePath(file));
}

void tst_FileWatch::leavesOutByproductsOfPrograms()
{
    const QTemporaryDir folder;
    const QDir dir(folder.path());
    QVERIFY(dir.mkdir(u"__pycache__"_s));
    writeFile(dir.filePath(u"server.py"_s), "1");
    FileWatch watch({dir.path()}, 100);
    QSignalSpy changed(&watch, &FileWatch::changed);
    QTRY_VERIFY(watch.isReady());
    for (const QString &name : {u"__pycache__/server.pyc"_s, u"server.log"_s, u".server.py.swp"_s})
        writeFile(dir.filePath(name), "1");
    writeFile(dir.filePath(u"server.py"_s), "22");
    QTRY_VERIFY(!changed.isEmpty());
    QCOMPARE(changed.at(0).at(0).toString(), dir.filePath(u"server.py"_s));
}

void tst_FileWatch::leavesOutFilesThatTheProgramWritesAtEachStart()
{
    const QTemporaryDir folder;
    const QString count = folder.filePath(u"count"_s);
    writeFile(count, "");
    FileWatch watch({folder.path()}, 100);
    QSignalSpy changed(&watch, &FileWatch::changed);
    QSignalSpy leftOut(&watch, &FileWatch::leftOut);
    QTRY_VERIFY(watch.isReady());
    // Four changes in a row are enough, unless a busy machine delays one of them.
    for (int start = 1; start < 30 && leftOut.isEmpty(); ++start) {
        changed.clear();
        watch.programStarts();
        writeFile(count, QByteArray(start, '.'));
        QTRY_VERIFY(!changed.isEmpty() || !leftOut.isEmpty());
    }
    QCOMPARE(leftOut.size(), 1);
    QVERIFY2(leftOut.at(0).at(0).toString().startsWith(count), qPrintable(leftOut.at(0).at(0).toString()));

    changed.clear();
    writeFile(count, "written again");
    writeFile(folder.filePath(u"server.py"_s), "1");
    QTRY_VERIFY(!changed.isEmpty());
    QCOMPARE(changed.at(0).at(0).toString(), folder.filePath(u"server.py"_s));
}

void tst_FileWatch::reportsAFolderWithTooManyFiles()
{
    const QTemporaryDir folder;
    const QDir dir(folder.path());
    for (const QString &name : {u"a"_s, u"b"_s, u"c"_s})
        writeFile(dir.filePath(name), "1");
    FileWatch watch({dir.path()}, 2);
    QSignalSpy leftOut(&watch, &FileWatch::leftOut);
    QTRY_COMPARE(leftOut.size(), 1);
    QVERIFY(leftOut.at(0).at(0).toString().contains(u"limit watch.files"_s));
}

WORKBENCH_TEST(tst_FileWatch, QCoreApplication)
#include "tst_filewatch.moc"
