// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/sources/mcp/mcphandshake.h"

#include "core/base/advice.h"
#include "core/base/answers.h"
#include "core/base/visibletext.h"
#include "core/mcp/jsonrpc.h"
#include "core/mcp/mcpmeta.h"
#include "core/sources/mcp/mcpnotices.h"

#include <QCryptographicHash>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype maxShownName = 200;
constexpr qsizetype maxShownInstructions = 20'000;
constexpr qsizetype maxRevision = 64;
constexpr qsizetype maxShownCursor = 40;

Error badField(const QString &sourceName, const QString &path, const Json &value, const QString &expected)
{
    return {ErrorKind::Protocol, u"mcp.bad-handshake"_s,
        u"\"%1\" answered initialize with a %2 that is %3, expected %4."_s.arg(
            sourceName, path, JsonRpc::kindText(value), expected)};
}

Result<PeerInfo> readInitializeResult(
    const Json &result, const QString &sourceName, const QString &asked, bool acceptsAnyRevision)
{
    if (!result.isObject())
        return std::unexpected(badField(sourceName, u"result"_s, result, u"an object"_s));
    const Json version = result.member("protocolVersion"_L1);
    if (!version.isString())
        return std::unexpected(badField(sourceName, u"result.protocolVersion"_s, version, u"a string"_s));
    const bool isKnown = !knownRevision(version.toString()).isEmpty();
    if (mcpModernRevisions().contains(version.toString())) {
        return std::unexpected(Error{ErrorKind::Protocol, u"mcp.other-era"_s,
            u"\"%1\" answered initialize with MCP %2, which does not have initialize. Set the protocol of "
            u"the "
            "source to %2."_s.arg(sourceName, version.toString())});
    }
    if (!isKnown && !(acceptsAnyRevision && isPlainLabel(version.toString())))
        return std::unexpected(unknownRevision(sourceName, {version.toString()}, true));
    PeerInfo peer;
    if (!isKnown)
        peer.listsOnly = listsOnlyReason(version.toString());
    const Json capabilities = result.member("capabilities"_L1);
    if (capabilities.isAbsent())
        peer.remarks.append(u"The answer to initialize has no capabilities."_s);
    else if (!capabilities.isObject())
        return std::unexpected(badField(sourceName, u"result.capabilities"_s, capabilities, u"an object"_s));
    const Json server = result.member("serverInfo"_L1);
    if (!server.member("name"_L1).isString())
        peer.remarks.append(u"The answer to initialize does not name the server (result.serverInfo.name)."_s);
    if (version.toString() != asked)
        peer.notes.append(u"Asked for MCP %1, the server chose %2."_s.arg(asked, version.toString()));
    peer.name = server.member("name"_L1).toString().left(maxShownName);
    peer.version = server.member("version"_L1).toString().left(maxShownName);
    peer.protocol = u"MCP "_s + visibleText(version.toString(), false, maxRevision);
    peer.instructions = shownInstructions(result);
    peer.raw = result;
    return peer;
}

McpConnection::Request initializeRequest(const McpConnection &connection, const QString &revision,
    std::chrono::milliseconds within, std::shared_ptr<QList<JsonRemark>> remarks, std::stop_token stop)
{
    McpConnection::Request request;
    request.method = u"initialize"_s;
    request.params = initializeParams(revision, connection.client().capabilities(revision));
    request.cancellation = std::move(stop);
    request.mayAbandon = false;
    request.idle = within;
    request.total = within;
    request.remarks = std::move(remarks);
    return request;
}

McpConnection::Request setLevelRequest(const QString &level)
{
    McpConnection::Request request;
    request.method = u"logging/setLevel"_s;
    request.params = Json::object({{u"level"_s, Json::string(level)}});
    return request;
}

} // namespace

