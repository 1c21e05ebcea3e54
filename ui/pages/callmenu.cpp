// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/pages/callmenu.h"

#include "core/checks/bugreport.h"
#include "core/exchange/requesttext.h"
#include "ui/forms/inputeditor.h"
#include "ui/models/streammodel.h"
#include "ui/models/words.h"
#include "ui/pages/operationpage.h"
#include "ui/panes/resultpane.h"
#include "ui/panes/streampane.h"
#include "ui/theme/building.h"
#include "ui/theme/controls.h"
#include "ui/theme/icons.h"

#include <QActionGroup>
#include <QDataStream>
#include <QFile>
#include <QMenu>
#include <QtConcurrentRun>

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

namespace {

template <typename Choice> std::optional<Choice> choiceIn(const QMenu *menu, const QString &name)
{
    const auto *group = menu->findChild<QActionGroup *>(name);
    const qsizetype index = group->actions().indexOf(group->checkedAction());
    return index > 0 ? std::optional(Choice(index - 1)) : std::nullopt;
}

//! Checks the action for \a choice, as choiceIn() returns it; -1: the one without a choice.
void setChoiceIn(const QMenu *menu, const QString &name, int choice)
{
    menu->findChild<QActionGroup *>(name)->actions().at(1 + std::clamp(choice, -1, 1))->setChecked(true);
}

std::optional<BugReport> reportOf(const OperationPage &page, const Json &input)
{
    if (const ResultPane *result = page.resultPane())
        return result->bugReport(page.spec(), input);
    return page.streamPane() ? page.streamPane()->bugReport(page.spec(), input) : std::nullopt;
}

} // namespace

CallMenu::CallMenu(QMenu *menu, Sessions *sessions, OperationPage *page)
    : QObject(page)
    , m_menu(menu)
    , m_sessions(sessions)
    , m_page(page)
{
    addCopies();
    addChoices();
    addReading();
    m_export = menu->addAction(icon(u"export"_s), tr("Export events…"), this, [this] {
        if (m_page->streamPane())
            m_page->streamPane()->askToExport();
    });
    menu->setToolTipsVisible(true);
    connect(menu, &QMenu::aboutToShow, this, &CallMenu::update);
}

void CallMenu::addCopies()
{
    m_menu->addAction(
        icon(u"copy"_s), tr("Copy name"), this, [this] { copyText(m_page->operation().toString()); });
    m_menu->addAction(tr("Copy definition"), this, &CallMenu::copyDefinition);
    m_copyTask =
        named(m_menu->addAction(tr("Copy task id"), this, [this] { copyText(taskId()); }), u"copyTask"_s);
    m_ofCalls += m_menu->addAction(icon(u"refresh"_s), tr("Reset input"), this, [this] {
        const OperationSpec &spec = m_page->spec();
        m_page->inputEditor()->setSchema(spec.inputSchema, httpRouteOf(spec).has_value());
        m_page->focusInput();
    });
    m_menu->addSeparator();
    m_showRequest = named(m_menu->addAction(icon(u"code"_s), tr("Show request")), u"showRequestAction"_s);
    m_showRequest->setCheckable(true);
    m_showRequest->setShortcut(Qt::CTRL | Qt::SHIFT | Qt::Key_R);
    named(m_menu->addAction(
              icon(u"terminal"_s), tr("Copy as envelope command"), this, &CallMenu::copyAsCommand),
        u"copyAsCommand"_s);
    const auto addForm = [this](const QString &text, const QString &name, RequestPane::Form form) {
        QAction *action = named(m_menu->addAction(text, this, [this, form] { copyRequest(form); }), name);
        m_ofCalls += action;
        return action;
    };
    m_ofCalls += m_showRequest;
    addForm(tr("Copy as curl"), u"copyAsCurl"_s, RequestPane::Form::Curl)
        ->setShortcut(Qt::CTRL | Qt::SHIFT | Qt::Key_C);
    addForm(tr("Copy as HTTP"), u"copyAsHttp"_s, RequestPane::Form::Http)
        ->setShortcut(Qt::CTRL | Qt::SHIFT | Qt::Key_H);
    addForm(tr("Copy request as JSON"), u"copyAsJson"_s, RequestPane::Form::Json);
    m_menu->addSeparator();
}

void CallMenu::addChoices()
{
    m_bugReport =
        named(m_menu->addAction(icon(u"copy"_s), tr("Copy bug report"), this, &CallMenu::copyBugReport),
            u"copyBugReportAction"_s);
    m_bugReport->setToolTip(tr("Copy a report in Markdown for the author of the server: the problem, the "
                               "definition, the result and the "
                               "versions, without secrets"));
    m_strictCast = addChoice(tr("Strict cast"), u"strictCast"_s,
        tr("Fail the call when its result cannot be made to fit the output schema"));
    m_asTask = addChoice(tr("Run as a task"), u"runAsTask"_s,
        tr("Run the call as a task of the server, without an open request. The task continues after you "
           "close this tab"));
    m_normalisesEvents = addChoice(tr("Normalise events"), u"normaliseEvents"_s,
        tr("Normalise each event to the output schema. Takes effect when the stream starts again"));
    m_showsHeartbeats = addChoice(tr("Show heartbeats"), u"showHeartbeats"_s,
        tr("Also show the events that only keep the stream alive. Takes effect when the stream starts "
           "again"));
}

