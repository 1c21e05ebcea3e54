// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "app/demo/demokitchen.h"
#include "core/mcp/lineserver.h"

#include <QSet>
#include <QTimer>

#include <memory>

namespace Workbench {

//! The demo's MCP server that asks the user. Most tools ask for something: the values of a form, to open an
//! address, the answer of a language model, or the folders it may know. One tool runs as a task. In the
//! legacy era the server sends requests of its own, in the modern era results that ask for input. In the
//! modern era it also has resources to listen to, a list of tools that changes, and tools that ask in several
//! rounds.
class DemoDesk : public LineServer {
    Q_OBJECT
public:
    enum class Era : quint8 { Legacy, Modern };
    //! Servers with the same \a kitchen are one server with several connections.
    explicit DemoDesk(Era era, std::shared_ptr<DemoKitchen> kitchen = std::make_shared<DemoKitchen>(),
        QObject *parent = nullptr);
    void receive(const QByteArray &line) override;

private:
    struct Asked { // a call that waits for the answer to our request
        Json callId;
        QString tool;
        Json arguments;
    };
    struct Listener { // a request subscriptions/listen
        Json id;
        bool tools = false;
        QSet<QString> uris;
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
    Json describe(const DemoKitchen::Cooking &task) const;
    Json ourCapabilities() const;
    Json cacheable(const Json &result, std::chrono::milliseconds ttl, QStringView scope = u"public") const;

    // The modern era only:
    bool handleModern(const QString &method, const Json &id, const Json &params);
    bool callModern(const Json &id, const Json &params);
    void readResource(const Json &id, const QString &uri);
    void askRound(const Json &id, const Json &questions, const QString &state);
    void orderMeal(const Json &id, const Json &params);
    void setTables(const Json &id, const Json &params, qint64 done);
    void listen(const Json &id, const Json &params);
    void tell(const Listener &listener, QStringView method, const Json &params);
    void tellUpdate(const QString &uri);

    const bool m_isModern;
    const std::shared_ptr<DemoKitchen> m_kitchen;
    Json m_capabilities; // announced by the client
    bool m_isInitialized = false;
    std::map<QString, Asked> m_asked; // by the id of our request
    int m_lastAsked = 0;
    QList<Listener> m_listeners;
    QTimer m_oven; // runs while a client listens to it
    QSet<QByteArray> m_setting; // ids of the calls of set-tables that run
};

} // namespace Workbench
