// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/transport/process/processtransport.h"

#include "core/base/advice.h"
#include "core/base/visibletext.h"
#include "core/transport/process/childprocess.h"
#include "core/transport/process/pipes.h"

#include <QByteArrayList>
#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QFileInfo>
#include <QPointer>
#include <QProcessEnvironment>
#include <QRegularExpression>
#include <QTimer>

#include <csignal>
#include <cstring>
#include <deque>

namespace Workbench {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

//! The newest lines of a child's stderr, or of its stdout if they are not messages, bounded by bytes.
class StderrTail {
public:
    explicit StderrTail(qint64 maxBytes)
        : m_maxBytes(maxBytes)
    {
    }

    void add(QByteArray line)
    {
        constexpr qint64 lineOverhead = 64; // so that endless empty lines are bounded too
        if (m_firstError.isEmpty() && line.contains("Error:"))
            m_firstError = line;
        m_bytes += line.size() + lineOverhead;
        m_lines.push_back(std::move(line));
        while (m_bytes > m_maxBytes && m_lines.size() > 1) {
            m_bytes -= m_lines.front().size() + lineOverhead;
            m_lines.pop_front();
        }
    }
    QByteArrayList newest(qsizetype maxLines) const //!< oldest first
    {
        const auto count = std::min(qsizetype(m_lines.size()), std::max<qsizetype>(0, maxLines));
        return QByteArrayList(m_lines.end() - count, m_lines.end());
    }
    //! Returns the first line that names an error, even if newer lines have displaced it; empty if there is
    //! none.
    const QByteArray &firstError() const { return m_firstError; }

private:
    QByteArray m_firstError;
    std::deque<QByteArray> m_lines;
    qint64 m_bytes = 0;
    qint64 m_maxBytes;
};

constexpr qsizetype bytesPerTurn = qsizetype{256} << 10;
constexpr auto deliverAtMost = 8ms; // then the event loop handles other events
constexpr auto exitGrace = 250ms; // the end of a pipe nearly always precedes the end of the process
constexpr auto killGrace = 1000ms;
constexpr qsizetype partialLineShown = 400;
constexpr qsizetype lastLinesShown = 20;
constexpr qint64 noiseKeptBytes = 8 << 10;

QString noiseReason(QByteArrayView line)
{
    if (line.trimmed().isEmpty())
        return u"a blank line"_s;
    if (line.contains('\0'))
        return u"not a message: it holds a NUL"_s;
    if (!line.isValidUtf8())
        return u"not a message: invalid UTF-8"_s;
    const char first = line.trimmed().front();
    return first == '{' || first == '[' ? QString() : u"not a message"_s;
}

//! Returns a variable of this program that \a lines name and that was not passed to the child; empty
//! if there is none.
QString variableKeptBack(const QStringList &lines, const QList<std::pair<QString, QString>> &additions)
{
    static const QRegularExpression name(u"\\b[A-Z][A-Z0-9_]{2,}\\b"_s);
    const QStringList given = childEnvironment(additions);
    for (const QString &line : lines) {
        for (const QRegularExpressionMatch &found : name.globalMatch(line)) {
            const QString variable = found.captured();
            const bool isGiven = std::ranges::any_of(
                given, [&](const QString &entry) { return entry.startsWith(QString(variable + u'=')); });
            if (!isGiven && qEnvironmentVariableIsSet(variable.toLocal8Bit().constData()))
                return variable;
        }
    }
    return {};
}

Error startError(const ProcessSettings &settings, const QString &file, const SpawnFailure &failure)
{
    const QString program = u'"' + visibleText(file) + u'"';
    QString message;
    if (failure.step == SpawnFailure::Step::WorkingDirectory)
        message = u"The working directory \"%1\" could not be entered."_s.arg(
            visibleText(settings.workingDirectory));
    else if (failure.systemError == ENOENT)
        message =
            u"%1 could not be started: the interpreter that its first line names was not found. Install it."_s
                .arg(program);
    else if (failure.systemError == ENOEXEC)
        message =
            u"%1 is not a program that this system can run: it has no #! line, or it was built for another "
            "machine."_s.arg(program);
    else if (failure.systemError == E2BIG)
        message =
            u"%1 could not be started: its arguments and environment are too long for the system."_s.arg(
                program);
    else
        message = u"%1 could not be started."_s.arg(program);
    const Error error{ErrorKind::Network, u"child.notStarted"_s, message,
        QString::fromLocal8Bit(std::strerror(failure.systemError)), {}};
    return failure.step == SpawnFailure::Step::WorkingDirectory ? advisingSetting(error, u"cwd") : error;
}

std::unexpected<Error> notStarted(
    const QString &message, const QString &detail = {}, const QString &setting = {})
{
    const Error error{ErrorKind::Network, u"child.notStarted"_s, message, detail, {}};
    return std::unexpected(setting.isEmpty() ? error : advisingSetting(error, setting));
}

QString searchPath(const QStringList &environment)
{
    for (const QString &entry : environment) {
        if (entry.startsWith("PATH="_L1))
            return entry.sliced(5);
    }
    return u"/usr/local/bin:/usr/bin:/bin"_s;
}

Result<QString> checkedFile(const QString &shown, const QString &path)
{
    const QFileInfo file(path);
    if (!file.exists() && shown.contains(u' '))
        return notStarted(
            u"There is no program at %1. If this is a program with its arguments, enter each argument "
            "separately."_s.arg(shown));
    if (!file.exists())
        return notStarted(u"There is no program at %1. Check the path of the command."_s.arg(shown));
    if (file.isDir())
        return notStarted(u"%1 is a folder, not a program. Name the program inside it."_s.arg(shown));
    if (!file.isExecutable())
        return notStarted(
            u"%1 may not be executed. Make it executable (chmod +x), or name the interpreter as the program "
            "and this file as its first argument."_s.arg(shown));
    return path;
}

} // namespace

