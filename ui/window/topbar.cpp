// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/window/topbar.h"

#include "core/base/visibletext.h"
#include "core/session/sessions.h"
#include "ui/models/operationlistmodel.h"
#include "ui/panes/placeholder.h"
#include "ui/theme/building.h"
#include "ui/theme/icons.h"
#include "ui/theme/rowtreeview.h"
#include "ui/theme/zoom.h"

#include <QActionGroup>
#include <QGridLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QPushButton>
#include <QStackedLayout>

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

TopBar::TopBar(QWidget *parent)
    : Strip(parent)
    , m_field(fieldButton(u"search"_s, tr("Go to operation…"),
          QKeySequence(Qt::CTRL | Qt::Key_K).toString(QKeySequence::NativeText), this))
{
    setObjectName(u"topBar"_s);
    setFill(ColorRole::Window);
    setZoomedHeight(this, 44);
    auto *thirds =
        new QGridLayout(this); // the outer columns have equal widths, so the field is in the middle
    thirds->setContentsMargins(8, 0, 12, 0);
    thirds->setHorizontalSpacing(8);
    thirds->setColumnStretch(0, 1);
    thirds->setColumnStretch(2, 1);
    thirds->addWidget(m_field, 0, 1);
    QPushButton *add = m_addSource = named(plainButton(u"plus"_s, tr("Add source"), this), u"addSource"_s);
    add->setToolTip(tr("Add a source (%1)")
            .arg(QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_A).toString(QKeySequence::NativeText)));
    connect(add, &QPushButton::clicked, this, &TopBar::addSourceRequested);
    thirds->addWidget(add, 0, 0, Qt::AlignLeft);
    named(m_field, u"goTo"_s, tr("Go to operation"))->setFixedWidth(360);
    connect(m_field, &QPushButton::clicked, this, &TopBar::goToRequested);
    m_environment = named(quietButton(u"chevron-down"_s, {}, this), u"environmentButton"_s);
    m_environment->setToolButtonStyle(Qt::ToolButtonTextOnly); // the text contains the arrow, after the name
    m_environment->setPopupMode(QToolButton::InstantPopup);
    m_workspace = named(quietButton(u"folder"_s, {}, this), u"workspaceButton"_s);
    m_workspace->setPopupMode(QToolButton::InstantPopup);
    m_recordAll = named(quietButton(u"record"_s, tr("Record all"), this), u"recordAll"_s);
    m_recordAll->setCheckable(true);
    connect(m_recordAll, &QToolButton::clicked, this, &TopBar::recordAllToggled);
    thirds->addLayout(addAll(newRow(8), {Stretch{}, m_environment, m_workspace, m_recordAll}), 0, 2);
    setTabOrder(add, m_field); // the visual order, not the order of creation
    setTabOrder(m_field, m_environment);
    setTabOrder(m_environment, m_workspace);
    setTabOrder(m_workspace, m_recordAll);
    setRecordingAll(false);
    setEnvironment({});
    setWorkspace({}, {});
}

void TopBar::setWorkspace(const QString &name, const QString &tip)
{
    m_name = name;
    const QString shown = name.isEmpty() ? tr("no workspace") : name;
    m_workspace->setToolTip(tip.isEmpty() ? tr("Workspace") : tip);
    m_workspace->setAccessibleName(tr("Workspace %1").arg(shown));
    fitNames();
}

//! Shows the names of the environment and the workspace as far as there is space beside the field.
void TopBar::fitNames()
{
    QString workspace = m_name.isEmpty() ? tr("no workspace") : m_name;
    if (m_compact)
        workspace = workspace.section(u'.', 0, 0);
    const QString environment =
        m_environmentName.isEmpty() ? tr("No environment") : visibleText(m_environmentName, false, 100);
    const auto show = [](QToolButton *button, const QString &name, int widest, const QString &after) {
        QString shown = button->fontMetrics().elidedText(name, Qt::ElideMiddle, widest);
        button->setText(shown.replace(u'&', u"&&"_s) + after); // an ampersand in a name is not a mnemonic
    };
    show(m_environment, environment, 200, u" ▾"_s);
    show(m_workspace, workspace, 400, {});
    const QMargins margins = layout()->contentsMargins();
    constexpr int gaps = 5 * 8; // around the field, and between the buttons
    const int room = width() - margins.left() - margins.right() - gaps - m_addSource->sizeHint().width()
        - m_field->width();
    const int lacking = m_environment->sizeHint().width() + m_workspace->sizeHint().width()
        + m_recordAll->sizeHint().width() - room;
    if (lacking <= 0 || width() <= 0)
        return;
    constexpr int shortest = 64; // pixels
    const int environmentWidth = m_environment->fontMetrics().horizontalAdvance(environment);
    const int workspaceWidth = m_workspace->fontMetrics().horizontalAdvance(workspace);
    const int workspaceRoom = std::max({shortest, workspaceWidth - lacking, workspaceWidth / 2});
    show(m_workspace, workspace, workspaceRoom, {});
    const int stillLacking = lacking - std::max(0, workspaceWidth - workspaceRoom);
    if (stillLacking > 0)
        show(m_environment, environment, std::max(shortest, environmentWidth - stillLacking), u" ▾"_s);
}

