// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// Where accepted definitions are stored, and what still counts as accepted after a change of the source.

#include "core/json/jsonparser.h"
#include "core/operation/operationdefinition.h"
#include "tests/support/testprogram.h"
#include "tests/unit/session/sessionsfixture.h"

#include <QTemporaryDir>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace Workbench;

class tst_DefinitionPins : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void findsTheDefinitionsOfAChangedSource_data();
    void findsTheDefinitionsOfAChangedSource();
    void readsTheFilesOfEarlierVersions();
    void limitsAndCertificatesAreNoOtherPlace();
    void keepsOnlyTheNewestCopiesOfASource();
    void writesNoFileThatIsTooLarge();
    void namesMissingOperationsAfterAChangeOfSettings();
    void keepsOnlyOneCopyOfSharedDefinitions();
    void takesInstructionsThatAnEarlierVersionCut_data();
    void takesInstructionsThatAnEarlierVersionCut();

private:
    static void connectTo(SessionsFixture &f)
    {
        f.peer->hasPeer = true;
        f.peer->discovery->operations = {fakeOperation(u"a"_s), fakeOperation(u"b"_s)};
        QVERIFY(f.sessions->addSource({u"s"_s, u"fake"_s, jsonLiteral(R"({"url":"x"})")}).has_value());
        f.sessions->connectSource(u"s"_s);
        QTRY_COMPARE(f.phase(), SourceState::Phase::Ready);
    }
    static constexpr QByteArrayView reads{R"({"description":"reads"})"};
    static constexpr QByteArrayView deletes{R"({"description":"deletes"})"};
};

void tst_DefinitionPins::findsTheDefinitionsOfAChangedSource_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QByteArray>("settings");
    QTest::addColumn<bool>("isFound");
    QTest::newRow("renamed") << u"t"_s << QByteArray(R"({"url":"x","headers":{"A":"ro"}})") << true;
    QTest::newRow("another header") << u"s"_s << QByteArray(R"({"url":"x","headers":{"A":"b"}})") << true;
    QTest::newRow("a second source") << u"t"_s << QByteArray(R"({"url":"x","headers":{"A":"b"}})") << false;
    QTest::newRow("another address") << u"s"_s << QByteArray(R"({"url":"y","headers":{"A":"ro"}})") << false;
}

//! A server may offer more to the token of one of two sources. Neither may change what the other accepted.
void tst_DefinitionPins::findsTheDefinitionsOfAChangedSource()
{
    QFETCH(QString, name);
    QFETCH(QByteArray, settings);
    QFETCH(bool, isFound);
    const auto definitions = [](QByteArrayView text) {
        return PinnedDefinitions{{u"a"_s, {keptDefinition({jsonLiteral(text)}), false}}};
    };
    const DefinitionPlace former =
        definitionPlace({u"s"_s, u"fake"_s, jsonLiteral(R"({"url":"x","headers":{"A":"ro"}})")});
    const DefinitionPlace place = definitionPlace({name, u"fake"_s, jsonLiteral(settings)});
    QCOMPARE(former.isOfSameSource(place), isFound);
    const auto hashAt = [](const DefinitionPins &pins, const DefinitionPlace &at) {
        return pins.read(at).value()->value(u"a"_s).definition->hash();
    };
    const QTemporaryDir folder;
    for (const QString &path : {folder.path(), QString()}) {
        DefinitionPins pins(path);
        QVERIFY(pins.keep(former, definitions(reads)));
        QCOMPARE(pins.read(place).value().has_value(), isFound);
        QVERIFY(pins.keep(former, definitions(deletes)));
        if (isFound) // it has its own copy
            QCOMPARE(hashAt(pins, place), definitionHash(jsonLiteral(reads)));
        QVERIFY(pins.keep(place, definitions("{}")));
        QCOMPARE(hashAt(pins, former), definitionHash(jsonLiteral(deletes)));
        QCOMPARE(hashAt(pins, place), definitionHash(jsonLiteral("{}")));
    }
    QCOMPARE(QDir(folder.path()).entryList(QDir::Files).size(), 2);
}

