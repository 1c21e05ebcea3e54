// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// libnghttp2 knows frames, HPACK and flow control, and has no sockets and no opinion on what a request is:
// the bounds, the deadlines and the rule that nothing is sent twice stay ours, as for HTTP/1.1.

#include "core/transport/http/http2engine.h"

#include "core/base/visibletext.h"
#include "core/transport/http/http2stream.h"
#include "core/transport/http/httprequestbytes.h"

#include <QElapsedTimer>

#include <nghttp2/nghttp2.h>

namespace Workbench {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr quint32 streamWindow = 1u << 20; // what a paused answer may still send
constexpr int connectionWindow = 16 << 20; // so that paused ones do not hold up the others
constexpr qint64 frameBytes = 16'384; // the largest that we allow
constexpr qint64 frameHeadBytes = 9;
constexpr int idleFramesPerSecond = 2000; // that bring neither headers nor data: PING, SETTINGS and the like
constexpr qint64 skippedBytes = qint64{1} << 20;
constexpr quint32 streamsUnlessTold = 100;

QString codeName(quint32 code)
{
    return QString::fromLatin1(::nghttp2_http2_strerror(code));
}

struct Deleters {
    void operator()(nghttp2_session *session) const { ::nghttp2_session_del(session); }
    void operator()(nghttp2_session_callbacks *callbacks) const
    {
        ::nghttp2_session_callbacks_del(callbacks);
    }
    void operator()(nghttp2_option *option) const { ::nghttp2_option_del(option); }
};

QByteArrayView viewOf(nghttp2_rcbuf *buffer)
{
    const nghttp2_vec bytes = ::nghttp2_rcbuf_get_buf(buffer);
    return QByteArrayView(reinterpret_cast<const char *>(bytes.base), qsizetype(bytes.len));
}

//! Everything but what is the same in every request stays out of the compression's table: what a table holds
//! shows in the sizes of later requests.
bool isNoSecret(QByteArrayView name)
{
    constexpr std::array names{"accept", "accept-encoding", "content-type", "user-agent"};
    return std::ranges::contains(names, name);
}

} // namespace

struct Http2Engine::Private {
    Limits limits;
    std::unique_ptr<nghttp2_session, Deleters> session;
    QHash<int, Http2Stream *> streams;
    std::optional<int> lastProcessed; // of a GOAWAY
    QString goAway; // its text
    QString violation;
    QHash<int, quint32> resets; // by the peer, of streams that nghttp2 closes in a moment
    int idleFrames = 0;
    QElapsedTimer idleFramesSince;
    qint64 bytesWithoutFrame = 0;
    QByteArray frameHead; // as much as came of it
    qsizetype frameBytesLeft = 0; // behind a whole head
    int dataStream = 0; // whose data they are
    bool isAtEdge = true;

    void open();
    QByteArrayView cutFrame(QByteArrayView &bytes);
    void drop(int id);
    Http2Stream *find(int id) const { return streams.value(id); }
    bool wasNotProcessed(int id) const { return lastProcessed && id > *lastProcessed; }

    bool isSkippingTooMuch(qint64 received);
    int takeFrameHead(const nghttp2_frame_hd &head);
    void takeFrame(const nghttp2_frame &frame);
    void noteViolation(const char *words, size_t size);
    void takeGoAway(const nghttp2_goaway &frame);
    void closeStream(int id);
};

