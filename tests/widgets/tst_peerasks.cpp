// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// Questions that servers ask the user during calls, in the window.

#include "core/json/jsonparser.h"
#include "core/session/answercommand.h"
#include "tests/support/ourstyle.h"
#include "tests/support/pagefixture.h"
#include "tests/support/testprogram.h"
#include "ui/forms/inputeditor.h"
#include "ui/forms/schemaform.h"
#include "ui/models/logmodels.h"
#include "ui/pages/serverpage.h"
#include "ui/panes/calleventspane.h"
#include "ui/panes/logpane.h"
#include "ui/panes/peeraskpane.h"
#include "ui/panes/resultpane.h"
#include "ui/theme/controls.h"
#include "ui/theme/workbenchstyle.h"
#include "ui/window/mainwindow.h"
#include "ui/window/messagebar.h"
#include "ui/window/pagestack.h"
#include "ui/window/sourcescontroller.h"

#include <QApplication>
#include <QCheckBox>
#include <QDesktopServices>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QProcess>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>
#include <QTreeView>

using namespace Qt::StringLiterals;
using namespace Workbench;
using namespace Workbench::Ui;

class tst_PeerAsks : public QObject {
    Q_OBJECT

public Q_SLOTS:
    void opened(const QUrl &address) { m_opened.append(address); }

private:
    std::unique_ptr<PageFixture> f;
    std::vector<std::unique_ptr<OperationPage>> m_pages;
    QList<QUrl> m_opened;

    //! Opens a page whose call waits for its peer.
    OperationPage *callingPage(const QString &operation = u"echo"_s)
    {
        f->peer->answersAtOnce = false;
        const size_t before = f->peer->calls.size();
        OperationPage *page = m_pages.emplace_back(f->page(operation)).get();
        page->invoke();
        if (!QTest::qWaitFor([&] { return f->peer->calls.size() > before; }, 30'000))
            qFatal("the call does not start");
        return page;
    }

    static PeerRequest request(const OperationPage *page, PeerRequest::Kind kind = PeerRequest::Kind::Form)
    {
        PeerRequest made;
        made.source = u"s"_s;
        made.operation = page ? page->operation().name : QString();
        made.exchangeId = page ? page->exchangeId() : QString();
        made.kind = kind;
        made.message = u"Who are you?"_s;
        made.params = jsonLiteral(R"({"message":"Who are you?"})");
        made.schema = jsonLiteral(R"({"type":"object","required":["name"],"properties":{
            "name":{"type":"string","minLength":2},"age":{"type":"integer","default":7}}})");
        if (kind == PeerRequest::Kind::Link)
            made.address = urlFacts(QUrl(u"https://pay.example.org/room?a=1"_s));
        if (kind == PeerRequest::Kind::Sampling) {
            made.params = jsonLiteral(R"({"maxTokens":200,"temperature":0.5,"systemPrompt":"You write notes.",
                "modelPreferences":{"hints":[{"name":"claude"}]},"tools":[{"name":"look"}],"messages":[
                {"role":"user","content":{"type":"text","text":"Write <b>the</b> note."}},
                {"role":"assistant","content":{"type":"text","text":"Which one?"}}]})");
        }
        return made;
    }

    static PeerAskPane *pane(const OperationPage *page) { return page->resultPane()->asks(); }
    static QPushButton *button(const QWidget *of, const QString &name)
    {
        return child<QPushButton>(of, name);
    }
    static void type(QWidget *into, const QString &text)
    {
        into->setFocus();
        QTest::keyClicks(into, text);
    }
    static void press(QPushButton *pressed)
    {
        QTRY_VERIFY(pressed->isEnabled());
        QTest::mouseClick(pressed, Qt::LeftButton);
    }
    static QList<QLineEdit *> fields(const PeerAskPane *asks)
    {
        QList<QLineEdit *> visible;
        for (QLineEdit *field : asks->findChildren<QLineEdit *>()) {
            if (field->isVisible())
                visible.append(field);
        }
        return visible;
    }

