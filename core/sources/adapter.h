// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/task.h"
#include "core/exchange/exchangelog.h"
#include "core/operation/inputcompletion.h"
#include "core/operation/operationspec.h"
#include "core/registry/callcontext.h"
#include "core/registry/itemstream.h"
#include "core/workspace/source.h"

#include <QObject>
#include <QUrl>

namespace Workbench {

//! Who answered, after the handshake.
struct PeerInfo {
    QString name;
    QString version;
    QString protocol; //!< "MCP 2025-11-25"
    QString instructions;
    Json raw; //!< the handshake's answer, verbatim
    //! What was agreed, for a person, with the members that are known: revision, era, transport, session,
    //! serverCapabilities, clientCapabilities. Absent: the protocol agrees on nothing.
    Json agreed{};
    QStringList remarks; //!< what was odd about it
    QStringList notes; //!< what is worth knowing and breaks nothing: an older protocol version or transport
    QString listsOnly; //!< why it serves for lists only and calls are refused; empty: it serves for all
};

//! Code of open()'s Error when the peer speaks no protocol version of ours. acceptAnyVersion() goes past it.
inline constexpr QLatin1StringView unknownVersionCode{"protocol.unknownVersion"};

struct Discovery {
    QList<OperationSpec> operations; //!< namespaces are given by the session
    QString incompleteReason; //!< empty: complete (R-54)
    QStringList remarks;
    std::optional<SchemaDialect> dialect = {}; //!< of schemas that name none; nothing: the factory's default
};

//! What would be sent, byte for byte, without sending it.
struct WirePreview {
    Json frame; //!< a JSON-RPC or hub message; absent for HTTP
    QByteArray method; //!< HTTP only
    QUrl url;
    QByteArray address{}; //!< the whole URL to the byte, where a QUrl would write it differently; empty: url
    QList<std::pair<QByteArray, QByteArray>> headers;
    QByteArray body; //!< of HTTP; for stdio the line itself
    //! Over HTTP in a session: the bodies that open a session of its own, which go the same way before it.
    //! The answer to the first has the header \c sessionHeader, which goes with all others.
    QList<QByteArray> opening{};
    QByteArray sessionHeader{};
    QStringList remarks{}; //!< what is odd about it, such as input that is not sent
};

//! Turns one protocol's words into ours. GUI thread. A failed call leaves it usable unless closed() was
//! emitted.
class Adapter : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;

    //! Before open(): an unknown version is no reason to stop. Only lists are read then, and
    //! PeerInfo::listsOnly says so. \source core/RULES.md R-53
    virtual void acceptAnyVersion() { }
    //! Connects and shakes hands. Once. Cancelled by close().
    virtual Task<Result<PeerInfo>> open() = 0;
    virtual Task<Result<Discovery>> discover() = 0;
    virtual Task<Result<HandlerResult>> invoke(OperationSpec spec, Json input, CallContext context) = 0;
    //! Also for an operation that reads something and that the peer watches: an item for each change.
    virtual Result<std::unique_ptr<ItemStream>> subscribe(
        OperationSpec spec, Json input, CallContext context) = 0;
    virtual OperationFeatures featuresOf([[maybe_unused]] const OperationSpec &spec) const { return {}; }
    //! Values for the member \a member of \a input, where featuresOf() says that the peer proposes some. Ends
    //! early with ErrorKind::Cancelled when \a cancellation is requested; the peer is told.
    virtual Task<Result<InputCompletion>> complete(
        OperationSpec spec, QString member, Json input, std::stop_token cancellation);
    virtual Result<WirePreview> preview(const OperationSpec &spec, const Json &input) const = 0;
    //! The same as work for any thread, where it may take longer than a window can wait; it outlives the
    //! adapter.
    virtual std::function<Result<WirePreview>()> previewing(
        const OperationSpec &spec, const Json &input) const
    {
        return [result = preview(spec, input)] { return result; };
    }
    //! Starts the orderly end; every pending call settles; closed() follows.
    virtual void close() = 0;

Q_SIGNALS:
    //! The peer says its list changed; already coalesced (limits.list: one refetch per 500 ms).
    void operationsChanged();
    //! Usable, but a part is missing; empty text: whole again.
    void degraded(const QString &why);
    void logged(const Workbench::LogLine &line);
    //! The connection is gone for good.
    void closed(const Workbench::Error &reason);
};

//! Makes adapters of one kind. Stateless; lives as long as Sessions.
class AdapterFactory {
public:
    virtual ~AdapterFactory() = default;

    virtual QString kind() const = 0; //!< Source::kind
    virtual QList<SourceKind> sourceKinds() const = 0; //!< entries of the add-source dialog, in order
    //! ErrorKind::Usage naming the field that is missing or wrong.
    virtual Result<void> check(const Source &source) const = 0;
    //! What must be confirmed before it is opened; nothing when no program is started.
    virtual std::optional<TrustFacts> trustFacts(const Source &source) const = 0;
    //! \a source has passed check(). \a log receives every frame and outlives the adapter.
    virtual std::unique_ptr<Adapter> create(
        const Source &source, const Limits &limits, ExchangeLog *log) const = 0;
    //! Absolute paths of files and folders; when one changes, \a source, which has passed check(), is closed
    //! and opened again.
    virtual QStringList watchedPaths([[maybe_unused]] const Source &source) const { return {}; }
    //! Returns whether a peer defines the operations of its sources. The user is then asked before a changed
    //! definition is called.
    virtual bool hasPeer() const { return true; }
    //! Dialect of schemas that name none.
    virtual SchemaDialect defaultDialect() const { return SchemaDialect::Draft2020_12; }
};

} // namespace Workbench
