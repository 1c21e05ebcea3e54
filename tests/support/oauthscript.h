// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/auth/oauth.h"
#include "core/json/jsonbuilder.h"
#include "core/transport/http/httpclient.h"
#include "tests/support/rawserver.h"

#include <QPromise>
#include <QTest>
#include <QUrlQuery>

namespace Workbench {

//! An authorisation server with answers that the test sets, and a browser that returns as the test says.
class OAuthScript {
public:
    using Answer = std::pair<int, QByteArray>; //!< status and JSON, or status and a Location

    OAuthScript()
        : server([this](QTcpSocket *socket, const RawServer::Request &request) { answer(socket, request); })
    {
        host.openBrowser = [this](const SignIn &step) { return browse(step); };
        host.showDeviceCode = [this](const SignIn &step) { devicePrompts.append(step); };
    }

    QString origin() const { return server.url(QString()).toString(); }
    QString issuer() const { return origin() + issuerPath; }
    Json metadata() const
    {
        JsonBuilder builder;
        builder.beginObject().add(u"issuer", issuer());
        for (const auto &[member, path] :
            {std::pair(u"authorization_endpoint", u"/authorize"), std::pair(u"token_endpoint", u"/token"),
                std::pair(u"device_authorization_endpoint", u"/device")})
            builder.add(member, QString(origin() + QStringView(path)));
        builder.add(u"code_challenge_methods_supported", Json::array({Json::string(u"S256")}));
        return builder.endObject().take();
    }
    OAuthSetup setup(OAuthFlow flow = OAuthFlow::AuthorizationCode) const
    {
        OAuthSetup result;
        result.flow = flow;
        result.server.issuer = issuer();
        result.server.hasMetadata = true;
        result.server.challengeMethods = QStringList{QStringLiteral("S256")};
        result.server.authorizationEndpoint = server.url(QStringLiteral("/authorize?tenant=a%26b"));
        result.server.tokenEndpoint = server.url(QStringLiteral("/token"));
        result.server.deviceEndpoint = server.url(QStringLiteral("/device"));
        result.clientId = QStringLiteral("client");
        result.scopes = QStringList{QStringLiteral("read"), QStringLiteral("write")};
        result.confirmedOrigins = QStringList{origin()};
        return result;
    }
    static QByteArray tokens(const QByteArray &more = {})
    {
        return R"({"access_token":"canary-access","token_type":"bearer","refresh_token":"canary-refresh","expires_in":3600)"
            + (more.isEmpty() ? QByteArray() : QByteArray(',' + more)) + '}';
    }

    //! Returns the forms that were posted to \a path.
    QList<QUrlQuery> forms(const QByteArray &path) const
    {
        QList<QUrlQuery> found;
        for (const RawServer::Request &request : server.requests()) {
            if (request.target == path)
                found.append(QUrlQuery(QString::fromLatin1(request.body)));
        }
        return found;
    }

    static QString value(const QUrlQuery &form, const QString &name)
    {
        return form.queryItemValue(name, QUrl::FullyDecoded);
    }

    QString issuerPath;
    QMap<QByteArray, Answer> documents; //!< answers by path, in addition to the standard ones
    std::function<Answer(const QUrlQuery &form)> onToken = [](const QUrlQuery &) {
        return Answer{200, tokens()};
    };
    std::function<Answer(const QUrlQuery &form)> onDevice;
    //! Asked first for each request; std::nullopt leaves the answer to \c documents.
    std::function<std::optional<QByteArray>(const RawServer::Request &request)> onRequest;
    //! Returns the address to which the browser returns; empty: it never returns.
    std::function<QString(const QUrlQuery &asked)> comeBack = [](const QUrlQuery &asked) {
        return QString(value(asked, QStringLiteral("redirect_uri"))
            + QStringLiteral("?code=canary-code&state=") + value(asked, QStringLiteral("state")));
    };
    SignInHost host;
    QList<SignIn> opened;
    QByteArrayList pages; //!< the pages that the browser got when it returned
    QList<SignIn> devicePrompts;
    RawServer server;

private:
    void answer(QTcpSocket *socket, const RawServer::Request &request)
    {
        if (const auto bytes = onRequest ? onRequest(request) : std::nullopt) {
            RawServer::answer(socket, *bytes);
            return;
        }
        const QByteArray path = request.target;
        const QUrlQuery form(QString::fromLatin1(request.body));
        Answer what = documents.value(path, {404, "{}"});
        if (path == "/token" && !documents.contains(path))
            what = onToken(form);
        else if (path == "/device" && onDevice)
            what = onDevice(form);
        QByteArray bytes = RawServer::ok(what.second, "Content-Type: application/json\r\n");
        if (what.first >= 300 && what.first < 400)
            bytes = RawServer::ok({}, "Location: " + what.second + "\r\n");
        bytes.replace(
            "HTTP/1.1 200 OK", QByteArray("HTTP/1.1 " + QByteArray::number(what.first) + " Status"));
        RawServer::answer(socket, bytes);
    }

    QFuture<Result<void>> browse(const SignIn &step)
    {
        opened.append(step);
        const QString back = comeBack(QUrlQuery(step.address.url));
        if (!back.isEmpty()) {
            browser.fetch({.url = QUrl(back)}).then(&browser, [this](const Result<HttpClient::Whole> &whole) {
                pages.append(whole ? whole->body : QByteArray("failed"));
            });
        }
        return QtFuture::makeReadyValueFuture(Result<void>());
    }

    HttpClient browser{QStringLiteral("browser"), {}};
};

} // namespace Workbench
