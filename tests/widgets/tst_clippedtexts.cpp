// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// Walks through all views of the tour, light and dark, at each supported size: no label, tab, segment,
// button, field, column or cell is elided or clipped where it could have enough space. permitted() lists the
// exceptions.

#include "app/demo/demo.h"
#include "app/tour/tour.h"
#include "app/wiring/composition.h"
#include "core/session/sessions.h"
#include "tests/support/closesessions.h"
#include "tests/support/signinframes.h"
#include "tests/support/testprogram.h"
#include "ui/forms/themelabel.h"
#include "ui/models/signinmodel.h"
#include "ui/pages/operationpage.h"
#include "ui/pages/signinpage.h"
#include "ui/theme/controls.h"
#include "ui/theme/pagetabbar.h"
#include "ui/theme/workbenchstyle.h"
#include "ui/window/mainwindow.h"
#include "ui/window/pagestack.h"
#include "ui/window/sourcescontroller.h"

#include <QAbstractScrollArea>
#include <QApplication>
#include <QComboBox>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QSignalSpy>
#include <QTableView>
#include <QTest>
#include <QToolButton>
#include <QTranslator>
#include <QTreeView>

using namespace Qt::StringLiterals;
using namespace Workbench;
using namespace Workbench::Ui;

namespace {

constexpr int layoutPatienceMs = 1000;
constexpr int tourPatienceMs = 300'000;

//! Names of widgets that show text of any length, and are elided by design.
const QStringList &permitted()
{
    static const QStringList names{
        u"inputSummary"_s, // the JSON of the folded input; can be unfolded
        u"outcomeFacts"_s, // names the source and a message of a server
        u"pathChip"_s, // gives its space to the title
        u"accessChip"_s, // the tool tip has the full text
        u"changesLost"_s, // the chip above it shows the count
        u"fixCode"_s, // code of a peer; can be copied
        u"toolDescription"_s, // explains a tool of the window; the tool tip has the full text
        u"advancedValues"_s, // sums up the folded settings; can be unfolded
        u"blockFacts"_s, // beside the name of a block of content
        u"checkFacts"_s, // names the server
        u"serverAddress"_s, // an address or a command line of any length; the tool tip has the full text
        u"findingAbout"_s, // names any number of operations
        u"findingCode"_s, // gives its space to the operation
        u"compareFacts"_s, // gives its space to the outcome; the tool tip has the full text
        u"layerFact"_s, // explains a badge; the tool tip has the full text
        u"streamTable"_s, // its columns keep their widths while events arrive
    };
    return names;
}

bool isPermitted(const QWidget *widget)
{
    for (const QWidget *at = widget; at; at = at->parentWidget()) {
        if (permitted().contains(at->objectName()))
            return true;
    }
    return false;
}

//! Returns what makes the text of \a widget unreadable, or an empty string if it is readable.
QString faultOf(const QWidget *widget)
{
    if (const auto *label = qobject_cast<const QLabel *>(widget)) {
        if (label->text().isEmpty() || label->textFormat() == Qt::RichText)
            return {};
        const auto *theme = qobject_cast<const ThemeLabel *>(label);
        if (theme && !theme->fullText().isEmpty() && theme->text() != theme->fullText())
            return u"elided"_s;
        if (label->wordWrap())
            return label->heightForWidth(label->width()) > label->height() + 1 ? u"too low"_s : QString();
        return label->fontMetrics().horizontalAdvance(label->text()) > label->contentsRect().width() + 1
            ? u"too narrow"_s
            : QString();
    }
    if (const auto *button = qobject_cast<const QAbstractButton *>(widget)) {
        const auto *tool = qobject_cast<const QToolButton *>(button);
        const bool isWordless = tool && tool->toolButtonStyle() == Qt::ToolButtonIconOnly;
        if (button->text().isEmpty() || isWordless || qobject_cast<const QTabBar *>(button->parent()))
            return {};
        return button->sizeHint().width() > button->width() + 1 ? u"too narrow"_s : QString();
    }
    if (const auto *line = qobject_cast<const QLineEdit *>(widget)) {
        constexpr int around = 16; // the frame and the space beside the text
        return line->text().isEmpty() && !line->placeholderText().isEmpty()
                && line->fontMetrics().horizontalAdvance(line->placeholderText()) > line->width() - around
            ? u"too narrow"_s
            : QString();
    }
    if (const auto *text = qobject_cast<const QPlainTextEdit *>(widget)) {
        const QRect room = text->viewport()->rect();
        return text->document()->isEmpty()
                && text->fontMetrics()
                        .boundingRect(
                            QRect(0, 0, room.width() - 8, 1), Qt::TextWordWrap, text->placeholderText())
                        .height()
                    > room.height()
            ? u"too low"_s
            : QString();
    }
    if (const auto *bar = qobject_cast<const PageTabBar *>(widget)) {
        for (int i = 0; i < bar->count(); ++i) {
            constexpr int around = 68; // icon, cross and gaps of a tab
            const QString name = bar->pageTab(i).name;
            const QString shown =
                bar->fontMetrics().elidedText(name, Qt::ElideRight, bar->tabRect(i).width() - around);
            if (shown != name && shown.size() <= 12)
                return u"a tab that shows \"%1\""_s.arg(shown);
        }
        return {};
    }
    if (const auto *bar = qobject_cast<const QTabBar *>(widget))
        return bar->sizeHint().width() > bar->width() + 1 ? u"too narrow"_s : QString();
    if (const auto *box = qobject_cast<const QComboBox *>(widget)) {
        QStyleOptionComboBox option;
        option.initFrom(box);
        option.editable = box->isEditable();
        const QRect field =
            box->style()->subControlRect(QStyle::CC_ComboBox, &option, QStyle::SC_ComboBoxEditField, box);
        return box->fontMetrics().horizontalAdvance(box->currentText()) > field.width() + 1 ? u"too narrow"_s
                                                                                            : QString();
    }
    return {};
}

//! Returns the columns of \a view that elide a text although other columns have more than that to spare.
template <typename View> QStringList elidedColumns(const View *view, const QHeaderView *header)
{
    struct Column {
        int index;
        int lacking; //!< pixels; negative: to spare
    };
    QList<Column> columns;
    int spare = std::max(0, view->viewport()->width() - header->length());
    for (int i = 0; i < header->count(); ++i) {
        if (header->isSectionHidden(i))
            continue;
        int needed = header->isHidden() ? 0 : header->sectionSizeHint(i);
        for (QModelIndex row = view->indexAt(QPoint(1, 1)); row.isValid();) {
            const QModelIndex index = row.siblingAtColumn(i);
            const QRect rect = view->visualRect(index);
            needed = std::max(
                needed, view->sizeHintForIndex(index).width() + header->sectionSize(i) - rect.width());
            if (rect.bottom() + 1 >= view->viewport()->height())
                break;
            row = view->indexAt(QPoint(1, rect.bottom() + 2));
        }
        const int lacking = needed - header->sectionSize(i);
        spare += std::max(0, -lacking);
        columns.append({i, lacking});
    }
    int lacking = 0;
    for (const Column &column : std::as_const(columns))
        lacking += std::max(0, column.lacking);
    constexpr int kept = 64; // pixels that other columns may keep, because earlier rows needed them
    QStringList faults;
    for (const Column &column : std::as_const(columns)) {
        if (column.lacking > 1 && spare >= lacking + kept) {
            faults.append(u"column %1 (%2) lacks %3 px, others have %4 to spare"_s.arg(column.index)
                    .arg(view->model()->headerData(column.index, Qt::Horizontal).toString())
                    .arg(column.lacking)
                    .arg(spare));
        }
    }
    return faults;
}

//! Returns whether an ancestor clips \a widget. What the user can scroll to does not count.
bool isCut(const QWidget *widget)
{
    for (const QWidget *at = widget; at->parentWidget() && !at->isWindow(); at = at->parentWidget()) {
        const QWidget *parent = at->parentWidget();
        if (const auto *area = qobject_cast<const QAbstractScrollArea *>(parent->parentWidget());
            area && area->viewport() == parent) {
            if (area->horizontalScrollBarPolicy() != Qt::ScrollBarAlwaysOff)
                return false;
            const QRect rect(widget->mapTo(parent, QPoint()), widget->size());
            return rect.left() < 0 || rect.right() >= parent->width();
        }
        if (!parent->rect().contains(at->geometry()))
            return true;
    }
    return false;
}

QStringList faultsIn(const QWidget *window, const QString &state)
{
    QStringList found;
    for (const QWidget *widget : window->findChildren<QWidget *>()) {
        const bool hasText = qobject_cast<const QLabel *>(widget)
            || qobject_cast<const QAbstractButton *>(widget) || qobject_cast<const QTabBar *>(widget)
            || qobject_cast<const QLineEdit *>(widget) || qobject_cast<const QPlainTextEdit *>(widget)
            || qobject_cast<const QComboBox *>(widget);
        if (widget->isVisible() && !isPermitted(widget)) {
            const auto *tree = qobject_cast<const QTreeView *>(widget);
            const auto *table = qobject_cast<const QTableView *>(widget);
            const QStringList columns = tree ? elidedColumns(tree, tree->header())
                : table                      ? elidedColumns(table, table->horizontalHeader())
                                             : QStringList();
            for (const QString &fault : columns)
                found.append(u"%1: %2: %3"_s.arg(state, widget->objectName(), fault));
        }
        if (qobject_cast<const QLineEdit *>(widget->parentWidget()))
            continue; // the picture inside a field
        if (!hasText || !widget->isVisible() || isPermitted(widget))
            continue;
        const QString fault = isCut(widget) ? u"cut off"_s : faultOf(widget);
        if (fault.isEmpty())
            continue;
        const auto *label = qobject_cast<const QLabel *>(widget);
        const auto *button = qobject_cast<const QAbstractButton *>(widget);
        const auto *line = qobject_cast<const QLineEdit *>(widget);
        found.append(u"%1: %2 \"%3\" (%4) in %5 is %6, %7 of %8 px"_s.arg(state,
            QString::fromLatin1(widget->metaObject()->className()),
            label        ? label->text()
                : button ? button->text()
                : line   ? line->placeholderText()
                         : QString(),
            widget->objectName(), widget->parentWidget()->objectName(), fault,
            QString::number(widget->width()), QString::number(widget->sizeHint().width())));
    }
    return found;
}

} // namespace

