// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/dialogs/trustpanel.h"

#include "core/base/visibletext.h"
#include "ui/theme/icons.h"
#include "ui/theme/theme.h"

#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

namespace {

// A label that wraps keeps its height for a width only when its size policy says so again.
QLabel *wrappingLabel(FontRole font, QWidget *parent)
{
    auto *label = new QLabel(parent);
    label->setWordWrap(true);
    label->setTextFormat(Qt::PlainText);
    label->setFont(Theme::of(parent).font(font));
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Minimum);
    policy.setHeightForWidth(true);
    label->setSizePolicy(policy);
    label->setMinimumWidth(320);
    return label;
}

} // namespace

TrustPanel::TrustPanel(QWidget *parent)
    : QFrame(parent)
{
    setObjectName(u"trustPanel"_s);
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(12, 12, 12, 12);
    row->setSpacing(12);
    auto *shield = new QLabel(this);
    shield->setPixmap(icon(u"shield"_s, ColorRole::Warning).pixmap(24));
    row->addWidget(shield, 0, Qt::AlignTop);
    auto *column = new QVBoxLayout;
    column->setSpacing(4);
    row->addLayout(column, 1);
    m_title = new QLabel(this);
    m_title->setFont(Theme::of(this).font(FontRole::Strong));
    column->addWidget(m_title);
    m_text = wrappingLabel(FontRole::Body, this);
    column->addWidget(m_text);
    column->addSpacing(4);
    m_command = wrappingLabel(FontRole::Data, this);
    m_command->setObjectName(u"trustCommand"_s);
    m_command->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_command->setContentsMargins(12, 8, 12, 8);
    m_command->setBackgroundRole(QPalette::Base);
    m_command->setAutoFillBackground(true);
    column->addWidget(m_command);
    m_facts = wrappingLabel(FontRole::Small, this);
    m_facts->setForegroundRole(QPalette::PlaceholderText);
    column->addWidget(m_facts);
}

void TrustPanel::setSecrets(const TrustFacts &facts)
{
    m_title->setText(tr("May this source have your secrets?"));
    m_text->setText(
        tr("Connecting takes them from where they are kept and hands them to the source. Whoever is at "
           "the other end can use them."));
    m_command->setAccessibleName(tr("Secrets that would be handed out, and where to"));
    const QString to = facts.destinations.isEmpty() ? tr("where the settings say")
                                                    : visibleText(facts.destinations.join(u", "_s));
    m_command->setText(u"%1 → %2"_s.arg(visibleText(facts.secrets.join(u", "_s)), to));
    m_facts->setText(tr("It is asked again when the source wants another secret or goes to another place."));
}

void TrustPanel::setFacts(const TrustFacts &facts)
{
    if (facts.program.isEmpty()) {
        setSecrets(facts);
        return;
    }
    m_title->setText(tr("Do you trust this program?"));
    m_command->setAccessibleName(tr("Command that would be started"));
    static const QStringList fetchers{u"npx"_s, u"uvx"_s, u"bunx"_s, u"pipx"_s, u"docker"_s, u"podman"_s};
    QString text = tr("The workbench would start it as you. It can read and change your files and use the "
                      "network; the workbench "
                      "cannot hold it back.");
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
    more += tr("It is asked again when the command, its arguments, its folder or its variables change.");
    m_facts->setText(more.join(u' '));
}

void TrustPanel::paintEvent(QPaintEvent *)
{
    const Theme &theme = Theme::of(this);
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(theme.color(ColorRole::TrustOutline));
    painter.setBrush(theme.color(ColorRole::WarningSoft));
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 6, 6);
}

} // namespace Workbench::Ui
