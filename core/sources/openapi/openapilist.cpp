// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/base/visibletext.h"
#include "core/sources/openapi/openapidocument.h"
#include "core/sources/openapi/openapimedia.h"
#include "core/transport/http/httptext.h"

#include <QCryptographicHash>
#include <QRegularExpression>
#include <QSet>

#include <array>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

//! Returns an operation id as a name: invisible characters and white space become "_". An id that is too long
//! is cut and ends in a part of its hash. \source core/RULES.md R-72
QString nameFromId(const QString &operationId)
{
    constexpr qsizetype longest = 200;
    QString name;
    const QList<uint> letters = operationId.toUcs4();
    for (const char32_t letter : letters) {
        if (isInvisible(letter) || QChar::isSpace(letter))
            name += u'_';
        else
            name += QChar::fromUcs4(letter);
    }
    if (name.size() <= longest)
        return name;
    const QByteArray hash =
        QCryptographicHash::hash(operationId.toUtf8(), QCryptographicHash::Sha256).toHex().first(8);
    qsizetype end = longest - hash.size() - 1;
    if (name.at(end - 1).isHighSurrogate())
        --end;
    return name.first(end) % u'_' % QString::fromLatin1(hash);
}

//! Returns `<method>_<static segments>`, for an operation without an id.
//! \source core/sources/openapi/README.md 8
QString nameFromPath(const QByteArray &method, const QString &path)
{
    QStringList words{QString::fromLatin1(method).toLower()};
    for (const QString &segment : path.split(u'/', Qt::SkipEmptyParts)) {
        if (!segment.startsWith(u'{'))
            words.append(segment);
    }
    if (words.size() == 1)
        words.append(u"root"_s);
    return nameFromId(words.join(u'_'));
}

//! Names all operations of a listed document, in its order. Clashing names get _2, _3 and so on, but never a
//! name that another operation has by itself.
void nameOperations(OpenApiDocument &d)
{
    QHash<QString, int> wanted; // number of operations by name
    for (OpenApiEntry &entry : d.entries) {
        const QString id = entry.operation.value.member("operationId"_L1).toString();
        if (id.isEmpty()) {
            entry.name = nameFromPath(entry.method, d.basePath + d.pathOf(entry));
        } else {
            entry.name = nameFromId(id);
            if (entry.name != id)
                entry.remarks.append(u"Its id in the document is \"%1\"."_s.arg(visibleText(id, false, 300)));
        }
        ++wanted[entry.name];
    }
    QHash<QString, int> given; // last number by name
    for (qsizetype index = 0; index < d.entries.size(); ++index) {
        OpenApiEntry &entry = d.entries[index];
        int &number = given[entry.name];
        if (++number > 1) {
            const Json id = entry.operation.value.member("operationId"_L1);
            if (id.isString()) {
                d.found.add({entry.operation.file, id},
                    u"The operation id \"%1\" occurs more than once."_s.arg(
                        visibleText(id.toString(), false, 300)));
            }
            const QString stem = entry.name % u'_';
            while (wanted.contains(stem + QString::number(number)))
                ++number;
            entry.remarks.append(u"Another operation has the same name, \"%1\"."_s.arg(entry.name));
            entry.name = stem + QString::number(number);
        }
        d.byName.insert(entry.name, index);
    }
}

constexpr std::array allMethods{
    "get"_L1, "put"_L1, "post"_L1, "delete"_L1, "options"_L1, "head"_L1, "patch"_L1, "trace"_L1, "query"_L1};
constexpr std::array upstreamMethods{"get"_L1, "post"_L1, "put"_L1, "patch"_L1, "delete"_L1};

bool isMethodOf(OpenApiVersion version, QLatin1StringView method)
{
    if (method == "trace"_L1)
        return version != OpenApiVersion::Swagger2;
    return method != "query"_L1 || version == OpenApiVersion::V3_2;
}

//! Returns \a path without the names of its parameters. Paths of equal shape are identical for OpenAPI.
//! \source core/sources/openapi/README.md 8
QString shapeOf(const QString &path)
{
    static const QRegularExpression parameter(u"\\{[^{}]*\\}"_s);
    return QString(path).replace(parameter, u"{}"_s);
}

