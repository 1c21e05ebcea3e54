// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/dialogs/sourceform.h"

#include "core/json/jsonbuilder.h"
#include "ui/dialogs/certificatesfield.h"
#include "ui/dialogs/pairsfield.h"
#include "ui/theme/controls.h"
#include "ui/theme/icons.h"
#include "ui/theme/theme.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFileDialog>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

namespace {

constexpr qsizetype mostRows = 8; // of a form that shows all of its fields
constexpr qsizetype firstOfMore = 5;

//! What is browsed for: "program", "folder", "file"; empty: nothing.
QString browsedFor(const QString &name, const Json &schema)
{
    const QString format = schema.member("format"_L1).toString();
    if (format == "program"_L1 || format == "folder"_L1 || format == "file"_L1)
        return format;
    return name == "document"_L1 || name == "path"_L1 || name == "keyPath"_L1 ? u"file"_s : QString();
}

//! How a member of a group is written in its field; a list of texts with blanks between.
QString groupText(const Json &value)
{
    QStringList words;
    for (const Json &item : value.items())
        words += item.toString();
    return value.isArray() ? words.join(u' ') : value.toString();
}

bool mayBeBoolean(const Json &schema)
{
    const Json type = schema.member("type"_L1);
    return type.toString() == "boolean"_L1 || std::ranges::any_of(type.items(), [](const Json &each) {
        return each.toString() == "boolean"_L1;
    });
}

} // namespace

SourceForm::SourceForm(const SourceKind &kind, QWidget *parent)
    : QWidget(parent)
    , m_kind(kind)
    , m_layout(new QFormLayout(this))
    , m_name(new QLineEdit(this))
    , m_problem(new QLabel(this))
    , m_settings(Json::emptyObject())
{
    m_layout->setContentsMargins(0, 0, 0, 0);
    m_layout->setHorizontalSpacing(12);
    m_layout->setVerticalSpacing(8);
    m_layout->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    m_layout->setLabelAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    m_name->setObjectName(u"sourceName"_s);
    m_name->setAccessibleName(tr("Name"));
    connect(m_name, &QLineEdit::textChanged, this, &SourceForm::changed);
    m_layout->addRow(tr("Name *"), m_name);

    QStringList required;
    for (const Json &name : kind.settingsSchema.member("required"_L1).items())
        required += name.toString();
    const Json properties = kind.settingsSchema.member("properties"_L1);
    for (const auto entry : properties.members())
        addField(entry.key(), entry.value(), required.contains(entry.key()));
    addMore();

    m_problem->setObjectName(u"sourceProblem"_s);
    m_problem->setTextFormat(Qt::PlainText);
    m_problem->setWordWrap(true);
    QPalette palette = m_problem->palette();
    palette.setColor(QPalette::WindowText, Theme::of(this).color(ColorRole::Error));
    m_problem->setPalette(palette);
    m_problem->hide();
    m_layout->addRow(m_problem);
}

//! What it does is told below it, not in a tip: it may give something away.
void SourceForm::addSwitch(const QString &name, const QString &label, const QString &hint)
{
    auto *row = new QWidget(this);
    auto *column = new QVBoxLayout(row);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(4);
    auto *box = new QCheckBox(label, row);
    box->setObjectName(u"source_"_s + name);
    connect(box, &QCheckBox::toggled, this, &SourceForm::changed);
    column->addWidget(box);
    auto *about = new QLabel(hint, row);
    about->setTextFormat(Qt::PlainText);
    about->setWordWrap(true);
    about->setFont(Theme::of(this).font(FontRole::Small));
    about->setForegroundRole(QPalette::PlaceholderText);
    column->addWidget(about);
    addRow(QString(), row);
    // A list, which a workspace file may have in its place, stays while the switch is on.
    const auto list = std::make_shared<Json>();
    m_fields += Field{name,
        [box, list] {
            if (!box->isChecked())
                return Json();
            return list->isArray() ? *list : Json::boolean(true);
        },
        [box, list](const Json &value) {
            *list = value.size() > 0 ? value : Json();
            box->setChecked(value.toBoolean() || list->isArray());
        }};
}

