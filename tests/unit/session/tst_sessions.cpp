// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/support/testprogram.h"
#include "tests/unit/session/sessionsfixture.h"

#include <QElapsedTimer>
#include <QSignalSpy>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace Workbench;
using Phase = SourceState::Phase;

namespace {

const Error crash{
    .kind = ErrorKind::Closed, .code = u"child.exited"_s, .message = u"the program exited with code 7"_s};

QStringList namesOf(const QList<OperationSpec> &operations)
{
    QStringList names;
    for (const OperationSpec &spec : operations)
        names.append(spec.id.toString());
    return names;
}

} // namespace

class tst_Sessions : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { f = std::make_unique<SessionsFixture>(); }
    void cleanup() { f.reset(); }

    void queriesStartNothing();
    void connectsAndLists();
    void listsUnderTheNamespaceOfTheSource();
    void failsWhenTheHandshakeFails();
    void connectsAnywayForItsLists();
    void adoptsALongListInSlices();
    void listsNoOperationThatTheRegistryRefuses();
    void aLongListMayBeLostWhileItIsAdopted();
    void failsWhenTheListFails();
    void isDegradedWhenTheListIsIncomplete();
    void followsTheAdaptersDegradation();
    void needsTrustBeforeAnythingIsCreated();
    void failsForAnUnknownKind();
    void keepsRemarksAboutASource();
    void keepsTheListWhenThePeerDies();
    void listsAnewAfterReconnecting();
    void doesNotConnectTwice();
    void stopsConnectingWhenAsked();
    void coalescesAStormOfListChanges();
    void announcesOnlyListsThatDiffer();
    void keepsTheListWhenARefreshFails();
    void keepsConnectionsOfSourcesThatStay();
    void refusesSources_data();
    void refusesSources();
    void replacesASourceInItsPlace();
    void renamesASource();
    void removesOperationsWithTheirSource();
    void survivesRemovalFromASlot();
    void triesASourceWithoutListingIt();
    void reportsWhyATriedSourceFailed();
    void stopsATryThatIsDeleted();
    void previewsOnlyWhenConnected();
    void closesAllWithAStubbornPeer();
    void leavesNoAdapterBehind();
    void closesAllWhenNothingIsOpen();

private:
    void add(const QString &name = u"s"_s);
    void addConnected(const QString &name = u"s"_s);
    std::unique_ptr<SessionsFixture> f;
};

void tst_Sessions::add(const QString &name)
{
    QVERIFY(f->sessions->addSource(SessionsFixture::source(name)));
}

void tst_Sessions::addConnected(const QString &name)
{
    add(name);
    f->sessions->connectSource(name);
    QTRY_COMPARE(f->phase(name), Phase::Ready);
}

void tst_Sessions::queriesStartNothing()
{
    f->sessions->setSources({SessionsFixture::source(u"a"_s), SessionsFixture::source(u"b"_s)});
    QTest::qWait(10);
    QCOMPARE(f->peer->created, 0);
    QCOMPARE(f->phase(u"a"_s), Phase::Disconnected);
    QCOMPARE(f->sessions->sources().size(), 2);
    QCOMPARE(f->sessions->kinds().size(), 1);
}

void tst_Sessions::connectsAndLists()
{
    PeerInfo info;
    info.name = u"fake server"_s;
    f->peer->handshake = info;
    QSignalSpy changed(f->sessions.get(), &Sessions::sourceChanged);
    QSignalSpy listed(f->sessions.get(), &Sessions::operationsChanged);
    add();
    f->sessions->connectSource(u"s"_s);
    QCOMPARE(f->phase(), Phase::Connecting);
    QTRY_COMPARE(f->phase(), Phase::Ready);
    QCOMPARE(changed.count(), 2);
    QTRY_COMPARE(listed.count(), 1);
    const SourceState state = f->sessions->state(u"s"_s);
    QCOMPARE(state.peer.name, u"fake server"_s);
    QCOMPARE(state.operations, 3);
    QVERIFY(state.since.isValid());
    QCOMPARE(namesOf(f->sessions->operations(u"s"_s)), QStringList({u"s.one"_s, u"s.two"_s, u"s.ticks"_s}));
}

