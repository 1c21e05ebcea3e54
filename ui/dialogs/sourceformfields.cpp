// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// Creates the fields of a source's form, one function for each kind of setting.

#include "core/json/jsonbuilder.h"
#include "core/json/jsonparser.h"
#include "core/workspace/commandwords.h"
#include "ui/dialogs/pairsfield.h"
#include "ui/dialogs/secretfield.h"
#include "ui/dialogs/settingwords.h"
#include "ui/dialogs/sourceform.h"
#include "ui/theme/building.h"
#include "ui/theme/controls.h"
#include "ui/theme/theme.h"
#include "ui/theme/zoom.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

namespace {

//! Returns what the Browse button of a setting selects: "program", "folder" or "file". Returns an empty
//! string if the setting has no such button.
QString browsedFor(const QString &name, const Json &schema)
{
    QString format = schema.member("format"_L1).toString();
    if (format == "program"_L1 || format == "folder"_L1 || format == "file"_L1)
        return format;
    if (name == "command"_L1)
        return u"program"_s;
    if (name == "cwd"_L1)
        return u"folder"_s;
    return name == "document"_L1 || name == "path"_L1 || name == "keyPath"_L1 ? u"file"_s : QString();
}

} // namespace

//! Splits a whole command line in the field of the command: moves all words but the first to the arguments.
void SourceForm::splitCommandLine(QLineEdit *command)
{
    auto *arguments = findChild<QLineEdit *>(u"source_args"_s);
    const QStringList words = splitArguments(command->text());
    if (!arguments || !arguments->text().isEmpty() || words.size() < 2
        || QFileInfo::exists(command->text().trimmed()))
        return;
    arguments->setText(joinArguments(words.mid(1)));
    command->setText(words.constFirst());
}

//! Shows the hint below the check box instead of in a tooltip, because the switch may grant access or send
//! secrets.
SourceForm::Field SourceForm::makeSwitch(const QString &name, const QString &label, const QString &hint)
{
    auto *row = new QWidget(this);
    auto *column = new QVBoxLayout(row);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(4);
    auto *box = new QCheckBox(label, row);
    box->setObjectName(u"source_"_s + name);
    connect(box, &QCheckBox::toggled, this, &SourceForm::valueChanged);
    column->addWidget(box);
    auto *about = new QLabel(hint, row);
    about->setTextFormat(Qt::PlainText);
    about->setWordWrap(true);
    about->setFont(Theme::of(this).font(FontRole::Small));
    about->setForegroundRole(QPalette::PlaceholderText);
    column->addWidget(about);
    row->setObjectName(u"row_"_s + name);
    // A workspace file may contain a list instead of true. The list is kept while the switch is on.
    const auto list = std::make_shared<Json>();
    Field field;
    field.row = row;
    field.read = [box, list] {
        if (!box->isChecked())
            return Json();
        return list->isArray() ? *list : Json::boolean(true);
    };
    field.write = [box, list](const Json &value) {
        *list = value.size() > 0 ? value : Json();
        box->setChecked(value.toBoolean() || list->isArray());
    };
    field.summary = [box, label] { return box->isChecked() ? label : QString(); };
    return field;
}

SourceForm::Field SourceForm::makePairs(const QString &name)
{
    auto *pairs = new PairsField(name, m_sessions, this);
    m_pairs.append(pairs);
    connect(pairs, &PairsField::changed, this, &SourceForm::valueChanged);
    Field field;
    field.row = pairs;
    field.read = [pairs] { return pairs->value(); };
    field.write = [pairs](const Json &value) { pairs->setValue(value); };
    if (name == "headers"_L1)
        field.summary = [pairs] { return tr("Headers %L1").arg(pairs->value().size()); };
    return field;
}