void tst_DefinitionPins::readsTheFilesOfEarlierVersions()
{
    const QTemporaryDir folder;
    const QDir dir(folder.path());
    const DefinitionPlace place =
        definitionPlace({u"s"_s, u"fake"_s, jsonLiteral(R"({"url":"x","headers":{"A":"b"}})")});
    DefinitionPins pins(folder.path());
    QVERIFY(pins.keep(place, {{u"a"_s, {keptDefinition({jsonLiteral(reads)}), false}}}));
    const QString file = place.name() + u".json"_s;
    const QString former = place.former + u".json"_s;
    QVERIFY(QFile::rename(dir.filePath(file), dir.filePath(former)));
    const std::optional<PinnedDefinitions> read = *pins.read(place);
    QVERIFY(read && read->contains(u"a"_s));
    QVERIFY(dir.exists(file) && dir.exists(former));
}

void tst_DefinitionPins::limitsAndCertificatesAreNoOtherPlace()
{
    const auto place = [](const char *settings) {
        return definitionPlace({u"s"_s, u"fake"_s, jsonLiteral(settings)});
    };
    const DefinitionPlace before = place(R"({"url":"x"})");
    QCOMPARE(
        place(R"({"url":"x","limits":{"request.timeout":"9s"},"certificates":[1]})").name(), before.name());
    QVERIFY(place(R"({"url":"x","headers":{"A":"b"}})").name() != before.name());
}

//! A token that changes in each run makes a place for each run.
void tst_DefinitionPins::keepsOnlyTheNewestCopiesOfASource()
{
    const QTemporaryDir folder;
    DefinitionPins pins(folder.path());
    const auto place = [](int run) {
        return definitionPlace(
            {u"s"_s, u"fake"_s, jsonLiteral(uR"({"url":"x","headers":{"A":"%1"}})"_s.arg(run).toUtf8())});
    };
    QVERIFY(pins.keep(place(0), {{u"a"_s, {keptDefinition({jsonLiteral(reads)}), false}}}));
    for (int run = 1; run < 30; ++run) {
        const std::optional<PinnedDefinitions> read = *pins.read(place(run));
        QVERIFY(read && read->contains(u"a"_s));
    }
    QCOMPARE(QDir(folder.path()).entryList(QDir::Files).size(), 16);
    // What is kept for a place that has no file of its own is added to what its source has.
    QVERIFY(pins.keep(place(99), {{u"b"_s, {keptDefinition({jsonLiteral(reads)}), true}}}));
    QCOMPARE(pins.read(place(99))->value_or(PinnedDefinitions()).size(), 2);
}

void tst_DefinitionPins::writesNoFileThatIsTooLarge()
{
    const QTemporaryDir folder;
    constexpr qint64 most = 2000;
    DefinitionPins pins(folder.path(), most);
    const DefinitionPlace place = definitionPlace(SessionsFixture::source(u"s"_s));
    const auto text = [](qsizetype size) {
        return PinnedDefinition{keptDefinition({Json::string(QString(size, u'x'))})};
    };
    QVERIFY(pins.keep(place, {{u"a"_s, text(10)}}));
    const Result<void> refused = pins.keep(place, {{u"b"_s, text(most)}});
    QVERIFY(!refused);
    QCOMPARE(refused.error().kind, ErrorKind::Storage);
    QVERIFY2(
        refused.error().message.contains("because it would have 2."_L1), qPrintable(refused.error().message));
    const std::optional<PinnedDefinitions> read = *pins.read(place);
    QVERIFY(read && read->contains(u"a"_s) && !read->contains(u"b"_s));
}

