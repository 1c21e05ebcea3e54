// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/envelope/explanation/recogniser_p.h"
#include "core/json/jsonparser.h"
#include "core/json/jsonpointer.h"

#include <QRegularExpression>

#include <optional>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype maxText = 64 << 10; // refusals are short, but a peer may send any text
constexpr qsizetype maxMessage = 160;

//! Returns the list of issues, without the words before it that say which result was refused.
QString listOf(const QString &text)
{
    static const QRegularExpression head(
        u"\\A(?:MCP error -?\\d+: )*(?:Output validation error: )?"
        "(?:Invalid structured content (?:for|returned by) tool [^\\n]+?: |"
        "Structured content does not match the tool's output schema: |"
        "Failed to validate structured content: |"
        "Invalid [a-z]+/[a-z]+ result: |"
        "Error executing tool [^\\n]+?: \\d+ validation errors? for [^\\n]*\\r?\\n)?"_s);
    const QString read = text.first(qMin(text.size(), maxText));
    return read.sliced(head.match(read).capturedLength()).trimmed();
}

bool saysMissing(const QString &message)
{
    return message == "Required"_L1 || message.contains("received undefined"_L1)
        || message.contains("required property"_L1) || message.startsWith("Field required"_L1);
}

QString pointerTo(const QStringList &tokens)
{
    QString pointer;
    for (const QString &token : tokens)
        pointer = JsonPointer::child(pointer, token);
    return pointer;
}

//! Returns a path such as "data.0.id" as a pointer.
QString dotted(const QString &path)
{
    return pointerTo(path.split(u'.', Qt::SkipEmptyParts));
}

RefusalIssue issueAt(const QString &pointer, const QString &message)
{
    const QString words = message.simplified();
    return {pointer, words.size() > maxMessage ? words.first(maxMessage) + u'…' : words, saysMissing(words)};
}

QList<RefusalIssue> ofAbbreviation(const QString &text)
{
    QList<RefusalIssue> issues;
    for (const QStringList &path : abbreviatedPaths(text))
        issues.append(issueAt(pointerTo(path), u"refused"_s));
    return issues;
}

//! Reads the format of Zod: [{"path": ["total"], "message": "Required", "received": "undefined"}]
QList<RefusalIssue> ofArray(const QString &list)
{
    QList<RefusalIssue> issues;
    const Result<Json> parsed = list.startsWith(u'[') ? parseJson(list.toUtf8()) : Result<Json>(Json());
    if (!parsed)
        return issues;
    for (const Json &item : parsed->items()) {
        QString pointer;
        for (const Json &token : item.member("path"_L1).items())
            pointer = JsonPointer::child(
                pointer, token.isString() ? token.toString() : QString::fromLatin1(token.numberText()));
        RefusalIssue issue = issueAt(pointer, item.member("message"_L1).toString());
        issue.isMissing |= item.member("received"_L1).utf8() == "undefined";
        issues.append(issue);
    }
    return issues;
}

//! Reads the first error of jsonschema, as a Python client passes it on: the message, then the schema and the
//! instance as Python prints them, with the place in brackets. Returns nothing for other texts.
std::optional<RefusalIssue> ofPython(const QString &list)
{
    static const QRegularExpression whole(
        u"\\A(.+?)\\n\\nFailed validating .+?\\n\\nOn instance((?:\\[[^\\]\\n]+\\])*):"_s,
        QRegularExpression::DotMatchesEverythingOption);
    static const QRegularExpression token(u"\\[(?:(['\"])(.*?)\\1|(\\d+))\\]"_s);
    static const QRegularExpression lacking(u"\\A'([^'\\n]+)' is a required property"_s);
    const QRegularExpressionMatch match = whole.match(list);
    if (!match.hasMatch())
        return {};
    QString pointer;
    for (auto tokens = token.globalMatch(match.captured(2)); tokens.hasNext();) {
        const QRegularExpressionMatch one = tokens.next();
        pointer = JsonPointer::child(pointer, one.hasCaptured(3) ? one.captured(3) : one.captured(2));
    }
    RefusalIssue issue = issueAt(pointer, match.captured(1));
    if (const auto name = lacking.match(match.captured(1)); name.hasMatch())
        issue.pointer = JsonPointer::child(issue.pointer, name.captured(1));
    return issue;
}

