// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/window/gotopopup.h"

#include "core/base/visibletext.h"
#include "ui/models/operationlistmodel.h"
#include "ui/panes/placeholder.h"
#include "ui/theme/building.h"
#include "ui/theme/controls.h"
#include "ui/theme/rowtreeview.h"

#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QStackedLayout>

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

namespace {
constexpr qsizetype mostRecent = 30;
}

GoToPopup::GoToPopup(Sessions *sessions, QWidget *parent)
    : QFrame(parent, Qt::Popup)
    , m_field(named(iconField(u"search"_s, tr("Go to operation…"), this), u"goToFilter"_s))
    , m_model(new OperationListModel(sessions, this))
    , m_view(new RowTreeView(this))
    , m_count(new QLabel(this))
    , m_none(named(new Placeholder(this), u"goToNothing"_s))
    , m_faces(new QStackedLayout)
{
    setObjectName(u"goToPopup"_s);
    setFrameShape(QFrame::StyledPanel);
    m_view->setModel(m_model);
    m_view->setRootIsDecorated(false);
    m_view->header()->hide();
    m_view->setAccessibleName(tr("Operations"));
    m_view->setFocusPolicy(Qt::NoFocus);
    m_faces->addWidget(m_view);
    m_faces->addWidget(m_none);
    m_count->setFont(Theme::of(this).font(FontRole::Small));
    m_count->setForegroundRole(QPalette::PlaceholderText);
    addAll(newColumn(this, {8, 8, 8, 8}, 4), {m_field, {m_faces, 1}, m_count});
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
    m_model->setRecent(m_recent);
    if (m_field->text().isEmpty())
        m_model->setFilterText({});
    m_field->clear();
    show();
    m_field->setFocus();
}

void GoToPopup::noteUsed(const OperationId &operation)
{
    m_recent.removeAll(operation);
    m_recent.prepend(operation);
    m_recent.resize(std::min(m_recent.size(), mostRecent));
}

void GoToPopup::showFound()
{
    m_view->setCurrentIndex(m_model->index(0, 0));
    const auto count = int(m_model->matchCount());
    const QString text = m_field->text().trimmed();
    m_count->setVisible(count > 0);
    m_count->setText(tr("%n operation(s)", nullptr, count));
    if (count == 0 && text.isEmpty())
        m_none->showAdvice(u"link"_s, tr("No operations yet"), tr("Connect a source to see its operations."));
    else if (count == 0)
        m_none->showAdvice(u"search"_s, tr("No operation matches \"%1\"").arg(visibleText(text, false, 60)),
            tr("Only operations of connected sources are searched."));
    m_faces->setCurrentIndex(count == 0 ? 1 : 0);
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
        m_isChosen = m_model->isSearching(); // the rows do not match the text yet
        if (!m_isChosen)
            choose(row);
        return true;
    default: return false;
    }
}

} // namespace Workbench::Ui

#include "moc_gotopopup.cpp"
