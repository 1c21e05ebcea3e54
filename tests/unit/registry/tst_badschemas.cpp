// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/json/jsonparser.h"
#include "core/operation/registry/operationregistry.h"
#include "core/schema/formhints.h"
#include "tests/support/testprogram.h"

#include <QSignalSpy>
#include <QTest>

using namespace Workbench;
using namespace Qt::StringLiterals;

namespace {

Handler echoing()
{
    return [](const Json &input, const CallContext &) -> Task<Result<HandlerResult>> { co_return input; };
}

const OperationId noteId{u"notes"_s, u"find"_s};

QByteArray nested(int depth)
{
    QByteArray schema = "{}";
    for (int i = 0; i < depth; ++i)
        schema = "{\"not\":" + schema + '}';
    return schema;
}

} // namespace

//! An operation with an invalid schema stays listed and callable, and the registry reports the reason.
//! \source core/RULES.md R-60
class tst_BadSchemas : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void operationsStayCallable_data();
    void operationsStayCallable();
};

void tst_BadSchemas::operationsStayCallable_data()
{
    QTest::addColumn<QByteArray>("schema");
    QTest::addColumn<QString>("reason"); // empty: the schema is valid
    const auto row = [](const char *name, const QByteArray &schema, const QString &reason) {
        QTest::newRow(name) << schema << reason;
    };
    row("missing", "", {});
    row("null", "null", {});
    row("true", "true", {});
    row("number", "1", u"root: Expected a schema, an object or a boolean, got number"_s);
    row("string", R"("object")", u"root: Expected a schema, an object or a boolean, got string"_s);
    row("array", "[{}]", u"root: Expected a schema, an object or a boolean, got array"_s);
    row("unknown type", R"({"type":"text"})", u"/type: Expected the name of a type"_s);
    row("type is a number", R"({"type":3})", u"/type: Expected the name of a type"_s);
    row("type is null", R"({"type":null})", u"/type: Expected the name of a type"_s);
    row("empty list of types", R"({"type":[]})", u"/type: Expected at least one type"_s);
    row("properties is an array", R"({"type":"object","properties":[]})",
        u"/properties: Expected an object"_s);
    row("properties is null", R"({"properties":null})", u"/properties: Expected an object"_s);
    row("property is a string", R"({"properties":{"a":"string"}})", u"/properties/a: Expected a schema"_s);
    row("draft 3 required", R"({"properties":{"a":{"required":true}}})", u"/properties/a/required: "_s);
    row("required numbers", R"({"required":[1]})", u"/required: Expected an array of strings"_s);
    row("duplicate in required", R"({"required":["a","a"]})", u"/required: Items 0 and 1 are equal"_s);
    row("enum is a string", R"({"enum":"a"})", u"/enum: Expected an array"_s);
    row("anyOf is an object", R"({"anyOf":{}})", u"/anyOf: Expected an array"_s);
    row("empty oneOf", R"({"oneOf":[]})", u"/oneOf: Expected an array"_s);
    row("list of items", R"({"items":[{}]})", u"/items: Expected a schema"_s);
    row("bad pattern", R"({"pattern":"(a"})", u"/pattern: Invalid regular expression"_s);
    row("pattern is a number", R"({"pattern":1})", u"/pattern: Expected a string"_s);
    row("bad property pattern", R"({"patternProperties":{"[":true}})", u"/patternProperties/[: Invalid"_s);
    row("pattern with a verb", R"({"pattern":"(*ACCEPT)a"})", u"/pattern: Invalid regular expression"_s);
    row("negative length", R"({"minLength":-1})", u"/minLength: Expected a whole number"_s);
    row("zero divisor", R"({"multipleOf":0})", u"/multipleOf: Expected a number above 0"_s);
    row("unknown dialect", R"({"$schema":"https://x.test/mine"})", u"The dialect https://x.test/mine"_s);
    row("$schema is a number", R"({"$schema":7})", u"/$schema: Expected a string"_s);
    row("missing target", R"({"$ref":"#/$defs/nowhere"})", u"reference: #/$defs/nowhere leads nowhere"_s);
    row("remote target", R"({"$ref":"https://x.test/s.json"})", u"reference: https://x.test/s.json"_s);
    row("file target", R"({"$ref":"file:///etc/hostname"})", u"reference: file:///etc/hostname"_s);
    row("reference to itself", R"({"$ref":"#"})", u"cycle: # refers to itself"_s);
    row("$ref is an object", R"({"$ref":{}})", u"/$ref: Expected a string"_s);
    row("$id is a number", R"({"$id":1})", u"/$id: Expected a string"_s);
    row("duplicate anchor", R"({"$defs":{"a":{"$anchor":"x"},"b":{"$anchor":"x"}}})",
        u"/$defs/b/$anchor: "_s);
    row("too deep", nested(70), u"The schema is nested too deeply"_s);
    row("too long a pattern", "{\"pattern\":\"" + QByteArray(5000, 'x') + "\"}", u"pattern"_s);
}

void tst_BadSchemas::operationsStayCallable()
{
    QFETCH(QByteArray, schema);
    QFETCH(QString, reason);
    OperationRegistry registry;
    const QSignalSpy remarks(&registry, &OperationRegistry::remark);
    OperationSpec spec;
    spec.id = noteId;
    spec.type = OperationType::Query;
    spec.inputSchema = schema.isEmpty() ? Json() : jsonLiteral(schema);
    spec.outputSchema = spec.inputSchema;
    QVERIFY(registry.registerOperation(spec, echoing()).has_value());
    QCOMPARE(registry.list().size(), 1);

    const FieldHint hint = formHints(spec.inputSchema);
    QVERIFY(hint.fields.size() <= 1); // no usable form, but no crash

    const Json input = jsonLiteral(R"({"a":[1,"x"]})");
    const Result<Outcome> outcome = QCoro::waitFor(registry.execute(noteId, input, {}));
    QVERIFY2(outcome.has_value(), qPrintable(outcome ? QString() : outcome.error().message));
    QCOMPARE(outcome->receivedData, input);
    QString told;
    for (const auto &remark : remarks)
        told += remark.at(1).toString() + u'\n';
    QString warned;
    for (const Warning &warning : outcome->warnings)
        warned += warning.message + u'\n';
    if (reason.isEmpty()) {
        QCOMPARE(told + warned, QString());
        return;
    }
    QVERIFY2(told.contains("input"_L1) && told.contains(reason), qPrintable(told));
    QVERIFY2(warned.contains("Not validated: "_L1) && warned.contains(reason), qPrintable(warned));
}

WORKBENCH_TEST(tst_BadSchemas, QCoreApplication)
#include "tst_badschemas.moc"
