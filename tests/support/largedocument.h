// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QByteArray>
#include <QStringBuilder>

namespace Workbench::Test {

inline QByteArray referenceToObject(int schema)
{
    return "{\"$ref\":\"#/components/schemas/object_" + QByteArray::number(schema) + "\"}";
}

//! Returns a document shaped like the largest public ones: 600 schemas that refer to each other in circles,
//! and 1000 operations, each of which reaches all of them.
inline QByteArray largeDocument(const QByteArray &server)
{
    constexpr int schemas = 600;
    constexpr int operations = 1000;
    const QByteArray words =
        "The object that this one belongs to. Ask for it to be expanded, or get its identifier. ";
    QByteArray text = R"({"openapi":"3.0.0","info":{"title":"Large","version":"1"},"servers":[{"url":")"
        + server + R"("}],"paths":{)";
    for (int i = 0; i < operations; ++i) {
        const QByteArray number = QByteArray::number(i);
        text += (i > 0 ? ",\"/v1/things_" : "\"/v1/things_") + number + "\":{\"" + (i % 2 ? "post" : "get")
            + R"(":{"operationId":"op_)" + number + R"(","summary":")" + words
            + R"(","parameters":[{"name":"expand","in":"query","style":"deepObject","schema":{"type":"array",)"
              R"("items":{"type":"string"}}}],)"
            + (i % 2 ? R"("requestBody":{"content":{"application/json":{"schema":)"
                        + referenceToObject(i * 5 % schemas) + "}}},"
                     : QByteArray())
            + R"("responses":{"200":{"description":"ok","content":{"application/json":{"schema":)"
            + referenceToObject(i % schemas)
            + R"(}}},"default":{"description":"An error","content":{"application/json":{"schema":)"
            + referenceToObject(i * 3 % schemas) + "}}}}}}";
    }
    text += R"(},"components":{"schemas":{)";
    for (int i = 0; i < schemas; ++i) {
        const QByteArray number = QByteArray::number(i);
        text += (i > 0 ? ",\"object_" : "\"object_") + number
            + R"(":{"type":"object","required":["id"],"description":")" + words + words
            + R"(","properties":{"id":{"type":"string","maxLength":5000},"object":{"enum":["object_)" + number
            + R"("]},"next":)" + referenceToObject((i + 1) % schemas);
        for (int link = 0; link < 10; ++link) {
            text += ",\"link_" + QByteArray::number(link)
                + R"(":{"anyOf":[{"type":"string","maxLength":5000},)"
                + referenceToObject((i * 7 + link * link * 13 + link) % schemas)
                + R"(],"nullable":true,"description":")" + words + "\"}";
        }
        text += "}}";
    }
    return text + "}}}";
}

} // namespace Workbench::Test