void tst_Sessions::listsUnderTheNamespaceOfTheSource()
{
    addConnected(u"my.server"_s);
    QCOMPARE(f->registry.list(u"my_server"_s).size(), 3);
    const Source *source = f->sessions->sourceOf({u"my_server"_s, u"one"_s});
    QVERIFY(source);
    QCOMPARE(source->name, u"my.server"_s);
    QVERIFY(!f->sessions->sourceOf({u"other"_s, u"one"_s}));
}

void tst_Sessions::failsWhenTheHandshakeFails()
{
    f->peer->handshake = std::unexpected(crash);
    add();
    f->sessions->connectSource(u"s"_s);
    QTRY_COMPARE(f->phase(), Phase::Failed);
    QCOMPARE(f->sessions->state(u"s"_s).error.code, crash.code);
    QTRY_COMPARE(f->peer->deleted, 1);
}

void tst_Sessions::connectsAnywayForItsLists()
{
    f->peer->handshake = std::unexpected(
        Error{ErrorKind::Protocol, QString(unknownVersionCode), u"speaks another version"_s, {}, {}});
    PeerInfo limited;
    limited.listsOnly = u"lists only"_s;
    f->peer->handshakeAnyway = limited;
    add();
    f->sessions->connectSource(u"s"_s);
    QTRY_COMPARE(f->phase(), Phase::Failed);
    QVERIFY(f->sessions->state(u"s"_s).mayConnectAnyway());
    f->sessions->connectAnyway(u"s"_s);
    QTRY_COMPARE(f->phase(), Phase::Degraded);
    const SourceState state = f->sessions->state(u"s"_s);
    QVERIFY(state.isUsable() && !state.mayConnectAnyway());
    QCOMPARE(state.error.message, u"lists only"_s);
    QCOMPARE(state.operations, 3);
    // The degradation of the adapter ends, but the connection still is for lists only.
    f->peer->adapter->degraded({});
    QCOMPARE(f->phase(), Phase::Degraded);
    // The choice applies to this connection only.
    f->sessions->disconnectSource(u"s"_s);
    f->sessions->connectSource(u"s"_s);
    QTRY_COMPARE(f->phase(), Phase::Failed);
}

