// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// Shows every control, icon and row of ui/theme and ui/text in one window, for a visual comparison with the
// design. Usage: gallery light|dark [PICTURE.png [SCALE]]

#include "core/json/jsonparser.h"
#include "ui/text/jsonedit.h"
#include "ui/text/textview.h"
#include "ui/theme/controls.h"
#include "ui/theme/icons.h"
#include "ui/theme/rowdelegate.h"
#include "ui/theme/rowtreeview.h"
#include "ui/theme/workbenchstyle.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QDir>
#include <QFormLayout>
#include <QHeaderView>
#include <QLabel>
#include <QMainWindow>
#include <QMenu>
#include <QMenuBar>
#include <QRadioButton>
#include <QSpinBox>
#include <QSplitter>
#include <QStandardItemModel>
#include <QTabBar>
#include <QTimer>

using namespace Workbench;
using namespace Workbench::Ui;
using namespace Qt::StringLiterals;

namespace {

QStandardItem *row(const QString &text, std::initializer_list<std::pair<int, QVariant>> facts = {})
{
    auto *item = new QStandardItem(text);
    for (const auto &[role, value] : facts)
        item->setData(value, role);
    return item;
}

QWidget *toolBar(QWidget *parent)
{
    auto *bar = new QWidget(parent);
    bar->setFixedHeight(44);
    auto *layout = new QHBoxLayout(bar);
    layout->setContentsMargins(8, 8, 8, 8);
    layout->addWidget(plainButton(u"plus"_s, u"Add source"_s, bar));
    layout->addStretch();
    QPushButton *go = fieldButton(u"search"_s, u"Go to operation…"_s, u"Ctrl+K"_s, bar);
    go->setFixedWidth(360);
    layout->addWidget(go);
    layout->addStretch();
    layout->addWidget(quietButton(u"folder"_s, u"demo.workspace.json"_s, bar));
    layout->addWidget(quietButton(u"record"_s, u"Record all"_s, bar));
    return bar;
}

QWidget *sources(QWidget *parent)
{
    auto *pane = new QWidget(parent);
    auto *layout = new QVBoxLayout(pane);
    layout->setContentsMargins(0, 8, 0, 0);
    auto *field = iconField(u"search"_s, u"Filter operations"_s, pane);
    auto *around = new QHBoxLayout;
    around->setContentsMargins(8, 0, 8, 0);
    around->addWidget(field);
    layout->addLayout(around);
    auto *model = new QStandardItemModel(pane);
    auto *everything = row(u"everything"_s,
        {{RowRole::Font, int(FontRole::Strong)}, {RowRole::IconName, u"state-connected"_s},
            {RowRole::IconColor, int(ColorRole::Ok)}, {RowRole::RightText, u"MCP"_s}});
    auto *tools =
        row(u"tools"_s, {{RowRole::TextColor, int(ColorRole::TextSecond)}, {RowRole::RightText, u"9"_s}});
    for (const auto *name : {"echo", "get-sum", "get-structured-content"})
        tools->appendRow(row(QString::fromLatin1(name), {{RowRole::IconName, u"query"_s}}));
    tools->appendRow(row(u"trigger-long-running-operation"_s, {{RowRole::IconName, u"mutation"_s}}));
    tools->appendRow(row(u"tick"_s,
        {{RowRole::IconName, u"subscription"_s}, {RowRole::IconColor, int(ColorRole::Live)},
            {RowRole::RightText, u"live"_s}, {RowRole::RightTextColor, int(ColorRole::Live)}}));
    everything->appendRow(tools);
    everything->appendRow(row(
        u"resources"_s, {{RowRole::TextColor, int(ColorRole::TextSecond)}, {RowRole::RightText, u"100"_s}}));
    everything->child(1)->appendRow(row(u"x"_s));
    model->appendRow(everything);
    model->appendRow(row(u"tracker"_s,
        {{RowRole::Font, int(FontRole::Strong)}, {RowRole::IconName, u"state-failed"_s},
            {RowRole::IconColor, int(ColorRole::Error)}, {RowRole::RightText, u"MCP"_s},
            {RowRole::SecondLine, u"exit code 127: npx not found"_s},
            {RowRole::SecondLineColor, int(ColorRole::Error)}}));
    model->appendRow(row(u"staging"_s,
        {{RowRole::Font, int(FontRole::Strong)}, {RowRole::IconName, u"state-connecting"_s},
            {RowRole::IconColor, int(ColorRole::Warning)}, {RowRole::RightText, u"Hub"_s},
            {RowRole::SecondLine, u"connecting, 2 s"_s}}));
    model->appendRow(row(u"archive"_s,
        {{RowRole::Font, int(FontRole::Strong)}, {RowRole::IconName, u"state-disconnected"_s},
            {RowRole::IconColor, int(ColorRole::Stale)}, {RowRole::RightText, u"OpenAPI"_s}}));
    auto *tree = new RowTreeView(pane);
    tree->setUniformRowHeights(false);
    tree->setHeaderHidden(true);
    tree->setModel(model);
    tree->expand(everything->index());
    tree->expand(tools->index());
    tree->setCurrentIndex(tools->child(2)->index());
    QPalette palette = tree->palette();
    palette.setColor(QPalette::Base, palette.color(QPalette::Window));
    tree->setPalette(palette);
    layout->addWidget(tree, 1);
    return pane;
}

QWidget *form(QWidget *parent)
{
    auto *pane = new QWidget(parent);
    auto *layout = new QFormLayout(pane);
    auto *place = new QComboBox(pane);
    place->addItems({u"Chicago"_s, u"New York"_s, u"Los Angeles"_s});
    layout->addRow(u"location"_s, place);
    auto *days = new QSpinBox(pane);
    days->setValue(3);
    days->setFixedWidth(80);
    layout->addRow(u"days"_s, days);
    auto *hourly = new QCheckBox(u"Include hourly values"_s, pane);
    layout->addRow(u"hourly"_s, hourly);
    auto *on = new QCheckBox(u"Ask again when the command or its arguments change"_s, pane);
    on->setChecked(true);
    layout->addRow({}, on);
    auto *radio = new QRadioButton(u"One of"_s, pane);
    radio->setChecked(true);
    layout->addRow({}, radio);
    auto *station = new QLineEdit(u"KORD"_s, pane);
    station->setFont(Theme::of(pane).font(FontRole::Data));
    layout->addRow(u"stations"_s, station);
    auto *wrong = new QLineEdit(u"not a number"_s, pane);
    setInvalid(wrong, true);
    layout->addRow(u"invalid"_s, wrong);
    auto *off = new QLineEdit(u"disabled"_s, pane);
    off->setEnabled(false);
    layout->addRow(u"disabled"_s, off);
    layout->addRow({}, quietButton(u"plus"_s, u"Add station"_s, pane));
    return pane;
}

QWidget *data(QWidget *parent)
{
    auto *tree = new RowTreeView(parent);
    auto *model = new QStandardItemModel(tree);
    const int dataFont = int(FontRole::Data);
    auto add = [&](QStandardItem *to, const QString &key, const QString &value, ColorRole color) {
        auto *k = row(key, {{RowRole::Font, dataFont}, {RowRole::TextColor, int(ColorRole::Key)}});
        auto *v = row(value, {{RowRole::Font, dataFont}, {RowRole::TextColor, int(color)}});
        to->appendRow({k, v});
        return std::pair{k, v};
    };
    const auto root = add(model->invisibleRootItem(), u"$"_s, u"{9}"_s, ColorRole::Stale);
    add(root.first, u"location"_s, u"\"Chicago\""_s, ColorRole::String);
    add(root.first, u"temperature"_s, u"18.4"_s, ColorRole::Number);
    const auto humidity = add(root.first, u"humidity"_s, u"0"_s, ColorRole::Number);
    humidity.first->setData(int(ColorRole::Warning), RowRole::Mark);
    humidity.second->setData(u"was \"82\""_s, RowRole::Note);
    humidity.second->setData(int(ColorRole::Warning), RowRole::NoteColor);
    const auto forecast = add(root.first, u"forecast"_s, u"[3]"_s, ColorRole::Stale);
    forecast.first->setData(true, RowRole::MarkRight);
    const auto day = add(forecast.first, u"0"_s, u"{4}"_s, ColorRole::Stale);
    day.second->setData(u"Tue 19 May"_s, RowRole::Note);
    add(root.first, u"hourly"_s, u"false"_s, ColorRole::Keyword);
    tree->setModel(model);
    tree->setHeaderHidden(true);
    tree->expandAll();
    tree->setColumnWidth(0, 185);
    return tree;
}

QWidget *history(QWidget *parent)
{
    auto *table = new RowTreeView(parent);
    table->setRootIsDecorated(false);
    auto *model = new QStandardItemModel(table);
    model->setHorizontalHeaderLabels({u"Time"_s, u"Source"_s, u"Operation"_s, u"Outcome"_s, u"Duration"_s,
        u"Size"_s, u"Warnings"_s, u"Note"_s});
    for (const int column : {4, 5})
        model->setHeaderData(
            column, Qt::Horizontal, int(Qt::AlignRight | Qt::AlignVCenter), Qt::TextAlignmentRole);
    const int number = int(FontRole::Number);
    const auto line = [&](const QString &time, const QString &source, const QString &operation,
                          const QString &outcome, const QString &shape, ColorRole color,
                          const QString &duration, const QString &size, const QString &note) {
        model->appendRow(
            {row(time, {{RowRole::Font, number}, {RowRole::TextColor, int(ColorRole::TextSecond)}}),
                row(source), row(operation),
                row(outcome,
                    {{RowRole::IconName, shape}, {RowRole::IconColor, int(color)},
                        {RowRole::TextColor, int(color)}}),
                row(duration, {{RowRole::Font, number}, {RowRole::RightAligned, true}}),
                row(size, {{RowRole::Font, number}, {RowRole::RightAligned, true}}), row(u"0"_s),
                row(note, {{RowRole::TextColor, int(ColorRole::TextSecond)}})});
    };
    line(u"12:03:21.114"_s, u"everything"_s, u"get-structured-content"_s, u"ok"_s, u"outcome-ok"_s,
        ColorRole::Ok, u"12 ms"_s, u"612 B"_s, u"2 values normalised"_s);
    line(u"12:03:14.870"_s, u"petstore"_s, u"findPetsByStatus"_s, u"503"_s, u"outcome-error"_s,
        ColorRole::Error, u"88 ms"_s, u"74 B"_s, u"EXECUTION_ERROR  HTTP 503: Service Unavailable"_s);
    line(u"12:03:09.008"_s, u"hub"_s, u"clock.tick"_s, u"live"_s, u"outcome-live"_s, ColorRole::Live,
        u"00:12"_s, u"101 kB"_s, u"1 204 events, 98/s"_s);
    line(u"12:02:58.302"_s, u"everything"_s, u"trigger-long-running-operation"_s, u"cancelled"_s,
        u"outcome-cancelled"_s, ColorRole::Stale, u"4.21 s"_s, u"–"_s, u"cancelled by you at step 3 of 5"_s);
    for (int i = 0; i < 6; ++i)
        line(u"12:02:12.511"_s, u"petstore"_s, u"getPetById"_s, u"200"_s, u"outcome-ok"_s, ColorRole::Ok,
            u"41 ms"_s, u"358 B"_s, {});
    table->setModel(model);
    for (const auto &[column, width] :
        {std::pair{0, 116}, {1, 116}, {2, 232}, {3, 120}, {4, 80}, {5, 88}, {6, 96}})
        table->setColumnWidth(column, width);
    table->setCurrentIndex(model->index(0, 0));
    return table;
}

QWidget *icons(QWidget *parent)
{
    auto *sheet = new QWidget(parent);
    auto *grid = new QGridLayout(sheet);
    grid->setContentsMargins(12, 4, 12, 4);
    int place = 0;
    for (const QString &file : QDir(u":/workbench/icons"_s).entryList()) {
        for (const int side : {16, 32}) {
            auto *label = new QLabel(sheet);
            label->setPixmap(icon(file.chopped(4)).pixmap(QSize(side, side), sheet->devicePixelRatioF()));
            label->setToolTip(file);
            grid->addWidget(label, place / 20, place % 20);
            ++place;
        }
    }
    return sheet;
}

} // namespace

