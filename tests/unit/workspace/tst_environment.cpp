// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/json/jsonparser.h"
#include "core/secrets/substitution.h"
#include "core/workspace/workspace.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace Workbench;

class tst_Environment : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void readsWhatItWrote();
    void writesNoEnvironmentMembersWithoutEnvironments();
    void keepsUnknownMembersInPlace();
    void refusesBrokenOnes_data();
    void refusesBrokenOnes();
    void errorsNeverRepeatASecretInPlaceOfAReference();
    void knowsNames_data();
    void knowsNames();
};

void tst_Environment::readsWhatItWrote()
{
    Workspace workspace;
    workspace.environments = {
        {.name = u"staging"_s,
            .variables = {{.name = u"BASE_URL"_s, .value = u"http://127.0.0.1:8080"_s},
                {.name = u"TOKEN"_s, .secret = u"keychain:staging token"_s}}},
        {.name = u"production"_s,
            .variables = {{.name = u"TOKEN"_s, .secret = u"env:API_TOKEN"_s}},
            .identity = Identity{u"ana"_s, {u"admin"_s}, {{u"note:1"_s, {u"drop"_s}}}}},
    };
    workspace.environment = u"production"_s;
    const Result<Workspace> again = Workspace::fromBytes(workspace.toBytes());
    QVERIFY2(again, qPrintable(again ? QString() : again.error().message));
    QCOMPARE(again->environments, workspace.environments);
    QCOMPARE(again->environment, u"production"_s);
    QCOMPARE(again->toBytes(), workspace.toBytes());
    QVERIFY(again->environments[0].variable(u"TOKEN")->isSecret());
    QVERIFY(!again->environments[0].variable(u"token"));
}

void tst_Environment::writesNoEnvironmentMembersWithoutEnvironments()
{
    QCOMPARE(jsonLiteral(Workspace().toBytes()).toBytes(), R"({"version":1,"sources":[],"inputs":{}})");
    Result<Workspace> emptied =
        Workspace::fromBytes(R"({"version":1,"environments":[{"name":"a"}],"environment":"a"})");
    QVERIFY(emptied);
    emptied->environments.clear();
    emptied->environment.clear();
    QCOMPARE(jsonLiteral(emptied->toBytes()).toBytes(),
        R"({"version":1,"environments":[],"sources":[],"inputs":{}})");
}

void tst_Environment::keepsUnknownMembersInPlace()
{
    Result<Workspace> workspace =
        Workspace::fromBytes(R"({"version":1,"sources":[],"environments":[)"
                             R"({"color":"red","name":"a","variables":[)"
                             R"({"note":"n","name":"X","value":"1","last":2}],"z":0}],)"
                             R"("inputs":{}})");
    QVERIFY(workspace);
    workspace->environments[0].variables[0].value.clear();
    workspace->environments[0].variables[0].secret = u"env:X"_s;
    workspace->environments[0].variables.append({.name = u"Y"_s, .value = u"2"_s});
    QCOMPARE(jsonLiteral(workspace->toBytes()).member("environments"_L1).toBytes(),
        R"([{"color":"red","name":"a","variables":[{"note":"n","name":"X","last":2,"secret":"env:X"},)"
        R"({"name":"Y","value":"2"}],"z":0}])");
}

