// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/secrets/knownsecrets.h"

#include "core/json/jsonparser.h"
#include "core/json/jsontext.h"

#include <QByteArrayList>
#include <QString>

#include <algorithm>
#include <array>
#include <tuple>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

// Libraries choose which characters they escape, and how. The form of a secret in a text from another program
// can therefore not be predicted, only decoded.

//! The first characters of escapes. The plus is a space in form data.
constexpr std::array escapeSigns{'%', '\\', '&', '+'};

constexpr qsizetype shortestEncoded = 6; // the encoded part of a shorter secret would occur by chance
constexpr qsizetype mostBackslashes = 15; // of one escape, for JSON nested in JSON strings
constexpr int mostTimesEncoded = 3; // "%25252F"
constexpr qsizetype longestEntity = 10;
constexpr qsizetype unitDigits = 4; // digits after \u

//! Adds the base64 of \a secret at each offset, without the characters that depend on the bytes around it.
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

//! Returns the value of \a count hexadecimal digits at \a at, or -1 if there are other characters.
int hexAt(QByteArrayView bytes, qsizetype at, qsizetype count)
{
    if (at + count > bytes.size())
        return -1;
    int value = 0;
    for (const char c : bytes.sliced(at, count)) {
        const int digit = c >= '0' && c <= '9' ? c - '0'
            : c >= 'a' && c <= 'f'             ? c - 'a' + 10
            : c >= 'A' && c <= 'F'             ? c - 'A' + 10
                                               : -1;
        if (digit < 0)
            return -1;
        value = value * 16 + digit;
    }
    return value;
}

qsizetype backslashesAt(QByteArrayView bytes, qsizetype at)
{
    qsizetype count = 0;
    while (count < mostBackslashes && at + count < bytes.size() && bytes[at + count] == '\\')
        ++count;
    return count;
}

//! Number of bytes read, and number of bytes of the secret that they mean. Nothing read: they mean other
//! bytes.
struct Escape {
    qsizetype read = 0;
    qsizetype meant = 0;
};

Escape percentAt(QByteArrayView bytes, qsizetype at, char wanted)
{
    qsizetype digits = at + 1;
    for (int times = 0; times < mostTimesEncoded; ++times) {
        const int value = hexAt(bytes, digits, 2);
        if (value == int(uchar(wanted)))
            return {digits + 2 - at, 1};
        if (value != '%')
            break;
        digits += 2;
    }
    return {};
}

//! Reads \\uXXXX, or two of them for a character beyond 16 bits.
Escape unitAt(QByteArrayView bytes, qsizetype at, qsizetype slashes, QByteArrayView wanted)
{
    const int unit = hexAt(bytes, at + slashes + 1, unitDigits);
    if (unit < 0)
        return {};
    qsizetype end = at + slashes + 1 + unitDigits;
    QString character = QChar(char16_t(unit));
    const qsizetype next = end + slashes;
    if (QChar::isHighSurrogate(char32_t(unit)) && backslashesAt(bytes, end) == slashes && next < bytes.size()
        && bytes[next] == 'u') {
        const int low = hexAt(bytes, next + 1, unitDigits);
        character += QChar(char16_t(std::max(low, 0)));
        end = next + 1 + unitDigits;
    }
    const QByteArray meant = character.toUtf8();
    return wanted.startsWith(meant) ? Escape{end - at, meant.size()} : Escape{};
}

Escape backslashAt(QByteArrayView bytes, qsizetype at, QByteArrayView wanted)
{
    const qsizetype slashes = backslashesAt(bytes, at);
    const qsizetype after = at + slashes;
    if (const qsizetype own = backslashesAt(wanted, 0); own > 0 && own <= slashes)
        return {slashes, own};
    if (after >= bytes.size())
        return {};
    if (bytes[after] == 'u') {
        if (const Escape unit = unitAt(bytes, at, slashes, wanted); unit.read > 0)
            return unit;
    }
    constexpr QByteArrayView letters = "nrtbf";
    constexpr QByteArrayView controls = "\n\r\t\b\f";
    const qsizetype letter = letters.indexOf(bytes[after]);
    if (wanted.front() == bytes[after] || (letter >= 0 && controls[letter] == wanted.front()))
        return {slashes + 1, 1};
    return {};
}