//! Reads the formats that have a line, or a part between commas, for each issue.
QList<RefusalIssue> ofLines(const QString &list)
{
    // "Required at total", "Invalid input: expected number, received undefined at total"
    static const QRegularExpression at(u"^(.+) at ([^\\s,;]+)$"_s);
    // "data/list/0 must be integer", "data must have required property 'total'"
    static const QRegularExpression ajv(u"^data(/\\S*)? (must .+)$"_s);
    // "'total' is a required property"
    static const QRegularExpression python(u"^'([^'\\n]+)' is a required property"_s);
    // "total: Invalid input: expected number, received undefined"
    static const QRegularExpression named(u"^([^\\s:,]+): (.+)$"_s);
    // Separates two issues on one line. A comma inside an issue is not followed by these words.
    static const QRegularExpression comma(u", (?=data[/ ]|[^\\s:,]+: )"_s);
    // The name in messages of ajv and Python.
    static const QRegularExpression quotedName(u"'([^'\\n]+)'"_s);
    // "total\n  Field required [type=missing, …]"
    static const QRegularExpression pydantic(u"(?:^|\\n)([^\\s]+)\\r?\\n[ \\t]+([^\\n]+)"_s);

    QList<RefusalIssue> issues;
    for (auto matches = pydantic.globalMatch(list); matches.hasNext();) {
        const QRegularExpressionMatch match = matches.next();
        issues.append(issueAt(dotted(match.captured(1)), match.captured(2).section(u" ["_s, 0, 0)));
    }
    if (!issues.isEmpty())
        return issues;
    for (const QString &line : list.split(u'\n', Qt::SkipEmptyParts)) {
        for (const QString &part : line.trimmed().split(comma)) {
            if (const auto match = ajv.match(part); match.hasMatch()) {
                RefusalIssue issue = issueAt(match.captured(1), match.captured(2));
                if (const auto name = quotedName.match(part); issue.isMissing && name.hasMatch())
                    issue.pointer = JsonPointer::child(issue.pointer, name.captured(1));
                issues.append(issue);
            } else if (const auto lacking = python.match(part); lacking.hasMatch()) {
                issues.append(issueAt(JsonPointer::child({}, lacking.captured(1)), part));
            } else if (const auto placed = at.match(part); placed.hasMatch()) {
                issues.append(issueAt(dotted(placed.captured(2)), placed.captured(1)));
            } else if (const auto before = named.match(part); before.hasMatch()) {
                issues.append(issueAt(dotted(before.captured(1)), before.captured(2)));
            }
        }
    }
    return issues;
}

} // namespace

QString RefusalIssue::text() const
{
    return pointer.isEmpty() ? message : pointer + u": "_s + message;
}

QList<RefusalIssue> refusalIssues(const QString &text, qsizetype most)
{
    const QString list = listOf(text);
    QList<RefusalIssue> issues = ofAbbreviation(text);
    if (issues.isEmpty())
        issues = ofArray(list);
    if (issues.isEmpty()) {
        const std::optional<RefusalIssue> python = ofPython(list);
        issues = python ? QList<RefusalIssue>{*python} : ofLines(list);
    }
    if (issues.isEmpty())
        issues = {issueAt({}, list.isEmpty() ? text : list)};
    return issues.first(qMin(issues.size(), most));
}

bool isRefusedList(const QString &text)
{
    static const QRegularExpression head(u"\\A(?:Invalid [a-z]+(?:/templates)?/list result: )?\\s*(?=\\[)"_s);
    const QRegularExpressionMatch match = head.match(text.first(qMin(text.size(), maxText)));
    const Result<Json> issues = match.hasMatch()
        ? parseJson(text.first(qMin(text.size(), maxText)).sliced(match.capturedLength()).toUtf8())
        : Result<Json>(Json());
    const auto isOfList = [](const Json &issue) {
        const Json path = issue.member("path"_L1);
        static const QStringList lists{u"tools"_s, u"resources"_s, u"resourceTemplates"_s, u"prompts"_s};
        return issue.member("message"_L1).isString() && lists.contains(path.at(0).toString());
    };
    return issues && issues->size() > 0 && std::ranges::all_of(issues->items(), isOfList);
}