//! One of the child's two output pipes, its bytes split into lines, and the lines to be delivered.
struct LineChannel {
    LineChannel(FileDescriptor descriptor, qint64 maxLine, LineFramer::TooLong tooLong)
        : reader(std::move(descriptor), bytesPerTurn)
        , framer(maxLine, tooLong)
    {
    }
    PipeReader reader;
    LineFramer framer;
    std::deque<QByteArray> waiting;
};

struct ProcessTransport::Private {
    enum class State : quint8 { Idle, Starting, Open, Stopping, Ended };
    enum class StopStep : quint8 { None, ClosedInput, Terminated, Killed };

    Private(ProcessTransport *transport, ProcessSettings processSettings, const Limits &processLimits)
        : q(transport)
        , settings(std::move(processSettings))
        , limits(processLimits)
        , tail(processLimits.stderrKeepBytes)
    {
        for (QTimer *timer : {&delivery, &stopTimer, &exitGraceTimer})
            timer->setSingleShot(true);
        connect(&delivery, &QTimer::timeout, q, [this] { deliver(); });
        connect(&stopTimer, &QTimer::timeout, q, [this] { nextStopStep(); });
        connect(&exitGraceTimer, &QTimer::timeout, q, [this] { fail(*onGraceOver); });
    }

    void start();
    void takeOutput(QByteArrayView bytes);
    void takeErrors(QByteArrayView bytes);
    void addSideLine(const QByteArray &line);
    void expectExit(const QString &code, const QString &what);
    void childExited(const ChildExit &exit);
    void beginStop();
    void nextStopStep();
    void fail(Error error);
    void end(Error error);
    void deliver();
    bool deliverOne();
    void throttle();
    QStringList lastNoise() const;
    Error withLastWords(Error error) const;
    QString server() const
    {
        return u"Server \""
            + visibleText(settings.sourceName.isEmpty() ? settings.program : settings.sourceName) + u'"';
    }

