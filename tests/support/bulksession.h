// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/session/sessions.h"
#include "core/sources/mcp/mcpfactory.h"
#include "tests/support/heartbeat.h"
#include "ui/models/logmodels.h"
#include "ui/panes/sourcespane.h"
#include "ui/theme/rowtreeview.h"

#include <QEvent>
#include <QEventLoop>

namespace Workbench::Test {

//! The left side of a window, with a source "bulk" that runs the program BULK_PEER.
struct BulkSession {
    BulkSession(const QString &mode, qint64 count, Limits chosen = {})
        : limits(chosen)
        , exchanges(chosen)
        , registry(chosen)
    {
        std::vector<std::unique_ptr<AdapterFactory>> factories;
        factories.push_back(std::make_unique<McpFactory>());
        sessions = std::make_unique<Sessions>(Sessions::Services{.registry = &registry,
            .exchanges = &exchanges,
            .trust = &trust,
            .limits = limits,
            .factories = std::move(factories),
            .closePatience = std::chrono::milliseconds(500)});
        wire = std::make_unique<Ui::WireModel>(&exchanges);
        log = std::make_unique<Ui::LogModel>();
        QObject::connect(sessions.get(), &Sessions::logged, log.get(), &Ui::LogModel::add);
        pane = std::make_unique<Ui::SourcesPane>(sessions.get());
        pane->resize(300, 700);
        pane->show();
        const Source source{QStringLiteral("bulk"), QStringLiteral("mcp"),
            Json::object({{QStringLiteral("command"), Json::string(QStringLiteral(BULK_PEER))},
                {QStringLiteral("args"),
                    Json::array({Json::string(mode), Json::string(QString::number(count))})}})};
        if (!sessions->addSource(source) || !sessions->confirmTrust(source, true))
            qFatal("the source was refused");
        QObject::connect(sessions.get(), &Sessions::logged, sessions.get(), [this](const LogLine &line) {
            if (line.origin == QLatin1StringView("stderr"))
                sinceSent.start();
        });
    }
    ~BulkSession()
    {
        QEventLoop loop;
        QObject::connect(sessions.get(), &Sessions::allClosed, &loop, &QEventLoop::quit);
        sessions->closeAll();
        loop.exec();
    }

    SourceState state() const { return sessions->state(QStringLiteral("bulk")); }
    bool isSettled() const { return state().isUsable() || state().phase == SourceState::Phase::Failed; }
    //! Connects, and waits until the list has arrived and has been painted.
    void connectAndPaint()
    {
        sessions->connectSource(QStringLiteral("bulk"));
        QEventLoop loop;
        QObject::connect(sessions.get(), &Sessions::sourceChanged, &loop, [this, &loop] {
            if (isSettled())
                loop.quit();
        });
        loop.exec();
        listedAfter = sinceSent.isValid() ? sinceSent.elapsed() : -1;
        waitForPaint();
        paintedAfter = sinceSent.isValid() ? sinceSent.elapsed() : -1;
    }
    //! Waits until the tree has been painted again and the event loop has turned once.
    void waitForPaint()
    {
        struct Watch : QObject {
            QEventLoop loop;
            bool eventFilter(QObject *, QEvent *event) override
            {
                if (event->type() == QEvent::Paint)
                    QMetaObject::invokeMethod(&loop, &QEventLoop::quit, Qt::QueuedConnection);
                return false;
            }
        } watch;
        pane->view()->viewport()->installEventFilter(&watch);
        pane->view()->viewport()->update();
        watch.loop.exec();
    }

    Limits limits;
    ExchangeLog exchanges;
    OperationRegistry registry;
    TrustStore trust;
    std::unique_ptr<Sessions> sessions;
    std::unique_ptr<Ui::WireModel> wire;
    std::unique_ptr<Ui::LogModel> log;
    std::unique_ptr<Ui::SourcesPane> pane;
    QElapsedTimer sinceSent; //!< runs since the peer wrote the last byte of a list
    qint64 listedAfter = -1;
    qint64 paintedAfter = -1;
};

} // namespace Workbench::Test