QString shownInstructions(const Json &result)
{
    const QString text = result.member("instructions"_L1).toString();
    if (text.size() <= maxShownInstructions)
        return visibleText(text, true);
    const QByteArray hash = QCryptographicHash::hash(text.toUtf8(), QCryptographicHash::Sha256);
    const bool isInPair = text.at(maxShownInstructions - 1).isHighSurrogate();
    return visibleText(QStringView(text).first(maxShownInstructions - (isInPair ? 1 : 0)), true)
        + u"…\n\n(%1 characters, SHA-256 %2)"_s.arg(text.size()).arg(QString::fromLatin1(hash.toHex()));
}

Error handshakeError(Error error, const McpConnection &connection, const QString &what)
{
    // The error of a sign-in, and of a connection that is not usable yet, names what did not answer.
    const bool isNamed = error.code == "http.connectDeadline"_L1 || error.details.hasMember("httpStatus"_L1);
    if (error.kind != ErrorKind::Timeout || isNamed
        || (error.code != ErrorCode::timeout && what == "initialize"_L1))
        return error;
    const QString span = limitText(*findLimit(u"connect.timeout"), connection.limits().connectTimeoutMs);
    error.message =
        u"\"%1\" was started or reached, but did not answer %2 within %3. Check that it is an MCP "
        "server, or give it longer to start."_s.arg(connection.sourceName(), what, span);
    if (const QString came = error.details.member("instead"_L1).toString(); !came.isEmpty())
        error.message += u' ' + came;
    error = advisingLimit(std::move(error), u"connect.timeout", connection.limits().connectTimeoutMs);
    return error;
}

Json initializeParams(const QString &revision, const Json &capabilities)
{
    return Json::object({{u"protocolVersion"_s, Json::string(revision)}, {u"capabilities"_s, capabilities},
        {u"clientInfo"_s, clientInfo()}});
}

Task<Result<PeerInfo>> shakeHands(
    std::shared_ptr<McpConnection> connection, QString pinned, std::stop_token stop)
{
    QString asked = pinned.isEmpty() ? mcpRevisions().last() : pinned;
    connection->agreement.reset();
    connection->modernRevision.clear();
    const auto remarks = std::make_shared<QList<JsonRemark>>();
    Result<Json> answer = co_await connection->request(
        initializeRequest(*connection, asked, connection->connectTimeLeft(), remarks, stop));
    // A server may refuse a version by a JSON-RPC error, or by an HTTP error with any text.
    const bool isRefused =
        !answer && (answer.error().kind == ErrorKind::Remote || answer.error().details.hasMember("body"_L1));
    if (isRefused) {
        QString offered = revisionOffered(answer.error(), asked);
        const QStringList theirs = supportedByServer(answer.error());
        if (offered.isEmpty() && !newestModern(theirs).isEmpty())
            co_return std::unexpected(otherEra(connection->sourceName(), newestModern(theirs)));
        if (offered.isEmpty() && !theirs.isEmpty()) {
            const auto plain = std::ranges::find_if(theirs, isPlainLabel);
            const bool knowsInitialize = JsonRpc::remoteCode(answer.error()) != JsonRpc::methodNotFound;
            if (!connection->acceptsAnyRevision || plain == theirs.end() || !knowsInitialize)
                co_return std::unexpected(unknownRevision(connection->sourceName(), theirs, knowsInitialize));
            offered = *plain;
        }
        if (!offered.isEmpty() && offered != asked) {
            asked = offered;
            answer = co_await connection->request(
                initializeRequest(*connection, asked, connection->connectTimeLeft(), remarks, stop));
        }
    }
    if (!answer)
        co_return std::unexpected(handshakeError(std::move(answer).error(), *connection, u"initialize"_s));
    Result<PeerInfo> peer =
        readInitializeResult(*answer, connection->sourceName(), asked, connection->acceptsAnyRevision);
    if (!peer)
        co_return peer;
    addRemarks(peer->remarks, u"initialize"_s, *remarks);
    const QString revision = answer->member("protocolVersion"_L1).toString();
    const Json capabilities = answer->member("capabilities"_L1);
    if (!connection->channel())
        co_return std::unexpected(
            Error{ErrorKind::Closed, u"connection.closed"_s, u"The connection was lost."_s});
    connection->channel()->agreed(revision);
    const Result<void> told =
        co_await connection->notify(u"notifications/initialized"_s, {}, connection->connectTimeLeft());
    if (!told)
        co_return std::unexpected(handshakeError(told.error(), *connection, u"notifications/initialized"_s));
    connection->agreement = McpAgreement{peer->listsOnly.isEmpty() ? knownRevision(revision) : revision,
        capabilities.isObject() ? capabilities : Json::emptyObject(), peer->listsOnly};
    ++connection->generation;
    if (connection->channel())
        connection->channel()->established();
    if (!connection->logLevel.isEmpty() && connection->agreement->has("logging"_L1)) {
        const Result<Json> set = co_await connection->request(setLevelRequest(connection->logLevel));
        if (!set)
            peer->remarks.append(set.error().message);
    } else if (!connection->logLevel.isEmpty()) {
        peer->remarks.append(
            u"The server does not offer logging, so the log level of the source has no effect."_s);
    }
    co_return peer;
}

