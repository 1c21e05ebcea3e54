// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/dialogs/sourceform.h"

#include "core/json/jsonbuilder.h"
#include "ui/dialogs/certificatesfield.h"
#include "ui/dialogs/pairsfield.h"
#include "ui/dialogs/secretfield.h"
#include "ui/dialogs/settingwords.h"
#include "ui/dialogs/signinfield.h"
#include "ui/forms/fieldlabel.h"
#include "ui/forms/themelabel.h"
#include "ui/theme/controls.h"
#include "ui/theme/icons.h"
#include "ui/theme/theme.h"

#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

namespace {
constexpr int leastLabel = 116; // pixels
} // namespace

namespace {

bool mayBeBoolean(const Json &schema)
{
    const Json type = schema.member("type"_L1);
    return type.toString() == "boolean"_L1 || std::ranges::any_of(type.items(), [](const Json &each) {
        return each.toString() == "boolean"_L1;
    });
}

} // namespace

SourceForm::SourceForm(const SourceKind &kind, Sessions *sessions, QWidget *parent)
    : QWidget(parent)
    , m_kind(kind)
    , m_sessions(sessions)
    , m_layout(new QFormLayout(this))
    , m_name(new QLineEdit(this))
    , m_suggested(new QLabel(tr("suggested"), this))
    , m_problem(new QLabel(this))
    , m_settings(Json::emptyObject())
{
    m_layout->setContentsMargins(0, 0, 0, 0);
    m_layout->setHorizontalSpacing(12);
    m_layout->setVerticalSpacing(8);
    m_layout->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    m_layout->setLabelAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    makeName();
    makeFields();
    m_problem->setObjectName(u"sourceProblem"_s);
    m_problem->setTextFormat(Qt::PlainText);
    m_problem->setWordWrap(true);
    QPalette palette = m_problem->palette();
    palette.setColor(QPalette::WindowText, Theme::of(this).color(ColorRole::Error));
    m_problem->setPalette(palette);
    m_problem->hide();
    m_layout->addRow(m_problem);
}

void SourceForm::makeName()
{
    m_name->setObjectName(u"sourceName"_s);
    m_name->setAccessibleName(tr("Name"));
    m_suggested->setFont(Theme::of(this).font(FontRole::Small));
    m_suggested->setForegroundRole(QPalette::PlaceholderText);
    m_suggested->hide();
    auto *both = new QWidget(this);
    auto *line = new QHBoxLayout(both);
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(8);
    line->addWidget(m_name, 1);
    line->addWidget(m_suggested);
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
    QStringList required;
    for (const Json &name : m_kind.settingsSchema.member("required"_L1).items())
        required += name.toString();
    const Json properties = m_kind.settingsSchema.member("properties"_L1);
    const auto addAll = [&](bool advanced) {
        for (const auto entry : properties.members()) {
            if (settingWords(entry.key(), entry.value()).isAdvanced == advanced)
                addField(entry.key(), entry.value(), required.contains(entry.key()));
        }
    };
    addAll(false);
    if (properties.hasMember("auth"_L1))
        addSignIn();
    addAdvanced();
    addAll(true);
    showAdvanced();
}

void SourceForm::addSignIn()
{
    const Json properties = m_kind.settingsSchema.member("properties"_L1);
    m_signIn = new SignInField(properties, m_sessions, this);
    connect(m_signIn, &SignInField::changed, this, &SourceForm::valueChanged);
    addRow(tr("Sign-in"), false, m_signIn);
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
    auto *row = new QHBoxLayout(line);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(12);
    m_advanced = quietButton(u"chevron-right"_s, tr("Advanced"), line);
    m_advanced->setObjectName(u"advancedSettings"_s);
    m_advanced->setCheckable(true);
    m_advancedValues = new ThemeLabel({}, ColorRole::TextSecond, FontRole::Small, line);
    m_advancedValues->setObjectName(u"advancedValues"_s);
    m_advancedValues->setElided(true);
    m_advancedValues->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    row->addWidget(m_advanced);
    row->addWidget(m_advancedValues, 1);
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
    if (m_signIn)
        m_signIn->setSourceName(name);
    for (PairsField *pairs : std::as_const(m_pairs))
        pairs->setSourceName(name);
    for (const auto &[secret, field] : std::as_const(m_secrets))
        field->setStoredName(u"%1/%2"_s.arg(name.isEmpty() ? u"source"_s : name, secret));
    showAdvanced();
    if (m_isMarked)
        markMissing();
    Q_EMIT changed();
}

