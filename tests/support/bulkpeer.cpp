// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// An MCP server over stdio whose answers are very large: `bulk_peer MODE COUNT`. It uses none of our
// libraries. tools: COUNT tools in one page; pages: COUNT pages of 50 tools; equal: COUNT tools with one
// name, in one page; same-cursor, new-cursors, number-cursor: pages without end; future: announces an unknown
// version; mute: sends nothing; flood: COUNT notifications before the answer to each call. It writes "sent"
// to stderr after the last byte of a list.

#include <cstdlib>
#include <iostream>
#include <string>
#include <unistd.h>

namespace {

void put(int descriptor, const std::string &text)
{
    size_t done = 0;
    while (done < text.size()) {
        const ssize_t now = ::write(descriptor, text.data() + done, text.size() - done);
        if (now <= 0)
            std::exit(3);
        done += size_t(now);
    }
}

//! Returns the text after "NAME": up to the next delimiter, without quotes. This suffices for our own
//! requests.
std::string member(const std::string &line, const std::string &name)
{
    const size_t found = line.find("\"" + name + "\":");
    if (found == std::string::npos)
        return {};
    const size_t start = found + name.size() + 3;
    if (line[start] == '"')
        return line.substr(start + 1, line.find('"', start + 1) - start - 1);
    return line.substr(start, line.find_first_of(",}", start) - start);
}

void answer(const std::string &id, const std::string &result)
{
    put(STDOUT_FILENO, R"({"jsonrpc":"2.0","id":)" + id + R"(,"result":)" + result + "}\n");
}

std::string tool(const std::string &name)
{
    return R"({"name":")" + name + R"(","description":"Does what )" + name
        + R"( does, and says so in a sentence of the usual length.","inputSchema":{"type":"object","properties":)"
        + R"({"city":{"type":"string","description":"Where"},"days":{"type":"integer","minimum":1}},)"
        + R"("required":["city"]}})";
}

std::string tools(long first, long count, bool areEqual)
{
    std::string list;
    for (long number = first; number < first + count; ++number)
        list += (number == first ? "" : ",") + tool(areEqual ? "same" : "tool-" + std::to_string(number));
    return list;
}

void list(const std::string &mode, long count, const std::string &id)
{
    static long pages = 0;
    ++pages;
    if (mode == "pages") {
        const std::string next = pages < count ? R"(,"nextCursor":"c)" + std::to_string(pages) + '"' : "";
        return answer(id, R"({"tools":[)" + tools((pages - 1) * 50, 50, false) + "]" + next + "}");
    }
    const std::string page = R"({"tools":[)" + tool("page-" + std::to_string(pages)) + "]";
    if (mode == "same-cursor")
        answer(id, page + R"(,"nextCursor":"again"})");
    else if (mode == "new-cursors")
        answer(id, page + R"(,"nextCursor":"c)" + std::to_string(pages) + "\"}");
    else if (mode == "number-cursor")
        answer(id, page + R"(,"nextCursor":7})");
    else if (mode == "flood")
        answer(id, R"({"tools":[)" + tool("flood") + "]}");
    else
        answer(id, R"({"tools":[)" + tools(0, count, mode == "equal") + "]}");
    put(STDERR_FILENO, "sent\n");
}

void flood(long count)
{
    const char *const kinds[] = {R"("notifications/tools/list_changed")",
        R"("notifications/message","params":{"level":"info","data":"a line of the server's log"})",
        R"("notifications/progress","params":{"progressToken":"nobody's","progress":1})",
        R"("notifications/of/its/own","params":{"value":[1,2,3]})"};
    std::string batch;
    for (long number = 0; number < count; ++number) {
        batch += R"({"jsonrpc":"2.0","method":)" + std::string(kinds[number % 4]) + "}\n";
        if (batch.size() > 60000) {
            put(STDOUT_FILENO, batch);
            batch.clear();
        }
    }
    put(STDOUT_FILENO, batch);
}

} // namespace

int main(int argc, char **argv)
{
    const std::string mode = argc > 1 ? argv[1] : "tools";
    const long count = argc > 2 ? std::atol(argv[2]) : 1;
    std::string line;
    while (std::getline(std::cin, line)) {
        const std::string method = member(line, "method");
        const std::string id = member(line, "id");
        if (id.empty() || mode == "mute")
            continue;
        if (method == "initialize") {
            answer(id,
                R"({"protocolVersion":")" + std::string(mode == "future" ? "2031-01-01" : "2025-11-25")
                    + R"(","capabilities":{"tools":{"listChanged":true}},)"
                      R"("serverInfo":{"name":"bulk","version":"1"}})");
        } else if (method == "server/discover") {
            answer(id, "{}"); // without supported versions: a server of the legacy era
        } else if (method == "tools/list") {
            list(mode, count, id);
        } else {
            flood(count);
            answer(id, R"({"content":[{"type":"text","text":"flooded"}]})");
        }
    }
}
