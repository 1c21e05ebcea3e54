// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/pages/servepage.h"

#include "core/base/randombytes.h"
#include "core/base/visibletext.h"
#include "core/session/sessions.h"
#include "ui/forms/findbar.h"
#include "ui/forms/themelabel.h"
#include "ui/models/coretexts.h"
#include "ui/theme/building.h"
#include "ui/theme/columnfit.h"
#include "ui/theme/controls.h"
#include "ui/theme/rowdelegate.h"
#include "ui/theme/rowtreeview.h"
#include "ui/theme/zoom.h"

#include <QCheckBox>
#include <QFormLayout>
#include <QHeaderView>
#include <QListWidget>
#include <QSpinBox>
#include <QStandardItemModel>
#include <QTime>

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

namespace {

QFormLayout *newRows(QWidget *parent)
{
    auto *rows = newLines<QFormLayout>(parent, 8, 8, {16, 12, 16, 12});
    rows->setLabelAlignment(Qt::AlignLeading);
    rows->setFieldGrowthPolicy(QFormLayout::ExpandingFieldsGrow);
    return rows;
}

} // namespace

ServePage::ServePage(Sessions *sessions, QString source, ServeOperations serve, QWidget *parent)
    : SourcePage(
          u"servePage"_s, u"hub"_s, tr("Serve", "of a source, in a tab"), sessions, std::move(source), parent)
    , m_serve(std::move(serve))
    , m_token(randomToken())
    , m_callsHeader(new PaneHeader(tr("Calls"), this))
    , m_model(new QStandardItemModel(this))
{
    m_head = new ToolHead(
        tabIconName(), tabTitle(), tr("Other programs call operations through a hub on this computer"), this);
    m_start = m_head->addButton(primaryButton(u"play"_s, tr("Start"), this), u"startServing"_s);
    m_stop = m_head->addButton(plainButton(u"stop"_s, tr("Stop"), this), u"stopServing"_s);
    m_form = makeForm();
    m_address = makeAddress();
    m_model->setHorizontalHeaderLabels(
        {tr("Time"), tr("Caller"), tr("Operation"), tr("Outcome"), tr("Duration")});
    auto *view = named(new RowTreeView(this), u"servedCalls"_s, tr("Calls of other programs"));
    view->setRootIsDecorated(false);
    view->setFrameShape(QFrame::NoFrame);
    view->setModel(m_model);
    setZoomedHeight(view->header(), 28);
    new ColumnFit(view, view->header(), {{}, {120, 1}, {160, 2}, {120, 2}, {}});
    addAll(newColumn(this),
        {m_head, m_form, m_address, m_callsHeader, new FindBar(tr("Find in the calls"), view, this),
            {view, 1}});
    connect(m_start, &QPushButton::clicked, this, &ServePage::start);
    connect(m_stop, &QPushButton::clicked, this, &ServePage::cancel);
    connect(sessions, &Sessions::sourceChanged, this, &ServePage::readSources);
    connect(sessions, &Sessions::sourceAdded, this, &ServePage::readSources);
    connect(sessions, &Sessions::sourceRemoved, this, &ServePage::readSources);
    readSources();
    showState();
}

void ServePage::setCompact(bool compact)
{
    SourcePage::setCompact(compact);
    m_callsHeader->setSmall(compact);
}

void ServePage::focusFirst()
{
    (m_served ? m_stop : m_start)->setFocus(Qt::OtherFocusReason);
}

void ServePage::cancel()
{
    m_served.reset();
    showState();
}

QWidget *ServePage::makeForm()
{
    auto *form = new QWidget(this);
    QFormLayout *rows = newRows(form);
    m_sources = named(new QListWidget(form), u"serveSources"_s, tr("Sources whose operations are offered"));
    m_sources->setItemDelegate(new RowDelegate(m_sources));
    setZoomedHeight(m_sources, 4 * 24 + 2);
    m_sources->setMaximumWidth(zoomed(420));
    m_port = named(new QSpinBox(form), u"servePort"_s, tr("Port"));
    m_port->setRange(0, 65535);
    m_port->setSpecialValueText(tr("any free port"));
    m_needsToken = named(new QCheckBox(tr("Callers need a token"), form), u"serveNeedsToken"_s);
    m_needsToken->setChecked(true);
    m_needsToken->setToolTip(tr("Without it, every program on this computer can call the operations"));
    m_problem = named(wrapped(new ThemeLabel({}, ColorRole::Error, FontRole::Body, form)), u"serveProblem"_s);
    m_problem->hide();
    rows->addRow(tr("Sources"), m_sources);
    rows->addRow(tr("Port"), m_port);
    rows->addRow(QString(), m_needsToken);
    rows->addRow(m_problem);
    return form;
}

QWidget *ServePage::makeAddress()
{
    auto *part = new QWidget(this);
    QFormLayout *rows = newRows(part);
    const auto add = [&](const QString &title, const QString &name) {
        auto *text = named(new QLineEdit(part), name, title);
        text->setReadOnly(true);
        text->setFont(Theme::of(this).font(FontRole::Data));
        QToolButton *copy = named(iconButton(u"copy"_s, tr("Copy"), part), name + u"Copy"_s);
        connect(copy, &QToolButton::clicked, text, [text] { copyText(text->text()); });
        rows->addRow(title, addAll(newRow(4), {{text, 1}, copy}));
        return text;
    };
    m_url = add(tr("Address"), u"serveAddress"_s);
    m_tokenText = add(tr("Token"), u"serveToken"_s);
    m_command = add(tr("Command"), u"serveCommand"_s);
    m_command->setToolTip(tr("Lists the operations from another terminal"));
    return part;
}

