// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/dialogs/environmentsdialog.h"

#include "core/base/visibletext.h"
#include "core/secrets/substitution.h"
#include "core/session/sessions.h"
#include "ui/forms/themelabel.h"
#include "ui/models/coretexts.h"
#include "ui/theme/building.h"
#include "ui/theme/controls.h"
#include "ui/theme/rowdelegate.h"

#include <QLabel>
#include <QListWidget>
#include <QScrollArea>
#include <QUuid>

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

namespace {

constexpr auto ours = "environment/"_L1; // prefix of the keychain entries of this dialog

QString newSecretName(const QString &environment, const QString &variable)
{
    return QString(ours) + environment + u'/' + variable + u'/'
        + QUuid::createUuid().toString(QUuid::Id128).first(8);
}

} // namespace

EnvironmentsDialog::EnvironmentsDialog(
    Sessions *sessions, const std::optional<Identity> &identity, QWidget *parent)
    : QDialog(parent)
    , m_sessions(sessions)
    , m_ofWorkspace(IdentityDraft::of(identity))
{
    setObjectName(u"environmentsDialog"_s);
    setWindowTitle(tr("Environments and identity"));
    const QSize usual(960, 520);
    resize(parent ? usual.boundedTo(parent->window()->size() - QSize(32, 32)) : usual);
    build();
    for (const Environment &environment : m_sessions->environments()) {
        Draft draft{environment.name, environment.name, {}, IdentityDraft::of(environment.identity)};
        for (const EnvironmentVariable &variable : environment.variables)
            draft.variables.append({variable, variable.isSecret()});
        add(draft);
    }
    const auto active = std::ranges::find(m_drafts, m_sessions->environment(), &Draft::name);
    show(m_drafts.isEmpty() ? workspacePage : active == m_drafts.end() ? 0 : int(active - m_drafts.begin()));
    m_sessions->keptSecrets().then(this, [this](const Result<QStringList> &names) {
        if (names)
            m_table->setKeptSecrets(*names, m_sessions->secretsAreTemporary());
    });
}

void EnvironmentsDialog::build()
{
    auto *middle = addAll(newRow(), {makeList(), separator(Qt::Vertical, this), {makePage(), 1}});
    auto *note = new ThemeLabel(tr("Saved in the workspace file, with only the names of secrets"),
        ColorRole::TextSecond, FontRole::Small, this);
    QPushButton *cancel = named(plainButton({}, tr("Cancel"), this), u"cancel"_s);
    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
    m_save = named(primaryButton({}, tr("Save"), this), u"save"_s);
    m_save->setDefault(true);
    connect(m_save, &QPushButton::clicked, this, &EnvironmentsDialog::save);
    auto *footer = addAll(newRow({16, 12, 16, 12}, 8), {{note, 1}, cancel, m_save});
    addAll(newColumn(this), {{middle, 1}, separator(Qt::Horizontal, this), footer});
}

