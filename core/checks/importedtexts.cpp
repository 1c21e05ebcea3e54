// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/checks/importedtexts.h"

#include "core/secrets/redaction.h"
#include "core/secrets/substitution.h"
#include "core/workspace/environment.h"

#include <QFileInfo>
#include <QRegularExpression>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Workbench {

namespace {

//! Returns the pattern of a variable. `$${NAME}` is not a variable: hosts that know it mean the text
//! `${NAME}`.
const QRegularExpression &hostVariables()
{
    static const QRegularExpression expression(u"(?<!\\$)\\$\\{([^{}]+)\\}"_s);
    return expression;
}

bool isSecretSetting(const QString &name)
{
    static const QRegularExpression describing(
        u"(file|path|dir|url|uri|host|name|header|type|timeout|limit)$"_s,
        QRegularExpression::CaseInsensitiveOption);
    const QByteArray asHeader = QString(name).replace(u'_', u'-').toUtf8();
    return (isSecretKey(name) || isSecretHeader(asHeader)) && !describing.match(name).hasMatch();
}

//! Returns whether \a value is a sample from documentation or a template instead of a secret.
bool standsForSecret(const QString &value)
{
    static const QRegularExpression sample(
        u"^(<.*>|\\[.*\\]|(your|insert|enter|replace)[-_ ].*|x{3,}|\\*+|\\.{3}|…)$"_s,
        QRegularExpression::CaseInsensitiveOption);
    return sample.match(value).hasMatch();
}

//! Returns the secrets in \a text, which is called \a key, in order and without overlaps.
QList<SecretInText> secretsWithin(const QString &text, const QString &key)
{
    QList<SecretInText> all = namedSecrets(text) + suspectedSecrets(text, key);
    std::ranges::stable_sort(all, {}, &SecretInText::start);
    QList<SecretInText> found;
    for (const SecretInText &secret : std::as_const(all)) {
        if (found.isEmpty() || secret.start >= found.constLast().start + found.constLast().size)
            found.append(secret);
    }
    return found;
}

//! Returns the random segments in the path of \a address, which some services use instead of a token.
QList<SecretInText> secretSegments(const QString &address)
{
    QList<SecretInText> found;
    const qsizetype end = address.indexOf(QRegularExpression(u"[?#]|$"_s));
    qsizetype start = address.indexOf(u'/', address.indexOf("://"_L1) + 3);
    while (start >= 0 && start < end) {
        const qsizetype next = address.indexOf(u'/', start + 1);
        const qsizetype stop = next < 0 || next > end ? end : next;
        const QString segment = address.sliced(start + 1, stop - start - 1);
        // A random text with a key of this name counts as a secret.
        for (SecretInText secret : suspectedSecrets(segment, u"key"_s)) {
            secret.start += start + 1;
            secret.name = u"address"_s;
            found.append(secret);
        }
        start = next;
    }
    return found;
}

} // namespace

bool isSecretAsWhole(const QString &name, const QString &value)
{
    static const QRegularExpression plain(
        u"^(|true|false|yes|no|on|off|none|null)$"_s, QRegularExpression::CaseInsensitiveOption);
    static const QRegularExpression number(u"^[\\d.]+$"_s);
    static const QRegularExpression path(u"^(~?/|\\.{1,2}/|[A-Za-z]:\\\\).*(/|\\\\|\\.json$)"_s);
    if (!isSecretSetting(name) || plain.match(value).hasMatch() || value.contains("://"_L1)
        || hostVariables().match(value).hasMatch())
        return false;
    if (number.match(value).hasMatch())
        return isSecretNumber(name, value.toLatin1());
    return !name.endsWith("credentials"_L1, Qt::CaseInsensitive) || !path.match(value).hasMatch();
}

ImportedTexts::ImportedTexts(
    ImportedSource *source, const Json &inputs, ImportPlace place, SecretsInSettings secrets)
    : m_source(source)
    , m_inputs(inputs)
    , m_place(std::move(place))
    , m_secrets(secrets)
{
}

void ImportedTexts::remark(const QString &text)
{
    if (!m_source->remarks.contains(text))
        m_source->remarks.append(text);
}

QString ImportedTexts::variable(const QString &name, const QString &value)
{
    const Use use{u"variable "_s + name, name, isLoaderVariable(name)};
    if (use.isProgram)
        return rewritten(value, use, {});
    return isSecretAsWhole(name, value) ? secret(name, use.place, value)
                                        : rewritten(value, use, secretsWithin(value, name));
}

