// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/exchange/requesttext.h"

#include <QStringDecoder>

#include <algorithm>

namespace Workbench {

namespace {

constexpr qsizetype argumentBytes = 100'000; // Linux takes 128 KiB in one argument

QByteArray shellQuoted(const QByteArray &text)
{
    return "'" + QByteArray(text).replace("'", "'\\''") + "'";
}

//! Returns \a text, quoted only if a shell would interpret it.
QByteArray shellWord(const QByteArray &text)
{
    const bool isPlain = !text.isEmpty() && std::ranges::all_of(text, [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9')
            || QByteArrayView("_-./:@%+=,").contains(c);
    });
    return isPlain ? text : shellQuoted(text);
}

//! Returns whether a terminal and a shell argument can hold \a bytes unchanged.
bool isPlainText(const QByteArray &bytes)
{
    QStringDecoder decoder(QStringDecoder::Utf8);
    const QString text = decoder(bytes);
    return !decoder.hasError() && !bytes.contains('\0');
}

bool hasHeader(const RequestParts &parts, QByteArrayView name)
{
    return std::ranges::any_of(parts.headers,
        [&](const auto &header) { return header.first.compare(name, Qt::CaseInsensitive) == 0; });
}

//! Returns the path and query as written in the address.
QByteArray targetOf(const QByteArray &address)
{
    const qsizetype authority = address.indexOf("://");
    const qsizetype start = authority < 0 ? 0 : authority + 3;
    qsizetype end = address.indexOf('#', start);
    if (end < 0)
        end = address.size();
    qsizetype path = start;
    while (path < end && address.at(path) != '/' && address.at(path) != '?')
        ++path;
    const QByteArray target = address.sliced(path, end - path);
    return target.startsWith('/') ? target : '/' + target;
}

QByteArray hostOf(const QByteArray &address)
{
    const qsizetype authority = address.indexOf("://");
    if (authority < 0)
        return {};
    QByteArray host = address.sliced(authority + 3);
    for (const char end : {'/', '?', '#'}) {
        if (const qsizetype at = host.indexOf(end); at >= 0)
            host.truncate(at);
    }
    return host.sliced(host.lastIndexOf('@') + 1);
}

} // namespace

QByteArray asHttpMessage(const RequestParts &parts)
{
    QByteArray text = parts.method + ' ' + targetOf(parts.address) + " HTTP/1.1\r\n";
    if (const QByteArray host = hostOf(parts.address); !host.isEmpty() && !hasHeader(parts, "host"))
        text += "Host: " + host + "\r\n";
    for (const auto &[name, value] : parts.headers)
        text += name + ": " + value + "\r\n";
    return text + "\r\n" + parts.body + (parts.body.isEmpty() ? "" : "\n");
}

QByteArray asCurlCommand(const RequestParts &parts)
{
    QByteArray text;
    const bool fitsArgument = parts.body.size() <= argumentBytes && isPlainText(parts.body);
    if (!fitsArgument && isPlainText(parts.body))
        text += "printf %s " + shellQuoted(parts.body) + " |\n";
    else if (!fitsArgument)
        text += "printf %s " + shellQuoted(parts.body.toBase64()) + " | base64 -d |\n";
    text += "curl --globoff --path-as-is ";
    // With "-X HEAD", curl would wait for a body that never arrives.
    text += parts.method == "HEAD" ? QByteArray("--head") : "-X " + shellQuoted(parts.method);
    text += ' ' + shellQuoted(parts.address);
    for (const auto &[name, value] : parts.headers)
        text += " \\\n  -H " + shellQuoted(name + (value.isEmpty() ? QByteArray(";") : ": " + value));
    // The program sends "Content-Length: 0" with these methods; curl does so only with an empty body.
    const bool sendsLength = parts.method == "POST" || parts.method == "PUT" || parts.method == "PATCH";
    if (parts.body.isEmpty() && !sendsLength)
        return text + '\n';
    if (!hasHeader(parts, "content-type"))
        text += " \\\n  -H 'Content-Type:'"; // otherwise curl declares form data
    if (fitsArgument)
        text += " \\\n  --data-raw " + shellQuoted(parts.body);
    else
        text += " \\\n  --data-binary @-";
    return text + '\n';
}

QByteArray asEnvelopeCommand(const CallParts &parts)
{
    const bool fitsArgument = parts.input.size() <= argumentBytes;
    QByteArray text = fitsArgument ? QByteArray() : "printf %s " + shellQuoted(parts.input) + " |\n";
    text += parts.isStream ? "envelope subscribe" : "envelope call";
    if (!parts.workspace.isEmpty())
        text += " --workspace " + shellWord(parts.workspace);
    for (const QByteArray &word : parts.options)
        text += ' ' + shellWord(word);
    text += ' ' + shellWord(parts.source) + ' ' + shellWord(parts.operation);
    return text + " --input " + (fitsArgument ? shellQuoted(parts.input) : QByteArray("-")) + '\n';
}

} // namespace Workbench
