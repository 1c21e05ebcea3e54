// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/transport/http/httpclient.h"

#include <QPointer>

namespace Workbench {

//! Notes what goes over the wire for one request and its redirects, secrets replaced. GUI thread.
struct HttpFrames {
    QPointer<ExchangeLog> log; //!< null: nothing is noted
    QString source;
    QString channel;
    QString exchangeId;
    //! Of the source and of the call: see redactedHead(). One without a name is a secret that stands
    //! elsewhere.
    HttpHeaders secretHeaders;

    //! Makes \a request note each head that is sent, with its body, and the heads of redirects. \a label and
    //! \a shownTarget are of the first request; an empty target is shown without the values of secret keys.
    void noteSent(HttpRequest &request, const QString &label, const QByteArray &shownTarget = {}) const;
    //! \a coded: as in Frame::coded; only with the whole body. \a note: what is odd about the answer.
    void noteReceived(const HttpResponseHead &head, const QByteArray &body = {}, const QByteArray &coded = {},
        const QString &note = {}) const;
    //! Notes what another program, such as a browser, sends or brings back: \a url, without the values of
    //! secret keys, is all that is known of it. An empty one: nothing was, and \a note says why.
    void noteAddress(
        Direction direction, const QUrl &url, const QString &label, const QString &note = {}) const;
};

} // namespace Workbench
