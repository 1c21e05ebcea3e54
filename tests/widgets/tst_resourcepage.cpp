// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// The pages of resources, templates and prompts, and the completion of their input.

#include "tests/support/pagefixture.h"
#include "tests/support/testprogram.h"
#include "ui/forms/fieldcompleter.h"
#include "ui/forms/inputeditor.h"
#include "ui/forms/schemaform.h"
#include "ui/models/metamodel.h"
#include "ui/models/words.h"
#include "ui/panes/datapane.h"
#include "ui/panes/metapane.h"
#include "ui/panes/resultpane.h"
#include "ui/panes/updatespane.h"
#include "ui/theme/rowtableview.h"
#include "ui/theme/rowtreeview.h"
#include "ui/theme/workbenchstyle.h"

#include <QApplication>
#include <QCheckBox>
#include <QFrame>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>

using namespace Qt::StringLiterals;
using namespace Workbench;
using namespace Workbench::Ui;

class tst_ResourcePage : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { QApplication::setStyle(new WorkbenchStyle(u"Fusion"_s)); }
    void init();
    void cleanup() { f.reset(); }

    void showsTheAddressInPlaceOfAForm();
    void fillsInTheAddressOfATemplate();
    void readsAgainAfterAnUpdate();
    void doesNotReadAgainWhenTheUserClearsTheCheckBox();
    void readsTheWatchedResourceAgain();
    void comparesOnlyTheWatchedContent();
    void comparesTheLastTwoContents();
    void showsTheUpdatesOnANarrowPage();
    void saysWhyASubscriptionEnded();
    void offersNoSubscriptionWithoutTheFeature();
    void distinguishesResourcesOfTheSameName();
    void distinguishesAddresses_data();
    void distinguishesAddresses();
    void getsAPrompt();
    void asksNothingForAPromptWithoutArguments();
    void opensALinkedResource();
    void knowsTheTypeFromTheList();
    void showsCompletionsWhileTyping();
    void acceptsACompletionByKey();
    void showsTheNumberOfCompletions_data();
    void showsTheNumberOfCompletions();
    void cancelsAnEarlierCompletionRequest();

private:
    static OperationSpec resource(const QString &uri, const QString &title)
    {
        OperationSpec spec = fakeOperation(u"resource:"_s + uri);
        spec.kind = u"resource"_s;
        spec.title = title;
        spec.inputSchema = jsonLiteral(R"({"type":"object","properties":{},"additionalProperties":false})");
        spec.definition = Json::object({{u"uri"_s, Json::string(uri)}, {u"name"_s, Json::string(title)},
            {u"mimeType"_s, Json::string(u"text/markdown")}, {u"size"_s, Json::integer(3421)},
            {u"annotations"_s,
                jsonLiteral(
                    R"({"audience":["user","assistant"],"priority":0.8,"lastModified":"2025-01-12T15:00:58Z"})")}});
        return spec;
    }
    static HandlerResult contents(const QByteArray &text)
    {
        const Json one = Json::object(
            {{u"uri"_s, Json::string(u"docs://a/README.md")}, {u"mimeType"_s, Json::string(u"text/markdown")},
                {u"text"_s, Json::string(QString::fromUtf8(text))}});
        McpMeta meta;
        meta.content =
            Json::array({Json::object({{u"type"_s, Json::string(u"resource")}, {u"resource"_s, one}})});
        return mcpEnvelope(Json::array({one}), meta);
    }
    void push()
    {
        QTRY_VERIFY(f->peer->stream && f->peer->stream->isStarted);
        f->peer->stream->push(jsonLiteral(R"({"uri":"docs:\/\/a/README.md"})"));
    }
    static QString change(const QWidget *page, int row)
    {
        const auto *table = child<RowTableView>(page, u"updatesTable"_s);
        return table && row < table->model()->rowCount() ? table->model()->index(row, 1).data().toString()
                                                         : QString();
    }
    static QString about(const QWidget *page, const QString &name)
    {
        return child<MetaPane>(page, u"aboutResource"_s)->model()->indexOf(u'/' + name, 1).data().toString();
    }
    static QLineEdit *field(const QWidget *page, const QString &name)
    {
        return child(page, u"field:"_s + name)->findChild<QLineEdit *>();
    }
    static QFrame *popup(const QWidget *page) { return child<QFrame>(page->window(), u"completions"_s); }

    std::unique_ptr<PageFixture> f;
};

