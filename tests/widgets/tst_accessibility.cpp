// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// Accessible names, Tab order and visible focus in the whole window: on a call's page with a result, and on a
// stream's page.

#include "tests/support/ourstyle.h"
#include "tests/support/pagefixture.h"
#include "tests/support/signinframes.h"
#include "tests/support/testprogram.h"
#include "ui/theme/workbenchstyle.h"
#include "ui/window/bottompanel.h"
#include "ui/window/mainwindow.h"
#include "ui/window/pagestack.h"
#include "ui/window/sourcescontroller.h"

#include <QAccessible>
#include <QApplication>
#include <QLineEdit>
#include <QTabBar>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace Workbench;
using namespace Workbench::Ui;

class tst_Accessibility : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void cleanup();

    void everyControlHasAName_data() { pages(); }
    void everyControlHasAName();
    void tabReachesEveryControl_data() { pages(); }
    void tabReachesEveryControl();
    void tabFollowsTheVisualOrder_data() { pages(); }
    void tabFollowsTheVisualOrder();
    void focusIsVisible_data() { pages(); }
    void focusIsVisible();
    void theBottomPanelEndsOnAWholeRow_data() { pages(); }
    void theBottomPanelEndsOnAWholeRow();

private:
    static void pages();
    void open();
    void ask(PeerRequest::Kind kind);
    QWidgetList controls() const;
    QWidgetList tabbed() const;
    QRect placeOf(const QWidget *widget) const
    {
        return {widget->mapTo(m_window.get(), QPoint()), widget->size()};
    }
    static QString nameOf(const QWidget *widget)
    {
        const QAccessibleInterface *face =
            QAccessible::queryAccessibleInterface(const_cast<QWidget *>(widget));
        return face ? face->text(QAccessible::Name) : QString();
    }
    static QString describe(const QWidget *widget)
    {
        return u"%1 “%2” (%3) in %4"_s.arg(QString::fromLatin1(widget->metaObject()->className()),
            widget->objectName(), nameOf(widget),
            widget->parentWidget() ? widget->parentWidget()->objectName() : QString());
    }

    std::unique_ptr<PageFixture> f;
    std::unique_ptr<MainWindow> m_window;
    WorkbenchStyle *m_style = nullptr;
};

void tst_Accessibility::pages()
{
    QTest::addColumn<QString>("operation");
    QTest::addColumn<QSize>("size");
    QTest::newRow("a call") << u"echo"_s << QSize(1280, 800);
    QTest::newRow("a stream") << u"tick"_s << QSize(1280, 800);
    QTest::newRow("a call, small") << u"echo"_s << QSize(800, 600);
    QTest::newRow("a stream, small") << u"tick"_s << QSize(800, 600);
    for (const auto &kind : {u"form"_s, u"link"_s, u"sampling"_s, u"source"_s, u"sign-in"_s}) {
        QTest::addRow("%s", qPrintable(kind)) << kind << QSize(1280, 800);
        QTest::addRow("%s, small", qPrintable(kind)) << kind << QSize(800, 600);
    }
}

void tst_Accessibility::init()
{
    m_style = static_cast<WorkbenchStyle *>(QApplication::style());
    f = std::make_unique<PageFixture>();
    for (OperationSpec &operation : f->peer->discovery->operations)
        operation.outputSchema =
            jsonLiteral(R"({"type":"object","properties":{"answer":{"type":"string"}}})");
    QVERIFY(f->connectSource());
    MainWindow::Options options;
    options.remember = false;
    m_window = std::make_unique<MainWindow>(f->sessions.get(), m_style, options);
}

void tst_Accessibility::cleanup()
{
    m_window.reset();
    f.reset();
}

