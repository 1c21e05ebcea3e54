// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/dialogs/comparewithdialog.h"

#include "core/base/visibletext.h"
#include "ui/forms/themelabel.h"
#include "ui/models/textfiltermodel.h"
#include "ui/theme/building.h"
#include "ui/theme/columnfit.h"
#include "ui/theme/controls.h"
#include "ui/theme/rowdelegate.h"
#include "ui/theme/rowtreeview.h"
#include "ui/theme/zoom.h"

#include <QHeaderView>
#include <QKeyEvent>
#include <QStandardItemModel>

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

namespace {

constexpr int choiceRole = Qt::UserRole;

QStandardItem *choiceCell(const QString &text, ColorRole color)
{
    auto *item = new QStandardItem(visibleText(text.simplified(), false, 300));
    item->setEditable(false);
    item->setData(int(color), RowRole::TextColor);
    return item;
}

} // namespace

CompareWithDialog::CompareWithDialog(
    const QString &what, const QList<ComparisonChoice> &choices, QWidget *parent)
    : QDialog(parent)
    , m_choices(choices)
    , m_model(new QStandardItemModel(this))
    , m_filtered(new TextFilterModel(this))
    , m_view(named(new RowTreeView(this), u"compareWithTable"_s, tr("Choices")))
{
    setObjectName(u"compareWithDialog"_s);
    setWindowTitle(tr("Compare with"));
    const QSize room = parent ? parent->window()->size() - QSize(32, 32) : QSize(720, 420);
    resize(QSize(860, 420).boundedTo(room));
    auto *title = new ThemeLabel(
        tr("Compare %1 with").arg(visibleText(what, false, 100)), ColorRole::Text, FontRole::Title, this);
    m_filter = named(iconField(u"filter"_s, tr("Filter"), this), u"compareWithFilter"_s);
    m_filter->setAccessibleName(tr("Filter the choices"));
    m_filter->installEventFilter(this);
    m_model->setHorizontalHeaderLabels({tr("With"), tr("Input"), tr("Outcome"), tr("When"), tr("Note")});
    for (qsizetype i = 0; i < choices.size(); ++i) {
        const ComparisonChoice &choice = choices.at(i);
        QStandardItem *name = choiceCell(choice.what, ColorRole::Text);
        name->setData(int(i), choiceRole);
        name->setData(choice.kind == ComparisonChoice::Kind::Fixture ? u"bookmark"_s
                : choice.kind == ComparisonChoice::Kind::Source      ? u"play"_s
                                                                     : u"refresh"_s,
            RowRole::IconName);
        QStandardItem *when = choiceCell(choice.when, ColorRole::TextSecond);
        when->setData(int(FontRole::Number), RowRole::Font);
        QStandardItem *input = choiceCell(choice.input, ColorRole::TextSecond);
        input->setData(int(FontRole::Data), RowRole::Font);
        input->setData(true, RowRole::ElideEnd);
        m_model->appendRow({name, input, choiceCell(choice.outcome, ColorRole::Text), when,
            choiceCell(choice.note, ColorRole::TextSecond)});
    }
    m_filtered->setSourceModel(m_model);
    m_view->setRootIsDecorated(false);
    m_view->setModel(m_filtered);
    setZoomedHeight(m_view->header(), 28);
    new ColumnFit(m_view, m_view->header(), {{160, 2}, {96, 3}, {}, {}, {80, 2}});
    m_view->setCurrentIndex(m_filtered->index(0, 0));
    auto *head = addAll(newColumn({16, 16, 16, 8}, 8), {title, m_filter});
    auto *footer = newRow({16, 12, 16, 12}, 8);
    footer->addWidget(
        new ThemeLabel(choices.isEmpty()
                ? tr("Nothing to compare with yet. Invoke the operation again, or record a fixture")
                : tr("If you choose another source, its operation is called with the same input"),
            ColorRole::TextSecond, FontRole::Small, this),
        1);
    QPushButton *leave = plainButton({}, tr("Cancel"), this);
    leave->setAutoDefault(false);
    m_compare = named(primaryButton(u"compare"_s, tr("Compare"), this), u"compareNow"_s);
    m_compare->setDefault(true);
    m_compare->setEnabled(!choices.isEmpty());
    addAll(footer, {leave, m_compare});
    addAll(newColumn(this),
        {head, separator(Qt::Horizontal, this), {m_view, 1}, separator(Qt::Horizontal, this), footer});
    connect(m_filter, &QLineEdit::textChanged, this, [this](const QString &text) {
        m_filtered->setText(text);
        if (!m_view->currentIndex().isValid())
            m_view->setCurrentIndex(m_filtered->index(0, 0));
        m_compare->setEnabled(m_filtered->rowCount() > 0);
    });
    connect(m_compare, &QPushButton::clicked, this, &CompareWithDialog::choose);
    connect(m_view, &QAbstractItemView::doubleClicked, this, &CompareWithDialog::choose);
    connect(leave, &QPushButton::clicked, this, &QDialog::reject);
    m_filter->setFocus();
}

//! Lets Up and Down move in the list while the filter has the focus.
bool CompareWithDialog::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_filter && event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent *>(event)->key();
        const int step = key == Qt::Key_Down ? 1 : key == Qt::Key_Up ? -1 : 0;
        if (step != 0) {
            const QModelIndex next = m_filtered->index(m_view->currentIndex().row() + step, 0);
            if (next.isValid())
                m_view->setCurrentIndex(next);
            return true;
        }
    }
    return QDialog::eventFilter(watched, event);
}

void CompareWithDialog::choose()
{
    const QModelIndex current = m_view->currentIndex().siblingAtColumn(0);
    if (!current.isValid())
        return;
    const ComparisonChoice choice = m_choices.at(current.data(choiceRole).toInt());
    accept();
    Q_EMIT chosen(choice);
}

} // namespace Workbench::Ui

#include "moc_comparewithdialog.cpp"