void tst_DefinitionPins::namesMissingOperationsAfterAChangeOfSettings()
{
    SessionsFixture f;
    connectTo(f);
    QStringList notices;
    connect(f.sessions.get(), &Sessions::logged, this, [&notices](const LogLine &line) {
        if (line.level == LogLine::Level::Notice)
            notices.append(line.text);
    });
    f.peer->discovery->operations = {fakeOperation(u"b"_s)};
    QVERIFY(f.sessions->replaceSource(
        u"s"_s, {u"s"_s, u"fake"_s, jsonLiteral(R"({"url":"x","headers":{"A":"b"}})")}));
    f.sessions->connectSource(u"s"_s);
    QTRY_COMPARE(f.phase(), SourceState::Phase::Ready);
    QTRY_VERIFY(notices.contains(u"accepted operations that are not listed any more: \"a\""_s));
}

void tst_DefinitionPins::keepsOnlyOneCopyOfSharedDefinitions()
{
    const QTemporaryDir folder;
    DefinitionPins pins(folder.path());
    const DefinitionPlace place = definitionPlace(SessionsFixture::source(u"s"_s));
    const Json large = Json::string(QString(100'000, u'x'));
    const WholeDefinition whole{jsonLiteral(R"({"$ref":"#/Thing"})"), {{u"Thing"_s, large}}};
    PinnedDefinitions all;
    for (int i = 0; i < 50; ++i)
        all.insert(u"o%1"_s.arg(i), {keptDefinition(whole), false});
    QVERIFY(pins.keep(place, all));
    const WholeDefinition other{whole.root, {{u"Thing"_s, Json::string(u"short")}}};
    QVERIFY(pins.keep(
        place, {{u"o1"_s, {keptDefinition(other), true}}, {u"o2"_s, {keptDefinition(whole), false, true}}}));
    QVERIFY(QFileInfo(QDir(folder.path()).entryInfoList(QDir::Files).first()).size() < 200'000);
    const std::optional<PinnedDefinitions> read =
        *DefinitionPins(folder.path()).read(definitionPlace(SessionsFixture::source(u"renamed"_s)));
    QVERIFY(read);
    QCOMPARE(read->size(), 50);
    QVERIFY(read->value(u"o1"_s).isNew && !read->value(u"o1"_s).isGone);
    QVERIFY(read->value(u"o2"_s).isGone && !read->value(u"o3"_s).isGone);
    QCOMPARE(read->value(u"o1"_s).definition->whole().references.value(u"Thing"_s), other.references.first());
    QCOMPARE(read->value(u"o3"_s).definition->whole().references.value(u"Thing"_s), large);
    QCOMPARE(read->value(u"o3"_s).definition->hash(), definitionHash(whole));
}

void tst_DefinitionPins::takesInstructionsThatAnEarlierVersionCut_data()
{
    QTest::addColumn<QString>("before");
    QTest::addColumn<int>("changes");
    const QString start(20'000, u'x');
    QTest::newRow("cut") << QString(start + u'…') << 0;
    QTest::newRow("another text") << QString(u'y' + start.sliced(1) + u'…') << 1;
    QTest::newRow("a whole text") << QString(start.first(100) + u'…') << 1;
}

void tst_DefinitionPins::takesInstructionsThatAnEarlierVersionCut()
{
    QFETCH(QString, before);
    QFETCH(int, changes);
    SessionsFixture f;
    f.peer->handshake->instructions = before;
    connectTo(f);
    f.peer->handshake->instructions =
        QString(20'000, u'x') + u"…\n\n(30000 characters, SHA-256 %1)"_s.arg(QString(64, u'0'));
    f.sessions->disconnectSource(u"s"_s);
    f.sessions->connectSource(u"s"_s);
    QTRY_COMPARE(f.phase(), SourceState::Phase::Ready);
    QCOMPARE(f.sessions->changedDefinitions(u"s"_s), changes);
}

WORKBENCH_TEST(tst_DefinitionPins, QCoreApplication)
#include "tst_definitionpins.moc"
