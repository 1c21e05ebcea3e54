// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// `serve`: the sources' operations for others, as a hub or at a hub, until a signal ends it.

#include "app/cli/serveoptions.h"
#include "app/cli/sourcecommands.h"
#include "app/wiring/composition.h"
#include "app/wiring/sourceargument.h"
#include "core/json/jsonbuilder.h"
#include "core/serving/hub/hub.h"
#include "core/sources/hub/hublink.h"
#include "core/transport/websocket/websocketserver.h"

#include <QEventLoop>

using namespace Qt::StringLiterals;

namespace Workbench::Cli {

namespace {

//! Takes as long whichever byte differs.
bool isSame(const QByteArray &one, const QByteArray &other)
{
    if (one.size() != other.size())
        return false;
    uint difference = 0;
    for (qsizetype i = 0; i < one.size(); ++i)
        difference |= uint(uchar(one.at(i)) ^ uchar(other.at(i)));
    return difference == 0;
}

std::optional<Identity> identityOf(const QMap<QByteArray, Identity> &tokens, const QByteArray &token)
{
    std::optional<Identity> found;
    for (auto it = tokens.constBegin(); it != tokens.constEnd(); ++it) {
        if (isSame(it.key(), token))
            found = it.value();
    }
    return found;
}

QByteArray tokenOf(const WebSocketPeer &peer)
{
    const QByteArray target = peer.url().toEncoded(QUrl::RemoveScheme | QUrl::RemoveAuthority);
    return UpgradeRequest{"GET", target, peer.peerHeaders()}.bearerToken();
}

WebSocketServer::Options serverOptions(const Limits &limits, const ServeOptions &serving)
{
    WebSocketServer::Options options;
    options.limits = limits;
    options.connections = limits.hubConnections;
    options.certificate = serving.certificate;
    if (!serving.tokens.isEmpty()) {
        options.admit = [tokens = serving.tokens](
                            const UpgradeRequest &request) -> std::optional<UpgradeAnswer> {
            if (identityOf(tokens, request.bearerToken()))
                return {};
            return WebSocketServer::unauthorized();
        };
    }
    return options;
}

} // namespace

int SourceCommands::serve(const QStringList &names, const ServeOptions &options)
{
    if (const int failed = connectAll(names); failed != ExitCode::Ok)
        return failed;
    return options.form == ServeOptions::Form::Hub ? serveHub(options) : serveSpoke(names, options);
}

int SourceCommands::serveHub(const ServeOptions &options)
{
    const Limits &limits = m_sessions.limits();
    WebSocketServer server(serverOptions(limits, options));
    Hub::Options hubOptions;
    hubOptions.limits = limits;
    hubOptions.abortPolicy = options.abortPolicy;
    if (!options.tokens.isEmpty()) {
        hubOptions.identityOf = [tokens = options.tokens](
                                    const QString &token) { return identityOf(tokens, token.toUtf8()); };
    }
    if (m_arguments.has(u"trace"_s))
        hubOptions.log = m_sessions.exchanges();
    Hub hub(m_sessions.registry(), hubOptions);
    QEventLoop loop;
    QObject::connect(&m_interrupt, &Interrupt::interrupted, &loop, &QEventLoop::quit);
    QObject::connect(&server, &WebSocketServer::channelReady, &loop, [&] {
        while (std::unique_ptr<WebSocketPeer> channel = server.nextChannel()) {
            HubPeer peer;
            peer.identity = identityOf(options.tokens, tokenOf(*channel));
            peer.address = channel->peer();
            hub.addConnection(std::move(channel), peer);
        }
    });
    const bool isVerbose = m_arguments.has(u"verbose"_s);
    QObject::connect(&server, &WebSocketServer::refused, &loop,
        [this](const QString &peer, int status, const QString &why) {
            const QString answer = status == 0 ? QString() : u" with %1"_s.arg(status);
            m_output.note(u"refused %1%2: %3"_s.arg(peer, answer, why));
        });
    QObject::connect(&hub, &Hub::logged, &loop, [this, isVerbose](const LogLine &line) {
        if (isVerbose || line.level >= LogLine::Level::Warning)
            m_output.note(line.source.isEmpty() ? line.text : QString(line.source + u": " + line.text));
    });
    if (isVerbose) {
        const auto count = [this, &hub] {
            m_output.note(
                u"%1 connections, %2 requests running, %3 waiting for spokes"_s.arg(hub.connections())
                    .arg(hub.running())
                    .arg(hub.pending()));
        };
        QObject::connect(&hub, &Hub::connectionAdded, &loop, count);
        QObject::connect(&hub, &Hub::connectionRemoved, &loop, count);
    }
    if (const Result<void> listening = server.listen(options.address, options.port); !listening)
        return m_output.fail(listening.error());
    const QString address = server.url().toString();
    const QString fingerprint =
        options.certificate ? QString::fromLatin1(options.certificate->sha256().toHex(':')) : QString();
    if (m_output.isJson()) {
        m_output.jsonLine(Json::object({{u"url"_s, Json::string(address)},
            {u"sha256"_s, fingerprint.isEmpty() ? Json() : Json::string(fingerprint)}}));
    } else {
        m_output.line(address);
        if (!fingerprint.isEmpty())
            m_output.note(u"its certificate has the SHA-256 fingerprint %1"_s.arg(fingerprint));
    }
    if (!options.address.isLoopback() && !options.certificate)
        m_output.explain(u"warning: other computers can reach this hub, and nothing is encrypted"_s);
    else if (!options.address.isLoopback())
        m_output.explain(u"warning: other computers can reach this hub"_s);
    if (!options.madeToken.isEmpty())
        m_output.explain(u"clients need this token: %1"_s.arg(options.madeToken));
    if (!m_interrupt.happened() && !m_output.isClosed())
        loop.exec();
    return ExitCode::Ok;
}

int SourceCommands::serveSpoke(const QStringList &names, const ServeOptions &options)
{
    QList<Json> offer;
    for (const QString &name : names)
        offer.append(Json::string(nameSpaceFor(name)));
    JsonBuilder settings;
    settings.beginObject().add(u"url", options.hub).add(u"offer", Json::array(offer));
    settings.add(u"spokeName", names.join(u", "_s)).key(u"headers").beginObject();
    for (const auto &[name, value] : options.headers)
        settings.add(name, value);
    settings.endObject();
    const Result<Json> accepting = App::withCertificates(
        settings.endObject().take(), options.acceptedCertificates, QUrl(options.hub).host());
    if (!accepting)
        return m_output.fail(accepting.error());
    const Result<HubSettings> read = HubSettings::read({options.hub, u"hub"_s, *accepting});
    if (!read)
        return m_output.fail(read.error());
    const auto link = std::make_shared<HubLink>(options.hub, *read,
        HubLink::Services{
            App::webSocketChannels(), m_sessions.registry(), m_sessions.limits(), m_sessions.exchanges()});
    QEventLoop loop;
    std::optional<Error> end;
    QObject::connect(link.get(), &HubLink::closed, &loop, [&](const Error &reason) {
        end = reason;
        loop.quit();
    });
    QObject::connect(link.get(), &HubLink::registered, &loop, [this, &link, &options] {
        const Json answer = link->registration();
        if (m_output.isJson())
            m_output.jsonLine(withMember(answer, u"hub"_s, Json::string(options.hub)));
        else
            m_output.line(answer.member("accepted"_L1).size() == 1
                    ? u"%1 offers 1 operation"_s.arg(options.hub)
                    : u"%1 offers %2 operations"_s.arg(options.hub).arg(answer.member("accepted"_L1).size()));
    });
    QObject::connect(link.get(), &HubLink::degraded, &loop, [this, &link](const QString &why) {
        if (why.isEmpty())
            return;
        m_output.note(why);
        if (m_arguments.has(u"verbose"_s))
            m_output.note(u"%1 requests running"_s.arg(link->running()));
    });
    QObject::connect(link.get(), &HubLink::logged, &loop, [this](const LogLine &line) {
        if (line.level >= LogLine::Level::Notice)
            m_output.note(line.text);
    });
    QObject::connect(&m_interrupt, &Interrupt::interrupted, link.get(), &HubLink::close);
    std::ignore = link->open(); // closed() tells of its failure
    if (m_interrupt.happened())
        link->close();
    loop.exec();
    return m_interrupt.happened() ? int(ExitCode::Ok) : m_output.fail(*end);
}

} // namespace Workbench::Cli
