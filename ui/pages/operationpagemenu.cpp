// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// The menu of a page, and the preview of the request above its result.
#include "core/exchange/requesttext.h"
#include "core/session/sessions.h"
#include "ui/forms/inputeditor.h"
#include "ui/models/httpwords.h"
#include "ui/models/streammodel.h"
#include "ui/pages/definitionpage.h"
#include "ui/pages/operationpage.h"
#include "ui/panes/bugreportcopy.h"
#include "ui/panes/operationheader.h"
#include "ui/panes/requestpane.h"
#include "ui/panes/resultpane.h"
#include "ui/panes/streampane.h"
#include "ui/theme/icons.h"

#include <QAction>
#include <QActionGroup>
#include <QClipboard>
#include <QFile>
#include <QGuiApplication>
#include <QLayout>
#include <QMenu>
#include <QSplitter>

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

void OperationPage::fillMenu()
{
    QMenu *menu = m_header->moreMenu();
    menu->addAction(icon(u"copy"_s), tr("Copy name"), this,
        [this] { QGuiApplication::clipboard()->setText(m_operation.toString()); });
    menu->addAction(tr("Copy definition"), this, &OperationPage::copyDefinition);
    QAction *reset = menu->addAction(icon(u"refresh"_s), tr("Reset input"), this, [this] {
        m_input->setSchema(m_spec.inputSchema, httpRouteOf(m_spec).has_value());
        focusInput();
    });
    menu->addSeparator();
    m_showRequest = menu->addAction(icon(u"code"_s), tr("Show request"));
    QAction *command = menu->addAction(
        icon(u"terminal"_s), tr("Copy as envelope command"), this, &OperationPage::copyAsCommand);
    command->setObjectName(u"copyAsCommand"_s);
    QAction *curl = menu->addAction(tr("Copy as curl"), this, &OperationPage::copyAsCurl);
    QAction *http = menu->addAction(tr("Copy as HTTP"), this, &OperationPage::copyAsHttp);
    QAction *json = menu->addAction(tr("Copy request as JSON"), this, &OperationPage::copyAsJson);
    json->setObjectName(u"copyAsJson"_s);
    m_showRequest->setObjectName(u"showRequestAction"_s);
    m_showRequest->setCheckable(true);
    m_showRequest->setShortcut(Qt::CTRL | Qt::SHIFT | Qt::Key_R);
    curl->setObjectName(u"copyAsCurl"_s);
    curl->setShortcut(Qt::CTRL | Qt::SHIFT | Qt::Key_C);
    http->setObjectName(u"copyAsHttp"_s);
    http->setShortcut(Qt::CTRL | Qt::SHIFT | Qt::Key_H);
    menu->addSeparator();
    m_bugReport =
        menu->addAction(icon(u"copy"_s), tr("Copy bug report"), this, &OperationPage::copyBugReport);
    m_bugReport->setObjectName(u"copyBugReportAction"_s);
    m_bugReport->setToolTip(tr(
        "Copy Markdown for the server's author: what is wrong, the definition, the result and the versions, "
        "without secrets"));
    m_strictCast = menu->addAction(tr("Strict cast"));
    m_strictCast->setObjectName(u"strictCast"_s);
    m_strictCast->setCheckable(true);
    m_strictCast->setToolTip(tr("Fail the call when its result cannot be made to fit the output schema"));
    m_asTask = menu->addAction(tr("Run as a task"));
    m_asTask->setObjectName(u"runAsTask"_s);
    m_asTask->setCheckable(true);
    m_asTask->setToolTip(
        tr("Run the call as a task of the server, without an open request. The task outlives this tab"));
    m_normalisesEvents = menu->addAction(tr("Normalise events"));
    m_normalisesEvents->setObjectName(u"normaliseEvents"_s);
    m_normalisesEvents->setCheckable(true);
    m_normalisesEvents->setToolTip(
        tr("From the next start on, change the values of each event that the output schema refuses"));
    m_showsHeartbeats = menu->addAction(tr("Show heartbeats"));
    m_showsHeartbeats->setObjectName(u"showHeartbeats"_s);
    m_showsHeartbeats->setCheckable(true);
    m_showsHeartbeats->setToolTip(
        tr("From the next start on, also show the events that only keep the stream alive"));
    addReadingMenu(menu);
    m_export = menu->addAction(icon(u"export"_s), tr("Export events…"), this, [this] {
        if (m_stream)
            m_stream->askToExport();
    });
    menu->setToolTipsVisible(true);
    // A call of History stays as it was. Actions that would change its input, or that show what would be sent
    // now, are hidden.
    const QList<QAction *> ofCalls{reset, m_showRequest, curl, http, json};
    connect(menu, &QMenu::aboutToShow, this, [this, ofCalls] {
        for (QAction *action : ofCalls)
            action->setVisible(!m_isPast);
        m_strictCast->setVisible(!isSubscription() && !m_isPast); // a stream does not end for one event
        m_normalisesEvents->setVisible(isSubscription() && !m_isPast);
        m_showsHeartbeats->setVisible(
            isSubscription() && !m_isPast && m_sessions->features(m_operation).hasHeartbeats);
        m_asTask->setVisible(canRunAsTask() && !m_isPast);
        m_readingMenu->menuAction()->setVisible(!isSubscription() && !m_isPast);
        m_export->setVisible(isSubscription());
        m_bugReport->setEnabled(
            (m_result && m_result->bugReport(m_spec, {})) || (m_stream && m_stream->bugReport(m_spec, {})));
        m_export->setEnabled(m_stream && m_stream->model()->rowCount() > 0);
    });
    connect(m_strictCast, &QAction::toggled, m_header, &OperationHeader::setStrictCast);
    connect(m_header, &OperationHeader::strictCastDropped, this, [this] { setStrictCast(false); });
}

