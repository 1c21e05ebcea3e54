// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// Operations whose definition changes after they were listed: how each listing detects it, and how calls end.

#include "core/json/jsonparser.h"
#include "core/operation/operationdefinition.h"
#include "tests/support/testprogram.h"
#include "tests/unit/session/sessionsfixture.h"

#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>

using namespace Qt::StringLiterals;
using namespace Workbench;

class tst_Definitions : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void cleanup() { f.reset(); }

    void refusesChangedOperations_data();
    void refusesChangedOperations();
    void refusesBeforeTheInputIsJudged();
    void refusesSubscriptions();
    void refusesCallsThroughTheRegistry();
    void refusesCompletion();
    void ignoresTheOrderOfMembers();
    void refusesTheSecondOfTwoEqualNames();
    void waitsForAnAnnouncedListing_data();
    void waitsForAnAnnouncedListing();
    void subscriptionsWaitForAnAnnouncedListing();
    void aStreamOfTheRegistryIsRefusedDuringAnAnnouncedListing();
    void completionsWaitForAnAnnouncedListing();
    void theWaitForAListingEndsAtOnce_data();
    void theWaitForAListingEndsAtOnce();
    void aCallOfTheRegistryStopsWaitingWhenItIsCancelled();
    void aPeerThatAlwaysAnnouncesChangesBlocksNoCall();
    void takesAcceptedDefinitions();
    void asksAgainWhenItChangesAgain();
    void forgetsAChangeThatIsTakenBack();
    void reportsNewAndRemovedOperations();
    void reportsChangedInstructions();
    void logsChangedDefinitions();
    void keepsTheNotesOfTheConnectionInANewSession();
    void logsNewAndMissingOperations();
    void logsAcceptances();
    void comparesAnOperationThatReturns();
    void acceptsNoRemovalOfAnOperationThatReturned();
    void remembersAcrossRuns();
    void staysAcceptedWhereOtherSettingsChange_data();
    void staysAcceptedWhereOtherSettingsChange();
    void storesAllAgainWhenTheFileVanishes();
    void remembersForEachEnvironment_data();
    void remembersForEachEnvironment();
    void remembersDefinitionsOnlyIfRequested();
    void staysQuietForSourcesWithoutAPeer();

private:
    static OperationSpec tool(const QString &name, QByteArrayView definition)
    {
        OperationSpec spec = fakeOperation(name);
        spec.kind = u"tool"_s;
        spec.definition = jsonLiteral(definition);
        spec.inputSchema = spec.definition.member("inputSchema"_L1);
        return spec;
    }
    enum class How : quint8 { ListChanged, Reconnected };
    void offer(const QList<OperationSpec> &operations, How how = How::ListChanged)
    {
        f->peer->discovery->operations = operations;
        const int before = f->peer->discovered;
        if (how == How::Reconnected) {
            f->sessions->disconnectSource(u"s"_s);
            f->sessions->connectSource(u"s"_s);
        } else {
            Q_EMIT f->peer->adapter->operationsChanged();
        }
        QTRY_VERIFY(f->peer->discovered > before);
        QTRY_VERIFY(f->sessions->state(u"s"_s).isUsable());
        QTRY_COMPARE(f->sessions->operationList(u"s"_s).size(), operations.size());
    }
    Result<Outcome> call(const QString &name, InvokeOptions options = {})
    {
        const auto invocation = f->sessions->invoke({u"s"_s, name}, Json::emptyObject(), options);
        QSignalSpy finished(invocation.get(), &Invocation::finished);
        if (!finished.wait(Test::patience))
            qFatal("the call does not end");
        return invocation->result();
    }
    bool isChanged(const QString &name) const
    {
        return f->sessions->definitionChange({u"s"_s, name}).has_value();
    }
    void accept()
    {
        QVERIFY(f->sessions->acceptDefinitions(u"s"_s, f->sessions->definitionChanges(u"s"_s))
                .result()
                .has_value());
    }
    void make(std::shared_ptr<DefinitionPins> pins = {}, bool remembers = false, QByteArrayView a = reads)
    {
        f = std::make_unique<SessionsFixture>(Limits(), std::move(pins), remembers);
        f->peer->hasPeer = true;
        f->peer->discovery->operations = {tool(u"a"_s, a), tool(u"b"_s, "{}")};
        m_notices.clear();
        connect(f->sessions.get(), &Sessions::logged, this, [this](const LogLine &line) {
            if (line.level == LogLine::Level::Notice)
                m_notices.append(line.text);
        });
        QVERIFY(f->sessions->addSource(SessionsFixture::source(u"s"_s)).has_value());
        f->sessions->connectSource(u"s"_s);
        QTRY_COMPARE(f->phase(), SourceState::Phase::Ready);
    }
    bool hasRemark(const QString &start) const
    {
        return std::ranges::any_of(f->sessions->state(u"s"_s).remarks,
            [&start](const QString &remark) { return remark.startsWith(start); });
    }
    static constexpr QByteArrayView reads{R"({"description":"reads"})"};
    static constexpr QByteArrayView deletes{R"({"description":"deletes"})"};
    QStringList m_notices;
    std::unique_ptr<SessionsFixture> f;
};

