// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/dialogs/environmenttable.h"

#include "core/base/visibletext.h"
#include "core/secrets/substitution.h"
#include "ui/forms/themelabel.h"
#include "ui/theme/building.h"
#include "ui/theme/controls.h"

#include <QCheckBox>
#include <QGridLayout>
#include <QLineEdit>

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

namespace {

constexpr auto inVariable = "env:"_L1;

} // namespace

QWidgetList EnvironmentTable::Row::widgets() const
{
    return {name, value, secret, state, removal};
}

void EnvironmentTable::Row::remove() const
{
    for (QWidget *widget : widgets()) {
        widget->hide();
        widget->deleteLater();
    }
}

EnvironmentTable::EnvironmentTable(QWidget *parent)
    : QWidget(parent)
    , m_grid(new QGridLayout)
{
    setObjectName(u"environmentTable"_s);
    m_grid->setHorizontalSpacing(8);
    m_grid->setVerticalSpacing(4);
    m_grid->setColumnStretch(0, 4);
    m_grid->setColumnStretch(1, 6);
    m_grid->setColumnMinimumWidth(3, 128);
    m_grid->addWidget(new ThemeLabel(tr("Name"), ColorRole::TextSecond, FontRole::Small, this), 0, 0);
    m_grid->addWidget(new ThemeLabel(tr("Value"), ColorRole::TextSecond, FontRole::Small, this), 0, 1);
    QToolButton *add = named(quietButton(u"plus"_s, tr("Add variable"), this), u"addVariable"_s);
    connect(add, &QToolButton::clicked, this, [this] {
        addRow({});
        m_rows.constLast().name->setFocus();
        update();
    });
    addAll(newColumn(this, {}, 4), {m_grid, {add, 0, Qt::AlignLeft}});
}

void EnvironmentTable::addRow(const VariableDraft &draft)
{
    Row row{new QLineEdit(draft.variable.name, this), new QLineEdit(this), new QCheckBox(tr("Secret"), this),
        new ThemeLabel({}, ColorRole::TextSecond, FontRole::Small, this),
        iconButton(u"minus"_s, tr("Remove this variable"), this), draft.variable.secret,
        draft.variable.value};
    named(row.name, u"variableName"_s, tr("Name of the variable"));
    row.value->setObjectName(u"variableValue"_s);
    row.secret->setObjectName(u"variableIsSecret"_s);
    row.secret->setToolTip(
        tr("A secret is typed once and kept in the keychain, never in the workspace file"));
    row.secret->setChecked(draft.isSecret);
    row.state->setObjectName(u"secretState"_s);
    row.removal->setObjectName(u"removeVariable"_s);
    for (QLineEdit *edit : {row.name, row.value})
        edit->setFont(Theme::of(this).font(FontRole::Data));
    row.value->setText(draft.isSecret ? draft.typed : draft.variable.value);
    row.value->setCursorPosition(0);
    showKind(row);
    const int line = m_grid->rowCount();
    int place = 0;
    for (QWidget *widget : row.widgets()) {
        m_grid->addWidget(widget, line, place++);
        widget->show(); // a hidden widget cannot receive the focus
    }
    // A new widget is the last of its window, behind what follows this table.
    auto *add = findChild<QToolButton *>(u"addVariable"_s);
    QWidget *before = m_rows.isEmpty() ? add->previousInFocusChain() : m_rows.constLast().removal;
    while (before->focusPolicy() == Qt::NoFocus) // a label, or this table
        before = before->previousInFocusChain();
    for (QWidget *widget : QWidgetList{row.name, row.value, row.secret, row.removal}) {
        setTabOrder(before, widget);
        before = widget;
    }
    setTabOrder(before, add);
    connect(row.name, &QLineEdit::textChanged, this, &EnvironmentTable::update);
    connect(row.value, &QLineEdit::textChanged, this, &EnvironmentTable::update);
    connect(row.secret, &QCheckBox::toggled, this, [this, name = row.name](bool on) {
        Row &toggled = *std::ranges::find(m_rows, name, &Row::name);
        if (on)
            toggled.plain = toggled.value->text();
        // Clearing the check box must not show a typed secret in clear text.
        toggled.value->setText(on ? toggled.plain : QString());
        showKind(toggled);
        update();
    });
    connect(row.removal, &QToolButton::clicked, this, [this, name = row.name] { removeRow(name); });
    m_rows.append(row);
}

