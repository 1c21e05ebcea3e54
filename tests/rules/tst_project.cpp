// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// The rules of the project that a compiler does not enforce: allowed includes, licence lines, size of files.

#include "tests/support/testprogram.h"

#include <QDirIterator>
#include <QRegularExpression>
#include <QTest>

using namespace Qt::StringLiterals;

namespace {

// Each module, and the modules that it may include besides itself. A new dependency is one visible line here.
const QMap<QString, QStringList> &allowedIncludes()
{
    static const QStringList values{u"core/base"_s, u"core/json"_s, u"core/schema"_s, u"core/operation"_s,
        u"core/envelope"_s, u"core/envelope/explanation"_s, u"core/envelope/pipeline"_s};
    static const QStringList model = values
        + QStringList{
            u"core/operation/registry"_s, u"core/exchange"_s, u"core/secrets"_s, u"core/workspace"_s};
    static const QStringList forSources =
        model + QStringList{u"core/sources"_s, u"core/session"_s, u"core/transport"_s, u"core/auth"_s};
    static const QStringList forUi = model
        + QStringList{
            u"core/session"_s, u"core/fixture"_s, u"core/checks"_s, u"core/json/query"_s, u"ui/theme"_s};
    static const QStringList forForms = forUi + QStringList{u"ui/text"_s, u"ui/models"_s};
    static const QStringList forPanes = forForms + QStringList{u"ui/forms"_s};
    static const QStringList forPages = forPanes + QStringList{u"ui/panes"_s};
    static const QStringList forFixtures = forPages + QStringList{u"ui/pages"_s, u"ui/dialogs"_s};
    static const QMap<QString, QStringList> table{
        {u"core/base"_s, {u"core/json"_s}},
        {u"core/json"_s, {u"core/base"_s}},
        {u"core/json/yaml"_s, {u"core/base"_s, u"core/json"_s}},
        {u"core/json/query"_s, {u"core/base"_s, u"core/json"_s}},
        {u"core/schema"_s, {u"core/base"_s, u"core/json"_s}},
        {u"core/operation"_s, {u"core/base"_s, u"core/json"_s}},
        {u"core/envelope"_s, {u"core/base"_s, u"core/json"_s, u"core/schema"_s}},
        {u"core/envelope/explanation"_s,
            {u"core/base"_s, u"core/json"_s, u"core/schema"_s, u"core/envelope"_s}},
        {u"core/envelope/pipeline"_s, values},
        {u"core/operation/registry"_s, values},
        {u"core/secrets"_s, {u"core/base"_s, u"core/json"_s}},
        {u"core/exchange"_s, {u"core/base"_s, u"core/json"_s, u"core/operation"_s, u"core/secrets"_s}},
        {u"core/workspace"_s, {u"core/base"_s, u"core/json"_s, u"core/operation"_s, u"core/secrets"_s}},
        {u"core/transport"_s, {u"core/base"_s, u"core/json"_s, u"core/exchange"_s, u"core/secrets"_s}},
        {u"core/auth"_s,
            {u"core/base"_s, u"core/json"_s, u"core/exchange"_s, u"core/secrets"_s, u"core/transport"_s}},
        {u"core/mcp"_s, {u"core/base"_s, u"core/json"_s, u"core/envelope"_s}},
        {u"core/hub"_s,
            values + QStringList{u"core/operation/registry"_s, u"core/exchange"_s, u"core/transport"_s}},
        {u"core/sources"_s, model},
        {u"core/session"_s, model + QStringList{u"core/sources"_s, u"core/transport"_s, u"core/auth"_s}},
        {u"core/sources/fixtures"_s, forSources + QStringList{u"core/fixture"_s}},
        {u"core/sources/hub"_s, forSources + QStringList{u"core/hub"_s}},
        {u"core/sources/local"_s, forSources},
        {u"core/sources/mcp"_s, forSources + QStringList{u"core/mcp"_s}},
        {u"core/sources/openapi"_s, forSources + QStringList{u"core/json/yaml"_s}},
        {u"core/fixture"_s, model + QStringList{u"core/json/query"_s}},
        {u"core/fixture/serving"_s,
            model + QStringList{u"core/fixture"_s, u"core/hub"_s, u"core/mcp"_s, u"core/transport"_s}},
        {u"core/checks"_s,
            model + QStringList{u"core/session"_s, u"core/fixture"_s, u"core/transport"_s, u"core/auth"_s}},
        {u"ui/theme"_s, {u"core/base"_s, u"core/json"_s}},
        {u"ui/text"_s, {u"core/base"_s, u"core/json"_s, u"ui/theme"_s}},
        {u"ui/models"_s, forUi},
        {u"ui/forms"_s, forForms},
        {u"ui/panes"_s, forPanes},
        {u"ui/dialogs"_s, forPanes},
        {u"ui/pages"_s, forPages},
        {u"ui/fixtures"_s, forFixtures},
        {u"ui/window"_s, forFixtures + QStringList{u"ui/fixtures"_s}},
    };
    return table;
}

QString moduleOf(const QString &path)
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

class tst_Project : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void includesOnlyWhatItsModuleMay_data()
    {
        QTest::addColumn<QString>("path");
        for (const QString &path : sources({u"core"_s, u"ui"_s}))
            QTest::newRow(path.toUtf8().constData()) << path;
    }

