// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// Changes in Preferences take effect and are kept.

#include "app/demo/demo.h"
#include "app/wiring/composition.h"
#include "core/base/advice.h"
#include "core/json/jsonparser.h"
#include "core/session/sessions.h"
#include "tests/support/closesessions.h"
#include "tests/support/testprogram.h"
#include "ui/dialogs/addsourcedialog.h"
#include "ui/models/limitsmodel.h"
#include "ui/models/preferences.h"
#include "ui/pages/operationpage.h"
#include "ui/panes/errorcard.h"
#include "ui/panes/resultpane.h"
#include "ui/panes/warningspane.h"
#include "ui/theme/workbenchstyle.h"
#include "ui/window/mainwindow.h"
#include "ui/window/messagebar.h"
#include "ui/window/preferencesdialog.h"
#include "ui/window/sourcescontroller.h"

#include <QAction>
#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QFontComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QPointer>
#include <QPushButton>
#include <QRegularExpression>
#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>
#include <QTreeView>

using namespace Qt::StringLiterals;
using namespace Workbench;
using namespace Workbench::Ui;

class tst_Preferences : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();
    void aChangedLimitTakesEffectAndIsKept();
    void aWrongLimitIsRefused_data();
    void aWrongLimitIsRefused();
    void anUnknownStoredLimitIsIgnored();
    void aStoredContradictionLeavesOutOneLimit();
    void anErrorOpensItsLimit_data();
    void anErrorOpensItsLimit();
    void aWarningOpensItsLimit();
    void aLimitOfASourceIsChangedInItsSettings();
    void theFontsAreKept();
    void theThemeIsKept();
    void theLanguageIsKept();
    void aQuestionThatIsSwitchedOffIsNotAsked();
    void aProxyIsKept_data();
    void aProxyIsKept();

private:
    PreferencesDialog *dialog() const { return m_window->findChild<PreferencesDialog *>(); }
    template <typename T> T *in(const QString &name) const { return dialog()->findChild<T *>(name); }
    void type(const QString &limit, const QString &value) const;

    std::unique_ptr<QTemporaryDir> m_home;
    std::unique_ptr<App::Composition> m_composition;
    std::unique_ptr<App::Demo> m_demo;
    std::unique_ptr<MainWindow> m_window;
    WorkbenchStyle *m_style = nullptr;
};

void tst_Preferences::initTestCase()
{
    QCoreApplication::setOrganizationName(u"envelope-workbench-tests"_s);
    m_style = new WorkbenchStyle(u"Fusion"_s);
    QApplication::setStyle(m_style);
}

void tst_Preferences::init()
{
    m_home = std::make_unique<QTemporaryDir>();
    QSettings::setDefaultFormat(QSettings::IniFormat);
    QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, m_home->path());
    m_composition = std::make_unique<App::Composition>(
        App::Composition::Options{.rememberTrust = false, .ownCommand = QStringLiteral(ENVELOPE_PROGRAM)});
    m_demo = std::make_unique<App::Demo>();
    m_window = std::make_unique<MainWindow>(&m_composition->sessions(), m_style,
        MainWindow::Options{.demo = [this] { return m_demo->start(); }, .scratchPath = {}});
    m_window->show();
    QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
}

void tst_Preferences::cleanup()
{
    m_window.reset();
    Test::closeSessions(m_composition->sessions());
    m_demo.reset();
    m_composition.reset();
}

void tst_Preferences::type(const QString &limit, const QString &value) const
{
    in<QLineEdit>(u"limitsFilter"_s)->setText(limit);
    auto *table = in<QTreeView>(u"limitsTable"_s);
    QCOMPARE(table->model()->rowCount(), 1);
    const QModelIndex cell = table->model()->index(0, LimitsModel::ValueColumn);
    table->setCurrentIndex(cell);
    table->edit(cell);
    auto *editor = table->viewport()->findChild<QLineEdit *>();
    QVERIFY(editor);
    editor->setText(value);
    const QPointer<QLineEdit> open = editor;
    QTest::keyClick(editor, Qt::Key_Return); // the table applies the text with a delay
    QTRY_VERIFY(!open);
}

