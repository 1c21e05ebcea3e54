// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// One program holds the tests of a folder: `tests_unit_base tst_json ARGUMENTS…` runs the one in
// tst_json.cpp, with QtTest's arguments. Each test runs in its own process, as a separate program would.
#pragma once

#include <QCoreApplication>
#include <QTest>

#include <type_traits>

namespace Workbench::Test {

//! Stands for the application in a test that needs no application object, or creates its own.
struct NoApplication {
    NoApplication(int &, char **) { }
};

//! A test of this program. It lives as long as the program.
struct TestEntry {
    const char *file; //!< the path of the source; its base name is the name of the test
    int (*run)(int argc, char **argv);
    TestEntry *next; //!< the previously created entry, or null

    TestEntry(const char *path, int (*runner)(int, char **));
};

inline void noSetUp() { }

//! Calls \a setUp and runs the test \a Object with an \a Application. Returns the number of failures.
template <class Object, class Application, void (*setUp)() = noSetUp> int runTest(int argc, char **argv)
{
    [[maybe_unused]] Application application(argc, argv);
    if constexpr (std::is_base_of_v<QCoreApplication, Application>)
        QCoreApplication::setAttribute(Qt::AA_Use96Dpi);
    setUp();
    Object object;
    return QTest::qExec(&object, argc, argv);
}

} // namespace Workbench::Test

//! Registers a test, at the end of its file in place of QTEST_MAIN. Arguments: the class of the test, the
//! class of its application (QCoreApplication, QGuiApplication, QApplication or NoApplication), and
//! optionally a function to call before the test is created.
#define WORKBENCH_TEST(Object, ...)                                                                          \
    static const Workbench::Test::TestEntry entryOf##Object(                                                 \
        __FILE__, Workbench::Test::runTest<Object, __VA_ARGS__>);
