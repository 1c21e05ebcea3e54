// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/dialogs/signinfield.h"

#include "core/json/jsonbuilder.h"
#include "core/json/jsontexts.h"
#include "core/session/sessions.h"
#include "ui/dialogs/secretfield.h"
#include "ui/dialogs/settingwords.h"
#include "ui/forms/fieldlabel.h"
#include "ui/theme/building.h"
#include "ui/theme/controls.h"
#include "ui/theme/icons.h"
#include "ui/theme/theme.h"
#include "ui/theme/zoom.h"

#include <QComboBox>
#include <QFormLayout>
#include <QLineEdit>
#include <QPainter>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

namespace {

constexpr auto authorization = "Authorization"_L1;

} // namespace

SignInField::SignInField(const Json &properties, Sessions *sessions, QWidget *parent)
    : QWidget(parent)
    , m_sessions(sessions)
    , m_writesHeader(properties.member("auth"_L1).hasMember("enum"_L1))
    , m_methods(named(new SegmentControl(this), u"signInMethod"_s, tr("Sign-in")))
    , m_fields(new QWidget(this))
    , m_rows(newLines<QFormLayout>(m_fields, 12, 8, {14, 0, 0, 0}))
    , m_secret(named(new SecretField(sessions, tr("Secret"), m_fields), u"signInSecret"_s))
{
    addAll(newColumn(this, {0, 2, 0, 0}, 8), {{m_methods, 0, Qt::AlignLeft}, m_fields});
    for (const QString &method : {tr("None"), tr("Bearer"), tr("Basic"), tr("API key"), tr("OAuth")})
        m_methods->addSegment(method);
    m_rows->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    m_user = addEdit(tr("User"), {}, u"signInUser"_s);
    m_header = addEdit(tr("Header"), u"X-API-Key"_s, u"signInHeader"_s);
    addRow(Method::Basic, tr("User"), m_user, true);
    addRow(Method::ApiKey, tr("Header"), m_header, false);
    addRow(Method::None, tr("Secret"), m_secret, true); // shown for each method with a secret
    addOAuth(properties.member("oauth"_L1));
    connect(m_methods, &SegmentControl::currentChanged, this, [this] {
        showFields();
        Q_EMIT changed();
    });
    connect(m_secret, &SecretField::changed, this, [this] {
        showFields();
        Q_EMIT changed();
    });
    m_secret->setStoredName(u"sign-in"_s);
    m_secret->setStoredText([this](const QString &typed) {
        const QString pair = m_user->text() + u':' + typed;
        return method() != Method::Basic ? typed
            : m_writesHeader             ? QString::fromLatin1(pair.toUtf8().toBase64())
                                         : pair;
    });
    showFields();
}

QLineEdit *SignInField::addEdit(const QString &title, const QString &hint, const QString &objectName)
{
    auto *edit = named(new QLineEdit(m_fields), objectName, title);
    edit->setPlaceholderText(hint);
    edit->setFont(Theme::of(this).font(FontRole::Data));
    setZoomedHeight(edit, 28);
    connect(edit, &QLineEdit::textEdited, this, &SignInField::changed);
    return edit;
}

void SignInField::addRow(Method method, const QString &title, QWidget *row, bool required)
{
    FieldHint hint;
    hint.title = title;
    hint.required = required;
    m_rows->addRow(new FieldLabel(hint, m_fields), row);
    m_ofMethods.append({method, row});
}

void SignInField::addOAuth(const Json &schema)
{
    const Json members = schema.member("properties"_L1);
    for (const auto name : {"grant"_L1, "clientId"_L1, "clientSecret"_L1, "scopes"_L1})
        addOAuthMember(name, members.member(name));
    QToolButton *more = named(quietButton(u"chevron-right"_s, tr("More"), m_fields), u"moreOAuth"_s);
    m_rows->addRow(QString(), more);
    m_ofMethods.append({Method::OAuth, more});
    connect(more, &QToolButton::clicked, this, [this, more] {
        m_areMoreShown = !m_areMoreShown;
        more->setIcon(icon(m_areMoreShown ? u"chevron-down"_s : u"chevron-right"_s));
        showFields();
    });
    for (const auto entry : members.members()) {
        if (!settingWords(u"oauth/"_s + entry.key(), entry.value()).isAdvanced)
            continue;
        addOAuthMember(entry.key(), entry.value());
        m_ofMethods.last().isFurther = true;
    }
}