//! Reads an HTML entity: "&amp;", "&#47;", "&#x2F;".
Escape entityAt(QByteArrayView bytes, qsizetype at, QByteArrayView wanted)
{
    const QByteArrayView start = bytes.sliced(at, std::min(longestEntity, bytes.size() - at));
    const qsizetype end = start.indexOf(';');
    if (end < 3)
        return {};
    const QByteArrayView name = start.sliced(1, end - 1);
    QByteArray meant;
    if (name.startsWith('#')) {
        const bool isHex = name[1] == 'x' || name[1] == 'X';
        bool isNumber = false;
        const auto character = char32_t(name.sliced(isHex ? 2 : 1).toUInt(&isNumber, isHex ? 16 : 10));
        if (isNumber && character <= QChar::LastValidCodePoint)
            meant = QString::fromUcs4(&character, 1).toUtf8();
    } else {
        constexpr std::pair<QByteArrayView, char> names[] = {
            {"amp", '&'}, {"lt", '<'}, {"gt", '>'}, {"quot", '"'}, {"apos", '\''}};
        const auto *known = std::ranges::find(names, name, &std::pair<QByteArrayView, char>::first);
        if (known != std::end(names))
            meant = QByteArray(1, known->second);
    }
    return !meant.isEmpty() && wanted.startsWith(meant) ? Escape{end + 1, meant.size()} : Escape{};
}

Escape escapeAt(QByteArrayView bytes, qsizetype at, QByteArrayView wanted)
{
    switch (bytes[at]) {
    case '%': return percentAt(bytes, at, wanted.front());
    case '\\': return backslashAt(bytes, at, wanted);
    case '&': return entityAt(bytes, at, wanted);
    case '+': return wanted.front() == ' ' ? Escape{1, 1} : Escape{}; // in a form
    default: return {};
    }
}

//! Returns the forms of \a secret that contain no escapes: plain, in base64 at any offset, in hexadecimal.
//! The longest form comes first.
QByteArrayList plainSecretForms(const QByteArray &secret)
{
    QByteArrayList forms{secret};
    if (secret.size() >= shortestEncoded) {
        addBase64(forms, secret, QByteArray::Base64Encoding);
        addBase64(forms, secret, QByteArray::Base64UrlEncoding);
        forms.append({secret.toHex(), secret.toHex().toUpper()});
    }
    std::ranges::sort(forms);
    forms.erase(std::ranges::unique(forms).begin(), forms.end());
    std::ranges::stable_sort(forms, std::ranges::greater(), &QByteArray::size);
    return forms;
}

//! Returns whether \a bytes may contain escapes.
bool hasEscapes(QByteArrayView bytes)
{
    return std::ranges::any_of(escapeSigns, [bytes](char sign) { return bytes.contains(sign); });
}

//! Returns the end of \a secret if it begins in \a bytes at \a at, otherwise -1. Each character of the secret
//! may be plain, percent-encoded, or escaped for JSON or HTML, in any mixture and several times.
qsizetype endOfEscapedSecret(QByteArrayView bytes, qsizetype at, QByteArrayView secret)
{
    while (!secret.isEmpty()) {
        if (at >= bytes.size())
            return -1;
        Escape step = escapeAt(bytes, at, secret);
        if (step.read == 0 && bytes[at] == secret.front())
            step = {1, 1};
        if (step.read == 0)
            return -1;
        at += step.read;
        secret = secret.sliced(step.meant);
    }
    return at;
}

constexpr qsizetype shortestValue = 4;

//! An occurrence of a secret: the range of bytes and the index of its entry.
struct Place {
    qsizetype start;
    qsizetype end;
    size_t entry;
};

