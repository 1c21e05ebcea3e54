// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/auth/oauthaccess.h"
#include "core/registry/servedoperations.h"
#include "core/session/peerrequests.h"
#include "core/session/sessions.h"
#include "core/transport/websocket/messagechannel.h"
#include "core/workspace/workspace.h"

namespace Workbench::App {

//! The composition root, the same for the window and the command line: which source kinds exist, which stores
//! are real. Owns everything; Invocations and Subscriptions go before it.
class Composition {
public:
    struct Options {
        Limits limits{};
        //! The trust store and the keychain of the user; false: in memory, nothing is remembered.
        bool rememberTrust = true;
        //! Keeps the definitions of sources that are listed for the first time, so that a change is noticed
        //! later. Definitions that are kept are compared in any case.
        bool remembersDefinitions = false;
        //! Path of the `envelope` program for "${envelope}"; empty: ownCommandPath().
        QString ownCommand{};
    };
    explicit Composition(Options options);
    ~Composition();

    OperationRegistry &registry() { return *m_registry; }
    ExchangeLog &exchanges() { return *m_exchanges; }
    TrustStore &trust() { return *m_trust; }
    //! References to secrets; the exchange log hides every secret that was looked up.
    SecretResolver &secrets() { return *m_secrets; }
    Sessions &sessions() { return *m_sessions; }
    SignIns &signIns() { return *m_signIns; }
    //! What servers ask the person behind a call. Nothing is announced to servers before
    //! PeerRequests::offer().
    PeerRequests &peerRequests() { return *m_peerRequests; }
    //! Offers operations of the registry to other programs on this computer, as a hub.
    Result<std::unique_ptr<ServedOperations>> serve(const ServeWish &wish);

private:
    // In the order of their making; destroyed from the last to the first.
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

//! The real WebSockets, for the hub client and the hub server.
MessageChannelMaker webSocketChannels();

//! Where the user's confirmations are kept: trust.json in the data directory of "envelope-workbench",
//! whichever of the two programs asks.
QString trustStorePath();
//! Where it is kept which MCP servers speak only the legacy era, in the same folder.
QString mcpErasPath();

//! What operations were when their definitions were accepted: the folder "definitions" beside trust.json.
QString definitionPinsPath();

//! The `envelope` program that belongs to this one: itself, beside it, or in the build folder next door.
//! Empty when there is none.
QString ownCommandPath();

//! The built-in demo: the sources "local", "tracker", "desk" and "modern". Needs no network.
Workspace demoWorkspace();

} // namespace Workbench::App