namespace {

using D = Http2Engine::Private;

D *self(void *user)
{
    return static_cast<D *>(user);
}

int onBeginFrame(nghttp2_session *, const nghttp2_frame_hd *head, void *user)
{
    return self(user)->takeFrameHead(*head);
}

int onFrame(nghttp2_session *, const nghttp2_frame *frame, void *user)
{
    self(user)->takeFrame(*frame);
    return 0;
}

int onInvalidFrame(nghttp2_session *, const nghttp2_frame *frame, int code, void *user)
{
    const QString words = QString::fromLatin1(::nghttp2_strerror(code));
    self(user)->violation = words;
    if (Http2Stream *const stream = self(user)->find(frame->hd.stream_id))
        stream->failByRules(u"an answer that HTTP/2 does not allow (%1)"_s.arg(words));
    return 0;
}

int onHeader(nghttp2_session *, const nghttp2_frame *frame, nghttp2_rcbuf *name, nghttp2_rcbuf *value,
    uint8_t, void *user)
{
    Http2Stream *const stream = self(user)->find(frame->hd.stream_id);
    const bool isTaken = stream && stream->noteHeader(viewOf(name), viewOf(value));
    return isTaken ? 0 : NGHTTP2_ERR_TEMPORAL_CALLBACK_FAILURE;
}

int onInvalidHeader(
    nghttp2_session *, const nghttp2_frame *frame, nghttp2_rcbuf *name, nghttp2_rcbuf *, uint8_t, void *user)
{
    if (Http2Stream *const stream = self(user)->find(frame->hd.stream_id))
        stream->noteBadHeader(viewOf(name));
    return NGHTTP2_ERR_TEMPORAL_CALLBACK_FAILURE;
}

int onData(nghttp2_session *session, uint8_t, int32_t id, const uint8_t *bytes, size_t size, void *user)
{
    ::nghttp2_session_consume_connection(session, size);
    Http2Stream *const stream = self(user)->find(id);
    if (stream)
        self(user)->idleFrames = 0;
    if (!stream)
        ::nghttp2_session_consume_stream(session, id, size);
    else if (!stream->noteData(QByteArrayView(reinterpret_cast<const char *>(bytes), qsizetype(size))))
        self(user)->drop(id);
    return 0;
}

int onFrameSent(nghttp2_session *, const nghttp2_frame *frame, void *user)
{
    if (frame->hd.type == NGHTTP2_GOAWAY && frame->goaway.error_code != NGHTTP2_NO_ERROR) {
        if (frame->goaway.opaque_data_len > 0)
            self(user)->violation.clear(); // the same in fewer words
        self(user)->noteViolation(
            reinterpret_cast<const char *>(frame->goaway.opaque_data), frame->goaway.opaque_data_len);
    }
    if (Http2Stream *const stream = self(user)->find(frame->hd.stream_id);
        stream && frame->hd.flags & NGHTTP2_FLAG_END_STREAM)
        stream->noteSent();
    return 0;
}

int onFrameNotSent(nghttp2_session *, const nghttp2_frame *frame, int code, void *user)
{
    Http2Stream *const stream = self(user)->find(frame->hd.stream_id);
    if (!stream || frame->hd.type != NGHTTP2_HEADERS)
        return 0;
    const bool mayGoElsewhere =
        code == NGHTTP2_ERR_START_STREAM_NOT_ALLOWED || code == NGHTTP2_ERR_SESSION_CLOSING;
    stream->fail({ErrorKind::Network, u"http.reset"_s,
                     u"took no more requests on its connection (%1)"_s.arg(
                         QString::fromLatin1(::nghttp2_strerror(code))),
                     {}, {}},
        mayGoElsewhere);
    return 0;
}

int onClose(nghttp2_session *, int32_t id, uint32_t, void *user)
{
    self(user)->closeStream(id);
    return 0;
}

int onError(nghttp2_session *, int, const char *words, size_t size, void *user)
{
    self(user)->noteViolation(words, size);
    return 0;
}

nghttp2_ssize readBody(nghttp2_session *, int32_t id, uint8_t *to, size_t atMost, uint32_t *flags,
    nghttp2_data_source *, void *user)
{
    Http2Stream *const stream = self(user)->find(id);
    if (!stream)
        return NGHTTP2_ERR_TEMPORAL_CALLBACK_FAILURE; // it was let go
    const qsizetype size = stream->readBody(reinterpret_cast<char *>(to), qsizetype(atMost));
    self(user)->idleFrames = 0; // every piece sent may be answered by frames without data
    if (stream->isBodyAtEnd())
        *flags |= NGHTTP2_DATA_FLAG_EOF;
    return size;
}

} // namespace

