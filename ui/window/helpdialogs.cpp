// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/window/helpdialogs.h"

#include "ui/forms/themelabel.h"
#include "ui/models/textfiltermodel.h"
#include "ui/theme/building.h"
#include "ui/theme/columnfit.h"
#include "ui/theme/controls.h"
#include "ui/theme/icons.h"
#include "ui/theme/rowdelegate.h"
#include "ui/theme/rowtreeview.h"
#include "ui/theme/zoom.h"

#include <QAbstractButton>
#include <QApplication>
#include <QGridLayout>
#include <QHeaderView>
#include <QLineEdit>
#include <QMainWindow>
#include <QMenuBar>
#include <QPushButton>
#include <QShortcut>
#include <QStandardItemModel>
#include <QSysInfo>

#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

namespace {

struct Library {
    QLatin1StringView name;
    QLatin1StringView licence; //!< SPDX identifier
};

constexpr std::array libraries{
    Library{"Qt"_L1, "LGPL-3.0-only"_L1},
    Library{"QCoro"_L1, "MIT"_L1},
    Library{"QtKeychain"_L1, "BSD-3-Clause"_L1},
    Library{"KSyntaxHighlighting"_L1, "MIT"_L1},
    Library{"yyjson"_L1, "MIT"_L1},
    Library{"libfyaml"_L1, "MIT"_L1},
    Library{"PCRE2"_L1, "BSD-3-Clause"_L1},
    Library{"libcurl"_L1, "curl"_L1},
    Library{"OpenSSL"_L1, "Apache-2.0"_L1},
    Library{"libidn2"_L1, "LGPL-3.0-or-later"_L1},
    Library{"Brotli"_L1, "MIT"_L1},
    Library{"Zstandard"_L1, "BSD-3-Clause"_L1},
    Library{"zlib"_L1, "Zlib"_L1},
};

//! Returns the version of \a library; empty if the build does not know it.
QString versionOf(QLatin1StringView library)
{
    if (library == "Qt"_L1)
        return QString::fromLatin1(qVersion());
    const QStringList known = QStringLiteral(WORKBENCH_LIBRARY_VERSIONS).split(u' ', Qt::SkipEmptyParts);
    for (const QString &entry : known) {
        if (entry.section(u'=', 0, 0) == library)
            return entry.section(u'=', 1);
    }
    return {};
}

} // namespace

AboutDialog::AboutDialog(QWidget *parent)
    : QDialog(parent)
{
    setObjectName(u"aboutDialog"_s);
    setWindowTitle(tr("About Envelope Workbench"));
    auto *picture = named(new QLabel(this), u"aboutIcon"_s);
    picture->setPixmap(applicationIcon().pixmap(64, 64));
    auto *title = named(new ThemeLabel(tr("Envelope Workbench %1").arg(QApplication::applicationVersion()),
                            ColorRole::Text, FontRole::Title, this),
        u"aboutTitle"_s);
    auto *about = wrapped(new ThemeLabel(
        tr("Explore, invoke and check MCP servers, OpenAPI services and hubs. Apache License 2.0."),
        ColorRole::TextSecond, FontRole::Body, this));
    auto *words = addAll(newColumn(4), {title, about, Stretch{}});
    auto *head = addAll(newRow(16), {{picture, 0, Qt::AlignTop}, {words, 1}});

    auto *table = new QGridLayout;
    table->setHorizontalSpacing(24);
    table->setVerticalSpacing(4);
    table->setColumnStretch(2, 1);
    int row = 0;
    const auto addRow = [&](const QStringList &cells, ColorRole color, FontRole font) {
        for (int column = 0; column < cells.size(); ++column)
            table->addWidget(new ThemeLabel(cells.at(column), color, font, this), row, column);
        ++row;
    };
    addRow({tr("Library"), tr("Version"), tr("Licence")}, ColorRole::TextSecond, FontRole::Small);
    for (const Library &library : libraries)
        addRow({library.name, versionOf(library.name), library.licence}, ColorRole::Text, FontRole::Body);

    QPushButton *copy = named(plainButton(u"copy"_s, tr("Copy versions"), this), u"copyVersions"_s);
    connect(copy, &QPushButton::clicked, this, [] { copyText(versions()); });
    QPushButton *close = primaryButton({}, tr("Close"), this);
    close->setDefault(true);
    connect(close, &QPushButton::clicked, this, &QDialog::accept);
    auto *column = new QVBoxLayout(this);
    column->setSpacing(16);
    addAll(column, {head, table, addAll(new QHBoxLayout, {copy, Stretch{}, close})});
    setMinimumWidth(420);
}

QString AboutDialog::versions()
{
    QStringList lines{u"Envelope Workbench "_s + QApplication::applicationVersion()};
    for (const Library &library : libraries)
        lines.append(QString(library.name + u' ' + versionOf(library.name)).trimmed());
    lines.append(QSysInfo::prettyProductName());
    return lines.join(u'\n');
}

