// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QByteArray>

namespace Workbench::Test {

//! Document of the service of echopeer.mjs.
inline constexpr auto echoDocument = R"json({
    "openapi": "3.1.0", "info": {"title": "Echo", "version": "2"}, "servers": [{"url": "/"}],
    "components": {"securitySchemes": {"token": {"type": "http", "scheme": "bearer"}}},
    "paths": {
        "/echo/{id}": {"post": {"operationId": "echo", "security": [{"token": []}],
            "parameters": [{"name": "id", "in": "path", "required": true, "schema": {"type": "string"}},
                           {"name": "page", "in": "query", "schema": {"type": "integer"}},
                           {"name": "api_key", "in": "query", "schema": {"type": "string"}},
                           {"name": "X-Api-Key", "in": "header", "schema": {"type": "string"}}],
            "requestBody": {"content": {"application/json": {"schema": {"type": "object"}}}},
            "responses": {"200": {"description": "ok"}}}},
        "/changing": {"get": {"operationId": "changing", "responses": {"200": {"description": "ok"}}}},
        "/written": {"get": {"operationId": "written", "responses": {"200": {"description": "ok"}}}},
        "/refused": {"get": {"operationId": "refused", "responses": {"200": {"description": "ok"}}}},
        "/latin": {"get": {"operationId": "latin", "responses": {"200": {"description": "ok"}}}},
        "/bytes": {"get": {"operationId": "bytes", "responses": {"200": {"description": "ok"}}}},
        "/long": {"get": {"operationId": "long", "responses": {"200": {"description": "ok"}}}}
    }})json";

} // namespace Workbench::Test