    void includesOnlyWhatItsModuleMay()
    {
        QFETCH(QString, path);
        static const QRegularExpression include(
            u"^\\s*#\\s*include\\s+\"((?:core|ui|app)/[^\"]+)\""_s, QRegularExpression::MultilineOption);
        const QString module = moduleOf(path);
        const QString text = QString::fromUtf8(contents(path));
        for (const QRegularExpressionMatch &match : include.globalMatch(text)) {
            const QString other = moduleOf(match.captured(1));
            if (other == module || module.count(u'/') == 0)
                continue;
            if (path.count(u'/') == 1) // the precompiled header of a layer
                continue;
            QVERIFY2(allowedIncludes().contains(module),
                qPrintable(u"The table allows no includes for the module %1"_s.arg(module)));
            QVERIFY2(allowedIncludes().value(module).contains(other),
                qPrintable(u"%1 may not include %2"_s.arg(module, match.captured(1))));
        }
    }

    void everyModuleIsDescribed()
    {
        for (auto it = allowedIncludes().keyBegin(); it != allowedIncludes().keyEnd(); ++it) {
            const QString layer = it->section(u'/', 0, 0);
            const QString name =
                it->startsWith(u"core/sources/"_s) ? u"sources/NAME"_s : it->section(u'/', 1);
            QVERIFY2(contents(layer + u"/README.md"_s).contains(u"\n| `%1` |"_s.arg(name).toUtf8()),
                qPrintable(u"%1/README.md does not describe %2"_s.arg(layer, name)));
        }
    }

    void coreKnowsNoScreen()
    {
        static const QRegularExpression forbidden(
            u"#\\s*include\\s+<(QtGui|QtWidgets|QWidget|QApplication|QGuiApplication|QColor|QIcon|QPixmap|QImage|QPainter)"_s);
        for (const QString &path : sources({u"core"_s}))
            QVERIFY2(!QString::fromUtf8(contents(path)).contains(forbidden), qPrintable(path));
    }

    void yyjsonStaysInItsModule()
    {
        for (const QString &path : sources({u"core"_s, u"ui"_s, u"app"_s})) {
            if (contents(path).contains("#include <yyjson.h>"))
                QVERIFY2(path.startsWith(u"core/json/"_s), qPrintable(path));
        }
    }

    void libfyamlStaysInItsModule()
    {
        for (const QString &path : sources({u"core"_s, u"ui"_s, u"app"_s})) {
            if (contents(path).contains("#include <libfyaml.h>"))
                QCOMPARE(path, u"core/json/yaml/yamlreader.cpp"_s);
        }
    }

