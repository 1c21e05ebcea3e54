// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/auth/oauthaccess.h"
#include "core/operation/registry/servedoperations.h"
#include "core/session/peerrequests.h"
#include "core/session/sessions.h"
#include "core/transport/websocket/messagechannel.h"
#include "core/workspace/workspace.h"

namespace Workbench::App {

//! The composition root of the window and the command line: it creates the source kinds and the stores. It
//! owns all these objects. Invocations and Subscriptions must be deleted before it.
class Composition {
public:
    struct Options {
        Limits limits{};
        //! Uses the trust store and the keychain of the user. If false, both are in memory and nothing is
        //! kept.
        bool rememberTrust = true;
        //! Keeps the definitions of sources that are listed for the first time, so that a later change is
        //! noticed. Kept definitions are always compared.
        bool remembersDefinitions = false;
        //! The path of the `envelope` program for "${envelope}". Empty: this program itself, a file beside
        //! it, or a file in the sibling build folder.
        QString ownCommand{};
    };
    explicit Composition(Options options);
    ~Composition();

    OperationRegistry &registry() { return *m_registry; }
    ExchangeLog &exchanges() { return *m_exchanges; }
    TrustStore &trust() { return *m_trust; }
    //! Returns the resolver of references to secrets. The exchange log hides every secret that it looks up.
    SecretResolver &secrets() { return *m_secrets; }
    Sessions &sessions() { return *m_sessions; }
    SignIns &signIns() { return *m_signIns; }
    //! Returns the requests of servers to the user. No capability is announced to servers before
    //! PeerRequests::offer().
    PeerRequests &peerRequests() { return *m_peerRequests; }
    //! Offers operations of the registry to other programs on this computer, as a hub. Their calls are
    //! records of exchanges(). Fails with the error of HubService::listen().
    Result<std::unique_ptr<ServedOperations>> serve(const ServeRequest &request);
    //! Closes all sources. Waits in a nested event loop.
    void closeSources();

private:
    // In the order of their creation; destroyed in reverse order.
    std::unique_ptr<ExchangeLog> m_exchanges;
    std::unique_ptr<OperationRegistry> m_registry;
    std::unique_ptr<TrustStore> m_trust;
    std::unique_ptr<SecretStore> m_secretStore;
    std::unique_ptr<SecretResolver> m_secrets;
    std::unique_ptr<SignIns> m_signIns;
    std::unique_ptr<PeerRequests> m_peerRequests;
    std::unique_ptr<OAuthAccess> m_oauth;
    std::unique_ptr<Sessions> m_sessions;
};

//! Returns the maker of real WebSocket channels, for the hub client and the hub server.
MessageChannelMaker webSocketChannels();

//! Returns the path of the user's confirmations: trust.json in the data directory of "envelope-workbench".
//! The window and the command line share it.
QString trustStorePath();

} // namespace Workbench::App