bool OperationPage::isStrictCast() const
{
    return m_strictCast->isChecked();
}

void OperationPage::setStrictCast(bool strict)
{
    m_strictCast->setChecked(strict);
}

//! Returns whether the tool and its server let the caller choose. If the tool requires a task, or the server
//! decides, there is no choice.
bool OperationPage::canRunAsTask() const
{
    const Json requests = m_sessions->state(sourceName())
                              .peer.agreed.member("serverCapabilities"_L1)
                              .member("tasks"_L1)
                              .member("requests"_L1);
    return m_spec.definition.member("execution"_L1).member("taskSupport"_L1).toString() == "optional"_L1
        && requests.member("tools"_L1).member("call"_L1).isObject();
}

bool OperationPage::wantsTask() const
{
    return m_asTask->isChecked() && canRunAsTask();
}

QMenu *OperationPage::moreMenu() const
{
    return m_header->moreMenu();
}

void OperationPage::copyDefinition()
{
    const Json definition = m_spec.definition.isAbsent() ? toJson(m_spec) : m_spec.definition;
    QGuiApplication::clipboard()->setText(QString::fromUtf8(definition.toBytes(Json::Layout::Indented)));
}

bool OperationPage::isDefinitionShown() const
{
    return m_definition && !m_definition->isHidden();
}

void OperationPage::setDefinitionShown(bool shown)
{
    shown = shown && m_specKnown;
    if (shown && !m_definition) {
        m_definition = new DefinitionPage(this);
        m_definition->setCompact(m_compact);
        layout()->addWidget(m_definition);
    }
    m_header->setDefinitionShown(shown);
    m_splitter->setVisible(!shown);
    if (!m_definition)
        return;
    m_definition->setVisible(shown);
    if (shown)
        showDefinition();
}

void OperationPage::showDefinition()
{
    m_definition->setSpec(m_spec, sourceName(), identity());
    m_definition->setOutcome(m_lastResult && *m_lastResult ? &**m_lastResult : nullptr);
}

//! Adds two choices. Each follows the settings of the source, or sets one of two readings for this page.
void OperationPage::addReadingMenu(QMenu *menu)
{
    m_readingMenu = menu->addMenu(tr("Read results"));
    m_readingMenu->setObjectName(u"readingMenu"_s);
    const auto choice = [this](const QString &title, const QString &name, const QStringList &ways) {
        m_readingMenu->addSection(title);
        auto *group = new QActionGroup(m_readingMenu);
        group->setObjectName(name);
        for (const QString &way : ways) {
            QAction *action = m_readingMenu->addAction(way);
            action->setCheckable(true);
            group->addAction(action);
        }
        group->actions().constFirst()->setChecked(true);
    };
    const QString asSource = tr("As set for the source");
    choice(tr("JSON in text"), u"readText"_s, {asSource, tr("Open it as JSON"), tr("Keep it as text")});
    choice(tr("Result that reports a failure"), u"readErrors"_s,
        {asSource, tr("Keep it as a result"), tr("Let the call fail")});
}

