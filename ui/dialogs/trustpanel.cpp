// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/dialogs/trustpanel.h"

#include "core/base/visibletext.h"

#include <QFileInfo>
#include <QLabel>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

TrustPanel::TrustPanel(QWidget *parent)
    : CautionFrame(parent)
{
    setObjectName(u"trustPanel"_s);
    m_title = addTitle();
    m_text = addText(FontRole::Body);
    column()->addSpacing(4);
    m_command = addCode();
    m_command->setObjectName(u"trustCommand"_s);
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

} // namespace Workbench::Ui

#include "moc_trustpanel.cpp"
