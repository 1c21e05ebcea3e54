// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// Takes one measurement per run and prints it as a line of JSON, for openapi.mjs:
//   openapibench load FILE      reads a description and lists its operations, many times
//   openapibench once FILE      does that once; prints the time, and how much the resident memory grows
//   openapibench open FILE      completes every operation, one after another
//   openapibench times N FILE   writes a description with N copies of every operation and its schemas

#include "measure.h"

#include "core/json/jsonparser.h"
#include "core/sources/openapi/openapidocument.h"

#include <QUrl>

#include <cstdlib>

using namespace Workbench;
using namespace Qt::StringLiterals;
using Bench::best;
using Bench::print;
using Bench::read;
using Bench::write;

namespace {

struct Loaded {
    std::shared_ptr<const OpenApiDocument> document;
    QList<OperationSpec> specs;
};

Loaded load(const QByteArray &bytes)
{
    Limits limits;
    limits.docBytes = 1LL << 30; // the default limit is too small for ten times the document
    OpenApiDocument::Reader reader({QUrl(u"https://example.com/api.json"_s), bytes}, {}, limits);
    if (const Result<void> done = reader.read(); !done)
        qFatal("%s", qPrintable(done.error().message));
    Loaded loaded{reader.finish(), {}};
    loaded.specs = loaded.document->specs();
    return loaded;
}

//! Returns the value of a line of /proc/self/status in KiB.
double statusValue(const QByteArray &name)
{
    for (const QByteArray &line : read(u"/proc/self/status"_s).split('\n')) {
        if (line.startsWith(QByteArray(name + ':')))
            return line.mid(name.size() + 1).trimmed().split(' ').first().toDouble();
    }
    return 0;
}

void measureLoad(const QString &file)
{
    const QByteArray bytes = read(file);
    qsizetype operations = 0;
    double unloaded = 1e9; // the time without freeing the memory
    best([&] {
        const auto start = std::chrono::steady_clock::now();
        const Loaded loaded = load(bytes);
        unloaded = std::min(
            unloaded, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
        operations = loaded.specs.size();
    });
    const double parse = best([&] {
        if (!parseJson(bytes))
            qFatal("the file is not JSON");
    });
    print(
        {{u"loadMs"_s, unloaded * 1e3}, {u"parseMs"_s, parse * 1e3}, {u"operations"_s, double(operations)}});
}

void measureOnce(const QString &file)
{
    const double before = statusValue("VmRSS");
    const QByteArray bytes = read(file);
    const auto start = std::chrono::steady_clock::now();
    const Loaded loaded = load(bytes);
    const std::chrono::duration<double, std::milli> time = std::chrono::steady_clock::now() - start;
    print({{u"peakKib"_s, statusValue("VmHWM") - before}, {u"onceMs"_s, time.count()},
        {u"operations"_s, double(loaded.specs.size())}});
}

void measureOpening(const QString &file)
{
    const Loaded loaded = load(read(file));
    std::vector<double> times;
    qsizetype mostNodes = 0;
    for (const OperationSpec &spec : loaded.specs) {
        const auto start = std::chrono::steady_clock::now();
        const OperationSpec whole = completed(spec);
        times.push_back(
            std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count());
        mostNodes = std::max(mostNodes, whole.outputSchema.nodeCount());
    }
    std::ranges::sort(times);
    double sum = 0;
    for (const double time : times)
        sum += time;
    print({{u"medianMs"_s, times[times.size() / 2]}, {u"p99Ms"_s, times[times.size() * 99 / 100]},
        {u"longestMs"_s, times.back()}, {u"allMs"_s, sum}, {u"mostNodes"_s, double(mostNodes)}});
}

//! Writes \a count copies of the description. The paths and components of each copy get its number, and
//! references lead to the components of their own copy.
void writeTimes(int count, const QString &file)
{
    const Json source = jsonLiteral(read(file));
    QByteArrayList schemas;
    QByteArrayList items;
    for (int i = 0; i < count; ++i) {
        const QByteArray number = QByteArray::number(i);
        const QByteArray component = "#/components/schemas/" + number + '-';
        const QByteArray id = "\"operationId\":\"" + number + '-';
        for (const auto entry : source.member("paths"_L1).members()) {
            QByteArray value = entry.value().toBytes();
            value.replace("#/components/schemas/", component);
            value.replace("\"operationId\":\"", id);
            items.append(
                Json::string(QString(u'/' % QString::number(i) % entry.key())).toBytes() + ':' + value);
        }
        const Json all = source.member("components"_L1).member("schemas"_L1);
        for (const auto entry : all.members()) {
            QByteArray value = entry.value().toBytes();
            value.replace("#/components/schemas/", component);
            schemas.append(
                Json::string(QString(QString::number(i) % u'-' % entry.key())).toBytes() + ':' + value);
        }
    }
    QByteArray rest;
    for (const auto entry : source.member("components"_L1).members()) {
        if (entry.key() != "schemas"_L1) {
            QByteArray value = entry.value().toBytes();
            value.replace("#/components/schemas/", "#/components/schemas/0-");
            rest += ',' + Json::string(entry.key()).toBytes() + ':' + value;
        }
    }
    write(file + u".times"_s,
        "{\"openapi\":\"3.0.3\",\"info\":{\"title\":\"t\",\"version\":\"1\"},\"paths\":{" + items.join(',')
            + "},\"components\":{\"schemas\":{" + schemas.join(',') + '}' + rest + "}}");
}

} // namespace

int main(int argc, char **argv)
{
    const QByteArrayList arguments(argv + 1, argv + argc);
    const QString file = QString::fromLocal8Bit(arguments.value(arguments.size() - 1));
    if (arguments.value(0) == "load" && argc == 3)
        measureLoad(file);
    else if (arguments.value(0) == "once" && argc == 3)
        measureOnce(file);
    else if (arguments.value(0) == "open" && argc == 3)
        measureOpening(file);
    else if (arguments.value(0) == "times" && argc == 4)
        writeTimes(arguments.at(1).toInt(), file);
    else
        return 2;
    return 0;
}