void tst_ResourcePage::init()
{
    f = std::make_unique<PageFixture>();
    OperationSpec pattern = fakeOperation(u"template:docs://{month}/{page}"_s);
    pattern.kind = u"resource-template"_s;
    pattern.title = u"Release page"_s;
    pattern.definition = jsonLiteral(R"({"name":"Release page","uriTemplate":"docs://{month}/{page}"})");
    pattern.inputSchema = jsonLiteral(
        R"({"type":"object","properties":{"month":{"type":"string"},"page":{"type":"string"}},"required":["month","page"]})");
    OperationSpec prompt = fakeOperation(u"prompt:review"_s);
    prompt.kind = u"prompt"_s;
    prompt.definition = jsonLiteral(R"({"name":"review"})");
    prompt.inputSchema = jsonLiteral(
        R"({"type":"object","properties":{"note":{"type":"string"},"style":{"type":"string"}},"required":["note"]})");
    OperationSpec brief = fakeOperation(u"prompt:brief"_s);
    brief.kind = u"prompt"_s;
    brief.definition = jsonLiteral(R"({"name":"brief"})");
    brief.inputSchema = jsonLiteral(R"({"type":"object","properties":{},"additionalProperties":false})");
    f->peer->features = {.completes = true, .watches = true};
    f->peer->discovery->operations = {resource(u"docs://a/README.md"_s, u"README"_s),
        resource(u"docs://web/README.md"_s, u"README"_s), resource(u"docs://a/other.md"_s, u"Other"_s),
        pattern, prompt, brief};
    f->peer->answer = contents("# One\n\ntwo\n");
    QVERIFY(f->connectSource());
}

void tst_ResourcePage::showsTheAddressInPlaceOfAForm()
{
    const auto p = f->page(u"resource:docs://a/README.md"_s);
    QCOMPARE(child<QPushButton>(p.get(), u"invoke"_s)->text(), u"Read"_s);
    QVERIFY(!child(p.get(), u"formSide"_s)->isVisible());
    QVERIFY(!child(p.get(), u"inputFaces"_s)->isVisible());
    QVERIFY(!child(p.get(), u"inputHeader"_s)->isVisible());
    p->focusInput();
    QCOMPARE(p->focusWidget(), child<QPushButton>(p.get(), u"invoke"_s));
    QCOMPARE(about(p.get(), u"address"_s), u"docs://a/README.md"_s);
    QCOMPARE(about(p.get(), u"audience"_s), u"user, assistant"_s);
    QCOMPARE(about(p.get(), u"priority"_s), u"0.8"_s);
    QCOMPARE(about(p.get(), u"lastModified"_s), u"2025-01-12T15:00:58Z"_s);
    QCOMPARE(about(p.get(), u"size"_s), u"3421"_s);
    QVERIFY(child(p.get(), u"typeChip"_s));
    QCOMPARE(p->tabToolTip(), u"docs://a/README.md"_s);
    QTest::mouseClick(child<QPushButton>(p.get(), u"invoke"_s), Qt::LeftButton);
    QTRY_VERIFY(p->lastResult());
    QCOMPARE(p->resultPane()->dataPane()->face(), DataPane::Face::View); // the content is shown first
}

void tst_ResourcePage::fillsInTheAddressOfATemplate()
{
    const auto p = f->page(u"template:docs://{month}/{page}"_s);
    QVERIFY(child(p.get(), u"formSide"_s)->isVisible());
    QTest::keyClicks(field(p.get(), u"month"_s), u"may"_s);
    QTest::keyClicks(field(p.get(), u"page"_s), u"a b"_s);
    QCOMPARE(about(p.get(), u"template"_s), u"docs://{month}/{page}"_s);
    QCOMPARE(about(p.get(), u"address"_s), u"docs://may/a%20b"_s);
}

void tst_ResourcePage::readsAgainAfterAnUpdate()
{
    const auto p = f->page(u"resource:docs://a/README.md"_s);
    auto *button = child<QPushButton>(p.get(), u"watch"_s);
    QVERIFY(button->isVisible());
    QTest::mouseClick(button, Qt::LeftButton);
    QTRY_COMPARE(f->peer->calls.size(), 1U); // the first read, for comparison
    QTRY_VERIFY(p->lastResult());
    QVERIFY(child(p.get(), u"updatesPane"_s)->isVisible());
    QCOMPARE(button->accessibleName(), u"Unsubscribe"_s);
    QVERIFY(p->tabDetail().contains(u"live"_s));
    f->peer->answer = contents("# One\n\ntwo\nthree\nfour\n");
    push();
    QTRY_COMPARE(f->peer->calls.size(), 2U);
    QTRY_COMPARE(change(p.get(), 0), u"2 lines added"_s);
    QTest::mouseClick(button, Qt::LeftButton);
    QTRY_VERIFY(!p->isWatching());
    QCOMPARE(button->accessibleName(), u"Subscribe"_s);
    QTRY_COMPARE(change(p.get(), 0), u"cancelled"_s);
}

void tst_ResourcePage::doesNotReadAgainWhenTheUserClearsTheCheckBox()
{
    const auto p = f->page(u"resource:docs://a/README.md"_s);
    QTest::mouseClick(child<QPushButton>(p.get(), u"watch"_s), Qt::LeftButton);
    QTRY_VERIFY(p->lastResult());
    auto *again = child<QCheckBox>(p.get(), u"readAgain"_s);
    QTest::mouseClick(again, Qt::LeftButton, {}, QPoint(8, again->height() / 2));
    QVERIFY(!again->isChecked());
    push();
    QTRY_COMPARE(change(p.get(), 0), u"changed"_s);
    QCOMPARE(f->peer->calls.size(), 1U);
}

void tst_ResourcePage::readsTheWatchedResourceAgain()
{
    const Json may = jsonLiteral(R"({"month":"may","page":"1"})");
    const Json june = jsonLiteral(R"({"month":"june","page":"2"})");
    const auto p = f->page(u"template:docs://{month}/{page}"_s);
    p->setInput(may);
    child<QPushButton>(p.get(), u"watch"_s)->click();
    QTRY_VERIFY(p->lastResult());
    QCOMPARE(child<ThemeLabel>(p.get(), u"updatesAddress"_s)->fullText(), u"docs://may/1"_s);
    p->setInput(june);
    push();
    QTRY_COMPARE(f->peer->calls.size(), 2U);
    QCOMPARE(f->peer->calls.at(1)->input, may);
    QCOMPARE(p->input(), june); // the text of the user stays
}

void tst_ResourcePage::comparesOnlyTheWatchedContent()
{
    const auto p = f->page(u"template:docs://{month}/{page}"_s);
    p->setInput(jsonLiteral(R"({"month":"may","page":"1"})"));
    child<QPushButton>(p.get(), u"watch"_s)->click();
    QTRY_VERIFY(p->lastResult());
    p->setInput(jsonLiteral(R"({"month":"june","page":"2"})"));
    f->peer->answer = contents("another resource");
    p->invoke();
    QTRY_COMPARE(f->peer->calls.size(), 2U);
    QTRY_VERIFY(!p->isRunning());
    f->peer->answer = contents("# One\n\ntwo\nthree\nfour\n");
    push();
    QTRY_COMPARE(change(p.get(), 0), u"2 lines added"_s);
}

void tst_ResourcePage::comparesTheLastTwoContents()
{
    const auto p = f->page(u"resource:docs://a/README.md"_s);
    QSignalSpy compared(p.get(), &OperationPage::callsCompareRequested);
    child<QPushButton>(p.get(), u"watch"_s)->click();
    QTRY_VERIFY(p->lastResult());
    auto *compare = child<QToolButton>(p.get(), u"compareUpdate"_s);
    QVERIFY(!compare->isEnabled());
    const QString before = p->exchangeId();
    push();
    QTRY_VERIFY(compare->isEnabled());
    compare->click();
    QCOMPARE(compared.size(), 1);
    QCOMPARE(compared.at(0), (QVariantList{before, p->exchangeId()}));
}

void tst_ResourcePage::showsTheUpdatesOnANarrowPage()
{
    const auto p = f->page(u"resource:docs://a/README.md"_s, false);
    p->resize(700, 600);
    p->show();
    child<QPushButton>(p.get(), u"watch"_s)->click();
    QTRY_VERIFY(p->lastResult());
    QTRY_VERIFY(child(p.get(), u"updatesPane"_s)->isVisible());
    push();
    QTRY_COMPARE(f->peer->calls.size(), 2U);
    QTRY_COMPARE(change(p.get(), 0), u"same content"_s);
    QVERIFY(child(p.get(), u"updatesPane"_s)->isVisible()); // the new content does not hide it
}

void tst_ResourcePage::saysWhyASubscriptionEnded()
{
    const auto p = f->page(u"resource:docs://a/README.md"_s);
    QTest::mouseClick(child<QPushButton>(p.get(), u"watch"_s), Qt::LeftButton);
    QTRY_VERIFY(f->peer->stream && f->peer->stream->isStarted);
    f->peer->stream->finish(
        EndReason::Error, {.kind = ErrorKind::Remote, .message = u"The server announces no changes."_s});
    QTRY_VERIFY(!p->isWatching());
    QTRY_COMPARE(change(p.get(), 0), u"error"_s);
    QVERIFY(child(child(p.get(), u"updatesPane"_s), u"errorCard"_s)->isVisible());
}

void tst_ResourcePage::offersNoSubscriptionWithoutTheFeature()
{
    f->peer->features = {};
    const auto p = f->page(u"resource:docs://a/README.md"_s);
    QVERIFY(!child<QPushButton>(p.get(), u"watch"_s)->isVisible());
}

void tst_ResourcePage::distinguishesResourcesOfTheSameName()
{
    const auto first = f->page(u"resource:docs://a/README.md"_s, false);
    const auto second = f->page(u"resource:docs://web/README.md"_s, false);
    const auto third = f->page(u"resource:docs://a/other.md"_s, false);
    QCOMPARE(first->tabTitle(), second->tabTitle());
    QCOMPARE(first->tabDetail(), u"s · a"_s);
    QCOMPARE(second->tabDetail(), u"s · web"_s);
    QCOMPARE(third->tabDetail(), u"s"_s);
}

void tst_ResourcePage::distinguishesAddresses_data()
{
    QTest::addColumn<QStringList>("addresses");
    QTest::addColumn<QStringList>("parts");
    QTest::newRow("differ in the middle")
        << QStringList{u"a://x/1/r.md"_s, u"a://x/2/r.md"_s} << QStringList{u"1"_s, u"2"_s};
    QTest::newRow("differ at the end")
        << QStringList{u"a://x/1"_s, u"a://x/2"_s} << QStringList{u"1"_s, u"2"_s};
    QTest::newRow("one in a subfolder")
        << QStringList{u"a://x/r"_s, u"a://x/y/r"_s} << QStringList{u"a://x/r"_s, u"y"_s};
    QTest::newRow("equal addresses") << QStringList{u"a"_s, u"a"_s} << QStringList{u"a"_s, u"a"_s};
    QTest::newRow("no addresses") << QStringList() << QStringList();
}

void tst_ResourcePage::distinguishesAddresses()
{
    QFETCH(QStringList, addresses);
    QTEST(distinctParts(addresses), "parts");
}

void tst_ResourcePage::getsAPrompt()
{
    const auto p = f->page(u"prompt:review"_s);
    QCOMPARE(child<QPushButton>(p.get(), u"invoke"_s)->text(), u"Get"_s);
    const auto labels = p->resultPane()->dataPane()->findChildren<QLabel *>();
    QVERIFY(std::ranges::contains(labels, u"Conversation"_s, &QLabel::text));
    QVERIFY(!child(p.get(), u"aboutResource"_s));
}

void tst_ResourcePage::asksNothingForAPromptWithoutArguments()
{
    const auto p = f->page(u"prompt:brief"_s);
    QCOMPARE(label(p.get(), u"noArguments"_s), u"The prompt takes no arguments."_s);
    QVERIFY(child(p.get(), u"noArguments"_s)->isVisible());
    QVERIFY(!child(p.get(), u"jsonEdit"_s)->isVisible());
    QVERIFY(!child(p.get(), u"inputHeader"_s)->isVisible());
}

void tst_ResourcePage::opensALinkedResource()
{
    McpMeta meta;
    meta.content = jsonLiteral(R"([{"type":"resource_link","name":"listed","uri":"docs://a/other.md"},
        {"type":"resource_link","name":"unlisted","uri":"docs://a/secret.md"},
        {"type":"resource","resource":{"uri":"docs://a/README.md","text":"this page"}}])");
    f->peer->answer = HandlerResult(mcpEnvelope(meta.content, meta));
    const auto p = f->page(u"resource:docs://a/README.md"_s);
    QStringList opened;
    connect(p.get(), &OperationPage::openRequested, this,
        [&opened](const OperationId &id) { opened.append(id.toString()); });
    p->invoke();
    QTRY_VERIFY(p->lastResult());
    p->resultPane()->dataPane()->setFace(DataPane::Face::View);
    const auto buttons = p->findChildren<QToolButton *>(u"openResource"_s);
    QCOMPARE(buttons.size(), 1); // neither of an address that is not listed, nor of this page
    buttons.first()->click();
    QCOMPARE(opened, QStringList{u"s.resource:docs://a/other.md"_s});
    p->disconnect(this);
}

