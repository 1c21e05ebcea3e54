// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/panes/jsonexcerpt.h"

#include "core/base/visibletext.h"
#include "core/json/jsonpointer.h"
#include "ui/models/placemarks.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

namespace {

constexpr int maxDepth = 6; // levels that are written out; also limits the recursion
constexpr qsizetype maxRows = 12; // of one object or array; marked places are always added
constexpr qsizetype maxLooked = 2000; // children that are searched for marked places
constexpr qsizetype maxInline = 60;
constexpr qsizetype maxText = 80;

QByteArray quoted(const QString &text)
{
    return Json::string(visibleText(text, false, maxText)).toBytes();
}

QByteArray scalarText(const Json &value)
{
    return value.isString() ? quoted(value.toString()) : value.toBytes().left(maxText);
}

bool isContainer(const Json &value)
{
    return value.isObject() || value.isArray();
}

QByteArray counted(const Json &value)
{
    const int count = int(value.size());
    if (count == 0)
        return value.isObject() ? "{}" : "[]";
    const QString words = value.isObject()
        ? QCoreApplication::translate("JsonExcerpt", "%n members", nullptr, count)
        : QCoreApplication::translate("JsonExcerpt", "%n items", nullptr, count);
    return (value.isObject() ? u"{ %1 }"_s : u"[ %1 ]"_s).arg(words).toUtf8();
}

//! Returns the container on one line if it is short and contains only scalars, or else nothing.
std::optional<QByteArray> inlined(const Json &value)
{
    if (value.size() == 0 || value.size() > maxRows)
        return {};
    QByteArray text;
    for (qsizetype i = 0; i < value.size(); ++i) {
        const Json child = value.at(i);
        if (isContainer(child))
            return {};
        if (i > 0)
            text += ", ";
        if (value.isObject())
            text += quoted(value.keyAt(i)) + ": ";
        text += scalarText(child);
        if (text.size() > maxInline)
            return {};
    }
    return value.isObject() ? QByteArray("{ " + text + " }") : QByteArray('[' + text + ']');
}

class Writer {
public:
    explicit Writer(const QStringList &marked)
        : m_marked(marked)
    {
    }

    void write(const Json &value, const QString &pointer, int depth)
    {
        const qsizetype first = m_line;
        if (!isContainer(value))
            m_excerpt.text += scalarText(value);
        else if (!holdsMarked(pointer) && inlined(value))
            m_excerpt.text += *inlined(value);
        else if (isOpened(value, pointer, depth))
            writeRows(value, pointer, depth);
        else
            m_excerpt.text += counted(value);
        m_excerpt.lines.insert(pointer, {first, m_line});
    }

    JsonExcerpt take() { return std::move(m_excerpt); }

private:
    //! Returns whether a marked place lies inside \a pointer.
    bool holdsMarked(const QString &pointer) const
    {
        return std::ranges::any_of(
            m_marked, [&](const QString &marked) { return marked != pointer && isWithin(marked, pointer); });
    }

    bool isOpened(const Json &value, const QString &pointer, int depth) const
    {
        if (value.size() == 0 || depth >= maxDepth)
            return false;
        return depth <= 1 || m_marked.contains(pointer) || holdsMarked(pointer);
    }

    void newLine(int depth)
    {
        m_excerpt.text += '\n' + QByteArray(2 * depth, ' ');
        ++m_line;
    }

    void writeRows(const Json &value, const QString &pointer, int depth)
    {
        m_excerpt.text += value.isObject() ? '{' : '[';
        bool isFirst = true;
        qsizetype rows = 0;
        for (qsizetype i = 0; i < std::min(value.size(), maxLooked); ++i) {
            const QString place = value.isObject() ? JsonPointer::child(pointer, value.keyAt(i))
                                                   : JsonPointer::child(pointer, i);
            if (rows >= maxRows && !m_marked.contains(place) && !holdsMarked(place))
                continue;
            ++rows;
            if (!isFirst)
                m_excerpt.text += ',';
            isFirst = false;
            newLine(depth + 1);
            if (value.isObject())
                m_excerpt.text += quoted(value.keyAt(i)) + ": ";
            write(value.at(i), place, depth + 1);
        }
        if (rows < value.size()) {
            newLine(depth + 1);
            m_excerpt.text += "…";
        }
        newLine(depth);
        m_excerpt.text += value.isObject() ? '}' : ']';
    }

    const QStringList &m_marked;
    JsonExcerpt m_excerpt;
    qsizetype m_line = 0;
};

} // namespace

JsonExcerpt::Lines JsonExcerpt::linesOf(QString pointer) const
{
    while (!pointer.isEmpty() && !lines.contains(pointer))
        pointer.truncate(std::max<qsizetype>(0, pointer.lastIndexOf(u'/')));
    return lines.value(pointer, {0, 0});
}

JsonExcerpt jsonExcerpt(const Json &value, const QStringList &marked)
{
    Writer writer(marked);
    writer.write(value, {}, 0);
    return writer.take();
}

} // namespace Workbench::Ui
