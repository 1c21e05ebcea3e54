// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/sources/openapi/openapirequest.h"

#include "core/base/advice.h"
#include "core/base/visibletext.h"
#include "core/sources/openapi/openapimedia.h"
#include "core/transport/http/httptext.h"

#include <QSet>

#include <algorithm>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

//! The address to which the operation's path is appended, without a trailing slash.
//! \source core/sources/openapi/README.md 4
struct OpenApiBase {
    QByteArray text; //!< "https://host/base"
    QByteArray query; //!< query of the server's address, which some documents contain
};

constexpr qsizetype shownText = 200;

std::unexpected<Error> unusableServer(const QString &what)
{
    return std::unexpected(Error{ErrorKind::Usage, u"openapi.server"_s, what});
}

OpenApiServer chosenServer(const OpenApiOperation &operation, const OpenApiRequestOptions &options)
{
    for (const OpenApiServer &server : operation.servers) {
        if (!options.server.isEmpty() && (server.url == options.server || server.name == options.server))
            return server;
    }
    OpenApiServer other;
    other.url = options.server.isEmpty() ? u"/"_s : options.server;
    return options.server.isEmpty() ? operation.servers.value(0, other) : other;
}

Result<QString> variableValue(
    const OpenApiServer &server, const QString &name, const QHash<QString, QString> &values)
{
    const auto given = values.constFind(name);
    for (const OpenApiServerVariable &variable : server.variables) {
        if (variable.name != name)
            continue;
        if (given == values.cend())
            return variable.defaultValue;
        if (!variable.allowed.isEmpty() && !variable.allowed.contains(*given)) {
            return unusableServer(u"The server variable \"%1\" must be one of %2, not \"%3\"."_s.arg(
                name, variable.allowed.join(u", "), visibleText(*given, false, shownText)));
        }
        return *given;
    }
    if (given != values.cend())
        return *given;
    return unusableServer(u"The server \"%1\" has a variable \"%2\" without a value."_s.arg(
        visibleText(server.url, false, shownText), name));
}

//! Replaces the variables once, from left to right. Braces in a value are not replaced again.
Result<QString> filledIn(const OpenApiServer &server, const QHash<QString, QString> &values)
{
    QString out;
    qsizetype at = 0;
    while (at < server.url.size()) {
        const qsizetype open = server.url.indexOf(u'{', at);
        const qsizetype close = open < 0 ? -1 : server.url.indexOf(u'}', open);
        if (close < 0)
            break;
        out += QStringView(server.url).mid(at, open - at);
        const Result<QString> value =
            variableValue(server, server.url.mid(open + 1, close - open - 1), values);
        if (!value)
            return value;
        out += *value;
        at = close + 1;
    }
    out += QStringView(server.url).mid(at);
    return out;
}

bool hasScheme(QStringView url)
{
    const qsizetype colon = url.indexOf(u':');
    const auto isSchemeLetter = [](QChar c) {
        return (c >= u'a' && c <= u'z') || (c >= u'A' && c <= u'Z') || (c >= u'0' && c <= u'9') || c == u'+'
            || c == u'-' || c == u'.';
    };
    return colon > 0 && std::ranges::all_of(url.first(colon), isSchemeLetter);
}

//! Returns an ASCII address unchanged. Other addresses are encoded, with the host in the form that DNS uses.
QByteArray bytesOf(const QString &url)
{
    const bool isPlain =
        std::ranges::all_of(url, [](QChar c) { return c.unicode() > 0x20 && c.unicode() < 0x7F; });
    return isPlain ? url.toLatin1() : QUrl(url).toEncoded();
}

//! Returns \a text with the characters encoded that a request line cannot contain. Everything else stays,
//! including %.
QByteArray withoutImpossible(QByteArrayView text)
{
    QByteArray out;
    out.reserve(text.size());
    for (const char c : text) {
        if (uchar(c) <= 0x20 || uchar(c) >= 0x7F || QByteArrayView("\"<>\\^`{|}").contains(c))
            out += encoded(QByteArrayView(&c, 1), UrlEncoding::Unreserved);
        else
            out += c;
    }
    return out;
}

