// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "target.h"

#include "core/base/visibletext.h"
#include "core/secrets/redaction.h"

#include <QUrlQuery>

#include <cstring>

using namespace Workbench;

namespace {

void expectVisible(const QString &text, bool multiLine)
{
    const QString shown = visibleText(text, multiLine);
    bool isAfterVisible = false;
    for (const uint c : shown.toUcs4()) {
        const bool isSelector = c == 0xFE0E || c == 0xFE0F;
        FUZZ_EXPECT(
            !isInvisible(c) || (multiLine && (c == '\n' || c == '\t')) || (isSelector && isAfterVisible));
        isAfterVisible = !isSelector;
    }
    FUZZ_EXPECT(visibleText(shown, multiLine) == shown);
    FUZZ_EXPECT(shown.isValidUtf16());
    for (const qsizetype longest : {0, 1, 10})
        FUZZ_EXPECT(visibleText(text, multiLine, longest).size() <= longest + 1);
}

void runVisible(const QByteArray &input)
{
    QString units(input.size() / 2, Qt::Uninitialized); // surrogates in any order
    std::memcpy(units.data(), input.constData(), size_t(units.size()) * 2);
    for (const bool multiLine : {false, true}) {
        expectVisible(QString::fromUtf8(input), multiLine);
        expectVisible(units, multiLine);
    }
}

HeaderPairs headersOf(const QByteArray &text)
{
    HeaderPairs headers;
    for (const QByteArray &line : text.split('\n')) {
        const qsizetype colon = line.indexOf(':');
        if (colon > 0)
            headers.append({line.first(colon), line.sliced(colon + 1).trimmed()});
    }
    return headers;
}

void expectRedacted(const QUrl &url)
{
    const QUrl shown = redactedUrl(url);
    if (!url.isValid()) { // an invalid URL has no text to show
        FUZZ_EXPECT(shown.isEmpty());
        return;
    }
    const QLatin1StringView hidden("***");
    FUZZ_EXPECT(shown.userName().isEmpty() || shown.userName() == hidden);
    FUZZ_EXPECT(shown.password().isEmpty() || shown.password() == hidden);
    const auto items = QUrlQuery(shown).queryItems(QUrl::FullyEncoded);
    for (const auto &[key, value] : items)
        FUZZ_EXPECT(
            !isSecretKey(QUrl::fromPercentEncoding(key.toUtf8())) || value == hidden || value.isEmpty());
    FUZZ_EXPECT(redactedUrl(shown) == shown);
    FUZZ_EXPECT(shown.scheme() == url.scheme() && shown.host() == url.host() && shown.path() == url.path());
}

//! Reads the input as sent headers, and as the headers that the user set.
void runRedaction(const QByteArray &input)
{
    const auto [sent, set] = inTwo(input);
    const HeaderPairs headers = headersOf(sent);
    const HeaderPairs own = headersOf(set);
    const HeaderPairs shown = redactedHeaders(headers, own);
    FUZZ_EXPECT(shown.size() == headers.size());
    for (qsizetype i = 0; i < shown.size(); ++i) {
        FUZZ_EXPECT(shown[i].first == headers[i].first);
        FUZZ_EXPECT(!isSecretHeader(shown[i].first) || shown[i].second == QByteArray("•••"));
        // Short values may occur by chance, and headers such as Accept are not secrets.
        for (const auto &[name, value] : own) {
            if (isSecretHeader(name) && value.size() >= 6 && !value.contains("•"))
                FUZZ_EXPECT(!shown[i].second.contains(value));
        }
    }
    expectRedacted(QUrl::fromEncoded(sent));
    expectRedacted(QUrl::fromEncoded(set, QUrl::StrictMode));
}

} // namespace

FuzzTarget visibleTarget()
{
    return {"visible",
        {"\x1B[31m", "\x1B]0;t\x07", "\x9B", "\xC2\x9B", "\r\n", "\r", "\n", "\t", "\x7F", "\xE2\x80\xAE",
            "\xE2\x81\xA6", "\xEF\xBB\xBF", "\xEF\xB8\x8F", "\xEF\xB8\x8E", "\xE2\x9D\xA4",
            "\xF3\xA0\x81\xA1", "\xF0\x9F\x98\x80", "\xEF\xBF\xBE", "\\u{1B}", "a", "\xC3\xA9"},
        runVisible};
}

FuzzTarget redactionTarget()
{
    return {"redaction",
        {"Authorization: ", "Cookie: ", "X-Api-Key: ", "X-Custom-Token: ", "Location: ", "Referer: ",
            "Accept: ", "\n", "\n---\n", "https://user:pass@host/path?", "token=abc", "&api_key=", "&a=b",
            "access%5Ftoken=", "%74oken=x", "#fragment", "secretvalue", "?", "=", "&", ";", "+", "%00",
            "%zz"},
        runRedaction};
}
