// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/envelope/recognition/refusal_p.h"
#include "core/json/jsonparser.h"

#include <QRegularExpression>
#include <QSet>

#include <array>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype maxWords = 64 << 10; // refusals are short; what a stranger sends need not be

//! One wording. \source envelopes.md 7.3, first match wins
struct Wording {
    QLatin1StringView pattern; //!< from the beginning; the first group, if any, is the tool
    QLatin1StringView code;
    QLatin1StringView category;
};

constexpr QLatin1StringView rejectedOwn{"schema.server-rejected-own-output"};
constexpr QLatin1StringView clientRejected{"schema.client-rejected-result"};
constexpr QLatin1StringView outputMissing{"schema.server-output-missing"};
constexpr QLatin1StringView invalidArguments{"call.invalid-arguments"};
constexpr QLatin1StringView unknownTool{"call.unknown-tool"};

constexpr std::array wordings{
    Wording{R"((?:Output validation error: )?Invalid structured content for tool ([^\n]+?): )"_L1,
        rejectedOwn, "schema"_L1},
    Wording{R"(Invalid structured content returned by tool ([^\n]+?): )"_L1, clientRejected, "schema"_L1},
    Wording{
        R"(Structured content does not match the tool's output schema: )"_L1, clientRejected, "schema"_L1},
    Wording{R"(Failed to validate structured content: )"_L1, clientRejected, "schema"_L1},
    Wording{
        R"((?:Output validation error: )?Tool ([^\n]+?) has an output schema but no structured content was provided\z)"_L1,
        outputMissing, "schema"_L1},
    Wording{R"(Output validation error: outputSchema defined but no structured output returned\z)"_L1,
        outputMissing, "schema"_L1},
    Wording{R"(Tool ([^\n]+?) has an output schema but did not return structured content\z)"_L1,
        "schema.client-output-missing"_L1, "schema"_L1},
    Wording{R"(Output validation error: )"_L1, rejectedOwn, "schema"_L1},
    Wording{R"(Error executing tool ([^\n]+?): \d+ validation errors? for [^\n]*Output\r?\n)"_L1, rejectedOwn,
        "schema"_L1},
    Wording{R"((?:Input validation error: )?Invalid arguments for tool ([^\n]+?): )"_L1, invalidArguments,
        "validation"_L1},
    Wording{R"(Input validation error: )"_L1, invalidArguments, "validation"_L1},
    Wording{R"(Tool ([^\n]+?) (?:not found|disabled)\z)"_L1, unknownTool, "not_found"_L1},
    Wording{R"(Unknown tool: ([^\n]+)\z)"_L1, unknownTool, "not_found"_L1},
};

const QRegularExpression &compiled(qsizetype index)
{
    static const auto all = [] {
        std::array<QRegularExpression, wordings.size()> made;
        for (size_t i = 0; i < wordings.size(); ++i) {
            made[i].setPattern(u"\\A%1"_s.arg(wordings[i].pattern));
            made[i].optimize();
        }
        return made;
    }();
    return all[size_t(index)];
}

QString withoutQuotes(QString name)
{
    for (const QChar quote : {u'"', u'\'', u'`'}) {
        if (name.size() > 1 && name.startsWith(quote) && name.endsWith(quote))
            return name.mid(1, name.size() - 2);
    }
    return name;
}

//! What a text reports as missing at the top level. \source envelopes.md 7.4
struct MissingNames {
    QSet<QString> names;
    bool isDisproved = false; //!< something is missing deeper down
};

MissingNames missingInIssues(const Json &issues)
{
    MissingNames found;
    for (const Json issue : issues.items()) {
        const bool isMissing = issue.member("received"_L1).utf8() == "undefined"
            || issue.member("message"_L1).utf8().contains("received undefined");
        if (!isMissing)
            continue;
        const Json path = issue.member("path"_L1);
        if (path.size() == 1)
            found.names.insert(path.at(0).toString());
        else if (path.size() > 1)
            found.isDisproved = true;
    }
    return found;
}

MissingNames missingInText(const QString &text)
{
    static const std::array patterns{
        QRegularExpression(u"(?:received undefined|Required) at ([^\\s.,;]+)(?=$|[\\s,;])"_s),
        QRegularExpression(
            u"(?:^|[\\s,])([^\\s:,.]+): Invalid input: expected [^,\\n]+, received undefined"_s),
        QRegularExpression(
            u"'([^'\\n]+)' is a required property(?![\\s\\S]*\\nOn instance\\[)"_s), // at the top of it
        QRegularExpression(u"(?:^|\\n)([^\\s.]+)\\r?\\n\\s*Field required"_s),
    };
    MissingNames found;
    for (const QRegularExpression &pattern : patterns) {
        for (auto matches = pattern.globalMatch(text); matches.hasNext();) {
            const QRegularExpressionMatch match = matches.next();
            found.names.insert(match.captured(1));
        }
    }
    // ajv writes the place before the words: "data/x must have …" is not about the top
    static const QRegularExpression ajv(u"(?:(\\S+) )?must have required property '([^'\\n]+)'"_s);
    for (auto matches = ajv.globalMatch(text); matches.hasNext();) {
        const QRegularExpressionMatch match = matches.next();
        if (!match.capturedView(1).contains(u'/'))
            found.names.insert(match.captured(2));
    }
    return found;
}

bool looksLikeEnvelope(QStringView rest, const Json &outputSchema)
{
    const qsizetype bracket = rest.indexOf(u'[');
    MissingNames missing;
    if (bracket >= 0) {
        const Result<Json> issues = parseJson(rest.sliced(bracket).toUtf8());
        if (issues && issues->isArray())
            missing = missingInIssues(*issues);
    }
    if (missing.names.isEmpty() && !missing.isDisproved)
        missing = missingInText(rest.toString());
    if (missing.isDisproved)
        return false;
    const Json required = outputSchema.member("required"_L1);
    if (required.size() == 0)
        return outputSchema.isAbsent() && missing.names.size() >= 2;
    return std::ranges::all_of(
        required.items(), [&missing](const Json &name) { return missing.names.contains(name.toString()); });
}

} // namespace

Refusal readRefusal(
    const QString &text, const QString &tool, const Json &outputSchema, RecognitionNotes &notes)
{
    static const QRegularExpression prefix(u"\\A(?:MCP error -?\\d+: )+"_s);
    QStringView words = QStringView(text).first(qMin(text.size(), maxWords));
    if (const QRegularExpressionMatch match = prefix.matchView(words); match.hasMatch())
        words = words.sliced(match.capturedLength());
    for (size_t i = 0; i < wordings.size(); ++i) {
        const QRegularExpressionMatch match = compiled(qsizetype(i)).matchView(words);
        if (!match.hasMatch())
            continue;
        QString name = match.hasCaptured(1) ? withoutQuotes(match.captured(1)) : tool;
        if (name.isEmpty())
            name = u"?"_s;
        const Wording &wording = wordings[i];
        notes.add(wording.code, {{"tool"_L1, name}});
        if ((wording.code == rejectedOwn || wording.code == clientRejected)
            && looksLikeEnvelope(words.sliced(match.capturedLength()), outputSchema))
            notes.add("schema.likely-envelope"_L1);
        return {wording.code, wording.category};
    }
    return {};
}

} // namespace Workbench