void tst_Definitions::init()
{
    make();
}

void tst_Definitions::refusesChangedOperations_data()
{
    QTest::addColumn<QByteArray>("definition");
    QTest::addColumn<bool>("reconnects");
    QTest::addColumn<QString>("place"); // empty: the definition is unchanged
    QTest::newRow("another description")
        << QByteArray(R"({"description":"deletes"})") << false << uR"(description: "reads" → "deletes")"_s;
    QTest::newRow("after a new connection")
        << QByteArray(R"({"description":"deletes"})") << true << uR"(description: "reads" → "deletes")"_s;
    QTest::newRow("another schema") << QByteArray(
        R"({"description":"reads","inputSchema":{"type":"object"}})")
                                    << false << uR"(inputSchema: nothing → {"type":"object"})"_s;
    QTest::newRow("another annotation")
        << QByteArray(R"({"description":"reads","annotations":{"readOnlyHint":true}})") << false
        << uR"(annotations: nothing → {"readOnlyHint":true})"_s;
    for (const auto &[member, value] : {std::pair(u"title"_s, uR"("Read")"_s),
             std::pair(u"_meta"_s, uR"({"x":1})"_s), std::pair(u"icons"_s, uR"([{"src":"x"}])"_s),
             std::pair(u"outputSchema"_s, uR"({"type":"object"})"_s)}) {
        QTest::newRow(qPrintable(member))
            << uR"({"description":"reads","%1":%2})"_s.arg(member, value).toUtf8() << false
            << u"%1: nothing → %2"_s.arg(member, value);
    }
    QTest::newRow("an invisible character") << QByteArray("{\"description\":\"re\xE2\x80\x8B"
                                                          "ads\"}")
                                            << false << uR"(description: "reads" → "re\u{200B}ads")"_s;
    QTest::newRow("no change") << QByteArray(R"({"description":"reads"})") << false << QString();
}

void tst_Definitions::refusesChangedOperations()
{
    QFETCH(QByteArray, definition);
    QFETCH(bool, reconnects);
    QFETCH(QString, place);
    offer({tool(u"a"_s, definition), tool(u"b"_s, "{}"), tool(u"last"_s, "{}")},
        reconnects ? How::Reconnected : How::ListChanged);
    QCOMPARE(isChanged(u"a"_s), !place.isEmpty());
    QVERIFY(!isChanged(u"b"_s));
    QCOMPARE(f->sessions->changedDefinitions(u"s"_s), place.isEmpty() ? 0 : 1);
    const Result<Outcome> result = call(u"a"_s);
    QCOMPARE(f->peer->calls.size(), place.isEmpty() ? 1 : 0);
    if (place.isEmpty()) {
        QVERIFY(result.has_value());
        return;
    }
    QCOMPARE(result.error().kind, ErrorKind::Trust);
    QCOMPARE(result.error().code, u"definition.changed"_s);
    QVERIFY2(result.error().message.contains(place), qPrintable(result.error().message));
    QCOMPARE(result.error().details.member("changes"_L1).at(0).toString(), place);
    QVERIFY(call(u"b"_s).has_value());
    InvokeOptions despite;
    despite.despiteChangedDefinition = true;
    QVERIFY(call(u"a"_s, despite).has_value());
}

void tst_Definitions::refusesBeforeTheInputIsJudged()
{
    offer({tool(u"a"_s, R"({"description":"reads","inputSchema":{"type":"object","required":["token"]}})"),
        tool(u"last"_s, "{}")});
    QTRY_VERIFY(isChanged(u"a"_s));
    QCOMPARE(call(u"a"_s).error().code, u"definition.changed"_s);
}

