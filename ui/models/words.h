// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/error.h"
#include "core/envelope/explanation/diagnosis.h"
#include "core/envelope/pipeline/outcome.h"
#include "core/exchange/exchangelog.h"
#include "core/operation/operationspec.h"
#include "core/session/sourcestate.h"
#include "ui/theme/theme.h"

#include <QCoreApplication>

#include <optional>

namespace Workbench {
class Sessions;
}

namespace Workbench::Ui {

//! The translations of the words that follow.
struct Words {
    Q_DECLARE_TR_FUNCTIONS(Words)
};

//! The icon, word and colour that show a state. \source ui/README.md "Words and shapes"
struct StateLook {
    QString icon;
    QString word;
    ColorRole color = ColorRole::Text;
};

StateLook lookOf(const ExchangeRecord &record);
//! Returns the id of a task, which a server gave, for one line of text: the beginning of a long id, with "…".
QString shortTaskId(const QString &id);
//! Returns the shortcut Ctrl+Return for a button: "Ctrl+↵", or "⌘↩" on macOS. The name of the modifier is in
//! the language of the window.
QString returnHint();
StateLook lookOf(SourceState::Phase phase);
StateLook lookOf(Diagnosis::Severity severity);
QString iconOf(OperationType type);
QString wordOf(OperationType type);
//! Returns the icon of an operation whose definition is not known; \a sourceKind is the kind of its source.
QString iconOf(const OperationId &id, QStringView sourceKind, OperationType type);
//! Returns the icon of the operation's kind.
QString iconOf(const OperationSpec &spec);
//! Returns the kind as the source calls it: tool, resource, template, prompt or task, otherwise the
//! operation's type.
QString wordOf(const OperationSpec &spec);
//! Returns the name to show for an operation. For a resource, template or prompt this is the title, or the
//! last part of its address. For every other operation it is the name by which it is called.
QString nameOf(const OperationSpec &spec);
//! Returns a claim of claimsOf() in the language of the window.
QString claimText(const QString &claim);
//! Returns the description of an operation as Markdown, after the summary of an OpenAPI document if it has
//! one.
QString descriptionOf(const OperationSpec &spec);
//! Returns a name to show for an operation whose definition is not known.
QString nameOf(const OperationId &id);
//! Returns the icon of \a operation of \a source, as last listed; empty if the source no longer exists.
QString iconOf(const Sessions &sessions, const QString &source, const QString &operation);
//! Returns the name of \a operation of \a source, as Sources shows it while the source is connected.
QString nameOf(const Sessions &sessions, const QString &source, const QString &operation);
//! Returns the word of the button that calls the operation: Invoke, Subscribe, Read or Get.
QString verbOf(const OperationSpec &spec);
//! Returns what callers of an operation need: each scope, the alternatives and the resource. Empty: nothing.
QStringList needsOf(const AccessControl &access);
//! Returns what \a identity lacks for an operation, or that no identity is set. Empty if nothing is missing.
QString missingText(const AccessControl &access, const std::optional<Identity> &identity);
//! Returns the address of a resource or template, otherwise an empty string.
QString addressOf(const OperationSpec &spec);
//! Returns, for each of \a addresses, the part that distinguishes it from the others: without the first and
//! last path segments that all have in common. An address without such a part is returned whole.
QStringList distinctParts(const QStringList &addresses);
//! Returns \a utc as local time, for example "12:03:21.114"; empty if invalid.
QString clockText(const QDateTime &utc);
//! Returns a duration as minutes and seconds, for example "00:12"; with hours from one hour on.
QString elapsedText(qint64 milliseconds);

//! The HTTP method and path of an operation.
struct HttpRoute {
    QString method; //!< "GET"
    QString path; //!< the template: "/pets/{petId}"
};

//! Returns the route of \a spec, or nothing if it is not an HTTP operation.
std::optional<HttpRoute> httpRouteOf(const OperationSpec &spec);
bool isDeprecated(const OperationSpec &spec);
//! Returns the URLs of the servers of an operation, with variables in braces. Empty if there is only one.
QStringList serversOf(const OperationSpec &spec);

//! Returns \a status with its reason phrase: "404 Not Found".
QString statusText(int status);

//! Returns the HTTP response in \a error as an outcome that the panes can show, or nothing if \a error has no
//! response.
std::optional<Outcome> answerOf(const Error &error);

} // namespace Workbench::Ui