void tst_Accessibility::open()
{
    QFETCH(const QString, operation);
    QFETCH(const QSize, size);
    m_window->resize(size);
    m_window->show();
    QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    if (operation == "source"_L1) {
        m_window->sources()->showServer(u"s"_s);
        QTest::qWait(20); // until the layout is complete
        return;
    }
    if (operation == "sign-in"_L1) {
        SignInFrames frames(f->sessions->exchanges(), u"s"_s);
        frames.noteRefusal();
        frames.noteTokenRefused();
        m_window->sources()->showSignIn(u"s"_s);
        QTest::qWait(20);
        return;
    }
    const QStringList kinds{u"form"_s, u"link"_s, u"sampling"_s}; // in the order of PeerRequest::Kind
    if (kinds.contains(operation)) {
        ask(PeerRequest::Kind(kinds.indexOf(operation)));
        return;
    }
    OperationPage *page = m_window->openOperation({u"s"_s, operation});
    page->invoke();
    if (page->isSubscription()) {
        QTRY_VERIFY(f->peer->stream && f->peer->stream->isStarted);
        f->peer->stream->push(jsonLiteral(R"({"answer":42})"));
        QTRY_VERIFY(child(page, u"warningCard"_s));
    } else {
        QTRY_VERIFY(!page->isRunning() && child(page, u"warningCard"_s));
    }
    QTest::qWait(20); // until the layout is complete
}

//! A call during which the server asks the user.
void tst_Accessibility::ask(PeerRequest::Kind kind)
{
    f->peer->answersAtOnce = false;
    OperationPage *page = m_window->openOperation({u"s"_s, u"echo"_s});
    page->invoke();
    QTRY_VERIFY(!f->peer->calls.empty());
    PeerRequest request;
    request.source = u"s"_s;
    request.exchangeId = page->exchangeId();
    request.kind = kind;
    request.message = u"Who are you?"_s;
    request.schema =
        jsonLiteral(R"({"type":"object","properties":{"name":{"type":"string","default":"A"}}})");
    request.address = urlFacts(QUrl(u"https://example.org/"_s));
    request.params =
        jsonLiteral(R"({"maxTokens":9,"messages":[{"role":"user","content":{"type":"text","text":"Say"}}]})");
    (void)f->requests.ask(request, {});
    QTRY_VERIFY(child(page, u"askDecline"_s)->isEnabled());
    QTest::qWait(20); // until the layout is complete
}

//! All visible widgets that take the focus by Tab.
QWidgetList tst_Accessibility::controls() const
{
    QWidgetList found;
    for (QWidget *widget : m_window->findChildren<QWidget *>()) {
        const bool takesTab = (widget->focusPolicy() & Qt::TabFocus) == Qt::TabFocus;
        if (takesTab && widget->isVisible() && widget->isEnabled() && !widget->focusProxy()
            && !widget->visibleRegion().isEmpty())
            found.append(widget);
    }
    return found;
}

//! The widgets in Tab order, from the first.
QWidgetList tst_Accessibility::tabbed() const
{
    QWidgetList order;
    m_window->setFocus();
    for (int i = 0; i < 200; ++i) {
        QWidget *before = QApplication::focusWidget();
        QTest::keyClick(before ? before : m_window.get(), Qt::Key_Tab);
        QWidget *now = QApplication::focusWidget();
        if (!now || order.contains(now))
            break;
        order.append(now);
    }
    return order;
}

void tst_Accessibility::everyControlHasAName()
{
    open();
    QStringList nameless;
    for (const QWidget *widget : controls()) {
        if (nameOf(widget).trimmed().isEmpty())
            nameless.append(describe(widget));
    }
    for (const QAbstractButton *button : m_window->findChildren<QAbstractButton *>()) {
        const bool isQts =
            qobject_cast<QLineEdit *>(button->parent()) || qobject_cast<QTabBar *>(button->parent());
        if (button->isVisible() && !isQts && nameOf(button).trimmed().isEmpty())
            nameless.append(describe(button));
    }
    QVERIFY2(nameless.isEmpty(), qPrintable(nameless.join(u'\n')));
    QVERIFY(controls().size() > 10);
}