void SourceForm::addField(const QString &name, const Json &schema, bool required)
{
    QString label = schema.member("title"_L1).toString(name);
    if (required)
        label += u" *"_s;
    const QString hint = schema.member("description"_L1).toString();
    const QString type = schema.member("type"_L1).toString();
    if (schema.member("format"_L1).toString() == "certificates"_L1) {
        auto *certificates = new CertificatesField(this);
        certificates->setObjectName(u"source_"_s + name);
        connect(certificates, &CertificatesField::changed, this, &SourceForm::changed);
        m_fields += Field{name, [certificates] { return certificates->value(); },
            [certificates](const Json &value) { certificates->setValue(value); }};
        addRow(label, certificates);
        return;
    }
    if (type == "array"_L1 && schema.member("items"_L1).member("type"_L1).toString() == "object"_L1)
        return;
    QWidget *row = nullptr;
    Field field{name, {}, {}};

    if (mayBeBoolean(schema)) {
        addSwitch(name, label, hint);
        return;
    }
    if (schema.member("properties"_L1).size() > 0) {
        addRow(label, addGroup(name, schema));
        return;
    }
    if (type == "object"_L1) {
        auto *pairs = new PairsField(name == "env"_L1, this);
        connect(pairs, &PairsField::changed, this, &SourceForm::changed);
        field.read = [pairs] { return pairs->value(); };
        field.write = [pairs](const Json &value) { pairs->setValue(value); };
        row = pairs;
    } else if (schema.member("enum"_L1).isArray()) {
        auto *choice = new QComboBox(this);
        for (const Json &value : schema.member("enum"_L1).items())
            choice->addItem(value.toString());
        choice->setCurrentText(schema.member("default"_L1).toString());
        connect(choice, &QComboBox::currentTextChanged, this, &SourceForm::changed);
        const QString fallback = schema.member("default"_L1).toString();
        field.read = [choice, fallback] {
            return choice->currentText() == fallback ? Json() : Json::string(choice->currentText());
        };
        field.write = [choice, fallback](
                          const Json &value) { choice->setCurrentText(value.toString(fallback)); };
        row = choice;
    } else {
        auto *edit = new QLineEdit(this);
        edit->setFont(Theme::of(this).font(FontRole::Data));
        edit->setPlaceholderText(hint);
        if (schema.member("format"_L1).toString() == "password"_L1)
            edit->setEchoMode(QLineEdit::Password);
        connect(edit, &QLineEdit::textChanged, this, &SourceForm::changed);
        if (type == "array"_L1) {
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
        row = edit;
        if (const QString format = browsedFor(name, schema); !format.isEmpty())
            row = withBrowse(edit, format);
        edit->setObjectName(u"source_"_s + name);
        edit->setAccessibleName(label);
    }
    const bool takesText = !schema.member("enum"_L1).isArray();
    const QString variables = tr("${NAME} stands for a variable of the chosen environment.");
    row->setToolTip(!takesText ? hint : hint.isEmpty() ? variables : QString(hint + u".\n" + variables));
    if (row->objectName().isEmpty())
        row->setObjectName(u"source_"_s + name);
    addRow(label, row);
    m_fields += field;
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

//! Texts that belong together; the member is left out while all are empty.
QWidget *SourceForm::addGroup(const QString &name, const Json &schema)
{
    auto *group = new QWidget(this);
    auto *column = new QVBoxLayout(group);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(4);
    QList<std::pair<QString, QLineEdit *>> edits;
    const Json properties = schema.member("properties"_L1);
    for (const auto entry : properties.members()) {
        auto *edit = new QLineEdit(group);
        edit->setObjectName(u"source_%1_%2"_s.arg(name, entry.key()));
        edit->setFont(Theme::of(this).font(FontRole::Data));
        const QString title = entry.value().member("title"_L1).toString(entry.key());
        const QString about = entry.value().member("description"_L1).toString();
        edit->setAccessibleName(u"%1: %2"_s.arg(schema.member("title"_L1).toString(name), title));
        edit->setPlaceholderText(about.isEmpty() ? title : u"%1: %2"_s.arg(title, about));
        connect(edit, &QLineEdit::textChanged, this, &SourceForm::changed);
        const QString format = browsedFor(entry.key(), entry.value());
        column->addWidget(format.isEmpty() ? edit : withBrowse(edit, format));
        edits.append({entry.key(), edit});
    }
    // Members without a field stay, and so does a list of words while its text is as it was.
    const auto set = std::make_shared<Json>();
    m_fields += Field{name,
        [edits, set] {
            Json value = *set;
            for (const auto &[key, edit] : edits) {
                const QString text = edit->text().trimmed();
                if (text == groupText(set->member(key)))
                    continue;
                value =
                    text.isEmpty() ? withoutMember(value, key) : withMember(value, key, Json::string(text));
            }
            return value.size() == 0 ? Json() : value;
        },
        [edits, set](const Json &value) {
            *set = value.isObject() ? value : Json::emptyObject();
            for (const auto &[key, edit] : edits)
                edit->setText(groupText(value.member(key)));
        }};
    *set = Json::emptyObject();
    return group;
}

void SourceForm::addRow(const QString &label, QWidget *row)
{
    m_layout->addRow(label, row);
    m_rows += row;
}

void SourceForm::addMore()
{
    if (m_rows.size() <= mostRows)
        return;
    m_more = quietButton(u"chevron-right"_s, tr("More settings"), this);
    m_more->setObjectName(u"moreSettings"_s);
    m_more->setCheckable(true);
    connect(m_more, &QToolButton::toggled, this, &SourceForm::showMore);
    int row = 0;
    m_layout->getWidgetPosition(m_rows.at(firstOfMore), &row, nullptr);
    m_layout->insertRow(row, QString(), m_more);
    showMore(false);
}

void SourceForm::showMore(bool on)
{
    m_more->setIcon(icon(on ? u"chevron-down"_s : u"chevron-right"_s));
    for (QWidget *row : m_rows.sliced(firstOfMore))
        m_layout->setRowVisible(row, on);
}

Source SourceForm::source() const
{
    Json settings = m_settings;
    for (const Field &field : m_fields) {
        const Json value = field.read();
        settings =
            value.isAbsent() ? withoutMember(settings, field.name) : withMember(settings, field.name, value);
    }
    return {m_name->text().trimmed(), m_kind.kind, settings};
}

void SourceForm::setSource(const Source &source)
{
    m_name->setText(source.name);
    m_settings = source.settings.isObject() ? source.settings : Json::emptyObject();
    for (const Field &field : m_fields)
        field.write(m_settings.member(field.name));
    if (!m_more)
        return;
    const bool isMoreSet = std::ranges::any_of(m_fields.sliced(firstOfMore),
        [this](const Field &field) { return m_settings.hasMember(field.name); });
    m_more->setChecked(m_more->isChecked() || isMoreSet);
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

QStringList splitArguments(const QString &text)
{
    QStringList result;
    QString current;
    bool inside = false;
    QChar quote;
    for (qsizetype i = 0; i < text.size(); ++i) {
        const QChar c = text.at(i);
        if (!quote.isNull()) {
            if (c == quote)
                quote = QChar();
            else if (c == u'\\' && quote == u'"' && i + 1 < text.size()
                && (text.at(i + 1) == u'"' || text.at(i + 1) == u'\\'))
                current += text.at(++i);
            else
                current += c;
        } else if (c == u'"' || c == u'\'') {
            quote = c;
            inside = true;
        } else if (c == u'\\' && i + 1 < text.size()) {
            current += text.at(++i);
            inside = true;
        } else if (c.isSpace()) {
            if (inside)
                result += current;
            current.clear();
            inside = false;
        } else {
            current += c;
            inside = true;
        }
    }
    if (inside)
        result += current;
    return result;
}

QString joinArguments(const QStringList &arguments)
{
    QStringList shown;
    for (const QString &argument : arguments) {
        const bool plain = !argument.isEmpty() && std::ranges::none_of(argument, [](QChar c) {
            return c.isSpace() || c == u'"' || c == u'\'' || c == u'\\';
        });
        shown += plain ? argument : QString(u'\'' + QString(argument).replace(u'\'', u"'\\''"_s) + u'\'');
    }
    return shown.join(u' ');
}

} // namespace Workbench::Ui
