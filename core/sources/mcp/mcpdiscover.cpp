// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/sources/mcp/mcpdiscover.h"

#include "core/base/delay.h"
#include "core/base/visibletext.h"
#include "core/json/jsontexts.h"
#include "core/mcp/jsonrpc.h"
#include "core/mcp/mcpmeta.h"
#include "core/sources/mcp/mcpnotices.h"

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype maxDiscoveredName = 200;
constexpr int notFound = 404;
constexpr int unauthorised = 401;
constexpr int forbidden = 403;
constexpr int tooManyRequests = 429;
constexpr int serverFault = 500;
constexpr int headerMismatch = -32020;
constexpr int missingCapability = -32021;
constexpr int unsupportedVersion = -32022;

QStringList versionsOf(const Json &result)
{
    return textsOf(result.member("supportedVersions"_L1));
}

bool isDiscoverResult(const Result<Json> &answer)
{
    return answer && !versionsOf(*answer).isEmpty();
}

//! Returns the error for an \a answer to server/discover that breaks the protocol, or nothing.
std::optional<Error> discoveryFault(const QString &sourceName, const Result<Json> &answer)
{
    if (answer && !isDiscoverResult(answer)) {
        return Error{ErrorKind::Protocol, u"mcp.bad-discovery"_s,
            u"\"%1\" answered server/discover without result.supportedVersions, expected a list of "
            "strings."_s.arg(sourceName)};
    }
    return !answer && answer.error().kind == ErrorKind::Protocol ? std::optional(answer.error())
                                                                 : std::nullopt;
}

//! Returns \a peer, or \a fault of server/discover if the server refused initialize as servers of the modern
//! era do: then the fault is the reason why connecting failed.
Result<PeerInfo> orFault(Result<PeerInfo> peer, const std::optional<Error> &fault)
{
    const bool isOfModernEra = !peer
        && (JsonRpc::remoteCode(peer.error()) == JsonRpc::methodNotFound
            || peer.error().code == "mcp.other-era"_L1);
    if (isOfModernEra && fault)
        return std::unexpected(*fault);
    return peer;
}

//! Returns whether only a server of the modern era answers with \a error.
bool isModernError(const Error &error)
{
    const qint64 code = JsonRpc::remoteCode(error).value_or(0);
    const qint64 status = error.details.member("httpStatus"_L1).toInteger().value_or(0);
    return code == unsupportedVersion || code == missingCapability || code == headerMismatch
        || (code == JsonRpc::methodNotFound && status == notFound);
}

//! Returns whether the answer to server/discover tells the era better than the refusal of initialize.
bool tellsTheEra(const Result<Json> &answer)
{
    return !answer && isModernError(answer.error());
}

//! Returns whether \a error may pass and then tell another era: the server, or a gateway before it, is busy
//! or fails.
bool mayPass(const Error &error)
{
    const qint64 status = error.details.member("httpStatus"_L1).toInteger().value_or(0);
    return status == tooManyRequests || status >= serverFault;
}

//! Returns the newest version of the legacy era in \a versions.
QString newestLegacy(const QStringList &versions)
{
    QString newest;
    for (const QString &revision : mcpRevisions()) {
        if (versions.contains(revision))
            newest = revision;
    }
    return newest.isEmpty() ? versions.value(0) : newest;
}

//! Returns whether \a error says nothing about the era: there was no answer, or the sign-in or the access
//! failed. initialize would fail in the same way.
bool saysNothingOfEras(const Error &error)
{
    if (error.code.startsWith("oauth."_L1))
        return true;
    const Json status = error.details.member("httpStatus"_L1);
    if (!status.isAbsent())
        return status.toInteger() == unauthorised || status.toInteger() == forbidden;
    return error.kind == ErrorKind::Network || error.kind == ErrorKind::Cancelled
        || error.kind == ErrorKind::Trust || error.kind == ErrorKind::Limit
        || (error.kind == ErrorKind::Timeout && error.code != ErrorCode::timeout);
}

