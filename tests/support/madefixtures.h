// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/fixture/fixture.h"
#include "core/fixture/fixturefolder.h"
#include "core/json/jsonparser.h"

#include <QTimeZone>

namespace Workbench::Test {

inline Json parsed(const QByteArray &text)
{
    return jsonLiteral(text);
}

//! Returns a fixture of an MCP tool that answered with \a data as structured content.
inline Fixture toolFixture(const QString &tool, const QByteArray &input, const QByteArray &data)
{
    Fixture fixture;
    fixture.source = {QStringLiteral("desk"), QStringLiteral("mcp"), QStringLiteral("MCP 2025-11-25"),
        QStringLiteral("desk-server 1.2.3")};
    fixture.operation = tool;
    fixture.type = OperationType::Mutation;
    fixture.kind = QStringLiteral("tool");
    fixture.definitionHash = "00";
    fixture.input = jsonLiteral(input);
    fixture.envelope = parsed("{\"data\":" + data
        + ",\"meta\":{\"source\":\"mcp\",\"isError\":false,\"content\":[{\"type\":\"text\",\"text\":\"ok\"}],"
          "\"structuredContent\":"
        + data + "}}");
    fixture.recordedAt = QDateTime(QDate(2026, 1, 2), QTime(3, 4, 5), QTimeZone(QTimeZone::UTC));
    return fixture;
}

//! Returns a fixture of an HTTP service that answered 200 with \a data in JSON.
inline Fixture httpFixture(const QString &method, const QString &target, const QByteArray &data)
{
    Fixture fixture = toolFixture(method + target, "{}", data);
    fixture.source = {QStringLiteral("shop"), QStringLiteral("openapi"), {}, {}};
    fixture.kind = QStringLiteral("operation");
    fixture.request = FixtureRequest{method, target, {}, {}};
    fixture.envelope = parsed("{\"data\":" + data
        + ",\"meta\":{\"source\":\"http\",\"statusCode\":200,\"headers\":{\"content-type\":\"application/"
          "json\",\"x-count\":\"2\",\"content-length\":\"9999\",\"connection\":\"close\",\"content-"
          "encoding\":"
          "\"gzip\"},\"contentType\":\"application/json\"}}");
    return fixture;
}

//! Returns a fixture of an operation of a hub that answered with \a data.
inline Fixture hubFixture(const QString &operation, const QByteArray &input, const QByteArray &data)
{
    Fixture fixture = toolFixture(operation, input, data);
    fixture.source = {QStringLiteral("hub"), QStringLiteral("hub"), {}, {}};
    fixture.kind = QStringLiteral("operation");
    fixture.type = OperationType::Query;
    fixture.envelope = parsed("{\"data\":" + data + ",\"meta\":{\"source\":\"local\",\"operationId\":\""
        + operation.toUtf8() + "\",\"timestamp\":1700000000000}}");
    return fixture;
}

//! Returns a fixture of a completed stream of \a items, with \a gapMs milliseconds before each.
inline Fixture streamFixture(const QString &operation, const QByteArrayList &items, qint64 gapMs)
{
    Fixture fixture = hubFixture(operation, "{}", "null");
    fixture.type = OperationType::Subscription;
    const Json meta = fixture.envelope.member(QLatin1StringView("meta"));
    fixture.envelope = {};
    fixture.end = QStringLiteral("completed");
    for (const QByteArray &item : items) {
        FixtureEvent event;
        event.envelope =
            Json::object({{QStringLiteral("data"), jsonLiteral(item)}, {QStringLiteral("meta"), meta}});
        event.gapMs = gapMs;
        fixture.events.append(event);
    }
    return fixture;
}

inline FixtureListing listingOf(const QList<Fixture> &fixtures)
{
    FixtureListing listing;
    for (qsizetype i = 0; i < fixtures.size(); ++i)
        listing.fixtures.append({QStringLiteral("%1.json").arg(i, 3, 10, QLatin1Char('0')), fixtures.at(i)});
    return listing;
}

} // namespace Workbench::Test
