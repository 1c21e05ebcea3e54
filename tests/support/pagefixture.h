// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/json/jsonparser.h"
#include "tests/unit/session/sessionsfixture.h"
#include "ui/forms/themelabel.h"
#include "ui/pages/operationpage.h"

#include <QTest>

namespace Workbench::Ui {

//! A connected source "s" with the operations echo, wipe (destructive) and tick (a subscription), and pages
//! for them.
struct PageFixture : SessionsFixture {
    //! Remembers definitions if \a pins is not null.
    explicit PageFixture(std::shared_ptr<DefinitionPins> pins = {})
        : SessionsFixture({}, pins, pins != nullptr)
    {
        OperationSpec echo = fakeOperation(QStringLiteral("echo"));
        echo.group = QStringLiteral("tools");
        echo.inputSchema = jsonLiteral(
            R"({"type":"object","required":["n"],"properties":{"n":{"type":"integer","maximum":5,"default":1}}})");
        OperationSpec wipe = fakeOperation(QStringLiteral("wipe"), OperationType::Mutation);
        wipe.definition = jsonLiteral(R"({"annotations":{"destructiveHint":true}})");
        peer->discovery->operations = {
            echo, wipe, fakeOperation(QStringLiteral("tick"), OperationType::Subscription)};
        peer->answer = HandlerResult(jsonLiteral(R"({"answer":42})"));
    }

    //! Connects the source, and returns whether that succeeded. Each test verifies this first.
    bool connectSource()
    {
        if (!sessions->addSource(source(QStringLiteral("s"))))
            return false;
        sessions->connectSource(QStringLiteral("s"));
        return QTest::qWaitFor([this] { return phase() == SourceState::Phase::Ready; }, 30'000);
    }

    std::unique_ptr<OperationPage> page(const QString &name, bool show = true)
    {
        auto made = std::make_unique<OperationPage>(sessions.get(), OperationId{QStringLiteral("s"), name});
        made->resize(1100, 600);
        if (show) {
            made->show();
            (void)QTest::qWaitForWindowActive(made.get());
        }
        return made;
    }

    //! Returns a page with a running stream.
    std::unique_ptr<OperationPage> streamPage()
    {
        auto made = page(QStringLiteral("tick"));
        made->invoke();
        if (!QTest::qWaitFor([this] { return peer->stream && peer->stream->isStarted; }, 30'000))
            qFatal("the stream does not start");
        return made;
    }
};

template <typename T = QWidget> T *child(const QWidget *parent, const QString &name)
{
    return parent->findChild<T *>(name);
}

inline QString label(const QWidget *parent, const QString &name)
{
    return child<ThemeLabel>(parent, name)->text();
}

} // namespace Workbench::Ui
