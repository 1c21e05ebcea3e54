// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// The steps of a connection in the window: after a failed test, and for a source that could not be connected.

#include "app/wiring/composition.h"
#include "tests/support/mcphttpscript.h"
#include "tests/support/testprogram.h"
#include "ui/dialogs/addsourcedialog.h"
#include "ui/pages/serverpage.h"
#include "ui/theme/workbenchstyle.h"
#include "ui/window/mainwindow.h"
#include "ui/window/sourcescontroller.h"

#include <QApplication>
#include <QLabel>
#include <QPushButton>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace Workbench;
using namespace Workbench::Test;
using namespace Workbench::Ui;

class tst_ConnectionSteps : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();
    void aFailedTestShowsTheSteps();
    void aSuccessfulTestShowsNoSteps();
    void theNextTestReplacesTheSteps();
    void aFailedSourceHasAButtonForTheSteps();

private:
    //! The label of the step \a code in the dialog, or null when the step is not shown.
    QLabel *observed(const QString &code) const
    {
        const auto *dialog = m_window->findChild<AddSourceDialog *>();
        auto *label = dialog ? dialog->findChild<QLabel *>(u"observed-"_s + code) : nullptr;
        return label && label->isVisible() ? label : nullptr;
    }
    AddSourceDialog *openWith(const QString &text)
    {
        m_window->sources()->addSourceFrom(text);
        auto *dialog = m_window->findChild<AddSourceDialog *>();
        QTest::mouseClick(dialog->findChild<QPushButton *>(u"test"_s), Qt::LeftButton);
        return dialog;
    }
    static QStringList textsOf(const QWidget *dialog)
    {
        QStringList texts;
        const auto *steps = dialog->findChild<QWidget *>(u"connectionSteps"_s);
        for (const QLabel *label : steps->findChildren<QLabel *>())
            texts.append(label->text());
        return texts;
    }

    std::unique_ptr<QTemporaryDir> m_home;
    std::unique_ptr<App::Composition> m_composition;
    std::unique_ptr<MainWindow> m_window;
    WorkbenchStyle *m_style = nullptr;
};

void tst_ConnectionSteps::initTestCase()
{
    QCoreApplication::setOrganizationName(u"envelope-workbench-tests"_s);
    m_style = new WorkbenchStyle;
    QApplication::setStyle(m_style);
}

void tst_ConnectionSteps::init()
{
    m_home = std::make_unique<QTemporaryDir>();
    m_composition = std::make_unique<App::Composition>(App::Composition::Options{.rememberTrust = false});
    MainWindow::Options options;
    options.remember = false;
    options.scratchPath = m_home->filePath(u"unsaved.workspace.json"_s);
    m_window = std::make_unique<MainWindow>(&m_composition->sessions(), m_style, options);
    m_window->resize(1100, 800);
    m_window->show();
}

void tst_ConnectionSteps::cleanup()
{
    m_window.reset();
    m_composition.reset();
}

void tst_ConnectionSteps::aFailedTestShowsTheSteps()
{
    const AddSourceDialog *const dialog = openWith(u"http://127.0.0.1:1/mcp"_s);
    QTRY_VERIFY(observed(u"tcp"_s));
    QVERIFY2(observed(u"tcp"_s)->text().contains(u"nothing listens there"_s),
        qPrintable(observed(u"tcp"_s)->text()));
    QCOMPARE(observed(u"http"_s)->text(), u"An earlier step failed."_s);
    const QStringList texts = textsOf(dialog);
    for (const QString &text :
        {u"Name"_s, u"Connection (TCP)"_s, u"Encryption (TLS)"_s, u"Capabilities"_s, u"Is it running?"_s})
        QVERIFY2(texts.contains(text), qPrintable(texts.join(u'\n')));
}

void tst_ConnectionSteps::aSuccessfulTestShowsNoSteps()
{
    const McpHttpScript server;
    const AddSourceDialog *const dialog = openWith(server.url());
    QTRY_VERIFY(dialog->findChild<QLabel *>(u"testResult"_s)->text().startsWith(u"Connected"_s));
    QVERIFY(!dialog->findChild<QWidget *>(u"connectionSteps"_s)->isVisible());
}

void tst_ConnectionSteps::theNextTestReplacesTheSteps()
{
    McpHttpScript server;
    server.allBytes = "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
    AddSourceDialog *const dialog = openWith(server.url());
    QTRY_VERIFY(observed(u"http"_s));
    QVERIFY2(observed(u"http"_s)->text().contains(u"has no MCP endpoint"_s),
        qPrintable(observed(u"http"_s)->text()));
    server.allBytes.clear();
    QTest::mouseClick(dialog->findChild<QPushButton *>(u"test"_s), Qt::LeftButton);
    QTRY_VERIFY(dialog->findChild<QLabel *>(u"testResult"_s)->text().startsWith(u"Connected"_s));
    QVERIFY(!dialog->findChild<QWidget *>(u"connectionSteps"_s)->isVisible());
}

void tst_ConnectionSteps::aFailedSourceHasAButtonForTheSteps()
{
    Sessions &sessions = m_composition->sessions();
    const Json settings = Json::object({{u"url"_s, Json::string(u"http://127.0.0.1:1/mcp"_s)}});
    QVERIFY(sessions.addSource({u"there"_s, u"mcp"_s, settings}));
    m_window->sources()->showServer(u"there"_s);
    const auto *page = m_window->findChild<ServerPage *>();
    QVERIFY(page);
    auto *button = page->findChild<QPushButton *>(u"checkSource"_s);
    QVERIFY(!button->isEnabled());
    m_window->sources()->connectSource(u"there"_s);
    QTRY_COMPARE(button->text(), u"Check connection"_s);
    QTest::mouseClick(button, Qt::LeftButton);
    QTRY_VERIFY(observed(u"tcp"_s));
    QVERIFY(observed(u"tcp"_s)->text().contains(u"nothing listens there"_s));
}

WORKBENCH_TEST(tst_ConnectionSteps, QApplication)
#include "tst_connectionsteps.moc"
