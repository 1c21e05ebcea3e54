// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/dialogs/secretfield.h"

#include "core/base/visibletext.h"
#include "core/session/sessions.h"
#include "ui/theme/building.h"
#include "ui/theme/icons.h"
#include "ui/theme/theme.h"
#include "ui/theme/zoom.h"

#include <QComboBox>
#include <QLineEdit>
#include <QRegularExpression>

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

namespace {

constexpr auto keychainPrefix = "keychain:"_L1;
constexpr auto variablePrefix = "env:"_L1;
enum Place { Typed, Variable, Kept }; // rows of the combo box; rows from Kept on are names in the keychain

} // namespace

SecretField::SecretField(Sessions *sessions, const QString &title, QWidget *parent)
    : QWidget(parent)
    , m_place(named(new QComboBox(this), u"secretPlace"_s, tr("Where \"%1\" comes from").arg(title)))
    , m_text(named(new QLineEdit(this), u"secretText"_s, title))
{
    m_place->addItem(icon(u"key"_s), tr("Store in keychain…"));
    m_place->addItem(icon(u"terminal"_s), tr("Environment variable"));
    setZoomedHeight(m_place, 28);
    m_text->setFont(Theme::of(this).font(FontRole::Data));
    addAll(newRow(this, {}, 8), {m_place, {m_text, 1}});
    setFocusProxy(m_text);
    connect(m_place, &QComboBox::activated, this, [this](int place) {
        // Typed text is kept while the user looks at the other places. A secret never becomes the name of a
        // variable.
        if (m_shown < Kept)
            m_typed[m_shown] = m_text->text();
        m_text->setText(place < Kept ? m_typed[place] : QString());
        showPlace();
        Q_EMIT changed();
    });
    connect(m_text, &QLineEdit::textEdited, this, &SecretField::changed);
    if (sessions) {
        sessions->keptSecrets().then(this, [this](const Result<QStringList> &names) {
            for (const QString &name : names.value_or(QStringList()))
                addKept(name);
        });
    }
    showPlace();
}

void SecretField::addKept(const QString &name)
{
    const QString reference = keychainPrefix + name;
    if (m_place->findData(reference) < 0)
        m_place->addItem(icon(u"key"_s), visibleText(name, false, 60), reference);
}

void SecretField::showPlace()
{
    const int place = m_place->currentIndex();
    m_shown = place;
    m_text->setVisible(place < Kept);
    m_text->setEchoMode(place == Typed ? QLineEdit::Password : QLineEdit::Normal);
    m_text->setPlaceholderText(place == Variable ? tr("Name of the variable") : m_placeholder);
    setFocusProxy(place < Kept ? static_cast<QWidget *>(m_text) : m_place);
}

void SecretField::setPlaceholder(const QString &text)
{
    m_placeholder = text;
    showPlace();
}

QString SecretField::referenceIn(const QString &text)
{
    static const QRegularExpression whole(u"^\\$\\{((?:keychain|env):[^}]+)\\}$"_s);
    return whole.match(text).captured(1);
}

QString SecretField::placeholderOf(const QString &reference)
{
    return reference.isEmpty() ? QString() : QString(u"${"_s + reference + u'}');
}

QString SecretField::reference() const
{
    const QString text = m_text->text().trimmed();
    switch (m_place->currentIndex()) {
    case Typed: return text.isEmpty() ? QString() : QString(keychainPrefix + storedName());
    case Variable: return text.isEmpty() ? QString() : QString(variablePrefix + text);
    default: return m_place->currentData().toString();
    }
}

void SecretField::setReference(const QString &reference)
{
    m_text->clear();
    m_typed = {};
    if (reference.startsWith(variablePrefix)) {
        m_place->setCurrentIndex(Variable);
        m_text->setText(reference.sliced(variablePrefix.size()));
    } else if (reference.startsWith(keychainPrefix)) {
        addKept(reference.sliced(keychainPrefix.size()));
        m_place->setCurrentIndex(m_place->findData(reference));
    } else {
        m_place->setCurrentIndex(Typed);
    }
    showPlace();
}

QString SecretField::storedName() const
{
    const QString wanted = u"%1/%2"_s.arg(m_sourceName.isEmpty() ? u"source"_s : m_sourceName, m_storedName);
    QString name = wanted;
    for (int number = 2; m_taken.contains(name); ++number)
        name = u"%1-%2"_s.arg(wanted).arg(number);
    return name;
}

QList<std::pair<QString, QString>> SecretField::typedIn(const QWidget *parent)
{
    QList<std::pair<QString, QString>> all;
    const QList<SecretField *> fields = parent->findChildren<SecretField *>();
    for (const SecretField *field : fields) {
        const QString typed = field->isEnabled() ? field->typed() : QString();
        if (!typed.isEmpty())
            all.append({field->storedName(), field->m_storedText ? field->m_storedText(typed) : typed});
    }
    return all;
}

void SecretField::setTyped(const QString &secret)
{
    m_place->setCurrentIndex(Typed);
    m_text->setText(secret);
    showPlace();
}

QString SecretField::typed() const
{
    return m_place->currentIndex() == Typed ? m_text->text() : QString();
}

void SecretField::clearTyped()
{
    if (!typed().isEmpty())
        setReference(reference());
}

} // namespace Workbench::Ui

#include "moc_secretfield.cpp"
