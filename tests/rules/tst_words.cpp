// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// The part of "plain English" that a program can find: words and beginnings of sentences that readers had to
// decode. CONTRIBUTING.md, "Plain English" has the rules.

#include "tests/support/testprogram.h"

#include <QDirIterator>
#include <QRegularExpression>
#include <QTest>

using namespace Qt::StringLiterals;

namespace {

QString contents(const QString &path)
{
    QFile file(QDir(QStringLiteral(SOURCE_DIR)).filePath(path));
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

//! Sources, documents, translations and scripts, without copies of public suites and without this file.
const QStringList &files()
{
    static const QStringList all = [] {
        QStringList found;
        const QDir top(QStringLiteral(SOURCE_DIR));
        const QStringList names{u"*.h"_s, u"*.cpp"_s, u"*.md"_s, u"*.ts"_s, u"*.sh"_s, u"*.mjs"_s,
            u"CMakeLists.txt"_s, u"quickstart"_s, u"tour"_s};
        for (const QString &folder :
            {u"core"_s, u"ui"_s, u"app"_s, u"tests"_s, u"packaging"_s, u"resources"_s, u"translations"_s}) {
            QDirIterator entries(top.filePath(folder), names, QDir::Files, QDirIterator::Subdirectories);
            while (entries.hasNext()) {
                const QString path = top.relativeFilePath(entries.next());
                if (!path.contains(u"/node_modules/"_s) && !path.startsWith(u"tests/vectors/"_s)
                    && path != u"tests/rules/tst_words.cpp"_s)
                    found += path;
            }
        }
        return found + top.entryList(names, QDir::Files);
    }();
    return all;
}

//! The text of a file that readers read. In tests these are the comments and the names of rows: other strings
//! are data. Each character keeps its place.
QString readText(const QString &path)
{
    const QString text = contents(path);
    if (!path.startsWith(u"tests/"_s) || path.endsWith(u".md"_s))
        return text;
    static const QRegularExpression read(u"//[^\\n]*|newRow\\(\"[^\"]*\"|\\n"_s);
    QString kept(text.size(), u' ');
    for (const QRegularExpressionMatch &match : read.globalMatch(text))
        kept.replace(match.capturedStart(), match.capturedLength(), match.captured());
    return kept;
}

//! The places of \a pattern in all files, at most ten.
QStringList placesOf(const QRegularExpression &pattern)
{
    QStringList places;
    for (const QString &path : files()) {
        const QString text = readText(path);
        for (const QRegularExpressionMatch &match : pattern.globalMatch(text)) {
            const qsizetype line = QStringView(text).first(match.capturedStart()).count(u'\n');
            places += u"%1:%2: %3"_s.arg(path).arg(line + 1).arg(match.captured().simplified());
            if (places.size() == 10)
                return places;
        }
    }
    return places;
}

} // namespace

class tst_Words : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void areNotUsed_data()
    {
        QTest::addColumn<QString>("pattern");
        const auto words = [](const char *name, const QString &pattern) {
            QTest::newRow(name)
                << u"\\bthere[\\s/!]+(?:is|are)[\\s/!]+no(?:ne)?\\b(*SKIP)(*FAIL)|\\b(?:%1)\\b"_s.arg(
                       pattern);
        };
        words("nobody: name the user, the server or the caller", u"nobody"_s);
        words("somebody: name the user, the server or the caller", u"somebody"_s);
        words("whoever: name the user, the server or the caller", u"whoever"_s);
        words("as above: a tooltip shows no text above", u"as above"_s);
        words("that is none: not a valid one", u"that (?:is|are) none"_s);
        words("X is none: is not one", u"(?:is|are) none(?! of)"_s);
        words("X is no Y: is not a Y", u"is no (?!longer|more|such|other|different|better|worse)\\w+"_s);
        words("what is no X: what is not an X", u"what is no"_s);
        words("check-up: check", u"check-?ups?"_s);
        words("house: project", u"(?:the|our) house"_s);
        words("a slip: a typing error", u"slips? of the (?:pen|finger)"_s);
        words("where they belong: name the place", u"where (?:they|it) belongs?"_s);
        words("to the letter: exactly", u"to the letter"_s);
        words("wants: needs", u"wants --\\w+"_s);
        words("likewise: repeat it", u"likewise"_s);
        words("doctor: check", u"(?<![\"`])doctor(?![\"`.])"_s);
        // Sentences that stopped readers, each with what is said now.
        words("clear their check box", u"take their check away"_s);
        words("asks you again if it changes", u"it is asked again when"_s);
        words("accept any value here", u"whatever stands here"_s);
        words("for your CI", u"for what runs your tests"_s);
        words("is not a valid name", u"is no name"_s);
        words("failed results are not validated", u"is not held to the schema"_s);
        words("you are not allowed to do this", u"knows who asks"_s);
        words("a bug in the workbench", u"mistake in the workbench"_s);
        words("connect a source", u"connect something that answers"_s);
        words("fill in the form", u"fill the form"_s);
        words("these definitions changed", u"not what they were"_s);
        words("invalid command line", u"asks for what cannot be"_s);
        words("check a source", u"looks? a source over"_s);
        words("explain a result", u"have a result explained"_s);
        words("takes no input", u"no input is asked for"_s);
        words("declares no output schema", u"declared that it could break"_s);
        words("matches the schema", u"is as its schema says"_s);
        words("no problems were found", u"is out of order"_s);
        words("does not match the output schema", u"is not what its schema declares"_s);
        words("same as the system", u"(?<!same )as the system(?=\")"_s);
        words("contains differences", u"differs inside"_s);
        words("fixtures folder", u"folder of the fixtures(?=\")"_s);
        words("name in the hub", u"name as a spoke"_s);
        words("the server answered with this error", u"its input or its state may be the cause"_s);
        words("cancel", u"do not write(?=\")"_s);
        words("CPU time of this process", u"our own processor time"_s);
    }

