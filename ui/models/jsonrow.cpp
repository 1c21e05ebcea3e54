// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/models/jsonrow.h"

#include "core/base/visibletext.h"
#include "core/json/jsonpointer.h"

#include <array>
#include <span>
#include <utility>

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

namespace {

//! Returns at most about \a maxLength characters of a string value, with JSON escapes.
QString quoted(const Json &value, qsizetype maxLength)
{
    const QByteArrayView bytes = value.utf8();
    const qsizetype most = maxLength * 4 + 4; // UTF-8 takes at most four bytes per character
    if (bytes.size() <= most)
        return QString::fromUtf8(value.toBytes());
    QString head = QString::fromUtf8(bytes.first(most));
    head.truncate(maxLength);
    QString text = QString::fromUtf8(Json::string(head).toBytes());
    text.chop(1);
    return text + u'…';
}

void appendPreview(QString &text, const Json &value, qsizetype maxLength)
{
    struct Level { // iterators, because at() would first index all children of a long container
        bool isArray;
        bool isFirst;
        Json::Items::Iterator item;
        Json::Members::Iterator member;
    };
    QList<Level> stack;
    const auto open = [&](const Json &item) {
        if (item.isArray() || item.isObject()) {
            text += item.isArray() ? u'[' : u'{';
            stack.append({item.isArray(), true, item.items().begin(), item.members().begin()});
        } else {
            text += item.isString() ? quoted(item, maxLength) : QString::fromUtf8(item.toBytes());
        }
    };
    open(value);
    while (!stack.isEmpty() && text.size() <= maxLength) {
        Level &level = stack.last();
        if (level.item == Json::Items::Iterator() && level.member == Json::Members::Iterator()) {
            text += level.isArray ? u']' : u'}';
            stack.removeLast();
            continue;
        }
        if (!std::exchange(level.isFirst, false))
            text += u',';
        Json child; // a copy: open() may move the levels
        if (level.isArray) {
            child = *level.item;
            ++level.item;
        } else {
            const Json::Members::Entry entry = *level.member;
            text += QString::fromUtf8(Json::string(entry.key()).toBytes()) + u':';
            child = entry.value();
            ++level.member;
        }
        open(child);
    }
}

qsizetype lineEnd(QByteArrayView text)
{
    const qsizetype end = text.indexOf('\n');
    return end < 0 ? text.size() : end;
}

QString firstTextOf(const Json &object, std::span<const QLatin1StringView> names)
{
    constexpr qsizetype shown = 60;
    for (const QLatin1StringView name : names) {
        const Json value = object.member(name);
        const QByteArrayView text = value.isString() ? value.utf8().trimmed() : QByteArrayView();
        if (text.isEmpty())
            continue;
        const QByteArrayView line = text.first(lineEnd(text));
        return visibleText(QString::fromUtf8(line.first(std::min(line.size(), 4 * shown + 4))), false, shown);
    }
    return {};
}

constexpr std::array ownNames{
    "title"_L1, "name"_L1, "label"_L1, "summary"_L1, "text"_L1, "message"_L1, "key"_L1, "id"_L1, "uri"_L1};
constexpr std::array typeNames{"mimeType"_L1, "type"_L1};

//! Looking up a name in a wider object first sorts all its names, which may take longer than a frame.
constexpr qsizetype mostNamesSorted = 256;

} // namespace

QString rowText(const Json &value, qsizetype maxLength)
{
    switch (value.kind()) {
    case JsonKind::Absent: return {};
    case JsonKind::Object: return u"{%1}"_s.arg(value.size());
    case JsonKind::Array: return u"[%1]"_s.arg(value.size());
    case JsonKind::String: return visibleText(quoted(value, maxLength), false, maxLength);
    default: return visibleText(QString::fromUtf8(value.toBytes()), false, maxLength);
    }
}

QString previewText(const Json &value, qsizetype maxLength)
{
    QString text;
    if (!value.isAbsent())
        appendPreview(text, value, maxLength);
    return visibleText(text, false, maxLength);
}

QString argumentsText(const Json &input, qsizetype maxLength)
{
    if (!input.isObject())
        return previewText(input, maxLength);
    QString text;
    for (qsizetype i = 0; i < input.size() && text.size() <= maxLength; ++i) {
        const Json value = input.at(i);
        const bool isShortText = value.isString() && value.utf8().size() <= maxLength;
        text += (i > 0 ? u", "_s : QString()) + input.keyAt(i) + u'='
            + (isShortText ? value.toString() : previewText(value, maxLength));
    }
    return visibleText(text, false, maxLength);
}

ColorRole rowColor(const Json &value)
{
    switch (value.kind()) {
    case JsonKind::Null:
    case JsonKind::Boolean: return ColorRole::Keyword;
    case JsonKind::Number: return ColorRole::Number;
    case JsonKind::String: return ColorRole::String;
    default: return ColorRole::TextSecond;
    }
}

QString summaryText(const Json &object)
{
    if (object.size() > mostNamesSorted)
        return {};
    QString text = firstTextOf(object, ownNames);
    for (const QLatin1StringView name :
        {"content"_L1, "resource"_L1}) { // members of a message and of an embedded resource
        if (!text.isEmpty())
            break;
        const Json inner = object.member(name);
        const Json first = inner.isArray() && inner.size() > 0 ? *inner.items().begin() : inner;
        if (first.size() <= mostNamesSorted)
            text = firstTextOf(first, ownNames);
    }
    return text.isEmpty() ? firstTextOf(object, typeNames) : text;
}

namespace {

bool scalarHolds(const Json &value, const QString &text)
{
    if (value.isString())
        return QString::fromUtf8(value.utf8()).contains(text, Qt::CaseInsensitive);
    return !value.isArray() && !value.isObject()
        && QString::fromUtf8(value.toBytes()).contains(text, Qt::CaseInsensitive);
}

} // namespace

JsonMatches findInJson(const Json &root, const QString &text, qsizetype maxMatches, qsizetype maxNodes,
    const std::stop_token &stop)
{
    struct Level {
        Json container;
        QString pointer;
        qsizetype next = 0;
    };
    JsonMatches found;
    if (text.isEmpty())
        return found;
    if (scalarHolds(root, text))
        found.pointers.append(QString());
    QList<Level> levels{{root, {}, 0}};
    qsizetype nodes = 0;
    while (!levels.isEmpty()) {
        Level &level = levels.last();
        if (level.next == level.container.size()) {
            levels.removeLast();
            continue;
        }
        if (++nodes > maxNodes || found.pointers.size() >= maxMatches || stop.stop_requested()) {
            found.isComplete = false;
            break;
        }
        const qsizetype index = level.next++;
        const bool isObject = level.container.isObject();
        const QString key = isObject ? level.container.keyAt(index) : QString();
        const Json value = level.container.at(index);
        const bool isContainer = value.isArray() || value.isObject();
        const bool matches =
            (isObject && key.contains(text, Qt::CaseInsensitive)) || scalarHolds(value, text);
        if (!matches && !isContainer)
            continue;
        const QString pointer =
            isObject ? JsonPointer::child(level.pointer, key) : JsonPointer::child(level.pointer, index);
        if (matches)
            found.pointers.append(pointer);
        if (isContainer)
            levels.append({value, pointer, 0});
    }
    return found;
}

} // namespace Workbench::Ui
