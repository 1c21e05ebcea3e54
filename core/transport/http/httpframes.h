// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/transport/http/httpclient.h"

#include <QPointer>

namespace Workbench {

//! The note of an answer whose body is kept only in part.
inline constexpr QLatin1StringView cutBodyNote{"only the beginning of its body is kept"};

//! Notes what goes over the wire for one request and its redirects, with secrets replaced. GUI thread.
struct HttpFrames {
    QPointer<ExchangeLog> log; //!< null: nothing is noted
    QString source;
    QString channel;
    QString exchangeId;
    //! The secret headers of the source and of the call, see redactedHead(). An entry without a name is a
    //! secret that may occur anywhere.
    HttpHeaders secretHeaders;

    //! Makes \a request note each head that is sent, with its body, the heads of redirects, and what came of
    //! an answer that ended with an error (HttpRequest::onBroken). \a label and
    //! \a shownTarget describe the first request. Without \a shownTarget, the target is shown without the
    //! values of secret keys.
    void noteSent(HttpRequest &request, const QString &label, const QByteArray &shownTarget = {}) const;
    //! Notes a received answer, or what came of it if its status is 0. \a raw is the body for Frame::raw; if
    //! it is compressed, given only with the whole body. \a note says if something is odd about the answer.
    void noteReceived(const HttpResponseHead &head, const QByteArray &body = {}, const QByteArray &raw = {},
        const QString &note = {}) const;
    //! Notes an event of a stream, or lines that belong to none. \a bytes are the data of the event, \a raw
    //! its lines.
    void noteEvent(
        const QByteArray &bytes, const QByteArray &raw, const QString &label, const QString &note = {}) const;
    //! Notes the lines \a rest of a stream after its last event, unless they are blank.
    void noteEndOfStream(const QByteArray &rest, bool isUnfinishedEvent) const;
    //! Notes an address that another program, such as a browser, opens or returns; nothing else of the
    //! exchange is known. Values of secret keys are left out of \a url. If \a url is empty, \a note says why
    //! there is none.
    void noteAddress(
        Direction direction, const QUrl &url, const QString &label, const QString &note = {}) const;
    //! Notes \a frame with the source, the channel and the exchange of this object.
    void note(Frame frame) const;
};

} // namespace Workbench