QString ImportedTexts::header(const QString &name, const QString &value)
{
    return tail(value, 0, {u"header "_s + name, name});
}

QString ImportedTexts::tail(const QString &text, qsizetype start, const Use &use)
{
    static const QRegularExpression scheme(
        u"^(?:bearer|basic|token|bot|api-?key)\\s+(?=\\S)"_s, QRegularExpression::CaseInsensitiveOption);
    const QString value = text.sliced(start);
    const qsizetype secretStart = start + scheme.match(value).capturedLength();
    const QString last = text.sliced(secretStart);
    if (!isSecretAsWhole(use.key, last))
        return rewritten(text, use, secretsWithin(text, use.key));
    return withoutPlaceholders(text.first(secretStart)) + secret(use.key, use.place, last);
}

QString ImportedTexts::argument(qsizetype number, const QString &value, const QString &before)
{
    static const QRegularExpression assignment(u"^-{0,2}([A-Za-z][\\w.-]*)(?:=|:\\s*)(?=.)"_s);
    static const QRegularExpression option(u"^--?([A-Za-z][\\w-]*)$"_s);
    Use use{u"argument %1"_s.arg(number), u"argument-%1"_s.arg(number)};
    if (const auto match = assignment.match(value); match.hasMatch() && isSecretSetting(match.captured(1))) {
        use.key = match.captured(1);
        return tail(value, match.capturedLength(), use);
    }
    if (const auto match = option.match(before); match.hasMatch() && !value.startsWith(u'-')) {
        use.key = match.captured(1);
        return tail(value, 0, use);
    }
    return rewritten(value, use, secretsWithin(value, {}));
}

QString ImportedTexts::program(const QString &value)
{
    return rewritten(value, {.place = u"the program"_s, .key = {}, .isProgram = true}, {});
}

QString ImportedTexts::address(const QString &value)
{
    QList<SecretInText> secrets = secretsWithin(value, {});
    for (const SecretInText &segment : secretSegments(value)) {
        const bool isKnown = std::ranges::any_of(secrets, [&segment](const SecretInText &secret) {
            return secret.start < segment.start + segment.size && segment.start < secret.start + secret.size;
        });
        if (!isKnown)
            secrets.append(segment);
    }
    std::ranges::stable_sort(secrets, {}, &SecretInText::start);
    return rewritten(value, {u"address"_s, u"address"_s}, secrets);
}

QString ImportedTexts::basicCredentials(const QString &userInfo)
{
    const QByteArray plain = QByteArray::fromPercentEncoding(userInfo.toUtf8());
    return u"Basic "_s
        + secret(u"Authorization"_s, u"header Authorization"_s, QString::fromLatin1(plain.toBase64()));
}

QString ImportedTexts::rewritten(const QString &text, const Use &use, const QList<SecretInText> &secrets)
{
    struct Part {
        qsizetype start;
        qsizetype size;
        QString variable; // empty for a secret
        QString key;
    };
    QList<Part> parts;
    for (const QRegularExpressionMatch &match : hostVariables().globalMatch(text))
        parts.append({match.capturedStart(), match.capturedLength(), match.captured(1), {}});
    const qsizetype variables = parts.size();
    for (const SecretInText &secret : secrets) {
        const bool holdsVariable = std::ranges::any_of(parts.first(variables), [&secret](const Part &part) {
            return part.start < secret.start + secret.size && secret.start < part.start + part.size;
        });
        if (!holdsVariable && secret.size > 0)
            parts.append({secret.start, secret.size, {}, use.key.isEmpty() ? secret.name : use.key});
    }
    std::ranges::stable_sort(parts, {}, &Part::start);
    QString out;
    qsizetype done = 0;
    for (const Part &part : std::as_const(parts)) {
        out += withoutPlaceholders(text.sliced(done, part.start - done));
        out += part.variable.isEmpty() ? secret(part.key, use.place, text.sliced(part.start, part.size))
                                       : resolved(part.variable, use);
        done = part.start + part.size;
    }
    return out + withoutPlaceholders(text.sliced(done));
}