//! Returns the base address of \a operation. Returns ErrorKind::Usage if a server variable has no valid value
//! or the address is not usable.
Result<OpenApiBase> baseOf(const OpenApiOperation &operation, const OpenApiRequestOptions &options)
{
    const Result<QString> filled = filledIn(chosenServer(operation, options), options.serverVariables);
    if (!filled)
        return std::unexpected(filled.error());
    QByteArray text;
    if (hasScheme(*filled)) {
        text = bytesOf(*filled);
    } else {
        const QString scheme = operation.documentUrl.scheme();
        if (scheme != "http"_L1 && scheme != "https"_L1) {
            const QString name = operation.documentUrl.fileName();
            const Error error{ErrorKind::Usage, u"openapi.server"_s,
                u"The server of %1 has no host (\"%2\")."_s.arg(
                    name.isEmpty() ? u"the document"_s : visibleText(name, false, shownText),
                    visibleText(*filled, false, shownText))};
            return std::unexpected(advisingSetting(error, u"server"));
        }
        text = operation.documentUrl.resolved(QUrl(*filled)).toEncoded(QUrl::RemoveUserInfo);
    }
    const QUrl parsed = QUrl::fromEncoded(text);
    if (!parsed.isValid() || (parsed.scheme() != "http"_L1 && parsed.scheme() != "https"_L1)
        || parsed.host().isEmpty()) {
        return unusableServer(u"\"%1\" is not an http or https address of a server."_s.arg(
            visibleText(QString::fromUtf8(text), false, shownText)));
    }
    if (!parsed.userInfo().isEmpty())
        return unusableServer(u"The server's address holds a user name or password; use a credential."_s);
    OpenApiBase base;
    if (const qsizetype fragment = text.indexOf('#'); fragment >= 0)
        text.truncate(fragment);
    if (const qsizetype query = text.indexOf('?'); query >= 0) {
        base.query = text.mid(query + 1);
        text.truncate(query);
    }
    if (text.endsWith('/'))
        text.chop(1);
    base.text = withoutImpossible(text);
    return base;
}

UrlEncoding encodingOf(const OpenApiParameter &parameter)
{
    switch (parameter.place) {
    case ParameterPlace::Header: return UrlEncoding::None;
    case ParameterPlace::Cookie:
        if (parameter.style == ParameterStyle::Cookie)
            return UrlEncoding::None;
        break;
    case ParameterPlace::Path:
        return parameter.allowReserved ? UrlEncoding::ReservedInPath : UrlEncoding::Unreserved;
    case ParameterPlace::Query:
    case ParameterPlace::QueryString: break;
    }
    return parameter.allowReserved ? UrlEncoding::Reserved : UrlEncoding::Unreserved;
}

//! Returns the value of a parameter that is described by `content`, written in its media type. Returns
//! nothing if \a value is null or absent.
std::optional<QByteArray> contentText(const OpenApiParameter &parameter, const Json &value)
{
    if (value.isAbsent() || value.isNull())
        return {};
    if (isJsonMedia(parameter.contentType))
        return value.toBytes();
    if (value.isObject() && isFormMedia(parameter.contentType)) {
        OpenApiMedia form;
        const Json content = parameter.definition.member("content"_L1);
        form.encoding = content.member(parameter.contentType).member("encoding"_L1);
        return formBytes(form, value);
    }
    return valueText(value);
}

std::optional<QByteArray> parameterText(const OpenApiParameter &parameter, const Json &value)
{
    const UrlEncoding encoding = encodingOf(parameter);
    if (!parameter.contentType.isEmpty()) {
        const auto text = contentText(parameter, value);
        return text ? std::optional(encoded(
                          *text, encoding == UrlEncoding::None ? UrlEncoding::None : UrlEncoding::Unreserved))
                    : std::nullopt;
    }
    return expandToText({parameter.name.toUtf8(), parameter.style, parameter.explode, encoding}, value);
}