void SignInField::addOAuthMember(const QString &name, const Json &schema)
{
    const SettingWords words = settingWords(u"oauth/"_s + name, schema);
    const QString objectName = u"source_oauth_"_s + name;
    if (name == "clientSecret"_L1) {
        m_clientSecret = named(new SecretField(m_sessions, words.title, m_fields), objectName);
        m_clientSecret->setPlaceholder(tr("None"));
        m_clientSecret->setStoredName(u"client-secret"_s);
        connect(m_clientSecret, &SecretField::changed, this, &SignInField::changed);
        addRow(Method::OAuth, words.title, m_clientSecret, false);
        return;
    }
    QWidget *field = nullptr;
    if (schema.member("enum"_L1).isArray()) {
        auto *choice = named(new QComboBox(m_fields), objectName, words.title);
        setZoomedHeight(choice, 28);
        choice->addItem(choiceWords(u"oauth/"_s + name, {}), QString());
        for (const Json &value : schema.member("enum"_L1).items())
            choice->addItem(choiceWords(u"oauth/"_s + name, value.toString()), value.toString());
        connect(choice, &QComboBox::activated, this, &SignInField::changed);
        field = choice;
    } else {
        field = addEdit(words.title, words.hint, objectName);
    }
    addRow(Method::OAuth, words.title, field, false);
    m_oauth.append({name, field});
}

SignInField::Method SignInField::method() const
{
    return Method(m_methods->current());
}

void SignInField::setMethod(Method method)
{
    const QSignalBlocker quiet(m_methods);
    m_methods->setCurrent(int(method));
    showFields();
}

void SignInField::showFields()
{
    const Method chosen = method();
    m_fields->setVisible(chosen != Method::None);
    m_secret->setEnabled(chosen != Method::None && chosen != Method::OAuth);
    m_clientSecret->setEnabled(chosen == Method::OAuth);
    for (const Row &row : std::as_const(m_ofMethods)) {
        bool isShown = row.method == chosen && (!row.isFurther || m_areMoreShown);
        if (row.widget == m_secret)
            isShown = chosen != Method::None && chosen != Method::OAuth;
        if (row.widget == m_user) // a stored secret includes the user
            isShown = isShown && (!m_secret->typed().isEmpty() || m_secret->reference().isEmpty());
        m_rows->setRowVisible(row.widget, isShown);
    }
    m_secret->setPlaceholder(chosen == Method::Basic ? tr("Password")
            : chosen == Method::ApiKey               ? tr("Key")
                                                     : tr("Token"));
    update();
}

SignInField::Missing SignInField::firstMissing() const
{
    const auto member = [this](const QString &name) -> QWidget * {
        const auto found = std::ranges::find(m_oauth, name, &std::pair<QString, QWidget *>::first);
        return found == m_oauth.end() ? nullptr : found->second;
    };
    const auto isEmpty = [&member](const QString &name) {
        const auto *edit = qobject_cast<const QLineEdit *>(member(name));
        return !edit || edit->text().trimmed().isEmpty();
    };
    switch (method()) {
    case Method::None: return {};
    case Method::OAuth: {
        const auto *grant = qobject_cast<const QComboBox *>(member(u"grant"_s));
        if (!grant || grant->currentData().toString() != "client"_L1)
            return {}; // the service provides the other values
        if (isEmpty(u"clientId"_s))
            return {tr("Client ID"), member(u"clientId"_s)};
        if (m_clientSecret->reference().isEmpty() && isEmpty(u"privateKey"_s))
            return {tr("Client secret"), m_clientSecret->focusProxy()};
        return {};
    }
    case Method::Basic:
        if (!m_secret->typed().isEmpty() && m_user->text().isEmpty())
            return {tr("User"), m_user};
        break;
    case Method::Bearer:
    case Method::ApiKey: break;
    }
    if (m_secret->reference().isEmpty())
        return {tr("Secret"), m_secret->focusProxy()};
    return {};
}

SignInField::Missing SignInField::markMissing()
{
    const Missing missing = firstMissing();
    QWidgetList fields{m_user, m_secret->focusProxy(), m_clientSecret->focusProxy()};
    for (const auto &[name, field] : std::as_const(m_oauth))
        fields.append(field);
    for (QWidget *field : std::as_const(fields))
        setInvalid(field, field == missing.field);
    return missing;
}