class Lister {
public:
    explicit Lister(OpenApiDocument &document)
        : d(document)
    {
    }

    void run()
    {
        listPaths();
        nameOperations(d);
    }

private:
    void listPaths()
    {
        const Json declared = d.files.root(0).value.member("paths"_L1);
        const OpenApiPlace paths = d.top("paths"_L1);
        if (declared.isAbsent()) {
            if (d.version < OpenApiVersion::V3_1)
                d.found.add(d.files.root(0), u"\"paths\" is missing."_s);
            return;
        }
        if (!paths.value.isObject()) {
            d.found.add({0, declared}, u"\"paths\" must be an object."_s);
            return;
        }
        QSet<QString> known;
        QHash<QString, QString> shapes; // the first path of each shape
        for (const auto entry : paths.value.members()) {
            const QString path = entry.key();
            if (path.startsWith("x-"_L1) || path == "$ref"_L1)
                continue;
            if (!path.startsWith(u'/'))
                d.found.add({paths.file, entry.value()}, u"A path must begin with a slash."_s);
            if (known.contains(path)) // of duplicate keys the last counts; memberUtf8() returns it
                continue;
            known.insert(path);
            const QString shape = shapeOf(path);
            if (const auto same = shapes.constFind(shape); same != shapes.cend()) {
                d.found.add({paths.file, paths.value.memberUtf8(entry.keyUtf8())},
                    u"The path differs from \"%1\" only in the names of its parameters. OpenAPI treats both as the same path."_s
                        .arg(visibleText(*same, false, 300)));
            } else {
                shapes.insert(shape, path);
            }
            listItem(path, {paths.file, paths.value.memberUtf8(entry.keyUtf8())});
        }
    }

    OpenApiPathItem readItem(const QString &path, const OpenApiPlace &place)
    {
        constexpr qsizetype longestItemChain = 32;
        OpenApiPathItem item{path, {}};
        OpenApiPlace part = place;
        for (;;) {
            if (!part.value.isObject()) {
                d.found.add(place, u"A path item must be an object."_s);
                return item;
            }
            item.parts.append(part);
            const Json reference = part.value.member("$ref"_L1);
            if (!reference.isString())
                return item;
            const OpenApiTarget target =
                d.files.resolve(part.file, part.value.nodeAddress(), reference.toString());
            if (!target.trouble.isEmpty())
                return item; // reported when the references were checked
            if (item.parts.size() == longestItemChain) {
                d.found.add(place, u"The path item refers to itself."_s);
                return item;
            }
            part = target.place;
        }
    }

    void listItem(const QString &path, const OpenApiPlace &place)
    {
        const OpenApiPathItem item = readItem(path, place);
        const qsizetype number = d.pathItems.size();
        d.pathItems.append(item);
        QSet<QByteArray> listed;
        const auto list = [&](const QByteArray &method, const OpenApiPlace &operation) {
            if (listed.contains(method)) // the method of an earlier part counts
                return;
            listed.insert(method);
            listOperation(number, method, operation);
        };
        for (const OpenApiPlace &part : item.parts) {
            for (const auto entry : part.value.members()) {
                const QByteArrayView key = entry.keyUtf8();
                const QLatin1StringView name(key.data(), key.size());
                const OpenApiPlace value{part.file, part.value.memberUtf8(key)};
                if (d.isUpstream() && !std::ranges::contains(upstreamMethods, name))
                    continue;
                if (std::ranges::contains(allMethods, name)) {
                    if (isMethodOf(d.version, name))
                        list(key.toByteArray().toUpper(), value);
                    else
                        d.found.add(value,
                            u"OpenAPI %1 has no method \"%2\" here."_s.arg(d.versionText, QString(name)));
                } else if (name == "additionalOperations"_L1 && d.version == OpenApiVersion::V3_2) {
                    for (const auto other : value.value.members()) {
                        const OpenApiPlace operation{part.file, value.value.memberUtf8(other.keyUtf8())};
                        if (isToken(other.keyUtf8()))
                            list(other.keyUtf8().toByteArray(), operation);
                        else
                            d.found.add(operation, u"This is not an HTTP method."_s);
                    }
                }
            }
        }
    }

