// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/hub/pendingrequestmap.h"
#include "tests/support/recordingtarget.h"

namespace Workbench::Test {

//! The id of the calls of a test, unless a call names another one.
inline const QString callId = QStringLiteral("5b1f0f0e-6f59-4c0e-9a0f-2f8a3f1d7a10");

inline Json outputEnvelope(const QByteArray &data = "1")
{
    return jsonLiteral(QByteArray(
        R"({"data":)" + data + R"(,"meta":{"source":"local","operationId":"a.b","timestamp":7}})"));
}

inline CallRequest callRequest(const QString &requestId = callId)
{
    CallRequest wanted{QStringLiteral("a.b"), Json::emptyObject()};
    wanted.context.requestId = requestId;
    return wanted;
}

//! Returns a line for how a request ended: "output 1", "ABORTED Request ID was aborted {details}".
inline QString textOf(const Error &error)
{
    QString text =
        QStringList{error.code, error.message, QString::fromUtf8(error.details.toBytes())}.join(u' ');
    return text.replace(callId, QStringLiteral("ID")).trimmed();
}

//! Records the items of a stream, and how it ended.
class StreamLog {
public:
    explicit StreamLog(std::unique_ptr<ItemStream> given)
        : stream(std::move(given))
    {
        QObject::connect(stream.get(), &ItemStream::item, stream.get(), [this](const StreamValue &value) {
            const auto *json = std::get_if<Json>(&value.value);
            values.append(json ? json->member(QLatin1StringView("data")).toBytes()
                               : std::get<ResponseEnvelope>(value.value).data.toBytes());
        });
        QObject::connect(
            stream.get(), &ItemStream::ended, stream.get(), [this](EndReason why, const Error &error) {
                static const char *const names[] = {"completed", "cancelled", "aborted", "closed", "error"};
                ends.append(
                    QStringList{QString::fromLatin1(names[int(why)]), textOf(error)}.join(u' ').trimmed());
            });
    }

    std::unique_ptr<ItemStream> stream;
    QByteArrayList values; //!< the data of each item
    QStringList ends; //!< "completed", or a reason and the text of its error
};

} // namespace Workbench::Test
