// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// The rules of the house that a compiler does not hold: who may include whom, licence lines, size of rooms.

#include <QDirIterator>
#include <QRegularExpression>
#include <QTest>

using namespace Qt::StringLiterals;

namespace {

// A room, and the rooms it may include besides itself. A new edge is one visible line here.
const QMap<QString, QStringList> &allowedIncludes()
{
    static const QStringList values{
        u"core/base"_s, u"core/json"_s, u"core/schema"_s, u"core/operation"_s, u"core/envelope"_s};
    static const QStringList forUi = values
        + QStringList{u"core/registry"_s, u"core/session"_s, u"core/exchange"_s, u"core/fixture"_s,
            u"core/workspace"_s, u"core/doctor"_s, u"core/verification"_s, u"core/query"_s};
    static const QStringList forSources = values
        + QStringList{u"core/call"_s, u"core/registry"_s, u"core/adapter"_s, u"core/exchange"_s,
            u"core/session"_s, u"core/transport"_s, u"core/pubsub"_s, u"core/workspace"_s, u"core/auth"_s};
    static const QMap<QString, QStringList> table{
        {u"core/base"_s, {u"core/json"_s}},
        {u"core/json"_s, {u"core/base"_s}},
        {u"core/yaml"_s, {u"core/base"_s, u"core/json"_s}},
        {u"core/query"_s, {u"core/base"_s, u"core/json"_s}},
        {u"core/schema"_s, {u"core/base"_s, u"core/json"_s}},
        {u"core/operation"_s, {u"core/base"_s, u"core/json"_s}},
        {u"core/envelope"_s, {u"core/base"_s, u"core/json"_s, u"core/schema"_s, u"core/operation"_s}},
        {u"core/call"_s, values},
        {u"core/registry"_s, values + QStringList{u"core/call"_s}},
        {u"core/exchange"_s, {u"core/base"_s, u"core/json"_s, u"core/operation"_s}},
        {u"core/workspace"_s, {u"core/base"_s, u"core/json"_s, u"core/operation"_s}},
        {u"core/adapter"_s, values + QStringList{u"core/call"_s, u"core/exchange"_s, u"core/workspace"_s}},
        {u"core/fixture"_s,
            values + QStringList{u"core/call"_s, u"core/query"_s, u"core/exchange"_s, u"core/workspace"_s}},
        {u"core/transport"_s, {u"core/base"_s, u"core/json"_s, u"core/exchange"_s}},
        {u"core/auth"_s, {u"core/base"_s, u"core/json"_s, u"core/transport"_s}},
        {u"core/pubsub"_s, values + QStringList{u"core/call"_s, u"core/exchange"_s, u"core/transport"_s}},
        {u"core/redis"_s, values + QStringList{u"core/call"_s, u"core/transport"_s}},
        {u"core/session"_s,
            values
                + QStringList{u"core/call"_s, u"core/registry"_s, u"core/adapter"_s, u"core/exchange"_s,
                    u"core/transport"_s, u"core/workspace"_s}},
        {u"core/doctor"_s,
            values
                + QStringList{u"core/call"_s, u"core/registry"_s, u"core/session"_s, u"core/exchange"_s,
                    u"core/workspace"_s}},
        {u"core/verification"_s,
            values
                + QStringList{u"core/call"_s, u"core/registry"_s, u"core/session"_s, u"core/workspace"_s,
                    u"core/exchange"_s, u"core/fixture"_s}},
        {u"core/sources/fixtures"_s, forSources + QStringList{u"core/fixture"_s}},
        {u"core/sources/local"_s, forSources},
        {u"core/sources/mcp"_s, forSources},
        {u"core/sources/hub"_s, forSources},
        {u"core/sources/openapi"_s, forSources + QStringList{u"core/yaml"_s}},
        {u"core/serving"_s,
            values
                + QStringList{u"core/call"_s, u"core/registry"_s, u"core/transport"_s, u"core/exchange"_s,
                    u"core/fixture"_s, u"core/pubsub"_s}},
        {u"ui/theme"_s, {u"core/base"_s, u"core/json"_s}},
        {u"ui/text"_s, {u"core/base"_s, u"core/json"_s, u"ui/theme"_s}},
        {u"ui/models"_s, forUi + QStringList{u"ui/theme"_s}},
        {u"ui/forms"_s, forUi + QStringList{u"ui/theme"_s, u"ui/text"_s, u"ui/models"_s}},
        {u"ui/panes"_s, forUi + QStringList{u"ui/theme"_s, u"ui/text"_s, u"ui/models"_s, u"ui/forms"_s}},
        {u"ui/dialogs"_s, forUi + QStringList{u"ui/theme"_s, u"ui/text"_s, u"ui/models"_s, u"ui/forms"_s}},
        {u"ui/window"_s,
            forUi
                + QStringList{u"ui/theme"_s, u"ui/text"_s, u"ui/models"_s, u"ui/forms"_s, u"ui/panes"_s,
                    u"ui/dialogs"_s}},
    };
    return table;
}

QString roomOf(const QString &path)
{
    QString best;
    for (auto it = allowedIncludes().keyBegin(); it != allowedIncludes().keyEnd(); ++it) {
        if (path.startsWith(*it + u'/') && it->size() > best.size())
            best = *it;
    }
    return best.isEmpty() ? path.section(u'/', 0, 1) : best;
}

QStringList sources(const QStringList &folders)
{
    QStringList found;
    const QDir top(QStringLiteral(SOURCE_DIR));
    for (const QString &folder : folders) {
        QDirIterator files(
            top.filePath(folder), {u"*.cpp"_s, u"*.h"_s}, QDir::Files, QDirIterator::Subdirectories);
        while (files.hasNext())
            found += top.relativeFilePath(files.next());
    }
    found.sort();
    return found;
}

QByteArray contents(const QString &path)
{
    QFile file(QDir(QStringLiteral(SOURCE_DIR)).filePath(path));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

class tst_House : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void includesOnlyWhatItsRoomMay_data()
    {
        QTest::addColumn<QString>("path");
        for (const QString &path : sources({u"core"_s, u"ui"_s}))
            QTest::newRow(path.toUtf8().constData()) << path;
    }

    void includesOnlyWhatItsRoomMay()
    {
        QFETCH(QString, path);
        static const QRegularExpression include(
            u"^\\s*#\\s*include\\s+\"((?:core|ui|app)/[^\"]+)\""_s, QRegularExpression::MultilineOption);
        const QString room = roomOf(path);
        const QString text = QString::fromUtf8(contents(path));
        for (const QRegularExpressionMatch &match : include.globalMatch(text)) {
            const QString other = roomOf(match.captured(1));
            if (other == room || room.count(u'/') == 0)
                continue;
            if (path.count(u'/') == 1) // the precompiled header of a layer
                continue;
            QVERIFY2(allowedIncludes().contains(room), qPrintable(u"no rule for room %1"_s.arg(room)));
            QVERIFY2(allowedIncludes().value(room).contains(other),
                qPrintable(u"%1 may not include %2"_s.arg(room, match.captured(1))));
        }
    }

    void coreKnowsNoScreen()
    {
        static const QRegularExpression forbidden(
            u"#\\s*include\\s+<(QtGui|QtWidgets|QWidget|QApplication|QGuiApplication|QColor|QIcon|QPixmap|QImage|QPainter)"_s);
        for (const QString &path : sources({u"core"_s}))
            QVERIFY2(!QString::fromUtf8(contents(path)).contains(forbidden), qPrintable(path));
    }

    void yyjsonStaysInItsRoom()
    {
        for (const QString &path : sources({u"core"_s, u"ui"_s, u"app"_s})) {
            if (contents(path).contains("#include <yyjson.h>"))
                QVERIFY2(path.startsWith(u"core/json/"_s), qPrintable(path));
        }
    }

    void libfyamlStaysInItsRoom()
    {
        for (const QString &path : sources({u"core"_s, u"ui"_s, u"app"_s})) {
            if (contents(path).contains("#include <libfyaml.h>"))
                QCOMPARE(path, u"core/yaml/yamlreader.cpp"_s);
        }
    }

    void networkLibrariesStayInTheirFiles()
    {
        const QList<std::pair<QByteArray, QString>> homes{
            {"#include <nghttp2/", u"core/transport/http/http2engine.cpp"_s},
            {"#include <brotli/", u"core/transport/http/decompressor.cpp"_s},
            {"#include <zstd", u"core/transport/http/decompressor.cpp"_s},
            {"QNetworkAccessManager>", QString()}};
        for (const QString &path : sources({u"core"_s, u"ui"_s, u"app"_s})) {
            for (const auto &[include, home] : homes) {
                if (contents(path).contains(include))
                    QCOMPARE(path, home);
            }
        }
    }

    void namesItsLicence_data()
    {
        QTest::addColumn<QString>("path");
        for (const QString &path : sources({u"core"_s, u"ui"_s, u"app"_s, u"tests"_s}))
            QTest::newRow(path.toUtf8().constData()) << path;
    }

    void namesItsLicence()
    {
        QFETCH(QString, path);
        const QByteArray text = contents(path);
        QVERIFY(text.startsWith("// SPDX-FileCopyrightText: "));
        QVERIFY(text.left(200).contains("\n// SPDX-License-Identifier: Apache-2.0\n"));
    }

    void isASmallRoom_data()
    {
        QTest::addColumn<QString>("path");
        for (const QString &path : sources({u"core"_s, u"ui"_s, u"app"_s}))
            QTest::newRow(path.toUtf8().constData()) << path;
    }

    // Above 400 lines a file is asked whether it is two ideas; above 500 the answer is yes.
    void isASmallRoom()
    {
        QFETCH(QString, path);
        const qsizetype lines = contents(path).count('\n');
        QVERIFY2(lines <= 500, qPrintable(u"%1 has %2 lines"_s.arg(path).arg(lines)));
    }

    void theTopLevelIsThePlan()
    {
        static const QStringList plan{u"CMakeLists.txt"_s, u"CMakePresets.json"_s, u"CONTRIBUTING.md"_s,
            u"LICENSE"_s, u"README.md"_s, u"app"_s, u"core"_s, u"packaging"_s, u"resources"_s, u"tests"_s,
            u"translations"_s, u"ui"_s};
        for (const QString &entry :
            QDir(QStringLiteral(SOURCE_DIR)).entryList(QDir::AllEntries | QDir::NoDotAndDotDot)) {
            if (!entry.startsWith(u"build"_s))
                QVERIFY2(plan.contains(entry), qPrintable(entry));
        }
    }

    void noColourIsWrittenInCode()
    {
        static const QRegularExpression colour(
            u"\"#[0-9A-Fa-f]{6}\"|\\bQColor\\s*\\(\\s*\\d|Qt::(red|green|blue|yellow|gray|darkGray|lightGray)\\b"_s);
        for (const QString &path : sources({u"ui"_s, u"app"_s}))
            QVERIFY2(!QString::fromUtf8(contents(path)).contains(colour), qPrintable(path));
    }

    void noStyleSheets()
    {
        for (const QString &path : sources({u"ui"_s, u"app"_s}))
            QVERIFY2(!contents(path).contains("setStyleSheet"), qPrintable(path));
    }
};

QTEST_GUILESS_MAIN(tst_House)
#include "tst_house.moc"
