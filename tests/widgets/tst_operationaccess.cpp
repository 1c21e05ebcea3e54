// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// An operation's page says before a call what the operation needs and what the identity lacks, and with a
// result with which identity the call was made.

#include "tests/support/ourstyle.h"
#include "tests/support/pagefixture.h"
#include "tests/support/testprogram.h"
#include "ui/models/metamodel.h"
#include "ui/pages/definitionpage.h"
#include "ui/panes/operationheader.h"
#include "ui/panes/resultpane.h"
#include "ui/theme/controls.h"

#include <QCoreApplication>
#include <QPushButton>
#include <QTreeView>

using namespace Qt::StringLiterals;
using namespace Workbench;
using namespace Workbench::Ui;

class tst_OperationAccess : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void cleanup();

    void saysWhatIsNeededAndMissing_data();
    void saysWhatIsNeededAndMissing();
    void theHeaderWarnsOfWhatTheIdentityLacks_data();
    void theHeaderWarnsOfWhatTheIdentityLacks();
    void theChipStaysWhereTheSpaceIsSmall();
    void aResultNamesTheIdentityOfItsCall_data();
    void aResultNamesTheIdentityOfItsCall();

private:
    std::unique_ptr<PageFixture> f;
};

void tst_OperationAccess::init()
{
    f = std::make_unique<PageFixture>();
    QVERIFY(f->connectSource());
}

void tst_OperationAccess::cleanup()
{
    f.reset();
}

void tst_OperationAccess::saysWhatIsNeededAndMissing_data()
{
    QTest::addColumn<QByteArray>("access");
    QTest::addColumn<QByteArray>("identity");
    QTest::addColumn<QString>("chip"); // empty: no chip
    QTest::addColumn<QString>("needs");
    QTest::addColumn<QString>("missing"); // empty: no such line
    const QByteArray bo = R"({"id":"bo","scopes":["a"]})";
    QTest::newRow("nothing is needed")
        << QByteArray("{}") << bo << QString() << u"Not declared"_s << QString();
    QTest::newRow("no identity is set") << QByteArray(R"({"requiredScopes":["admin"]})") << QByteArray()
                                        << u"needs admin"_s << u"admin"_s << u"No identity is set"_s;
    QTest::newRow("the identity has it")
        << QByteArray(R"({"requiredScopes":["a"]})") << bo << u"needs a"_s << u"a"_s << QString();
    QTest::newRow("the identity lacks a scope")
        << QByteArray(R"({"requiredScopes":["admin","a"]})") << bo << u"needs admin · a"_s << u"admin\na"_s
        << u"Missing for bo: admin"_s;
    QTest::newRow("alternatives and a resource")
        << QByteArray(R"({"requiredScopesAny":["a","b"],"resourceType":"note","resourceAction":"drop"})")
        << bo << u"needs one of: a, b · resource note: drop"_s << u"one of: a, b\nresource note: drop"_s
        << u"Missing for bo: resource note: drop"_s;
    QTest::newRow("a resource alone") << QByteArray(R"({"resourceType":"note"})") << bo
                                      << u"needs resource note"_s << u"resource note"_s << QString();
}

void tst_OperationAccess::saysWhatIsNeededAndMissing()
{
    QFETCH(QByteArray, access);
    QFETCH(QByteArray, identity);
    QFETCH(QString, chip);
    QFETCH(QString, missing);
    OperationSpec &echo = f->peer->discovery->operations[0];
    echo.accessControl = accessControlFromJson(jsonLiteral(access));
    echo.description = u"Refreshed"_s;
    f->sessions->refreshSource(u"s"_s);
    QTRY_VERIFY(!f->sessions->registry()->getSpec({u"s"_s, u"echo"_s})->description.isEmpty());
    const auto p = f->page(u"echo"_s);
    if (!identity.isEmpty()) // an open page follows the identity
        f->sessions->setIdentity(identityFromJson(jsonLiteral(identity)));
    const auto *needs = child<Chip>(p.get(), u"accessChip"_s);
    QCOMPARE(needs != nullptr, !chip.isEmpty());
    if (needs) {
        QVERIFY2(needs->accessibleName().startsWith(chip), qPrintable(needs->accessibleName()));
        QVERIFY(needs->toolTip().contains(missing));
    }
    QVERIFY(child<QPushButton>(p.get(), u"invoke"_s)->isEnabled()); // the peer decides
    p->setDefinitionShown(true);
    const auto *page = child<DefinitionPage>(p.get(), u"definitionPage"_s);
    QTEST(label(page, u"requiredScopes"_s), "needs");
    QCOMPARE(label(page, u"missingAccess"_s), missing);
    QCOMPARE(child(page, u"missingAccess"_s)->isHidden(), missing.isEmpty());
}

