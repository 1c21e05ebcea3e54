// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QByteArray>
#include <QList>
#include <QString>
#include <QStringList>

namespace Workbench {

//! A test case of a JUnit report for CI.
struct JUnitCase {
    struct Failure {
        QString type;
        QString message;
        QStringList lines{}; //!< may be empty
    };
    QString name;
    qint64 durationMs = -1; //!< -1: not known
    QList<Failure> failures{};
    bool isSkipped = false;
    QString reason{}; //!< why the test was skipped
    QStringList output{}; //!< other lines, for system-out
};

//! Returns JUnit XML. Characters that XML does not allow are made visible.
QByteArray toJUnit(const QString &suite, const QList<JUnitCase> &cases);

} // namespace Workbench
