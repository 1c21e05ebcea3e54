// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/sources/openapi/openapidefinitions.h"

#include "core/json/jsonbuilder.h"
#include "core/json/jsontext.h"
#include "core/json/jsonview.h"

#include <QCryptographicHash>
#include <QSet>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

// References into the middle of other targets may name one part of a document over and over. Targets beyond
// this multiple of the document's size are not hashed one by one.
constexpr qint64 mostTimesOver = 8;

Json inherited(const Json &operation, const Json &root, QLatin1StringView member)
{
    return operation.hasMember(member) ? Json() : root.member(member);
}

} // namespace

OpenApiDefinitions::OpenApiDefinitions(const OpenApiDocument &document)
    : m_document(document)
{
    m_roots.resize(size_t(document.entries.size()));
    for (qsizetype operation = 0; operation < document.entries.size(); ++operation) {
        for (const Holder &holder : holdersOf(operation))
            follow(holder, m_roots[size_t(operation)]);
    }
    for (size_t i = 0; i < m_targets.size(); ++i) { // m_targets grows in the loop
        std::vector<int> next;
        follow({m_targets[i].place}, next);
        m_targets[i].next = std::move(next);
    }
    QSet<QString> names;
    for (Target &target : m_targets) {
        const QString name = target.name;
        for (int number = 2; names.contains(target.name); ++number)
            target.name = u"%1 (%2)"_s.arg(name, QString::number(number));
        names.insert(target.name);
    }
    hashTargets();
    m_byNode.clear();
    m_byText.clear();
}

QList<OpenApiDefinitions::Holder> OpenApiDefinitions::holdersOf(qsizetype operation) const
{
    const OpenApiEntry &entry = m_document.entries.at(operation);
    const OpenApiPathItem &item = m_document.pathItems.at(entry.pathItem);
    QList<Holder> holders{{entry.operation}, {item.member("parameters"_L1)}, {item.member("servers"_L1)}};
    const Json own = entry.operation.value.member("security"_L1);
    const OpenApiPlace root = m_document.files.root(0);
    holders.append({{0, own.isAbsent() ? root.value.member("security"_L1) : own}, true});
    return holders;
}

//! Returns the operation with its method, its path and the members that it inherits.
Json OpenApiDefinitions::rootOf(qsizetype operation) const
{
    const OpenApiEntry &entry = m_document.entries.at(operation);
    const OpenApiPathItem &item = m_document.pathItems.at(entry.pathItem);
    const Json own = entry.operation.value;
    const Json root = m_document.files.root(0).value;
    JsonBuilder builder;
    builder.beginObject()
        .add(u"method", QString::fromLatin1(entry.method))
        .add(u"path", m_document.pathOf(entry));
    for (const auto member : own.members()) {
        const QByteArrayView key = member.keyUtf8();
        if (key != "method" && key != "path" && key != "pathItem" && key != "document")
            builder.keyUtf8(key).value(member.value());
    }
    builder.key(u"pathItem")
        .beginObject()
        .add(u"parameters", item.member("parameters"_L1).value)
        .add(u"servers", item.member("servers"_L1).value)
        .endObject();
    builder.key(u"document")
        .beginObject()
        .add(u"security", inherited(own, root, "security"_L1))
        .add(u"consumes", inherited(own, root, "consumes"_L1))
        .add(u"produces", inherited(own, root, "produces"_L1))
        .endObject();
    return builder.endObject().take();
}

//! Hashes each target once.
void OpenApiDefinitions::hashTargets()
{
    qint64 left = 0;
    for (int file = 0; file < m_document.files.count(); ++file)
        left += mostTimesOver * JsonView(m_document.files.root(file).value).extentInNodes();
    QByteArray everything; // hash of all files, for targets that would take too long
    for (Target &target : m_targets) {
        left -= JsonView(target.place.value).extentInNodes();
        if (left >= 0) {
            target.hash = definitionHash(target.place.value);
            continue;
        }
        if (everything.isEmpty()) {
            QCryptographicHash all(QCryptographicHash::Sha256);
            for (int file = 0; file < m_document.files.count(); ++file)
                all.addData(definitionHash(m_document.files.root(file).value));
            everything = all.result();
        }
        target.hash = everything;
    }
}

int OpenApiDefinitions::add(const OpenApiPlace &place, const QString &name)
{
    const auto known = m_byNode.constFind(place.value.nodeAddress());
    if (known != m_byNode.cend()) {
        Target &target = m_targets[size_t(*known)];
        target.name = std::min(target.name, name); // the smallest of the names in all references to it
        return *known;
    }
    const int number = int(m_targets.size());
    m_targets.push_back({place, name, {}, {}});
    m_byNode.insert(place.value.nodeAddress(), number);
    return number;
}

//! Returns "components/schemas/Pet" for the entry document, "pets.yaml#/Pet" for another file in its folder.
QString OpenApiDefinitions::nameOf(int file, const QString &text) const
{
    const qsizetype hash = text.indexOf(u'#');
    const QString fragment = hash < 0 ? QString() : text.sliced(hash + 1);
    if (file == 0)
        return fragment.startsWith(u'/') ? fragment.sliced(1) : QString(u'#' + fragment);
    const auto shown = [](const QUrl &url) {
        return url.toString(QUrl::FullyEncoded | QUrl::RemoveUserInfo);
    };
    const QString folder = shown(m_document.files.text(0).url.adjusted(QUrl::RemoveFilename));
    QString url = shown(m_document.files.text(file).url);
    if (url.startsWith(folder))
        url.remove(0, folder.size());
    return url + u'#' + fragment;
}

