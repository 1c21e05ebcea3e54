// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/window/gotopopup.h"

#include "ui/models/operationlistmodel.h"
#include "ui/theme/controls.h"
#include "ui/theme/rowtreeview.h"

#include <QBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

GoToPopup::GoToPopup(Sessions *sessions, QWidget *parent)
    : QFrame(parent, Qt::Popup)
    , m_field(iconField(u"search"_s, tr("Go to operation…"), this))
    , m_model(new OperationListModel(sessions, this))
    , m_view(new RowTreeView(this))
    , m_count(new QLabel(this))
{
    setObjectName(u"goToPopup"_s);
    setFrameShape(QFrame::StyledPanel);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(8, 8, 8, 8);
    column->setSpacing(4);
    column->addWidget(m_field);
    m_view->setModel(m_model);
    m_view->setRootIsDecorated(false);
    m_view->header()->hide();
    m_view->setAccessibleName(tr("Operations"));
    m_view->setFocusPolicy(Qt::NoFocus);
    column->addWidget(m_view, 1);
    m_count->setFont(Theme::of(this).font(FontRole::Small));
    m_count->setForegroundRole(QPalette::PlaceholderText);
    column->addWidget(m_count);
    m_field->setObjectName(u"goToFilter"_s);
    m_field->installEventFilter(this);
    connect(m_field, &QLineEdit::textChanged, this, [this](const QString &text) {
        m_isChosen = false;
        m_model->setFilterText(text);
    });
    connect(m_model, &OperationListModel::filtered, this, &GoToPopup::showFound);
    connect(
        m_view, &QAbstractItemView::clicked, this, [this](const QModelIndex &index) { choose(index.row()); });
}

void GoToPopup::openUnder(QWidget *field)
{
    const int wide = std::max(field->width(), 520);
    const QPoint below = field->mapToGlobal(QPoint((field->width() - wide) / 2, field->height() + 4));
    setGeometry(QRect(below, QSize(wide, 360)));
    m_isChosen = false;
    if (m_field->text().isEmpty())
        m_model->setFilterText({});
    m_field->clear();
    show();
    m_field->setFocus();
}

void GoToPopup::showFound()
{
    m_view->setCurrentIndex(m_model->index(0, 0));
    const auto count = int(m_model->matchCount());
    m_count->setText(count == 0 ? tr("No operation matches") : tr("%n operation(s)", nullptr, count));
    if (std::exchange(m_isChosen, false))
        choose(0);
}

void GoToPopup::choose(int row)
{
    const OperationId operation = m_model->operationAt(row);
    if (operation.isEmpty())
        return;
    hide();
    Q_EMIT chosen(operation);
}

bool GoToPopup::eventFilter(QObject *watched, QEvent *event)
{
    if (watched != m_field || event->type() != QEvent::KeyPress)
        return QFrame::eventFilter(watched, event);
    auto *key = static_cast<QKeyEvent *>(event);
    const int row = m_view->currentIndex().row();
    const int last = m_model->rowCount() - 1;
    switch (key->key()) {
    case Qt::Key_Down: m_view->setCurrentIndex(m_model->index(std::min(row + 1, last), 0)); return true;
    case Qt::Key_Up: m_view->setCurrentIndex(m_model->index(std::max(row - 1, 0), 0)); return true;
    case Qt::Key_PageDown: m_view->setCurrentIndex(m_model->index(std::min(row + 10, last), 0)); return true;
    case Qt::Key_PageUp: m_view->setCurrentIndex(m_model->index(std::max(row - 10, 0), 0)); return true;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        m_isChosen = m_model->isSearching(); // what is shown is not what was typed
        if (!m_isChosen)
            choose(row);
        return true;
    default: return false;
    }
}

} // namespace Workbench::Ui
