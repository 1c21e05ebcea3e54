// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/sources/openapi/openapifiles.h"

#include "core/json/jsonpointer.h"
#include "core/json/jsontext.h"
#include "core/schema/schemauri.h"

#include <QSet>

#include <algorithm>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

constexpr int longestReferenceChain = 100; // of references that lead to references

//! One spelling for each address.
QString addressKey(const QUrl &url)
{
    return url.adjusted(QUrl::RemoveFragment | QUrl::NormalizePathSegments).toString(QUrl::FullyEncoded);
}

bool canBeFetched(const QUrl &url)
{
    return url.scheme() == "file"_L1 || url.scheme() == "https"_L1 || url.scheme() == "http"_L1;
}

} // namespace

OpenApiFiles::OpenApiFiles(const Limits &limits)
    : m_limits(limits)
{
}

void OpenApiFiles::add(OpenApiText text, const QUrl &asked)
{
    const int file = count();
    QString base = addressKey(text.url);
    m_byAddress.insert(base, file);
    if (!asked.isEmpty())
        m_byAddress.insert(addressKey(asked), file);
    // 3.2: an address of its own, for references only.
    if (const Json self = text.root.member("$self"_L1);
        self.isString() && text.root.member("openapi"_L1).toString().startsWith("3.2"_L1)) {
        base = SchemaUri::resolve(base, self.toString());
        m_byAddress.insert(addressKey(QUrl(base)), file);
    }
    m_files.append({std::move(text), base, {}, {}, {}});
}

void OpenApiFiles::addFailed(const QUrl &asked, const QString &reason)
{
    m_failed.insert(addressKey(asked), reason);
}

void OpenApiFiles::scan(int number, OpenApiVersion version)
{
    File &file = m_files[number];
    const Json root = file.text.root;
    OpenApiScan scan = scanForReferences(root, version, int(m_limits.jsonDepth));
    file.references = std::move(scan.references);
    std::vector<Resource> resources;
    for (const OpenApiScan::Name &id : std::as_const(scan.ids)) {
        const Json value = JsonPointer::resolve(root, id.pointer);
        const JsonView view(value);
        resources.push_back({placeInMemory(view.nodeAddress()), placeInMemory(view.next().nodeAddress()),
            id.name, value, -1});
    }
    std::ranges::sort(resources, {}, &Resource::begin); // outer ones first
    for (Resource &resource : resources) {
        resource.outer = resourceAt(number, resource.value.nodeAddress());
        const QString &base = resource.outer < 0 ? file.base : file.resources[size_t(resource.outer)].uri;
        resource.uri = SchemaUri::resolve(base, resource.uri);
        m_byId.insert(resource.uri, {number, resource.value});
        file.resources.push_back(resource);
    }
    for (const OpenApiScan::Name &anchor : std::as_const(scan.anchors)) {
        const Json value = JsonPointer::resolve(root, anchor.pointer);
        const Resource *const resource = resourceOf(number, value.nodeAddress());
        m_anchors.insert(
            (resource ? resource->uri : file.base) + u'#' + anchor.name, OpenApiPlace{number, value});
    }
    noteExternals(number);
}

//! The innermost one around a node: the last that begins before it, or one around that.
qsizetype OpenApiFiles::resourceAt(int file, const void *node) const
{
    const std::vector<Resource> &resources = m_files.at(file).resources;
    const auto after = std::ranges::upper_bound(resources, placeInMemory(node), {}, &Resource::begin);
    qsizetype at = after - resources.begin() - 1;
    while (at >= 0 && placeInMemory(node) >= resources[size_t(at)].end)
        at = resources[size_t(at)].outer;
    return at;
}

const OpenApiFiles::Resource *OpenApiFiles::resourceOf(int file, const void *node) const
{
    const qsizetype at = resourceAt(file, node);
    return at < 0 ? nullptr : &m_files.at(file).resources[size_t(at)];
}

QString OpenApiFiles::absolute(int file, const void *holder, const QString &text) const
{
    const Resource *const resource = resourceOf(file, holder);
    return SchemaUri::resolve(resource ? resource->uri : m_files.at(file).base, text);
}

void OpenApiFiles::noteExternals(int file)
{
    QSet<QByteArrayView> seen;
    QSet<QString> known;
    for (const OpenApiScan::Reference &reference : references(file)) {
        if (reference.text.startsWith('#') || (!hasIds(file) && seen.contains(reference.text)))
            continue;
        seen.insert(reference.text);
        const QString uri = absolute(file, reference.holder, jsonText(reference.text));
        const QUrl url = QUrl(uri).adjusted(QUrl::NormalizePathSegments);
        if (known.contains(uri) || !canBeFetched(url))
            continue;
        known.insert(uri);
        m_files[file].externals.append({uri, addressKey(url), url});
    }
}

