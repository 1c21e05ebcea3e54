// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// The page of an HTTP operation: its method and path, the request, and the response.
#include "tests/support/ourstyle.h"
#include "tests/support/pagefixture.h"
#include "tests/support/testprogram.h"
#include "ui/forms/inputeditor.h"
#include "ui/models/metamodel.h"
#include "ui/panes/datapane.h"
#include "ui/panes/metapane.h"
#include "ui/panes/requestpane.h"
#include "ui/panes/resultpane.h"
#include "ui/text/textview.h"
#include "ui/theme/controls.h"
#include "ui/theme/rowdelegate.h"
#include "ui/theme/workbenchstyle.h"

#include <QAction>
#include <QClipboard>
#include <QGuiApplication>
#include <QLineEdit>
#include <QMenu>
#include <QPlainTextEdit>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace Workbench;
using namespace Workbench::Ui;

class tst_HttpPage : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void cleanup();

    void showsMethodPathAndServersOfTheOperation();
    void showsTheRequestWhileTyping();
    void namesAMissingParameterInItsPlace();
    void showsABinaryBodyByItsSize();
    void copiesAsCurlAndAsHttp();
    void showsWhyThereIsNothingToCopy();
    void opensTheRequestByKey();
    void namesTheUrlBeforeItDeletes();
    void sendsNoDeleteWithoutItsPathParameter();
    void showsTheAnswerOfAFailedCall_data();
    void showsTheAnswerOfAFailedCall();
    void showsHeadersAndReasonInMeta();
    void showsTheTimeOfEachStep();
    void showsNothingThatWasNotMeasured();
    void showsOnlyRequestOrResultInASmallWindow();

private:
    std::unique_ptr<OperationPage> opened(const QString &name = u"showPet"_s)
    {
        auto page = f->page(name);
        page->setRequestShown(true);
        return page;
    }
    static QString requestText(const OperationPage *page)
    {
        const TextDocument *document = page->requestPane()->textView()->document();
        return document ? QString::fromUtf8(document->bytes()) : QString();
    }
    static Result<WirePreview> preview(const OperationSpec &spec, const Json &input);
    static QString cell(MetaPane *pane, const QString &pointer, int role = Qt::DisplayRole)
    {
        return pane->model()->indexOf(pointer, MetaModel::ValueColumn).data(role).toString();
    }

    std::unique_ptr<PageFixture> f;
};

Result<WirePreview> tst_HttpPage::preview(const OperationSpec &spec, const Json &input)
{
    const QString id = input.member("petId"_L1).toString();
    if (id.isEmpty()) {
        return std::unexpected(Error{
            ErrorKind::Usage, u"openapi.input"_s, u"The path parameter \"petId\" is missing."_s, {}, {}});
    }
    WirePreview preview;
    preview.method = spec.meta.member("method"_L1).toString().toLatin1();
    preview.url = QUrl(u"https://pets.example/v1/pets/"_s + id);
    preview.address = preview.url.toEncoded();
    preview.headers = {{"Accept", "application/json"}, {"Authorization", "Bearer ••••"}};
    preview.body = QByteArray::fromBase64(input.member("body"_L1).toString().toLatin1());
    return preview;
}

void tst_HttpPage::init()
{
    f = std::make_unique<PageFixture>();
    OperationSpec show = fakeOperation(u"showPet"_s);
    show.meta = jsonLiteral(R"({"method":"GET","path":"/pets/{petId}","summary":"One pet"})");
    show.definition = jsonLiteral(
        R"({"deprecated":true,"servers":[{"url":"https://pets.example/v1"},{"url":"https://{region}.pets.example"}]})");
    show.tags = {u"pet"_s};
    show.inputSchema = jsonLiteral(R"({"type":"object","required":["petId"],"properties":{
        "limit":{"type":"integer","x-in":"query"},"petId":{"type":"string","x-in":"path"}}})");
    OperationSpec remove = show;
    remove.id.name = u"removePet"_s;
    remove.type = OperationType::Mutation;
    remove.definition = {};
    remove.meta = jsonLiteral(R"({"method":"DELETE","path":"/pets/{petId}"})");
    f->peer->discovery->operations = {show, remove, fakeOperation(u"plain"_s)};
    f->peer->previewer = &tst_HttpPage::preview;
    QVERIFY(f->connectSource());
}

