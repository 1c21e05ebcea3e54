// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/exchange/exchangelog.h"

namespace Workbench {

//! Notes the frames of a sign-in to an MCP server at tools.example.org step by step, as core/auth does.
class SignInFrames {
public:
    SignInFrames(ExchangeLog *log, const QString &source)
        : m_log(log)
        , m_source(source)
    {
    }

    void noteRefusal()
    {
        sent(QStringLiteral("POST 1"), "POST /mcp", "tools.example.org", QStringLiteral("initialize"),
            R"({"jsonrpc":"2.0","id":1,"method":"initialize"})");
        received(QStringLiteral("POST 1"), "401 Unauthorized",
            "WWW-Authenticate: Bearer "
            "resource_metadata=\"https://tools.example.org/.well-known/oauth-protected-resource/mcp\"\r\n");
    }
    void noteResourceRequest()
    {
        sent(QStringLiteral("sign-in 1"), "GET /.well-known/oauth-protected-resource/mcp",
            "tools.example.org", QStringLiteral("protected resource metadata"));
    }
    void noteResourceAnswer()
    {
        received(QStringLiteral("sign-in 1"), "200 OK", "Content-Type: application/json\r\n",
            R"({"resource":"https://tools.example.org/mcp","authorization_servers":["https://login.example.org"]})");
    }
    void noteServerMetadata()
    {
        sent(QStringLiteral("sign-in 2"), "GET /.well-known/oauth-authorization-server", "login.example.org",
            QStringLiteral("authorization server metadata"));
        received(QStringLiteral("sign-in 2"), "200 OK", "Content-Type: application/json\r\n",
            R"({"issuer":"https://login.example.org","authorization_endpoint":"https://login.example.org/authorize","token_endpoint":"https://login.example.org/token","code_challenge_methods_supported":["S256"]})");
    }
    void noteBrowser()
    {
        note(Direction::Sent, QStringLiteral("sign-in 3"), QStringLiteral("authorization request"),
            "https://login.example.org/"
            "authorize?response_type=code&client_id=desktop&redirect_uri=http%3A%2F%2F127.0.0.1%3A41233%"
            "2Fcallback&scope=read&state=x7&code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM&code_"
            "challenge_method=S256&resource=https%3A%2F%2Ftools.example.org%2Fmcp");
        note(Direction::Received, QStringLiteral("sign-in 3"), QStringLiteral("authorization answer"),
            "http://127.0.0.1:41233/callback?state=x7&code=***");
    }
    void noteTokenRefused()
    {
        sent(QStringLiteral("sign-in 4"), "POST /token", "login.example.org", QStringLiteral("token request"),
            "grant_type=authorization_code&code=${secret:code}&redirect_uri=http%3A%2F%2F127.0.0.1%3A41233%"
            "2Fcallback&code_verifier=${secret:code_verifier}&client_id=desktop");
        received(QStringLiteral("sign-in 4"), "400 Bad Request", "Content-Type: application/json\r\n",
            R"({"error":"invalid_grant","error_description":"The redirect_uri is another one."})",
            QStringLiteral(
                "oauth.invalid_grant: Sign-in to \"%1\": the token endpoint answered invalid_grant: The "
                "redirect_uri is another one.")
                .arg(m_source));
    }

private:
    void note(Direction direction, const QString &channel, const QString &label, const QByteArray &bytes,
        const QByteArray &head = {}, const QString &problem = {})
    {
        Frame frame;
        frame.source = m_source;
        frame.direction = direction;
        frame.channel = channel;
        frame.label = label;
        frame.bytes = bytes;
        frame.head = head;
        frame.note = problem;
        m_log->note(frame);
    }
    void sent(const QString &channel, const QByteArray &start, const QByteArray &host, const QString &label,
        const QByteArray &body = {})
    {
        note(Direction::Sent, channel, label, body,
            start + " HTTP/1.1\r\nHost: " + host + "\r\nAccept: application/json\r\n"
                + (body.startsWith("grant_type") ? "Content-Type: application/x-www-form-urlencoded\r\n\r\n"
                                                 : "\r\n"));
    }
    void received(const QString &channel, const QByteArray &status, const QByteArray &headers,
        const QByteArray &body = {}, const QString &problem = {})
    {
        note(Direction::Received, channel, QString::fromLatin1(status), body,
            "HTTP/1.1 " + status + "\r\n" + headers + "\r\n", problem);
    }

    ExchangeLog *m_log;
    QString m_source;
};

} // namespace Workbench
