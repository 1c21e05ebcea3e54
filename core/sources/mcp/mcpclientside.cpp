// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/sources/mcp/mcpclientside.h"

#include "core/auth/peerurl.h"
#include "core/base/visibletext.h"
#include "core/json/jsonbuilder.h"
#include "core/mcp/jsonrpc.h"
#include "core/mcp/mcprevisions.h"

#include <QDir>
#include <QUrl>

#include <algorithm>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype maxShownMethod = 100;
constexpr qsizetype maxAskedMessage = 4000;
constexpr qsizetype maxShownAddress = 200;

Error malformed(const McpAsk &ask, const QString &fault)
{
    return {ErrorKind::Validation, u"mcp.bad-request"_s,
        u"\"%1\" sent a malformed %2: %3."_s.arg(
            ask.source, visibleText(ask.method, false, maxShownMethod), fault)};
}

Error notOffered(const McpAsk &ask)
{
    return {ErrorKind::Usage, QString(notOfferedCode),
        u"\"%1\" asked for %2, which this client did not announce."_s.arg(
            ask.source, visibleText(ask.method, false, maxShownMethod))};
}

//! Returns whether \a revision is 2025-11-25 or later, which has requests to open addresses, and tools in
//! sampling.
bool hasLinks(const QString &revision)
{
    return isRevisionFrom(revision, u"2025-11-25"_s);
}

//! Returns the fault of a form's schema as the end of a sentence, or an empty string. Forms are flat.
QString formFault(const Json &schema)
{
    if (schema.member("type"_L1).toString() != "object"_L1 || !schema.member("properties"_L1).isObject())
        return u"requestedSchema is not an object schema with properties"_s;
    static const QStringList plain{u"string"_s, u"number"_s, u"integer"_s, u"boolean"_s};
    for (const auto &property : schema.member("properties"_L1).members()) {
        const Json value = property.value();
        const QString type = value.member("type"_L1).toString();
        const Json items = value.member("items"_L1);
        const bool isChoice = type == "array"_L1
            && (items.member("enum"_L1).isArray() || items.member("anyOf"_L1).isArray()
                || items.member("oneOf"_L1).isArray());
        if (!plain.contains(type) && !isChoice)
            return u"requestedSchema/properties/%1 is not a string, number, boolean or list of choices"_s.arg(
                visibleText(property.key(), false, maxShownMethod));
    }
    return {};
}

//! Returns the request for the user with the members that all kinds share.
PeerRequest requestOf(const McpAsk &ask, PeerRequest::Kind kind)
{
    PeerRequest request;
    request.source = ask.source;
    request.exchangeId = ask.exchangeId;
    request.operation = ask.operation;
    request.kind = kind;
    request.message = visibleText(ask.params.member("message"_L1).toString(), true, maxAskedMessage);
    request.params = ask.params;
    request.patience = ask.patience;
    return request;
}

Result<PeerRequest> readForm(const McpAsk &ask)
{
    const Json schema = ask.params.member("requestedSchema"_L1);
    if (const QString fault = formFault(schema); !fault.isEmpty())
        return std::unexpected(malformed(ask, fault));
    PeerRequest request = requestOf(ask, PeerRequest::Kind::Form);
    request.schema = schema;
    return request;
}

//! Returns the fault of the address \a text, read as \a facts, as the end of a sentence, or an empty string.
//! Unlike the address of a sign-in, this one may have a fragment and every visible character.
QString linkFault(const QString &text, const UrlFacts &facts)
{
    const QList<uint> characters = text.toUcs4();
    if (std::ranges::any_of(characters, [](uint c) { return isInvisible(char32_t(c)); }))
        return u"contains characters that are not allowed in such an address"_s;
    if (!facts.url.isValid() || facts.asciiHost.isEmpty())
        return u"is not a valid address"_s;
    const QString scheme = facts.url.scheme();
    if (scheme != "https"_L1 && !(scheme == "http"_L1 && facts.isLoopback))
        return u"is not https (http is allowed on this computer only)"_s;
    const QString rest = text.section(u"//"_s, 1);
    const auto end =
        std::ranges::find_if(rest, [](QChar c) { return c == u'/' || c == u'?' || c == u'#' || c == u'\\'; });
    if (std::find(rest.begin(), end, QChar(u'@')) != end
        || facts.url.authority(QUrl::FullyEncoded).contains(u'@'))
        return u"carries a user name"_s;
    return {};
}