namespace {

template <typename Choice> std::optional<Choice> choiceIn(const QMenu *menu, const QString &name)
{
    const auto *group = menu->findChild<QActionGroup *>(name);
    const qsizetype index = group->actions().indexOf(group->checkedAction());
    return index > 0 ? std::optional(Choice(index - 1)) : std::nullopt;
}

template <typename Choice>
void setChoiceIn(const QMenu *menu, const QString &name, std::optional<Choice> choice)
{
    const qsizetype index = choice ? 1 + qsizetype(*choice) : 0;
    menu->findChild<QActionGroup *>(name)->actions().at(index)->setChecked(true);
}

} // namespace

ResultReading OperationPage::reading() const
{
    return {choiceIn<ResultReading::JsonInText>(m_readingMenu, u"readText"_s),
        choiceIn<ResultReading::IsError>(m_readingMenu, u"readErrors"_s)};
}

void OperationPage::setReading(const ResultReading &reading)
{
    setChoiceIn(m_readingMenu, u"readText"_s, reading.jsonInText);
    setChoiceIn(m_readingMenu, u"readErrors"_s, reading.isError);
}

void OperationPage::addRequestActions()
{
    connect(m_showRequest, &QAction::toggled, this, [this](bool shown) {
        m_header->setRequestShown(shown);
        m_request->setVisible(shown);
        if (shown) {
            m_request->setInput(m_input->value());
            m_request->refresh();
        }
        // A small window shows only one of the two.
        QWidget *output = m_result ? static_cast<QWidget *>(m_result) : m_stream;
        if (output)
            output->setVisible(!(m_compact && shown));
    });
    // The height fits the content until the user chooses another height.
    connect(m_request, &RequestPane::shown, this, [this] {
        if (m_isRequestMoved)
            return;
        const int height = std::min(m_request->wantedHeight(), m_output->height() / 2);
        m_output->setSizes({height, m_output->height() - height});
    });
    connect(m_output, &QSplitter::splitterMoved, this, [this] { m_isRequestMoved = true; });
    connect(m_header, &OperationHeader::requestToggled, this, &OperationPage::setRequestShown);
    connect(m_request, &RequestPane::copyRequested, this, &OperationPage::copyRequest);
}

bool OperationPage::isRequestShown() const
{
    return m_showRequest->isChecked();
}

void OperationPage::setRequestShown(bool shown)
{
    m_showRequest->setChecked(shown);
}

void OperationPage::copyAsCurl()
{
    copyRequest(RequestPane::Form::Curl);
}

void OperationPage::copyAsHttp()
{
    copyRequest(RequestPane::Form::Http);
}

void OperationPage::copyAsJson()
{
    copyRequest(RequestPane::Form::Json);
}

//! Uses the current input, or the input of the past call.
void OperationPage::copyAsCommand()
{
    const Json input = m_input->value();
    if (input.isAbsent()) {
        setRequestShown(true); // the pane says what is wrong with the input
        return;
    }
    const bool isDemo = window()->property("isDemo").toBool();
    const CallParts parts{(isDemo ? QString(u"demo:"_s + sourceName()) : sourceName()).toUtf8(),
        m_operation.name.toUtf8(), isDemo ? QByteArray() : QFile::encodeName(window()->windowFilePath()),
        m_sessions->exchanges()->secrets().hidden(input).toBytes(), isSubscription()};
    QGuiApplication::clipboard()->setText(QString::fromUtf8(asEnvelopeCommand(parts)));
}

void OperationPage::copyBugReport()
{
    const ExchangeRecord *record = m_sessions->exchanges()->findRecord(m_exchangeId);
    std::optional<BugReport> report = m_result ? m_result->bugReport(m_spec, record ? record->input : Json())
        : m_stream ? m_stream->bugReport(m_spec, record ? record->input : Json())
                   : std::nullopt;
    if (!report)
        return;
    const PeerInfo peer = m_sessions->state(sourceName()).peer;
    report->serverName = peer.name;
    report->serverVersion = peer.version;
    report->protocol = peer.protocol;
    copyWhenWritten(*report, m_sessions->exchanges()->secrets(), this);
}

//! If the request cannot be made, opens the pane that shows the reason, and copies nothing.
void OperationPage::copyRequest(RequestPane::Form form)
{
    RequestPane::textOf(m_sessions, m_operation, m_input->value(), form)
        .then(this, [this](const Result<QByteArray> &text) {
            if (text)
                QGuiApplication::clipboard()->setText(QString::fromUtf8(*text));
            else
                setRequestShown(true);
        });
}

} // namespace Workbench::Ui
