// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// Everything that code and documents refer to must exist: documents and their sections, rules, tests, limits,
// files.

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

bool exists(const QString &path)
{
    return QFileInfo::exists(QDir(QStringLiteral(SOURCE_DIR)).filePath(path));
}

//! Returns the files of the repository whose names match one of \a names, relative to its top folder.
QStringList files(const QStringList &names)
{
    QStringList found;
    const QDir top(QStringLiteral(SOURCE_DIR));
    for (const QString &folder : {u"core"_s, u"ui"_s, u"app"_s, u"tests"_s, u"packaging"_s, u"resources"_s}) {
        QDirIterator entries(top.filePath(folder), names, QDir::Files, QDirIterator::Subdirectories);
        while (entries.hasNext()) {
            const QString path = top.relativeFilePath(entries.next());
            if (!path.contains(u"/node_modules/"_s) && !path.startsWith(u"tests/vectors/"_s))
                found += path;
        }
    }
    for (const QString &entry : top.entryList(names, QDir::Files))
        found += entry;
    found.sort();
    return found;
}

//! Returns \a text with each comment on one line. Every character keeps its offset.
QString withJoinedComments(QString text)
{
    static const QRegularExpression lineStart(u"\\n[ \\t]*//[!/]?<?"_s);
    for (const QRegularExpressionMatch &match : lineStart.globalMatch(QString(text)))
        text.replace(match.capturedStart(), match.capturedLength(), QString(match.capturedLength(), u' '));
    return text;
}

QString place(const QString &path, const QString &text, qsizetype offset)
{
    return u"%1:%2"_s.arg(path).arg(QStringView(text).first(offset).count(u'\n') + 1);
}

//! Returns the anchor that the host of the repository gives to \a heading.
QString anchorOf(const QString &heading)
{
    QString anchor;
    for (const QChar c : heading.toLower()) {
        if (c.isLetterOrNumber() || c == u'-' || c == u'_')
            anchor += c;
        else if (c == u' ')
            anchor += u'-';
    }
    return anchor;
}

QStringList headingsOf(const QString &document)
{
    static const QRegularExpression line(u"^#+ +(.*?) *$"_s, QRegularExpression::MultilineOption);
    QStringList headings;
    for (const QRegularExpressionMatch &match : line.globalMatch(contents(document)))
        headings += match.captured(1);
    return headings;
}

const QSet<QString> &definedRules()
{
    static const QSet<QString> rules = [] {
        static const QRegularExpression row(u"^\\| (R-\\d+|P\\d) \\|"_s, QRegularExpression::MultilineOption);
        QSet<QString> found;
        for (const QRegularExpressionMatch &match : row.globalMatch(contents(u"core/RULES.md"_s)))
            found += match.captured(1);
        return found;
    }();
    return rules;
}

//! Returns whether \a document has the place that \a locator names: a section number, a rule, or words in
//! quotes.
bool holds(const QString &document, const QString &locator)
{
    if (locator.startsWith(u'"'))
        return contents(document).contains(locator.sliced(1).chopped(1).simplified());
    if (locator.startsWith(u"R-"_s) || locator.startsWith(u'P'))
        return document == u"core/RULES.md"_s && definedRules().contains(locator);
    const QStringList headings = headingsOf(document);
    return std::ranges::any_of(headings, [&locator](const QString &heading) {
        return heading.startsWith(locator + u' ') || heading.startsWith(locator + u". "_s);
    });
}

const QString locatorPattern = u"\"[^\"]+\"|R-\\d+|P\\d\\b|\\d+(?:\\.\\d+)*"_s;

//! Returns a pattern for a document and the sections that are named after it.
const QRegularExpression &documentReference()
{
    static const QRegularExpression reference(
        u"\\b((?:[a-z]+/)*[A-Za-z]+\\.md)((?:(?:,|[ ]+to|[ ]+and|)[ ]+(?:%1))*)"_s.arg(locatorPattern));
    return reference;
}

