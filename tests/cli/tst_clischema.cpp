// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// resources/cli.schema.json accepts what every command of the manual prints with --json over the demo.

#include "tests/support/outputschema.h"
#include "tests/support/testprogram.h"

#include <QDirIterator>

using namespace Qt::StringLiterals;
using namespace Workbench;
using namespace Workbench::Test;

namespace {

//! Splits \a line into words as a shell does.
QStringList shellWords(const QString &line)
{
    QStringList words;
    QString word;
    QChar quote;
    bool isOpen = false;
    for (const QChar c : line) {
        if (!quote.isNull() && c == quote) {
            quote = {};
        } else if (quote.isNull() && (c == u'\'' || c == u'"')) {
            quote = c;
            isOpen = true;
        } else if (quote.isNull() && c == u' ') {
            if (isOpen)
                words.append(word);
            word.clear();
            isOpen = false;
        } else {
            word += c;
            isOpen = true;
        }
    }
    if (isOpen)
        words.append(word);
    return words;
}

//! Returns the commands over the demo in \a text, which is the output of `--help` or a page of the manual.
QList<QStringList> demoCommands(const QString &text)
{
    QList<QStringList> found;
    for (const QString &line : text.split(u'\n')) {
        for (const QString &command : line.section(u" #"_s, 0, 0).section(u" | "_s, 0, 0).split(u"; "_s)) {
            QStringList words = shellWords(command.trimmed());
            if (words.value(0) == "./packaging/quickstart"_L1 && words.value(1) == "cli"_L1)
                words.removeFirst();
            else if (words.value(0) != "envelope"_L1)
                continue;
            words.removeFirst();
            const bool isOverTheDemo = words.join(u' ').contains(u"demo:"_s) && !command.contains(u'…');
            if (isOverTheDemo && OutputSchema::commands().contains(words.value(0)) && !found.contains(words))
                found.append(words);
        }
    }
    return found;
}

} // namespace

class tst_CliSchema : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void acceptsTheCommandsOfTheManual_data();
    void acceptsTheCommandsOfTheManual();
    void refusesSomethingElse();

private:
    CommandRun run{QStringLiteral(ENVELOPE_PROGRAM)};
    OutputSchema schema{run};
};

void tst_CliSchema::initTestCase()
{
    QCOMPARE(schema.loadAll(), QString());
}

void tst_CliSchema::acceptsTheCommandsOfTheManual_data()
{
    QTest::addColumn<QStringList>("arguments");
    QString text;
    QStringList paths{u"" SOURCE_DIR "/README.md"_s};
    QDirIterator pages(u"" SOURCE_DIR "/resources/manual"_s, {u"*.md"_s});
    while (pages.hasNext())
        paths.append(pages.next());
    for (const QString &path : std::as_const(paths)) {
        QFile page(path);
        QVERIFY(page.open(QIODevice::ReadOnly));
        text += u'\n' + QString::fromUtf8(page.readAll());
    }
    for (const QString &command : OutputSchema::commands())
        text += u'\n' + QString::fromUtf8(run({command, u"--help"_s}).out);
    const QList<QStringList> commands = demoCommands(text);
    QVERIFY2(commands.size() > 12, "the manual has fewer examples over the demo than expected");
    for (const QStringList &arguments : commands)
        QTest::newRow(qPrintable(arguments.join(u' '))) << arguments;
}

void tst_CliSchema::acceptsTheCommandsOfTheManual()
{
    QFETCH(QStringList, arguments);
    QCOMPARE(schema.misfitOf(arguments), QString());
}

void tst_CliSchema::refusesSomethingElse()
{
    for (const QString &name : OutputSchema::commands()) {
        if (name != "limits"_L1)
            QVERIFY2(!schema.misfit(R"([{"x":1},7])", {name}).isEmpty(), qPrintable(name));
    }
}

WORKBENCH_TEST(tst_CliSchema, QCoreApplication)
#include "tst_clischema.moc"
