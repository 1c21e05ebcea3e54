// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QByteArray>
#include <QList>
#include <QString>
#include <QStringList>

namespace Workbench {

//! One test of a report for a CI.
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
    QString reason{}; //!< why it was skipped
    QStringList output{}; //!< what else there is to say
};

//! JUnit XML. Characters that XML cannot hold are made visible.
QByteArray toJUnit(const QString &suite, const QList<JUnitCase> &cases);

} // namespace Workbench
