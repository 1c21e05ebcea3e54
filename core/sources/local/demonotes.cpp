// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/json/jsonparser.h"
#include "core/sources/local/demooperations_p.h"

namespace Workbench::Demo {

using namespace Qt::StringLiterals;

namespace {

Json notes()
{
    return jsonLiteral(R"([
        {"id": 1, "title": "Tea", "text": "Green tea wants 80 degrees and three minutes.",
         "tags": ["kitchen"], "updatedAt": "2026-03-02T08:15:00Z", "pinned": true},
        {"id": 2, "title": "Bread", "text": "Starter in the evening, dough in the morning, oven at noon.",
         "tags": ["kitchen", "weekend"], "updatedAt": "2026-03-09T19:40:00Z", "pinned": false},
        {"id": 3, "title": "Bicycle", "text": "Front tyre holds 4.5 bar. The chain is worn at 0.75.",
         "tags": ["garage"], "updatedAt": "2026-03-11T17:05:00Z", "pinned": false},
        {"id": 4, "title": "Reading list", "text": "The Sea Around Us; Structure and Interpretation; tea ceremonies.",
         "tags": ["books", "weekend"], "updatedAt": "2026-04-01T21:30:00Z", "pinned": true},
        {"id": 5, "title": "Wifi of the cabin", "text": "The password is on the back of the clock.",
         "tags": ["travel"], "updatedAt": "2026-04-18T10:00:00Z", "pinned": false},
        {"id": 6, "title": "Tomatoes", "text": "Seed in March, outside after the ice saints.",
         "tags": ["garden"], "updatedAt": "2026-05-12T06:50:00Z", "pinned": false}
    ])");
}

bool hasTag(const Json &note, const QString &tag)
{
    for (const Json &item : note.member("tags"_L1).items()) {
        if (item.toString() == tag)
            return true;
    }
    return false;
}

Result<HandlerResult> find(const Json &input)
{
    const QString text = input.member("text"_L1).toString();
    const QString tag = input.member("tag"_L1).toString();
    const bool pinnedOnly = input.member("pinnedOnly"_L1).toBoolean();
    const qint64 limit = input.member("limit"_L1).toInteger().value_or(10);
    QList<Json> found;
    qint64 hits = 0;
    for (const Json &note : notes().items()) {
        const bool matches = note.member("title"_L1).toString().contains(text, Qt::CaseInsensitive)
            || note.member("text"_L1).toString().contains(text, Qt::CaseInsensitive);
        if (!matches || (!tag.isEmpty() && !hasTag(note, tag))
            || (pinnedOnly && !note.member("pinned"_L1).toBoolean()))
            continue;
        if (++hits <= limit)
            found.append(note);
    }
    return Json::object({{u"hits"_s, Json::integer(hits)}, {u"notes"_s, Json::array(found)}});
}

} // namespace

OperationRegistry::Registration findNotes()
{
    return {spec(u"notes.find"_s, OperationType::Query, u"Find notes"_s,
                u"Finds notes whose title or text contains the words"_s, R"({
        "type": "object",
        "properties": {
            "text": {"type": "string", "description": "Part of the title or of the text; empty finds all", "examples": ["tea"]},
            "tag": {"type": "string", "enum": ["kitchen", "weekend", "garage", "books", "travel", "garden"]},
            "pinnedOnly": {"type": "boolean", "default": false, "description": "Only pinned notes"},
            "limit": {"type": "integer", "minimum": 1, "maximum": 50, "default": 10}
        },
        "required": ["text"],
        "additionalProperties": false
    })",
                R"({
        "type": "object",
        "properties": {
            "hits": {"type": "integer", "minimum": 0},
            "notes": {"type": "array", "items": {
                "type": "object",
                "properties": {
                    "id": {"type": "integer"},
                    "title": {"type": "string"},
                    "text": {"type": "string"},
                    "tags": {"type": "array", "items": {"type": "string"}},
                    "updatedAt": {"type": "string", "format": "date-time"},
                    "pinned": {"type": "boolean"}
                },
                "required": ["id", "title", "text", "tags", "updatedAt", "pinned"]
            }}
        },
        "required": ["hits", "notes"]
    })"),
        immediate(find)};
}

} // namespace Workbench::Demo
