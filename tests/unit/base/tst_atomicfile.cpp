// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// Saving while the disk fails or the program is killed leaves the old or the new content, never a mix. R-111

#include "core/base/atomicfile.h"
#include "core/fixture/fixture.h"
#include "core/fixture/fixturefolder.h"
#include "core/json/jsonparser.h"
#include "core/workspace/truststore.h"
#include "core/workspace/workspace.h"
#include "tests/support/testprogram.h"

#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <cerrno>
#include <fcntl.h>
#include <sys/file.h>

using namespace Workbench;
using namespace Qt::StringLiterals;

namespace {

TrustFacts factsFor(const QString &program)
{
    return {.program = program, .arguments = {}, .environmentNames = {}, .workingDirectory = {}};
}

//! Writes "fixture.json" beside \a path, a fixture that answers with \a data.
Result<void> writeFixture(const QString &path, QByteArrayView data)
{
    Recording recording;
    recording.spec.id.name = u"fixture"_s;
    recording.startedAt = QDateTime::currentDateTimeUtc();
    Outcome outcome{.envelope = localEnvelope(jsonLiteral(data), u"fixture"_s, 1),
        .receivedData = jsonLiteral(data),
        .warnings = {},
        .changes = {},
        .exchangeId = {}};
    const auto written = FixtureFolder(QFileInfo(path).path())
                             .write({fixtureOfCall(recording, outcome)}, definitionOf(recording.spec));
    return written ? Result<void>() : std::unexpected(written.error());
}

bool isFixture(const QString &path, QByteArrayView data)
{
    const auto read = FixtureFolder(QFileInfo(path).path()).read(QFileInfo(path).fileName());
    return read && read->envelope.member("data"_L1) == jsonLiteral(data);
}

//! Changes the file \a path of the kind \a writer, in the process that a test starts. Prints the error's
//! code, or "ok".
int writeOnce(const QString &writer, const QString &path)
{
    Result<void> saved;
    if (writer == "workspace"_L1) {
        Result<WorkspaceFile> file = WorkspaceFile::open(path);
        if (!file)
            return 2;
        file->workspace.sources.append({u"new"_s, u"local"_s, Json::emptyObject()});
        saved = file->save();
    } else if (writer == "fixture"_L1) {
        saved = writeFixture(path, "2");
    } else {
        saved = TrustStore(path).trust(factsFor(u"/bin/new"_s));
    }
    std::fputs(saved ? "ok" : qPrintable(saved.error().code), stdout);
    return saved ? 0 : 1;
}

} // namespace

class tst_AtomicFile : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void keepsOldOrNewContentWhenACallFails_data();
    void keepsOldOrNewContentWhenACallFails();
    void keepsOldOrNewContentWhenKilled_data();
    void keepsOldOrNewContentWhenKilled();
    void cleansUpOnlyUnlockedFiles();
    void tidiesAFolderOfFixtures();
    void keepsLinksAndPermissions();
    void givesTheFileThePermissionsAskedFor();
    void writesNothingOverAFileThatIsReadOnly();
    void writesNothingOverAFolder();