void addPlaces(std::vector<Place> &places, const QByteArray &bytes, const QByteArray &form, size_t entry)
{
    for (qsizetype at = bytes.indexOf(form); at >= 0; at = bytes.indexOf(form, at + form.size()))
        places.push_back({at, at + form.size(), entry});
}

//! Returns whether \a place overlaps one of \a known, which are sorted and do not overlap each other.
bool isIn(const Place &place, const std::vector<Place> &known)
{
    const auto next = std::ranges::upper_bound(known, place.start, {}, &Place::end);
    return next != known.end() && next->start < place.end;
}

} // namespace

void KnownSecrets::add(const QByteArray &secret, const QString &name)
{
    if (secret.size() < shortestValue) {
        if (!secret.isEmpty() && !m_short.contains(secret))
            m_short.append(secret);
        return;
    }
    const QByteArray shown = "${secret:" + name.toUtf8() + '}';
    if (const auto known = std::ranges::find(m_entries, secret, &Entry::secret); known != m_entries.end()) {
        known->shown = shown;
        return;
    }
    m_entries.push_back({secret, plainSecretForms(secret), shown});
    // Longer secrets come first, so that a secret that contains another one is hidden completely.
    std::ranges::stable_sort(
        m_entries, std::ranges::greater(), [](const Entry &entry) { return entry.secret.size(); });
}

bool KnownSecrets::occurIn(const QByteArray &bytes) const
{
    return hidden(bytes) != bytes || std::ranges::any_of(m_short, [&bytes](const QByteArray &secret) {
        return bytes.contains(secret);
    });
}

//! Replaces all secrets in one pass. Inserted placeholders, and placeholders from an earlier pass, are not
//! searched, because a secret may be a word in a placeholder.
QByteArray KnownSecrets::hidden(QByteArray bytes) const
{
    std::vector<Place> places;
    for (size_t i = 0; i < m_entries.size(); ++i) {
        for (const QByteArray &form : m_entries[i].forms)
            addPlaces(places, bytes, form, i);
    }
    if (hasEscapes(bytes)) {
        std::array<bool, 256> mayBegin{};
        for (const Entry &entry : m_entries)
            mayBegin.at(uchar(entry.secret.front())) = true;
        for (const char c : {'%', '\\', '&', '+'})
            mayBegin.at(uchar(c)) = true;
        for (qsizetype at = 0; at < bytes.size(); ++at) {
            if (!mayBegin.at(uchar(bytes.at(at))))
                continue;
            for (size_t i = 0; i < m_entries.size(); ++i) {
                const qsizetype end = endOfEscapedSecret(bytes, at, m_entries[i].secret);
                if (end >= 0)
                    places.push_back({at, end, i});
            }
        }
    }
    if (places.empty())
        return bytes; // still implicitly shared
    std::vector<Place> known;
    for (size_t i = 0; i < m_entries.size(); ++i)
        addPlaces(known, bytes, m_entries[i].shown, i);
    std::ranges::sort(known, {}, &Place::start);
    std::erase_if(places, [&known](const Place &place) { return isIn(place, known); });
    std::ranges::sort(places, [](const Place &a, const Place &b) {
        return std::tuple(a.start, -a.end, a.entry) < std::tuple(b.start, -b.end, b.entry);
    });
    QByteArray out;
    qsizetype done = 0;
    const Place *last = nullptr;
    for (const Place &place : places) {
        if (place.end <= done)
            continue;
        const bool goesOn = last && place.start < done; // of two overlapping secrets, no part may remain
        out += QByteArrayView(bytes).sliced(done, std::max(place.start, done) - done);
        if (!goesOn || last->entry != place.entry)
            out += m_entries[place.entry].shown;
        done = place.end;
        last = &place;
    }
    return out + QByteArrayView(bytes).sliced(done);
}

QString KnownSecrets::hidden(const QString &text) const
{
    if (isEmpty() || text.isEmpty())
        return text;
    const QByteArray before = text.toUtf8();
    const QByteArray after = hidden(before);
    return after == before ? text : jsonText(after);
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
