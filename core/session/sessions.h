// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/exchange/exchangelog.h"
#include "core/registry/operationregistry.h"
#include "core/session/invocation.h"
#include "core/session/operationlist.h"
#include "core/session/secretaccess.h"
#include "core/session/signins.h"
#include "core/session/sourcestate.h"
#include "core/session/subscription.h"
#include "core/sources/adapter.h"
#include "core/workspace/definitionpins.h"
#include "core/workspace/environment.h"
#include "core/workspace/source.h"
#include "core/workspace/truststore.h"

#include <QObject>

namespace Workbench {

class PeerRequests;

//! A try at a source that is not in the workspace (yet): connect, list, close. Deleting it stops it.
class SourceTest : public QObject {
    Q_OBJECT
public:
    ~SourceTest() override;
    const Result<SourceState> &result() const { return m_result; }

Q_SIGNALS:
    void finished(); //!< once, from the event loop

private:
    friend class Sessions;
    SourceTest();
    struct Private;
    std::unique_ptr<Private> d;
    Result<SourceState> m_result;
};

//! The one door for ui and app: the workspace's sources, their connections, invoke and subscribe. GUI thread.
class Sessions : public QObject {
    Q_OBJECT
public:
    struct Services {
        OperationRegistry *registry;
        ExchangeLog *exchanges;
        TrustStore *trust;
        Limits limits;
        std::vector<std::unique_ptr<AdapterFactory>> factories;
        //! What an adapter gets for its orderly end; then it is deleted.
        std::chrono::milliseconds closePatience{4500};
        SecretAccess secrets{};
        SignIns *signIns = nullptr; //!< null: no source signs in here; outlives this
        PeerRequests *peerRequests = nullptr; //!< null: no source asks a person; outlives this
        //! What definitions were when they were accepted; null: they are remembered while a source is there.
        std::shared_ptr<DefinitionPins> pins{};
        //! Keeps the definitions of sources that are listed for the first time. Those that are kept already
        //! are compared in any case.
        bool remembersDefinitions = false;
    };
    explicit Sessions(Services services, QObject *parent = nullptr);
    ~Sessions() override;

    QList<SourceKind> kinds() const;

    QList<Source> sources() const; //!< in order
    const Source *source(const QString &name) const;
    //! Replaces all of them; connections of sources that are the same stay.
    void setSources(const QList<Source> &sources);
    //! ErrorKind::Usage when the name is empty or makes the namespace of another source, or the settings do
    //! not suit the kind.
    Result<void> addSource(const Source &source);
    Result<void> replaceSource(const QString &name, const Source &source); //!< disconnects it first
    void removeSource(const QString &name);

    //! The workspace's environments, in order, and the active one's name; empty: none.
    const QList<Environment> &environments() const;
    const QString &environment() const;
    enum class Reconnect : quint8 { WhatWasConnected, Nothing };
    //! Replaces all; without \a active the one before stays, if it is still there. Sources that are other
    //! ones with it are disconnected, and connected again if they were and \a reconnect says so.
    void setEnvironments(const QList<Environment> &environments,
        const std::optional<QString> &active = std::nullopt,
        Reconnect reconnect = Reconnect::WhatWasConnected);
    //! Empty: none. ErrorKind::Usage lists those that exist.
    Result<void> setEnvironment(const QString &name);

    //! Keeps a secret where "keychain:NAME" finds it; sources use it from the next setEnvironments().
    QFuture<Result<void>> keepSecret(const QString &name, const QString &secret);
    QFuture<Result<bool>> forgetSecret(const QString &name);
    QFuture<Result<QStringList>> keptSecrets() const; //!< their names
    bool secretsAreTemporary() const; //!< gone when the program ends
    //! A secret by its reference, "keychain:NAME" or "env:NAME", for a use that the user has permitted.
    QFuture<Result<QString>> readSecret(const QString &reference) const;

    //! The sign-ins that wait for a person; null: no source signs in here.
    SignIns *signIns() const;
    //! What servers ask a person during calls; null: no source asks here.
    PeerRequests *peerRequests() const;
    //! Whether its settings have it sign in, so that there may be tokens to forget.
    bool signsIn(const QString &name) const;

