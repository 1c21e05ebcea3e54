// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/sources/mcp/mcpshapes.h"

#include "core/json/jsonbuilder.h"
#include "core/json/jsonparser.h"
#include "core/json/jsonpointer.h"
#include "core/mcp/mcprevisions.h"
#include "core/schema/schema.h"

#include <QMutex>

#include <map>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

qsizetype orderOf(const QString &revision)
{
    static const QStringList order = mcpRevisions() + mcpModernRevisions();
    const qsizetype place = order.indexOf(revision);
    return place < 0 ? mcpRevisions().size() - 1 : place;
}

bool isIn(const Json &part, qsizetype revision)
{
    const Json since = part.member("since"_L1);
    const Json until = part.member("until"_L1);
    return (!since.isString() || orderOf(since.toString()) <= revision)
        && (!until.isString() || revision < orderOf(until.toString()));
}

//! Returns \a part as it is in \a revision.
Json shapeIn(const Json &part, qsizetype revision)
{
    if (part.hasMember("value"_L1))
        return part.member("value"_L1);
    if (part.isArray()) {
        QList<Json> items;
        for (const Json &item : part.items()) {
            if (isIn(item, revision))
                items.append(shapeIn(item, revision));
        }
        return Json::array(items);
    }
    if (!part.isObject())
        return part;
    QList<Json::Member> members;
    for (const auto &member : part.members()) {
        const bool isMark = member.keyUtf8() == "since" || member.keyUtf8() == "until";
        if (!isMark && isIn(member.value(), revision))
            members.append({member.key(), shapeIn(member.value(), revision)});
    }
    return Json::object(members);
}

QString shapeName(McpShape shape)
{
    switch (shape) {
    case McpShape::CallToolResult: return u"CallToolResult"_s;
    case McpShape::ReadResourceResult: return u"ReadResourceResult"_s;
    case McpShape::GetPromptResult: return u"GetPromptResult"_s;
    }
    return {};
}

Schema schemaOf(McpShape shape, const QString &revision)
{
    static QMutex mutex;
    static std::map<std::pair<McpShape, qsizetype>, Schema> made;
    const QMutexLocker lock(&mutex);
    const qsizetype place = orderOf(revision);
    const auto [found, isNew] = made.try_emplace({shape, place});
    if (isNew) {
        // One schema for all revisions. "since" and "until" limit a part to revisions ("until" is exclusive).
        // An item of a list may be written as {"since", "value"}. The published schemas allow further members
        // in results. This schema does not, because clients drop unknown members, and the user should learn
        // of that here.
        const Json all = jsonResource(u"mcp/schemas/shapes"_s);
        const Json whole =
            withMember(shapeIn(all, place), u"$ref", Json::string(QString(u"#/$defs/"_s + shapeName(shape))));
        Result<Schema> compiled = Schema::compile(whole);
        Q_ASSERT(compiled);
        found->second = *std::move(compiled);
    }
    return found->second;
}

//! Returns where \a text stops being base64 (RFC 4648 section 4), or an empty string if it is base64.
QString base64Fault(QByteArrayView text)
{
    const qsizetype padding = text.endsWith("==") ? 2 : text.endsWith('=') ? 1 : 0;
    const QByteArrayView digits = text.chopped(padding);
    const auto isDigit = [](char c) {
        return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '+'
            || c == '/';
    };
    const auto odd = std::ranges::find_if_not(digits, isDigit);
    if (odd != digits.end())
        return u"Expected base64, got another character at position %1"_s.arg(odd - digits.begin());
    return text.size() % 4 != 0
        ? u"Expected base64, got %1 characters, not a multiple of 4"_s.arg(text.size())
        : QString();
}

//! Adds a deviation for each member of \a block, or of its resource, that is not base64.
void checkBase64(const Json &block, const QString &place, QList<Warning> &deviations)
{
    for (const QLatin1StringView name : {"data"_L1, "blob"_L1}) {
        const Json value = block.member(name);
        const QString fault = value.isString() ? base64Fault(value.utf8()) : QString();
        if (!fault.isEmpty())
            deviations.append({JsonPointer::child(place, QString(name)), fault, u"result"_s, {}, true});
    }
    if (block.member("resource"_L1).isObject())
        checkBase64(block.member("resource"_L1), place + u"/resource"_s, deviations);
}

} // namespace

QList<Warning> deviationsOf(McpShape shape, const Json &result, const QString &revision, qsizetype most)
{
    QList<Warning> deviations;
    const ValidationReport report =
        schemaOf(shape, revision).validate(result, {.maxErrors = most, .stopAtFirst = false});
    for (const ValidationError &error : report.errors)
        deviations.append({error.pointer, error.message, u"result"_s, {}, true});
    const auto checkAll = [&](const Json &blocks, const QString &place) {
        qsizetype index = 0;
        for (const Json &block : blocks.items())
            checkBase64(block, JsonPointer::child(place, index++), deviations);
    };
    checkAll(result.member("content"_L1), u"/content"_s);
    checkAll(result.member("contents"_L1), u"/contents"_s);
    qsizetype index = 0;
    for (const Json &message : result.member("messages"_L1).items()) {
        const QString place = JsonPointer::child(u"/messages"_s, index++) + u"/content"_s;
        checkBase64(message.member("content"_L1), place, deviations);
    }
    return deviations.first(std::min(deviations.size(), most));
}

} // namespace Workbench