QByteArrayList pairsOf(const OpenApiParameter &parameter, const Json &value)
{
    const UrlEncoding encoding = encodingOf(parameter);
    if (!parameter.contentType.isEmpty()) {
        const auto text = contentText(parameter, value);
        if (!text)
            return {};
        return {encoded(parameter.name.toUtf8(), UrlEncoding::Unreserved) + '='
            + encoded(*text, UrlEncoding::Unreserved)};
    }
    return expandToPairs({parameter.name.toUtf8(), parameter.style, parameter.explode, encoding}, value);
}

//! Returns the first alternative that names a scheme and whose credentials are all present, otherwise an
//! anonymous one, otherwise null.
const OpenApiRequirement *chosenRequirement(
    const OpenApiOperation &operation, const QHash<QString, QString> &credentials)
{
    const OpenApiRequirement *anonymous = nullptr;
    for (const OpenApiRequirement &requirement : operation.security) {
        if (requirement.schemes.isEmpty()) {
            anonymous = anonymous ? anonymous : &requirement;
            continue;
        }
        const auto isThere = [&](const OpenApiRequirement::Scheme &scheme) {
            return operation.scheme(scheme.id) && credentials.contains(scheme.id);
        };
        if (std::ranges::all_of(requirement.schemes, isThere))
            return &requirement;
    }
    return anonymous;
}

std::unexpected<Error> unusableCredential(const QString &scheme, const QString &why)
{
    return std::unexpected(Error{ErrorKind::Usage, u"openapi.credential"_s,
        u"Credential \"%1\": %2."_s.arg(visibleText(scheme, false, 60), why)});
}

bool holdsLineEnd(const QByteArray &text)
{
    return std::ranges::any_of(text, [](char c) { return c == '\r' || c == '\n' || c == '\0'; });
}

class Maker {
public:
    Maker(const OpenApiOperation &operation, const Json &input, const OpenApiRequestOptions &options)
        : m_operation(operation)
        , m_input(input)
        , m_options(options)
    {
    }

    Result<OpenApiRequest> make()
    {
        m_request.method = m_operation.method;
        for (const auto step : {&Maker::checkNames, &Maker::addPath, &Maker::addQuery, &Maker::addHeaders,
                 &Maker::addCookies, &Maker::addBody, &Maker::addSecurity}) {
            if (const Result<void> done = (this->*step)(); !done)
                return std::unexpected(done.error());
        }
        if (!m_query.isEmpty())
            m_request.target += (m_request.target.contains('?') ? '&' : '?') + m_query.join('&');
        if (!m_cookies.isEmpty())
            m_request.headers.append({"Cookie", m_cookies.join("; ")});
        noteUnknownMembers();
        return std::move(m_request);
    }

private:
    //! Returns true if the qualified name is accepted: it is not the name of another parameter.
    //! \source resources/cli.schema.json
    bool mayBeQualified(const OpenApiParameter &parameter) const
    {
        const QString qualified = parameter.qualifiedName();
        return std::ranges::none_of(m_operation.parameters, [&](const OpenApiParameter &other) {
            return &other != &parameter && other.member == qualified && !other.isIgnored();
        });
    }

    Json valueOf(const OpenApiParameter &parameter) const
    {
        const Json qualified = mayBeQualified(parameter) ? m_input.member(parameter.qualifiedName()) : Json();
        return qualified.isAbsent() ? m_input.member(parameter.member) : qualified;
    }

