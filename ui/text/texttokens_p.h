// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "ui/theme/theme.h"

#include <QByteArrayView>
#include <QList>

#include <vector>

namespace Workbench::Ui {

//! A run of one colour, in bytes of the row it was asked for.
struct TextToken {
    qsizetype begin = 0;
    qsizetype length = 0;
    ColorRole role = ColorRole::Text;
};

//! Where a JSON scan stands: JSON strings end with their line, so a line always begins outside.
enum class JsonScan : quint8 { Outside, String, Escape };

//! The state at each multiple of TextLimits::checkpointBytes of a long line.
std::vector<quint8> jsonCheckpoints(QByteArrayView line);
JsonScan advance(JsonScan state, QByteArrayView bytes);

//! Colours of line[begin, end) when the scan stands at \a state at \a begin. Looks a little beyond the end to
//! tell a key from a value.
QList<TextToken> jsonTokens(QByteArrayView line, qsizetype begin, qsizetype end, JsonScan state);
//! Colours of a line of an HTTP head: the start line, or a field.
QList<TextToken> httpTokens(QByteArrayView line, bool startLine);

} // namespace Workbench::Ui
