// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/pages/checkpage.h"

#include "core/base/atomicfile.h"
#include "core/base/visibletext.h"
#include "core/envelope/explanation/recognition.h"
#include "core/session/sessions.h"
#include "ui/forms/findbar.h"
#include "ui/forms/themelabel.h"
#include "ui/models/checkmodel.h"
#include "ui/models/coretexts.h"
#include "ui/models/shownlayers.h"
#include "ui/pages/definitionsdialog.h"
#include "ui/pages/inputsdialog.h"
#include "ui/panes/findingspane.h"
#include "ui/panes/iconlabel.h"
#include "ui/panes/placeholder.h"
#include "ui/theme/building.h"
#include "ui/theme/columnfit.h"
#include "ui/theme/controls.h"
#include "ui/theme/rowtableview.h"
#include "ui/theme/zoom.h"

#include <QFileDialog>
#include <QHeaderView>
#include <QItemSelectionModel>
#include <QKeyEvent>
#include <QSortFilterProxyModel>
#include <QSplitter>
#include <QStackedWidget>
#include <QtConcurrentRun>

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

namespace {

//! Returns a message with the lines that explain it below it, which are fixes or the words of the peer.
QString withWords(const QString &message, const QStringList &words)
{
    return coreText(words.isEmpty() ? message : QString(message + u'\n' + words.join(u'\n')));
}

} // namespace

CheckPage::CheckPage(Sessions *sessions, QString source, QWidget *parent)
    : SourcePage(u"checkPage"_s, u"shield"_s, tr("Check", "of a source, in a tab"), sessions,
          std::move(source), parent)
{
    makeHead();
    makeStatus();
    makeBody();
    addAll(newColumn(this), {m_head, m_status, separator(Qt::Horizontal, this), {m_stack, 1}});
    connect(sessions, &Sessions::sourceChanged, this, [this](const QString &name) {
        if (name == m_source)
            updateState();
    });
    setCompact(false);
    updateState();
}

void CheckPage::makeHead()
{
    m_head = new ToolHead(tabIconName(), tr("Check of %1").arg(visibleText(m_source, false, 60)),
        tr("Calls operations that claim to be read-only and need no input, and those that you give input "
           "for. The workbench cannot verify the claim."),
        this);
    m_connect = m_head->addButton(plainButton({}, tr("Connect"), m_head), u"checkConnect"_s);
    m_chooseInputs = m_head->addButton(plainButton(u"code"_s, tr("Inputs…"), m_head), u"checkInputs"_s,
        tr("Give inputs for more operations, which are then called too"));
    m_run = m_head->addButton(primaryButton(u"play"_s, tr("Run"), m_head), u"checkRun"_s,
        tr("Check every definition, and call the operations that claim to be read-only and need no input"));
    m_cancel = m_head->addButton(plainButton(u"stop"_s, tr("Cancel"), m_head), u"checkCancel"_s,
        tr("Cancel the running calls and skip the others"));
    connect(m_run, &QPushButton::clicked, this, &CheckPage::run);
    connect(m_cancel, &QPushButton::clicked, this, &CheckPage::cancel);
    connect(m_chooseInputs, &QPushButton::clicked, this, &CheckPage::askForInputs);
    connect(m_connect, &QPushButton::clicked, this, [this] { Q_EMIT connectRequested(m_source); });
}

void CheckPage::makeStatus()
{
    m_status = named(new QWidget(this), u"checkStatus"_s);
    setZoomedHeight(m_status, 36);
    m_icon = new IconLabel({}, ColorRole::Stale, m_status);
    m_word = named(new ThemeLabel({}, ColorRole::Text, FontRole::Strong, m_status), u"checkWord"_s);
    m_errors = named(new Chip({}, m_status), u"checkErrors"_s);
    m_errors->setIconName(u"outcome-error"_s);
    m_errors->setColors(ColorRole::ErrorSoft, ColorRole::Error);
    m_warnings = named(new Chip({}, m_status), u"checkWarnings"_s);
    m_warnings->setIconName(u"warning"_s);
    m_warnings->setColors(ColorRole::WarningSoft, ColorRole::Warning);
    m_facts = named(elidedLabel(ColorRole::TextSecond, FontRole::Body, m_status), u"checkFacts"_s);
    m_accept = named(quietButton(u"check"_s, tr("Accept definitions…"), m_status), u"acceptDefinitions"_s);
    m_accept->setToolTip(tr("Show which definitions changed, and accept them"));
    m_exportJson = named(quietButton(u"export"_s, tr("JSON"), m_status), u"exportJson"_s);
    m_exportJson->setAccessibleName(tr("Export the report as JSON"));
    m_exportJson->setToolTip(tr("Export the report as JSON"));
    m_exportJUnit = named(quietButton(u"export"_s, tr("JUnit"), m_status), u"exportJUnit"_s);
    m_exportJUnit->setAccessibleName(tr("Export the report as JUnit XML"));
    m_exportJUnit->setToolTip(tr("Export the report as JUnit XML for your CI"));
    addAll(newRow(m_status, {12, 0, 8, 0}, 8),
        {m_icon, m_word, m_errors, m_warnings, {m_facts, 1}, m_accept, m_exportJson, m_exportJUnit});
    connect(m_accept, &QToolButton::clicked, this, &CheckPage::askToAccept);
    connect(m_exportJson, &QToolButton::clicked, this, [this] { askToExport(false); });
    connect(m_exportJUnit, &QToolButton::clicked, this, [this] { askToExport(true); });
}

