// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// One program holds the tests of a folder: `tests_unit_base tst_json ARGUMENTS…` runs the one in
// tst_json.cpp, with QtTest's arguments. Each test is in a process of its own, as if it were a program.
#pragma once

#include <QCoreApplication>
#include <QTest>

#include <type_traits>

namespace Workbench::Test {

//! For a test that needs no application object, or makes its own.
struct NoApplication {
    NoApplication(int &, char **) { }
};

//! A test of this program; it lives as long as the program.
struct TestEntry {
    const char *file; //!< the path of its source, whose base name is the test's name
    int (*run)(int argc, char **argv);
    TestEntry *next; //!< the entry that was made before, or null

    TestEntry(const char *path, int (*runner)(int, char **));
};

inline void noSetUp() { }

//! Runs \a Object under an \a Application, after \a setUp. Returns the number of failures.
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

//! Stands at the end of a test's file, in place of QTEST_MAIN: the class of the test, the class of its
//! application (QCoreApplication, QGuiApplication, QApplication or NoApplication), and optionally a function
//! to call before the test is made.
#define WORKBENCH_TEST(Object, ...)                                                                          \
    static const Workbench::Test::TestEntry entryOf##Object(                                                 \
        __FILE__, Workbench::Test::runTest<Object, __VA_ARGS__>);
