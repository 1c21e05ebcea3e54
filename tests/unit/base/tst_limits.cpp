// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include <QTest>

class tst_Limits : public QObject
{
    Q_OBJECT
};

QTEST_GUILESS_MAIN(tst_Limits)

#include "tst_limits.moc"
