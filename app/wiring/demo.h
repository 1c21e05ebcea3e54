// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/workspace/workspace.h"

#include <QTemporaryDir>

namespace Workbench::App {

class DemoHub;
class DemoService;

//! The demo of the window: a source of each kind. Its hub and its service run in this process and listen on
//! 127.0.0.1, its fixtures are copied from the program. Nothing needs a network.
class Demo {
public:
    Demo();
    ~Demo();

    //! Starts what is not running yet. Returns the workspace with the addresses of all sources, an input for
    //! some operations, and, as "first" of its view, the operation to show first.
    Workspace start();

private:
    QTemporaryDir m_fixtures;
    std::unique_ptr<DemoHub> m_hub;
    std::unique_ptr<DemoService> m_service;
};

} // namespace Workbench::App