    ProcessTransport *q;
    ProcessSettings settings;
    Limits limits;
    QString programFile;
    State state = State::Idle;
    StopStep stopStep = StopStep::None;
    bool reading = true;
    StderrTail tail;
    StderrTail noise{noiseKeptBytes}; //!< the start of each line on stdout that was not a message
    std::optional<Error> ending; //!< decided; closed() follows when all lines are delivered
    std::optional<Error> onGraceOver;
    QTimer delivery;
    QTimer stopTimer;
    QTimer exitGraceTimer;
    std::unique_ptr<PipeWriter> input;
    std::unique_ptr<LineChannel> output;
    std::unique_ptr<LineChannel> errors;
    std::unique_ptr<ChildProcess> child;
};

void ProcessTransport::Private::start()
{
    if (state != State::Starting || ending)
        return;
    const QStringList environment = childEnvironment(settings.environment);
    const Result<QString> file = findProgram(settings.program, environment, settings.workingDirectory);
    if (!file)
        return end(file.error());
    programFile = *file;
    SpawnRequest request{QFile::encodeName(programFile), {settings.program.toLocal8Bit()}, {},
        QFile::encodeName(settings.workingDirectory)};
    for (const QString &argument : std::as_const(settings.arguments))
        request.arguments.append(argument.toLocal8Bit());
    for (const QString &entry : environment)
        request.environment.append(entry.toLocal8Bit());
    Result<SpawnedChild> spawned = spawnChild(request);
    if (!spawned)
        return end(std::move(spawned).error());

    input = std::make_unique<PipeWriter>(std::move(spawned->input));
    output = std::make_unique<LineChannel>(
        std::move(spawned->output), limits.stdioMessageBytes, LineFramer::TooLong::Stops);
    errors = std::make_unique<LineChannel>(
        std::move(spawned->errors), limits.stderrLineBytes, LineFramer::TooLong::IsCut);
    child = std::make_unique<ChildProcess>(
        spawned->id, std::move(spawned->startReport), std::chrono::milliseconds(limits.childStopTermMs));
    connect(input.get(), &PipeWriter::broken, q, [this] {
        expectExit(u"child.closedInput"_s, u"closed its standard input while it was still running"_s);
    });
    connect(&output->reader, &PipeReader::bytesRead, q, [this](QByteArrayView bytes) { takeOutput(bytes); });
    connect(&output->reader, &PipeReader::ended, q, [this] {
        expectExit(u"child.closedOutput"_s, u"closed its standard output while it was still running"_s);
    });
    connect(&errors->reader, &PipeReader::bytesRead, q, [this](QByteArrayView bytes) { takeErrors(bytes); });
    connect(child.get(), &ChildProcess::started, q, [this] {
        if (state == State::Starting) {
            state = State::Open;
            Q_EMIT q->opened();
        }
    });
    connect(child.get(), &ChildProcess::notStarted, q,
        [this](const SpawnFailure &failure) { end(startError(settings, programFile, failure)); });
    connect(child.get(), &ChildProcess::exited, q, [this](const ChildExit &exit) { childExited(exit); });
    connect(child.get(), &ChildProcess::gone, q, [this] {
        if (state == State::Stopping)
            end({ErrorKind::Cancelled, u"child.stopped"_s, server() + u" was stopped."});
    });
    throttle();
}

void ProcessTransport::Private::takeOutput(QByteArrayView bytes)
{
    if (state == State::Ended)
        return; // read only so that a process being stopped does not hang on a full pipe
    for (QByteArray &line : output->framer.feed(bytes))
        output->waiting.push_back(std::move(line));
    if (output->framer.hasOverflowed()) {
        output->framer.takePartialLine();
        output->reader.close();
        const auto limit = *findLimit(u"stdio.messageBytes");
        fail(limitError(limit,
            server() + u" sent a line longer than " + limitText(limit, limits.stdioMessageBytes)
                + u"; the connection was closed",
            limits.stdioMessageBytes));
    }
    throttle();
}

void ProcessTransport::Private::takeErrors(QByteArrayView bytes)
{
    if (state == State::Ended)
        return;
    for (const QByteArray &line : errors->framer.feed(bytes))
        addSideLine(line);
    throttle();
}