SourceForm::Field SourceForm::makeChoice(const QString &name, const Json &schema, const QString &title)
{
    auto *choice = new QComboBox(this);
    choice->setObjectName(u"source_"_s + name);
    choice->setAccessibleName(title);
    setZoomedHeight(choice, 28);
    for (const Json &value : schema.member("enum"_L1).items())
        choice->addItem(choiceWords(name, value.toString()), value.toString());
    const QString fallback = schema.member("default"_L1).toString();
    choice->setCurrentIndex(std::max(0, choice->findData(fallback)));
    connect(choice, &QComboBox::currentIndexChanged, this, &SourceForm::valueChanged);
    Field field;
    field.row = choice;
    field.read = [choice, fallback] {
        const QString chosen = choice->currentData().toString();
        return chosen == fallback ? Json() : Json::string(chosen);
    };
    field.write = [choice, fallback](const Json &value) {
        choice->setCurrentIndex(std::max(0, choice->findData(value.toString(fallback))));
    };
    field.summary = [choice, title] {
        return tr("%1 %2", "a setting and its value").arg(title, choice->currentText());
    };
    return field;
}

SecretField *SourceForm::addSecret(const QString &name, const QString &title, QWidget *parent)
{
    auto *secret = new SecretField(m_sessions, title, parent);
    secret->setStoredName(u"source/"_s + name);
    connect(secret, &SecretField::changed, this, &SourceForm::valueChanged);
    m_secrets.append({name, secret});
    return secret;
}

//! Writes the secret as a placeholder, so that the setting itself never contains a secret.
SourceForm::Field SourceForm::makeSecret(const QString &name, const QString &title, const QString &hint)
{
    SecretField *secret = addSecret(name, title, this);
    secret->setPlaceholder(hint);
    Field field;
    field.row = secret;
    field.read = [secret] {
        const QString reference = secret->reference();
        return reference.isEmpty() ? Json() : Json::string(QString(u"${"_s + reference + u'}'));
    };
    field.write = [secret](const Json &value) {
        const QString text = value.toString();
        const QString reference = SecretField::referenceIn(text);
        if (reference.isEmpty() && !text.isEmpty())
            secret->setTyped(text);
        else
            secret->setReference(reference);
    };
    return field;
}

SourceForm::Field SourceForm::makeText(
    const QString &name, const Json &schema, const QString &title, const QString &hint)
{
    auto *edit = new QLineEdit(this);
    edit->setObjectName(u"source_"_s + name);
    edit->setAccessibleName(title);
    edit->setFont(Theme::of(this).font(FontRole::Data));
    edit->setPlaceholderText(hint);
    const QString variables = tr("${NAME} stands for a variable of the chosen environment.");
    edit->setToolTip(hint.isEmpty() ? variables : QString(hint + u".\n" + variables));
    connect(edit, &QLineEdit::textChanged, this, &SourceForm::valueChanged);
    if (name == "command"_L1)
        connect(edit, &QLineEdit::editingFinished, this, [this, edit] { splitCommandLine(edit); });
    Field field;
    if (schema.member("type"_L1).toString() == "array"_L1) {
        field.read = [edit] {
            QList<Json> items;
            for (const QString &argument : splitArguments(edit->text()))
                items += Json::string(argument);
            return items.isEmpty() ? Json() : Json::array(items);
        };
        field.write = [edit](const Json &value) {
            QStringList arguments;
            for (const Json &item : value.items())
                arguments += item.toString();
            edit->setText(joinArguments(arguments));
        };
    } else {
        field.read = [edit] {
            return edit->text().trimmed().isEmpty() ? Json() : Json::string(edit->text().trimmed());
        };
        field.write = [edit](const Json &value) { edit->setText(value.toString()); };
    }
    field.summary = [edit, title] {
        return edit->text().isEmpty() ? QString()
                                      : tr("%1 %2", "a setting and its value").arg(title, edit->text());
    };
    const QString format = browsedFor(name, schema);
    field.row = format.isEmpty() ? edit : withBrowse(edit, format);
    return field;
}

