// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/dialogs/certificatesfield.h"

#include "core/base/visibletext.h"
#include "core/workspace/refusedcertificate.h"
#include "ui/forms/themelabel.h"
#include "ui/theme/building.h"
#include "ui/theme/controls.h"

#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

CertificatesField::CertificatesField(QWidget *parent)
    : QWidget(parent)
    , m_layout(new QVBoxLayout(this))
    , m_none(new ThemeLabel(tr("None. The workbench asks you if a certificate is refused."),
          ColorRole::TextSecond, FontRole::Body, this))
{
    m_layout->setContentsMargins(0, 0, 0, 0);
    m_layout->setSpacing(4);
    m_none->setMinimumHeight(28);
    m_none->setObjectName(u"noCertificates"_s);
    m_layout->addWidget(m_none);
}

void CertificatesField::addRow(const Json &certificate)
{
    const QString host = visibleText(certificate.member("host"_L1).toString(), false, 200);
    const QString fingerprint = plainFingerprint(certificate.member("sha256"_L1).toString());
    auto *row = named(new QWidget(this), u"acceptedCertificate"_s);
    auto *line = newRow(row, {}, 8);
    auto *texts = newColumn();
    auto *place = new ThemeLabel({}, ColorRole::Text, FontRole::Body, row);
    auto *digits = new ThemeLabel({}, ColorRole::TextSecond, FontRole::Data, row);
    place->setObjectName(u"certificateHost"_s);
    digits->setObjectName(u"certificateFingerprint"_s);
    for (const auto &[label, text] : {std::pair(place, host), std::pair(digits, fingerprint)}) {
        label->setElided(true);
        label->setFullText(text);
        texts->addWidget(label);
    }
    line->addLayout(texts, 1);
    QToolButton *remove = named(iconButton(u"minus"_s, tr("Stop accepting this certificate"), row),
        u"removeCertificate"_s, tr("Stop accepting the certificate of %1").arg(host));
    connect(remove, &QToolButton::clicked, this, [this, row] {
        m_rows.removeIf([row](const Row &one) { return one.widget == row; });
        row->hide();
        row->deleteLater();
        showWhetherEmpty();
        Q_EMIT changed();
    });
    line->addWidget(remove, 0, Qt::AlignTop);
    m_layout->insertWidget(m_rows.size(), row);
    m_rows.append({row, certificate});
}

Json CertificatesField::value() const
{
    QList<Json> accepted;
    for (const Row &row : m_rows)
        accepted.append(row.certificate);
    return accepted.isEmpty() ? Json() : Json::array(accepted);
}

void CertificatesField::setValue(const Json &value)
{
    for (const Row &row : std::as_const(m_rows)) {
        row.widget->hide();
        row.widget->deleteLater();
    }
    m_rows.clear();
    for (const Json &certificate : value.items())
        addRow(certificate);
    showWhetherEmpty();
}

void CertificatesField::showWhetherEmpty()
{
    m_none->setVisible(m_rows.isEmpty());
}

} // namespace Workbench::Ui

#include "moc_certificatesfield.cpp"