QStringList placesForNone(const QString &message, const Json &schema)
{
    static const QRegularExpression none(u"\\ANone is not of type '([a-z]+)'\\s*\\z"_s);
    const QRegularExpressionMatch match = none.match(message);
    if (!match.hasMatch())
        return {};
    QStringList all;
    QStringList withDefault; // Python sends such a default if there is no value
    const QString type = match.captured(1);
    const auto look = [&](const auto &self, const Json &part, const QString &pointer, int depth) -> void {
        if (depth > 8 || all.size() > 100)
            return;
        for (const auto entry : part.member("properties"_L1).members()) {
            const Json property = entry.value();
            const QString at = JsonPointer::child(pointer + u"/properties", entry.key());
            if (property.member("type"_L1).toString() == type) {
                all.append(at);
                if (property.member("default"_L1).isNull())
                    withDefault.append(at);
            }
            self(self, property, at, depth + 1);
            if (const Json items = property.member("items"_L1); items.isObject()) {
                if (items.member("type"_L1).toString() == type)
                    all.append(QString(at + u"/items"));
                self(self, items, QString(at + u"/items"), depth + 1);
            }
        }
    };
    look(look, schema, {}, 0);
    return withDefault.isEmpty() ? all : withDefault;
}

QList<QStringList> abbreviatedPaths(const QString &text)
{
    // The list ends at the first bracket outside its strings, because names may contain brackets. A document
    // may quote several refusals, in one line or in several.
    static const QRegularExpression refusal(
        u"\\G[\\s`'\"]*+(?:MCP error -?\\d+:\\s*+)*?MCP error -32602:\\s*+(paths?):\\s*+"
        "(\\[(?:[^\\]\"]|\"(?:[^\"\\\\]|\\\\.)*+\")*+\\])\\.?+[\\s,;`'\"]*+"_s);
    const QString read = text.first(qMin(text.size(), maxText));
    QList<QStringList> paths;
    qsizetype end = 0;
    for (auto refusals = refusal.globalMatch(read); refusals.hasNext();) {
        const QRegularExpressionMatch match = refusals.next();
        const Json list = jsonLiteral(match.captured(2).toUtf8());
        QStringList tokens;
        for (const Json &token : list.items()) {
            if (token.isString() || token.isNumber())
                tokens.append(token.isString() ? token.toString() : QString::fromLatin1(token.numberText()));
        }
        if (tokens.isEmpty() || tokens.size() != list.size())
            return {};
        if (match.captured(1) == "path"_L1) {
            paths.append(tokens);
        } else {
            for (const QString &token : std::as_const(tokens))
                paths.append({token});
        }
        end = match.capturedEnd();
    }
    return end == read.size() ? paths : QList<QStringList>();
}

QString refusalText(const Json &code, const QString &message)
{
    const QString prefixed = u"MCP error -32602: "_s + message;
    return code.toInteger() == -32602 && !abbreviatedPaths(prefixed).isEmpty() ? prefixed : message;
}

QString declaringPointer(const RefusalIssue &issue, const Json &schema)
{
    QString pointer;
    Json at = schema;
    const QStringList tokens = JsonPointer::tokens(issue.pointer);
    for (qsizetype i = 0; i < tokens.size(); ++i) {
        const QString &token = tokens.at(i);
        const bool isLast = i == tokens.size() - 1;
        if (isLast && issue.isMissing && at.hasMember("required"_L1))
            return JsonPointer::child(pointer, u"required"_s);
        if (const Json property = at.member("properties"_L1).member(token); !property.isAbsent()) {
            pointer = JsonPointer::child(JsonPointer::child(pointer, u"properties"_s), token);
            at = property;
        } else if (const Json items = at.member("items"_L1); !items.isAbsent()) {
            pointer = JsonPointer::child(pointer, u"items"_s);
            at = items;
        } else {
            break;
        }
    }
    return pointer;
}

} // namespace Workbench