void tst_Definitions::refusesSubscriptions()
{
    OperationSpec ticks = fakeOperation(u"ticks"_s, OperationType::Subscription);
    ticks.definition = jsonLiteral(R"({"v":1})");
    offer({ticks});
    ticks.definition = jsonLiteral(R"({"v":2})");
    offer({ticks, tool(u"last"_s, "{}")});
    QTRY_VERIFY(isChanged(u"ticks"_s));
    const auto subscription = f->sessions->subscribe({u"s"_s, u"ticks"_s}, Json::emptyObject());
    QSignalSpy ended(subscription.get(), &Subscription::ended);
    QVERIFY(ended.wait(Test::patience));
    QCOMPARE(subscription->endError().code, u"definition.changed"_s);
    QVERIFY(!f->peer->stream);
}

//! Calls through the registry, such as those of a hub's callers, are refused too.
void tst_Definitions::refusesCallsThroughTheRegistry()
{
    offer({tool(u"a"_s, R"({"description":"deletes"})"), tool(u"last"_s, "{}")});
    QTRY_VERIFY(isChanged(u"a"_s));
    const Result<Outcome> result =
        QCoro::waitFor(f->registry.execute({u"s"_s, u"a"_s}, Json::emptyObject(), {}, {}));
    QCOMPARE(result.error().code, u"definition.changed"_s);
}

//! The input of a completion goes to the server as well.
void tst_Definitions::refusesCompletion()
{
    offer({tool(u"a"_s, deletes), tool(u"last"_s, "{}")});
    QTRY_VERIFY(isChanged(u"a"_s));
    const auto asked = f->sessions->complete({u"s"_s, u"a"_s}, u"m"_s, Json::emptyObject(), {});
    QVERIFY(asked.isFinished());
    QCOMPARE(asked.result().error().code, u"definition.changed"_s);
    QVERIFY(f->peer->completed.isEmpty());
}

void tst_Definitions::ignoresTheOrderOfMembers()
{
    offer({tool(u"c"_s, R"({"title":"t","_meta":{"x":1,"y":[1,2]}})"), tool(u"a"_s, reads),
        tool(u"b"_s, "{}")});
    offer({tool(u"a"_s, reads), tool(u"c"_s, R"({"_meta":{"y":[1,2],"x":1},"title":"t"})")});
    QCOMPARE(f->sessions->changedDefinitions(u"s"_s), 0);
    QVERIFY(call(u"c"_s).has_value());
}

//! Two pages of a list may name one tool. The first definition counts, so swapping them is a change.
void tst_Definitions::refusesTheSecondOfTwoEqualNames()
{
    f->peer->discovery->operations = {tool(u"a"_s, reads), tool(u"b"_s, "{}"), tool(u"a"_s, deletes)};
    const int before = f->peer->discovered;
    Q_EMIT f->peer->adapter->operationsChanged();
    QTRY_VERIFY(f->peer->discovered > before);
    QTRY_VERIFY(hasRemark(u"the operation \"a\" is listed twice"_s));
    QVERIFY(!isChanged(u"a"_s));
    f->peer->discovery->operations.swapItemsAt(0, 2);
    Q_EMIT f->peer->adapter->operationsChanged();
    QTRY_VERIFY(isChanged(u"a"_s));
}

void tst_Definitions::waitsForAnAnnouncedListing_data()
{
    QTest::addColumn<QByteArray>("definition"); // empty: the listing fails
    QTest::addColumn<bool>("isCalled");
    QTest::newRow("changed") << QByteArray(R"({"description":"deletes"})") << false;
    QTest::newRow("unchanged") << QByteArray(R"({"description":"reads"})") << true;
    QTest::newRow("the listing fails") << QByteArray() << true;
}

