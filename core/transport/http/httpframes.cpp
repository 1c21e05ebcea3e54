// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/transport/http/httpframes.h"

#include "core/base/visibletext.h"
#include "core/exchange/redaction.h"

namespace Workbench {

using namespace Qt::StringLiterals;

void HttpFrames::noteSent(HttpRequest &request, const QString &label, const QByteArray &shownTarget) const
{
    request.onSent = [frames = *this, first = request.url, label, shownTarget](
                         const HttpRequest &sent, const QByteArray &head, const QString &note) {
        if (!frames.log)
            return;
        const bool isFirst = sent.url == first;
        Frame frame;
        frame.source = frames.source;
        frame.direction = Direction::Sent;
        frame.channel = frames.channel;
        frame.exchangeId = frames.exchangeId;
        frame.note = note;
        frame.head = redactedHead(head, frames.secretHeaders, isFirst ? shownTarget : QByteArray());
        const QByteArray line = frame.head.first(std::max<qsizetype>(0, frame.head.indexOf(" HTTP/")));
        const QByteArray start =
            line.isEmpty() ? QByteArray(sent.method + ' ' + redactedUrl(sent.url).toEncoded()) : line;
        frame.label = isFirst ? label : visibleText(QString::fromUtf8(start), false, 2000);
        if (!head.isEmpty()) // an empty head means that nothing was sent
            frame.bytes = sent.body.value_or(QByteArray());
        frames.log->note(frame);
    };
    request.onRedirect = [frames = *this](const HttpResponseHead &head) { frames.noteReceived(head); };
}

void HttpFrames::noteReceived(
    const HttpResponseHead &head, const QByteArray &body, const QByteArray &coded, const QString &note) const
{
    if (!log)
        return;
    Frame frame;
    frame.source = source;
    frame.channel = channel;
    frame.exchangeId = exchangeId;
    const QByteArray reason = QString::fromLatin1(head.reason).toUtf8();
    const QByteArray line = redactedHead("HTTP/1.1 " + reason, secretHeaders);
    frame.label = u"%1 %2"_s.arg(head.status)
                      .arg(visibleText(QString::fromUtf8(line.sliced(line.indexOf(' ') + 1)), false, 60))
                      .trimmed();
    frame.head = redactedHead(head.raw, secretHeaders);
    frame.bytes = body;
    frame.coded = coded;
    frame.note = note;
    log->note(frame);
}

void HttpFrames::noteAddress(
    Direction direction, const QUrl &url, const QString &label, const QString &note) const
{
    if (!log)
        return;
    Frame frame;
    frame.source = source;
    frame.direction = direction;
    frame.channel = channel;
    frame.exchangeId = exchangeId;
    frame.label = label;
    frame.note = note;
    frame.bytes = url.isEmpty() ? QByteArray() : redactedUrl(url).toEncoded();
    log->note(frame);
}

} // namespace Workbench
