// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "ui/theme/theme.h"

#include <QByteArrayView>
#include <QList>

#include <vector>

namespace Workbench::Ui {

//! A run of one colour. Offsets are in bytes from the start of the row.
struct TextToken {
    qsizetype begin = 0;
    qsizetype length = 0;
    ColorRole role = ColorRole::Text;
};

//! The state of a JSON scan. JSON strings end with their line, so each line begins with Outside.
enum class JsonScan : quint8 { Outside, String, Escape };

//! Returns the state at each multiple of TextLimits::checkpointBytes in a long line.
std::vector<quint8> jsonCheckpoints(QByteArrayView line);
//! Returns the state after \a bytes if the scan begins with \a state.
JsonScan advance(JsonScan state, QByteArrayView bytes);

//! Returns the colours of line[begin, end). \a state is the state of the scan at \a begin. Reads a little
//! beyond \a end to distinguish a key from a value.
QList<TextToken> jsonTokens(QByteArrayView line, qsizetype begin, qsizetype end, JsonScan state);
//! Returns the colours of a line of an HTTP head, which is the start line or a field.
QList<TextToken> httpTokens(QByteArrayView line, bool startLine);

} // namespace Workbench::Ui
