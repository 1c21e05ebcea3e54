// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/panes/bugreportcopy.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QtConcurrentRun>

namespace Workbench::Ui {

void copyWhenWritten(const BugReport &report, const KnownSecrets &secrets, QObject *context)
{
    QtConcurrent::run(toMarkdown, report, secrets).then(context, [](const QString &text) {
        QGuiApplication::clipboard()->setText(text);
    });
}

} // namespace Workbench::Ui
