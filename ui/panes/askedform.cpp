// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/panes/askedform.h"

#include "core/base/visibletext.h"
#include "ui/forms/inputvalidator.h"
#include "ui/forms/schemaform.h"
#include "ui/forms/themelabel.h"
#include "ui/models/coretexts.h"
#include "ui/theme/building.h"

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

AskedForm::AskedForm(const Json &schema, QWidget *parent)
    : AskedEditor(parent)
    , m_form(named(new SchemaForm(this), u"askedForm"_s))
    , m_validator(new InputValidator(this))
    , m_problem(named(new ThemeLabel({}, ColorRole::Error, FontRole::Small, this), u"askedProblem"_s))
{
    m_problem->setWordWrap(true);
    m_problem->hide();
    addAll(newColumn(this, {12, 8, 12, 8}, 8), {m_form, m_problem, Stretch{}});
    m_validator->setSchema(schema);
    connect(m_validator, &InputValidator::checked, this, [this](const ValidationReport &report) {
        m_form->setErrors(report.errors);
        m_isValid = report.errors.isEmpty();
        // An error may belong to a field that the form does not show, so the first one is repeated below it.
        m_problem->setVisible(!m_isValid);
        if (!m_isValid)
            m_problem->setText(visibleText(coreText(report.errors.constFirst().message), false, 300));
        Q_EMIT changed();
    });
    connect(m_form, &SchemaForm::valueChanged, this, [this] {
        m_isValid = false; // until the check has finished
        m_validator->check(m_form->value());
        Q_EMIT changed();
    });
    m_form->setSchema(schema);
    m_validator->check(m_form->value());
}

Json AskedForm::content() const
{
    return m_form->value();
}

void AskedForm::focusFirst()
{
    m_form->focusFirst();
}

} // namespace Workbench::Ui

#include "moc_askedform.cpp"
