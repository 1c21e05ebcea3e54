// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/dialogs/secretsdialog.h"

#include "core/base/visibletext.h"
#include "ui/forms/themelabel.h"
#include "ui/theme/building.h"
#include "ui/theme/controls.h"

#include <QCheckBox>
#include <QGridLayout>
#include <QScrollArea>

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

namespace {

//! Returns the place of an offered secret as a text for the window.
QString placeWords(const QString &reference)
{
    const QString name = visibleText(reference.section(u':', 1), false, 60);
    return reference.startsWith("env:"_L1) ? SecretsDialog::tr("the variable %1").arg(name)
                                           : SecretsDialog::tr("%1 in the keychain").arg(name);
}

} // namespace

SecretsDialog::SecretsDialog(const QList<Asked> &asked, bool canKeep, QWidget *parent)
    : QDialog(parent)
    , m_keep(named(new QCheckBox(tr("Keep in the keychain"), this), u"keepSecrets"_s))
{
    setObjectName(u"secretsDialog"_s);
    setWindowTitle(tr("Secrets of recorded calls"));
    resize(600, std::min(264 + 56 * int(asked.size() - 1), 520));
    auto *title =
        named(new ThemeLabel(tr("%n secrets are needed to repeat the calls", nullptr, int(asked.size())),
                  ColorRole::Text, FontRole::Title, this),
            u"secretsTitle"_s);
    auto *words = new ThemeLabel(
        tr("The recordings contain only their names. What you type here is sent to the source with the calls "
           "and is not written into fixtures. Calls without their secrets are skipped."),
        ColorRole::TextSecond, FontRole::Body, this);
    words->setWordWrap(true);
    auto *head = addAll(newColumn({16, 16, 16, 12}, 4), {title, words});
    auto *scroll = named(new QScrollArea(this), u"secretsFields"_s);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidgetResizable(true);
    scroll->setFocusPolicy(Qt::NoFocus);
    scroll->setWidget(makeFields(asked));
    addAll(newColumn(this),
        {head, separator(Qt::Horizontal, this), {scroll, 1}, separator(Qt::Horizontal, this),
            makeFooter(canKeep)});
    if (!m_fields.isEmpty())
        m_fields.constFirst()->setFocus();
}

QWidget *SecretsDialog::makeFields(const QList<Asked> &asked)
{
    auto *fields = new QWidget;
    auto *grid = new QGridLayout(fields);
    grid->setContentsMargins(16, 12, 16, 12);
    grid->setHorizontalSpacing(12);
    grid->setVerticalSpacing(4);
    grid->setColumnStretch(1, 1);
    int row = 0;
    for (const Asked &secret : asked) {
        const QString name = visibleText(secret.name, false, 80);
        const QString source = visibleText(secret.source, false, 60);
        auto *label = new ThemeLabel({}, ColorRole::Text, FontRole::Data, fields);
        label->setElided(true);
        label->setFullText(name);
        label->setMinimumWidth(140);
        auto *field = named(new QLineEdit(fields), u"secretField"_s);
        field->setEchoMode(QLineEdit::Password);
        field->setAccessibleName(tr("Secret %1 for %2").arg(name, source));
        if (!secret.offered.isEmpty())
            field->setPlaceholderText(placeWords(secret.offered));
        label->setBuddy(field);
        const QString use = secret.offered.isEmpty()
            ? tr("for %1, needed by %n fixtures", nullptr, int(secret.fixtures)).arg(source)
            : tr("for %1: %2 is used unless you type another one").arg(source, placeWords(secret.offered));
        auto *fact = new ThemeLabel({}, ColorRole::TextSecond, FontRole::Small, fields);
        fact->setElided(true);
        fact->setFullText(use);
        grid->addWidget(label, row, 0);
        grid->addWidget(field, row, 1);
        grid->addWidget(fact, row + 1, 1);
        grid->setRowMinimumHeight(row + 2, 4);
        row += 3;
        m_fields.append(field);
    }
    grid->setRowStretch(row, 1);
    return fields;
}

QWidget *SecretsDialog::makeFooter(bool canKeep)
{
    auto *footer = new QWidget(this);
    auto *line = newRow(footer, {16, 12, 16, 12}, 8);
    m_keep->setToolTip(tr("If you clear the check box, the secrets are kept only until the program ends"));
    m_keep->setVisible(canKeep);
    line->addWidget(m_keep);
    if (!canKeep) {
        auto *note =
            new ThemeLabel(tr("Kept until the program ends"), ColorRole::TextSecond, FontRole::Small, footer);
        line->addWidget(note);
    }
    QPushButton *leave = named(plainButton({}, tr("Skip these"), footer), u"secretsSkip"_s);
    leave->setToolTip(tr("Skips the fixtures that need these secrets"));
    leave->setAutoDefault(false);
    QPushButton *use = named(primaryButton(u"check"_s, tr("Verify"), footer), u"secretsUse"_s);
    use->setDefault(true);
    addAll(line, {Stretch{}, leave, use});
    connect(leave, &QPushButton::clicked, this, &QDialog::reject);
    connect(use, &QPushButton::clicked, this, &QDialog::accept);
    return footer;
}

QStringList SecretsDialog::typed() const
{
    QStringList all;
    for (const QLineEdit *field : m_fields)
        all.append(field->text());
    return all;
}

bool SecretsDialog::isKeeping() const
{
    return m_keep->isChecked();
}

} // namespace Workbench::Ui

#include "moc_secretsdialog.cpp"
