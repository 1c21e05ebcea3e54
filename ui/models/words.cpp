// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/models/words.h"

#include "core/base/visibletext.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

StateLook lookOf(const ExchangeRecord &record)
{
    const QString outcome = visibleText(record.outcome, false, 40);
    switch (record.state) {
    case ExchangeRecord::State::Running:
        return {u"state-connecting"_s, QCoreApplication::translate("Words", "running"), ColorRole::Warning};
    case ExchangeRecord::State::Live:
        return {u"outcome-live"_s, QCoreApplication::translate("Words", "live"), ColorRole::Live};
    case ExchangeRecord::State::Ok:
        return {u"outcome-ok"_s, outcome.isEmpty() ? QCoreApplication::translate("Words", "ok") : outcome,
            ColorRole::Ok};
    case ExchangeRecord::State::Failed:
        return {u"outcome-error"_s,
            outcome.isEmpty() ? QCoreApplication::translate("Words", "failed") : outcome, ColorRole::Error};
    case ExchangeRecord::State::Cancelled:
        return {u"outcome-cancelled"_s, QCoreApplication::translate("Words", "cancelled"), ColorRole::Stale};
    }
    return {};
}

StateLook lookOf(Diagnosis::Severity severity)
{
    switch (severity) {
    case Diagnosis::Severity::Error:
        return {u"outcome-error"_s, QCoreApplication::translate("Words", "error"), ColorRole::Error};
    case Diagnosis::Severity::Warning:
        return {u"warning"_s, QCoreApplication::translate("Words", "warning"), ColorRole::Warning};
    case Diagnosis::Severity::Info: break;
    }
    return {u"info"_s, QCoreApplication::translate("Words", "note"), ColorRole::TextSecond};
}

QString iconOf(OperationType type)
{
    switch (type) {
    case OperationType::Query: return u"query"_s;
    case OperationType::Mutation: return u"mutation"_s;
    case OperationType::Subscription: return u"subscription"_s;
    }
    return {};
}

QString wordOf(OperationType type)
{
    switch (type) {
    case OperationType::Query: return QCoreApplication::translate("Words", "query");
    case OperationType::Mutation: return QCoreApplication::translate("Words", "mutation");
    case OperationType::Subscription: return QCoreApplication::translate("Words", "subscription");
    }
    return {};
}

QString clockText(const QDateTime &utc)
{
    return utc.isValid() ? utc.toLocalTime().toString(u"HH:mm:ss.zzz"_s) : QString();
}

QString elapsedText(qint64 milliseconds)
{
    const qint64 seconds = milliseconds / 1000;
    const QString minutesAndSeconds =
        u"%1:%2"_s.arg(seconds / 60 % 60, 2, 10, '0'_L1).arg(seconds % 60, 2, 10, '0'_L1);
    return seconds < 3600 ? minutesAndSeconds : QString::number(seconds / 3600) + u':' + minutesAndSeconds;
}

} // namespace Workbench::Ui