void SourceForm::addField(const QString &name, const Json &schema, bool required)
{
    const bool isSignIn = name == "auth"_L1 || name == "oauth"_L1;
    const QString type = schema.member("type"_L1).toString();
    const bool isCertificates = schema.member("format"_L1).toString() == "certificates"_L1;
    const bool isObjects =
        type == "array"_L1 && schema.member("items"_L1).member("type"_L1).toString() == "object"_L1;
    if (isSignIn)
        return;
    const SettingWords words = settingWords(name, schema);
    Field field;
    if (isCertificates) {
        auto *certificates = new CertificatesField(this);
        connect(certificates, &CertificatesField::changed, this, &SourceForm::valueChanged);
        field.read = [certificates] { return certificates->value(); };
        field.write = [certificates](const Json &value) { certificates->setValue(value); };
        field.row = certificates;
    } else if (isObjects) {
        field = makeJson(name, words.title, words.hint);
    } else if (mayBeBoolean(schema)) {
        field = makeSwitch(name, words.title, words.hint);
    } else if (schema.member("properties"_L1).size() > 0) {
        field = makeGroup(name, schema);
    } else if (type == "object"_L1) {
        field = makePairs(name);
    } else if (schema.member("enum"_L1).isArray()) {
        field = makeChoice(name, schema, words.title);
    } else if (schema.member("format"_L1).toString() == "password"_L1) {
        field = makeSecret(name, words.title, words.hint);
    } else {
        field = makeText(name, schema, words.title, words.hint);
    }
    field.name = name;
    field.title = words.title;
    field.isRequired = required;
    field.isAdvanced = words.isAdvanced;
    if (field.row->objectName().isEmpty())
        field.row->setObjectName(u"source_"_s + name);
    addRow(mayBeBoolean(schema) ? QString() : words.title, required, field.row);
    m_fields += field;
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
    for (const Field &field : m_fields) {
        const Json value = field.read();
        settings =
            value.isAbsent() ? withoutMember(settings, field.name) : withMember(settings, field.name, value);
    }
    if (m_signIn) {
        settings = m_signIn->put(settings);
    }
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
    for (PairsField *pairs : std::as_const(m_pairs))
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
        m_settings = value.isAbsent() ? withoutMember(m_settings, name) : withMember(m_settings, name, value);
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
        m_signIn->markMissing(true);
        if (const QString title = m_signIn->missing(); !title.isEmpty())
            missing.append(title);
        if (!first && !m_signIn->missing().isEmpty())
            first = m_signIn->missingField();
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

QList<std::pair<QString, QString>> SourceForm::toStore() const
{
    QList<std::pair<QString, QString>> all =
        m_signIn ? m_signIn->toStore() : QList<std::pair<QString, QString>>();
    for (const auto &[name, field] : m_secrets) {
        if (!field->typed().isEmpty())
            all.append({field->storedName(), field->typed()});
    }
    for (const PairsField *pairs : m_pairs)
        all += pairs->toStore();
    return all;
}

void SourceForm::forgetTyped()
{
    if (m_signIn)
        m_signIn->forgetTyped();
    for (const auto &[name, field] : std::as_const(m_secrets))
        field->clearTyped();
    for (PairsField *pairs : std::as_const(m_pairs))
        pairs->forgetTyped();
}

} // namespace Workbench::Ui

#include "moc_sourceform.cpp"
