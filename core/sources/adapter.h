// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/task.h"
#include "core/exchange/exchangelog.h"
#include "core/operation/callcontext.h"
#include "core/operation/operationspec.h"
#include "core/operation/registry/itemstream.h"
#include "core/workspace/source.h"

#include <QObject>
#include <QUrl>

namespace Workbench {

//! Information about the peer after the handshake.
struct PeerInfo {
    QString name;
    QString version;
    QString protocol; //!< "MCP 2025-11-25"
    QString instructions;
    Json raw; //!< the peer's response to the handshake, unchanged
    //! The agreed parameters to show to the user. Known members: revision, era, transport, session,
    //! serverCapabilities, clientCapabilities. Absent: the protocol negotiates nothing.
    Json agreed{};
    QStringList remarks; //!< oddities of the handshake
    QStringList notes; //!< facts that break nothing: an older protocol version or transport
    QString listsOnly; //!< why only lists are read and calls are refused; empty: everything works
};

//! The operations of a peer.
struct Discovery {
    QList<OperationSpec> operations; //!< the session sets their namespaces
    QString incompleteReason; //!< why the list is incomplete; empty: it is complete (R-54)
    QStringList remarks;
    //! Dialect of schemas that name none. Nothing: AdapterFactory::defaultDialect().
    std::optional<SchemaDialect> dialect = {};
};

//! The exact bytes of a call that would be sent. Nothing is sent.
struct WirePreview {
    Json frame; //!< a JSON-RPC or hub message; absent for HTTP
    QByteArray method; //!< HTTP only
    QUrl url;
    //! The exact bytes of the whole URL if a QUrl would write them differently; empty: \c url.
    QByteArray address{};
    QList<std::pair<QByteArray, QByteArray>> headers;
    QByteArray body; //!< the HTTP body; for stdio the line
    //! HTTP with sessions only: the bodies of requests to the same address that first open a separate
    //! session. The response to the first one has the header \c sessionHeader, which all following requests
    //! send.
    QList<QByteArray> opening{};
    QByteArray sessionHeader{};
    QStringList remarks{}; //!< oddities of the request, such as input that is not sent
    //! The parts whose value is replaced because it is a secret: names of headers and of query parameters, or
    //! "a part of the address".
    QStringList hidden{};
};

//! The connection to one source. Translates its protocol to operations, envelopes and item streams. GUI
//! thread. After a failed call the adapter is still usable unless closed() was emitted.
class Adapter : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;

    //! Makes open() accept an unknown protocol version. Call it before open(). Only lists are read then, and
    //! PeerInfo::listsOnly says so. \source core/RULES.md R-53
    virtual void acceptAnyVersion() { }
    //! Sets the identity of our own calls, for a peer whose list depends on the caller. Emits
    //! operationsChanged() if the list of the connected peer may differ then. preview() shows the identity if
    //! calls send it.
    virtual void setIdentity([[maybe_unused]] const std::optional<Identity> &identity) { }
    //! Connects and performs the handshake. May be called once. close() cancels it.
    virtual Task<Result<PeerInfo>> open() = 0;
    //! Reads the operations of the peer. May be called again to refresh them.
    virtual Task<Result<Discovery>> discover() = 0;
    virtual Task<Result<HandlerResult>> invoke(OperationSpec spec, Json input, CallContext context) = 0;
    //! Subscribes to an operation. For a resource that the peer watches, the stream has an item for each
    //! change.
    virtual Result<std::unique_ptr<ItemStream>> subscribe(
        OperationSpec spec, Json input, CallContext context) = 0;
    virtual OperationFeatures featuresOf([[maybe_unused]] const OperationSpec &spec) const { return {}; }
    //! Returns proposed values for the member \a member of \a input. Call it if featuresOf() says that the
    //! peer proposes values. Returns ErrorKind::Cancelled, and tells the peer, if \a cancellation is
    //! requested.
    virtual Task<Result<InputCompletion>> complete(
        OperationSpec spec, QString member, Json input, std::stop_token cancellation);
    //! Returns what a call would send. Returns ErrorKind::Usage if the source sends nothing.
    virtual Result<WirePreview> preview(const OperationSpec &spec, const Json &input) const = 0;
    //! Returns a function that computes preview() on any thread, because it may take long. The function may
    //! outlive the adapter.
    virtual std::function<Result<WirePreview>()> previewing(
        const OperationSpec &spec, const Json &input) const
    {
        return [result = preview(spec, input)] { return result; };
    }
    //! Starts to close the connection. Every pending call settles; closed() follows.
    virtual void close() = 0;

Q_SIGNALS:
    //! Emitted when the peer says that its list changed, or when the list may have changed because the
    //! connection was made again. Announcements of an MCP server within 500 ms are joined.
    void operationsChanged();
    //! Emitted at once for each announcement that operationsChanged() reports only later. From then on, calls
    //! wait until discover() was called again and has ended, or, if \a isBeingRead, until the running
    //! discover() has ended. \source core/RULES.md R-130
    void operationsStale(bool isBeingRead = false);
    //! Emitted when the peer replaced a lost session by a new one, with the new result of the handshake.
    //! operationsStale() was emitted before.
    void renewed(const Workbench::PeerInfo &peer);
    //! Emitted when a part of the source is missing, with the reason; with an empty text when it is complete
    //! again.
    void degraded(const QString &why);
    void logged(const Workbench::LogLine &line);
    //! Emitted when the connection has ended and will not be restored.
    void closed(const Workbench::Error &reason);
};

//! Makes the adapters for one kind of source. Stateless; lives as long as Sessions.
class AdapterFactory {
public:
    virtual ~AdapterFactory() = default;

    virtual QString kind() const = 0; //!< the value of Source::kind
    virtual QList<SourceKind> sourceKinds() const = 0; //!< entries of the dialog that adds a source, in order
    //! Validates the settings. Returns ErrorKind::Usage that names a missing or invalid field.
    virtual Result<void> check(const Source &source) const = 0;
    //! Checks only the headers in the settings, for a source that check() cannot judge yet, because values
    //! are still placeholders of secrets. Fails like check().
    virtual Result<void> checkHeaders([[maybe_unused]] const Source &source) const { return {}; }
    //! Returns what the user must confirm before the source is opened, or nothing if it starts no program. A
    //! kind of source that starts programs must override it.
    virtual std::optional<TrustFacts> trustFacts([[maybe_unused]] const Source &source) const { return {}; }
    //! Makes the adapter for \a source, which has passed check(). \a log receives every frame and outlives
    //! the adapter.
    virtual std::unique_ptr<Adapter> create(
        const Source &source, const Limits &limits, ExchangeLog *log) const = 0;
    //! Returns absolute paths of files and folders. If one changes, \a source is closed and opened again.
    //! \a source has passed check().
    virtual QStringList watchedPaths([[maybe_unused]] const Source &source) const { return {}; }
    //! Returns whether a peer defines the operations of its sources. The user is then asked before a changed
    //! definition is called.
    virtual bool hasPeer() const { return true; }
    //! Returns the dialect of schemas that name none.
    virtual SchemaDialect defaultDialect() const { return SchemaDialect::Draft2020_12; }
};

} // namespace Workbench
