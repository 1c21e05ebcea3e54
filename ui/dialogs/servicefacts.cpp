// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/dialogs/servicefacts.h"

#include "core/base/visibletext.h"
#include "core/json/jsonbuilder.h"
#include "core/json/jsontexts.h"
#include "core/session/sessions.h"
#include "ui/dialogs/secretfield.h"
#include "ui/forms/themelabel.h"
#include "ui/models/coretexts.h"
#include "ui/theme/building.h"
#include "ui/theme/zoom.h"

#include <QComboBox>
#include <QFormLayout>
#include <QLineEdit>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

namespace {

constexpr qsizetype shownProblems = 6;
constexpr qsizetype shownServers = 200;
constexpr qsizetype shownSchemes = 30;

QString problemText(const Json &problem)
{
    QStringList parts;
    if (const QString file = problem.member("file"_L1).toString(); !file.isEmpty())
        parts.append(visibleText(file.section(u'/', -1), false, 80));
    if (const qint64 line = problem.member("line"_L1).toInteger().value_or(0); line > 0)
        parts.append(ServiceFacts::tr("line %L1").arg(line));
    if (const QString pointer = problem.member("pointer"_L1).toString(); !pointer.isEmpty())
        parts.append(visibleText(pointer, false, 200));
    const QString message = visibleText(problem.member("message"_L1).toString(), false, 400);
    return parts.isEmpty() ? message : ServiceFacts::tr("%1: %2").arg(parts.join(u", "_s), message);
}

//! Returns a short description of a security scheme.
QString schemeText(const Json &scheme)
{
    const QString type = scheme.member("type"_L1).toString();
    const QString http = scheme.member("scheme"_L1).toString().toLower();
    if (type == "basic"_L1 || http == "basic"_L1)
        return ServiceFacts::tr("user name and password");
    if (type == "http"_L1 && http == "bearer"_L1)
        return ServiceFacts::tr("bearer token");
    if (type == "http"_L1)
        return ServiceFacts::tr("HTTP, %1").arg(visibleText(http, false, 40));
    if (type == "apiKey"_L1) {
        const QString name = visibleText(scheme.member("name"_L1).toString(), false, 60);
        const QString place = scheme.member("in"_L1).toString();
        return place == "query"_L1 ? ServiceFacts::tr("key in the query as %1").arg(name)
            : place == "cookie"_L1 ? ServiceFacts::tr("key in the cookie %1").arg(name)
                                   : ServiceFacts::tr("key in the header %1").arg(name);
    }
    if (type == "oauth2"_L1)
        return ServiceFacts::tr("OAuth 2.0");
    if (type == "openIdConnect"_L1)
        return ServiceFacts::tr("OpenID Connect");
    if (type == "mutualTLS"_L1)
        return ServiceFacts::tr("client certificate");
    return visibleText(type, false, 40);
}

ThemeLabel *wrapping(const QString &text, ColorRole color, QWidget *parent)
{
    return selectable(wrapped(new ThemeLabel(text, color, FontRole::Body, parent)));
}

} // namespace

ServiceFacts::ServiceFacts(Sessions *sessions, QWidget *parent)
    : QWidget(parent)
    , m_sessions(sessions)
    , m_column(newColumn(this))
{
    setObjectName(u"serviceFacts"_s);
    hide();
}

void ServiceFacts::clear()
{
    delete m_content;
    m_content = nullptr;
    m_variables = nullptr;
    hide();
}

void ServiceFacts::setFacts(const PeerInfo &peer, const Source &tested)
{
    clear();
    m_settings = tested.settings;
    m_source = tested.name;
    m_content = new QWidget(this);
    auto *column = newColumn(m_content, {}, 12);
    m_column->addWidget(m_content);
    addServers(peer.raw.member("servers"_L1));
    addSchemes(peer.raw.member("securitySchemes"_L1));
    addProblems(peer);
    setVisible(column->count() > 0);
}

QFormLayout *ServiceFacts::section(const QString &title)
{
    auto *part = new QWidget(m_content);
    auto *rows = newLines<QFormLayout>(part, 12, 8);
    rows->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    rows->setLabelAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    rows->addRow(new ThemeLabel(title, ColorRole::Text, FontRole::Strong, part));
    static_cast<QVBoxLayout *>(m_content->layout())->addWidget(part);
    return rows;
}

void ServiceFacts::addServers(const Json &servers)
{
    if (servers.size() == 0)
        return;
    QFormLayout *rows = section(tr("Target server"));
    auto *choice = named(new QComboBox(rows->parentWidget()), u"serverChoice"_s, tr("Server"));
    setZoomedHeight(choice, 28);
    choice->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    choice->setMinimumContentsLength(20);
    const QString set = m_settings.member("server"_L1).toString();
    for (const Json &server : servers.items()) {
        if (choice->count() == shownServers)
            break;
        const QString url = server.member("url"_L1).toString();
        const QString about = visibleText(server.member("description"_L1).toString(), false, 80);
        const QString shown = visibleText(url, false, 200);
        choice->addItem(about.isEmpty() ? shown : tr("%1 (%2)").arg(shown, about), url);
        if (url == set)
            choice->setCurrentIndex(choice->count() - 1);
    }
    if (!set.isEmpty() && choice->currentData().toString() != set) {
        choice->addItem(tr("%1 (as set)").arg(visibleText(set, false, 200)), set);
        choice->setCurrentIndex(choice->count() - 1);
    }
    rows->addRow(tr("Server"), choice);
    m_variables = named(new QWidget(rows->parentWidget()), u"serverVariables"_s);
    rows->addRow(m_variables);
    addVariables(servers.at(choice->currentIndex()));
    connect(choice, &QComboBox::activated, this, [this, choice, servers](int index) {
        // An empty setting means the first server.
        const Json url = index == 0 ? Json() : Json::string(choice->itemData(index).toString());
        m_settings = withMember(m_settings, u"server", url);
        Q_EMIT chosen(u"server"_s, url);
        addVariables(servers.at(index));
    });
}

