// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/workspace/workspace.h"

#include <QTemporaryDir>

namespace Workbench::App {

//! Returns the built-in demo with the sources "local", "tracker", "desk" and "modern". It needs no network.
Workspace demoWorkspace();

//! The demo of the window, with a source of each kind. Its hub, its service and its modern MCP server over
//! HTTP run in this process and listen on 127.0.0.1. Its fixtures are copied from resources. It needs no
//! network.
class Demo {
public:
    Demo();
    ~Demo();

    //! Starts the servers if they are not running. Returns the workspace with the addresses of
    //! all sources, inputs for some operations, and the operation to show first (as "first" of its view).
    Workspace start();

private:
    struct ClockHub;
    struct Library;
    struct Kitchen;
    QTemporaryDir m_fixtures;
    std::unique_ptr<ClockHub> m_hub;
    std::unique_ptr<Library> m_library;
    std::unique_ptr<Kitchen> m_kitchen;
};

} // namespace Workbench::App
