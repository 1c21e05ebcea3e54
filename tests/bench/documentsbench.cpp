// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// Measures memory, time and printed bytes of each command over a description of a service, for real documents
// and for one shaped like the largest public ones. Fails if a command needs more than twelve times the size
// of the document plus 60 MB; it never fails for a time.
//
// usage: bench_documents ENVELOPE DOCUMENT…

#include "tests/support/largedocument.h"
#include "tests/support/measuredcommand.h"
#include "tests/support/rawserver.h"

#include <QCoreApplication>
#include <QTemporaryDir>

#include <cstdio>

using namespace Workbench::Test;
using namespace Qt::StringLiterals;

namespace {

constexpr double kilobyte = 1024;

QString writeLargeDocument(const QString &folder, const QUrl &server)
{
    QFile file(folder + u"/generated.json"_s);
    if (!file.open(QIODevice::WriteOnly) || file.write(largeDocument(server.toEncoded())) < 2'000'000)
        qFatal("cannot write the document");
    return file.fileName();
}

//! Prints a row for each command. Returns false if one failed or needs too much memory.
bool measure(const QString &program, const QString &path, const QString &server, const QString &home)
{
    const double size = megabytesOf(path);
    const Measured listed = measured(program, {{}, {u"list"_s, path}}, home);
    const QByteArrayList lines = listed.output().split('\n');
    if (listed.exitCode != 0 || lines.size() < 2)
        return false;
    const QByteArray name = QFileInfo(path).fileName().toUtf8();
    const qsizetype operations = lines.size() - 2; // without the heading and the end of the last line
    std::printf("| **%s**, %.2f MB, %lld operations | | %.0f | | |\n", name.constData(), size,
        qlonglong(operations), mostMegabytes(size));
    const QString first = QString::fromUtf8(lines.at(1).split(' ').first());
    bool isGood = true;
    for (const MeasuredCommand &command : commandsOver(path, first, server, home)) {
        const Measured each = measured(program, command, home);
        const bool fits = each.megabytes <= mostMegabytes(size);
        std::printf("| %s | %.0f | %.0f | %.1f | %s |\n", qPrintable(command.name), each.seconds * 1000,
            each.megabytes, double(each.printed()) / kilobyte, fits ? "" : "too much");
        isGood = isGood && fits && each.exitCode >= 0;
    }
    std::fflush(stdout);
    return isGood;
}

} // namespace

int main(int argc, char **argv)
{
    const QCoreApplication application(argc, argv);
    QStringList documents = QCoreApplication::arguments().mid(1);
    const QString program = documents.takeFirst();
    const QTemporaryDir home;
    RawServer server([](QTcpSocket *socket, const RawServer::Request &) {
        RawServer::answer(socket, RawServer::ok(R"({"id":"1"})"));
    });
    documents += writeLargeDocument(home.path(), server.url(u""_s));
    std::printf("| command | ms | MB at most | KB printed | |\n| --- | ---: | ---: | ---: | --- |\n");
    QStringList tooMuch;
    for (const QString &document : std::as_const(documents)) {
        if (!measure(program, document, server.url(u""_s).toString(), home.path()))
            tooMuch += document;
    }
    if (!tooMuch.isEmpty())
        std::fprintf(stderr, "failed, or too much memory: %s\n", qPrintable(tooMuch.join(u", "_s)));
    return tooMuch.isEmpty() ? 0 : 1;
}
