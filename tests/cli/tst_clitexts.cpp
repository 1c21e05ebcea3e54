// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// What the command says about itself: help, completions, the man page, and the shapes of --json.

#include "core/json/jsonbuilder.h"
#include "core/json/jsonparser.h"
#include "core/schema/schema.h"
#include "tests/support/commandrun.h"

#include <QFileInfo>
#include <QTest>

#include <algorithm>

using namespace Qt::StringLiterals;
using namespace Workbench;
using namespace Workbench::Test;

class tst_CliTexts : public QObject {
    Q_OBJECT

private:
    CommandRun run{QStringLiteral(ENVELOPE_PROGRAM)};

    QStringList commandNames() const
    {
        const QString help = QString::fromUtf8(run({u"--help"_s}).out);
        QStringList names;
        for (const QString &line : help.section(u"Commands:\n"_s, 1).section(u"\n\n"_s, 0, 0).split(u'\n'))
            names += line.trimmed().section(u' ', 0, 0);
        return names;
    }

    //! What is wrong with a printed value by its definition in resources/cli.schema.json.
    QString misfit(const QByteArray &printed, const QString &definition) const
    {
        QFile file(u"" SOURCE_DIR "/resources/cli.schema.json"_s);
        if (!file.open(QIODevice::ReadOnly))
            return u"no schema"_s;
        const Json whole = jsonLiteral(file.readAll());
        const Json schema = Json::object({{u"$ref"_s, Json::string(QString(u"#/$defs/"_s + definition))},
            {u"$defs"_s, whole.member("$defs"_L1)}});
        const Result<Schema> compiled = Schema::compile(schema, {});
        if (!compiled)
            return compiled.error().message;
        const Result<Json> value = parseJson(printed);
        if (!value)
            return value.error().message;
        const ValidationReport report = compiled->validate(*value);
        if (report.verdict == ValidationReport::Verdict::Valid)
            return {};
        return report.errors.isEmpty()
            ? report.reason
            : QString(report.errors.first().pointer + u": " + report.errors.first().message);
    }

private Q_SLOTS:
    void givesExamplesInEveryHelp()
    {
        const QStringList names = commandNames();
        QVERIFY(names.size() > 8 && names.contains(u"call"_s));
        for (const QString &name : names) {
            const CommandResult help = run({name, u"--help"_s});
            QCOMPARE(help.exitCode, 0);
            QVERIFY2(help.out.contains("Examples:\n  "), qPrintable(name));
        }
    }

    void completesInBash_data()
    {
        QTest::addColumn<QString>("line");
        QTest::addColumn<QByteArray>("offers");
        QTest::newRow("commands") << u"envelope desc"_s << QByteArray("describe");
        QTest::newRow("sources") << u"envelope list demo:t"_s << QByteArray("demo:tracker");
        QTest::newRow("own options") << u"envelope call demo: x --send"_s << QByteArray("--send-invalid");
        QTest::newRow("common options") << u"envelope list demo: --qu"_s << QByteArray("--quiet");
        QTest::newRow("values") << u"envelope list demo: --color al"_s << QByteArray("always");
        QTest::newRow("values that only this command has")
            << u"envelope serve demo: --as "_s << QByteArray("hub");
        QTest::newRow("values, not what stands for one")
            << u"envelope replay x --speed "_s << QByteArray("max");
        QTest::newRow("sources by option")
            << u"envelope compare --source demo:l"_s << QByteArray("demo:local");
        QTest::newRow("words") << u"envelope limits s"_s << QByteArray("show");
        QTest::newRow("words before a name") << u"envelope auth s"_s << QByteArray("set");
        QTest::newRow("a command of its own") << u"envelope list -- basena"_s << QByteArray("basename");
    }