namespace {

//! A new session may offer other operations than the one before. \a isUnread: a discovery runs that has read
//! nothing of the former session.
void allListsMayDiffer(McpConnection &connection, bool isUnread)
{
    if (isUnread || std::exchange(connection.listsForRenewal, true)) {
        Q_EMIT connection.listStale(isUnread);
        return;
    }
    for (const QLatin1StringView list : {"tools"_L1, "resources"_L1, "prompts"_L1})
        connection.listMayDiffer(QString(list));
}

Task<Result<void>> renewSession(std::shared_ptr<McpConnection> connection, QString pinned, bool beginsListing)
{
    if (connection->renewal) {
        const QFuture<Result<void>> running = *connection->renewal;
        co_return co_await running;
    }
    if (connection->renewedInVain) {
        const Error error{ErrorKind::Network, sessionLostCode,
            u"\"%1\" forgot the session, and then the new session too. Try again later with a new connection."_s
                .arg(connection->sourceName())};
        connection->fail(error);
        co_return std::unexpected(error);
    }
    connection->renewedInVain = true;
    connection->say(LogLine::Level::Notice, u"The server forgot the session. A new session is started."_s);
    allListsMayDiffer(*connection, beginsListing);
    QPromise<Result<void>> promise;
    promise.start();
    connection->renewal = promise.future();
    connection->beginConnecting();
    const Result<PeerInfo> peer = co_await shakeHands(connection, pinned);
    const Result<void> outcome = peer ? Result<void>() : Result<void>(std::unexpected(peer.error()));
    connection->renewal.reset();
    promise.addResult(outcome);
    promise.finish();
    if (outcome)
        Q_EMIT connection->renewed(*peer);
    else
        connection->fail(outcome.error());
    co_return outcome;
}

} // namespace

Task<Result<Json>> askWithSession(std::shared_ptr<McpConnection> connection,
    McpConnection::SharedRequest request, QString pinned, bool mayRepeat)
{
    const quint64 generation = connection->generation;
    Result<Json> answer = co_await Answer(connection->request(*request));
    if (answer || answer.error().code != sessionLostCode)
        co_return answer;
    if (connection->generation == generation) {
        const Result<void> renewed = co_await renewSession(connection, pinned, request->beginsListing);
        if (!renewed)
            co_return std::unexpected(renewed.error());
    }
    if (!mayRepeat) {
        co_return std::unexpected(Error{ErrorKind::Network, sessionLostCode,
            u"\"%1\" forgot the session before %2 reached it. A new session was started. The call was "
            "not repeated, because it may have an effect. Invoke it again."_s.arg(
                connection->sourceName(), request->method)});
    }
    const Result<Json> allowed = request->beforeRepeat ? co_await request->beforeRepeat() : Result<Json>();
    if (!allowed)
        co_return allowed;
    if (request->cancellation.stop_requested())
        co_return std::unexpected(cancelledHere());
    answer = co_await Answer(connection->request(*request));
    if (!answer && answer.error().code == sessionLostCode) {
        const Result<void> hopeless = co_await renewSession(connection, pinned, false); // fails
        if (!hopeless)
            co_return std::unexpected(hopeless.error());
    }
    co_return answer;
}