//! Lists the connected sources for choice. The page's own source is listed always, and chosen at first.
void ServePage::readSources()
{
    QStringList chosen;
    for (int row = 0; row < m_sources->count(); ++row) {
        if (m_sources->item(row)->checkState() == Qt::Checked)
            chosen.append(m_sources->item(row)->data(Qt::UserRole).toString());
    }
    if (m_sources->count() == 0)
        chosen.append(m_source);
    m_sources->clear();
    for (const Source &source : m_sessions->sources()) {
        if (!m_sessions->state(source.name).isUsable() && source.name != m_source)
            continue;
        auto *item = new QListWidgetItem(visibleText(source.name, false, 60), m_sources);
        item->setData(Qt::UserRole, source.name);
        item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsUserCheckable);
        item->setCheckState(chosen.contains(source.name) ? Qt::Checked : Qt::Unchecked);
        item->setData(
            RowRole::RightText, tr("%n operations", nullptr, int(m_sessions->state(source.name).operations)));
    }
}

void ServePage::start()
{
    ServeRequest request{.nameSpaces = {}, .port = quint16(m_port->value())};
    for (int row = 0; row < m_sources->count(); ++row) {
        if (m_sources->item(row)->checkState() == Qt::Checked)
            request.nameSpaces.append(nameSpaceFor(m_sources->item(row)->data(Qt::UserRole).toString()));
    }
    if (m_needsToken->isChecked())
        request.token = m_token;
    Result<std::unique_ptr<ServedOperations>> served = request.nameSpaces.isEmpty()
        ? std::unexpected(Error{ErrorKind::Usage, {}, tr("Choose at least one source to offer."), {}, {}})
        : m_serve(request);
    m_problem->setText(served ? QString() : visibleText(coreText(served.error().message), true, 400));
    m_problem->setVisible(!served);
    if (!served)
        return;
    m_served = *std::move(served);
    connect(m_served.get(), &ServedOperations::called, this, &ServePage::add);
    connect(m_served.get(), &ServedOperations::connectionsChanged, this, &ServePage::showState);
    connect(m_served.get(), &ServedOperations::refused, this,
        [this](const QString &peer, int status, const QString &why) {
            add({.peer = peer,
                .identity = {},
                .operation = {},
                .failure = tr("refused: %1").arg(status == 0 ? why : u"%1, %2"_s.arg(status).arg(why))});
        });
    connect(m_served.get(), &ServedOperations::warned, this,
        [this](const QString &text) { add({.peer = {}, .identity = {}, .operation = {}, .failure = text}); });
    showState();
}

//! Shows the address while operations are offered, otherwise the form.
void ServePage::showState()
{
    const bool isServing = m_served != nullptr;
    m_start->setVisible(!isServing);
    m_stop->setVisible(isServing);
    m_form->setVisible(!isServing);
    m_address->setVisible(isServing);
    if (isServing) {
        const QString url = m_served->address().toString();
        const bool hasToken = m_needsToken->isChecked();
        m_url->setText(url);
        m_tokenText->setText(hasToken ? QString::fromLatin1(m_token) : tr("not needed"));
        m_command->setText(hasToken ? u"HUB_TOKEN=%1 envelope list %2 --auth bearer:env:HUB_TOKEN"_s.arg(
                                          QString::fromLatin1(m_token), url)
                                    : u"envelope list %1"_s.arg(url));
    }
    m_callsHeader->setFact(
        isServing ? tr("%n connected", nullptr, int(m_served->connections())) : tr("The hub is not running"));
}

void ServePage::add(const ServedCall &call)
{
    const QString who = call.identity.isEmpty() ? call.peer : u"%1 (%2)"_s.arg(call.peer, call.identity);
    const bool isFailed = !call.failure.isEmpty();
    const bool isCall = !call.operation.name.isEmpty();
    QStringList outcome{isFailed ? visibleText(coreText(call.failure), false, 300) : tr("ok")};
    if (call.warnings > 0)
        outcome.append(tr("%n warnings", nullptr, int(call.warnings)));
    if (call.changes > 0)
        outcome.append(tr("%n changes", nullptr, int(call.changes)));
    QList<QStandardItem *> row;
    for (const QString &text : {QTime::currentTime().toString(u"HH:mm:ss.zzz"_s),
             who.isEmpty() ? u"–"_s : visibleText(who, false, 120),
             isCall ? visibleText(call.operation.toString(), false, 120) : u"–"_s, outcome.join(u", "_s),
             isCall ? tr("%L1 ms").arg(call.duration.count()) : u"–"_s}) {
        row.append(new QStandardItem(text));
        row.constLast()->setEditable(false);
    }
    row.at(0)->setData(int(FontRole::Number), RowRole::Font);
    row.at(3)->setData(isFailed ? u"outcome-error"_s : u"outcome-ok"_s, RowRole::IconName);
    row.at(3)->setData(int(isFailed ? ColorRole::Error : ColorRole::Ok), RowRole::IconColor);
    row.at(4)->setData(int(FontRole::Number), RowRole::Font);
    m_model->insertRow(0, row);
    if (m_model->rowCount() > maxCalls)
        m_model->removeRow(maxCalls);
}

} // namespace Workbench::Ui

#include "moc_servepage.cpp"
