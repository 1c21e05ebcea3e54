// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QString>

class QAbstractItemView;
class QPlainTextEdit;
class QTextEdit;

namespace Workbench::Ui {

class TextView;

// Each function selects the next match in a view, or the previous one, from the cursor on, and wraps. It
// returns the sentence that FindBar shows, or an empty string if none is needed.

QString findIn(QPlainTextEdit *edit, const QString &text, bool backwards);
QString findIn(QTextEdit *edit, const QString &text, bool backwards);
QString findIn(TextView *view, const QString &text, bool backwards);
//! Searches the text of all cells, also in rows that are closed, up to 5000 rows.
QString findIn(QAbstractItemView *view, const QString &text, bool backwards);

} // namespace Workbench::Ui
