// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/transport/http/httpframes.h"

#include "core/base/visibletext.h"
#include "core/secrets/redaction.h"

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
        frame.direction = Direction::Sent;
        frame.note = note;
        frame.head = redactedHead(head, frames.secretHeaders, isFirst ? shownTarget : QByteArray());
        const QByteArray line = frame.head.first(std::max<qsizetype>(0, frame.head.indexOf(" HTTP/")));
        const QByteArray start =
            line.isEmpty() ? QByteArray(sent.method + ' ' + redactedUrl(sent.url).toEncoded()) : line;
        frame.label = isFirst ? label : visibleText(QString::fromUtf8(start), false, 2000);
        if (!head.isEmpty()) // an empty head means that nothing was sent
            frame.bytes = sent.body.value_or(QByteArray());
        frames.note(std::move(frame));
    };
    request.onRedirect = [frames = *this](const HttpResponseHead &head) { frames.noteReceived(head); };
    request.onBroken = [frames = *this](const HttpResponseHead &head, const QByteArray &body,
                           const QByteArray &raw,
                           const Error &error) { frames.noteReceived(head, body, raw, error.message); };
}

void HttpFrames::noteReceived(
    const HttpResponseHead &head, const QByteArray &body, const QByteArray &raw, const QString &note) const
{
    if (!log)
        return;
    Frame frame;
    const QByteArray reason = QString::fromLatin1(head.reason).toUtf8();
    const QByteArray line = redactedHead("HTTP/1.1 " + reason, secretHeaders);
    frame.label = head.status == 0
        ? u"unusable answer"_s
        : u"%1 %2"_s.arg(head.status)
              .arg(visibleText(QString::fromUtf8(line.sliced(line.indexOf(' ') + 1)), false, 60))
              .trimmed();
    frame.head = redactedHead(head.raw, secretHeaders);
    frame.bytes = body;
    frame.raw = raw;
    frame.note = note;
    this->note(std::move(frame));
}

void HttpFrames::noteEvent(
    const QByteArray &bytes, const QByteArray &raw, const QString &label, const QString &note) const
{
    Frame frame;
    frame.bytes = bytes;
    frame.raw = raw;
    frame.label = label;
    frame.note = note;
    this->note(std::move(frame));
}

void HttpFrames::noteEndOfStream(const QByteArray &rest, bool isUnfinishedEvent) const
{
    if (!rest.trimmed().isEmpty())
        noteEvent({}, rest, u"end of the stream"_s,
            isUnfinishedEvent ? u"an unfinished event was not used"_s : QString());
}

void HttpFrames::noteAddress(
    Direction direction, const QUrl &url, const QString &label, const QString &note) const
{
    Frame frame;
    frame.direction = direction;
    frame.label = label;
    frame.note = note;
    frame.bytes = url.isEmpty() ? QByteArray() : redactedUrl(url).toEncoded();
    this->note(std::move(frame));
}

void HttpFrames::note(Frame frame) const
{
    if (!log)
        return;
    frame.source = source;
    frame.channel = channel;
    frame.exchangeId = exchangeId;
    log->note(std::move(frame));
}

} // namespace Workbench