QString ImportedTexts::resolved(const QString &name, const Use &use)
{
    static const QRegularExpression systemVariable(
        u"^(env:)?([A-Za-z_]\\w*)(?::-(.*))?$"_s, QRegularExpression::DotMatchesEverythingOption);
    const QString whole = u"${"_s + name + u'}';
    if (name.startsWith("input:"_L1))
        return input(name.sliced(6), use);
    const bool isHome = name == "userHome"_L1 || name == "HOME"_L1 || name == "env:HOME"_L1;
    if (isHome && !m_place.home.isEmpty())
        return withoutPlaceholders(m_place.home);
    const bool isFolder =
        name == "workspaceFolder"_L1 || name.startsWith("workspaceFolder:"_L1) || name == "cwd"_L1;
    if (isFolder && !m_place.folder.isEmpty())
        return withoutPlaceholders(m_place.folder);
    if (name == "workspaceFolderBasename"_L1 && !m_place.folder.isEmpty())
        return withoutPlaceholders(QFileInfo(m_place.folder).fileName());
    if (name == "pathSeparator"_L1 || name == "/"_L1)
        return u"/"_s;
    static const QStringList ofEditors{
        u"userHome"_s, u"workspaceFolder"_s, u"workspaceFolderBasename"_s, u"cwd"_s};
    const auto match = systemVariable.match(name);
    if (!match.hasMatch() || ofEditors.contains(name)) {
        remark(u"\"%1\" is not known here and was kept as it is; replace it"_s.arg(whole));
        return withoutPlaceholders(whole);
    }
    const QString variable = match.captured(2);
    if (match.captured(1).isEmpty() && !use.place.startsWith("variable "_L1)
        && m_ownVariables.contains(variable))
        return withoutPlaceholders(whole); // the started program replaces it
    if (match.hasCaptured(3) && !isSecretSetting(variable)) {
        remark(u"\"%1\": its default was taken; write ${env:%2} to take the variable of the system"_s.arg(
            whole, variable));
        return withoutPlaceholders(match.captured(3));
    }
    if (use.isProgram)
        return workspaceVariable(variable, u"%1 uses the variable of the system"_s.arg(use.place));
    return u"${env:"_s + variable + u'}';
}

QString ImportedTexts::input(const QString &id, const Use &use)
{
    Json found;
    for (const Json &each : m_inputs.items()) {
        if (each.member("id"_L1).toString() == id)
            found = each;
    }
    const QString value = found.member("default"_L1).toString();
    const QString what = found.member("description"_L1).toString(u"input \"%1\""_s.arg(id));
    const bool isSecret = found.member("password"_L1).toBoolean()
        || (found.member("type"_L1).toString() == "promptString"_L1 && value.isEmpty()
            && isSecretSetting(id));
    if (isSecret && !use.isProgram)
        return secret(id, u"input "_s + id, value);
    if (!value.isEmpty()) {
        remark(u"input \"%1\": its default \"%2\" was taken"_s.arg(id, value));
        return withoutPlaceholders(value);
    }
    QStringList options;
    for (const Json &option : found.member("options"_L1).items())
        options.append(option.isString() ? option.toString() : option.member("value"_L1).toString());
    return workspaceVariable(
        id, options.isEmpty() ? what : u"%1; one of %2"_s.arg(what, options.join(u", "_s)));
}

QString ImportedTexts::workspaceVariable(const QString &name, const QString &why)
{
    static const QRegularExpression other(u"[^A-Za-z0-9_.-]"_s);
    QString clean = QString(name).replace(other, u"_"_s);
    if (!isVariableName(clean))
        clean.prepend(u'_');
    remark(u"needs the variable \"%1\" in an environment of the workspace: %2"_s.arg(clean, why));
    return u"${"_s + clean + u'}';
}

QString ImportedTexts::secret(const QString &key, const QString &place, const QString &value)
{
    const QByteArray known = standsForSecret(value) ? QByteArray() : value.toUtf8();
    const QString own =
        m_source->source.name + u'/'; // an input of exportConfiguration() has this prefix already
    QString name = key.startsWith(own) ? key : QString(own + key);
    name.remove(u'}'); // a brace would end the reference
    QString unique = name;
    const auto taken = [this, &unique] {
        return std::ranges::find(m_source->secrets, unique, &ImportedSecret::name);
    };
    for (int number = 2; taken() != m_source->secrets.end() && taken()->value != known; ++number)
        unique = u"%1-%2"_s.arg(name, QString::number(number));
    if (taken() == m_source->secrets.end())
        m_source->secrets.append({unique, place, known});
    if (m_secrets == SecretsInSettings::InClear && !known.isEmpty())
        return withoutPlaceholders(value);
    return u"${keychain:"_s + unique + u'}';
}

} // namespace Workbench