void tst_HttpPage::cleanup()
{
    f.reset();
}

void tst_HttpPage::showsMethodPathAndServersOfTheOperation()
{
    const auto page = f->page(u"showPet"_s);
    QCOMPARE(child<Chip>(page.get(), u"methodChip"_s)->text(), u"GET"_s);
    QCOMPARE(child<Chip>(page.get(), u"pathChip"_s)->text(), u"/pets/{petId}"_s);
    QCOMPARE(child<Chip>(page.get(), u"deprecatedChip"_s)->text(), u"deprecated"_s);
    QVERIFY(child<ThemeLabel>(page.get(), u"operationTitle"_s)->font().strikeOut());
    QVERIFY(child<Chip>(page.get(), u"serversChip"_s)->toolTip().contains(u"{region}"_s));
    page->resize(620, 500);
    QTRY_VERIFY(child<Chip>(page.get(), u"pathChip"_s)->text().contains(u'…')
        || child<Chip>(page.get(), u"pathChip"_s)->text() == u"/pets/{petId}"_s);
    QCOMPARE(child<Chip>(page.get(), u"pathChip"_s)->accessibleName(), u"/pets/{petId}"_s);
    const auto plain = f->page(u"plain"_s);
    QVERIFY(!child<Chip>(plain.get(), u"methodChip"_s));
    QVERIFY(!child<ThemeLabel>(plain.get(), u"operationTitle"_s)->font().strikeOut());
}

void tst_HttpPage::showsTheRequestWhileTyping()
{
    const auto page = f->page(u"showPet"_s);
    QVERIFY(!page->requestPane()->isVisible());
    auto *toggle = child<QPushButton>(page.get(), u"showRequest"_s);
    QTest::mouseClick(toggle, Qt::LeftButton);
    QVERIFY(toggle->isChecked());
    QVERIFY(page->requestPane()->isVisible());
    QVERIFY(page->resultPane()->isVisible());
    auto *field = page->findChild<QWidget *>(u"field:petId"_s)->findChild<QLineEdit *>();
    QTest::keyClicks(field, u"a b"_s);
    QTRY_COMPARE(requestText(page.get()),
        u"GET https://pets.example/v1/pets/a%20b\nAccept: application/json\nAuthorization: Bearer ••••\n"_s);
    QTest::keyClicks(field, u"c"_s);
    QTRY_VERIFY(requestText(page.get()).startsWith(u"GET https://pets.example/v1/pets/a%20bc\n"_s));
    QTest::mouseClick(toggle, Qt::LeftButton);
    QVERIFY(!page->requestPane()->isVisible());
    QCOMPARE(f->peer->calls.size(), 0u);
}

void tst_HttpPage::namesAMissingParameterInItsPlace()
{
    const auto page = opened();
    QTRY_COMPARE(label(page.get(), u"requestProblem"_s), u"The path parameter \"petId\" is missing."_s);
    QVERIFY(!page->requestPane()->textView()->isVisible());
    QVERIFY(!child<QToolButton>(page.get(), u"copyCurl"_s)->isEnabled());
    page->setInput(jsonLiteral(R"({"petId":"7"})"));
    QTRY_VERIFY(page->requestPane()->textView()->isVisible());
    QVERIFY(!child(page.get(), u"requestProblem"_s)->isVisible());
    page->inputEditor()->findChild<QPlainTextEdit *>(u"jsonEdit"_s)->setPlainText(u"{"_s);
    QTRY_VERIFY(child(page.get(), u"requestProblem"_s)->isVisible());
}

