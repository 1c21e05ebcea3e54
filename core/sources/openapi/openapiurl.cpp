// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/sources/openapi/openapiurl.h"

#include "core/base/advice.h"
#include "core/base/visibletext.h"
#include "core/sources/openapi/openapiencode.h"

#include <algorithm>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

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

} // namespace

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

bool isDotSegment(QByteArrayView segment)
{
    return segment == "." || segment == "..";
}

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

std::unexpected<Error> unusableInput(const QString &member, const QString &what)
{
    return std::unexpected(
        Error{ErrorKind::Usage, u"openapi.input"_s, u"Input \"%1\": %2."_s.arg(member, what)});
}

} // namespace Workbench