void CheckPage::makeBody()
{
    m_model = new CheckModel(this);
    auto *sorted = new QSortFilterProxyModel(this);
    sorted->setSourceModel(m_model);
    sorted->setSortRole(CheckModel::SortRole);
    m_view = named(new RowTableView, u"checkTable"_s, tr("Operations and their outcomes"));
    m_view->setModel(sorted);
    m_view->setSortingEnabled(true);
    m_view->horizontalHeader()->setSortIndicatorClearable(true);
    m_view->sortByColumn(-1, Qt::AscendingOrder); // in the order of the source
    setZoomedHeight(m_view->horizontalHeader(), 28);
    m_view->installEventFilter(this);
    new ColumnFit(m_view, m_view->horizontalHeader(), {{80, 2}, {112, 3}, {}, {56, 1}, {}});
    m_findings = new FindingsPane(tr("Findings"), tr("None. No problems were found."));
    m_all = named(linkButton(tr("Show all"), m_findings), u"allFindings"_s);
    m_all->hide();
    m_findings->header()->addWidget(m_all);
    m_findings->setMinimumSize(160, 64);
    m_view->setMinimumSize(200, 64);
    m_splitter = named(new QSplitter(Qt::Horizontal), u"checkSplitter"_s);
    auto *table = new QWidget;
    auto *bar = new FindBar(tr("Find in the operations"), m_view, table);
    addAll(newColumn(table), {bar, {m_view, 1}});
    fillSplitter(m_splitter, {table, m_findings}, {690, 484});
    m_empty = named(new Placeholder, u"checkEmpty"_s);
    m_stack = new QStackedWidget(this);
    m_stack->addWidget(m_empty);
    m_stack->addWidget(m_splitter);
    connect(m_view->selectionModel(), &QItemSelectionModel::selectionChanged, this, &CheckPage::showFindings);
    connect(m_view, &QAbstractItemView::doubleClicked, this, &CheckPage::activate);
    connect(m_all, &QToolButton::clicked, m_view, &QAbstractItemView::clearSelection);
}

void CheckPage::setCompact(bool compact)
{
    m_head->setCompact(compact);
    m_splitter->setOrientation(compact ? Qt::Vertical : Qt::Horizontal);
    m_findings->setCompact(compact);
    for (QToolButton *button : {m_accept, m_exportJson, m_exportJUnit})
        button->setToolButtonStyle(
            compact && button == m_accept ? Qt::ToolButtonIconOnly : Qt::ToolButtonTextBesideIcon);
}

void CheckPage::focusFirst()
{
    (m_run->isEnabled() ? m_run : m_connect)->setFocus(Qt::OtherFocusReason);
}

void CheckPage::run()
{
    if (m_isRunning)
        return;
    m_changes.clear();
    m_note.clear();
    m_report = {};
    m_model->clear();
    m_findings->clear();
    m_check = std::make_unique<SourceCheck>(m_sessions, m_source, CheckOptions{.inputs = m_inputs});
    connect(m_check.get(), &SourceCheck::progressed, this, &CheckPage::progressed);
    connect(m_check.get(), &SourceCheck::finished, this, &CheckPage::ended);
    m_isRunning = true;
    m_wasCancelled = false;
    const bool hadFocus = m_run->hasFocus();
    updateState();
    if (hadFocus)
        m_cancel->setFocus(Qt::OtherFocusReason);
    m_word->setText(tr("running"));
    m_facts->setFullText(tr("checking the definitions…"));
    m_check->start();
}

