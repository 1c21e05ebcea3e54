// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/transport/http/httpclient.h"

namespace Workbench {

class Http2Stream;

//! HTTP/2's bytes both ways: frames, header compression, flow control, and the bounds of what a peer may make
//! us do. It has no socket, calls nobody but the streams, and those only take notes. \source RFC 9113
class Http2Engine {
public:
    explicit Http2Engine(const Limits &limits);
    ~Http2Engine();
    Q_DISABLE_COPY_MOVE(Http2Engine)

    //! Takes what \a bytes hold up to the next edge, which is the end of a frame's head or of a frame, and
    //! cuts it off them. False when the peer broke the rules, see violation().
    bool receive(QByteArrayView &bytes);
    //! What was sent decides what the next frame means. Sent at the edges, it is the same however bytes come.
    bool isAtEdge() const;
    //! What is to be written next, valid until the next call; empty: nothing.
    QByteArrayView nextToSend();
    //! Nothing more may come.
    bool isAtEnd() const;
    QString violation() const;
    bool isLeaving() const; //!< the peer said that it takes no more requests
    bool takesMore() const;
    bool hasStreams() const;

    //! False, and the stream has failed, when the connection takes no more.
    bool begin(Http2Stream *stream, const HttpRequest &request);
    void letGo(int id); //!< its stream goes
    void noteTaken(int id, qsizetype bytes); //!< of a stream's answer; the peer may send as many more
    void leave(); //!< tells the peer that we are done

    //! End every stream: with an error, or because the peer closed the connection.
    void failAll(const Error &error);
    void failAllByPeer();

    struct Private;

private:
    std::unique_ptr<Private> d;
};

} // namespace Workbench