void TopBar::resizeEvent(QResizeEvent *event)
{
    Strip::resizeEvent(event);
    fitNames();
}

void TopBar::setWorkspaceMenu(QMenu *menu)
{
    m_workspace->setMenu(menu);
}

void TopBar::setEnvironment(const QString &name)
{
    m_environmentName = name;
    const QString whole = visibleText(name, false, 100);
    m_environment->setToolTip(name.isEmpty()
            ? tr("Environment: the values of ${NAME} in the settings of sources. None is chosen.")
            : tr("Environment %1: the values of ${NAME} in the settings of sources").arg(whole));
    m_environment->setAccessibleName(name.isEmpty() ? tr("No environment") : tr("Environment %1").arg(whole));
    fitNames();
}

void TopBar::setEnvironmentMenu(QMenu *menu)
{
    m_environment->setMenu(menu);
}

void TopBar::setRecordingAll(bool on)
{
    m_recordAll->setChecked(on);
    m_recordAll->setIcon(icon(u"record"_s, on ? ColorRole::Error : ColorRole::TextSecond));
    m_recordAll->setText(on ? tr("Recording") : tr("Record all"));
    m_recordAll->setAccessibleName(on ? tr("Stop recording every result") : tr("Record all"));
    m_recordAll->setToolTip(on ? tr("Every result is recorded as a fixture. Click to switch this off.")
                               : tr("Record every result as a fixture, until this is switched off"));
    fitNames();
}

void TopBar::setCompact(bool compact)
{
    m_compact = compact;
    m_recordAll->setToolButtonStyle(compact ? Qt::ToolButtonIconOnly : Qt::ToolButtonTextBesideIcon);
    fitNames();
}

void TopBar::setFieldWidth(int width)
{
    m_field->setFixedWidth(width);
    fitNames();
}

EnvironmentMenu::EnvironmentMenu(Sessions *sessions, QWidget *parent)
    : QMenu(tr("E&nvironment"), parent)
    , m_sessions(sessions)
    , m_group(new QActionGroup(this))
    , m_line(addSeparator())
{
    setObjectName(u"environmentMenu"_s);
    QAction *edit = named(addAction(tr("&Edit environments and identity…")), u"editEnvironments"_s);
    connect(edit, &QAction::triggered, this, &EnvironmentMenu::editRequested);
    connect(sessions, &Sessions::environmentChanged, this, &EnvironmentMenu::fill);
    connect(m_group, &QActionGroup::triggered, this, [this](const QAction *action) {
        const Result<void> chosen = m_sessions->setEnvironment(action->data().toString());
        if (!chosen)
            Q_EMIT failed(chosen.error());
    });
    fill();
}

void EnvironmentMenu::fill()
{
    for (QAction *action : m_group->actions()) {
        removeAction(action);
        m_group->removeAction(action);
        action->deleteLater(); // it may be the action that was just chosen
    }
    QStringList names{QString()};
    for (const Environment &environment : m_sessions->environments())
        names.append(environment.name);
    for (const QString &name : std::as_const(names)) {
        QString text = name.isEmpty() ? tr("No environment") : visibleText(name, false, 60);
        auto *action = named(new QAction(text.replace(u'&', u"&&"_s), m_group), u"environment_"_s + name);
        action->setData(name);
        action->setCheckable(true);
        action->setChecked(name == m_sessions->environment());
        insertAction(m_line, action);
    }
}

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

#include "moc_topbar.cpp"