// The words in the tooltip and in the accessible name say what the colour says.
void tst_OperationAccess::theHeaderWarnsOfWhatTheIdentityLacks_data()
{
    QTest::addColumn<QByteArray>("identity");
    QTest::addColumn<QString>("words");
    QTest::newRow("no identity is set") << QByteArray() << u"needs admin. No identity is set"_s;
    QTest::newRow("the identity lacks the scope")
        << QByteArray(R"({"id":"bo"})") << u"needs admin. Missing for bo: admin"_s;
    QTest::newRow("the identity has the scope")
        << QByteArray(R"({"id":"ana","scopes":["admin"]})") << u"needs admin"_s;
}

void tst_OperationAccess::theHeaderWarnsOfWhatTheIdentityLacks()
{
    QFETCH(QByteArray, identity);
    OperationSpec spec = fakeOperation(u"drop"_s);
    spec.accessControl.requiredScopes = {u"admin"_s};
    OperationHeader header;
    header.setSpec(
        spec, identity.isEmpty() ? std::optional<Identity>() : identityFromJson(jsonLiteral(identity)));
    const auto *chip = child<Chip>(&header, u"accessChip"_s);
    QVERIFY(chip);
    QTEST(chip->accessibleName(), "words");
    header.setSpec(fakeOperation(u"drop"_s));
    QVERIFY(!child<Chip>(&header, u"accessChip"_s));
}

void tst_OperationAccess::theChipStaysWhereTheSpaceIsSmall()
{
    OperationSpec spec = fakeOperation(u"drop"_s);
    spec.accessControl.requiredScopes = {u"administrators:of:notes"_s, u"editors"_s};
    OperationHeader header;
    header.setSpec(spec);
    auto *chip = child<Chip>(&header, u"accessChip"_s);
    const int whole = chip->sizeHint().width();
    header.resize(1400, 60);
    header.show();
    QTRY_COMPARE(chip->width(), whole);
    QVERIFY(!chip->text().contains(u'…'));
    for (int width = 1400; width >= 600 && chip->width() == whole; width -= 20) {
        header.resize(width, 60);
        QCoreApplication::processEvents();
    }
    QVERIFY(chip->isVisible());
    QVERIFY2(chip->text().endsWith(u'…'), qPrintable(chip->text()));
    QVERIFY(chip->toolTip().contains(u"editors"_s));
    QVERIFY(!chip->testAttribute(Qt::WA_TransparentForMouseEvents)); // otherwise no tool tip can appear
}

void tst_OperationAccess::aResultNamesTheIdentityOfItsCall_data()
{
    QTest::addColumn<QByteArray>("identity"); // empty: none
    QTest::newRow("an identity") << QByteArray(R"({"id":"ana","scopes":["admin"]})");
    QTest::newRow("no identity") << QByteArray();
}

void tst_OperationAccess::aResultNamesTheIdentityOfItsCall()
{
    QFETCH(QByteArray, identity);
    if (!identity.isEmpty())
        f->sessions->setIdentity(identityFromJson(jsonLiteral(identity)));
    const auto p = f->page(u"echo"_s);
    p->invoke();
    QTRY_VERIFY(p->lastResult().has_value());
    QCOMPARE(f->lastRecord().identity.has_value(), !identity.isEmpty());
    const auto *tree = child<QTreeView>(p->resultPane(), u"metaTree"_s);
    auto *model = qobject_cast<MetaModel *>(tree->model());
    QCOMPARE(model->indexOf(u"/identity/scopes/0"_s).isValid(), !identity.isEmpty());
    QVERIFY(model->meta().member("identity"_L1).isAbsent()); // the meta itself stays as received
}

WORKBENCH_TEST(tst_OperationAccess, QApplication, Workbench::Test::useOurStyle)
#include "tst_operationaccess.moc"