McpConnection::Request discoverRequest(std::chrono::milliseconds within, std::stop_token stop)
{
    McpConnection::Request request;
    request.method = u"server/discover"_s;
    request.idle = within;
    request.total = within;
    request.mayAbandon = false;
    request.cancellation = std::move(stop);
    request.remarks = std::make_shared<QList<JsonRemark>>();
    return request;
}

PeerInfo peerOf(const Json &result, const QString &revision)
{
    PeerInfo peer;
    Json server = result.member("_meta"_L1).member("io.modelcontextprotocol/serverInfo"_L1);
    if (!server.isObject())
        server = result.member("serverInfo"_L1);
    if (!server.member("name"_L1).isString())
        peer.remarks.append(u"The answer to server/discover does not name the server."_s);
    if (const QStringList missing = missingMembers(result, true); !missing.isEmpty())
        peer.remarks.append(
            u"server/discover: %1 missing or wrong in the result."_s.arg(missing.join(", "_L1)));
    peer.name = server.member("name"_L1).toString().left(maxDiscoveredName);
    peer.version = server.member("version"_L1).toString().left(maxDiscoveredName);
    peer.protocol = u"MCP "_s + visibleText(revision, false, maxDiscoveredName);
    peer.instructions = shownInstructions(result);
    peer.raw = result;
    return peer;
}

//! Adopts the answer to server/discover. Returns nothing if it lists only versions of the legacy era.
Result<std::optional<PeerInfo>> takeDiscovery(
    const std::shared_ptr<McpConnection> &connection, const Json &result, const QString &pinned)
{
    const QStringList versions = versionsOf(result);
    QString revision = pinned.isEmpty() || !versions.contains(pinned) ? newestModern(versions) : pinned;
    QString listsOnly;
    if (revision.isEmpty()) {
        const bool isLegacyToo = std::ranges::any_of(
            versions, [](const QString &version) { return !knownRevision(version).isEmpty(); });
        if (isLegacyToo)
            return std::nullopt;
        const auto plain = std::ranges::find_if(versions, isPlainLabel);
        if (!connection->acceptsAnyRevision || plain == versions.end())
            return std::unexpected(unknownRevision(connection->sourceName(), versions, true));
        revision = *plain;
        listsOnly = listsOnlyReason(revision);
    }
    PeerInfo peer = peerOf(result, revision);
    peer.listsOnly = listsOnly;
    const Json capabilities = result.member("capabilities"_L1);
    if (!capabilities.isObject())
        peer.remarks.append(u"The answer to server/discover has no capabilities."_s);
    connection->modernRevision = revision;
    connection->agreement =
        McpAgreement{revision, capabilities.isObject() ? capabilities : Json::emptyObject(), listsOnly, true};
    return peer;
}

//! Agrees with a server of the modern era that does not answer server/discover.
PeerInfo withoutDiscovery(const std::shared_ptr<McpConnection> &connection, const Error &error, bool isPinned)
{
    PeerInfo peer;
    peer.protocol = u"MCP "_s + connection->modernRevision;
    peer.notes.append(u"The server does not answer server/discover, so all lists are read. It said: %1"_s.arg(
        error.message));
    connection->agreement =
        McpAgreement{connection->modernRevision, Json::emptyObject(), {}, true, true, isPinned};
    return peer;
}

struct Race {
    std::stop_source wait; //!< stopped when server/discover is answered
    std::stop_source handshake; //!< stopped when discovery succeeded: initialize is not needed
};

//! Waits for the first server/discover, and sends initialize in addition if it takes too long. A program may
//! start slowly, and old servers do not answer unknown methods. Returns the result of initialize, or nothing
//! if the answer to server/discover decides.
Task<std::optional<Result<PeerInfo>>> raced(std::shared_ptr<McpConnection> connection,
    QFuture<Result<Json>> asked, std::stop_source giveUp, std::chrono::milliseconds probeWithin)
{
    const auto race = std::make_shared<Race>();
    asked.then(connection.get(), [race](const Result<Json> &answer) {
        race->wait.request_stop();
        if (isDiscoverResult(answer))
            race->handshake.request_stop();
    });
    const bool isLate = co_await delay(probeWithin, race->wait.get_token());
    if (!isLate || connection->isClosed() || asked.isFinished())
        co_return std::nullopt;
    Result<PeerInfo> peer = co_await shakeHands(connection, {}, race->handshake.get_token());
    if (!peer && isRefusal(peer.error())) // server/discover may still be answered
        co_await asked;
    if (asked.isFinished() && (isDiscoverResult(asked.result()) || (!peer && tellsTheEra(asked.result()))))
        co_return std::nullopt;
    giveUp.request_stop();
    if (peer)
        peer->notes.append(u"The server did not answer server/discover."_s);
    co_return peer;
}

