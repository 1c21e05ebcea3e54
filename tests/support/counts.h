// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QDebug>
#include <QDir>
#include <QSaveFile>

namespace Workbench::Test {

//! Prints "NAME: PASSED of TOTAL", and stores the line for the test that compares the README with it.
inline void reportCount(const QString &name, qsizetype passed, qsizetype total)
{
    const QString line = QStringLiteral("- %1: %2 of %3").arg(name).arg(passed).arg(total);
    qInfo().noquote() << line;
    QDir().mkpath(QStringLiteral(BUILD_DIR "/counts"));
    QSaveFile file(QStringLiteral(BUILD_DIR "/counts/")
        + name.toLower()
            .replace(QLatin1Char(' '), QLatin1Char('-'))
            .replace(QLatin1Char('/'), QLatin1Char('-'))
        + QStringLiteral(".txt"));
    if (!file.open(QIODevice::WriteOnly) || file.write(line.toUtf8() + '\n') < 0 || !file.commit())
        qFatal("cannot write the count %s", qPrintable(name));
}

} // namespace Workbench::Test
