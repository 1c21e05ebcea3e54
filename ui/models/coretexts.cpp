// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/models/coretexts.h"

#include "ui/models/coresentences.h"

#include <QCoreApplication>
#include <QHash>

#include <algorithm>
#include <array>
#include <optional>
#include <span>

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

namespace {

using Patterns = std::span<const char *const>;

// Terms that occur as arguments of a sentence. A term precedes more general ones.
constexpr std::array terms{
    QT_TRANSLATE_NOOP("CoreText", "%1 matching item"),
    QT_TRANSLATE_NOOP("CoreText", "%1 matching items"),
    QT_TRANSLATE_NOOP("CoreText", "%1 character"),
    QT_TRANSLATE_NOOP("CoreText", "%1 characters"),
    QT_TRANSLATE_NOOP("CoreText", "%1 item"),
    QT_TRANSLATE_NOOP("CoreText", "%1 items"),
    QT_TRANSLATE_NOOP("CoreText", "%1 member"),
    QT_TRANSLATE_NOOP("CoreText", "%1 members"),
    QT_TRANSLATE_NOOP("CoreText", "%1 error"),
    QT_TRANSLATE_NOOP("CoreText", "%1 errors"),
    QT_TRANSLATE_NOOP("CoreText", "%1, %2"),
    QT_TRANSLATE_NOOP("CoreText", "exactly %1"),
    QT_TRANSLATE_NOOP("CoreText", "at least %1"),
    QT_TRANSLATE_NOOP("CoreText", "at most %1"),
    QT_TRANSLATE_NOOP("CoreText", "more than %1"),
    QT_TRANSLATE_NOOP("CoreText", "less than %1"),
    QT_TRANSLATE_NOOP("CoreText", "%1 to %2"),
    QT_TRANSLATE_NOOP("CoreText", "an array of %1"),
    QT_TRANSLATE_NOOP("CoreText", "an object"),
    QT_TRANSLATE_NOOP("CoreText", "it names neither a command nor an address"),
    QT_TRANSLATE_NOOP("CoreText", "expected an object"),
    QT_TRANSLATE_NOOP(
        "CoreText", "an extension of the editor starts it, and only the editor knows its command"),
    QT_TRANSLATE_NOOP("CoreText", "its address does not begin with http:// or https://"),
    QT_TRANSLATE_NOOP("CoreText", "\"%1\" is not a valid header name"),
    QT_TRANSLATE_NOOP("CoreText", "the header \"%1\" holds a line end or another control character"),
    QT_TRANSLATE_NOOP("CoreText", "the header \"%1\" belongs to the connection and must not be set"),
    QT_TRANSLATE_NOOP("CoreText", "%1 uses the variable of the system"),
    QT_TRANSLATE_NOOP("CoreText", "nothing"),
    QT_TRANSLATE_NOOP("CoreText", "both names"),
    QT_TRANSLATE_NOOP("CoreText", "%1 names"),
    QT_TRANSLATE_NOOP("CoreText", "did not answer within %1"),
    QT_TRANSLATE_NOOP("CoreText", "reported no progress for %1"),
    QT_TRANSLATE_NOOP("CoreText", "exit code %1"),
    QT_TRANSLATE_NOOP("CoreText", "signal %1"),
    QT_TRANSLATE_NOOP("CoreText", "the result"),
    QT_TRANSLATE_NOOP("CoreText", "The result"),
    QT_TRANSLATE_NOOP("CoreText", "the body"),
    QT_TRANSLATE_NOOP("CoreText", "The body"),
    QT_TRANSLATE_NOOP("CoreText", "a private key"),
    QT_TRANSLATE_NOOP("CoreText", "the credentials of a request"),
    QT_TRANSLATE_NOOP("CoreText", "a GitHub token"),
    QT_TRANSLATE_NOOP("CoreText", "a GitLab token"),
    QT_TRANSLATE_NOOP("CoreText", "an AWS access key"),
    QT_TRANSLATE_NOOP("CoreText", "a Slack token"),
    QT_TRANSLATE_NOOP("CoreText", "a Stripe key"),
    QT_TRANSLATE_NOOP("CoreText", "a Google key"),
    QT_TRANSLATE_NOOP("CoreText", "an npm token"),
    QT_TRANSLATE_NOOP("CoreText", "an API key"),
    QT_TRANSLATE_NOOP("CoreText", "a JSON Web Token"),
    QT_TRANSLATE_NOOP("CoreText", "token endpoint"),
    QT_TRANSLATE_NOOP("CoreText", "token endpoint %1"),
    QT_TRANSLATE_NOOP("CoreText", "registration endpoint"),
    QT_TRANSLATE_NOOP("CoreText", "registration endpoint %1"),
    QT_TRANSLATE_NOOP("CoreText", "device authorization endpoint"),
    QT_TRANSLATE_NOOP("CoreText", "device authorization endpoint %1"),
    QT_TRANSLATE_NOOP("CoreText", "%1 or %2"),
};

QString inLanguage(const char *pattern)
{
    return QCoreApplication::translate("CoreText", pattern);
}

//! Returns the arguments of \a pattern that \a text has in place of %1, %2, …, in order and not empty.
//! Returns nothing if the rest of \a text differs.
std::optional<QStringList> argumentsIn(QStringView text, QLatin1StringView pattern)
{
    QStringList arguments;
    qsizetype next = pattern.indexOf('%'_L1);
    const QLatin1StringView head = next < 0 ? pattern : pattern.first(next);
    const QLatin1StringView tail =
        pattern.sliced(next < 0 ? pattern.size() : pattern.lastIndexOf('%'_L1) + 2);
    if (!text.startsWith(head) || !text.endsWith(tail)) // this excludes most patterns at once
        return {};
    text = text.sliced(head.size());
    pattern = pattern.sliced(head.size());
    while (!pattern.isEmpty()) {
        pattern = pattern.sliced(2); // the argument's "%1"
        next = pattern.indexOf('%'_L1);
        const QLatin1StringView behind = next < 0 ? pattern : pattern.first(next);
        qsizetype end = text.size() - behind.size();
        if (next >= 0)
            end = text.indexOf(behind, 1);
        else if (!text.endsWith(behind))
            end = -1;
        if (end < 1)
            return {};
        arguments.append(text.first(end).toString());
        text = text.sliced(end + behind.size());
        pattern = pattern.sliced(behind.size());
    }
    return text.isEmpty() ? std::optional(arguments) : std::nullopt;
}

//! Replaces %1, %2, … in \a pattern in one pass, because an argument may contain such a mark itself.
QString withArguments(const QString &pattern, const QStringList &arguments)
{
    QString text;
    for (qsizetype i = 0; i < pattern.size(); ++i) {
        const int number =
            pattern.at(i) == u'%' && i + 1 < pattern.size() ? pattern.at(i + 1).digitValue() : 0;
        if (number < 1 || number > arguments.size()) {
            text += pattern.at(i);
            continue;
        }
        text += arguments.at(number - 1);
        ++i;
    }
    return text;
}

QString argumentText(const QString &argument);

//! Whether an argument may contain several sentences.
enum class Length : quint8 { OneSentence, Any };

bool hasSeveralSentences(const QString &argument)
{
    for (qsizetype at = argument.indexOf(u". "_s); at >= 0; at = argument.indexOf(u". "_s, at + 1)) {
        if (at + 2 < argument.size() && argument.at(at + 2).isUpper()
            && argument.first(at).count(u'"') % 2 == 0)
            return true;
    }
    return false;
}

//! Returns \a pattern in the language of the window, with each of \a arguments in it.
QString translated(const char *pattern, QStringList arguments)
{
    for (QString &argument : arguments)
        argument = argumentText(argument);
    return withArguments(inLanguage(pattern), arguments);
}

//! Translates \a text by the first term that matches it.
std::optional<QString> lookUpTerm(const QString &text)
{
    for (const char *pattern : terms) {
        if (const std::optional<QStringList> arguments = argumentsIn(text, QLatin1StringView(pattern)))
            return translated(pattern, *arguments);
    }
    return {};
}

QString sentenceText(const QString &text);

const std::array<Patterns, 7> &allSentences()
{
    static const std::array tables{coreSentences(), connectionSentences(), transportSentences(),
        mcpSentences(), documentSentences(), schemaSentences(), fileSentences()};
    return tables;
}

//! Returns all patterns by their first character, because tables translate their cells when they paint.
const QHash<char, QList<const char *>> &patternsByStart()
{
    static const auto all = [] {
        QHash<char, QList<const char *>> patterns;
        for (const Patterns &sentences : allSentences()) {
            for (const char *pattern : sentences)
                patterns[*pattern].append(pattern);
        }
        return patterns;
    }();
    return all;
}

//! Translates \a text by the most specific pattern that matches it: one that begins with text before one that
//! begins with an argument, then the one with the fewest characters in its arguments.
std::optional<QString> lookUpSentence(const QString &text, Length length)
{
    if (text.isEmpty())
        return {};
    for (const char start : {text.front().toLatin1(), '%'}) {
        const char *best = nullptr;
        QStringList bestArguments;
        qsizetype fewest = 0;
        for (const char *pattern : patternsByStart().value(start)) {
            const std::optional<QStringList> arguments = argumentsIn(text, QLatin1StringView(pattern));
            if (!arguments)
                continue;
            if (length == Length::OneSentence && std::ranges::any_of(*arguments, &hasSeveralSentences))
                continue;
            qsizetype characters = 0;
            for (const QString &argument : *arguments)
                characters += argument.size();
            if (best && characters >= fewest)
                continue;
            best = pattern;
            bestArguments = *arguments;
            fewest = characters;
        }
        if (best)
            return translated(best, bestArguments);
    }
    return {};
}

//! Returns whether \a argument is one or more quoted values, or a part of one: it came from a peer and stays
//! unchanged.
bool isQuoted(const QString &argument)
{
    return argument.count(u'"') % 2 != 0 || (argument.startsWith(u'"') && argument.endsWith(u'"'));
}

//! Returns \a argument in the language of the window.
QString argumentText(const QString &argument)
{
    if (argument.startsWith(u'/') && argument.contains(": "_L1))
        return sentenceText(argument);
    if (isQuoted(argument))
        return argument;
    if (const QString sentence = sentenceText(argument); sentence != argument)
        return sentence;
    return lookUpTerm(argument).value_or(argument);
}

//! Translates a list of places with their violations: "/a: Expected …; /b: Expected …".
QString placesText(const QString &text)
{
    QStringList places = text.split(u"; /"_s);
    for (QString &place : places) {
        if (const qsizetype end = place.indexOf(u": "_s); end >= 0)
            place = place.first(end + 2) + sentenceText(place.sliced(end + 2));
    }
    return places.join(u"; /"_s);
}

QString sentenceText(const QString &text)
{
    if (text.startsWith(u'/') && text.contains(": "_L1))
        return placesText(text);
    if (const std::optional<QString> found = lookUpSentence(text, Length::OneSentence))
        return *found;
    for (qsizetype at = text.size() - 2; at > 0; --at) { // otherwise sentence by sentence
        if (text.at(at + 1) != u' ' || (text.at(at) != u'.' && text.at(at) != u'?'))
            continue;
        const QString last = text.sliced(at + 2);
        if (const std::optional<QString> found = lookUpSentence(last, Length::OneSentence))
            return sentenceText(text.first(at + 1)) + u' ' + *found;
    }
    if (text.endsWith(u'.')) { // elsewhere, the sentence is a part without the full stop
        if (const std::optional<QString> found = lookUpSentence(text.chopped(1), Length::OneSentence))
            return *found + u'.';
    }
    return lookUpSentence(text, Length::Any).value_or(text); // with a last argument of several sentences
}

//! Returns whether the language of the window differs from that of the core.
bool isTranslated()
{
    const char *known = coreSentences().front();
    return inLanguage(known) != QLatin1StringView(known);
}

} // namespace

QString coreText(const QString &text)
{
    constexpr qsizetype longest = 4000; // a longer text is not a message but was sent by a peer
    if (text.isEmpty() || text.size() > longest || !isTranslated())
        return text;
    QStringList lines = text.split(u'\n');
    for (QString &line : lines) {
        const QString sentence = line.trimmed();
        if (!sentence.isEmpty())
            line.replace(line.indexOf(sentence), sentence.size(), sentenceText(sentence));
    }
    return lines.join(u'\n');
}

QString boundsText(const QString &bounds)
{
    return isTranslated() ? lookUpTerm(bounds).value_or(bounds) : bounds;
}

QStringList knownCoreTexts()
{
    QStringList texts;
    for (const Patterns &sentences : allSentences()) {
        for (const char *sentence : sentences)
            texts.append(QString::fromLatin1(sentence));
    }
    return texts;
}

} // namespace Workbench::Ui