QList<QUrl> OpenApiFiles::missing() const
{
    QList<QUrl> urls;
    QSet<QString> known;
    for (const File &file : m_files) {
        for (const External &external : file.externals) {
            if (known.contains(external.key) || m_byId.contains(external.uri)
                || m_byAddress.contains(external.key) || m_failed.contains(external.key))
                continue;
            known.insert(external.key);
            urls.append(external.url);
        }
    }
    return urls;
}

void OpenApiFiles::dropTexts()
{
    for (File &file : m_files) {
        file.text.bytes.clear();
        file.text.positions = {};
        file.text.remarks.clear();
        file.references = {};
    }
}

std::expected<OpenApiFiles::Start, QString> OpenApiFiles::startOf(
    int file, const void *holder, const QString &text) const
{
    const SchemaUri::Split split = SchemaUri::split(text);
    const QString fragment = SchemaUri::decoded(split.fragment);
    if (split.uri.isEmpty()) {
        const Resource *const resource = resourceOf(file, holder);
        if (resource)
            return Start{{file, resource->value}, fragment, resource->uri};
        return Start{root(file), fragment, m_files.at(file).base};
    }
    const QString uri = absolute(file, holder, split.uri);
    if (const auto id = m_byId.constFind(uri); id != m_byId.cend())
        return Start{*id, fragment, uri};
    const QString key = addressKey(QUrl(uri));
    if (const auto known = m_byAddress.constFind(key); known != m_byAddress.cend())
        return Start{root(*known), fragment, m_files.at(*known).base};
    if (const auto failed = m_failed.constFind(key); failed != m_failed.cend())
        return std::unexpected(*failed);
    return std::unexpected(u"%1 was not read"_s.arg(uri));
}

//! Where \a pointer leads from \a place, through references that stand on its way; absent: nowhere.
Json OpenApiFiles::walked(OpenApiPlace &place, const QString &pointer) const
{
    if (Json found = JsonPointer::resolve(place.value, pointer); !found.isAbsent())
        return found;
    QStringList waiting = JsonPointer::tokens(pointer);
    std::ranges::reverse(waiting);
    if (waiting.isEmpty())
        return {};
    int hops = 0;
    while (!waiting.isEmpty()) {
        const Json next = JsonPointer::resolve(place.value, JsonPointer::child({}, waiting.last()));
        if (!next.isAbsent()) {
            place.value = next;
            waiting.removeLast();
            continue;
        }
        const Json reference = place.value.member("$ref"_L1);
        if (!reference.isString() || ++hops > longestReferenceChain)
            return {};
        const auto start = startOf(place.file, place.value.nodeAddress(), reference.toString());
        if (!start)
            return {};
        place = start->place;
        QStringList before = JsonPointer::tokens(start->fragment);
        std::ranges::reverse(before);
        waiting += before;
    }
    return place.value;
}

OpenApiTarget OpenApiFiles::resolve(int file, const void *holder, const QString &text) const
{
    const auto start = startOf(file, holder, text);
    if (!start)
        return {{}, false, start.error()};
    if (!start->fragment.isEmpty() && !start->fragment.startsWith(u'/')) {
        const auto anchor = m_anchors.constFind(start->uri + u'#' + start->fragment);
        if (anchor != m_anchors.cend())
            return {*anchor, false, {}};
        return {{}, false, u"there is no such anchor"_s};
    }
    OpenApiPlace place = start->place;
    if (const Json found = walked(place, start->fragment); !found.isAbsent())
        return {{place.file, found}, false, {}};
    if (file != 0 && text.startsWith(u'#')) { // what the author most likely means
        place = root(0);
        if (const Json found = walked(place, start->fragment); !found.isAbsent())
            return {{place.file, found}, true, {}};
    }
    return {{}, false, u"nothing is there"_s};
}

OpenApiTarget OpenApiFiles::followed(const OpenApiPlace &place) const
{
    OpenApiTarget target{place, false, {}};
    for (int hops = 0; hops < longestReferenceChain; ++hops) {
        const Json reference = target.place.value.member("$ref"_L1);
        if (!reference.isString())
            return target;
        target = resolve(target.place.file, target.place.value.nodeAddress(), reference.toString());
        if (!target.trouble.isEmpty())
            return target;
    }
    return {{}, false, u"it leads back to itself"_s};
}

} // namespace Workbench
