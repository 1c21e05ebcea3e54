// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/json/jsonparser.h"
#include "tests/support/quotes.h"
#include "tests/support/rawwebsocket.h"

namespace Workbench::Test {

using namespace Qt::StringLiterals;

//! Returns a text frame with \a json, whose quotes may be single ones.
inline QByteArray text(const QByteArray &json)
{
    return RawFrame{.payload = q(json)}.bytes();
}

//! Returns the answer to the request \@ID\@, see HostileHub.
inline QByteArray responded(const QByteArray &output)
{
    return text("{'type':'call.responded','id':'','payload':{'requestId':'@ID@','output':" + output + "}}");
}

//! The answer to services.list: the query notes.find and the subscription notes.watch.
inline constexpr auto listOutput =
    "{'data':{'operations':[{'id':'notes.find','type':'query','inputSchema':{'type':'object'},"
    "'outputSchema':{},'accessControl':{'requiredScopes':[]}},"
    "{'id':'notes.watch','type':'subscription','inputSchema':{'type':'object'},"
    "'outputSchema':{},'accessControl':{'requiredScopes':[]}}]},"
    "'meta':{'source':'local','operationId':'services.list','timestamp':1}}";

enum class Then : quint8 { Stay, End, Reset };

//! A hub that answers services.list and then misbehaves.
class HostileHub {
public:
    //! Answers services.list with \a list, unless it is empty, and each other call with the bytes \a answer,
    //! in which \@ID@ in a text frame stands for the id of the request.
    HostileHub(QByteArray answer, Then then, QByteArray list = listOutput)
        : m_answer(std::move(answer))
        , m_then(then)
        , m_list(std::move(list))
    {
        server.onFrame = [this](const RawFrame &frame) { take(frame); };
    }
    QString url() const { return server.url().toString(); }
    RawWebSocketServer server{{}};

private:
    void take(const RawFrame &frame)
    {
        if (frame.opcode == 8) {
            server.socket->disconnectFromHost();
            return;
        }
        const Json event = frame.opcode == 1 ? jsonLiteral(frame.payload) : Json();
        if (event.member("type"_L1).toString() != "call.requested"_L1)
            return;
        const Json payload = event.member("payload"_L1);
        const QString envelopeId = event.member("id"_L1).toString(); // the id of the request in alknet
        const QByteArray id = payload.member("requestId"_L1).toString(envelopeId).toUtf8();
        const QString operation = payload.member("operationId"_L1).toString();
        if ((operation == "services.list"_L1 || operation == "/services/list"_L1) && !m_list.isEmpty()) {
            server.socket->write(withId(responded(m_list), id));
            return;
        }
        server.socket->write(withId(m_answer, id));
        if (m_then == Then::End)
            server.socket->disconnectFromHost();
        else if (m_then == Then::Reset)
            server.reset();
    }
    //! Returns the consecutive \a frames with \a id in place of \@ID@ and with corrected lengths.
    static QByteArray withId(const QByteArray &frames, const QByteArray &id)
    {
        if (!frames.contains("@ID@"))
            return frames;
        RawFrameReader reader;
        reader.feed(frames);
        QByteArray out;
        for (RawFrame frame : std::as_const(reader.frames)) {
            frame.payload.replace("@ID@", id);
            out += frame.bytes();
        }
        return out;
    }

    QByteArray m_answer;
    Then m_then;
    QByteArray m_list;
};

} // namespace Workbench::Test