private Q_SLOTS:
    void init()
    {
        f = std::make_unique<PageFixture>();
        QVERIFY(f->connectSource());
        m_opened.clear();
        QDesktopServices::setUrlHandler(u"https"_s, this, "opened");
    }
    void cleanup()
    {
        QDesktopServices::unsetUrlHandler(u"https"_s);
        m_pages.clear();
        f.reset();
    }

    void aFormIsFilledInOnThePageOfItsCall();
    void inputThatTheSchemaRefusesCannotBeSent();
    void declinesAndCancels_data();
    void declinesAndCancels();
    void neverTakesTheFocus();
    void theNextQuestionIsNotAnsweredByTheSameKeys();
    void buttonsWaitUntilTheQuestionWasSeen();
    void anAddressIsOpenedByAClickOnly();
    void anAddressCanBeCopiedInstead();
    void samplingIsShownInFullAndAnsweredByHand();
    void samplingIsAnsweredAsJson();
    void questionsEndWithTheirCall_data();
    void questionsEndWithTheirCall();
    void eachPageHasItsOwnQuestions();
    void aThousandQuestionsAreShownOneAtATime();
    void serverTextIsShownAsPlainText();
    void aBrokenSchemaCanStillBeDeclined();
    void aQuestionWithoutACallIsOnThePageOfItsSource();
    void theWindowAnnouncesAQuestionOnAnotherPage();
    void aCommandAnswersAfterItIsTrusted();
    void aCommandThatFailsAnswersNothing_data();
    void aCommandThatFailsAnswersNothing();
    void answersByARuleOfTheUserOnly();
    void listsWhatTheServerSentDuringTheCall();
};

void tst_PeerAsks::aFormIsFilledInOnThePageOfItsCall()
{
    OperationPage *page = callingPage();
    PeerAskPane *asks = pane(page);
    QVERIFY(!asks->isVisible());
    const auto answer = f->requests.ask(request(page), {});
    QTRY_VERIFY(asks->isVisible());
    QVERIFY(child<ThemeLabel>(asks, u"askTitle"_s)->fullText().contains(u"s asks"_s));
    QVERIFY(label(asks, u"askMessage"_s).contains(u"Who are you?"_s));
    QVERIFY(child(page, u"waitingChip"_s)->isVisible());
    QVERIFY(page->isWaitingForUser());
    QVERIFY(page->tabDetail().contains(u"waits for you"_s));
    QCOMPARE(f->lastRecord().waiting, 1);
    type(fields(asks).constFirst(), u"Ada"_s);
    press(button(asks, u"askSend"_s));
    QVERIFY(answer.isFinished());
    QCOMPARE(answer.result().action, PeerAnswer::Action::Accept);
    QCOMPARE(answer.result().content, jsonLiteral(R"({"name":"Ada","age":7})"));
    QVERIFY(!asks->isVisible());
    QVERIFY(page->isRunning());
    f->peer->calls.back()->settle(f->peer->answer);
    QTRY_VERIFY(!page->isRunning());
    QCOMPARE(f->lastRecord().asked, 1);
    QCOMPARE(f->lastRecord().waiting, 0);
    HistoryModel history(&f->exchanges);
    const QModelIndex note = history.index(0, HistoryModel::NoteColumn);
    QTRY_VERIFY(note.data().toString().contains(u"1 request"_s));
}

void tst_PeerAsks::inputThatTheSchemaRefusesCannotBeSent()
{
    OperationPage *page = callingPage();
    PeerAskPane *asks = pane(page);
    const auto answer = f->requests.ask(request(page), {});
    QTRY_VERIFY(asks->isVisible());
    QTRY_VERIFY(button(asks, u"askDecline"_s)->isEnabled());
    type(fields(asks).constFirst(), u"A"_s);
    QTRY_VERIFY(child(asks, u"askedProblem"_s)->isVisible());
    QVERIFY(!button(asks, u"askSend"_s)->isEnabled());
    QTest::keyClick(fields(asks).constFirst(), Qt::Key_Return, Qt::ControlModifier);
    QVERIFY(!answer.isFinished());
    type(fields(asks).constFirst(), u"da"_s);
    QTRY_VERIFY(button(asks, u"askSend"_s)->isEnabled());
    QTest::keyClick(fields(asks).constFirst(), Qt::Key_Return, Qt::ControlModifier);
    QTRY_VERIFY(answer.isFinished());
}

void tst_PeerAsks::declinesAndCancels_data()
{
    QTest::addColumn<QString>("pressed");
    QTest::addColumn<PeerAnswer::Action>("action");
    QTest::addColumn<PeerRequest::Kind>("kind");
    using enum PeerRequest::Kind;
    QTest::newRow("form declined") << u"askDecline"_s << PeerAnswer::Action::Decline << Form;
    QTest::newRow("form cancelled") << u"askCancel"_s << PeerAnswer::Action::Cancel << Form;
    QTest::newRow("address declined") << u"askDecline"_s << PeerAnswer::Action::Decline << Link;
    QTest::newRow("address cancelled") << u"askCancel"_s << PeerAnswer::Action::Cancel << Link;
    QTest::newRow("sampling declined") << u"askDecline"_s << PeerAnswer::Action::Decline << Sampling;
}