    void networkLibrariesStayInTheirFiles()
    {
        const QList<std::pair<QByteArray, QStringList>> homes{
            {"#include <idn2.h>", {u"core/schema/formats.cpp"_s}},
            {"#include <openssl/",
                {u"core/transport/http/curltls.cpp"_s, u"core/auth/clientassertion.cpp"_s}},
            {"#include <brotli/", {u"core/transport/http/contentdecoder.cpp"_s}},
            {"#include <zstd", {u"core/transport/http/contentdecoder.cpp"_s}}, {"#include <nghttp2/", {}},
            {"QNetworkAccessManager>", {}}};
        for (const QString &path : sources({u"core"_s, u"ui"_s, u"app"_s})) {
            for (const auto &[include, home] : homes) {
                if (contents(path).contains(include))
                    QVERIFY2(home.contains(path), qPrintable(path));
            }
        }
    }

    void libcurlStaysInItsModule()
    {
        for (const QString &path : sources({u"core"_s, u"ui"_s, u"app"_s})) {
            if (contents(path).contains("#include <curl/"))
                QVERIFY2(path.startsWith(u"core/transport/http/"_s), qPrintable(path));
        }
    }

    void qtWebSocketsStayInTheirModule()
    {
        for (const QString &path : sources({u"core"_s, u"ui"_s, u"app"_s})) {
            if (contents(path).contains("#include <QWebSocket"))
                QVERIFY2(path.startsWith(u"core/transport/websocket/"_s), qPrintable(path));
        }
    }

    void qtMultimediaStaysInItsClass()
    {
        static const QRegularExpression multimedia(u"#include <(QMedia|QAudio|QtMultimedia)"_s);
        for (const QString &path : sources({u"core"_s, u"ui"_s, u"app"_s})) {
            if (QString::fromUtf8(contents(path)).contains(multimedia))
                QCOMPARE(path, u"ui/panes/audioblock.cpp"_s);
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

    void isASmallFile_data()
    {
        QTest::addColumn<QString>("path");
        for (const QString &path : sources({u"core"_s, u"ui"_s, u"app"_s, u"tests"_s}))
            QTest::newRow(path.toUtf8().constData()) << path;
    }

    // A file over 500 lines should be checked for two ideas; a file over 700 lines must be split.
    void isASmallFile()
    {
        QFETCH(QString, path);
        const qsizetype lines = contents(path).count('\n');
        QVERIFY2(lines <= 700, qPrintable(u"%1 has %2 lines"_s.arg(path).arg(lines)));
    }

    void aClassHasOneSourceFile()
    {
        // These would be over 700 lines in one file; each further file is a part with its own name.
        static const QStringList exceptions{
            u"core/schema Compiler"_s, // the work list; the keywords
            u"core/schema Evaluator"_s, // two classes: of schemas, steps and assertions, and of Cast
            u"core/session Sessions"_s, // sources and environments; calls
        };
        static const QRegularExpression member(
            u"^(?:[A-Za-z][^\\s(]* +)*[*&]*([A-Z]\\w*)::(?:\\w+::)*~?\\w+\\("_s,
            QRegularExpression::MultilineOption);
        QMap<QString, QSet<QString>> files;
        for (const QString &path : sources({u"core"_s, u"ui"_s, u"app"_s})) {
            if (!path.endsWith(u".cpp"_s))
                continue;
            const QString text = QString::fromUtf8(contents(path));
            for (const QRegularExpressionMatch &match : member.globalMatch(text))
                files[path.section(u'/', 0, -2) + u' ' + match.captured(1)].insert(path);
        }
        for (const auto &[name, paths] : std::as_const(files).asKeyValueRange()) {
            if (paths.size() > 1 && !exceptions.contains(name))
                QFAIL(qPrintable(name + u": "_s + QStringList(paths.values()).join(u", "_s)));
        }
        for (const QString &name : exceptions)
            QVERIFY2(files.value(name).size() > 1,
                qPrintable(name + u" has one source file; remove it from the exceptions"_s));
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
        // Colours in app/demo are data of its servers.
        for (const QString &path : sources({u"ui"_s, u"app/cli"_s, u"app/gui"_s, u"app/wiring"_s}))
            QVERIFY2(!QString::fromUtf8(contents(path)).contains(colour), qPrintable(path));
    }

    void noStyleSheets()
    {
        for (const QString &path : sources({u"ui"_s, u"app"_s}))
            QVERIFY2(!contents(path).contains("setStyleSheet"), qPrintable(path));
    }
};

WORKBENCH_TEST(tst_Project, QCoreApplication)
#include "tst_project.moc"