void CheckPage::cancel()
{
    if (!m_isRunning)
        return;
    m_wasCancelled = true;
    m_check->cancel();
}

void CheckPage::askForInputs()
{
    auto *dialog = deletedOnClose(new InputsDialog(m_sessions->operationList(m_source), m_inputs, this));
    connect(dialog, &QDialog::accepted, this, [this, dialog] {
        m_inputs = dialog->inputs();
        updateState();
    });
    dialog->open();
}

void CheckPage::progressed(qsizetype done, qsizetype total, const QString &operation)
{
    const CheckReport &report = m_check->report();
    if (m_model->rowCount() != report.runs.size())
        m_model->setReport(report, true);
    else
        m_model->updateRun(report, operation);
    m_facts->setFullText(tr("%L1 of %L2 · %3").arg(done).arg(total).arg(visibleText(operation, false, 100)));
}

void CheckPage::ended()
{
    const bool hadFocus = m_cancel->hasFocus();
    m_isRunning = false;
    m_hasRun = true;
    m_report = m_check->report();
    m_model->setReport(m_report);
    if (m_sessions->state(m_source).isUsable())
        m_changes = m_sessions->definitionChanges(m_source);
    updateState();
    if (hadFocus)
        m_run->setFocus(Qt::OtherFocusReason);
    showFindings();
    Q_EMIT finished();
}

void CheckPage::updateState()
{
    const bool isUsable = m_sessions->state(m_source).isUsable();
    m_run->setEnabled(isUsable && !m_isRunning);
    m_cancel->setEnabled(m_isRunning);
    m_connect->setVisible(!isUsable && !m_isRunning);
    m_chooseInputs->setEnabled(isUsable && !m_isRunning);
    m_chooseInputs->setAccessibleName(tr("Inputs for %n more operations", nullptr, int(m_inputs.size())));
    m_accept->setVisible(!m_changes.isEmpty() && !m_isRunning);
    m_exportJson->setEnabled(m_hasRun && !m_isRunning);
    m_exportJUnit->setEnabled(m_hasRun && !m_isRunning);
    m_stack->setCurrentIndex(m_hasRun || m_isRunning ? 1 : 0);
    if (isUsable) {
        m_empty->showAdvice(u"shield"_s, tr("Nothing has been called yet"),
            tr("Press Run to check every definition. Operations that claim to be read-only and need no input "
               "are called once. \"Read-only\" is the server's claim, which the workbench cannot verify."));
    } else {
        m_empty->showAdvice(u"state-disconnected"_s, tr("Not connected"),
            tr("Connect %1 first, then check it.").arg(visibleText(m_source, false, 60)));
    }
    showSummary();
}

void CheckPage::showSummary()
{
    const qsizetype errors = m_report.count(Diagnosis::Severity::Error);
    const qsizetype warnings = m_report.count(Diagnosis::Severity::Warning);
    const bool isKnown = m_hasRun && !m_isRunning;
    m_errors->setVisible(isKnown && errors > 0);
    m_errors->setText(tr("%n errors", nullptr, int(errors)));
    m_errors->updateGeometry();
    m_warnings->setVisible(isKnown && warnings > 0);
    m_warnings->setText(tr("%n warnings", nullptr, int(warnings)));
    m_warnings->updateGeometry();
    if (m_isRunning) {
        m_icon->setIcon(u"state-connecting"_s, ColorRole::Warning);
        m_word->setColorRole(ColorRole::Warning);
        return;
    }
    if (!m_hasRun) {
        m_icon->setIcon(u"state-disconnected"_s, ColorRole::Stale);
        m_word->setColorRole(ColorRole::TextSecond);
        m_word->setText(tr("not run yet"));
        m_facts->setFullText(m_inputs.isEmpty()
                ? QString()
                : tr("%n operations have your input", nullptr, int(m_inputs.size())));
        return;
    }
    // The word and icon say whether the check ran to its end. The chips count what it found.
    const bool isClean = errors == 0 && warnings == 0;
    const ColorRole color = m_wasCancelled ? ColorRole::Stale
        : isClean                          ? ColorRole::Ok
                                           : ColorRole::TextSecond;
    m_icon->setIcon(m_wasCancelled ? u"outcome-cancelled"_s : isClean ? u"outcome-ok"_s : u"check"_s, color);
    m_word->setColorRole(isClean || m_wasCancelled ? color : ColorRole::Text);
    m_word->setText(m_wasCancelled ? tr("cancelled") : tr("completed"));
    QStringList facts;
    if (!m_report.peer.isEmpty())
        facts.append(visibleText(m_report.peer, false, 100));
    const qsizetype called = std::ranges::count_if(
        m_report.runs, [](const CheckRun &run) { return run.outcome != CheckRun::Outcome::NotCalled; });
    facts.append(tr("%L1 of %L2 called").arg(called).arg(m_report.runs.size()));
    if (!m_inputs.isEmpty())
        facts.append(tr("%n with your input", nullptr, int(m_inputs.size())));
    for (const auto &[kind, count] : m_report.envelopes.asKeyValueRange())
        facts.append(
            tr("%1 × %L2", "kind of envelope, in how many answers").arg(shownLayerName(kind)).arg(count));
    if (!m_note.isEmpty())
        facts.append(m_note);
    m_facts->setFullText(facts.join(u" · "_s));
    m_status->setAccessibleName(tr("Check: %1, %2").arg(m_word->text(), m_facts->fullText()));
}

