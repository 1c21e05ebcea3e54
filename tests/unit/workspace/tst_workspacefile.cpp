// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/base/atomicfile.h"
#include "core/json/jsonparser.h"
#include "core/workspace/workspace.h"
#include "tests/support/testprogram.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

#ifdef Q_OS_UNIX
#include <unistd.h>
#endif

using namespace Qt::StringLiterals;
using namespace Workbench;

namespace {

QByteArray contentOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("unreadable");
}

void put(const QString &path, const QByteArray &bytes)
{
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    QCOMPARE(file.write(bytes), bytes.size());
}

} // namespace

class tst_WorkspaceFile : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void savesAndOpensAgain();
    void savesTwiceWithoutConflict();
    void neverOverwritesAChangeOfAnotherProgram();
    void neverOverwritesAFileThatAppeared();
    void writesAgainWhatWasDeleted();
    void namesTheFileThatIsBroken();
    void namesTheFileThatIsMissing();
    void leavesTheOldFileWhenTheFolderIsReadOnly();
    void leavesNoTempFiles();
    void keepsPermissions();
    void writesThroughALink();
    void refusesFilesOverTheLimit();

private:
    QString path(const QString &name = u"a.workspace.json"_s) const { return m_dir->filePath(name); }
    std::unique_ptr<QTemporaryDir> m_dir;
};

void tst_WorkspaceFile::init()
{
    m_dir = std::make_unique<QTemporaryDir>();
    QVERIFY(m_dir->isValid());
}

void tst_WorkspaceFile::savesAndOpensAgain()
{
    WorkspaceFile file = WorkspaceFile::create(path());
    file.workspace.sources = {{u"a"_s, u"local"_s, Json::emptyObject()}};
    QVERIFY(file.save());
    const Result<WorkspaceFile> again = WorkspaceFile::open(path());
    QVERIFY(again);
    QCOMPARE(again->path(), path());
    QCOMPARE(again->workspace.sources, file.workspace.sources);
    QVERIFY(!again->isChangedOnDisk());
}

void tst_WorkspaceFile::savesTwiceWithoutConflict()
{
    WorkspaceFile file = WorkspaceFile::create(path());
    QVERIFY(file.save());
    file.workspace.inputs.insert(u"a.b"_s, Json::integer(1));
    QVERIFY(file.save());
    QVERIFY(contentOf(path()).contains("a.b"));
}

void tst_WorkspaceFile::neverOverwritesAChangeOfAnotherProgram()
{
    WorkspaceFile file = WorkspaceFile::create(path());
    QVERIFY(file.save());
    const QByteArray theirs = R"({"version":1,"theirs":true})";
    put(path(), theirs);
    QVERIFY(file.isChangedOnDisk());
    const Result<void> saved = file.save();
    QVERIFY(!saved);
    QCOMPARE(saved.error().kind, ErrorKind::Storage);
    QCOMPARE(saved.error().code, u"workspace.conflict"_s);
    QCOMPARE(contentOf(path()), theirs);

    QVERIFY(file.save(true));
    QVERIFY(!contentOf(path()).contains("theirs"));
    QVERIFY(file.save());
}

void tst_WorkspaceFile::neverOverwritesAFileThatAppeared()
{
    WorkspaceFile file = WorkspaceFile::create(path());
    put(path(), "somebody's");
    const Result<void> saved = file.save();
    QVERIFY(!saved);
    QCOMPARE(saved.error().code, u"workspace.conflict"_s);
    QCOMPARE(contentOf(path()), "somebody's");
}

void tst_WorkspaceFile::writesAgainWhatWasDeleted()
{
    WorkspaceFile file = WorkspaceFile::create(path());
    QVERIFY(file.save());
    QVERIFY(QFile::remove(path()));
    QVERIFY(file.save());
    QVERIFY(QFile::exists(path()));
}

