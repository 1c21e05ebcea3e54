// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/support/jsonpatch.h"

#include "core/json/jsonpointer.h"
#include "tests/support/jsonpatchtree_p.h"

#include <algorithm>
#include <functional>
#include <tuple>
#include <vector>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

using Failure = std::optional<Error>;

struct Target {
    quint32 parent = 0;
    bool isRoot = false;
    bool isList = false;
    qsizetype index = 0; // index in a list; the size of the list means its end
    QByteArray key{};
};

//! Applies the operations of one patch.
class Patcher {
public:
    Patcher(const Json &document, const Limits &limits)
        : m_tree(document)
        , m_limits(limits)
        , m_steps(limits.diffSteps)
    {
    }

    Failure carryOut(const Json &operation, qsizetype number);
    Json result() const { return m_tree.frozen(m_tree.root()); }

private:
    Failure add(const QString &path, quint32 value);
    Failure take(const QString &path, quint32 *value);
    Failure replace(const QString &path, const Json &value);
    Failure move(const QString &from, const QString &path);
    Failure copy(const QString &from, const QString &path);
    Failure test(const QString &path, const Json &value);

    std::expected<Target, Error> target(const QString &path);
    std::expected<quint32, Error> existing(const Target &target, const QString &path);
    std::expected<quint32, Error> find(const QString &path);
    Failure spend(qint64 steps);
    Error problem(const QString &code, const QString &what) const;
    Error nothingAt(const QString &path) const
    {
        return problem(u"patch.path"_s, u"there is no value at \"%1\""_s.arg(path.left(200)));
    }

    PatchTree m_tree;
    const Limits &m_limits;
    qint64 m_steps;
    qint64 m_copied = 0;
    qsizetype m_number = 0;
    QString m_name;
};

Error Patcher::problem(const QString &code, const QString &what) const
{
    Error error;
    error.kind = ErrorKind::Validation;
    error.code = code;
    error.message = m_name.isEmpty()
        ? u"JSON Patch, operation %1: %2."_s.arg(QString::number(m_number), what)
        : u"JSON Patch, operation %1 (%2): %3."_s.arg(QString::number(m_number), m_name, what);
    error.details = Json::object({{u"operation"_s, Json::integer(m_number)}});
    return error;
}

Failure Patcher::spend(qint64 steps)
{
    m_steps -= steps;
    if (m_steps >= 0)
        return std::nullopt;
    return limitError(
        *findLimit(u"diff.steps"), u"A JSON Patch copies and tests too many values."_s, m_limits.diffSteps);
}

//! Returns the container that holds the last token of \a path.
std::expected<Target, Error> Patcher::target(const QString &path)
{
    if (!JsonPointer::isWellFormed(path))
        return std::unexpected(
            problem(u"patch.syntax"_s, u"\"%1\" is not a JSON Pointer"_s.arg(path.left(200))));
    if (path.isEmpty())
        return Target{.isRoot = true};
    const QStringList tokens = JsonPointer::tokens(path);
    if (Failure failure = spend(tokens.size()))
        return std::unexpected(*std::move(failure));
    Target result{.parent = m_tree.root()};
    for (qsizetype i = 0; i < tokens.size(); ++i) {
        const JsonKind kind = m_tree.kind(result.parent);
        const QString &token = tokens.at(i);
        const bool isLast = i + 1 == tokens.size();
        if (kind == JsonKind::Array) {
            const qsizetype size = m_tree.listSize(result.parent);
            const qsizetype index = isLast && token == "-"_L1 ? size : JsonPointer::toIndex(token);
            if (index < 0 || index > size || (!isLast && index == size))
                return std::unexpected(nothingAt(path));
            result.isList = true;
            result.index = index;
            if (!isLast)
                result.parent = m_tree.item(result.parent, index);
        } else if (kind == JsonKind::Object) {
            result.isList = false;
            result.key = token.toUtf8();
            if (!isLast) {
                const auto member = m_tree.member(result.parent, result.key);
                if (!member)
                    return std::unexpected(nothingAt(path));
                result.parent = *member;
            }
        } else {
            return std::unexpected(nothingAt(path));
        }
    }
    return result;
}