//! Between the announcement of a change and the new list, an operation may already mean something else.
void tst_Definitions::waitsForAnAnnouncedListing()
{
    QFETCH(QByteArray, definition);
    QFETCH(bool, isCalled);
    if (definition.isEmpty())
        f->peer->discovery = std::unexpected(Error{.kind = ErrorKind::Timeout, .message = u"no list"_s});
    else
        f->peer->discovery->operations[0] = tool(u"a"_s, definition);
    f->peer->holdsLists = true;
    const int before = f->peer->discovered;
    Q_EMIT f->peer->adapter->operationsStale();
    const auto invocation = f->sessions->invoke({u"s"_s, u"a"_s}, Json::emptyObject());
    QSignalSpy finished(invocation.get(), &Invocation::finished);
    QTRY_COMPARE(f->peer->discovered, before + 1); // the call does not wait for operationsChanged()
    QTest::qWait(10);
    QVERIFY(f->peer->calls.empty());
    QVERIFY(finished.isEmpty());
    f->peer->releaseLists();
    QTRY_COMPARE(finished.size(), 1);
    QCOMPARE(f->peer->calls.size(), isCalled ? 1 : 0);
    QCOMPARE(invocation->result().has_value(), isCalled);
    if (!isCalled)
        QCOMPARE(invocation->result().error().code, u"definition.changed"_s);
    QVERIFY(call(u"b"_s).has_value());
    QCOMPARE(f->peer->discovered, before + 1);
}

void tst_Definitions::subscriptionsWaitForAnAnnouncedListing()
{
    OperationSpec ticks = fakeOperation(u"ticks"_s, OperationType::Subscription);
    ticks.definition = jsonLiteral(R"({"v":1})");
    offer({ticks});
    ticks.definition = jsonLiteral(R"({"v":2})");
    f->peer->discovery->operations = {ticks};
    Q_EMIT f->peer->adapter->operationsStale();
    const auto subscription = f->sessions->subscribe({u"s"_s, u"ticks"_s}, Json::emptyObject());
    QSignalSpy ended(subscription.get(), &Subscription::ended);
    QVERIFY(ended.wait(Test::patience));
    QCOMPARE(subscription->endError().code, u"definition.changed"_s);
    QVERIFY(!f->peer->stream);
}

void tst_Definitions::aStreamOfTheRegistryIsRefusedDuringAnAnnouncedListing()
{
    OperationSpec ticks = fakeOperation(u"ticks"_s, OperationType::Subscription);
    ticks.definition = jsonLiteral(R"({"v":1})");
    offer({ticks});
    ticks.definition = jsonLiteral(R"({"v":2})");
    f->peer->discovery->operations = {ticks};
    Q_EMIT f->peer->adapter->operationsStale();
    const auto code = [this] {
        const auto stream = f->registry.subscribe({u"s"_s, u"ticks"_s}, Json::emptyObject(), {});
        return stream ? QString() : stream.error().code;
    };
    QCOMPARE(code(), u"source.listing"_s);
    QTRY_COMPARE(code(), u"definition.changed"_s); // the refused attempt let the list be read
}

void tst_Definitions::completionsWaitForAnAnnouncedListing()
{
    f->peer->discovery->operations[0] = tool(u"a"_s, deletes);
    Q_EMIT f->peer->adapter->operationsStale();
    const auto asked = f->sessions->complete({u"s"_s, u"a"_s}, u"m"_s, Json::emptyObject(), {});
    QTRY_VERIFY(asked.isFinished());
    QCOMPARE(asked.result().error().code, u"definition.changed"_s);
    QVERIFY(f->peer->completed.isEmpty());
}

//! The peer made a new session, whose handshake has nothing to say about the way it is reached.
void tst_Definitions::keepsTheNotesOfTheConnectionInANewSession()
{
    PeerInfo peer;
    peer.notes = {u"by the older transport"_s};
    Q_EMIT f->peer->adapter->renewed(peer);
    Q_EMIT f->peer->adapter->renewed(PeerInfo());
    QCOMPARE(f->sessions->state(u"s"_s).peer.notes, peer.notes);
}

void tst_Definitions::theWaitForAListingEndsAtOnce_data()
{
    QTest::addColumn<QString>("how");
    for (const char *how : {"cancelled", "disconnected", "removed"})
        QTest::newRow(how) << QString::fromLatin1(how);
}

void tst_Definitions::theWaitForAListingEndsAtOnce()
{
    QFETCH(QString, how);
    f->peer->holdsLists = true;
    const int before = f->peer->discovered;
    Q_EMIT f->peer->adapter->operationsStale();
    const auto invocation = f->sessions->invoke({u"s"_s, u"a"_s}, Json::emptyObject());
    QSignalSpy finished(invocation.get(), &Invocation::finished);
    QTRY_COMPARE(f->peer->discovered, before + 1);
    if (how == "cancelled"_L1)
        invocation->cancel();
    else if (how == "disconnected"_L1)
        f->sessions->disconnectSource(u"s"_s);
    else
        f->sessions->removeSource(u"s"_s);
    QTRY_COMPARE(finished.size(), 1);
    QVERIFY(!invocation->result());
    f->peer->releaseLists();
    QTest::qWait(10);
    QVERIFY(f->peer->calls.empty());
}

