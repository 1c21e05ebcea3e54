// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/envelope/diagnosis.h"
#include "core/exchange/exchangelog.h"
#include "core/operation/operationspec.h"
#include "ui/theme/theme.h"

namespace Workbench {
class Sessions;
}

namespace Workbench::Ui {

//! A state as shape, word and colour. \source ui/README.md "Words and shapes"
struct StateLook {
    QString icon;
    QString word;
    ColorRole color = ColorRole::Text;
};

StateLook lookOf(const ExchangeRecord &record);
StateLook lookOf(Diagnosis::Severity severity);
QString iconOf(OperationType type);
QString wordOf(OperationType type);
//! Returns the icon of an operation whose definition is not known here. \a sourceKind: of its source.
QString iconOf(const OperationId &id, QStringView sourceKind, OperationType type);
//! The kind as its source calls it: tool, resource, template or prompt, otherwise the operation's type.
QString iconOf(const OperationSpec &spec);
QString wordOf(const OperationSpec &spec);
//! Returns the name that people gave the operation. A resource, template or prompt has its title, or the last
//! part of its address; every other operation has the name by which it is called.
QString nameOf(const OperationSpec &spec);
//! Returns a name for an operation whose definition is not known here.
QString nameOf(const OperationId &id);
//! Returns the name of \a operation of \a source, as Sources shows it while the source is connected.
QString iconOf(const Sessions &sessions, const QString &source,
    const QString &operation); //!< as last listed; empty: the source is gone
QString nameOf(const Sessions &sessions, const QString &source, const QString &operation);
//! Returns the word of the button that calls the operation: Invoke, Subscribe, Read or Get.
QString verbOf(const OperationSpec &spec);
//! Returns the address of a resource or template, otherwise an empty string.
QString addressOf(const OperationSpec &spec);
//! What tells each of \a addresses apart from the others: the path segments that are not the same in all. An
//! address that this leaves nothing of is given whole.
QStringList distinctParts(const QStringList &addresses);
//! "12:03:21.114" in local time.
QString clockText(const QDateTime &utc);
//! "00:12", with hours from one hour on.
QString elapsedText(qint64 milliseconds);

} // namespace Workbench::Ui
