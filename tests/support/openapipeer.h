// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/auth/oauthaccess.h"
#include "core/json/jsonparser.h"
#include "core/sources/openapi/openapiadapter.h"
#include "tests/support/rawserver.h"

#include <QMap>

namespace Workbench::Test {

using namespace Qt::StringLiterals;

//! A service on 127.0.0.1 with its OpenAPI document, and a source that connects to it.
class OpenApiPeer {
public:
    using Answer = std::function<QByteArray(const RawServer::Request &request)>;

    explicit OpenApiPeer(QByteArray document)
    {
        answers.insert("/openapi.json",
            [document](const RawServer::Request &) { return reply("200 OK", "application/json", document); });
    }

    static QByteArray reply(const QByteArray &status, const QByteArray &type, const QByteArray &body,
        const QByteArray &headers = {})
    {
        return "HTTP/1.1 " + status + "\r\n"
            + (type.isEmpty() ? QByteArray() : "Content-Type: " + type + "\r\n") + headers
            + "Content-Length: " + QByteArray::number(body.size()) + "\r\nConnection: close\r\n\r\n" + body;
    }

    //! Opens a source with \a settings in addition to the address of the document.
    Result<PeerInfo> open(const QByteArray &settings = "{}", const Limits &limits = {})
    {
        QList<Json::Member> members{{u"document"_s, Json::string(server.url(u"/openapi.json"_s).toString())}};
        for (const auto entry : jsonLiteral(settings).members()) {
            if (entry.key() == u"document"_s)
                members.clear();
            members.append({entry.key(), entry.value()});
        }
        const OpenApiFactory factory(&secrets, &oauth);
        const Source source{u"api"_s, u"openapi"_s, Json::object(members)};
        if (const Result<void> checked = factory.check(source); !checked)
            return std::unexpected(checked.error());
        adapter = factory.create(source, limits, &log);
        const Result<PeerInfo> info = QCoro::waitFor(adapter->open());
        if (info) {
            const Result<Discovery> found = QCoro::waitFor(adapter->discover());
            specs = found ? found->operations : QList<OperationSpec>();
        }
        return info;
    }

    OperationSpec spec(const QString &name) const
    {
        for (const OperationSpec &each : specs) {
            if (each.id.name == name)
                return completed(each);
        }
        qFatal("no operation %s", qPrintable(name));
    }

    Result<HandlerResult> invoke(const QString &name, const char *input = "{}", CallContext context = {})
    {
        return QCoro::waitFor(adapter->invoke(spec(name), jsonLiteral(input), std::move(context)));
    }

    //! Calls the operation \a name, and returns the outcome after the pipeline.
    Result<Outcome> call(const QString &name, const char *input = "{}")
    {
        Result<HandlerResult> result = invoke(name, input);
        if (!result)
            return std::unexpected(result.error());
        return runPipeline(*std::move(result), name, *prepareSchema(Json()));
    }

    //! Returns all bytes and texts of the recorded frames.
    QByteArray traces() const
    {
        QByteArray all;
        for (qsizetype i = 0; i < log.frameCount(); ++i) {
            const Frame &frame = log.frameAt(i);
            all += frame.label.toUtf8() + '\n' + frame.head + frame.bytes + '\n' + frame.raw + '\n';
        }
        return all;
    }

    qsizetype requestsTo(const QByteArray &path) const
    {
        return std::ranges::count_if(
            server.requests(), [&path](const auto &request) { return request.target.startsWith(path); });
    }

    //! Answers by path. An answer is empty if the function already answered through the socket.
    QMap<QByteArray, Answer> answers;
    RawServer::Handler special; //!< handles all requests in place of answers
    RawServer server{[this](QTcpSocket *socket, const RawServer::Request &request) {
        const QByteArray path = request.target.split('?').first();
        if (answers.contains(path))
            RawServer::answer(socket, answers.value(path)(request));
        else if (special)
            special(socket, request);
        else
            RawServer::answer(socket, reply("404 Not Found", "text/plain", "nothing here"));
    }};
    MemoryStore store;
    ExchangeLog log;
    SecretResolver secrets{
        &store, [this](const Secret &secret, const QString &name) { log.hideSecret(secret.reveal(), name); }};
    OAuthAccess oauth{&store, &secrets, secrets.observer()};
    std::unique_ptr<Adapter> adapter;
    QList<OperationSpec> specs;
};

} // namespace Workbench::Test
