// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/json/jsonbuilder.h"

#include <QFile>

#include <algorithm>
#include <chrono>
#include <cstdio>

//! Functions for the programs that take one measurement per run.
namespace Bench {

//! Returns the seconds of the best of many rounds within about a second, after a warm-up round.
template <typename Work> double best(const Work &work)
{
    work();
    double shortest = 1e9;
    double spent = 0;
    for (int round = 0; round < 5 || spent < 1.0; ++round) {
        const auto start = std::chrono::steady_clock::now();
        work();
        const double seconds =
            std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
        shortest = std::min(shortest, seconds);
        spent += seconds;
    }
    return shortest;
}

inline QByteArray read(const QString &path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        qFatal("cannot read %s", qPrintable(path));
    return file.readAll();
}

inline void write(const QString &path, const QByteArray &bytes)
{
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
        qFatal("cannot write %s", qPrintable(path));
}

//! Prints a line of JSON for the script that compares the measurements.
inline void print(std::initializer_list<std::pair<QString, double>> numbers, const QByteArray &verdicts = {})
{
    Workbench::JsonBuilder builder;
    builder.beginObject();
    for (const auto &[name, value] : numbers)
        builder.add(name, Workbench::Json::real(value));
    if (!verdicts.isEmpty())
        builder.add(u"verdicts", QString::fromLatin1(verdicts));
    std::puts(builder.endObject().take().toBytes().constData());
}

} // namespace Bench