//! Returns the number of the target of the reference \a text, or -1 if it leads nowhere.
int OpenApiDefinitions::targetOf(int file, const void *holder, QByteArrayView text)
{
    const bool isSameEverywhere = !m_document.files.hasIds(file);
    if (isSameEverywhere) {
        if (const auto known = m_byText.constFind({file, text}); known != m_byText.cend())
            return *known;
    }
    const QString reference = jsonText(text);
    const OpenApiTarget target = m_document.files.resolve(file, holder, reference);
    const bool isFound = target.trouble.isEmpty() && !target.place.value.isAbsent();
    const int number = isFound ? add(target.place, nameOf(target.place.file, reference)) : -1;
    if (isSameEverywhere)
        m_byText.insert({file, text}, number);
    return number;
}

int OpenApiDefinitions::schemeOf(const QString &name)
{
    const OpenApiPlace schemes = m_document.isSwagger()
        ? m_document.top("securityDefinitions"_L1)
        : OpenApiPlace{m_document.top("components"_L1).file,
              m_document.top("components"_L1).value.member("securitySchemes"_L1)};
    const Json scheme = schemes.value.member(name);
    if (scheme.isAbsent())
        return -1;
    return add({schemes.file, scheme},
        m_document.isSwagger() ? QString(u"securityDefinitions/"_s + name)
                               : QString(u"components/securitySchemes/"_s + name));
}

//! Appends the targets of every reference in \a holder, each once.
void OpenApiDefinitions::follow(const Holder &holder, std::vector<int> &next)
{
    if (holder.place.value.isAbsent())
        return;
    if (holder.isSecurity) {
        for (const Json &requirement : holder.place.value.items()) {
            for (const auto scheme : requirement.members())
                next.push_back(schemeOf(scheme.key()));
        }
    }
    std::vector<JsonView> waiting{JsonView(holder.place.value)};
    while (!waiting.empty()) {
        const JsonView value = waiting.back();
        waiting.pop_back();
        const auto isContainer = [](JsonView each) {
            return each.kind() == JsonKind::Object || each.kind() == JsonKind::Array;
        };
        JsonView part = value.first();
        if (value.kind() == JsonKind::Object) {
            for (qsizetype left = value.size(); left > 0; --left, part = part.nextKey()) {
                const JsonView member = part.valueOfKey();
                if (isContainer(member))
                    waiting.push_back(member);
                else if (member.kind() == JsonKind::String && part.text() == QByteArrayView("$ref"))
                    next.push_back(targetOf(holder.place.file, value.nodeAddress(), member.text()));
            }
        } else if (value.kind() == JsonKind::Array) {
            for (qsizetype left = value.size(); left > 0; --left, part = part.next()) {
                if (isContainer(part))
                    waiting.push_back(part);
            }
        }
    }
    std::ranges::sort(next);
    next.erase(std::ranges::unique(next).begin(), next.end());
    if (!next.empty() && next.front() < 0)
        next.erase(next.begin());
}

QByteArray OpenApiDefinitions::reachedFrom(const std::vector<int> &roots) const
{
    QByteArray reached(qsizetype(m_targets.size()), 0);
    std::vector<int> waiting = roots;
    while (!waiting.empty()) {
        const int target = waiting.back();
        waiting.pop_back();
        if (std::exchange(reached.data()[target], char(1)) == 0) {
            for (const int next : m_targets[size_t(target)].next) {
                if (reached.at(next) == 0)
                    waiting.push_back(next);
            }
        }
    }
    return reached;
}

WholeDefinition OpenApiDefinitions::whole(qsizetype operation) const
{
    WholeDefinition definition{rootOf(operation)};
    const QByteArray reached = reachedFrom(m_roots[size_t(operation)]);
    for (size_t i = 0; i < m_targets.size(); ++i) {
        if (reached.at(qsizetype(i)) != 0)
            definition.references.insert(m_targets[i].name, m_targets[i].place.value);
    }
    return definition;
}

QByteArray OpenApiDefinitions::hash(qsizetype operation) const
{
    const QByteArray reached = reachedFrom(m_roots[size_t(operation)]);
    const QByteArray key = QCryptographicHash::hash(reached, QCryptographicHash::Sha256);
    QByteArray closure;
    {
        const QMutexLocker lock(&m_mutex);
        closure = m_closures.value(key);
    }
    if (closure.isEmpty() && reached.contains(char(1))) {
        QMap<QString, QByteArray> hashes;
        for (size_t i = 0; i < m_targets.size(); ++i) {
            if (reached.at(qsizetype(i)) != 0)
                hashes.insert(m_targets[i].name, m_targets[i].hash);
        }
        closure = referencesHash(hashes);
        const QMutexLocker lock(&m_mutex);
        m_closures.insert(key, closure);
    }
    return definitionHash(rootOf(operation), closure);
}

} // namespace Workbench
