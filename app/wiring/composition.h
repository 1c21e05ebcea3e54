// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/auth/oauthaccess.h"
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
        //! The user's trust store; false: in memory, nothing is remembered.
        bool rememberTrust = true;
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

private:
    // In the order of their making; destroyed from the last to the first.
    std::unique_ptr<ExchangeLog> m_exchanges;
    std::unique_ptr<OperationRegistry> m_registry;
    std::unique_ptr<TrustStore> m_trust;
    std::unique_ptr<SecretStore> m_secretStore;
    std::unique_ptr<SecretResolver> m_secrets;
    std::unique_ptr<SignIns> m_signIns;
    std::unique_ptr<OAuthAccess> m_oauth;
    std::unique_ptr<Sessions> m_sessions;
};

//! The real WebSockets, for whoever talks to a hub.
MessageChannelMaker webSocketChannels();

//! Where the user's confirmations are kept: trust.json in the data directory of "envelope-workbench",
//! whichever of the two programs asks.
QString trustStorePath();

//! What operations were when the doctor last looked: definitions.json beside trust.json.
QString definitionPinsPath();

//! The `envelope` program that belongs to this one: itself, beside it, or in the build folder next door.
//! Empty when there is none.
QString ownCommandPath();

//! The built-in demo: the sources "local" and "tracker". Needs no network.
Workspace demoWorkspace();

} // namespace Workbench::App