std::expected<quint32, Error> Patcher::existing(const Target &target, const QString &path)
{
    if (target.isRoot)
        return m_tree.root();
    if (target.isList) {
        if (target.index < m_tree.listSize(target.parent))
            return m_tree.item(target.parent, target.index);
    } else if (const auto member = m_tree.member(target.parent, target.key)) {
        return *member;
    }
    return std::unexpected(nothingAt(path));
}

std::expected<quint32, Error> Patcher::find(const QString &path)
{
    const auto place = target(path);
    if (!place)
        return std::unexpected(place.error());
    return existing(*place, path);
}

Failure Patcher::add(const QString &path, quint32 value)
{
    const auto place = target(path);
    if (!place)
        return place.error();
    if (place->isRoot)
        m_tree.setRoot(value);
    else if (place->isList)
        m_tree.insertItem(place->parent, place->index, value);
    else
        m_tree.setMember(place->parent, place->key, value);
    return std::nullopt;
}

Failure Patcher::take(const QString &path, quint32 *value)
{
    const auto place = target(path);
    if (!place)
        return place.error();
    const auto found = existing(*place, path);
    if (!found)
        return found.error();
    if (place->isRoot)
        return problem(u"patch.path"_s, u"the whole document cannot be taken away"_s);
    *value = *found;
    if (place->isList)
        m_tree.takeItem(place->parent, place->index);
    else
        m_tree.takeMember(place->parent, place->key);
    return std::nullopt;
}

Failure Patcher::replace(const QString &path, const Json &value)
{
    const auto place = target(path);
    if (!place)
        return place.error();
    const auto found = existing(*place, path);
    if (!found)
        return found.error();
    const quint32 fresh = m_tree.add(value);
    if (place->isRoot)
        m_tree.setRoot(fresh);
    else if (place->isList)
        m_tree.replaceItem(place->parent, place->index, fresh);
    else
        m_tree.setMember(place->parent, place->key, fresh);
    return std::nullopt;
}

Failure Patcher::move(const QString &from, const QString &path)
{
    if (path == from) {
        const auto found = find(from);
        return found ? std::nullopt : Failure(found.error());
    }
    if (path.startsWith(from + u'/'))
        return problem(u"patch.path"_s, u"a value cannot be moved into itself"_s);
    quint32 value = 0;
    if (Failure failure = take(from, &value))
        return failure;
    return add(path, value);
}

Failure Patcher::copy(const QString &from, const QString &path)
{
    const auto found = find(from);
    if (!found)
        return found.error();
    const Json value = m_tree.frozen(*found);
    m_copied += value.nodeCount();
    if (m_copied > m_limits.jsonNodes) {
        return limitError(*findLimit(u"json.nodes"),
            u"A JSON Patch copies more than %1 values."_s.arg(m_limits.jsonNodes), m_limits.jsonNodes);
    }
    if (Failure failure = spend(value.nodeCount()))
        return failure;
    return add(path, m_tree.add(value));
}

Failure Patcher::test(const QString &path, const Json &value)
{
    const auto found = find(path);
    if (!found)
        return found.error();
    const Json actual = m_tree.frozen(*found);
    if (Failure failure = spend(actual.nodeCount()))
        return failure;
    if (actual == value)
        return std::nullopt;
    return problem(u"patch.test"_s, u"the value at \"%1\" is another one"_s.arg(path.left(200)));
}

