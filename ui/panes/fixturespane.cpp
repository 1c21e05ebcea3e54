// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/panes/fixturespane.h"

#include "core/base/visibletext.h"
#include "ui/forms/themelabel.h"
#include "ui/models/fixturesmodel.h"
#include "ui/models/textfiltermodel.h"
#include "ui/theme/building.h"
#include "ui/theme/controls.h"
#include "ui/theme/icons.h"
#include "ui/theme/rowtreeview.h"

#include <QDir>
#include <QKeyEvent>
#include <QMenu>

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

FixturesPane::FixturesPane(FixturesModel *model, QWidget *parent)
    : TablePane({}, parent)
    , m_model(model)
    , m_tools(new QWidget(this))
{
    setObjectName(u"fixturesPane"_s);
    view()->setAccessibleName(tr("Fixtures"));
    view()->setSelectionMode(QAbstractItemView::ExtendedSelection);
    view()->installEventFilter(this);
    setUp(model, new TextFilterModel(this), {{120, 2}, {80, 2}, {}, {}, {}, {80, 3}, {120, 3}});
    setSecondRankColumns(
        {FixturesModel::SourceColumn, FixturesModel::RecordedColumn, FixturesModel::InputColumn});
    makeTools();
    setFolder({});
    connect(view(), &QAbstractItemView::activated, this, &FixturesPane::activate);
    connect(view(), &QWidget::customContextMenuRequested, this, &FixturesPane::showMenu);
}

void FixturesPane::makeTools()
{
    auto *row = newRow(m_tools, {}, 4);
    m_progress = new ThemeLabel({}, ColorRole::TextSecond, FontRole::Small, m_tools);
    m_progress->setObjectName(u"verifyProgress"_s);
    m_cancel = named(quietButton(u"stop"_s, tr("Cancel"), m_tools), u"cancelVerify"_s);
    m_cancel->setToolTip(tr("Cancel the running calls, and make no more"));
    m_verify = named(quietButton(u"check"_s, tr("Verify"), m_tools), u"verify"_s);
    m_verify->setToolTip(tr("Call the sources again and compare: the chosen fixtures, or all of them"));
    for (QWidget *widget : QWidgetList{m_progress, m_cancel, m_verify})
        row->addWidget(widget);
    m_tools->hide();
    m_cancel->hide();
    connect(m_verify, &QToolButton::clicked, this, [this] {
        const QStringList chosen = chosenFiles();
        Q_EMIT verifyRequested(chosen.size() > 1 ? chosen : QStringList());
    });
    connect(m_cancel, &QToolButton::clicked, this, &FixturesPane::cancelRequested);
}

void FixturesPane::setFolder(const QString &folder)
{
    setEmptyText(folder.isEmpty()
            ? tr("No fixtures yet. Press Record beside a result to replay and verify it later.")
            : tr("No fixtures in %1 yet. Press Record beside a result.")
                  .arg(visibleText(QDir::toNativeSeparators(folder), false, 200)));
}

void FixturesPane::setProgress(qsizetype done, qsizetype total)
{
    const bool runs = done < total;
    const bool hadFocus = (runs ? m_verify : m_cancel)->hasFocus();
    m_cancel->setVisible(runs);
    m_verify->setVisible(!runs);
    m_progress->setText(runs ? tr("verifying %L1 of %L2").arg(done).arg(total) : QString());
    m_progress->setAccessibleName(m_progress->text());
    if (hadFocus)
        (runs ? m_cancel : m_verify)->setFocus(Qt::OtherFocusReason);
}

QString FixturesPane::clearText() const
{
    return tr("Delete the chosen fixtures");
}

void FixturesPane::setCompact(bool compact)
{
    TablePane::setCompact(compact);
    for (QToolButton *button : {m_verify, m_cancel})
        button->setToolButtonStyle(compact ? Qt::ToolButtonIconOnly : Qt::ToolButtonTextBesideIcon);
}

QString FixturesPane::currentFile() const
{
    const QModelIndex current = currentSourceIndex();
    return current.data(FixturesModel::ProblemRole).toBool()
        ? QString()
        : current.data(FixturesModel::FileRole).toString();
}

QStringList FixturesPane::chosenFiles() const
{
    QStringList files;
    for (const QModelIndex &index : view()->selectionModel()->selectedRows()) {
        if (!index.data(FixturesModel::ProblemRole).toBool())
            files.append(index.data(FixturesModel::FileRole).toString());
    }
    return files;
}

void FixturesPane::choose(const QStringList &files)
{
    const QAbstractItemModel *shown = view()->model();
    view()->clearSelection();
    for (int row = 0; row < shown->rowCount(); ++row) {
        const QModelIndex index = shown->index(row, 0);
        if (!files.contains(index.data(FixturesModel::FileRole).toString()))
            continue;
        view()->selectionModel()->select(index, QItemSelectionModel::Select | QItemSelectionModel::Rows);
        view()->selectionModel()->setCurrentIndex(index, QItemSelectionModel::NoUpdate);
        view()->scrollTo(index);
    }
}

std::function<void()> FixturesPane::clear()
{
    if (const QStringList files = chosenFiles(); !files.isEmpty())
        Q_EMIT removeRequested(files);
    return {}; // the controller offers the undo
}

//! Shows the differences of a fixture that differs, and opens any other fixture.
void FixturesPane::activate()
{
    const QString file = currentFile();
    if (file.isEmpty())
        return;
    if (m_model->verdict(file).state == FixtureVerdict::State::Differs)
        Q_EMIT differencesRequested(file);
    else
        Q_EMIT openRequested(file);
}

bool FixturesPane::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == view() && event->type() == QEvent::KeyPress
        && static_cast<QKeyEvent *>(event)->key() == Qt::Key_Delete) {
        clear();
        return true;
    }
    return TablePane::eventFilter(watched, event);
}

void FixturesPane::showMenu(const QPoint &position)
{
    auto *menu = deletedOnClose(named(new QMenu(this), u"fixturesMenu"_s));
    const QString file = currentFile();
    const QStringList files = chosenFiles();
    if (!file.isEmpty()) {
        const bool differs = m_model->verdict(file).state == FixtureVerdict::State::Differs;
        menu->addAction(tr("Open"), this, [this, file] { Q_EMIT openRequested(file); });
        menu->addAction(
            icon(u"play"_s), tr("Run again and compare"), this, [this, file] { Q_EMIT runRequested(file); });
        menu->addAction(icon(u"compare"_s), tr("Show differences"), this,
                [this, file] { Q_EMIT differencesRequested(file); })
            ->setEnabled(differs);
        menu->addAction(icon(u"check"_s), tr("Verify %n fixtures", nullptr, int(files.size())), this,
            [this, files] { Q_EMIT verifyRequested(files); });
        menu->addAction(
            icon(u"edit"_s), tr("Edit rules…"), this, [this, file] { Q_EMIT rulesRequested(file); });
        menu->addSeparator();
        menu->addAction(icon(u"trash"_s), tr("Delete %n fixtures", nullptr, int(files.size())), this,
            [this, files] { Q_EMIT removeRequested(files); });
        menu->addSeparator();
    }
    menu->addAction(
        icon(u"copy"_s), tr("Copy note"), this, [this] { copyCurrent(FixturesModel::NoteColumn); });
    menu->addAction(icon(u"folder"_s), tr("Choose folder…"), this, &FixturesPane::folderRequested);
    menu->popup(view()->viewport()->mapToGlobal(position));
}

} // namespace Workbench::Ui

#include "moc_fixturespane.cpp"
