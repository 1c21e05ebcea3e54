// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/json/jsonparser.h"
#include "core/operation/access.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace Workbench;
using namespace Qt::StringLiterals;

class tst_Access : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void checksScopesAndResources_data();
    void checksScopesAndResources();
    void allowsUnrestrictedOperationsWithoutAnIdentity();
    void requiresAnIdentity();
    void namesTheMissingScopes();
    void saysWhatIsNeededAndMissing_data();
    void saysWhatIsNeededAndMissing();
    void writesAnIdentityForPeople();
    void readsItsOwnJson();
    void ignoresInvalidMembers();
    void refusesWhatAUserWroteWrongly_data();
    void refusesWhatAUserWroteWrongly();
    void recognisesAccessControlThatIsNotValid_data();
    void recognisesAccessControlThatIsNotValid();
    void namesTheMembersThatAreNotEnforced();
};

void tst_Access::checksScopesAndResources_data()
{
    QTest::addColumn<QByteArray>("control");
    QTest::addColumn<QByteArray>("identity");
    QTest::addColumn<bool>("passes");
    const QByteArray ana =
        R"({"id":"ana","scopes":["notes:read","notes:write"],"resources":{"project:p1":["read"]}})";
    QTest::newRow("nothing required") << QByteArray(R"({"requiredScopes":[]})") << ana << true;
    QTest::newRow("all scopes held") << QByteArray(R"({"requiredScopes":["notes:read","notes:write"]})")
                                     << ana << true;
    QTest::newRow("one scope missing")
        << QByteArray(R"({"requiredScopes":["notes:read","admin"]})") << ana << false;
    QTest::newRow("scopes are case-sensitive")
        << QByteArray(R"({"requiredScopes":["Notes:read"]})") << ana << false;
    QTest::newRow("no wildcards") << QByteArray(R"({"requiredScopes":["notes:*"]})") << ana << false;
    QTest::newRow("one alternative held")
        << QByteArray(R"({"requiredScopesAny":["admin","notes:read"]})") << ana << true;
    QTest::newRow("no alternative held") << QByteArray(R"({"requiredScopesAny":["admin"]})") << ana << false;
    QTest::newRow("an empty list of alternatives requires nothing")
        << QByteArray(R"({"requiredScopesAny":[]})") << ana << true;
    QTest::newRow("a resource of the type")
        << QByteArray(R"({"resourceType":"project","resourceAction":"read"})") << ana << true;
    QTest::newRow("another action") << QByteArray(R"({"resourceType":"project","resourceAction":"write"})")
                                    << ana << false;
    QTest::newRow("type is not a prefix")
        << QByteArray(R"({"resourceType":"proj","resourceAction":"read"})") << ana << false;
    QTest::newRow("action without type is skipped")
        << QByteArray(R"({"resourceAction":"write"})") << ana << true;
    QTest::newRow("type without action is skipped")
        << QByteArray(R"({"resourceType":"house"})") << ana << true;
}

void tst_Access::checksScopesAndResources()
{
    QFETCH(QByteArray, control);
    QFETCH(QByteArray, identity);
    const auto who = identityFromJson(jsonLiteral(identity));
    QVERIFY(who.has_value());
    QTEST(checkAccess(accessControlFromJson(jsonLiteral(control)), *who), "passes");
}

void tst_Access::allowsUnrestrictedOperationsWithoutAnIdentity()
{
    AccessControl control;
    control.resourceAction = u"read"_s; // without a type it restricts nothing
    QVERIFY(!control.isRestricted());
    QVERIFY(enforceAccess(control, {}, u"a.b"_s).has_value());
}

void tst_Access::requiresAnIdentity()
{
    AccessControl control;
    control.resourceType = u"project"_s;
    const auto result = enforceAccess(control, {}, u"notes.find"_s);
    QVERIFY(!result.has_value());
    QCOMPARE(result.error().code, "ACCESS_DENIED"_L1);
    QCOMPARE(result.error().message, u"Access denied for operation: notes.find — identity required"_s);
    QCOMPARE(result.error().details.toBytes(), R"({"operationId":"notes.find","requiredScopes":[]})");
}

