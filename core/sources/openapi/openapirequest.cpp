// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/sources/openapi/openapirequest.h"

#include "core/base/visibletext.h"
#include "core/sources/openapi/openapibody.h"
#include "core/sources/openapi/openapisecurity.h"
#include "core/sources/openapi/openapistyle.h"
#include "core/sources/openapi/openapiurl.h"
#include "core/transport/http/httptext.h"

#include <QSet>

#include <algorithm>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

QString qualifiedName(const OpenApiParameter &parameter)
{
    return QString(parameterPlaceName(parameter.place) + QString(u'.' + parameter.name));
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
    if (value.isObject() && bareMedia(parameter.contentType) == "application/x-www-form-urlencoded"_L1) {
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
        const QString qualified = qualifiedName(parameter);
        return std::ranges::none_of(m_operation.parameters, [&](const OpenApiParameter &other) {
            return &other != &parameter && other.member == qualified && !isIgnoredParameter(other);
        });
    }

    Json valueOf(const OpenApiParameter &parameter) const
    {
        const Json qualified = mayBeQualified(parameter) ? m_input.member(qualifiedName(parameter)) : Json();
        return qualified.isAbsent() ? m_input.member(parameter.member) : qualified;
    }

    //! Refuses a value that fits several parameters, and two values for one parameter.
    Result<void> checkNames()
    {
        for (const OpenApiParameter &parameter : m_operation.parameters) {
            const QString qualified = qualifiedName(parameter);
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
                    || (qualifiedName(parameter) == key && mayBeQualified(parameter))) {
                    choices.clear();
                    break;
                }
                if (parameter.name == key && !isIgnoredParameter(parameter))
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
            if (isFromValue && isDotSegment(segment)) {
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
        const bool isForm = bareMedia(parameter.contentType) == "application/x-www-form-urlencoded"_L1;
        m_query.append(isForm && value.isObject() ? *text : encoded(*text, UrlEncoding::Unreserved));
    }

    Result<void> addHeaders()
    {
        for (const OpenApiParameter &parameter : m_operation.parameters) {
            if (parameter.place != ParameterPlace::Header || isIgnoredParameter(parameter))
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
        const auto isLineEnd = [](char c) { return c == '\r' || c == '\n' || c == '\0'; };
        if (std::ranges::any_of(text, isLineEnd))
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
                && !isIgnoredParameter(parameter) && !value.isAbsent() && !value.isNull();
        });
    }

    //! Adds the credentials. A value that the user typed for this call wins over a credential of the same
    //! name.
    Result<void> addSecurity()
    {
        const auto isLeftOut = [this](const OpenApiSecurityScheme &scheme) {
            const bool isLeft =
                scheme.type == OpenApiSecurityScheme::Type::ApiKey && isTyped(scheme.place, scheme.name);
            if (isLeft)
                m_request.typedCredentials.append(scheme.name);
            return isLeft;
        };
        Result<OpenApiSecurity> security = securityOf(m_operation, m_options.credentials, isLeftOut);
        if (!security)
            return std::unexpected(security.error());
        m_query += security->queryPairs;
        m_cookies += security->cookiePairs;
        if (!security->cookiePairs.isEmpty())
            m_request.secretHeaders.append(u"Cookie"_s);
        for (const auto &[name, value] : security->headers)
            m_request.secretHeaders.append(QString::fromUtf8(name));
        m_request.headers += security->headers;
        m_request.secretParameters = security->secretParameters;
        m_request.remarks += security->remarks;
        m_request.requirement = security->requirement;
        return {};
    }

    void noteUnknownMembers()
    {
        QSet<QString> known;
        if (m_operation.body)
            known << QString(bodyMember) << QString(contentTypeMember);
        for (const OpenApiParameter &parameter : m_operation.parameters) {
            known << parameter.member << qualifiedName(parameter);
            if (isIgnoredParameter(parameter) && !valueOf(parameter).isAbsent())
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

Result<OpenApiRequest> makeOpenApiRequest(
    const OpenApiOperation &operation, const Json &input, const OpenApiRequestOptions &options)
{
    return Maker(operation, input, options).make();
}

} // namespace Workbench