Task<Result<McpList>> listAll(std::shared_ptr<McpConnection> connection, QString method, QString member,
    QString pinned, std::stop_token stop, bool beginsDiscovery)
{
    McpList list;
    QSet<QString> cursors;
    QList<Json> pages;
    Json cursor;
    for (qint64 page = 0;; ++page) {
        if (page == connection->limits().listPages) {
            list.incompleteReason =
                u"%1 did not end after %2 pages (limit list.pages)."_s.arg(method).arg(page);
            break;
        }
        const auto request = std::make_shared<McpConnection::Request>();
        request->method = method;
        if (!cursor.isAbsent())
            request->params = Json::object({{u"cursor"_s, cursor}});
        request->remarks = std::make_shared<QList<JsonRemark>>();
        request->cancellation = stop;
        request->beginsListing = beginsDiscovery && page == 0;
        const Result<Json> answer = co_await askWithSession(connection, request, pinned, true);
        addRemarks(list.remarks, method, *request->remarks);
        if (!answer) {
            if (page == 0)
                co_return std::unexpected(answer.error());
            list.incompleteReason =
                u"Page %1 of %2 failed: %3"_s.arg(page + 1).arg(method, answer.error().message);
            break;
        }
        if (page == 0 && !connection->modernRevision.isEmpty()) {
            list.freshForMs = freshFor(*answer);
            if (const QStringList missing = missingMembers(*answer, true); !missing.isEmpty())
                list.remarks.append(
                    u"%1: %2 missing or wrong in the result."_s.arg(method, missing.join(", "_L1)));
        }
        const Json items = answer->member(QStringView(member));
        if (!items.isArray()) {
            const QString what = u"\"%1\" answered %2 with a result.%3 that is %4, expected an array."_s.arg(
                connection->sourceName(), method, member, JsonRpc::kindText(items));
            if (page == 0)
                co_return std::unexpected(Error{ErrorKind::Protocol, u"mcp.bad-list"_s, what});
            list.incompleteReason = what;
            break;
        }
        cursor = answer->member("nextCursor"_L1);
        const bool isStuck = cursor.isString() && cursors.contains(cursor.toString());
        if (isStuck) {
            const QString shown = visibleText(cursor.toString(), false, maxShownCursor);
            list.incompleteReason =
                u"%1 gave the nextCursor \"%2\" again, so the cursor does not advance."_s.arg(method, shown);
        }
        // A server that ignores the cursor answers each request with the first page.
        const auto isSame = [&items](const Json &one) {
            return one.size() == items.size() && one.toBytes() == items.toBytes();
        };
        if (isStuck && std::ranges::any_of(pages, isSame))
            break;
        if (page == 0)
            list.items.reserve(std::min(items.size(), connection->limits().listItems));
        bool isCut = false;
        for (const Json &item : items.items()) {
            isCut = list.items.size() == connection->limits().listItems;
            if (isCut)
                break;
            list.items.append(item);
        }
        if (isStuck || (!isCut && (cursor.isAbsent() || cursor.isNull())))
            break;
        if (list.items.size() >= connection->limits().listItems) {
            list.incompleteReason =
                u"%1 has more than %2 entries (limit list.items)."_s.arg(method).arg(list.items.size());
            break;
        }
        if (!cursor.isString()) {
            list.incompleteReason = u"%1 gave a nextCursor that is %2, expected a string."_s.arg(
                method, JsonRpc::kindText(cursor));
            break;
        }
        cursors.insert(cursor.toString());
        pages.append(items);
    }
    co_return list;
}

} // namespace Workbench
