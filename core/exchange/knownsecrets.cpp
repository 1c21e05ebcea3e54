// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/exchange/knownsecrets.h"

#include "core/json/jsonparser.h"

#include <QUrl>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Workbench {

namespace {

constexpr qsizetype shortest = 4;
constexpr qsizetype shortestInBase64 = 6; // what stays of a shorter one's characters turns up by chance

//! The characters of the secret's base64 that do not depend on what stands before and behind it.
void addBase64(QByteArrayList &forms, const QByteArray &secret, QByteArray::Base64Option alphabet)
{
    for (qsizetype offset = 0; offset < 3; ++offset) {
        const QByteArray shifted = QByteArray(offset, '\0').append(secret);
        const QByteArray encoded = shifted.toBase64(alphabet | QByteArray::OmitTrailingEquals);
        const qsizetype first = (offset * 8 + 5) / 6;
        const qsizetype end = (offset + secret.size()) * 8 / 6;
        forms.append(encoded.sliced(first, end - first));
    }
}

QByteArrayList formsOf(const QByteArray &secret)
{
    const QByteArray percent = secret.toPercentEncoding();
    QByteArray json = Json::string(QString::fromUtf8(secret)).toBytes();
    json = json.sliced(1, json.size() - 2);
    QByteArrayList forms{secret, percent, percent.toLower(), QByteArray(percent).replace("%20", "+"), json,
        QByteArray(json).replace("/", "\\/")};
    if (secret.size() >= shortestInBase64) {
        addBase64(forms, secret, QByteArray::Base64Encoding);
        addBase64(forms, secret, QByteArray::Base64UrlEncoding);
    }
    std::ranges::sort(forms);
    forms.erase(std::ranges::unique(forms).begin(), forms.end());
    std::ranges::stable_sort(forms, std::ranges::greater(), &QByteArray::size);
    return forms;
}

} // namespace

void KnownSecrets::add(const QByteArray &secret, const QString &name)
{
    if (secret.size() < shortest)
        return;
    const QByteArray shown = "${secret:" + name.toUtf8() + '}';
    if (const auto known = std::ranges::find(m_entries, secret, &Entry::secret); known != m_entries.end()) {
        known->shown = shown;
        return;
    }
    m_entries.push_back({secret, formsOf(secret), shown});
    // One that holds another is hidden whole.
    std::ranges::stable_sort(
        m_entries, std::ranges::greater(), [](const Entry &entry) { return entry.secret.size(); });
}

QByteArray KnownSecrets::hidden(QByteArray bytes) const
{
    for (const Entry &entry : m_entries) {
        for (const QByteArray &form : entry.forms)
            bytes.replace(form, entry.shown); // leaves the bytes shared when there is none
    }
    return bytes;
}

QString KnownSecrets::hidden(const QString &text) const
{
    if (isEmpty() || text.isEmpty())
        return text;
    const QByteArray before = text.toUtf8();
    const QByteArray after = hidden(before);
    return after == before ? text : QString::fromUtf8(after);
}

Json KnownSecrets::hidden(const Json &value) const
{
    if (isEmpty() || value.isAbsent())
        return value;
    const QByteArray before = value.toBytes();
    const QByteArray after = hidden(before);
    return after == before ? value : parseJson(after).value_or(Json());
}

Error KnownSecrets::hidden(Error error) const
{
    error.message = hidden(error.message);
    error.detail = hidden(error.detail);
    error.details = hidden(error.details);
    return error;
}

} // namespace Workbench
