// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/limits.h"
#include "core/exchange/knownsecrets.h"

#include <QDateTime>
#include <QElapsedTimer>
#include <QHash>
#include <QObject>
#include <QSet>

#include <deque>
#include <optional>

namespace Workbench {

enum class Direction : quint8 { Sent, Received };

//! One message as it went over a wire, bytes as they were.
struct Frame {
    quint64 sequence = 0; //!< given by the log, from 1
    QString source; //!< name of the source
    Direction direction = Direction::Received;
    QString channel; //!< "stdin", "stdout", "stderr", "POST 3", "GET 1"
    QByteArray bytes;
    QDateTime at; //!< UTC, given by the log when invalid
    QString label; //!< method, event type, or status line: "tools/call", "200 OK"
    QString note; //!< "not a message", "late reply"; empty when nothing is odd
    QString exchangeId; //!< of the call it belongs to; empty: none
    //! HTTP only: the lines before the body as they went over the wire, with their line ends, secrets
    //! replaced. A head of HTTP/2 or HTTP/3 has the form of HTTP/1, and its version in the first line.
    QByteArray head;
    //! HTTP only: the body as it went over the wire, before its content coding was undone. Empty where bytes
    //! is that, or where it is not kept.
    QByteArray coded;
};

//! Where the time of one HTTP request went. Microseconds; -1: not known, or it did not happen.
struct RequestTiming {
    qint64 lookupUs = -1; //!< the host's name
    qint64 connectUs = -1; //!< -1 too when an open connection was used again
    qint64 tlsUs = -1;
    qint64 firstByteUs = -1; //!< from the request's last byte to the answer's first
    qint64 totalUs = -1; //!< from the beginning to the answer's last byte
    QString protocol; //!< "HTTP/1.1", "HTTP/2"; empty: not known
    QString peer; //!< address and port
};

//! One call as History shows it.
struct ExchangeRecord {
    QString id;
    QString source;
    QString operation; //!< name inside the source
    Json input;
    QDateTime startedAt; //!< UTC
    qint64 durationMs = -1; //!< -1: still running
    qint64 requestBytes = 0;
    qint64 responseBytes = 0;
    enum class State : quint8 { Running, Live, Ok, Failed, Cancelled } state = State::Running;
    QString outcome; //!< "ok", "200", the error's code; a word for a person
    qsizetype warnings = 0; //!< and lost values: see attentionCount()
    QString note; //!< "2 values normalised", or the error's message
    int asked = 0; //!< requests of the server to a person during the call
    int waiting = 0; //!< of those, without an answer yet
    std::optional<RequestTiming> timing; //!< of its HTTP request; nothing: it had none
    QString task{}; //!< last known status of the task that the call became; empty: it is none
};

//! Every frame and every call of this run, in memory, bounded by limits.exchangeFrames and exchangeBytes (the
//! oldest go first, counted; the newest frame is kept whatever its size). GUI thread. Signals come from the
//! event loop in batches, at most one batch per 50 ms. Between two batches the log may already hold more, or
//! have dropped older ones.
class ExchangeLog : public QObject {
    Q_OBJECT
public:
    explicit ExchangeLog(Limits limits = {}, QObject *parent = nullptr);

    //! Hides \a secret in every frame, and in the notes of every record, that comes from now on.
    void hideSecret(const QByteArray &secret, const QString &name) { m_secrets.add(secret, name); }
    //! The same for values that other classes show or keep.
    const KnownSecrets &secrets() const { return m_secrets; }

    void note(Frame frame);
    qsizetype frameCount() const;
    //! Oldest first; valid until control returns to the event loop. An empty frame when \a index is out of
    //! range. Sequences are consecutive, so a frame is found again at its sequence minus that of frameAt(0).
    const Frame &frameAt(qsizetype index) const;
    quint64 framesDropped() const;
    //! Removes all frames and returns them, for restoreFrames().
    std::deque<Frame> clearFrames();
    //! Puts cleared frames back before those that came since, unless some of the latter had to go meanwhile.
    void restoreFrames(std::deque<Frame> frames);

    QString begin(ExchangeRecord record); //!< returns its id, a UUID when \a record has none
    void update(const ExchangeRecord &record); //!< by id
    qsizetype recordCount() const;
    const ExchangeRecord &recordAt(qsizetype index) const; //!< oldest first; an empty one when out of range
    const ExchangeRecord *findRecord(const QString &id) const;
    //! Removes the records of finished calls and returns them, for restoreRecords().
    QList<ExchangeRecord> clearRecords();
    //! Puts cleared records back, in the order of their start.
    void restoreRecords(const QList<ExchangeRecord> &records);

    //! Bytes sent and received so far for a call.
    std::pair<qint64, qint64> bytesOf(const QString &exchangeId) const;

Q_SIGNALS:
    //! \a dropped of the frames known before were taken from the front and \a added came at the end. Frames
    //! that came and went between two batches are in neither number, so the two may be applied in any order.
    void framesChanged(qsizetype added, qsizetype dropped);
    void framesCleared(); //!< Emitted when frames were cleared or restored: read them again.
    void recordAdded(qsizetype index);
    void recordChanged(qsizetype index);
    //! Emitted when records were removed or restored: read them again. Also when the oldest finished ones had
    //! to go.
    void recordsCleared();
    //! Each frame at once, for --trace; not batched.
    void noted(const Workbench::Frame &frame);

private:
    void hideSecretsIn(Frame &frame) const;
    void dropOldFrames();
    void dropOldRecords();
    QList<ExchangeRecord> removeFinishedRecords(qsizetype atMost);
    void indexRecords();
    void scheduleFlush();
    void flush();

    Limits m_limits;
    KnownSecrets m_secrets;
    std::deque<Frame> m_frames;
    qint64 m_frameBytes = 0;
    quint64 m_nextSequence = 1;
    quint64 m_dropped = 0;
    qsizetype m_addedSinceFlush = 0;
    qsizetype m_droppedSinceFlush = 0;
    bool m_flushScheduled = false;
    QElapsedTimer m_sinceFlush;
    std::deque<ExchangeRecord> m_records;
    QHash<QString, qsizetype> m_recordIndex;
    qsizetype m_recordsAnnounced = 0;
    QSet<qsizetype> m_recordsChanged;
    QHash<QString, std::pair<qint64, qint64>> m_bytes; //!< sent, received
};

//! A line for the Log pane.
struct LogLine {
    QDateTime at; //!< UTC
    enum class Level : quint8 { Debug, Info, Notice, Warning, Error } level = Level::Info;
    QString source; //!< empty: the workbench itself
    QString origin; //!< "stderr", "server log", "workbench", "protocol", "schema"
    QString text;
    //! Whether it is about the source itself: neither what the server logs, nor what is told with a call.
    bool isRemark() const
    {
        return level >= Level::Warning && !origin.startsWith(QLatin1StringView("server log"))
            && origin != QLatin1StringView("stderr") && origin != QLatin1StringView("schema");
    }
};

//! What came last for a call, as far as \a log still has it; of HTTP with the whole body, where secrets are
//! replaced. Null: nothing came, or it is gone.
const Frame *lastAnswer(const ExchangeLog &log, const QString &exchangeId);

} // namespace Workbench

Q_DECLARE_METATYPE(Workbench::Frame)
Q_DECLARE_METATYPE(Workbench::LogLine)