void Http2Engine::Private::open()
{
    nghttp2_session_callbacks *made = nullptr;
    nghttp2_option *chosen = nullptr;
    if (::nghttp2_session_callbacks_new(&made) != 0 || ::nghttp2_option_new(&chosen) != 0)
        qFatal("out of memory");
    const std::unique_ptr<nghttp2_session_callbacks, Deleters> callbacks(made);
    const std::unique_ptr<nghttp2_option, Deleters> option(chosen);
    ::nghttp2_session_callbacks_set_on_begin_frame_callback(made, onBeginFrame);
    ::nghttp2_session_callbacks_set_on_frame_recv_callback(made, onFrame);
    ::nghttp2_session_callbacks_set_on_invalid_frame_recv_callback(made, onInvalidFrame);
    ::nghttp2_session_callbacks_set_on_header_callback2(made, onHeader);
    ::nghttp2_session_callbacks_set_on_invalid_header_callback2(made, onInvalidHeader);
    ::nghttp2_session_callbacks_set_on_data_chunk_recv_callback(made, onData);
    ::nghttp2_session_callbacks_set_on_frame_send_callback(made, onFrameSent);
    ::nghttp2_session_callbacks_set_on_frame_not_send_callback(made, onFrameNotSent);
    ::nghttp2_session_callbacks_set_on_stream_close_callback(made, onClose);
    ::nghttp2_session_callbacks_set_error_callback2(made, onError);

    ::nghttp2_option_set_no_auto_window_update(chosen, 1); // the window opens as answers are taken
    ::nghttp2_option_set_peer_max_concurrent_streams(chosen, streamsUnlessTold);
    // Each counts twice: when the frame before it is over, and when its head came.
    ::nghttp2_option_set_max_continuations(chosen, size_t(2 * (limits.httpHeaderBytes / frameBytes + 1)));
    nghttp2_session *client = nullptr;
    if (::nghttp2_session_client_new2(&client, made, this, chosen) != 0)
        qFatal("out of memory");
    session.reset(client);

    const std::array settings{
        nghttp2_settings_entry{NGHTTP2_SETTINGS_ENABLE_PUSH, 0},
        nghttp2_settings_entry{NGHTTP2_SETTINGS_INITIAL_WINDOW_SIZE, streamWindow},
        nghttp2_settings_entry{NGHTTP2_SETTINGS_MAX_HEADER_LIST_SIZE,
            quint32(std::min<qint64>(limits.httpHeaderBytes, 1 << 30))},
    };
    ::nghttp2_submit_settings(client, NGHTTP2_FLAG_NONE, settings.data(), settings.size());
    ::nghttp2_session_set_local_window_size(client, NGHTTP2_FLAG_NONE, 0, connectionWindow);
}

void Http2Engine::Private::noteViolation(const char *words, size_t size)
{
    if (violation.isEmpty())
        violation = visibleText(QString::fromLatin1(words, qsizetype(size)), false, 200);
    if (violation.isEmpty())
        violation = u"a frame that is not allowed"_s;
}

//! No frame that is known for a while: what nghttp2 skips is told to nobody.
bool Http2Engine::Private::isSkippingTooMuch(qint64 received)
{
    bytesWithoutFrame += received;
    if (bytesWithoutFrame <= skippedBytes)
        return false;
    violation = u"more than %1 bytes in frames that are unknown"_s.arg(skippedBytes);
    return true;
}

//! Bounds the frames that cost work and bring nothing; nghttp2 bounds the answers that wait to be sent.
int Http2Engine::Private::takeFrameHead(const nghttp2_frame_hd &head)
{
    bytesWithoutFrame = 0;
    dataStream = head.type == NGHTTP2_DATA ? head.stream_id : 0;
    if (head.type == NGHTTP2_PUSH_PROMISE) { // however long it takes to acknowledge that we want none
        violation = u"a push, which was not asked for"_s;
        return NGHTTP2_ERR_CALLBACK_FAILURE;
    }
    // Data is useful once it is there: a frame of it may be padding alone.
    const bool isUseful = head.type == NGHTTP2_HEADERS && streams.contains(head.stream_id);
    if (isUseful || idleFramesSince.durationElapsed() > 1s) {
        idleFrames = 0;
        idleFramesSince.start();
    }
    if (isUseful || ++idleFrames <= idleFramesPerSecond)
        return 0;
    violation = u"more than %1 frames in a second that carry nothing"_s.arg(idleFramesPerSecond);
    return NGHTTP2_ERR_CALLBACK_FAILURE;
}

