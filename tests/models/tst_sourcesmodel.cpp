// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/json/jsonparser.h"
#include "tests/support/clocks.h"
#include "tests/support/testprogram.h"
#include "tests/unit/session/sessionsfixture.h"
#include "ui/models/logmodels.h"
#include "ui/models/operationlistmodel.h"
#include "ui/models/sourcesmodel.h"
#include "ui/models/streammodel.h"
#include "ui/models/textfiltermodel.h"
#include "ui/theme/rowdelegate.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace Workbench;
using namespace Workbench::Ui;

using Tester = QAbstractItemModelTester;
using Phase = SourceState::Phase;

namespace {

//! Measures the longest time that this thread computes between two turns of the event loop.
class ThreadPulse : public QObject {
public:
    ThreadPulse()
    {
        connect(&m_timer, &QTimer::timeout, this, [this] {
            const qint64 now = computed();
            longestMs = qMax(longestMs, now - m_last);
            m_last = now;
        });
        m_timer.start(1);
    }
    qint64 longestMs = 0;

private:
    static qint64 computed()
    {
        timespec time{};
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
        return time.tv_sec * 1000 + time.tv_nsec / 1'000'000;
    }
    QTimer m_timer;
    qint64 m_last = computed();
};

} // namespace

class tst_SourcesModel : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void cleanup();

    void showsStatesAsShapes();
    void showsTheReasonOfAFailure();
    void groupsOperationsAsTheSourceDoes();
    void changesOnlyWhatChanged();
    void addsAndRemovesSources();
    void findsAnOperation();
    void showsLiveSubscriptions();
    void filtersByNameTitleAndDescription();
    void keepsAllOperationsOfAMatchingSource();
    void staysQuickWithManyOperations();
    void listsTheBestMatchFirst();
    void findsAResourceByItsTitle();
    void historyShowsTheKindOfAnOperation();
    void listsRecentlyUsedOperationsFirst();
    void findsScatteredLettersOnlyIfNothingElseMatches();
    void findsLettersInOrder();
    void findsByMethodAndPath();
    void saysWhatIsDeprecated();
    void namesAndDrawsTheKind_data();
    void namesAndDrawsTheKind();
    void distinguishesOperationsOfTheSameName();
    void saysWhatChanged();
    void marksChangesInEachPhase();
    void saysWhatIsNewAndGone();
    void saysThatOnlyTheInstructionsChanged();
    void staysQuickWhenAllDefinitionsChange();
    void findsARowWithoutLookingAtEach();
    void streamIsNewestFirstAndForgets();

private:
    void connectWith(const QList<OperationSpec> &operations, const QString &name = u"s"_s);
    static OperationSpec grouped(const QString &name, const QString &group, const QString &description = {})
    {
        OperationSpec spec = fakeOperation(name);
        spec.group = group;
        spec.description = description;
        return spec;
    }
    QModelIndex source(int row = 0) const { return model->index(row, 0); }
    QStringList namesBelow(const QModelIndex &parent) const
    {
        QStringList names;
        for (int row = 0; row < model->rowCount(parent); ++row)
            names.append(model->index(row, 0, parent).data().toString());
        return names;
    }

    std::unique_ptr<SessionsFixture> f;
    std::unique_ptr<SourcesModel> model;
    std::unique_ptr<Tester> tester;
};

void tst_SourcesModel::init()
{
    f = std::make_unique<SessionsFixture>();
    model = std::make_unique<SourcesModel>(f->sessions.get());
    tester = std::make_unique<Tester>(model.get(), Tester::FailureReportingMode::QtTest);
}

void tst_SourcesModel::cleanup()
{
    tester.reset();
    model.reset();
    f.reset();
}

void tst_SourcesModel::connectWith(const QList<OperationSpec> &operations, const QString &name)
{
    f->peer->discovery = Discovery{.operations = operations, .incompleteReason = {}, .remarks = {}};
    if (!f->sessions->source(name))
        QVERIFY(f->sessions->addSource(SessionsFixture::source(name)));
    f->sessions->connectSource(name);
    QTRY_COMPARE(f->phase(name), Phase::Ready);
}