void tst_Definitions::aCallOfTheRegistryStopsWaitingWhenItIsCancelled()
{
    f->peer->holdsLists = true;
    const int before = f->peer->discovered;
    Q_EMIT f->peer->adapter->operationsStale();
    std::stop_source stop;
    CallContext context;
    context.cancellation = stop.get_token();
    std::optional<Result<Outcome>> result;
    QCoro::connect(f->registry.execute({u"s"_s, u"a"_s}, Json::emptyObject(), context, {}), this,
        [&result](Result<Outcome> outcome) { result = std::move(outcome); });
    QTRY_COMPARE(f->peer->discovered, before + 1);
    stop.request_stop();
    QTRY_VERIFY(result);
    QVERIFY(!*result);
    QCOMPARE(result->error().kind, ErrorKind::Cancelled);
    f->peer->releaseLists();
    QTest::qWait(10);
    QVERIFY(f->peer->calls.empty());
}

void tst_Definitions::aPeerThatAlwaysAnnouncesChangesBlocksNoCall()
{
    QTimer storm;
    connect(&storm, &QTimer::timeout, this, [this] { Q_EMIT f->peer->adapter->operationsChanged(); });
    storm.start(0);
    for (int i = 0; i < 3; ++i)
        QVERIFY(call(u"a"_s).has_value());
    storm.stop();
    QTest::qWait(10);
}

void tst_Definitions::takesAcceptedDefinitions()
{
    offer({tool(u"a"_s, R"({"description":"deletes"})"), tool(u"last"_s, "{}")});
    QTRY_VERIFY(isChanged(u"a"_s));
    QSignalSpy changed(f->sessions.get(), &Sessions::operationsChanged);
    accept();
    QCOMPARE(changed.size(), 1);
    QVERIFY(!isChanged(u"a"_s));
    QVERIFY(call(u"a"_s).has_value());
    QVERIFY(f->sessions->definitionChanges(u"s"_s).isEmpty());
    offer({tool(u"a"_s, R"({"description":"deletes"})")}, How::Reconnected);
    QVERIFY(!isChanged(u"a"_s));
}

//! Accepting covers only the definition that was shown, not a later one.
void tst_Definitions::asksAgainWhenItChangesAgain()
{
    offer({tool(u"a"_s, R"({"description":"deletes"})"), tool(u"last"_s, "{}")});
    QTRY_VERIFY(isChanged(u"a"_s));
    const QList<DefinitionChange> shown = f->sessions->definitionChanges(u"s"_s);
    offer({tool(u"a"_s, R"({"description":"sells"})")});
    QVERIFY(f->sessions->acceptDefinitions(u"s"_s, shown).result().has_value());
    const std::optional<DefinitionChange> change = f->sessions->definitionChange({u"s"_s, u"a"_s});
    QVERIFY(change);
    QCOMPARE(toStrings(definitionDifferences(change->before->whole(), change->now->whole(), 5)),
        QStringList{uR"(description: "deletes" → "sells")"_s});
}

void tst_Definitions::forgetsAChangeThatIsTakenBack()
{
    offer({tool(u"a"_s, R"({"description":"deletes"})"), tool(u"last"_s, "{}")});
    QTRY_VERIFY(isChanged(u"a"_s));
    offer({tool(u"a"_s, R"({"description":"reads"})")});
    QTRY_VERIFY(!isChanged(u"a"_s));
}

//! A tool that was missing for a while must return with its accepted definition; otherwise the user is asked.
void tst_Definitions::reportsNewAndRemovedOperations()
{
    offer({tool(u"c"_s, "{}")});
    const QList<DefinitionChange> changes = f->sessions->definitionChanges(u"s"_s);
    QCOMPARE(changes.size(), 3);
    QVERIFY(changes.at(0).operation == u"a"_s && !changes.at(0).now);
    QVERIFY(changes.at(2).operation == u"c"_s && !changes.at(2).before);
    QVERIFY(call(u"c"_s).has_value());
    offer({tool(u"a"_s, R"({"description":"deletes"})"), tool(u"c"_s, "{}")});
    QTRY_VERIFY(isChanged(u"a"_s));
    accept();
    QVERIFY(f->sessions->definitionChanges(u"s"_s).isEmpty());
}