Failure Patcher::carryOut(const Json &operation, qsizetype number)
{
    m_number = number;
    m_name.clear();
    for (const QLatin1StringView word : {"op"_L1, "path"_L1, "from"_L1, "value"_L1}) {
        qsizetype count = 0;
        for (const Json::Members::Entry &entry : operation.members())
            count += entry.keyUtf8() == QByteArrayView(word);
        if (count > 1)
            return problem(u"patch.syntax"_s, u"\"%1\" occurs more than once"_s.arg(word));
    }
    const QString name = operation.member("op"_L1).toString();
    static const QStringList names{u"add"_s, u"remove"_s, u"replace"_s, u"move"_s, u"copy"_s, u"test"_s};
    if (!names.contains(name))
        return problem(u"patch.syntax"_s, u"there is no such operation"_s);
    m_name = name;
    const Json path = operation.member("path"_L1);
    const Json from = operation.member("from"_L1);
    const Json value = operation.member("value"_L1);
    if (!path.isString())
        return problem(u"patch.syntax"_s, u"\"path\" is missing"_s);
    const bool needsFrom = name == "move"_L1 || name == "copy"_L1;
    if (needsFrom && !from.isString())
        return problem(u"patch.syntax"_s, u"\"from\" is missing"_s);
    if (!needsFrom && name != "remove"_L1 && value.isAbsent())
        return problem(u"patch.syntax"_s, u"\"value\" is missing"_s);
    if (name == "add"_L1)
        return add(path.toString(), m_tree.add(value));
    if (name == "replace"_L1)
        return replace(path.toString(), value);
    if (name == "move"_L1)
        return move(from.toString(), path.toString());
    if (name == "copy"_L1)
        return copy(from.toString(), path.toString());
    if (name == "test"_L1)
        return test(path.toString(), value);
    quint32 removed = 0;
    return take(path.toString(), &removed);
}

Error syntaxError(const QString &message)
{
    Error error;
    error.kind = ErrorKind::Validation;
    error.code = u"patch.syntax"_s;
    error.message = message;
    return error;
}

} // namespace

Result<Json> applyJsonPatch(
    const Json &document, const Json &patch, const Limits &limits, const std::stop_token &stop)
{
    if (!patch.isArray())
        return std::unexpected(syntaxError(u"A JSON Patch is a list of operations."_s));
    if (document.isAbsent())
        return std::unexpected(syntaxError(u"There is no value to apply a JSON Patch to."_s));
    Patcher patcher(document, limits);
    qsizetype number = 0;
    for (const Json &operation : patch.items()) {
        if (stop.stop_requested()) {
            Error error;
            error.kind = ErrorKind::Cancelled;
            error.code = u"patch.cancelled"_s;
            error.message = u"The JSON Patch was cancelled."_s;
            return std::unexpected(error);
        }
        if (Failure failure = patcher.carryOut(operation, number++))
            return std::unexpected(*std::move(failure));
    }
    return patcher.result();
}

Json patchOf(const JsonDiff &diff)
{
    using Token = std::tuple<bool, qsizetype, QString>; // the indexes of a list are in their order
    const auto tokensOf = [](const QString &pointer) {
        std::vector<Token> tokens;
        for (const QString &token : JsonPointer::tokens(pointer)) {
            const qsizetype index = JsonPointer::toIndex(token);
            tokens.emplace_back(index < 0, index, token);
        }
        return tokens;
    };
    const auto operation = [](const QString &name, const QString &pointer, const Json &value) {
        return Json::object(
            {{u"op"_s, Json::string(name)}, {u"path"_s, Json::string(pointer)}, {u"value"_s, value}});
    };
    using Kind = JsonChange::Kind;
    std::vector<std::pair<std::vector<Token>, QString>> removed;
    QList<Json> added;
    QList<Json> changed;
    for (qsizetype i = 0; i < diff.size(); ++i) {
        const JsonChange change = diff.at(i);
        if (change.kind == Kind::Removed || change.kind == Kind::Moved)
            removed.emplace_back(tokensOf(change.from), change.from);
        if (change.kind == Kind::Added || change.kind == Kind::Moved)
            added += operation(u"add"_s, change.pointer, change.after);
        if (change.kind == Kind::Changed)
            changed += operation(u"replace"_s, change.pointer, change.after);
    }
    // From the end, so that the other places stay valid. What is left is then at its old place among the
    // additions, which are in the order of the text.
    std::ranges::sort(removed, std::greater());
    QList<Json> all;
    for (const auto &[tokens, pointer] : removed)
        all += operation(u"remove"_s, pointer, {});
    return Json::array(all + added + changed);
}

} // namespace Workbench