//! The result of the first server/discover.
struct Probed {
    Result<Json> answer;
    std::optional<Result<PeerInfo>> legacy{}; //!< the result of initialize if that decided
    std::shared_ptr<QList<JsonRemark>> remarks{}; //!< on the text of the answer
};

Task<Probed> probe(std::shared_ptr<McpConnection> connection, McpPin pin)
{
    const bool isAuto = pin.era == McpPin::Era::Auto;
    const std::stop_source giveUp;
    const auto request = std::make_shared<McpConnection::Request>(
        discoverRequest(connection->connectTimeLeft(), giveUp.get_token()));
    const QFuture<Result<Json>> asked = connection->request(*request);
    if (isAuto) {
        const Limits &limits = connection->limits();
        const auto within =
            std::chrono::milliseconds(std::min(limits.probeTimeoutMs, limits.connectTimeoutMs / 3));
        std::optional<Result<PeerInfo>> legacy = co_await raced(connection, asked, giveUp, within);
        if (legacy) {
            Result<Json> late = std::unexpected(Error{});
            if (asked.isFinished())
                late = asked.result();
            co_return Probed{std::move(late), std::move(legacy), {}};
        }
    }
    const Result<Json> answer = co_await asked;
    co_return Probed{answer, {}, request->remarks};
}

//! Agrees on the era and the revision with the server, on the present channel. \a fault receives the error of
//! discoveryFault().
Task<Result<PeerInfo>> agree(
    std::shared_ptr<McpConnection> connection, McpPin pin, std::shared_ptr<std::optional<Error>> fault)
{
    const bool isAuto = pin.era == McpPin::Era::Auto;
    const QString first = pin.revision.isEmpty() ? mcpModernRevisions().last() : pin.revision;
    connection->agreement.reset();
    connection->modernRevision = first;
    Probed probed = co_await probe(connection, pin);
    *fault = discoveryFault(connection->sourceName(), probed.answer);
    if (probed.legacy) {
        connection->isEraUncertain = !probed.answer && mayPass(probed.answer.error());
        co_return *std::move(probed.legacy);
    }
    connection->modernRevision = first; // a concurrent initialize may have cleared it
    if (!probed.answer && JsonRpc::remoteCode(probed.answer.error()) == unsupportedVersion) {
        const QStringList theirs = supportedByServer(probed.answer.error());
        if (isAuto && newestModern(theirs).isEmpty() && !revisionOffered(probed.answer.error()).isEmpty())
            co_return co_await shakeHands(connection, {});
        if (!newestModern(theirs).isEmpty()) {
            connection->modernRevision = newestModern(theirs);
            const auto request =
                std::make_shared<McpConnection::Request>(discoverRequest(connection->connectTimeLeft(), {}));
            const QFuture<Result<Json>> again = connection->request(*request);
            probed.answer = co_await again;
            *fault = discoveryFault(connection->sourceName(), probed.answer);
            probed.remarks = request->remarks;
        } else if (const QString older = revisionOffered(probed.answer.error()); !older.isEmpty()) {
            co_return std::unexpected(otherEra(connection->sourceName(), older));
        } else {
            co_return std::unexpected(unknownRevision(connection->sourceName(), theirs, false));
        }
    }
    if (connection->isClosed())
        co_return std::unexpected(probed.answer.error_or(Error{ErrorKind::Closed, u"connection.closed"_s,
            u"The connection to \"%1\" was lost."_s.arg(connection->sourceName())}));
    if (isDiscoverResult(probed.answer)) {
        Result<std::optional<PeerInfo>> taken =
            takeDiscovery(connection, *probed.answer, connection->modernRevision);
        if (!taken)
            co_return std::unexpected(std::move(taken).error());
        if (*taken) {
            if (probed.remarks)
                addRemarks((*taken)->remarks, u"server/discover"_s, *probed.remarks);
            ++connection->generation;
            co_return **std::move(taken);
        }
        if (!isAuto)
            co_return std::unexpected(
                otherEra(connection->sourceName(), newestLegacy(versionsOf(*probed.answer))));
    } else if (!probed.answer) {
        const Error error = probed.answer.error();
        const bool isAnswered = error.kind == ErrorKind::Remote && !saysNothingOfEras(error);
        if (isAuto ? isModernError(error) : isAnswered) {
            const bool isFatal = JsonRpc::remoteCode(error) == missingCapability
                || JsonRpc::remoteCode(error) == headerMismatch;
            if (isFatal)
                co_return std::unexpected(error);
            co_return withoutDiscovery(connection, error, !isAuto);
        }
        if (!isAuto || saysNothingOfEras(error))
            co_return std::unexpected(handshakeError(error, *connection, u"server/discover"_s));
        connection->isEraUncertain = mayPass(error);
    } else if (!isAuto) {
        co_return std::unexpected(fault->value());
    }
    Result<PeerInfo> peer = co_await shakeHands(connection, {});
    // If the server does not answer initialize, its earlier error is the only explanation.
    const bool hasSaid = !probed.answer && probed.answer.error().kind == ErrorKind::Remote
        && JsonRpc::remoteCode(probed.answer.error()) != JsonRpc::methodNotFound;
    if (!peer && hasSaid && peer.error().kind != ErrorKind::Remote) {
        Error error = std::move(peer).error();
        error.message += u"\nBefore, %1"_s.arg(probed.answer.error().message);
        co_return std::unexpected(std::move(error));
    }
    co_return peer;
}

} // namespace

