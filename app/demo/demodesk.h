// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/mcp/lineserver.h"

#include <QDateTime>

#include <chrono>
#include <map>

namespace Workbench {

//! The demo's MCP server that asks the user. Each tool asks for something: the values of a form, to open an
//! address, the answer of a language model, or the folders it may know. One tool runs as a task. In the
//! legacy era the server sends requests of its own, in the modern era results that ask for input.
class DemoDesk : public LineServer {
    Q_OBJECT
public:
    enum class Era : quint8 { Legacy, Modern };
    explicit DemoDesk(Era era, QObject *parent = nullptr);
    void receive(const QByteArray &line) override;

private:
    struct Asked { // a call that waits for the answer to our request
        Json callId;
        QString tool;
        Json arguments;
    };
    struct Cooking { // a task
        QString id;
        QDateTime began;
        std::chrono::milliseconds time{0};
        bool isCancelled = false;
        bool isDone() const { return QDateTime::currentDateTimeUtc() >= began.addDuration(time); }
        QString status() const;
        std::chrono::milliseconds left() const;
    };

    //! \a type is the resultType of the modern era.
    void answer(const Json &id, const Json &result, QStringView type = u"complete");
    void answerLater(const Json &id, std::chrono::milliseconds after, const Json &result);
    void handle(const Json &message);
    void handleRequest(const QString &method, const Json &id, const Json &params);
    bool isSpokenTo(const QString &method, const Json &id, const Json &params);
    void handleTask(const QString &method, const Json &id, const Json &params);
    void callTool(const Json &id, const Json &params);
    void ask(const Json &id, const Json &params, const Json &question);
    void cook(const Json &id, const Json &params);
    bool takesQuestion(const Json &question) const;
    Json describe(const Cooking &task) const;
    Json ourCapabilities() const;
    Json cacheable(const Json &result) const;

    const bool m_isModern;
    Json m_capabilities; // announced by the client
    bool m_isInitialized = false;
    std::map<QString, Asked> m_asked; // by the id of our request
    std::map<QString, Cooking> m_tasks; // by their id
    int m_lastAsked = 0;
    int m_lastTask = 0;
};

} // namespace Workbench