QWidget *EnvironmentsDialog::makeList()
{
    auto *left = new QWidget(this);
    left->setFixedWidth(232);
    m_list = named(new QListWidget(left), u"environmentList"_s, tr("Environments"));
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setItemDelegate(new RowDelegate(m_list));
    m_list->viewport()->setBackgroundRole(QPalette::Window);
    auto *workspace = new QListWidgetItem(tr("Workspace"), m_list);
    workspace->setData(RowRole::Note, tr("identity"));
    workspace->setSizeHint({0, 28});
    connect(m_list, &QListWidget::currentRowChanged, this, [this](int row) { show(row - 1); });
    auto *removed = new QHBoxLayout;
    removed->setContentsMargins(12, 4, 8, 4);
    m_removed = named(wrapped(new ThemeLabel({}, ColorRole::Text, FontRole::Small, left)), u"removedText"_s);
    m_undo = named(linkButton(tr("Undo"), left), u"undo"_s);
    connect(m_undo, &QToolButton::clicked, this, &EnvironmentsDialog::undo);
    addAll(removed, {{m_removed, 1}, m_undo});
    m_removed->hide();
    m_undo->hide();
    QToolButton *adding = named(quietButton(u"plus"_s, tr("Add"), left), u"addEnvironment"_s);
    adding->setToolTip(tr("Add an environment"));
    adding->setAccessibleName(tr("Add an environment"));
    connect(adding, &QToolButton::clicked, this, [this] {
        takePage();
        add({{}, freeName(tr("new")), {}});
        show(int(m_drafts.size()) - 1);
        m_name->setFocus();
        m_name->selectAll();
    });
    m_duplicate =
        named(iconButton(u"copy"_s, tr("Duplicate this environment"), left), u"duplicateEnvironment"_s);
    connect(m_duplicate, &QToolButton::clicked, this, &EnvironmentsDialog::duplicate);
    m_remove = named(iconButton(u"trash"_s, tr("Remove this environment"), left), u"removeEnvironment"_s);
    connect(m_remove, &QToolButton::clicked, this, &EnvironmentsDialog::remove);
    auto *buttons = addAll(newRow({8, 4, 8, 8}, 4), {adding, Stretch{}, m_duplicate, m_remove});
    addAll(newColumn(left), {{m_list, 1}, removed, buttons});
    return left;
}

QWidget *EnvironmentsDialog::makePage()
{
    auto *side = onBase(new QWidget(this));
    auto *scroll = new QScrollArea(side);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidgetResizable(true);
    auto *right = onBase(new QWidget(scroll));
    m_empty = wrapped(
        named(new ThemeLabel(tr("No environments yet. Add one, give it a variable such as BASE_URL, and "
                                "write ${BASE_URL} in the settings of a source."),
                  ColorRole::TextSecond, FontRole::Body, right),
            u"noEnvironments"_s));
    m_page = new QWidget(right);
    auto *label = new QLabel(tr("Environment"), m_page);
    m_name = named(new QLineEdit(m_page), u"environmentName"_s, tr("Name of the environment"));
    label->setBuddy(m_name);
    connect(m_name, &QLineEdit::textChanged, this, [this](const QString &text) {
        if (m_current < 0)
            return;
        m_drafts[m_current].name = text.trimmed();
        m_list->item(m_current + 1)->setText(visibleText(text.trimmed(), false, 60));
        update();
    });
    m_table = new EnvironmentTable(m_page);
    connect(m_table, &EnvironmentTable::changed, this, &EnvironmentsDialog::update);
    connect(m_table, &EnvironmentTable::rowRemoved, this, [this](int row, const VariableDraft &variable) {
        takePage();
        m_bringBack = [this, at = m_current, row, variable] {
            QList<VariableDraft> &variables = m_drafts[at].variables;
            variables.insert(qMin<qsizetype>(row, variables.size()), variable);
        };
        offerUndo(tr("%1 was removed.").arg(visibleText(variable.variable.name, false, 40)));
    });
    addAll(newColumn(m_page, {}, 12), {addAll(newRow(12), {label, {m_name, 1}}), m_table});
    m_identity = new IdentityFields(right);
    connect(m_identity, &IdentityFields::changed, this, &EnvironmentsDialog::update);
    addAll(newColumn(right, {16, 16, 16, 16}, 12), {m_empty, m_page, m_identity, Stretch{}});
    scroll->setWidget(right);
    // The sentence stays visible while the page scrolls.
    m_problem = wrapped(new ThemeLabel({}, ColorRole::Error, FontRole::Body, side));
    m_problem->setObjectName(u"environmentProblem"_s);
    m_problem->setContentsMargins(16, 4, 16, 12);
    addAll(newColumn(side), {{scroll, 1}, m_problem});
    return side;
}

void EnvironmentsDialog::add(const Draft &draft)
{
    m_drafts.append(draft);
    const QSignalBlocker quiet(m_list);
    auto *item = new QListWidgetItem(visibleText(draft.name, false, 60), m_list);
    item->setSizeHint({0, 28});
}

