// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/exchange/knownsecrets.h"

#include "core/exchange/secretforms.h"
#include "core/json/jsonparser.h"
#include "core/json/jsontext.h"

#include <algorithm>
#include <array>
#include <tuple>

using namespace Qt::StringLiterals;

namespace Workbench {

namespace {

constexpr qsizetype shortest = 4;

//! Where a secret stands, and which one.
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

//! Whether it touches one of \a known, which do not overlap and stand in order.
bool isIn(const Place &place, const std::vector<Place> &known)
{
    const auto next = std::ranges::upper_bound(known, place.start, {}, &Place::end);
    return next != known.end() && next->start < place.end;
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
    m_entries.push_back({secret, plainSecretForms(secret), shown});
    // One that holds another is hidden whole.
    std::ranges::stable_sort(
        m_entries, std::ranges::greater(), [](const Entry &entry) { return entry.secret.size(); });
}

//! In one go: what is put in is not looked at again, and neither is what was put in before, for a secret may
//! be a word that stands there.
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
        return bytes; // still shared
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
        const bool goesOn = last && place.start < done; // of two that overlap nothing may stay
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
