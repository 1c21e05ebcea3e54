// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/transport/http/responsecheck.h"

#include "core/base/advice.h"
#include "core/base/visibletext.h"
#include "core/transport/http/httptext.h"

#include <QRegularExpression>

#include <array>

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
    return reason.isEmpty() ? u"HTTP %1"_s.arg(head.status) : u"HTTP %1 %2"_s.arg(head.status).arg(reason);
}

struct StatusText {
    int status;
    QLatin1StringView text; // a predicate with the status as %1, then a sentence with advice
    QLatin1StringView setting{}; // the setting of the source that the advice is about, see ErrorAdvice
};

// Texts for status codes that need more than the general text.
constexpr std::array statusTexts{
    StatusText{304,
        "answered \"not modified\" (%1) to a request without a condition. Check for a cache in between"_L1},
    StatusText{400, "finds the request malformed (%1). Check the address"_L1, "headers"_L1},
    StatusText{401, "requires authentication (%1). A credential is missing or not accepted"_L1, "auth"_L1},
    StatusText{402, "requires a payment (%1). Check the account that the credentials belong to"_L1},
    StatusText{403, "refuses access (%1). A credential is missing or does not allow this"_L1, "auth"_L1},
    StatusText{404, "has nothing at this address (%1). Check the address"_L1},
    StatusText{405, "does not accept this method at this address (%1). Check the address"_L1},
    StatusText{406, "has no answer in a form that the header Accept asks for (%1). Check the address"_L1,
        "headers"_L1},
    StatusText{407,
        "is behind a proxy that requires a user name and a password (%1). Write them into the proxy's "
        "address in http_proxy or https_proxy"_L1},
    StatusText{408, "gave up waiting for the request (%1). Try again"_L1},
    StatusText{410, "has nothing at this address any more (%1). Check the address"_L1},
    StatusText{413, "finds the request too large (%1). Send less at once"_L1},
    StatusText{
        415, "does not accept the Content-Type that was sent (%1). Check the address"_L1, "headers"_L1},
    StatusText{421, "is not the server for this address (%1). Check the address"_L1},
    StatusText{500, "failed (%1). Its own log says why"_L1},
    StatusText{501, "cannot do what was asked (%1). Check the address"_L1},
    StatusText{502,
        "was not reached by the gateway in front of it (%1). Check that it is running, or try again later"_L1},
    StatusText{504,
        "did not answer the gateway in front of it in time (%1). Check that it is running, or try again "
        "later"_L1},
};

//! Returns the text for \a status, or null if the general text suffices.
const StatusText *textOf(int status)
{
    const auto known = std::ranges::find(statusTexts, status, &StatusText::status);
    return known == statusTexts.end() ? nullptr : &*known;
}

QString statusSentence(const HttpResponseHead &head, const Limits &limits)
{
    const QString status = statusText(head);
    if (head.status == 202 || head.status == 204)
        return u"accepted the request (%1) and gave no answer to it. Check the address"_s.arg(status);
    if (head.status >= 200 && head.status < 300)
        return {};
    if (head.status == 429)
        return u"received too many requests (%1). %2"_s.arg(
            status, retryAfterText(head.header("retry-after"), limits));
    if (head.status == 503)
        return u"is unavailable at the moment (%1). %2"_s.arg(
            status, retryAfterText(head.header("retry-after"), limits));
    if (const StatusText *known = textOf(head.status))
        return QString(known->text).arg(status);
    if (head.status < 200 || head.status > 599)
        return u"answered with a status that HTTP does not know (%1). Check the address"_s.arg(status);
    if (head.status < 400)
        return u"redirected without saying where to (%1). Check the address"_s.arg(status);
    return head.status < 500 ? u"refused the request (%1). Check the address and what was sent"_s.arg(status)
                             : u"failed (%1). Try again later"_s.arg(status);
}

//! Returns a sentence, without a full stop, that says what is wrong with the media type; empty if nothing is.
//! JSON labelled as an event stream, and the reverse, have sentences of their own.
QString typeSentence(
    const HttpResponseHead &head, const QByteArray &firstBytes, const QByteArrayList &expected)
{
    const QByteArray type = head.mediaType();
    const QByteArray start = firstBytes.trimmed();
    const bool looksLikeJson = start.startsWith('{') || start.startsWith('[');
    const bool looksLikeEvents = start.startsWith("data:") || start.startsWith("event:")
        || start.startsWith("id:") || start.startsWith("retry:") || start.startsWith(':');
    if (type == "text/event-stream" && looksLikeJson)
        return u"labelled JSON as an event stream. The server needs a correction"_s;
    if (type == "application/json" && looksLikeEvents)
        return u"labelled an event stream as JSON. The server needs a correction"_s;
    if (start.isEmpty())
        return u"answered with an empty body (%1) where content was expected. Check the address"_s.arg(
            statusText(head));
    if (expected.isEmpty() || expected.contains(type))
        return {};
    const QString wanted = QString::fromLatin1(expected.join(" or "));
    if (type.isEmpty())
        return u"answered without a Content-Type; %1 was expected. Check the address"_s.arg(wanted);
    return u"answered with %1 where %2 was expected. Check the address"_s.arg(
        visibleText(QString::fromLatin1(type), false, 100), wanted);
}