void tst_Sessions::adoptsALongListInSlices()
{
    QList<OperationSpec> many;
    for (int i = 0; i < 20'000; ++i)
        many.append(fakeOperation(u"op%1"_s.arg(i)));
    f->peer->discovery = Discovery{.operations = many, .incompleteReason = {}, .remarks = {}};
    addConnected();
    QCOMPARE(f->sessions->operations(u"s"_s).size(), 20'000);
    QCOMPARE(f->registry.count(), 20'000);

    many.removeFirst();
    many.last().title = u"other"_s;
    many.append(fakeOperation(u"new"_s));
    f->peer->discovery = Discovery{.operations = many, .incompleteReason = {}, .remarks = {}};
    QSignalSpy differs(f->sessions.get(), &Sessions::operationsChanged);
    f->sessions->refreshSource(u"s"_s);
    QTRY_COMPARE(differs.size(), 1);
    const QList<OperationSpec> now = f->sessions->operations(u"s"_s);
    QCOMPARE(now.size(), 20'000);
    QCOMPARE(now.first().id.name, u"op1"_s);
    QCOMPARE(now.at(19'998).title, u"other"_s);
    QCOMPARE(now.last().id.name, u"new"_s);
    QCOMPARE(f->registry.count(), 20'000);
}

void tst_Sessions::listsNoOperationThatTheRegistryRefuses()
{
    f->peer->discovery = Discovery{
        .operations = {fakeOperation({}), fakeOperation(u"op"_s)}, .incompleteReason = {}, .remarks = {}};
    QSignalSpy logged(f->sessions.get(), &Sessions::logged);
    addConnected();
    QCOMPARE(f->sessions->operations(u"s"_s).size(), 1);
    QCOMPARE(f->sessions->operations(u"s"_s).first().id.name, u"op"_s);
    QCOMPARE(f->registry.count(), 1);
    QVERIFY(std::ranges::any_of(logged, [](const QList<QVariant> &arguments) {
        return arguments.first().value<LogLine>().text.contains(
            "not an operation id of the form namespace.name"_L1);
    }));
}

void tst_Sessions::aLongListMayBeLostWhileItIsAdopted()
{
    QList<OperationSpec> many;
    for (int i = 0; i < 20'000; ++i)
        many.append(fakeOperation(u"op%1"_s.arg(i)));
    f->peer->discovery = Discovery{.operations = many, .incompleteReason = {}, .remarks = {}};
    add();
    connect(
        &f->registry, &OperationRegistry::operationsChanged, f->sessions.get(),
        [this] { f->sessions->removeSource(u"s"_s); }, Qt::SingleShotConnection);
    f->sessions->connectSource(u"s"_s);
    QTRY_VERIFY(!f->sessions->source(u"s"_s));
    QTest::qWait(50);
    QCOMPARE(f->registry.count(), 0);
}

void tst_Sessions::failsWhenTheListFails()
{
    f->peer->discovery = std::unexpected(crash);
    add();
    f->sessions->connectSource(u"s"_s);
    QTRY_COMPARE(f->phase(), Phase::Failed);
    QCOMPARE(f->sessions->state(u"s"_s).error.message, crash.message);
    QTRY_COMPARE(f->peer->deleted, 1);
}

void tst_Sessions::isDegradedWhenTheListIsIncomplete()
{
    f->peer->discovery->incompleteReason = u"page 3 failed"_s;
    add();
    f->sessions->connectSource(u"s"_s);
    QTRY_COMPARE(f->phase(), Phase::Degraded);
    QCOMPARE(f->sessions->state(u"s"_s).error.message, u"page 3 failed"_s);
    QCOMPARE(f->sessions->state(u"s"_s).incompleteReason, u"page 3 failed"_s);
    QCOMPARE(f->sessions->operations(u"s"_s).size(), 3);
}

void tst_Sessions::followsTheAdaptersDegradation()
{
    addConnected();
    Q_EMIT f->peer->adapter->degraded(u"no event stream"_s);
    QCOMPARE(f->phase(), Phase::Degraded);
    QCOMPARE(f->sessions->state(u"s"_s).error.message, u"no event stream"_s);
    Q_EMIT f->peer->adapter->degraded({});
    QCOMPARE(f->phase(), Phase::Ready);
}

void tst_Sessions::needsTrustBeforeAnythingIsCreated()
{
    f->peer->facts = TrustFacts{u"/bin/server"_s, {u"-x"_s}, {}, {}};
    add();
    const Source source = SessionsFixture::source(u"s"_s);
    QVERIFY(f->sessions->trustNeeded(source));
    f->sessions->connectSource(u"s"_s);
    QCOMPARE(f->phase(), Phase::Failed);
    QCOMPARE(f->sessions->state(u"s"_s).error.kind, ErrorKind::Trust);
    QCOMPARE(f->sessions->state(u"s"_s).error.detail, u"/bin/server -x"_s);
    QCOMPARE(f->peer->created, 0);

    QVERIFY(f->sessions->confirmTrust(source));
    QVERIFY(!f->sessions->trustNeeded(source));
    f->sessions->connectSource(u"s"_s);
    QTRY_COMPARE(f->phase(), Phase::Ready);

    f->sessions->disconnectSource(u"s"_s);
    f->peer->facts->arguments = {u"-y"_s};
    f->sessions->connectSource(u"s"_s);
    QCOMPARE(f->sessions->state(u"s"_s).error.kind, ErrorKind::Trust);
    QCOMPARE(f->peer->created, 1);
}

void tst_Sessions::failsForAnUnknownKind()
{
    f->sessions->setSources({{u"s"_s, u"fax"_s, Json::emptyObject()}});
    f->sessions->connectSource(u"s"_s);
    QCOMPARE(f->phase(), Phase::Failed);
    QVERIFY(f->sessions->state(u"s"_s).error.message.contains(u"fax"_s));
    QVERIFY(!f->sessions->trustNeeded(f->sessions->sources().first()));
}

void tst_Sessions::keepsRemarksAboutASource()
{
    f->peer->handshake->remarks = {u"of the handshake"_s};
    f->peer->discovery->operations = {fakeOperation(u"op"_s)};
    f->peer->discovery->remarks = {u"of the list"_s};
    QSignalSpy logged(f->sessions.get(), &Sessions::logged);
    addConnected();
    QSignalSpy changed(f->sessions.get(), &Sessions::sourceChanged);
    const auto say = [this](LogLine::Level level, const QString &origin, const QString &text) {
        Q_EMIT f->peer->adapter->logged({QDateTime::currentDateTimeUtc(), level, u"s"_s, origin, text});
    };
    say(LogLine::Level::Warning, u"protocol"_s, u"no message"_s);
    say(LogLine::Level::Warning, u"protocol"_s, u"no message"_s); // a repeated remark is kept once
    say(LogLine::Level::Info, u"protocol"_s, u"nothing odd"_s);
    say(LogLine::Level::Error, u"server log (critical): db"_s, u"the server's own words"_s);
    say(LogLine::Level::Warning, u"stderr"_s, u"on stderr"_s);
    QCOMPARE(f->sessions->state(u"s"_s).remarks,
        (QStringList{u"of the handshake"_s, u"of the list"_s, u"no message"_s}));
    QTRY_COMPARE(changed.count(), 1);
    for (int i = 0; i < 300; ++i)
        say(LogLine::Level::Warning, u"protocol"_s, QString::number(i));
    QCOMPARE(f->sessions->state(u"s"_s).remarks.size(), 100);
    // Remarks of the registry are shown with the operation, so the source does not keep them.
    logged.clear();
    Q_EMIT f->registry.remark(u"s.op"_s, u"The input schema cannot be used: why"_s);
    QCOMPARE(logged.count(), 1);
    const auto line = logged.first().first().value<LogLine>();
    QCOMPARE(line.source, u"s"_s);
    QCOMPARE(line.text, u"op: The input schema cannot be used: why"_s);
    QCOMPARE(f->sessions->state(u"s"_s).remarks.size(), 100);
    f->sessions->disconnectSource(u"s"_s);
    QTRY_COMPARE(f->phase(), Phase::Disconnected);
    f->sessions->connectSource(u"s"_s);
    QTRY_COMPARE(f->phase(), Phase::Ready);
    QCOMPARE(f->sessions->state(u"s"_s).remarks, (QStringList{u"of the handshake"_s, u"of the list"_s}));
}

void tst_Sessions::keepsTheListWhenThePeerDies()
{
    addConnected();
    QSignalSpy listed(f->sessions.get(), &Sessions::operationsChanged);
    QSignalSpy logged(f->sessions.get(), &Sessions::logged);
    f->peer->adapter->die(crash);
    QCOMPARE(f->phase(), Phase::Failed);
    QCOMPARE(f->sessions->state(u"s"_s).error.code, crash.code);
    QCOMPARE(f->sessions->operations(u"s"_s).size(), 3);
    QCOMPARE(listed.count(), 0);
    QCOMPARE(logged.count(), 1);
    QTRY_COMPARE(f->peer->deleted, 1);

    Result<Outcome> result = QCoro::waitFor(f->registry.execute({u"s"_s, u"one"_s}, Json::emptyObject(), {}));
    QVERIFY(!result);
    QCOMPARE(result.error().kind, ErrorKind::Closed);
    QVERIFY2(result.error().message.contains(u"not connected"_s), qPrintable(result.error().message));
    QCOMPARE(f->peer->created, 1);
}

void tst_Sessions::listsAnewAfterReconnecting()
{
    addConnected();
    f->peer->adapter->die(crash);
    f->peer->discovery->operations = {fakeOperation(u"two"_s), fakeOperation(u"three"_s)};
    QSignalSpy listed(f->sessions.get(), &Sessions::operationsChanged);
    f->sessions->connectSource(u"s"_s);
    QTRY_COMPARE(f->phase(), Phase::Ready);
    QTRY_COMPARE(listed.count(), 1);
    QCOMPARE(namesOf(f->sessions->operations(u"s"_s)), QStringList({u"s.two"_s, u"s.three"_s}));
    QVERIFY(!f->registry.getSpec({u"s"_s, u"one"_s}));
    QCOMPARE(f->sessions->state(u"s"_s).operations, 2);
}

void tst_Sessions::doesNotConnectTwice()
{
    add();
    f->sessions->connectSource(u"s"_s);
    f->sessions->connectSource(u"s"_s);
    QTRY_COMPARE(f->phase(), Phase::Ready);
    f->sessions->connectSource(u"s"_s);
    QTest::qWait(5);
    QCOMPARE(f->peer->created, 1);
    QCOMPARE(f->peer->opened, 1);
}

void tst_Sessions::stopsConnectingWhenAsked()
{
    f->peer->holdsOpen = true;
    add();
    f->sessions->connectSource(u"s"_s);
    QCOMPARE(f->phase(), Phase::Connecting);
    f->sessions->disconnectSource(u"s"_s);
    QCOMPARE(f->phase(), Phase::Disconnected);
    QCOMPARE(f->peer->closed, 1);
    QTRY_COMPARE(f->peer->deleted, 1);
    QCOMPARE(f->phase(), Phase::Disconnected);
}

void tst_Sessions::coalescesAStormOfListChanges()
{
    addConnected();
    QSignalSpy listed(f->sessions.get(), &Sessions::operationsChanged);
    f->peer->discovery->operations.append(fakeOperation(u"new"_s));
    for (int i = 0; i < 10'000; ++i)
        Q_EMIT f->peer->adapter->operationsChanged();
    QTRY_COMPARE(listed.count(), 1);
    QTest::qWait(20);
    QVERIFY2(f->peer->discovered <= 3, qPrintable(QString::number(f->peer->discovered)));
    QCOMPARE(listed.count(), 1);
    QCOMPARE(f->sessions->operations(u"s"_s).size(), 4);
}

void tst_Sessions::announcesOnlyListsThatDiffer()
{
    addConnected();
    QSignalSpy listed(f->sessions.get(), &Sessions::operationsChanged);
    f->sessions->refreshSource(u"s"_s);
    QTRY_COMPARE(f->peer->discovered, 2);
    QTest::qWait(10);
    QCOMPARE(listed.count(), 0);
    f->peer->discovery->operations[0].description = u"other words"_s;
    f->sessions->refreshSource(u"s"_s);
    QTRY_COMPARE(listed.count(), 1);
    QCOMPARE(f->sessions->operations(u"s"_s).first().description, u"other words"_s);
}

void tst_Sessions::keepsTheListWhenARefreshFails()
{
    addConnected();
    const Discovery good = *f->peer->discovery;
    f->peer->discovery = std::unexpected(Error{.kind = ErrorKind::Timeout, .message = u"no list in time"_s});
    f->sessions->refreshSource(u"s"_s);
    QTRY_COMPARE(f->phase(), Phase::Degraded);
    QCOMPARE(f->sessions->state(u"s"_s).error.kind, ErrorKind::Timeout);
    QCOMPARE(f->sessions->operations(u"s"_s).size(), 3);
    f->peer->discovery = good;
    f->sessions->refreshSource(u"s"_s);
    QTRY_COMPARE(f->phase(), Phase::Ready);
}

void tst_Sessions::keepsConnectionsOfSourcesThatStay()
{
    addConnected(u"a"_s);
    addConnected(u"b"_s);
    addConnected(u"c"_s);
    QSignalSpy added(f->sessions.get(), &Sessions::sourceAdded);
    QSignalSpy removed(f->sessions.get(), &Sessions::sourceRemoved);
    Source other = SessionsFixture::source(u"b"_s);
    other.settings = Json::object({{u"x"_s, Json::integer(1)}});
    f->sessions->setSources({SessionsFixture::source(u"d"_s), other, SessionsFixture::source(u"a"_s)});
    QCOMPARE(f->phase(u"a"_s), Phase::Ready);
    QCOMPARE(f->phase(u"b"_s), Phase::Disconnected);
    QCOMPARE(f->registry.list(u"a"_s).size(), 3);
    QCOMPARE(f->registry.list(u"b"_s).size(), 0);
    QCOMPARE(f->registry.list(u"c"_s).size(), 0);
    QCOMPARE(added.count(), 1);
    QCOMPARE(added.first().first().toString(), u"d"_s);
    QCOMPARE(removed.count(), 1);
    QCOMPARE(removed.first().first().toString(), u"c"_s);
    const QList<Source> sources = f->sessions->sources();
    QCOMPARE(sources.size(), 3);
    QCOMPARE(sources[0].name, u"d"_s);
    QCOMPARE(sources[2].name, u"a"_s);
    QTRY_COMPARE(f->peer->deleted, 2);
}

void tst_Sessions::refusesSources_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("kind");
    QTest::newRow("no name") << QString() << u"fake"_s;
    QTest::newRow("blank name") << u"  "_s << u"fake"_s;
    QTest::newRow("name is taken") << u"a.b"_s << u"fake"_s;
    QTest::newRow("namespace is taken") << u"a_b"_s << u"fake"_s;
    QTest::newRow("unknown kind") << u"c"_s << u"fax"_s;
}

void tst_Sessions::refusesSources()
{
    QFETCH(QString, name);
    QFETCH(QString, kind);
    add(u"a.b"_s);
    add(u"other"_s);
    const Result<void> added = f->sessions->addSource({name, kind, Json::emptyObject()});
    QVERIFY(!added);
    QCOMPARE(added.error().kind, ErrorKind::Usage);
    QVERIFY(!added.error().message.isEmpty());
    QVERIFY(!f->sessions->replaceSource(u"other"_s, {name, kind, Json::emptyObject()}));
    QCOMPARE(f->sessions->sources().size(), 2);
}

void tst_Sessions::replacesASourceInItsPlace()
{
    add(u"a"_s);
    addConnected(u"b"_s);
    add(u"c"_s);
    Source other = SessionsFixture::source(u"b"_s);
    other.settings = Json::object({{u"x"_s, Json::integer(1)}});
    QSignalSpy changed(f->sessions.get(), &Sessions::sourceChanged);
    QVERIFY(f->sessions->replaceSource(u"b"_s, other));
    QCOMPARE(changed.count(), 1);
    QCOMPARE(f->sessions->sources()[1], other);
    QCOMPARE(f->phase(u"b"_s), Phase::Disconnected);
    QCOMPARE(f->peer->closed, 1);
    QVERIFY(f->sessions->replaceSource(u"b"_s, other));
    QCOMPARE(changed.count(), 1);
    QVERIFY(!f->sessions->replaceSource(u"x"_s, other));
}

void tst_Sessions::renamesASource()
{
    addConnected(u"a"_s);
    QSignalSpy added(f->sessions.get(), &Sessions::sourceAdded);
    QSignalSpy removed(f->sessions.get(), &Sessions::sourceRemoved);
    QVERIFY(f->sessions->replaceSource(u"a"_s, SessionsFixture::source(u"z"_s)));
    QCOMPARE(added.count(), 1);
    QCOMPARE(removed.count(), 1);
    QVERIFY(!f->sessions->source(u"a"_s));
    QVERIFY(f->sessions->source(u"z"_s));
    QCOMPARE(f->registry.count(), 0);
}

void tst_Sessions::removesOperationsWithTheirSource()
{
    addConnected();
    f->sessions->removeSource(f->sessions->source(u"s"_s)->name);
    QVERIFY(!f->sessions->source(u"s"_s));
    QCOMPARE(f->registry.count(), 0);
    QVERIFY(f->sessions->operations(u"s"_s).isEmpty());
    QTRY_COMPARE(f->peer->deleted, 1);
    f->sessions->removeSource(u"s"_s);
}

void tst_Sessions::survivesRemovalFromASlot()
{
    connect(f->sessions.get(), &Sessions::sourceChanged, this, [this](const QString &name) {
        if (f->phase(name) != Phase::Disconnected)
            f->sessions->removeSource(name);
    });
    add();
    f->sessions->connectSource(u"s"_s);
    QVERIFY(f->sessions->sources().isEmpty());
    QTRY_COMPARE(f->peer->deleted, 1);
    QCOMPARE(f->registry.count(), 0);
}

void tst_Sessions::triesASourceWithoutListingIt()
{
    QSignalSpy added(f->sessions.get(), &Sessions::sourceAdded);
    const auto test = f->sessions->testSource(SessionsFixture::source(u"t"_s));
    QVERIFY(!test->result());
    QSignalSpy finished(test.get(), &SourceTest::finished);
    QTRY_COMPARE(finished.count(), 1);
    QVERIFY(test->result());
    QCOMPARE(test->result()->phase, Phase::Ready);
    QCOMPARE(test->result()->operations, 3);
    QCOMPARE(f->registry.count(), 0);
    QCOMPARE(added.count(), 0);
    QTRY_COMPARE(f->peer->deleted, 1);
    QCOMPARE(finished.count(), 1);
}

void tst_Sessions::reportsWhyATriedSourceFailed()
{
    f->peer->settingsCheck =
        std::unexpected(Error{.kind = ErrorKind::Usage, .message = u"command is missing"_s});
    const auto test = f->sessions->testSource(SessionsFixture::source(u"t"_s));
    QSignalSpy finished(test.get(), &SourceTest::finished);
    QTRY_COMPARE(finished.count(), 1);
    QVERIFY(!test->result());
    QCOMPARE(test->result().error().message, u"command is missing"_s);
}

void tst_Sessions::stopsATryThatIsDeleted()
{
    f->peer->holdsOpen = true;
    auto test = f->sessions->testSource(SessionsFixture::source(u"t"_s));
    QTRY_COMPARE(f->peer->opened, 1);
    test.reset();
    QCOMPARE(f->peer->closed, 1);
    QTRY_COMPARE(f->peer->deleted, 1);
}

void tst_Sessions::previewsOnlyWhenConnected()
{
    add();
    const Result<WirePreview> early = f->sessions->preview({u"s"_s, u"one"_s}, Json::emptyObject());
    QVERIFY(!early);
    QCOMPARE(early.error().kind, ErrorKind::Closed);
    f->sessions->connectSource(u"s"_s);
    QTRY_COMPARE(f->phase(), Phase::Ready);
    const Result<WirePreview> preview = f->sessions->preview({u"s"_s, u"one"_s}, Json::emptyObject());
    QVERIFY(preview);
    QCOMPARE(preview->body, "one {}");
    const Result<WirePreview> unknown = f->sessions->preview({u"s"_s, u"nothing"_s}, Json::emptyObject());
    QVERIFY(!unknown);
    QCOMPARE(unknown.error().code, u"OPERATION_NOT_FOUND"_s);
    QCOMPARE(f->peer->calls.size(), size_t(0));
}

void tst_Sessions::closesAllWithAStubbornPeer()
{
    f->peer->isStubborn = true;
    for (const QString &name : {u"a"_s, u"b"_s, u"c"_s})
        addConnected(name);
    QSignalSpy closed(f->sessions.get(), &Sessions::allClosed);
    QElapsedTimer clock;
    clock.start();
    f->sessions->closeAll();
    QVERIFY(clock.elapsed() < 1000); // does not wait for any of them
    QCOMPARE(f->phase(u"a"_s), Phase::Disconnected);
    QTRY_COMPARE(closed.count(), 1);
    QCOMPARE(f->peer->deleted, 3);
    QTest::qWait(20);
    QCOMPARE(closed.count(), 1);
}

void tst_Sessions::leavesNoAdapterBehind()
{
    f->peer->holdsOpen = true;
    f->peer->isStubborn = true;
    add();
    f->sessions->connectSource(u"s"_s);
    QTRY_COMPARE(f->peer->opened, 1);
    f->sessions.reset();
    QCOMPARE(f->peer->deleted, 1);
}

void tst_Sessions::closesAllWhenNothingIsOpen()
{
    add();
    QSignalSpy closed(f->sessions.get(), &Sessions::allClosed);
    f->sessions->closeAll();
    QCOMPARE(closed.count(), 0);
    QTRY_COMPARE(closed.count(), 1);
}

WORKBENCH_TEST(tst_Sessions, QCoreApplication)
#include "tst_sessions.moc"
