// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/pages/inputsdialog.h"

#include "core/base/visibletext.h"
#include "core/checks/checkrules.h"
#include "core/json/jsonbuilder.h"
#include "core/json/jsonparser.h"
#include "core/schema/formhints.h"
#include "ui/forms/fields.h"
#include "ui/forms/themelabel.h"
#include "ui/models/coretexts.h"
#include "ui/panes/inspecttext.h"
#include "ui/text/jsonedit.h"
#include "ui/theme/building.h"
#include "ui/theme/controls.h"

#include <QMenu>

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

namespace {

constexpr qsizetype maxNamed = 8;
constexpr qsizetype maxOffered = 200; // operations in the menu

const OperationSpec *operationNamed(const OperationList &operations, const QString &name)
{
    for (const auto &spec : operations) {
        if (spec->id.name == name)
            return spec.get();
    }
    return nullptr;
}

//! Returns the input that a form starts with, with examples for required fields that have no default.
Json suggestedInput(const Json &inputSchema)
{
    const FieldHint hint = formHints(inputSchema);
    Json input = initialValue(hint);
    for (const FieldHint &field : hint.fields) {
        if (field.required && field.defaultValue.isAbsent() && !field.examples.isEmpty())
            input = withMember(input, field.name, field.examples.constFirst());
    }
    return input.isObject() ? input : Json::emptyObject();
}

QString namesLine(const QStringList &names)
{
    QStringList shown;
    for (const QString &name : names.first(std::min(names.size(), maxNamed)))
        shown.append(visibleText(name, false, 80));
    if (names.size() > maxNamed)
        shown.append(u"…"_s);
    return shown.join(u", "_s);
}

} // namespace

InputsDialog::InputsDialog(OperationList operations, const QHash<QString, Json> &inputs, QWidget *parent)
    : QDialog(parent)
    , m_operations(std::move(operations))
    , m_inputs(inputs)
    , m_text(named(new InspectText(tr("Inputs by operation"), this), u"inputsText"_s))
    , m_problem(
          named(wrapped(new ThemeLabel({}, ColorRole::Error, FontRole::Body, this)), u"inputsProblem"_s))
    , m_caution(
          named(wrapped(new ThemeLabel({}, ColorRole::Warning, FontRole::Body, this)), u"inputsCaution"_s))
{
    setObjectName(u"inputsDialog"_s);
    setWindowTitle(tr("Inputs for the check"));
    resize(620, 460);
    auto *title = new ThemeLabel(tr("Inputs for more operations"), ColorRole::Text, FontRole::Title, this);
    auto *words = wrapped(new ThemeLabel(tr("Operations that you name here are called too, with the input "
                                            "that you give here, even if they change data."),
        ColorRole::TextSecond, FontRole::Body, this));
    m_text->editor()->setPlaceholderText(u"{ \"get-weather\": { \"city\": \"Lisbon\" } }"_s);
    QPushButton *more = named(plainButton(u"plus"_s, tr("Add operation"), this), u"inputsAdd"_s);
    more->setToolTip(tr("Add an operation with an input made from its schema"));
    m_menu = named(new QMenu(more), u"inputsMenu"_s);
    more->setMenu(m_menu);
    QPushButton *open = named(plainButton(u"folder"_s, tr("Open file…"), this), u"inputsOpen"_s);
    open->setToolTip(tr("Open a file of inputs, as \"envelope check --inputs\" reads it"));
    QPushButton *cancel = plainButton({}, tr("Cancel"), this);
    m_use = named(primaryButton({}, tr("Use these inputs"), this), u"inputsUse"_s);
    for (QPushButton *button : {more, open, cancel})
        button->setAutoDefault(false);
    auto *buttons = addAll(newRow(8), {more, open, Stretch{}, cancel, m_use});
    addAll(newColumn(this, {12, 12, 12, 12}, 8), {title, words, {m_text, 1}, m_problem, m_caution, buttons});
    connect(m_menu, &QMenu::aboutToShow, this, &InputsDialog::fillMenu);
    connect(open, &QPushButton::clicked, this, [this] {
        askForFile(this, tr("Read inputs"), u"readInputsDialog"_s,
            [this](const QString &path) { m_text->readFile(path); },
            {tr("JSON files (*.json)"), tr("All files (*)")});
    });
    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
    connect(m_use, &QPushButton::clicked, this, &InputsDialog::accept);
    connect(m_text, &InspectText::changed, this, &InputsDialog::read);
    connect(m_text, &InspectText::failed, this,
        [this](const Error &error) { showProblem(visibleText(coreText(error.message), false, 400)); });
    Json known = Json::emptyObject();
    for (const auto &spec : std::as_const(m_operations)) { // in the order of the source
        if (m_inputs.contains(spec->id.name))
            known = withMember(known, spec->id.name, m_inputs.value(spec->id.name));
    }
    if (known.size() > 0)
        m_text->setBytes(indentedText(known).toUtf8());
    read();
    m_text->setFocus();
}

void InputsDialog::fillMenu()
{
    m_menu->clear();
    for (const auto &spec : std::as_const(m_operations)) {
        if (m_menu->actions().size() == maxOffered)
            break;
        const QString name = spec->id.name;
        if (spec->type == OperationType::Subscription || m_read.hasMember(name))
            continue;
        QAction *action = m_menu->addAction(
            visibleText(name, false, 80).replace(u'&', u"&&"_s), this, [this, name] { add(name); });
        action->setData(name);
    }
    if (m_menu->isEmpty())
        m_menu->addAction(tr("No operations left"))->setEnabled(false);
}

void InputsDialog::add(const QString &operation)
{
    const OperationSpec *light = operationNamed(m_operations, operation);
    if (!light || m_read.isAbsent())
        return;
    const Json with = withMember(m_read, operation, suggestedInput(completed(*light).inputSchema));
    m_text->setBytes(indentedText(with).toUtf8());
    read();
}

//! Reads the text, and shows its problems and the operations that may change something.
void InputsDialog::read()
{
    const QByteArray text = m_text->bytes().trimmed();
    const Result<Json> parsed = text.isEmpty() ? Json::emptyObject() : parseJson(text);
    m_read = parsed && parsed->isObject() ? *parsed : Json();
    if (!parsed)
        showProblem(visibleText(coreText(parsed.error().message), false, 300));
    else if (m_read.isAbsent())
        showProblem(tr("Expected an object that maps names of operations to their inputs."));
    else
        showProblem({});
    QStringList unknown;
    QStringList changing;
    for (const auto entry : m_read.members()) {
        const OperationSpec *light = operationNamed(m_operations, entry.key());
        if (!light)
            unknown.append(entry.key());
        else if (mayChangeSomething(*light))
            changing.append(entry.key());
    }
    if (!unknown.isEmpty())
        showProblem(tr("There is no operation %1.").arg(namesLine(unknown)));
    m_caution->setText(tr("May change data: %1").arg(namesLine(changing)));
    m_caution->setVisible(!changing.isEmpty());
}

void InputsDialog::showProblem(const QString &words)
{
    m_problem->setText(words);
    m_problem->setVisible(!words.isEmpty());
    m_use->setEnabled(words.isEmpty());
}

void InputsDialog::accept()
{
    if (!m_use->isEnabled())
        return;
    m_inputs.clear();
    for (const auto entry : m_read.members())
        m_inputs.insert(entry.key(), entry.value());
    QDialog::accept();
}

} // namespace Workbench::Ui

#include "moc_inputsdialog.cpp"