//! Shows a list of objects as JSON. The check of the settings refuses a text that is not JSON, because it is
//! read as a string.
SourceForm::Field SourceForm::makeJson(const QString &name, const QString &title, const QString &hint)
{
    auto *edit = named(new QPlainTextEdit(this), QString(u"source_"_s + name), title);
    edit->setFont(Theme::of(this).font(FontRole::Data));
    edit->setPlaceholderText(hint);
    edit->setTabChangesFocus(true);
    setZoomedHeight(edit, 84);
    connect(edit, &QPlainTextEdit::textChanged, this, &SourceForm::valueChanged);
    Field field;
    field.row = edit;
    field.read = [edit] {
        const QString text = edit->toPlainText().trimmed();
        return text.isEmpty() ? Json() : parseJson(text.toUtf8()).value_or(Json::string(text));
    };
    field.write = [edit](const Json &value) {
        if (value.isString())
            edit->setPlainText(value.toString());
        else
            edit->setPlainText(QString::fromUtf8(value.toBytes(Json::Layout::Indented)));
    };
    field.summary = [edit, title] { return edit->toPlainText().isEmpty() ? QString() : title; };
    return field;
}

QWidget *SourceForm::withBrowse(QLineEdit *edit, const QString &format)
{
    auto *both = new QWidget(this);
    auto *line = new QHBoxLayout(both);
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(8);
    line->addWidget(edit, 1);
    QPushButton *browse = plainButton({}, tr("Browse…"), both);
    browse->setAutoDefault(false);
    connect(browse, &QPushButton::clicked, this, [this, edit, format] {
        const bool folder = format == "folder"_L1;
        auto *dialog = new QFileDialog(this,
            folder                    ? tr("Choose a folder")
                : format == "file"_L1 ? tr("Choose a file")
                                      : tr("Choose a program"));
        dialog->setAttribute(Qt::WA_DeleteOnClose);
        dialog->setFileMode(folder ? QFileDialog::Directory : QFileDialog::ExistingFile);
        connect(dialog, &QFileDialog::fileSelected, edit, &QLineEdit::setText);
        dialog->open();
    });
    line->addWidget(browse);
    return both;
}

//! Creates related text fields below each other. The setting is left out while all of them are empty.
SourceForm::Field SourceForm::makeGroup(const QString &name, const Json &schema)
{
    auto *group = new QWidget(this);
    group->setObjectName(u"row_"_s + name);
    auto *lines = new QFormLayout(group);
    lines->setContentsMargins(0, 0, 0, 0);
    lines->setVerticalSpacing(4);
    lines->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    using Part = std::pair<std::function<QString()>, std::function<void(const QString &)>>;
    QList<std::pair<QString, Part>> parts;
    const Json properties = schema.member("properties"_L1);
    for (const auto entry : properties.members()) {
        const SettingWords words = settingWords(name + u'/' + entry.key(), entry.value());
        const QString objectName = u"source_%1_%2"_s.arg(name, entry.key());
        if (entry.key() == "passphrase"_L1) {
            SecretField *secret = addSecret(entry.key(), words.title, group);
            secret->setObjectName(objectName);
            secret->setPlaceholder(tr("None"));
            lines->addRow(words.title, secret);
            parts.append({entry.key(),
                {[secret] { return secret->reference(); },
                    [secret](const QString &text) { secret->setReference(text); }}});
            continue;
        }
        auto *edit = new QLineEdit(group);
        edit->setObjectName(objectName);
        edit->setFont(Theme::of(this).font(FontRole::Data));
        edit->setAccessibleName(words.title);
        edit->setPlaceholderText(words.hint);
        connect(edit, &QLineEdit::textChanged, this, &SourceForm::valueChanged);
        const QString format = browsedFor(entry.key(), entry.value());
        lines->addRow(words.title, format.isEmpty() ? edit : withBrowse(edit, format));
        parts.append({entry.key(),
            {[edit] { return edit->text().trimmed(); },
                [edit](const QString &text) { edit->setText(text); }}});
    }
    // Members without a field are kept.
    const auto set = std::make_shared<Json>(Json::emptyObject());
    Field field;
    field.row = group;
    field.read = [parts, set] {
        Json value = *set;
        for (const auto &[key, part] : parts) {
            const QString text = part.first();
            value = text.isEmpty() ? withoutMember(value, key) : withMember(value, key, Json::string(text));
        }
        return value.size() == 0 ? Json() : value;
    };
    field.write = [parts, set](const Json &value) {
        *set = value.isObject() ? value : Json::emptyObject();
        for (const auto &[key, part] : parts)
            part.second(value.member(key).toString());
    };
    return field;
}

} // namespace Workbench::Ui
