// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/dialogs/pairsfield.h"

#include "core/checks/importedtexts.h"
#include "core/json/jsonbuilder.h"
#include "core/secrets/secretsintext.h"
#include "ui/dialogs/secretfield.h"
#include "ui/theme/building.h"
#include "ui/theme/controls.h"
#include "ui/theme/theme.h"

#include <QLineEdit>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

QString PairsField::Row::text() const
{
    return isSecret->isChecked() ? SecretField::placeholderOf(secret->reference()) : value->text();
}

PairsField::PairsField(const QString &setting, Sessions *sessions, QWidget *parent)
    : QWidget(parent)
    , m_sessions(sessions)
    , m_setting(setting)
    , m_layout(newColumn(this, {}, 4))
{
    const QString words = setting == "env"_L1 ? tr("Add variable") : tr("Add");
    QToolButton *add = named(quietButton(u"plus"_s, words, this), u"addPair"_s);
    connect(add, &QToolButton::clicked, this, [this] {
        addRow({}, {});
        m_rows.constLast().name->setFocus();
    });
    m_layout->addWidget(add, 0, Qt::AlignLeft);
}

void PairsField::addRow(const QString &name, const QString &value)
{
    Row row{new QWidget(this), nullptr, nullptr, nullptr, nullptr};
    QHBoxLayout *line = newRow(row.widget, {}, 4);
    row.name = new QLineEdit(name, row.widget);
    const QString reference = SecretField::referenceIn(value);
    row.value = new QLineEdit(reference.isEmpty() ? value : QString(), row.widget);
    row.name->setAccessibleName(tr("Name"));
    row.value->setAccessibleName(tr("Value"));
    // The value is usually a token, so it is shown only while it is edited.
    row.value->setEchoMode(QLineEdit::PasswordEchoOnEdit);
    for (QLineEdit *edit : {row.name, row.value}) {
        edit->setFont(Theme::of(this).font(FontRole::Data));
        line->addWidget(edit, 1);
        connect(edit, &QLineEdit::textChanged, this, &PairsField::changed);
    }
    connect(row.name, &QLineEdit::textChanged, this, &PairsField::nameSecrets);
    row.isSecret =
        named(iconButton(u"key"_s, tr("Store the value in the keychain"), row.widget), u"isSecret"_s);
    row.isSecret->setCheckable(true);
    QToolButton *remove = iconButton(u"minus"_s, tr("Remove this pair"), row.widget);
    addAll(line, {row.isSecret, remove});
    m_layout->insertWidget(m_rows.size(), row.widget);
    m_rows += row;
    if (!reference.isEmpty()) {
        setSecret(row.widget, true);
        m_rows.constLast().secret->setReference(reference);
    }
    connect(row.isSecret, &QToolButton::toggled, this, [this, widget = row.widget](bool on) {
        setSecret(widget, on);
        Q_EMIT changed();
    });
    connect(remove, &QToolButton::clicked, this, [this, widget = row.widget] {
        m_rows.removeIf([widget](const Row &one) { return one.widget == widget; });
        widget->setEnabled(false); // its secret is not stored
        widget->deleteLater();
        Q_EMIT changed();
    });
}

//! Switches a row between a plain value and a secret. Moves the typed text, so that an accidental click loses
//! nothing.
void PairsField::setSecret(QWidget *widget, bool isSecret)
{
    const auto row = std::ranges::find(m_rows, widget, &Row::widget);
    if (!row->secret) {
        row->secret = new SecretField(m_sessions, tr("Value"), widget);
        auto *line = static_cast<QHBoxLayout *>(widget->layout());
        line->insertWidget(line->indexOf(row->value) + 1, row->secret, 1);
        connect(row->secret, &SecretField::changed, this, &PairsField::changed);
    }
    row->isSecret->setChecked(isSecret);
    if (isSecret) {
        row->secret->setTyped(row->value->text());
        row->value->clear();
    } else if (!row->secret->typed().isEmpty()) {
        row->value->setText(row->secret->typed());
        row->secret->setTyped({});
    }
    row->secret->setVisible(isSecret);
    row->value->setVisible(!isSecret);
    nameSecrets();
}

void PairsField::nameSecrets()
{
    for (const Row &row : std::as_const(m_rows)) {
        if (row.secret)
            row.secret->setStoredName(u"%1.%2"_s.arg(m_setting, row.name->text().trimmed()));
    }
}

void PairsField::keepSecrets()
{
    for (const Row &row : QList<Row>(m_rows)) {
        const QString value = row.value->text();
        const QString name = row.name->text();
        const bool isPlain = !row.isSecret->isChecked() && !value.isEmpty() && !value.contains(u"${"_s);
        if (isPlain && (isSecretAsWhole(name, value) || !suspectedSecrets(value, name).isEmpty()))
            row.isSecret->setChecked(true);
    }
}

bool PairsField::hasNameless() const
{
    return std::ranges::any_of(m_rows, [](const Row &row) {
        const bool hasValue =
            row.isSecret->isChecked() ? !row.secret->reference().isEmpty() : !row.value->text().isEmpty();
        return hasValue && row.name->text().trimmed().isEmpty();
    });
}

Json PairsField::value() const
{
    QList<Json::Member> members;
    for (const Row &row : m_rows) {
        if (!row.name->text().trimmed().isEmpty())
            members += {row.name->text().trimmed(), Json::string(row.text())};
    }
    return members.isEmpty() ? Json() : Json::object(members);
}

void PairsField::setValue(const Json &value)
{
    for (const Row &row : std::as_const(m_rows)) {
        row.widget->setEnabled(false); // its secret is not stored
        row.widget->deleteLater();
    }
    m_rows.clear();
    for (const auto entry : value.members())
        addRow(entry.key(), entry.value().toString());
}

} // namespace Workbench::Ui

#include "moc_pairsfield.cpp"
