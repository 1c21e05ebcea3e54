// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/dialogs/sourceform.h"

#include "core/json/jsonbuilder.h"
#include "core/json/jsonparser.h"
#include "core/json/jsontexts.h"
#include "core/workspace/commandwords.h"
#include "ui/dialogs/certificatedialog.h"
#include "ui/dialogs/pairsfield.h"
#include "ui/dialogs/secretfield.h"
#include "ui/dialogs/settingwords.h"
#include "ui/dialogs/signinfield.h"
#include "ui/forms/fieldlabel.h"
#include "ui/forms/themelabel.h"
#include "ui/theme/building.h"
#include "ui/theme/controls.h"
#include "ui/theme/icons.h"
#include "ui/theme/theme.h"
#include "ui/theme/zoom.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QLineEdit>
#include <QPlainTextEdit>

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

namespace {

constexpr int leastLabel = 116; // pixels

bool mayBeBoolean(const Json &schema)
{
    const Json type = schema.member("type"_L1);
    return type.toString() == "boolean"_L1 || std::ranges::any_of(type.items(), [](const Json &each) {
        return each.toString() == "boolean"_L1;
    });
}

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

SourceForm::SourceForm(const SourceKind &kind, Sessions *sessions, QWidget *parent)
    : QWidget(parent)
    , m_kind(kind)
    , m_sessions(sessions)
    , m_layout(newLines<QFormLayout>(this, 12, 8))
    , m_name(new QLineEdit(this))
    , m_suggested(new ThemeLabel(tr("suggested"), ColorRole::TextSecond, FontRole::Small, this))
    , m_problem(
          named(wrapped(new ThemeLabel({}, ColorRole::Error, FontRole::Body, this)), u"sourceProblem"_s))
    , m_settings(Json::emptyObject())
{
    m_layout->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    m_layout->setLabelAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    makeName();
    makeFields();
    m_problem->hide();
    m_layout->addRow(m_problem);
}

void SourceForm::makeName()
{
    named(m_name, u"sourceName"_s, tr("Name"));
    m_suggested->hide();
    auto *both = new QWidget(this);
    addAll(newRow(both, {}, 8), {{m_name, 1}, m_suggested});
    connect(m_name, &QLineEdit::textEdited, this, [this](const QString &text) {
        m_isNameSuggested = text.isEmpty();
        m_suggested->hide();
    });
    connect(m_name, &QLineEdit::textChanged, this, &SourceForm::valueChanged);
    addRow(tr("Name"), true, both);
}

//! Adds the common settings first, then the sign-in, then the advanced settings.
void SourceForm::makeFields()
{
    const QStringList required = textsOf(m_kind.settingsSchema.member("required"_L1));
    const Json properties = m_kind.settingsSchema.member("properties"_L1);
    const auto addFields = [&](bool advanced) {
        for (const auto entry : properties.members()) {
            if (settingWords(entry.key(), entry.value()).isAdvanced == advanced)
                addField(entry.key(), entry.value(), required.contains(entry.key()));
        }
    };
    addFields(false);
    if (properties.hasMember("auth"_L1)) {
        m_signIn = new SignInField(properties, m_sessions, this);
        connect(m_signIn, &SignInField::changed, this, &SourceForm::valueChanged);
        addRow(tr("Sign-in"), false, m_signIn);
    }
    addAdvanced();
    addFields(true);
    showAdvanced();
}

void SourceForm::addAdvanced()
{
    const Json properties = m_kind.settingsSchema.member("properties"_L1);
    bool hasAny = false;
    for (const auto entry : properties.members())
        hasAny = hasAny || settingWords(entry.key(), entry.value()).isAdvanced;
    if (!hasAny)
        return;
    auto *line = new QWidget(this);
    m_advanced = named(quietButton(u"chevron-right"_s, tr("Advanced"), line), u"advancedSettings"_s);
    m_advanced->setCheckable(true);
    m_advancedValues = named(elidedLabel(ColorRole::TextSecond, FontRole::Small, line), u"advancedValues"_s);
    addAll(newRow(line, {}, 12), {m_advanced, {m_advancedValues, 1}});
    connect(m_advanced, &QToolButton::toggled, this, &SourceForm::showAdvanced);
    m_layout->addRow(line);
}

void SourceForm::showAdvanced()
{
    if (!m_advanced)
        return;
    const bool isOpen = m_advanced->isChecked();
    m_advanced->setIcon(icon(isOpen ? u"chevron-down"_s : u"chevron-right"_s));
    QStringList values;
    for (const Field &field : std::as_const(m_fields)) {
        if (!field.isAdvanced)
            continue;
        m_layout->setRowVisible(field.row, isOpen);
        if (const QString value = field.summary ? field.summary() : QString(); !value.isEmpty())
            values.append(value);
    }
    m_advancedValues->setFullText(isOpen ? QString() : values.join(u" · "_s));
}

void SourceForm::valueChanged()
{
    const QString name = m_name->text().trimmed();
    const QList<SecretField *> secrets = findChildren<SecretField *>();
    for (SecretField *secret : secrets)
        secret->setSourceName(name);
    showAdvanced();
    if (m_isMarked)
        markMissing();
    Q_EMIT changed();
}

//! Uses a widget that edits a whole setting.
template <typename Widget> void SourceForm::useWidget(Field &field, Widget *widget)
{
    connect(widget, &Widget::changed, this, &SourceForm::valueChanged);
    field.row = widget;
    field.read = [widget] { return widget->value(); };
    field.write = [widget](const Json &value) { widget->setValue(value); };
}

void SourceForm::addField(const QString &name, const Json &schema, bool required)
{
    if (name == "auth"_L1 || name == "oauth"_L1)
        return; // they belong to the sign-in
    const QString type = schema.member("type"_L1).toString();
    const QString format = schema.member("format"_L1).toString();
    const SettingWords words = settingWords(name, schema);
    Field field{.name = name,
        .title = words.title,
        .hint = words.hint,
        .isRequired = required,
        .isAdvanced = words.isAdvanced};
    if (format == "certificates"_L1) {
        useWidget(field, new CertificatesField(this));
    } else if (type == "array"_L1 && schema.member("items"_L1).member("type"_L1).toString() == "object"_L1) {
        makeJson(field);
    } else if (mayBeBoolean(schema)) {
        makeSwitch(field);
    } else if (schema.member("properties"_L1).size() > 0) {
        makeGroup(field, schema);
    } else if (type == "object"_L1) {
        auto *pairs = new PairsField(name, m_sessions, this);
        useWidget(field, pairs);
        if (name == "headers"_L1)
            field.summary = [pairs] { return tr("Headers %L1").arg(pairs->value().size()); };
    } else if (schema.member("enum"_L1).isArray()) {
        makeChoice(field, schema);
    } else if (format == "password"_L1) {
        makeSecret(field);
    } else {
        makeText(field, schema);
    }
    if (field.row->objectName().isEmpty())
        field.row->setObjectName(u"source_"_s + name);
    addRow(mayBeBoolean(schema) ? QString() : words.title, required, field.row);
    m_fields += field;
}

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
void SourceForm::makeSwitch(Field &field)
{
    auto *row = named(new QWidget(this), QString(u"row_"_s + field.name));
    auto *box = named(new QCheckBox(field.title, row), QString(u"source_"_s + field.name));
    connect(box, &QCheckBox::toggled, this, &SourceForm::valueChanged);
    auto *about = wrapped(new ThemeLabel(field.hint, ColorRole::TextSecond, FontRole::Small, row));
    addAll(newColumn(row, {}, 4), {box, about});
    // A workspace file may contain a list instead of true. The list is kept while the switch is on.
    const auto list = std::make_shared<Json>();
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
    field.summary = [box, title = field.title] { return box->isChecked() ? title : QString(); };
}

void SourceForm::makeChoice(Field &field, const Json &schema)
{
    auto *choice = named(new QComboBox(this), QString(u"source_"_s + field.name), field.title);
    setZoomedHeight(choice, 28);
    for (const Json &value : schema.member("enum"_L1).items())
        choice->addItem(choiceWords(field.name, value.toString()), value.toString());
    const QString fallback = schema.member("default"_L1).toString();
    choice->setCurrentIndex(std::max(0, choice->findData(fallback)));
    connect(choice, &QComboBox::currentIndexChanged, this, &SourceForm::valueChanged);
    field.row = choice;
    field.read = [choice, fallback] {
        const QString chosen = choice->currentData().toString();
        return chosen == fallback ? Json() : Json::string(chosen);
    };
    field.write = [choice, fallback](const Json &value) {
        choice->setCurrentIndex(std::max(0, choice->findData(value.toString(fallback))));
    };
    field.summary = [choice] {
        return tr("%1 %2", "a setting and its value").arg(choice->accessibleName(), choice->currentText());
    };
}

SecretField *SourceForm::addSecret(const QString &name, const QString &title, QWidget *parent)
{
    auto *secret = new SecretField(m_sessions, title, parent);
    secret->setStoredName(name);
    connect(secret, &SecretField::changed, this, &SourceForm::valueChanged);
    return secret;
}

//! Writes the secret as a placeholder, so that the setting itself never contains a secret.
void SourceForm::makeSecret(Field &field)
{
    SecretField *secret = addSecret(field.name, field.title, this);
    secret->setPlaceholder(field.hint);
    field.row = secret;
    field.read = [secret] { return textOrAbsent(SecretField::placeholderOf(secret->reference())); };
    field.write = [secret](const Json &value) {
        const QString text = value.toString();
        const QString reference = SecretField::referenceIn(text);
        if (reference.isEmpty() && !text.isEmpty())
            secret->setTyped(text);
        else
            secret->setReference(reference);
    };
}

QLineEdit *SourceForm::addEdit(
    const QString &objectName, const QString &title, const QString &hint, QWidget *parent)
{
    auto *edit = named(new QLineEdit(parent), objectName, title);
    edit->setFont(Theme::of(this).font(FontRole::Data));
    edit->setPlaceholderText(hint);
    connect(edit, &QLineEdit::textChanged, this, &SourceForm::valueChanged);
    return edit;
}

void SourceForm::makeText(Field &field, const Json &schema)
{
    QLineEdit *edit = addEdit(u"source_"_s + field.name, field.title, field.hint, this);
    const QString variables = tr("${NAME} stands for a variable of the chosen environment.");
    edit->setToolTip(field.hint.isEmpty() ? variables : QString(field.hint + u".\n" + variables));
    if (field.name == "command"_L1)
        connect(edit, &QLineEdit::editingFinished, this, [this, edit] { splitCommandLine(edit); });
    if (schema.member("type"_L1).toString() == "array"_L1) {
        field.read = [edit] {
            const QStringList arguments = splitArguments(edit->text());
            return arguments.isEmpty() ? Json() : textArray(arguments);
        };
        field.write = [edit](const Json &value) { edit->setText(joinArguments(textsOf(value))); };
    } else {
        field.read = [edit] { return textOrAbsent(edit->text().trimmed()); };
        field.write = [edit](const Json &value) { edit->setText(value.toString()); };
    }
    field.summary = [edit] {
        return edit->text().isEmpty()
            ? QString()
            : tr("%1 %2", "a setting and its value").arg(edit->accessibleName(), edit->text());
    };
    const QString format = browsedFor(field.name, schema);
    field.row = format.isEmpty() ? edit : withBrowse(edit, format);
}

//! Shows a list of objects as JSON. The check of the settings refuses a text that is not JSON, because it is
//! read as a string.
void SourceForm::makeJson(Field &field)
{
    auto *edit = named(new QPlainTextEdit(this), QString(u"source_"_s + field.name), field.title);
    edit->setFont(Theme::of(this).font(FontRole::Data));
    edit->setPlaceholderText(field.hint);
    edit->setTabChangesFocus(true);
    setZoomedHeight(edit, 84);
    connect(edit, &QPlainTextEdit::textChanged, this, &SourceForm::valueChanged);
    field.row = edit;
    field.read = [edit] {
        const QString text = edit->toPlainText().trimmed();
        return text.isEmpty() ? Json() : parseJson(text.toUtf8()).value_or(Json::string(text));
    };
    field.write = [edit](const Json &value) {
        edit->setPlainText(
            value.isString() ? value.toString() : QString::fromUtf8(value.toBytes(Json::Layout::Indented)));
    };
    field.summary = [edit] { return edit->toPlainText().isEmpty() ? QString() : edit->accessibleName(); };
}

QWidget *SourceForm::withBrowse(QLineEdit *edit, const QString &format)
{
    auto *both = new QWidget(this);
    QPushButton *browse = plainButton({}, tr("Browse…"), both);
    browse->setAutoDefault(false);
    connect(browse, &QPushButton::clicked, this, [this, edit, format] {
        const bool folder = format == "folder"_L1;
        auto *dialog = deletedOnClose(new QFileDialog(this,
            folder                    ? tr("Choose a folder")
                : format == "file"_L1 ? tr("Choose a file")
                                      : tr("Choose a program")));
        dialog->setFileMode(folder ? QFileDialog::Directory : QFileDialog::ExistingFile);
        connect(dialog, &QFileDialog::fileSelected, edit, &QLineEdit::setText);
        dialog->open();
    });
    addAll(newRow(both, {}, 8), {{edit, 1}, browse});
    return both;
}

//! Creates related text fields below each other. The setting is left out while all of them are empty.
void SourceForm::makeGroup(Field &field, const Json &schema)
{
    auto *group = named(new QWidget(this), QString(u"row_"_s + field.name));
    auto *lines = new QFormLayout(group);
    lines->setContentsMargins(0, 0, 0, 0);
    lines->setVerticalSpacing(4);
    lines->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    using Part = std::pair<std::function<QString()>, std::function<void(const QString &)>>;
    QList<std::pair<QString, Part>> parts;
    const Json properties = schema.member("properties"_L1);
    for (const auto entry : properties.members()) {
        const SettingWords words = settingWords(field.name + u'/' + entry.key(), entry.value());
        const QString objectName = u"source_%1_%2"_s.arg(field.name, entry.key());
        if (entry.key() == "passphrase"_L1) {
            SecretField *secret = named(addSecret(entry.key(), words.title, group), objectName);
            secret->setPlaceholder(tr("None"));
            lines->addRow(words.title, secret);
            parts.append({entry.key(),
                {[secret] { return secret->reference(); },
                    [secret](const QString &text) { secret->setReference(text); }}});
            continue;
        }
        QLineEdit *edit = addEdit(objectName, words.title, words.hint, group);
        const QString format = browsedFor(entry.key(), entry.value());
        lines->addRow(words.title, format.isEmpty() ? edit : withBrowse(edit, format));
        parts.append({entry.key(),
            {[edit] { return edit->text().trimmed(); },
                [edit](const QString &text) { edit->setText(text); }}});
    }
    const auto set = std::make_shared<Json>(); // keeps members without a field
    field.row = group;
    field.read = [parts, set] {
        Json value = *set;
        for (const auto &[key, part] : parts)
            value = withMember(value, key, textOrAbsent(part.first()));
        return value.size() == 0 ? Json() : value;
    };
    field.write = [parts, set](const Json &value) {
        *set = value;
        for (const auto &[key, part] : parts)
            part.second(value.member(key).toString());
    };
}

void SourceForm::addRow(const QString &label, bool required, QWidget *row)
{
    if (label.isEmpty()) {
        m_layout->addRow(QString(), row);
        return;
    }
    FieldHint hint;
    hint.title = label;
    hint.required = required;
    auto *words = new FieldLabel(hint, this);
    words->setMinimumWidth(leastLabel); // aligns the fields of all kinds
    m_layout->addRow(words, row);
}

Source SourceForm::source() const
{
    Json settings = m_settings;
    for (const Field &field : m_fields)
        settings = withMember(settings, field.name, field.read());
    if (m_signIn)
        settings = m_signIn->put(settings);
    return {m_name->text().trimmed(), m_kind.kind, settings};
}

void SourceForm::setSource(const Source &source)
{
    m_name->setText(source.name);
    m_isNameSuggested = source.name.isEmpty();
    m_suggested->hide();
    m_settings = source.settings.isObject() ? source.settings : Json::emptyObject();
    if (m_signIn)
        m_settings = m_signIn->take(m_settings);
    bool isAdvancedSet = false; // a set advanced value opens the section
    for (const Field &field : m_fields) {
        const Json value = m_settings.member(field.name);
        field.write(value);
        isAdvancedSet = isAdvancedSet || (field.isAdvanced && !value.isAbsent());
    }
    if (m_advanced)
        m_advanced->setChecked(isAdvancedSet);
    showAdvanced();
}

void SourceForm::keepSecrets()
{
    const QList<PairsField *> fields = findChildren<PairsField *>();
    for (PairsField *pairs : fields)
        pairs->keepSecrets();
}

void SourceForm::suggestName(const QString &name)
{
    m_name->setText(name);
    m_isNameSuggested = true;
    m_suggested->setVisible(!name.isEmpty());
}

void SourceForm::setNameSuggested(bool suggested)
{
    m_isNameSuggested = suggested;
    m_suggested->setVisible(suggested);
}

Json SourceForm::setting(const QString &name) const
{
    return source().settings.member(name);
}

void SourceForm::setSetting(const QString &name, const Json &value)
{
    const auto known = std::ranges::find(m_fields, name, &Field::name);
    if (known != m_fields.cend())
        known->write(value);
    else
        m_settings = withMember(m_settings, name, value);
    Q_EMIT changed();
}

void SourceForm::setRowShown(const QString &setting, bool shown)
{
    const auto known = std::ranges::find(m_fields, setting, &Field::name);
    if (known != m_fields.cend())
        m_layout->setRowVisible(known->row, shown);
}

int SourceForm::labelWidth() const
{
    int widest = leastLabel;
    for (int row = 0; row < m_layout->rowCount(); ++row) {
        const QLayoutItem *item = m_layout->itemAt(row, QFormLayout::LabelRole);
        if (item && item->widget() && !item->widget()->isHidden())
            widest = std::max(widest, item->widget()->sizeHint().width());
    }
    return widest;
}

void SourceForm::focusFirst()
{
    m_name->setFocus();
    m_name->selectAll();
}

void SourceForm::setProblem(const QString &sentence)
{
    m_problem->setText(sentence);
    m_problem->setVisible(!sentence.isEmpty());
}

QStringList SourceForm::markMissing()
{
    QStringList missing;
    QWidget *first = nullptr;
    const auto mark = [&](QWidget *row, const QString &title, bool isMissing) {
        auto *edit = qobject_cast<QLineEdit *>(row);
        if (!edit)
            edit = row->findChild<QLineEdit *>();
        if (edit)
            setInvalid(edit, isMissing);
        if (!isMissing)
            return;
        missing.append(title);
        if (!first)
            first = edit;
    };
    mark(m_name, tr("Name"), m_name->text().trimmed().isEmpty());
    for (const Field &field : std::as_const(m_fields)) {
        if (field.isRequired)
            mark(field.row, field.title, field.read().isAbsent());
    }
    if (m_signIn) {
        const auto [title, field] = m_signIn->markMissing();
        if (!title.isEmpty())
            missing.append(title);
        if (!first)
            first = field;
    }
    for (const Field &field : std::as_const(m_fields)) {
        const auto *pairs = qobject_cast<const PairsField *>(field.row);
        if (pairs && pairs->hasNameless())
            missing.append(tr("a name in %1").arg(field.title));
    }
    if (first && !std::exchange(m_isMarked, true))
        first->setFocus(Qt::OtherFocusReason);
    m_isMarked = !missing.isEmpty();
    return missing;
}

void SourceForm::forgetTyped()
{
    const QList<SecretField *> secrets = findChildren<SecretField *>();
    for (SecretField *secret : secrets)
        secret->clearTyped();
    if (m_signIn)
        m_signIn->showFields();
}

} // namespace Workbench::Ui

#include "moc_sourceform.cpp"