void tst_Preferences::aChangedLimitTakesEffectAndIsKept()
{
    m_window->findChild<QAction *>(u"preferences"_s)->trigger();
    QVERIFY(dialog());
    type(u"request.timeout"_s, u"90s"_s);
    QCOMPARE(m_composition->sessions().limits().requestTimeoutMs, 90'000);
    QCOMPARE(Preferences::limits().requestTimeoutMs, 90'000);
    QCOMPARE(Preferences::limits().jsonDepth, Limits().jsonDepth);

    auto *reset = in<QPushButton>(u"resetLimit"_s);
    QVERIFY(reset->isEnabled());
    reset->click();
    QCOMPARE(Preferences::limits().requestTimeoutMs, Limits().requestTimeoutMs);
    QVERIFY(!reset->isEnabled());
}

void tst_Preferences::aWrongLimitIsRefused_data()
{
    QTest::addColumn<QString>("limit");
    QTest::addColumn<QString>("value");
    QTest::addColumn<QString>("sentence");
    QTest::newRow("an invalid time") << u"request.timeout"_s << u"long"_s << u"takes a time such as 30s"_s;
    QTest::newRow("contradicts another")
        << u"request.timeout"_s << u"1h"_s << u"request.maxTotal (10 min) is below the limit"_s;
    QTest::newRow("cannot be off") << u"json.depth"_s << u"0"_s << u"cannot be switched off"_s;
}

void tst_Preferences::aWrongLimitIsRefused()
{
    QFETCH(QString, limit);
    QFETCH(QString, value);
    QFETCH(QString, sentence);
    m_window->showPreferences();
    type(limit, value);
    const QString said = in<QLabel>(u"limitsState"_s)->text();
    QVERIFY2(said.contains(sentence), qPrintable(said));
    const LimitInfo &info = *findLimit(limit);
    QCOMPARE(m_composition->sessions().limits().*info.value, Limits().*info.value);
    QCOMPARE(Preferences::limits().*info.value, Limits().*info.value);
}

void tst_Preferences::anUnknownStoredLimitIsIgnored()
{
    QSettings settings;
    settings.setValue(u"limits/gone.limit"_s, u"7"_s);
    settings.setValue(u"limits/json.depth"_s, u"99"_s);
    settings.setValue(u"limits/json.nodes"_s, u"many"_s);
    const QRegularExpression warning(u"^The stored limit json\\.nodes is not used: .*not \"many\""_s);
    QTest::ignoreMessage(QtWarningMsg, warning);
    QCOMPARE(Preferences::limits().jsonDepth, 99);
    QTest::ignoreMessage(QtWarningMsg, warning);
    QCOMPARE(Preferences::limits().jsonNodes, Limits().jsonNodes);
}

void tst_Preferences::aStoredContradictionLeavesOutOneLimit()
{
    QSettings settings;
    settings.setValue(u"limits/json.depth"_s, u"99"_s);
    settings.setValue(u"limits/request.maxTotal"_s, u"5s"_s);
    QTest::ignoreMessage(QtWarningMsg,
        "The stored limit request.maxTotal is not used: The limit request.maxTotal (5 s) is below the limit "
        "request.timeout (60 s). Raise the first or lower the second.");
    QCOMPARE(Preferences::limits().jsonDepth, 99);
    QTest::ignoreMessage(QtWarningMsg, QRegularExpression(u"request\\.maxTotal is not used"_s));
    QCOMPARE(Preferences::limits().requestMaxTotalMs, Limits().requestMaxTotalMs);

    settings.setValue(u"limits/request.timeout"_s, u"4s"_s); // sorts after request.maxTotal
    QCOMPARE(Preferences::limits().requestMaxTotalMs, 5000);
    QCOMPARE(Preferences::limits().requestTimeoutMs, 4000);
}

void tst_Preferences::anErrorOpensItsLimit_data()
{
    QTest::addColumn<bool>("onPage");
    QTest::addColumn<Error>("error");
    QTest::addColumn<QString>("key");
    const Error tooLong = limitError(*findLimit(u"http.bodyBytes"), u"The body is too long."_s, 5);
    const Error late =
        advisingLimit({ErrorKind::Timeout, u"late"_s, u"It did not answer."_s}, u"request.timeout", 5000);
    QTest::newRow("on the page of a call") << true << tooLong << u"http.bodyBytes"_s;
    QTest::newRow("in the message bar") << false << tooLong << u"http.bodyBytes"_s;
    QTest::newRow("a timeout, on the page of a call") << true << late << u"request.timeout"_s;
    QTest::newRow("a timeout, in the message bar") << false << late << u"request.timeout"_s;
}

void tst_Preferences::anErrorOpensItsLimit()
{
    QFETCH(bool, onPage);
    QFETCH(Error, error);
    QFETCH(QString, key);
    if (onPage) {
        OperationPage *page = m_window->openOperation({u"local"_s, u"weather.now"_s});
        auto *card = page->findChild<ErrorCard *>();
        card->setError(error);
        card->findChild<QPushButton *>(u"changeLimit"_s)->click();
    } else {
        m_window->findChild<MessageBar *>()->showError(error);
        m_window->findChild<QToolButton *>(u"messageAction"_s)->click();
    }
    QVERIFY(dialog());
    QCOMPARE(in<QLineEdit>(u"limitsFilter"_s)->text(), key);
    QVERIFY(in<QTreeView>(u"limitsTable"_s)->isVisible());
    QCOMPARE(in<QTreeView>(u"limitsTable"_s)->model()->rowCount(), 1);
}

void tst_Preferences::aWarningOpensItsLimit()
{
    ResultPane *pane = m_window->openOperation({u"local"_s, u"weather.now"_s})->resultPane();
    const Json data = Json::string(u"warm"_s);
    Outcome outcome{localEnvelope(data, u"weather.now"_s), data, {}, 0, {}, {}};
    outcome.warnings = {
        {{}, u"Not validated: budget: validation took more steps than the limit schema.steps allows"_s,
            u"budget"_s, {}}};
    pane->showResult(outcome, {});
    pane->findChild<WarningCard *>()->findChild<QToolButton *>(u"changeLimit"_s)->click();
    QVERIFY(dialog());
    QCOMPARE(in<QLineEdit>(u"limitsFilter"_s)->text(), u"schema.steps"_s);
}

void tst_Preferences::aLimitOfASourceIsChangedInItsSettings()
{
    QVERIFY(m_window->sessions()->addSource(
        {u"slow"_s, u"mcp"_s, jsonLiteral(R"({"command":"true","limits":{"request.timeout":"1 s"}})")}));
    m_window->changeLimit(u"request.timeout"_s, u"slow"_s);
    QVERIFY(!m_window->findChild<PreferencesDialog *>());
    QVERIFY(m_window->findChild<AddSourceDialog *>());
}

void tst_Preferences::theFontsAreKept()
{
    m_window->showPreferences();
    in<QFontComboBox>(u"textFont"_s)->setCurrentFont(QFont(u"DejaVu Serif"_s));
    QCOMPARE(QApplication::font().family(), u"DejaVu Serif"_s);
    QCOMPARE(Preferences::textFont(), u"DejaVu Serif"_s);
    QTest::mouseClick(in<QToolButton>(u"usualFonts"_s), Qt::LeftButton);
    QVERIFY(Preferences::textFont().isEmpty());
    QVERIFY(QApplication::font().family() != u"DejaVu Serif"_s);
}

void tst_Preferences::theThemeIsKept()
{
    m_style->setScheme(WorkbenchStyle::Scheme::Light);
    m_window->showPreferences();
    QTest::keyClick(in<QComboBox>(u"scheme"_s), Qt::Key_Down);
    QCOMPARE(m_style->scheme(), WorkbenchStyle::Scheme::Dark);
    m_style->setScheme(WorkbenchStyle::Scheme::Light);
    Preferences::applyAtStart(m_style);
    QCOMPARE(m_style->scheme(), WorkbenchStyle::Scheme::Dark);
}

void tst_Preferences::theLanguageIsKept()
{
    m_window->showPreferences();
    auto *box = in<QComboBox>(u"language"_s);
    QCOMPARE(box->currentData().toString(), QString());
    Preferences::setLanguage(u"de"_s);
    QCOMPARE(Preferences::locale().language(), QLocale::German);
    Preferences::setLanguage({});
    QCOMPARE(Preferences::locale(), QLocale());
}

void tst_Preferences::aQuestionThatIsSwitchedOffIsNotAsked()
{
    m_window->sessions()->setSources({{u"mine"_s, u"local"_s, jsonLiteral(R"({"set":"demo"})")}});
    m_window->sources()->removeSource(u"mine"_s);
    auto *question = m_window->findChild<QMessageBox *>(u"removeQuestion"_s);
    QVERIFY(question);
    question->reject();
    QVERIFY(m_window->sessions()->source(u"mine"_s));
    m_window->showPreferences();
    in<QCheckBox>(u"askRemoveSource"_s)->click();
    m_window->sources()->removeSource(u"mine"_s);
    QVERIFY(!m_window->sessions()->source(u"mine"_s));
}

void tst_Preferences::aProxyIsKept_data()
{
    QTest::addColumn<QString>("typed");
    QTest::addColumn<QString>("kept");
    QTest::newRow("host and port") << u" proxy.example:3128 "_s << u"http://proxy.example:3128"_s;
    QTest::newRow("socks") << u"socks5h://localhost:1080"_s << u"socks5h://localhost:1080"_s;
    QTest::newRow("an unsupported scheme") << u"ftp://proxy.example"_s << QString();
    QTest::newRow("a password") << u"http://me:word@proxy.example:3128"_s << QString();
}

void tst_Preferences::aProxyIsKept()
{
    QFETCH(QString, typed);
    m_window->showPreferences();
    auto *field = in<QLineEdit>(u"proxy"_s);
    field->setText(typed);
    QTest::keyClick(field, Qt::Key_Return);
    QTEST(Preferences::proxy(), "kept");
    QCOMPARE(field->property("invalid").toBool(), Preferences::proxy().isEmpty());
}

WORKBENCH_TEST(tst_Preferences, QApplication)
#include "tst_preferences.moc"
