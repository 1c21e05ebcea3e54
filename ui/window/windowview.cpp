// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/window/windowview.h"

#include "ui/pages/operationpage.h"
#include "ui/pages/toolpage.h"
#include "ui/panes/sourcespane.h"
#include "ui/window/bottompanel.h"
#include "ui/window/pagestack.h"
#include "ui/window/topbar.h"

#include <QMainWindow>
#include <QSettings>
#include <QSplitter>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

namespace {

constexpr int compactBelow = 900; // pixels; ui/README.md "Small windows"
constexpr int fullFrom = 1280;
constexpr int rowsBesideExplanation = 2; // rows of the bottom panel

//! Sizes of Sources (pixels), of the field in the top bar (pixels) and of the bottom panel (rows).
struct Shares {
    int sources = 264;
    int field = 360;
    int rows = 5;

    friend bool operator==(const Shares &, const Shares &) = default;
};

Shares sharesOf(const QSize &window)
{
    Shares shares;
    if (window.width() < fullFrom)
        shares = window.width() < compactBelow ? Shares{192, 248, 2} : Shares{220, 280, 5};
    if (window.height() < 820)
        shares.rows = std::min(shares.rows, window.height() < 680 ? 2 : 3);
    return shares;
}

QString groupOf(const QString &workspace)
{
    return u"view/"_s
        + QString::fromLatin1(
            workspace.toUtf8().toBase64(QByteArray::Base64UrlEncoding | QByteArray::OmitTrailingEquals));
}

} // namespace

WindowView::WindowView(const Parts &parts, QMainWindow *window)
    : QObject(window)
    , m_parts(parts)
    , m_window(window)
{
    connect(parts.vertical, &QSplitter::splitterMoved, this, [this] {
        if (m_parts.bottom->isCollapsed())
            return; // dragging the handle has no effect then
        m_bottomHeight = m_parts.bottom->wholeRowsHeight(m_parts.bottom->height());
        m_isBottomChosen = true;
        showBottomHeight();
    });
    connect(parts.bottom, &BottomPanel::collapsedChanged, this, &WindowView::showBottomHeight);
}

void WindowView::fit()
{
    const QSize size = m_window->size();
    const Shares shares = sharesOf(size);
    const Shares before = sharesOf(m_sizedFor);
    if (m_sized && shares == before)
        return;
    const bool isRestored = m_sized && !m_sizedFor.isValid();
    m_sizedFor = size;
    const bool compact = size.width() < compactBelow;
    m_parts.topBar->setCompact(compact);
    m_parts.topBar->setFieldWidth(shares.field);
    m_parts.sources->setCompact(compact);
    m_parts.pages->setCompact(compact);
    m_parts.bottom->setCompact(compact);
    if (!m_sized || (!isRestored && shares.sources != before.sources))
        m_parts.horizontal->setSizes({shares.sources, std::max(1, size.width() - shares.sources)});
    if (!m_sized || (!isRestored && shares.rows != before.rows)) {
        m_bottomHeight = m_parts.bottom->heightForRows(shares.rows);
        showBottomHeight();
    }
    m_sized = true;
}

void WindowView::pageChanged()
{
    m_isBottomChosen = false;
    showBottomHeight();
}

void WindowView::showBottomHeight()
{
    const BottomPanel *bottom = m_parts.bottom;
    QSplitter *vertical = m_parts.vertical;
    const OperationPage *page = m_parts.pages->current();
    const ToolPage *tool = m_parts.pages->currentTool();
    const bool isExplaining = page ? page->isExplaining() : tool && tool->isExplaining();
    const bool yields = isExplaining && !m_isBottomChosen;
    const int open =
        yields ? std::min(m_bottomHeight, bottom->heightForRows(rowsBesideExplanation)) : m_bottomHeight;
    const int shown = bottom->isCollapsed() ? bottom->collapsedHeight() : open;
    vertical->setSizes({std::max(1, vertical->height() - vertical->handleWidth() - shown), shown});
}

void WindowView::restoreWindow()
{
    if (std::exchange(m_isRestored, true))
        return;
    const QSettings settings;
    if (settings.contains(u"window/geometry"_s))
        m_window->restoreGeometry(settings.value(u"window/geometry"_s).toByteArray());
    m_parts.bottom->setCollapsed(settings.value(u"window/bottomCollapsed"_s).toBool());
}

void WindowView::save(const QString &workspace)
{
    QSettings settings;
    settings.setValue(u"window/geometry"_s, m_window->saveGeometry());
    settings.setValue(u"window/bottomCollapsed"_s, m_parts.bottom->isCollapsed());
    settings.beginGroup(groupOf(workspace));
    const PageStack::Open open = m_parts.pages->openPages();
    settings.setValue(u"pages"_s, open.operations);
    settings.setValue(u"subscriptions"_s, open.subscriptions);
    settings.setValue(u"titles"_s, open.titles);
    settings.setValue(u"inputs"_s, open.inputs);
    settings.setValue(u"page"_s, open.current);
    settings.setValue(u"pageLayout"_s, open.layout);
    settings.setValue(u"expanded"_s, m_parts.sources->expandedKeys());
    settings.setValue(u"horizontal"_s, m_parts.horizontal->saveState());
    settings.setValue(u"vertical"_s, m_parts.vertical->saveState());
    settings.setValue(u"bottom"_s, m_parts.bottom->currentIndex());
    settings.setValue(u"bottomHeight"_s, m_bottomHeight);
    settings.setValue(u"sourcesHidden"_s, m_parts.sources->isHidden());
}

void WindowView::restore(const QString &workspace)
{
    QSettings settings;
    settings.beginGroup(groupOf(workspace));
    if (!settings.contains(u"pages"_s))
        return;
    m_sized = m_parts.horizontal->restoreState(settings.value(u"horizontal"_s).toByteArray())
        && m_parts.vertical->restoreState(settings.value(u"vertical"_s).toByteArray());
    m_parts.bottom->setCurrentIndex(settings.value(u"bottom"_s).toInt());
    m_bottomHeight = settings.value(u"bottomHeight"_s, m_parts.bottom->heightForRows(5)).toInt();
    m_parts.sources->setVisible(!settings.value(u"sourcesHidden"_s).toBool());
    m_parts.sources->setExpandedKeys(settings.value(u"expanded"_s).toStringList());
    m_parts.pages->restore({.operations = settings.value(u"pages"_s).toStringList(),
        .titles = settings.value(u"titles"_s).toStringList(),
        .inputs = settings.value(u"inputs"_s).toStringList(),
        .subscriptions = settings.value(u"subscriptions"_s).toStringList(),
        .current = settings.value(u"page"_s, -1).toInt(),
        .layout = settings.value(u"pageLayout"_s).toByteArray()});
}

} // namespace Workbench::Ui

#include "moc_windowview.cpp"
