// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/envelope/diagnosis.h"
#include "core/exchange/exchangelog.h"
#include "core/operation/operationspec.h"
#include "ui/theme/theme.h"

namespace Workbench::Ui {

//! A state as shape, word and colour. \source design "Looks", Words and shapes
struct StateLook {
    QString icon;
    QString word;
    ColorRole color = ColorRole::Text;
};

StateLook lookOf(const ExchangeRecord &record);
StateLook lookOf(Diagnosis::Severity severity);
QString iconOf(OperationType type);
QString wordOf(OperationType type);
//! "12:03:21.114" in local time.
QString clockText(const QDateTime &utc);
//! "00:12", with hours from one hour on.
QString elapsedText(qint64 milliseconds);

} // namespace Workbench::Ui