void ProcessTransport::Private::addSideLine(const QByteArray &line)
{
    tail.add(line);
    errors->waiting.push_back(line);
}

//! Handles the end of a pipe. If the process does not end soon after, it still runs but cannot be talked to,
//! and the connection fails with \a code.
void ProcessTransport::Private::expectExit(const QString &code, const QString &what)
{
    if (state == State::Stopping || ending || exitGraceTimer.isActive())
        return;
    onGraceOver = Error{ErrorKind::Closed, code, server() + u' ' + what + u'.'};
    exitGraceTimer.start(exitGrace);
}

void ProcessTransport::Private::childExited(const ChildExit &exit)
{
    exitGraceTimer.stop();
    input->close();
    output->reader.drain(); // a grandchild may hold the pipe open: do not wait for its end
    errors->reader.drain();
    output->reader.close();
    errors->reader.close();
    if (const QByteArray last = errors->framer.takePartialLine(); !last.isEmpty())
        addSideLine(last);
    if (state == State::Stopping || ending) {
        throttle();
        return;
    }
    end(withLastWords({ErrorKind::Closed, exit.wasSignalled ? u"child.killed"_s : u"child.exited"_s,
        server() + u" ended with " + exit.text() + u'.'}));
}

void ProcessTransport::Private::beginStop()
{
    if (!child || child->isGone() || stopStep != StopStep::None)
        return;
    stopStep = StopStep::ClosedInput;
    input->closeWhenWritten();
    stopTimer.start(std::chrono::milliseconds(limits.childStopStdinMs));
}

void ProcessTransport::Private::nextStopStep()
{
    if (child->isGone())
        return;
    switch (stopStep) {
    case StopStep::None: break;
    case StopStep::ClosedInput:
        input->close();
        child->signalAll(SIGTERM);
        stopStep = StopStep::Terminated;
        stopTimer.start(std::chrono::milliseconds(limits.childStopTermMs));
        break;
    case StopStep::Terminated:
        child->signalAll(SIGKILL);
        stopStep = StopStep::Killed;
        stopTimer.start(killGrace);
        break;
    case StopStep::Killed: // the system did not end the process; callers need not wait for it
        output->reader.close();
        errors->reader.close();
        if (state == State::Stopping)
            end({ErrorKind::Cancelled, u"child.stopped"_s, server() + u" was killed but has not ended yet."});
        break;
    }
}

//! Ends a connection that is unusable although the process may still run, and stops the process.
void ProcessTransport::Private::fail(Error error)
{
    end(withLastWords(std::move(error)));
    input->close();
    beginStop();
}

void ProcessTransport::Private::end(Error error)
{
    exitGraceTimer.stop();
    if (!ending && state != State::Ended)
        ending = std::move(error);
    throttle();
}

bool ProcessTransport::Private::deliverOne()
{
    if (errors && !errors->waiting.empty()) {
        const QByteArray line = std::move(errors->waiting.front());
        errors->waiting.pop_front();
        Q_EMIT q->sideLine(line);
        return true;
    }
    const bool mayDeliver = reading || ending || state == State::Stopping;
    if (!output || output->waiting.empty() || !mayDeliver)
        return false;
    QByteArray line = std::move(output->waiting.front());
    output->waiting.pop_front();
    if (line.startsWith("\xEF\xBB\xBF{"))
        line.remove(0, 3); // a BOM is tolerated, core/transport/README.md 2
    const QString reason = noiseReason(line);
    if (reason.isEmpty()) {
        Q_EMIT q->received(line);
    } else {
        noise.add(line.first(std::min(line.size(), partialLineShown)));
        Q_EMIT q->noise(line, reason);
    }
    return true;
}

//! Delivers what arrived. Lines and the end are signalled only here, so that a listener may do anything,
//! even delete the transport.
void ProcessTransport::Private::deliver()
{
    const QPointer<ProcessTransport> alive(q);
    QElapsedTimer timer;
    timer.start();
    bool isMore = true;
    while (isMore && timer.durationElapsed() < deliverAtMost) {
        isMore = deliverOne();
        if (!alive || state == State::Ended)
            return;
    }
    if (!isMore && ending) {
        state = State::Ended;
        throttle();
        Q_EMIT q->closed(*std::exchange(ending, std::nullopt));
        return;
    }
    throttle();
}