void tst_PeerAsks::declinesAndCancels()
{
    QFETCH(QString, pressed);
    QFETCH(PeerAnswer::Action, action);
    QFETCH(PeerRequest::Kind, kind);
    OperationPage *page = callingPage();
    const auto answer = f->requests.ask(request(page, kind), {});
    QTRY_VERIFY(pane(page)->isVisible());
    press(button(pane(page), pressed));
    QVERIFY(answer.isFinished());
    QCOMPARE(answer.result().action, action);
    QVERIFY(answer.result().content.isAbsent());
    QVERIFY(m_opened.isEmpty());
}

void tst_PeerAsks::neverTakesTheFocus()
{
    OperationPage *page = callingPage();
    page->focusInput();
    QWidget *typing = QApplication::focusWidget();
    QVERIFY(typing && page->inputEditor()->isAncestorOf(typing));
    const auto answer = f->requests.ask(request(page), {});
    QTRY_VERIFY(pane(page)->isVisible());
    QCOMPARE(QApplication::focusWidget(), typing);
    QTRY_VERIFY(button(pane(page), u"askDecline"_s)->isEnabled());
    QTest::keyClicks(typing, u"12"_s);
    QTest::keyClick(typing, Qt::Key_Return);
    QTest::keyClick(typing, Qt::Key_Return, Qt::ControlModifier);
    QVERIFY(!answer.isFinished());
    QVERIFY(fields(pane(page)).constFirst()->text().isEmpty());
    // A click on the waiting chip moves the focus to the form, never to a button.
    QTest::mouseClick(child(page, u"waitingChip"_s), Qt::LeftButton);
    QVERIFY(pane(page)->isAncestorOf(QApplication::focusWidget()));
    QVERIFY(!qobject_cast<QAbstractButton *>(QApplication::focusWidget()));
}

void tst_PeerAsks::theNextQuestionIsNotAnsweredByTheSameKeys()
{
    OperationPage *page = callingPage();
    PeerAskPane *asks = pane(page);
    const auto first = f->requests.ask(request(page), {});
    const auto second = f->requests.ask(request(page, PeerRequest::Kind::Sampling), {});
    const auto third = f->requests.ask(request(page), {});
    QTRY_COMPARE(label(asks, u"askMethod"_s), u"elicitation/create"_s);
    QTRY_COMPARE(child<Chip>(asks, u"askPlace"_s)->text(), u"1 of 3"_s);
    type(fields(asks).constFirst(), u"Ada"_s);
    QTRY_VERIFY(button(asks, u"askSend"_s)->isEnabled());
    QTest::keyClick(fields(asks).constFirst(), Qt::Key_Return, Qt::ControlModifier);
    QTRY_VERIFY(first.isFinished());
    QCOMPARE(label(asks, u"askMethod"_s), u"sampling/createMessage"_s);
    QCOMPARE(child<Chip>(asks, u"askPlace"_s)->text(), u"2 of 3"_s);
    QTRY_VERIFY(button(asks, u"askDecline"_s)->isEnabled());
    QWidget *focus = QApplication::focusWidget();
    QVERIFY(focus);
    QVERIFY(!qobject_cast<QAbstractButton *>(focus));
    for (const Qt::Key key : {Qt::Key_Return, Qt::Key_Space, Qt::Key_Y, Qt::Key_Escape})
        QTest::keyClick(QApplication::focusWidget(), key);
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return, Qt::ControlModifier);
    QVERIFY(!second.isFinished());
    QVERIFY(child<QPlainTextEdit>(asks, u"samplingText"_s)->toPlainText().isEmpty());
    press(button(asks, u"askDecline"_s));
    QVERIFY(second.isFinished());
    press(button(asks, u"askDecline"_s));
    QVERIFY(third.isFinished());
    QVERIFY(!asks->isVisible());
    QVERIFY(!qobject_cast<QAbstractButton *>(QApplication::focusWidget()));
}

void tst_PeerAsks::buttonsWaitUntilTheQuestionWasSeen()
{
    OperationPage *page = callingPage();
    const auto answer = f->requests.ask(request(page, PeerRequest::Kind::Link), {});
    QSignalSpy asking(pane(page), &PeerAskPane::askingChanged);
    bool wasEnabled = true;
    connect(pane(page), &PeerAskPane::askingChanged, this, [&] {
        wasEnabled =
            button(pane(page), u"askSend"_s)->isEnabled() || button(pane(page), u"askDecline"_s)->isEnabled();
    });
    QTRY_COMPARE(asking.size(), 1);
    QVERIFY(!wasEnabled);
    QTRY_VERIFY(button(pane(page), u"askSend"_s)->isEnabled());
    QVERIFY(!answer.isFinished());
    disconnect(pane(page), nullptr, this, nullptr);
}