void tst_ResourcePage::knowsTheTypeFromTheList()
{
    McpMeta meta;
    meta.content = jsonLiteral(R"([{"type":"resource","resource":{"uri":"docs://a","text":"# One"}}])");
    f->peer->answer =
        HandlerResult(mcpEnvelope(Json::array({meta.content.at(0).member("resource"_L1)}), meta));
    const auto p = f->page(u"resource:docs://a/README.md"_s);
    p->invoke();
    QTRY_VERIFY(p->lastResult());
    QTRY_VERIFY(child(p.get(), u"viewMarkdown"_s));
}

void tst_ResourcePage::showsCompletionsWhileTyping()
{
    f->peer->completion = InputCompletion{{u"friendly"_s, u"formal\u202e"_s}, 2, false};
    const auto p = f->page(u"prompt:review"_s);
    QLineEdit *style = field(p.get(), u"style"_s);
    style->setFocus();
    QTest::keyClicks(style, u"f"_s);
    QTRY_VERIFY(popup(p.get()) && popup(p.get())->isVisible());
    QCOMPARE(f->peer->completed, QStringList{u"style=f"_s});
    auto *list = child<RowTreeView>(popup(p.get()), u"completionList"_s);
    QCOMPARE(list->model()->rowCount(), 2);
    QVERIFY(!list->model()->index(1, 0).data().toString().contains(QChar(0x202e))); // control is escaped
    QTest::mouseClick(
        list->viewport(), Qt::LeftButton, {}, list->visualRect(list->model()->index(0, 0)).center());
    QCOMPARE(style->text(), u"friendly"_s);
    QCOMPARE(p->input().member("style"_L1).toString(), u"friendly"_s);
    QVERIFY(!popup(p.get())->isVisible());
    QCOMPARE(f->peer->completed.size(), 1); // choosing a completion starts no request
}

void tst_ResourcePage::acceptsACompletionByKey()
{
    f->peer->completion = InputCompletion{{u"one"_s, u"two"_s}, -1, false};
    const auto p = f->page(u"prompt:review"_s);
    QLineEdit *note = field(p.get(), u"note"_s);
    note->setFocus();
    QTest::keyClick(note, Qt::Key_Down); // starts a request without a delay
    QTRY_VERIFY(popup(p.get()) && popup(p.get())->isVisible());
    QTest::keyClick(note, Qt::Key_Escape);
    QVERIFY(!popup(p.get())->isVisible());
    QTest::keyClick(note, Qt::Key_Down);
    QTRY_VERIFY(popup(p.get())->isVisible());
    QTest::keyClick(note, Qt::Key_Down);
    QTest::keyClick(note, Qt::Key_Down);
    QTest::keyClick(note, Qt::Key_Return);
    QCOMPARE(p->input().member("note"_L1).toString(), u"two"_s);
    QTest::keyClick(note, Qt::Key_Down);
    QTRY_VERIFY(popup(p.get())->isVisible());
    field(p.get(), u"style"_s)->setFocus();
    QTRY_VERIFY(!popup(p.get())->isVisible());
}

void tst_ResourcePage::showsTheNumberOfCompletions_data()
{
    QTest::addColumn<InputCompletion>("completion");
    QTest::addColumn<QString>("words");
    QTest::newRow("all values") << InputCompletion{{u"a"_s, u"b"_s}, 2, false} << u"2 completions · "_s;
    QTest::newRow("more, with a total")
        << InputCompletion{{u"a"_s, u"b"_s}, 1200, true} << u"2 of %L1 completions · "_s.arg(1200);
    QTest::newRow("more, no total") << InputCompletion{{u"a"_s}, -1, true} << u"1 completions, and more · "_s;
}

void tst_ResourcePage::showsTheNumberOfCompletions()
{
    QFETCH(InputCompletion, completion);
    QFETCH(QString, words);
    f->peer->completion = completion;
    const auto p = f->page(u"prompt:review"_s);
    QLineEdit *note = field(p.get(), u"note"_s);
    note->setFocus();
    QTest::keyClick(note, Qt::Key_Down);
    QTRY_VERIFY(popup(p.get()) && popup(p.get())->isVisible());
    const QString shown = child<ThemeLabel>(popup(p.get()), u"completionCount"_s)->fullText();
    QVERIFY2(shown.startsWith(words), qPrintable(shown));
}

void tst_ResourcePage::cancelsAnEarlierCompletionRequest()
{
    SchemaForm form;
    form.setSchema(jsonLiteral(R"({"type":"object","properties":{"note":{"type":"string"}}})"));
    std::vector<std::pair<std::shared_ptr<QPromise<Result<InputCompletion>>>, std::stop_token>> asked;
    form.setCompleter([&asked](const QString &, const Json &, std::stop_token stop) {
        auto promise = std::make_shared<QPromise<Result<InputCompletion>>>();
        promise->start();
        asked.emplace_back(promise, stop);
        return promise->future();
    });
    form.resize(400, 200);
    form.show();
    QVERIFY(QTest::qWaitForWindowActive(&form));
    QLineEdit *note = field(&form, u"note"_s);
    note->setFocus();
    QTest::keyClick(note, Qt::Key_Down);
    QTest::keyClick(note, Qt::Key_Down);
    QCOMPARE(asked.size(), 2U);
    QVERIFY(asked.at(0).second.stop_requested());
    QVERIFY(!asked.at(1).second.stop_requested());
    const auto answer = [&asked](size_t number, const QString &value) {
        asked.at(number).first->addResult(InputCompletion{{value}, -1, false});
        asked.at(number).first->finish();
    };
    answer(1, u"new"_s);
    QTRY_VERIFY(popup(&form) && popup(&form)->isVisible());
    answer(0, u"old"_s); // too late
    QCoreApplication::processEvents();
    auto *list = child<RowTreeView>(popup(&form), u"completionList"_s);
    QCOMPARE(list->model()->index(0, 0).data().toString(), u"new"_s);
}

WORKBENCH_TEST(tst_ResourcePage, QApplication)
#include "tst_resourcepage.moc"