    //! Refuses a value that fits several parameters, and two values for one parameter.
    Result<void> checkNames()
    {
        for (const OpenApiParameter &parameter : m_operation.parameters) {
            const QString qualified = parameter.qualifiedName();
            if (parameter.member != qualified && mayBeQualified(parameter)
                && m_input.hasMember(parameter.member) && m_input.hasMember(qualified)) {
                return unusableInput(parameter.member,
                    u"the value is given twice, also as \"%1\""_s.arg(visibleText(qualified, false, 100)));
            }
        }
        for (const auto entry : m_input.members()) {
            const QString key = entry.key();
            QStringList choices;
            for (const OpenApiParameter &parameter : m_operation.parameters) {
                if (parameter.member == key
                    || (parameter.qualifiedName() == key && mayBeQualified(parameter))) {
                    choices.clear();
                    break;
                }
                if (parameter.name == key && !parameter.isIgnored())
                    choices.append(parameter.member);
            }
            if (!choices.isEmpty() && key != bodyMember && key != contentTypeMember) {
                return unusableInput(key,
                    u"several parameters have this name; give %1"_s.arg(
                        visibleText(choices.join(u" or "_s), false, 300)));
            }
        }
        return {};
    }

    Result<void> addPath()
    {
        const Result<OpenApiBase> base = baseOf(m_operation, m_options);
        if (!base)
            return std::unexpected(base.error());
        if (!base->query.isEmpty())
            m_query.append(base->query);
        m_request.target = base->text;
        const qsizetype fragment = m_operation.path.indexOf(u'#');
        const QString path = fragment < 0 ? m_operation.path : m_operation.path.first(fragment);
        if (fragment >= 0)
            m_request.remarks.append(u"The part of the path after \"#\" is never sent."_s);
        QByteArray out;
        QByteArray segment;
        bool isFromValue = false;
        const auto endSegment = [&] {
            if (isFromValue && (segment == "." || segment == "..")) {
                m_request.remarks.append(
                    u"A path segment is \"%1\"; some servers resolve it against the rest of the path."_s.arg(
                        QLatin1StringView(segment)));
            }
            segment.clear();
            isFromValue = false;
        };
        qsizetype at = 0;
        while (at < path.size()) {
            const qsizetype close = path.at(at) == u'{' ? path.indexOf(u'}', at) : -1;
            if (close > 0) {
                const Result<QByteArray> value = pathValue(path.mid(at + 1, close - at - 1));
                if (!value)
                    return std::unexpected(value.error());
                out += *value;
                segment += *value;
                isFromValue = true;
                at = close + 1;
                continue;
            }
            const qsizetype size = path.at(at).isHighSurrogate() ? 2 : 1;
            const QByteArray literal = withoutImpossible(path.mid(at, size).toUtf8());
            out += literal;
            if (literal == "/")
                endSegment();
            else
                segment += literal;
            at += size;
        }
        endSegment();
        if (!out.startsWith('/') && !out.isEmpty())
            m_request.target += '/';
        m_request.target += out;
        return {};
    }

    Result<QByteArray> pathValue(const QString &name) const
    {
        for (const OpenApiParameter &parameter : m_operation.parameters) {
            if (parameter.place != ParameterPlace::Path || parameter.name != name)
                continue;
            const auto text = parameterText(parameter, valueOf(parameter));
            if (!text || text->isEmpty()) // "DELETE /pets/" would not be the request for one pet
                return unusableInput(parameter.member, u"the path needs a value"_s);
            return *text;
        }
        // Some documents do not declare the parameters that their path names.
        const auto text = valueText(m_input.member(name));
        if (!text || text->isEmpty())
            return unusableInput(name, u"the path needs a value"_s);
        return encoded(*text, UrlEncoding::Unreserved);
    }

    Result<void> addQuery()
    {
        for (const OpenApiParameter &parameter : m_operation.parameters) {
            const Json value = valueOf(parameter);
            if (parameter.place == ParameterPlace::Query)
                m_query += pairsOf(parameter, value);
            else if (parameter.place == ParameterPlace::QueryString)
                addQueryString(parameter, value);
        }
        return {};
    }

