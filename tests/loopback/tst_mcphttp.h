// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/json/jsonparser.h"
#include "core/sources/mcp/mcpfactory.h"
#include "core/sources/mcp/mcphttplink.h"
#include "tests/support/mcpscript.h"

#include <QElapsedTimer>
#include <QSignalSpy>
#include <QTest>

using namespace Workbench;
using namespace Qt::StringLiterals;

inline QByteArray notFound()
{
    return Script::reply("404 Not Found", "application/json",
        R"({"jsonrpc":"2.0","id":null,"error":{"code":-32001,"message":"Session not found"}})");
}

class tst_McpHttp : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void cleanup();
    void sendsTheRightHeaders();
    void redactsSecretsInTheLog();
    void previewsShowWhatTheUserTyped_data();
    void previewsShowWhatTheUserTyped();
    void previewsHideASecretOfTheAddress_data();
    void previewsHideASecretOfTheAddress();
    void aServerThatAlwaysForgetsIsInitialisedTwice();
    void aSessionLostAtTheListIsRenewedOnce();
    void aForgottenSessionIsRenewedAndTheListRepeated();
    void aCallIsNotRepeatedAfterALostSession();
    void followsNoRedirect_data();
    void followsNoRedirect();
    void explainsUnexpectedAnswers_data();
    void explainsUnexpectedAnswers();
    void aRefusedStreamIsNoFault_data();
    void aRefusedStreamIsNoFault();
    void readsAnswersFromEvents();
    void resumesABrokenAnswer();
    void resumesAfterAFaultThatMayPass();
    void givesUpResuming();
    void aStandingStreamPassesABusyGateway();
    void aLostStandingStreamIsReported();
    void aStreamWithoutIdFailsItsRequest();
    void anAnswerWithoutAResponseNamesWhatCame_data();
    void anAnswerWithoutAResponseNamesWhatCame();
    void aRefusedResumptionDoesNotBlameTheAddress();
    void saysThatAStreamEndedInsideAnEvent();
    void notesAnEventWithoutData();
    void notesTheLinesOfAnEvent();
    void theStandingStreamBringsNotifications();
    void theStandingStreamFollowsNoRedirectToAnotherOrigin();
    void replacedBytesInAnEventAreNoted();
    void aBrokenConnectionFailsTheCallOnce();
    void namesAConnectionThatIsNotUsable_data();
    void namesAConnectionThatIsNotUsable();
    void aCallEndsByItsDeadline_data();
    void aCallEndsByItsDeadline();
    void aJsonRpcErrorInsideA400IsShown();
    void keepsTheMessageOfTheServer_data();
    void keepsTheMessageOfTheServer();
    void anErrorWithAnotherIdAnswersItsPost_data();
    void anErrorWithAnotherIdAnswersItsPost();
    void retriesWithTheRevisionA400Names_data();
    void retriesWithTheRevisionA400Names();
    void reportsBothRefusals();
    void refusesABadSessionId();
    void cancelIsPosted();
    void closeEndsTheSession();
    void theOldTransportWorks();
    void aForeignEndpointGetsNothing();
    void aMissingEndpointIsATimeout();

private:
    void connectTo(const QUrl &url, const QByteArray &more = "{}")
    {
        QList<Json::Member> settings{{u"url"_s, Json::string(url.toString())}};
        const Json additions = jsonLiteral(more);
        if (!additions.hasMember("protocol"_L1)) // most of these tests use the legacy era
            settings.append({u"protocol"_s, Json::string(u"legacy")});
        for (const auto &entry : additions.members())
            settings.append({entry.key(), entry.value()});
        adapter = McpFactory().create({u"web"_s, u"mcp"_s, Json::object(settings)}, limits, log.get());
    }
    Result<PeerInfo> open(const QByteArray &more = "{}")
    {
        connectTo(server->url(u"/mcp"_s), more);
        return QCoro::waitFor(adapter->open());
    }
    Result<HandlerResult> call(CallContext context = {})
    {
        OperationSpec spec;
        spec.id.name = u"echo"_s;
        spec.kind = u"tool"_s;
        return QCoro::waitFor(adapter->invoke(spec, Json::emptyObject(), std::move(context)));
    }
    Limits limits;
    Script script;
    std::unique_ptr<RawServer> server;
    std::unique_ptr<ExchangeLog> log;
    std::unique_ptr<Adapter> adapter;
};