void tst_SourcesModel::showsStatesAsShapes()
{
    QVERIFY(f->sessions->addSource(SessionsFixture::source(u"s"_s)));
    QCOMPARE(source().data(RowRole::IconName).toString(), u"state-disconnected"_s);
    QCOMPARE(source().data(RowRole::RightText).toString(), u"Fake"_s);
    f->peer->holdsOpen = true;
    f->sessions->connectSource(u"s"_s);
    QTRY_COMPARE(source().data(RowRole::IconName).toString(), u"state-connecting"_s);
    QVERIFY(source().data(RowRole::SecondLine).toString().startsWith(u"connecting"_s));
    f->peer->holdsOpen = false;
    f->sessions->disconnectSource(u"s"_s);
    QTRY_COMPARE(f->phase(), Phase::Disconnected);
    f->sessions->connectSource(u"s"_s);
    QTRY_COMPARE(source().data(RowRole::IconName).toString(), u"state-connected"_s);
    QVERIFY(!source().data(RowRole::SecondLine).isValid());
    QVERIFY(source().data(Qt::AccessibleTextRole).toString().contains(u"connected"_s));
}

void tst_SourcesModel::showsTheReasonOfAFailure()
{
    f->peer->handshake =
        std::unexpected(Error{ErrorKind::Network, u"x"_s, u"exit code 127: npx not found"_s, {}, {}});
    QVERIFY(f->sessions->addSource(SessionsFixture::source(u"tracker"_s)));
    f->sessions->connectSource(u"tracker"_s);
    QTRY_COMPARE(source().data(RowRole::IconName).toString(), u"state-failed"_s);
    QVERIFY(source().data(RowRole::SecondLine).toString().contains(u"npx not found"_s));
    QCOMPARE(ColorRole(source().data(RowRole::SecondLineColor).toInt()), ColorRole::Error);
}

void tst_SourcesModel::groupsOperationsAsTheSourceDoes()
{
    connectWith({grouped(u"echo"_s, u"tools"_s), fakeOperation(u"loose"_s),
        grouped(u"readme"_s, u"resources"_s), grouped(u"get-sum"_s, u"tools"_s)});
    QCOMPARE(namesBelow(source()), (QStringList{u"loose"_s, u"tools"_s, u"resources"_s}));
    const QModelIndex tools = model->index(1, 0, source());
    QCOMPARE(namesBelow(tools), (QStringList{u"echo"_s, u"get-sum"_s}));
    QCOMPARE(tools.data(RowRole::RightText).toString(), u"2"_s);
    QCOMPARE(tools.data(SourcesModel::KeyRole).toString(), u"s/tools"_s);
    const QModelIndex echo = model->index(0, 0, tools);
    QCOMPARE(model->operationAt(echo).toString(), u"s.echo"_s);
    QCOMPARE(echo.data(SourcesModel::SourceNameRole).toString(), u"s"_s);
    QCOMPARE(echo.data(RowRole::IconName).toString(), u"query"_s);
    QVERIFY(model->operationAt(tools).isEmpty());
}

void tst_SourcesModel::changesOnlyWhatChanged()
{
    connectWith({grouped(u"a"_s, u"tools"_s), grouped(u"b"_s, u"tools"_s), grouped(u"c"_s, u"tools"_s)});
    QSignalSpy resets(model.get(), &QAbstractItemModel::modelReset);
    QSignalSpy removed(model.get(), &QAbstractItemModel::rowsRemoved);
    QSignalSpy inserted(model.get(), &QAbstractItemModel::rowsInserted);
    const QPersistentModelIndex c = model->indexOf({u"s"_s, u"c"_s});
    f->peer->discovery->operations = {grouped(u"a"_s, u"tools"_s), grouped(u"new"_s, u"tools"_s),
        grouped(u"c"_s, u"tools"_s, u"described"_s), grouped(u"p"_s, u"prompts"_s)};
    f->sessions->refreshSource(u"s"_s);
    QTRY_COMPARE(namesBelow(source()), (QStringList{u"tools"_s, u"prompts"_s}));
    QCOMPARE(namesBelow(model->index(0, 0, source())), (QStringList{u"a"_s, u"new"_s, u"c"_s}));
    QVERIFY(c.isValid());
    QVERIFY(c.data(Qt::ToolTipRole).toString().contains(u"described"_s));
    QCOMPARE(resets.size(), 0);
    QCOMPARE(removed.size(), 1);
    QCOMPARE(inserted.size(), 3); // "new", the group, and the operation in the group
}