//! Copies the variables and the identity that are shown into their environment or the workspace.
void EnvironmentsDialog::takePage()
{
    if (m_current == noPage)
        return;
    if (m_current == workspacePage) {
        m_ofWorkspace = m_identity->draft();
        return;
    }
    m_drafts[m_current].variables = m_table->variables();
    m_drafts[m_current].identity = m_identity->draft();
}

void EnvironmentsDialog::show(int index)
{
    takePage();
    m_current = noPage; // the changes below are not edits by the user
    const bool some = index >= 0 && index < m_drafts.size();
    m_page->setVisible(some);
    m_empty->setVisible(m_drafts.isEmpty());
    {
        const QSignalBlocker quiet(m_list);
        m_list->setCurrentRow(some ? index + 1 : 0);
    }
    if (some) {
        m_name->setText(m_drafts.at(index).name);
        m_table->setVariables(m_drafts.at(index).variables);
        m_identity->setDraft(m_drafts.at(index).identity, &m_ofWorkspace);
    } else {
        m_identity->setDraft(m_ofWorkspace);
    }
    m_current = some ? index : workspacePage;
    m_duplicate->setEnabled(some);
    m_remove->setEnabled(some);
    update();
}

QString EnvironmentsDialog::freeName(const QString &wanted) const
{
    QString name = wanted;
    for (int number = 2; std::ranges::contains(m_drafts, name, &Draft::name); ++number)
        name = u"%1 %2"_s.arg(wanted).arg(number);
    return name;
}

void EnvironmentsDialog::duplicate()
{
    takePage();
    Draft copy = m_drafts.at(m_current);
    copy.before.clear();
    copy.name = freeName(copy.name);
    add(copy);
    show(int(m_drafts.size()) - 1);
    m_name->setFocus();
    m_name->selectAll();
}

void EnvironmentsDialog::remove()
{
    takePage();
    const int gone = m_current;
    const QString name = m_drafts.at(gone).name;
    m_bringBack = [this, gone, draft = m_drafts.at(gone)] {
        Draft back = draft;
        back.name = freeName(back.name); // another environment may have this name by now
        m_drafts.insert(qMin<qsizetype>(gone, m_drafts.size()), back);
    };
    m_current = noPage;
    m_drafts.removeAt(gone);
    {
        const QSignalBlocker quiet(m_list);
        delete m_list->takeItem(gone + 1);
    }
    show(qMin(gone, int(m_drafts.size()) - 1));
    offerUndo(tr("%1 was removed.").arg(visibleText(name, false, 40)));
}

void EnvironmentsDialog::offerUndo(const QString &sentence)
{
    m_removed->setText(sentence);
    m_removed->show();
    m_undo->show();
}

void EnvironmentsDialog::undo()
{
    if (!m_bringBack)
        return;
    const int index = m_current;
    takePage();
    std::exchange(m_bringBack, {})();
    const QList<Draft> drafts = std::exchange(m_drafts, {});
    m_current = noPage;
    {
        const QSignalBlocker quiet(m_list);
        while (m_list->count() > 1) // the row of the workspace stays
            delete m_list->takeItem(1);
    }
    for (const Draft &draft : drafts)
        add(draft);
    show(qBound(0, index, int(m_drafts.size()) - 1));
    m_removed->hide();
    m_undo->hide();
    m_list->setFocus();
}

QString EnvironmentsDialog::problem() const
{
    QSet<QString> names;
    for (const Draft &draft : m_drafts) {
        if (draft.name.isEmpty())
            return tr("An environment needs a name.");
        if (names.contains(draft.name))
            return tr("Two environments have the name \"%1\".").arg(visibleText(draft.name, false, 60));
        names.insert(draft.name);
    }
    for (int i = 0; i < m_drafts.size(); ++i) {
        const Draft &draft = m_drafts.at(i);
        const bool isShown = i == m_current;
        QString wrong = EnvironmentTable::problemIn(isShown ? m_table->variables() : draft.variables);
        if (wrong.isEmpty())
            wrong = IdentityFields::problemIn(isShown ? m_identity->draft() : draft.identity);
        if (!wrong.isEmpty())
            return isShown ? wrong : tr("%1: %2").arg(visibleText(draft.name, false, 60), wrong);
    }
    const bool isShown = m_current == workspacePage;
    const QString wrong = IdentityFields::problemIn(isShown ? m_identity->draft() : m_ofWorkspace);
    return isShown || wrong.isEmpty() ? wrong : tr("%1: %2").arg(tr("Workspace"), wrong);
}

