// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/theme/columnfit.h"

#include <QAbstractItemView>
#include <QEvent>
#include <QHeaderView>
#include <QStyle>
#include <QTreeView>

#include <algorithm>
#include <utility>

using namespace std::chrono_literals;

namespace Workbench::Ui {

namespace {
constexpr int measuredRows = 60;
constexpr int widest = 480; // pixels for one long text, as long as other columns need space
} // namespace

ColumnFit::ColumnFit(QAbstractItemView *view, QHeaderView *header, QList<FittedColumn> columns)
    : QObject(view)
    , m_view(view)
    , m_viewport(view->viewport())
    , m_header(header)
    , m_columns(std::move(columns))
    , m_wanted(m_columns.size())
{
    m_later.setSingleShot(true);
    m_later.setInterval(200ms);
    connect(&m_later, &QTimer::timeout, this, &ColumnFit::fit);
    view->viewport()->installEventFilter(this);
    header->viewport()->installEventFilter(this);
    connect(header, &QHeaderView::sectionResized, this,
        [this] { m_isManual = m_isManual || (m_isPressed && !m_isFitting); });
    const auto later = [this] {
        if (!m_later.isActive())
            m_later.start();
    };
    const QAbstractItemModel *model = view->model();
    connect(model, &QAbstractItemModel::rowsInserted, this, later);
    connect(header, &QHeaderView::sortIndicatorChanged, this, later);
    connect(model, &QAbstractItemModel::dataChanged, this, later);
    connect(model, &QAbstractItemModel::modelReset, this, [this, later] {
        forget();
        later();
    });
    fit();
}

void ColumnFit::forget()
{
    m_wanted.fill(0);
}

bool ColumnFit::eventFilter(QObject *watched, QEvent *event)
{
    const QEvent::Type type = event->type();
    if (watched == m_viewport) {
        if (type == QEvent::Show || type == QEvent::Resize || type == QEvent::FontChange)
            fit();
    } else if (type == QEvent::MouseButtonPress || type == QEvent::MouseButtonRelease) {
        m_isPressed = type == QEvent::MouseButtonPress;
    }
    return QObject::eventFilter(watched, event);
}

//! Returns the width that the header and the rows in sight need, and the width with some rows below them.
ColumnFit::Needs ColumnFit::needsOf(int column) const
{
    const QAbstractItemModel *model = m_view->model();
    int width = m_header->sectionSizeHint(column);
    if (m_header->isSortIndicatorShown() && m_header->sortIndicatorSection() != column) {
        const QStyle *style = m_header->style(); // only the sorted column has the arrow
        width -= style->pixelMetric(QStyle::PM_HeaderMarkSize, nullptr, m_header)
            + style->pixelMetric(QStyle::PM_HeaderMargin, nullptr, m_header);
    }
    const auto *tree = qobject_cast<const QTreeView *>(m_view);
    const QModelIndex top = m_view->indexAt({0, 0});
    QModelIndex row = top.isValid() ? top : model->index(0, 0, m_view->rootIndex());
    Needs needs{width, width};
    for (int measured = 0; row.isValid() && measured < measuredRows; ++measured) {
        const QModelIndex cell = row.siblingAtColumn(column);
        int indentation = tree && column == 0 && tree->rootIsDecorated() ? tree->indentation() : 0;
        for (QModelIndex at = row.parent(); tree && column == 0 && at.isValid(); at = at.parent())
            indentation += tree->indentation();
        const int needed = m_view->sizeHintForIndex(cell).width() + indentation;
        if (m_view->visualRect(cell).top() < m_viewport->height())
            needs.inSight = std::max(needs.inSight, needed);
        needs.measured = std::max(needs.measured, needed);
        row = tree ? tree->indexBelow(row) : row.siblingAtRow(row.row() + 1);
    }
    return needs;
}

//! Gives \a columns what they lack of their \a wanted widths, by share if \a rest is too small.
void ColumnFit::share(QList<int> columns, const QList<int> &wanted, QList<int> &widths, int &rest) const
{
    while (rest > 0 && !columns.isEmpty()) {
        int shares = 0;
        for (const int column : std::as_const(columns))
            shares += m_columns.at(column).share;
        const int before = rest;
        columns.removeIf([&](int column) {
            const int part = std::max(1, before * m_columns.at(column).share / shares);
            const int lacking = wanted.at(column) - widths.at(column);
            const int given = std::clamp(lacking, 0, std::min(part, rest));
            widths[column] += given;
            rest -= given;
            return lacking <= given;
        });
    }
}

void ColumnFit::fit()
{
    const int available = m_view->viewport()->width();
    if (m_isManual || m_isFitting || !m_view->isVisible() || available <= 0)
        return;
    m_isFitting = true;
    QList<int> widths(m_columns.size());
    QList<int> inSight(m_columns.size());
    QList<int> measured(m_columns.size());
    QList<int> flexible; // columns that may still change
    int rest = available;
    for (int column = 0; column < m_columns.size(); ++column) {
        if (m_header->isSectionHidden(column))
            continue;
        const Needs needs = needsOf(column);
        inSight[column] = needs.inSight;
        measured[column] = needs.measured;
        m_wanted[column] = std::max(m_wanted.at(column), std::min(needs.measured, widest));
        const bool isFlexible = m_columns.at(column).share > 0;
        widths[column] = isFlexible ? std::min(m_columns.at(column).least, needs.measured)
                                    : std::max(m_columns.at(column).least, m_wanted.at(column));
        rest -= widths.at(column);
        if (isFlexible)
            flexible.append(column);
    }
    // Each column first gets what its rows in sight need, then what other rows need, by share if there is too
    // little. Then the columns share the rest.
    QList<int> bounded = inSight;
    for (int &width : bounded)
        width = std::min(width, widest);
    share(flexible, bounded, widths, rest);
    share(flexible, inSight, widths, rest);
    share(flexible, measured, widths, rest);
    share(flexible, m_wanted, widths, rest);
    share(flexible, QList<int>(m_columns.size(), available), widths, rest);
    for (int column = 0; column < widths.size(); ++column) {
        if (!m_header->isSectionHidden(column))
            m_header->resizeSection(column, widths.at(column));
    }
    m_isFitting = false;
}

} // namespace Workbench::Ui

#include "moc_columnfit.cpp"