void tst_Environment::refusesBrokenOnes_data()
{
    QTest::addColumn<QByteArray>("environments");
    QTest::addColumn<QString>("says");
    QTest::newRow("an object") << QByteArray("{}") << u"/environments must be an array"_s;
    QTest::newRow("a text") << QByteArray(R"(["a"])") << u"/environments/0 must be an object"_s;
    QTest::newRow("no name") << QByteArray(R"([{"variables":[]}])") << u"/environments/0/name"_s;
    QTest::newRow("blank name") << QByteArray(R"([{"name":"a"},{"name":" "}])") << u"/environments/1/name"_s;
    QTest::newRow("twice") << QByteArray(R"([{"name":"a"},{"name":"a"}])")
                           << u"/environments/1/name: two environments are called \"a\""_s;
    QTest::newRow("variables are an object")
        << QByteArray(R"([{"name":"a","variables":{}}])") << u"/environments/0/variables must be an array"_s;
    QTest::newRow("a variable is a text")
        << QByteArray(R"([{"name":"a","variables":["x"]}])") << u"/environments/0/variables/0 must"_s;
    QTest::newRow("a variable without a name") << QByteArray(R"([{"name":"a","variables":[{"value":""}]}])")
                                               << u"/environments/0/variables/0/name"_s;
    QTest::newRow("a name with a blank")
        << QByteArray(R"([{"name":"a","variables":[{"name":"A B","value":""}]}])") << u"/variables/0/name"_s;
    QTest::newRow("a reserved name") << QByteArray(
        R"([{"name":"a","variables":[{"name":"envelope","value":""}]}])")
                                     << u"/variables/0/name"_s;
    QTest::newRow("a name twice") << QByteArray(
        R"([{"name":"a","variables":[{"name":"X","value":""},{"name":"X","value":""}]}])")
                                  << u"/environments/0/variables/1/name: two variables are called \"X\""_s;
    QTest::newRow("neither value nor secret")
        << QByteArray(R"([{"name":"a","variables":[{"name":"X"}]}])") << u"/variables/0 must have either"_s;
    QTest::newRow("both") << QByteArray(
        R"([{"name":"a","variables":[{"name":"X","value":"","secret":"env:X"}]}])")
                          << u"/variables/0 must have either"_s;
    QTest::newRow("value is a number") << QByteArray(R"([{"name":"a","variables":[{"name":"X","value":1}]}])")
                                       << u"/variables/0/value must"_s;
    QTest::newRow("another place for a secret")
        << QByteArray(R"([{"name":"a","variables":[{"name":"X","secret":"fd:3"}]}])")
        << u"/variables/0/secret must be \"keychain:NAME\" or \"env:NAME\""_s;
    QTest::newRow("a secret without a name")
        << QByteArray(R"([{"name":"a","variables":[{"name":"X","secret":"env:"}]}])") << u"/0/secret must"_s;
}

void tst_Environment::refusesBrokenOnes()
{
    QFETCH(QByteArray, environments);
    QFETCH(QString, says);
    const Result<Workspace> workspace =
        Workspace::fromBytes(R"({"version":1,"environments":)" + environments + '}');
    QVERIFY(!workspace);
    QCOMPARE(workspace.error().code, u"workspace.broken"_s);
    QVERIFY2(workspace.error().message.contains(says), qPrintable(workspace.error().message));
    const Result<Workspace> inactive = Workspace::fromBytes(R"({"version":1,"environment":"gone"})");
    QVERIFY(!inactive);
    QVERIFY(inactive.error().message.contains(u"/environment must be null or the name"_s));
}

void tst_Environment::errorsNeverRepeatASecretInPlaceOfAReference()
{
    const Result<Workspace> workspace = Workspace::fromBytes(
        R"({"version":1,"environments":[{"name":"a","variables":[{"name":"X","secret":"hunter2hunter2"}]}]})");
    QVERIFY(!workspace);
    QVERIFY(!workspace.error().message.contains(u"hunter2"_s));
}

void tst_Environment::knowsNames_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<bool>("is");
    for (const char *name : {"A", "base_url", "_x", "api.v2-key", "A1"})
        QTest::newRow(name) << QString::fromLatin1(name) << true;
    for (const char *name : {"", "1A", "-a", ".a", "a b", "a}", "${a", "envelope"})
        QTest::newRow(*name ? name : "empty") << QString::fromLatin1(name) << false;
    QTest::newRow("not ASCII") << u"größe"_s << false;
}

void tst_Environment::knowsNames()
{
    QFETCH(QString, name);
    QFETCH(bool, is);
    QCOMPARE(isVariableName(name), is);
}

WORKBENCH_TEST(tst_Environment, Workbench::Test::NoApplication)
#include "tst_environment.moc"