    void areNotUsed()
    {
        QFETCH(QString, pattern);
        const QStringList places =
            placesOf(QRegularExpression(pattern, QRegularExpression::CaseInsensitiveOption));
        QVERIFY2(places.isEmpty(), qPrintable(u'\n' + places.join(u'\n')));
    }

    // An editor shows a doc comment alone, so that it cannot refer to the one before it.
    void docCommentsStandAlone()
    {
        static const QRegularExpression beginning(
            u"^\\s*(?:(?!//).)*//!<? +(?:of|the same as before|those that|as above|likewise|the same,)\\b"_s,
            QRegularExpression::CaseInsensitiveOption);
        QStringList places;
        for (const QString &path : files()) {
            if (path.endsWith(u".md"_s))
                continue;
            const QStringList lines = contents(path).split(u'\n');
            for (qsizetype i = 0; i < lines.size(); ++i) {
                // A further line of a comment may begin with any word.
                const bool isFirst = i == 0 || !lines.at(i).trimmed().startsWith(u"//!"_s)
                    || lines.at(i).trimmed().startsWith(u"//!<"_s) || !lines.at(i - 1).contains(u"//!"_s);
                if (isFirst && beginning.match(lines.at(i)).hasMatch())
                    places += u"%1:%2: %3"_s.arg(path).arg(i + 1).arg(lines.at(i).trimmed());
            }
        }
        QVERIFY2(places.isEmpty(), qPrintable(u'\n' + places.join(u'\n')));
    }

    void theReadmeHasAtMost700Words()
    {
        const qsizetype words = contents(u"README.md"_s).simplified().count(u' ') + 1;
        QVERIFY2(words <= 700, qPrintable(QString::number(words)));
    }
};

WORKBENCH_TEST(tst_Words, QCoreApplication)
#include "tst_words.moc"
