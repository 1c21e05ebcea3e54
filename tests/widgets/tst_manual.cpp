// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// The manual in the window: F1 opens the page about the focused pane, links lead to its pages, and nothing is
// loaded from other places.

#include "app/wiring/composition.h"
#include "tests/support/testprogram.h"
#include "ui/pages/manualpage.h"
#include "ui/theme/workbenchstyle.h"
#include "ui/window/mainwindow.h"

#include <QAction>
#include <QApplication>
#include <QDialog>
#include <QDir>
#include <QListWidget>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QTextBlock>
#include <QTextBrowser>

using namespace Qt::StringLiterals;
using namespace Workbench;
using namespace Workbench::Ui;

class tst_Manual : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        QCoreApplication::setOrganizationName(u"envelope-workbench-tests"_s);
        m_style = new WorkbenchStyle;
        QApplication::setStyle(m_style);
    }

    void listsEveryPage()
    {
        const ManualPage page(nullptr);
        const auto *list = page.findChild<QListWidget *>(u"manualPages"_s);
        QCOMPARE(list->count(), QDir(u":/manual"_s).entryList({u"*.md"_s}).size());
        QVERIFY(list->count() > 10);
        QCOMPARE(page.tabDetail(), u"Manual"_s);
    }

    void opensAPageAtAHeading()
    {
        ManualPage page(nullptr);
        page.showTopic(u"results.md#received-and-normalised"_s);
        QCOMPARE(page.topic(), u"results.md"_s);
        QCOMPARE(page.browser()->textCursor().block().text(), u"Received and normalised"_s);
        page.showTopic(u"nothing.md"_s);
        QCOMPARE(page.topic(), u"index.md"_s);
    }

    void aLinkLeadsToItsPage()
    {
        ManualPage page(nullptr);
        QSignalSpy changed(&page, &ToolPage::tabChanged);
        Q_EMIT page.browser()->anchorClicked(QUrl(u"streams.md"_s));
        QCOMPARE(page.tabDetail(), u"Streams"_s);
        QCOMPARE(changed.size(), 1);
    }

    void showsItsPicturesAndNothingFromElsewhere()
    {
        const ManualPage page(nullptr);
        const auto loaded = [&page](const QString &name) {
            return page.browser()->loadResource(QTextDocument::ImageResource, QUrl(name)).isValid();
        };
        QVERIFY(loaded(u"../screenshots/main-light.png"_s));
        QVERIFY(!loaded(u"https://example.org/picture.png"_s));
        QVERIFY(!loaded(u"file:///etc/hostname"_s));
    }

    void picturesAreNoWiderThanThePage()
    {
        ManualPage page(nullptr);
        page.showTopic(u"checks.md"_s);
        for (const int width : {1500, 900, 1200}) {
            page.resize(width, 700);
            page.show();
            QVERIFY(QTest::qWaitForWindowExposed(&page));
            const QUrl name(u"../screenshots/check-light.png"_s);
            const auto shown = [&page, &name] {
                const auto image =
                    page.browser()->document()->resource(QTextDocument::ImageResource, name).value<QImage>();
                return image.width() / image.devicePixelRatio();
            };
            const int most = page.browser()->viewport()->width();
            QTRY_VERIFY(shown() <= most);
            QVERIFY(shown() >= most - 60);
        }
    }

    void f1OpensThePageAboutTheFocus()
    {
        makeWindow();
        const auto *history = m_window->findChild<QWidget *>(u"historyPane"_s);
        QCOMPARE(ManualPage::topicOf(history->findChild<QWidget *>()), u"history.md"_s);
        auto *add =
            m_window->findChild<QWidget *>(u"sourcesPane"_s)->findChild<QPushButton *>(u"addSource"_s);
        add->setFocus();
        QTRY_COMPARE(m_window->focusWidget(), add);
        QTest::keyClick(m_window.get(), Qt::Key_F1);
        const auto *page = m_window->findChild<ManualPage *>();
        QVERIFY(page && page->isVisible());
        QCOMPARE(page->topic(), u"sources.md"_s);
        QTest::keyClick(m_window.get(), Qt::Key_F1); // the focus is in the manual: the page stays
        QCOMPARE(m_window->findChildren<ManualPage *>().size(), 1);
        QCOMPARE(page->topic(), u"sources.md"_s);
    }

    void f1InADialogOpensItsPageAboveIt()
    {
        makeWindow();
        m_window->findChild<QAction *>(u"preferences"_s)->trigger();
        auto *dialog = m_window->findChild<QDialog *>(u"preferencesDialog"_s);
        QVERIFY(dialog && QTest::qWaitForWindowActive(dialog));
        QTRY_VERIFY(dialog->focusWidget());
        QTest::keyClick(dialog->focusWidget(), Qt::Key_F1);
        auto *page = dialog->findChild<ManualPage *>();
        QVERIFY(page);
        QCOMPARE(page->topic(), u"preferences.md"_s);
        QVERIFY(QTest::qWaitForWindowActive(page->window()));
        QTest::keyClick(page->browser(), Qt::Key_F1);
        QCOMPARE(dialog->findChildren<ManualPage *>().size(), 1);
        QCOMPARE(page->topic(), u"preferences.md"_s);
        QTest::keyClick(page->browser(), Qt::Key_Escape);
        QTRY_VERIFY(!dialog->findChild<ManualPage *>());
        QVERIFY(dialog->isVisible());
    }

    void cleanup()
    {
        m_window.reset();
        m_composition.reset();
    }

private:
    void makeWindow()
    {
        m_composition.emplace(App::Composition::Options{.limits = {}, .rememberTrust = false});
        MainWindow::Options options;
        options.remember = false;
        options.scratchPath = m_home.filePath(u"unsaved.workspace.json"_s);
        m_window = std::make_unique<MainWindow>(&m_composition->sessions(), m_style, options);
        m_window->show();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    }

    WorkbenchStyle *m_style = nullptr;
    QTemporaryDir m_home;
    std::optional<App::Composition> m_composition;
    std::unique_ptr<MainWindow> m_window;
};

WORKBENCH_TEST(tst_Manual, QApplication)
#include "tst_manual.moc"