bool isRefusal(const Error &error)
{
    return error.kind == ErrorKind::Remote || error.kind == ErrorKind::Protocol
        || error.details.hasMember("httpStatus"_L1) || error.code == notStreamableCode;
}

Task<Result<PeerInfo>> agreeOnProtocol(std::shared_ptr<McpConnection> connection, McpPin pin,
    std::function<std::unique_ptr<McpChannel>()> remake)
{
    if (pin.era == McpPin::Era::Legacy)
        co_return co_await shakeHands(connection, pin.revision);
    connection->setOutlivesChannel(remake && pin.era == McpPin::Era::Auto);
    const auto fault = std::make_shared<std::optional<Error>>();
    Result<PeerInfo> peer = co_await agree(connection, pin, fault);
    const bool hasEnded = !peer && peer.error().kind == ErrorKind::Closed && connection->hasLostChannel();
    // A program that forwards requests may treat any first request as the start, and refuse initialize later.
    const bool refuses = !peer && remake && peer.error().kind == ErrorKind::Remote
        && !isModernError(peer.error()) && pin.era == McpPin::Era::Auto;
    if ((hasEnded || refuses) && !connection->isClosed()) {
        connection->say(LogLine::Level::Notice,
            hasEnded ? u"The program ended at server/discover. It is started again, with initialize."_s
                     : u"The program refuses initialize after server/discover. It is started again, with "
                       "initialize."_s);
        connection->setChannel(remake());
        connection->setOutlivesChannel(false);
        const QFuture<Result<void>> opened = connection->channel()->open();
        const Result<void> isOpen = co_await opened;
        if (!isOpen)
            co_return std::unexpected(isOpen.error());
        connection->beginConnecting(); // the program starts anew
        Result<PeerInfo> again = co_await shakeHands(connection, {});
        co_return orFault(std::move(again), *fault);
    }
    connection->setOutlivesChannel(false);
    co_return orFault(std::move(peer), *fault);
}

} // namespace Workbench