void tst_WorkspaceFile::namesTheFileThatIsBroken()
{
    put(path(), "{\n\"version\": x");
    const Result<WorkspaceFile> file = WorkspaceFile::open(path());
    QVERIFY(!file);
    QVERIFY2(file.error().message.contains(path()), qPrintable(file.error().message));
    QVERIFY2(file.error().message.contains(u"line 2"_s), qPrintable(file.error().message));
}

void tst_WorkspaceFile::namesTheFileThatIsMissing()
{
    const Result<Workspace> workspace = Workspace::load(path());
    QVERIFY(!workspace);
    QCOMPARE(workspace.error().kind, ErrorKind::Storage);
    QCOMPARE(workspace.error().code, u"file.missing"_s);
    QVERIFY(workspace.error().message.contains(path()));
}

void tst_WorkspaceFile::leavesTheOldFileWhenTheFolderIsReadOnly()
{
#ifdef Q_OS_UNIX
    if (::geteuid() == 0)
        QSKIP("the superuser may write everywhere");
#endif
    WorkspaceFile file = WorkspaceFile::create(path());
    QVERIFY(file.save());
    const QByteArray before = contentOf(path());
    QVERIFY(QFile::setPermissions(m_dir->path(), QFileDevice::ReadOwner | QFileDevice::ExeOwner));
    file.workspace.inputs.insert(u"a.b"_s, Json::integer(1));
    const Result<void> saved = file.save();
    QVERIFY(QFile::setPermissions(
        m_dir->path(), QFileDevice::ReadOwner | QFileDevice::WriteOwner | QFileDevice::ExeOwner));
    QVERIFY(!saved);
    QCOMPARE(saved.error().kind, ErrorKind::Storage);
    QCOMPARE(contentOf(path()), before);
}

void tst_WorkspaceFile::leavesNoTempFiles()
{
    WorkspaceFile file = WorkspaceFile::create(path());
    QVERIFY(file.save());
    QVERIFY(file.save());
    QCOMPARE(QDir(m_dir->path()).entryList(QDir::Files | QDir::Hidden), QStringList{u"a.workspace.json"_s});

    WorkspaceFile nowhere = WorkspaceFile::create(path(u"missing/a.json"_s));
    const Result<void> saved = nowhere.save();
    QVERIFY(!saved);
    QCOMPARE(saved.error().code, u"file.write"_s);

    QVERIFY(QDir(m_dir->path()).mkdir(u"folder"_s));
    QVERIFY(!writeFileAtomically(path(u"folder"_s), "x"));
    QCOMPARE(QDir(m_dir->path()).entryList(QDir::Files | QDir::Hidden), QStringList{u"a.workspace.json"_s});
}

void tst_WorkspaceFile::keepsPermissions()
{
    WorkspaceFile file = WorkspaceFile::create(path());
    QVERIFY(file.save());
    const auto owner = QFileDevice::ReadOwner | QFileDevice::WriteOwner;
    QVERIFY(QFile::setPermissions(path(), owner));
    QVERIFY(file.save());
    QCOMPARE(QFileInfo(path()).permissions() & (QFileDevice::ReadGroup | QFileDevice::ReadOther),
        QFileDevice::Permissions());
}

void tst_WorkspaceFile::writesThroughALink()
{
    const QString link = path(u"link.json"_s);
    put(path(), R"({"version":1})");
    QVERIFY(QFile::link(path(), link));
    Result<WorkspaceFile> file = WorkspaceFile::open(link);
    QVERIFY(file);
    QVERIFY(file->save());
    QVERIFY(QFileInfo(link).isSymLink());
    QVERIFY(contentOf(path()).contains("sources"));
}

void tst_WorkspaceFile::refusesFilesOverTheLimit()
{
    put(path(), "0123456789");
    QVERIFY(readWholeFile(path(), 10));
    const Result<QByteArray> bytes = readWholeFile(path(), 9);
    QVERIFY(!bytes);
    QCOMPARE(bytes.error().kind, ErrorKind::Limit);
}

WORKBENCH_TEST(tst_WorkspaceFile, QCoreApplication)
#include "tst_workspacefile.moc"
