// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/transport/http/httpstream.h"

#include <QElapsedTimer>
#include <QTimer>

#include <deque>

namespace Workbench {

class Http2Session;

//! One of the requests of an HTTP/2 connection. The session tells it what came, piece by piece; it keeps the
//! bounds that one answer has, and holds what nobody took yet. That is never more than the stream's window:
//! the peer may send on only as it is taken.
class Http2Stream : public HttpStream {
    Q_OBJECT
public:
    Http2Stream(std::shared_ptr<Http2Session> session, const HttpRequest &request, const Limits &limits,
        RequestTiming timing);
    ~Http2Stream() override;

    std::optional<Result<HttpParsed>> take() override;
    bool mayBeSentAgain() const override { return m_mayBeSentAgain; }
    bool hasHead() const override { return m_hasHead; }
    bool isEventStream() const override { return m_isEventStream; }
    RequestTiming timing() const override { return m_timing; }
    bool isPeerPublic() const override;

    // For the session. Those that return false have failed: the stream is to be reset.
    void setId(int id) { m_id = id; }
    qsizetype readBody(char *to, qsizetype atMost); //!< of the request
    bool isBodyAtEnd() const { return m_sentBytes == m_body.size(); }
    void noteSent(); //!< the last of the request was given to the connection
    bool noteHeader(QByteArrayView name, QByteArrayView value);
    bool noteBadHeader(QByteArrayView name);
    bool noteHeaders(bool isLast); //!< a whole block of them
    bool noteData(QByteArrayView bytes);
    //! Of its data, until there is as much as was announced. nghttp2 refuses what goes beyond as a whole.
    qsizetype bytesToLength() const;
    void noteComplete();
    //! \a mayBeSentAgain: for certain nothing of the request was looked at.
    void fail(Error error, bool mayBeSentAgain);
    //! The connection is gone: \a how is "closed the connection ".
    void failByPeer(const QString &how, bool mayBeSentAgain);
    //! The peer broke the rules of this stream.
    void failByRules(const QString &what);
    bool isOver() const { return m_isComplete || m_error.has_value(); }

private:
    bool finishHead();
    void announce();
    bool refuse(Error error);

    std::shared_ptr<Http2Session> m_session;
    Limits m_limits;
    bool m_answersHead;
    bool m_isSafe; //!< to be sent again when nothing of an answer came
    int m_id = -1;
    QByteArray m_body;
    qsizetype m_sentBytes = 0;

    HttpResponseHead m_head;
    bool m_hasHead = false;
    bool m_isEventStream = false;
    std::optional<qint64> m_length; //!< announced
    qint64 m_headBytes = 0;
    qint64 m_headLines = 0;
    qint64 m_wireBytes = 0;

    bool m_isHeadWaiting = false;
    std::deque<QByteArray> m_waiting;
    bool m_isComplete = false;
    std::optional<Error> m_error;
    bool m_mayBeSentAgain = false;
    QTimer m_announcement;
    RequestTiming m_timing;
    QElapsedTimer m_sinceSent;
};

} // namespace Workbench
