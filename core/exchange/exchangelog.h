// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/limits.h"
#include "core/operation/access.h"
#include "core/secrets/knownsecrets.h"

#include <QDateTime>
#include <QElapsedTimer>
#include <QHash>
#include <QObject>
#include <QSet>

#include <deque>
#include <optional>

namespace Workbench {

enum class Direction : quint8 { Sent, Received };

//! One message as it went over the wire, with its bytes unchanged.
struct Frame {
    quint64 sequence = 0; //!< set by the log; the first frame has 1
    QString source; //!< name of the source
    Direction direction = Direction::Received;
    QString channel; //!< "stdin", "stdout", "stderr", "POST 3", "GET 1"
    QByteArray bytes;
    QDateTime at; //!< UTC; set by the log if invalid
    QString label; //!< method, event type, or status line: "tools/call", "200 OK"
    QString note; //!< "not a message", "late reply"; empty: nothing unusual
    QString exchangeId; //!< exchange that the frame belongs to; empty: none
    //! HTTP only: the lines before the body as they went over the wire, with their line ends. Secrets are
    //! replaced. A head of HTTP/2 or HTTP/3 has the form of HTTP/1, with its version in the first line.
    QByteArray head;
    //! HTTP only: the body as it went over the wire, with its chunks and content coding, or the lines of the
    //! event that \c bytes are the data of. Empty if it does not differ from \c bytes, or was not kept.
    QByteArray raw;
};

//! The timing of one HTTP request. Times are in microseconds; -1: unknown, or the step did not happen.
struct RequestTiming {
    qint64 lookupUs = -1; //!< looking up the host name
    qint64 connectUs = -1; //!< connecting; -1 also if an open connection was reused
    qint64 tlsUs = -1;
    qint64 firstByteUs = -1; //!< from the request's last byte to the answer's first
    qint64 totalUs = -1; //!< from the beginning to the answer's last byte
    QString protocol; //!< "HTTP/1.1", "HTTP/2"; empty: unknown
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
    QString outcome; //!< outcome as shown to the user: "ok", "200", or the code of the error
    qsizetype warnings = 0; //!< warnings and lost values, see attentionCount()
    QString note; //!< "2 values normalised", or the error's message
    int asked = 0; //!< requests from the server to the user during the call
    int waiting = 0; //!< number of these requests that are not answered yet
    std::optional<RequestTiming> timing; //!< timing of its HTTP request; nothing: there was none
    QString task{}; //!< last known status of the task that the call became; empty: not a task
    QString taskId{}; //!< id of this task, given by the peer; empty: not a task
    double taskShare = -1; //!< part of the running task that is done, from 0 to 1; -1: unknown
    std::optional<Identity> identity{}; //!< with which the call is made; nothing: with none
};

//! Keeps every frame and every call of this run in memory, bounded by limits.exchangeFrames and
//! exchangeBytes. The oldest frames are dropped first, and counted. The newest frame is always kept. GUI
//! thread. Signals are emitted from the event loop in batches, at most one batch in 50 ms. Between two
//! batches the log may already have new frames, or have dropped old ones.
class ExchangeLog : public QObject {
    Q_OBJECT
public:
    explicit ExchangeLog(Limits limits = {}, QObject *parent = nullptr);

    //! Hides \a secret in all frames, and in the notes of all records, that are added from now on.
    void hideSecret(const QByteArray &secret, const QString &name) { m_secrets.add(secret, name); }
    //! Returns the secrets, to hide them in values that other classes show or keep.
    const KnownSecrets &secrets() const { return m_secrets; }

    //! Adds a frame and gives it its sequence number.
    void note(Frame frame);
    qsizetype frameCount() const { return qsizetype(m_frames.size()); }
    //! Returns the frame at \a index, oldest first, or an empty frame if \a index is out of range. Valid
    //! until control returns to the event loop. Sequences are consecutive: the index of a frame is its
    //! sequence minus that of frameAt(0).
    const Frame &frameAt(qsizetype index) const;
    quint64 framesDropped() const { return m_dropped; } //!< the number of frames dropped for the limits
    //! Removes all frames and returns them, for restoreFrames().
    std::deque<Frame> clearFrames();
    //! Puts cleared frames back before the newer ones, unless some of the newer ones were dropped meanwhile.
    void restoreFrames(std::deque<Frame> frames);

    //! Adds a record and returns its id, which is a new UUID if \a record has none.
    QString begin(ExchangeRecord record);
    //! Replaces the record with the id of \a record. Does nothing if it was cleared.
    void update(const ExchangeRecord &record);
    qsizetype recordCount() const { return qsizetype(m_records.size()); }
    //! Returns the record at \a index, oldest first, or an empty record if \a index is out of range.
    const ExchangeRecord &recordAt(qsizetype index) const;
    //! Returns the record with this id, or null if there is none. Valid until the log changes.
    const ExchangeRecord *findRecord(const QString &id) const;
    //! Returns the number of calls whose task has not ended as far as is known.
    qsizetype runningTasks() const;
    //! Removes the records of finished calls and returns them, for restoreRecords().
    QList<ExchangeRecord> clearRecords();
    //! Puts cleared records back, in the order of their start.
    void restoreRecords(const QList<ExchangeRecord> &records);

    //! Returns the number of bytes sent and received so far for an exchange.
    std::pair<qint64, qint64> bytesOf(const QString &exchangeId) const { return m_bytes.value(exchangeId); }

Q_SIGNALS:
    //! Emitted when \a dropped of the previously announced frames were removed from the front, and \a added
    //! were appended. Frames that came and went between two batches are not counted, so the two numbers may
    //! be applied in any order.
    void framesChanged(qsizetype added, qsizetype dropped);
    void framesCleared(); //!< Emitted when frames were cleared or restored: read them again.
    void recordAdded(qsizetype index);
    void recordChanged(qsizetype index);
    //! Emitted when records were removed or restored: read them again. Also emitted when the oldest finished
    //! records were dropped.
    void recordsCleared();
    //! Emitted for each frame immediately, not in batches; for --trace.
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
    //! Returns whether the line is a warning or error about the source itself, and not a log line of the
    //! server or a message about a call.
    bool isRemark() const
    {
        return level >= Level::Warning && !isOfServer() && origin != QLatin1StringView("stderr")
            && origin != QLatin1StringView("schema");
    }
    //! Returns whether an MCP server sent the line as a log message.
    bool isOfServer() const { return origin.startsWith(QLatin1StringView("server log")); }
};

//! Returns the last frame that was received for a call, or null if there is none or it was dropped. A frame
//! of HTTP has the whole body; secrets in it are replaced.
const Frame *lastAnswer(const ExchangeLog &log, const QString &exchangeId);

} // namespace Workbench

Q_DECLARE_METATYPE(Workbench::Frame)
Q_DECLARE_METATYPE(Workbench::LogLine)