void Http2Engine::Private::takeFrame(const nghttp2_frame &frame)
{
    const int id = frame.hd.stream_id;
    if (frame.hd.type == NGHTTP2_GOAWAY) {
        takeGoAway(frame.goaway);
        return;
    }
    if (frame.hd.type == NGHTTP2_RST_STREAM && streams.contains(id))
        resets.insert(id, frame.rst_stream.error_code);
    Http2Stream *const stream = find(id);
    const bool isLast = frame.hd.flags & NGHTTP2_FLAG_END_STREAM;
    if (stream && frame.hd.type == NGHTTP2_HEADERS && !stream->noteHeaders(isLast))
        drop(id);
    else if (stream && frame.hd.type == NGHTTP2_DATA && isLast)
        stream->noteComplete();
}

void Http2Engine::Private::takeGoAway(const nghttp2_goaway &frame)
{
    lastProcessed = frame.last_stream_id;
    const QByteArray words(reinterpret_cast<const char *>(frame.opaque_data),
        qsizetype(std::min<size_t>(frame.opaque_data_len, 200)));
    goAway = u"HTTP/2 GOAWAY: " + codeName(frame.error_code);
    if (!words.isEmpty())
        goAway += u", \"" + visibleText(QString::fromUtf8(words)) + u'"';
}

void Http2Engine::Private::closeStream(int id)
{
    const std::optional<quint32> reset = resets.contains(id) ? std::optional(resets.take(id)) : std::nullopt;
    Http2Stream *const stream = streams.take(id);
    if (!stream)
        return;
    const auto broken = [&](const QString &message, bool mayBeSentAgain) {
        stream->fail({ErrorKind::Network, u"http.reset"_s, message, {}, {}}, mayBeSentAgain);
    };
    if (!reset && wasNotProcessed(id)) {
        broken(u"closed the connection before it looked at the request (%1)"_s.arg(goAway), true);
    } else if (reset == NGHTTP2_HTTP_1_1_REQUIRED) {
        broken(u"wants HTTP/1.1 for this request (HTTP/2 RST_STREAM: HTTP_1_1_REQUIRED)"_s, false);
    } else if (reset && stream->hasHead()) {
        broken(u"broke off its answer (HTTP/2 RST_STREAM: %1)"_s.arg(codeName(*reset)), false);
    } else if (reset) {
        broken(u"broke off the request without an answer (HTTP/2 RST_STREAM: %1)"_s.arg(codeName(*reset)),
            false);
    } else {
        stream->failByRules({});
    }
}

void Http2Engine::Private::drop(int id)
{
    streams.remove(id);
    resets.remove(id);
    ::nghttp2_submit_rst_stream(session.get(), NGHTTP2_FLAG_NONE, id, NGHTTP2_CANCEL);
}

Http2Engine::Http2Engine(const Limits &limits)
    : d(std::make_unique<Private>())
{
    d->limits = limits;
    d->idleFramesSince.start();
    d->open();
}

Http2Engine::~Http2Engine() = default;

//! A whole head, or what there is of what follows it; empty: the head is not whole.
QByteArrayView Http2Engine::Private::cutFrame(QByteArrayView &bytes)
{
    const auto cut = [&bytes](qsizetype atMost) {
        const QByteArrayView piece = bytes.first(std::min(bytes.size(), atMost));
        bytes.slice(piece.size());
        return piece;
    };
    if (frameBytesLeft > 0) {
        const Http2Stream *const stream = find(dataStream);
        const QByteArrayView piece =
            cut(stream ? std::min(frameBytesLeft, stream->bytesToLength()) : frameBytesLeft);
        frameBytesLeft -= piece.size();
        isAtEdge = frameBytesLeft == 0;
        return piece;
    }
    if (frameHead.size() == frameHeadBytes)
        frameHead.clear();
    frameHead += cut(frameHeadBytes - frameHead.size());
    isAtEdge = frameHead.size() == frameHeadBytes;
    if (!isAtEdge)
        return {};
    if (::nghttp2_session_want_read(session.get()))
        violation.clear(); // of a stream, and told to it
    dataStream = 0;
    for (qsizetype at = 0; at < 3; ++at)
        frameBytesLeft = frameBytesLeft << 8 | uchar(frameHead.at(at));
    return frameHead;
}

