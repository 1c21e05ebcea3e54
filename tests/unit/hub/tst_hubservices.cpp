// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/hub/server/hubservices.h"
#include "core/json/jsonparser.h"
#include "tests/support/quotes.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace Workbench;
using namespace Workbench::Test;
using namespace Qt::StringLiterals;

namespace {

//! A schema that reaches 400 definitions of 2 KiB, each of which refers to the next two.
class MutualDefinitions : public DeferredParts {
public:
    void fill(OperationSpec &spec) const override
    {
        SharedDefinitions shared;
        fillSharing(spec, shared);
        spec.inputSchema =
            Json::object({{u"$ref"_s, Json::string(u"#/$defs/d0"_s)}, {u"$defs"_s, toJson(shared)}});
    }
    void fillSharing(OperationSpec &spec, SharedDefinitions &shared) const override
    {
        spec.inputSchema = Json::object({{u"$ref"_s, Json::string(u"#/$defs/d0"_s)}});
        const auto reference = [](int number) {
            return Json::object({{u"$ref"_s, Json::string(u"#/$defs/d%1"_s.arg(number % 400))}});
        };
        for (int each = 0; each < 400; ++each) {
            shared.insert(u"d%1"_s.arg(each),
                Json::object({{u"type"_s, Json::string(u"object"_s)},
                    {u"description"_s, Json::string(QString(2048, u'x'))},
                    {u"properties"_s,
                        Json::object({{u"a"_s, reference(each + 1)}, {u"b"_s, reference(each + 2)}})}}));
        }
    }
};

} // namespace

class tst_HubServices : public QObject {
    Q_OBJECT

    std::optional<HubDirectory> directory;

    //! Runs the service \a name of the hub for the spoke "c1", and returns its result as text.
    QByteArray run(const QString &name, const QByteArray &input)
    {
        HubServices services(&*directory, nullptr);
        const Result<Json> result =
            services.run(OperationId::fromString(name), jsonLiteral(q(input)), u"c1"_s, {});
        return result ? result->toBytes() : result.error().message.toUtf8();
    }
    void registers(const QByteArrayList &specs)
    {
        const QByteArray done =
            run(u"hub.register"_s, QByteArray("{'name':'s','operations':[" + specs.join(',') + "]}"));
        QVERIFY2(done.endsWith(R"("rejected":[]})"), done.constData());
    }
    static QByteArray spec(const QByteArray &name, const QByteArray &type, const QByteArray &description)
    {
        return "{'name':'" + name + "','namespace':'notes','version':'1.0.0','type':'" + type
            + "','description':'" + description
            + "','inputSchema':{'type':'object'},'outputSchema':{},'accessControl':{'requiredScopes':[]}}";
    }
    QByteArray listed()
    {
        QByteArrayList all;
        for (const OperationSpec &each : directory->specs())
            all.append(QString(each.id.name + u' ' + each.description).toUtf8());
        return all.join(", ");
    }

private Q_SLOTS:
    void init()
    {
        directory.emplace();
        directory->addConnection(u"c1"_s);
    }

    void aSecondRegistrationReplacesTheDefinition()
    {
        registers({spec("find", "query", "old"), spec("list", "query", "kept")});
        registers({spec("find", "mutation", "new")});
        QCOMPARE(listed(), "find new, list kept"_ba);
        const HubDirectory::Entry *const entry = directory->find({u"notes"_s, u"find"_s});
        QVERIFY(entry);
        QCOMPARE(entry->spec.type, OperationType::Mutation);
        QCOMPARE(directory->spoke(u"c1"_s)->operations.size(), 2);
    }

    // Without its invalid member, the operation would be open to all callers of the hub.
    void refusesAccessControlThatCannotBeRead()
    {
        const QByteArray valid = "{'requiredScopes':[]}";
        const QByteArray broken = spec("drop", "mutation", "").replace(valid, "{'requiredScopes':'admin'}");
        const QByteArray answer =
            run(u"hub.register"_s, QByteArray("{'name':'s','operations':[" + broken + "]}"));
        QVERIFY2(answer.contains(q("'accepted':[]")), answer.constData());
        QVERIFY2(answer.contains(q("'id':'notes.drop','reason':'malformed: ")), answer.constData());
        QCOMPARE(listed(), ""_ba);
    }

    void unregistersWhatIsNamed_data()
    {
        QTest::addColumn<QByteArray>("input");
        QTest::addColumn<QByteArray>("removed");
        QTest::addColumn<QByteArray>("left");
        QTest::newRow("an empty list") << "{'operations':[]}"_ba
                                       << "[]"_ba
                                       << "find a, list b"_ba;
        QTest::newRow("one operation") << "{'operations':['notes.find']}"_ba
                                       << "['notes.find']"_ba
                                       << "list b"_ba;
        QTest::newRow("an unknown operation") << "{'operations':['notes.drop']}"_ba
                                              << "[]"_ba
                                              << "find a, list b"_ba;
        QTest::newRow("no list: all") << "{}"_ba
                                      << "['notes.find','notes.list']"_ba
                                      << ""_ba;
    }
    void unregistersWhatIsNamed()
    {
        QFETCH(QByteArray, input);
        QFETCH(QByteArray, removed);
        registers({spec("find", "query", "a"), spec("list", "query", "b")});
        QCOMPARE(run(u"hub.unregister"_s, input), QByteArray(q("{'removed':") + q(removed) + '}'));
        QTEST(listed(), "left");
    }

    void describesALargeOperationWithItsNearestDefinitions()
    {
        OperationRegistry own;
        OperationSpec large;
        large.id = {u"notes"_s, u"find"_s};
        large.deferred = std::make_shared<MutualDefinitions>();
        QVERIFY(own.registerOperation(large));
        HubServices services(&*directory, &own);
        const Result<Json> described =
            services.run({u"services"_s, u"schema"_s}, jsonLiteral(q("{'id':'notes.find'}")), u"c1"_s, {});
        QVERIFY(described);
        QVERIFY2(described->toBytes().size() < 140 * 1024, "the whole schema has 800 KiB");
        const Json schema = described->member("inputSchema"_L1);
        QVERIFY(schema.member("$defs"_L1).size() > 30);
        QCOMPARE(described->member("_meta"_L1).member("response-envelope/definitionsLeftOut"_L1),
            Json::boolean(true));
    }
};

WORKBENCH_TEST(tst_HubServices, QCoreApplication)
#include "tst_hubservices.moc"