void CheckPage::showFindings()
{
    if (!m_hasRun || m_isRunning)
        return;
    const QModelIndex chosen = m_view->selectionModel()->selectedRows().value(0);
    const QString operation = chosen.data(CheckModel::NameRole).toString();
    QList<Finding> findings;
    if (operation.isEmpty()) {
        constexpr qsizetype shownNames = 20;
        for (const FindingGroup &group : grouped(m_report)) {
            QStringList names = group.operations.first(std::min(group.operations.size(), shownNames));
            if (names.size() < group.operations.size())
                names.append(u"…"_s);
            findings.append(
                {group.severity, group.code, withWords(group.message, group.words), names.join(u", "_s)});
        }
    } else {
        for (const CheckFinding &finding : std::as_const(m_report.findings)) {
            if (finding.operation == operation)
                findings.append({finding.severity, finding.code, withWords(finding.message, finding.words)});
        }
        std::ranges::stable_sort(findings, {}, &Finding::severity); // the worst first
    }
    m_findings->setFindings(findings, operation);
    m_all->setVisible(!operation.isEmpty());
}

void CheckPage::activate(const QModelIndex &index)
{
    const QString name = index.data(CheckModel::NameRole).toString();
    if (!name.isEmpty())
        Q_EMIT operationActivated({nameSpace(), name});
}

bool CheckPage::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_view && event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent *>(event)->key();
        if (key == Qt::Key_Escape) {
            m_view->clearSelection();
            return true;
        }
        if (key == Qt::Key_Return || key == Qt::Key_Enter) {
            activate(m_view->currentIndex());
            return true;
        }
    }
    return SourcePage::eventFilter(watched, event);
}

void CheckPage::askToExport(bool asJUnit)
{
    auto *dialog = deletedOnClose(named(new QFileDialog(this, tr("Export report")), u"exportReportDialog"_s));
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(asJUnit ? u"xml"_s : u"json"_s);
    dialog->setNameFilters({asJUnit ? tr("JUnit (*.xml)") : tr("JSON files (*.json)"), tr("All files (*)")});
    connect(dialog, &QFileDialog::fileSelected, this,
        [this, asJUnit](const QString &path) { exportTo(path, asJUnit); });
    dialog->open();
}

void CheckPage::exportTo(const QString &path, bool asJUnit)
{
    QtConcurrent::run([report = m_report, path, asJUnit] {
        return writeFileAtomically(
            path, asJUnit ? toJUnit(report) : toJson(report).toBytes(Json::Layout::Indented) + '\n');
    }).then(this, [this, path](const Result<void> &written) {
        m_note = written ? tr("exported to %1").arg(visibleText(QFileInfo(path).fileName(), false, 80))
                         : visibleText(coreText(written.error().message), false, 300);
        showSummary();
        Q_EMIT exported(written.has_value());
    });
}

//! The user accepts the definitions that the dialog shows, even if the source changes them meanwhile.
void CheckPage::askToAccept()
{
    m_accept->setEnabled(false); // until the changes are described
    const auto accept = [this, shown = m_changes] {
        m_sessions->acceptDefinitions(m_source, shown).then(this, [this](const Result<void> &kept) {
            m_changes = m_sessions->definitionChanges(m_source);
            m_note =
                kept ? tr("definitions accepted") : visibleText(coreText(kept.error().message), false, 300);
            updateState();
        });
    };
    DefinitionsDialog::ask(m_source, m_changes, this, {}, accept).then(this, [this] {
        m_accept->setEnabled(true);
    });
}

} // namespace Workbench::Ui

#include "moc_checkpage.cpp"