int main(int argc, char **argv)
{
    QApplication application(argc, argv);
    const QStringList arguments = QApplication::arguments();
    auto *style = new WorkbenchStyle(u"Fusion"_s);
    QApplication::setStyle(style);
    QFont general(u"Inter"_s);
    general.setPixelSize(13);
    QApplication::setFont(general);
    Theme::setDataFont(QFont(u"JetBrains Mono"_s));
    style->setScheme(
        arguments.value(1) == "dark"_L1 ? WorkbenchStyle::Scheme::Dark : WorkbenchStyle::Scheme::Light);

    QMainWindow window;
    for (const auto *name : {"&File", "&Edit", "&View", "&Source", "&Operation", "F&ixtures", "&Help"})
        window.menuBar()->addMenu(QString::fromLatin1(name));
    auto *middle = new QWidget(&window);
    auto *layout = new QVBoxLayout(middle);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(toolBar(middle));
    layout->addWidget(separator(Qt::Horizontal, middle));
    auto *columns = new QSplitter(middle);
    columns->addWidget(sources(columns));
    auto *page = new QWidget(columns);
    page->setAutoFillBackground(true);
    page->setBackgroundRole(QPalette::Base);
    auto *pageLayout = new QVBoxLayout(page);
    pageLayout->setContentsMargins(0, 0, 0, 0);
    pageLayout->setSpacing(0);
    auto *tabs = new QTabBar(page);
    tabs->setExpanding(false);
    tabs->setTabsClosable(true);
    tabs->setDrawBase(true);
    tabs->setAutoFillBackground(true);
    tabs->setBackgroundRole(QPalette::Window);
    tabs->addTab(icon(u"query"_s), u"everything.get-structured-content"_s);
    tabs->addTab(icon(u"query"_s), u"petstore.findPetsByStatus"_s);
    tabs->addTab(icon(u"subscription"_s, ColorRole::Live), u"hub.clock.tick"_s);
    pageLayout->addWidget(tabs);
    auto *head = new QHBoxLayout;
    head->setContentsMargins(12, 8, 12, 8);
    auto *title = new QLabel(u"get-structured-content"_s);
    title->setFont(style->theme().font(FontRole::Title));
    head->addWidget(title);
    for (const auto *word : {"query", "read-only", "idempotent"})
        head->addWidget(new Chip(QString::fromLatin1(word)));
    auto *warnings = new Chip(u"2 warnings"_s);
    warnings->setIconName(u"warning"_s);
    warnings->setColors(ColorRole::WarningSoft, ColorRole::Warning);
    head->addWidget(warnings);
    head->addStretch();
    QPushButton *invoke = primaryButton(u"play"_s, u"Invoke"_s, page);
    setHint(invoke, u"Ctrl+↵"_s);
    head->addWidget(invoke);
    QPushButton *cancel = plainButton(u"stop"_s, u"Cancel"_s, page);
    cancel->setEnabled(false);
    head->addWidget(cancel);
    head->addWidget(plainButton(u"record"_s, u"Record"_s, page));
    head->addWidget(iconButton(u"more"_s, u"More"_s, page));
    pageLayout->addLayout(head);
    pageLayout->addWidget(separator(Qt::Horizontal, page));
    auto *panes = new QSplitter(page);
    auto *left = new QWidget(panes);
    auto *leftLayout = new QVBoxLayout(left);
    leftLayout->setContentsMargins(0, 0, 0, 0);
    leftLayout->setSpacing(0);
    auto *inputHeader = new PaneHeader(u"Input"_s, left);
    auto *faces = new SegmentControl(left);
    faces->addSegment(u"Form"_s);
    faces->addSegment(u"JSON"_s);
    faces->addSegment(u"Both"_s);
    faces->setCurrent(2);
    inputHeader->addWidget(faces);
    leftLayout->addWidget(inputHeader);
    leftLayout->addWidget(form(left));
    auto *jsonHeader = new PaneHeader(u"JSON"_s, left);
    jsonHeader->setFact(u"follows the form"_s);
    jsonHeader->addWidget(iconButton(u"copy"_s, u"Copy"_s, left));
    leftLayout->addWidget(jsonHeader);
    auto *edit = new JsonEdit(left);
    edit->setFrameShape(QFrame::NoFrame);
    edit->setPlainText(
        u"{\n  \"location\": \"Chicago\",\n  \"days\": 3,\n  \"hourly\": false,\n  \"stations\": [\"KORD\", \"KMDW\"]\n}"_s);
    leftLayout->addWidget(edit, 1);
    panes->addWidget(left);
    auto *right = new QWidget(panes);
    auto *rightLayout = new QVBoxLayout(right);
    rightLayout->setContentsMargins(0, 0, 0, 0);
    rightLayout->setSpacing(0);
    auto *dataHeader = new PaneHeader(u"Data"_s, right);
    auto *ways = new SegmentControl(right);
    ways->addSegment(u"Tree"_s, u"tree"_s);
    ways->addSegment(u"Text"_s, u"text"_s);
    ways->addSegment(u"Table"_s, u"table"_s);
    ways->addSegment(u"View"_s, u"view"_s);
    dataHeader->addWidget(ways);
    dataHeader->addWidget(iconButton(u"search"_s, u"Find"_s, right));
    dataHeader->addWidget(iconButton(u"copy"_s, u"Copy"_s, right));
    rightLayout->addWidget(dataHeader);
    rightLayout->addWidget(data(right), 1);
    auto *text = new TextView(right);
    text->setDocument(TextDocument::fromJson(jsonLiteral(
        R"({"ok":true,"data":{"issues":[1,2,3],"total":3,"name":"München \u20ac","nothing":null,"deep":{"a":[]}}})")));
    text->setMarks({{0, 0, ColorRole::Error}, {2, 8, ColorRole::Ok}});
    rightLayout->addWidget(separator(Qt::Horizontal, right));
    rightLayout->addWidget(text, 1);
    panes->addWidget(right);
    panes->setSizes({370, 700});
    pageLayout->addWidget(panes, 1);
    pageLayout->addWidget(separator(Qt::Horizontal, page));
    pageLayout->addWidget(icons(page));
    columns->addWidget(page);
    columns->setSizes({264, 1176});
    layout->addWidget(columns, 1);
    layout->addWidget(separator(Qt::Horizontal, middle));
    auto *bottom = new QTabBar(middle);
    bottom->setProperty("bottomTabs", true);
    bottom->setExpanding(false);
    bottom->setDrawBase(true);
    for (const auto *word : {"History", "Wire", "Log", "Fixtures"})
        bottom->addTab(QString::fromLatin1(word));
    layout->addWidget(bottom);
    layout->addWidget(separator(Qt::Horizontal, middle));
    auto *table = history(middle);
    table->setFixedHeight(28 + 5 * 24);
    layout->addWidget(table);
    window.setCentralWidget(middle);
    window.resize(1440, 960);
    window.show();
    if (arguments.size() < 3)
        return QApplication::exec();
    QTimer::singleShot(300, &window, [&] {
        window.grab().save(arguments.at(2));
        QMenu menu;
        menu.addAction(icon(u"copy"_s), u"&Copy\tCtrl+C"_s);
        QAction *checked = menu.addAction(u"Line &numbers"_s);
        checked->setCheckable(true);
        checked->setChecked(true);
        menu.addSeparator();
        menu.addMenu(u"More"_s);
        menu.addAction(u"Disabled"_s)->setEnabled(false);
        menu.ensurePolished();
        menu.resize(menu.sizeHint());
        menu.setActiveAction(checked);
        menu.grab().save(QString(arguments.at(2)).replace(".png"_L1, "-menu.png"_L1));
        auto *combo = window.findChild<QComboBox *>();
        combo->showPopup();
        combo->view()->window()->grab().save(QString(arguments.at(2)).replace(".png"_L1, "-combo.png"_L1));
        combo->hidePopup();
        QApplication::quit();
    });
    return QApplication::exec();
}