bool Http2Engine::receive(QByteArrayView &bytes)
{
    const QByteArrayView piece = d->cutFrame(bytes);
    if (piece.isEmpty())
        return true;
    const nghttp2_ssize taken = ::nghttp2_session_mem_recv2(
        d->session.get(), reinterpret_cast<const uint8_t *>(piece.constData()), size_t(piece.size()));
    if (taken < 0) {
        const QByteArrayView words(::nghttp2_strerror(int(taken)));
        d->noteViolation(words.data(), size_t(words.size()));
    }
    if (taken >= 0 && !d->isSkippingTooMuch(piece.size()))
        return true;
    ::nghttp2_session_terminate_session(d->session.get(), NGHTTP2_PROTOCOL_ERROR);
    return false;
}

bool Http2Engine::isAtEdge() const
{
    return d->isAtEdge;
}

QByteArrayView Http2Engine::nextToSend()
{
    const uint8_t *bytes = nullptr;
    const nghttp2_ssize size = ::nghttp2_session_mem_send2(d->session.get(), &bytes);
    return QByteArrayView(reinterpret_cast<const char *>(bytes), qsizetype(std::max<nghttp2_ssize>(size, 0)));
}

bool Http2Engine::isAtEnd() const
{
    return !::nghttp2_session_want_read(d->session.get());
}

QString Http2Engine::violation() const
{
    return d->violation;
}

bool Http2Engine::isLeaving() const
{
    return d->lastProcessed.has_value();
}

bool Http2Engine::takesMore() const
{
    const quint32 most =
        ::nghttp2_session_get_remote_settings(d->session.get(), NGHTTP2_SETTINGS_MAX_CONCURRENT_STREAMS);
    return !d->lastProcessed && d->streams.size() < qsizetype(std::min(most, streamsUnlessTold))
        && ::nghttp2_session_check_request_allowed(d->session.get());
}

bool Http2Engine::hasStreams() const
{
    return !d->streams.isEmpty();
}

bool Http2Engine::begin(Http2Stream *stream, const HttpRequest &request)
{
    HttpHeaders fields{{":method", request.method}, {":scheme", request.url.scheme().toLatin1()},
        {":authority", hostOf(request.url)}, {":path", targetOf(request)}};
    for (const auto &[name, value] : headersOf(request))
        fields.append({name.toLower(), value.trimmed()});
    QList<nghttp2_nv> pairs;
    for (const auto &[name, value] : std::as_const(fields)) {
        const bool isShared = name.startsWith(':') ? name != ":path" : isNoSecret(name);
        // nghttp2 copies both; its signature knows no const.
        pairs.append({reinterpret_cast<uint8_t *>(const_cast<char *>(name.constData())),
            reinterpret_cast<uint8_t *>(const_cast<char *>(value.constData())), size_t(name.size()),
            size_t(value.size()), uint8_t(isShared ? NGHTTP2_NV_FLAG_NONE : NGHTTP2_NV_FLAG_NO_INDEX)});
    }
    nghttp2_data_provider2 body{};
    body.read_callback = readBody;
    const bool hasBody = request.body && !request.body->isEmpty();
    const int id = ::nghttp2_submit_request2(d->session.get(), nullptr, pairs.constData(),
        size_t(pairs.size()), hasBody ? &body : nullptr, nullptr);
    if (id < 0) {
        stream->fail({ErrorKind::Network, u"http.reset"_s,
                         u"took no more requests on its connection (%1)"_s.arg(
                             QString::fromLatin1(::nghttp2_strerror(id))),
                         {}, {}},
            true);
        return false;
    }
    stream->setId(id);
    d->streams.insert(id, stream);
    return true;
}

void Http2Engine::letGo(int id)
{
    if (d->streams.contains(id))
        d->drop(id);
}

void Http2Engine::noteTaken(int id, qsizetype bytes)
{
    ::nghttp2_session_consume_stream(d->session.get(), id, size_t(bytes));
}

void Http2Engine::leave()
{
    ::nghttp2_session_terminate_session(d->session.get(), NGHTTP2_NO_ERROR);
}

void Http2Engine::failAll(const Error &error)
{
    for (auto [id, stream] : std::exchange(d->streams, {}).asKeyValueRange())
        stream->fail(error, d->wasNotProcessed(id));
}

void Http2Engine::failAllByPeer()
{
    const QString how =
        d->goAway.isEmpty() ? u"closed the connection"_s : u"closed the connection (%1)"_s.arg(d->goAway);
    for (auto [id, stream] : std::exchange(d->streams, {}).asKeyValueRange())
        stream->failByPeer(how, d->wasNotProcessed(id));
}

} // namespace Workbench