    SourceState state(const QString &name) const;
    //! The facts to confirm before connecting, as they are in the active environment; nothing when there are
    //! none or they are trusted already.
    std::optional<TrustFacts> trustNeeded(const Source &source) const;
    //! Remembers the user's yes.
    Result<void> confirmTrust(const Source &source, bool onlyNow = false);
    bool isTrusted(const TrustFacts &facts) const; //!< of a command that is no source's
    Result<void> trust(const TrustFacts &facts);
    //! Nothing when it is connected or connecting. Ends in sourceChanged with Ready, Degraded or Failed. An
    //! unconfirmed command fails at once with ErrorKind::Trust.
    void connectSource(const QString &name);
    //! The same, for a source that speaks no version of its protocol that is known here
    //! (SourceState::mayConnectAnyway): its lists are read, its calls are refused. Until it is disconnected.
    void connectAnyway(const QString &name);
    //! Its operations stay listed; running calls end with ErrorKind::Closed.
    void disconnectSource(const QString &name);
    //! Reads the list of operations again.
    void refreshSource(const QString &name);
    std::unique_ptr<SourceTest> testSource(const Source &source);

    OperationRegistry *registry() const;
    ExchangeLog *exchanges() const;
    const Limits &limits() const;
    //! Calls use \a limits at once, sources from their next connection.
    void setLimits(const Limits &limits);
    //! Operations of a source, in the order of the source; the last known ones when the connection was lost.
    QList<OperationSpec> operations(const QString &sourceName) const;
    //! The same, shared: neither taking nor keeping it costs a copy of a list that may be long.
    OperationList operationList(const QString &sourceName) const;
    //! How the definitions of a source are other than accepted: changed, added and gone operations, by name.
    //! Those that changed are not called until they are accepted. \source core/RULES.md R-130
    QList<DefinitionChange> definitionChanges(const QString &sourceName) const;
    qsizetype changedDefinitions(
        const QString &sourceName) const; //!< their number, added and gone not counted
    //! Nothing when it is as it was accepted.
    std::optional<DefinitionChange> definitionChange(const OperationId &operation) const;
    //! The error that a call of it ends with; nothing when it is as it was accepted.
    std::optional<Error> definitionRefusal(const OperationId &operation) const;
    //! What was shown are the known definitions from now on. Settles when they are kept. operationsChanged()
    //! follows.
    QFuture<Result<void>> acceptDefinitions(
        const QString &sourceName, const QList<DefinitionChange> &changes);
    //! Of its schemas that name none.
    SchemaDialect schemaDialect(const QString &sourceName) const;
    //! The source whose namespace an operation is in; null when it is gone.
    const Source *sourceOf(const OperationId &operation) const;

    //! Connects the source first when it is not connected; its failure is then the call's.
    std::unique_ptr<Invocation> invoke(
        const OperationId &operation, const Json &input, const InvokeOptions &options = {});
    //! As above, also for changes of what a resource reads (features()). Items are validated, and normalised
    //! only with InvokeOptions::normaliseYields.
    std::unique_ptr<Subscription> subscribe(
        const OperationId &operation, const Json &input, const InvokeOptions &options = {});
    //! ErrorKind::Closed when the source is not connected: what would be sent depends on the handshake.
    Result<WirePreview> preview(const OperationId &operation, const Json &input) const;
    //! The same without holding up the GUI thread.
    QFuture<Result<WirePreview>> previewSoon(const OperationId &operation, const Json &input) const;
    //! What the peer offers for \a operation beside calling it; nothing while its source is not connected.
    OperationFeatures features(const OperationId &operation) const;
    //! Values that the peer proposes for the member \a member of \a input. ErrorKind::Closed when the source
    //! is not connected, ErrorKind::Cancelled when \a cancellation is requested.
    QFuture<Result<InputCompletion>> complete(const OperationId &operation, const QString &member,
        const Json &input, std::stop_token cancellation) const;
    void setIdentity(const std::optional<Identity> &identity);

    //! What tools without an output schema answered with last at the source of \a operation, another one.
    //! \source core/envelope/recognition/README.md 7.4
    std::optional<SeenEnvelope> seenEnvelope(const OperationId &operation) const;

    //! Closes every connection; allClosed() follows within 5 s whatever the children do.
    void closeAll();

Q_SIGNALS:
    void sourceAdded(const QString &name);
    void sourceRemoved(const QString &name);
    //! Its state or its settings are other than before.
    void sourceChanged(const QString &name);
    void operationsChanged(const QString &sourceName);
    //! The active one, or what is in it, or the list.
    void environmentChanged();
    void logged(const Workbench::LogLine &line);
    void allClosed();

private:
    struct Private;
    std::shared_ptr<Private> d;
};

} // namespace Workbench