void tst_PeerAsks::anAddressIsOpenedByAClickOnly()
{
    OperationPage *page = callingPage();
    const auto answer = f->requests.ask(request(page, PeerRequest::Kind::Link), {});
    QTRY_VERIFY(pane(page)->isVisible());
    QCOMPARE(label(pane(page), u"askedHost"_s), u"pay.example.org"_s);
    QString shown = label(pane(page), u"askedAddress"_s);
    QCOMPARE(shown.remove(QChar(0x200B)), u"https://pay.example.org/room?a=1"_s);
    QTRY_VERIFY(button(pane(page), u"askSend"_s)->isEnabled());
    QVERIFY(m_opened.isEmpty());
    press(button(pane(page), u"askSend"_s));
    QCOMPARE(m_opened, QList{QUrl(u"https://pay.example.org/room?a=1"_s)});
    QCOMPARE(answer.result().action, PeerAnswer::Action::Accept);
    QVERIFY(answer.result().content.isAbsent());
}

void tst_PeerAsks::anAddressCanBeCopiedInstead()
{
    OperationPage *page = callingPage();
    const auto answer = f->requests.ask(request(page, PeerRequest::Kind::Link), {});
    QTRY_VERIFY(pane(page)->isVisible());
    QTest::mouseClick(child(pane(page), u"copyAskedAddress"_s), Qt::LeftButton);
    press(button(pane(page), u"askSend"_s));
    QVERIFY(answer.isFinished());
    QVERIFY(m_opened.isEmpty());
}

void tst_PeerAsks::samplingIsShownInFullAndAnsweredByHand()
{
    OperationPage *page = callingPage();
    PeerAskPane *asks = pane(page);
    const auto answer = f->requests.ask(request(page, PeerRequest::Kind::Sampling), {});
    QTRY_VERIFY(asks->isVisible());
    QStringList texts;
    for (const QLabel *one : child(asks, u"samplingRequest"_s)->findChildren<QLabel *>())
        texts.append(one->text());
    const QString all = texts.join(u'\n');
    for (const auto &part : {u"200"_s, u"0.5"_s, u"claude"_s, u"look"_s, u"You write notes."_s,
             u"Write <b>the</b> note."_s, u"Which one?"_s, u"assistant"_s})
        QVERIFY2(all.contains(part), qPrintable(part));
    QTRY_VERIFY(button(asks, u"askDecline"_s)->isEnabled());
    QVERIFY(!button(asks, u"askSend"_s)->isEnabled()); // the answer is still empty
    type(child(asks, u"samplingText"_s), u"Linden"_s);
    child<QLineEdit>(asks, u"samplingModel"_s)->setText(u"me"_s);
    QVERIFY(label(asks, u"samplingHint"_s).contains(u"of 200"_s));
    press(button(asks, u"askSend"_s));
    QCOMPARE(answer.result().content,
        jsonLiteral(R"({"role":"assistant","content":{"type":"text","text":"Linden"},)"
                    R"("model":"me","stopReason":"endTurn"})"));
}

void tst_PeerAsks::samplingIsAnsweredAsJson()
{
    OperationPage *page = callingPage();
    PeerAskPane *asks = pane(page);
    const auto answer = f->requests.ask(request(page, PeerRequest::Kind::Sampling), {});
    QTRY_VERIFY(asks->isVisible());
    type(child(asks, u"samplingText"_s), u"Linden"_s);
    child<SegmentControl>(asks, u"samplingAnswerFaces"_s)->setCurrent(1);
    auto *json = child<QPlainTextEdit>(asks, u"samplingAnswerJson"_s);
    QVERIFY(json->toPlainText().contains(u"Linden"_s));
    json->setPlainText(u"{\"role\":\"assistant\""_s);
    QTRY_VERIFY(button(asks, u"askDecline"_s)->isEnabled());
    QVERIFY(!button(asks, u"askSend"_s)->isEnabled());
    const QByteArray whole(R"({"role":"assistant","model":"m","content":[{"type":"tool_use","id":"1"}]})");
    json->setPlainText(QString::fromUtf8(whole));
    press(button(asks, u"askSend"_s));
    QCOMPARE(answer.result().content, jsonLiteral(whole));
}