//! Returns the identifiers of all sources: the names that a document may use as types and functions.
const QSet<QString> &wordsOfSources()
{
    static const QSet<QString> words = [] {
        static const QRegularExpression word(u"[A-Za-z_]\\w+"_s);
        QSet<QString> found;
        for (const QString &path : files({u"*.h"_s, u"*.cpp"_s})) {
            for (const QRegularExpressionMatch &match : word.globalMatch(contents(path)))
                found += match.captured();
        }
        return found;
    }();
    return words;
}

void report(const QStringList &problems)
{
    QVERIFY2(problems.isEmpty(), qPrintable(u'\n' + problems.join(u'\n')));
}

} // namespace

class tst_Links : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everySourceTagNamesADocumentOrAStandard()
    {
        static const QRegularExpression tag(uR"(\\source\s+(.{0,60}))"_s);
        static const QRegularExpression known(
            uR"(^((core|ui|app|tests|resources|packaging)/[\w/.-]+\.(md|json)\b)"
            uR"(|(RFC \d+|YAML 1\.2\.2|JSON Schema 2020-12 core|OpenID +Connect +Discovery 1\.0) +(sections?|appendix) +[\dA-Z]))"_s);
        QStringList problems;
        for (const QString &path : files({u"*.h"_s, u"*.cpp"_s})) {
            if (path == u"tests/rules/tst_links.cpp"_s)
                continue;
            const QString text = contents(path);
            for (const QRegularExpressionMatch &match : tag.globalMatch(withJoinedComments(text))) {
                const QString named = match.captured(1).simplified();
                if (!known.match(named).hasMatch())
                    problems += u"%1: \\source %2"_s.arg(place(path, text, match.capturedStart()), named);
            }
        }
        report(problems);
    }

    void referencedSectionsExist()
    {
        static const QRegularExpression commentStart(u"(^|\\s)//"_s);
        QStringList problems;
        for (const QString &path : files({u"*.h"_s, u"*.cpp"_s})) {
            if (path == u"tests/rules/tst_links.cpp"_s)
                continue;
            const QString text = contents(path);
            const QString joined = withJoinedComments(text);
            if (!joined.contains(u".md"_s))
                continue;
            for (const QRegularExpressionMatch &match : documentReference().globalMatch(joined)) {
                const qsizetype line = joined.lastIndexOf(u'\n', match.capturedStart());
                const QStringView before = QStringView(joined).first(match.capturedStart()).sliced(line + 1);
                if (!before.contains(commentStart))
                    continue; // the name is in code, not in a comment
                QString document = match.captured(1);
                if (!document.contains(u'/') || !exists(document))
                    document = path.section(u'/', 0, -2) + u'/' + match.captured(1);
                const QString here = place(path, text, match.capturedStart());
                if (!exists(document)) {
                    problems += u"%1: there is no %2"_s.arg(here, match.captured(1));
                    continue;
                }
                static const QRegularExpression locator(locatorPattern);
                for (const QRegularExpressionMatch &one : locator.globalMatch(match.captured(2))) {
                    if (!holds(document, one.captured()))
                        problems += u"%1: %2 has no %3"_s.arg(here, document, one.captured());
                }
            }
        }
        report(problems);
    }

    void referencedRulesExist()
    {
        static const QRegularExpression rule(u"\\bR-\\d+\\b"_s);
        QStringList problems;
        for (const QString &path : files({u"*.h"_s, u"*.cpp"_s, u"*.md"_s, u"CMakeLists.txt"_s})) {
            const QString text = contents(path);
            for (const QRegularExpressionMatch &match : rule.globalMatch(text)) {
                if (!definedRules().contains(match.captured()))
                    problems += u"%1: there is no rule %2"_s.arg(
                        place(path, text, match.capturedStart()), match.captured());
            }
        }
        report(problems);
    }

    void everyRuleNamesWhatEnforcesIt()
    {
        static const QRegularExpression row(
            u"^\\| (R-\\d+) \\|.*\\| ([^|]*) \\|$"_s, QRegularExpression::MultilineOption);
        static const QRegularExpression enforcer(
            u"`tst_\\w+::\\w+`|`fuzz_|`packaging/quickstart test`|^R-\\d+$"_s);
        const QString rules = contents(u"core/RULES.md"_s).section(u"\n## Rules without code"_s, 0, 0);
        QStringList problems;
        qsizetype count = 0;
        for (const QRegularExpressionMatch &match : row.globalMatch(rules)) {
            ++count;
            if (!match.captured(2).contains(enforcer))
                problems += u"core/RULES.md: no test enforces %1"_s.arg(match.captured(1));
        }
        QVERIFY(count > 50);
        report(problems);
    }

    //! The document of a module names the same tests for a rule as core/RULES.md.
    void rulesOfModulesNameTheirTests()
    {
        static const QRegularExpression line(
            u"^\\| (R-\\d+) \\| (?:.* \\| )?([^|]*) \\|$"_s, QRegularExpression::MultilineOption);
        QHash<QString, QString> tests;
        for (const QRegularExpressionMatch &match : line.globalMatch(contents(u"core/RULES.md"_s)))
            tests.insert(match.captured(1), match.captured(2));
        QStringList problems;
        qsizetype count = 0;
        for (const QString &path : files({u"README.md"_s})) {
            const QString text = contents(path);
            const qsizetype section = text.indexOf(u"\n## Rules\n"_s);
            for (const QRegularExpressionMatch &match : line.globalMatch(text, qMax(0, section))) {
                if (section < 0)
                    break;
                ++count;
                if (tests.value(match.captured(1)) != match.captured(2))
                    problems += u"%1: the tests of %2 are %3"_s.arg(place(path, text, match.capturedStart()),
                        match.captured(1), tests.value(match.captured(1)));
            }
        }
        QVERIFY(count > 50);
        report(problems);
    }

    void testsThatDocumentsNameExist()
    {
        static const QRegularExpression test(u"`(tst_\\w+)::(\\w+)`"_s);
        QHash<QString, QString> texts;
        for (const QString &path : files({u"tst_*.h"_s, u"tst_*.cpp"_s}))
            texts[QFileInfo(path).completeBaseName()] += contents(path);
        QStringList problems;
        for (const QString &path : files({u"*.md"_s})) {
            const QString text = contents(path);
            for (const QRegularExpressionMatch &match : test.globalMatch(text)) {
                if (!texts.value(match.captured(1)).contains(u"void %1()"_s.arg(match.captured(2))))
                    problems += u"%1: there is no test %2"_s.arg(
                        place(path, text, match.capturedStart()), match.captured());
            }
        }
        report(problems);
    }

    void limitsAreInTheTable()
    {
        static const QRegularExpression row(u"\\{\"([\\w.]+)\"_L1, &L::"_s);
        const QString rules = contents(u"core/RULES.md"_s);
        QStringList problems;
        for (const QRegularExpressionMatch &match : row.globalMatch(contents(u"core/base/limits.cpp"_s))) {
            if (!rules.contains(u"`%1`"_s.arg(match.captured(1))))
                problems += u"core/RULES.md: the table of limits lacks `%1`"_s.arg(match.captured(1));
        }
        report(problems);
    }

    void loggingCategoriesAreDescribed()
    {
        static const QRegularExpression category(u"Q_LOGGING_CATEGORY\\(\\w+, \"([\\w.]+)\""_s);
        QStringList problems;
        for (const QString &path : files({u"*.cpp"_s})) {
            for (const QRegularExpressionMatch &match : category.globalMatch(contents(path))) {
                if (!contents(u"CONTRIBUTING.md"_s).contains(u"\n| `%1` |"_s.arg(match.captured(1))))
                    problems += u"%1: CONTRIBUTING.md does not list %2"_s.arg(path, match.captured(1));
            }
        }
        report(problems);
    }

    void linksOfDocumentsLeadSomewhere()
    {
        static const QRegularExpression link(u"\\]\\(([^)\\s]+)\\)"_s);
        static const QRegularExpression code(u"```[^`]*```|`[^`\\n]*`"_s);
        QStringList problems;
        for (const QString &path : files({u"*.md"_s})) {
            const QString text = contents(path);
            QString prose = text;
            for (const QRegularExpressionMatch &match : code.globalMatch(text)) {
                for (qsizetype i = match.capturedStart(); i < match.capturedEnd(); ++i)
                    prose[i] = u'x';
            }
            for (const QRegularExpressionMatch &match : link.globalMatch(prose)) {
                const QString target = match.captured(1);
                if (target.contains(u"://"_s) || target.startsWith(u"mailto:"_s))
                    continue;
                const QString file = target.section(u'#', 0, 0);
                const QString folder = path.contains(u'/') ? path.section(u'/', 0, -2) + u'/' : QString();
                const QString document = file.isEmpty() ? path : QDir::cleanPath(folder + file);
                const QString here = place(path, text, match.capturedStart());
                if (!exists(document)) {
                    problems += u"%1: there is no %2"_s.arg(here, document);
                    continue;
                }
                const QString anchor = target.section(u'#', 1);
                const QStringList headings = headingsOf(document);
                if (!anchor.isEmpty() && !std::ranges::contains(headings, anchor, anchorOf))
                    problems += u"%1: %2 has no heading #%3"_s.arg(here, document, anchor);
            }
        }
        report(problems);
    }

    //! F1 opens a page of the manual for a class of the window.
    void topicsOfF1Exist()
    {
        static const QRegularExpression row(
            u"Row\\{\"(\\w+)\"_L1, \"([a-z-]+\\.md)(?:#([a-z-]+))?\"_L1\\}"_s);
        QString classes;
        for (const QString &path : files({u"*.h"_s})) {
            if (path.startsWith(u"ui/"_s))
                classes += contents(path);
        }
        QStringList problems;
        qsizetype count = 0;
        for (const QRegularExpressionMatch &match : row.globalMatch(contents(u"ui/pages/manualpage.cpp"_s))) {
            ++count;
            const QString document = u"resources/manual/"_s + match.captured(2);
            const QRegularExpression declaration(u"\\bclass %1 (final )?: public "_s.arg(match.captured(1)));
            if (!classes.contains(declaration))
                problems += u"there is no class %1"_s.arg(match.captured(1));
            if (!exists(document))
                problems += u"there is no %1"_s.arg(document);
            else if (match.hasCaptured(3)
                && !std::ranges::contains(headingsOf(document), match.captured(3), anchorOf))
                problems += u"%1 has no heading #%2"_s.arg(document, match.captured(3));
        }
        QVERIFY(count > 30);
        report(problems);
    }

    //! Checks names such as `core/hub/callstates.h` and `Sessions::invoke` in the documents of modules.
    void documentsNameWhatExists()
    {
        static const QRegularExpression file(
            u"`((?:core|ui|app|tests|packaging|translations)/[\\w./-]+|resources/[\\w/-]+\\.[\\w.-]+)`"_s);
        static const QRegularExpression member(u"`(?!Qt)([A-Z]\\w+)::(\\w+)(?:\\(\\))?`"_s);
        QStringList problems;
        for (const QString &path : files({u"*.md"_s})) {
            const QString text = contents(path);
            for (const QRegularExpressionMatch &match : file.globalMatch(text)) {
                const QString named = match.captured(1);
                const bool isPattern = named.contains(u"NAME"_s);
                if (!isPattern && !exists(named) && !exists(named + u".h"_s) && !exists(named + u".cpp"_s))
                    problems += u"%1: there is no %2"_s.arg(place(path, text, match.capturedStart()), named);
            }
            for (const QRegularExpressionMatch &match : member.globalMatch(text)) {
                for (const QString &word : {match.captured(1), match.captured(2)}) {
                    if (!wordsOfSources().contains(word))
                        problems += u"%1: no source has %2"_s.arg(
                            place(path, text, match.capturedStart()), match.captured());
                }
            }
        }
        report(problems);
    }
};

WORKBENCH_TEST(tst_Links, QCoreApplication)
#include "tst_links.moc"
