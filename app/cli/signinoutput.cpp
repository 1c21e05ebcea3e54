// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "app/cli/signinoutput.h"

#include "core/base/visibletext.h"

using namespace Qt::StringLiterals;

namespace Workbench::Cli {

namespace {

//! Returns a warning about a deceptive host in \a address; empty if there is none.
QString addressWarning(const UrlFacts &address)
{
    if (address.isMixedScript)
        return u"The host of this address mixes alphabets, as imitations of other names do: %1"_s.arg(
            address.asciiHost);
    if (address.isPunycode)
        return u"The host of this address is written with letters beyond ASCII: %1 is %2"_s.arg(
            address.host, address.asciiHost);
    return {};
}

QString scopesText(const SignIn &signIn)
{
    if (signIn.scopes.isEmpty())
        return {};
    QStringList shown;
    for (const QString &scope : signIn.scopes) {
        const bool isNew = signIn.newScopes.contains(scope) && signIn.newScopes.size() < signIn.scopes.size();
        shown += visibleText(scope, false, 100) + (isNew ? u" (new)"_s : QString());
    }
    return u", for "_s + shown.join(u", "_s);
}

Error notConfirmed(const SignIn &signIn)
{
    return {ErrorKind::Trust, u"credential.origin"_s,
        u"Sign-in to \"%1\": it would send credentials to %2, but you confirmed %3; give --trust to allow it, or name that address with --oauth tokenUrl=URL"_s
            .arg(signIn.source, signIn.wantedOrigins.join(u" and "_s),
                signIn.confirmedOrigins.isEmpty() ? u"no address"_s
                                                  : signIn.confirmedOrigins.join(u" and "_s))};
}

} // namespace

SignInOutput::SignInOutput(SignIns *signIns, Output *output, bool trusts, QObject *parent)
    : QObject(parent)
    , m_signIns(signIns)
    , m_output(output)
    , m_trusts(trusts)
{
    connect(signIns, &SignIns::changed, this, &SignInOutput::show);
}

void SignInOutput::show(const QString &id)
{
    const SignIn *found = m_signIns->find(id);
    if (!found)
        return;
    const SignIn signIn = *found; // a copy, because the calls below may end the sign-in
    const QString source = visibleText(signIn.source, false, 100);
    const QString asks = u"%1 asks you to sign in at %2 as the client %3%4."_s.arg(
        source, signIn.address.host, visibleText(signIn.clientId, false, 100), scopesText(signIn));
    switch (signIn.step) {
    case SignIn::Step::Origins:
        if (m_trusts)
            m_signIns->allow(id, true);
        else
            m_signIns->cancel(id, notConfirmed(signIn));
        break;
    case SignIn::Step::Browser:
        m_output->explain(asks);
        if (const QString warning = addressWarning(signIn.address); !warning.isEmpty())
            m_output->explain(warning);
        m_output->explain(u"Open this address in a browser on this computer:\n%1"_s.arg(signIn.address.text));
        m_output->explain(u"Waiting for the answer of the browser; Ctrl+C cancels."_s);
        m_signIns->opened(id);
        break;
    case SignIn::Step::DeviceCode:
        m_output->explain(asks);
        if (const QString warning = addressWarning(signIn.address); !warning.isEmpty())
            m_output->explain(warning);
        m_output->explain(u"Open %1 in any browser and type this code:\n%2"_s.arg(
            signIn.address.text, visibleText(signIn.userCode, false, 60)));
        if (!signIn.withCode.text.isEmpty())
            m_output->explain(u"The same address with the code in it:\n%1"_s.arg(signIn.withCode.text));
        m_output->explain(u"Waiting for you to type it; Ctrl+C cancels."_s);
        break;
    case SignIn::Step::Done:
        m_output->note(u"signed in"_s);
        if (!signIn.notice.isEmpty())
            m_output->note(signIn.notice);
        break;
    case SignIn::Step::Waiting:
    case SignIn::Step::Failed: break; // the error of the call reports it
    }
}

} // namespace Workbench::Cli

#include "moc_signinoutput.cpp"