void ServiceFacts::addVariables(const Json &server)
{
    delete m_variables->layout();
    qDeleteAll(m_variables->findChildren<QWidget *>(Qt::FindDirectChildrenOnly));
    auto *rows = new QFormLayout(m_variables);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    const Json variables = server.member("variables"_L1);
    const Json set = m_settings.member("serverVariables"_L1);
    for (const auto entry : variables.members()) {
        const QString name = entry.key();
        const QString fallback = entry.value().member("default"_L1).toString();
        const QString value = set.member(name).toString(fallback);
        const auto take = [this, name, fallback](const QString &text) {
            choose(u"serverVariables"_s, name, text == fallback ? QString() : text);
        };
        QWidget *field = nullptr;
        if (const Json allowed = entry.value().member("enum"_L1); allowed.size() > 0) {
            auto *choice = new QComboBox(m_variables);
            for (const Json &each : allowed.items())
                choice->addItem(each.toString());
            choice->setCurrentText(value);
            connect(choice, &QComboBox::textActivated, this, take);
            field = choice;
        } else {
            auto *edit = new QLineEdit(value, m_variables);
            edit->setPlaceholderText(
                visibleText(entry.value().member("description"_L1).toString(), false, 100));
            connect(edit, &QLineEdit::textEdited, this, take);
            field = edit;
        }
        setZoomedHeight(field, 28);
        named(field, QString(u"variable_"_s + name), tr("Server variable %1").arg(name));
        rows->addRow(visibleText(name, false, 60), field);
    }
    m_variables->setVisible(variables.size() > 0);
}

void ServiceFacts::addSchemes(const Json &schemes)
{
    if (schemes.size() == 0)
        return;
    QFormLayout *rows = section(tr("Secrets that the document asks for"));
    qsizetype shown = 0;
    for (const auto entry : schemes.members()) {
        if (++shown > shownSchemes)
            break;
        const QString id = entry.key();
        const QString about = schemeText(entry.value());
        const QString type = entry.value().member("type"_L1).toString();
        if (type == "oauth2"_L1 || type == "openIdConnect"_L1) {
            ThemeLabel *declared = wrapping(
                tr("%1: choose OAuth under Sign-in").arg(about), ColorRole::TextSecond, rows->parentWidget());
            declared->setObjectName(u"signInDeclared"_s);
            rows->addRow(visibleText(id, false, 40), declared);
            continue;
        }
        auto *secret = new SecretField(m_sessions, tr("%1, %2").arg(id, about), rows->parentWidget());
        secret->setObjectName(u"scheme_"_s + id);
        secret->setToolTip(about);
        secret->setPlaceholder(about);
        secret->setStoredName(id);
        secret->setSourceName(m_source);
        secret->setReference(m_settings.member("security"_L1).member(id).toString());
        connect(secret, &SecretField::changed, this,
            [this, id, secret] { choose(u"security"_s, id, secret->reference()); });
        rows->addRow(visibleText(id, false, 40), secret);
    }
}

//! Sets one member of a setting that is an object. An empty \a text removes the member.
void ServiceFacts::choose(const QString &setting, const QString &member, const QString &text)
{
    const Json object = withMember(m_settings.member(setting), member, textOrAbsent(text));
    const Json value = object.size() == 0 ? Json() : object;
    m_settings = withMember(m_settings, setting, value);
    Q_EMIT chosen(setting, value);
}

void ServiceFacts::addProblems(const PeerInfo &peer)
{
    QStringList lines;
    const Json problems = peer.raw.member("problems"_L1);
    for (const Json &problem : problems.items())
        lines.append(problemText(problem));
    if (lines.isEmpty()) {
        for (const QString &remark : peer.remarks)
            lines.append(visibleText(coreText(remark), false, 600));
    }
    if (lines.isEmpty())
        return;
    QFormLayout *rows = section(tr("%n problems; the rest works", nullptr, int(lines.size())));
    for (const QString &line : lines.first(std::min(lines.size(), shownProblems)))
        rows->addRow(named(wrapping(line, ColorRole::Warning, rows->parentWidget()), u"documentProblem"_s));
    if (lines.size() > shownProblems) {
        rows->addRow(wrapping(tr("and %n more", nullptr, int(lines.size() - shownProblems)),
            ColorRole::TextSecond, rows->parentWidget()));
    }
}

} // namespace Workbench::Ui

#include "moc_servicefacts.cpp"