void tst_Definitions::reportsChangedInstructions()
{
    f->peer->handshake->instructions = u"Always call b."_s;
    offer(f->peer->discovery->operations, How::Reconnected);
    const QList<DefinitionChange> changes = f->sessions->definitionChanges(u"s"_s);
    QCOMPARE(changes.size(), 1);
    QCOMPARE(changes.first().operation, QString());
    QCOMPARE(
        toStrings(definitionDifferences(changes.first().before->whole(), changes.first().now->whole(), 5)),
        QStringList{uR"(instructions: "" → "Always call b.")"_s});
    QVERIFY(call(u"a"_s).has_value());
    accept();
    QVERIFY(f->sessions->definitionChanges(u"s"_s).isEmpty());
}

void tst_Definitions::logsChangedDefinitions()
{
    QStringList lines;
    connect(f->sessions.get(), &Sessions::logged, this, [&lines](const LogLine &line) {
        if (line.level == LogLine::Level::Warning)
            lines.append(line.text);
    });
    offer({tool(u"a"_s, R"({"description":"deletes"})"), tool(u"last"_s, "{}")});
    QTRY_COMPARE(lines,
        QStringList{
            uR"(the definition of "a" changed since it was accepted: description: "reads" → "deletes")"_s});
    lines.clear();
    QList<OperationSpec> many;
    for (int i = 0; i < 30; ++i)
        many.append(tool(u"t%1"_s.arg(i), "{}"));
    offer(many);
    for (OperationSpec &spec : many)
        spec.definition = jsonLiteral(R"({"v":2})");
    many.append(tool(u"last"_s, "{}"));
    offer(many);
    QTRY_COMPARE(f->sessions->changedDefinitions(u"s"_s), 30);
    QCOMPARE(lines.size(), 21);
    QCOMPARE(lines.last(), u"and 10 more definitions changed"_s);
}

void tst_Definitions::logsNewAndMissingOperations()
{
    const QTemporaryDir folder;
    const QString added = u"operations that are new since the definitions were accepted: \"c\""_s;
    make(std::make_shared<DefinitionPins>(folder.path()), true);
    QVERIFY(m_notices.isEmpty());
    offer({tool(u"a"_s, reads), tool(u"c"_s, "{}")});
    QTRY_COMPARE(
        m_notices, (QStringList{added, u"accepted operations that are not listed any more: \"b\""_s}));
    make(std::make_shared<DefinitionPins>(folder.path()));
    QCOMPARE(m_notices, QStringList{u"accepted operations that are not listed any more: \"c\""_s});
    m_notices.clear();
    f->peer->discovery->incompleteReason = u"the second page failed"_s; // the others may be on it
    offer({tool(u"d"_s, "{}")});
    QCOMPARE(m_notices, QStringList{QString(added).replace(u"\"c\""_s, u"\"d\""_s)});
}

void tst_Definitions::logsAcceptances()
{
    const QTemporaryDir folder;
    QFile file(folder.filePath(u"file"_s)); // no definitions can be stored below it
    QVERIFY(file.open(QIODevice::WriteOnly));
    for (const bool canBeStored : {true, false}) {
        make(std::make_shared<DefinitionPins>(folder.filePath(canBeStored ? u"pins"_s : u"file"_s)), true);
        offer({tool(u"a"_s, deletes), tool(u"b"_s, "{}")});
        QTRY_VERIFY(isChanged(u"a"_s));
        const QList<DefinitionChange> changes = f->sessions->definitionChanges(u"s"_s);
        QCOMPARE(f->sessions->acceptDefinitions(u"s"_s, changes).result().has_value(), canBeStored);
        QVERIFY(m_notices.contains(u"accepted changes of definitions: 1"_s));
        if (!canBeStored)
            QTRY_VERIFY(hasRemark(u"the accepted definitions could not be stored: "_s));
    }
    f.reset();
}

//! An accepted removal does not forget the definition. A tool could otherwise change while it is away.
void tst_Definitions::comparesAnOperationThatReturns()
{
    const QTemporaryDir folder;
    make(std::make_shared<DefinitionPins>(folder.path()), true);
    offer({tool(u"b"_s, "{}")});
    accept();
    QVERIFY(f->sessions->definitionChanges(u"s"_s).isEmpty());
    offer({tool(u"a"_s, deletes), tool(u"b"_s, "{}")});
    QVERIFY(isChanged(u"a"_s));
    make(std::make_shared<DefinitionPins>(folder.path()), false, deletes);
    QVERIFY(isChanged(u"a"_s));
    make(std::make_shared<DefinitionPins>(folder.path()), false, reads);
    QVERIFY(f->sessions->definitionChanges(u"s"_s).isEmpty());
    offer({tool(u"b"_s, "{}")});
    QCOMPARE(f->sessions->definitionChanges(u"s"_s).size(), 1); // it is missing again
    f.reset();
}