class tst_ClippedTexts : public QObject {
    Q_OBJECT

private:
    std::unique_ptr<App::Composition> m_composition;
    std::unique_ptr<App::Demo> m_demo;
    std::unique_ptr<MainWindow> m_window;
    WorkbenchStyle *m_style = nullptr;
    QTranslator m_german;
    QStringList m_faults;
    QStringList m_visited;

    //! Notes the faults that remain when the layouts have followed what is shown.
    bool look(const QString &state, const QWidget *shown)
    {
        QStringList found;
        (void)QTest::qWaitFor(
            [&] {
                found = faultsIn(shown, state);
                return found.isEmpty();
            },
            layoutPatienceMs);
        m_faults += found;
        return found.isEmpty();
    }

    //! Looks at states that the demo does not reach: a sign-in, and a page with every chip.
    void lookAtMore()
    {
        m_window->openDemo();
        for (const Source &source : m_window->sessions()->sources())
            QTRY_COMPARE(m_window->sessions()->state(source.name).phase, SourceState::Phase::Ready);
        m_window->sources()->showSignIn(u"tracker"_s);
        look(u"sign-in before it"_s, m_window.get());
        SignInFrames frames(m_window->sessions()->exchanges(), u"tracker"_s);
        frames.noteRefusal();
        frames.noteServerMetadata();
        frames.noteBrowser();
        frames.noteTokenRefused();
        auto *signIn = qobject_cast<SignInPage *>(m_window->pageStack()->currentTool());
        QTRY_COMPARE(signIn->model()->rowCount(), 5);
        look(u"sign-in"_s, m_window.get());
        OperationPage *page = m_window->openOperation({u"tracker"_s, u"get-forecast"_s});
        for (const QString &chip : {u"definitionChangedChip"_s, u"strictCastChip"_s})
            page->findChild<Chip *>(chip)->show();
        QResizeEvent resized(page->size(), page->size());
        for (QWidget *child : page->findChildren<QWidget *>(u"operationHeader"_s))
            QCoreApplication::sendEvent(child, &resized);
        look(u"every chip"_s, m_window.get());
    }

private Q_SLOTS:
    void initTestCase()
    {
        QCoreApplication::setOrganizationName(u"envelope-workbench-tests"_s);
        m_style = new WorkbenchStyle;
        QApplication::setStyle(m_style);
        QVERIFY(m_german.load(QStringLiteral(BUILD_DIR "/app/gui/envelope-workbench_de.qm")));
    }

