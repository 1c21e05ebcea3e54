// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/transport/http/httpadvice.h"

#include "core/base/visibletext.h"

#include <array>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

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