namespace {

//! Returns the name of an action without ampersand and ellipsis: "Open workspace" for "&Open workspace…".
QString plainName(QString text)
{
    text = text.section(u'\t', 0, 0);
    text.replace(u"&&"_s, u"\n"_s).remove(u'&').replace(u'\n', u'&');
    return text.endsWith(u'…') ? text.chopped(1) : text;
}

QString keysOf(const QAction *action)
{
    const QString shown = action->text().section(u'\t', 1);
    return shown.isEmpty() ? action->shortcut().toString(QKeySequence::NativeText) : shown;
}

void addMenu(QList<ShortcutRow> &rows, const QMenu *menu, const QString &place, QSet<const QAction *> &seen)
{
    for (const QAction *action : menu->actions()) {
        seen.insert(action);
        if (action->menu())
            addMenu(rows, action->menu(), place, seen);
        else if (const QString keys = keysOf(action); !keys.isEmpty())
            rows.append({plainName(action->text()), keys, place});
    }
}

void addOfPage(QList<ShortcutRow> &rows, const ShortcutRow &row)
{
    const bool isKnown = std::ranges::any_of(rows,
        [&row](const ShortcutRow &known) { return known.action == row.action && known.keys == row.keys; });
    if (!isKnown && !row.action.isEmpty() && !row.keys.isEmpty())
        rows.append(row);
}

bool isInSight(const QObject *object)
{
    while (object && !object->isWidgetType())
        object = object->parent();
    const auto *widget = static_cast<const QWidget *>(object);
    const auto *menu = qobject_cast<const QMenu *>(widget);
    return menu ? menu->parentWidget() && menu->parentWidget()->isVisible() : widget && widget->isVisible();
}

} // namespace

QList<ShortcutRow> shortcutsOf(const QMainWindow *window)
{
    QList<ShortcutRow> rows;
    QSet<const QAction *> seen;
    for (const QAction *action : window->menuWidget()->actions()) {
        if (action->menu())
            addMenu(rows, action->menu(), plainName(action->text()), seen);
    }
    const QString page = ShortcutsDialog::tr("This page");
    for (const QAction *action : window->findChildren<QAction *>()) {
        if (!seen.contains(action) && isInSight(action))
            addOfPage(rows, {plainName(action->text()), keysOf(action), page});
    }
    for (const QAbstractButton *button : window->findChildren<QAbstractButton *>()) {
        if (button->isVisible())
            addOfPage(rows,
                {plainName(button->text()), button->shortcut().toString(QKeySequence::NativeText), page});
    }
    for (const QShortcut *shortcut : window->findChildren<QShortcut *>()) {
        if (isInSight(shortcut))
            addOfPage(
                rows, {shortcut->whatsThis(), shortcut->key().toString(QKeySequence::NativeText), page});
    }
    return rows;
}

ShortcutsDialog::ShortcutsDialog(QMainWindow *window)
    : QDialog(window)
{
    setUpDialog(this, u"shortcutsDialog"_s, tr("Keyboard shortcuts"), {560, 560});
    auto *model = new QStandardItemModel(this);
    model->setHorizontalHeaderLabels({tr("Action"), tr("Keys"), tr("Where")});
    for (const ShortcutRow &row : shortcutsOf(window)) {
        QList<QStandardItem *> cells;
        for (const QString &text : {row.action, row.keys, row.place}) {
            cells.append(new QStandardItem(text));
            cells.constLast()->setEditable(false);
        }
        cells.at(1)->setData(int(FontRole::Number), RowRole::Font);
        cells.at(2)->setData(int(ColorRole::TextSecond), RowRole::TextColor);
        model->appendRow(cells);
    }
    auto *filtered = new TextFilterModel(this);
    filtered->setSourceModel(model);
    QLineEdit *filter =
        named(iconField(u"filter"_s, tr("Filter"), this), u"shortcutsFilter"_s, tr("Filter the shortcuts"));
    auto *view = named(new RowTreeView(this), u"shortcutsTable"_s, tr("Keyboard shortcuts"));
    view->setRootIsDecorated(false);
    view->setModel(filtered);
    setZoomedHeight(view->header(), 28);
    new ColumnFit(view, view->header(), {{160, 3}, {}, {80, 1}});
    QPushButton *close = plainButton({}, tr("Close"), this);
    auto *head = addAll(newRow({16, 16, 16, 8}), {filter});
    auto *footer = addAll(newRow({16, 12, 16, 12}), {Stretch{}, close});
    addAll(newColumn(this),
        {head, separator(Qt::Horizontal, this), {view, 1}, separator(Qt::Horizontal, this), footer});
    connect(filter, &QLineEdit::textChanged, filtered, &TextFilterModel::setText);
    connect(close, &QPushButton::clicked, this, &QDialog::close);
    auto *find = new QShortcut(QKeySequence::Find, this);
    connect(find, &QShortcut::activated, filter, [filter] { filter->setFocus(Qt::ShortcutFocusReason); });
    filter->setFocus();
}

} // namespace Workbench::Ui

#include "moc_helpdialogs.cpp"
