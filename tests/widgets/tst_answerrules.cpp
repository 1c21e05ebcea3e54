// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// Rules of the user that answer sampling requests of a server by a command.

#include "core/session/answercommand.h"
#include "tests/support/ourstyle.h"
#include "tests/support/pagefixture.h"
#include "tests/support/testprogram.h"
#include "ui/theme/workbenchstyle.h"
#include "ui/window/mainwindow.h"
#include "ui/window/messagebar.h"

#include <QApplication>
#include <QTemporaryDir>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace Workbench;
using namespace Workbench::Ui;

class tst_AnswerRules : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void cleanup();
    void oneCommandRunsAtATime();
    void aFailedCommandIsAnnounced();

private:
    static PeerRequest request()
    {
        PeerRequest made;
        made.source = u"s"_s;
        made.kind = PeerRequest::Kind::Sampling;
        made.params = jsonLiteral(R"({"maxTokens":200,"messages":[
            {"role":"user","content":{"type":"text","text":"Write the note."}}]})");
        return made;
    }
    //! Makes \a command answer all requests of the source without asking.
    void answerBy(const QStringList &command)
    {
        QList<Json> parts;
        for (const QString &part : command)
            parts.append(Json::string(part));
        const Json rule =
            Json::object({{u"command"_s, Json::array(parts)}, {u"automatic"_s, Json::boolean(true)}});
        QVERIFY(f->sessions->trust(AnswerCommand::ruleFacts(u"s"_s, rule)));
        QVERIFY(f->sessions->trust(AnswerCommand::trustFacts(command)));
        f->requests.setRule(u"s"_s, rule);
    }

    std::unique_ptr<PageFixture> f;
    std::unique_ptr<MainWindow> m_window;
};

void tst_AnswerRules::init()
{
    f = std::make_unique<PageFixture>();
    QVERIFY(f->connectSource());
    MainWindow::Options options;
    options.remember = false;
    m_window = std::make_unique<MainWindow>(
        f->sessions.get(), static_cast<WorkbenchStyle *>(QApplication::style()), options);
    m_window->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
}

void tst_AnswerRules::cleanup()
{
    m_window.reset();
    f.reset();
}

void tst_AnswerRules::oneCommandRunsAtATime()
{
    QTemporaryDir folder;
    const QString lock = folder.filePath(u"lock"_s);
    // mkdir fails while another command runs.
    answerBy({u"sh"_s, u"-c"_s, u"mkdir %1 || exit 3; cat > /dev/null; rmdir %1; echo hi"_s.arg(lock)});
    std::vector<QFuture<PeerAnswer>> answers;
    for (int i = 0; i < 16; ++i)
        answers.push_back(f->requests.ask(request(), {}));
    QTRY_VERIFY(std::ranges::all_of(answers, [](const auto &answer) { return answer.isFinished(); }));
    for (const auto &answer : answers)
        QCOMPARE(answer.result().action, PeerAnswer::Action::Accept);
}

void tst_AnswerRules::aFailedCommandIsAnnounced()
{
    answerBy({u"false"_s});
    const auto answer = f->requests.ask(request(), {});
    QTRY_VERIFY(m_window->findChild<MessageBar *>()->isVisible());
    QVERIFY(!answer.isFinished());
    f->requests.answer(f->requests.current()->id, {});
}

WORKBENCH_TEST(tst_AnswerRules, QApplication, Workbench::Test::useOurStyle)
#include "tst_answerrules.moc"