struct Advice {
    QLatin1StringView code; // the code of the error
    QLatin1StringView text; // a sentence that says what to do
};

constexpr std::array sentences{
    Advice{"http.closed"_L1, "Check the scheme (http or https) and the port of its address."_L1},
    Advice{"http.noAnswer"_L1, "Check that an HTTP server listens at its address, or try again."_L1},
    Advice{"http.cut"_L1, "The incomplete answer was not used; try again."_L1},
    Advice{"http.reset"_L1, "No part of an answer was used; try again."_L1},
    Advice{"http.notHttp"_L1, "Check the scheme (http or https) and the port of its address."_L1},
    Advice{"http.malformed"_L1,
        "The answer was not used; the server, or a proxy in between, needs a correction."_L1},
    Advice{"http.coding"_L1,
        "The answer was not used; the server, or a proxy in between, needs a correction."_L1},
    Advice{"http.redirect"_L1, "If the redirect is correct, give the source its target address."_L1},
    Advice{"http.privatePeer"_L1, "Nothing was sent there."_L1},
    Advice{"http.tlsHandshake"_L1, "Check the scheme (http or https) and the port of its address."_L1},
    Advice{
        "http.proxyCredentials"_L1, "Write them into the proxy's address in http_proxy or https_proxy."_L1},
    Advice{"http.network"_L1, "Check its address and the network."_L1},
    Advice{"http.connectDeadline"_L1, "Check its address and the network."_L1},
    Advice{"http.headersDeadline"_L1, "Try again."_L1},
    Advice{"http.idleDeadline"_L1, "Try again."_L1},
    Advice{"http.totalDeadline"_L1, "Try again."_L1},
};

} // namespace

QString retryAfterText(const QByteArray &value, const Limits &limits)
{
    const QByteArray asked = value.trimmed();
    const QString shown = visibleText(QString::fromLatin1(asked), false, 60);
    if (asked.isEmpty())
        return u"Try again later"_s;
    if (!std::ranges::all_of(asked, isAsciiDigit))
        return u"It asks to wait until \"%1\""_s.arg(shown);
    const qint64 most = limits.reconnectRetryAfterMaxMs / 1000;
    if (asked.size() > 9 || asked.toLongLong() > most)
        return u"It asks for a wait of %1 s, longer than this program accepts"_s.arg(shown);
    return u"It asks to try again in %1 s"_s.arg(shown);
}

std::optional<Error> unexpectedAnswer(const HttpResponseHead &head, const QByteArray &firstBytes,
    const QByteArrayList &expected, const Limits &limits)
{
    const QByteArray shown = firstBytes.first(std::min(firstBytes.size(), shownBytes));
    const QString detail =
        shown.isEmpty() ? QString() : QString(u"The answer begins with: " + QString::fromUtf8(shown));
    const bool isFailure = head.status >= 400;
    const auto error = [&detail](ErrorKind kind, const QString &code, const QString &sentence) {
        return Error{kind, code, sentence + u'.', detail, {}};
    };
    // An error status says more than the web page that comes with it.
    if (isWebPage(head, firstBytes) && !isFailure && !expected.contains("text/html")) {
        const QString title = titleOf(firstBytes);
        const QString page = title.isEmpty() ? QString() : u" titled \"%1\""_s.arg(title);
        return error(ErrorKind::Protocol, u"http.webPage"_s,
            u"answered with a web page%1. A proxy or a login may be in between; check the address"_s.arg(
                page));
    }
    if (const QString sentence = statusSentence(head, limits); !sentence.isEmpty()) {
        Error failure = error(ErrorKind::Remote, u"http.%1"_s.arg(head.status), sentence);
        const StatusText *known = textOf(head.status);
        return known && !known->setting.isEmpty()
            ? advisingSetting(std::move(failure), QString(known->setting))
            : failure;
    }
    if (const QString sentence = typeSentence(head, firstBytes, expected); !sentence.isEmpty())
        return error(ErrorKind::Protocol, u"http.mediaType"_s, sentence);
    return std::nullopt;
}

Error asSentence(Error error, const QString &sourceName)
{
    error.message = u"Server \"" + visibleText(sourceName) + u"\" " + error.message;
    if (error.message.endsWith(u'.') || error.message.endsWith(u'?'))
        return error;
    error.message += u'.';
    const auto found = std::ranges::find(sentences, error.code, &Advice::code);
    if (found != sentences.end())
        error.message += u' ' + QString(found->text);
    return error;
}

Error fromServer(Error error, const QString &sourceName)
{
    error.message.prepend(u"Server \""_s + visibleText(sourceName) + u"\": "_s);
    return error;
}

} // namespace Workbench