void tst_PeerAsks::questionsEndWithTheirCall_data()
{
    QTest::addColumn<QString>("how");
    QTest::addColumn<QString>("sentence");
    QTest::newRow("withdrawn") << u"withdrawn"_s << u"No answer is needed"_s;
    QTest::newRow("timed out") << u"time"_s << u"waited too long"_s;
    QTest::newRow("answered elsewhere") << u"elsewhere"_s << QString();
}

void tst_PeerAsks::questionsEndWithTheirCall()
{
    QFETCH(QString, how);
    QFETCH(QString, sentence);
    OperationPage *page = callingPage();
    PeerAskPane *asks = pane(page);
    PeerRequest asked = request(page);
    if (how == "time"_L1)
        asked.patience = std::chrono::milliseconds(200);
    std::stop_source stop;
    const auto answer = f->requests.ask(asked, stop.get_token());
    if (how != "time"_L1) { // the timeout may pass before the form is visible
        QTRY_VERIFY(asks->isAsking());
        type(fields(asks).constFirst(), u"Ada"_s);
    }
    if (how == "withdrawn"_L1)
        stop.request_stop();
    else if (how == "elsewhere"_L1)
        f->requests.answer(asks->request().id, {});
    QTRY_VERIFY(answer.isFinished());
    QVERIFY(!asks->isAsking());
    QCOMPARE(asks->isVisible(), !sentence.isEmpty());
    QVERIFY(child<ThemeLabel>(asks, u"askTitle"_s)->fullText().contains(sentence));
    QVERIFY(!child(asks, u"askSend"_s)->isVisible());
    QVERIFY(!child(page, u"waitingChip"_s)->isVisible());
    QVERIFY(!qobject_cast<QAbstractButton *>(QApplication::focusWidget()));
    if (sentence.isEmpty())
        return;
    QTest::mouseClick(child(asks, u"closeAsk"_s), Qt::LeftButton);
    QVERIFY(!asks->isVisible());
}

void tst_PeerAsks::eachPageHasItsOwnQuestions()
{
    OperationPage *one = callingPage();
    OperationPage *other = callingPage();
    const auto first = f->requests.ask(request(one), {});
    const auto second = f->requests.ask(request(other, PeerRequest::Kind::Sampling), {});
    QTRY_VERIFY(pane(one)->isVisible() && pane(other)->isVisible());
    QCOMPARE(label(pane(other), u"askMethod"_s), u"sampling/createMessage"_s);
    QVERIFY(!child(pane(one), u"askPlace"_s)->isVisible());
    press(button(pane(other), u"askDecline"_s)); // answered before the first question
    QVERIFY(second.isFinished());
    QVERIFY(!first.isFinished());
    QVERIFY(pane(one)->isVisible());
}

void tst_PeerAsks::aThousandQuestionsAreShownOneAtATime()
{
    OperationPage *page = callingPage();
    PeerAskPane *asks = pane(page);
    std::stop_source stop;
    std::vector<QFuture<PeerAnswer>> answers;
    for (int i = 0; i < 1000; ++i)
        answers.push_back(f->requests.ask(request(page), stop.get_token()));
    QTRY_COMPARE(child<Chip>(asks, u"askPlace"_s)->text(), u"1 of 1000"_s);
    press(button(asks, u"askDecline"_s));
    QVERIFY(answers.front().isFinished());
    QCOMPARE(child<Chip>(asks, u"askPlace"_s)->text(), u"2 of 1000"_s);
    stop.request_stop();
    QTRY_VERIFY(!asks->isAsking());
    QVERIFY(std::ranges::all_of(answers, [](const auto &answer) { return answer.isFinished(); }));
    page->cancel();
    QTRY_VERIFY(!page->isRunning());
}

void tst_PeerAsks::serverTextIsShownAsPlainText()
{
    OperationPage *page = callingPage();
    PeerRequest asked = request(page);
    asked.source = u"<b>s</b>\u202E\u0007"_s;
    asked.message = u"<img src=\"https://example.org/x.png\"><h1>Sign in</h1>"_s;
    const auto answer = f->requests.ask(asked, {});
    QTRY_VERIFY(pane(page)->isVisible());
    const auto *message = child<ThemeLabel>(pane(page), u"askMessage"_s);
    QCOMPARE(message->textFormat(), Qt::PlainText);
    QVERIFY(message->text().contains(u"<h1>Sign in</h1>"_s));
    const auto *title = child<ThemeLabel>(pane(page), u"askTitle"_s);
    QCOMPARE(title->textFormat(), Qt::PlainText);
    QVERIFY(!title->fullText().contains(QChar(0x202E)));
    QVERIFY(title->fullText().contains(u"<b>s</b>"_s));
    f->requests.answer(pane(page)->request().id, {});
    QVERIFY(answer.isFinished());
}