private:
    struct Prepared {
        QString path;
        QByteArray before;
    };
    static Prepared prepare(const QTemporaryDir &folder, const QString &writer)
    {
        const QString path = folder.filePath(writer + u".json"_s);
        if (writer == "workspace"_L1) {
            WorkspaceFile file = WorkspaceFile::create(path);
            file.workspace.sources.append({u"old"_s, u"local"_s, Json::emptyObject()});
            if (!file.save())
                return {};
        } else if (writer == "fixture"_L1) {
            if (!writeFixture(path, "1"))
                return {};
        } else if (!TrustStore(path).trust(factsFor(u"/bin/old"_s))) {
            return {};
        }
        return {path, readWholeFile(path, 1 << 20).value_or(QByteArray())};
    }
    //! Returns whether the file still has its old content.
    static bool isOld(const Prepared &prepared)
    {
        return readWholeFile(prepared.path, 1 << 20).value_or(QByteArray()) == prepared.before;
    }
    static bool isNew(const QString &writer, const QString &path)
    {
        if (writer == "workspace"_L1) {
            const Result<Workspace> workspace = Workspace::load(path);
            return workspace && workspace->sources.size() == 2;
        }
        if (writer == "fixture"_L1)
            return isFixture(path, "2");
        const TrustStore store(path);
        return store.isTrusted(factsFor(u"/bin/old"_s)) && store.isTrusted(factsFor(u"/bin/new"_s));
    }
    static QStringList filesIn(const QTemporaryDir &folder)
    {
        return QDir(folder.path()).entryList(QDir::Files | QDir::Hidden);
    }
    static void runWith(QProcess &process, const QTemporaryDir &folder, const QString &writer,
        const QString &path, const QString &call, const QString &how)
    {
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(u"LD_PRELOAD"_s, QStringLiteral(FAULT_SHIM));
        environment.insert(u"FAULT_FOLDER"_s, folder.path());
        environment.insert(u"FAULT_CALL"_s, call);
        environment.insert(u"FAULT_HOW"_s, how);
        process.setProcessEnvironment(environment);
        process.start(
            QCoreApplication::applicationFilePath(), {u"tst_atomicfile"_s, u"--write"_s, writer, path});
        process.waitForFinished();
    }
};

#if defined(WORKBENCH_SANITIZED)
#define SKIP_WITH_SANITIZER QSKIP("a sanitizer's runtime must come before every preloaded library")
#else
#define SKIP_WITH_SANITIZER
#endif

void tst_AtomicFile::keepsOldOrNewContentWhenACallFails_data()
{
    QTest::addColumn<QString>("writer");
    QTest::addColumn<QString>("call");
    QTest::addColumn<QString>("how");
    QTest::addColumn<QString>("code");
    for (const QString &writer : {u"workspace"_s, u"trust"_s, u"fixture"_s}) {
        for (const char *call :
            {"create", "fchmod", "write", "fsync", "rename", "openfolder", "fsyncfolder"}) {
            const bool isLate = QByteArrayView(call).endsWith("folder");
            for (const auto &[name, error] :
                {std::pair{"ENOSPC", ENOSPC}, {"EIO", EIO}, {"EDQUOT", EDQUOT}, {"EROFS", EROFS}}) {
                QTest::addRow("%s, %s, %s", qPrintable(writer), call, name)
                    << writer << QString::fromLatin1(call) << QString::number(error)
                    << (isLate ? u"file.sync"_s : u"file.write"_s);
            }
        }
        QTest::addRow("%s, short write and no space", qPrintable(writer))
            << writer << u"write"_s << u"short"_s << u"file.write"_s;
        QTest::addRow("%s, short write once", qPrintable(writer))
            << writer << u"write"_s << u"once-short"_s << u"ok"_s;
    }
}

void tst_AtomicFile::keepsOldOrNewContentWhenACallFails()
{
    SKIP_WITH_SANITIZER;
    QFETCH(QString, writer);
    QFETCH(QString, call);
    QFETCH(QString, how);
    QFETCH(QString, code);
    const QTemporaryDir folder;
    const Prepared prepared = prepare(folder, writer);
    QVERIFY(!prepared.before.isEmpty());
    QProcess process;
    runWith(process, folder, writer, prepared.path, call, how);
    QCOMPARE(process.exitStatus(), QProcess::NormalExit);
    QCOMPARE(QString::fromLatin1(process.readAllStandardOutput()), code);
    QCOMPARE(process.exitCode(), code == "ok"_L1 ? 0 : 1);
    if (code == "file.write"_L1)
        QVERIFY(isOld(prepared));
    else
        QVERIFY(isNew(writer, prepared.path));
    QCOMPARE(filesIn(folder), QStringList{writer + u".json"_s});
}