//! Fills in the sign-in from a header that a method of this field wrote, or that a curl command contains.
//! Returns the settings without that header.
Json SignInField::takeHeader(const Json &settings)
{
    const Json headers = settings.member("headers"_L1);
    QString taken;
    for (const auto header : headers.members()) {
        const QString value = header.value().toString();
        const QString whole = SecretField::referenceIn(value);
        const bool isAuthorization = header.key().compare(authorization, Qt::CaseInsensitive) == 0;
        const QString scheme = isAuthorization ? value.section(u' ', 0, 0).toLower() : QString();
        const QString rest = value.section(u' ', 1);
        if (scheme == "bearer"_L1 || scheme == "basic"_L1) {
            const bool isBasic = scheme == "basic"_L1;
            setMethod(isBasic ? Method::Basic : Method::Bearer);
            const QString pair = QString::fromUtf8(QByteArray::fromBase64(rest.toLatin1()));
            if (const QString reference = SecretField::referenceIn(rest); !reference.isEmpty())
                m_secret->setReference(reference);
            else
                m_secret->setTyped(isBasic ? pair.section(u':', 1) : rest);
            if (isBasic && SecretField::referenceIn(rest).isEmpty())
                m_user->setText(pair.section(u':', 0, 0));
        } else if (!whole.isEmpty() && !isAuthorization) {
            setMethod(Method::ApiKey);
            m_header->setText(header.key());
            m_secret->setReference(whole);
        } else {
            continue;
        }
        taken = header.key();
        break;
    }
    if (taken.isEmpty())
        return settings;
    const Json left = withoutMember(headers, taken);
    return withMember(settings, u"headers", left.size() == 0 ? Json() : left);
}

Json SignInField::take(const Json &settings)
{
    setMethod(Method::None);
    m_secret->setReference({});
    m_user->clear();
    m_header->clear();
    const QString auth = settings.member("auth"_L1).toString();
    const Json rest = m_writesHeader && auth != "oauth"_L1 ? takeHeader(settings) : settings;
    const QString form = auth.section(u':', 0, 0);
    QString reference = auth.section(u':', 1);
    if (auth == "oauth"_L1)
        setMethod(Method::OAuth);
    else if (form == "bearer"_L1)
        setMethod(Method::Bearer);
    else if (form == "basic"_L1)
        setMethod(Method::Basic);
    else if (form == "apikey"_L1) {
        setMethod(Method::ApiKey);
        m_header->setText(reference.section(u'=', 0, 0));
        reference = reference.section(u'=', 1);
    }
    if (!reference.isEmpty())
        m_secret->setReference(reference);
    m_oauthSet = settings.member("oauth"_L1);
    m_clientSecret->setReference(m_oauthSet.member("clientSecret"_L1).toString());
    for (const auto &[name, field] : std::as_const(m_oauth)) {
        const Json value = m_oauthSet.member(name);
        if (auto *choice = qobject_cast<QComboBox *>(field))
            choice->setCurrentIndex(std::max(0, choice->findData(value.toString())));
        else
            static_cast<QLineEdit *>(field)->setText(
                value.isArray() ? textsOf(value).join(u' ') : value.toString());
    }
    showFields();
    return withoutMember(withoutMember(rest, u"auth"_s), u"oauth"_s);
}

Json SignInField::put(const Json &settings) const
{
    const Method chosen = method();
    const QString reference = m_secret->reference();
    if (chosen == Method::OAuth) {
        Json oauth = m_oauthSet;
        const auto set = [&oauth](const QString &name, const QString &text) {
            oauth = withMember(oauth, name, textOrAbsent(text));
        };
        for (const auto &[name, field] : m_oauth) {
            if (const auto *choice = qobject_cast<QComboBox *>(field))
                set(name, choice->currentData().toString());
            else if (static_cast<QLineEdit *>(field)->isModified() || !oauth.member(name).isArray())
                set(name, static_cast<QLineEdit *>(field)->text().trimmed());
        }
        set(u"clientSecret"_s, m_clientSecret->reference());
        const Json signedIn = withMember(settings, u"auth", Json::string(u"oauth"));
        return oauth.size() == 0 ? signedIn : withMember(signedIn, u"oauth", oauth);
    }
    const Json kept = m_oauthSet.size() > 0 ? withMember(settings, u"oauth", m_oauthSet) : settings;
    if (chosen == Method::None || reference.isEmpty())
        return kept;
    const QString header = m_header->text().trimmed().isEmpty() ? u"X-API-Key"_s : m_header->text().trimmed();
    if (m_writesHeader) {
        const QString placeholder = SecretField::placeholderOf(reference);
        const QString value = chosen == Method::Bearer ? QString(u"Bearer "_s + placeholder)
            : chosen == Method::Basic                  ? QString(u"Basic "_s + placeholder)
                                                       : placeholder;
        return withMember(settings, u"headers",
            withMember(settings.member("headers"_L1),
                chosen == Method::ApiKey ? header : QString(authorization), Json::string(value)));
    }
    const QString auth = chosen == Method::Bearer ? QString(u"bearer:"_s + reference)
        : chosen == Method::Basic                 ? QString(u"basic:"_s + reference)
                                                  : QString(u"apikey:"_s + header + u'=' + reference);
    return withMember(kept, u"auth", Json::string(auth));
}

void SignInField::paintEvent(QPaintEvent *)
{
    if (m_fields->isVisible())
        QPainter(this).fillRect(
            0, m_fields->y(), 2, m_fields->height(), Theme::of(this).color(ColorRole::Line));
}

} // namespace Workbench::Ui

#include "moc_signinfield.cpp"