    void completesInBash()
    {
        QFETCH(QString, line);
        QFETCH(QByteArray, offers);
        const CommandResult script = run({u"completion"_s, u"bash"_s});
        QCOMPARE(script.exitCode, 0);
        const QString words = line.split(u' ').join(u"' '"_s);
        QProcess bash;
        bash.start(u"bash"_s,
            {u"-c"_s,
                QString::fromUtf8(script.out)
                    + u"compopt() { :; }\nCOMP_WORDS=('%1'); COMP_CWORD=$((${#COMP_WORDS[@]}-1)); _envelope; "
                      "echo \"${COMPREPLY[*]}\""_s.arg(words)});
        QVERIFY(bash.waitForFinished());
        QCOMPARE(bash.readAllStandardError(), QByteArray());
        QCOMPARE(
            bash.readAllStandardOutput().trimmed().split(' ').first(), offers); // a PATH may name it twice
    }

    //! Names come from a file that may be somebody else's: nothing of them is run.
    void completesEnvironmentsInBash()
    {
        QFile file(run.home() + u"/w.workspace.json"_s);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("{\"version\": 1, \"sources\": [], \"environments\": ["
                   "{\"name\": \"staging\", \"variables\": []}, {\"name\": \"st $(touch ran) ging\", "
                   "\"variables\": []},"
                   "{\"name\": \"a\\u001b[2Jb\", \"variables\": []}, {\"name\": \"production\", "
                   "\"variables\": []}]}");
        file.close();
        QCOMPARE(run({u"completion"_s, u"environments"_s}).out,
            QByteArray("staging\nst $(touch ran) ging\nproduction\n"));
        const QFileInfo program(QStringLiteral(ENVELOPE_PROGRAM));
        const CommandResult script = run({u"completion"_s, u"bash"_s});
        QProcess bash;
        run.prepare(bash);
        QProcessEnvironment environment = bash.processEnvironment();
        environment.insert(u"PATH"_s, QString(program.path() + u':' + environment.value(u"PATH"_s)));
        bash.setProcessEnvironment(environment);
        bash.setProgram(u"bash"_s);
        bash.setArguments({u"-c"_s,
            QString::fromUtf8(script.out)
                + u"compopt() { :; }\nCOMP_WORDS=(envelope call petstore --environment st); COMP_CWORD=4; "
                  "_envelope; printf '%s\\n' \"${COMPREPLY[@]}\""_s});
        bash.start();
        QVERIFY(bash.waitForFinished());
        QCOMPARE(bash.readAllStandardError(), QByteArray());
        QCOMPARE(bash.readAllStandardOutput(), QByteArray("staging\nst\\ \\$\\(touch\\ ran\\)\\ ging\n"));
        QVERIFY(!QFileInfo::exists(run.home() + u"/ran"_s));
    }

    void knowsEveryCommandAndOptionEverywhere_data()
    {
        QTest::addColumn<QString>("form");
        QTest::addColumn<QString>("command");
        QTest::addColumn<QString>("option");
        QTest::newRow("zsh") << u"zsh"_s << u"'%1:"_s << u"--%1["_s;
        QTest::newRow("fish") << u"fish"_s << u" -a %1 "_s << u" -l %1 "_s;
        QTest::newRow("man") << u"man"_s << u".SS %1\n"_s << u".B \\-\\-%1"_s;
    }

    void knowsEveryCommandAndOptionEverywhere()
    {
        QFETCH(QString, form);
        QFETCH(QString, command);
        QFETCH(QString, option);
        const QString text = QString::fromUtf8(run({u"completion"_s, form}).out);
        for (const QString &name : commandNames()) {
            QVERIFY2(text.contains(command.arg(name)), qPrintable(name));
            for (const QString &line : QString::fromUtf8(run({name, u"--help"_s}).out).split(u'\n')) {
                if (!line.startsWith("  --"_L1))
                    continue;
                QString word = line.sliced(4).section(u' ', 0, 0);
                if (form == "man"_L1)
                    word.replace(u'-', u"\\-"_s);
                QVERIFY2(text.contains(option.arg(word)), qPrintable(name + u' ' + word));
            }
        }
    }

