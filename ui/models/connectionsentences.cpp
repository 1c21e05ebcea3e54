// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/models/coresentences.h"

#include <QtTranslation>

namespace Workbench::Ui {

std::span<const char *const> connectionSentences()
{
    // This is not a std::array, because Clang deduces at most 256 elements for one.
    static constexpr const char *sentences[] = {
        QT_TRANSLATE_NOOP("CoreText",
            "Server \"%1\" could not agree on an encrypted connection to %2: the server and this program "
            "have no version of TLS in common."),
        QT_TRANSLATE_NOOP("CoreText", "Server \"%1\" could not agree on an encrypted connection to %2. %3"),
        QT_TRANSLATE_NOOP("CoreText",
            "Server \"%1\" could not prove that it is %2: %3. Check the host name of its address, or accept "
            "its certificate for this source if you know it to be the right one."),
        QT_TRANSLATE_NOOP(
            "CoreText", "Server \"%1\" refused the encrypted connection to %2 with the TLS alert \"%3\"%4"),
        QT_TRANSLATE_NOOP("CoreText", ": the server and this program have no version of TLS in common."),
        QT_TRANSLATE_NOOP("CoreText",
            ": the server and this program have no cipher in common, or it requires a client certificate."),
        QT_TRANSLATE_NOOP("CoreText", ". It may require a client certificate, or a different one."),
        QT_TRANSLATE_NOOP("CoreText", "Server \"%1\" finds the request malformed (%2)."),
        QT_TRANSLATE_NOOP("CoreText", "Server \"%1\" requires authentication (%2)."),
        QT_TRANSLATE_NOOP("CoreText", "A credential is missing or not accepted."),
        QT_TRANSLATE_NOOP("CoreText",
            "Server \"%1\" requires a payment (%2). Check the account that the credentials belong to."),
        QT_TRANSLATE_NOOP("CoreText", "Server \"%1\" refuses access (%2)."),
        QT_TRANSLATE_NOOP("CoreText", "A credential is missing or does not allow this."),
        QT_TRANSLATE_NOOP("CoreText", "Server \"%1\" has nothing at this address (%2)."),
        QT_TRANSLATE_NOOP("CoreText", "Server \"%1\" has nothing at this address any more (%2)."),
        QT_TRANSLATE_NOOP("CoreText", "Server \"%1\" does not accept this method at this address (%2)."),
        QT_TRANSLATE_NOOP(
            "CoreText", "Server \"%1\" has no answer in a form that the header Accept asks for (%2)."),
        QT_TRANSLATE_NOOP(
            "CoreText", "Server \"%1\" is behind a proxy that requires a user name and a password (%2)."),
        QT_TRANSLATE_NOOP("CoreText", "Server \"%1\" gave up waiting for the request (%2)."),
        QT_TRANSLATE_NOOP("CoreText", "Server \"%1\" finds the request too large (%2). Send less at once."),
        QT_TRANSLATE_NOOP("CoreText", "Server \"%1\" does not accept the Content-Type that was sent (%2)."),
        QT_TRANSLATE_NOOP("CoreText", "Server \"%1\" is not the server for this address (%2)."),
        QT_TRANSLATE_NOOP("CoreText", "Server \"%1\" received too many requests (%2)."),
        QT_TRANSLATE_NOOP("CoreText", "Server \"%1\" failed (%2)."),
        QT_TRANSLATE_NOOP("CoreText", "Its own log says why."),
        QT_TRANSLATE_NOOP("CoreText", "Server \"%1\" cannot do what was asked (%2)."),
        QT_TRANSLATE_NOOP("CoreText", "Server \"%1\" was not reached by the gateway in front of it (%2)."),
        QT_TRANSLATE_NOOP("CoreText", "Server \"%1\" is unavailable at the moment (%2)."),
        QT_TRANSLATE_NOOP(
            "CoreText", "Server \"%1\" did not answer the gateway in front of it in time (%2)."),
        QT_TRANSLATE_NOOP("CoreText", "Check that it is running, or try again later."),
        QT_TRANSLATE_NOOP("CoreText", "Server \"%1\" accepted the request (%2) and gave no answer to it."),
        QT_TRANSLATE_NOOP("CoreText", "Server \"%1\" redirected without saying where to (%2)."),
        QT_TRANSLATE_NOOP("CoreText", "It asks to try again in %1 s."),
        QT_TRANSLATE_NOOP("CoreText", "It asks for a wait of %1 s, longer than this program accepts."),
        QT_TRANSLATE_NOOP("CoreText", "Check the address."),
        QT_TRANSLATE_NOOP("CoreText", "Try again later."),
        QT_TRANSLATE_NOOP("CoreText", "Try again."),
        QT_TRANSLATE_NOOP("CoreText", "Try again. %1"),
        QT_TRANSLATE_NOOP("CoreText", "Check its address and the network. %1"),
        QT_TRANSLATE_NOOP("CoreText", "Server \"%1\" answered with a web page %2 \"%3\"."),
        QT_TRANSLATE_NOOP("CoreText", "titled"),
        QT_TRANSLATE_NOOP("CoreText", "Server \"%1\" answered with a web page."),
        QT_TRANSLATE_NOOP("CoreText", "A proxy or a login may be in between; check the address."),
        QT_TRANSLATE_NOOP(
            "CoreText", "Server \"%1\" answered with an empty body (%2) where content was expected."),
        QT_TRANSLATE_NOOP("CoreText", "Server \"%1\" answered without a Content-Type; %2 was expected."),
        QT_TRANSLATE_NOOP("CoreText", "Server \"%1\" answered with %2 where %3 was expected."),
        QT_TRANSLATE_NOOP("CoreText", "It says: \"%1\"."),
        QT_TRANSLATE_NOOP("CoreText", "Server \"%1\" closed the connection to %2 before it was usable."),
        QT_TRANSLATE_NOOP("CoreText",
            "Server \"%1\" closed the connection %2 Check that an HTTP server listens at its address, or try "
            "again."),
        QT_TRANSLATE_NOOP("CoreText",
            "Server \"%1\" reset the connection %2 Check that an HTTP server listens at its address, or try "
            "again."),
        QT_TRANSLATE_NOOP("CoreText",
            "Server \"%1\" closed the connection %2 The incomplete answer was not used; try again."),
        QT_TRANSLATE_NOOP("CoreText", "without an answer."),
        QT_TRANSLATE_NOOP("CoreText", "in the middle of the answer's head."),
        QT_TRANSLATE_NOOP("CoreText", "before the answer was complete."),
        QT_TRANSLATE_NOOP("CoreText", "before the answer was complete%1."),
        QT_TRANSLATE_NOOP("CoreText", " (%1 bytes are missing)"),
        QT_TRANSLATE_NOOP("CoreText", "Server \"%1\" could not be contacted at %2. %3"),
        QT_TRANSLATE_NOOP("CoreText",
            "Server \"%1\" sent something that is not a valid HTTP answer; it begins with \"%2\"."),
        QT_TRANSLATE_NOOP(
            "CoreText", "The answer was not used; the server, or a proxy in between, needs a correction."),
        QT_TRANSLATE_NOOP("CoreText",
            "Server \"%1\" could not be reached: the proxy %2 asks for a user name and a password (407)."),
        QT_TRANSLATE_NOOP("CoreText", "Write them into the proxy's address in http_proxy or https_proxy."),
        QT_TRANSLATE_NOOP("CoreText",
            "Server \"%1\" could not be reached: the proxy %2 made no connection to %3 within %4. Check "
            "http_proxy and https_proxy."),
        QT_TRANSLATE_NOOP("CoreText",
            "Server \"%1\" could not be reached: the proxy %2 %3. Check http_proxy and https_proxy."),
        QT_TRANSLATE_NOOP("CoreText", "was not found, because its name has no address"),
        QT_TRANSLATE_NOOP("CoreText", "refused the connection, because nothing listens there"),
        QT_TRANSLATE_NOOP("CoreText", "answered CONNECT with HTTP %1"),
        QT_TRANSLATE_NOOP("CoreText", "Server \"%1\" did not accept a connection to %2 within %3. %4"),
        QT_TRANSLATE_NOOP("CoreText", "Server \"%1\" did not finish the TLS handshake to %2 within %3. %4"),
        QT_TRANSLATE_NOOP("CoreText", "Server \"%1\" could not be reached at %2 within %3. %4"),
        QT_TRANSLATE_NOOP("CoreText", "Server \"%1\" sent no response headers within %2. %3"),
        QT_TRANSLATE_NOOP("CoreText", "Server \"%1\" did not finish its response within %2. %3"),
        QT_TRANSLATE_NOOP("CoreText", "Server \"%1\" sent nothing for %2 in the middle of its response."),
        QT_TRANSLATE_NOOP("CoreText", "Server \"%1\" sent a body larger than the limit."),
        QT_TRANSLATE_NOOP("CoreText", "\"%1\" sent a body larger than the limit."),
        QT_TRANSLATE_NOOP("CoreText", "Server \"%1\" redirected from %2 to %3, which is not encrypted."),
        QT_TRANSLATE_NOOP("CoreText",
            "Server \"%1\" redirected from %2 to %3, which is not a public address and which you have not "
            "confirmed."),
        QT_TRANSLATE_NOOP("CoreText",
            "Server \"%1\" was not contacted at %2, which a server named and which is not a public address."),
        QT_TRANSLATE_NOOP("CoreText", "Nothing was sent there."),
        QT_TRANSLATE_NOOP("CoreText", "If the redirect is correct, give the source its target address."),
        QT_TRANSLATE_NOOP("CoreText",
            "%1 may not be executed. Make it executable (chmod +x), or name the interpreter as the program "
            "and this file as its first argument."),
        QT_TRANSLATE_NOOP("CoreText",
            "%1 is not a program that this system can run: it has no #! line, or it was built for another "
            "machine."),
        QT_TRANSLATE_NOOP("CoreText",
            "%1 could not be started: the interpreter that its first line names was not found. Install it."),
        QT_TRANSLATE_NOOP("CoreText", "The working directory \"%1\" could not be entered."),
        QT_TRANSLATE_NOOP("CoreText", "Server \"%1\" sent a line longer than %2; the connection was closed."),
        QT_TRANSLATE_NOOP("CoreText", "Server \"%1\" ended with %2. %3"),
        QT_TRANSLATE_NOOP("CoreText", "a blank line"),
        QT_TRANSLATE_NOOP("CoreText", "invalid UTF-8"),
        QT_TRANSLATE_NOOP("CoreText", "not a message"),
        QT_TRANSLATE_NOOP(
            "CoreText", "Server \"%1\" closed the connection before it answered the WebSocket handshake."),
        QT_TRANSLATE_NOOP("CoreText",
            "Server \"%1\" answered with HTTP %2 and did not open a WebSocket. Check the path of its "
            "address."),
        QT_TRANSLATE_NOOP("CoreText", "Server \"%1\" %2 at %3 within %4. Check its address."),
        QT_TRANSLATE_NOOP("CoreText", "did not accept a connection"),
        QT_TRANSLATE_NOOP("CoreText", "did not answer the WebSocket handshake"),
        QT_TRANSLATE_NOOP(
            "CoreText", "Server \"%1\" %2 within %3. The connection was closed; check the network."),
        QT_TRANSLATE_NOOP("CoreText", "did not answer a ping"),
        QT_TRANSLATE_NOOP("CoreText", "Server \"%1\" ended the connection without a close frame."),
        QT_TRANSLATE_NOOP("CoreText", "Server \"%1\" reset the connection."),
        QT_TRANSLATE_NOOP("CoreText", "Server \"%1\" closed the connection %2, going away."),
        QT_TRANSLATE_NOOP("CoreText", "with code %1"),
        QT_TRANSLATE_NOOP("CoreText", "It may have stopped, or the network failed."),
        QT_TRANSLATE_NOOP("CoreText", "source \"%1\" starts a program that has not been confirmed yet"),
        QT_TRANSLATE_NOOP("CoreText", "source \"%1\" would receive secrets; this has not been confirmed yet"),
        QT_TRANSLATE_NOOP("CoreText",
            "source \"%1\" needs the variable \"%2\", which the environment \"%3\" does not have; add it "
            "there, or choose another environment"),
        QT_TRANSLATE_NOOP("CoreText",
            "source \"%1\" needs the variable \"%2\", and no environment is chosen; choose one that has it"),
        QT_TRANSLATE_NOOP("CoreText", "source \"%1\": %2 no secret \"%3\". %4"),
        QT_TRANSLATE_NOOP("CoreText", "source \"%1\": %2 no secret \"%3\""),
        QT_TRANSLATE_NOOP("CoreText", "the keychain has"),
        QT_TRANSLATE_NOOP("CoreText", "source \"%1\": %2"),
        QT_TRANSLATE_NOOP("CoreText", "the variable %1 is not set"),
        QT_TRANSLATE_NOOP("CoreText", "source \"%1\" is not connected; try again with a new connection"),
        QT_TRANSLATE_NOOP("CoreText", "source \"%1\" no longer exists"),
        QT_TRANSLATE_NOOP("CoreText", "source \"%1\" was connected again because %2 changed"),
        QT_TRANSLATE_NOOP("CoreText", "source \"%1\" was %2 because the environment is \"%3\" now"),
        QT_TRANSLATE_NOOP("CoreText", "source \"%1\" was %2 because its environment was edited"),
        QT_TRANSLATE_NOOP("CoreText", "source \"%1\" was %2"),
        QT_TRANSLATE_NOOP("CoreText", "removed"),
        QT_TRANSLATE_NOOP("CoreText", "replaced"),
        QT_TRANSLATE_NOOP("CoreText", "%1 changed; connecting again"),
        QT_TRANSLATE_NOOP("CoreText", "the operation \"%1\" is listed twice; the first one is kept"),
        QT_TRANSLATE_NOOP(
            "CoreText", "The definition of \"%1\" of source \"%2\" changed since it was accepted. %3"),
        QT_TRANSLATE_NOOP("CoreText", "the definition of \"%1\" changed since it was accepted: %2"),
        QT_TRANSLATE_NOOP("CoreText", "the instructions of the server changed since they were accepted: %1"),
        QT_TRANSLATE_NOOP("CoreText", "operations that are new since the definitions were accepted: %1"),
        QT_TRANSLATE_NOOP("CoreText", "accepted operations that are not listed any more: %1"),
        QT_TRANSLATE_NOOP("CoreText", "accepted changes of definitions: %1"),
        QT_TRANSLATE_NOOP(
            "CoreText", "The keychain was not opened for this program. Unlock it and try again."),
        QT_TRANSLATE_NOOP("CoreText",
            "This system has no keychain that answers; start one (gnome-keyring, KWallet), or use env: or "
            "fd:."),
        QT_TRANSLATE_NOOP("CoreText", "\"%1\" could not be written and is unchanged"),
        QT_TRANSLATE_NOOP("CoreText", "\"%1\" cannot be read: %2"),
        QT_TRANSLATE_NOOP("CoreText", "\"%1\" is too large."),
        QT_TRANSLATE_NOOP("CoreText", "%1: %2 cannot be read: %3; correct the file in a text editor"),
        QT_TRANSLATE_NOOP("CoreText", "this workspace"),
        QT_TRANSLATE_NOOP("CoreText",
            "%1: %2 was written by a newer version of the program (format %3, this one reads up to %4); "
            "update the program"),
        QT_TRANSLATE_NOOP("CoreText", "The limit %1 takes %2, not \"%3\"."),
        QT_TRANSLATE_NOOP("CoreText", "a size such as 64MiB or 128KiB"),
        QT_TRANSLATE_NOOP("CoreText", "a time such as 30s, 500ms or 5min"),
        QT_TRANSLATE_NOOP("CoreText", "a number such as 1000"),
        QT_TRANSLATE_NOOP("CoreText", "The limit %1 cannot be switched off with 0."),
        QT_TRANSLATE_NOOP(
            "CoreText", "The limit %1 (%2) is below the limit %3 (%4). Raise the first or lower the second."),
        QT_TRANSLATE_NOOP("CoreText", "The sign-in was not finished in the browser within %1. %2"),
        QT_TRANSLATE_NOOP("CoreText", "Sign-in to \"%1\": the code was not entered in time."),
        QT_TRANSLATE_NOOP("CoreText",
            "Sign-in to \"%1\": no authorisation server is known. Set \"issuer\", or \"authorizationUrl\" "
            "and \"tokenUrl\"."),
        QT_TRANSLATE_NOOP("CoreText",
            "Sign-in to \"%1\": it needs a client id, by which the service knows this program (setting "
            "\"oauth\", member \"clientId\")."),
        QT_TRANSLATE_NOOP("CoreText",
            "Sign-in to \"%1\": it would send credentials to %2, but you confirmed %3. Confirm that address "
            "too if it belongs to the service."),
        QT_TRANSLATE_NOOP("CoreText",
            "The credential \"%1\" is confirmed for %2, not for %3. Confirm it for that address too if it "
            "belongs there."),
        QT_TRANSLATE_NOOP("CoreText", "no address"),
        QT_TRANSLATE_NOOP("CoreText", "ended after the wanted number of events"),
        QT_TRANSLATE_NOOP("CoreText", "ended after the wanted time"),
        QT_TRANSLATE_NOOP("CoreText", "It may change data and was not called."),
        QT_TRANSLATE_NOOP("CoreText", "cancelled"),
    };
    return sentences;
}

} // namespace Workbench::Ui