void tst_Access::namesTheMissingScopes()
{
    AccessControl control;
    control.requiredScopes = {u"notes:read"_s};
    const auto result = enforceAccess(control, Identity{u"ana"_s, {}, {}}, u"notes.find"_s);
    QVERIFY(!result.has_value());
    QCOMPARE(result.error().message, u"Access denied for operation: notes.find"_s);
    QCOMPARE(result.error().details.toBytes(), R"({"requiredScopes":["notes:read"]})");
}

void tst_Access::saysWhatIsNeededAndMissing_data()
{
    QTest::addColumn<QByteArray>("control");
    QTest::addColumn<QByteArray>("identity");
    QTest::addColumn<QString>("needs");
    QTest::addColumn<QString>("missing");
    const QByteArray ana = R"({"id":"ana","scopes":["read"],"resources":{"note:1":["show"]}})";
    const QByteArray all =
        R"({"requiredScopes":["read","admin"],"requiredScopesAny":["a","b"],"resourceType":"note","resourceAction":"drop"})";
    const QString text = u"read, admin; one of: a, b; resource note: drop"_s;
    QTest::newRow("nothing is needed") << QByteArray("{}") << ana << QString() << QString();
    QTest::newRow("without an identity, everything is missing") << all << QByteArray() << text << text;
    QTest::newRow("what the identity has is not missing")
        << all << ana << text << u"admin; one of: a, b; resource note: drop"_s;
    QTest::newRow("a resource alone") << QByteArray(R"({"resourceType":"note","resourceAction":"show"})")
                                      << ana << u"resource note: show"_s << QString();
    QTest::newRow("one alternative is enough")
        << QByteArray(R"({"requiredScopesAny":["x","read"]})") << ana << u"one of: x, read"_s << QString();
    QTest::newRow("a type without an action needs an identity only")
        << QByteArray(R"({"resourceType":"note"})") << QByteArray() << u"resource note"_s
        << u"resource note"_s;
}

void tst_Access::saysWhatIsNeededAndMissing()
{
    QFETCH(QByteArray, control);
    QFETCH(QByteArray, identity);
    const AccessControl access = accessControlFromJson(jsonLiteral(control));
    QTEST(accessText(access), "needs");
    const std::optional<Identity> who =
        identity.isEmpty() ? std::nullopt : identityFromJson(jsonLiteral(identity));
    QTEST(accessText(missingAccess(access, who)), "missing");
}

void tst_Access::writesAnIdentityForPeople()
{
    QCOMPARE(identityText({u"ana"_s, {}, {}}), u"ana"_s);
    const auto ana = identityFromJson(
        jsonLiteral(R"({"id":"ana","scopes":["read","admin"],"resources":{"note:1":["drop","show"]}})"));
    QCOMPARE(identityText(ana.value_or(Identity())), u"ana (scopes: read, admin; note:1: drop, show)"_s);
}

void tst_Access::readsItsOwnJson()
{
    const QByteArray control =
        R"({"requiredScopes":["a"],"requiredScopesAny":["b"],"resourceType":"t","resourceAction":"u","customAuth":"v"})";
    QCOMPARE(toJson(accessControlFromJson(jsonLiteral(control))).toBytes(), control);
    QCOMPARE(toJson(AccessControl()).toBytes(), R"({"requiredScopes":[]})");
    const QByteArray identity = R"({"id":"ana","scopes":["s"],"resources":{"project:p1":["read"]}})";
    QCOMPARE(toJson(*identityFromJson(jsonLiteral(identity))).toBytes(), identity);
}

void tst_Access::ignoresInvalidMembers()
{
    QVERIFY(!identityFromJson(jsonLiteral(R"({"scopes":["a"]})")).has_value());
    QVERIFY(!identityFromJson(jsonLiteral("null")).has_value());
    QCOMPARE(
        identityFromJson(jsonLiteral(R"({"id":"a","scopes":["b",3,null]})"))->scopes, QStringList{u"b"_s});
}

