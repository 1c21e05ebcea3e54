// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/panes/askededitor.h"

#include "core/base/visibletext.h"
#include "core/json/jsonbuilder.h"
#include "ui/forms/breakable.h"
#include "ui/forms/inputvalidator.h"
#include "ui/forms/schemaform.h"
#include "ui/forms/themelabel.h"
#include "ui/models/coretexts.h"
#include "ui/theme/building.h"
#include "ui/theme/controls.h"

#include <QDesktopServices>

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

namespace {

constexpr qsizetype maxShownAddress = 8000; // characters
constexpr int nameWidth = 64; // pixels

//! Returns \a schema of a request, in which every list is a choice of several values: the form shows check
//! boxes for it. \source core/sources/mcp/README.md 6
Json withChoicesAsSets(const Json &schema)
{
    Json properties = schema.member("properties"_L1);
    for (const auto &property : schema.member("properties"_L1).members()) {
        if (property.value().member("type"_L1).toString() == "array"_L1)
            properties = withMember(properties, property.key(),
                withMember(property.value(), u"uniqueItems", Json::boolean(true)));
    }
    return properties.isObject() ? withMember(schema, u"properties", properties) : schema;
}

} // namespace

AskedForm::AskedForm(const Json &schema, QWidget *parent)
    : AskedEditor(parent)
    , m_form(named(new SchemaForm(this), u"askedForm"_s))
    , m_validator(new InputValidator(this))
    , m_problem(named(new ThemeLabel({}, ColorRole::Error, FontRole::Small, this), u"askedProblem"_s))
{
    m_problem->setWordWrap(true);
    m_problem->hide();
    addAll(newColumn(this, {12, 8, 12, 8}, 8), {m_form, m_problem, Stretch{}});
    m_validator->setSchema(schema, true); // servers check the formats of an answer
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
    m_form->setSchema(withChoicesAsSets(schema));
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

AskedLink::AskedLink(const UrlFacts &address, QWidget *parent)
    : AskedEditor(parent)
    , m_address(address)
    , m_problem(named(new ThemeLabel({}, ColorRole::TextSecond, FontRole::Small, this), u"askedProblem"_s))
{
    auto *column = newColumn(this, {12, 8, 12, 8}, 4);
    auto *host =
        new ThemeLabel(visibleText(address.asciiHost, false, 300), ColorRole::Text, FontRole::Strong, this);
    host->setObjectName(u"askedHost"_s);
    addFact(column, tr("Host"), host);
    if (address.isPunycode) {
        auto *read = new ThemeLabel(tr("displayed as %1").arg(visibleText(address.host, false, 300)),
            address.isMixedScript ? ColorRole::Warning : ColorRole::TextSecond, FontRole::Body, this);
        addFact(column, {}, read);
    }
    auto *whole = new ThemeLabel(
        breakable(visibleText(address.text, false, maxShownAddress)), ColorRole::Text, FontRole::Data, this);
    whole->setObjectName(u"askedAddress"_s);
    whole->setAccessibleName(address.text);
    whole->setWordWrap(true);
    addFact(column, tr("Address"), whole);
    QToolButton *copy = named(linkButton(tr("Copy address"), this), u"copyAskedAddress"_s);
    m_copy = copy;
    addFact(column, {}, copy);
    m_problem->setWordWrap(true);
    m_problem->setText(tr("The workbench has not contacted this address. It is opened in your browser when "
                          "you press the button."));
    addAll(column, {m_problem, Stretch{}});
    connect(copy, &QToolButton::clicked, this, [this] {
        copyText(m_address.text);
        m_isCopied = true;
        m_problem->setText(tr("The address is copied. Open it, then press Send."));
        Q_EMIT changed();
    });
}

void AskedLink::addFact(QVBoxLayout *column, const QString &name, QWidget *value)
{
    auto *row = newRow(8);
    auto *label = new ThemeLabel(name, ColorRole::TextSecond, FontRole::Body, this);
    label->setMinimumWidth(nameWidth);
    row->addWidget(label, 0, Qt::AlignTop);
    const bool isText = qobject_cast<QLabel *>(value);
    row->addWidget(value, isText ? 1 : 0);
    if (!isText)
        row->addStretch(1);
    column->addLayout(row);
}

QString AskedLink::sendText() const
{
    return m_isCopied ? tr("Send") : tr("Open in browser");
}

bool AskedLink::accept()
{
    const QString scheme = m_address.url.scheme();
    const bool isWeb = scheme == "https"_L1 || scheme == "http"_L1;
    if (m_isCopied || (isWeb && QDesktopServices::openUrl(m_address.url)))
        return true;
    m_problem->setColorRole(ColorRole::Error);
    m_problem->setText(tr("No browser could be started. Copy the address and open it in a browser."));
    return false;
}

void AskedLink::focusFirst()
{
    m_copy->setFocus(Qt::OtherFocusReason);
}

} // namespace Workbench::Ui

#include "moc_askededitor.cpp"