    void addQueryString(const OpenApiParameter &parameter, const Json &value)
    {
        const auto text = contentText(parameter, value);
        if (!text)
            return;
        const bool isForm = isFormMedia(parameter.contentType);
        m_query.append(isForm && value.isObject() ? *text : encoded(*text, UrlEncoding::Unreserved));
    }

    Result<void> addHeaders()
    {
        for (const OpenApiParameter &parameter : m_operation.parameters) {
            if (parameter.place != ParameterPlace::Header || parameter.isIgnored())
                continue;
            const Json value = valueOf(parameter);
            const auto text = parameterText(parameter, value);
            const bool isEmptyContainer = (value.isArray() || value.isObject()) && text && text->isEmpty();
            if (!text || isEmptyContainer)
                continue;
            const QByteArray name = parameter.name.toUtf8();
            if (isConnectionHeader(name) || isSameName(name, "cookie"))
                return unusableInput(parameter.member, u"this header may not be set by a parameter"_s);
            if (const Result<void> safe = checkHeader(parameter, *text); !safe)
                return safe;
            m_request.headers.append({name, *text});
        }
        return {};
    }

    static Result<void> checkHeader(const OpenApiParameter &parameter, const QByteArray &text)
    {
        if (holdsLineEnd(text))
            return unusableInput(parameter.member, u"a header must not hold a line end or NUL"_s);
        return {};
    }

    Result<void> addCookies()
    {
        for (const OpenApiParameter &parameter : m_operation.parameters) {
            if (parameter.place != ParameterPlace::Cookie)
                continue;
            const Json value = valueOf(parameter);
            const QByteArrayList pairs = pairsOf(parameter, value);
            if (pairs.size() > 1 && parameter.style == ParameterStyle::Form) {
                m_request.remarks.append(
                    u"The cookie \"%1\" is written as separate pairs; \"&\" would not be read as a separator."_s
                        .arg(parameter.name));
            }
            for (const QByteArray &pair : pairs) {
                if (const Result<void> safe = checkHeader(parameter, pair); !safe)
                    return safe;
                if (pair.contains(';'))
                    m_request.remarks.append(
                        u"The cookie \"%1\" holds a \";\", which ends a cookie."_s.arg(parameter.name));
            }
            m_cookies += pairs;
        }
        return {};
    }

    Result<void> addBody()
    {
        Result<std::optional<OpenApiBodyBytes>> body = bodyOf(m_operation, m_input, m_options.boundary);
        if (!body)
            return std::unexpected(body.error());
        if (!*body)
            return {};
        m_request.headers.append({"Content-Type", (*body)->contentType});
        m_request.body = std::move((*body)->bytes);
        return {};
    }

    //! Returns true if the input has a value for a parameter or header that a credential would set.
    bool isTyped(ParameterPlace place, const QString &name) const
    {
        const auto caseOf = place == ParameterPlace::Header ? Qt::CaseInsensitive : Qt::CaseSensitive;
        return std::ranges::any_of(m_operation.parameters, [&](const OpenApiParameter &parameter) {
            const Json value = valueOf(parameter);
            return parameter.place == place && parameter.name.compare(name, caseOf) == 0
                && !parameter.isIgnored() && !value.isAbsent() && !value.isNull();
        });
    }

    //! Adds the credentials of the chosen alternative. If there is none, a remark says what is missing. A
    //! value that the user typed for this call wins over a credential of the same name.
    //! \source core/sources/openapi/README.md 6
    Result<void> addSecurity()
    {
        if (m_operation.security.isEmpty())
            return {};
        m_request.requirement = chosenRequirement(m_operation, m_options.credentials);
        if (!m_request.requirement) {
            QStringList alternatives;
            for (const OpenApiRequirement &requirement : m_operation.security) {
                QStringList ids;
                for (const OpenApiRequirement::Scheme &scheme : requirement.schemes)
                    ids.append(scheme.id);
                alternatives.append(ids.join(u" and "));
            }
            m_request.remarks.append(u"The operation asks for a credential that is not set: %1."_s.arg(
                alternatives.join(u", or ")));
            return {};
        }
        for (const OpenApiRequirement::Scheme &wanted : m_request.requirement->schemes) {
            const OpenApiSecurityScheme &scheme = *m_operation.scheme(wanted.id);
            const QByteArray secret = m_options.credentials.value(wanted.id).toUtf8();
            if (!scheme.isHttp("basic"_L1) && holdsLineEnd(secret))
                return unusableCredential(wanted.id, u"its value holds a line end"_s);
            if (const QString refusal = scheme.refusal(); !refusal.isEmpty())
                return unusableCredential(wanted.id, refusal);
            if (scheme.type == OpenApiSecurityScheme::Type::ApiKey && isTyped(scheme.place, scheme.name))
                m_request.typedCredentials.append(scheme.name);
            else
                addCredential(scheme, secret);
        }
        return {};
    }