//! Reads a pipe only while none of its lines waits for delivery. So a slow listener slows down the child and
//! memory stays bounded.
void ProcessTransport::Private::throttle()
{
    if (state == State::Ended) {
        if (output) {
            output->reader.setEnabled(true);
            errors->reader.setEnabled(true);
        }
        return;
    }
    const bool takesOutput = reading || ending || state == State::Stopping;
    bool isWaiting = ending.has_value();
    if (output) {
        output->reader.setEnabled(takesOutput && output->waiting.empty());
        errors->reader.setEnabled(errors->waiting.empty());
        isWaiting = isWaiting || !errors->waiting.empty() || (takesOutput && !output->waiting.empty());
    }
    if (isWaiting && !delivery.isActive())
        delivery.start(0ms);
}

//! Returns the last lines on stdout that are not messages, also those that were not delivered yet. Some
//! programs print their usage or the reason of their end there.
QStringList ProcessTransport::Private::lastNoise() const
{
    StderrTail all = noise;
    if (output) {
        for (const QByteArray &line : output->waiting) {
            if (!noiseReason(line).isEmpty())
                all.add(line.first(std::min(line.size(), partialLineShown)));
        }
    }
    const QByteArrayList newest = all.newest(lastLinesShown);
    QStringList lines;
    for (const QByteArray &line : newest) {
        if (!line.trimmed().isEmpty())
            lines.append(QString::fromUtf8(line));
    }
    return lines;
}

Error ProcessTransport::Private::withLastWords(Error error) const
{
    QStringList lines;
    const QByteArrayList newest = tail.newest(lastLinesShown);
    for (const QByteArray &line : newest)
        lines.append(QString::fromUtf8(line));
    if (!tail.firstError().isEmpty() && !newest.contains(tail.firstError()))
        lines.prepend(QString::fromUtf8(tail.firstError()));
    if (!lines.isEmpty()) {
        lines.prepend(QString(lastWordsHeading));
    } else if (lines = lastNoise(); !lines.isEmpty()) {
        lines.prepend(u"The last lines on its stdout, which are not messages:"_s);
    }
    if (output && !output->framer.partialLine().isEmpty())
        lines.append(u"Unfinished line on its stdout: "
            + QString::fromUtf8(output->framer.partialLine().first(
                std::min(partialLineShown, output->framer.partialLine().size()))));
    if (const QString variable = variableKeptBack(lines, settings.environment); !variable.isEmpty())
        error = advisingSetting(std::move(error), QString(u"env."_s + variable));
    error.detail =
        error.detail.isEmpty() ? lines.join(u'\n') : QString(error.detail + u'\n' + lines.join(u'\n'));
    return error;
}

ProcessTransport::ProcessTransport(ProcessSettings settings, Limits limits, QObject *parent)
    : Transport(parent)
    , d(std::make_unique<Private>(this, std::move(settings), limits))
{
}

ProcessTransport::~ProcessTransport() = default;

void ProcessTransport::open()
{
    if (d->state != Private::State::Idle)
        return;
    d->state = Private::State::Starting;
    QTimer::singleShot(0, this, [this] { d->start(); });
}

Result<void> ProcessTransport::send(const QByteArray &frame)
{
    if (d->state != Private::State::Open || !d->input->isOpen())
        return std::unexpected(
            Error{ErrorKind::Closed, u"child.notOpen"_s, d->server() + u" is not running."});
    if (frame.contains('\n'))
        return std::unexpected(Error{ErrorKind::Internal, u"frame.newline"_s,
            u"A message to a process must not contain a line end."_s});
    const qint64 queued = d->input->queuedBytes();
    if (queued > 0 && queued + frame.size() + 1 > d->limits.queueOutBytes) {
        const auto limit = *findLimit(u"queue.outBytes");
        return std::unexpected(limitError(limit,
            d->server() + u" is not reading its input; " + sizeText(queued) + u" already wait to be written",
            d->limits.queueOutBytes));
    }
    d->input->write(frame);
    d->input->write("\n"_ba);
    return {};
}

