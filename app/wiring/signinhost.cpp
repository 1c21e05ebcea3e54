// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "app/wiring/signinhost.h"

#include <QPointer>

namespace Workbench::App {

namespace {

SignIn signInOf(const SignInParty &party, SignIn::Step step)
{
    SignIn signIn;
    signIn.id = party.id;
    signIn.source = party.sourceName;
    signIn.clientId = party.clientId;
    signIn.tokenOrigins = party.tokenOrigins;
    signIn.step = step;
    return signIn;
}

SignInAddress addressOf(const UrlFacts &facts)
{
    return {.url = facts.url,
        .text = facts.text,
        .host = facts.host,
        .asciiHost = facts.asciiHost,
        .isPunycode = facts.isPunycode,
        .isMixedScript = facts.isMixedScript,
        .isEncrypted = facts.isEncrypted,
        .isLoopback = facts.isLoopback};
}

} // namespace

void connectSignIns(OAuthAccess *access, SignIns *signIns)
{
    SignInHost host;
    host.confirmOrigins = [signIns](const SignInParty &party, const OriginQuestion &question) {
        SignIn signIn = signInOf(party, SignIn::Step::Origins);
        signIn.confirmedOrigins = question.confirmed;
        signIn.wantedOrigins = question.wanted;
        return signIns->ask(signIn, party.cancel);
    };
    host.openBrowser = [signIns](const SignInParty &party, const BrowserRequest &request) {
        SignIn signIn = signInOf(party, SignIn::Step::Browser);
        signIn.address = addressOf(request.facts);
        signIn.scopes = request.scopes;
        signIn.newScopes = request.newScopes;
        return signIns->ask(signIn, party.cancel);
    };
    host.showDeviceCode = [signIns](const SignInParty &party, const DeviceCodePrompt &prompt) {
        SignIn signIn = signInOf(party, SignIn::Step::DeviceCode);
        signIn.address = addressOf(prompt.verification);
        if (prompt.complete)
            signIn.withCode = addressOf(*prompt.complete);
        signIn.scopes = prompt.scopes;
        signIn.newScopes = prompt.newScopes;
        signIn.userCode = prompt.userCode;
        signIn.codeEndsAt = QDateTime::currentDateTimeUtc().addSecs(prompt.validFor.count());
        signIns->show(signIn, party.cancel);
    };
    host.ended = [guard = QPointer(signIns)](
                     const SignInParty &party, const Result<void> &result, const QString &notice) {
        if (guard)
            guard->end(party.id, result, notice);
    };
    access->setHost(std::move(host));
    signIns->setSignOut([access](const QString &source) { return access->signOut(source); });
}

} // namespace Workbench::App