QAction *CallMenu::addChoice(const QString &text, const QString &name, const QString &toolTip)
{
    QAction *action = named(m_menu->addAction(text), name);
    action->setCheckable(true);
    action->setToolTip(toolTip);
    return action;
}

//! Adds two choices. Each follows the settings of the source, or sets one of two readings for this page.
void CallMenu::addReading()
{
    m_reading = named(m_menu->addMenu(tr("Read results")), u"readingMenu"_s);
    const auto choice = [this](const QString &title, const QString &name, const QStringList &ways) {
        m_reading->addSection(title);
        auto *group = named(new QActionGroup(m_reading), name);
        for (const QString &way : ways) {
            QAction *action = m_reading->addAction(way);
            action->setCheckable(true);
            group->addAction(action);
        }
        group->actions().constFirst()->setChecked(true);
    };
    const QString asSource = tr("As set for the source");
    choice(tr("JSON in text"), u"readText"_s, {asSource, tr("Open it as JSON"), tr("Keep it as text")});
    choice(tr("Tool errors"), u"readErrors"_s, {asSource, tr("Keep them as results"), tr("Fail the call")});
}

//! Shows the actions that fit the page. A call of History stays as it was.
void CallMenu::update()
{
    const bool isPast = m_page->isPast();
    const bool isSubscription = m_page->isSubscription();
    for (QAction *action : std::as_const(m_ofCalls))
        action->setVisible(!isPast);
    m_strictCast->setVisible(!isSubscription && !isPast); // a stream does not end for one event
    m_normalisesEvents->setVisible(isSubscription && !isPast);
    m_showsHeartbeats->setVisible(
        isSubscription && !isPast && m_sessions->features(m_page->operation()).hasHeartbeats);
    m_copyTask->setVisible(!taskId().isEmpty());
    m_asTask->setVisible(canRunAsTask() && !isPast);
    m_reading->menuAction()->setVisible(!isSubscription && !isPast);
    m_export->setVisible(isSubscription);
    m_bugReport->setEnabled(reportOf(*m_page, {}).has_value());
    m_export->setEnabled(m_page->streamPane() && m_page->streamPane()->model()->rowCount() > 0);
}

//! Returns whether the tool and its server let the caller choose. The caller cannot choose if the tool
//! requires a task, or if the server decides.
bool CallMenu::canRunAsTask() const
{
    const Json requests = m_sessions->state(m_page->sourceName())
                              .peer.agreed.member("serverCapabilities"_L1)
                              .member("tasks"_L1)
                              .member("requests"_L1);
    const Json execution = m_page->spec().definition.member("execution"_L1);
    return execution.member("taskSupport"_L1).toString() == "optional"_L1
        && requests.member("tools"_L1).member("call"_L1).isObject();
}

QString CallMenu::taskId() const
{
    const ExchangeRecord *record = m_sessions->exchanges()->findRecord(m_page->exchangeId());
    return record ? record->taskId : QString();
}

InvokeOptions CallMenu::callOptions(bool sendInvalid) const
{
    InvokeOptions options;
    options.sendInvalid = sendInvalid;
    options.pipeline.strictCast = m_strictCast->isChecked();
    options.asTask = m_asTask->isChecked() && canRunAsTask();
    options.reading = reading();
    return options;
}

InvokeOptions CallMenu::streamOptions(bool sendInvalid) const
{
    InvokeOptions options;
    options.sendInvalid = sendInvalid;
    options.normaliseYields = m_normalisesEvents->isChecked();
    options.showsHeartbeats = m_showsHeartbeats->isChecked();
    return options;
}

ResultReading CallMenu::reading() const
{
    return {choiceIn<ResultReading::JsonInText>(m_reading, u"readText"_s),
        choiceIn<ResultReading::IsError>(m_reading, u"readErrors"_s)};
}

void CallMenu::saveChoices(QDataStream &stream) const
{
    const ResultReading chosen = reading();
    stream << m_strictCast->isChecked() << qint8(chosen.jsonInText ? int(*chosen.jsonInText) : -1)
           << qint8(chosen.isError ? int(*chosen.isError) : -1) << m_normalisesEvents->isChecked()
           << m_showsHeartbeats->isChecked();
}