    void tellsEveryFormOfSource_data()
    {
        QTest::addColumn<QByteArray>("form");
        for (const char *form :
            {"demo:NAME", "openapi:FILE", "mcp:URL", "http(s)://", "hub:URL", "ws(s)://", "fixtures:DIR"})
            QTest::newRow(form) << QByteArray(form);
    }

    void tellsEveryFormOfSource()
    {
        QFETCH(QByteArray, form);
        QVERIFY(run({u"--help"_s}).out.contains(form));
        QVERIFY(run({u"completion"_s, u"man"_s}).out.contains(form));
    }

    void writesAManualInAscii()
    {
        const QByteArray page = run({u"completion"_s, u"man"_s}).out;
        QVERIFY(page.size() > 1000);
        QVERIFY(std::ranges::all_of(page, [](char letter) { return letter > 0; }));
    }

    void refusesAnotherShell()
    {
        const CommandResult result = run({u"completion"_s, u"dos"_s});
        QCOMPARE(result.exitCode, 2);
        QVERIFY2(result.err.contains("bash, zsh, fish and man"), result.err.constData());
    }

    void printsWhatItsSchemasSay_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QByteArray>("input");
        QTest::addColumn<QString>("definition");
        const auto row = [](const char *name, const QStringList &arguments, const QString &definition,
                             const QByteArray &input = {}) {
            QTest::newRow(name) << arguments << input << definition;
        };
        row("list", {u"list"_s, u"demo:"_s}, u"list"_s);
        row("describe", {u"describe"_s, u"demo:local"_s, u"math.divide"_s}, u"describe"_s);
        row("call", {u"call"_s, u"demo:local"_s, u"weather.now"_s, u"location=Chicago"_s}, u"call"_s);
        row("call with a diagnosis", {u"call"_s, u"demo:tracker"_s, u"list-issues"_s, u"project=workbench"_s},
            u"call"_s);
        row("call with a closed text",
            {u"call"_s, u"demo:tracker"_s, u"get-issue"_s, u"id:=412"_s, u"--json-in-text"_s, u"keep"_s},
            u"call"_s);
        row("an error with a diagnosis",
            {u"call"_s, u"demo:tracker"_s, u"list-closed"_s, u"--is-error"_s, u"throw"_s}, u"failure"_s);
        row("an error of the operation",
            {u"call"_s, u"demo:local"_s, u"math.divide"_s, u"dividend:=1"_s, u"divisor:=0"_s}, u"failure"_s);
        row("refused input", {u"call"_s, u"demo:local"_s, u"math.divide"_s, u"dividend=a"_s}, u"failure"_s);
        row("usage", {u"call"_s, u"demo:local"_s, u"nothing"_s}, u"failure"_s);
        row("transport", {u"list"_s, u"http://127.0.0.1:1/"_s}, u"failure"_s);
        const QString folder = run.home() + u"/fixtures"_s;
        row("record", {u"record"_s, u"demo:local"_s, u"--to"_s, folder}, u"record"_s);
        row("request", {u"request"_s, u"demo:tracker"_s, u"list-issues"_s, u"project=a"_s}, u"request"_s);
        row("inspect", {u"inspect"_s, u"-"_s}, u"inspect"_s, R"({"data":1,"meta":{"source":"mcp"}})");
        row("inspect nothing", {u"inspect"_s, u"-"_s}, u"inspect"_s, "7");
        row("limits", {u"limits"_s}, u"limits"_s);
        const QString schema = run.home() + u"/number.json"_s;
        QFile file(schema);
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(R"({"type":"number","maximum":5})") > 0);
        row("valid", {u"validate"_s, u"--schema"_s, schema, u"-"_s}, u"validate"_s, "3");
        row("invalid", {u"validate"_s, u"--schema"_s, schema, u"-"_s}, u"validate"_s, "7");
        row("not validated", {u"validate"_s, u"--schema"_s, schema, u"--limit"_s, u"json.depth=2"_s, u"-"_s},
            u"validate"_s, "[[[1]]]");
        const QString readOnly = run.home() + u"/readonly.json"_s;
        QFile other(readOnly);
        QVERIFY(other.open(QIODevice::WriteOnly)
            && other.write(R"({"type":"object","properties":{"id":{"readOnly":true}}})") > 0);
        row("with warnings", {u"validate"_s, u"--schema"_s, readOnly, u"--direction"_s, u"request"_s, u"-"_s},
            u"validate"_s, R"({"id":1})");
        row("cast", {u"cast"_s, u"--schema"_s, schema, u"-"_s}, u"cast"_s, "\"7\"");
    }

    void printsWhatItsSchemasSay()
    {
        QFETCH(QStringList, arguments);
        QFETCH(QByteArray, input);
        QFETCH(QString, definition);
        const CommandResult result = run(arguments + QStringList{u"--json"_s}, input);
        const QByteArray printed = result.out.isEmpty() ? result.err : result.out;
        QCOMPARE(printed.count('\n'), 1);
        QVERIFY2(misfit(printed, definition).isEmpty(),
            QByteArray(misfit(printed, definition).toUtf8() + '\n' + printed).constData());
        QVERIFY(!misfit("[{}]", definition).isEmpty()); // the definition can refuse
    }

    void streamsWhatItsSchemasSay()
    {
        const CommandResult result = run({u"subscribe"_s, u"demo:local"_s, u"clock.tick"_s, u"interval:=20"_s,
            u"--count"_s, u"3"_s, u"--json-in-text"_s, u"open"_s});
        const QList<QByteArray> lines = result.out.trimmed().split('\n');
        QCOMPARE(lines.size(), 4);
        for (const QByteArray &line : lines.first(3))
            QCOMPARE(misfit(line, u"subscribe"_s), QString());
        QVERIFY(lines.first().contains(R"("layers":[])"));
        QCOMPARE(misfit(lines.last(), u"subscribeEnd"_s), QString());
    }

    void describesTheErrorsAnOperationDeclares()
    {
        const CommandResult text = run({u"describe"_s, u"demo:local"_s, u"math.divide"_s});
        QCOMPARE(text.exitCode, 0);
        QVERIFY2(
            text.out.contains("\nerror DIVISION_BY_ZERO: The divisor is zero\n{\n  \"type\": \"object\""),
            text.out.constData());
        const CommandResult json = run({u"describe"_s, u"demo:local"_s, u"math.divide"_s, u"--json"_s});
        QCOMPARE(jsonLiteral(json.out).member("errorSchemas"_L1).at(0).member("code"_L1).toString(),
            u"DIVISION_BY_ZERO"_s);
    }

    void escapesTheInvisibleInJsonAlways()
    {
        // an override, a soft hyphen, a tag character, a joiner; an emoji's own selector is ordinary
        const QByteArray input =
            u"{\"data\":\"\u202e\u00ad\U000e0041\u034f\u263a\ufe0f\u6f22\",\"meta\":{\"source\":\"mcp\"}}"_s
                .toUtf8();
        const CommandResult result = run({u"inspect"_s, u"-"_s, u"--json"_s}, input);
        QCOMPARE(result.exitCode, 0);
        QVERIFY2(result.out.contains(u"\"\\u202e\\u00ad\\udb40\\udc41\\u034f\u263a\ufe0f\u6f22\""_s.toUtf8()),
            result.out.constData());
        QVERIFY(jsonLiteral(result.out).member("data"_L1) == jsonLiteral(input).member("data"_L1));
    }
};

QTEST_GUILESS_MAIN(tst_CliTexts)
#include "tst_clitexts.moc"