    void addCredential(const OpenApiSecurityScheme &scheme, const QByteArray &secret)
    {
        const auto addHeader = [this](const QByteArray &name, const QByteArray &value) {
            m_request.headers.append({name, value});
            m_request.secretHeaders.append(QString::fromUtf8(name));
        };
        const QByteArray name = scheme.name.toUtf8();
        switch (scheme.type) {
        case OpenApiSecurityScheme::Type::ApiKey:
            if (scheme.place == ParameterPlace::Query) {
                m_query.append(
                    encoded(name, UrlEncoding::Unreserved) + '=' + encoded(secret, UrlEncoding::Unreserved));
                m_request.secretParameters.append(scheme.name);
            } else if (scheme.place == ParameterPlace::Cookie) {
                m_cookies.append(name + '=' + secret);
                m_request.secretHeaders.append(u"Cookie"_s);
            } else {
                addHeader(name, secret);
            }
            break;
        case OpenApiSecurityScheme::Type::Http:
            addHeader("Authorization", authorizationValue(scheme.scheme, secret));
            break;
        case OpenApiSecurityScheme::Type::OAuth2:
        case OpenApiSecurityScheme::Type::OpenIdConnect:
            addHeader("Authorization", authorizationValue(u"bearer"_s, secret));
            break;
        case OpenApiSecurityScheme::Type::MutualTls: // part of the connection, not of the request
        case OpenApiSecurityScheme::Type::Unknown: break;
        }
    }

    void noteUnknownMembers()
    {
        QSet<QString> known;
        if (m_operation.body)
            known << QString(bodyMember) << QString(contentTypeMember);
        for (const OpenApiParameter &parameter : m_operation.parameters) {
            known << parameter.member << parameter.qualifiedName();
            if (parameter.isIgnored() && !valueOf(parameter).isAbsent())
                m_request.remarks.append(ignoredParameterText(parameter));
        }
        for (const auto entry : m_input.members()) {
            const QString key = entry.key();
            const bool isInPath = m_operation.path.contains(QString(u'{' + key + u'}'));
            if (!known.contains(key) && !isInPath)
                m_request.remarks.append(
                    u"The operation has no parameter \"%1\"; it is not sent."_s.arg(key));
        }
    }

    const OpenApiOperation &m_operation;
    const Json &m_input;
    const OpenApiRequestOptions &m_options;
    OpenApiRequest m_request;
    QByteArrayList m_query;
    QByteArrayList m_cookies;
};

} // namespace

QByteArray authorizationValue(const QString &scheme, const QByteArray &secret)
{
    if (scheme.compare("basic"_L1, Qt::CaseInsensitive) == 0)
        return "Basic " + secret.toBase64();
    const bool isBearer = scheme.compare("bearer"_L1, Qt::CaseInsensitive) == 0;
    return (isBearer ? "Bearer"_ba : scheme.toUtf8()) + ' ' + secret;
}

Result<OpenApiRequest> makeOpenApiRequest(
    const OpenApiOperation &operation, const Json &input, const OpenApiRequestOptions &options)
{
    return Maker(operation, input, options).make();
}

} // namespace Workbench
