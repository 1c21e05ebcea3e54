// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/dialogs/certificatedialog.h"

#include "core/base/visibletext.h"
#include "ui/dialogs/trustdialog.h"
#include "ui/forms/themelabel.h"
#include "ui/theme/building.h"
#include "ui/theme/controls.h"

#include <QCheckBox>
#include <QFormLayout>
#include <QLabel>
#include <QLocale>

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

namespace {

constexpr qsizetype namesShown = 3;

QString dayOf(const QDateTime &date)
{
    return date.isValid() ? QLocale().toString(date.toLocalTime().date(), QLocale::ShortFormat)
                          : CertificateDialog::tr("an unknown date");
}

QString ownersOf(const RefusedCertificate &certificate)
{
    if (certificate.names.isEmpty())
        return visibleText(certificate.subject, false, 200);
    QString names = certificate.names.first(std::min(namesShown, certificate.names.size())).join(u", "_s);
    if (certificate.names.size() > namesShown)
        names += u", …";
    return visibleText(names, false, 200);
}

QString sentenceOf(const RefusedCertificate::Reason &reason, const RefusedCertificate &certificate)
{
    const QString &code = reason.code;
    if (code == "selfSigned"_L1)
        return CertificateDialog::tr("Its certificate is self-signed, and this computer does not trust it.");
    if (code == "unknownIssuer"_L1)
        return CertificateDialog::tr(
            "Its certificate comes from an issuer that this computer does not trust.");
    if (code == "expired"_L1)
        return CertificateDialog::tr("Its certificate was valid until %1.").arg(dayOf(certificate.validTo));
    if (code == "notYetValid"_L1)
        return CertificateDialog::tr("Its certificate is not valid before %1.")
            .arg(dayOf(certificate.validFrom));
    if (code == "otherHost"_L1)
        return CertificateDialog::tr("Its certificate is for %1, not for %2.")
            .arg(ownersOf(certificate), visibleText(certificate.host, false, 200));
    if (code == "otherPurpose"_L1)
        return CertificateDialog::tr("Its certificate is not intended for servers.");
    return visibleText(reason.text, false, 300) + u'.';
}

//! Returns the fingerprint in two lines of sixteen pairs, which are easy to compare.
QString shownFingerprint(const QString &sha256)
{
    constexpr qsizetype half = 16 * 3 - 1;
    const QString digits = sha256.toUpper();
    return digits.size() <= half ? digits : QString(digits.first(half) + u'\n' + digits.sliced(half + 1));
}

//! Shows the facts of the certificate as text that can be copied.
class CertificatePanel : public CautionFrame {
public:
    CertificatePanel(
        const RefusedCertificate &certificate, const QStringList &acceptedBefore, QWidget *parent)
        : CautionFrame(parent)
    {
        setObjectName(u"certificatePanel"_s);
        const QString host = visibleText(certificate.host, false, 200);
        const bool isChanged = !acceptedBefore.isEmpty();
        QLabel *title = named(addTitle(), u"certificateTitle"_s);
        title->setText(isChanged
                ? CertificateDialog::tr("%1 presents a different certificate than before").arg(host)
                : CertificateDialog::tr("Is this really %1?").arg(host));
        QStringList sentences;
        for (const RefusedCertificate::Reason &reason : certificate.reasons)
            sentences += sentenceOf(reason, certificate);
        sentences.removeDuplicates();
        if (isChanged)
            sentences += CertificateDialog::tr("The server may have a new certificate.");
        sentences += CertificateDialog::tr("If this is not the server that you mean, it can read and change "
                                           "everything that is sent, including secrets.");
        QLabel *why = named(addText(FontRole::Body), u"certificateReasons"_s);
        why->setText(sentences.join(u' '));
        column()->addSpacing(4);
        addLine(CertificateDialog::tr("Its SHA-256 fingerprint"));
        addFingerprint(certificate.sha256)->setObjectName(u"certificateFingerprint"_s);
        if (isChanged) {
            addLine(CertificateDialog::tr("Accepted before"));
            for (const QString &before : acceptedBefore)
                addFingerprint(before)->setObjectName(u"acceptedFingerprint"_s);
        }
        column()->addSpacing(4);
        addFacts(certificate);
        column()->addSpacing(4);
        addLine(CertificateDialog::tr(
            "Ask the operator of the server for the fingerprint, for example by telephone, and compare it."));
    }

private:
    void addLine(const QString &text) { addText(FontRole::Body)->setText(text); }
    QLabel *addFingerprint(const QString &sha256)
    {
        QLabel *code = addCode();
        code->setText(shownFingerprint(sha256));
        code->setAccessibleName(CertificateDialog::tr("SHA-256 fingerprint"));
        return code;
    }
    void addFacts(const RefusedCertificate &certificate)
    {
        auto *rows = newLines<QFormLayout>(nullptr, 12, 2);
        const auto fact = [&](const QString &name, const QString &value, const QString &objectName) {
            QLabel *label = named(selectable(addText(FontRole::Body)), objectName);
            label->setText(
                value.isEmpty() ? CertificateDialog::tr("not stated") : visibleText(value, false, 300));
            rows->addRow(name, label);
        };
        fact(CertificateDialog::tr("Issued to"), certificate.subject, u"certificateSubject"_s);
        fact(CertificateDialog::tr("Issued by"), certificate.issuer, u"certificateIssuer"_s);
        fact(CertificateDialog::tr("Valid"),
            CertificateDialog::tr("%1 to %2").arg(dayOf(certificate.validFrom), dayOf(certificate.validTo)),
            u"certificateValidity"_s);
        column()->addLayout(rows);
    }
};

} // namespace

