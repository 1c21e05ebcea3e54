// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/dialogs/trustdialog.h"

#include "core/base/visibletext.h"
#include "ui/forms/themelabel.h"
#include "ui/theme/building.h"
#include "ui/theme/controls.h"
#include "ui/theme/icons.h"

#include <QFileInfo>
#include <QLabel>
#include <QPainter>

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

CautionFrame::CautionFrame(QWidget *parent)
    : QFrame(parent)
    , m_shield(new QLabel(this))
{
    m_column = newColumn(4);
    addAll(newRow(this, {12, 12, 12, 12}, 12), {{m_shield, 0, Qt::AlignTop}, {m_column, 1}});
    drawShield();
}

void CautionFrame::drawShield()
{
    m_shield->setPixmap(icon(u"shield"_s, ColorRole::Warning).pixmap(24));
}

void CautionFrame::changeEvent(QEvent *event)
{
    QFrame::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        drawShield();
}

QLabel *CautionFrame::addTitle()
{
    auto *title = new ThemeLabel({}, ColorRole::Text, FontRole::Strong, this);
    m_column->addWidget(title);
    return title;
}

// Setting a size policy resets height-for-width, which a label that wraps needs.
QLabel *CautionFrame::addText(FontRole font)
{
    auto *label = wrapped(new QLabel(this));
    label->setTextFormat(Qt::PlainText);
    label->setFont(Theme::of(this).font(font));
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Minimum);
    policy.setHeightForWidth(true);
    label->setSizePolicy(policy);
    label->setMinimumWidth(320);
    m_column->addWidget(label);
    return label;
}

QLabel *CautionFrame::addCode()
{
    QLabel *code = selectable(addText(FontRole::Data));
    code->setContentsMargins(12, 8, 12, 8);
    code->setBackgroundRole(QPalette::Base);
    code->setAutoFillBackground(true);
    return code;
}

void CautionFrame::paintEvent(QPaintEvent *)
{
    const Theme &theme = Theme::of(this);
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(theme.color(ColorRole::TrustOutline));
    painter.setBrush(theme.color(ColorRole::WarningSoft));
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 6, 6);
}

TrustPanel::TrustPanel(QWidget *parent)
    : CautionFrame(parent)
{
    setObjectName(u"trustPanel"_s);
    m_title = addTitle();
    m_text = addText(FontRole::Body);
    column()->addSpacing(4);
    m_command = named(addCode(), u"trustCommand"_s);
    m_facts = addText(FontRole::Small);
    m_facts->setForegroundRole(QPalette::PlaceholderText);
}

void TrustPanel::setSecrets(const TrustFacts &facts)
{
    m_title->setText(tr("Do you trust this source with your secrets?"));
    m_text->setText(tr("Connecting sends them to the source. The server can use them."));
    m_command->setAccessibleName(tr("Secrets that would be sent, and to which server"));
    const QString to = facts.destinations.isEmpty() ? tr("the servers in the settings")
                                                    : visibleText(facts.destinations.join(u", "_s));
    m_command->setText(u"%1 → %2"_s.arg(visibleText(facts.secrets.join(u", "_s)), to));
    m_facts->setText(tr("The workbench asks you again if the source uses another secret or another server."));
}

void TrustPanel::setFacts(const TrustFacts &facts)
{
    if (facts.program.isEmpty()) {
        setSecrets(facts);
        return;
    }
    m_title->setText(tr("Do you trust this program?"));
    m_command->setAccessibleName(tr("Command to start"));
    static const QStringList fetchers{u"npx"_s, u"uvx"_s, u"bunx"_s, u"pipx"_s, u"docker"_s, u"podman"_s};
    QString text = tr("The workbench starts it with your permissions. It can read and change your files and "
                      "use the network.");
    const QString program = QFileInfo(facts.program).fileName();
    if (fetchers.contains(program))
        text += u' ' + tr("%1 may also download code first.").arg(program);
    m_text->setText(text);
    m_command->setText(facts.commandLine());
    QStringList more;
    if (!facts.workingDirectory.isEmpty())
        more += tr("In the folder %1.").arg(visibleText(facts.workingDirectory));
    if (!facts.environmentNames.isEmpty())
        more += tr("With the variables %1.").arg(visibleText(facts.environmentNames.join(u", "_s)));
    if (!facts.secrets.isEmpty())
        more += tr("With the secrets %1.").arg(visibleText(facts.secrets.join(u", "_s)));
    more +=
        tr("The workbench asks you again if the command, its arguments, its folder or its variables change.");
    m_facts->setText(more.join(u' '));
}

TrustDialog::TrustDialog(const QString &sourceName, const TrustFacts &facts, QWidget *parent)
    : QDialog(parent)
{
    setObjectName(u"trustDialog"_s);
    setWindowTitle(tr("Connect to %1").arg(visibleText(sourceName, false, 100)));
    resize(560, 240);
    auto *panel = new TrustPanel(this);
    panel->setFacts(facts);
    QPushButton *trust = named(plainButton(u"shield"_s, tr("Trust and connect"), this), u"trust"_s);
    trust->setAutoDefault(false);
    connect(trust, &QPushButton::clicked, this, &QDialog::accept);
    const QString words = facts.program.isEmpty() ? tr("Do not connect") : tr("Do not start");
    QPushButton *leave = named(primaryButton({}, words, this), u"leave"_s);
    leave->setDefault(true);
    connect(leave, &QPushButton::clicked, this, &QDialog::reject);
    // The first stretch keeps the panel as high as its text, as in Add source.
    addAll(newColumn(this, {16, 16, 16, 16}, 12),
        {panel, Stretch{}, addAll(newRow(8), {Stretch{}, trust, leave})});
    leave->setFocus();
}

} // namespace Workbench::Ui

#include "moc_trustdialog.cpp"
