// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/dialogs/pairsfield.h"

#include "core/json/jsonbuilder.h"
#include "ui/theme/controls.h"
#include "ui/theme/theme.h"

#include <QHBoxLayout>
#include <QLineEdit>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

PairsField::PairsField(bool ofProgram, QWidget *parent)
    : QWidget(parent)
    , m_layout(new QVBoxLayout(this))
{
    m_layout->setContentsMargins(0, 0, 0, 0);
    m_layout->setSpacing(4);
    QToolButton *add = quietButton(u"plus"_s, ofProgram ? tr("Add variable") : tr("Add"), this);
    add->setObjectName(u"addPair"_s);
    connect(add, &QToolButton::clicked, this, [this] {
        addRow({}, {});
        m_rows.constLast().name->setFocus();
    });
    m_layout->addWidget(add, 0, Qt::AlignLeft);
}

void PairsField::addRow(const QString &name, const QString &value)
{
    Row row{new QWidget(this), nullptr, nullptr};
    auto *line = new QHBoxLayout(row.widget);
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(4);
    row.name = new QLineEdit(name, row.widget);
    row.value = new QLineEdit(value, row.widget);
    row.name->setAccessibleName(tr("Name"));
    row.value->setAccessibleName(tr("Value"));
    // what is typed here is as a rule a token; it is shown while it has the focus
    row.value->setEchoMode(QLineEdit::PasswordEchoOnEdit);
    for (QLineEdit *edit : {row.name, row.value}) {
        edit->setFont(Theme::of(this).font(FontRole::Data));
        line->addWidget(edit, 1);
        connect(edit, &QLineEdit::textChanged, this, &PairsField::changed);
    }
    QToolButton *remove = iconButton(u"minus"_s, tr("Remove this pair"), row.widget);
    line->addWidget(remove);
    QWidget *widget = row.widget;
    connect(remove, &QToolButton::clicked, this, [this, widget] {
        m_rows.removeIf([widget](const Row &one) { return one.widget == widget; });
        widget->deleteLater();
        Q_EMIT changed();
    });
    m_layout->insertWidget(m_rows.size(), row.widget);
    m_rows += row;
}

Json PairsField::value() const
{
    QList<Json::Member> members;
    for (const Row &row : m_rows) {
        if (!row.name->text().trimmed().isEmpty())
            members += {row.name->text().trimmed(), Json::string(row.value->text())};
    }
    return members.isEmpty() ? Json() : Json::object(members);
}

void PairsField::setValue(const Json &value)
{
    for (const Row &row : std::as_const(m_rows))
        row.widget->deleteLater();
    m_rows.clear();
    for (const auto entry : value.members())
        addRow(entry.key(), entry.value().toString());
}

} // namespace Workbench::Ui