void CallMenu::restoreChoices(QDataStream &stream)
{
    bool strict = false;
    stream >> strict;
    m_strictCast->setChecked(stream.status() == QDataStream::Ok && strict);
    qint8 text = -1;
    qint8 errors = -1;
    stream >> text >> errors;
    if (stream.status() != QDataStream::Ok)
        return;
    setChoiceIn(m_reading, u"readText"_s, text);
    setChoiceIn(m_reading, u"readErrors"_s, errors);
    bool normalises = false;
    bool heartbeats = false;
    stream >> normalises >> heartbeats;
    m_normalisesEvents->setChecked(stream.status() == QDataStream::Ok && normalises);
    m_showsHeartbeats->setChecked(stream.status() == QDataStream::Ok && heartbeats);
}

void CallMenu::copyDefinition()
{
    const OperationSpec &spec = m_page->spec();
    const Json definition = spec.definition.isAbsent() ? toJson(spec) : spec.definition;
    copyText(QString::fromUtf8(definition.toBytes(Json::Layout::Indented)));
}

//! Uses the current input, or the input of the past call.
void CallMenu::copyAsCommand()
{
    const Json input = m_page->input();
    if (input.isAbsent()) {
        m_showRequest->setChecked(true); // the pane says what is wrong with the input
        return;
    }
    const ExchangeRecord *record =
        m_page->isPast() ? m_sessions->exchanges()->findRecord(m_page->exchangeId()) : nullptr;
    copyText(commandFor(*m_sessions, *m_page->window(), m_page->operation(), input, m_page->isSubscription(),
        record ? record->identity : m_sessions->identity(), record ? QByteArrayList() : commandOptions()));
}

//! Returns the choices of this menu as options of the command line.
QByteArrayList CallMenu::commandOptions() const
{
    QByteArrayList options;
    const bool isStream = m_page->isSubscription();
    const auto add = [&options](bool isSet, const char *option) {
        if (isSet)
            options.append(option);
    };
    add(m_page->inputEditor()->isRefused(), "--send-invalid");
    add(isStream && m_normalisesEvents->isChecked(), "--normalise");
    add(isStream && m_showsHeartbeats->isChecked(), "--heartbeats");
    if (isStream)
        return options;
    const InvokeOptions chosen = callOptions(false);
    add(chosen.pipeline.strictCast, "--strict-cast");
    add(chosen.asTask, "--task");
    if (const auto text = chosen.reading.jsonInText)
        options << "--json-in-text" << (*text == ResultReading::JsonInText::Keep ? "keep" : "open");
    if (const auto errors = chosen.reading.isError)
        options << "--is-error" << (*errors == ResultReading::IsError::Throw ? "throw" : "keep");
    return options;
}

QString CallMenu::commandFor(const Sessions &sessions, const QWidget &window, const OperationId &operation,
    const Json &input, bool isStream, const std::optional<Identity> &identity, QByteArrayList options)
{
    const Source *source = sessions.sourceOf(operation);
    const QString name = source ? source->name : operation.nameSpace;
    const bool isDemo = window.property("isDemo").toBool();
    if (!isDemo && !sessions.environment().isEmpty())
        options << "--environment" << sessions.environment().toUtf8();
    if (identity && identity != sessions.identity()) // the workspace knows the current one
        options << "--identity" << toJson(*identity).toBytes();
    const Json hidden = sessions.exchanges()->secrets().hidden(input);
    const CallParts parts{(isDemo ? QString(u"demo:"_s + name) : name).toUtf8(), operation.name.toUtf8(),
        isDemo ? QByteArray() : QFile::encodeName(window.property("workspaceFile").toString()),
        hidden.toBytes(), isStream, options};
    const QString command = QString::fromUtf8(asEnvelopeCommand(parts));
    return hidden == input
        ? command
        : tr("# Replace each ${secret:…} by its value.", "a comment in a shell command") + u'\n' + command;
}

void CallMenu::copyBugReport()
{
    const ExchangeRecord *record = m_sessions->exchanges()->findRecord(m_page->exchangeId());
    std::optional<BugReport> report = reportOf(*m_page, record ? record->input : Json());
    if (!report)
        return;
    const PeerInfo peer = m_sessions->state(m_page->sourceName()).peer;
    report->serverName = peer.name;
    report->serverVersion = peer.version;
    report->protocol = peer.protocol;
    QtConcurrent::run(toMarkdown, *report, m_sessions->exchanges()->secrets())
        .then(this, [](const QString &text) { copyText(text); });
}

void CallMenu::copyRequest(RequestPane::Form form)
{
    RequestPane::textOf(m_sessions, m_page->operation(), m_page->input(), form)
        .then(this, [this](const Result<QByteArray> &text) {
            if (text)
                copyText(QString::fromUtf8(*text));
            else
                m_showRequest->setChecked(true);
        });
}

} // namespace Workbench::Ui

#include "moc_callmenu.cpp"
