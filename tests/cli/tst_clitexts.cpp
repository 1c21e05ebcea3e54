// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// Help, completions, the man page, and the schemas of --json.

#include "core/json/jsonparser.h"
#include "tests/support/outputschema.h"
#include "tests/support/testprogram.h"

#include <QFileInfo>
#include <QRegularExpression>
#include <QTest>

#include <algorithm>

using namespace Qt::StringLiterals;
using namespace Workbench;
using namespace Workbench::Test;

class tst_CliTexts : public QObject {
    Q_OBJECT

private:
    CommandRun run{QStringLiteral(ENVELOPE_PROGRAM)};
    OutputSchema outputSchema{run};

    QStringList commandNames() const
    {
        const QString help = QString::fromUtf8(run({u"--help"_s}).out);
        QStringList names;
        for (const QString &line : help.section(u"Commands:\n"_s, 1).section(u"\n\n"_s, 0, 0).split(u'\n'))
            names += line.trimmed().section(u' ', 0, 0);
        return names;
    }

private Q_SLOTS:
    void initTestCase() { QCOMPARE(outputSchema.loadAll(), QString()); }

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
        QTest::newRow("values, not placeholders") << u"envelope replay x --speed "_s << QByteArray("max");
        QTest::newRow("sources by option")
            << u"envelope compare --source demo:l"_s << QByteArray("demo:local");
        QTest::newRow("words") << u"envelope limits s"_s << QByteArray("show");
        QTest::newRow("words only once") << u"envelope limits show s"_s << QByteArray();
        QTest::newRow("words after the value of an option")
            << u"envelope limits --timeout 5 s"_s << QByteArray("show");
        QTest::newRow("help") << u"envelope hel"_s << QByteArray("help");
        QTest::newRow("help for a command") << u"envelope help ca"_s << QByteArray("call");
        QTest::newRow("words before a name") << u"envelope auth s"_s << QByteArray("set");
        QTest::newRow("files of an option that also takes JSON")
            << u"envelope call demo: x --identity /etc/os-rele"_s << QByteArray("/etc/os-release");
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
        // PATH may contain a program twice.
        QCOMPARE(bash.readAllStandardOutput().trimmed().split(' ').first(), offers);
    }

    //! The names come from a workspace file, which may be hostile, so the shell must not evaluate them.
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

    void completesWhatASourceHas_data()
    {
        QTest::addColumn<QStringList>("words");
        QTest::addColumn<QByteArray>("offers");
        const auto row = [](const char *name, const QStringList &words, const QByteArray &offers) {
            QTest::newRow(name) << words << offers;
        };
        const QString call = u"call"_s;
        row("sources", {u"list"_s, u"demo:t"_s}, "demo:tracker\n");
        row("sources of the workspace", {u"list"_s, u"od"_s}, "odd\n");
        row("sources of another workspace", {u"list"_s, u"--workspace"_s, u"other.json"_s, u"el"_s},
            "elsewhere\n");
        row("sources of a configuration", {u"list"_s, u"--config=mcp.json"_s, u"ti"_s}, "tickets\n");
        row("operations", {call, u"demo:local"_s, u"ma"_s}, "math.divide\n");
        row("operations with their namespace", {call, u"demo:local"_s, u"local.ma"_s}, "local.math.divide\n");
        row("operations behind an option", {call, u"--timeout"_s, u"5"_s, u"demo:local"_s, u"ma"_s},
            "math.divide\n");
        row("keys", {call, u"demo:local"_s, u"math.divide"_s, u"div"_s}, "dividend=\ndivisor=\n");
        row("more keys", {call, u"demo:local"_s, u"math.divide"_s, u"dividend=1"_s, u"divis"_s},
            "divisor=\n");
        row("a program of the demo's own", {call, u"demo:tracker"_s, u"get-w"_s}, "get-weather\n");
        row("a document", {call, u"pets.json"_s, QString()}, "addPet\n");
        row("inside of the body", {u"request"_s, u"pets.json"_s, u"addPet"_s, u"body.n"_s}, "body.name=\n");
        row("deeper inside of the body", {u"request"_s, u"pets.json"_s, u"addPet"_s, u"body.size.w"_s},
            "body.size.width=\n");
        row("both sources",
            {u"compare"_s, u"--source"_s, u"demo:local"_s, u"--source"_s, u"demo:local"_s, u"ma"_s},
            "math.divide\n");
        row("an option", {call, u"demo:local"_s, u"--da"_s}, {});
        row("a value of an option", {u"list"_s, u"--filter"_s, QString()}, {});
        row("a program of the user's", {call, u"odd"_s, QString()}, {});
        row("a command", {call, QString(), u"--"_s, u"touch"_s, u"ran"_s}, {});
        row("an address", {call, u"http://127.0.0.1:1/mcp"_s, QString()}, {});
        row("no command", {u"fly"_s, QString()}, {});
    }

    void completesWhatASourceHas()
    {
        QFETCH(QStringList, words);
        QFETCH(QByteArray, offers);
        const auto write = [this](const QString &name, const QByteArray &content) {
            QFile file(run.home() + u'/' + name);
            return file.open(QIODevice::WriteOnly) && file.write(content) == content.size();
        };
        QVERIFY(write(
            u"pets.json"_s, R"({"openapi":"3.1.0","info":{"title":"P","version":"1"},"paths":{"/pets":{"post":
            {"operationId":"addPet","requestBody":{"content":{"application/json":{"schema":{"type":"object",
            "properties":{"name":{"type":"string"},"size":{"type":"object","properties":{"width":
            {"type":"number"}}}}}}}}}}}})"));
        QVERIFY(write(u"other.json"_s,
            R"({"version":1,"sources":[{"name":"elsewhere","kind":"mcp","settings":{"command":"touch"}}]})"));
        QVERIFY(write(u"mcp.json"_s, R"({"mcpServers":{"tickets":{"command":"touch","args":["ran"]}}})"));
        QVERIFY(write(u"w.workspace.json"_s, R"({"version":1,"sources":[{"name":"odd","kind":"mcp","settings":
            {"command":"touch","args":["ran"]}}]})"));
        const CommandResult result = run(QStringList{u"completion"_s, u"next"_s, u"--"_s} + words);
        QFile::remove(run.home() + u"/w.workspace.json"_s);
        QCOMPARE(result.out, offers);
        QVERIFY(!QFileInfo::exists(run.home() + u"/ran"_s)); // completion starts no program
    }

    void completesArgumentsThatBashSplits_data()
    {
        QTest::addColumn<QString>("line");
        QTest::addColumn<QString>("replaced"); // the part of the last word that bash replaces
        QTest::addColumn<QByteArray>("offers");
        const auto row = [](const char *name, const QString &line, const QString &replaced,
                             const QByteArray &offers) { QTest::newRow(name) << line << replaced << offers; };
        row("a colon", u"envelope list demo:t"_s, u"t"_s, "tracker\n");
        row("a colon at the end", u"envelope list demo:"_s, {}, "\nlocal\ntracker\ndesk\nmodern\n");
        row("an operation after a colon", u"envelope call demo:local ma"_s, u"ma"_s, "math.divide\n");
        row("an equals sign before", u"envelope call demo:local math.divide dividend=1 divis"_s, u"divis"_s,
            "divisor=\n");
        row("a file", u"envelope call demo:local notes.find text=@no"_s, u"@no"_s, "@note\\ 1.txt\n");
        row("a file of JSON", u"envelope call demo:local notes.find text:=@no"_s, u"@no"_s,
            "@note\\ 1.txt\n");
        row("a file with the whole input", u"envelope call demo:local notes.find --input @no"_s, u"@no"_s,
            "@note\\ 1.txt\n");
    }

    //! Splits the line at ":", "=" and "@", as bash does.
    void completesArgumentsThatBashSplits()
    {
        QFETCH(QString, line);
        QFETCH(QString, replaced);
        QFETCH(QByteArray, offers);
        run.write(u"note 1.txt"_s, "a note");
        const CommandResult script = run({u"completion"_s, u"bash"_s});
        static const QRegularExpression breaks(u"[:=@]+|[^ :=@]+"_s);
        QStringList words;
        for (const QRegularExpressionMatch &match : breaks.globalMatch(line))
            words.append(match.captured());
        const QFileInfo program(QStringLiteral(ENVELOPE_PROGRAM));
        QProcess bash;
        run.prepare(bash);
        QProcessEnvironment environment = bash.processEnvironment();
        environment.insert(u"PATH"_s, QString(program.path() + u':' + environment.value(u"PATH"_s)));
        bash.setProcessEnvironment(environment);
        bash.setProgram(u"bash"_s);
        bash.setArguments({u"-c"_s,
            QString::fromUtf8(script.out)
                + u"compopt() { :; }\nCOMP_LINE='%1'; COMP_WORDS=('%2'); "
                  u"COMP_CWORD=$((${#COMP_WORDS[@]}-1)); "
                  "_envelope envelope '%3'; printf '%s\n' \"${COMPREPLY[@]}\""_s.arg(
                      line, words.join(u"' '"_s), replaced)});
        bash.start();
        QVERIFY(bash.waitForFinished());
        QCOMPARE(bash.readAllStandardError(), QByteArray());
        QCOMPARE(bash.readAllStandardOutput(), offers);
    }

    //! zsh separates the parts of an argument at colons. It loads the installed file with the first
    //! completion, which therefore has to complete as well.
    void completesInZsh()
    {
        const QByteArray script = run({u"completion"_s, u"zsh"_s}).out;
        QVERIFY(script.contains("(demo\\: demo\\:local "));
        QVERIFY(!script.contains("(demo: "));
        QVERIFY(script.contains("funcstack[1] == _envelope ]]"));
        QVERIFY(script.contains("'help:print the help of a command'"));
    }

    void explainsItselfInTheHelp()
    {
        QVERIFY(run({u"--help"_s}).out.contains("envelope help COMMAND, or envelope COMMAND -h"));
        const QByteArray call = run({u"call"_s, u"--help"_s}).out;
        QVERIFY2(call.contains("\n  KEY=VALUE       a member"), call.constData());
        QVERIFY2(call.contains("\n  KEY.NAME=VALUE  a member"), call.constData());
    }

    void completesEveryCommandAndOption_data()
    {
        QTest::addColumn<QString>("form");
        QTest::addColumn<QString>("command");
        QTest::addColumn<QString>("option");
        QTest::newRow("zsh") << u"zsh"_s << u"'%1:"_s << u"--%1["_s;
        QTest::newRow("fish") << u"fish"_s << u" -a %1 "_s << u" -l %1 "_s;
        QTest::newRow("man") << u"man"_s << u".SS %1\n"_s << u".B \\-\\-%1"_s;
    }

    void completesEveryCommandAndOption()
    {
        QFETCH(QString, form);
        QFETCH(QString, command);
        QFETCH(QString, option);
        const QString text = QString::fromUtf8(run({u"completion"_s, form}).out);
        for (const QString &name : commandNames() + QStringList{QString()}) { // "": the program itself
            QVERIFY2(name.isEmpty() || text.contains(command.arg(name)), qPrintable(name));
            const QStringList arguments =
                name.isEmpty() ? QStringList{u"--help"_s} : QStringList{name, u"--help"_s};
            for (const QString &line : QString::fromUtf8(run(arguments).out).split(u'\n')) {
                if (!line.startsWith("  --"_L1) || line.startsWith("  -- "_L1))
                    continue;
                QString word = line.sliced(4).section(u' ', 0, 0);
                if (form == "man"_L1)
                    word.replace(u'-', u"\\-"_s);
                QVERIFY2(text.contains(option.arg(word)), qPrintable(name + u' ' + word));
            }
        }
    }

    void describesEveryFormOfSource_data()
    {
        QTest::addColumn<QByteArray>("form");
        for (const char *form :
            {"demo:NAME", "openapi:FILE", "mcp:URL", "http(s)://", "hub:URL", "ws(s)://", "fixtures:DIR"})
            QTest::newRow(form) << QByteArray(form);
    }

    void describesEveryFormOfSource()
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
        QVERIFY2(result.err.contains("bash, zsh, fish or man"), result.err.constData());
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
        row("nothing is proposed", {u"complete"_s, u"demo:local"_s, u"math.divide"_s, u"dividend"_s},
            u"failure"_s);
        row("usage", {u"call"_s, u"demo:local"_s, u"nothing"_s}, u"failure"_s);
        row("transport", {u"list"_s, u"http://127.0.0.1:1/"_s}, u"failure"_s);
        row("a connection", {u"check"_s, u"demo:tracker"_s, u"--connect"_s}, u"checkConnect"_s);
        row("no connection", {u"check"_s, u"http://127.0.0.1:1/"_s, u"--connect"_s}, u"checkConnect"_s);
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
        QVERIFY2(outputSchema.misfit(printed, {definition}).isEmpty(),
            QByteArray(outputSchema.misfit(printed, {definition}).toUtf8() + '\n' + printed).constData());
        QVERIFY(!outputSchema.misfit("[{}]", {definition}).isEmpty()); // the definition refuses other output
    }

    void streamsWhatItsSchemasSay()
    {
        const CommandResult result = run({u"subscribe"_s, u"demo:local"_s, u"clock.tick"_s, u"interval:=20"_s,
            u"--count"_s, u"3"_s, u"--json-in-text"_s, u"open"_s});
        const QList<QByteArray> lines = result.out.trimmed().split('\n');
        QCOMPARE(lines.size(), 4);
        for (const QByteArray &line : lines.first(3))
            QCOMPARE(outputSchema.misfit(line, {u"subscribe"_s}), QString());
        QVERIFY(lines.first().contains(R"("layers":[])"));
        QCOMPARE(outputSchema.misfit(lines.last(), {u"subscribeEnd"_s}), QString());
    }

    void describesTheErrorsAnOperationDeclares()
    {
        const CommandResult text = run({u"describe"_s, u"demo:local"_s, u"math.divide"_s});
        QCOMPARE(text.exitCode, 0);
        QVERIFY2(text.out.contains("\nerrors\n"), text.out.constData());
        QVERIFY2(text.out.contains("DIVISION_BY_ZERO"), text.out.constData());
        QVERIFY2(text.out.contains("The divisor is zero\n"), text.out.constData());
        const CommandResult json = run({u"describe"_s, u"demo:local"_s, u"math.divide"_s, u"--json"_s});
        QCOMPARE(jsonLiteral(json.out).member("errorSchemas"_L1).at(0).member("code"_L1).toString(),
            u"DIVISION_BY_ZERO"_s);
    }

    void escapesTheInvisibleInJsonAlways()
    {
        // A direction override, a soft hyphen, a tag character and a joiner are escaped; the variation
        // selector of an emoji is not.
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

WORKBENCH_TEST(tst_CliTexts, QCoreApplication)
#include "tst_clitexts.moc"
