// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QString>

class QAbstractItemView;
class QPlainTextEdit;
class QTextEdit;

namespace Workbench::Ui {

class TextView;

// Each function selects the next or previous match in a view. It starts at the cursor and wraps around. It
// returns the sentence that FindBar shows, or an empty string if no sentence is needed.

QString findIn(QPlainTextEdit *edit, const QString &text, bool backwards);
QString findIn(QTextEdit *edit, const QString &text, bool backwards);
//! Connect TextView::notFound() to the bar, too: a worker searches large texts.
QString findIn(TextView *view, const QString &text, bool backwards);
//! Searches the text of all cells in the first 5000 rows, including rows inside collapsed items.
QString findIn(QAbstractItemView *view, const QString &text, bool backwards);

} // namespace Workbench::Ui
