// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// workbench_fuzz TARGET CORPUS SCRATCH [SECONDS [SEED]]
//
// Runs every file of the corpus, then mutated inputs until the time is over; inputs that add coverage join
// them. The running input is in SCRATCH/TARGET.input, also after a crash; once the bug is fixed, add it to
// the corpus. WORKBENCH_FUZZ_SECONDS and WORKBENCH_FUZZ_SEED override the arguments.

#include "coverage.h"
#include "mutator.h"
#include "target.h"

#include <QDir>
#include <QElapsedTimer>
#include <QFile>

#include <array>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

extern "C" const char *__asan_default_options();
// The sanitizer keeps freed memory for a while to find later uses. A small amount suffices, and memory is
// measured here.
extern "C" const char *__asan_default_options()
{
    return "quarantine_size_mb=32:max_allocation_size_mb=1024";
}

namespace {

constexpr qsizetype maxInput = 4096;
constexpr double maxSeconds = 4; // CPU time for one input; the sanitizers need four times as much
constexpr long maxMemoryKib = 512 * 1024;
constexpr unsigned giveUpSeconds = 60; // of wall-clock time; the input is taken as endless

//! Keeps the running input in a file that remains after a crash.
class CurrentInput {
public:
    explicit CurrentInput(const QString &path)
        : m_file(path)
    {
        if (!m_file.open(QIODevice::ReadWrite | QIODevice::Truncate) || !m_file.resize(capacity)
            || !(m_bytes = m_file.map(0, capacity)))
            qFatal("cannot write %s", qPrintable(path));
    }
    //! Removes the file, because there was no crash.
    ~CurrentInput() { m_file.remove(); }
    Q_DISABLE_COPY_MOVE(CurrentInput)

    void set(const QByteArray &input)
    {
        const auto size = size_t(std::min<qsizetype>(input.size(), capacity - 1));
        std::memcpy(m_bytes, input.constData(), size);
        std::memset(m_bytes + size, 0, capacity - size);
    }

private:
    static constexpr qsizetype capacity = 1 << 16;
    QFile m_file;
    uchar *m_bytes = nullptr;
};

double processorSeconds()
{
    timespec time{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return double(time.tv_sec) + double(time.tv_nsec) / 1e9;
}

long memoryKib()
{
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss;
}

QByteArrayList filesOf(const QString &folder)
{
    QByteArrayList inputs;
    const QDir dir(folder);
    const QStringList names = dir.entryList(QDir::Files, QDir::Name);
    for (const QString &name : names) {
        QFile file(dir.filePath(name));
        if (!file.open(QIODevice::ReadOnly))
            qFatal("cannot read %s", qPrintable(file.fileName()));
        inputs.append(file.readAll());
    }
    return inputs;
}

class Run {
public:
    Run(const FuzzTarget &target, CurrentInput &current)
        : m_target(target)
        , m_current(current)
    {
    }

    //! Runs \a input, and returns whether it added coverage.
    bool operator()(const QByteArray &input)
    {
        m_current.set(input);
        Coverage::begin();
        alarm(giveUpSeconds);
        const double start = processorSeconds();
        m_target.run(input);
        FUZZ_EXPECT(processorSeconds() - start < maxSeconds);
        const bool isNew = Coverage::takeNew() > 0;
        if (++runs % 256 == 0)
            FUZZ_EXPECT(memoryKib() - m_memoryBefore < maxMemoryKib);
        return isNew;
    }

    qint64 runs = 0;

private:
    const FuzzTarget &m_target;
    CurrentInput &m_current;
    long m_memoryBefore = memoryKib();
};

quint64 argumentOr(int argc, char **argv, int index, const char *variable, quint64 otherwise)
{
    if (qEnvironmentVariableIsSet(variable))
        return qgetenv(variable).toULongLong();
    return argc > index ? QByteArray(argv[index]).toULongLong() : otherwise;
}

} // namespace

void fuzzFailure(const char *what, const char *file, int line)
{
    std::fprintf(stderr, "%s:%d: does not hold: %s\n", file, line, what);
    std::abort();
}

int main(int argc, char **argv)
{
    nice(10); // other tests, which measure times, run meanwhile
    const std::array targets{jsonTarget(), yamlTarget(), jsonPathTarget(), jsonPatchTarget(), schemaTarget(),
        evaluatorTarget(), castTarget(), regexTarget(), sseTarget(), linesTarget(), httpTarget(),
        requestTarget(), jsonRpcTarget(), handshakeTarget(), redirectTarget(), workspaceTarget(),
        visibleTarget(), redactionTarget(), challengeTarget(), peerUrlTarget(), openApiTarget(),
        envelopeTarget(), fixtureTarget()};
    const auto target = std::ranges::find_if(
        targets, [&](const FuzzTarget &one) { return argc > 3 && qstrcmp(one.name, argv[1]) == 0; });
    if (target == targets.end()) {
        std::fputs("usage: workbench_fuzz TARGET CORPUS SCRATCH [SECONDS [SEED]]; the targets are:", stderr);
        for (const FuzzTarget &one : targets)
            std::fprintf(stderr, " %s", one.name);
        std::fputs("\n", stderr);
        return 2;
    }
    const auto seconds = argumentOr(argc, argv, 4, "WORKBENCH_FUZZ_SECONDS", 5);
    const auto seed = argumentOr(argc, argv, 5, "WORKBENCH_FUZZ_SEED", 1);
    std::printf("%s: seed %llu, %llu s\n", target->name, seed, seconds);
    std::fflush(stdout);

    QByteArrayList corpus = filesOf(QString::fromLocal8Bit(argv[2]));
    const QString scratch = QString::fromLocal8Bit(argv[3]);
    if (corpus.isEmpty() || !QDir().mkpath(scratch))
        qFatal("the corpus is empty, or the scratch folder cannot be made");
    CurrentInput current(
        QDir(scratch).filePath(QString::fromLatin1(target->name) + QLatin1StringView(".input")));
    Run run(*target, current);
    for (const QByteArray &input : std::as_const(corpus))
        run(input);
    const qsizetype replayed = corpus.size();

    Mutator mutator(seed, target->words, maxInput);
    QElapsedTimer clock;
    clock.start();
    while (clock.elapsed() < qint64(seconds) * 1000) {
        // Half of the time this takes one of the latest inputs, because new inputs are the most useful.
        const auto all = size_t(corpus.size());
        const size_t recent = std::min<size_t>(all, 16);
        const size_t chosen = mutator.below(2) == 0 ? mutator.below(all) : all - 1 - mutator.below(recent);
        const QByteArray input =
            mutator.mutated(corpus.at(qsizetype(chosen)), corpus.at(qsizetype(mutator.below(all))));
        if (run(input))
            corpus.append(input);
    }
    std::printf("%s: %lld inputs replayed, %lld run, %lld new ones kept, %lld ways, %ld MiB\n", target->name,
        qint64(replayed), run.runs, qint64(corpus.size() - replayed), Coverage::waysKnown(),
        memoryKib() / 1024);
    return 0;
}