void ProcessTransport::close()
{
    using State = Private::State;
    if (d->state == State::Ended || d->state == State::Stopping)
        return;
    const bool runs = d->child && !d->child->isGone() && !d->ending;
    if (!runs) { // an end that is already decided keeps its reason
        d->end({ErrorKind::Cancelled, u"child.stopped"_s, d->server() + u" was stopped."});
        return;
    }
    d->state = State::Stopping;
    d->beginStop();
    d->throttle();
}

bool ProcessTransport::isOpen() const
{
    return d->state == Private::State::Open && !d->ending;
}

void ProcessTransport::setReading(bool reading)
{
    d->reading = reading;
    d->throttle();
}

qint64 ProcessTransport::processId() const
{
    return d->child && d->child->isRunning() ? d->child->id() : 0;
}

QByteArray ProcessTransport::unfinishedFrame() const
{
    return d->output ? d->output->framer.partialLine() : QByteArray();
}

QByteArrayList ProcessTransport::stderrTail(qsizetype maxLines) const
{
    return d->tail.newest(maxLines);
}

QStringList childEnvironment(const QList<std::pair<QString, QString>> &additions)
{
    static const QStringList inherited{
        u"HOME"_s, u"LOGNAME"_s, u"PATH"_s, u"SHELL"_s, u"TERM"_s, u"USER"_s, u"LANG"_s, u"TMPDIR"_s};
    const QProcessEnvironment ours = QProcessEnvironment::systemEnvironment();
    QStringList names;
    QHash<QString, QString> values;
    const auto set = [&](const QString &name, const QString &value) {
        if (!values.contains(name))
            names.append(name);
        values.insert(name, value);
    };
    QStringList candidates = ours.keys();
    candidates.sort();
    for (const QString &name : std::as_const(candidates)) {
        if (!inherited.contains(name) && !name.startsWith("LC_"_L1))
            continue;
        const QString value = ours.value(name);
        if (!value.startsWith("()"_L1)) // a shell function, as Bash exports it
            set(name, value);
    }
    for (const auto &[name, value] : additions) {
        const bool isName = !name.isEmpty() && !name.contains(u'=') && !name.contains(QChar::Null);
        if (isName && !value.contains(QChar::Null))
            set(name, value);
    }
    QStringList entries;
    for (const QString &name : std::as_const(names))
        entries.append(QString(name + u'=' + values.value(name)));
    return entries;
}

Result<QString> findProgram(
    const QString &program, const QStringList &environment, const QString &workingDirectory)
{
    const QString shown = u'"' + visibleText(program) + u'"';
    if (program.isEmpty())
        return notStarted(
            u"No program is named for this source. Enter the command that starts the server."_s);
    const QDir base(workingDirectory.isEmpty() ? QDir::currentPath() : workingDirectory);
    if (program.contains(u'/'))
        return checkedFile(shown, base.absoluteFilePath(program));

    const QString path = searchPath(environment);
    std::optional<QString> notExecutable;
    for (const QString &folder : path.split(u':')) {
        const QString candidate =
            base.absoluteFilePath(folder.isEmpty() ? program : QString(folder + u'/' + program));
        const QFileInfo file(candidate);
        if (!file.isFile())
            continue;
        if (file.isExecutable())
            return candidate;
        notExecutable = notExecutable.value_or(candidate);
    }
    if (notExecutable)
        return checkedFile(u'"' + visibleText(*notExecutable) + u'"', *notExecutable);
    if (program.contains(u' '))
        return checkedFile(shown, base.absoluteFilePath(program));
    return notStarted(u"The program %1 was not found. Install it, or give its full path."_s.arg(shown),
        u"PATH searched: %1"_s.arg(visibleText(path)), u"env.PATH"_s);
}

} // namespace Workbench

#include "moc_processtransport.cpp"
