// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/support/testprogram.h"

#include <cstdio>
#include <string_view>

namespace Workbench::Test {

static TestEntry *entries = nullptr;

TestEntry::TestEntry(const char *path, int (*runner)(int, char **))
    : file(path)
    , run(runner)
    , next(entries)
{
    entries = this;
}

//! Returns "tst_json" for "tests/unit/json/tst_json.cpp".
static std::string_view nameOf(const TestEntry &entry)
{
    std::string_view name = entry.file;
    name.remove_prefix(name.rfind('/') + 1);
    return name.substr(0, name.find('.'));
}

} // namespace Workbench::Test

int main(int argc, char **argv)
{
    using namespace Workbench::Test;
    for (const TestEntry *entry = entries; argc > 1 && entry; entry = entry->next) {
        if (nameOf(*entry) == argv[1])
            return entry->run(argc - 1,
                argv + 1); // the name of the test replaces that of the program and of the application
    }
    std::fprintf(stderr, "usage: %s TEST [ARGUMENTS OF QTEST…]; the tests are:\n", argv[0]);
    for (const TestEntry *entry = entries; entry; entry = entry->next)
        std::fprintf(stderr, "  %.*s\n", int(nameOf(*entry).size()), nameOf(*entry).data());
    return 2;
}
