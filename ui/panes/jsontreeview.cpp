// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/panes/jsontreeview.h"

#include "ui/models/jsontreemodel.h"
#include "ui/theme/building.h"
#include "ui/theme/controls.h"
#include "ui/theme/icons.h"

#include <QContextMenuEvent>
#include <QKeyEvent>
#include <QMenu>

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

JsonTreeView::JsonTreeView(JsonTreeModel *model, QWidget *parent)
    : RowTreeView(parent)
    , m_model(model)
{
    setModel(model);
    setHeaderHidden(true);
    connect(this, &QTreeView::expanded, model,
        [model](const QModelIndex &index) { model->setExpanded(index, true); });
    connect(this, &QTreeView::collapsed, model,
        [model](const QModelIndex &index) { model->setExpanded(index, false); });
}

bool JsonTreeView::openRows(const QModelIndex &from, int most)
{
    scheduleDelayedItemsLayout(); // one layout for all rows
    bool isWhole = true;
    int rows = 1;
    const QModelIndex first = from.siblingAtColumn(0);
    QList<QModelIndex> level{first};
    while (!level.isEmpty()) {
        QList<QModelIndex> next;
        for (const QModelIndex &index : std::as_const(level)) {
            if (!m_model->hasChildren(index))
                continue;
            const qsizetype children = std::min<qsizetype>(
                index.data(JsonTreeModel::ValueRole).value<Json>().size(), JsonTreeModel::pageSize);
            if (index != first && rows + children > most) {
                isWhole = false;
                continue;
            }
            m_model->fetchMore(index); // a view that waits for its layout does not fetch rows
            expand(index);
            rows += int(children);
            for (int row = 0; row < m_model->rowCount(index); ++row)
                next.append(m_model->index(row, 0, index));
        }
        level = next;
    }
    return isWhole;
}

void JsonTreeView::expandEverything()
{
    bool isWhole = true;
    for (int row = 0; row < m_model->rowCount(); ++row)
        isWhole = openRows(m_model->index(row, 0), mostOpened) && isWhole;
    if (!isWhole)
        Q_EMIT openedInPart();
}

void JsonTreeView::collapseEverything()
{
    collapseAll();
    const QModelIndex root = m_model->index(0, 0);
    if (m_model->rowCount() == 1)
        expand(root); // the root is the value itself
}

void JsonTreeView::openBelow(const QModelIndex &index)
{
    if (index.isValid() && !openRows(index, mostOpened))
        Q_EMIT openedInPart();
}

void JsonTreeView::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Asterisk) {
        openBelow(currentIndex()); // Qt itself would expand all rows, even millions
    } else if (event->matches(QKeySequence::Copy)) {
        const Json current = currentIndex().data(JsonTreeModel::ValueRole).value<Json>();
        copyText(current.isString() ? current.toString() : QString::fromUtf8(current.toBytes()));
    } else {
        RowTreeView::keyPressEvent(event);
    }
}

void JsonTreeView::contextMenuEvent(QContextMenuEvent *event)
{
    const bool isByKey = event->reason() == QContextMenuEvent::Keyboard;
    const QModelIndex index =
        isByKey ? currentIndex() : indexAt(viewport()->mapFromGlobal(event->globalPos()));
    auto *menu = deletedOnClose(named(new QMenu(this), u"dataMenu"_s));
    if (index.isValid())
        addValueActions(menu, index);
    QAction *expand = menu->addAction(tr("Expand all"), this, &JsonTreeView::expandEverything);
    expand->setObjectName(u"expandAll"_s);
    QAction *collapse = menu->addAction(tr("Collapse all"), this, &JsonTreeView::collapseEverything);
    collapse->setObjectName(u"collapseAll"_s);
    Q_EMIT menuOpened(menu);
    menu->popup(isByKey ? viewport()->mapToGlobal(visualRect(index).center()) : event->globalPos());
}

void JsonTreeView::addValueActions(QMenu *menu, const QModelIndex &index)
{
    const Json chosen = index.data(JsonTreeModel::ValueRole).value<Json>();
    const QString pointer = index.data(JsonTreeModel::PointerRole).toString();
    menu->addAction(icon(u"copy"_s), tr("Copy value"), this, [chosen] {
        copyText(chosen.isString() ? chosen.toString()
                                   : QString::fromUtf8(chosen.toBytes(Json::Layout::Indented)));
    });
    menu->addAction(tr("Copy path"), this, [pointer] { copyText(pointer); });
    menu->addSeparator();
    QAction *open = menu->addAction(
        tr("Expand all below"), this, [this, place = QPersistentModelIndex(index)] { openBelow(place); });
    open->setShortcut(Qt::Key_Asterisk); // only shown: keyPressEvent() handles the key
    open->setEnabled(chosen.size() > 0);
}

} // namespace Workbench::Ui

#include "moc_jsontreeview.cpp"