void EnvironmentsDialog::update()
{
    const QString wrong = problem();
    if (m_current >= 0) {
        const QString name = m_drafts.at(m_current).name;
        setInvalid(m_name, name.isEmpty() || std::ranges::count(m_drafts, name, &Draft::name) > 1);
    }
    const QString shown = wrong.isEmpty() ? m_storeProblem : wrong;
    m_problem->setText(shown);
    m_problem->setVisible(!shown.isEmpty());
    m_save->setEnabled(wrong.isEmpty() && m_pending == 0);
}

//! Stores the secrets first, then the environments, which refer to the secrets.
void EnvironmentsDialog::save()
{
    takePage();
    m_storeProblem.clear();
    QStringList used;
    for (const Draft &draft : std::as_const(m_drafts)) {
        for (const VariableDraft &variable : draft.variables)
            used.append(variable.variable.secret);
    }
    m_pending = 1; // counts this function until all secrets are being stored
    for (Draft &draft : m_drafts) {
        for (VariableDraft &variable : draft.variables) {
            if (!variable.isSecret || variable.typed.isEmpty())
                continue;
            QString &reference = variable.variable.secret;
            if (isEnvironmentSecret(variable.typed)) {
                reference = std::exchange(variable.typed, {});
                continue;
            }
            // A secret stays unchanged if another environment refers to it, or if this dialog did not store
            // it.
            const bool isOurs =
                reference.startsWith(QString(inKeychain) + ours) && used.count(reference) == 1;
            const QString name = isOurs ? reference.sliced(inKeychain.size())
                                        : newSecretName(draft.name, variable.variable.name);
            reference = inKeychain + name;
            ++m_pending;
            m_sessions->keepSecret(name, std::exchange(variable.typed, {}))
                .then(this, [this](const Result<void> &kept) {
                    if (!kept)
                        m_storeProblem = coreText(kept.error().message);
                    finishSaving();
                });
        }
    }
    update();
    finishSaving();
}

void EnvironmentsDialog::finishSaving()
{
    if (--m_pending > 0)
        return;
    if (!m_storeProblem.isEmpty()) {
        show(std::exchange(m_current, noPage));
        return;
    }
    if (!problem().isEmpty()) { // from an edit while the keychain was busy
        update();
        return;
    }
    QStringList gone;
    for (const Environment &environment : m_sessions->environments()) {
        for (const EnvironmentVariable &variable : environment.variables)
            gone.append(variable.secret);
    }
    QString active;
    for (const Draft &draft : std::as_const(m_drafts)) {
        for (const VariableDraft &variable : draft.variables)
            gone.removeAll(variable.variable.secret);
        if (!draft.before.isEmpty() && draft.before == m_sessions->environment())
            active = draft.name;
    }
    // The first environment that the user creates becomes active.
    if (m_sessions->environments().isEmpty() && !m_drafts.isEmpty())
        active = m_drafts.at(qMax(0, m_current)).name;
    m_sessions->setEnvironments(environments(), active);
    for (const QString &reference : std::as_const(gone)) {
        if (reference.startsWith(QString(inKeychain) + ours))
            m_sessions->forgetSecret(reference.sliced(inKeychain.size()));
    }
    accept();
}

QList<Environment> EnvironmentsDialog::environments() const
{
    QList<Environment> all;
    for (const Draft &draft : m_drafts) {
        Environment environment{.name = draft.name, .identity = draft.identity.value()};
        for (const VariableDraft &variable : draft.variables)
            environment.variables.append(variable.variable);
        all.append(environment);
    }
    return all;
}

} // namespace Workbench::Ui

#include "moc_environmentsdialog.cpp"