//! The removal was shown, but then the operation was listed again.
void tst_Definitions::acceptsNoRemovalOfAnOperationThatReturned()
{
    offer({tool(u"b"_s, "{}")});
    const QList<DefinitionChange> shown = f->sessions->definitionChanges(u"s"_s);
    QCOMPARE(shown.size(), 1);
    offer({tool(u"a"_s, reads), tool(u"b"_s, "{}")});
    QVERIFY(f->sessions->acceptDefinitions(u"s"_s, shown).result().has_value());
    offer({tool(u"b"_s, "{}")});
    QCOMPARE(f->sessions->definitionChanges(u"s"_s).size(), 1); // it is missing again
}

void tst_Definitions::remembersAcrossRuns()
{
    const QTemporaryDir folder;
    make(std::make_shared<DefinitionPins>(folder.path()), true);
    const QList<OperationSpec> other{tool(u"a"_s, R"({"description":"deletes"})"), tool(u"b"_s, "{}")};
    make(std::make_shared<DefinitionPins>(folder.path()));
    offer(other, How::Reconnected);
    QVERIFY(isChanged(u"a"_s));
    QVERIFY(!isChanged(u"b"_s));
    const QList<DefinitionChange> changes = f->sessions->definitionChanges(u"s"_s);
    QCOMPARE(
        toStrings(definitionDifferences(changes.first().before->whole(), changes.first().now->whole(), 5)),
        QStringList{uR"(description: "reads" → "deletes")"_s});
    accept();
    make(std::make_shared<DefinitionPins>(folder.path()));
    QVERIFY(isChanged(u"a"_s)); // its description is "reads" again
    offer(other, How::Reconnected);
    QVERIFY(!isChanged(u"a"_s));
    f.reset();
    // A file that cannot be read is set aside.
    QDir dir(folder.path());
    QFile file(dir.filePath(dir.entryList(QDir::Files).first()));
    QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Truncate));
    file.close();
    make(std::make_shared<DefinitionPins>(folder.path()));
    QVERIFY(!isChanged(u"a"_s));
    QCOMPARE(dir.entryList({u"*.broken-*"_s}, QDir::Files).size(), 1);
    QVERIFY(hasRemark(u"the accepted definitions could not be read, so the definitions that are listed now "
                      "count as accepted: "_s));
    make(std::make_shared<DefinitionPins>(folder.path()), false, deletes);
    QVERIFY(isChanged(u"a"_s)); // the definitions were stored again
    f.reset();
}

void tst_Definitions::staysAcceptedWhereOtherSettingsChange_data()
{
    QTest::addColumn<QByteArray>("settings");
    QTest::addColumn<bool>("isSamePeer");
    QTest::newRow("a limit") << QByteArray(R"({"url":"x","limits":{"request.timeout":"90s"}})") << true;
    QTest::newRow("a header") << QByteArray(R"({"headers":{"A":"b"},"url":"x"})") << true;
    QTest::newRow("a certificate") << QByteArray(R"({"url":"x","certificates":[{"host":"x"}]})") << true;
    QTest::newRow("nothing") << QByteArray(R"({"url":"x","cwd":null})") << true;
    QTest::newRow("another address") << QByteArray(R"({"url":"y"})") << false;
    QTest::newRow("a folder") << QByteArray(R"({"url":"x","cwd":"/"})") << false;
}

