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

QString AnswerCommand::name() const
{
    return u'"' + visibleText(m_command.value(0), false, 200) + u'"';
}

AnswerCommand::AnswerCommand(const QStringList &command, Bounds bounds, QObject *parent)
    : QObject(parent)
    , m_command(command)
    , m_bounds(bounds)
{
    m_deadline.setSingleShot(true);
    connect(&m_deadline, &QTimer::timeout, this, [this] {
        end(std::unexpected(advisingLimit({ErrorKind::Timeout, u"answer.timeout"_s,
                                              u"The command %1 printed no answer within %2."_s.arg(
                                                  name(), durationText(m_bounds.time.count()))},
            u"request.timeout", m_bounds.time.count())));
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

void AnswerCommand::start(const QByteArray &input)
{
    const QStringList environment = childEnvironment({});
    const Result<QString> file = findProgram(m_command.value(0), environment, QDir::currentPath());
    if (!file)
        return end(std::unexpected(file.error()));
    SpawnRequest request{QFile::encodeName(*file), {}, {}, {}};
    for (const QString &argument : std::as_const(m_command))
        request.arguments.append(argument.toLocal8Bit());
    for (const QString &entry : environment)
        request.environment.append(entry.toLocal8Bit());
    Result<SpawnedChild> spawned = spawnChild(request);
    if (!spawned)
        return end(std::unexpected(std::move(spawned).error()));
    m_input = std::make_unique<PipeWriter>(std::move(spawned->input));
    m_output = std::make_unique<PipeReader>(std::move(spawned->output), answerBytesPerTurn);
    m_errors = std::make_unique<PipeReader>(std::move(spawned->errors), answerBytesPerTurn);
    m_child =
        std::make_unique<ChildProcess>(spawned->id, std::move(spawned->startReport), answerLeftoverGrace);
    connect(m_output.get(), &PipeReader::bytesRead, this, [this](QByteArrayView bytes) {
        if (m_printed.size() <= m_bounds.bytes)
            m_printed += bytes;
        if (m_printed.size() > m_bounds.bytes) {
            end(std::unexpected(advisingLimit(
                {ErrorKind::Limit, u"answer.size"_s,
                    u"The command %1 printed more than %2."_s.arg(name(), sizeText(m_bounds.bytes))},
                u"ui.textBytes", m_bounds.bytes)));
        }
    });
    connect(m_errors.get(), &PipeReader::bytesRead, this, [this](QByteArrayView bytes) {
        m_complaints += bytes.first(std::min(bytes.size(), maxKeptErrors - m_complaints.size()));
    });
    connect(m_child.get(), &ChildProcess::notStarted, this, [this](const SpawnFailure &failure) {
        end(std::unexpected(Error{ErrorKind::Network, u"child.notStarted"_s,
            u"The command %1 could not be started."_s.arg(name()),
            QString::fromLocal8Bit(std::strerror(failure.systemError)), {}}));
    });
    connect(m_child.get(), &ChildProcess::exited, this, [this](const ChildExit &exit) {
        m_output->drain();
        m_errors->drain();
        if (!exit.wasSignalled && exit.number == 0)
            return end(m_printed);
        end(std::unexpected(Error{ErrorKind::Network, u"child.exited"_s,
            u"The command %1 ended with %2."_s.arg(name(), exit.text()),
            visibleText(QString::fromUtf8(m_complaints), true, maxKeptErrors), {}}));
    });
    m_input->write(input);
    m_input->closeWhenWritten();
    m_deadline.start(m_bounds.time);
}

//! Ends from the event loop, because the objects that are destroyed here may be emitting a signal.
void AnswerCommand::end(Result<QByteArray> answer)
{
    if (std::exchange(m_isOver, true))
        return;
    QMetaObject::invokeMethod(
        this,
        [this, answer = std::move(answer)] {
            m_deadline.stop();
            m_child.reset(); // kills the processes that still run
            m_output.reset();
            m_errors.reset();
            m_input.reset();
            m_answer = answer;
            Q_EMIT finished();
        },
        Qt::QueuedConnection);
}

} // namespace Workbench

#include "moc_answercommand.cpp"