void tst_SourcesModel::addsAndRemovesSources()
{
    connectWith({grouped(u"a"_s, u"tools"_s)}, u"one"_s);
    connectWith({grouped(u"b"_s, u"tools"_s)}, u"two"_s);
    QCOMPARE(namesBelow({}), (QStringList{u"one"_s, u"two"_s}));
    f->sessions->removeSource(u"one"_s);
    QTRY_COMPARE(namesBelow({}), (QStringList{u"two"_s}));
    f->sessions->setSources({SessionsFixture::source(u"three"_s), SessionsFixture::source(u"two"_s)});
    QTRY_COMPARE(namesBelow({}), (QStringList{u"three"_s, u"two"_s}));
    QCOMPARE(model->rowCount(model->indexOfSource(u"two"_s)), 1);
}

void tst_SourcesModel::findsAnOperation()
{
    connectWith({grouped(u"a.b"_s, u"tools"_s), fakeOperation(u"loose"_s)});
    QCOMPARE(model->indexOf({u"s"_s, u"a.b"_s}).data().toString(), u"a.b"_s);
    QCOMPARE(model->indexOf({u"s"_s, u"loose"_s}).parent(), source());
    QVERIFY(!model->indexOf({u"s"_s, u"gone"_s}).isValid());
    QVERIFY(!model->indexOf({u"other"_s, u"loose"_s}).isValid());
}

void tst_SourcesModel::showsLiveSubscriptions()
{
    connectWith({fakeOperation(u"tick"_s, OperationType::Subscription)});
    const QModelIndex tick = model->indexOf({u"s"_s, u"tick"_s});
    QCOMPARE(tick.data(RowRole::IconName).toString(), u"subscription"_s);
    QVERIFY(!tick.data(RowRole::RightText).isValid());
    model->setLive({u"s"_s, u"tick"_s}, true);
    QCOMPARE(tick.data(RowRole::RightText).toString(), u"live"_s);
    model->setLive({u"s"_s, u"tick"_s}, false);
    QVERIFY(!tick.data(RowRole::RightText).isValid());
}

void tst_SourcesModel::filtersByNameTitleAndDescription()
{
    OperationSpec titled = grouped(u"x1"_s, u"tools"_s);
    titled.title = u"Weather Report"_s;
    connectWith(
        {grouped(u"echo"_s, u"tools"_s), titled, grouped(u"x2"_s, u"prompts"_s, u"tells the weather"_s)});
    SourcesFilterModel filter;
    filter.setSourceModel(model.get());
    const Tester filterTester(&filter, Tester::FailureReportingMode::QtTest);
    filter.setText(u"WEATHER"_s);
    const QModelIndex top = filter.index(0, 0);
    QCOMPARE(filter.rowCount(top), 2);
    QCOMPARE(filter.index(0, 0, filter.index(0, 0, top)).data().toString(), u"x1"_s);
    filter.setText(u"weather report"_s);
    QCOMPARE(filter.rowCount(filter.index(0, 0)), 1);
    filter.setText(u"nothing like it"_s);
    QCOMPARE(filter.rowCount(), 0);
    filter.setText({});
    QCOMPARE(filter.rowCount(filter.index(0, 0)), 2);
}

void tst_SourcesModel::keepsAllOperationsOfAMatchingSource()
{
    connectWith({grouped(u"echo"_s, u"tools"_s), grouped(u"get-sum"_s, u"tools"_s)}, u"everything"_s);
    SourcesFilterModel filter;
    filter.setSourceModel(model.get());
    filter.setText(u"every"_s);
    QCOMPARE(filter.rowCount(filter.index(0, 0, filter.index(0, 0))), 2);
}