CertificateDialog::CertificateDialog(const QString &sourceName, const RefusedCertificate &certificate,
    const QStringList &acceptedBefore, QWidget *parent)
    : QDialog(parent)
{
    setObjectName(u"certificateDialog"_s);
    setWindowTitle(tr("Connect to %1").arg(visibleText(sourceName, false, 100)));
    auto *rows = newColumn(this, {16, 16, 16, 16}, 12);
    rows->addWidget(new CertificatePanel(certificate, acceptedBefore, this), 1);
    if (!acceptedBefore.isEmpty()) {
        m_replace =
            named(new QCheckBox(tr("Stop accepting the earlier certificate"), this), u"replaceCertificate"_s);
        m_replace->setChecked(true);
        rows->addWidget(m_replace);
    }
    auto *note = wrapped(new ThemeLabel(tr("Saved in the settings of the source, where you can remove it"),
        ColorRole::TextSecond, FontRole::Small, this));
    QPushButton *accepting =
        named(plainButton(u"shield"_s, tr("Accept for this source"), this), u"acceptCertificate"_s);
    accepting->setAutoDefault(false);
    connect(accepting, &QPushButton::clicked, this, &QDialog::accept);
    QPushButton *leave = named(primaryButton({}, tr("Do not connect"), this), u"leave"_s);
    leave->setDefault(true);
    connect(leave, &QPushButton::clicked, this, &QDialog::reject);
    rows->addLayout(addAll(newRow(8), {{note, 1}, accepting, leave}));
    resize(600, sizeHint().height());
    leave->setFocus();
}

bool CertificateDialog::replacesOthers() const
{
    return m_replace && m_replace->isChecked();
}

CertificatesField::CertificatesField(QWidget *parent)
    : QWidget(parent)
    , m_layout(newColumn(this, {}, 4))
    , m_none(new ThemeLabel(tr("None. The workbench asks you if a certificate is refused."),
          ColorRole::TextSecond, FontRole::Body, this))
{
    m_none->setMinimumHeight(28);
    m_none->setObjectName(u"noCertificates"_s);
    m_layout->addWidget(m_none);
}

void CertificatesField::addRow(const Json &certificate)
{
    const QString host = visibleText(certificate.member("host"_L1).toString(), false, 200);
    const QString fingerprint = plainFingerprint(certificate.member("sha256"_L1).toString());
    auto *row = named(new QWidget(this), u"acceptedCertificate"_s);
    auto *texts = newColumn();
    auto *place = named(new ThemeLabel({}, ColorRole::Text, FontRole::Body, row), u"certificateHost"_s);
    auto *digits = new ThemeLabel({}, ColorRole::TextSecond, FontRole::Data, row);
    digits->setObjectName(u"certificateFingerprint"_s);
    for (const auto &[label, text] : {std::pair(place, host), std::pair(digits, fingerprint)}) {
        label->setElided(true);
        label->setFullText(text);
        texts->addWidget(label);
    }
    QToolButton *remove = named(iconButton(u"minus"_s, tr("Stop accepting this certificate"), row),
        u"removeCertificate"_s, tr("Stop accepting the certificate of %1").arg(host));
    connect(remove, &QToolButton::clicked, this, [this, row] {
        m_rows.removeIf([row](const Row &one) { return one.widget == row; });
        row->hide();
        row->deleteLater();
        showWhetherEmpty();
        Q_EMIT changed();
    });
    addAll(newRow(row, {}, 8), {{texts, 1}, {remove, 0, Qt::AlignTop}});
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

#include "moc_certificatedialog.cpp"