void tst_PeerAsks::aBrokenSchemaCanStillBeDeclined()
{
    OperationPage *page = callingPage();
    PeerRequest asked = request(page);
    asked.schema = jsonLiteral(
        R"({"type":"object","required":"x","properties":{"a":{"type":"string","pattern":"(["},"b":7}})");
    const auto answer = f->requests.ask(asked, {});
    QTRY_VERIFY(pane(page)->isVisible());
    press(button(pane(page), u"askDecline"_s));
    QCOMPARE(answer.result().action, PeerAnswer::Action::Decline);
    QByteArray many(R"({"type":"object","properties":{)");
    for (int i = 0; i < 2000; ++i)
        many += (i ? "," : "") + QByteArray("\"p") + QByteArray::number(i) + R"(":{"type":"string"})";
    many += "}}";
    asked.schema = jsonLiteral(many);
    const auto large = f->requests.ask(asked, {});
    QTRY_VERIFY(pane(page)->isVisible());
    press(button(pane(page), u"askCancel"_s));
    QVERIFY(large.isFinished());
}

void tst_PeerAsks::aQuestionWithoutACallIsOnThePageOfItsSource()
{
    OperationPage *page = callingPage();
    ServerPage server(f->sessions.get(), u"s"_s);
    server.resize(1100, 700);
    server.show();
    const auto answer = f->requests.ask(request(nullptr), {});
    QTRY_VERIFY(server.asks()->isVisible());
    QVERIFY(!pane(page)->isVisible());
    press(button(server.asks(), u"askDecline"_s));
    QVERIFY(answer.isFinished());
    QVERIFY(!server.asks()->isVisible());
    PeerRequest other = request(nullptr);
    other.source = u"t"_s;
    const auto elsewhere = f->requests.ask(other, {});
    QTRY_COMPARE(f->requests.count(), 1);
    QVERIFY(!server.asks()->isVisible());
}

void tst_PeerAsks::theWindowAnnouncesAQuestionOnAnotherPage()
{
    f->peer->answersAtOnce = false;
    MainWindow::Options options;
    options.remember = false;
    MainWindow window(f->sessions.get(), static_cast<WorkbenchStyle *>(QApplication::style()), options);
    window.show();
    QVERIFY(QTest::qWaitForWindowExposed(&window));
    QVERIFY(f->requests.offers(PeerRequest::Kind::Form));
    QVERIFY(f->requests.offers(PeerRequest::Kind::Sampling));
    OperationPage *calling = window.openOperation({u"s"_s, u"echo"_s});
    calling->invoke();
    QTRY_VERIFY(!f->peer->calls.empty());
    OperationPage *front = window.openOperation({u"s"_s, u"wipe"_s});
    const auto answer = f->requests.ask(request(calling), {});
    auto *message = window.findChild<MessageBar *>();
    QTRY_VERIFY(message->isVisible());
    QCOMPARE(window.pageStack()->current(), front); // no page comes to the front by itself
    const auto actions = message->findChildren<QToolButton *>();
    const auto show = std::ranges::find_if(actions,
        [](const QToolButton *action) { return action->isVisible() && action->text() == "Show"_L1; });
    QVERIFY(show != actions.end());
    QTest::mouseClick(*show, Qt::LeftButton);
    QCOMPARE(window.pageStack()->current(), calling);
    press(button(pane(calling), u"askDecline"_s));
    QVERIFY(answer.isFinished());
    const LogModel *log = window.findChild<LogPane *>()->model();
    QTRY_COMPARE(log->rowCount(), 1);
    QVERIFY(log->index(0, LogModel::TextColumn).data().toString().contains(u"was declined"_s));

    const auto ofNoCall = f->requests.ask(request(nullptr), {});
    QTRY_VERIFY(message->isVisible());
    QTest::mouseClick(*show, Qt::LeftButton);
    auto *server = qobject_cast<ServerPage *>(window.pageStack()->currentTool());
    QVERIFY(server && server->source() == "s"_L1);
    QTRY_VERIFY(server->asks()->isVisible());
    QCOMPARE(QApplication::focusWidget(), server->asks()); // no field, no button
    press(button(server->asks(), u"askDecline"_s));
    QVERIFY(ofNoCall.isFinished());
    calling->cancel();
    QTRY_VERIFY(!calling->isRunning());
}

void tst_PeerAsks::aCommandAnswersAfterItIsTrusted()
{
    OperationPage *page = callingPage();
    PeerAskPane *asks = pane(page);
    const auto answer = f->requests.ask(request(page, PeerRequest::Kind::Sampling), {});
    QTRY_VERIFY(asks->isVisible());
    child<SegmentControl>(asks, u"samplingAnswerFaces"_s)->setCurrent(2);
    child<QLineEdit>(asks, u"samplingCommand"_s)->setText(u"sh -c \"grep -c maxTokens\""_s);
    press(button(asks, u"samplingRun"_s));
    QWidget *bar = child(asks, u"askBar"_s);
    QVERIFY(bar->isVisible());
    QVERIFY(label(bar, u"question"_s).contains(u"grep -c maxTokens"_s));
    QCOMPARE(QApplication::focusWidget(), button(bar, u"no"_s));
    QTest::mouseClick(button(bar, u"yes"_s), Qt::LeftButton);
    const auto *json = child<QPlainTextEdit>(asks, u"samplingAnswerJson"_s);
    QTRY_VERIFY(json->isVisible());
    QVERIFY(json->toPlainText().contains(u"\"1\""_s)); // the command read the request
    QVERIFY(!answer.isFinished());
    press(button(asks, u"askSend"_s));
    QCOMPARE(answer.result().content.member("model"_L1).toString(), u"sh"_s);
    QVERIFY(f->requests.rules().isAbsent());
    // The command is not asked about again, and starts only when the user starts it.
    const auto again = f->requests.ask(request(page, PeerRequest::Kind::Sampling), {});
    QTRY_VERIFY(asks->isAsking());
    child<SegmentControl>(asks, u"samplingAnswerFaces"_s)->setCurrent(2);
    auto *command = asks->findChildren<QLineEdit *>(u"samplingCommand"_s).constLast();
    command->setText(u"sh -c \"grep -c maxTokens\""_s);
    QVERIFY(!again.isFinished());
    f->requests.answer(asks->request().id, {});
}

void tst_PeerAsks::aCommandThatFailsAnswersNothing_data()
{
    QTest::addColumn<QString>("command");
    QTest::addColumn<QString>("note");
    QTest::newRow("no such program") << u"no-such-program-here"_s << u"no-such-program-here"_s;
    QTest::newRow("exit code") << u"sh -c \"echo bad >&2; exit 3\""_s << u"exit code 3"_s;
    QTest::newRow("prints nothing") << u"true"_s << u"no answer"_s;
    QTest::newRow("prints without end") << u"yes"_s << u"more than"_s;
    QTest::newRow("takes too long") << u"sleep 1000"_s << u"within"_s;
}

void tst_PeerAsks::aCommandThatFailsAnswersNothing()
{
    QFETCH(QString, command);
    QFETCH(QString, note);
    const bool isSlow = note == "within"_L1; // the other rows have no short timeout
    AnswerCommand run(QProcess::splitCommand(command),
        {.time = isSlow ? std::chrono::milliseconds(10) : std::chrono::minutes(5), .bytes = 1000});
    QString said;
    connect(&run, &AnswerCommand::finished, this, [&] {
        const Result<Json> answer = run.printed().and_then(
            [](const QByteArray &printed) { return samplingPrinted(printed, u"m"_s); });
        said = answer ? u"an answer"_s : answer.error().message;
    });
    run.start("{}");
    QTRY_VERIFY_WITH_TIMEOUT(!said.isEmpty(), 60'000);
    QVERIFY2(said.contains(note), qPrintable(said));
}

void tst_PeerAsks::answersByARuleOfTheUserOnly()
{
    f->peer->answersAtOnce = false;
    MainWindow::Options options;
    options.remember = false;
    MainWindow window(f->sessions.get(), static_cast<WorkbenchStyle *>(QApplication::style()), options);
    window.show();
    QVERIFY(QTest::qWaitForWindowExposed(&window));
    OperationPage *calling = window.openOperation({u"s"_s, u"echo"_s});
    calling->invoke();
    QTRY_VERIFY(!f->peer->calls.empty());
    const PeerRequest sampling = request(calling, PeerRequest::Kind::Sampling);
    // A rule in a workspace file answers nothing.
    f->requests.setRules(jsonLiteral(
        R"({"s":{"answers":{"You write notes.":{"role":"assistant","model":"w","content":{}}}}})"));
    const auto first = f->requests.ask(sampling, {});
    QTRY_VERIFY(pane(calling)->isVisible());
    QVERIFY(!first.isFinished());
    type(child(pane(calling), u"samplingText"_s), u"Linden"_s);
    child<QCheckBox>(pane(calling), u"samplingAlways"_s)->setChecked(true);
    press(button(pane(calling), u"askSend"_s));
    QVERIFY(first.isFinished());
    const auto second = f->requests.ask(sampling, {});
    QTRY_VERIFY(second.isFinished());
    QCOMPARE(second.result().content, first.result().content);
    PeerRequest other = sampling;
    other.params = jsonLiteral(R"({"maxTokens":1,"messages":[],"systemPrompt":"Another."})");
    const auto third = f->requests.ask(other, {});
    QTRY_VERIFY(pane(calling)->isVisible());
    QVERIFY(!third.isFinished());
    press(button(pane(calling), u"askDecline"_s));
    window.sources()->showServer(u"s"_s);
    auto *forget = window.findChild<QToolButton *>(u"forgetAnswerRules"_s);
    QVERIFY(forget->isVisible());
    QTest::mouseClick(forget, Qt::LeftButton);
    QVERIFY(!forget->isVisible());
    const auto fourth = f->requests.ask(sampling, {});
    QTRY_VERIFY(pane(calling)->isAsking());
    QVERIFY(!fourth.isFinished());
    calling->cancel();
    QTRY_VERIFY(!calling->isRunning());
}

void tst_PeerAsks::listsWhatTheServerSentDuringTheCall()
{
    OperationPage *page = callingPage();
    QWidget *events = child(page, u"callEventsPane"_s);
    const auto note = [&](const QString &label, const QByteArray &bytes, const QString &exchangeId) {
        Frame frame;
        frame.source = u"s"_s;
        frame.label = label;
        frame.bytes = bytes;
        frame.exchangeId = exchangeId;
        f->exchanges.note(frame);
    };
    note(u"result of tools/call"_s, "{}", page->exchangeId());
    note(u"notifications/progress"_s, "{}", u"another call"_s);
    QVERIFY(!events->isVisible());
    note(u"notifications/progress"_s, R"({"params":{"progress":1,"total":3,"message":"rooms found"}})",
        page->exchangeId());
    note(u"elicitation/create"_s, R"({"params":{"message":"Which\u202Eroom?"}})", page->exchangeId());
    QVERIFY(events->isVisible());
    const auto *model = child<QTreeView>(events, u"callEvents"_s)->model();
    QCOMPARE(model->rowCount(), 2);
    QCOMPARE(model->index(0, 2).data().toString(), u"1 of 3 · rooms found"_s);
    QCOMPARE(model->index(1, 1).data().toString(), u"elicitation/create"_s);
    QVERIFY(!model->index(1, 2).data().toString().contains(QChar(0x202E)));
    const auto text = [model] { return model->index(model->rowCount() - 1, 2).data().toString(); };
    const auto step = [&](const QByteArray &params) {
        note(u"notifications/progress"_s, R"({"params":{)" + params + "}}", page->exchangeId());
    };
    for (const char *nonsense : {R"("progress":-5)", R"("progress":0.5)", R"("progress":1e400)",
             R"("progress":"\u202E9")", R"("progress":{"a":1})", R"("message":"")"})
        step(nonsense);
    QCOMPARE(model->rowCount(), 2);
    step(R"("progress":2,"total":1,"message":"back\u202E")");
    QCOMPARE(text(), uR"(2 · back\u{202E})"_s);
    step(R"("progress":1,"total":3,"message":"still here")");
    QCOMPARE(text(), u"still here"_s);
    step(R"("progress":3.)" + QByteArray(5000, '1'));
    QCOMPARE(text().size(), 21);
    note(u"notifications/message"_s, R"({"params":{"data":{"a":1}}})", page->exchangeId());
    QCOMPARE(text(), uR"({"a":1})"_s);
    for (int i = 0; i < 1000; ++i)
        note(u"notifications/message"_s, "{}", page->exchangeId());
    QCOMPARE(text(), u"(no message)"_s);
    QCOMPARE(model->rowCount(), CallEventsPane::maxRows);
    f->peer->calls.back()->settle(f->peer->answer);
    QTRY_VERIFY(!page->isRunning());
    QTRY_VERIFY(events->isVisible() && child(page, u"resultPanes"_s)->isAncestorOf(events));
}

WORKBENCH_TEST(tst_PeerAsks, QApplication, Workbench::Test::useOurStyle)

#include "tst_peerasks.moc"