void EnvironmentTable::showKind(Row &row)
{
    const bool isSecret = row.secret->isChecked();
    row.value->setEchoMode(isSecret ? QLineEdit::Password : QLineEdit::Normal);
    row.value->setAccessibleName(isSecret ? tr("Secret, typed once") : tr("Value of the variable"));
    row.value->setPlaceholderText(!isSecret ? QString()
            : row.reference.isEmpty()       ? tr("typed once, or env:NAME")
                                            : tr("unchanged"));
    row.value->setToolTip(isSecret ? tr("Typed once and never shown again. env:NAME reads it from an "
                                        "environment variable when it is needed.")
                                   : QString());
}

void EnvironmentTable::removeRow(const QLineEdit *name)
{
    const auto found = std::ranges::find(m_rows, name, &Row::name);
    const int index = int(found - m_rows.begin());
    const Row row = m_rows.takeAt(index);
    row.remove();
    findChild<QToolButton *>(u"addVariable"_s)->setFocus();
    const VariableDraft draft = draftOf(row);
    if (!draft.isEmpty())
        Q_EMIT rowRemoved(index, draft);
    update();
}

VariableDraft EnvironmentTable::draftOf(const Row &row)
{
    VariableDraft draft;
    draft.variable.name = row.name->text().trimmed();
    draft.isSecret = row.secret->isChecked();
    if (draft.isSecret) {
        draft.variable.secret = row.reference;
        draft.typed = row.value->text();
    } else {
        draft.variable.value = row.value->text();
    }
    return draft;
}

QList<VariableDraft> EnvironmentTable::variables() const
{
    QList<VariableDraft> drafts;
    for (const Row &row : m_rows) {
        const VariableDraft draft = draftOf(row);
        if (!draft.isEmpty())
            drafts.append(draft);
    }
    return drafts;
}

void EnvironmentTable::setVariables(const QList<VariableDraft> &variables)
{
    for (const Row &row : std::as_const(m_rows))
        row.remove();
    m_rows.clear();
    for (const VariableDraft &draft : variables)
        addRow(draft);
    update();
}

void EnvironmentTable::setKeptSecrets(const QStringList &names, bool areTemporary)
{
    m_kept = names;
    m_areTemporary = areTemporary;
    update();
}

QString EnvironmentTable::stateOf(const Row &row) const
{
    if (!row.secret->isChecked())
        return {};
    const QString typed = row.value->text();
    const QString reference = isEnvironmentSecret(typed) ? typed
        : typed.isEmpty()                                ? row.reference
                                                         : QString();
    if (reference.startsWith(inVariable))
        return tr("from the variable %1").arg(visibleText(reference.sliced(inVariable.size()), false, 40));
    if (!typed.isEmpty() && reference.isEmpty())
        return m_areTemporary ? tr("kept until the program ends") : tr("saved in the keychain");
    if (reference.isEmpty() || !m_kept)
        return {};
    if (!m_kept->contains(reference.sliced(inKeychain.size())))
        return tr("missing, type it again");
    return m_areTemporary ? tr("kept until the program ends") : tr("in keychain");
}

EnvironmentTable::Problem EnvironmentTable::check(const VariableDraft &draft, const QStringList &names)
{
    const QString &name = draft.variable.name;
    if (draft.isEmpty() && !draft.isSecret)
        return {}; // the row is still empty
    if (name.isEmpty())
        return {tr("A variable needs a name."), {}};
    if (!isVariableName(name)) {
        return {tr("\"%1\" is not a valid name. Use letters, digits, \"_\", \".\" and \"-\", and start with "
                   "a letter or \"_\". \"envelope\" is reserved.")
                    .arg(visibleText(name, false, 60)),
            {}};
    }
    if (names.contains(name))
        return {tr("Two variables have the name \"%1\".").arg(name), {}};
    if (draft.isSecret && draft.typed.isEmpty() && draft.variable.secret.isEmpty())
        return {{}, tr("Type the secret \"%1\" once.").arg(name)};
    return {};
}

QString EnvironmentTable::problemIn(const QList<VariableDraft> &variables)
{
    QStringList names;
    for (const VariableDraft &draft : variables) {
        const Problem problem = check(draft, names);
        if (!problem.ofName.isEmpty() || !problem.ofValue.isEmpty())
            return problem.ofName + problem.ofValue;
        names.append(draft.variable.name);
    }
    return {};
}

//! Marks invalid fields, shows where secrets are stored, and emits changed().
void EnvironmentTable::update()
{
    QStringList names;
    for (const Row &row : std::as_const(m_rows)) {
        const VariableDraft draft = draftOf(row);
        const Problem problem = check(draft, names);
        names.append(draft.variable.name);
        setInvalid(row.name, !problem.ofName.isEmpty());
        setInvalid(row.value, !problem.ofValue.isEmpty());
        row.state->setText(stateOf(row));
    }
    Q_EMIT changed();
}

} // namespace Workbench::Ui

#include "moc_environmenttable.cpp"
