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
constexpr int widest = 480; // maximum pixels for one long text
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

//! Returns the width that the header and the rows from the first visible one on need, in pixels.
int ColumnFit::wanted(int column) const
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
    for (int measured = 0; row.isValid() && measured < measuredRows; ++measured) {
        const QModelIndex cell = row.siblingAtColumn(column);
        int indentation = tree && column == 0 && tree->rootIsDecorated() ? tree->indentation() : 0;
        for (QModelIndex at = row.parent(); tree && column == 0 && at.isValid(); at = at.parent())
            indentation += tree->indentation();
        width = std::max(width, m_view->sizeHintForIndex(cell).width() + indentation);
        row = tree ? tree->indexBelow(row) : row.siblingAtRow(row.row() + 1);
    }
    return std::min(width, widest);
}

void ColumnFit::fit()
{
    const int available = m_view->viewport()->width();
    if (m_isManual || m_isFitting || !m_view->isVisible() || available <= 0)
        return;
    m_isFitting = true;
    QList<int> widths(m_columns.size());
    QList<int> flexible; // columns that may still change
    int rest = available;
    for (int column = 0; column < m_columns.size(); ++column) {
        if (m_header->isSectionHidden(column))
            continue;
        m_wanted[column] = std::max(m_wanted.at(column), wanted(column));
        const bool isFlexible = m_columns.at(column).share > 0;
        widths[column] = isFlexible ? m_columns.at(column).least
                                    : std::max(m_columns.at(column).least, m_wanted.at(column));
        rest -= widths.at(column);
        if (isFlexible)
            flexible.append(column);
    }
    // First give each column its preferred width, by share if there is too little; then share the rest.
    for (const bool isLeftOver : {false, true}) {
        QList<int> open = flexible;
        while (rest > 0 && !open.isEmpty()) {
            int shares = 0;
            for (const int column : std::as_const(open))
                shares += m_columns.at(column).share;
            const int before = rest;
            open.removeIf([&](int column) {
                const int part = std::max(1, before * m_columns.at(column).share / shares);
                const int lacking = isLeftOver ? part : m_wanted.at(column) - widths.at(column);
                const int given = std::clamp(lacking, 0, std::min(part, rest));
                widths[column] += given;
                rest -= given;
                return isLeftOver || given == lacking || lacking <= 0;
            });
        }
    }
    for (int column = 0; column < widths.size(); ++column) {
        if (!m_header->isSectionHidden(column))
            m_header->resizeSection(column, widths.at(column));
    }
    m_isFitting = false;
}

} // namespace Workbench::Ui

#include "moc_columnfit.cpp"