void tst_Access::recognisesAccessControlThatIsNotValid_data()
{
    QTest::addColumn<QByteArray>("control");
    QTest::addColumn<bool>("isValid");
    QTest::newRow("all members") << QByteArray(
        R"({"requiredScopes":["a"],"requiredScopesAny":[],"resourceType":"t","resourceAction":"u","x":1})")
                                 << true;
    QTest::newRow("an empty object") << QByteArray("{}") << true;
    QTest::newRow("null") << QByteArray("null") << true;
    QTest::newRow("members that are null")
        << QByteArray(R"({"requiredScopes":null,"resourceType":null})") << true;
    QTest::newRow("a string") << QByteArray(R"("admin")") << false;
    QTest::newRow("an array") << QByteArray(R"(["admin"])") << false;
    QTest::newRow("scopes that are a string") << QByteArray(R"({"requiredScopes":"admin"})") << false;
    QTest::newRow("a scope that is a number") << QByteArray(R"({"requiredScopes":["admin",1]})") << false;
    QTest::newRow("alternatives that are an object")
        << QByteArray(R"({"requiredScopesAny":{"admin":true}})") << false;
    QTest::newRow("a resource type that is an array") << QByteArray(R"({"resourceType":["note"]})") << false;
}

void tst_Access::recognisesAccessControlThatIsNotValid()
{
    QFETCH(QByteArray, control);
    QTEST(isAccessControl(jsonLiteral(control)), "isValid");
}

void tst_Access::refusesWhatAUserWroteWrongly_data()
{
    QTest::addColumn<QByteArray>("identity");
    QTest::addColumn<QString>("says"); // empty: accepted
    const auto row = [](const char *name, const QByteArray &identity, const QString &says) {
        QTest::newRow(name) << identity << says;
    };
    row("all members", R"({"id":"ana","scopes":["a"],"resources":{"note:1":["drop"]}})", {});
    row("only an id", R"({"id":"ana"})", {});
    row("null is absent", R"({"id":"ana","scopes":null,"resources":null})", {});
    row("another member", R"({"id":"ana","note":1})", {});
    row("a text", R"("ana")", u"/who must be an object with \"id\" and \"scopes\""_s);
    row("no id", R"({"scopes":[]})", u"/who/id must be a non-empty string"_s);
    row("an empty id", R"({"id":""})", u"/who/id must be a non-empty string"_s);
    row("an id that is a number", R"({"id":7})", u"/who/id must be a non-empty string"_s);
    row("scopes that are a text", R"({"id":"ana","scopes":"admin"})",
        u"/who/scopes must be an array of strings"_s);
    row("a scope that is a number", R"({"id":"ana","scopes":["admin",7]})",
        u"/who/scopes must be an array of strings"_s);
    row("resources that are an array", R"({"id":"ana","resources":["note:1"]})",
        u"/who/resources must be an object of arrays, such as {\"note:1\": [\"drop\"]}"_s);
    row("actions that are a text", R"({"id":"ana","resources":{"a/b:1":"drop"}})",
        u"/who/resources/a~1b:1 must be an array of strings"_s);
}

void tst_Access::refusesWhatAUserWroteWrongly()
{
    QFETCH(QByteArray, identity);
    QFETCH(QString, says);
    const Json json = jsonLiteral(identity);
    const Result<Identity> read = readIdentity(json, u"/who"_s);
    QCOMPARE(read ? QString() : read.error().message, says);
    if (read)
        QVERIFY(*read == *identityFromJson(json));
}

void tst_Access::namesTheMembersThatAreNotEnforced()
{
    const auto membersOf = [](const QByteArray &control) {
        return unenforcedMembers(accessControlFromJson(jsonLiteral(control))).toBytes();
    };
    QCOMPARE(membersOf(R"({"requiredScopes":["a"],"resourceAction":"u","customAuth":"v","x":1})"),
        R"({"resourceAction":"u","customAuth":"v","x":1})");
    QCOMPARE(membersOf(R"({"resourceType":"t","resourceAction":"u"})"), QByteArray());
}

WORKBENCH_TEST(tst_Access, QCoreApplication)
#include "tst_access.moc"
