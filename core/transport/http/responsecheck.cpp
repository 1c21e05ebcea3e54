// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/transport/http/responsecheck.h"

#include "core/base/visibletext.h"
#include "core/transport/http/httptext.h"

#include <QRegularExpression>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype shownBytes = 200;

bool isWebPage(const HttpResponseHead &head, const QByteArray &firstBytes)
{
    const QByteArray start =
        firstBytes.first(std::min<qsizetype>(firstBytes.size(), 256)).trimmed().toLower();
    return head.mediaType() == "text/html" || start.startsWith("<!doctype html") || start.startsWith("<html");
}

QString titleOf(const QByteArray &page)
{
    static const QRegularExpression title(
        u"<title[^>]{0,200}>([^<]{0,300})"_s, QRegularExpression::CaseInsensitiveOption);
    const QString start = QString::fromUtf8(page.first(std::min<qsizetype>(page.size(), 16384)));
    return visibleText(title.match(start).captured(1).simplified(), false, 120);
}

QString statusText(const HttpResponseHead &head)
{
    const QString reason = visibleText(QString::fromUtf8(head.reason), false, 60);
    return reason.isEmpty() ? QString::number(head.status)
                            : QString(QString::number(head.status) + u' ' + reason);
}

QString waitText(const HttpResponseHead &head)
{
    const QByteArray value = head.header("retry-after");
    if (value.isEmpty())
        return {};
    const bool isSeconds = value.size() <= 9 && std::ranges::all_of(value, isAsciiDigit);
    if (isSeconds)
        return u"; it asks to wait %1"_s.arg(durationText(value.toLongLong() * 1000));
    return u"; it asks to wait until \"%1\""_s.arg(visibleText(QString::fromLatin1(value), false, 60));
}

QString statusSentence(const HttpResponseHead &head)
{
    const QString status = statusText(head);
    switch (head.status) {
    case 202:
    case 204: return u"the server accepted the request but gave no answer (%1)"_s.arg(status);
    case 304:
        return u"the server answered \"not modified\" to a request that asked for no such thing (%1)"_s.arg(
            status);
    case 401: return u"the server asks for authorization (%1)"_s.arg(status);
    case 403: return u"the server refuses this request (%1)"_s.arg(status);
    case 404: return u"there is nothing at this address (%1)"_s.arg(status);
    case 405: return u"the server does not offer this method here (%1)"_s.arg(status);
    case 407: return u"the proxy asks for credentials (%1)"_s.arg(status);
    case 429: return u"the server has had too many requests (%1)%2"_s.arg(status, waitText(head));
    case 503: return u"the server is not available now (%1)%2"_s.arg(status, waitText(head));
    default: break;
    }
    if (head.status < 200 || head.status > 599)
        return u"the server answered with an unknown status (%1)"_s.arg(status);
    if (head.status < 300)
        return {};
    if (head.status < 400)
        return u"the server redirected without saying where to (%1)"_s.arg(status);
    return head.status < 500 ? u"the server refused the request (%1)"_s.arg(status)
                             : u"the server failed (%1)"_s.arg(status);
}

//! JSON labelled as an event stream and the reverse are worth their own words.
QString typeSentence(
    const HttpResponseHead &head, const QByteArray &firstBytes, const QByteArrayList &expected)
{
    const QByteArray type = head.mediaType();
    const QByteArray start = firstBytes.trimmed();
    const bool looksLikeJson = start.startsWith('{') || start.startsWith('[');
    const bool looksLikeEvents = start.startsWith("data:") || start.startsWith("event:")
        || start.startsWith("id:") || start.startsWith("retry:") || start.startsWith(':');
    if (type == "text/event-stream" && looksLikeJson)
        return u"the server labelled JSON as an event stream"_s;
    if (type == "application/json" && looksLikeEvents)
        return u"the server labelled an event stream as JSON"_s;
    if (expected.isEmpty() || expected.contains(type))
        return {};
    if (start.isEmpty() && type.isEmpty())
        return u"the server answered with an empty body (%1)"_s.arg(statusText(head));
    const QString wanted = QString::fromLatin1(expected.join(" or "));
    if (type.isEmpty())
        return u"the server did not say what it answered with; %1 was expected"_s.arg(wanted);
    return u"the server answered with \"%1\" where %2 was expected"_s.arg(
        visibleText(QString::fromLatin1(type), false, 100), wanted);
}

} // namespace

std::optional<Error> unexpectedAnswer(
    const HttpResponseHead &head, const QByteArray &firstBytes, const QByteArrayList &expected)
{
    const QByteArray shown = firstBytes.first(std::min(firstBytes.size(), shownBytes));
    const QString detail = shown.isEmpty()
        ? QString()
        : QString(u"The answer begins with: " + visibleText(QString::fromUtf8(shown), true));
    const bool isFailure = head.status >= 400;
    if (isWebPage(head, firstBytes) && !expected.contains("text/html")) {
        const QString title = titleOf(firstBytes);
        const QString failure = isFailure ? QString(u" (" + statusText(head) + u')') : QString();
        const QString page = title.isEmpty() ? QString() : u": " + title;
        return Error{isFailure ? ErrorKind::Remote : ErrorKind::Protocol, u"http.webPage"_s,
            u"the server answered with a web page (proxy or login?)%1%2"_s.arg(page, failure), detail, {}};
    }
    if (const QString sentence = statusSentence(head); !sentence.isEmpty())
        return Error{ErrorKind::Remote, u"http.%1"_s.arg(head.status), sentence, detail, {}};
    if (const QString sentence = typeSentence(head, firstBytes, expected); !sentence.isEmpty())
        return Error{ErrorKind::Protocol, u"http.mediaType"_s, sentence, detail, {}};
    return std::nullopt;
}

std::optional<std::chrono::milliseconds> retryAfter(const HttpResponseHead &head, const Limits &limits)
{
    const QByteArray value = head.header("retry-after");
    if (value.isEmpty() || !std::ranges::all_of(value, isAsciiDigit))
        return std::nullopt;
    const qint64 most = limits.reconnectRetryAfterMaxMs;
    const qint64 seconds = value.size() > 9 ? most : value.toLongLong();
    return std::chrono::milliseconds(std::min(seconds * 1000, most));
}

} // namespace Workbench