void tst_SourcesModel::staysQuickWithManyOperations()
{
    tester.reset(); // the tester reads every row
    QList<OperationSpec> operations;
    for (int i = 0; i < 100'000; ++i)
        operations.append(grouped(u"operation-%1"_s.arg(i), u"tools"_s));
    connectWith(operations);
    QTRY_COMPARE(model->rowCount(model->index(0, 0, source())), 100'000);
    const Test::CpuTimer timer;
    QCOMPARE(model->indexOf({u"s"_s, u"operation-99999"_s}).row(), 99'999);
    SourcesFilterModel filter;
    filter.setSourceModel(model.get());
    filter.setText(u"99999"_s);
    QCOMPARE(filter.rowCount(filter.index(0, 0, filter.index(0, 0))), 1);
    OperationListModel list(f->sessions.get());
    QSignalSpy filtered(&list, &OperationListModel::filtered);
    list.setFilterText(u"operation-1"_s); // this result is no longer needed
    list.setFilterText(u"99999"_s);
    QVERIFY(list.isSearching());
    QTRY_COMPARE(list.rowCount(), 1);
    list.setFilterText(u"operation"_s);
    QCOMPARE(list.rowCount(), 1); // until the result arrives
    QTRY_COMPARE(list.rowCount(), OperationListModel::maxRows);
    QCOMPARE(list.matchCount(), 100'000);
    QCOMPARE(filtered.size(), 2);
    QVERIFY2(timer.elapsed() < 5000 * Test::slowness,
        qPrintable(QString::number(timer.elapsed()))); // a linear pass, not a quadratic one
}

void tst_SourcesModel::listsTheBestMatchFirst()
{
    connectWith({grouped(u"checksum"_s, {}), grouped(u"get-sum"_s, {}), grouped(u"sum"_s, {}),
        grouped(u"echo"_s, {}, u"no sum at all"_s)});
    OperationListModel list(f->sessions.get());
    const Tester listTester(&list, Tester::FailureReportingMode::QtTest);
    list.setFilterText(u"sum"_s);
    QStringList names;
    for (int row = 0; row < list.rowCount(); ++row)
        names.append(list.operationAt(row).name);
    QCOMPARE(names, (QStringList{u"sum"_s, u"get-sum"_s, u"checksum"_s, u"echo"_s}));
    list.setFilterText(u"s.get"_s);
    QCOMPARE(list.operationAt(0).toString(), u"s.get-sum"_s);
    QVERIFY(list.operationAt(99).isEmpty());
}

void tst_SourcesModel::findsAResourceByItsTitle()
{
    OperationSpec page = grouped(u"resource:notes://release/checklist"_s, {});
    page.kind = u"resource"_s;
    page.title = u"Release page"_s;
    OperationSpec other = page;
    other.id.name = u"resource:notes://release page/other"_s;
    other.title = u"Handbook"_s;
    connectWith({other, page});
    OperationListModel list(f->sessions.get());
    list.setFilterText(u"release page"_s);
    QCOMPARE(list.operationAt(0).name, page.id.name);
    list.setFilterText(u"handbook"_s);
    QCOMPARE(list.operationAt(0).name, other.id.name);
}

void tst_SourcesModel::historyShowsTheKindOfAnOperation()
{
    OperationSpec page = grouped(u"resource:notes://release/checklist"_s, {});
    page.kind = u"resource"_s;
    connectWith({page});
    ExchangeLog log;
    HistoryModel history(&log);
    history.setSessions(f->sessions.get());
    ExchangeRecord call;
    call.source = u"s"_s;
    call.operation = page.id.name;
    log.begin(call);
    QTRY_COMPARE(history.rowCount(), 1);
    const QModelIndex operation = history.index(0, HistoryModel::OperationColumn);
    QCOMPARE(operation.data(RowRole::IconName).toString(), u"resource"_s);
    QCOMPARE(operation.data().toString(), u"checklist"_s);
}

void tst_SourcesModel::listsRecentlyUsedOperationsFirst()
{
    connectWith({grouped(u"add"_s, {}), grouped(u"close-issue"_s, {}), grouped(u"close-milestone"_s, {})});
    OperationListModel list(f->sessions.get());
    const Tester listTester(&list, Tester::FailureReportingMode::QtTest);
    list.setRecent({{u"s"_s, u"close-milestone"_s}, {u"s"_s, u"gone"_s}, {u"s"_s, u"close-issue"_s}});
    list.setFilterText({});
    QStringList names;
    for (int row = 0; row < list.rowCount(); ++row)
        names.append(list.operationAt(row).name);
    QCOMPARE(names, (QStringList{u"close-milestone"_s, u"close-issue"_s, u"add"_s}));
    list.setFilterText(u"close"_s); // equal matches: the one used last comes first
    QCOMPARE(list.operationAt(0).name, u"close-milestone"_s);
}

void tst_SourcesModel::findsScatteredLettersOnlyIfNothingElseMatches()
{
    connectWith({grouped(u"resource-of-the-museum"_s, {}), grouped(u"get-sum"_s, {}),
        grouped(u"start-upload-now"_s, {}), grouped(u"sources-under-maps"_s, {})});
    OperationListModel list(f->sessions.get());
    const auto names = [&list] {
        QStringList found;
        for (int row = 0; row < list.rowCount(); ++row)
            found.append(list.operationAt(row).name);
        return found;
    };
    list.setFilterText(u"sum"_s);
    QCOMPARE(names(), (QStringList{u"get-sum"_s, u"sources-under-maps"_s}));
    list.setFilterText(u"stun"_s); // the letters start words; the first word has two of them
    QCOMPARE(names(), QStringList{u"start-upload-now"_s});
    list.setFilterText(u"rhm"_s);
    QCOMPARE(names(), QStringList{u"resource-of-the-museum"_s});
    list.setFilterText(u"xyz"_s);
    QCOMPARE(names(), QStringList());
}

void tst_SourcesModel::findsLettersInOrder()
{
    connectWith({grouped(u"get-structured-content"_s, {}), grouped(u"echo"_s, {})});
    OperationListModel list(f->sessions.get());
    list.setFilterText(u"gsc"_s);
    QCOMPARE(list.rowCount(), 1);
    f->peer->discovery->operations.append(grouped(u"go-south-calmly"_s, {}));
    f->sessions->refreshSource(u"s"_s);
    QTRY_COMPARE(list.rowCount(), 2);
}

void tst_SourcesModel::findsByMethodAndPath()
{
    OperationSpec pets = grouped(u"listPets"_s, u"pet"_s);
    pets.meta = jsonLiteral(R"({"method":"GET","path":"/v1/animals/{kind}"})");
    OperationSpec remove = grouped(u"removePet"_s, u"pet"_s);
    remove.meta = jsonLiteral(R"({"method":"DELETE","path":"/v1/animals/{kind}/{id}"})");
    connectWith({pets, remove});
    SourcesFilterModel filter;
    filter.setSourceModel(model.get());
    const auto found = [&] {
        QStringList names;
        const QModelIndex group = filter.index(0, 0, filter.index(0, 0));
        for (int row = 0; row < filter.rowCount(group); ++row)
            names.append(filter.index(row, 0, group).data().toString());
        return names;
    };
    filter.setText(u"ANIMALS/{kind}"_s);
    QCOMPARE(found(), (QStringList{u"listPets"_s, u"removePet"_s}));
    filter.setText(u"delete animals"_s);
    QCOMPARE(found(), QStringList{u"removePet"_s});
    OperationListModel list(f->sessions.get());
    list.setFilterText(u"delete"_s);
    QCOMPARE(list.rowCount(), 1);
    QCOMPARE(list.index(0).data(RowRole::Note).toString(), u"DELETE /v1/animals/{kind}/{id}"_s);
}

void tst_SourcesModel::saysWhatIsDeprecated()
{
    OperationSpec old = grouped(u"old"_s, u"pet"_s);
    old.definition = jsonLiteral(R"({"deprecated":true})");
    connectWith({old, grouped(u"new"_s, u"pet"_s)});
    const QModelIndex row = model->indexOf({u"s"_s, u"old"_s});
    QVERIFY(row.data(RowRole::StruckOut).toBool());
    QCOMPARE(row.data(RowRole::RightText).toString(), u"deprecated"_s);
    QVERIFY(row.data(Qt::AccessibleTextRole).toString().contains(u"deprecated"_s));
    QVERIFY(!model->indexOf({u"s"_s, u"new"_s}).data(RowRole::StruckOut).toBool());
}

void tst_SourcesModel::namesAndDrawsTheKind_data()
{
    QTest::addColumn<QString>("kind");
    QTest::addColumn<QString>("id");
    QTest::addColumn<QString>("title");
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("icon");
    const QString uri = u"resource:demo://static/architecture.md"_s;
    QTest::newRow("a tool has the name that callers use") << "tool" << "echo" << "Echo Tool" << "echo"
                                                          << "tool";
    QTest::newRow("a resource has its title") << "resource" << uri << "Architecture" << "Architecture"
                                              << "resource";
    QTest::newRow("a resource without a title has its file name")
        << "resource" << uri << "" << "architecture.md" << "resource";
    QTest::newRow("a folder is a name too") << "resource" << "resource:file:///notes/" << "" << "notes"
                                            << "resource";
    QTest::newRow("a template") << "resource-template" << "template:note:///{id}" << "Note" << "Note"
                                << "template";
    QTest::newRow("a prompt has no prefix") << "prompt" << "prompt:greet" << "" << "greet" << "prompt";
    QTest::newRow("a request about tasks")
        << "task" << "tasks/list" << "List tasks" << "List tasks" << "query";
    QTest::newRow("an operation") << "operation" << "findPets" << "Find pets" << "findPets" << "query";
}

void tst_SourcesModel::namesAndDrawsTheKind()
{
    QFETCH(QString, kind);
    QFETCH(QString, id);
    QFETCH(QString, title);
    OperationSpec spec = fakeOperation(id);
    spec.kind = kind;
    spec.title = title;
    connectWith({spec});
    const QModelIndex index = model->index(0, 0, source());
    QTEST(index.data().toString(), "name");
    QTEST(index.data(RowRole::IconName).toString(), "icon");
    QVERIFY(!index.data(RowRole::RightText).isValid());
}

void tst_SourcesModel::distinguishesOperationsOfTheSameName()
{
    QList<OperationSpec> specs;
    for (const QString &uri : {u"file:///a/readme.md"_s, u"file:///b/readme.md"_s, u"file:///c.md"_s}) {
        OperationSpec spec = fakeOperation(u"resource:"_s + uri);
        spec.kind = u"resource"_s;
        spec.definition = Json::object({{u"uri"_s, Json::string(uri)}});
        specs.append(spec);
    }
    f->peer->hasPeer = true;
    connectWith(specs);
    const QModelIndex second = model->index(1, 0, source());
    QCOMPARE(second.data().toString(), u"readme.md"_s);
    QCOMPARE(second.data(RowRole::RightText).toString(), u"b"_s);
    QVERIFY(second.data(Qt::ToolTipRole).toString().contains(u"file:///b/readme.md"_s));
    QVERIFY(!model->index(2, 0, source()).data(RowRole::RightText).isValid());
    f->peer->discovery->operations[1].definition =
        jsonLiteral(R"({"uri":"file:///b/readme.md","mimeType":"text/html"})");
    f->sessions->refreshSource(u"s"_s);
    QTRY_COMPARE(model->index(1, 0, source()).data(RowRole::RightText).toString(), u"b · changed"_s);
}

void tst_SourcesModel::saysWhatChanged()
{
    f->peer->hasPeer = true;
    connectWith({grouped(u"a"_s, u"tools"_s), grouped(u"b"_s, u"tools"_s)});
    const QPersistentModelIndex a = model->indexOf({u"s"_s, u"a"_s});
    QVERIFY(!a.data(RowRole::RightText).isValid());
    OperationSpec changed = grouped(u"a"_s, u"tools"_s);
    changed.definition = jsonLiteral(R"({"annotations":{}})"); // the row does not show annotations
    f->peer->discovery->operations[0] = changed;
    QSignalSpy shown(model.get(), &QAbstractItemModel::dataChanged);
    f->sessions->refreshSource(u"s"_s);
    QTRY_COMPARE(a.data(RowRole::RightText).toString(), u"changed"_s);
    QTRY_VERIFY(
        std::ranges::any_of(shown, [&a](const auto &signal) { return signal.at(0).toModelIndex() == a; }));
    QCOMPARE(ColorRole(a.data(RowRole::RightTextColor).toInt()), ColorRole::Warning);
    QVERIFY(a.data(Qt::AccessibleTextRole).toString().contains(u"definition changed"_s));
    QCOMPARE(source().data(RowRole::SecondLine).toString(), u"definitions: 1 changed"_s);
    QVERIFY(!model->indexOf({u"s"_s, u"b"_s}).data(RowRole::RightText).isValid());
    shown.clear();
    f->sessions->acceptDefinitions(u"s"_s, f->sessions->definitionChanges(u"s"_s));
    QVERIFY(
        std::ranges::any_of(shown, [&a](const auto &signal) { return signal.at(0).toModelIndex() == a; }));
    QVERIFY(!a.data(RowRole::RightText).isValid());
    QVERIFY(!source().data(RowRole::SecondLine).isValid());
}

void tst_SourcesModel::marksChangesInEachPhase()
{
    f->peer->hasPeer = true;
    connectWith({grouped(u"a"_s, u"tools"_s), grouped(u"b"_s, u"others"_s)});
    const QPersistentModelIndex a = model->indexOf({u"s"_s, u"a"_s});
    const QPersistentModelIndex b = model->indexOf({u"s"_s, u"b"_s});
    const auto areMarked = [&] {
        return source().data(RowRole::MarkRight).toBool() && a.parent().data(RowRole::MarkRight).toBool()
            && a.data(RowRole::MarkRight).toBool();
    };
    QVERIFY(!areMarked());
    f->peer->discovery->operations[0] = grouped(u"a"_s, u"tools"_s, u"Deletes"_s);
    f->sessions->refreshSource(u"s"_s);
    QTRY_VERIFY(areMarked());
    QVERIFY(!b.data(RowRole::MarkRight).toBool() && !b.parent().data(RowRole::MarkRight).toBool());
    QVERIFY(a.parent().data(Qt::AccessibleTextRole).toString().contains(u"definitions changed"_s));
    Q_EMIT f->peer->adapter->degraded(u"no event stream"_s);
    QTRY_COMPARE(f->phase(), Phase::Degraded);
    QVERIFY(areMarked());
    QVERIFY(source().data(Qt::AccessibleTextRole).toString().contains(u"1 changed"_s));
    QVERIFY(source().data(Qt::ToolTipRole).toString().contains(u"1 changed"_s));
    f->peer->adapter->die({.kind = ErrorKind::Network, .message = u"it went away"_s});
    QTRY_COMPARE(f->phase(), Phase::Failed);
    QVERIFY(areMarked());
}

void tst_SourcesModel::saysWhatIsNewAndGone()
{
    f->peer->hasPeer = true;
    connectWith({grouped(u"a"_s, u"tools"_s), grouped(u"b"_s, u"tools"_s)});
    f->peer->discovery->operations = {
        grouped(u"a"_s, u"tools"_s), grouped(u"c"_s, u"tools"_s), grouped(u"d"_s, u"tools"_s)};
    f->sessions->refreshSource(u"s"_s);
    QTRY_COMPARE(source().data(RowRole::SecondLine).toString(), u"definitions: 2 new, 1 gone"_s);
    QCOMPARE(ColorRole(source().data(RowRole::SecondLineColor).toInt()), ColorRole::TextSecond);
    const QPersistentModelIndex c = model->indexOf({u"s"_s, u"c"_s});
    QCOMPARE(c.data(RowRole::RightText).toString(), u"new"_s);
    QVERIFY(!c.data(RowRole::MarkRight).toBool()); // it may be called
    QVERIFY(!model->indexOf({u"s"_s, u"a"_s}).data(RowRole::RightText).isValid());
    f->sessions->disconnectSource(u"s"_s);
    QTRY_COMPARE(f->phase(), Phase::Disconnected);
    // Without a connection, operations may only seem to be gone.
    const QList<DefinitionChange> known = f->sessions->definitionChanges(u"s"_s);
    QVERIFY(std::ranges::all_of(known, [](const DefinitionChange &one) { return one.now != nullptr; }));
    f->sessions->connectSource(u"s"_s);
    QTRY_COMPARE(source().data(RowRole::SecondLine).toString(), u"definitions: 2 new, 1 gone"_s);
    f->sessions->acceptDefinitions(u"s"_s, f->sessions->definitionChanges(u"s"_s));
    QVERIFY(!c.data(RowRole::RightText).isValid());
    QVERIFY(!source().data(RowRole::SecondLine).isValid());
}

void tst_SourcesModel::saysThatOnlyTheInstructionsChanged()
{
    f->peer->hasPeer = true;
    PeerInfo info;
    info.instructions = u"Call a first."_s;
    f->peer->handshake = info;
    connectWith({grouped(u"a"_s, u"tools"_s)});
    f->sessions->disconnectSource(u"s"_s);
    QTRY_COMPARE(f->phase(), Phase::Disconnected);
    info.instructions = u"Call b first."_s;
    f->peer->handshake = info;
    f->sessions->connectSource(u"s"_s);
    QTRY_COMPARE(source().data(RowRole::SecondLine).toString(), u"definitions: 1 changed"_s);
    QVERIFY(source().data(RowRole::MarkRight).toBool());
    QVERIFY(!model->index(0, 0, source()).data(RowRole::MarkRight).toBool());
}

//! When a server changes all of its tools at once, they are compared on a worker.
void tst_SourcesModel::staysQuickWhenAllDefinitionsChange()
{
    f->peer->hasPeer = true;
    QList<OperationSpec> tools;
    for (int i = 0; i < 5000; ++i) {
        tools.append(grouped(u"tool%1"_s.arg(i), u"tools"_s));
        tools.last().definition =
            jsonLiteral(QByteArray(R"({"description":")" + QByteArray(2000, 'x') + "\"}"));
    }
    connectWith(tools);
    for (OperationSpec &tool : tools)
        tool.definition = jsonLiteral(QByteArray(R"({"description":")" + QByteArray(2000, 'y') + "\"}"));
    f->peer->discovery->operations = tools;
    ThreadPulse pulse;
    f->sessions->refreshSource(u"s"_s);
    QTRY_COMPARE(f->sessions->changedDefinitions(u"s"_s), 5000);
    QTRY_COMPARE(source().data(RowRole::SecondLine).toString(), u"definitions: 5000 changed"_s);
    QVERIFY2(pulse.longestMs < 100 * Test::slowness, qPrintable(QString::number(pulse.longestMs)));
}

// Finding each row of a list in turn must cost ten times as much for ten times the rows, not a hundred times.
void tst_SourcesModel::findsARowWithoutLookingAtEach()
{
    tester.reset();
    const auto nanosecondsFor = [this](int count) {
        QList<OperationSpec> operations;
        for (int i = 0; i < count; ++i)
            operations.append(grouped(u"operation-%1"_s.arg(i), u"group-%1"_s.arg(i % 40)));
        f->peer->discovery->operations = operations;
        f->sessions->refreshSource(u"s"_s);
        // Finding the last row notes the places of all rows.
        const OperationId last{u"s"_s, u"operation-%1"_s.arg(count - 1)};
        if (!QTest::qWaitFor([&] { return model->indexOf(last).isValid(); }, Test::patience))
            return qint64(-1);
        // The best of eight runs counts, because other work empties caches.
        qint64 best = std::numeric_limits<qint64>::max();
        for (int pass = 0; pass < 8; ++pass) {
            const Test::CpuTimer timer;
            for (int i = 0; i < count; ++i) {
                const OperationId id{u"s"_s, u"operation-%1"_s.arg(i)};
                if (model->operationAt(model->indexOf(id)) != id)
                    return qint64(-1);
            }
            best = std::min(best, timer.nsecsElapsed());
        }
        return best;
    };
    connectWith({grouped(u"one"_s, {})});
    const qint64 few = nanosecondsFor(2000);
    const qint64 many = nanosecondsFor(20'000);
    QVERIFY(few > 0 && many > 0);
    QVERIFY2(many < 40 * few, qPrintable(u"%1 ns and %2 ns"_s.arg(few).arg(many)));
    f->peer->discovery->operations = {grouped(u"other"_s, {})};
    f->sessions->refreshSource(u"s"_s);
    QTRY_VERIFY(model->indexOf({u"s"_s, u"other"_s}).isValid());
    QVERIFY(!model->indexOf({u"s"_s, u"operation-1"_s}).isValid());
}

void tst_SourcesModel::streamIsNewestFirstAndForgets()
{
    connectWith({fakeOperation(u"tick"_s, OperationType::Subscription)});
    StreamModel stream;
    const Tester streamTester(&stream, Tester::FailureReportingMode::QtTest);
    const std::unique_ptr<Subscription> subscription =
        f->sessions->subscribe({u"s"_s, u"tick"_s}, Json::emptyObject());
    subscription->setKeepLast(3);
    stream.setSubscription(subscription.get());
    QTRY_VERIFY(f->peer->stream && f->peer->stream->isStarted);
    for (int i = 1; i <= 2; ++i)
        f->peer->stream->push(Json::integer(i));
    QTRY_COMPARE(stream.rowCount(), 2);
    QCOMPARE(stream.index(0, StreamModel::SequenceColumn).data().toString(), u"2"_s);
    QCOMPARE(stream.index(0, StreamModel::PreviewColumn).data().toString(), u"2"_s);
    for (int i = 3; i <= 5; ++i)
        f->peer->stream->push(Json::integer(i));
    QTRY_COMPARE(stream.index(0, StreamModel::SequenceColumn).data().toString(), u"5"_s);
    QCOMPARE(stream.rowCount(), 3);
    QCOMPARE(stream.rowOf(4), 1);
    QCOMPARE(stream.rowOf(1), -1);
    QCOMPARE(stream.itemAt(2)->sequence, 3u);
    subscription->clear();
    QCOMPARE(stream.rowCount(), 0);
    stream.setSubscription(nullptr);
    QCOMPARE(stream.rowCount(), 0);
}

WORKBENCH_TEST(tst_SourcesModel, QCoreApplication)
#include "tst_sourcesmodel.moc"