Result<PeerRequest> readLink(const McpAsk &ask)
{
    const Json address = ask.params.member("url"_L1);
    if (!address.isString())
        return std::unexpected(malformed(ask, u"url is "_s + JsonRpc::kindText(address)));
    const QString text = address.toString();
    const UrlFacts facts = urlFacts(QUrl(text));
    if (const QString fault = linkFault(text, facts); !fault.isEmpty()) {
        return std::unexpected(malformed(
            ask, u"url is \"%1\", which %2"_s.arg(visibleText(text, false, maxShownAddress), fault)));
    }
    PeerRequest request = requestOf(ask, PeerRequest::Kind::Link);
    request.address = facts;
    return request;
}

//! Returns the kind of a request of the server, or nothing if the user is not asked for it.
std::optional<PeerRequest::Kind> kindOf(const McpAsk &ask)
{
    if (ask.method == "sampling/createMessage"_L1)
        return PeerRequest::Kind::Sampling;
    if (ask.method != "elicitation/create"_L1)
        return {};
    return ask.params.member("mode"_L1).toString() == "url"_L1 ? PeerRequest::Kind::Link
                                                               : PeerRequest::Kind::Form;
}

Result<PeerRequest> readElicitation(const McpAsk &ask)
{
    const Json message = ask.params.member("message"_L1);
    if (!message.isString())
        return std::unexpected(malformed(ask, u"message is "_s + JsonRpc::kindText(message)));
    const Json mode = ask.params.member("mode"_L1);
    if (mode.isAbsent() || mode.toString() == "form"_L1)
        return readForm(ask);
    if (mode.toString() == "url"_L1)
        return readLink(ask);
    return std::unexpected(malformed(ask, u"mode is neither form nor url"_s));
}

Result<PeerRequest> readSampling(const McpAsk &ask)
{
    if (const Json messages = ask.params.member("messages"_L1); !messages.isArray())
        return std::unexpected(malformed(ask, u"messages is "_s + JsonRpc::kindText(messages)));
    if (const Json most = ask.params.member("maxTokens"_L1); !most.isInteger())
        return std::unexpected(malformed(ask, u"maxTokens is "_s + JsonRpc::kindText(most)));
    if (ask.params.hasMember("tools"_L1) && !hasLinks(ask.revision))
        return std::unexpected(malformed(ask, u"it has tools, which this client did not announce"_s));
    for (const Json &message : ask.params.member("messages"_L1).items()) {
        const QString role = message.member("role"_L1).toString();
        const Json content = message.member("content"_L1);
        if ((role != "user"_L1 && role != "assistant"_L1) || !(content.isObject() || content.isArray()))
            return std::unexpected(malformed(ask, u"a message has no role or no content"_s));
    }
    PeerRequest request = requestOf(ask, PeerRequest::Kind::Sampling);
    request.message = visibleText(ask.params.member("systemPrompt"_L1).toString(), true, maxAskedMessage);
    return request;
}

Result<Json> rootsResult(const McpClientSide &client, const McpAsk &ask)
{
    if (!client.roots)
        return std::unexpected(notOffered(ask));
    QList<Json> roots;
    for (const McpRoot &root : *client.roots) {
        roots.append(Json::object({{u"uri"_s, Json::string(root.uri)},
            {u"name"_s, root.name.isEmpty() ? Json() : Json::string(root.name)}}));
    }
    return Json::object({{u"roots"_s, Json::array(roots)}});
}

Json actionResult(QStringView action, const Json &content = {})
{
    return Json::object({{u"action"_s, Json::string(action)}, {u"content"_s, content}});
}

//! Returns the user's answer as a result of the protocol.
Result<Json> resultOf(const PeerAnswer &answer, const PeerRequest &request)
{
    const bool isAccepted = answer.action == PeerAnswer::Action::Accept;
    if (request.kind == PeerRequest::Kind::Sampling) {
        const Result<Json> content = samplingContent(answer.content);
        if (isAccepted && content)
            return content;
        return std::unexpected(Error{ErrorKind::Cancelled, QString(declinedCode),
            isAccepted ? u"The answer to the sampling request of \"%1\" needs role, content and model."_s.arg(
                             request.source)
                       : u"The sampling request of \"%1\" was declined here."_s.arg(request.source)});
    }
    if (answer.action == PeerAnswer::Action::Decline)
        return actionResult(u"decline");
    if (!isAccepted)
        return actionResult(u"cancel");
    if (request.kind == PeerRequest::Kind::Link)
        return actionResult(u"accept");
    // Without the defaults of the schema: the user may have cleared a field that began with one.
    const Result<Json> content = checkedFormContent(request.schema, answer.content);
    if (!content)
        return actionResult(u"cancel"); // the UI validates the values before it answers, and reports errors
    return actionResult(u"accept", *content);
}

} // namespace

