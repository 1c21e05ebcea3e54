// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "target.h"

#include "core/workspace/workspace.h"

using namespace Workbench;

namespace {

void runWorkspace(const QByteArray &input)
{
    const Result<Workspace> read = Workspace::fromBytes(input);
    if (!read) {
        FUZZ_EXPECT(read.error().kind == ErrorKind::Storage || read.error().kind == ErrorKind::Limit);
        FUZZ_EXPECT(!read.error().code.isEmpty() && !read.error().message.isEmpty());
        return;
    }
    const QByteArray written = read->toBytes();
    const Result<Workspace> again = Workspace::fromBytes(written);
    FUZZ_EXPECT(again && again->sources == read->sources && again->inputs == read->inputs);
    FUZZ_EXPECT(again->identity == read->identity && again->environments == read->environments);
    FUZZ_EXPECT(again->toBytes() == written);
}

} // namespace

FuzzTarget workspaceTarget()
{
    return {"workspace",
        jsonWords()
            + QByteArrayList{"\"version\":1", "\"version\":2", "\"sources\":[]",
                "{\"name\":\"a\",\"kind\":\"mcp\",\"settings\":{}}", "\"name\":\"a\"", "\"kind\":\"local\"",
                "\"settings\":{\"command\":\"x\"}", "\"inputs\":{\"a.b\":{}}",
                "\"identity\":{\"id\":\"a\",\"scopes\":[\"b\"]}", "\"view\":{}", "\"resources\":{}",
                "\"environments\":[]", "\"resources\":{\"a:b\":[\"c\"]}",
                "{\"name\":\"a\",\"variables\":[],\"identity\":{\"id\":\"a\"}}"},
        runWorkspace};
}
