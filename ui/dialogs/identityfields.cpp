// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/dialogs/identityfields.h"

#include "core/base/visibletext.h"
#include "ui/forms/themelabel.h"
#include "ui/theme/building.h"
#include "ui/theme/controls.h"
#include "ui/theme/zoom.h"

#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QRegularExpression>

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

namespace {

//! Returns the names in \a text, which commas or white space separate.
QStringList listedNames(const QString &text)
{
    static const QRegularExpression separators(u"[,\\s]+"_s);
    return text.split(separators, Qt::SkipEmptyParts);
}

struct ResourceLines {
    QMap<QString, QStringList> resources;
    QString wrong; //!< the first line that names no resource with its actions; empty if all do
};

ResourceLines readResourceLines(const QString &text)
{
    ResourceLines read;
    const QStringList lines = text.split(u'\n');
    for (const QString &line : lines) {
        if (line.trimmed().isEmpty())
            continue;
        const qsizetype equals = line.lastIndexOf(u'='); // an ID may contain the sign, too
        const QString resource = line.first(qMax<qsizetype>(equals, 0)).trimmed();
        const qsizetype colon = resource.indexOf(u':');
        const QStringList actions = listedNames(line.sliced(equals + 1));
        if (colon <= 0 || colon == resource.size() - 1 || actions.isEmpty()) {
            read.wrong = line.trimmed();
            break;
        }
        read.resources[resource] += actions;
    }
    return read;
}

} // namespace

IdentityDraft IdentityDraft::of(const std::optional<Identity> &identity)
{
    if (!identity)
        return {};
    QStringList lines;
    for (const auto &[resource, actions] : identity->resources.asKeyValueRange())
        lines.append(u"%1 = %2"_s.arg(resource, actions.join(u", "_s)));
    return {identity->id, identity->scopes.join(u", "_s), lines.join(u'\n'), identity};
}

bool IdentityDraft::isEmpty() const
{
    return id.trimmed().isEmpty() && scopes.trimmed().isEmpty() && resources.trimmed().isEmpty();
}

bool IdentityDraft::isUnchanged() const
{
    const IdentityDraft original = of(before);
    return id == original.id && scopes == original.scopes && resources == original.resources;
}

std::optional<Identity> IdentityDraft::value() const
{
    if (isEmpty())
        return std::nullopt;
    // A field that was not edited keeps its exact value, for example a scope that contains a comma.
    const IdentityDraft original = of(before);
    return Identity{id == original.id && before ? before->id : id.trimmed(),
        scopes == original.scopes && before ? before->scopes : listedNames(scopes),
        resources == original.resources && before ? before->resources
                                                  : readResourceLines(resources).resources};
}

IdentityFields::IdentityFields(QWidget *parent)
    : QWidget(parent)
    , m_hint(new ThemeLabel({}, ColorRole::TextSecond, FontRole::Small, this))
    , m_id(named(new QLineEdit(this), u"identityId"_s, tr("ID of the caller")))
    , m_scopes(named(new QLineEdit(this), u"identityScopes"_s, tr("Scopes of the caller")))
    , m_resources(named(new QPlainTextEdit(this), u"identityResources"_s, tr("Resources of the caller")))
{
    setObjectName(u"identityFields"_s);
    m_hint->setWordWrap(true);
    m_scopes->setPlaceholderText(tr("separated by commas"));
    m_resources->setPlaceholderText(tr("TYPE:ID = action, action"));
    m_resources->setTabChangesFocus(true);
    setZoomedHeight(m_resources, 64);
    auto *grid = new QGridLayout;
    grid->setHorizontalSpacing(12);
    grid->setVerticalSpacing(4);
    const auto addField = [this, grid](const QString &name, QWidget *field) {
        field->setFont(Theme::of(this).font(FontRole::Data));
        auto *label = new QLabel(name, this);
        label->setBuddy(field);
        label->setContentsMargins(0, 6, 0, 0); // beside the first line of the field
        const int line = grid->rowCount();
        grid->addWidget(label, line, 0, Qt::AlignTop);
        grid->addWidget(field, line, 1);
    };
    addField(tr("ID"), m_id);
    addField(tr("Scopes"), m_scopes);
    addField(tr("Resources"), m_resources);
    auto *title = new ThemeLabel(tr("Identity of the caller"), ColorRole::Text, FontRole::Strong, this);
    addAll(newColumn(this, {}, 4), {title, m_hint, grid});
    connect(m_id, &QLineEdit::textChanged, this, &IdentityFields::update);
    connect(m_scopes, &QLineEdit::textChanged, this, &IdentityFields::update);
    connect(m_resources, &QPlainTextEdit::textChanged, this, &IdentityFields::update);
}

IdentityDraft IdentityFields::draft() const
{
    return {m_id->text(), m_scopes->text(), m_resources->toPlainText(), m_before};
}

void IdentityFields::setDraft(const IdentityDraft &draft, const IdentityDraft *ofWorkspace)
{
    m_before = draft.before;
    m_hint->setText(ofWorkspace
            ? tr("Hubs receive it with each call. Without an identity here, that of the workspace is used.")
            : tr("Hubs receive it with each call. An environment can have its own identity."));
    const QString inherited = ofWorkspace ? ofWorkspace->id.trimmed() : QString();
    m_id->setPlaceholderText(inherited.isEmpty()
            ? tr("No identity")
            : tr("%1, from the workspace").arg(visibleText(inherited, false, 40)));
    m_id->setText(draft.id);
    m_scopes->setText(draft.scopes);
    m_resources->setPlainText(draft.resources);
    for (QLineEdit *edit : {m_id, m_scopes})
        edit->setCursorPosition(0);
}

IdentityFields::Problem IdentityFields::check(const IdentityDraft &draft)
{
    if (draft.isEmpty() || draft.isUnchanged())
        return {};
    if (draft.id.trimmed().isEmpty())
        return {tr("An identity with scopes or resources needs an ID."), {}};
    const QString wrong = readResourceLines(draft.resources).wrong;
    if (wrong.isEmpty() || draft.resources == IdentityDraft::of(draft.before).resources)
        return {};
    return {{},
        tr("\"%1\" is not a resource with its actions. Write one in each line, such as note:7 = read, drop")
            .arg(visibleText(wrong, false, 60))};
}

QString IdentityFields::problemIn(const IdentityDraft &draft)
{
    const Problem problem = check(draft);
    return problem.ofId.isEmpty() ? problem.ofResources : problem.ofId;
}

//! Marks invalid fields and emits changed().
void IdentityFields::update()
{
    const Problem problem = check(draft());
    setInvalid(m_id, !problem.ofId.isEmpty());
    setInvalid(m_resources, !problem.ofResources.isEmpty());
    Q_EMIT changed();
}

} // namespace Workbench::Ui

#include "moc_identityfields.cpp"