void tst_Accessibility::tabReachesEveryControl()
{
    open();
    const QWidgetList reached = tabbed();
    QStringList missed;
    for (const QWidget *widget : controls()) {
        if (!reached.contains(widget))
            missed.append(describe(widget));
    }
    QVERIFY2(missed.isEmpty(), qPrintable(missed.join(u'\n')));
}

void tst_Accessibility::tabFollowsTheVisualOrder()
{
    open();
    static const QStringList panes{u"topBar"_s, u"sourcesPane"_s, u"operationHeader"_s, u"inputHeader"_s,
        u"schemaForm"_s, u"statusLine"_s, u"dataPane"_s, u"metaPane"_s, u"warningsPane"_s, u"streamStatus"_s,
        u"bottomPanel"_s};
    const auto paneOf = [](const QWidget *widget) {
        while (widget && !panes.contains(widget->objectName()))
            widget = widget->parentWidget();
        return widget;
    };
    const QWidgetList order = tabbed();
    QStringList jumps;
    for (qsizetype i = 1; i < order.size(); ++i) {
        const QWidget *pane = paneOf(order.at(i));
        if (!pane || pane != paneOf(order.at(i - 1)))
            continue;
        const QRect before = placeOf(order.at(i - 1));
        const QRect now = placeOf(order.at(i));
        const bool sameRow = now.top() < before.bottom() && before.top() < now.bottom();
        if (now.bottom() < before.top() || (sameRow && now.right() < before.left()))
            jumps.append(describe(order.at(i - 1)) + u" → "_s + describe(order.at(i)));
    }
    QVERIFY2(jumps.isEmpty(), qPrintable(jumps.join(u'\n')));
    // Panes follow each other from left to right and top to bottom.
    const auto first = [&](const QString &pane) {
        return std::ranges::find_if(order, [&](const QWidget *widget) {
            const QWidget *own = paneOf(widget);
            return own && own->objectName() == pane;
        }) - order.begin();
    };
    QVERIFY(first(u"topBar"_s) < first(u"sourcesPane"_s));
    if (first(u"dataPane"_s) == order.size())
        return; // no result is shown
    QVERIFY(first(u"sourcesPane"_s) < first(u"operationHeader"_s));
    QVERIFY(first(u"operationHeader"_s) < first(u"dataPane"_s));
    QVERIFY(first(u"dataPane"_s) < first(u"metaPane"_s));
    // Where Meta and Warnings are tabs, Warnings is in front.
    const auto meta = first(u"metaPane"_s);
    QVERIFY(meta == order.size() || meta < first(u"warningsPane"_s));
    QVERIFY(first(u"warningsPane"_s) < first(u"bottomPanel"_s));
}

void tst_Accessibility::focusIsVisible()
{
    open();
    QStringList unseen;
    for (QWidget *widget : controls()) {
        m_window->setFocus();
        const QRect place = placeOf(widget).adjusted(-3, -3, 3, 3);
        const QImage without = m_window->grab(place).toImage();
        widget->setFocus(Qt::TabFocusReason);
        if (m_window->grab(place).toImage() == without)
            unseen.append(describe(widget));
    }
    QVERIFY2(unseen.isEmpty(), qPrintable(unseen.join(u'\n')));
}

void tst_Accessibility::theBottomPanelEndsOnAWholeRow()
{
    open();
    QFETCH(const QSize, size);
    m_window->openOperation({u"s"_s, u"tick"_s}); // a page in the background requests no space
    m_window->openOperation({u"s"_s, u"echo"_s});
    QTest::qWait(20);
    const auto *panel = child<BottomPanel>(m_window.get(), u"bottomPanel"_s);
    QCOMPARE(panel->height(), panel->heightForRows(size.width() < 900 ? 2 : size.height() < 820 ? 3 : 5));
    QCOMPARE(child(m_window.get(), u"sourcesPane"_s)->width(), size.width() < 900 ? 192 : 264);
}

WORKBENCH_TEST(tst_Accessibility, QApplication, Workbench::Test::useOurStyle)
#include "tst_accessibility.moc"