void tst_HttpPage::showsABinaryBodyByItsSize()
{
    WirePreview preview;
    preview.method = "POST";
    preview.address = "https://a/b";
    preview.body = "--x\r\nContent-Type: image/png\r\n\r\n\x89PNG\r\n\x1A\n\0\r\n--x--\r\n"_ba;
    QCOMPARE(QString::fromUtf8(RequestPane::shownText(preview)),
        u"POST https://a/b\n\n--x\nContent-Type: image/png\n\n‹11 B, not text›\n--x--\n"_s);
}

void tst_HttpPage::copiesAsCurlAndAsHttp()
{
    const auto page = opened();
    page->setInput(jsonLiteral(R"({"petId":"it's"})"));
    QTRY_VERIFY(child<QToolButton>(page.get(), u"copyCurl"_s)->isEnabled());
    QTest::mouseClick(child<QToolButton>(page.get(), u"copyCurl"_s), Qt::LeftButton);
    QTRY_COMPARE(QGuiApplication::clipboard()->text(),
        u"curl --globoff --path-as-is -X 'GET' 'https://pets.example/v1/pets/it'\\''s' \\\n"
        "  -H 'Accept: application/json' \\\n  -H 'Authorization: Bearer ••••'\n"_s);
    QTRY_VERIFY(child<QToolButton>(page.get(), u"copyHttp"_s)->isEnabled());
    QTest::mouseClick(child<QToolButton>(page.get(), u"copyHttp"_s), Qt::LeftButton);
    QTRY_COMPARE(QGuiApplication::clipboard()->text().section(u'\r', 0, 0), u"GET /v1/pets/it's HTTP/1.1"_s);
    const auto *curl = page->findChild<QAction *>(u"copyAsCurl"_s);
    QVERIFY(page->moreMenu()->actions().contains(curl));
    QVERIFY(!curl->shortcut().isEmpty());
}

void tst_HttpPage::showsWhyThereIsNothingToCopy()
{
    const auto page = f->page(u"showPet"_s);
    QGuiApplication::clipboard()->setText(u"before"_s);
    page->findChild<QAction *>(u"copyAsHttp"_s)->trigger();
    QTRY_VERIFY(child(page.get(), u"requestProblem"_s)->isVisible());
    QCOMPARE(QGuiApplication::clipboard()->text(), u"before"_s);
}

void tst_HttpPage::opensTheRequestByKey()
{
    const auto page = f->page(u"showPet"_s);
    page->focusInput();
    QTest::keyClick(page->focusWidget(), Qt::Key_R, Qt::ControlModifier | Qt::ShiftModifier);
    QTRY_VERIFY(page->isRequestShown());
    QVERIFY(child<QPushButton>(page.get(), u"showRequest"_s)->isChecked());
}

void tst_HttpPage::namesTheUrlBeforeItDeletes()
{
    const auto page = f->page(u"removePet"_s);
    page->setInput(jsonLiteral(R"({"petId":"7"})"));
    QTest::mouseClick(child<QPushButton>(page.get(), u"invoke"_s), Qt::LeftButton);
    QWidget *bar = child(page.get(), u"askBar"_s);
    QTRY_VERIFY(bar->isVisible());
    QVERIFY2(label(bar, u"question"_s).contains(u"DELETE https://pets.example/v1/pets/7 "_s),
        qPrintable(label(bar, u"question"_s)));
    QCOMPARE(f->peer->calls.size(), 0u);
    QTest::mouseClick(child<QPushButton>(bar, u"yes"_s), Qt::LeftButton);
    QTRY_COMPARE(f->peer->calls.size(), 1u);
    QTRY_VERIFY(!page->isRunning());
    QTest::mouseClick(child<QPushButton>(page.get(), u"invoke"_s), Qt::LeftButton);
    QTRY_COMPARE(f->peer->calls.size(), 2u);
    QVERIFY(!bar->isVisible());
}

void tst_HttpPage::sendsNoDeleteWithoutItsPathParameter()
{
    const auto page = f->page(u"removePet"_s);
    QTRY_VERIFY(page->inputEditor()->isRefused());
    page->focusInput();
    QTest::keyClick(page->focusWidget(), Qt::Key_Return, Qt::ControlModifier);
    QTRY_COMPARE(label(page.get(), u"outcomeWord"_s), u"VALIDATION_ERROR"_s);
    QVERIFY(!child(page.get(), u"askBar"_s)->isVisible()); // the request is still incomplete
    QCOMPARE(f->peer->calls.size(), 0u);
    QTest::keyClicks(
        page->inputEditor()->findChild<QWidget *>(u"field:petId"_s)->findChild<QLineEdit *>(), u"7"_s);
    QTRY_COMPARE(page->inputEditor()->validity(), InputEditor::Validity::Valid);
    QTest::mouseClick(child<QPushButton>(page.get(), u"invoke"_s), Qt::LeftButton);
    QTRY_VERIFY(child(page.get(), u"askBar"_s)->isVisible());
    QCOMPARE(f->peer->calls.size(), 0u);
}

void tst_HttpPage::showsTheAnswerOfAFailedCall_data()
{
    QTest::addColumn<QString>("code");
    QTest::addColumn<Json>("details");
    QTest::addColumn<QString>("shown"); // the value in the first row of the data
    QTest::addColumn<bool>("isNamed");
    QTest::newRow("JSON")
        << u"EXECUTION_ERROR"_s
        << jsonLiteral(
               R"({"statusCode":404,"headers":{"content-type":"application/json"},"body":"{\"why\":1}"})")
        << u"{1}"_s << false;
    QTest::newRow("invalid JSON")
        << u"EXECUTION_ERROR"_s
        << jsonLiteral(R"({"statusCode":404,"headers":{"content-type":"application/json"},"body":"{"})")
        << u"\"{\""_s << false;
    QTest::newRow("declared, parsed")
        << u"PET_NOT_FOUND"_s << jsonLiteral(R"({"statusCode":404,"headers":{},"body":{"why":1}})")
        << u"{1}"_s << true;
}

void tst_HttpPage::showsTheAnswerOfAFailedCall()
{
    QFETCH(const QString, code);
    QFETCH(const Json, details);
    f->peer->answer = std::unexpected(Error{ErrorKind::Remote, code, u"HTTP 404: Not Found"_s, {}, details});
    const auto page = f->page(u"showPet"_s);
    page->setInput(jsonLiteral(R"({"petId":"7"})"));
    page->invoke();
    QTRY_COMPARE(label(page.get(), u"outcomeWord"_s), u"404 Not Found"_s);
    QVERIFY(child(page.get(), u"errorCard"_s)->isVisible());
    QVERIFY(child(page.get(), u"dataTree"_s)->isVisible());
    QTEST(page->resultPane()->dataPane()->treeModel()->index(0, 1).data().toString(), "shown");
    QCOMPARE(cell(page->resultPane()->metaPane(), u"/statusCode"_s), u"404"_s);
    QVERIFY(label(page.get(), u"noWarnings"_s).startsWith(u"None."_s));
    QFETCH(const bool, isNamed);
    QTRY_COMPARE(label(page.get(), u"outcomeFacts"_s).contains(code), isNamed); // after the layout
    QCOMPARE(label(page.get(), u"errorCode"_s), code);
    f->peer->answer = HandlerResult(jsonLiteral(R"({"name":"Rex"})"));
    page->invoke();
    QTRY_COMPARE(label(page.get(), u"outcomeWord"_s), u"ok"_s);
    QVERIFY(!child(page.get(), u"errorCard"_s)->isVisible());
    f->peer->answer = std::unexpected(Error{ErrorKind::Network, u"network"_s, u"No way there"_s, {}, {}});
    page->invoke();
    QTRY_VERIFY(child(page.get(), u"errorCard"_s)->isVisible());
    QVERIFY(!child(page.get(), u"dataTree"_s)->isVisible()); // there was no response
}

void tst_HttpPage::showsHeadersAndReasonInMeta()
{
    MetaPane pane;
    pane.setEnvelope(httpEnvelope(Json::null(), {201, {{u"location"_s, u"/pets/7"_s}}, u"text/plain"_s}));
    QCOMPARE(cell(&pane, u"/statusCode"_s, RowRole::Note), u"Created"_s);
    QCOMPARE(cell(&pane, u"/headers/location"_s), u"\"/pets/7\""_s);
    QCOMPARE(cell(&pane, u"/contentType"_s), u"text/plain"_s);
    QVERIFY(child<QTreeView>(&pane, u"metaTree"_s)->isExpanded(pane.model()->indexOf(u"/headers"_s)));
}

void tst_HttpPage::showsTheTimeOfEachStep()
{
    f->peer->answersAtOnce = false;
    const auto page = f->page(u"showPet"_s);
    page->setInput(jsonLiteral(R"({"petId":"7"})"));
    page->invoke();
    QTRY_COMPARE(f->peer->calls.size(), 1u);
    ExchangeRecord record = *f->exchanges.findRecord(page->exchangeId());
    record.timing = RequestTiming{.lookupUs = 200,
        .connectUs = 300,
        .tlsUs = -1,
        .firstByteUs = 12'400,
        .totalUs = 20'000,
        .protocol = u"HTTP/2"_s,
        .peer = {}};
    f->exchanges.update(record);
    f->peer->calls.back()->settle(f->peer->answer);
    QTRY_VERIFY(!page->isRunning());
    MetaPane *meta = page->resultPane()->metaPane();
    MetaModel *model = meta->model();
    const QModelIndex timing = model->indexOf(MetaModel::timingPointer());
    QVERIFY(child<QTreeView>(meta, u"metaTree"_s)->isExpanded(timing));
    QStringList rows;
    for (int row = 0; row < model->rowCount(timing); ++row) {
        const QModelIndex key = model->index(row, 0, timing);
        rows.append(key.data().toString() + u'=' + key.siblingAtColumn(1).data().toString());
        QVERIFY(key.siblingAtColumn(1).data(RowRole::RightAligned).toBool());
    }
    QCOMPARE(rows,
        (QStringList{u"name look-up=0.20 ms"_s, u"connect=0.30 ms"_s, u"first byte=12.4 ms"_s,
            u"total=20.0 ms"_s, u"protocol=HTTP/2"_s}));
    const QPointF first = model->index(2, 1, timing).data(MetaModel::SpanRole).toPointF();
    QCOMPARE(first, QPointF(0.025, 0.62));
    QCOMPARE(model->index(3, 1, timing).data(MetaModel::SpanRole).toPointF(), QPointF(0, 1));
    QVERIFY(!model->index(4, 1, timing).data(MetaModel::SpanRole).isValid());
    QVERIFY(model->meta().member("timing"_L1).isAbsent()); // the copied meta is as received
}

void tst_HttpPage::showsNothingThatWasNotMeasured()
{
    MetaPane pane;
    pane.setEnvelope(httpEnvelope(Json::null(), {200, {}, {}}));
    pane.setTiming(RequestTiming{});
    QVERIFY(!pane.model()->indexOf(MetaModel::timingPointer()).isValid());
    pane.setTiming(RequestTiming{.totalUs = 0, .protocol = {}, .peer = {}});
    QVERIFY(pane.model()->indexOf(MetaModel::timingPointer()).isValid());
    pane.setEnvelope(localEnvelope(Json::null(), u"a.b"_s, 0));
    QVERIFY(!pane.model()->indexOf(MetaModel::timingPointer()).isValid());
}

void tst_HttpPage::showsOnlyRequestOrResultInASmallWindow()
{
    const auto page = opened();
    page->setCompact(true);
    QVERIFY(!page->isRequestShown());
    page->setRequestShown(true);
    QVERIFY(page->requestPane()->isVisible());
    QVERIFY(!page->resultPane()->isVisible());
    page->setInput(jsonLiteral(R"({"petId":"7"})"));
    page->invoke();
    QVERIFY(page->resultPane()->isVisible());
    QVERIFY(!page->requestPane()->isVisible());
    QTRY_VERIFY(!page->isRunning());
}

WORKBENCH_TEST(tst_HttpPage, QApplication, Workbench::Test::useOurStyle)
#include "tst_httppage.moc"