//! A peer could otherwise wait for a question of the window, whose answer changes a setting.
void tst_Definitions::staysAcceptedWhereOtherSettingsChange()
{
    QFETCH(QByteArray, settings);
    QFETCH(bool, isSamePeer);
    for (const bool isStored : {true, false}) {
        const QTemporaryDir folder;
        make(isStored ? std::make_shared<DefinitionPins>(folder.path()) : nullptr, isStored);
        const auto add = [this](QByteArrayView written) {
            f->sessions->removeSource(u"s"_s);
            return f->sessions->addSource({u"s"_s, u"fake"_s, jsonLiteral(written)}).has_value();
        };
        QVERIFY(add(R"({"url":"x"})"));
        f->sessions->connectSource(u"s"_s);
        QTRY_COMPARE(f->phase(), SourceState::Phase::Ready);
        f->peer->discovery->operations[0] = tool(u"a"_s, deletes);
        if (isStored)
            QVERIFY(add(settings));
        else
            QVERIFY(f->sessions->replaceSource(u"s"_s, {u"s"_s, u"fake"_s, jsonLiteral(settings)}));
        f->sessions->connectSource(u"s"_s);
        QTRY_COMPARE(f->phase(), SourceState::Phase::Ready);
        QCOMPARE(isChanged(u"a"_s), isSamePeer);
        QCOMPARE(f->sessions->changedDefinitions(u"s"_s), isSamePeer ? 1 : 0);
        f.reset();
    }
}

void tst_Definitions::storesAllAgainWhenTheFileVanishes()
{
    const QTemporaryDir folder;
    make(std::make_shared<DefinitionPins>(folder.path()), true);
    const QString file = QDir(folder.path()).entryInfoList(QDir::Files).first().filePath();
    QVERIFY(QFile::remove(file));
    offer({tool(u"a"_s, reads), tool(u"b"_s, "{}"), tool(u"c"_s, "{}")});
    QVERIFY(QFile::exists(file));
    make(std::make_shared<DefinitionPins>(folder.path()), false, deletes);
    QVERIFY(isChanged(u"a"_s));
    f.reset();
}

void tst_Definitions::remembersForEachEnvironment_data()
{
    QTest::addColumn<QByteArray>("settings");
    QTest::newRow("in the address") << QByteArray(R"({"url":"${URL}"})");
    QTest::newRow("in a header") << QByteArray(R"({"url":"x","headers":{"Tenant":"${URL}"}})");
}

//! Each environment is a place with its own definitions.
void tst_Definitions::remembersForEachEnvironment()
{
    QFETCH(QByteArray, settings);
    const QTemporaryDir folder;
    make(std::make_shared<DefinitionPins>(folder.path()), true);
    f->sessions->removeSource(u"s"_s);
    const auto environment = [](const QString &name) {
        return Environment{.name = name, .variables = {{.name = u"URL"_s, .value = name, .secret = {}}}};
    };
    f->sessions->setEnvironments({environment(u"staging"_s), environment(u"live"_s)}, u"staging"_s);
    QVERIFY(f->sessions->addSource({u"s"_s, u"fake"_s, jsonLiteral(settings)}).has_value());
    f->sessions->connectSource(u"s"_s);
    QTRY_COMPARE(f->phase(), SourceState::Phase::Ready);
    f->peer->discovery->operations[0] = tool(u"a"_s, R"({"description":"deletes"})");
    for (const bool isChanged : {false, true}) {
        const int before = f->peer->discovered;
        QVERIFY(f->sessions->setEnvironment(isChanged ? u"staging"_s : u"live"_s));
        QTRY_VERIFY(f->peer->discovered > before);
        QTRY_COMPARE(f->phase(), SourceState::Phase::Ready);
        QCOMPARE(f->sessions->changedDefinitions(u"s"_s), isChanged ? 1 : 0);
    }
}

void tst_Definitions::remembersDefinitionsOnlyIfRequested()
{
    const QTemporaryDir folder;
    make(std::make_shared<DefinitionPins>(folder.path()));
    QVERIFY(QDir(folder.path()).entryList(QDir::Files).isEmpty());
    make(std::make_shared<DefinitionPins>(folder.path()), true);
    QCOMPARE(QDir(folder.path()).entryList(QDir::Files).size(), 1);
    const auto test = f->sessions->testSource({u"t"_s, u"fake"_s, jsonLiteral(R"({"url":"x"})")});
    QSignalSpy finished(test.get(), &SourceTest::finished);
    QVERIFY(finished.wait(Test::patience));
    QCOMPARE(QDir(folder.path()).entryList(QDir::Files).size(), 1);
}

void tst_Definitions::staysQuietForSourcesWithoutAPeer()
{
    f->peer->hasPeer = false;
    offer({tool(u"a"_s, R"({"description":"deletes"})"), tool(u"last"_s, "{}")});
    QVERIFY(call(u"a"_s).has_value());
}

WORKBENCH_TEST(tst_Definitions, QCoreApplication)
#include "tst_definitions.moc"