    void listOperation(qsizetype item, const QByteArray &method, const OpenApiPlace &place)
    {
        const OpenApiTarget target = d.files.followed(place);
        if (!target.place.value.isObject()) {
            if (target.trouble.isEmpty())
                d.found.add(place, u"An operation must be an object."_s);
            return;
        }
        if (d.entries.size() >= d.limits.listItems) {
            if (d.entries.size() == d.limits.listItems) {
                d.found.add(place,
                    u"There are more than %1 operations; the rest is left out."_s.arg(d.limits.listItems));
            }
            return;
        }
        checkShape(target.place);
        OpenApiEntry entry{
            .operation = target.place, .pathItem = item, .method = method, .name = {}, .remarks = {}};
        setType(entry);
        if (target.place.value.member("deprecated"_L1).toBoolean())
            entry.remarks.append(QString(deprecatedRemark));
        d.entries.append(std::move(entry));
    }

    //! Reports members of the wrong type, because those parts of the operation are ignored.
    void checkShape(const OpenApiPlace &operation)
    {
        const auto expect = [&](QLatin1StringView name, JsonKind kind, QLatin1StringView what) {
            const Json value = operation.value.member(name);
            if (!value.isAbsent() && value.kind() != kind)
                d.found.add(
                    {operation.file, value}, u"\"%1\" must be %2."_s.arg(QString(name), QString(what)));
        };
        expect("operationId"_L1, JsonKind::String, "a string"_L1);
        expect("parameters"_L1, JsonKind::Array, "an array"_L1);
        expect("responses"_L1, JsonKind::Object, "an object"_L1);
        expect("requestBody"_L1, JsonKind::Object, "an object"_L1);
        expect("tags"_L1, JsonKind::Array, "an array"_L1);
        for (const Json &parameter : operation.value.member("parameters"_L1).items()) {
            const bool isUsable = parameter.member("$ref"_L1).isString()
                || (parameter.member("name"_L1).isString() && parameter.member("in"_L1).isString());
            if (!isUsable)
                d.found.add({operation.file, parameter}, u"A parameter needs a name and a place."_s);
        }
    }

    //! Returns the media types of a response. In Swagger 2.0 they are what the operation or the document
    //! produces.
    QStringList mediaOf(const Json &operation, const OpenApiPlace &response) const
    {
        QStringList types;
        if (!d.isSwagger()) {
            for (const auto entry : response.value.member("content"_L1).members())
                types.append(entry.key());
            return types;
        }
        Json produces = operation.member("produces"_L1);
        if (produces.isAbsent())
            produces = d.files.root(0).value.member("produces"_L1);
        for (const Json &type : produces.items())
            types.append(type.toString());
        return types;
    }

    //! Sets the type. An operation whose successes are only event streams is a subscription. If it declares
    //! other media types, too, it can be called and subscribed to.
    void setType(OpenApiEntry &entry) const
    {
        const Json operation = entry.operation.value;
        const OpenApiPlace responses =
            d.files.followed({entry.operation.file, operation.member("responses"_L1)}).place;
        bool hasEvents = false;
        bool hasOthers = false;
        for (const QString &status : successStatuses(responses.value, d.isUpstream())) {
            const OpenApiTarget response = d.files.followed({responses.file, responses.value.member(status)});
            for (const QString &type : mediaOf(operation, response.place))
                (isEventStreamMedia(type) && entry.method != "HEAD" ? hasEvents : hasOthers) = true;
        }
        entry.type = isSafeMethod(entry.method) ? OperationType::Query : OperationType::Mutation;
        if (hasEvents && (!hasOthers || d.isUpstream()))
            entry.type = OperationType::Subscription;
        entry.isStreamToo = hasEvents && entry.type != OperationType::Subscription;
    }

    OpenApiDocument &d;
};

} // namespace

OpenApiPlace OpenApiPathItem::member(QLatin1StringView name) const
{
    for (const OpenApiPlace &part : parts) {
        if (const Json value = part.value.member(name); !value.isAbsent())
            return {part.file, value};
    }
    return {};
}

void listOpenApiOperations(OpenApiDocument &document)
{
    Lister(document).run();
}

} // namespace Workbench
