// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/session/answercommand.h"

#include "core/base/advice.h"
#include "core/base/visibletext.h"
#include "core/transport/process/childprocess.h"
#include "core/transport/process/pipes.h"
#include "core/transport/process/processtransport.h"

#include <QDir>
#include <QFile>

#include <cstring>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype answerBytesPerTurn = qsizetype{64} << 10;
constexpr qsizetype maxKeptErrors = 2000; // bytes of stderr for the error's detail
constexpr std::chrono::milliseconds answerLeftoverGrace{500};

} // namespace

struct AnswerCommand::Private {
    QStringList command;
    Bounds bounds;
    QTimer deadline;
    std::unique_ptr<PipeWriter> input;
    std::unique_ptr<PipeReader> output;
    std::unique_ptr<PipeReader> errors;
    std::unique_ptr<ChildProcess> child;
    QByteArray printed;
    QByteArray complaints;
    bool isOver = false;
    Result<QByteArray> answer;
    QString name() const { return u'"' + visibleText(command.value(0), false, 200) + u'"'; }
};

AnswerCommand::AnswerCommand(const QStringList &command, Bounds bounds, QObject *parent)
    : QObject(parent)
    , d(std::make_unique<Private>())
{
    d->command = command;
    d->bounds = bounds;
    d->deadline.setSingleShot(true);
    connect(&d->deadline, &QTimer::timeout, this, [this] {
        end(std::unexpected(advisingLimit({ErrorKind::Timeout, u"answer.timeout"_s,
                                              u"The command %1 printed no answer within %2."_s.arg(
                                                  d->name(), durationText(d->bounds.time.count()))},
            u"request.timeout", d->bounds.time.count())));
    });
}

AnswerCommand::~AnswerCommand() = default;

TrustFacts AnswerCommand::trustFacts(const QStringList &command)
{
    TrustFacts facts;
    facts.program =
        findProgram(command.value(0), childEnvironment({}), QDir::currentPath()).value_or(command.value(0));
    facts.arguments = command.mid(1);
    facts.workingDirectory = QDir::currentPath();
    return facts;
}

TrustFacts AnswerCommand::ruleFacts(const QString &source, const Json &rule)
{
    TrustFacts facts;
    facts.program = u"rule for answers"_s;
    facts.arguments = {source, QString::fromUtf8(rule.toBytes())};
    return facts;
}

const Result<QByteArray> &AnswerCommand::printed() const
{
    return d->answer;
}

void AnswerCommand::start(const QByteArray &input)
{
    const QStringList environment = childEnvironment({});
    const Result<QString> file = findProgram(d->command.value(0), environment, QDir::currentPath());
    if (!file)
        return end(std::unexpected(file.error()));
    SpawnRequest request{QFile::encodeName(*file), {}, {}, {}};
    for (const QString &argument : std::as_const(d->command))
        request.arguments.append(argument.toLocal8Bit());
    for (const QString &entry : environment)
        request.environment.append(entry.toLocal8Bit());
    Result<SpawnedChild> spawned = spawnChild(request);
    if (!spawned)
        return end(std::unexpected(std::move(spawned).error()));
    d->input = std::make_unique<PipeWriter>(std::move(spawned->input));
    d->output = std::make_unique<PipeReader>(std::move(spawned->output), answerBytesPerTurn);
    d->errors = std::make_unique<PipeReader>(std::move(spawned->errors), answerBytesPerTurn);
    d->child =
        std::make_unique<ChildProcess>(spawned->id, std::move(spawned->startReport), answerLeftoverGrace);
    connect(d->output.get(), &PipeReader::bytesRead, this, [this](QByteArrayView bytes) {
        if (d->printed.size() <= d->bounds.bytes)
            d->printed += bytes;
        if (d->printed.size() > d->bounds.bytes) {
            end(std::unexpected(advisingLimit(
                {ErrorKind::Limit, u"answer.size"_s,
                    u"The command %1 printed more than %2."_s.arg(d->name(), sizeText(d->bounds.bytes))},
                u"ui.textBytes", d->bounds.bytes)));
        }
    });
    connect(d->errors.get(), &PipeReader::bytesRead, this, [this](QByteArrayView bytes) {
        d->complaints += bytes.first(std::min(bytes.size(), maxKeptErrors - d->complaints.size()));
    });
    connect(d->child.get(), &ChildProcess::notStarted, this, [this](const SpawnFailure &failure) {
        end(std::unexpected(Error{ErrorKind::Network, u"child.notStarted"_s,
            u"The command %1 could not be started."_s.arg(d->name()),
            QString::fromLocal8Bit(std::strerror(failure.systemError)), {}}));
    });
    connect(d->child.get(), &ChildProcess::exited, this, [this](const ChildExit &exit) {
        d->output->drain();
        d->errors->drain();
        if (!exit.wasSignalled && exit.number == 0)
            return end(d->printed);
        end(std::unexpected(Error{ErrorKind::Network, u"child.exited"_s,
            u"The command %1 ended with %2."_s.arg(d->name(), exit.text()),
            visibleText(QString::fromUtf8(d->complaints), true, maxKeptErrors), {}}));
    });
    d->input->write(input);
    d->input->closeWhenWritten();
    d->deadline.start(d->bounds.time);
}

//! Ends from the event loop, because the objects that are destroyed here may be emitting a signal.
void AnswerCommand::end(Result<QByteArray> answer)
{
    if (std::exchange(d->isOver, true))
        return;
    QMetaObject::invokeMethod(
        this,
        [this, answer = std::move(answer)] {
            d->deadline.stop();
            d->child.reset(); // kills the processes that still run
            d->output.reset();
            d->errors.reset();
            d->input.reset();
            d->answer = answer;
            Q_EMIT finished();
        },
        Qt::QueuedConnection);
}

} // namespace Workbench

#include "moc_answercommand.cpp"