void tst_AtomicFile::keepsOldOrNewContentWhenKilled_data()
{
    QTest::addColumn<QString>("writer");
    QTest::addColumn<QString>("call");
    QTest::addColumn<QString>("how");
    QTest::addColumn<bool>("replaced");
    for (const QString &writer : {u"workspace"_s, u"trust"_s, u"fixture"_s}) {
        bool replaced = false;
        for (const char *call :
            {"create", "fchmod", "write", "fsync", "rename", "openfolder", "fsyncfolder"}) {
            QTest::addRow("%s, before %s", qPrintable(writer), call)
                << writer << QString::fromLatin1(call) << u"kill-before"_s << replaced;
            replaced = replaced || QByteArrayView(call) == "rename";
            QTest::addRow("%s, after %s", qPrintable(writer), call)
                << writer << QString::fromLatin1(call) << u"kill-after"_s << replaced;
        }
    }
}

void tst_AtomicFile::keepsOldOrNewContentWhenKilled()
{
    SKIP_WITH_SANITIZER;
    QFETCH(QString, writer);
    QFETCH(QString, call);
    QFETCH(QString, how);
    QFETCH(bool, replaced);
    const QTemporaryDir folder;
    const Prepared prepared = prepare(folder, writer);
    QProcess process;
    runWith(process, folder, writer, prepared.path, call, how);
    QCOMPARE(process.exitStatus(), QProcess::CrashExit);
    if (replaced)
        QVERIFY(isNew(writer, prepared.path));
    else
        QVERIFY(isOld(prepared));

    // The next start of the program removes temporary files.
    if (writer == "workspace"_L1)
        QVERIFY(WorkspaceFile::open(prepared.path));
    else if (writer == "fixture"_L1)
        QVERIFY(writeFixture(prepared.path, "3"));
    else
        QVERIFY(TrustStore(prepared.path).isTrusted(factsFor(u"/bin/old"_s)));
    QCOMPARE(filesIn(folder), QStringList{writer + u".json"_s});
}

void tst_AtomicFile::cleansUpOnlyUnlockedFiles()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(u"a.json"_s);
    const QStringList names{u".a.json.envelope-part-busy"_s, u".a.json.envelope-part-left"_s,
        u".b.json.envelope-part-left"_s, u"a.json.backup"_s};
    for (const QString &name : names)
        QVERIFY(QFile(folder.filePath(name)).open(QIODevice::WriteOnly));
    QFile busy(folder.filePath(names.first()));
    QVERIFY(busy.open(QIODevice::ReadWrite));
    QCOMPARE(::flock(busy.handle(), LOCK_EX), 0);
    removeStaleTempFiles(path);
    QStringList left = names;
    left.removeOne(u".a.json.envelope-part-left"_s);
    QCOMPARE(filesIn(folder), left);
    busy.close();
    removeStaleTempFiles(path);
    left.removeFirst();
    QCOMPARE(filesIn(folder), left);
}

