// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "target.h"

#include "core/transport/http/http2session.h"

#include <QCoreApplication>
#include <QTcpSocket>

using namespace Workbench;

namespace {

constexpr qint64 bodyBytes = 2000;
constexpr qint64 headerBytes = 1000;
constexpr qint64 headerCount = 20;

//! A connected socket without a network: reads what it is given, and counts what is written.
class ServerSocket final : public QTcpSocket {
public:
    ServerSocket()
    {
        setSocketState(ConnectedState);
        setOpenMode(ReadWrite | Unbuffered);
    }
    void give(const QByteArray &bytes)
    {
        m_unread += bytes;
        while (!m_unread.isEmpty()) { // a session that is done reads no more
            const qsizetype before = m_unread.size();
            Q_EMIT readyRead();
            if (m_unread.size() == before)
                return;
        }
    }
    qint64 bytesAvailable() const override { return m_unread.size(); }
    qint64 bytesToWrite() const override { return 0; }
    qint64 written = 0;

protected:
    qint64 readData(char *to, qint64 atMost) override
    {
        const qint64 size = std::min<qint64>(atMost, m_unread.size());
        std::memcpy(to, m_unread.constData(), size_t(size));
        m_unread.remove(0, size);
        return size;
    }
    qint64 writeData(const char *bytes, qint64 size) override
    {
        FUZZ_EXPECT(bytes);
        written += size;
        return size;
    }

private:
    QByteArray m_unread;
};

HttpRequest requestOf(int number)
{
    static const QByteArrayList methods{"GET", "HEAD", "POST", "GET"};
    HttpRequest request;
    request.method = methods[number % 4];
    request.url = QUrl(QStringLiteral("https://example.org/things/%1").arg(number));
    request.headers = {{"Accept", number == 3 ? "text/event-stream" : "application/json"}};
    if (request.method == "POST")
        request.body = QByteArray(100'000, 'x'); // more than the first window
    return request;
}

struct AnswerSeen {
    QByteArray head;
    QByteArray body;
    bool isComplete = false;
    QString error; //!< empty: it has not failed

    bool operator==(const AnswerSeen &) const = default;
};

bool isShowable(const QByteArray &text)
{
    return std::ranges::none_of(text, [](char c) { return c == '\r' || c == '\n' || c == '\0'; });
}

void takeAll(HttpStream &stream, AnswerSeen &seen)
{
    while (!seen.isComplete) {
        const auto taken = stream.take();
        if (!taken)
            return;
        if (!*taken) {
            FUZZ_EXPECT(!taken->error().message.isEmpty());
            seen.error = taken->error().code + u' ' + taken->error().message;
            return;
        }
        if ((*taken)->head) {
            FUZZ_EXPECT(seen.head.isEmpty());
            FUZZ_EXPECT((*taken)->head->status >= 200 && (*taken)->head->status <= 999);
            FUZZ_EXPECT((*taken)->head->headers.size() <= headerCount);
            seen.head = QByteArray::number((*taken)->head->status);
            for (const auto &[name, value] : (*taken)->head->headers) {
                FUZZ_EXPECT(!name.isEmpty() && isShowable(name) && isShowable(value));
                seen.head += '\n' + name + ": " + value;
            }
        }
        for (const QByteArray &piece : (*taken)->body) {
            FUZZ_EXPECT(!seen.head.isEmpty());
            seen.body += piece;
        }
        seen.isComplete = (*taken)->isComplete;
    }
}

//! A session with \a count requests, and a server that sends \a pieces whatever was asked.
QList<AnswerSeen> seenOf(int count, const QByteArrayList &pieces)
{
    Limits limits;
    limits.httpWireBytes = bodyBytes;
    limits.httpBodyBytes = bodyBytes;
    limits.httpHeaderBytes = headerBytes;
    limits.httpHeaderCount = headerCount;
    auto made = std::make_unique<ServerSocket>();
    ServerSocket *const socket = made.get();
    QList<AnswerSeen> seen(count);
    {
        const auto session =
            std::make_shared<Http2Session>(std::move(made), HttpRoute(), limits, RequestTiming());
        std::vector<std::unique_ptr<HttpStream>> streams;
        for (int i = 0; i < count; ++i)
            streams.push_back(session->begin(requestOf(i)));
        qint64 given = 0;
        for (const QByteArray &piece : pieces) {
            socket->give(piece);
            given += piece.size();
        }
        // Each frame of nine bytes may ask for an answer of a frame; bodies go only where there is room.
        FUZZ_EXPECT(socket->written <= 4096 + count * 200'000 + 64 * given);
        for (int i = 0; i < count; ++i) {
            takeAll(*streams[size_t(i)], seen[i]);
            // A stream of events may go on for ever; each event has its bound elsewhere.
            FUZZ_EXPECT(seen.at(i).body.size() <= bodyBytes || streams[size_t(i)]->isEventStream());
        }
        Q_EMIT socket->disconnected();
    }
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete); // the socket
    return seen;
}

//! The first byte says how many requests there are, the rest are the server's.
void runHttp2(const QByteArray &input)
{
    static int argc = 0;
    static QCoreApplication application(argc, nullptr); // timers need one
    if (input.isEmpty())
        return;
    const int count = 1 + (input.front() & 3);
    const QByteArray bytes = input.sliced(1);
    const QList<AnswerSeen> whole = seenOf(count, {bytes});
    const QList<AnswerSeen> inParts = seenOf(count, inPieces(bytes));
    FUZZ_EXPECT(whole == inParts);
}

QByteArray frame(char type, char flags, char stream, const QByteArray &payload)
{
    QByteArray bytes;
    bytes.append(char(payload.size() >> 16)).append(char(payload.size() >> 8)).append(char(payload.size()));
    bytes.append(type).append(flags).append(3, '\0').append(stream);
    return bytes + payload;
}

} // namespace

FuzzTarget http2Target()
{
    const QByteArray statusOk("\x88", 1);
    const QByteArray json = statusOk
        + QByteArray("\x0f\x10\x10"
                     "application/json",
            19);
    const QByteArray earlyHints("\x08\x03"
                                "103",
        5);
    return {"http2",
        {frame(4, 0, 0, {}), frame(4, 1, 0, {}), frame(4, 0, 0, QByteArray("\x00\x04\x00\x00\x00\x10", 6)),
            frame(4, 0, 0, QByteArray("\x00\x03\x00\x00\x00\x01", 6)), frame(1, 4, 1, statusOk),
            frame(1, 4, 1, json), frame(1, 5, 3, statusOk), frame(1, 4, 1, earlyHints),
            frame(1, 0, 1, statusOk),
            frame(9, 4, 1,
                QByteArray("\x0f\x0d\x01"
                           "5",
                    4)),
            frame(0, 0, 1, "{\"a\":"), frame(0, 1, 1, "1}"), frame(0, 8, 1, QByteArray("\x02hi\x00\x00", 5)),
            frame(3, 0, 1, QByteArray("\x00\x00\x00\x08", 4)),
            frame(3, 0, 3, QByteArray("\x00\x00\x00\x07", 4)), frame(6, 0, 0, "12345678"),
            frame(7, 0, 0, QByteArray("\x00\x00\x00\x01\x00\x00\x00\x00", 8)),
            frame(8, 0, 0, QByteArray("\x00\x00\xff\xff", 4)),
            frame(8, 0, 5, QByteArray("\x7f\xff\xff\xff", 4)),
            frame(5, 4, 1, QByteArray("\x00\x00\x00\x02\x82", 5)),
            frame(1, 5, 1, QByteArray("\x00\x01x\x01y", 5)), QByteArray("\x40\x01\x61\x01\x62", 5),
            QByteArray("\x3f\xe1\x1f", 3), QByteArray("\x20", 1),
            QByteArray("\x00\x0a"
                       "connection\x05"
                       "close",
                18),
            statusOk},
        runHttp2};
}