    void readsWhole_data()
    {
        QTest::addColumn<QSize>("size");
        QTest::addColumn<bool>("german");
        QTest::newRow("960x600") << QSize(960, 600) << false; // as 1440x900 at 150 %
        QTest::newRow("1440x900 in German") << QSize(1440, 900) << true;
        if (!qEnvironmentVariableIsSet("WORKBENCH_ALL_SIZES")) // each takes half a minute
            return;
        QTest::newRow("1440x900") << QSize(1440, 900) << false;
        QTest::newRow("1100x760") << QSize(1100, 760) << false;
        QTest::newRow("800x600") << QSize(800, 600) << false;
    }

    void readsWhole()
    {
#if defined(WORKBENCH_SANITIZED)
        QSKIP("the tour takes minutes under sanitizers; the optimised program is checked");
#endif
        QFETCH(const QSize, size);
        QFETCH(const bool, german);
        if (german) {
            QCoreApplication::installTranslator(&m_german);
            QLocale::setDefault(QLocale(QLocale::German));
        }
        m_composition = std::make_unique<App::Composition>(App::Composition::Options{
            .limits = {}, .rememberTrust = false, .ownCommand = QStringLiteral(ENVELOPE_PROGRAM)});
        m_demo = std::make_unique<App::Demo>();
        MainWindow::Options options;
        options.demo = [this] { return m_demo->start(); };
        options.remember = false;
        m_window = std::make_unique<MainWindow>(&m_composition->sessions(), m_style, options);
        m_window->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
        const auto visit = [this](const QString &name, const QWidget *shown) {
            m_visited.append(name);
            return look(name, shown);
        };
        auto *tour = new App::Tour(m_window.get(), m_style, visit, size);
        tour->setPace(10);
        QSignalSpy finished(tour, &App::Tour::finished);
        tour->start();
        QVERIFY(finished.wait(tourPatienceMs));
        QVERIFY2(m_faults.isEmpty(), qPrintable(u'\n' + m_faults.join(u'\n')));
        QVERIFY(finished.at(0).at(0).toBool());
        QVERIFY(m_visited.size() > 80);
        QCOMPARE(m_window->size(), size); // no minimum size enlarged the window
        lookAtMore();
        QVERIFY2(m_faults.isEmpty(), qPrintable(u'\n' + m_faults.join(u'\n')));
    }

    void cleanup()
    {
        m_faults.clear();
        m_visited.clear();
        m_window.reset();
        if (m_composition) // null if the test was skipped
            Test::closeSessions(m_composition->sessions());
        m_demo.reset();
        m_composition.reset();
        m_style->setScheme(WorkbenchStyle::Scheme::System);
        QCoreApplication::removeTranslator(&m_german);
        QLocale::setDefault(QLocale::c());
    }
};

WORKBENCH_TEST(tst_ClippedTexts, QApplication)
#include "tst_clippedtexts.moc"