Result<QList<McpRoot>> readRoots(const Json &setting)
{
    QList<McpRoot> roots;
    for (const Json &entry : setting.items()) {
        const QString text = entry.toString();
        const bool isAddress = text.startsWith("file:"_L1);
        const QUrl url = isAddress ? QUrl(text, QUrl::StrictMode)
                                   : QUrl::fromLocalFile(QDir::current().absoluteFilePath(text));
        if (!entry.isString() || text.isEmpty() || !url.isValid()) {
            return std::unexpected(Error{ErrorKind::Usage, u"mcp.settings"_s,
                u"expected a list of folders or file: addresses, got %1"_s.arg(
                    QString::fromUtf8(entry.toBytes()))});
        }
        roots.append({url.toString(QUrl::FullyEncoded), url.fileName(QUrl::FullyDecoded)});
    }
    if (!setting.isArray() && !setting.isAbsent() && !setting.isNull())
        return std::unexpected(Error{ErrorKind::Usage, u"mcp.settings"_s,
            u"expected a list of folders, got "_s + JsonRpc::kindText(setting)});
    return roots;
}

Json McpClientSide::capabilities(const QString &revision) const
{
    const bool isModern = mcpModernRevisions().contains(revision);
    const PeerRequests *const answerer = requests.data();
    const auto offers = [answerer](
                            PeerRequest::Kind kind) { return answerer != nullptr && answerer->offers(kind); };
    JsonBuilder builder;
    builder.beginObject();
    if (roots) // they change only with the settings, which reconnect the source
        builder.add(u"roots",
            isModern ? Json::emptyObject() : Json::object({{u"listChanged"_s, Json::boolean(false)}}));
    if (offers(PeerRequest::Kind::Sampling)) {
        builder.add(u"sampling",
            hasLinks(revision) ? Json::object({{u"tools"_s, Json::emptyObject()}}) : Json::emptyObject());
    }
    const bool hasForm = offers(PeerRequest::Kind::Form);
    const bool hasLink = offers(PeerRequest::Kind::Link) && hasLinks(revision);
    if ((hasForm || hasLink) && isRevisionFrom(revision, u"2025-06-18"_s)) {
        JsonBuilder modes;
        modes.beginObject();
        if (hasForm && hasLinks(revision)) // before 2025-11-25, an empty object means forms
            modes.add(u"form", Json::emptyObject());
        if (hasLink)
            modes.add(u"url", Json::emptyObject());
        builder.add(u"elicitation", modes.endObject().take());
    }
    if (isModern) // in the modern era, the server decides which calls become tasks
        builder.add(u"extensions", Json::object({{u"io.modelcontextprotocol/tasks"_s, Json::emptyObject()}}));
    return builder.endObject().take();
}

Task<Result<Json>> answerFor(McpClientSide client, McpAsk ask)
{
    if (ask.method == "roots/list"_L1)
        co_return rootsResult(client, ask);
    const std::optional<PeerRequest::Kind> kind = kindOf(ask);
    if (!kind)
        co_return std::unexpected(notOffered(ask));
    PeerRequests *const answerer = client.requests.data();
    const Json announced = client.capabilities(ask.revision);
    const Json modes = announced.member("elicitation"_L1);
    const bool isSampling = kind == PeerRequest::Kind::Sampling;
    if (!answerer || !announced.hasMember(isSampling ? "sampling"_L1 : "elicitation"_L1))
        co_return std::unexpected(notOffered(ask));
    if (kind == PeerRequest::Kind::Link ? !modes.hasMember("url"_L1)
                                        : !isSampling && modes.size() > 0 && !modes.hasMember("form"_L1))
        co_return std::unexpected(malformed(ask, u"its mode was not announced"_s));
    const Result<PeerRequest> request = isSampling ? readSampling(ask) : readElicitation(ask);
    if (!request)
        co_return std::unexpected(request.error());
    const QFuture<PeerAnswer> asked = answerer->ask(*request, ask.withdrawn);
    const PeerAnswer answer = co_await asked;
    co_return resultOf(answer, *request);
}

} // namespace Workbench