void tst_AtomicFile::tidiesAFolderOfFixtures()
{
    QTemporaryDir dir;
    QVERIFY(QDir(dir.path()).mkpath(u"bodies"_s));
    const auto put = [&dir](const QString &name, bool isOld) {
        QFile file(dir.filePath(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        if (isOld)
            QVERIFY(file.setFileTime(
                QDateTime::currentDateTimeUtc().addSecs(-7200), QFileDevice::FileModificationTime));
    };
    const QStringList gone{u".sum.json.envelope-part-1x2y3z"_s, u"bodies/.sum-1.json.envelope-part-9"_s};
    const QStringList kept{
        u".other.json.envelope-part-A!"_s, u".notes"_s, u"sum.json.envelope-part-1"_s, u".envelope-part-1"_s};
    for (const QString &name : gone + kept)
        put(name, true);
    const QString young = u".sum.json.envelope-part-7"_s;
    put(young, false);
    FixtureFolder(dir.path()).tidy();
    for (const QString &name : gone)
        QVERIFY2(!QFileInfo::exists(dir.filePath(name)), qPrintable(name));
    for (const QString &name : kept + QStringList{young})
        QVERIFY2(QFileInfo::exists(dir.filePath(name)), qPrintable(name));

    // A file that another process writes is locked, however old it is.
    const QString written = dir.filePath(u".sum.json.envelope-part-8"_s);
    put(u".sum.json.envelope-part-8"_s, true);
    const int descriptor = ::open(QFile::encodeName(written).constData(), O_RDONLY);
    QVERIFY(descriptor >= 0 && ::flock(descriptor, LOCK_EX) == 0);
    FixtureFolder(dir.path()).tidy();
    QVERIFY(QFileInfo::exists(written));
    ::close(descriptor);
    FixtureFolder(dir.path()).tidy();
    QVERIFY(!QFileInfo::exists(written));
}

void tst_AtomicFile::keepsLinksAndPermissions()
{
    const QTemporaryDir folder;
    QVERIFY(QDir(folder.path()).mkdir(u"real"_s));
    const QString real = folder.filePath(u"real/file.json"_s);
    const QString link = folder.filePath(u"link.json"_s);
    QVERIFY(writeFileAtomically(real, "one"));
    const auto permissions = QFile::ReadOwner | QFile::WriteOwner | QFile::ReadGroup;
    QVERIFY(QFile::setPermissions(real, permissions));
    QVERIFY(QFile::link(real, link));
    QVERIFY(writeFileAtomically(link, "two"));
    QVERIFY(QFileInfo(link).isSymLink());
    QCOMPARE(readWholeFile(real, 100).value_or(QByteArray()), QByteArray("two"));
    QCOMPARE(QFile::permissions(real) & ~QFile::Permissions(QFile::ReadUser | QFile::WriteUser), permissions);
    QCOMPARE(filesIn(folder), QStringList{u"link.json"_s});
}

void tst_AtomicFile::givesTheFileThePermissionsAskedFor()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(u"file.json"_s);
    const auto ownerOnly = QFile::ReadOwner | QFile::WriteOwner;
    QVERIFY(writeFileAtomically(path, "x", ownerOnly));
    QCOMPARE(QFile::permissions(path) & ~QFile::Permissions(QFile::ReadUser | QFile::WriteUser), ownerOnly);
}

void tst_AtomicFile::writesNothingOverAFileThatIsReadOnly()
{
    if (::geteuid() == 0)
        QSKIP("root may write everything");
    const QTemporaryDir folder;
    const QString path = folder.filePath(u"file.json"_s);
    QVERIFY(writeFileAtomically(path, "one"));
    QVERIFY(QFile::setPermissions(path, QFile::ReadOwner));
    const Result<void> written = writeFileAtomically(path, "two");
    QVERIFY(!written);
    QCOMPARE(written.error().kind, ErrorKind::Storage);
    QCOMPARE(readWholeFile(path, 100).value_or(QByteArray()), QByteArray("one"));
}

void tst_AtomicFile::writesNothingOverAFolder()
{
    const QTemporaryDir folder;
    const Result<void> written = writeFileAtomically(folder.path(), "x");
    QVERIFY(!written);
    QCOMPARE(written.error().code, u"file.write"_s);
    QVERIFY(filesIn(folder).isEmpty());
}

//! Writes the file and ends the program, if a test started this process to do so.
static void writeIfAsked()
{
    const QStringList words = QCoreApplication::arguments();
    if (words.value(1) == "--write"_L1)
        std::exit(writeOnce(words.value(2), words.value(3)));
}

WORKBENCH_TEST(tst_AtomicFile, QCoreApplication, writeIfAsked)
#include "tst_atomicfile.moc"
